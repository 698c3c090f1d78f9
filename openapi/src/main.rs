//! Writes the OpenAPI document to `openapi/openapi.json`, and says what the lint finds in it.

fn main() -> anyhow::Result<()> {
    let text = tapis_openapi::generated()?;
    std::fs::write(tapis_openapi::committed(), &text)?;
    let findings = tapis_openapi::lint::check(&serde_json::from_str(&text)?);
    for finding in &findings {
        eprintln!("{finding}");
    }
    anyhow::ensure!(findings.is_empty(), "{} findings", findings.len());
    Ok(())
}

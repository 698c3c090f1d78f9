//! Writes the OpenAPI document to `openapi/openapi.json`.

fn main() -> anyhow::Result<()> {
    Ok(std::fs::write(tapis_openapi::committed(), tapis_openapi::generated()?)?)
}

//! The committed document is what the handlers say.

use tapis_openapi::{committed, generated};

#[test]
fn the_document_lacks_nothing() {
    let document = serde_json::from_str(&generated().expect("it can be written")).expect("it is JSON");
    let findings = tapis_openapi::lint::check(&document);
    assert!(findings.is_empty(), "{}", findings.iter().map(|found| format!("{found}\n")).collect::<String>());
}

#[test]
fn the_committed_document_is_fresh() {
    let generated = generated().expect("it can be written");
    if std::env::var_os("TAPIS_BLESS").is_some() {
        std::fs::write(committed(), &generated).expect("it can be written");
    }
    let committed = std::fs::read_to_string(committed()).unwrap_or_default();
    let common = committed.lines().zip(generated.lines()).take_while(|(old, new)| old == new).count();
    assert!(
        committed == generated,
        "openapi/openapi.json is not what the handlers say, from line {} on; run `cargo xtask bless`",
        common + 1,
    );
}

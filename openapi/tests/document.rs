//! The committed document is what the handlers say.

use tapis_openapi::{committed, generated};

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

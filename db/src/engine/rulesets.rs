//! The seal of a ruleset.

use super::seal::Seal;
use crate::model::{Digest, RulesetRecord};

/// The hash over all of it.
pub(crate) fn seal(ruleset: &RulesetRecord) -> Digest {
    Seal::new("ruleset")
        .blob(&ruleset.hash.0)
        .text(&ruleset.game)
        .int(ruleset.rules_version.into())
        .text(ruleset.options.as_str())
        .finish()
}

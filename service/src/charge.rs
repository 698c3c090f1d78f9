//! What a caller is charged for: what is stored on its account for good.

use tapis_db::Store;
use tapis_db::model::Digest;
use tapis_games::erased::AnyRuleset;

use crate::ServiceError;
use crate::rulesets::Rulesets;

/// Something that is stored for good.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stored {
    /// A game.
    Game,
    /// A ruleset that was not stored before.
    Ruleset,
    /// A hint that is kept for retries, for a day.
    Hint,
}

/// A caller's account. It is charged when all else is known to be right, just before something is stored, and has it back where it
/// was not stored after all.
pub trait Account: Sync {
    /// Charges it.
    ///
    /// # Errors
    /// It has not enough left; then it is not charged.
    fn take(&self, what: Stored) -> Result<(), ServiceError>;

    /// Gives back what [`Account::take`] took.
    fn give_back(&self, what: Stored);
}

/// Whoever is not counted.
#[derive(Clone, Copy, Debug, Default)]
pub struct Uncounted;

impl Account for Uncounted {
    fn take(&self, _: Stored) -> Result<(), ServiceError> {
        Ok(())
    }

    fn give_back(&self, _: Stored) {}
}

/// Charges for all of `what`, or for nothing.
///
/// # Errors
/// Those of the account.
pub(crate) fn take_all(account: &dyn Account, what: &[Stored]) -> Result<(), ServiceError> {
    for (at, &stored) in what.iter().enumerate() {
        if let Err(error) = account.take(stored) {
            give_all_back(account, &what[..at]);
            return Err(error);
        }
    }
    Ok(())
}

/// Gives all of `what` back.
pub(crate) fn give_all_back(account: &dyn Account, what: &[Stored]) {
    for &stored in what {
        account.give_back(stored);
    }
}

/// Whether a ruleset takes space when it is used: it is not stored, and no default of its game, of which there are few.
///
/// # Errors
/// The store cannot tell.
pub(crate) fn is_new(
    rules: &dyn AnyRuleset,
    rulesets: &Rulesets,
    store: &dyn Store,
) -> Result<bool, ServiceError> {
    let ruleset = rules.ruleset();
    if rulesets.is_default(ruleset) {
        return Ok(false);
    }
    let hash: Digest = ruleset.hash.parse().map_err(ServiceError::internal)?;
    Ok(store.ruleset(&hash)?.is_none())
}

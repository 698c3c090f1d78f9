//! Rulesets on somebody's request: described, checked, stored.

use std::sync::Arc;

use serde_json::Value;
use tapis_db::Store;
use tapis_games::erased::AnyRuleset;
use tapis_games::ruleset::{Fault, Ruleset};

use super::Service;
use crate::charge::{Account, Stored};
use crate::pool::Caller;
use crate::rulesets::{RulesetError, Rulesets, record};
use crate::{FieldError, ServiceError, answered};

impl Service {
    /// The ruleset of this hash with its options, also of rules that are no longer played.
    ///
    /// # Errors
    /// The game has no such ruleset; it is damaged; the store cannot tell.
    pub async fn ruleset(&self, game: &str, hash: &str, caller: Caller) -> Result<Ruleset, ServiceError> {
        let found = match self.rulesets.in_use(hash) {
            Some(rules) => Some(rules.ruleset().clone()),
            None => {
                let named = hash.to_owned();
                let read = move |rulesets: &Rulesets, store: &dyn Store| rulesets.described(&named, store);
                self.reading(caller, read).await?.map_err(|error| error.into_error("/hash"))?
            }
        };
        found.filter(|ruleset| ruleset.game == game).ok_or(ServiceError::NotFound { what: "ruleset" })
    }

    /// The rules of this hash, as they are played.
    ///
    /// # Errors
    /// The game has no such ruleset; its rules are no longer played; it is damaged; the store cannot tell.
    pub async fn played_ruleset(
        &self,
        game: &str,
        hash: &str,
        caller: Caller,
    ) -> Result<Arc<dyn AnyRuleset>, ServiceError> {
        self.ruleset(game, hash, caller).await?;
        self.rules_of(hash, caller).await?.map_err(|error| match error {
            RulesetError::Retired { .. } | RulesetError::UnknownGame(_) => {
                ServiceError::NotFound { what: "ruleset" }
            }
            other => other.into_error("/hash"),
        })
    }

    /// The rules of this hash, whatever the game.
    pub(super) async fn rules_of(
        &self,
        hash: &str,
        caller: Caller,
    ) -> Result<Result<Arc<dyn AnyRuleset>, RulesetError>, ServiceError> {
        if let Some(rules) = self.rulesets.in_use(hash) {
            return Ok(Ok(rules));
        }
        let hash = hash.to_owned();
        self.reading(caller, move |rulesets, store| rulesets.by_hash(&hash, store)).await
    }

    /// The ruleset that somebody's options make: what was said of them before, else it is read when it is the caller's turn.
    pub(super) async fn rules_by_options(
        &self,
        game: &str,
        options: String,
        caller: Caller,
    ) -> Result<Result<Arc<dyn AnyRuleset>, RulesetError>, ServiceError> {
        match self.rulesets.known(game, &options) {
            Some(known) => Ok(known),
            None => {
                let game = game.to_owned();
                self.reading(caller, move |rulesets, _| rulesets.wanted(&game, &options)).await
            }
        }
    }

    /// What is found among the rulesets when it is the caller's turn, on a thread that may wait for the store.
    pub(super) async fn reading<T: Send + 'static>(
        &self,
        caller: Caller,
        read: impl FnOnce(&Rulesets, &dyn Store) -> T + Send + 'static,
    ) -> Result<T, ServiceError> {
        let (rulesets, store) = (Arc::clone(&self.rulesets), Arc::clone(&self.store));
        self.answers.make(caller, move || read(&rulesets, &*store)).await
    }

    /// The ruleset that options make, or everything wrong with them, below `/options`.
    ///
    /// # Errors
    /// There is no such game.
    pub async fn read_options(
        &self,
        game: &str,
        options: &Value,
        caller: Caller,
    ) -> Result<Result<Ruleset, Vec<FieldError>>, ServiceError> {
        match self.rules_by_options(game, options.to_string(), caller).await? {
            Ok(rules) => Ok(Ok(rules.ruleset().clone())),
            Err(RulesetError::UnknownGame(_)) => Err(ServiceError::NotFound { what: "game" }),
            Err(RulesetError::Faults(faults)) => {
                let located =
                    |Fault { pointer, detail }: Fault| FieldError::new(format!("/options{pointer}"), detail);
                Ok(Err(faults.into_iter().map(located).collect()))
            }
            Err(error) => Err(ServiceError::internal(error)),
        }
    }

    /// Stores a ruleset under its hash. `account` is charged for one that is new: one that is known takes no space.
    ///
    /// # Errors
    /// Those of `account`; there is no room; the store does not take it.
    pub async fn store_ruleset(
        &self,
        ruleset: &Ruleset,
        caller: Caller,
        account: &dyn Account,
    ) -> Result<(), ServiceError> {
        let row = record(ruleset);
        let hash = row.hash;
        if self.reading(caller, move |_, store| store.ruleset(&hash)).await??.is_some() {
            return Ok(());
        }
        self.space.admit()?;
        account.take(Stored::Ruleset)?;
        let stored = answered(|reply| self.store.put_ruleset_then(row, reply)).await;
        if stored.is_err() {
            account.give_back(Stored::Ruleset);
        }
        Ok(stored?)
    }
}

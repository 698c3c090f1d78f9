//! Rulesets.

use tapis_db::StoreError;
use tapis_db::model::*;

use crate::build::*;
use crate::{Factory, fresh};

pub fn a_ruleset_is_stored_once<F: Factory>() {
    let (_factory, store) = fresh::<F>();
    assert_eq!(store.ruleset(&digest(1)).unwrap(), None);
    store.put_ruleset(ruleset(1)).unwrap();
    store.put_ruleset(RulesetRecord { options: Json::from("{}"), ..ruleset(1) }).unwrap();
    assert_eq!(store.ruleset(&digest(1)).unwrap(), Some(ruleset(1)));
    let other = RulesetRecord { game: "malin".to_owned(), ..ruleset(1) };
    assert!(matches!(store.put_ruleset(other), Err(StoreError::Invalid(_))));
}

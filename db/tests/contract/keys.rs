//! Keys of callers.

use tapis_db::StoreError;
use tapis_db::model::*;

use crate::build::*;
use crate::{Factory, fresh};

pub fn a_key_comes_back_as_it_was_given<F: Factory>() {
    let factory = F::new();
    let store = factory.open();
    assert_eq!(store.keys(), Ok(vec![]));
    let rates = KeyRates { requests: Some(u32::MAX), create: Some(0), moves: None, hints: Some(7) };
    let designer = ApiKey { scope: KeyScope::Lab, rates, hash: digest(2), ..api_key("designer") };
    store.add_key(api_key("front.end-2_B")).unwrap();
    store.add_key(designer.clone()).unwrap();
    store.add_key(api_key("Zo")).unwrap();
    drop(store);
    // By the bytes of their names, whatever the language of the machine.
    let all = vec![api_key("Zo"), designer, api_key("front.end-2_B")];
    assert_eq!(factory.open().keys(), Ok(all));
}

pub fn a_name_is_given_once<F: Factory>() {
    let (_factory, store) = fresh::<F>();
    store.add_key(api_key("a")).unwrap();
    let other = ApiKey { hash: digest(3), ..api_key("a") };
    assert_eq!(store.add_key(other.clone()), Err(StoreError::Exists));
    assert_eq!(store.revoke_key("a", at(9)), Ok(true));
    assert_eq!(store.add_key(other), Err(StoreError::Exists), "a revoked key has its name for ever");
    assert_eq!(store.keys(), Ok(vec![ApiKey { revoked_at: Some(at(9)), ..api_key("a") }]));
}

pub fn a_key_is_revoked_once_for_all<F: Factory>() {
    let (_factory, store) = fresh::<F>();
    store.add_key(api_key("a")).unwrap();
    store.add_key(api_key("b")).unwrap();
    assert_eq!(store.revoke_key("c", at(5)), Err(StoreError::NotFound));
    assert_eq!(store.revoke_key("a", at(5)), Ok(true));
    assert_eq!(store.revoke_key("a", at(6)), Ok(false));
    assert_eq!(store.keys(), Ok(vec![ApiKey { revoked_at: Some(at(5)), ..api_key("a") }, api_key("b")]));
}

pub fn what_is_no_name_is_refused<F: Factory>() {
    let (_factory, store) = fresh::<F>();
    for name in ["", "a b", "é", "-a", "a\"b", "a\0", &"a".repeat(65)] {
        let refused = store.add_key(api_key(name)).unwrap_err();
        assert!(
            matches!(&refused, StoreError::Invalid(text) if text.contains("1 to 64")),
            "{name}: {refused}"
        );
    }
    store.add_key(api_key(&"a".repeat(64))).unwrap();
}

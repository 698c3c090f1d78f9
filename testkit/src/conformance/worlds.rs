//! The two worlds that a law compares, kept for what it says when they differ.

use std::cell::RefCell;

use serde_json::Value;
use tapis_games::game::Published;

thread_local! {
    static COMPARED: RefCell<Option<[String; 2]>> = const { RefCell::new(None) };
}

/// Two worlds under comparison. Where the comparison panics, what differs between them is kept.
pub(super) struct Worlds<'a, G: Published> {
    pub(super) rules: &'a G,
    pub(super) states: [&'a G::State; 2],
}

impl<G: Published> Drop for Worlds<'_, G> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let [one, other] =
                self.states.map(|state| serde_json::to_value(self.rules.document(state)).unwrap_or_default());
            COMPARED.set(Some(differing(one, other)));
        }
    }
}

/// What was compared when the last panic came.
pub(super) fn compared() -> Option<[String; 2]> {
    COMPARED.take()
}

/// The members in which two documents differ.
fn differing(one: Value, other: Value) -> [String; 2] {
    let (Value::Object(mut one), Value::Object(mut other)) = (one, other) else { return Default::default() };
    let same: Vec<String> = one
        .iter()
        .filter(|(name, value)| other.get(*name) == Some(value))
        .map(|(name, _)| name.clone())
        .collect();
    for name in &same {
        one.remove(name);
        other.remove(name);
    }
    [one, other].map(|members| Value::Object(members).to_string())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::differing;

    #[test]
    fn only_what_differs_is_told() {
        let worlds = [json!({"hands": [1, 2], "round": 3}), json!({"hands": [2, 1], "round": 3})];
        let [one, other] = worlds;
        assert_eq!(differing(one, other), [r#"{"hands":[1,2]}"#, r#"{"hands":[2,1]}"#]);
    }
}

//! Reading options out of JSON.

use serde_json::Value;

use crate::RulesError;

/// The member `name` as a number.
pub(crate) fn number(given: &Value, name: &str) -> Result<usize, RulesError> {
    given[name].as_u64().map(|number| number as usize).ok_or_else(|| fault(name, given))
}

/// The member `name` as a number; what is printed where it is absent.
pub(crate) fn printed(given: &Value, name: &str, printed: i64) -> Result<i64, RulesError> {
    given.get(name).map_or(Some(printed), Value::as_i64).ok_or_else(|| fault(name, given))
}

/// The member `name` as true or false.
pub(crate) fn flag(given: &Value, name: &str) -> Result<bool, RulesError> {
    given[name].as_bool().ok_or_else(|| fault(name, given))
}

/// Whether the switch `name` has the second of its two values.
pub(crate) fn switch(given: &Value, name: &str, [off, on]: [&str; 2]) -> Result<bool, RulesError> {
    match given[name].as_str() {
        Some(value) if value == on => Ok(true),
        Some(value) if value == off => Ok(false),
        _ => Err(fault(name, given)),
    }
}

/// A string.
pub(crate) fn text(value: &Value) -> Result<String, RulesError> {
    value.as_str().map(str::to_owned).ok_or_else(|| RulesError(format!("{value} should be a string")))
}

/// `name` is missing or unknown in `value`.
pub(crate) fn fault(name: &str, value: &Value) -> RulesError {
    RulesError(format!("{name} is missing or unknown in {value}"))
}

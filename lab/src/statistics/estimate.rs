//! An estimate with its uncertainty.

use serde::Serialize;
use utoipa::ToSchema;

/// The confidence of every interval.
pub const CONFIDENCE: f64 = 0.95;

/// An estimated quantity. `value`, `low` and `high` are absent if `insufficient_data` is set.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = Figure)]
pub struct Estimate {
    /// The number of values it is based on.
    #[schema(example = 812)]
    pub n: u64,
    /// The estimate.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = 0.531)]
    pub value: Option<f64>,
    /// Lower end of the interval.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = 0.497)]
    pub low: Option<f64>,
    /// Upper end of the interval.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = 0.565)]
    pub high: Option<f64>,
    /// How the interval was computed.
    pub method: Method,
    /// The confidence of the interval.
    #[schema(example = 0.95)]
    pub confidence: f64,
    /// Set if there are fewer than `minimum_n` values.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub insufficient_data: bool,
    /// The least number of values for an estimate.
    #[schema(example = 2)]
    pub minimum_n: u64,
}

/// How an interval is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = IntervalMethod)]
pub enum Method {
    /// Wilson's score interval of a proportion (Wilson 1927).
    Wilson,
    /// The interval of a mean by Student's t distribution.
    StudentT,
    /// Over several line-ups: a mean in which each counts the same, or a difference taken within each and averaged with the
    /// weights of Mantel and Haenszel (1959), its variance by game (Liang and Zeger 1986); the interval is normal.
    Stratified,
}

impl Estimate {
    /// `value` within `low` to `high`.
    pub fn new(n: u64, (low, value, high): (f64, f64, f64), method: Method, minimum_n: u64) -> Self {
        Self {
            n,
            value: Some(value),
            low: Some(low),
            high: Some(high),
            method,
            confidence: CONFIDENCE,
            insufficient_data: false,
            minimum_n,
        }
    }

    /// No number, because there are fewer than `minimum_n` values.
    pub fn insufficient(n: u64, method: Method, minimum_n: u64) -> Self {
        let of = Self::new(n, (0.0, 0.0, 0.0), method, minimum_n);
        Self { value: None, low: None, high: None, insufficient_data: true, ..of }
    }

    /// The same, its interval cut to where the quantity can be.
    pub fn within(self, least: f64, most: f64) -> Self {
        let cut = |number: Option<f64>| number.map(|number| number.clamp(least, most));
        Self { low: cut(self.low), high: cut(self.high), ..self }
    }

    /// The same less `base`, which is known exactly.
    pub fn above(&self, base: f64) -> Self {
        let less = |number: Option<f64>| number.map(|number| number - base);
        Self { value: less(self.value), low: less(self.low), high: less(self.high), ..self.clone() }
    }
}

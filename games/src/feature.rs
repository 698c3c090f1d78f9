//! Features: what designers count, a seat and a finished game.

use serde::Serialize;
use utoipa::ToSchema;

use crate::refusal::Text;

/// One value of one feature of one seat in one finished game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Feature {
    /// The feature's stable name: `region_won`.
    pub name: &'static str,
    /// The bucket the value falls in: a category (`bourgogne`) or a whole number.
    pub bucket: Bucket,
}

/// What a rollup is kept for.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(untagged)]
pub enum Bucket {
    /// A count or measure; rollups are kept for each value.
    Number(i64),
    /// A category.
    Category(String),
}

impl Feature {
    /// A feature with a category.
    pub fn category(name: &'static str, category: impl Into<String>) -> Self {
        Self { name, bucket: Bucket::Category(category.into()) }
    }

    /// A feature with a number.
    pub fn number(name: &'static str, value: impl Into<i64>) -> Self {
        Self { name, bucket: Bucket::Number(value.into()) }
    }
}

/// What a feature means.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct FeatureInfo {
    /// The stable name.
    pub name: &'static str,
    /// Whether its buckets are categories or numbers.
    pub kind: FeatureKind,
    /// What it counts.
    pub text: Text,
}

impl FeatureInfo {
    /// A feature of one number, with what it counts in English and French.
    pub fn number(name: &'static str, en: &str, fr: &str) -> Self {
        Self { name, kind: FeatureKind::Number, text: Text::new(en, fr) }
    }

    /// A feature of categories, likewise.
    pub fn categories(name: &'static str, en: &str, fr: &str) -> Self {
        Self { name, kind: FeatureKind::Categories, text: Text::new(en, fr) }
    }
}

/// The kinds of features.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum FeatureKind {
    /// A seat has any number of categories at once (each at most once): the regions it won.
    Categories,
    /// A seat has exactly one number: markers paid.
    Number,
}

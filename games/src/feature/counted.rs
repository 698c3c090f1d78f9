//! The features of a game in one table.

use super::{Feature, FeatureInfo, FeatureKind, Role};
use crate::locale::Texts;

/// A row of the table: a role, a name, and what a seat has of it, read from `S`. What it counts says the text `feature-<name>`.
pub enum Counted<S> {
    /// One number.
    Number(Role, &'static str, fn(&S) -> i64),
    /// Any categories, each once.
    Categories(Role, &'static str, fn(&S) -> Vec<String>),
}

impl<S> Counted<S> {
    /// What a seat has of each row of `table`, its `order` of play first.
    pub fn features(table: &[Self], seen: &S, order: Feature) -> Vec<Feature> {
        let mut features = vec![order];
        for row in table {
            match *row {
                Self::Number(_, name, of) => features.push(Feature::number(name, of(seen))),
                Self::Categories(_, name, of) => {
                    features.extend(of(seen).into_iter().map(|category| Feature::category(name, category)));
                }
            }
        }
        features
    }

    /// What the rows of `table` mean, the order of play first: which seat begins the game says the text `feature-first`.
    pub fn infos(table: &[Self], texts: &'static Texts) -> Vec<FeatureInfo> {
        let row = |row: &Self| match *row {
            Self::Number(role, name, _) => (FeatureKind::Number, (role, name)),
            Self::Categories(role, name, _) => (FeatureKind::Categories, (role, name)),
        };
        FeatureInfo::list(texts, table.iter().map(row))
    }
}

/// The names of `these`, as categories.
pub fn names<T>(these: impl IntoIterator<Item = T>, name: impl Fn(T) -> &'static str) -> Vec<String> {
    these.into_iter().map(|one| name(one).to_owned()).collect()
}

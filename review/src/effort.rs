//! How much work a review is.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How much work a review is.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "snake_case")]
#[schema(as = ReviewEffort)]
pub enum Effort {
    /// 60 games of the reference player from each position.
    Quick,
    /// 300.
    #[default]
    Standard,
    /// 3,000.
    Deep,
}

/// What an effort is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Depth {
    /// Games of the reference player from each position.
    pub plays: u32,
    /// Outcomes drawn afresh at a chance node that has too many to take all.
    pub outcomes: u32,
    /// Deals from which par is taken.
    pub deals: u32,
}

/// Deals from which par is taken, whatever the effort: a ruleset has one par.
const DEALS: u32 = 4_000;

impl Effort {
    /// All, the least first.
    pub const ALL: [Self; 3] = [Self::Quick, Self::Standard, Self::Deep];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Quick => "quick",
            Self::Standard => "standard",
            Self::Deep => "deep",
        }
    }

    /// What it is.
    pub fn depth(self) -> Depth {
        let plays = match self {
            Self::Quick => 60,
            Self::Standard => 300,
            Self::Deep => 3_000,
        };
        Depth { plays, outcomes: 8, deals: DEALS }
    }
}

impl fmt::Display for Effort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// There is no such effort.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is none of quick, standard, deep")]
pub struct UnknownEffort(String);

impl FromStr for Effort {
    type Err = UnknownEffort;

    fn from_str(name: &str) -> Result<Self, UnknownEffort> {
        Self::ALL.into_iter().find(|effort| effort.name() == name).ok_or_else(|| UnknownEffort(name.into()))
    }
}

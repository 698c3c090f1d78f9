//! Number cards, twins, the wish.

use super::options::Options;

/// A card; the derived order is the one cards are listed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Card {
    /// 1 to 34, with three players 1 to 19.
    Number(i64),
    /// A twin; with `twins: "fixed"` its value is printed.
    Twin(Option<i64>),
    /// The wish.
    Wish,
}

impl Card {
    /// All numbers and twins of the game.
    pub fn all(options: &Options) -> Vec<Self> {
        let twins = if options.fixed_twins { [Some(0), Some(options.highest())] } else { [None, None] };
        (1..options.highest()).map(Self::Number).chain(twins.map(Self::Twin)).collect()
    }

    /// As it is named in a hand: `17`, `twin`, `twin 35`, `wish`.
    pub fn name(self) -> String {
        match self {
            Self::Number(value) => value.to_string(),
            Self::Twin(Some(value)) => format!("twin {value}"),
            Self::Twin(None) => "twin".to_owned(),
            Self::Wish => "wish".to_owned(),
        }
    }

    /// As it is laid with a value: `17`, `twin 0`, `wish 20`.
    pub fn laid(self, value: i64) -> String {
        match self {
            Self::Number(_) => value.to_string(),
            Self::Twin(_) => format!("twin {value}"),
            Self::Wish => format!("wish {value}"),
        }
    }

    /// The values it may be laid with, where `removed` is the card set aside.
    pub fn values(self, options: &Options, removed: Self) -> Vec<i64> {
        match self {
            Self::Number(value) | Self::Twin(Some(value)) => vec![value],
            Self::Twin(None) => vec![0, options.highest()],
            Self::Wish if options.wish_is_removed && removed != Self::Wish => {
                removed.values(options, removed)
            }
            Self::Wish => (0..=options.highest()).collect(),
        }
    }
}

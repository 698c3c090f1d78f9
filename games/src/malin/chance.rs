//! Chance: deals, the random card of a barter, reshuffles of the Malheur pile.

use super::card::Card;
use super::malheur::Kind;
use super::round::Deal;
use crate::prelude::*;

/// What a chance node decides. Untagged: a deal's JSON is the `initial` of a replay's round.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Chance {
    /// The deal of a round.
    Deal(Deal),
    /// The random card of a barter.
    Card(Card),
    /// The order of the reshuffled pile, its top last.
    Reshuffle(Vec<Kind>),
}

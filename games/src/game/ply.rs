//! Plies: one decision together with all the chance that follows it, up to the next decision or the end. Ply 0 is the set-up: chance
//! only.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Game;
use crate::seat::Seat;

/// One ply with everything in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Ply<G: Game> {
    /// 0 for the set-up, then 1, 2, ….
    pub n: u32,
    /// Who moved, and how; `None` only for ply 0.
    pub action: Option<(Seat, G::Move)>,
    /// What chance decided after it, in order.
    pub chance: Vec<G::Chance>,
}

/// One ply as one viewer may know it. `outcome` is the game's [`Observed::Outcome`](super::Observed::Outcome).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SeenPly<O> {
    /// 0 for the set-up, then 1, 2, ….
    pub n: u32,
    /// The seat that moved; absent for the set-up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// The move as this viewer may read it; absent for the set-up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub notation: Option<String>,
    /// What the ply told this viewer beyond its notation.
    #[serde(default = "none", skip_serializing_if = "Option::is_none")]
    pub outcome: Option<O>,
}

impl<O: Default + PartialEq> SeenPly<O> {
    /// What somebody saw of `ply`: the move as it may be read, and what the ply told beyond it. An outcome
    /// that is the default one tells nothing and is left out.
    pub fn of<G: Game>(ply: &Ply<G>, notation: Option<String>, outcome: O) -> Self {
        let seat = ply.action.map(|(seat, _)| seat);
        Self { n: ply.n, seat, notation, outcome: Some(outcome).filter(|outcome| *outcome != O::default()) }
    }
}

fn none<T>() -> Option<T> {
    None
}

//! Why a move is refused.

use super::Parbourg;
use super::moves::Move;
use super::state::State;
use crate::refusal::Refusal;

impl Parbourg {
    /// The rule a move outside the legal list breaks.
    pub(super) fn explain(&self, _state: &State, _mv: Move) -> Refusal {
        Refusal::new("illegal", "parbourg.md#course", "illegal", "illégal")
    }
}

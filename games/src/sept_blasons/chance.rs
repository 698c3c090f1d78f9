//! Chance: deals, and tokens that nobody knew.

use super::SeptBlasons;
use super::card::Family;
use super::course::{drawn, told_of_token, turn_up};
use super::round::Deal;
use super::state::{Pending, Phase, State};
use super::token::Place;
use crate::prelude::*;
use crate::shown::Watch;

/// What a chance node decides. Untagged: a deal's JSON is the `initial` of a replay's round.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Chance {
    /// The deal of a round.
    Deal(Deal),
    /// The family of the token in question.
    Family(Family),
}

impl SeptBlasons {
    pub(super) fn at_chance(&self, state: &State) -> bool {
        state.pending.is_some() || state.phase == Phase::Deal
    }

    /// The families the token in question can have, with weights.
    pub(super) fn family_weights(&self, state: &State) -> Option<[u64; 7]> {
        let families = state.family_mask(self.seats());
        Some(match state.pending? {
            Pending::Draw(_) | Pending::Swap(_) | Pending::RevealPool => state.tokens.pool_weights(families),
            Pending::Reveal(_) | Pending::Peek(..) => state.tokens.unseen(families).map(u64::from),
        })
    }

    pub(super) fn fix(&self, state: &mut State, family: Family, watch: &mut impl Watch<State>) {
        let Some(pending) = state.pending.take() else { return };
        match pending {
            Pending::Draw(_) | Pending::Swap(_) => {
                drawn(state, pending, Some(family).filter(|_| state.tokens.draw_is_chance()), watch)
            }
            Pending::RevealPool => {
                let fixed = state.tokens.pool_fixed()[family.index()] > 0;
                state.tokens.take_down(fixed.then_some(family));
                state.tokens.lay(Some(family), true, Place::Pool);
                watch.tell(|| told_of_token(family));
            }
            Pending::Reveal(id) => turn_up(state, id, family, watch),
            Pending::Peek(seat, mask) => {
                let open = state.tokens.among(mask).filter(|token| token.family.is_none());
                let mut open = open.map(|token| token.id);
                let (now, more) = (open.next(), open.next().is_some());
                drop(open);
                if let Some(id) = now {
                    state.tokens.fix(id, family);
                }
                state.pending = more.then_some(Pending::Peek(seat, mask));
            }
        }
        self.step(state, watch);
    }
}

//! Card games whose only secret is the hands: write the rules, get what a seat knows for nothing.
//!
//! A game implements [`HiddenHands`] and calls [`observe_hidden_hands!`](crate::observe_hidden_hands): that gives it
//! [`Observed`](crate::game::Observed) and an [`InformationSet`](crate::game::InformationSet), with worlds counted, listed and
//! drawn, over any number of deals. `examples/template` is such a game.
//!
//! What chance gives is a [`Shape`]: the whole pack or part of it, cards from a stock for one seat, cards turned up; a seat has
//! one hand or several. The stock itself is nowhere in a state: it is what lies in no hand and is not [shown](HiddenHands::shown),
//! in an order that nobody knows yet.

use std::hash::Hash;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::game::{Ply, Published, SeenPly};
use crate::hash::hash_of;
use crate::playing_card::Cards;
use crate::seat::{Seat, Viewer};

mod deal;
mod hidden;
mod history;
mod known;
mod received;

pub use deal::{Deal, Shape};
pub use known::KnownHands;
pub use received::Received;

/// What a ply tells beyond its notation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
#[schema(as = DealtOutcome)]
pub struct Dealt {
    /// What chance gave after the move, in order, as far as the viewer sees it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub deals: Vec<Deal>,
    /// All hands, where the move laid them open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub open: Option<Vec<Cards>>,
}

/// A game in which everybody sees everything but the hands of the others: each move, and every card that it takes from a hand or
/// into one. A seat may have several hands, each in the same number as the others: first come all first ones by seat, then all
/// second ones.
pub trait HiddenHands: Published<Chance = Deal, Outcome = Dealt, State: Hash> {
    /// The hands.
    fn hands<'a>(&self, state: &'a Self::State) -> &'a [Cards];

    /// The same, to be filled.
    fn hands_mut<'a>(&self, state: &'a mut Self::State) -> &'a mut [Cards];

    /// All cards of the pack.
    fn pack(&self) -> Cards;

    /// What the chance node `state` gives. The numbers depend on nothing hidden.
    fn deals(&self, state: &Self::State) -> Shape;

    /// The cards that lie for all to see, or did last: played, turned up, discarded. They are in no hand, and cannot be drawn.
    fn shown(&self, state: &Self::State) -> Cards;

    /// The cards of the mover's hand that `mv` shows as it leaves the hand.
    fn shows(&self, mv: Self::Move) -> Cards;

    /// Which of the mover's hands these cards come from, and `mv` tells something of; 0 is the first.
    fn hand_of(&self, mv: Self::Move) -> usize {
        let _ = mv;
        0
    }

    /// The cards that the mover shows not to have in what is left of its hand by `mv`: the suit that it does not follow, all that it
    /// could have played where it passes. A function of what everybody knows. A game keeps them in its state, too, until the seat
    /// draws: then searches tell such positions apart.
    fn denies(&self, state: &Self::State, mv: Self::Move) -> Cards {
        let _ = (state, mv);
        Cards::default()
    }

    /// Whether all hands lie open in `state`, right after a move: at the end of a round in which cards left in hand count. The
    /// hands must still be in the state then.
    fn lays_open(&self, state: &Self::State) -> bool {
        let _ = state;
        false
    }

    /// The cards that can be drawn in `state`.
    fn stock(&self, state: &Self::State) -> Cards {
        self.hands(state)
            .iter()
            .fold(self.pack().without(self.shown(state)), |stock, hand| stock.without(*hand))
    }
}

/// Implements [`Observed`](crate::game::Observed) for a game that is [`HiddenHands`].
#[macro_export]
macro_rules! observe_hidden_hands {
    ($game:ty) => {
        impl $crate::game::Observed for $game {
            type Outcome = $crate::hands::Dealt;
            type Knowledge = $crate::hands::KnownHands<Self::State>;

            fn see(
                &self,
                before: &Self::State,
                ply: &$crate::game::Ply<Self>,
                _: &Self::State,
                viewer: $crate::seat::Viewer,
            ) -> $crate::game::SeenPly<Self::Outcome> {
                $crate::hands::see(self, before, ply, viewer)
            }

            fn discloses(&self, before: &Self::State, ply: &$crate::game::Ply<Self>) -> bool {
                $crate::hands::discloses(self, before, ply)
            }

            fn info_key(&self, state: &Self::State, seat: $crate::seat::Seat) -> u64 {
                $crate::hands::info_key(self, state, seat)
            }
        }
    };
}

/// See [`Observed::see`](crate::game::Observed::see).
pub fn see<G: HiddenHands>(rules: &G, before: &G::State, ply: &Ply<G>, viewer: Viewer) -> SeenPly<Dealt> {
    let deals = ply.chance.iter().map(|deal| deal.seen_by(viewer, rules.seats())).collect();
    let notation = ply.action.map(|(_, mv)| rules.notation(before, mv, viewer));
    SeenPly::of(ply, notation, Dealt { deals, open: laid_open(rules, before, ply) })
}

/// See [`Observed::discloses`](crate::game::Observed::discloses).
pub fn discloses<G: HiddenHands>(rules: &G, before: &G::State, ply: &Ply<G>) -> bool {
    let tells = |mv: G::Move| !rules.shows(mv).is_empty() || !rules.denies(before, mv).is_empty();
    !ply.chance.is_empty()
        || ply.action.is_some_and(|(_, mv)| tells(mv))
        || laid_open(rules, before, ply).is_some()
}

/// The hands right after the move of a ply, where it lays them open.
fn laid_open<G: HiddenHands>(rules: &G, before: &G::State, ply: &Ply<G>) -> Option<Vec<Cards>> {
    let mut after = before.clone();
    rules.play_unchecked(&mut after, ply.action?.1);
    rules.lays_open(&after).then(|| rules.hands(&after).to_vec())
}

/// See [`Observed::info_key`](crate::game::Observed::info_key).
pub fn info_key<G: HiddenHands>(rules: &G, state: &G::State, seat: Seat) -> u64 {
    let sizes: Vec<u32> = rules.hands(state).iter().map(|hand| hand.len()).collect();
    hash_of(&(seat, sizes, seen_by(rules, state, Viewer::Seat(seat))))
}

/// The position with the hands emptied that `viewer` does not see: what a seat knows, as a position.
pub fn seen_by<G: HiddenHands>(rules: &G, state: &G::State, viewer: Viewer) -> G::State {
    let mut seen = state.clone();
    let known = deal::known(rules.hands(state), viewer, rules.seats());
    rules.hands_mut(&mut seen).copy_from_slice(&known);
    seen
}

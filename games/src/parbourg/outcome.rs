//! What a ply tells a viewer beyond its notation.

use super::Parbourg;
use super::card::{Card, CardSet};
use super::chance::Chance;
use super::knowledge::Knowledge;
use super::moves::Move;
use super::state::{Phase, Random, State};
use super::trace::{AskedFor, Observer};
use crate::hash::hash_of;
use crate::prelude::*;
use crate::shown::Watch;

/// What a ply told a viewer beyond its notation; members that tell nothing are absent. Cards are given as ids, henchmen as
/// initiative scores.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = ParbourgOutcome)]
#[serde(deny_unknown_fields, default)]
pub struct Outcome {
    /// In the set-up: the seat that draws a henchman first, every day.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<Seat>,
    /// Cards the viewer drew, in order; in a replay those of every seat.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub drew: Vec<SeatCard>,
    /// Henchmen laid open, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub henchmen: Vec<SeatHenchman>,
    /// The two henchmen offered; only for the seat that chooses.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub choice: Vec<u8>,
    /// The hand looked at; only for the seat that looked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hand: Option<Vec<u16>>,
    /// The card taken from a hand; only for thief and victim.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stolen: Option<u16>,
    /// Cards discarded from a hand at random, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub discarded: Vec<u16>,
    /// Face-down cards shown, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub shown: Vec<SeatCard>,
    /// With `windows: "holders"`: the seat that is asked next in a window, and for what.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub asked: Option<Asked>,
    /// In a replay: each reshuffled pile in the order in which it is drawn.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reshuffled: Vec<Vec<u16>>,
    /// In a replay: the new day's henchmen in the order in which they are drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub henchman_pile: Option<Vec<u8>>,
}

/// A card of a seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = ParbourgSeatCard)]
#[serde(deny_unknown_fields)]
pub struct SeatCard {
    pub seat: Seat,
    pub card: u16,
}

/// A henchman of a seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = ParbourgSeatHenchman)]
#[serde(deny_unknown_fields)]
pub struct SeatHenchman {
    pub seat: Seat,
    pub henchman: u8,
}

/// The seat that is asked in a window.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = ParbourgAsked)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    pub seat: Seat,
    /// What it is asked for.
    pub window: AskedFor,
}

/// Everything that happened inside a ply.
#[derive(Default)]
pub(super) struct PlyEvents {
    pub drew: Vec<(Seat, Card)>,
    pub henchmen: Vec<(Seat, u8)>,
    choice: Option<(Seat, [u8; 2])>,
    peek: Option<(Seat, CardSet)>,
    stolen: Option<([Seat; 2], u16)>,
    shown: Vec<(Seat, Card)>,
    asked: Option<(Seat, AskedFor)>,
}

impl Watch<State> for PlyEvents {}

impl Observer for PlyEvents {
    fn draws(&mut self, state: &mut State, seat: Seat) {
        self.drew.extend(state.pile.last().map(|&card| (seat, card)));
    }

    fn lays_open(&mut self, state: &mut State, seat: Seat) {
        self.henchmen.extend(state.henchman_pile.last().map(|&henchman| (seat, henchman)));
    }

    fn chooses(&mut self, state: &mut State, seat: Seat) {
        if let [.., a, b] = state.henchman_pile[..] {
            self.choice = Some((seat, [a.min(b), a.max(b)]));
        }
    }

    fn shows(&mut self, state: &mut State, at: usize) {
        let laid = state.table[at];
        self.shown.push((laid.seat, laid.card));
    }

    fn peeks(&mut self, state: &mut State, user: Seat, seat: Seat) {
        self.peek = Some((user, state.hand(seat)));
    }

    fn asks(&mut self, state: &mut State, seat: Seat, ask: AskedFor, cards: CardSet) -> bool {
        let holds = state.hand(seat).meets(cards);
        self.asked = holds.then_some((seat, ask)).or(self.asked);
        holds
    }
}

impl Observed for Parbourg {
    type Outcome = Outcome;
    type Knowledge = Knowledge;

    fn see(&self, before: &State, ply: &Ply<Self>, _after: &State, viewer: Viewer) -> SeenPly<Outcome> {
        let events = self.replay_events(before, ply);
        let card = |&(seat, card): &(Seat, Card)| SeatCard { seat, card: self.id(card) };
        let scores = |pair: [u8; 2]| pair.map(|henchman| self.score(henchman)).to_vec();
        let mut seen = Outcome {
            drew: events.drew.iter().filter(|(seat, _)| viewer.knows_as(*seat)).map(card).collect(),
            henchmen: events
                .henchmen
                .iter()
                .map(|&(seat, henchman)| SeatHenchman { seat, henchman: self.score(henchman) })
                .collect(),
            choice: events
                .choice
                .filter(|(seat, _)| viewer.knows_as(*seat))
                .map_or_else(Vec::new, |c| scores(c.1)),
            hand: events.peek.filter(|(user, _)| viewer.knows_as(*user)).map(|(_, hand)| self.ids(hand)),
            stolen: events
                .stolen
                .filter(|(pair, _)| pair.iter().any(|&seat| viewer.knows_as(seat)))
                .map(|s| s.1),
            shown: events.shown.iter().map(card).collect(),
            asked: events.asked.map(|(seat, window)| Asked { seat, window }),
            ..Outcome::default()
        };
        ply.chance.iter().for_each(|outcome| seen.add(outcome, viewer));
        let notation = ply.action.map(|(seat, mv)| self.write(mv, seat, viewer));
        SeenPly::of(ply, notation, seen)
    }

    /// Whether a ply told anybody something hidden until then: all do but those by which nothing moved.
    fn discloses(&self, before: &State, ply: &Ply<Self>) -> bool {
        let quiet = matches!(ply.action, Some((_, Move::Pass | Move::End | Move::Fold)));
        if !quiet || !ply.chance.is_empty() || self.holders_only() {
            return true;
        }
        let events = self.replay_events(before, ply);
        !(events.drew.is_empty()
            && events.henchmen.is_empty()
            && events.choice.is_none()
            && events.peek.is_none()
            && events.shown.is_empty())
    }

    fn info_key(&self, state: &State, seat: Seat) -> u64 {
        let mut seen = state.clone();
        let mut sizes = [0; super::state::SEATS];
        for other in self.others(seat) {
            sizes[other.index()] = seen.hand(other).len() as usize;
            seen.hands[other.index()] = CardSet::NONE;
            seen.known[other.index()] = CardSet::NONE;
        }
        let (pile, henchmen) = (seen.pile.len(), seen.henchman_pile.len());
        seen.pile.clear();
        seen.henchman_pile.clear();
        for laid in seen.table.iter_mut().filter(|laid| laid.hidden && laid.seat != seat) {
            laid.card = Card(0);
        }
        if let Phase::Keep(chooser, ..) = seen.phase
            && chooser != seat
        {
            seen.phase = Phase::Keep(chooser, 0, 0);
        }
        hash_of(&(seen, sizes, pile, henchmen))
    }
}

impl Parbourg {
    /// Plays a ply once more and writes down what happens.
    pub(super) fn replay_events(&self, before: &State, ply: &Ply<Self>) -> PlyEvents {
        let (mut state, mut events) = (before.clone(), PlyEvents::default());
        if let Some((_, mv)) = ply.action {
            self.apply(&mut state, mv, &mut events);
        }
        for outcome in &ply.chance {
            if let (Chance::Steal(id), Some(Random::Steal { thief, victim })) = (outcome, state.random) {
                events.stolen = Some(([thief, victim], *id));
            }
            if self.decide(&mut state, outcome, &mut events).is_err() {
                break; // the ply was played: its chance fits
            }
        }
        events
    }
}

impl Outcome {
    fn add(&mut self, outcome: &Chance, viewer: Viewer) {
        match outcome {
            Chance::Deal(deal) => self.first = Some(deal.first),
            Chance::Discard(card) => self.discarded.push(*card),
            Chance::Reshuffle(pile) if viewer == Viewer::Replay => self.reshuffled.push(pile.clone()),
            Chance::Henchmen(pile) if viewer == Viewer::Replay => self.henchman_pile = Some(pile.clone()),
            Chance::Reshuffle(_) | Chance::Henchmen(_) | Chance::Steal(_) => {}
        }
    }
}

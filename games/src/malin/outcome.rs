//! What a ply tells a viewer beyond its notation.

use super::Malin;
use super::card::{Card, Hand};
use super::chance::Chance;
use super::knowledge::Knowledge;
use super::malheur::{KINDS, Kind, Malheur};
use super::moves::Move;
use super::round::Deal;
use super::state::State;
use crate::hash::hash_of;
use crate::prelude::*;

/// What a ply told a viewer beyond its notation; members that tell nothing are absent.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = MalinOutcome)]
#[serde(deny_unknown_fields, default)]
pub struct Outcome {
    /// The hand looked at (evil eye).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hand: Option<Vec<Card>>,
    /// The random card of a barter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub card: Option<Card>,
    /// Malheur cards drawn that the viewer saw.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub drew: Vec<Drawn>,
    /// The order of the reshuffled Malheur pile, its top last; only in a replay.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reshuffled: Option<Vec<Kind>>,
    /// The deal of the round that begins: other hands are empty, the card left over and the pile are absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deal: Option<Deal>,
}

/// Malheur cards drawn by a seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = MalinDrawn)]
#[serde(deny_unknown_fields)]
pub struct Drawn {
    /// The seat that drew.
    pub seat: Seat,
    /// The Malheur cards drawn, in the order of the rules file.
    pub malheurs: Vec<Kind>,
}

impl Observed for Malin {
    type Outcome = Outcome;
    type Knowledge = Knowledge;

    fn see(&self, before: &State, ply: &Ply<Self>, after: &State, viewer: Viewer) -> SeenPly<Outcome> {
        let mut seen = Outcome { drew: self.drawn(before, ply, after, viewer), ..Outcome::default() };
        if let Some((user, Move::Malheur(malheur))) = ply.action {
            match malheur {
                Malheur::EvilEye(target) if viewer.knows_as(user) => {
                    seen.hand = Some(before.hands[target.index()].cards(self.fixed_twins()).collect());
                }
                Malheur::Barter(_, target) if viewer.knows_as(user) || viewer.knows_as(target) => {
                    seen.card = drawn_card(ply);
                }
                _ => {}
            }
        }
        for outcome in &ply.chance {
            match outcome {
                Chance::Deal(deal) => seen.deal = Some(deal.as_seen(viewer)),
                Chance::Reshuffle(order) if viewer == Viewer::Replay => seen.reshuffled = Some(order.clone()),
                Chance::Reshuffle(_) | Chance::Card(_) => {}
            }
        }
        let notation = ply.action.map(|(seat, mv)| self.write(mv, seat, viewer));
        SeenPly::of(ply, notation, seen)
    }

    /// Whether a ply told anybody something hidden until then: every card laid did, and every contract.
    fn discloses(&self, _before: &State, ply: &Ply<Self>) -> bool {
        !ply.chance.is_empty() || !matches!(ply.action, Some((_, Move::Pass)))
    }

    fn info_key(&self, state: &State, seat: Seat) -> u64 {
        let mut seen = state.clone();
        let (mut unseen, mut twins) = (state.left_over, state.left_over.count(Card::Twin));
        for other in Seat::all(self.seats()).filter(|&other| other != seat) {
            unseen = unseen.either(state.hands[other.index()]);
            twins += state.hands[other.index()].count(Card::Twin);
            let (hand, held) = (seen.hands[other.index()].len(), seen.malheurs_held(other));
            seen.hands[other.index()] = Hand::default();
            seen.malheurs[other.index()] = [0; KINDS];
            seen.malheurs[other.index()][0] = (held + 16 * hand) as u8;
            seen.known[other.index()] = Default::default();
        }
        seen.left_over = Hand::default();
        let size = seen.pile.len();
        seen.pile.clear();
        if self.fixed_twins().is_none() {
            // Wherever they lie, they are the same two cards.
            (0..2).for_each(|_| unseen.remove(Card::Twin));
        }
        // What was laid is public, so everybody knows what is left.
        hash_of(&(seen, size, unseen, twins))
    }
}

impl Malin {
    /// Malheur cards drawn in the ply, as far as the viewer saw them.
    pub(super) fn drawn(&self, before: &State, ply: &Ply<Self>, after: &State, viewer: Viewer) -> Vec<Drawn> {
        let spent = |seat: Seat, kind: Kind| match ply.action {
            Some((user, Move::Malheur(malheur))) => user == seat && malheur.kind() == kind,
            _ => false,
        };
        let drew = |seat: Seat| {
            let (had, has) = (&before.malheurs[seat.index()], &after.malheurs[seat.index()]);
            let now = |kind: Kind| has[kind as usize] + u8::from(spent(seat, kind));
            let new = Kind::ALL.map(|kind| now(kind).saturating_sub(had[kind as usize]));
            Kind::repeated(new).collect::<Vec<_>>()
        };
        Seat::all(self.seats())
            .filter(|&seat| viewer.knows_as(seat))
            .map(|seat| Drawn { seat, malheurs: drew(seat) })
            .filter(|drawn| !drawn.malheurs.is_empty())
            .collect()
    }
}

fn drawn_card(ply: &Ply<Malin>) -> Option<Card> {
    ply.chance.iter().find_map(|outcome| if let Chance::Card(card) = outcome { Some(*card) } else { None })
}

impl Deal {
    fn as_seen(&self, viewer: Viewer) -> Deal {
        if viewer == Viewer::Replay {
            return self.clone();
        }
        let hand = |(at, hand): (usize, &Vec<Card>)| {
            if viewer.is(Seat(at as u8)) { hand.clone() } else { Vec::new() }
        };
        Deal {
            hands: self.hands.iter().enumerate().map(hand).collect(),
            left_over: Vec::new(),
            pile: Vec::new(),
            ..self.clone()
        }
    }
}

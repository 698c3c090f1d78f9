//! Whole histories that give a viewer a log.
//!
//! A belief knows of every card where it was dealt and in which barter it moved, and of every Malheur card known by now
//! from which pile it came. One way of the belief for each round, its hidden cards in any order, is a whole history.

use rand::Rng;

use super::super::Malin;
use super::super::card::Card;
use super::super::chance::Chance;
use super::super::malheur::{Kind, Malheur};
use super::super::moves::Move;
use super::super::notation::hidden_barter;
use super::super::round::Deal;
use super::super::seen::Seen;
use super::super::state::{Phase, State};
use super::cards::Cards;
use super::physical::Place;
use super::worlds::weighted;
use crate::game::{Game, Observed, Turn};
use crate::log::{Ply, SeenPly};
use crate::refusal::Refusal;
use crate::seat::{Seat, Viewer};

/// What a history needs beside the log.
struct Plan {
    /// The cards of each round.
    rounds: Vec<Cards>,
    /// Every Malheur pile, its top last.
    piles: Vec<Vec<Kind>>,
}

impl Malin {
    pub(in super::super) fn history<R: Rng + ?Sized>(
        &self,
        viewer: Viewer,
        seen: &[SeenPly<Seen>],
        rng: &mut R,
    ) -> Result<Vec<Ply<Self>>, Refusal> {
        let mut knowledge = self.know(viewer);
        let mut rounds = Vec::new();
        let chosen = |cards: &[Cards], rng: &mut R| {
            weighted(cards, |cards| cards.weight, rng).map(|cards| cards.dealt_anew(rng))
        };
        for ply in seen {
            let before = knowledge.table.round;
            self.learn(&mut knowledge, ply)?;
            if before > 0 && knowledge.table.round > before {
                rounds.extend(chosen(&knowledge.finished, rng));
            }
        }
        rounds.extend(chosen(&knowledge.cards, rng));
        let plan = Plan { rounds, piles: knowledge.malheurs.piles(rng).unwrap_or_default() };
        self.replayed(viewer, seen, &plan).ok_or_else(|| {
            Refusal::new(
                "no_history_found",
                "malin.md#what-a-seat-observes",
                "the log tells things that nobody can have seen",
                "le journal dit des choses que personne n'a pu voir",
            )
        })
    }

    /// Plays the history and checks that the viewer sees exactly the log.
    fn replayed(&self, viewer: Viewer, seen: &[SeenPly<Seen>], plan: &Plan) -> Option<Vec<Ply<Self>>> {
        let mut state = self.start();
        let mut piles = plan.piles.iter();
        let mut history = Vec::with_capacity(seen.len());
        for ply in seen {
            let before = state.clone();
            let cards = plan.rounds.get(usize::from(state.round).saturating_sub(1));
            let bartered = cards.and_then(|cards| bartered(cards, ply.n));
            let action = match (ply.seat, &ply.notation) {
                (Some(seat), Some(notation)) => Some((seat, self.move_of(&state, notation, bartered)?)),
                _ => None,
            };
            if let Some((_, mv)) = action {
                self.play(&mut state, mv).ok()?;
            }
            let mut chance = Vec::new();
            while self.turn(&state) == Turn::Chance {
                let outcome = match state.phase {
                    Phase::Barter(..) => Chance::Card(bartered?.1),
                    Phase::Reshuffle(_) => Chance::Reshuffle(piles.next()?.clone()),
                    _ => {
                        let pile = if state.round == 0 { piles.next().cloned() } else { None };
                        let pile = pile.unwrap_or_else(|| state.pile.to_vec());
                        Chance::Deal(self.dealt(
                            ply,
                            plan.rounds.get(usize::from(state.round))?,
                            viewer,
                            pile,
                        )?)
                    }
                };
                self.resolve(&mut state, &outcome).ok()?;
                chance.push(outcome);
            }
            let whole = Ply { n: ply.n, action, chance };
            (self.see(&before, &whole, &state, viewer) == *ply).then_some(())?;
            history.push(whole);
        }
        Some(history)
    }

    fn move_of(&self, state: &State, notation: &str, bartered: Option<(Card, Card)>) -> Option<Move> {
        match hidden_barter(notation) {
            Some(target) => Some(Move::Malheur(Malheur::Barter(bartered?.0, target.ok()?))),
            None => self.read(state, notation).ok(),
        }
    }

    /// The deal that `cards` began with.
    fn dealt(&self, ply: &SeenPly<Seen>, cards: &Cards, viewer: Viewer, pile: Vec<Kind>) -> Option<Deal> {
        let shown = ply.outcome.as_ref()?.deal.as_ref()?;
        let at = |place: Place| {
            let there = cards.pack.iter().filter(move |card| card.way.dealt == place);
            let mut there: Vec<Card> = there.map(|card| card.card).collect();
            there.sort();
            there
        };
        let hand = |seat: Seat| {
            // In the order in which the viewer saw its own.
            if viewer.knows_as(seat) { shown.hands[seat.index()].clone() } else { at(Place::Hand(seat)) }
        };
        let hands = Seat::all(self.seats_count()).map(hand).collect();
        Some(Deal { hands, left_over: at(Place::LeftOver), pile, ..shown.clone() })
    }
}

/// The cards of the barter in ply `n`: the one given and the random one.
fn bartered(cards: &Cards, n: u32) -> Option<(Card, Card)> {
    let barter = cards.barters.iter().find(|barter| barter.ply == n)?;
    Some((cards.pack[barter.given].card, cards.pack[barter.drawn].card))
}

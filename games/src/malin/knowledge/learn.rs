//! Adding a ply: the decision.

use super::super::Malin;
use super::super::card::Card;
use super::super::chance::Chance;
use super::super::malheur::{Kind, Malheur};
use super::super::moves::Move;
use super::super::notation::hidden_barter;
use super::super::outcome::Outcome;
use super::cards::{Barter, Cards, merged};
use super::{Knowledge, contradiction};
use crate::prelude::*;

/// One way a decision may have gone: where the cards lay before it, and the cards it moves.
struct Candidate {
    cards: Cards,
    /// The card laid, named or given; and the random card of a barter.
    ids: [usize; 2],
}

impl Candidate {
    /// A decision that moves no card.
    fn still(cards: Cards) -> Self {
        Self { cards, ids: [0; 2] }
    }
}

impl Malin {
    /// Follows a decision; the Malheur card that it used, and whose.
    pub(super) fn follow(
        &self,
        knowledge: &mut Knowledge,
        n: u32,
        seat: Seat,
        notation: &str,
        seen: &Outcome,
    ) -> Result<Option<(Seat, Kind)>, Refusal> {
        if self.turn(&knowledge.table) != Turn::Player(seat) {
            return Err(contradiction(n, said("not_that_turn")));
        }
        let viewer = knowledge.viewer;
        let hidden = hidden_barter(notation).transpose();
        let hidden = hidden.map_err(|error| contradiction(n, error.said()))?;
        let read = || self.parse(&knowledge.table, notation);
        let (mv, found) = match hidden {
            Some(target) => self.unseen_barter(knowledge, n, seat, target)?,
            None => {
                let mv = read().map_err(|error| contradiction(n, error.said()))?;
                self.known_targets(n, mv)?;
                let find = |cards| find(viewer, cards, seat, mv, seen);
                (mv, knowledge.cards.iter().flat_map(find).collect())
            }
        };
        let first = found.first().ok_or_else(|| contradiction(n, said("card_elsewhere")))?;
        let drawn = first.cards.pack.get(first.ids[1]).map(|drawn| drawn.card);
        self.use_card(knowledge, n, seat, mv)?;
        first.cards.fill(viewer, &mut knowledge.table);
        let (trick, played) = (knowledge.table.trick.clone(), knowledge.table.tricks);
        self.play(&mut knowledge.table, mv)?;
        if let (Move::Malheur(Malheur::Barter(..)), Some(drawn)) = (mv, drawn) {
            self.resolve(&mut knowledge.table, &Chance::Card(drawn))?;
        }
        let settled = (knowledge.table.tricks != played).then(|| {
            let mut trick = trick;
            trick.enter(seat, mv);
            trick.waiting
        });
        let moved = found.into_iter().map(|found| {
            let mut cards = moved(found, n, seat, mv);
            settled.iter().for_each(|waiting| cards.settle(waiting));
            cards
        });
        let cards = merged(moved.collect()).ok_or_else(|| contradiction(n, said("no_world_with")))?;
        cards[0].fill(viewer, &mut knowledge.table);
        knowledge.cards = cards;
        let used = if let Move::Malheur(malheur) = mv { Some((seat, malheur.kind())) } else { None };
        Ok(used)
    }

    /// The seats a move names are at the table.
    fn known_targets(&self, n: u32, mv: Move) -> Result<(), Refusal> {
        let Move::Malheur(Malheur::Barter(_, target) | Malheur::EvilEye(target)) = mv else { return Ok(()) };
        if target.index() < self.seats() { Ok(()) } else { Err(contradiction(n, said("no_such_seat"))) }
    }

    /// A Malheur card leaves a hand, where it must have been.
    fn use_card(&self, knowledge: &mut Knowledge, n: u32, seat: Seat, mv: Move) -> Result<(), Refusal> {
        let Move::Malheur(malheur) = mv else { return Ok(()) };
        let kind = malheur.kind();
        if knowledge.viewer.knows_as(seat) {
            return Ok(()); // the table holds the viewer's own cards
        }
        let held = &mut knowledge.table.malheurs[seat.index()];
        let missing = || contradiction(n, said("no_malheur"));
        if held.iter().all(|&count| count == 0) || !knowledge.malheurs.use_up(n, seat, kind) {
            return Err(missing());
        }
        // Which cards others hold means nothing on the table: only their number.
        if held[kind as usize] == 0
            && let Some(other) = held.iter().position(|&count| count > 0)
        {
            held[other] -= 1;
            held[kind as usize] += 1;
        }
        Ok(())
    }

    /// A barter between two other seats: either card may be one the viewer knew.
    fn unseen_barter(
        &self,
        knowledge: &Knowledge,
        n: u32,
        giver: Seat,
        target: Seat,
    ) -> Result<(Move, Vec<Candidate>), Refusal> {
        let sees = |seat| knowledge.viewer.knows_as(seat);
        if sees(giver) || sees(target) || target == giver || target.index() >= self.seats() {
            return Err(contradiction(n, said("barter_not_hidden")));
        }
        let mut found = Vec::new();
        for cards in &knowledge.cards {
            for (given, from_giver) in cards.choices(giver) {
                for (drawn, from_target) in cards.choices(target) {
                    let mut split = cards.clone();
                    split.weight *= from_giver * from_target;
                    found.push(Candidate { cards: split, ids: [given, drawn] });
                }
            }
        }
        let given = found.first().map_or(Card::Wish, |first| first.cards.pack[first.ids[0]].card);
        Ok((Move::Malheur(Malheur::Barter(given, target)), found))
    }
}

/// The ways in which the cards that a decision moves or shows can have lain where they did.
fn find(viewer: Viewer, cards: &Cards, seat: Seat, mv: Move, seen: &Outcome) -> Vec<Candidate> {
    let single = |card: Card| {
        let ways = cards.single_out(seat, card).into_iter();
        ways.map(|(cards, id)| Candidate { cards, ids: [id, id] }).collect()
    };
    match mv {
        Move::Play(lay) | Move::Malheur(Malheur::Retake(lay)) => single(lay.card),
        Move::Malheur(Malheur::Barter(given, target)) => {
            let (Some(drawn), true) = (seen.card, viewer.knows_as(seat) || viewer.knows_as(target)) else {
                return Vec::new();
            };
            let both = |(cards, given): (Cards, usize)| {
                let ways = cards.single_out(target, drawn).into_iter();
                ways.map(move |(cards, drawn)| Candidate { cards, ids: [given, drawn] })
            };
            cards.single_out(seat, given).into_iter().flat_map(both).collect()
        }
        Move::Malheur(Malheur::EvilEye(target)) if viewer.knows_as(seat) => {
            let mut cards = cards.clone();
            let hand = seen.hand.as_deref().unwrap_or_default();
            if cards.see_hand(target, hand) { vec![Candidate::still(cards)] } else { Vec::new() }
        }
        _ => vec![Candidate::still(cards.clone())],
    }
}

/// The cards once the decision is made.
fn moved(found: Candidate, n: u32, seat: Seat, mv: Move) -> Cards {
    let Candidate { mut cards, ids: [id, drawn] } = found;
    match mv {
        Move::Play(_) => cards.lay(id, seat),
        Move::Malheur(Malheur::Retake(_)) => cards.name(id, seat),
        Move::Malheur(Malheur::Parry) => cards.parry(),
        Move::Malheur(Malheur::EvilEye(target)) => cards.show_hand(target, seat),
        Move::Malheur(Malheur::Barter(_, target)) => {
            cards.barter(Barter { ply: n, given: id, drawn }, seat, target);
        }
        Move::Malheur(malheur) if malheur.waits() => cards.wait(),
        Move::Malheur(_) | Move::Bid(_) | Move::Pass => {}
    }
    cards
}

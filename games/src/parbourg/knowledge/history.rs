//! Whole histories that give a viewer a log: the log followed with a record of everything hidden, the record given
//! faces, and played.

use super::Hypothesis;
use super::constraints::Record;
use super::worlds::{Faces, shuffled_henchmen};
use crate::parbourg::Parbourg;
use crate::parbourg::card::Card;
use crate::parbourg::chance::{Chance, Deal};
use crate::parbourg::moves::Move;
use crate::parbourg::notation::UNSEEN_BET;
use crate::parbourg::outcome::Outcome;
use crate::parbourg::state::{Phase, Random, State};
use crate::prelude::*;
use crate::rebuild::HiddenParts;

impl HiddenParts<Parbourg> for Script<'_> {
    fn decision(&mut self, state: &State, ply: &SeenPly<Outcome>, notation: &str) -> Option<Move> {
        if notation == UNSEEN_BET {
            return Some(Move::Bet { card: self.unseen(ply.n)?, hidden: true, event: None });
        }
        self.rules.parse(state, notation).ok()
    }

    fn chance(&mut self, state: &State, ply: &SeenPly<Outcome>, before: &[Chance]) -> Option<Chance> {
        let rules = self.rules;
        let seen = ply.outcome.as_ref();
        let ids = |pile: Vec<Card>| pile.into_iter().map(|card| rules.id(card)).collect();
        let scores = |pile: Vec<u8>| pile.into_iter().map(|henchman| rules.score(henchman)).collect();
        Some(match (state.random, state.phase) {
            (Some(Random::Discard { .. }), _) => {
                let done = before.iter().filter(|outcome| matches!(outcome, Chance::Discard(_))).count();
                Chance::Discard(*seen?.discarded.get(done)?)
            }
            (Some(Random::Steal { .. }), _) => match seen.and_then(|seen| seen.stolen) {
                Some(card) => Chance::Steal(card),
                None => Chance::Steal(rules.id(self.unseen(ply.n)?)),
            },
            (None, Phase::Deal) => {
                let (henchmen, pile) = (scores(self.henchmen.pop()?), ids(self.piles.pop()?));
                Chance::Deal(Deal { first: seen?.first?, henchmen, pile })
            }
            (None, Phase::Henchmen) => Chance::Henchmen(scores(self.henchmen.pop()?)),
            (None, _) => Chance::Reshuffle(ids(self.piles.pop()?)),
        })
    }
}

/// Everything hidden of a history, the first of each last.
pub(super) struct Script<'a> {
    rules: &'a Parbourg,
    piles: Vec<Vec<Card>>,
    henchmen: Vec<Vec<u8>>,
    unseen: Vec<(u32, Card)>,
}

impl<'a> Script<'a> {
    pub(super) fn of<R: Rng + ?Sized>(
        rules: &'a Parbourg,
        hypothesis: &Hypothesis,
        faces: &Faces,
        rng: &mut R,
    ) -> Self {
        let constraints = &hypothesis.constraints;
        let empty = Record::default();
        let record = constraints.record.as_deref().unwrap_or(&empty);
        let face = |pool: usize, name: Card| {
            let open = constraints.pools.get(pool).is_some_and(|pool| pool.contains(name));
            if open { faces[name.index()] } else { name }
        };
        let pile = |(pool, pile): &(usize, Vec<Card>)| pile.iter().map(|&name| face(*pool, name)).collect();
        let days = record.henchmen.len();
        let mut henchmen = Vec::with_capacity(days);
        for (day, (left, pile)) in record.henchmen.iter().enumerate().rev() {
            let names = shuffled_henchmen(if day + 1 == days { constraints.henchmen } else { *left }, rng);
            henchmen.push(pile.iter().map(|&henchman| names[usize::from(henchman)]).collect());
        }
        Self {
            rules,
            piles: record.piles.iter().rev().map(pile).collect(),
            henchmen,
            unseen: record.unseen.iter().rev().map(|&(n, pool, name)| (n, face(pool, name))).collect(),
        }
    }

    /// The next card laid or taken unseen, in ply `n`.
    fn unseen(&mut self, n: u32) -> Option<Card> {
        self.unseen.pop().filter(|(ply, _)| *ply == n).map(|(_, card)| card)
    }
}

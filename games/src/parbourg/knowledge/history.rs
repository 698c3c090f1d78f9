//! Whole histories that give a viewer a log: the log followed with a record of everything hidden, the record given
//! faces, and played.

use rand::Rng;

use super::mind::Record;
use super::worlds::{ATTEMPTS, Faces, shuffled_henchmen};
use super::{Hypothesis, contradiction};
use crate::game::{Game, Observed, Turn};
use crate::log::{Ply, SeenPly};
use crate::parbourg::Parbourg;
use crate::parbourg::card::Card;
use crate::parbourg::chance::{Chance, Deal};
use crate::parbourg::moves::Move;
use crate::parbourg::notation::UNSEEN_BET;
use crate::parbourg::seen::Seen;
use crate::parbourg::state::{Phase, Random, State};
use crate::refusal::Refusal;
use crate::seat::Viewer;

impl Parbourg {
    pub(in crate::parbourg) fn history<R: Rng + ?Sized>(
        &self,
        viewer: Viewer,
        seen: &[SeenPly<Seen>],
        rng: &mut R,
    ) -> Result<Vec<Ply<Self>>, Refusal> {
        let mut knowledge = self.know(viewer);
        knowledge.belief.iter_mut().for_each(|it| it.mind.record = Some(Box::default()));
        seen.iter().try_for_each(|ply| self.learn(&mut knowledge, ply))?;
        for _ in 0..ATTEMPTS {
            let Some(hypothesis) = knowledge.pick(rng) else { break };
            let Some(faces) = hypothesis.mind.deal(rng) else { continue };
            let script = Script::of(hypothesis, &faces, rng);
            if let Some(history) = self.played(viewer, seen, script) {
                return Ok(history);
            }
        }
        Err(contradiction(seen.len() as u32, "no history that agrees with the log was found"))
    }

    /// Plays a script and checks that the viewer saw exactly the log.
    fn played(&self, viewer: Viewer, seen: &[SeenPly<Seen>], mut script: Script) -> Option<Vec<Ply<Self>>> {
        let mut state = self.start();
        let mut history = Vec::with_capacity(seen.len());
        for ply in seen {
            let before = state.clone();
            let action = match (ply.seat, &ply.notation) {
                (Some(seat), Some(notation)) => {
                    Some((seat, self.scripted_move(&mut script, ply.n, notation)?))
                }
                _ => None,
            };
            if let Some((_, mv)) = action {
                self.play(&mut state, mv).ok()?;
            }
            let told = ply.outcome.clone().unwrap_or_default();
            let mut discarded = told.discarded.iter();
            let mut chance = Vec::new();
            while self.turn(&state) == Turn::Chance {
                let outcome = match state.random {
                    Some(Random::Discard { .. }) => Chance::Discard(*discarded.next()?),
                    _ => self.scripted_chance(&mut script, &state, ply.n, &told)?,
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

    fn scripted_move(&self, script: &mut Script, n: u32, notation: &str) -> Option<Move> {
        if notation == UNSEEN_BET {
            return Some(Move::Bet { card: script.unseen(n)?, hidden: true, event: None });
        }
        self.read(notation).ok()
    }

    fn scripted_chance(&self, script: &mut Script, state: &State, n: u32, told: &Seen) -> Option<Chance> {
        let ids = |pile: Vec<Card>| pile.into_iter().map(|card| self.id(card)).collect();
        let scores = |pile: Vec<u8>| pile.into_iter().map(|henchman| self.score(henchman)).collect();
        Some(match (state.random, state.phase) {
            (Some(_), _) => match told.stolen {
                Some(card) => Chance::Steal(card),
                None => Chance::Steal(self.id(script.unseen(n)?)),
            },
            (None, Phase::Deal) => {
                let (henchmen, pile) = (scores(script.henchmen.pop()?), ids(script.piles.pop()?));
                Chance::Deal(Deal { first: told.first?, henchmen, pile })
            }
            (None, Phase::Henchmen) => Chance::Henchmen(scores(script.henchmen.pop()?)),
            (None, _) => Chance::Reshuffle(ids(script.piles.pop()?)),
        })
    }
}

/// Everything hidden of a history, the first of each last.
struct Script {
    piles: Vec<Vec<Card>>,
    henchmen: Vec<Vec<u8>>,
    unseen: Vec<(u32, Card)>,
}

impl Script {
    fn of<R: Rng + ?Sized>(hypothesis: &Hypothesis, faces: &Faces, rng: &mut R) -> Self {
        let mind = &hypothesis.mind;
        let empty = Record::default();
        let record = mind.record.as_deref().unwrap_or(&empty);
        let face = |pool: usize, name: Card| {
            let open = mind.pools.get(pool).is_some_and(|pool| pool.contains(name));
            if open { faces[name.index()] } else { name }
        };
        let pile = |(pool, pile): &(usize, Vec<Card>)| pile.iter().map(|&name| face(*pool, name)).collect();
        let days = record.henchmen.len();
        let mut henchmen = Vec::with_capacity(days);
        for (day, (left, pile)) in record.henchmen.iter().enumerate().rev() {
            let names = shuffled_henchmen(if day + 1 == days { mind.henchmen } else { *left }, rng);
            henchmen.push(pile.iter().map(|&henchman| names[usize::from(henchman)]).collect());
        }
        Self {
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

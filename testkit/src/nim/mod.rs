//! Nim: the two-player game solved for every position by one exclusive or.
//!
//! On a turn a seat takes one or more stones of one heap; who takes the last stone of all wins (`misere: true`: loses).
//! The seat to move loses against perfect play exactly when the heights' exclusive or is 0; misère, when all heaps are of
//! height at most 1 and an odd number of them is left, else likewise (C. L. Bouton, *Nim, a game with a complete
//! mathematical theory*, 1901). Notation `take 0 2`: heap and count.

use rand::Rng;
use serde::{Deserialize, Serialize};
use tapis_games::game::{Game, GameTexts, Turn};
use tapis_games::locale::Said;
use tapis_games::open::{NoChance, Open};
use tapis_games::payoff::Payoffs;
use tapis_games::refusal::{NotationError, Refusal, Text};
use tapis_games::ruleset::Fault;
use tapis_games::seat::{BySeat, Seat};
use utoipa::ToSchema;

use super::mix::mix;
use super::words::word_and_two_numbers;

#[cfg(test)]
mod tests;

const RULE: &str = "testing/nim";
/// The most heaps.
pub const MAX_HEAPS: usize = 6;
/// The highest heap.
pub const MAX_HEIGHT: u8 = 31;

/// The rules with their heaps.
#[derive(Clone, Debug)]
pub struct Nim {
    settings: Settings,
}

/// The options.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
#[schema(as = NimOptions)]
pub struct Settings {
    /// Stones of each heap, 1 to 6 heaps of at most 31, not all empty.
    pub heaps: Vec<u8>,
    /// Whether the last stone loses.
    pub misere: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self { heaps: vec![3, 4, 5], misere: false }
    }
}

/// Stones taken from a heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Take {
    /// The heap, from 0.
    pub heap: u8,
    /// How many.
    pub count: u8,
}

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Heaps {
    /// Their heights.
    pub heights: [u8; MAX_HEAPS],
    /// Who is to take.
    pub mover: Seat,
}

impl Nim {
    /// Nim from `heaps`.
    ///
    /// # Errors
    /// As [`Open::with`].
    pub fn of(heaps: &[u8], misere: bool) -> Result<Self, Vec<Fault>> {
        Self::with(Settings { heaps: heaps.to_vec(), misere })
    }

    /// Whether the seat to move wins by Bouton's theorem.
    pub fn mover_wins(&self, state: &Heaps) -> bool {
        let nimber = state.heights.iter().fold(0, |sum, height| sum ^ height);
        let flat = state.heights.iter().all(|&height| height <= 1);
        (nimber != 0) != (self.settings.misere && flat)
    }

    fn is_over(state: &Heaps) -> bool {
        state.heights == [0; MAX_HEAPS]
    }

    /// One point for the winner. At the end the seat to move did not take the last stone.
    fn points(&self, state: &Heaps) -> BySeat<i32> {
        let wins = |seat: Seat| Self::is_over(state) && (seat == state.mover) == self.settings.misere;
        BySeat::from_fn(2, |seat| i32::from(wins(seat)))
    }
}

impl Game for Nim {
    type State = Heaps;
    type Move = Take;
    type Moves = Vec<Take>;
    type Chance = NoChance;

    fn seats(&self) -> usize {
        2
    }

    fn start(&self) -> Heaps {
        let height = |heap| self.settings.heaps.get(heap).copied().unwrap_or(0);
        Heaps { heights: std::array::from_fn(height), mover: Seat(0) }
    }

    fn turn(&self, state: &Heaps) -> Turn {
        if Self::is_over(state) { Turn::Over } else { Turn::Player(state.mover) }
    }

    fn legal_moves(&self, state: &Heaps) -> Vec<Take> {
        let of_heap =
            |(heap, &height): (usize, &u8)| (1..=height).map(move |count| Take { heap: heap as u8, count });
        state.heights.iter().enumerate().flat_map(of_heap).collect()
    }

    fn play_unchecked(&self, state: &mut Heaps, take: Take) {
        if let Some(height) = state.heights.get_mut(take.heap as usize) {
            *height = height.saturating_sub(take.count);
        }
        state.mover = state.mover.next(2);
    }

    fn play(&self, state: &mut Heaps, take: Take) -> Result<(), Refusal> {
        let height = state.heights.get(take.heap as usize).copied().unwrap_or(0);
        if !(1..=height).contains(&take.count) {
            let en =
                format!("heap {} has {height} stones: at least one and at most all are taken", take.heap);
            let fr =
                format!("le tas {} a {height} jetons : on en prend au moins un et au plus tous", take.heap);
            return Err(Refusal::new("not_that_many", RULE, en, fr));
        }
        self.play_unchecked(state, take);
        Ok(())
    }

    fn sample_chance<R: Rng + ?Sized>(&self, _: &Heaps, _: &mut R) -> NoChance {
        NoChance
    }

    fn resolve(&self, _: &mut Heaps, outcome: &NoChance) -> Result<(), Refusal> {
        Err(outcome.refusal())
    }

    fn payoffs(&self, state: &Heaps) -> Payoffs {
        Payoffs::ranked(self.points(state), &BySeat::from_fn(2, |_| 0))
    }

    fn round_scores(&self, state: &Heaps) -> Option<BySeat<i32>> {
        Self::is_over(state).then(|| self.points(state))
    }

    fn key(&self, state: &Heaps) -> u64 {
        let [a, b, c, d, e, f] = state.heights;
        mix(u64::from_le_bytes([a, b, c, d, e, f, state.mover.0, 0]))
    }
}

/// A move taken apart.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(tag = "kind", content = "args", rename_all = "snake_case")]
#[schema(as = NimMove)]
pub enum Parts {
    /// Stones are taken.
    Take {
        /// From this heap.
        heap: u8,
        /// So many.
        count: u8,
    },
}

/// The position as it is shown.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = NimPosition)]
pub struct Position {
    /// Heights of the heaps.
    pub heaps: Vec<u8>,
    /// Who is to take.
    pub mover: Seat,
}

impl Open for Nim {
    const NAME: &'static str = "nim";

    type Settings = Settings;
    type Parts = Parts;
    type Board = Position;

    fn texts() -> GameTexts {
        GameTexts {
            title: "Nim",
            text: || {
                Text::new(
                    "Take stones from one heap; the last one wins.",
                    "Prenez des jetons d'un tas ; le dernier gagne.",
                )
            },
            min_players: 2,
            max_players: 2,
            notation: &["take 0 2"],
        }
    }

    fn with(settings: Settings) -> Result<Self, Vec<Fault>> {
        let heaps = &settings.heaps;
        let fits = (1..=MAX_HEAPS).contains(&heaps.len()) && heaps.iter().all(|&height| height <= MAX_HEIGHT);
        if !fits || heaps.iter().all(|&height| height == 0) {
            return Err(vec![Fault::new(
                "/heaps",
                Said::foreign("1 to 6 heaps of at most 31 stones, not all empty"),
            )]);
        }
        Ok(Self { settings })
    }

    fn settings(&self) -> &Settings {
        &self.settings
    }

    fn write(&self, take: Take) -> String {
        format!("take {} {}", take.heap, take.count)
    }

    fn read(&self, text: &str) -> Result<Take, NotationError> {
        word_and_two_numbers(text, "take").map(|(heap, count)| Take { heap, count })
    }

    fn parts(&self, take: Take) -> Parts {
        Parts::Take { heap: take.heap, count: take.count }
    }

    fn board(&self, state: &Heaps) -> Position {
        let heaps = state.heights[..self.settings.heaps.len().min(MAX_HEAPS)].to_vec();
        Position { heaps, mover: state.mover }
    }
}

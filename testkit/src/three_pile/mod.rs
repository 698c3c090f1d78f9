//! Three piles of points for two to seven seats: a small perfect-information game full of ties, for max^n.
//!
//! On a turn a seat takes the top stone, or the top two, of one pile and scores their points. The game ends when all
//! piles are empty; the most points win, shared among the tied. Notation `take 0 2`: pile and count.

use std::sync::Arc;

use arrayvec::ArrayVec;
use rand::Rng;
use serde::{Deserialize, Serialize};
use tapis_games::game::{Game, GameTexts, Turn};
use tapis_games::locale::Said;
use tapis_games::open::{NoChance, Open};
use tapis_games::payoff::Payoffs;
use tapis_games::refusal::{NotationError, Refusal, Text};
use tapis_games::ruleset::Fault;
use tapis_games::seat::{BySeat, MAX_SEATS, Seat};
use utoipa::ToSchema;

use super::mix::mix;
use super::words::word_and_two_numbers;

#[cfg(test)]
mod tests;

const RULE: &str = "testing/three_pile";
/// Number of piles.
pub const PILES: usize = 3;
const MAX_HEIGHT: usize = 20;
const MAX_POINTS: u8 = 4;

/// The rules with their piles.
#[derive(Clone, Debug)]
pub struct ThreePile {
    settings: Arc<Settings>,
}

/// The options.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
#[schema(as = ThreePileOptions)]
pub struct Settings {
    /// Number of seats, 2 to 7.
    pub players: u8,
    /// Points of the stones of each pile, from the bottom up: at most 20 stones, 0 to 4 points each, at least one stone.
    pub piles: [Vec<u8>; PILES],
}

impl Default for Settings {
    fn default() -> Self {
        Self { players: 3, piles: [vec![3, 1, 2], vec![2, 2, 1], vec![1, 3, 1]] }
    }
}

/// Stones taken from the top of a pile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Take {
    /// The pile, from 0.
    pub pile: u8,
    /// One or two.
    pub count: u8,
}

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piles {
    /// Stones left in each pile.
    pub heights: [u8; PILES],
    /// Points of the seats.
    pub points: [u8; MAX_SEATS],
    /// Who is to take.
    pub mover: Seat,
}

impl ThreePile {
    fn points(&self, state: &Piles) -> BySeat<i32> {
        BySeat::from_fn(self.seats(), |seat| {
            state.points.get(seat.index()).map_or(0, |&points| points.into())
        })
    }

    fn is_over(state: &Piles) -> bool {
        state.heights == [0; PILES]
    }
}

impl Game for ThreePile {
    type State = Piles;
    type Move = Take;
    type Moves = ArrayVec<Take, { 2 * PILES }>;
    type Chance = NoChance;

    fn seats(&self) -> usize {
        self.settings.players.into()
    }

    fn start(&self) -> Piles {
        let heights = std::array::from_fn(|pile| self.settings.piles[pile].len() as u8);
        Piles { heights, points: [0; MAX_SEATS], mover: Seat(0) }
    }

    fn turn(&self, state: &Piles) -> Turn {
        if Self::is_over(state) { Turn::Over } else { Turn::Player(state.mover) }
    }

    fn legal_moves(&self, state: &Piles) -> Self::Moves {
        let of_pile = |(pile, &height): (usize, &u8)| {
            (1..=height.min(2)).map(move |count| Take { pile: pile as u8, count })
        };
        state.heights.iter().enumerate().flat_map(of_pile).collect()
    }

    fn play_unchecked(&self, state: &mut Piles, take: Take) {
        let pile = take.pile as usize;
        if let (Some(height), Some(stones)) = (state.heights.get_mut(pile), self.settings.piles.get(pile)) {
            let left = height.saturating_sub(take.count);
            let taken = stones.get(left.into()..(*height).into()).unwrap_or_default();
            *height = left;
            if let Some(points) = state.points.get_mut(state.mover.index()) {
                *points = points.saturating_add(taken.iter().sum());
            }
        }
        state.mover = state.mover.next(self.seats());
    }

    fn play(&self, state: &mut Piles, take: Take) -> Result<(), Refusal> {
        let height = state.heights.get(take.pile as usize).copied().unwrap_or(0);
        if !(1..=height.min(2)).contains(&take.count) {
            let en = format!("pile {} has {height} stones: one or two of them are taken", take.pile);
            let fr = format!("la pile {} a {height} jetons : on en prend un ou deux", take.pile);
            return Err(Refusal::new("not_that_many", RULE, en, fr));
        }
        self.play_unchecked(state, take);
        Ok(())
    }

    fn sample_chance<R: Rng + ?Sized>(&self, _: &Piles, _: &mut R) -> NoChance {
        NoChance
    }

    fn resolve(&self, _: &mut Piles, outcome: &NoChance) -> Result<(), Refusal> {
        Err(outcome.refusal())
    }

    fn payoffs(&self, state: &Piles) -> Payoffs {
        Payoffs::ranked(self.points(state), &BySeat::from_fn(self.seats(), |_| 0))
    }

    fn round_scores(&self, state: &Piles) -> Option<BySeat<i32>> {
        Self::is_over(state).then(|| self.points(state))
    }

    fn key(&self, state: &Piles) -> u64 {
        let [a, b, c] = state.heights;
        let [p, q, r, s, t, u, v] = state.points;
        let place = u64::from_le_bytes([a, b, c, state.mover.0, 0, 0, 0, 0]);
        mix(mix(u64::from_le_bytes([p, q, r, s, t, u, v, 0])) ^ place)
    }
}

/// A move taken apart.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(tag = "kind", content = "args", rename_all = "snake_case")]
#[schema(as = ThreePileMove)]
pub enum Parts {
    /// Stones are taken.
    Take {
        /// From this pile.
        pile: u8,
        /// One or two.
        count: u8,
    },
}

/// The position as it is shown.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = ThreePilePosition)]
pub struct Position {
    /// Who is to take.
    pub mover: Seat,
    /// Points of the stones left in each pile, from the bottom up.
    pub piles: Vec<Vec<u8>>,
    /// Points of the seats.
    #[schema(value_type = Vec<i32>)]
    pub points: BySeat<i32>,
}

impl Open for ThreePile {
    const NAME: &'static str = "three_pile";

    type Settings = Settings;
    type Parts = Parts;
    type Board = Position;

    fn texts() -> GameTexts {
        GameTexts {
            title: "Three piles",
            text: || {
                Text::new(
                    "Take one or two stones of a pile and score them.",
                    "Prenez un ou deux jetons d'une pile et marquez leurs points.",
                )
            },
            min_players: 2,
            max_players: MAX_SEATS as u8,
            notation: &["take 0 2"],
        }
    }

    fn with(settings: Settings) -> Result<Self, Vec<Fault>> {
        let mut faults = Vec::new();
        if !(2..=MAX_SEATS as u8).contains(&settings.players) {
            faults.push(Fault::new("/players", Said::foreign("2 to 7 seats")));
        }
        for (i, pile) in settings.piles.iter().enumerate() {
            if pile.len() > MAX_HEIGHT || pile.iter().any(|&points| points > MAX_POINTS) {
                faults.push(Fault::new(
                    format!("/piles/{i}"),
                    Said::foreign("at most 20 stones of 0 to 4 points"),
                ));
            }
        }
        if settings.piles.iter().all(Vec::is_empty) {
            faults.push(Fault::new("/piles", Said::foreign("at least one stone")));
        }
        if faults.is_empty() { Ok(Self { settings: Arc::new(settings) }) } else { Err(faults) }
    }

    fn settings(&self) -> &Settings {
        &self.settings
    }

    fn write(&self, take: Take) -> String {
        format!("take {} {}", take.pile, take.count)
    }

    fn read(&self, text: &str) -> Result<Take, NotationError> {
        word_and_two_numbers(text, "take").map(|(pile, count)| Take { pile, count })
    }

    fn parts(&self, take: Take) -> Parts {
        Parts::Take { pile: take.pile, count: take.count }
    }

    fn board(&self, state: &Piles) -> Position {
        let left = |pile: usize| {
            let stones = &self.settings.piles[pile];
            stones.get(..state.heights[pile].into()).unwrap_or_default().to_vec()
        };
        Position { piles: (0..PILES).map(left).collect(), points: self.points(state), mover: state.mover }
    }
}

//! A race of two with a loaded die: perfect information and enumerable chance, for expectiminimax.
//!
//! Both stand at 0; a coin decides who begins. On a turn a seat walks 2 squares, or runs by a die that shows 1, 3 or 5
//! in 3, 2 and 1 of six cases. Who would end on the other's square goes one further. The first at the goal or beyond wins;
//! nobody goes beyond it. Notation `walk`, `run`. Every turn advances, so a game has at most twice as many turns as the
//! track has squares.

use arrayvec::ArrayVec;
use rand::Rng;
use serde::{Deserialize, Serialize};
use tapis_games::game::{Game, GameTexts, Turn};
use tapis_games::locale::Said;
use tapis_games::open::Open;
use tapis_games::payoff::Payoffs;
use tapis_games::random::below;
use tapis_games::refusal::{NotationError, Refusal, Text};
use tapis_games::ruleset::Fault;
use tapis_games::seat::{BySeat, Seat};
use utoipa::ToSchema;

use super::mix::mix;
use super::words::one_of;

#[cfg(test)]
mod tests;

const RULE: &str = "testing/dice_race";
/// Squares a walk advances.
pub const WALK: u8 = 2;
/// What the die shows, in how many of six cases.
pub const DIE: [(u8, u64); 3] = [(1, 3), (3, 2), (5, 1)];

/// The rules with their track.
#[derive(Clone, Debug)]
pub struct DiceRace {
    settings: Track,
}

/// The options.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
#[schema(as = DiceRaceOptions)]
pub struct Track {
    /// Squares to the goal, 1 to 100.
    pub length: u8,
}

impl Default for Track {
    fn default() -> Self {
        Self { length: 12 }
    }
}

/// How to advance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Pace {
    /// Two squares.
    Walk,
    /// By the die.
    Run,
}

/// Each as it is written.
const PACES: [(&str, Pace); 2] = [("walk", Pace::Walk), ("run", Pace::Run)];

/// What chance decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[schema(as = DiceRaceChance)]
pub enum Luck {
    /// Who begins.
    First(Seat),
    /// The die of a run.
    Die(u8),
}

/// What is awaited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = DiceRaceAwaits)]
pub enum Awaits {
    /// The coin.
    Coin,
    /// A choice.
    Choice,
    /// The die.
    Die,
}

/// A position, and how it is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, ToSchema)]
#[schema(as = DiceRacePosition)]
pub struct Race {
    /// Where the seats stand.
    pub at: [u8; 2],
    /// What comes next.
    pub awaits: Awaits,
    /// Who is to choose or has chosen to run.
    pub mover: Seat,
}

impl DiceRace {
    /// A race of `length` squares.
    pub fn over(length: u8) -> Self {
        Self { settings: Track { length } }
    }

    fn advance(&self, race: &mut Race, steps: u8) {
        let (own, other) = (race.mover.index() & 1, 1 - (race.mover.index() & 1));
        let mut square = race.at[own].saturating_add(steps);
        square += u8::from(square == race.at[other]);
        race.at[own] = square.min(self.settings.length);
        race.mover = Seat(other as u8);
        race.awaits = Awaits::Choice;
    }

    fn is_over(&self, race: &Race) -> bool {
        race.at.contains(&self.settings.length)
    }

    fn squares(race: &Race) -> BySeat<i32> {
        BySeat::from_fn(2, |seat| i32::from(race.at[seat.index()]))
    }
}

impl Game for DiceRace {
    type State = Race;
    type Move = Pace;
    type Moves = ArrayVec<Pace, 2>;
    type Chance = Luck;

    fn seats(&self) -> usize {
        2
    }

    fn start(&self) -> Race {
        Race { at: [0, 0], mover: Seat(0), awaits: Awaits::Coin }
    }

    fn turn(&self, race: &Race) -> Turn {
        match race.awaits {
            _ if self.is_over(race) => Turn::Over,
            Awaits::Choice => Turn::Player(race.mover),
            Awaits::Coin | Awaits::Die => Turn::Chance,
        }
    }

    fn legal_moves(&self, race: &Race) -> Self::Moves {
        match self.turn(race) {
            Turn::Player(_) => ArrayVec::from([Pace::Walk, Pace::Run]),
            _ => ArrayVec::new(),
        }
    }

    fn play_unchecked(&self, race: &mut Race, pace: Pace) {
        match pace {
            Pace::Walk => self.advance(race, WALK),
            Pace::Run => race.awaits = Awaits::Die,
        }
    }

    fn play(&self, race: &mut Race, pace: Pace) -> Result<(), Refusal> {
        if !matches!(self.turn(race), Turn::Player(_)) {
            return Err(Refusal::new("not_to_move", RULE, "nobody is to move", "personne n'est au trait"));
        }
        self.play_unchecked(race, pace);
        Ok(())
    }

    fn chances(&self, race: &Race) -> Option<Vec<(Luck, u64)>> {
        match (self.turn(race), race.awaits) {
            (Turn::Chance, Awaits::Coin) => Some(Seat::all(2).map(|seat| (Luck::First(seat), 1)).collect()),
            (Turn::Chance, _) => Some(DIE.map(|(steps, weight)| (Luck::Die(steps), weight)).to_vec()),
            _ => None,
        }
    }

    fn sample_chance<R: Rng + ?Sized>(&self, race: &Race, rng: &mut R) -> Luck {
        match race.awaits {
            Awaits::Coin => Luck::First(Seat(below(rng, 2) as u8)),
            _ => Luck::Die([1, 1, 1, 3, 3, 5][below(rng, 6) as usize]),
        }
    }

    fn resolve(&self, race: &mut Race, luck: &Luck) -> Result<(), Refusal> {
        match (self.turn(race), race.awaits, *luck) {
            (Turn::Chance, Awaits::Coin, Luck::First(seat)) if seat.index() < 2 => {
                race.mover = seat;
                race.awaits = Awaits::Choice;
            }
            (Turn::Chance, Awaits::Die, Luck::Die(steps)) if DIE.iter().any(|&(face, _)| face == steps) => {
                self.advance(race, steps);
            }
            _ => {
                let (en, fr) = ("that cannot come up now", "cela ne peut pas sortir maintenant");
                return Err(Refusal::new("impossible_chance", RULE, en, fr));
            }
        }
        Ok(())
    }

    fn payoffs(&self, race: &Race) -> Payoffs {
        Payoffs::ranked(Self::squares(race), &BySeat::from_fn(2, |_| 0))
    }

    fn round_scores(&self, race: &Race) -> Option<BySeat<i32>> {
        self.is_over(race).then(|| Self::squares(race))
    }

    fn key(&self, race: &Race) -> u64 {
        mix(u64::from(race.at[0])
            | u64::from(race.at[1]) << 8
            | u64::from(race.mover.0) << 16
            | (race.awaits as u64) << 24)
    }
}

/// A move taken apart.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(tag = "kind", content = "args", rename_all = "snake_case")]
#[schema(as = DiceRaceMove)]
pub enum Parts {
    /// Two squares.
    Walk {},
    /// By the die.
    Run {},
}

impl Open for DiceRace {
    const NAME: &'static str = "dice_race";

    type Settings = Track;
    type Parts = Parts;
    type Board = Race;

    fn texts() -> GameTexts {
        GameTexts {
            title: "Dice race",
            text: || {
                Text::new(
                    "Walk two squares or run by a loaded die.",
                    "Marchez de deux cases ou courez selon un dé pipé.",
                )
            },
            min_players: 2,
            max_players: 2,
            notation: &["walk", "run"],
        }
    }

    fn with(settings: Track) -> Result<Self, Vec<Fault>> {
        match settings.length {
            1..=100 => Ok(Self { settings }),
            _ => Err(vec![Fault::new("/length", Said::foreign("a track has 1 to 100 squares"))]),
        }
    }

    fn settings(&self) -> &Track {
        &self.settings
    }

    fn write(&self, pace: Pace) -> String {
        PACES[pace as usize].0.to_owned()
    }

    fn read(&self, text: &str) -> Result<Pace, NotationError> {
        one_of(text, &PACES)
    }

    fn parts(&self, pace: Pace) -> Parts {
        match pace {
            Pace::Walk => Parts::Walk {},
            Pace::Run => Parts::Run {},
        }
    }

    fn chance_ahead(&self, race: &Race) -> bool {
        !self.is_over(race)
    }

    fn board(&self, race: &Race) -> Race {
        *race
    }
}

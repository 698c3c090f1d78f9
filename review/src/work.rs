//! How much work a review is, before it begins.

use std::time::Instant;

use tapis_solver::control::Control;

use crate::decisions::Decision;
use crate::decisions::look::{Search, answered, seed_of, seen};
use crate::effort::Depth;
use crate::error::ReviewError;
use crate::game::FinishedGame;
use crate::made::Reviewer;

/// What a search of all levels takes at one choice, in lines of a hint: theirs know no learned values, and go on for longer.
const LEVELS: f64 = 10_000.0;
/// The part of the choices for which there is a second look that are given one: not all seem to cost anything.
const SECOND_LOOKS: f64 = 0.5;
/// The part of a play from the start that one from within a round takes, where the rest of the match is drawn.
const PART_OF_A_ROUND: f64 = 0.75;
/// By how much work a pace is measured, and how often: the quickest time counts, for others may be at work meanwhile.
const GAMES: u32 = 8;
const LINES: u64 = 64;
const TIMES: u32 = 4;

/// How quickly work is done here, in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pace {
    /// A play of the reference player from the start: a whole game, or a round where the rest of the match is drawn.
    pub game: f64,
    /// Whether the rest of the match is drawn.
    pub draws_rounds: bool,
    /// A line of the search.
    pub line: f64,
}

/// How long the parts of a review take, in milliseconds of one thread.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Work {
    /// Par, of a ruleset that has none yet.
    pub par: f64,
    /// What every step was worth.
    pub split: f64,
    /// What every choice was.
    pub judged: f64,
}

impl Reviewer {
    /// How quickly games of the ruleset of `game` are played and searched here; the search is measured in the middle of `game`.
    ///
    /// # Errors
    /// See [`ReviewError`].
    pub fn pace(&self, game: &FinishedGame) -> Result<Pace, ReviewError> {
        let control = Control::default();
        let games = || self.reference().par(0..GAMES, &control).map(drop).map_err(ReviewError::from);
        let middle = game.free_plies().nth(game.choices() / 2);
        let table = game.ruleset().restore(&game.plies)?;
        let ruleset = game.ruleset().ruleset().reference();
        let lines = || {
            let Some((ply, seat)) = middle.and_then(|ply| Some((ply, game.mover(ply)?))) else {
                return Ok(());
            };
            let log = seen(&*table, &ruleset, seat, ply);
            let seed = seed_of(game.review_seed(), "pace", ply, 0);
            let search = Search { lines: LINES, seed, names: &[], compared: None, explained: false };
            answered(&*self.engine, &log, search, &control).map(drop).map_err(ReviewError::from)
        };
        Ok(Pace {
            game: quickest(games)? / f64::from(GAMES),
            draws_rounds: self.reference().draws_rounds(),
            line: quickest(lines)? / LINES as f64,
        })
    }
}

/// The milliseconds of the quickest of some tries.
fn quickest(work: impl Fn() -> Result<(), ReviewError>) -> Result<f64, ReviewError> {
    let mut least = f64::MAX;
    for _ in 0..TIMES {
        let begun = Instant::now();
        work()?;
        least = least.min(begun.elapsed().as_secs_f64() * 1_000.0);
    }
    Ok(least)
}

impl Pace {
    /// The part of a play from the start that one from ply `n` of `game` takes.
    fn left(self, game: &FinishedGame, n: u32) -> f64 {
        if self.draws_rounds {
            return PART_OF_A_ROUND;
        }
        1.0 - f64::from(n) / (game.moves().max(1) as f64 + 1.0)
    }
}

impl Work {
    /// The work of a review of `game`.
    pub fn of(game: &FinishedGame, depth: Depth, pace: Pace) -> Self {
        let positions: f64 = (0..)
            .zip(&game.plies)
            .map(|(n, ply)| pace.left(game, n) * (1.0 + ply.chance.len() as f64 * f64::from(depth.outcomes)))
            .sum();
        let (choices, depth) = (game.choices() as f64, depth.in_game_of(game.choices()));
        let believed = f64::from(depth.worlds) * f64::from(depth.world_plays) * choices; // before and after, half of a game
        let [again, asked] = [depth.again, depth.asked].map(|most| f64::from(most).min(choices));
        let lines = choices * depth.lines as f64
            + asked * f64::from(depth.searches) * LEVELS
            + again * SECOND_LOOKS * depth.more_lines as f64;
        Self {
            par: f64::from(depth.deals) * pace.game,
            split: f64::from(depth.plays) * positions * pace.game,
            judged: believed * pace.game + lines * pace.line,
        }
    }

    /// The milliseconds of an answer about one choice of `game`: in full, or another try at it, which may take a second look.
    pub fn of_choice(game: &FinishedGame, of: &Decision, depth: Depth, pace: Pace) -> f64 {
        let left = pace.left(game, of.ply);
        let lines = of.lines.max(depth.more_lines) as f64;
        lines * pace.line + left * of.moves as f64 * f64::from(depth.plays) * pace.game
    }

    /// All of it.
    pub fn total(self) -> f64 {
        self.par + self.split + self.judged
    }
}

//! How much work a review is, before it begins.

use crate::decisions::Decision;
use crate::effort::Depth;
use crate::game::FinishedGame;

/// A line of the search, compared with a game of the reference player from the same position: it also grows the tree.
const LINE: f64 = 2.0;
/// The lines that a move of a level takes on average.
const PICK: f64 = 100.0;
/// The part of the choices for which there is a second look that are given one: not all seem to cost anything.
const SECOND_LOOKS: f64 = 0.5;

/// How much work the parts of a review are: in whole games of the reference player, from the deal to the end.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Work {
    /// Par, of a ruleset that has none yet.
    pub par: f64,
    /// What every step was worth.
    pub split: f64,
    /// What every choice was.
    pub judged: f64,
}

impl Work {
    /// The work of a review of `game`.
    pub fn of(game: &FinishedGame, depth: Depth) -> Self {
        let moves = game.moves().max(1) as f64;
        let left = |n: u32| 1.0 - f64::from(n) / (moves + 1.0);
        let plays = f64::from(depth.plays);
        let positions: f64 = (0..)
            .zip(&game.plies)
            .map(|(n, ply)| left(n) * (1.0 + ply.chance.len() as f64 * f64::from(depth.outcomes)))
            .sum();
        let choices: f64 = game.free_plies().map(left).sum();
        let believed = 2.0 * f64::from(depth.worlds) * f64::from(depth.world_plays);
        let picks = 5.0 * f64::from(depth.picks) * PICK;
        let again = (depth.again as usize * game.ruleset().seats()).min(game.choices());
        // They are spread over the game: half of it is left on average.
        let again = again as f64 * SECOND_LOOKS * depth.more_lines as f64 / 2.0;
        Self {
            par: f64::from(depth.deals),
            split: plays * positions,
            judged: choices * (believed + LINE * (depth.lines as f64 + picks)) + LINE * again,
        }
    }

    /// The work of an answer about one choice of `game`, in the same unit.
    pub fn of_choice(game: &FinishedGame, of: &Decision, depth: Depth) -> f64 {
        let left = 1.0 - f64::from(of.ply) / (game.moves().max(1) as f64 + 1.0);
        left * (LINE * of.lines as f64 + of.moves as f64 * f64::from(depth.plays))
    }

    /// All of it.
    pub fn total(self) -> f64 {
        self.par + self.split + self.judged
    }
}

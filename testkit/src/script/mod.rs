//! A game written down as a tree: every value a search must find can be read off the page.
//!
//! The options are the tree itself. Notation `go 0`, `go 1`, …: the branch taken.

use std::sync::Arc;

use rand::Rng;
use serde::{Deserialize, Serialize};
use tapis_games::game::{Game, GameTexts, Turn};
use tapis_games::locale::Said;
use tapis_games::open::Open;
use tapis_games::payoff::Payoffs;
use tapis_games::refusal::{NotationError, Refusal, Text};
use tapis_games::ruleset::Fault;
use tapis_games::seat::{BySeat, MAX_SEATS};
use utoipa::ToSchema;

use super::mix::mix;
use super::words::word_and_number;

#[cfg(test)]
mod tests;
mod tree;

pub use tree::{Node, choice, draw, end};
use tree::{NumberedNode, flatten};

const RULE: &str = "testing/script";

/// The rules: a tree.
#[derive(Clone, Debug)]
pub struct Script {
    settings: Arc<Settings>,
    knots: Arc<[NumberedNode]>,
}

/// The options.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
#[schema(as = ScriptOptions)]
pub struct Settings {
    /// Number of seats, 2 to 7.
    pub players: u8,
    /// The tree.
    pub root: Node,
}

/// Seat 0 chooses between an even draw for ±4 and a choice of seat 1 between −1 and +2: worth 0 against −1.
impl Default for Settings {
    fn default() -> Self {
        let even = draw([(1, end([4, -4])), (1, end([-4, 4]))]);
        let root = choice(0, [even, choice(1, [end([-1, 1]), end([2, -2])])]);
        Self { players: 2, root }
    }
}

/// A branch, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
#[schema(as = ScriptBranch)]
pub struct Branch(pub u16);

/// A position: the number of a node, the root's is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, ToSchema)]
#[schema(as = ScriptPosition)]
pub struct Position {
    /// Nodes are numbered breadth first.
    pub node: u16,
}

impl Script {
    /// The game of a tree.
    ///
    /// # Errors
    /// As [`Open::with`].
    pub fn of(players: u8, root: Node) -> Result<Self, Vec<Fault>> {
        Self::with(Settings { players, root })
    }

    fn knot(&self, at: &Position) -> &NumberedNode {
        self.knots.get(usize::from(at.node)).unwrap_or(NumberedNode::NOWHERE)
    }

    fn points(&self, at: &Position) -> BySeat<i32> {
        let scores: &[i32] = match self.knot(at) {
            NumberedNode::End { scores } => scores,
            _ => &[],
        };
        BySeat::from_fn(self.seats(), |seat| scores.get(seat.index()).copied().unwrap_or(0))
    }
}

impl Game for Script {
    type State = Position;
    type Move = Branch;
    type Moves = Vec<Branch>;
    type Chance = Branch;

    fn seats(&self) -> usize {
        self.settings.players.into()
    }

    fn start(&self) -> Position {
        Position { node: 0 }
    }

    fn turn(&self, at: &Position) -> Turn {
        match self.knot(at) {
            NumberedNode::Choice { seat, .. } => Turn::Player(*seat),
            NumberedNode::Draw { .. } => Turn::Chance,
            NumberedNode::End { .. } => Turn::Over,
        }
    }

    fn legal_moves(&self, at: &Position) -> Vec<Branch> {
        match self.knot(at) {
            NumberedNode::Choice { to, .. } => (0..to.len() as u16).map(Branch).collect(),
            _ => Vec::new(),
        }
    }

    fn play_unchecked(&self, at: &mut Position, branch: Branch) {
        if let NumberedNode::Choice { to, .. } = self.knot(at)
            && let Some(&node) = to.get(usize::from(branch.0))
        {
            *at = Position { node };
        }
    }

    fn play(&self, at: &mut Position, branch: Branch) -> Result<(), Refusal> {
        if !self.legal_moves(at).contains(&branch) {
            let en = format!("there is no branch {} to choose here", branch.0);
            let fr = format!("il n'y a pas de branche {} à choisir ici", branch.0);
            return Err(Refusal::new("no_such_branch", RULE, en, fr));
        }
        self.play_unchecked(at, branch);
        Ok(())
    }

    fn chances(&self, at: &Position) -> Option<Vec<(Branch, u64)>> {
        let NumberedNode::Draw { to } = self.knot(at) else { return None };
        Some((0..).map(Branch).zip(to.iter().map(|&(weight, _)| u64::from(weight))).collect())
    }

    fn sample_chance<R: Rng + ?Sized>(&self, at: &Position, rng: &mut R) -> Branch {
        let NumberedNode::Draw { to } = self.knot(at) else { return Branch(0) };
        let total = to.iter().map(|&(weight, _)| u32::from(weight)).sum();
        let mut ball = tapis_games::random::below(rng, total);
        let drawn = to.iter().position(|&(weight, _)| {
            let hit = ball < u32::from(weight);
            ball = ball.wrapping_sub(u32::from(weight));
            hit
        });
        Branch(drawn.unwrap_or(0) as u16)
    }

    fn resolve(&self, at: &mut Position, branch: &Branch) -> Result<(), Refusal> {
        let (en, fr) = ("that cannot be drawn here", "cela ne peut pas être tiré ici");
        let refusal = || Refusal::new("impossible_chance", RULE, en, fr);
        let NumberedNode::Draw { to } = self.knot(at) else { return Err(refusal()) };
        let &(_, node) = to.get(usize::from(branch.0)).ok_or_else(refusal)?;
        *at = Position { node };
        Ok(())
    }

    fn payoffs(&self, at: &Position) -> Payoffs {
        Payoffs::ranked(self.points(at), &BySeat::from_fn(self.seats(), |_| 0))
    }

    fn round_scores(&self, at: &Position) -> Option<BySeat<i32>> {
        matches!(self.knot(at), NumberedNode::End { .. }).then(|| self.points(at))
    }

    fn key(&self, at: &Position) -> u64 {
        mix(at.node.into())
    }
}

/// A move taken apart.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(tag = "kind", content = "args", rename_all = "snake_case")]
#[schema(as = ScriptMove)]
pub enum Parts {
    /// A branch is taken.
    Go {
        /// This one.
        branch: u16,
    },
}

impl Open for Script {
    const NAME: &'static str = "script";

    type Settings = Settings;
    type Parts = Parts;
    type Board = Position;

    fn texts() -> GameTexts {
        GameTexts {
            title: "Script",
            text: || Text::new("A game written down as a tree.", "Un jeu écrit comme un arbre."),
            min_players: 2,
            max_players: MAX_SEATS as u8,
            notation: &["go 0"],
        }
    }

    fn with(settings: Settings) -> Result<Self, Vec<Fault>> {
        if !(2..=MAX_SEATS as u8).contains(&settings.players) {
            return Err(vec![Fault::new("/players", Said::foreign("2 to 7 seats"))]);
        }
        let knots = flatten(&settings.root, settings.players).map_err(|fault| vec![fault])?;
        Ok(Self { settings: Arc::new(settings), knots: knots.into() })
    }

    fn settings(&self) -> &Settings {
        &self.settings
    }

    fn write(&self, branch: Branch) -> String {
        format!("go {}", branch.0)
    }

    fn read(&self, text: &str) -> Result<Branch, NotationError> {
        word_and_number(text, "go").map(Branch)
    }

    fn parts(&self, branch: Branch) -> Parts {
        Parts::Go { branch: branch.0 }
    }

    fn chance_ahead(&self, at: &Position) -> bool {
        let ahead = |&node: &u16| self.chance_ahead(&Position { node });
        match self.knot(at) {
            NumberedNode::Choice { to, .. } => to.iter().any(ahead),
            NumberedNode::Draw { .. } => true,
            NumberedNode::End { .. } => false,
        }
    }

    fn board(&self, at: &Position) -> Position {
        *at
    }
}

//! Bots play seats without a person. A bot's move is a function of its seat's observations, a seed and the bot.

use std::fmt;
use std::str::FromStr;

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use tapis_games::game::{InformationSet, Observed, Published, Turn};
use tapis_games::random::below;
use tapis_games::seat::{Seat, Viewer};

use crate::control::Control;
use crate::error::HintError;
use crate::grades::BotLevel;
use crate::heuristics::Heuristics;
use crate::request::Objective;
use crate::sampling::stream::{self, BOT};
use crate::sampling::{Policy, Question, Tuning, best_move, odds_of_moves};
use crate::task::Task;

mod greedy;
mod levels;
mod ratings;
#[cfg(test)]
mod tests;

pub use crate::grades::{GRADES, Grade, Grades, Knows};
pub use ratings::{AllRatings, BotRatings, Misfit, Rating};

/// How a bot chooses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bot {
    /// Any legal move.
    Random,
    /// The move after which the static evaluation is best.
    Greedy,
    /// A level whose search is made for each game: see [`Heuristics::grades`].
    Graded(BotLevel),
    /// The sampling solver.
    Solver {
        /// Playouts per move.
        iterations: u64,
        /// The parameters of the search.
        tuning: Tuning,
    },
}

impl Bot {
    /// Whether it asks what its seat knows.
    pub(crate) fn observes(self) -> bool {
        self != Self::Random
    }

    /// Whether it searches.
    pub fn searches(self) -> bool {
        matches!(self, Self::Graded(_) | Self::Solver { .. })
    }

    /// The solver with `iterations` playouts per move.
    pub fn solver(iterations: u64) -> Self {
        Self::Solver { iterations, tuning: Tuning::bot() }
    }

    /// The solver without guidance by move scores, with `iterations` playouts per move: a measure of what guidance is worth.
    pub fn plain(iterations: u64) -> Self {
        Self::Solver { iterations, tuning: Tuning::plain() }
    }
}

/// An unknown bot name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "no bot '{0}': random, greedy, novice, beginner, apprentice, casual, club, expert, solver:N for N playouts a move (1 to 10000000), or plain:N for the same without \
     guidance"
)]
pub struct UnknownBot(
    /// The name.
    pub String,
);

/// Maximal number of playouts per move in a bot's name.
const MAX_ITERATIONS: u64 = 10_000_000;

impl FromStr for Bot {
    type Err = UnknownBot;

    fn from_str(name: &str) -> Result<Self, UnknownBot> {
        let unknown = || UnknownBot(name.chars().take(40).collect());
        if let Some((kind, iterations)) = name.split_once(':') {
            let iterations = iterations.parse().ok().filter(|number| (1..=MAX_ITERATIONS).contains(number));
            let iterations = iterations.ok_or_else(unknown)?;
            return match kind {
                "solver" => Ok(Self::solver(iterations)),
                "plain" => Ok(Self::plain(iterations)),
                _ => Err(unknown()),
            };
        }
        BotLevel::named(name).map(Self::from).ok_or_else(unknown)
    }
}

impl fmt::Display for Bot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Random => f.write_str(BotLevel::Random.name()),
            Self::Greedy => f.write_str(BotLevel::Greedy.name()),
            Self::Graded(level) => f.write_str(level.name()),
            Self::Solver { iterations, tuning } if tuning.policy == Policy::Plain => {
                write!(f, "plain:{iterations}")
            }
            Self::Solver { iterations, .. } => write!(f, "solver:{iterations}"),
        }
    }
}

/// The move of the bot of this level in the position of `task`, in notation.
pub fn choose<G: Published + Heuristics>(
    task: &Task<'_, G>,
    level: BotLevel,
    seed: [u8; 32],
    control: &Control,
) -> String {
    let index = BotPosition::of(task).choose(level.into(), seed, control);
    task.notations.get(index).cloned().unwrap_or_default()
}

/// By level, how likely its bot is to play each move in the position of `task`, in notation, by one search with this seed. Levels that
/// search alike as far as they search share it.
pub fn odds<G: Published + Heuristics>(
    task: &Task<'_, G>,
    levels: &[BotLevel],
    seed: [u8; 32],
    control: &Control,
) -> Vec<Odds> {
    let named = |(index, odds): (usize, f64)| Some((task.notations.get(index)?.clone(), odds));
    let odds = BotPosition::of(task).odds(levels, seed, control);
    odds.into_iter().map(|moves| moves.into_iter().filter_map(named).collect()).collect()
}

/// How likely moves are, in notation.
pub type Odds = Vec<(String, f64)>;

/// The move of `bot` for the seat with this `knowledge`.
///
/// # Errors
/// [`HintError::NotYourTurn`].
pub(crate) fn pick<G: Observed + Heuristics>(
    rules: &G,
    knowledge: &G::Knowledge,
    bot: Bot,
    seed: [u8; 32],
    control: &Control,
) -> Result<G::Move, HintError> {
    let Viewer::Seat(seat) = knowledge.viewer() else { return Err(HintError::NotYourTurn) };
    // Any world will do: the seat to move has the same legal moves in all of them.
    let world = knowledge.sample_world(rules, &mut ChaCha8Rng::from_seed(seed));
    if rules.turn(&world) != Turn::Player(seat) {
        return Err(HintError::NotYourTurn);
    }
    let moves = rules.legal_moves(&world);
    let situation = BotPosition { rules, knowledge, seat, moves: &moves, world: &world };
    moves.get(situation.choose(bot, seed, control)).copied().ok_or(HintError::NotYourTurn)
}

/// The move of [`Bot::Random`] in `state`. The legal moves are the same in all positions the seat to move cannot tell apart,
/// so this is what [`pick`] answers.
///
/// # Errors
/// [`HintError::NotYourTurn`].
pub(crate) fn any_move<G: Observed>(
    rules: &G,
    state: &G::State,
    seed: [u8; 32],
) -> Result<G::Move, HintError> {
    let moves = rules.legal_moves(state);
    moves.get(random_index(moves.len(), seed)).copied().ok_or(HintError::NotYourTurn)
}

fn random_index(moves: usize, seed: [u8; 32]) -> usize {
    if moves < 2 { 0 } else { below(&mut stream::keyed(seed, BOT), moves as u32) as usize }
}

/// One of those levels that search alike: its place, and the lines and the noise of its search.
type Searcher = (usize, (u64, f64));

/// Odds that sum to 1.
fn shares(mut odds: Vec<(usize, f64)>) -> Vec<(usize, f64)> {
    let sum: f64 = odds.iter().map(|(_, odds)| odds).sum();
    odds.iter_mut().for_each(|(_, odds)| *odds /= sum);
    odds
}

/// A position in which a bot is to move.
struct BotPosition<'a, G: Observed> {
    rules: &'a G,
    knowledge: &'a G::Knowledge,
    seat: Seat,
    moves: &'a [G::Move],
    world: &'a G::State,
}

impl<'a, G: Published> BotPosition<'a, G> {
    fn of(task: &'a Task<'_, G>) -> Self {
        Self {
            rules: task.rules,
            knowledge: &task.knowledge,
            seat: task.seat,
            moves: &task.moves,
            world: &task.world,
        }
    }
}

impl<G: Observed + Heuristics> BotPosition<'_, G> {
    /// The index of the bot's move.
    fn choose(&self, bot: Bot, seed: [u8; 32], control: &Control) -> usize {
        match bot {
            _ if self.moves.len() < 2 => 0,
            Bot::Random => random_index(self.moves.len(), seed),
            Bot::Greedy => greedy::choose(self, &mut stream::keyed(seed, BOT)),
            Bot::Graded(level) => self.choose(level.search(&self.rules.grades()), seed, control),
            Bot::Solver { iterations, tuning } => self.search(iterations, tuning, seed, control),
        }
    }

    /// By level the moves that its bot may play, with their odds.
    fn odds(&self, levels: &[BotLevel], seed: [u8; 32], control: &Control) -> Vec<Vec<(usize, f64)>> {
        let grades = self.rules.grades();
        let unsearched = if self.moves.len() < 2 { Some(0) } else { self.habitual() };
        let mut found: Vec<Vec<(usize, f64)>> = Vec::new();
        let mut alike: Vec<(Tuning, Vec<Searcher>)> = Vec::new();
        for (at, level) in levels.iter().enumerate() {
            let bot = level.search(&grades);
            let Bot::Solver { iterations, tuning } = bot else {
                found.push(vec![(self.choose(bot, seed, control), 1.0)]);
                continue;
            };
            found.push(Vec::new());
            let (own, tuning) = ((at, (iterations, tuning.noise)), Tuning { noise: 0.0, ..tuning });
            match alike.iter_mut().find(|(of, _)| *of == tuning) {
                Some((_, bots)) => bots.push(own),
                None => alike.push((tuning, vec![own])),
            }
        }
        for (tuning, mut bots) in alike {
            bots.sort_by_key(|(_, (lines, _))| *lines);
            let searched: Vec<(u64, f64)> = bots.iter().map(|(_, bot)| *bot).collect();
            let odds = match unsearched {
                Some(index) => vec![vec![(index, 1.0)]; bots.len()],
                None => odds_of_moves(&self.question(seed), &searched, tuning, control),
            };
            bots.iter().zip(odds).for_each(|((at, _), odds)| found[*at] = shares(odds));
        }
        found
    }

    /// The move that is played without a search, where there is one.
    fn habitual(&self) -> Option<usize> {
        let conventional = self.rules.conventional_move(self.world)?;
        self.moves.iter().position(|&mv| mv == conventional)
    }

    fn search(&self, iterations: u64, tuning: Tuning, seed: [u8; 32], control: &Control) -> usize {
        let searched = || best_move(&self.question(seed), iterations, tuning, control);
        self.habitual().unwrap_or_else(searched)
    }

    fn question(&self, seed: [u8; 32]) -> Question<'_, G> {
        Question {
            rules: self.rules,
            knowledge: self.knowledge,
            seat: self.seat,
            moves: self.moves,
            world: self.world,
            objective: Objective::WinShare,
            paranoid: false,
            bot: true,
            seed,
        }
    }
}

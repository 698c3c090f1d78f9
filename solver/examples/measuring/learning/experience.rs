//! Positions of played games, and what came of them.

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use tapis_games::game::{Published, Turn};
use tapis_games::random::below;
use tapis_games::seat::Seat;

use crate::bots::Bot;
use crate::control::Control;
use crate::heuristics::Heuristics;
use crate::sampling::goal::Goal;
use crate::simulation::{Seeds, SimulationError, game};
use crate::value::MAX_FEATURES;

/// How experience is gathered.
#[derive(Clone, Copy, Debug)]
pub struct Play {
    /// The bot of every seat.
    pub bot: Bot,
    /// Random moves in a hundred.
    pub random: u32,
    /// The seeds of the game.
    pub seeds: Seeds,
}

/// Positions with the features of every seat and the share it got.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Experience {
    names: &'static [&'static str],
    inputs: Vec<f32>,
    shares: Vec<f32>,
    /// By position, its first seat in `shares`, and at last their number.
    first: Vec<usize>,
}

impl Experience {
    /// The names of the features.
    pub fn names(&self) -> &'static [&'static str] {
        self.names
    }

    /// The number of features.
    pub fn features(&self) -> usize {
        self.names.len()
    }

    /// The number of positions.
    pub fn positions(&self) -> usize {
        self.first.len()
    }

    /// The features and the share of every seat in one position.
    pub fn position(&self, n: usize) -> Vec<(&[f32], f32)> {
        let end = self.first.get(n + 1).copied().unwrap_or(self.shares.len());
        let of = |seat: usize| {
            let from = seat * self.features();
            (&self.inputs[from..from + self.features()], self.shares[seat])
        };
        (self.first[n]..end).map(of).collect()
    }

    /// Adds what another game gave, of the same features.
    pub fn append(&mut self, other: &Self) {
        self.names = other.names;
        self.first.extend(other.first.iter().map(|first| first + self.shares.len()));
        self.inputs.extend(&other.inputs);
        self.shares.extend(&other.shares);
    }

    fn add<G: Heuristics>(&mut self, rules: &G, state: &G::State) {
        self.first.push(self.inputs.len() / self.features().max(1));
        for seat in Seat::all(rules.seats()) {
            let mut features = [0.0; MAX_FEATURES];
            rules.features(state, seat, &mut features);
            self.inputs.extend(&features[..self.features().min(MAX_FEATURES)]);
        }
    }

    /// All positions without a result had this one.
    fn close(&mut self, shares: &[f64]) {
        while !shares.is_empty() && self.shares.len() * self.features() < self.inputs.len() {
            self.shares.extend(shares.iter().map(|&share| share as f32));
        }
    }
}

/// Plays a game and records the positions in which a seat has a choice.
pub(crate) fn experience<G: Published + Heuristics>(
    rules: &G,
    play: Play,
    control: &Control,
) -> Result<Experience, SimulationError> {
    let mut seen = Experience { names: rules.feature_names(), ..Experience::default() };
    let mut rng = ChaCha8Rng::from_seed(play.seeds.bots.0);
    let mut goal: Option<Goal> = None;
    let bots = vec![play.bot; rules.seats()];
    let mut choose = |bot| if below(&mut rng, 100) < play.random { Bot::Random } else { bot };
    let end = game::play_mixed(rules, &bots, &mut choose, play.seeds, control, |before, ply, after| {
        let goal = goal.get_or_insert_with(|| Goal::of_bots(rules, after));
        let mut state = before.clone();
        if let Some((_, mv)) = ply.action {
            rules.play_unchecked(&mut state, mv);
        }
        for chance in &ply.chance {
            if ends(rules, goal, &state) {
                seen.close(goal.shares_at(rules, &state).as_slice());
            }
            // What was drawn once fits again.
            let _ = rules.resolve(&mut state, chance);
        }
        if matches!(rules.turn(after), Turn::Player(_)) && rules.forced_move(after).is_none() {
            seen.add(rules, after);
        }
    })?;
    if let Some(goal) = goal {
        seen.close(goal.shares_at(rules, &end).as_slice());
    }
    Ok(seen)
}

fn ends<G: Heuristics>(rules: &G, goal: &Goal, state: &G::State) -> bool {
    let turn = rules.turn(state);
    goal.horizon && turn == Turn::Chance && goal.is_end(rules, state, turn)
}

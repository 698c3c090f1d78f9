//! Turns a question into a search: its context, its trees and its limits.

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use tapis_games::game::{Hidden, InformationSet, Observed};
use tapis_games::seat::Seat;

use super::context::SearchContext;
use super::determinization::Determinizer;
use super::goal::{Goal, HALF_MARGIN};
use super::playout::{has_move_scores, plies_left, random_end};
use super::root::RootStatistics;
use super::stream;
use super::tuning::{Policy, Tuning};
use crate::confidence::Kind;
use crate::heuristics::Heuristics;
use crate::request::{Budget, Objective};

/// A position as one seat knows it, with its objective.
pub(crate) struct Question<'a, G: Observed> {
    pub rules: &'a G,
    pub knowledge: &'a G::Knowledge,
    pub seat: Seat,
    /// Its legal moves, in canonical order.
    pub moves: &'a [G::Move],
    /// Any world that agrees with the knowledge.
    pub world: &'a G::State,
    pub objective: Objective,
    /// Whether all other seats play against the seat.
    pub paranoid: bool,
    /// Whether a bot asks. A bot needs only a move, and may maximise a round utility instead of the win share.
    pub bot: bool,
    pub seed: [u8; 32],
}

/// Maximal number of logical trees, and the least number of lines per tree: trees share nothing, and what one has proved or learned is
/// worth more than a second opinion.
const TREES: (u64, u64) = (8, 50_000);
/// Playouts that measure how large margins are.
const PROBES: u64 = 32;

impl<'a, G: Observed + Heuristics> Question<'a, G> {
    /// The context that all trees share.
    pub(crate) fn context(&self, worlds: Option<u64>, lines: u64, tuning: Tuning) -> SearchContext<'a, G> {
        let rules = self.rules;
        let mut rng = stream::keyed(self.seed, stream::POOL);
        let belief = if rules.log_likelihood(self.world, self.seat).is_some() { tuning.belief } else { 1 };
        let limit = worlds.unwrap_or(u64::MAX).min(lines);
        let determinizer = Determinizer::listed(rules, self.knowledge, self.seat, belief, limit, &mut rng);
        let determinizer = determinizer.unwrap_or_else(|| {
            let size = worlds.unwrap_or(0).min(MAX_POOL) as usize;
            Determinizer::drawn(rules, self.knowledge, self.seat, belief, size, &mut rng)
        });
        let hidden = self.knowledge.hidden(rules);
        let has_move_scores = has_move_scores(rules, self.world);
        // Of points, guided means lag behind the truth longer than plain ones: few lines go to moves that score low.
        let guided = tuning.policy == Policy::Guided
            && rules.is_guided()
            && has_move_scores
            && self.objective == Objective::WinShare;
        let net = if guided && !self.paranoid { rules.net(tuning.values) } else { None };
        let goal = self.goal(guided);
        let plies = if net.is_some() { plies_left(rules, &goal, self.world).ceil() as u32 } else { 0 };
        SearchContext {
            rules,
            knowledge: self.knowledge,
            determinizer,
            moves: self.moves,
            goal,
            tuning,
            guided,
            net,
            plies,
            open: hidden != Hidden::Private,
            provable: hidden == Hidden::Nothing && !goal.horizon,
            has_move_scores,
            trifle: rules.trifle(self.world, self.seat),
        }
    }

    /// The utilities of the search. For the round payoff the scale is slightly more than the largest margin of some
    /// random playouts.
    fn goal(&self, guided: bool) -> Goal {
        let rules = self.rules;
        // A plain search of a guided game is the measure of what guidance is worth: its lines end with the game.
        let between_rounds = || (guided || !rules.is_guided()) && rules.between_rounds(self.world).is_some();
        let mut goal = Goal {
            objective: self.objective,
            seat: self.seat,
            horizon: self.objective == Objective::WinShare && between_rounds(),
            round_utility: false,
            span: (0.0, 1.0),
            paranoid: self.paranoid,
            scale: HALF_MARGIN,
        };
        goal.round_utility = self.bot && goal.horizon && self.rules.round_utility(self.world).is_some();
        if goal.horizon {
            goal.span = self.span(&goal);
        }
        if self.objective == Objective::RoundPayoff {
            let largest = (0..PROBES)
                .map(|probe| {
                    let end = random_end(
                        self.rules,
                        &goal,
                        self.world,
                        &mut Xoshiro256PlusPlus::seed_from_u64(probe),
                    );
                    goal.leaf(self.rules, &end).margin.abs()
                })
                .fold(1.0, f64::max);
            goal.scale = 1.25 * largest as f32;
        }
        goal
    }

    /// The interval of win shares at the ends of some random playouts, slightly widened.
    fn span(&self, goal: &Goal) -> (f32, f32) {
        let (mut low, mut high) = (1.0f64, 0.0f64);
        for probe in 0..PROBES {
            let end = random_end(self.rules, goal, self.world, &mut Xoshiro256PlusPlus::seed_from_u64(probe));
            let ends = goal.shares_at(self.rules, &end);
            for &share in &ends {
                (low, high) = (low.min(share), high.max(share));
            }
        }
        let spare = 0.1 * (high - low).max(0.05);
        ((low - spare).max(0.0) as f32, (high + spare).min(1.0) as f32)
    }

    /// The statistics of the root moves before the first line.
    pub(crate) fn root(&self, context: &SearchContext<'_, G>) -> RootStatistics {
        let scores: Vec<i32> = self.moves.iter().map(|&mv| self.rules.move_score(self.world, mv)).collect();
        let best = scores.iter().copied().max().unwrap_or(0);
        let weight = f64::from(context.tuning.prior_weight) / 1000.0;
        let priors = scores.iter().map(|score| f64::from(best - score) * weight).collect();
        let (kind, unit) = match self.objective {
            Objective::WinShare => (Kind::Share, 1.0),
            _ => (Kind::Points, f64::from(context.goal.scale)),
        };
        RootStatistics::new(kind, unit, self.seat, priors, context.guided, context.tuning)
    }
}

/// Maximal number of worlds in a pool.
const MAX_POOL: u64 = 1 << 14;

/// The number of lines of all trees together, and the number of trees. Both depend on the request alone, except that
/// the trees follow the threads if time is the only limit.
pub(crate) fn search_size(budget: &Budget, threads: usize) -> (u64, usize) {
    let lines = budget.lines();
    let (most, least_lines) = TREES;
    let trees = if lines < u64::MAX {
        (lines / least_lines).clamp(1, most) as usize
    } else if threads == 0 {
        rayon::current_num_threads().clamp(1, most as usize)
    } else {
        threads.min(most as usize)
    };
    (lines, trees)
}

//! Heuristics of the games, one module per game. The rules are not repeated here, and no other module of this crate
//! names a game.

use rand::Rng;
use tapis_games::game::Game;
use tapis_games::seat::{BySeat, Seat};

use crate::answer::Explanation;
pub use crate::answer::{TableFact, Topic};
use crate::grades::{GRADES, Grades};
use crate::request::Objective;
use crate::value::{Features, Net, Values};

mod ends;
mod inputs;
mod malin;
mod mixer;
mod parbourg;
mod richelieu;
mod sept_blasons;
#[cfg(feature = "testing")]
mod testing;

pub use ends::{EndSolver, NoEnd};
pub(crate) use mixer::Mixer;

/// The most moves of which [facts](Heuristics::facts) are told: a line is played after each of them in every world.
pub(crate) const TOLD: usize = 3;

/// A static evaluation of a position for one seat.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Evaluation {
    /// Expected share of the win, 0 to 1. The shares of all seats sum to 1.
    pub share: f64,
    /// Expected points of the current round minus those of the best other seat.
    pub margin: f64,
}

/// What an exhaustive search needs at a node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoundsAndKey {
    /// See [`Heuristics::bounds`].
    pub bounds: Option<(f64, f64)>,
    /// See [`Heuristics::value_key`].
    pub key: u64,
}

/// Knowledge of a game beyond its rules. Every default is neutral: a game without heuristics implements the empty
/// trait and is searched correctly, but more slowly.
pub trait Heuristics: Game {
    /// How promising `mv` looks to the seat to move, in about ±1000; higher is better. It only orders moves. It must
    /// be cheap, because it is called for every move of every node.
    fn move_score(&self, state: &Self::State, mv: Self::Move) -> i32 {
        let _ = (state, mv);
        0
    }

    /// The static evaluation of a position, for greedy play, for leaves of depth-limited searches and for playouts
    /// that are cut off.
    fn evaluate(&self, state: &Self::State) -> BySeat<Evaluation> {
        let _ = state;
        let share = 1.0 / self.seats() as f64;
        BySeat::from_fn(self.seats(), |_| Evaluation { share, margin: 0.0 })
    }

    /// The names of the [features](Heuristics::features), at most [`MAX_FEATURES`](crate::value::MAX_FEATURES). Empty if nothing can be
    /// learned about the game.
    fn feature_names(&self) -> &'static [&'static str] {
        &[]
    }

    /// Writes what learned values see of `state` from `seat`, in about ±1; the rest of `out` is left as it is. The first feature is the
    /// phase, 0 to 1, the same for all seats.
    fn features(&self, state: &Self::State, seat: Seat, out: &mut Features) {
        let _ = (state, seat, out);
    }

    /// The learned values that come with the game. The strongest bots use them in place of playouts, if the game is
    /// [guided](Heuristics::is_guided).
    fn values(&self) -> Option<&'static Net> {
        None
    }

    /// The net that `wanted` names, if it was fitted to the features of this game.
    fn net(&self, wanted: Values) -> Option<&'static Net> {
        match wanted {
            Values::Off => None,
            Values::Shipped => self.values(),
            Values::Given(net) => Some(net).filter(|net| net.features() == self.feature_names().len()),
        }
    }

    /// The shares that `net` gives the seats in `state`.
    fn shares(&self, net: &Net, state: &Self::State) -> BySeat<f32> {
        net.shares(self.seats(), |seat, out| self.features(state, seat, out))
    }

    /// The win share each seat can expect between two rounds. A game that gives it ends the lines of the sampling
    /// solver there instead of at the end of the game; answers then have a caveat. The plain search of a
    /// [guided](Heuristics::is_guided) game does not.
    fn between_rounds(&self, state: &Self::State) -> Option<BySeat<f64>> {
        let _ = state;
        None
    }

    /// The utility of a finished round to each seat, 0 to 1. Bots maximise it where lines end with the round. Without
    /// it they maximise [`Heuristics::between_rounds`].
    fn round_utility(&self, state: &Self::State) -> Option<BySeat<f64>> {
        let _ = state;
        None
    }

    /// What the round that `state` ends brought each seat, in the order in which seats act first in a round, where all rounds are alike:
    /// what [playouts](Heuristics::playout_move) make of one depends on nothing that came before it, and it leaves nothing behind but
    /// scores. `None` if they are not, and where no round ends.
    fn round_brought(&self, state: &Self::State) -> Option<BySeat<i32>> {
        let _ = state;
        None
    }

    /// Ends the next round of `state`, which lies between two, with what [another round brought](Heuristics::round_brought).
    fn skip_round(&self, state: &mut Self::State, brought: &BySeat<i32>) {
        let _ = (state, brought);
    }

    /// The share of the win that nobody minds losing in `state`: what a small part of that is worth to `seat` for which people play.
    /// Without it a fifth of the difference between the best move and the worst counts.
    fn trifle(&self, state: &Self::State, seat: Seat) -> Option<f64> {
        let _ = (state, seat);
        None
    }

    /// The log-likelihood, up to a constant, of what the seats other than `seat` announced and played in `state`. It
    /// weighs the worlds of the sampling solver. Without it only the deal's probabilities count.
    fn log_likelihood(&self, state: &Self::State, seat: Seat) -> Option<f64> {
        let _ = (state, seat);
        None
    }

    /// A move that solver bots make without a search, because the seats follow a convention that a search would
    /// break. A function of what the seat to move knows.
    fn conventional_move(&self, state: &Self::State) -> Option<Self::Move> {
        let _ = state;
        None
    }

    /// What the graded bots spend and give away, so that neighbours are about equally far apart (`docs/strength.md`).
    fn grades(&self) -> Grades {
        GRADES
    }

    /// Whether move scores are good enough to guide a search: where they are priors, most lines go to the moves they favour. Not where
    /// plausible playouts know more.
    fn is_guided(&self) -> bool {
        true
    }

    /// The number of visits of an edge before its child gets a node. Greater where heuristic playouts play better
    /// than a young tree.
    fn expansion_threshold(&self) -> u32 {
        1
    }

    /// Computed facts about the legal moves `ranked`, best first, in words, for hints; none once it is `late`. `worlds` agree with what the
    /// seat to move knows.
    fn facts<R: Rng + ?Sized>(
        &self,
        worlds: &[Self::State],
        ranked: &[Self::Move],
        late: &dyn Fn() -> bool,
        rng: &mut R,
    ) -> Vec<Explanation> {
        let _ = (worlds, ranked, late, rng);
        Vec::new()
    }

    /// What the seat to move sees on the table, for a person to check: how things stand, or with `mv` what that move changes. Only what
    /// that seat knows: the same in every world that agrees with it.
    fn on_table(&self, state: &Self::State, mv: Option<Self::Move>) -> Vec<TableFact> {
        let _ = (state, mv);
        Vec::new()
    }

    /// Whether how things stand, as `standing` says it, may be told beside `mv`: not where it says what is needed, and `mv` gives that up.
    fn suits(&self, state: &Self::State, standing: &TableFact, mv: Self::Move) -> bool {
        let _ = (state, standing, mv);
        true
    }

    /// Whether what happens in lines, of this kind and with this first name, is what `state` is played for: what a line itself brings into
    /// question would puzzle whoever reads it.
    fn is_at_stake(&self, state: &Self::State, kind: &str, name: Option<&str>) -> bool {
        let _ = (state, kind, name);
        true
    }

    /// A plausible, cheap and randomised move for a playout. `None` leaves the choice to [`Heuristics::move_score`],
    /// or means that no player is to move.
    fn playout_move<R: Rng + ?Sized>(&self, state: &Self::State, rng: &mut R) -> Option<Self::Move> {
        let _ = (state, rng);
        None
    }

    /// Sound bounds of the final value of `objective` for `seat`, whatever is played and drawn. Exact searches prune
    /// by them, so they must be correct. `None` if nothing is known, or if bounds would cost more than they save.
    fn bounds(&self, state: &Self::State, seat: Seat, objective: Objective) -> Option<(f64, f64)> {
        let _ = (state, seat, objective);
        None
    }

    /// A key for the value of a position. Two positions from one deal share it only if `objective` has the same value
    /// for every seat in both (except with a probability of about 2⁻⁶⁴). Like [`Game::key`], but coarser where the
    /// game allows it. It must be correct.
    fn value_key(&self, state: &Self::State, objective: Objective) -> u64 {
        let _ = objective;
        self.key(state)
    }

    /// A solver of the ends of rounds with all hands open, if the game has one that is faster than playing every move.
    fn ends(&self) -> Option<Box<dyn EndSolver<Self::State>>> {
        None
    }

    /// [`Heuristics::bounds`] and [`Heuristics::value_key`] at once, for games that compute both together.
    fn bounds_and_key(&self, state: &Self::State, seat: Seat, objective: Objective) -> BoundsAndKey {
        BoundsAndKey { bounds: self.bounds(state, seat, objective), key: self.value_key(state, objective) }
    }
}

/// Resolves one chance node; the outcome, if it fitted.
pub(crate) fn draw<G: Game, R: Rng + ?Sized>(
    rules: &G,
    state: &mut G::State,
    rng: &mut R,
) -> Option<G::Chance> {
    let outcome = rules.sample_chance(state, rng);
    rules.resolve(state, &outcome).ok()?; // a sampled outcome always fits: conformance-tested
    Some(outcome)
}

/// Win shares from expected points: a softmax in which a lead of `scale` points is worth a factor of e.
fn win_shares(points: &BySeat<f64>, scale: f64) -> BySeat<f64> {
    let most = points.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let weights = BySeat::from_fn(points.len(), |seat| ((points[seat] - most) / scale).exp());
    let sum: f64 = weights.iter().sum();
    BySeat::from_fn(points.len(), |seat| weights[seat] / sum)
}

/// The points of `seat` minus those of the best other seat.
fn lead(points: &BySeat<f64>, seat: Seat) -> f64 {
    let others = Seat::all(points.len()).filter(|&other| other != seat).map(|other| points[other]);
    points[seat] - others.fold(f64::NEG_INFINITY, f64::max)
}

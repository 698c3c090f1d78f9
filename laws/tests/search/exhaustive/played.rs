//! A live game with its engine, for the tests through the engine.

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use serde_json::Value;
use tapis_games::erased::{AnyRuleset, AnyTable, TypedRuleset};
use tapis_games::game::{Published, Turn};
use tapis_games::log::ObservationLog;
use tapis_games::random::{Seed, below};
use tapis_games::seat::{Seat, Viewer};
use tapis_solver::answer::{Answer, Gap, Level, MoveAdvice, Sure};
use tapis_solver::control::Control;
use tapis_solver::engine::{Engine, TypedEngine};
use tapis_solver::heuristics::Heuristics;
use tapis_solver::request::{Budget, Objective, Request, SolverKind};

/// A live game and its engine.
pub struct Played<G: Published> {
    pub engine: TypedEngine<G>,
    pub table: Box<dyn AnyTable>,
}

impl<G: Published + Heuristics> Played<G> {
    pub fn deal(rules: G, seed: u8) -> Self {
        let table = TypedRuleset::new(rules.clone()).deal(&Seed([seed; 32]));
        Self { engine: TypedEngine::new(rules), table }
    }

    pub fn play(mut self, notations: &[&str]) -> Self {
        for notation in notations {
            let Turn::Player(seat) = self.table.turn() else { panic!("over before {notation}") };
            let mut rng = ChaCha8Rng::seed_from_u64(0);
            self.table.play(seat, notation, &mut rng).expect("a legal move");
        }
        self
    }

    /// Plays random games until `stop` holds in a position with a seat to move.
    pub fn reach(rules: G, stop: impl Fn(&dyn AnyTable) -> bool) -> Self {
        Self::reach_from(rules, 0, stop)
    }

    /// The same, beginning with the game of this seed.
    pub fn reach_from(rules: G, first: u8, stop: impl Fn(&dyn AnyTable) -> bool) -> Self {
        for seed in first..=u8::MAX {
            let mut rng = ChaCha8Rng::seed_from_u64(seed.into());
            let mut game = Self::deal(rules.clone(), seed);
            while let Turn::Player(seat) = game.table.turn() {
                if stop(&*game.table) {
                    return game;
                }
                let legal = game.table.legal_moves();
                let notation = &legal[below(&mut rng, legal.len() as u32) as usize].notation;
                game.table.play(seat, notation, &mut rng).expect("a legal move");
            }
        }
        unreachable!("no game of the seeds up to 255 got there")
    }

    pub fn mover(&self) -> Seat {
        let Turn::Player(seat) = self.table.turn() else { panic!("the game is over") };
        seat
    }

    pub fn log(&self, seat: Seat) -> ObservationLog {
        let plies = self.table.plies().iter().map(|ply| ply.seen_by(Viewer::Seat(seat)).clone()).collect();
        ObservationLog { ruleset: self.engine.ruleset().reference(), seat: Some(seat), plies }
    }

    pub fn hint(&self, request: &Request) -> Answer {
        let answer = self.engine.hint(&self.log(self.mover()), request, &Control::default());
        let answer = answer.expect("an answer");
        self.check(&answer);
        answer
    }

    /// Asserts what holds for every answer.
    pub fn check(&self, answer: &Answer) {
        let mut listed: Vec<_> = answer.moves.iter().map(|advice| advice.notation.as_str()).collect();
        let legal = self.table.legal_moves();
        let mut legal: Vec<_> = legal.iter().map(|legal| legal.notation.as_str()).collect();
        listed.sort_unstable();
        legal.sort_unstable();
        assert_eq!(listed, legal, "every legal move, each once");
        laws(answer);
    }
}

/// Asserts what holds for every answer, whatever was asked.
pub fn laws(answer: &Answer) {
    // What a sample finds better without showing it is told as it is.
    let is_sampled = answer.exactness.level == Level::Sampled;
    let between = |gap: &Gap| {
        assert!(gap.mean >= 0.0 || is_sampled && gap.low <= 0.0 && gap.high >= 0.0, "{gap:?}");
        assert!(gap.low <= gap.mean && gap.mean <= gap.high, "{gap:?}");
    };
    assert!(answer.moves.windows(2).all(|pair| pair[0].rank <= pair[1].rank));
    assert!(answer.moves.windows(2).all(|pair| pair[0].value >= pair[1].value - 1e-9));
    assert_eq!(answer.moves[0].rank, 1);
    for advice in &answer.moves {
        assert!(advice.low <= advice.value && advice.value <= advice.high, "{advice:?}");
        assert!(advice.regret >= 0.0 && (advice.rank > 1 || advice.regret == 0.0), "{advice:?}");
        let own = advice.values.as_ref().map(|values| values[answer.seat.index()]);
        assert!(own.is_none_or(|own| own == advice.value), "the value of the seat: {advice:?}");
        let equal = |other: &&MoveAdvice| other.rank == advice.rank && other.notation != advice.notation;
        for other in answer.moves.iter().filter(equal) {
            assert!(advice.equals.contains(&other.notation), "{} equals {advice:?}", other.notation);
        }
        assert!(
            answer.objective == Objective::WinShare || advice.margin.is_none_or(|own| own == advice.value)
        );
    }
    if let Some(gap) = answer.confidence.as_ref().and_then(|confidence| confidence.gap.as_ref()) {
        between(gap);
    }
    answer.moves.iter().filter_map(|advice| advice.behind.as_ref()).for_each(between);
    if let Some(confidence) = &answer.confidence {
        let named = |notation: &String| answer.moves.iter().any(|advice| advice.notation == *notation);
        assert!(!confidence.set.is_empty() && confidence.set.iter().all(named), "{confidence:?}");
        assert!((0.9..=1.0).contains(&confidence.probability) && confidence.within > 0.0, "{confidence:?}");
        let all = confidence.set.len() == answer.moves.len();
        assert!(confidence.times_longer.is_none() || all, "{confidence:?}");
    }
    let says = answer.explanation.iter().any(|said| ["sure", "equally_good"].contains(&said.code.as_str()));
    assert_eq!(says, answer.moves.len() > 1);
    assert_eq!(answer.sure == Sure::Proved, answer.exactness.proved);
    assert!(answer.worlds.used as f64 <= answer.worlds.consistent);
    assert_eq!(answer.exactness.proved, answer.exactness.level >= Level::ExactConcept);
    no_negative_zero(&serde_json::to_value(answer).expect("JSON"));
}

fn no_negative_zero(value: &Value) {
    match value {
        Value::Number(number) => {
            assert!(number.as_f64().is_none_or(|number| number != 0.0 || number.is_sign_positive()), "-0");
        }
        Value::Array(items) => items.iter().for_each(no_negative_zero),
        Value::Object(members) => members.values().for_each(no_negative_zero),
        _ => {}
    }
}

/// A request to the exhaustive solver.
pub fn exhaustive(budget: Budget) -> Request {
    Request { solver: SolverKind::Exhaustive, budget, ..Request::default() }
}

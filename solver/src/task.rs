//! The typed input of every solver. It has a seat's knowledge, never a true state.

use std::time::{Duration, Instant};

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use tapis_games::erased;
use tapis_games::game::{InformationSet, Published, Turn};
use tapis_games::locale::said;
use tapis_games::log::ObservationLog;
use tapis_games::refusal::{Refusal, Text};
use tapis_games::seat::{Seat, Viewer};

use crate::control::Control;
use crate::error::HintError;
use crate::request::{Concept, Objective, Request};
use crate::words::TEXTS;

/// A position as one seat knows it, with the request about it.
pub struct Task<'a, G: Published> {
    /// The rules.
    pub rules: &'a G,
    /// Hash of the ruleset.
    pub ruleset: &'a str,
    /// What the seat knows.
    pub knowledge: G::Knowledge,
    /// The seat advised; it is to move.
    pub seat: Seat,
    /// Its legal moves in canonical order; at least one.
    pub moves: Vec<G::Move>,
    /// Their notations for this seat.
    pub notations: Vec<String>,
    /// One world that agrees with the knowledge, drawn from the log's hash.
    pub world: G::State,
    /// SHA-256 of the canonical JSON of the observation log.
    pub observation: [u8; 32],
    /// The request.
    pub request: &'a Request,
    /// The objective to maximise.
    pub objective: Objective,
    /// The solution concept; `Some` exactly with three or more seats.
    pub concept: Option<Concept>,
    /// When the work began.
    pub started: Instant,
}

impl<'a, G: Published> Task<'a, G> {
    /// Reads the log and checks that its seat is to move. The default objective is the win share.
    ///
    /// # Errors
    /// See [`HintError`].
    pub fn new(
        rules: &'a G,
        ruleset: &'a str,
        log: &ObservationLog,
        request: &'a Request,
    ) -> Result<Self, HintError> {
        let started = Instant::now();
        if log.ruleset.hash != ruleset {
            return Err(HintError::Inconsistent(other_ruleset(ruleset)));
        }
        let seat = log.seat.ok_or(HintError::NotYourTurn)?;
        let knowledge = erased::knowledge(rules, log)?;
        let observation = log.sha256();
        let world = knowledge.sample_world(rules, &mut ChaCha8Rng::from_seed(observation));
        if rules.turn(&world) != Turn::Player(seat) {
            return Err(HintError::NotYourTurn);
        }
        let moves = rules.legal_moves(&world).to_vec();
        let notations = moves.iter().map(|&mv| rules.notation(&world, mv, Viewer::Seat(seat))).collect();
        let concept = (rules.seats() > 2).then(|| request.concept.unwrap_or(Concept::Maxn));
        let objective = request.objective.unwrap_or(Objective::WinShare);
        Ok(Self {
            rules,
            ruleset,
            knowledge,
            seat,
            moves,
            notations,
            world,
            observation,
            request,
            objective,
            concept,
            started,
        })
    }

    /// What a seat is called.
    pub fn name(&self, seat: Seat) -> Text {
        let by_number = || TEXTS.both("seat-open", &[("n", (seat.index() + 1).into())]);
        self.request.names.get(seat.index()).cloned().unwrap_or_else(by_number)
    }

    /// A generator that depends only on the log and `stream`, for choices that must not vary with the request.
    pub fn rng(&self, stream: u64) -> ChaCha8Rng {
        let mut rng = ChaCha8Rng::from_seed(self.observation);
        rng.set_stream(stream);
        rng
    }

    /// Whether it is too late for more: the time budget is over, or nobody waits any longer.
    pub(crate) fn late(&self, control: &Control) -> impl Fn() -> bool {
        let (cancel, deadline) = (control.cancel.clone(), self.deadline());
        move || cancel.is_cancelled() || deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// The end of the time of the search.
    pub fn deadline(&self) -> Option<Instant> {
        Some(self.started + Duration::from_millis(self.request.search_budget().ms?))
    }
}

fn other_ruleset(hash: &str) -> Refusal {
    Refusal::said("other_ruleset", "README.md", &said("other_ruleset").with("hash", hash))
}

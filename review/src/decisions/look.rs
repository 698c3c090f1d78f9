//! A look at one choice: the hint that the seat could have had.

use sha2::{Digest, Sha256};
use tapis_games::erased::AnyTable;
use tapis_games::log::ObservationLog;
use tapis_games::refusal::Text;
use tapis_games::ruleset::RulesetReference;
use tapis_games::seat::{Seat, Viewer};
use tapis_solver::answer::{Answer, Level, MoveAdvice, Status};
use tapis_solver::control::Control;
use tapis_solver::engine::{Engine, HintError};
use tapis_solver::request::{Budget, Objective, Request, SolverKind};

use super::Behind;

/// Positions that an exhaustive search may visit for each line that a sampling search may play.
const NODES_A_LINE: u64 = 50;

/// What `seat` had seen before ply `n`: all that its hint is made from.
pub(crate) fn seen(table: &dyn AnyTable, ruleset: &RulesetReference, seat: Seat, n: u32) -> ObservationLog {
    let plies = table.plies().iter().take(n as usize);
    let plies = plies.map(|ply| ply.seen_by(Viewer::Seat(seat)).clone()).collect();
    ObservationLog { ruleset: ruleset.clone(), seat: Some(seat), plies }
}

/// What every legal move of a choice loses.
pub(crate) struct Look {
    /// The notations, the best move first.
    moves: Vec<(String, Behind)>,
    /// What the best one is worth, a share of the win.
    pub value: f64,
    /// Whether the losses are proved.
    pub proved: bool,
    /// The lines of its search.
    pub lines: u64,
    /// The random numbers of its search.
    seed: [u8; 32],
}

/// How a hint is searched.
#[derive(Clone, Copy)]
pub(crate) struct Search<'a> {
    /// Its lines.
    pub lines: u64,
    /// Its random numbers.
    pub seed: [u8; 32],
    /// What the seats are called in words; empty where nobody reads them.
    pub names: &'a [Text],
    /// The move with which the first one is compared where it is said why that is good; the next best if none is named.
    pub compared: Option<&'a str>,
    /// Whether it is said why its first move is good.
    pub explained: bool,
}

/// The hint that the seat of `log` could have had by this search, and what was asked. Worlds that are each solved with all cards
/// open prove nothing to a seat that does not see them: such an answer is sampled instead.
///
/// # Errors
/// The search refused the position.
pub(crate) fn answered(
    engine: &dyn Engine,
    log: &ObservationLog,
    Search { lines, seed, names, compared, explained }: Search<'_>,
    control: &Control,
) -> Result<(Request, Answer), HintError> {
    let request = |solver| Request {
        solver,
        budget: Budget { iterations: Some(lines), nodes: Some(lines * NODES_A_LINE), ..Budget::default() },
        objective: Some(Objective::WinShare),
        seed,
        names: names.to_vec(),
        compared: compared.map(str::to_owned),
        unexplained: !explained,
        threads: 1,
        ..Request::default()
    };
    let asked = request(SolverKind::Auto);
    let answer = engine.hint(log, &asked, control)?;
    let sampled = answer.exactness.level == Level::Sampled;
    if sampled || answer.exactness.proved || answer.status == Status::Cancelled {
        return Ok((asked, answer));
    }
    let asked = request(SolverKind::Sampling);
    let answer = engine.hint(log, &asked, control)?;
    Ok((asked, answer))
}

impl Look {
    /// The look that this hint is, which was searched like this.
    pub(crate) fn of(answer: &Answer, Search { lines, seed, .. }: Search<'_>) -> Self {
        let proved = answer.exactness.proved;
        let moves = answer.moves.iter().map(|advice| (advice.notation.clone(), behind(advice, proved)));
        let value = answer.moves.first().map_or(0.0, |best| best.value);
        Self { moves: moves.collect(), value, proved, lines, seed }
    }

    /// The same search, by which its lines compare the first move with `notation`.
    pub(crate) fn compared<'a>(&self, notation: &'a str) -> Search<'a> {
        let Self { lines, seed, .. } = *self;
        Search { lines, seed, names: &[], compared: Some(notation), explained: true }
    }

    /// The number of legal moves.
    pub(crate) fn len(&self) -> usize {
        self.moves.len()
    }

    /// What its moves lose on average.
    pub(crate) fn stake(&self) -> f64 {
        self.moves.iter().map(|(_, behind)| behind.mean).sum::<f64>() / self.moves.len().max(1) as f64
    }

    /// The first move.
    pub(crate) fn best(&self) -> &str {
        self.moves.first().map_or("", |(notation, _)| notation)
    }

    /// How far a move lies behind; `None` of a move that is not listed.
    pub(crate) fn behind(&self, notation: &str) -> Option<Behind> {
        self.moves.iter().find(|(listed, _)| listed == notation).map(|(_, behind)| *behind)
    }
}

/// What a move loses. Without an interval nothing is claimed.
fn behind(advice: &MoveAdvice, proved: bool) -> Behind {
    let mean = advice.regret.max(0.0);
    match &advice.behind {
        _ if proved => Behind { mean, low: mean, high: mean },
        Some(gap) => Behind { mean, low: gap.low.min(mean), high: gap.high.max(mean) },
        None => Behind { mean, low: 0.0, high: mean },
    }
}

/// The random numbers of a look.
pub(crate) fn seed_of(review: [u8; 32], what: &str, ply: u32, number: u32) -> [u8; 32] {
    let digest = Sha256::new().chain_update(review).chain_update(what);
    digest.chain_update(ply.to_be_bytes()).chain_update(number.to_be_bytes()).finalize().into()
}

//! What the answer claims, from what the search measured.

use tapis_games::game::{Observed, Published};

use super::goal::Goal;
use super::playout::plies_left;
use super::root::Comparison;
use super::run::Search;
use super::setup::Question;
use crate::answer::{Behind, Gap, Measured, MeasuredMove, MoveAdvice};
use crate::calibration::{Calibration, Claims, SeatCount};
use crate::heuristics::Heuristics;
use crate::report::{TOLERANCE, Yardstick, is_settled, within};
use crate::request::Objective;

/// What was measured, and what that allows to claim.
pub(super) struct Claimed {
    pub measured: Measured,
    claims: Claims,
    /// Whether more lines would not make the model error less.
    is_least: bool,
    objective: Objective,
    unit: f64,
}

impl Claimed {
    /// Of moves with plain means.
    pub(super) fn of<G: Published + Heuristics>(
        question: &Question<'_, G>,
        search: &Search<'_, G>,
        comparison: &Comparison<'_>,
        (moves, notations): (&[MoveAdvice], &[String]),
    ) -> Self {
        let most = if question.objective == Objective::WinShare { 1.0 } else { f64::INFINITY };
        let one = |(index, advice): (usize, &MoveAdvice)| MeasuredMove {
            notation: notations.get(index).cloned().unwrap_or_default(),
            value: (advice.value + comparison.ahead(index)).min(most),
            samples: advice.samples,
            proved: advice.is_exact(),
            behind: (index != comparison.first()).then(|| comparison.behind(index)),
        };
        let values = moves.iter().map(|advice| advice.value);
        let measured = Measured {
            lines: search.lines,
            left: left(question, &search.context.goal),
            first: comparison.first(),
            within: within(question.objective, search.context.trifle, values),
            moves: moves.iter().enumerate().map(one).collect(),
        };
        let claims = claims(question, measured.left, search.lines);
        let least = self::claims(question, measured.left, u64::MAX).model_error;
        let is_least = claims.model_error <= least + TOLERANCE;
        Self { measured, claims, is_least, objective: question.objective, unit: search.root.unit() }
    }

    /// Puts claims in the place of means and of the sample's own intervals; what is proved stays.
    pub(super) fn apply(&self, moves: &mut [MoveAdvice]) {
        if self.measured.lines == 0 {
            return;
        }
        let proofs = self.measured.moves.iter().filter(|one| one.proved);
        let proved: Vec<f64> = proofs.map(|one| one.value).collect();
        for (advice, one) in moves.iter_mut().zip(&self.measured.moves).filter(|(_, one)| !one.proved) {
            match self.objective {
                Objective::WinShare => {
                    let radius =
                        if one.samples > 0 { self.claims.radius(advice.value, one.samples) } else { 1.0 };
                    advice.value = self.claims.value_among(advice.value, &proved);
                    advice.low = (advice.value - radius).max(0.0);
                    advice.high = (advice.value + radius).min(1.0);
                }
                // Points were not measured: the sample's interval, which is wider than it need be, and no less than the bias.
                _ => {
                    let bias = self.claims.quantile * self.claims.bias * self.unit;
                    advice.low = advice.low.min(advice.value - bias);
                    advice.high = advice.high.max(advice.value + bias);
                }
            }
        }
    }

    /// In what differences of moves are measured.
    pub(super) fn yardstick(&self) -> Yardstick {
        Yardstick { within: self.measured.within, unit: self.unit, model_error: self.claims.model_error }
    }

    /// How far the others lie behind the first, as far as that was measured.
    pub(super) fn rivals(&self) -> Vec<(usize, Behind)> {
        let behind = self.measured.moves.iter().map(|one| one.behind).enumerate();
        behind.filter_map(|(index, behind)| Some((index, behind?))).collect()
    }

    /// Whether a longer search is not expected to make it surer which move is best.
    pub(super) fn is_settled(&self) -> bool {
        self.is_least && is_settled(self.yardstick(), self.measured.first, &self.rivals())
    }

    /// How far a move lies behind the first, from the values claimed; less than 0 if it looks better but is not shown to be. `alpha` is the
    /// error probability of intervals of points.
    pub(super) fn behind(
        &self,
        comparison: &Comparison<'_>,
        moves: &[MoveAdvice],
        index: usize,
        alpha: f64,
    ) -> Option<Gap> {
        let behind = self.measured.moves[index].behind?;
        let lead = comparison.lead_over(index, alpha);
        let mean = moves[comparison.first()].value - moves[index].value - comparison.ahead(index);
        let radius = match self.objective {
            _ if behind.error == 0.0 => 0.0,
            Objective::WinShare => self.claims.difference_radius(behind.error),
            _ => lead.radius.max(self.claims.difference_quantile * self.claims.difference_bias * self.unit),
        };
        // What is not shown to be better may be as good.
        let radius = radius.max(-mean);
        lead.radius.is_finite().then_some(Gap::around(mean, radius, lead.paired))
    }
}

/// What a search of so many lines may claim. The table knows the default questions under the options measured; others get the widest claims.
fn claims<G: Published>(question: &Question<'_, G>, left: f64, lines: u64) -> Claims {
    let table = Calibration::current();
    let measured = table.measured(question.rules);
    if question.objective == Objective::WinShare && !question.paranoid && measured {
        table.claims(G::ID, SeatCount::of(question.rules.seats()), left, lines)
    } else {
        table.widest(lines)
    }
}

/// The model error of differences before a search, as if it had so many lines.
pub(super) fn model_error<G: Published + Heuristics>(
    question: &Question<'_, G>,
    goal: &Goal,
    lines: u64,
) -> f64 {
    claims(question, left(question, goal), lines).model_error
}

/// The plies that each seat has still to come.
fn left<G: Observed + Heuristics>(question: &Question<'_, G>, goal: &Goal) -> f64 {
    plies_left(question.rules, goal, question.world) / question.rules.seats() as f64
}

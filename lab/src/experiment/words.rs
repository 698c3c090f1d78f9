//! What an experiment found, in words.

use super::outcome::{ArmFigures, Comparison, Found, Interacting, Outcome, Verdict};
use super::plan::{Goal, Plan};
use crate::words::{TEXTS, said, seat_in_words};
use crate::{Interval, Metric, course};
use tapis_games::course::infos;
use tapis_games::locale::{Arg, Language};
use tapis_games::refusal::Text;
use tapis_solver::confidence::Kind;

/// A smaller gain by pairing is not worth a sentence.
const LEAST_GAIN: f64 = 1.05;

impl Outcome {
    /// A line for each thing that it says; `plan` is what was asked.
    pub fn in_words(&self, plan: &Plan, language: Language) -> Vec<String> {
        let early = if self.stopped_early { "yes" } else { "no" };
        let deals = [("deals", self.deals.into()), ("early", early.into())];
        let mut lines = vec![
            TEXTS.say(language, "experiment-measured", &[("what", self.what(language).into())]),
            TEXTS.say(language, "experiment-deals", &deals),
            self.certainty(plan, language),
        ];
        lines.extend(self.too_large(language));
        lines.extend(self.arms.iter().map(|arm| self.figures(arm, language)));
        lines.extend(self.comparisons.iter().filter_map(|comparison| paired(comparison, language)));
        lines.extend(self.comparisons.iter().map(|comparison| compared(comparison, language)));
        lines.extend(self.no_least(plan, language));
        lines.extend(self.interactions.iter().map(|of| interacting(of, language)));
        lines.extend(self.search.as_ref().map(|found| self.found(found, language)));
        lines
    }

    /// The answers: of the comparisons, or of the arms where nothing is compared.
    pub fn findings(&self, language: Language) -> Vec<String> {
        let mut lines: Vec<String> = self.comparisons.iter().map(|of| compared(of, language)).collect();
        lines.extend(self.interactions.iter().map(|of| interacting(of, language)));
        lines.extend(self.search.as_ref().map(|found| self.found(found, language)));
        if lines.is_empty() {
            self.arms.iter().map(|arm| self.figures(arm, language)).collect()
        } else {
            lines
        }
    }

    /// What the metric is of, so that nobody takes it for something else.
    pub fn what(&self, language: Language) -> String {
        let of = |key: &str, of: String| TEXTS.say(language, key, &[("of", of.into())]);
        match &self.metric {
            Metric::SeatShare(seat) => of("metric-seat_share", seat_in_words(*seat)),
            Metric::WinShare(bot) => of("metric-win_share", bot.clone()),
            Metric::FirstShare => said(language, "metric-first_share"),
            Metric::Lift(name, value) => of("metric-lift", format!("{name}={value}")),
            Metric::Balance => said(language, "metric-balance"),
            Metric::Feature(name) => of("metric-feature", name.clone()),
            Metric::Measure(name) => {
                let label = infos().into_iter().find(|info| info.name == name);
                of(
                    "metric-measure",
                    label.map_or_else(|| name.clone(), |info| language.say(info.label.en, info.label.fr)),
                )
            }
            Metric::Course(name) => {
                let Text { en, fr } = course::label(name);
                of("metric-course", language.say(en, fr))
            }
            Metric::Ties => said(language, "metric-ties"),
            Metric::Length => said(language, "metric-length"),
            Metric::Margin => said(language, "metric-margin"),
        }
    }

    /// What plays the same games, before any is played: no difference will be found.
    pub fn of_twins(&self, language: Language) -> Vec<String> {
        let twins = self.comparisons.iter().filter(|comparison| comparison.same_games);
        let said = |of: &Comparison| {
            let args = [("arm", of.arm.as_str().into()), ("with", of.with.as_str().into())];
            TEXTS.say(language, "experiment-twins", &args)
        };
        twins.map(said).collect()
    }

    fn figures(&self, arm: &ArmFigures, language: Language) -> String {
        let mean = match (&self.metric, arm.holders) {
            (Metric::Lift(name, value), Some(0)) if arm.games > 0 => {
                let args = [
                    ("n", arm.mean.n.into()),
                    ("value", value.as_str().into()),
                    ("feature", name.as_str().into()),
                ];
                TEXTS.say(language, "interval-no_holder", &args)
            }
            _ => interval(&arm.mean, language),
        };
        let mut args: Vec<(&'static str, Arg)> = vec![
            ("name", arm.name.as_str().into()),
            ("mean", mean.into()),
            ("games", arm.games.into()),
            ("source", arm.source.as_str().into()),
        ];
        let Some(deals) = arm.dropped_after else { return TEXTS.say(language, "experiment-arm", &args) };
        args.push(("deals", deals.into()));
        TEXTS.say(language, "experiment-arm_dropped", &args)
    }

    /// What stops because it is large looks larger than it is.
    fn too_large(&self, language: Language) -> Option<String> {
        let found = |comparison: &Comparison| matches!(comparison.verdict, Verdict::Higher | Verdict::Lower);
        let early = self.stopped_early && self.comparisons.iter().any(found);
        early.then(|| said(language, "experiment-too_large"))
    }

    /// Without a least difference that matters nobody finds that a difference does not matter.
    fn no_least(&self, plan: &Plan, language: Language) -> Option<String> {
        let open = self.comparisons.iter().any(|comparison| comparison.verdict == Verdict::Undecided);
        (open && plan.minimum_effect <= 0.0).then(|| said(language, "experiment-no_least"))
    }

    /// With which probability the intervals hold, and against what.
    pub(crate) fn certainty(&self, plan: &Plan, language: Language) -> String {
        let confidence = language.number(self.confidence, 4);
        // The bounds of numbers without bounds are those of large samples.
        let kind = match self.metric.kind() {
            Kind::Share => "share",
            Kind::Points => "points",
        };
        let mut args = vec![("confidence", confidence.trim_end_matches('0').into()), ("kind", kind.into())];
        if plan.extends.is_empty() {
            return TEXTS.say(language, "experiment-certainty", &args);
        }
        let earlier: Vec<String> = plan.extends.iter().map(u64::to_string).collect();
        args.push(("earlier", earlier.join(", ").into()));
        TEXTS.say(language, "experiment-extended", &args)
    }

    /// Which arm a search is after.
    fn found(&self, found: &Found, language: Language) -> String {
        let Found { goal, best, not_told_apart } = found;
        let (goal, value) = match goal {
            Goal::Highest => ("highest", String::new()),
            Goal::Lowest => ("lowest", String::new()),
            Goal::Nearest(value) => ("nearest", language.number(*value, 4)),
        };
        let all = not_told_apart.len() + 1 == self.arms.len();
        let key = match (not_told_apart.is_empty(), all) {
            (true, _) => "experiment-found",
            (false, true) => "experiment-found_none",
            (false, false) => "experiment-found_some",
        };
        let others = not_told_apart.join(", ");
        let args = [
            ("goal", goal.into()),
            ("value", value.into()),
            ("best", best.as_str().into()),
            ("others", others.into()),
        ];
        TEXTS.say(language, key, &args)
    }
}

/// What the same deals for both arms gain, where they do.
fn paired(comparison: &Comparison, language: Language) -> Option<String> {
    let gain = comparison.pairing_gain.filter(|gain| *gain >= LEAST_GAIN)?;
    let args = [
        ("arm", comparison.arm.as_str().into()),
        ("with", comparison.with.as_str().into()),
        ("gain", language.number(gain, 1).into()),
    ];
    Some(TEXTS.say(language, "experiment-paired", &args))
}

fn compared(comparison: &Comparison, language: Language) -> String {
    let Comparison { arm, with, difference, .. } = comparison;
    let args = [
        ("arm", arm.as_str().into()),
        ("with", with.as_str().into()),
        ("difference", interval(difference, language).into()),
        ("verdict", verdict(comparison, language).into()),
    ];
    TEXTS.say(language, "experiment-compared", &args)
}

/// Whether a difference depends on how well the arms are played.
fn interacting(of: &Interacting, language: Language) -> String {
    let verdict = match of.verdict {
        Verdict::Higher => "interaction-higher",
        Verdict::Lower => "interaction-lower",
        Verdict::NoRelevantDifference => "interaction-alike",
        Verdict::Undecided => "verdict-undecided",
    };
    let args = [
        ("arm", of.arm.as_str().into()),
        ("with", of.with.as_str().into()),
        ("level", of.level.as_str().into()),
        ("than", of.than.as_str().into()),
        ("difference", interval(&of.difference, language).into()),
        ("verdict", said(language, verdict).into()),
    ];
    TEXTS.say(language, "experiment-interacting", &args)
}

fn verdict(comparison: &Comparison, language: Language) -> String {
    let key = match comparison.verdict {
        Verdict::Higher => "verdict-higher",
        Verdict::Lower => "verdict-lower",
        Verdict::NoRelevantDifference if comparison.same_games => "verdict-same_games",
        Verdict::NoRelevantDifference => "verdict-no_relevant_difference",
        Verdict::Undecided => return undecided(comparison, language),
    };
    TEXTS.say(language, key, &[])
}

/// How many more deals would decide, as far as that can be told.
fn undecided(comparison: &Comparison, language: Language) -> String {
    let Comparison { more_deals, more_deals_from, more_deals_to, .. } = comparison;
    let say = |key, args: &[_]| TEXTS.say(language, key, args);
    let count = |deals| Arg::from(about(deals, language));
    match (*more_deals, *more_deals_from, *more_deals_to) {
        (Some(deals), ..) => say("verdict-undecided_about", &[("about", count(deals))]),
        (None, Some(from), Some(to)) => {
            say("verdict-undecided_range", &[("from", count(from)), ("to", count(to))])
        }
        (None, Some(from), None) => say("verdict-undecided_from", &[("from", count(from))]),
        (None, None, _) => say("verdict-undecided", &[]),
    }
}

/// A number of deals with the two digits that a forecast is worth.
fn about(deals: u64, language: Language) -> String {
    let deals = deals as f64;
    let unit = 10_f64.powf(deals.max(1.0).log10().floor() - 1.0).max(1.0);
    language.grouped((deals / unit).round() * unit)
}

fn interval(interval: &Interval, language: Language) -> String {
    let Interval { value, low, high, n } = *interval;
    let write = |number: f64| Arg::from(language.number(number, 4));
    let Some(value) = value else {
        let key = if n == 0 { "interval-none" } else { "interval-no_lift" };
        return TEXTS.say(language, key, &[("n", n.into())]);
    };
    let mut args = vec![("value", write(value)), ("n", n.into())];
    let (Some(low), Some(high)) = (low, high) else { return TEXTS.say(language, "interval-open", &args) };
    args.extend([("low", write(low)), ("high", write(high))]);
    TEXTS.say(language, "interval-whole", &args)
}

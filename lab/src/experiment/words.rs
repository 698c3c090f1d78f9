//! What an experiment found, in words.

use super::outcome::{ArmFigures, Comparison, Found, Interacting, Outcome, Verdict};
use super::plan::{Goal, Plan};
use super::{Arm, Experiment};
use crate::chart::{Unit, of_experiment};
use crate::words::{self, As, Words, said, say, seat_in_words};
use crate::{Interval, Metric, course};
use tapis_games::course::infos;
use tapis_games::locale::Language;
use tapis_games::refusal::Text;
use tapis_solver::confidence::Kind;

/// The bots that search long, and how many games a second of processor they play, from the longest games to the shortest.
const STRONG: [&str; 2] = ["club", "expert"];
const GAMES_A_SECOND: [f64; 2] = [0.06, 0.5];
/// A smaller gain by pairing is not worth a sentence.
const LEAST_GAIN: f64 = 1.05;

impl Experiment {
    /// What to know before any game is played: which arms play the same games, and how long strong bots take.
    pub fn warnings(&self, language: Language) -> Vec<String> {
        let comparisons = self.outcome_of(&[]).comparisons;
        let twins = comparisons.iter().filter(|comparison| comparison.same_games);
        let twin = |of: &Comparison| say!(language, "experiment-twins"; arm: of.arm.as_str(), with: of.with.as_str());
        let mut lines: Vec<String> = twins.map(twin).collect();
        let strong = |arm: &&Arm| arm.simulation.line_up().iter().any(|bot| STRONG.contains(&bot.as_str()));
        let games = self.arms.iter().filter(strong).map(|arm| self.deals * arm.simulation.seatings() as u64);
        let games: u64 = games.sum();
        if games > 0 {
            let rates = GAMES_A_SECOND.map(|rate| language.number(rate, 2));
            let [most, least] =
                GAMES_A_SECOND.map(|rate| language.grouped((games as f64 / rate / 3_600.0).ceil()));
            lines.push(say!(language, "experiment-slow"; games: games, from: rates[0].as_str(), to: rates[1].as_str(),
                least: least, most: most));
        }
        lines
    }
}

impl Outcome {
    /// A line for each thing that it says; `plan` is what was asked.
    pub fn in_words(&self, plan: &Plan, language: Language) -> Vec<String> {
        let early = if self.stopped_early { "yes" } else { "no" };
        let mut lines = vec![
            say!(language, "experiment-measured"; what: self.what(language)),
            say!(language, "experiment-deals"; deals: self.deals, early: early),
            self.certainty(plan, language),
        ];
        lines.extend(self.too_large(language));
        lines.extend(self.arms.iter().map(|arm| self.figures(arm, language)));
        lines.extend(self.comparisons.iter().filter_map(|comparison| paired(comparison, language)));
        lines.extend(self.comparisons.iter().map(|of| self.compared(of, language)));
        lines.extend(self.no_least(plan, language));
        lines.extend(self.interactions.iter().map(|of| self.interacting(of, language)));
        lines.extend(self.search.as_ref().map(|found| self.found(found, language)));
        lines
    }

    /// The answers: of the comparisons, or of the arms where nothing is compared.
    pub fn findings(&self, language: Language) -> Vec<String> {
        let compared = self.comparisons.iter().map(|of| self.compared(of, language));
        let interacting = self.interactions.iter().map(|of| self.interacting(of, language));
        let found = self.search.iter().map(|found| self.found(found, language));
        let mut lines: Vec<String> = compared.chain(interacting).chain(found).collect();
        if lines.is_empty() {
            lines = self.arms.iter().map(|arm| self.figures(arm, language)).collect();
        }
        lines
    }

    /// What the metric is of, so that nobody takes it for something else.
    pub fn what(&self, language: Language) -> String {
        let text = self.metric.to_string();
        let (kind, of) = text.split_once(':').unwrap_or((&text, ""));
        let label = |Text { en, fr }: Text| language.say(en, fr);
        let of = match &self.metric {
            Metric::SeatShare(seat) => seat_in_words(*seat),
            Metric::Measure(name) => {
                let info = infos().into_iter().find(|info| info.name == name);
                info.map_or_else(|| name.clone(), |info| label(info.label))
            }
            Metric::Course(name) => label(course::label(name)),
            Metric::Lift(..) | Metric::Feature(_) => {
                self.feature.as_ref().map_or_else(|| of.to_owned(), |feature| label(feature.text.clone()))
            }
            _ => of.to_owned(),
        };
        say!(language, &format!("metric-{kind}"); of: of)
    }

    fn figures(&self, arm: &ArmFigures, language: Language) -> String {
        let mean = match (&self.metric, arm.holders) {
            (Metric::Lift(name, value), Some(0)) if arm.games > 0 => {
                say!(language, "interval-no_holder"; n: arm.mean.n, value: value.as_str(), feature: name.as_str())
            }
            _ => self.interval(&arm.mean, false, language),
        };
        let key = if arm.dropped_after.is_some() { "experiment-arm_dropped" } else { "experiment-arm" };
        say!(language, key; name: arm.name.as_str(), mean: mean, games: arm.games,
            deals: arm.dropped_after.unwrap_or_default())
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
        let earlier: Vec<String> = plan.extends.iter().map(u64::to_string).collect();
        let key = if earlier.is_empty() { "experiment-certainty" } else { "experiment-extended" };
        say!(language, key; confidence: confidence.trim_end_matches('0'), kind: kind, earlier: earlier.join(", "))
    }

    fn compared(&self, comparison: &Comparison, language: Language) -> String {
        let Comparison { arm, with, difference, .. } = comparison;
        say!(language, "experiment-compared"; arm: arm.as_str(), with: with.as_str(), role: self.role(),
            difference: self.interval(difference, true, language), verdict: verdict(comparison, language))
    }

    /// Whether a difference depends on how well the arms are played.
    fn interacting(&self, of: &Interacting, language: Language) -> String {
        let verdict = match of.verdict {
            Verdict::Higher => "interaction-higher",
            Verdict::Lower => "interaction-lower",
            Verdict::NoRelevantDifference => "interaction-alike",
            Verdict::Undecided => "verdict-undecided",
        };
        say!(language, "experiment-interacting"; arm: of.arm.as_str(), with: of.with.as_str(), level: of.level.as_str(),
            than: of.than.as_str(), role: self.role(), difference: self.interval(&of.difference, true, language),
            verdict: said(language, verdict))
    }

    /// A value of the metric, or a difference of two, with its interval and unit.
    pub(crate) fn written(&self, of: &Interval, differs: bool, words: Words, language: Language) -> String {
        let (number, unit) = self.unit(differs, language);
        words::written(*of, &unit, words, language, |end| number.write(end, language))
    }

    fn interval(&self, of: &Interval, differs: bool, language: Language) -> String {
        let none = if of.n == 0 { "interval-none" } else { "interval-no_lift" };
        self.written(of, differs, ["figures-interval", "interval-open", none], language)
    }

    /// How numbers of the metric, or differences of two, are written, and their unit.
    fn unit(&self, differs: bool, language: Language) -> (As, String) {
        let metric = self.metric.to_string();
        let kind = metric.split(':').next().unwrap_or_default();
        let (number, kind) = match (of_experiment::unit(&self.metric), differs) {
            (Unit::Share, false) => return (As::Share(1), String::new()),
            (Unit::Share | Unit::ShareDifference, _) => (As::Points(1), kind),
            // Of the course by win probabilities that is a count.
            (Unit::Number, _) if kind == "course" => (As::Number(2), "feature"),
            (Unit::Number, true) => (As::Signed(2), kind),
            (Unit::Number, false) => (As::Number(2), kind),
        };
        (number, say!(language, "experiment-unit"; kind: kind))
    }

    /// Where what is measured comes from, as an argument of a text.
    fn role(&self) -> String {
        self.feature.as_ref().map_or_else(String::new, |feature| words::name_of(feature.role))
    }

    /// Which arm a search is after.
    fn found(&self, found: &Found, language: Language) -> String {
        let Found { goal, best, not_told_apart } = found;
        let (goal, value) = match goal {
            Goal::Highest => ("highest", String::new()),
            Goal::Lowest => ("lowest", String::new()),
            Goal::Nearest(value) => {
                let (number, unit) = self.unit(false, language);
                ("nearest", number.write(*value, language) + &unit)
            }
        };
        let all = not_told_apart.len() + 1 == self.arms.len();
        let key = match (not_told_apart.is_empty(), all) {
            (true, _) => "experiment-found",
            (false, true) => "experiment-found_none",
            (false, false) => "experiment-found_some",
        };
        say!(language, key; goal: goal, value: value, best: best.as_str(), others: not_told_apart.join(", "))
    }
}

/// What the same deals for both arms gain, where they do.
fn paired(comparison: &Comparison, language: Language) -> Option<String> {
    let gain = comparison.pairing_gain.filter(|gain| *gain >= LEAST_GAIN)?;
    let (arm, with) = (comparison.arm.as_str(), comparison.with.as_str());
    Some(say!(language, "experiment-paired"; arm: arm, with: with, gain: language.number(gain, 1)))
}

fn verdict(comparison: &Comparison, language: Language) -> String {
    let key = match comparison.verdict {
        Verdict::Higher => "verdict-higher",
        Verdict::Lower => "verdict-lower",
        Verdict::NoRelevantDifference if comparison.same_games => "verdict-same_games",
        Verdict::NoRelevantDifference => "verdict-no_relevant_difference",
        Verdict::Undecided => return undecided(comparison, language),
    };
    said(language, key)
}

/// How many more deals would decide, as far as that can be told.
fn undecided(comparison: &Comparison, language: Language) -> String {
    if comparison.equal_so_far {
        return said(language, "verdict-equal_so_far");
    }
    let Comparison { more_deals, more_deals_from, more_deals_to, .. } = comparison;
    let [deals, from, to] = [*more_deals, *more_deals_from, *more_deals_to]
        .map(|deals| deals.map(|deals| about(deals, language)).unwrap_or_default());
    let key = match (more_deals, more_deals_from, more_deals_to) {
        (Some(_), ..) => "verdict-undecided_about",
        (None, Some(_), Some(_)) => "verdict-undecided_range",
        (None, Some(_), None) => "verdict-undecided_from",
        (None, None, _) => "verdict-undecided",
    };
    say!(language, key; about: deals, from: from, to: to)
}

/// A number of deals with the two digits that a forecast is worth.
fn about(deals: u64, language: Language) -> String {
    let deals = deals as f64;
    let unit = 10_f64.powf(deals.max(1.0).log10().floor() - 1.0).max(1.0);
    language.grouped((deals / unit).round() * unit)
}

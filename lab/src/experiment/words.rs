//! What an experiment found, in words.

use super::outcome::{ArmFigures, Comparison, Found, Outcome, Verdict};
use super::plan::{Goal, Plan};
use crate::Interval;
use tapis_games::locale::Language;
use tapis_solver::confidence::Kind;

impl Outcome {
    /// A line for each thing that it says; `plan` is what was asked.
    pub fn in_words(&self, plan: &Plan, language: Language) -> Vec<String> {
        let mut lines = vec![self.deals_played(language), self.certainty(plan, language)];
        lines.extend(self.arms.iter().map(|arm| figures(arm, language)));
        lines.extend(self.comparisons.iter().map(|comparison| compared(comparison, language)));
        lines.extend(self.search.as_ref().map(|found| self.found(found, language)));
        lines
    }

    fn deals_played(&self, language: Language) -> String {
        let deals = self.deals;
        let early = match self.stopped_early {
            true => language
                .say(", stopped early: everything is decided", ", arrêtée plus tôt\u{202f}: tout est décidé"),
            false => "",
        };
        language.say(
            format!("{deals} deals in every arm{early}"),
            format!("{deals} donnes dans chaque bras{early}"),
        )
    }

    /// With which probability the intervals hold, and against what.
    fn certainty(&self, plan: &Plan, language: Language) -> String {
        let confidence = language.number(self.confidence, 4);
        let confidence = confidence.trim_end_matches('0');
        // The bounds of numbers without bounds are those of large samples.
        let about = match self.metric.kind() {
            Kind::Share => language.say("", "de "),
            Kind::Points => language.say("about ", "d'environ "),
        };
        let mut said = language.say(
            format!(
                "all intervals, of arms and of differences, hold together with probability {about}{confidence}, however often \
                 one looks"
            ),
            format!(
                "tous les intervalles, des bras et des différences, valent ensemble avec une probabilité {about}{confidence}, si \
                 souvent qu'on regarde"
            ),
        );
        if !plan.extends.is_empty() {
            let earlier: Vec<String> = plan.extends.iter().map(u64::to_string).collect();
            let earlier = earlier.join(", ");
            said += &language.say(
                format!("; the earlier looks at {earlier} games of these deals are counted"),
                format!("\u{202f}; les regards précédents sur {earlier} parties de ces donnes sont comptés"),
            );
        }
        said
    }

    /// Which arm a search is after.
    fn found(&self, found: &Found, language: Language) -> String {
        let Found { goal, best, not_told_apart } = found;
        let what = match goal {
            Goal::Highest => language.say("highest".to_owned(), "le plus haut".to_owned()),
            Goal::Lowest => language.say("lowest".to_owned(), "le plus bas".to_owned()),
            Goal::Nearest(value) => {
                let value = language.number(*value, 4);
                language.say(format!("nearest to {value}"), format!("le plus près de {value}"))
            }
        };
        let others = not_told_apart.join(", ");
        let all = not_told_apart.len() + 1 == self.arms.len();
        match (not_told_apart.is_empty(), all) {
            (true, _) => language.say(
                format!("{what}: {best}; every other arm is worse"),
                format!("{what}\u{202f}: {best}\u{202f}; tous les autres bras sont moins bons"),
            ),
            (false, true) => language.say(
                format!("{what}: none can be told apart; {best} looks best, but so may {others} be"),
                format!(
                    "{what}\u{202f}: aucun ne se distingue\u{202f}; {best} paraît le meilleur, mais ce peut aussi être {others}"
                ),
            ),
            (false, false) => language.say(
                format!("{what}: {best} looks best, and cannot be told apart from {others}; the other arms are worse"),
                format!(
                    "{what}\u{202f}: {best} paraît le meilleur et ne se distingue pas de {others}\u{202f}; les autres bras sont \
                     moins bons"
                ),
            ),
        }
    }
}

fn figures(arm: &ArmFigures, language: Language) -> String {
    let (mean, games, source, name) = (interval(&arm.mean, language), arm.games, &arm.source, &arm.name);
    let dropped = arm.dropped_after.map(|deals| {
        language.say(format!(", dropped after {deals} deals"), format!(", écarté après {deals} donnes"))
    });
    let (colon, dropped) = (language.colon(), dropped.unwrap_or_default());
    let games = language.say(format!("{games} games"), format!("{games} parties"));
    format!("{name}{colon} {mean} ({games}, {source}){dropped}")
}

fn compared(comparison: &Comparison, language: Language) -> String {
    let Comparison { arm, with, difference, .. } = comparison;
    let (colon, difference) = (language.colon(), interval(difference, language));
    let verdict = verdict(comparison, language);
    let less = language.say("less", "moins");
    format!("{arm} {less} {with}{colon} {difference}{colon} {verdict}")
}

fn verdict(comparison: &Comparison, language: Language) -> String {
    let said = match comparison.verdict {
        Verdict::Higher => language.say("higher", "plus haut"),
        Verdict::Lower => language.say("lower", "plus bas"),
        Verdict::NoRelevantDifference if comparison.same_games => language.say(
            "no difference: both play the same games",
            "aucune différence : les deux jouent les mêmes parties",
        ),
        Verdict::NoRelevantDifference => {
            language.say("no difference that matters", "aucune différence qui compte")
        }
        Verdict::Undecided => return undecided(comparison, language),
    };
    said.to_owned()
}

/// How many more deals would decide, as far as that can be told.
fn undecided(comparison: &Comparison, language: Language) -> String {
    let Comparison { more_deals, more_deals_from, more_deals_to, .. } = comparison;
    match (more_deals, more_deals_from, more_deals_to) {
        (Some(about), ..) => language.say(
            format!("undecided; about {about} more deals would decide"),
            format!("indécis\u{202f}; environ {about} donnes de plus décideraient"),
        ),
        (None, Some(from), Some(to)) => language.say(
            format!("undecided; {from} to {to} more deals would decide, in four of five cases"),
            format!(
                "indécis\u{202f}; de {from} à {to} donnes de plus décideraient, dans quatre cas sur cinq"
            ),
        ),
        (None, Some(from), None) => language.say(
            format!("undecided; at least {from} more deals would decide, how many cannot be told"),
            format!("indécis\u{202f}; au moins {from} donnes de plus décideraient, combien ne peut se dire"),
        ),
        (None, None, _) => language.say("undecided", "indécis").to_owned(),
    }
}

fn interval(interval: &Interval, language: Language) -> String {
    let Interval { value, low, high, n } = interval;
    let write = |number: f64| language.number(number, 4);
    match (value, low, high) {
        (Some(value), Some(low), Some(high)) => {
            let comma = language.say(",", "\u{202f};");
            format!("{} [{}{comma} {}] n {n}", write(*value), write(*low), write(*high))
        }
        (Some(value), ..) => {
            let none = language.say("no interval yet", "pas encore d'intervalle");
            format!("{}, {none}, n {n}", write(*value))
        }
        (None, ..) => language.say("not played yet", "pas encore joué").to_owned(),
    }
}

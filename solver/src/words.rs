//! The words of answers: `solver/text/{en,fr}/hints.ftl`.
//!
//! A sentence is a key with what fills its blanks; [`write()`] alone makes a text of it.

use std::iter;

use tapis_games::locale::{Arg, COMMON_EN, COMMON_FR, Language, Texts};
use tapis_games::refusal::Text;

use crate::answer::{Counted, Explanation, Level};
use crate::grades::{BotLevel, Grade, Knows, WORST};
use crate::request::Objective;

/// What hints say of any game.
pub(crate) static TEXTS: Texts = Texts {
    en: &[COMMON_EN, include_str!("../text/en/hints.ftl")],
    fr: &[COMMON_FR, include_str!("../text/fr/hints.ftl")],
};

/// What fills a blank of a sentence, in English and in French.
pub(crate) type Blank = [Arg; 2];

/// The text called `key` in both languages, with its blanks filled.
pub(crate) fn write(texts: &'static Texts, key: &str, blanks: &[(&str, Blank)]) -> Text {
    let [en, fr] = [Language::English, Language::French].map(|language| {
        let filled = blanks.iter().map(|(name, [en, fr])| (*name, language.say(en, fr).clone()));
        texts.say(language, key, &filled.collect::<Vec<_>>())
    });
    Text { en, fr }
}

/// Texts in a row, with this between two of them in English, and this in French.
pub(crate) fn joined(texts: &[Text], [en, fr]: [&str; 2]) -> Text {
    let all = |of: fn(&Text) -> &str, between: &str| texts.iter().map(of).collect::<Vec<_>>().join(between);
    Text::new(all(|text| &text.en, en), all(|text| &text.fr, fr))
}

/// A name or a number that Fluent writes.
pub(crate) fn same(arg: impl Into<Arg>) -> Blank {
    let arg = arg.into();
    [arg.clone(), arg]
}

/// A text within a text.
pub(crate) fn text(text: &Text) -> Blank {
    [text.en.as_str().into(), text.fr.as_str().into()]
}

/// A number as each language writes it.
pub(crate) fn figure(number: impl Fn(Language) -> String) -> Blank {
    [Language::English, Language::French].map(|language| number(language).into())
}

/// A share as a percentage with so many digits.
pub(crate) fn percent(share: f64, digits: usize) -> Blank {
    figure(|language| language.percent(share, digits))
}

/// A value of the objective without its unit; `digits` are those of a percentage.
pub(crate) fn worth(objective: Objective, value: f64, digits: usize) -> Blank {
    match objective {
        Objective::WinShare => percent(value, digits),
        _ => figure(|language| language.signed(value, 1)),
    }
}

/// A value of the objective with its unit.
pub(crate) fn value(objective: Objective, value: f64) -> Blank {
    let key = if objective == Objective::WinShare { "value-win_share" } else { "value-round_payoff" };
    text(&write(&TEXTS, key, &[("n", worth(objective, value, 1))]))
}

/// What stands in the keys of a share of lines: for some of them, and for all, nearly all, hardly any and none.
type Place = [&'static str; 2];

/// In which lines.
pub(crate) const IN: Place = ["in"; 2];
/// The same where the lines have just been named.
pub(crate) const IN_SHORT: Place = ["in_short"; 2];
/// Against which lines.
pub(crate) const AGAINST: Place = ["against"; 2];
/// How often.
pub(crate) const OFTEN: Place = ["in", "often"];
/// Against how often.
pub(crate) const AGAINST_OFTEN: Place = ["against", "often"];

/// The share of lines in which something happens, as part of a sentence. What always or never happens is no percentage, and
/// nothing else is written as if it did.
pub(crate) fn lines(place: Place, share: f64) -> Blank {
    text(&write(&TEXTS, &lines_key(place, share), &[("n", percent(share, 0))]))
}

fn lines_key([some, other]: Place, share: f64) -> String {
    let (place, how) = match share {
        1.0.. => (other, "all"),
        0.995.. => (other, "nearly_all"),
        ..=0.0 => (other, "none"),
        ..0.005 => (other, "hardly_any"),
        _ => (some, "some"),
    };
    format!("lines-{place}-{how}")
}

/// An explanation of full hints in the words of `fact-<kind>`; its code is the kind, up to a hyphen.
pub(crate) fn fact(kind: &str, blanks: &[(&str, Blank)]) -> Explanation {
    let code = kind.split('-').next().unwrap_or(kind);
    Explanation::full(code, write(&TEXTS, &format!("fact-{kind}"), blanks))
}

/// How many worlds are possible.
pub(super) fn worlds(counted: Counted, number: f64) -> Text {
    let key = match counted {
        Counted::Exact => "worlds-exact",
        Counted::Estimate => "worlds-estimate",
        Counted::AtLeast => "worlds-at_least",
    };
    let written = figure(|language| language.grouped(number));
    write(&TEXTS, key, &[("n", same(number)), ("written", written)])
}

/// What a caveat of [`Exactness::caveats`](crate::answer::Exactness) means.
pub fn caveat(caveat: &str) -> Text {
    write(&TEXTS, &format!("caveat-{caveat}"), &[])
}

/// What a level of exactness means.
pub fn level(level: Level) -> Text {
    let key = match level {
        Level::Heuristic => "level-heuristic",
        Level::Sampled => "level-sampled",
        Level::SampledWorlds => "level-sampled_worlds",
        Level::AllWorlds => "level-all_worlds",
        Level::ExactConcept => "level-exact_concept",
        Level::ExactChance => "level-exact_chance",
        Level::Exact => "level-exact",
    };
    write(&TEXTS, key, &[])
}

/// What a bot that does not search does, and what it does not look at.
pub fn bot(level: BotLevel) -> Text {
    write(&TEXTS, if level == BotLevel::Random { "bot-random" } else { "bot-greedy" }, &[])
}

/// What a graded bot does, and what it does not look at of what the strongest of its game does.
pub fn grade(grade: Grade, most: Knows) -> Text {
    const LACKS: [(Knows, &str); 3] = [
        (Knows::Habits, "bot-lacks-habits"),
        (Knows::Ends, "bot-lacks-ends"),
        (Knows::Signs, "bot-lacks-signs"),
    ];
    let lacks = LACKS.into_iter().filter(|(least, _)| grade.knows < *least && *least <= most);
    let choice = if grade.noise > 0.0 { "bot-careless" } else { "bot-careful" };
    let keys = iter::once("bot-lines").chain(lacks.map(|(_, key)| key)).chain([choice]);
    let blanks = [("n", same(grade.lines)), ("cap", percent(grade.noise * WORST, 0))];
    joined(&keys.map(|key| write(&TEXTS, key, &blanks)).collect::<Vec<_>>(), [" "; 2])
}

#[cfg(test)]
mod tests {
    use tapis_games::locale::Uses;

    use super::*;

    /// Where keys stand as they are.
    const SOURCES: [&str; 5] = [
        include_str!("words.rs"),
        include_str!("report/explain.rs"),
        include_str!("insight/words.rs"),
        include_str!("aside/mod.rs"),
        include_str!("aside/why_not.rs"),
    ];

    #[test]
    fn every_fact_caveat_and_level_has_words_and_no_words_are_left_over() {
        let sources = [
            include_str!("report/explain.rs"),
            include_str!("exhaustive/findings.rs"),
            include_str!("sampling/report.rs"),
            include_str!("heuristics/malin/contract_odds.rs"),
        ];
        // Facts and caveats are named in the code without what their keys begin with.
        let keys = include_str!("../text/en/hints.ftl").lines().filter_map(|line| line.split_once(" = "));
        let is_named = |key: &&str| {
            let kind = key.strip_prefix("fact-").or(key.strip_prefix("caveat-"));
            kind.is_some_and(|kind| sources.iter().any(|source| source.contains(&format!("\"{kind}\""))))
        };
        let named = keys.map(|(key, _)| key).filter(is_named).map(str::to_owned);
        let shares = [1.0, 0.999, 0.5, 0.001, 0.0];
        let places = [IN, IN_SHORT, AGAINST, OFTEN, AGAINST_OFTEN];
        let lines = places.into_iter().flat_map(|place| shares.map(|share| lines_key(place, share)));
        let uses = Uses { keys: named.chain(lines).collect(), sources: SOURCES.to_vec() };
        assert_eq!(TEXTS.faults(1, &uses), [""; 0]);
    }

    #[test]
    fn figures_are_written_as_people_write_them() {
        let blanks = |objective, number| [("value", value(objective, number)), ("move", same("a"))];
        let written = |objective, number| fact("better_than_next", &blanks(objective, number));
        let Explanation { code, text, .. } = written(Objective::WinShare, 0.531);
        assert_eq!(code, "better_than_next");
        assert!(text.fr.contains("53,1\u{202f}% de la victoire"), "{}", text.fr);
        let text = written(Objective::RoundPayoff, -2.25).text;
        assert!(text.en.contains("−2.2 points more"), "{}", text.en);
        assert_eq!(caveat("horizon").en, "Lines end with the round: what comes after it is not searched.");
    }
}

//! The words of answers: `solver/text/{en,fr}/hints.ftl`.

use tapis_games::locale::{Arg, Args, COMMON_EN, COMMON_FR, Language, Texts};
use tapis_games::refusal::Text;

use crate::answer::{Counted, Explanation, Level};
use crate::grades::{BotLevel, Grade, Knows, WORST};
use crate::request::Objective;

/// What hints say of any game.
pub(crate) static TEXTS: Texts = Texts {
    en: &[COMMON_EN, include_str!("../text/en/hints.ftl")],
    fr: &[COMMON_FR, include_str!("../text/fr/hints.ftl")],
};

/// What a number in an explanation is.
#[derive(Clone, Copy, Debug)]
pub enum Figure {
    /// A number as it is.
    Count(usize),
    /// A share, as a percentage with so many digits.
    Share(f64, usize),
    /// A value of the objective.
    Value(Objective, f64),
}

impl Figure {
    pub(crate) fn said(self, language: Language) -> String {
        match self {
            Self::Count(number) => number.to_string(),
            Self::Share(share, digits) => language.percent(share, digits),
            Self::Value(objective, value) => {
                let (key, n) = match objective {
                    Objective::WinShare => ("value-win_share", language.percent(value, 1)),
                    _ => ("value-round_payoff", language.signed(value, 1)),
                };
                TEXTS.say(language, key, &[("n", n.into())])
            }
        }
    }
}

/// Where a share of lines stands in a sentence; its keys by how large the share is, all lines first.
pub type Shares = [&'static str; 5];

/// In which lines.
pub const IN: Shares =
    ["lines-in-all", "lines-in-nearly_all", "lines-in-some", "lines-in-hardly_any", "lines-in-none"];
/// The same where the lines have just been named.
pub const IN_SHORT: Shares = [
    "lines-in_short-all",
    "lines-in_short-nearly_all",
    "lines-in_short-some",
    "lines-in_short-hardly_any",
    "lines-in_short-none",
];
/// Against which lines.
pub const AGAINST: Shares = [
    "lines-against-all",
    "lines-against-nearly_all",
    "lines-against-some",
    "lines-against-hardly_any",
    "lines-against-none",
];

/// How often.
pub const OFTEN: Shares = [
    "lines-often-all",
    "lines-often-nearly_all",
    "lines-in-some",
    "lines-often-hardly_any",
    "lines-often-none",
];
/// Against how often.
pub const AGAINST_OFTEN: Shares = [
    "lines-often-all",
    "lines-often-nearly_all",
    "lines-against-some",
    "lines-often-hardly_any",
    "lines-often-none",
];

/// The share of lines in which something happens, as part of a sentence. What always or never happens is no percentage, and
/// nothing else is told as if it did.
pub fn lines(language: Language, keys: Shares, share: f64) -> Arg {
    let key = match share {
        1.0.. => keys[0],
        0.995.. => keys[1],
        ..=0.0 => keys[4],
        ..0.005 => keys[3],
        _ => keys[2],
    };
    TEXTS.say(language, key, &[("n", language.percent(share, 0).into())]).into()
}

/// An explanation of full hints in the words of `fact-<kind>`; its code is the kind, up to a hyphen.
pub fn fact(kind: &'static str, figures: &[(&'static str, Figure)]) -> Explanation {
    let code = kind.split('-').next().unwrap_or(kind).to_owned();
    let said = |language| {
        let args: Vec<_> =
            figures.iter().map(|&(name, figure)| (name, figure.said(language).into())).collect();
        say(language, "fact", kind, &args)
    };
    Explanation::full(code, Text::new(said(Language::English), said(Language::French)))
}

/// As [`fact`], with one argument more that is a list of counts, each with its share.
pub fn fact_with_shares(
    kind: &'static str,
    figures: &[(&'static str, Figure)],
    (name, shares): (&'static str, &[(usize, f64)]),
) -> Explanation {
    let said = |language: Language| {
        let one = |&(count, share): &(usize, f64)| {
            format!("{count}{} {}", language.colon(), language.percent(share, 0))
        };
        let list: Vec<_> = shares.iter().map(one).collect();
        let mut args: Vec<(_, Arg)> =
            figures.iter().map(|&(name, figure)| (name, figure.said(language).into())).collect();
        args.push((name, list.join(", ").into()));
        say(language, "fact", kind, &args)
    };
    Explanation::full(kind, Text::new(said(Language::English), said(Language::French)))
}

/// How many worlds are possible.
pub(super) fn worlds(counted: Counted, number: f64) -> Text {
    let key = match counted {
        Counted::Exact => "worlds-exact",
        Counted::Estimate => "worlds-estimate",
        Counted::AtLeast => "worlds-at_least",
    };
    let said = |language: Language| {
        let written = language.grouped(number);
        TEXTS.say(language, key, &[("n", Arg::Number(number)), ("written", written.into())])
    };
    Text::new(said(Language::English), said(Language::French))
}

/// What a caveat of [`Exactness::caveats`](crate::answer::Exactness) means.
pub fn caveat(caveat: &str) -> Text {
    TEXTS.both(&format!("caveat-{caveat}"), &[])
}

/// What a level of exactness means.
pub fn level(level: Level) -> Text {
    let id = match level {
        Level::Heuristic => "level-heuristic",
        Level::Sampled => "level-sampled",
        Level::SampledWorlds => "level-sampled_worlds",
        Level::AllWorlds => "level-all_worlds",
        Level::ExactConcept => "level-exact_concept",
        Level::ExactChance => "level-exact_chance",
        Level::Exact => "level-exact",
    };
    TEXTS.both(id, &[])
}

/// What a bot that does not search does, and what it does not look at.
pub fn bot(level: BotLevel) -> Text {
    TEXTS.both(if level == BotLevel::Random { "bot-random" } else { "bot-greedy" }, &[])
}

/// What a graded bot does, and what it does not look at of what the strongest of its game does.
pub fn grade(grade: Grade, most: Knows) -> Text {
    const LACKS: [(Knows, &str); 3] = [
        (Knows::Habits, "bot-lacks-habits"),
        (Knows::Ends, "bot-lacks-ends"),
        (Knows::Signs, "bot-lacks-signs"),
    ];
    let in_language = |language: Language| {
        let mut said = vec![TEXTS.say(language, "bot-lines", &[("n", Arg::Number(grade.lines as f64))])];
        let lacks = LACKS.iter().filter(|(least, _)| grade.knows < *least && *least <= most);
        said.extend(lacks.map(|(_, key)| TEXTS.say(language, key, &[])));
        let cap = language.percent(grade.noise * WORST, 0);
        let choice = if grade.noise > 0.0 { "bot-careless" } else { "bot-careful" };
        said.push(TEXTS.say(language, choice, &[("cap", cap.as_str().into())]));
        said.join(" ")
    };
    Text::new(in_language(Language::English), in_language(Language::French))
}

fn say(language: Language, purpose: &str, kind: &str, args: Args<'_>) -> String {
    TEXTS.say(language, &format!("{purpose}-{kind}"), args)
}

#[cfg(test)]
mod tests {
    use tapis_games::locale::Uses;

    use super::*;

    /// Where keys stand as they are.
    const SAID: [&str; 5] = [
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
        let said = |key: &&str| {
            let kind = key.strip_prefix("fact-").or(key.strip_prefix("caveat-"));
            kind.is_some_and(|kind| sources.iter().any(|source| source.contains(&format!("\"{kind}\""))))
        };
        let keys = keys.map(|(key, _)| key).filter(said).map(str::to_owned).collect();
        let uses = Uses { keys, sources: SAID.to_vec() };
        assert_eq!(TEXTS.faults(1, &uses), [""; 0]);
    }

    #[test]
    fn figures_are_written_as_people_write_them() {
        let told = |objective, value| fact("better_than_next", &[("value", Figure::Value(objective, value))]);
        let Explanation { code, text, .. } = told(Objective::WinShare, 0.531);
        assert_eq!(code, "better_than_next");
        assert!(text.fr.contains("53,1\u{202f}% de la victoire"), "{}", text.fr);
        let text = told(Objective::RoundPayoff, -2.25).text;
        assert!(text.en.contains("−2.2 points more"), "{}", text.en);
        assert_eq!(caveat("horizon").en, "Lines end with the round: what comes after it is not searched.");
    }
}

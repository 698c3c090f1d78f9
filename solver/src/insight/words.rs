//! Puts facts into words, for each level of a hint.
//!
//! The lowest level tells what matters and names no move. The next one says that good moves differ in it, the third compares the best
//! move with others that it does not name, the last one names them.

use tapis_games::game::Published;
use tapis_games::locale::{Arg, Language, Texts};
use tapis_games::refusal::Text;
use tapis_games::seat::{Seat, Viewer};
use tapis_games::shown::{Purpose, Showing, Speaker};

use super::line::Fact;
use crate::answer::{Explanation, HintLevel};
use crate::report::TEXTS;
use crate::request::Objective;
use crate::task::Task;

/// How many lines have a fact: after the best move, and after another.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counts {
    pub own: u64,
    pub of: u64,
    pub other: u64,
    pub of_other: u64,
}

/// See the module's text.
pub(super) struct Words {
    texts: &'static Texts,
    objective: Objective,
    /// The next best move.
    next: Text,
}

impl Words {
    /// The words of the game's `texts`; `next` is the index of the next best move.
    pub(super) fn new<G: Published>(
        task: &Task<'_, G>,
        showing: &Showing<G>,
        texts: &'static Texts,
        next: usize,
    ) -> Self {
        let number = |seat: Seat| [("n", Arg::from(f64::from(seat.0) + 1.0))];
        let names: Vec<Text> =
            Seat::all(task.rules.seats()).map(|seat| TEXTS.both("seat-open", &number(seat))).collect();
        let told = (showing.told)(task.rules, &task.world, task.moves[next], Viewer::Seat(task.seat));
        let next = Speaker { texts, names: &names }.both(Purpose::Move, told.kind, &told.args);
        Self { texts, objective: task.objective, next }
    }

    /// Lines with the fact are worth more, or less, than those without.
    pub(super) fn decides(&self, fact: &Fact, (with, without): (f64, f64)) -> Explanation {
        let (key, scale) = match self.objective {
            Objective::WinShare => ("hint-decides", 100.0),
            Objective::RoundPayoff => ("hint-decides-points", 1.0),
        };
        let args = [("with", (scale * with).round().into()), ("without", (scale * without).round().into())];
        self.said("what_matters", key, fact, &args, HintLevel::Nudge, HintLevel::Full)
    }

    /// The fact happens in so many lines; after every move as often, or taken together.
    pub(super) fn expected(&self, fact: &Fact, (n, all): (u64, u64), everywhere: bool) -> Explanation {
        let args = [("n", (n as f64).into()), ("all", (all as f64).into())];
        let key = if everywhere { "hint-expected" } else { "hint-expected-all" };
        self.said("what_happens", key, fact, &args, HintLevel::Nudge, HintLevel::Full)
    }

    /// Good moves differ in the fact.
    pub(super) fn differs(&self, fact: &Fact, counts: Counts) -> Explanation {
        let args = [
            ("most", (counts.own.max(counts.other) as f64).into()),
            ("least", (counts.own.min(counts.other) as f64).into()),
            ("all", (counts.of as f64).into()),
        ];
        self.said("sets_apart", "hint-differs", fact, &args, HintLevel::Candidates, HintLevel::Candidates)
    }

    /// The best move has the fact more often, or less, than the next best, or than the rest.
    pub(super) fn more(&self, fact: &Fact, counts: Counts, rest: bool) -> Vec<Explanation> {
        let keys = if rest { ["hint-more-rest"; 2] } else { ["hint-more", "hint-more-than"] };
        self.compared("sets_apart", keys, fact, counts)
    }

    /// The fact is as frequent after the best move as after the next best.
    pub(super) fn alike(&self, fact: &Fact, counts: Counts) -> Vec<Explanation> {
        self.compared("alike", ["hint-alike", "hint-alike-as"], fact, counts)
    }

    /// The lines are too few to tell whether the best move has the fact more often than the next best.
    pub(super) fn unsettled(&self, fact: &Fact, counts: Counts) -> Vec<Explanation> {
        self.compared("unsettled", ["hint-unsettled", "hint-unsettled-as"], fact, counts)
    }

    /// The points of the round after the best move and after the next best, or the rest.
    pub(super) fn points(&self, (own, other): (f64, f64), rest: bool) -> Vec<Explanation> {
        let keys = if rest { ["hint-points-rest"; 2] } else { ["hint-points", "hint-points-than"] };
        let round = |points: f64| (10.0 * points).round() / 10.0;
        let args = |language: Language| {
            vec![("own", round(own).into()), ("other", round(other).into()), self.named(language)]
        };
        self.two_levels("points_of_the_round", keys, args)
    }

    fn compared(
        &self,
        code: &'static str,
        keys: [&'static str; 2],
        fact: &Fact,
        counts: Counts,
    ) -> Vec<Explanation> {
        let numbers =
            [("n", counts.own), ("all", counts.of), ("m", counts.other), ("others", counts.of_other)];
        let args = |language: Language| {
            let numbers = numbers.iter().map(|&(name, number)| (name, Arg::from(number as f64)));
            let words = [("fact", self.fact(language, fact).into()), self.named(language)];
            numbers.chain(words).collect()
        };
        self.two_levels(code, keys, args)
    }

    /// The same at the levels `move`, which names no other move, and `full`, which does.
    fn two_levels(
        &self,
        code: &'static str,
        keys: [&'static str; 2],
        args: impl Fn(Language) -> Vec<(&'static str, Arg)>,
    ) -> Vec<Explanation> {
        let say = |key: &str, language| TEXTS.say(language, key, &args(language));
        let both = |key| Text { en: say(key, Language::English), fr: say(key, Language::French) };
        let one = |key, level| Explanation { code: code.to_owned(), text: both(key), from: level, to: level };
        vec![one(keys[0], HintLevel::Move), one(keys[1], HintLevel::Full)]
    }

    fn said(
        &self,
        code: &'static str,
        key: &str,
        fact: &Fact,
        args: &[(&'static str, Arg)],
        from: HintLevel,
        to: HintLevel,
    ) -> Explanation {
        let say = |language| {
            let mut args = args.to_vec();
            args.push(("fact", self.fact(language, fact).into()));
            TEXTS.say(language, key, &args)
        };
        let text = Text { en: say(Language::English), fr: say(Language::French) };
        Explanation { code: code.to_owned(), text, from, to }
    }

    fn named(&self, language: Language) -> (&'static str, Arg) {
        ("move", language.say(&self.next.en, &self.next.fr).clone().into())
    }

    /// The words of a fact: the beginning of a sentence.
    fn fact(&self, language: Language, fact: &Fact) -> String {
        let args: Vec<(&'static str, Arg)> =
            fact.names.iter().map(|(key, name)| (*key, name.clone().into())).collect();
        self.texts.say(language, &fact.key(), &args)
    }
}

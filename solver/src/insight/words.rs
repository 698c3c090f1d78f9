//! The reporter: puts evidence into words, for each level of a hint.
//!
//! The lowest level asks what to think about and names no move. The next one says that good moves differ in it, the third compares the
//! best move with another that it does not name, the last one names it and gives the numbers behind.

use tapis_games::game::Published;
use tapis_games::locale::{Arg, Language, Texts};
use tapis_games::refusal::Text;
use tapis_games::seat::Seat;

use super::evidence::{Happening, RowPoints};
use super::fact::Fact;
use crate::answer::{Explanation, HintLevel, MoveAdvice};
use crate::report::{AGAINST, IN, IN_SHORT, TEXTS, lines};
use crate::request::Objective;
use crate::task::Task;

/// See the module's text.
pub struct Words {
    texts: &'static Texts,
    objective: Objective,
    /// The move that the best one is compared with.
    next: Text,
    /// What anybody else is called: where two play, by name.
    other: Text,
    /// The same within a sentence.
    others: Text,
}

impl Words {
    /// The words of the game's `texts`; the best of `moves` is compared with `next`.
    pub fn new<G: Published>(
        task: &Task<'_, G>,
        texts: &'static Texts,
        moves: &[MoveAdvice],
        next: &str,
    ) -> Self {
        let text = moves.iter().find(|advice| advice.notation == next).and_then(|advice| advice.text.clone());
        let rival = (task.rules.seats() == 2).then(|| task.name(Seat(1 - task.seat.0)));
        let called = |key| rival.clone().unwrap_or_else(|| TEXTS.both(key, &[]));
        Self {
            texts,
            objective: task.objective,
            next: text.unwrap_or_else(|| Text::new(next, next)),
            other: called("somebody-else"),
            others: called("the-others"),
        }
    }

    /// Whether the game has words for the points of a row.
    pub fn has_row(&self, fact: &Fact) -> bool {
        self.texts.has(&fact.points())
    }

    /// What to think about.
    pub fn asks(&self, fact: &Fact) -> Explanation {
        let question = |language| {
            let questions = fact.questions();
            let key = questions.iter().find(|key| self.texts.has(key)).unwrap_or(&questions[1]);
            self.texts.say(language, key, &self.args(language, fact))
        };
        said("what_matters", both(question), HintLevel::Nudge, HintLevel::Full)
    }

    /// Lines with the fact are worth more, or less, than those without.
    pub fn decides(&self, fact: &Fact, (with, without): (f64, f64)) -> Explanation {
        let text = both(|language| {
            let (key, [with, without]) = match self.objective {
                Objective::WinShare => {
                    ("hint-decides", [with, without].map(|value| language.percent(value, 0)))
                }
                Objective::RoundPayoff => {
                    ("hint-decides-points", [with, without].map(|value| language.signed(value, 1)))
                }
            };
            let args =
                [("fact", self.fact(language, fact)), ("with", with.into()), ("without", without.into())];
            TEXTS.say(language, key, &args)
        });
        said("what_it_decides", text, HintLevel::Full, HintLevel::Full)
    }

    /// Good moves differ in it.
    pub fn differs(&self, one: &Happening) -> Explanation {
        let [own, other] = one.shares;
        let text = both(|language| {
            let args = [
                ("fact", self.fact(language, &one.fact)),
                ("most", lines(language, IN, own.max(other))),
                ("least", lines(language, IN_SHORT, own.min(other))),
            ];
            TEXTS.say(language, "hint-differs", &args)
        });
        said("sets_apart", text, HintLevel::Candidates, HintLevel::Candidates)
    }

    /// It happens more often, or less, after the best move.
    pub fn more(&self, one: &Happening) -> Vec<Explanation> {
        let keys =
            if one.is_more() { ["hint-more", "hint-more-than"] } else { ["hint-less", "hint-less-than"] };
        let [own, other] = one.shares;
        self.compared("sets_apart", keys, |language| {
            let (n, m) = (lines(language, IN, own), lines(language, AGAINST, other));
            vec![("fact", self.fact(language, &one.fact)), ("n", n), ("m", m)]
        })
    }

    /// The rows from which the points come.
    pub fn rows(&self, rows: &[Vec<&RowPoints>]) -> Vec<Explanation> {
        let list = |language| {
            let rows: Vec<String> = rows.iter().map(|group| self.row(language, group)).collect();
            rows.join(&TEXTS.say(language, "hint-rows-between", &[]))
        };
        self.compared("points", ["hint-rows", "hint-rows-than"], |language| {
            vec![("rows", list(language).into())]
        })
    }

    /// What each side scores more, or less, for a row.
    fn row(&self, language: Language, group: &[&RowPoints]) -> String {
        let one = |row: &&RowPoints| {
            let points = language.signed(row.lead.0, 1);
            let who = language.say(&self.others.en, &self.others.fr).clone();
            let key = if row.fact.own { "hint-row-own" } else { "hint-row-other" };
            TEXTS.say(language, key, &[("points", points.into()), ("who", who.into())])
        };
        let points = group.iter().map(one).collect::<Vec<_>>().join(", ");
        let fact = &group[0].fact;
        let name = self.texts.say(language, &fact.points(), &self.args(language, fact));
        TEXTS.say(language, "hint-row", &[("row", name.into()), ("points", points.into())])
    }

    /// The points of the round after the best move and after the other.
    pub fn points(&self, [own, other]: [f64; 2]) -> Vec<Explanation> {
        self.compared("points", ["hint-points", "hint-points-than"], |language| {
            let number = |points: f64| Arg::from(language.number(points, 1));
            vec![("own", number(own)), ("other", number(other))]
        })
    }

    /// The same at the levels `move`, which names no other move, and `full`, which does.
    fn compared(
        &self,
        code: &'static str,
        [without, with]: [&'static str; 2],
        args: impl Fn(Language) -> Vec<(&'static str, Arg)>,
    ) -> Vec<Explanation> {
        let one = |key: &str, level| {
            let text = both(|language| {
                let mut args = args(language);
                args.push(("move", language.say(&self.next.en, &self.next.fr).clone().into()));
                TEXTS.say(language, key, &args)
            });
            said(code, text, level, level)
        };
        vec![one(without, HintLevel::Move), one(with, HintLevel::Full)]
    }

    /// The words of a fact: the beginning of a sentence.
    fn fact(&self, language: Language, fact: &Fact) -> Arg {
        self.texts.say(language, &fact.sentence(), &self.args(language, fact)).into()
    }

    fn args(&self, language: Language, fact: &Fact) -> Vec<(&'static str, Arg)> {
        let names = fact.names.iter().map(|(key, name)| (*key, name.clone().into()));
        let other = language.say(&self.other.en, &self.other.fr).clone();
        names.chain([("who", other.into())]).collect()
    }
}

fn said(code: &str, text: Text, from: HintLevel, to: HintLevel) -> Explanation {
    Explanation { code: code.to_owned(), text, from, to }
}

fn both(say: impl Fn(Language) -> String) -> Text {
    Text::new(say(Language::English), say(Language::French))
}

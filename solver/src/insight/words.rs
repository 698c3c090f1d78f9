//! The reporter: puts evidence into words, for each level of a hint.
//!
//! The lowest level asks what to think about and names no move. The next one says that good moves differ in it, the third compares the
//! best move with another that it does not name, the last one names it and gives the numbers behind.

use tapis_games::game::Published;
use tapis_games::locale::{Arg, Language, Texts};
use tapis_games::refusal::Text;
use tapis_games::seat::Seat;

use super::fact::Fact;
use super::happening::{Happening, RowPoints};
use super::threat::Threat;
use crate::answer::{Explanation, HintLevel, MoveAdvice};
use crate::heuristics::TableFact;
use crate::report;
use crate::request::Objective;
use crate::task::Task;
use crate::words::{AGAINST, AGAINST_OFTEN, IN, IN_SHORT, OFTEN, TEXTS, lines};

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
    /// Who has most of all others: where two play, by name.
    best_other: Text,
    /// What the seats are called.
    names: Vec<Text>,
}

impl Words {
    /// The words of the game's `texts`; the best of `moves` is compared with `next`.
    pub fn new<G: Published>(
        task: &Task<'_, G>,
        texts: &'static Texts,
        moves: &[MoveAdvice],
        next: &str,
    ) -> Self {
        let rival = (task.rules.seats() == 2).then(|| task.name(Seat(1 - task.seat.0)));
        let called = |key| rival.clone().unwrap_or_else(|| TEXTS.both(key, &[]));
        Self {
            texts,
            objective: task.objective,
            next: report::quoted(moves, next),
            other: called("somebody-else"),
            others: called("the-others"),
            best_other: called("best-other"),
            names: Seat::all(task.rules.seats()).map(|seat| task.name(seat)).collect(),
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
        Explanation::new("what_matters", both(question), HintLevel::Nudge, HintLevel::Full)
    }

    /// Lines with the fact are worth more, or less, than those without.
    pub fn decides(&self, fact: &Fact, values: (f64, f64)) -> Explanation {
        let text = both(|language| {
            let mut args = self.worth(language, values);
            args.push(("fact", self.fact(language, fact)));
            TEXTS.say(language, self.pick(["hint-decides", "hint-decides-points"]), &args)
        });
        Explanation::new("what_it_decides", text, HintLevel::Full, HintLevel::Full)
    }

    /// How things stand on the table, up to the level at which `again` it is said with the move.
    pub fn stands(&self, fact: &TableFact, again: bool) -> Explanation {
        let to = if again { HintLevel::Candidates } else { HintLevel::Full };
        self.tells(fact, HintLevel::Nudge, to)
    }

    /// What the best move changes on the table.
    pub fn changes(&self, fact: &TableFact) -> Explanation {
        self.tells(fact, HintLevel::Move, HintLevel::Full)
    }

    fn tells(&self, fact: &TableFact, from: HintLevel, to: HintLevel) -> Explanation {
        let text = both(|language| self.on_table(language, fact));
        Explanation { fact: Some(fact.clone()), ..Explanation::new("on_table", text, from, to) }
    }

    /// What speaks against the other move.
    pub fn fault(&self, fact: &TableFact) -> Vec<Explanation> {
        self.compared("on_table", ["hint-fault", "hint-fault-than"], |language| {
            vec![("fact", self.on_table(language, fact).into())]
        })
    }

    /// What to look out for after the best move.
    pub fn threat(&self, threat: &Threat, reply: &Text) -> Explanation {
        let text = both(|language| {
            let mut args = self.worth(language, threat.values);
            let reply = language.say(&reply.en, &reply.fr).trim_end_matches('.');
            args.extend([("reply", reply.to_owned().into()), ("n", lines(language, IN, threat.share))]);
            TEXTS.say(language, self.pick(["hint-look_out", "hint-look_out-points"]), &args)
        });
        Explanation::new("look_out", text, HintLevel::Move, HintLevel::Full)
    }

    fn on_table(&self, language: Language, fact: &TableFact) -> String {
        let own = |text: &Text| Arg::from(language.say(&text.en, &text.fr).clone());
        let numbers = fact.numbers.iter().map(|&(key, number)| (key, number.into()));
        let names = fact.names.iter().map(|(key, name)| (*key, name.clone().into()));
        let whose = fact.whose.and_then(|seat| self.names.get(seat.index())).map(|name| ("whose", own(name)));
        let who = [("who", own(&self.best_other))];
        let args: Vec<_> = numbers.chain(names).chain(whose).chain(who).collect();
        self.texts.say(language, fact.kind, &args)
    }

    /// What lines with something are worth, and lines without.
    fn worth(&self, language: Language, (with, without): (f64, f64)) -> Vec<(&'static str, Arg)> {
        let value = |value: f64| match self.objective {
            Objective::WinShare => language.percent(value, 0),
            _ => language.signed(value, 1),
        };
        vec![("with", value(with).into()), ("without", value(without).into())]
    }

    /// The key for shares of the win, or that for points.
    fn pick(&self, [share, points]: [&'static str; 2]) -> &'static str {
        match self.objective {
            Objective::WinShare => share,
            _ => points,
        }
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
        Explanation::new("sets_apart", text, HintLevel::Candidates, HintLevel::Candidates)
    }

    /// It happens more often, or less, after the best move.
    pub fn more(&self, one: &Happening) -> Vec<Explanation> {
        let keys =
            if one.is_more() { ["hint-more", "hint-more-than"] } else { ["hint-less", "hint-less-than"] };
        let [own, other] = one.shares;
        let told = self.compared("sets_apart", keys, |language| {
            // What is compared with a share of the lines is one, too.
            let against = if (0.005..0.995).contains(&own) { AGAINST } else { AGAINST_OFTEN };
            let (n, m) = (lines(language, OFTEN, own), lines(language, against, other));
            vec![("fact", self.fact(language, &one.fact)), ("n", n), ("m", m)]
        });
        if one.sounds_against() {
            told.into_iter().map(|of| self.with_worth(of, one)).collect()
        } else {
            told
        }
    }

    /// The same with what lines are worth in which it is so.
    fn with_worth(&self, told: Explanation, one: &Happening) -> Explanation {
        let text = both(|language| {
            let worth = self.worth(language, one.values);
            let worth = TEXTS.say(language, self.pick(["hint-worth", "hint-worth-points"]), &worth);
            format!("{} {worth}", language.say(&told.text.en, &told.text.fr))
        });
        Explanation { text, ..told }
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
            Explanation::new(code, text, level, level)
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

fn both(say: impl Fn(Language) -> String) -> Text {
    Text::new(say(Language::English), say(Language::French))
}

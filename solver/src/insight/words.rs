//! The reporter: writes evidence down, for each level of a hint.
//!
//! The lowest level asks what to think about and names no move. The next one says that good moves differ in it, the third compares the
//! best move with another that it does not name, the last one names it and gives the numbers behind.

use tapis_games::game::Published;
use tapis_games::locale::Texts;
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
use crate::words::{
    AGAINST, AGAINST_OFTEN, Blank, IN, IN_SHORT, OFTEN, TEXTS, figure, joined, lines, same, text, worth,
    write,
};

/// A blank by its name.
type Named = (&'static str, Blank);

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
        let names: Vec<Text> = Seat::all(task.rules.seats()).map(|seat| task.name(seat)).collect();
        let rival = (names.len() == 2).then(|| &names[1 - task.seat.index()]);
        let called = |key| rival.cloned().unwrap_or_else(|| write(&TEXTS, key, &[]));
        Self {
            texts,
            objective: task.objective,
            next: report::quoted(moves, next),
            other: called("somebody-else"),
            others: called("the-others"),
            best_other: called("best-other"),
            names,
        }
    }

    /// Whether the game has words for the points of a row.
    pub fn has_row(&self, fact: &Fact) -> bool {
        self.texts.has(&fact.points())
    }

    /// What to think about.
    pub fn asks(&self, fact: &Fact) -> Explanation {
        let questions = fact.questions();
        let key = questions.iter().find(|key| self.texts.has(key)).unwrap_or(&questions[1]);
        Explanation::new("what_matters", self.of_game(key, fact), HintLevel::Nudge, HintLevel::Full)
    }

    /// Lines with the fact are worth more, or less, than those without.
    pub fn decides(&self, one: &Happening) -> Explanation {
        let [with, without] = self.worth(one.values);
        let text = self
            .by_objective(["hint-decides", "hint-decides-points"], &[self.fact(&one.fact), with, without]);
        Explanation::full("what_it_decides", text)
    }

    /// How things stand on the table, up to the level at which the move says it `again`.
    pub fn stands(&self, fact: &TableFact, again: bool) -> Explanation {
        let to = if again { HintLevel::Candidates } else { HintLevel::Full };
        Explanation { from: HintLevel::Nudge, to, ..self.changes(fact) }
    }

    /// What the best move changes on the table.
    pub fn changes(&self, fact: &TableFact) -> Explanation {
        let text = self.on_table(fact);
        let on_table = Explanation::new("on_table", text, HintLevel::Move, HintLevel::Full);
        Explanation { fact: Some(fact.clone()), ..on_table }
    }

    /// What speaks against the other move.
    pub fn fault(&self, fact: &TableFact) -> Vec<Explanation> {
        let keys = ["hint-fault", "hint-fault-than"];
        self.compared("on_table", keys, vec![("fact", text(&self.on_table(fact)))])
    }

    /// What to look out for after the best move.
    pub fn threat(&self, threat: &Threat, reply: &Text) -> Explanation {
        let [with, without] = self.worth(threat.values);
        let reply = [&reply.en, &reply.fr].map(|reply| reply.trim_end_matches('.').into());
        let blanks = [("reply", reply), ("n", lines(IN, threat.share)), with, without];
        let text = self.by_objective(["hint-look_out", "hint-look_out-points"], &blanks);
        Explanation::new("look_out", text, HintLevel::Move, HintLevel::Full)
    }

    fn on_table(&self, fact: &TableFact) -> Text {
        let numbers = fact.numbers.iter().map(|&(key, number)| (key, same(number)));
        let of = fact.about.name.as_deref().map(|name| ("of", same(name)));
        let whose = fact.whose.and_then(|seat| self.names.get(seat.index()));
        let whose = whose.map(|name| ("whose", text(name)));
        let blanks = numbers.chain(of).chain(whose).chain([("who", text(&self.best_other))]);
        write(self.texts, fact.kind, &blanks.collect::<Vec<_>>())
    }

    /// What lines with something are worth, and lines without.
    fn worth(&self, (with, without): (f64, f64)) -> [Named; 2] {
        [("with", with), ("without", without)].map(|(name, value)| (name, worth(self.objective, value, 0)))
    }

    /// The first text for shares of the win, the second for points.
    fn by_objective(&self, [share, points]: [&str; 2], blanks: &[Named]) -> Text {
        write(&TEXTS, if self.objective == Objective::WinShare { share } else { points }, blanks)
    }

    /// Good moves differ in it.
    pub fn differs(&self, one: &Happening) -> Explanation {
        let [own, other] = one.shares;
        let (most, least) = (lines(IN, own.max(other)), lines(IN_SHORT, own.min(other)));
        let text = write(&TEXTS, "hint-differs", &[self.fact(&one.fact), ("most", most), ("least", least)]);
        Explanation::new("sets_apart", text, HintLevel::Candidates, HintLevel::Candidates)
    }

    /// It happens more often, or less, after the best move.
    pub fn more(&self, one: &Happening) -> Vec<Explanation> {
        let keys =
            if one.is_more() { ["hint-more", "hint-more-than"] } else { ["hint-less", "hint-less-than"] };
        let [own, other] = one.shares;
        // What is compared with a share of the lines is one, too.
        let against = if (0.005..0.995).contains(&own) { AGAINST } else { AGAINST_OFTEN };
        let blanks = vec![self.fact(&one.fact), ("n", lines(OFTEN, own)), ("m", lines(against, other))];
        let mut more = self.compared("sets_apart", keys, blanks);
        if one.sounds_against() {
            let worth = self.by_objective(["hint-worth", "hint-worth-points"], &self.worth(one.values));
            more.iter_mut().for_each(|of| of.text = joined(&[of.text.clone(), worth.clone()], [" "; 2]));
        }
        more
    }

    /// The rows from which the points come.
    pub fn rows(&self, rows: &[Vec<&RowPoints>]) -> Vec<Explanation> {
        let between = write(&TEXTS, "hint-rows-between", &[]);
        let rows: Vec<Text> = rows.iter().map(|group| self.row(group)).collect();
        let rows = joined(&rows, [&between.en, &between.fr]);
        self.compared("points", ["hint-rows", "hint-rows-than"], vec![("rows", text(&rows))])
    }

    /// What each side scores more, or less, for a row.
    fn row(&self, group: &[&RowPoints]) -> Text {
        let one = |row: &&RowPoints| {
            let key = if row.fact.own { "hint-row-own" } else { "hint-row-other" };
            let points = figure(|language| language.signed(row.lead.0, 1));
            write(&TEXTS, key, &[("points", points), ("who", text(&self.others))])
        };
        let points = joined(&group.iter().map(one).collect::<Vec<_>>(), [", "; 2]);
        let fact = &group[0].fact;
        let name = self.of_game(&fact.points(), fact);
        write(&TEXTS, "hint-row", &[("row", text(&name)), ("points", text(&points))])
    }

    /// The points of the round after the best move and after the other.
    pub fn points(&self, points: [f64; 2]) -> Vec<Explanation> {
        let [own, other] = points.map(|points| figure(|language| language.number(points, 1)));
        let blanks = vec![("own", own), ("other", other)];
        self.compared("points", ["hint-points", "hint-points-than"], blanks)
    }

    /// The same at the levels `move`, which names no other move, and `full`, which does.
    fn compared(&self, code: &str, [without, with]: [&str; 2], mut blanks: Vec<Named>) -> Vec<Explanation> {
        blanks.push(("move", text(&self.next)));
        let one = |(key, level)| Explanation::new(code, write(&TEXTS, key, &blanks), level, level);
        [(without, HintLevel::Move), (with, HintLevel::Full)].map(one).into()
    }

    /// What happens, in the words of the game: the beginning of a sentence.
    fn fact(&self, fact: &Fact) -> Named {
        ("fact", text(&self.of_game(&fact.sentence(), fact)))
    }

    /// The game's text called `key`, with what a fact names.
    fn of_game(&self, key: &str, fact: &Fact) -> Text {
        let names = fact.names.iter().map(|(key, name)| (*key, same(name.as_str())));
        write(self.texts, key, &names.chain([("who", text(&self.other))]).collect::<Vec<_>>())
    }
}

//! The reporter: writes evidence down, for each level of a hint.
//!
//! The lowest level asks what to think about and names no move. The next one says that moves differ in it, the third compares the best
//! move with another, by name. What lines with something are worth is no reason: a move is chosen, and not what follows it.

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
use crate::task::Task;
use crate::words::{
    AGAINST, AGAINST_OFTEN, Blank, IN, IN_SHORT, OFTEN, TEXTS, figure, joined, lines, same, text, write,
};

/// A blank by its name.
type Named = (&'static str, Blank);

/// Points that are written as none.
const NO_POINTS: f64 = 0.05;

/// See the module's text.
pub struct Words {
    texts: &'static Texts,
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
    pub fn fault(&self, fact: &TableFact) -> Explanation {
        self.compared("on_table", "hint-fault", vec![("fact", text(&self.on_table(fact)))])
    }

    /// What to look out for after the best move.
    pub fn threat(&self, threat: &Threat, reply: &Text) -> Explanation {
        let reply = [&reply.en, &reply.fr].map(|reply| reply.trim_end_matches('.').into());
        let text = write(&TEXTS, "hint-look_out", &[("reply", reply), ("n", lines(IN, threat.share))]);
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

    /// Moves differ in it.
    pub fn differs(&self, one: &Happening) -> Explanation {
        let [own, other] = one.shares;
        let (most, least) = (lines(IN, own.max(other)), lines(IN_SHORT, own.min(other)));
        let text = write(&TEXTS, "hint-differs", &[self.fact(&one.fact), ("most", most), ("least", least)]);
        Explanation::new("sets_apart", text, HintLevel::Candidates, HintLevel::Candidates)
    }

    /// It happens more often, or less, after the best move.
    pub fn more(&self, one: &Happening) -> Explanation {
        let [own, other] = one.shares;
        // What is compared with a share of the lines is one, too.
        let against = if (0.005..0.995).contains(&own) { AGAINST } else { AGAINST_OFTEN };
        let blanks = vec![self.fact(&one.fact), ("n", lines(OFTEN, own)), ("m", lines(against, other))];
        self.compared("sets_apart", if one.is_more() { "hint-more" } else { "hint-less" }, blanks)
    }

    /// The rows in which the moves differ most, and the `total` for the own side and the others, where that is not what they say.
    pub fn rows(&self, rows: &[Vec<&RowPoints>], total: [f64; 2]) -> Explanation {
        let of_row = |group: &Vec<&RowPoints>| {
            let fact = &group[0].fact;
            let sides: Vec<Text> = group.iter().map(|row| self.side(row.fact.own, row.lead.0)).collect();
            row(&self.of_game(&fact.points(), fact), &sides)
        };
        let mut told: Vec<Text> = rows.iter().map(of_row).collect();
        let sides = [(true, total[0]), (false, total[1])];
        let is_more = |&(own, total): &(bool, f64)| {
            let quoted = rows.iter().flatten().filter(|row| row.fact.own == own);
            (total - quoted.map(|row| row.lead.0).sum::<f64>()).abs() >= NO_POINTS
        };
        if sides.iter().any(is_more) {
            let sides = sides.map(|(own, points)| self.side(own, points));
            told.push(row(&write(&TEXTS, "hint-total", &[]), &sides));
        }
        let between = write(&TEXTS, "hint-rows-between", &[]);
        let rows = joined(&told, [&between.en, &between.fr]);
        self.compared("points", "hint-rows", vec![("rows", text(&rows))])
    }

    /// What one side scores more, or less.
    fn side(&self, own: bool, points: f64) -> Text {
        let points = figure(|language| language.signed(points, 1));
        let key = if own { "hint-row-own" } else { "hint-row-other" };
        write(&TEXTS, key, &[("points", points), ("who", text(&self.others))])
    }

    /// The points of the round after the best move and after the other.
    pub fn points(&self, points: [f64; 2]) -> Explanation {
        let [own, other] = points.map(|points| figure(|language| language.number(points, 1)));
        self.compared("points", "hint-points", vec![("own", own), ("other", other)])
    }

    /// What compares the best move with the other one, which it names.
    fn compared(&self, code: &str, key: &str, mut blanks: Vec<Named>) -> Explanation {
        blanks.push(("move", text(&self.next)));
        Explanation::new(code, write(&TEXTS, key, &blanks), HintLevel::Move, HintLevel::Full)
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

/// What both sides score more, or less, for what is called so.
fn row(name: &Text, sides: &[Text]) -> Text {
    write(&TEXTS, "hint-row", &[("row", text(name)), ("points", text(&joined(sides, [", "; 2])))])
}

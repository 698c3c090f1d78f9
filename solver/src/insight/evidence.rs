//! What pairs of lines show: the points of each row, and what happens how often, after one move and after another.

use std::collections::BTreeSet;

use super::fact::Fact;
use super::happening::{Happening, LEAST_POINTS, Pair, RowPoints, SURE, mean};
use super::table::Table;
use super::words::Words;
use crate::answer::Explanation;
use crate::heuristics::TableFact;
use crate::report::TOLERANCE;

/// What a move changes on the table is quoted by itself if it speaks so much for the move, or against it.
const CLEAR: i32 = 40;
/// The most rows and the most sentences that are quoted of a move.
const QUOTED: usize = 2;

/// See the module's text.
pub struct Evidence {
    happenings: Vec<Happening>,
    rows: Vec<RowPoints>,
    /// The mean points of the seat advised after each move, if all lines were scored and the first surely brings more.
    points: Option<[f64; 2]>,
    /// What lines after the first move are worth more, with the standard error.
    lead: (f64, f64),
    /// How many more of them end better than worse.
    ends: f64,
}

impl Evidence {
    /// What `pairs` show of the facts `wanted`.
    pub fn of(pairs: &[Pair], wanted: &dyn Fn(&Fact) -> bool) -> Self {
        let lines = || pairs.iter().flatten();
        let facts: BTreeSet<&Fact> = lines().flat_map(|line| &line.facts).collect();
        let rows: BTreeSet<&Fact> = lines().flat_map(|line| line.rows.keys()).collect();
        let leads = pairs.iter().map(|[one, other]| one.value - other.value);
        let differ = leads.clone().filter(|lead| lead.abs() > TOLERANCE);
        Self {
            happenings: facts
                .into_iter()
                .filter(|fact| wanted(fact))
                .map(|fact| Happening::of(pairs, fact))
                .collect(),
            rows: rows.into_iter().map(|fact| RowPoints::of(pairs, fact)).collect(),
            points: points(pairs),
            lead: mean(leads),
            ends: differ.map(f64::signum).sum(),
        }
    }

    /// Whether lines after the first move are surely worth more.
    pub fn speaks_for_the_first(&self) -> bool {
        self.lead.0 >= SURE * self.lead.1
    }

    /// Whether nothing of theirs explains what the search found: they are worth less, or more of them end worse than better.
    fn contradicts(&self) -> bool {
        self.lead.0 < 0.0 || self.ends < 0.0
    }

    /// The sentences of all levels: what to think about, why this move, and what the table shows.
    pub fn sentences(&self, words: &Words, table: &Table) -> Vec<Explanation> {
        let separating = self.separating();
        let first = separating.first().copied();
        let asked = separating.iter().copied().find(|one| one.matters());
        let asked = asked.or_else(|| self.decisive(table)).or(first);
        let (rows, compared) = (self.rows_apart(|fact| words.has_row(fact)), self.compare(words));
        // What the first move changes on the table: of what is quoted of lines, or else what speaks clearly for it.
        let rows = rows.iter().flatten().filter(|row| row.favour() > 0.0).map(|row| &row.fact);
        let facts: Vec<&Fact> =
            rows.chain(separating.iter().copied().chain(asked).map(|one| &one.fact)).collect();
        let is_quoted = |change: &&TableFact| facts.iter().any(|fact| fact.about() == change.about);
        let change = table.change(&facts);
        let change = change.filter(|of| is_quoted(of) || compared.is_empty() || of.speaks >= CLEAR);
        // What the move changes is a question, too.
        let asked = asked.or_else(|| self.happenings.iter().find(|one| is_about(one, change)));
        let standing = asked.and_then(|one| table.standing(&one.fact));
        // The change repeats how things stand.
        let again = |standing: &TableFact| change.is_some_and(|change| change.about == standing.about);
        // If the change does not speak for the first move, a fault of the other one does.
        let is_alone = compared.is_empty() && change.is_none_or(|change| change.speaks <= 0);
        let fault = table.fault().filter(|_| is_alone);
        let asked = asked.map(|one| words.asks(&one.fact)).into_iter();
        let asked = asked.chain(standing.map(|fact| words.stands(fact, again(fact))));
        let apart = first.map(|one| words.differs(one)).into_iter().chain(compared);
        let changes = change.map(|change| words.changes(change)).into_iter();
        asked.chain(apart).chain(changes).chain(fault.map(|fault| words.fault(fault))).collect()
    }

    /// Why the first move is better than the other: two sentences at most, none if the lines do not show it.
    fn compare(&self, words: &Words) -> Vec<Explanation> {
        let rows = self.rows_apart(|fact| words.has_row(fact));
        let is_other = |one: &&Happening| !rows.iter().flatten().any(|row| row.fact.is_beside(&one.fact));
        let left = QUOTED - usize::from(!rows.is_empty());
        let total = [true, false].map(|own| self.total(own));
        let told = (!rows.is_empty()).then(|| words.rows(&rows, total));
        let others = self.separating().into_iter().filter(is_other).take(left);
        let mut sentences: Vec<Explanation> =
            told.into_iter().chain(others.map(|one| words.more(one))).collect();
        if sentences.is_empty() && self.is_carried() {
            sentences.extend(self.points.map(|points| words.points(points)));
        }
        sentences
    }

    /// The same with what the other move does on the table, if that clearly speaks against it or nothing else does.
    pub fn compare_or_fault(&self, words: &Words, table: &Table) -> Vec<Explanation> {
        let compared = self.compare(words);
        let fault = table.fault().filter(|fault| compared.is_empty() || fault.speaks <= -CLEAR);
        compared.into_iter().chain(fault.map(|fault| words.fault(fault))).collect()
    }

    /// How many points more one side scores after the first move, or all others together, in all rows.
    fn total(&self, own: bool) -> f64 {
        self.rows.iter().filter(|row| row.fact.own == own).map(|row| row.lead.0).sum()
    }

    /// Whether the points of all rows together speak for the first move, as the lines do.
    fn is_carried(&self) -> bool {
        !self.contradicts() && self.total(true) > self.total(false)
    }

    /// The rows that have words and in which the moves differ most, those of both sides together, whichever move they speak for. None if
    /// what is quoted, or all that is scored, does not speak for the first.
    fn rows_apart(&self, has_words: impl Fn(&Fact) -> bool) -> Vec<Vec<&RowPoints>> {
        let mut groups: Vec<Vec<&RowPoints>> = Vec::new();
        for row in self.rows.iter().filter(|row| row.is_sure() && has_words(&row.fact)) {
            match groups.iter_mut().find(|group| group[0].fact.is_beside(&row.fact)) {
                Some(group) => group.push(row),
                None => groups.push(vec![row]),
            }
        }
        let favour = |group: &Vec<&RowPoints>| group.iter().map(|row| row.favour()).sum::<f64>();
        groups.iter_mut().for_each(|group| group.sort_by_key(|row| !row.fact.own));
        groups.sort_by(|a, b| favour(b).abs().total_cmp(&favour(a).abs()));
        groups.truncate(QUOTED);
        if self.is_carried() && groups.iter().map(favour).sum::<f64>() > 0.0 { groups } else { Vec::new() }
    }

    /// The differences that speak for the first move, what carries most of its lead first.
    fn separating(&self) -> Vec<&Happening> {
        if self.contradicts() {
            return Vec::new();
        }
        let mut all: Vec<&Happening> = self.happenings.iter().filter(|one| one.separates()).collect();
        all.sort_by(|a, b| b.carries().total_cmp(&a.carries()));
        // Of what is one question, such as who has a majority, one side is enough.
        let mut kept: Vec<&Happening> = Vec::new();
        for one in all {
            if !kept.iter().any(|other| other.fact.is_beside(&one.fact)) {
                kept.push(one);
            }
        }
        kept
    }

    /// The open question on which most of the value depends, of those about what only the first move changes on the table. None for
    /// which the other move is better: it would be a reason for that one.
    fn decisive(&self, table: &Table) -> Option<&Happening> {
        let matters = |one: &&Happening| one.matters() && !one.speaks_against();
        let touched = self.happenings.iter().filter(|one| matters(one) && table.is_touched(&one.fact));
        touched.max_by(|one, other| one.weight().total_cmp(&other.weight()))
    }
}

/// Whether something happens to what a fact of the table is about, without speaking for the other move.
fn is_about(one: &Happening, change: Option<&TableFact>) -> bool {
    !one.speaks_against() && change.is_some_and(|change| change.about == one.fact.about())
}

fn points(pairs: &[Pair]) -> Option<[f64; 2]> {
    let of = |[one, other]: &Pair| Some([f64::from(one.points?), f64::from(other.points?)]);
    let all: Vec<[f64; 2]> = pairs.iter().map(of).collect::<Option<_>>()?;
    let points = [0, 1].map(|index: usize| mean(all.iter().map(|pair| pair[index])).0);
    let (_, error) = mean(all.iter().map(|[one, other]| one - other));
    (points[0] - points[1] >= LEAST_POINTS.max(SURE * error)).then_some(points)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::super::fact::Source;
    use super::super::line::Line;
    use super::*;

    fn fact(own: bool) -> Fact {
        Fact::new(Source::Event, "trick_won", own, Vec::new())
    }

    /// So many pairs, of which so many have the fact after the first move, and after the other; lines with it are won.
    fn pairs(number: usize, having: [usize; 2], row: [f64; 2]) -> Vec<Pair> {
        let line = |has: bool, points: f64| Line {
            facts: if has { BTreeSet::from([fact(true)]) } else { BTreeSet::new() },
            rows: BTreeMap::from([(Fact::new(Source::Row, "tokens", true, Vec::new()), points)]),
            value: f64::from(u8::from(has)),
            points: None,
            reply: None,
        };
        // The worlds in which a move has the fact differ from move to move.
        let has = |world: usize, index: usize| (world + index * number / 3) % number < having[index];
        (0..number).map(|world| [0, 1].map(|index| line(has(world, index), row[index]))).collect()
    }

    fn evidence(pairs: &[Pair]) -> Evidence {
        Evidence::of(pairs, &|_| true)
    }

    #[test]
    fn what_tells_moves_apart_is_told_only_if_it_speaks_for_the_first() {
        let found = evidence(&pairs(400, [240, 120], [0.0; 2]));
        assert_eq!(found.separating().len(), 1);
        assert_eq!(found.separating()[0].shares, [0.6, 0.3]);
        let worse = evidence(&pairs(400, [120, 240], [0.0; 2]));
        assert!(worse.separating().is_empty() && worse.contradicts());
        assert!(found.speaks_for_the_first());
        assert!(evidence(&pairs(20, [12, 8], [0.0; 2])).separating().is_empty(), "too few to tell");
    }

    #[test]
    fn what_sounds_like_a_reason_against_is_no_reason_for() {
        // What it is worth is unknown: half of the lines are won with it, and half without it.
        let unknown = |own: bool, having: [usize; 2]| {
            let mut pairs = pairs(400, having, [0.0; 2]);
            for (world, pair) in (0..).zip(&mut pairs) {
                for line in pair {
                    line.value = f64::from(world % 2);
                    line.facts = line.facts.iter().map(|_| fact(own)).collect();
                }
            }
            evidence(&pairs).separating().len()
        };
        assert_eq!(unknown(true, [304, 168]), 1, "you more often");
        assert_eq!(unknown(false, [168, 304]), 1, "another less often");
        assert_eq!(unknown(false, [304, 168]), 0, "another more often");
        assert_eq!(unknown(true, [168, 304]), 0, "you less often");
    }

    /// However much lines with it are worth: who reads it knows only whose doing it is.
    #[test]
    fn what_sounds_like_a_reason_against_is_not_told_for_its_worth() {
        let told = |own: bool, having: [usize; 2], more: f64| {
            let mut pairs = pairs(4_000, having, [0.0; 2]);
            for line in pairs.iter_mut().flatten() {
                line.value = 0.4 + more * line.value;
                line.facts = line.facts.iter().map(|_| fact(own)).collect();
            }
            let found = evidence(&pairs);
            assert!(found.speaks_for_the_first());
            !found.separating().is_empty()
        };
        assert!(!told(false, [2_400, 1_200], 0.3), "another more often, and it is good");
        assert!(!told(true, [1_200, 2_400], -0.3), "you less often, and it is bad");
        assert!(told(true, [2_400, 1_200], 0.3) && told(false, [1_200, 2_400], -0.3));
    }

    /// The favour of the first of each group of rows that are told, where each own row brings so much after each move.
    fn favours(rows: &[[f64; 2]], values: [f64; 2]) -> Vec<f64> {
        const KINDS: [&str; 4] = ["one", "two", "three", "four"];
        let of = |index: usize| {
            let row = |(&kind, points): (&&'static str, &[f64; 2])| {
                (Fact::new(Source::Row, kind, true, Vec::new()), points[index])
            };
            Line { rows: KINDS.iter().zip(rows).map(row).collect(), value: values[index], ..Line::default() }
        };
        let found = evidence(&vec![[of(0), of(1)]; 400]);
        found.rows_apart(|_| true).iter().map(|group| group[0].favour()).collect()
    }

    #[test]
    fn the_rows_that_differ_most_are_told_whatever_their_sign() {
        let rows = [[3.0, 1.0], [0.0, 1.5], [1.0, 0.0]];
        assert_eq!(favours(&rows, [0.6, 0.5]), [2.0, -1.5]);
        assert_eq!(favours(&rows, [0.5, 0.6]), [0.0; 0], "lines after the first move are worth less");
    }

    #[test]
    fn what_the_total_does_not_carry_is_no_reason() {
        let [two, one] = [[2.0, 0.0], [1.0, 0.0]];
        assert_eq!(favours(&[two, [0.0, 1.0]], [0.6, 0.5]), [2.0, -1.0]);
        let against = [two, [0.0, 1.0], [0.0, 0.75], [0.0, 0.75]];
        assert_eq!(favours(&against, [0.6, 0.5]), [0.0; 0], "all rows together");
        assert_eq!(favours(&[one, [0.0, 1.5], one], [0.6, 0.5]), [0.0; 0], "those that are told");
    }

    /// More lines end worse than better: the few that end much better are no reason.
    #[test]
    fn nothing_is_told_for_a_move_after_which_more_lines_end_worse() {
        let mut pairs = pairs(400, [240, 120], [0.0; 2]);
        for (world, [one, other]) in pairs.iter_mut().enumerate() {
            let worse = world % 4 > 0;
            (one.value, other.value) = if worse { (0.4, 0.5) } else { (1.0, 0.5) };
        }
        let found = evidence(&pairs);
        assert!(found.lead.0 > 0.0 && found.separating().is_empty());
    }

    #[test]
    fn a_row_is_sure_if_its_interval_excludes_nothing() {
        assert!(evidence(&pairs(400, [0; 2], [1.5, 1.0])).rows[0].is_sure());
        assert!(
            !evidence(&pairs(400, [0; 2], [1.1, 1.0])).rows[0].is_sure(),
            "a tenth of a point is nothing"
        );
        assert!(!evidence(&pairs(4, [0; 2], [1.5, 1.0])).rows[0].is_sure());
    }

    /// A table on which only the first move changes something about what happens in lines.
    fn touched() -> Table {
        Table::of_facts([&[TableFact::new("table-trick-takes", fact(true).about(), 50)], &[]])
    }

    #[test]
    fn what_always_or_never_happens_is_no_question() {
        let decisive = |having| evidence(&pairs(400, having, [0.0; 2])).decisive(&touched()).is_some();
        assert!(decisive([240, 120]) && decisive([200, 210]));
        assert!(!decisive([400, 395]));
        assert!(!decisive([4, 0]));
    }

    #[test]
    fn what_the_first_move_does_not_touch_is_no_question() {
        assert!(evidence(&pairs(400, [240, 120], [0.0; 2])).decisive(&Table::default()).is_none());
    }

    /// Lines with it are won, and it happens after the other move: to say so would be a reason for that one.
    #[test]
    fn what_speaks_for_the_other_move_is_not_asked() {
        let mut pairs = pairs(400, [120, 240], [0.0; 2]);
        assert!(evidence(&pairs).decisive(&touched()).is_none());
        // The same where lines after the other move are not worth more for it.
        for pair in &mut pairs {
            pair[0].value += 0.5;
        }
        let found = evidence(&pairs);
        assert!(found.speaks_for_the_first() && found.decisive(&touched()).is_none());
    }
}

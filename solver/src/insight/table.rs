//! What stands on the table, and what the first move changes of it: facts that a person can check by looking.
//!
//! How things stand comes with the question that a nudge asks; what the first move changes comes from level `move` on, if the move that
//! it is compared with does not do the same.

use tapis_games::game::{InformationSet, Published};

use super::fact::Fact;
use crate::heuristics::{Heuristics, TableFact};
use crate::task::Task;

/// Worlds that must agree on a fact: what a seat knows is the same in all that it cannot tell apart.
const WORLDS: usize = 3;
/// Stream of the task's generator.
const STREAM: u64 = 7;

/// See the module's text.
#[derive(Default)]
pub struct Table {
    /// How things stand, as far as it suits the first move.
    standing: Vec<TableFact>,
    /// What only the first move does, but for what the other one does better, and what only the other one does.
    changes: [Vec<TableFact>; 2],
}

impl Table {
    /// What the seat of `task` sees, and what the two of its moves change.
    pub fn of<G: Published + Heuristics>(task: &Task<'_, G>, moves: [usize; 2]) -> Self {
        let mut rng = task.rng(STREAM);
        let drawn = (1..WORLDS).map(|_| task.knowledge.sample_world(task.rules, &mut rng));
        let worlds: Vec<G::State> = std::iter::once(task.world.clone()).chain(drawn).collect();
        let seen = |mv: Option<G::Move>| {
            let mut facts = task.rules.on_table(&worlds[0], mv);
            let all = |fact: &TableFact| {
                worlds[1..].iter().all(|world| task.rules.on_table(world, mv).contains(fact))
            };
            facts.retain(all);
            facts
        };
        let [first, other] = moves.map(|index| seen(Some(task.moves[index])));
        let suits = |fact: &TableFact| task.rules.suits(&task.world, fact, task.moves[moves[0]]);
        let standing = seen(None).into_iter().filter(suits).collect();
        Self { standing, ..Self::of_facts([&first, &other]) }
    }

    /// What the first move and the other one do, as far as they do not do the same.
    pub fn of_facts([first, other]: [&[TableFact]; 2]) -> Self {
        let without = |facts: &[TableFact], others: &[TableFact]| {
            facts.iter().filter(|fact| !others.contains(fact)).cloned().collect()
        };
        let mut changes: [Vec<TableFact>; 2] = [without(first, other), without(other, first)];
        // Who takes one of two cards is not told that it is good for what the other one is better for. What speaks against the first stays:
        // it is compared with the faults of the other one.
        let is_same = |fact: &TableFact, of: &TableFact| (fact.kind, &fact.about) == (of.kind, &of.about);
        let is_better = |fact: &TableFact, of: &TableFact| is_same(fact, of) && of.speaks > fact.speaks;
        changes[0].retain(|fact| fact.speaks < 0 || !other.iter().any(|of| is_better(fact, of)));
        Self { standing: Vec::new(), changes }
    }

    /// Whether what lines ask for is something of which only the first move changes anything.
    pub fn is_touched(&self, asked: &Fact) -> bool {
        self.changes[0].iter().any(|fact| fact.about == asked.about())
    }

    /// How that stands which lines ask for.
    pub fn standing(&self, asked: &Fact) -> Option<&TableFact> {
        self.standing.iter().find(|fact| fact.about == asked.about())
    }

    /// What only the first move does: about one of the `facts` of lines if possible, or else what speaks for it.
    pub fn change<'a>(&'a self, facts: &[&Fact]) -> Option<&'a TableFact> {
        let first = || self.changes[0].iter();
        let about = |fact: &&Fact| best(first().filter(|of| of.speaks >= 0 && of.about == fact.about()));
        let change = facts.iter().find_map(about).or_else(|| best(first().filter(|of| of.speaks > 0)));
        change.or_else(|| best(first().filter(|of| self.is_better(of))))
    }

    /// Whether the other move does worse where this fact is about what the first one does.
    fn is_better(&self, fact: &TableFact) -> bool {
        self.changes[1].iter().any(|other| other.about == fact.about && other.speaks < fact.speaks)
    }

    /// What only the other move does, if it speaks against that, and more than what the first one does there.
    pub fn fault(&self) -> Option<&TableFact> {
        let [first, other] = &self.changes;
        let as_bad =
            |fact: &TableFact| first.iter().any(|of| of.about == fact.about && of.speaks <= fact.speaks);
        other.iter().filter(|fact| fact.speaks < 0 && !as_bad(fact)).min_by_key(|fact| fact.speaks)
    }
}

/// What speaks most for a move; of equals the first.
fn best<'a>(facts: impl Iterator<Item = &'a TableFact>) -> Option<&'a TableFact> {
    facts.reduce(|best, fact| if fact.speaks > best.speaks { fact } else { best })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heuristics::Topic;

    fn fact(kind: &'static str, speaks: i32) -> TableFact {
        TableFact::new(kind, Topic::of("trick_won"), speaks)
    }

    #[test]
    fn what_the_other_move_does_better_is_no_reason() {
        let change = |[first, other]: [(&'static str, i32); 2]| {
            let [first, other] = [first, other].map(|(kind, speaks)| [fact(kind, speaks)]);
            Table::of_facts([&first, &other]).change(&[]).map(|fact| fact.speaks)
        };
        assert_eq!(change([("beaten", 8), ("beaten", 4)]), Some(8));
        assert_eq!(change([("beaten", 4), ("beaten", 8)]), None);
        assert_eq!(change([("beaten", 4), ("folds", 8)]), Some(4), "not the same at all");
    }

    #[test]
    fn what_the_first_move_does_no_better_is_no_fault() {
        let fault = |first: i32, other: i32| {
            let [first, other] = [first, other].map(|speaks| [fact("beaten", speaks)]);
            Table::of_facts([&first, &other]).fault().map(|fact| fact.speaks)
        };
        assert_eq!([fault(-8, -15), fault(8, -15)], [Some(-15); 2]);
        assert_eq!([fault(-20, -15), fault(-15, -15)], [None; 2]);
    }
}

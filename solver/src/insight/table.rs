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
    /// What the first move does.
    first: Vec<TableFact>,
    /// What only the first move does, and what only the other one does.
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
        let without = |facts: &[TableFact], others: &[TableFact]| {
            facts.iter().filter(|fact| !others.contains(fact)).cloned().collect()
        };
        let changes = [without(&first, &other), without(&other, &first)];
        let suits = |fact: &TableFact| task.rules.suits(&task.world, fact, task.moves[moves[0]]);
        let standing = seen(None).into_iter().filter(suits).collect();
        Self { standing, first, changes }
    }

    /// Whether what lines ask for is something of which the first move changes anything.
    pub fn is_touched(&self, asked: &Fact) -> bool {
        self.first.iter().any(|fact| fact.about == asked.about())
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

    /// What only the other move does, if it speaks against that.
    pub fn fault(&self) -> Option<&TableFact> {
        let [_, other] = &self.changes;
        other.iter().filter(|fact| fact.speaks < 0).min_by_key(|fact| fact.speaks)
    }
}

/// What speaks most for a move; of equals the first.
fn best<'a>(facts: impl Iterator<Item = &'a TableFact>) -> Option<&'a TableFact> {
    facts.reduce(|best, fact| if fact.speaks > best.speaks { fact } else { best })
}

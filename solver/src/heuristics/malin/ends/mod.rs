//! Solves the last tricks of a round with all hands open, where nobody holds a Malheur card.
//!
//! * [`position`] is the end as bits, with its choices: cards of one hand with nothing between them are one;
//! * [`key`] makes ends alike whose cards have the same order;
//! * [`search`] is max^n with bounds: a seat that cannot do better tries no more, and tries nothing that cannot be better.

mod key;
mod position;
mod search;
#[cfg(test)]
mod tests;

use hashbrown::HashMap;
use tapis_games::game::{Game, Published};
use tapis_games::malin::{Malin, State};
use tapis_games::seat::BySeat;

use crate::heuristics::{EndSolver, NoEnd};
use key::Tricks;
use position::{SEATS, Table};
use search::Search;

/// The longest ends by seats, in tricks. Longer ones are left to the search that plays the moves of the game.
const MOST_TRICKS: [u8; SEATS + 1] = [0, 0, 0, 6, 5, 4, 4];

/// Ends remembered, at most.
const MOST_ENDS: usize = 1 << 19;

/// The solver of ends of one ruleset.
pub(super) struct Ends {
    rules: Malin,
    memory: Memory,
}

impl Ends {
    pub(super) fn new(rules: Malin) -> Self {
        Self { rules, memory: Memory::default() }
    }
}

impl EndSolver<State> for Ends {
    fn solve(&mut self, state: &State, go_on: &mut dyn FnMut(u64) -> bool) -> Result<BySeat<i32>, NoEnd> {
        let seats = self.rules.seats();
        if self.rules.tricks() > usize::from(state.tricks + MOST_TRICKS[seats % (SEATS + 1)]) {
            return Err(NoEnd::TooFar);
        }
        let (table, position) = Table::of(&self.rules, state)?;
        let mut search = Search { table, memory: &mut self.memory, go_on, laid: 0 };
        let tricks = search.solve(&position)?;
        let laid = std::mem::take(&mut search.laid);
        let penalty = i32::from(self.rules.options().penalty);
        let off = |seat: usize| penalty * i32::from((position.needs[seat] - tricks.of(seat)).abs());
        let teams = search.table.teams;
        if !go_on(laid) {
            return Err(NoEnd::Stopped);
        }
        let scores = BySeat::from_fn(seats, |seat| {
            let (seat, partner) = (seat.index(), (seat.index() + 3) % SEATS);
            -(off(seat) + if teams { off(partner) } else { 0 })
        });
        Ok(scores)
    }
}

/// What was solved, by key.
#[derive(Default)]
struct Memory(HashMap<u64, Tricks>);

impl Memory {
    fn get(&self, key: u64) -> Option<Tricks> {
        self.0.get(&key).copied()
    }

    fn put(&mut self, key: u64, tricks: Tricks) {
        if self.0.len() >= MOST_ENDS {
            self.0.clear();
        }
        self.0.insert(key, tricks);
    }
}

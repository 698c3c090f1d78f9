//! Who created a game, as far as fairness is concerned.

use std::collections::HashMap;
use std::net::IpAddr;

use tapis_db::model::GameId;

use crate::pool::Caller;

/// Games are remembered in two generations of so many: those that go on stay, the others are forgotten.
const GENERATION: usize = 50_000;

/// The addresses that games were created from. They are kept in memory only.
#[derive(Default)]
pub(super) struct Creators {
    young: HashMap<GameId, IpAddr>,
    old: HashMap<GameId, IpAddr>,
}

impl Creators {
    pub fn note(&mut self, game: GameId, address: IpAddr) {
        if self.young.len() >= GENERATION {
            self.old = std::mem::take(&mut self.young);
        }
        self.young.insert(game, address);
    }

    /// Whose share a game uses: that of its creator's address; among the games of which nobody knows any more, its own.
    pub fn caller(&mut self, game: GameId) -> Caller {
        if let Some(address) = self.young.get(&game) {
            return Caller::new(Some(*address), 0);
        }
        match self.old.remove(&game) {
            Some(address) => {
                self.note(game, address);
                Caller::new(Some(address), 0)
            }
            None => Caller::new(None, game.as_u128() as u64),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_that_go_on_are_remembered_and_the_others_are_not() {
        let mut creators = Creators::default();
        let address = IpAddr::from([10, 0, 0, 1]);
        let known = Caller::new(Some(address), 0);
        for n in 0..3 * GENERATION as u128 {
            creators.note(GameId::from_u128(n), address);
            assert!(creators.caller(GameId::from_u128(0)) == known);
        }
        assert_eq!(creators.caller(GameId::from_u128(1)), Caller::new(None, 1));
        assert!(creators.young.len() + creators.old.len() <= 2 * GENERATION);
    }
}

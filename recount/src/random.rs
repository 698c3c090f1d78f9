//! Random rulesets, for tests that want many.

use serde_json::Value;

use crate::fair_deal::Stream;
use crate::{malin, parbourg, richelieu, sept_blasons};

impl Stream {
    /// One of `items`, which are not empty.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len() as u32) as usize]
    }
}

/// Random options of `game`, null for a game without a recount.
pub fn options(game: &str, random: &mut Stream) -> Value {
    match game {
        "richelieu" => richelieu::random::options(random),
        "sept-blasons" => sept_blasons::random::options(random),
        "malin" => malin::random::options(random),
        "parbourg" => parbourg::random::options(random),
        _ => Value::Null,
    }
}

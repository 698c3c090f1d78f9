//! The only list of games. A new game is one line here.

use crate::erased::AnyGame;

/// Calls the macro `$with` with the list of all games as `Module::Type` paths, so that other crates can build their
/// own typed dispatch (the solver does) from this one list.
#[macro_export]
macro_rules! for_each_game {
    ($with:ident) => {
        $with! {
            $crate::richelieu::Richelieu,
            $crate::sept_blasons::SeptBlasons,
            $crate::malin::Malin,
            $crate::parbourg::Parbourg,
        }
    };
}

macro_rules! list {
    ($($game:ty),* $(,)?) => {
        &[$(&$crate::erased::Factory::<$game>::NEW),*]
    };
}

/// All games, in the order they are shown.
pub fn games() -> &'static [&'static dyn AnyGame] {
    for_each_game!(list)
}

/// The game with this id.
pub fn game(id: &str) -> Option<&'static dyn AnyGame> {
    games().iter().copied().find(|game| game.id() == id)
}

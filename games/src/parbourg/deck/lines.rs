//! Reading a deck file with faults that name the line.

use std::sync::LazyLock;

use super::{Deck, Needs};
use crate::bounds::Bounds;
use crate::lines::{line_of, part};
use crate::locale::unread_json;
use crate::parbourg::options::{DAYS, FIRST_HAND};
use crate::ruleset::Fault;

/// A fault of a deck file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {fault}")]
pub struct LineFault {
    /// The line it stands on, from 1.
    pub line: usize,
    /// What is wrong, with its JSON pointer.
    pub fault: Fault,
}

static BOUNDS: LazyLock<Bounds> = LazyLock::new(Bounds::of::<Deck>);

/// Reads the text of a deck file to be played by `players`, else as printed.
///
/// # Errors
/// The first thing that cannot be read, else every fault of the deck.
pub fn read_deck(text: &str, players: u8) -> Result<Deck, Vec<LineFault>> {
    let mut reader = serde_json::Deserializer::from_str(text);
    let deck: Deck = serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        let pointer: String = error.path().iter().map(part).collect();
        let line = line_of(text, &pointer).unwrap_or(error.inner().line());
        vec![LineFault { line, fault: Fault::new(pointer, unread_json(text, error.inner())) }]
    })?;
    let faults = BOUNDS.check(&deck, deck.faults(Needs { players, days: DAYS, first_hand: FIRST_HAND }));
    if faults.is_empty() {
        return Ok(deck);
    }
    let with_line = |fault: Fault| LineFault { line: line_of(text, &fault.pointer).unwrap_or(1), fault };
    Err(faults.into_iter().map(with_line).collect())
}

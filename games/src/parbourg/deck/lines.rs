//! Reading a deck file with faults that name the line.

use super::Deck;
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

/// Reads the text of a deck file to be played by `players`.
///
/// # Errors
/// The first thing that cannot be read, else every fault of the deck.
pub fn read_deck(text: &str, players: u8) -> Result<Deck, Vec<LineFault>> {
    let mut reader = serde_json::Deserializer::from_str(text);
    let deck: Deck = serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        let pointer: String = error.path().iter().map(part).collect();
        let line = line_of(text, &pointer).unwrap_or(error.inner().line());
        vec![LineFault { line, fault: Fault::new(pointer, error.inner().to_string()) }]
    })?;
    let faults = deck.faults(players);
    if faults.is_empty() {
        return Ok(deck);
    }
    let with_line = |fault: Fault| LineFault { line: line_of(text, &fault.pointer).unwrap_or(1), fault };
    Err(faults.into_iter().map(with_line).collect())
}

fn part(segment: &serde_path_to_error::Segment) -> String {
    use serde_path_to_error::Segment;
    match segment {
        Segment::Seq { index } => format!("/{index}"),
        Segment::Map { key } => format!("/{key}"),
        Segment::Enum { .. } | Segment::Unknown => String::new(),
    }
}

/// The line on which the value at `pointer`, or as much of the way to it as there is, begins.
fn line_of(text: &str, pointer: &str) -> Option<usize> {
    let mut rest = text;
    for part in pointer.split('/').skip(1) {
        match inside(rest, part) {
            Some(found) => rest = found,
            None => break,
        }
    }
    let before = text.len() - rest.trim_start().len();
    Some(1 + text.get(..before)?.matches('\n').count())
}

/// What follows from the element or member `part` of the value that `text` begins with.
fn inside<'a>(text: &'a str, part: &str) -> Option<&'a str> {
    let text = text.trim_start();
    let list = text.starts_with('[');
    let mut rest = text.get(1..).filter(|_| list || text.starts_with('{'))?;
    for at in 0.. {
        rest = rest.trim_start();
        let mut found = list && part.parse() == Ok(at);
        if !list {
            let (key, after) = value(rest)?;
            found = key.trim_matches('"') == part;
            rest = after.trim_start().strip_prefix(':')?;
        }
        if found {
            return Some(rest);
        }
        rest = value(rest)?.1.trim_start().strip_prefix(',')?;
    }
    None
}

/// The JSON value `text` begins with, and the rest.
fn value(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start();
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<&serde_json::value::RawValue>();
    values.next()?.ok()?;
    let end = values.byte_offset();
    Some((text.get(..end)?, text.get(end..)?))
}

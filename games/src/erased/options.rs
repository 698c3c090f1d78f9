//! Options from JSON text, with every fault, not only the first.
//!
//! serde stops at the first value that does not fit. So the text is read again without that value, until what is left
//! can be read; the rules then judge that, except where something was left out.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use serde_path_to_error::Segment;

use crate::game::Published;
use crate::lines::{escaped, part};
use crate::locale::{Said, said, unread, unread_json};
use crate::ruleset::{Fault, MOST_FAULTS};

/// The ruleset with these options.
pub(super) fn ruleset<G: Published>(text: &str) -> Result<G, Vec<Fault>> {
    if text.trim_ascii_start().starts_with('[') {
        return Err(vec![Fault::new("", said("options_list"))]);
    }
    let mut reader = serde_json::Deserializer::from_str(text);
    match serde_path_to_error::deserialize(&mut reader) {
        Ok(options) => {
            reader.end().map_err(|error| vec![Fault::new("", unread_json(text, &error))])?;
            judged::<G>(options)
        }
        Err(error) => Err(all_faults::<G>(text, error)),
    }
}

/// What the rules say of options.
fn judged<G: Published>(options: G::Options) -> Result<G, Vec<Fault>> {
    G::new(options).map_err(|mut faults| {
        faults.truncate(MOST_FAULTS);
        faults
    })
}

fn all_faults<G: Published>(text: &str, first: serde_path_to_error::Error<serde_json::Error>) -> Vec<Fault> {
    let mut reading = Reading { text: Value::Null, kept: BTreeMap::new(), faults: Vec::new() };
    let readable = first.inner().is_data();
    let whole: Vec<&Segment> = first.path().iter().collect();
    reading.report(&whole, detail(text, first.inner()));
    match serde_json::from_str(text) {
        Ok(value) if readable => reading.text = value,
        _ => return reading.faults,
    }
    while reading.faults.len() < MOST_FAULTS {
        match serde_path_to_error::deserialize::<_, G::Options>(&reading.text) {
            Ok(options) => {
                reading.add_unless_left_out(judged::<G>(options).err().unwrap_or_default());
                break;
            }
            Err(error) => {
                let path: Vec<&Segment> = error.path().iter().collect();
                reading.report(&path, detail(text, error.inner()));
                if !reading.leave_out(&path) {
                    break;
                }
            }
        }
    }
    reading.faults
}

struct Reading {
    /// What is left of the options.
    text: Value,
    /// For lists from which items were left out: the numbers of those kept.
    kept: BTreeMap<String, Vec<usize>>,
    faults: Vec<Fault>,
}

impl Reading {
    fn report(&mut self, path: &[&Segment], detail: Said) {
        let kept = path.first().and_then(|first| self.kept.get(&part(first)));
        let place = |(depth, segment): (usize, &&Segment)| match (segment, kept) {
            (Segment::Seq { index }, Some(kept)) if depth == 1 => {
                format!("/{}", kept.get(*index).copied().unwrap_or(*index))
            }
            (segment, _) => part(segment),
        };
        let pointer: String = path.iter().enumerate().map(place).collect();
        if self.faults.iter().all(|fault| fault.pointer != pointer) {
            self.faults.push(Fault::new(pointer, detail));
        }
    }

    /// Takes out of the text what `path` leads to: an item of a list, or a whole option.
    fn leave_out(&mut self, path: &[&Segment]) -> bool {
        let (Some(Segment::Map { key }), Some(options)) = (path.first(), self.text.as_object_mut()) else {
            return false;
        };
        if let (Some(Segment::Seq { index }), Some(Value::Array(items))) = (path.get(1), options.get_mut(key))
            && *index < items.len()
        {
            let all = items.len();
            items.remove(*index);
            let kept = self.kept.entry(format!("/{}", escaped(key))).or_insert_with(|| (0..all).collect());
            kept.remove(*index);
            return true;
        }
        options.remove(key).is_some()
    }

    /// Adds what the rules say of the options that were read whole.
    fn add_unless_left_out(&mut self, judged: Vec<Fault>) {
        let option = |fault: &Fault| fault.pointer.split('/').nth(1).unwrap_or_default().to_owned();
        let left_out: BTreeSet<String> = self.faults.iter().map(option).collect();
        self.faults.extend(judged.into_iter().filter(|fault| !left_out.contains(&option(fault))));
    }
}

/// What is wrong with `text`, without the line and column where the pointer says it.
fn detail(text: &str, error: &serde_json::Error) -> Said {
    let message = error.to_string();
    match message.rfind(" at line ") {
        Some(end) if error.is_data() => unread(&message[..end]),
        _ => unread_json(text, error),
    }
}

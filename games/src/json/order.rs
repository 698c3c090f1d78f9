//! The order of an object's members.

use std::ops::Range;

use serde::ser::Error as _;

use super::{KEPT, NoJson};

/// What is done about the order of members while they are written.
pub(super) trait Order {
    /// Whole numbers beyond this, either way, are refused.
    const GREATEST: u64;

    /// An object begins.
    fn begin(&mut self);
    /// A key was written, there with its quotes; whether it is `plain`, nothing in it escaped.
    fn key(&mut self, out: &[u8], key: Range<usize>, plain: bool) -> Result<(), NoJson>;
    /// The value of the newest key was written.
    fn value(&mut self, out: &[u8]);
    /// The object ends; its closing bracket is not yet written.
    fn end(&mut self, out: &mut [u8]) -> Result<(), NoJson>;
    /// Refuses what only the general crates write in this order.
    fn rare(&self) -> Result<(), NoJson>;
}

/// As they are declared.
pub(super) struct Declared;

impl Order for Declared {
    const GREATEST: u64 = u64::MAX;

    fn begin(&mut self) {}

    fn key(&mut self, _: &[u8], _: Range<usize>, _: bool) -> Result<(), NoJson> {
        Ok(())
    }

    fn value(&mut self, _: &[u8]) {}

    fn end(&mut self, _: &mut [u8]) -> Result<(), NoJson> {
        Ok(())
    }

    fn rare(&self) -> Result<(), NoJson> {
        Ok(())
    }
}

/// As RFC 8785 has them. Rare are fractions, numbers beyond ±2⁵³ and keys that are not plain ASCII.
#[derive(Default)]
pub(super) struct Sorted {
    /// The members so far of all objects that are still open.
    members: Vec<Member>,
    /// Where in `members` each open object begins.
    open: Vec<usize>,
    /// Room to put an object in order.
    room: Vec<u8>,
}

/// Where in the text a member is.
#[derive(Clone, Copy)]
struct Member {
    start: usize,
    key_end: usize,
    end: usize,
}

impl Member {
    /// The key without its quotes.
    fn key(self, text: &[u8]) -> &[u8] {
        &text[self.start + 1..self.key_end - 1]
    }
}

impl Sorted {
    /// Forgets what was left unfinished.
    pub(super) fn clear(&mut self) {
        self.members.clear();
        self.open.clear();
        self.room.clear();
        self.room.shrink_to(KEPT);
    }
}

fn rare() -> NoJson {
    NoJson::custom("rare")
}

impl Order for Sorted {
    /// JavaScript writes whole numbers up to here as they are.
    const GREATEST: u64 = 1 << 53;

    fn begin(&mut self) {
        self.open.push(self.members.len());
    }

    fn key(&mut self, out: &[u8], key: Range<usize>, plain: bool) -> Result<(), NoJson> {
        let member = Member { start: key.start, key_end: key.end, end: key.start };
        // Of plain ASCII the order of bytes is that of UTF-16.
        if !plain || !member.key(out).is_ascii() {
            return Err(rare());
        }
        self.members.push(member);
        Ok(())
    }

    fn value(&mut self, out: &[u8]) {
        // The members of a value that is an object are gone by now.
        if let Some(member) = self.members.last_mut() {
            member.end = out.len();
        }
    }

    fn end(&mut self, out: &mut [u8]) -> Result<(), NoJson> {
        let first = self.open.pop().ok_or_else(rare)?;
        let members = &mut self.members[first..];
        if !members.is_sorted_by(|a, b| a.key(out) < b.key(out)) {
            let start = members[0].start;
            members.sort_unstable_by(|a, b| a.key(out).cmp(b.key(out)));
            if members.windows(2).any(|pair| pair[0].key(out) == pair[1].key(out)) {
                return Err(rare());
            }
            self.room.clear();
            for member in members {
                if !self.room.is_empty() {
                    self.room.push(b',');
                }
                self.room.extend_from_slice(&out[member.start..member.end]);
            }
            out[start..].copy_from_slice(&self.room);
        }
        self.members.truncate(first);
        Ok(())
    }

    fn rare(&self) -> Result<(), NoJson> {
        Err(rare())
    }
}

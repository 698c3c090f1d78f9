//! The order of an object's members.

use std::ops::Range;

use serde::ser::Error as _;

use super::{KEPT, NoJson};

/// What is done about the order of members while they are written.
pub(super) trait Order {
    /// Whole numbers beyond this, either way, are refused.
    const GREATEST: u64;
    /// What an object under way remembers of its newest key.
    type Newest: Default;

    /// An object begins.
    fn begin(&mut self);
    /// A key was written, there with its quotes; whether it is `plain`, nothing in it escaped.
    fn key(&mut self, newest: &mut Self::Newest, key: Key<'_>) -> Result<(), NoJson>;
    /// The value of the newest key was written.
    fn value(&mut self, out: &[u8]);
    /// The object ends; its closing bracket is not yet written.
    fn end(&mut self, out: &mut [u8]) -> Result<(), NoJson>;
    /// Refuses what only the general crates write in this order.
    fn rare(&self) -> Result<(), NoJson>;
}

/// A key that was written.
pub(super) struct Key<'k> {
    /// As it was written, without its quotes.
    pub name: &'k [u8],
    /// Where it is, its quotes included.
    pub place: Range<usize>,
    /// Whether nothing in it was escaped.
    pub plain: bool,
}

/// As they are declared.
pub(super) struct Declared;

impl Order for Declared {
    const GREATEST: u64 = u64::MAX;
    type Newest = ();

    fn begin(&mut self) {}

    fn key(&mut self, (): &mut (), _: Key<'_>) -> Result<(), NoJson> {
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

/// As RFC 8785 has them, for values that declare them so: anything else is refused. As rare as with [`Sorted`] is what is
/// rare there, and that two long keys begin alike.
pub(super) struct Ascending;

impl Order for Ascending {
    const GREATEST: u64 = GREATEST;
    /// The first sixteen bytes of the newest key, to be compared as they stand: no key has a zero byte.
    type Newest = u128;

    fn begin(&mut self) {}

    #[inline(always)]
    fn key(&mut self, newest: &mut u128, key: Key<'_>) -> Result<(), NoJson> {
        let mut leading = [0; 16];
        let count = key.name.len().min(16);
        leading[..count].copy_from_slice(&key.name[..count]);
        let leading = u128::from_be_bytes(leading);
        if !key.plain || !key.name.is_ascii() || leading <= std::mem::replace(newest, leading) {
            return Err(rare());
        }
        Ok(())
    }

    fn value(&mut self, _: &[u8]) {}

    fn end(&mut self, _: &mut [u8]) -> Result<(), NoJson> {
        Ok(())
    }

    fn rare(&self) -> Result<(), NoJson> {
        Err(rare())
    }
}

/// JavaScript writes whole numbers up to here as they are.
const GREATEST: u64 = 1 << 53;

/// As RFC 8785 has them, put in order where they lie. Rare are fractions, numbers beyond ±2⁵³ and keys that are not plain ASCII.
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

#[cold]
fn rare() -> NoJson {
    NoJson::custom("rare")
}

impl Order for Sorted {
    const GREATEST: u64 = GREATEST;
    type Newest = ();

    fn begin(&mut self) {
        self.open.push(self.members.len());
    }

    fn key(&mut self, (): &mut (), Key { name, place, plain }: Key<'_>) -> Result<(), NoJson> {
        // Of plain ASCII the order of bytes is that of UTF-16.
        if !plain || !name.is_ascii() {
            return Err(rare());
        }
        self.members.push(Member { start: place.start, key_end: place.end, end: place.start });
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

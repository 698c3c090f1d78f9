//! JSON, quickly, of what games show and hash.
//!
//! The state is hashed at every ply and shown after it, kilobytes of short members each time. The general crate looks at
//! every byte of every key and text for something to escape, and at canonical JSON a second time to sort it; here a text
//! is looked at eight bytes at once, and members are put in order where they lie. What is rare is left to the general
//! crates, and what is written is byte for byte what they write.
//!
//! `writer` is the serializer, `compound` its lists and objects, `order` the order of members, `text` strings and keys.

mod compound;
mod order;
mod text;
mod writer;

#[cfg(test)]
mod tests;

use std::cell::RefCell;
use std::fmt;

use serde::{Serialize, Serializer};

use order::{Ascending, Declared, Sorted};
use writer::Writer;

/// Room that is kept from one text to the next; what was larger is given back.
const KEPT: usize = 64 << 10;

/// Where texts are written before they are copied or hashed: room as large as a text may become, asked of the system and
/// given back for every text, costs as much as to write it.
#[derive(Default)]
struct Scratch {
    out: Vec<u8>,
    sorted: Sorted,
}

thread_local! {
    static SCRATCH: RefCell<Scratch> = RefCell::default();
}

/// Lends the thread's scratch, empty; to what is written within what is written, another one.
fn with_scratch<T>(write: impl FnOnce(&mut Scratch) -> T) -> T {
    let mut scratch = SCRATCH.take();
    scratch.out.clear();
    scratch.sorted.clear();
    let written = write(&mut scratch);
    scratch.out.clear();
    scratch.out.shrink_to(KEPT);
    SCRATCH.set(scratch);
    written
}

/// The JSON of `value`, members in the order they are declared in.
///
/// # Errors
/// The value has no JSON: a map's key is no text, a number or a member says so itself.
pub fn to_vec<T: Serialize + ?Sized>(value: &T) -> Result<Vec<u8>, NoJson> {
    with_scratch(|Scratch { out, .. }| {
        value.serialize(&mut Writer::new(out, &mut Declared))?;
        Ok(out.as_slice().to_vec())
    })
}

/// What `read` says to the canonical JSON of `value` by RFC 8785.
///
/// # Errors
/// The value has no JSON, or none in canonical form.
pub(crate) fn canonical<T: Serialize, R>(value: &T, read: impl Fn(&[u8]) -> R) -> serde_json::Result<R> {
    match ascending(value, &read).or_else(|_| plain(value, &read)) {
        Ok(read) => Ok(read),
        Err(_) => serde_json_canonicalizer::to_vec(value).map(|text| read(&text)),
    }
}

/// What `read` says to the canonical JSON of a value that has nothing rare in it and declares its members in canonical
/// order, as states do.
pub(crate) fn ascending<T: Serialize, R>(value: &T, read: impl Fn(&[u8]) -> R) -> Result<R, NoJson> {
    with_scratch(|Scratch { out, .. }| {
        value.serialize(&mut Writer::new(out, &mut Ascending))?;
        Ok(read(out))
    })
}

/// What `read` says to the canonical JSON of a value that has nothing rare in it.
fn plain<T: Serialize, R>(value: &T, read: impl Fn(&[u8]) -> R) -> Result<R, NoJson> {
    with_scratch(|Scratch { out, sorted }| {
        value.serialize(&mut Writer::new(out, sorted))?;
        Ok(read(out))
    })
}

/// JSON made by [`to_vec`] before, to be a part of other JSON made by it. Other serializers do not know it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made(Vec<u8>);

/// What a [`Made`] tells the writer it is.
const MADE: &str = "tapis::json::Made";

impl Made {
    /// The JSON of `value`.
    ///
    /// # Errors
    /// See [`to_vec`].
    pub fn of<T: Serialize + ?Sized>(value: &T) -> Result<Self, NoJson> {
        to_vec(value).map(Self)
    }

    /// The JSON.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}

impl Serialize for Made {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        struct Bytes<'a>(&'a [u8]);
        impl Serialize for Bytes<'_> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_bytes(self.0)
            }
        }
        serializer.serialize_newtype_struct(MADE, &Bytes(&self.0))
    }
}

/// A value without JSON, or with something that only the general crates write.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no JSON: {0}")]
pub struct NoJson(String);

impl serde::ser::Error for NoJson {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self(message.to_string())
    }
}

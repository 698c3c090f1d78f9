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

use std::fmt;

use serde::{Serialize, Serializer};

use order::{Declared, Sorted};
use writer::Writer;

/// What nearly all states and views fit into: to grow means to copy.
const ROOM: usize = 16 << 10;

/// The JSON of `value`, members in the order they are declared in.
///
/// # Errors
/// The value has no JSON: a map's key is no text, a number or a member says so itself.
pub fn to_vec<T: Serialize + ?Sized>(value: &T) -> Result<Vec<u8>, NoJson> {
    let mut out = Vec::with_capacity(ROOM);
    value.serialize(&mut Writer::new(&mut out, Declared))?;
    Ok(out)
}

/// The canonical JSON of `value` by RFC 8785.
///
/// # Errors
/// The value has no JSON, or none in canonical form.
pub(crate) fn canonical<T: Serialize>(value: &T) -> serde_json::Result<Vec<u8>> {
    plain(value).map_or_else(|_| serde_json_canonicalizer::to_vec(value), Ok)
}

/// The canonical JSON of a value that has nothing rare in it.
fn plain<T: Serialize>(value: &T) -> Result<Vec<u8>, NoJson> {
    let mut out = Vec::with_capacity(ROOM);
    value.serialize(&mut Writer::new(&mut out, Sorted::default()))?;
    Ok(out)
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

    /// The same without spare room, to be kept.
    #[must_use]
    pub fn kept(mut self) -> Self {
        self.0.shrink_to_fit();
        self
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

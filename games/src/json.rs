//! JSON texts that become parts of other texts, and canonical JSON.

use serde::Serialize;
use serde_json::Value;
pub use serde_json::value::RawValue;

use crate::locale::{Said, said};

/// A JSON text that is written into other texts as it is.
pub type JsonText = Box<RawValue>;

/// The JSON text of `value`, members in the order they are declared in.
///
/// # Errors
/// The value has no JSON: a map's key is no text, or a member says so itself.
pub fn text<T: Serialize + ?Sized>(value: &T) -> serde_json::Result<JsonText> {
    serde_json::value::to_raw_value(value)
}

/// Structs that are written as JSON: each member with its type and what it is made of, in one place.
macro_rules! documents {
    ($($(#[$meta:meta])* $name:ident($($given:ident: $of:ty),+) {
        $($(#[$about:meta])* $member:ident: $type:ty = $value:expr,)+
    })+) => {$(
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, serde::Serialize)]
        pub struct $name { $($(#[$about])* pub $member: $type,)+ }

        impl $name {
            pub(super) fn of($($given: $of),+) -> Self {
                Self { $($member: $value,)+ }
            }
        }
    )+};
}

pub(crate) use documents;

/// The text of bytes that somebody wrote, which is UTF-8. JSON begins with two characters of ASCII, or is one: UTF-16 has a zero there.
///
/// # Errors
/// What they are instead.
pub fn utf8(bytes: &[u8]) -> Result<&str, Said> {
    if matches!(bytes, [0xff, 0xfe, ..] | [0xfe, 0xff, ..] | [0, ..] | [_, 0, ..]) {
        return Err(said("utf16"));
    }
    std::str::from_utf8(bytes).map_err(|error| said("utf8").with("byte", error.valid_up_to()))
}

/// The text of a file that somebody wrote. A byte order mark, which some editors put before it, is no part of it.
///
/// # Errors
/// As [`utf8`].
pub fn file_text(bytes: &[u8]) -> Result<&str, Said> {
    utf8(bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes))
}

/// `value` as JSON, for types of this program.
///
/// # Panics
/// The type of `value` has no JSON: a defect of the type, which no data can cause.
pub(crate) fn json<T: Serialize>(value: T) -> Value {
    serde_json::to_value(value).expect("types of games have JSON")
}

/// The canonical JSON of `value` by RFC 8785.
///
/// # Errors
/// The value has no JSON, or none in canonical form.
pub fn canonical<T: Serialize>(value: &T) -> serde_json::Result<Vec<u8>> {
    serde_json_canonicalizer::to_vec(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_that_are_no_utf8_say_what_they_are() {
        assert_eq!(utf8("{\"é\":1}".as_bytes()), Ok("{\"é\":1}"));
        assert_eq!((utf8(b""), utf8(b"7")), (Ok(""), Ok("7")));
        for wide in [&b"\xff\xfe{\0}\0"[..], b"\xfe\xff\0{\0}", b"{\0}\0", b"\0{\0}"] {
            assert_eq!(utf8(wide), Err(said("utf16")), "{wide:?}");
        }
        assert_eq!(utf8(b"{\"\xe9\":1}"), Err(said("utf8").with("byte", 2)));
    }
}

//! JSON texts that become parts of other texts, and canonical JSON.

use serde::Serialize;
use serde_json::Value;
pub use serde_json::value::RawValue;

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

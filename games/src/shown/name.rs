//! Short ids.

use std::fmt::{self, Write};

use arrayvec::ArrayString;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::seat::Seat;

/// The longest id, in bytes.
const MOST: usize = 23;

/// The id of a piece, a thing, a slot, a zone or a counter: `7h`, `hand:0`, `1c03`. At most 23 bytes, without `/` and `#`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
#[schema(as = TableName, value_type = String)]
pub struct Name(ArrayString<MOST>);

impl Name {
    /// The id that `id` displays.
    ///
    /// # Panics
    /// It is longer than an id may be: games choose short ones.
    pub fn new(id: impl fmt::Display) -> Self {
        let mut name = ArrayString::new();
        write!(name, "{id}").expect("ids have at most 23 bytes");
        Self(name)
    }

    /// As [`Name::new`], of a text from outside: `None` where it is empty, too long or has a separator in it.
    pub fn read(text: &str) -> Option<Self> {
        let plain = !text.is_empty() && !text.contains(['/', '#']);
        ArrayString::from(text).ok().filter(|_| plain).map(Self)
    }

    /// Its text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<&str> for Name {
    fn from(id: &str) -> Self {
        Self::new(id)
    }
}

/// What there is of a kind for each seat: `hand:0`.
impl From<(&str, Seat)> for Name {
    fn from((kind, seat): (&str, Seat)) -> Self {
        Self::new(format_args!("{kind}:{}", seat.0))
    }
}

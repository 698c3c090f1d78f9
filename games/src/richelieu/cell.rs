//! The cells of the lay-out, sets of cells, and the ends of rows.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use serde::{Deserializer, Serializer};
use utoipa::PartialSchema;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};

use crate::bits::RankedBits;
use crate::pack::{PackCard, Set};
use crate::prelude::*;

pub const ROWS: usize = 4;
pub const COLUMNS: usize = 12;
pub const CELLS: usize = ROWS * COLUMNS;

const ROW_BITS: u64 = (1 << COLUMNS) - 1;

/// A cell of the set-up, and the name of the card laid there: `2c07` is row 2, column 7.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u8);

/// The names' bytes.
const LETTERS: [[u8; 4]; CELLS] = {
    let mut letters = [*b"1c01"; CELLS];
    let mut index = 0;
    while index < CELLS {
        let (row, column) = ((index / COLUMNS) as u8, (index % COLUMNS) as u8 + 1);
        letters[index] = [b'1' + row, b'c', b'0' + column / 10, b'0' + column % 10];
        index += 1;
    }
    letters
};

/// The names, as every state and layout has them by dozens.
const NAMES: [&str; CELLS] = {
    let mut names = [""; CELLS];
    let mut index = 0;
    while index < CELLS {
        if let Ok(name) = str::from_utf8(&LETTERS[index]) {
            names[index] = name;
        }
        index += 1;
    }
    names
};

impl Cell {
    /// The cell at a 0-based row and column.
    pub fn at(row: usize, column: usize) -> Option<Self> {
        (row < ROWS && column < COLUMNS).then_some(Self((row * COLUMNS + column) as u8))
    }

    /// All cells, row by row.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..CELLS as u8).map(Self)
    }

    /// 0-based, row by row; below [`CELLS`].
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// 0-based row.
    pub fn row(self) -> usize {
        self.index() / COLUMNS
    }

    /// 0-based column.
    pub fn column(self) -> usize {
        self.index() % COLUMNS
    }

    /// The name, `2c07`.
    pub fn name(self) -> &'static str {
        NAMES[self.index()]
    }
}

impl PackCard for Cell {
    #[inline]
    fn place(self) -> u8 {
        self.0
    }

    #[inline]
    fn at(place: u8) -> Self {
        Self(place)
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Cell {
    type Err = Said;

    fn from_str(text: &str) -> Result<Self, Said> {
        let &[row @ b'1'..=b'4', b'c', tens @ b'0'..=b'1', units @ b'0'..=b'9'] = text.as_bytes() else {
            return Err(said("a_cell"));
        };
        let column = usize::from(tens - b'0') * 10 + usize::from(units - b'0');
        column
            .checked_sub(1)
            .and_then(|column| Self::at(usize::from(row - b'1'), column))
            .ok_or_else(|| said("a_cell"))
    }
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Cell {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<'de, str>::deserialize(deserializer)?;
        text.parse().map_err(|_: Said| said("cell_found").with("found", format_args!("{text:?}")).custom())
    }
}

impl PartialSchema for Cell {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::String)
            .pattern(Some("^[1-4]c(0[1-9]|1[0-2])$"))
            .description(Some("A cell of the set-up and the name of its card: `2c07` is row 2, column 7."))
            .examples(["2c07"])
            .into()
    }
}

impl ToSchema for Cell {
    fn name() -> Cow<'static, str> {
        "RichelieuCell".into()
    }
}

/// One of the two ends of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, ToSchema)]
#[schema(as = RichelieuEnd)]
pub enum End {
    /// The lowest column still there; a row's only card is taken from here.
    #[serde(rename = "L")]
    Left,
    /// The highest column still there.
    #[serde(rename = "R")]
    Right,
}

impl End {
    /// `L` or `R`.
    pub fn letter(self) -> char {
        match self {
            Self::Left => 'L',
            Self::Right => 'R',
        }
    }
}

pub type Cells = Set<Cell>;

impl Cells {
    pub const ALL: Self = Self::from_bits((1 << CELLS) - 1);

    /// The cell number `n` in ascending order.
    pub fn nth(self, n: usize) -> Option<Cell> {
        (n < self.len() as usize).then(|| Cell(RankedBits::new(self.bits()).nth(n as u32)))
    }

    /// The cells of this set in a 0-based row.
    #[must_use]
    pub fn in_row(self, row: usize) -> Self {
        Self::from_bits(self.bits() & (ROW_BITS << (row * COLUMNS)))
    }

    /// The first and last column with a cell of this set in a 0-based row.
    pub fn ends(self, row: usize) -> Option<(Cell, Cell)> {
        let columns = (self.bits() >> (row * COLUMNS)) & ROW_BITS;
        (columns != 0).then(|| {
            let base = (row * COLUMNS) as u8;
            (Cell(base + columns.trailing_zeros() as u8), Cell(base + 63 - columns.leading_zeros() as u8))
        })
    }

    /// The cell at `end` of a 0-based row, if the row has any (both ends of a row of one are that one).
    pub fn end(self, row: usize, end: End) -> Option<Cell> {
        self.ends(row).map(|(left, right)| match end {
            End::Left => left,
            End::Right => right,
        })
    }

    /// The number of rows without a cell of this set.
    pub fn empty_rows(self) -> usize {
        (0..ROWS).filter(|row| self.in_row(*row).is_empty()).count()
    }
}

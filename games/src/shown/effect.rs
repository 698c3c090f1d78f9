//! What happened on a table.

use std::collections::BTreeMap;

use serde::Serialize;
use utoipa::ToSchema;

#[allow(unused_imports, reason = "named in a schema only")]
use super::Thing;
use super::{Bag, Name, Piece};
use crate::locale::Text;
use crate::seat::Seat;

/// A change of a layout. Apply effects in the order in which they are listed.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(tag = "what", rename_all = "snake_case")]
#[schema(as = TableEffect)]
pub enum Effect {
    /// All things of a kind are gathered in one zone, face down, and shuffled.
    Gathered {
        /// The kind.
        kind: &'static str,
        /// The zones they come from; all zones if absent.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        from: Vec<Name>,
        /// The zone they go to.
        to: Name,
    },
    /// Things move.
    Moved {
        /// The zone they come from.
        from: Name,
        /// The zone they go to.
        to: Name,
        /// How they looked before; as now if absent.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(value_type = Option<Vec<Thing<'static>>>)]
        was: Option<Bag>,
        /// How they look now.
        #[schema(value_type = Vec<Thing<'static>>)]
        is: Bag,
    },
    /// Things are turned over, marked or put into another slot.
    Turned {
        /// The zone.
        zone: Name,
        /// How they looked.
        #[schema(value_type = Vec<Thing<'static>>)]
        was: Bag,
        /// How they look now.
        #[schema(value_type = Vec<Thing<'static>>)]
        is: Bag,
    },
    /// Things come into the game; never cards.
    Appeared {
        /// The zone.
        zone: Name,
        /// How they look.
        #[schema(value_type = Vec<Thing<'static>>)]
        is: Bag,
    },
    /// Things leave the game; never cards.
    Vanished {
        /// The zone they come from.
        zone: Name,
        /// How they looked.
        #[schema(value_type = Vec<Thing<'static>>)]
        was: Bag,
    },
    /// Counters change.
    Counted {
        /// Their new values.
        #[schema(value_type = BTreeMap<String, i32>)]
        counters: BTreeMap<Name, i32>,
    },
    /// The decision under way changes, or the seat that decides.
    Phase {
        /// The new phase.
        phase: &'static str,
        /// The seat that decides; absent if nobody decides.
        #[serde(skip_serializing_if = "Option::is_none")]
        turn: Option<Seat>,
    },
}

/// One step of a ply: what people see at the same time.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ToSchema)]
#[schema(as = TableStep)]
pub struct Step {
    /// What changed on the table.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub effects: Vec<Effect>,
    /// What to tell after the change.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub milestones: Vec<Milestone>,
}

/// Something worth telling, the same for everybody: a trick won, a round scored, a power used.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = TableMilestone)]
pub struct Milestone {
    /// Its kind, one of the `milestones` of the pieces.
    pub kind: &'static str,
    /// Seats, pieces, numbers and ids that it names.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub args: BTreeMap<&'static str, Arg>,
    /// The score sheet of the round that ended with it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sheet: Vec<Row>,
    /// The same in words; absent for games without texts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<Text>,
}

/// An argument of a text. Seats are numbers; pieces and other ids are strings.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Arg {
    /// A seat.
    Seat(Seat),
    /// A number.
    Number(i32),
    /// An id that is no piece's: a suit, a colour.
    Id(Name),
    /// A piece.
    Piece(Piece),
    /// Pieces.
    Pieces(Vec<Piece>),
    /// Ids that are no pieces'.
    Ids(Vec<Name>),
    /// Words that a designer gave, as they are.
    Text(String),
}

/// An argument of a text. Seats are numbers; pieces and other ids are strings.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes what Arg serialises to")]
#[schema(as = TableArg)]
#[serde(untagged)]
enum ArgJson {
    /// A seat, or a number.
    Number(i32),
    /// A piece, another id, or words that a designer gave.
    Id(String),
    /// Several of them.
    Ids(Vec<Name>),
}

/// A line of a score sheet.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = TableRow)]
pub struct Row {
    /// The seat that scores.
    pub seat: Seat,
    /// The reason, one of the `rows` of the pieces.
    pub kind: &'static str,
    /// Details of the reason.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub args: BTreeMap<&'static str, Arg>,
    /// The points.
    pub points: i32,
    /// The reason in words; absent for games without texts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<Text>,
}

impl Milestone {
    /// A milestone with its arguments.
    pub fn new<const N: usize>(kind: &'static str, args: [(&'static str, Arg); N]) -> Self {
        Self { kind, args: args.into_iter().collect(), sheet: Vec::new(), text: None }
    }

    /// The milestone that ends a round.
    pub fn scored(sheet: Vec<Row>) -> Self {
        Self { kind: "round_scored", args: BTreeMap::new(), sheet, text: None }
    }
}

impl Row {
    /// Points of a seat.
    pub fn new(seat: Seat, kind: &'static str, points: impl Into<i32>) -> Self {
        Self { seat, kind, args: BTreeMap::new(), points: points.into(), text: None }
    }

    /// The row with an argument.
    #[must_use]
    pub fn arg(mut self, name: &'static str, arg: impl Into<Arg>) -> Self {
        self.args.insert(name, arg.into());
        self
    }
}

impl Arg {
    /// The pieces it names.
    pub fn pieces(&self) -> &[Piece] {
        match self {
            Arg::Piece(piece) => std::slice::from_ref(piece),
            Arg::Pieces(pieces) => pieces,
            Arg::Seat(_) | Arg::Number(_) | Arg::Id(_) | Arg::Ids(_) | Arg::Text(_) => &[],
        }
    }
}

macro_rules! from {
    ($($of:ty => $arg:ident),*) => {$(
        impl From<$of> for Arg {
            fn from(of: $of) -> Self {
                Self::$arg(of.into())
            }
        }
    )*};
}
from!(Seat => Seat, Piece => Piece, &'static str => Id, i32 => Number);

impl FromIterator<Piece> for Arg {
    fn from_iter<I: IntoIterator<Item = Piece>>(pieces: I) -> Self {
        Arg::Pieces(pieces.into_iter().collect())
    }
}

crate::schemas::schema_of!(Arg, "TableArg", ArgJson);

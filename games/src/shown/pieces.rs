//! What there is to draw, once a ruleset.

use std::collections::BTreeMap;

use serde::Serialize;
use utoipa::ToSchema;

use super::{Arg, Name, Piece};
use crate::seat::Seat;

/// Everything that can be drawn and named in games of one ruleset. Layouts, steps and picks name nothing else; texts have these
/// ids as keys.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ToSchema)]
#[schema(as = TablePieces)]
pub struct Pieces {
    /// The pieces, by id.
    pub pieces: BTreeMap<Name, PieceInfo>,
    /// The zones, by id.
    pub zones: BTreeMap<Name, ZoneInfo>,
    /// The counters, by id. A counter that a layout leaves out is 0.
    pub counters: BTreeMap<Name, CounterInfo>,
    /// The marks that a thing may have.
    pub marks: Vec<&'static str>,
    /// Those of `marks` whose value is a seat.
    pub seat_marks: Vec<&'static str>,
    /// The phases: kinds of decisions.
    pub phases: Vec<&'static str>,
    /// The choices that name no thing.
    pub buttons: Vec<&'static str>,
    /// The milestones, with the names of their arguments.
    pub milestones: BTreeMap<&'static str, Vec<&'static str>>,
    /// The reasons for points.
    pub rows: Vec<&'static str>,
}

/// A piece.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = TablePiece)]
pub struct PieceInfo {
    /// Its kind. Pieces of a kind have the same back.
    pub kind: &'static str,
    /// What is printed on it: suit, rank, value, colours.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub facts: BTreeMap<&'static str, Arg>,
}

/// A place where things lie.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = TableZone)]
pub struct ZoneInfo {
    /// Its kind, as in `hand`.
    pub kind: &'static str,
    /// The seat that owns the zone; absent if it belongs to the table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub owner: Option<Seat>,
    /// How things lie in it.
    pub arrangement: Arrangement,
    /// The slots that can be tapped while they are empty.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub slots: Vec<Name>,
}

/// How things lie in a zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = TableArrangement)]
pub enum Arrangement {
    /// Side by side, in any order.
    Fan,
    /// One on the other.
    Stack,
    /// Each in its slot.
    Slots,
    /// One after the other, by slot.
    List,
}

/// A number shown on the table.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = TableCounter)]
pub struct CounterInfo {
    /// What it counts.
    pub kind: &'static str,
    /// The seat that owns it; absent if it belongs to the table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub owner: Option<Seat>,
}

impl Pieces {
    /// Adds a piece with what is printed on it.
    pub fn piece(&mut self, piece: Piece, facts: impl IntoIterator<Item = (&'static str, Arg)>) {
        let info = PieceInfo { kind: piece.kind, facts: facts.into_iter().collect() };
        self.pieces.insert(piece.id, info);
    }

    /// Adds a zone of the table.
    pub fn zone(&mut self, kind: &'static str, arrangement: Arrangement) -> &mut ZoneInfo {
        self.zones.entry(kind.into()).or_insert(ZoneInfo {
            kind,
            owner: None,
            arrangement,
            slots: Vec::new(),
        })
    }

    /// Adds a zone of each seat.
    pub fn zones_of(&mut self, seats: usize, kind: &'static str, arrangement: Arrangement) {
        for seat in Seat::all(seats) {
            let zone = ZoneInfo { kind, owner: Some(seat), arrangement, slots: Vec::new() };
            self.zones.insert((kind, seat).into(), zone);
        }
    }

    /// Adds numbers of the table.
    pub fn counters<const N: usize>(&mut self, kinds: [&'static str; N]) {
        let info = |kind| (Name::from(kind), CounterInfo { kind, owner: None });
        self.counters.extend(kinds.map(info));
    }

    /// Adds numbers of each seat.
    pub fn counters_of<const N: usize>(&mut self, seats: usize, kinds: [&'static str; N]) {
        for kind in kinds {
            let info = |seat| (Name::from((kind, seat)), CounterInfo { kind, owner: Some(seat) });
            self.counters.extend(Seat::all(seats).map(info));
        }
    }
}

//! Things as one viewer sees them.

use std::collections::BTreeMap;
use std::fmt::Display;

use serde::{Serialize, Serializer};
use utoipa::ToSchema;

use super::Name;

/// A card, token or marker that can be told from others. Its JSON is its id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece {
    /// Its kind. Pieces of a kind have the same back.
    pub kind: &'static str,
    /// Which, among all pieces of the game.
    pub id: Name,
}

/// What can be seen of a thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Face {
    /// Everybody sees which piece it is.
    Open(Piece),
    /// This viewer knows which piece it is, others do not.
    Known(Piece),
    /// A back: one of this kind.
    Back(&'static str),
}

/// A thing as it lies there.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Look {
    /// Where in its zone it lies, if that matters. The same for all viewers.
    pub slot: Option<Name>,
    /// What everybody can call it by. The same for all viewers.
    pub key: Option<Name>,
    /// What can be seen of it.
    pub face: Face,
    /// What is on it, ascending by id. The same for all viewers.
    pub marks: Vec<Mark>,
}

/// Something about a thing that everybody sees: doubled, worth 12, whose marker lies on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Mark {
    /// Which, see [`super::Pieces::marks`].
    pub id: &'static str,
    /// Its value; 1 where it has none.
    pub value: i32,
}

/// What lies in a zone: looks, each with how many things look so. Its JSON is a list of [`Thing`]s.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bag(BTreeMap<Look, u16>);

/// A thing: only its id if it lies open and has no other parts, otherwise its parts.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
#[schema(as = TableThing)]
pub enum Thing<'a> {
    /// The id of an open piece.
    Open(Name),
    /// A look with exactly one of `open`, `known` and `back`.
    Look(ThingParts<'a>),
}

/// The parts of a thing.
#[derive(Serialize, ToSchema)]
#[schema(as = TableThingParts)]
pub struct ThingParts<'a> {
    /// The piece, seen by everybody.
    #[serde(skip_serializing_if = "Option::is_none")]
    open: Option<Name>,
    /// The piece, known to the caller but not to everybody.
    #[serde(skip_serializing_if = "Option::is_none")]
    known: Option<Name>,
    /// The kind of a thing that the caller does not know.
    #[serde(skip_serializing_if = "Option::is_none")]
    back: Option<&'a str>,
    /// A name that everybody can use for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    key: Option<Name>,
    /// Its slot in the zone.
    #[serde(skip_serializing_if = "Option::is_none")]
    slot: Option<Name>,
    /// What is on it, by id, with its value.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    marks: BTreeMap<&'a str, i32>,
    /// The number of things that look like this; 1 if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    n: Option<u16>,
}

impl Piece {
    /// The piece with this id.
    pub fn new(kind: &'static str, id: impl Display) -> Self {
        Self { kind, id: Name::new(id) }
    }
}

impl Serialize for Piece {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.id.serialize(serializer)
    }
}

impl Face {
    /// What it is one of.
    pub fn kind(&self) -> &'static str {
        match self {
            Face::Open(piece) | Face::Known(piece) => piece.kind,
            Face::Back(kind) => kind,
        }
    }

    /// Which piece it is, where the viewer knows.
    pub fn id(&self) -> Option<Name> {
        match self {
            Face::Open(piece) | Face::Known(piece) => Some(piece.id),
            Face::Back(_) => None,
        }
    }
}

impl From<Face> for Look {
    fn from(face: Face) -> Self {
        Self { slot: None, key: None, face, marks: Vec::new() }
    }
}

impl Look {
    /// A piece everybody sees.
    pub fn open(piece: Piece) -> Self {
        Face::Open(piece).into()
    }

    /// A piece that lies face down or in a hand: known to a viewer who `sees` it, else a back.
    pub fn hidden(piece: Piece, sees: bool) -> Self {
        if sees { Face::Known(piece).into() } else { Self::back(piece.kind) }
    }

    /// A thing that this viewer does not know.
    pub fn back(kind: &'static str) -> Self {
        Face::Back(kind).into()
    }

    /// The look of the thing everybody calls `key`.
    #[must_use]
    pub fn key(self, key: impl Display) -> Self {
        Self { key: Some(Name::new(key)), ..self }
    }

    /// The look of a thing in this slot.
    #[must_use]
    pub fn slot(self, slot: impl Display) -> Self {
        Self { slot: Some(Name::new(slot)), ..self }
    }

    /// The look with a mark on it.
    #[must_use]
    pub fn mark(mut self, id: &'static str, value: i32) -> Self {
        self.marks.push(Mark { id, value });
        self.marks.sort_unstable();
        self
    }
}

impl Bag {
    /// Puts `n` things that look so into it.
    pub fn add(&mut self, look: Look, n: u16) {
        if n > 0 {
            *self.0.entry(look).or_default() += n;
        }
    }

    /// Takes `n` things that look so out of it; whether there were so many.
    pub fn take(&mut self, look: &Look, n: u16) -> bool {
        let Some(left) = self.0.get_mut(look).filter(|has| **has >= n) else { return n == 0 };
        *left -= n;
        if *left == 0 {
            self.0.remove(look);
        }
        true
    }

    /// The looks in order, each with how many look so.
    pub fn iter(&self) -> impl Iterator<Item = (&Look, u16)> {
        self.0.iter().map(|(look, &n)| (look, n))
    }

    /// How many things look so.
    pub fn count(&self, look: &Look) -> u16 {
        self.0.get(look).copied().unwrap_or(0)
    }

    /// How many things there are.
    pub fn len(&self) -> usize {
        self.0.values().map(|&n| usize::from(n)).sum()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<'a> Thing<'a> {
    fn of(look: &'a Look, n: u16) -> Self {
        let Look { slot, key, face, marks } = look;
        let id = |wanted: bool| face.id().filter(|_| wanted);
        let open = matches!(face, Face::Open(_));
        match id(open) {
            Some(id) if n == 1 && slot.is_none() && key.is_none() && marks.is_empty() => Thing::Open(id),
            _ => Thing::Look(ThingParts {
                open: id(open),
                known: id(!open),
                back: Some(face.kind()).filter(|_| face.id().is_none()),
                key: *key,
                slot: *slot,
                marks: marks.iter().map(|mark| (mark.id, mark.value)).collect(),
                n: Some(n).filter(|&n| n > 1),
            }),
        }
    }
}

impl Serialize for Bag {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter().map(|(look, n)| Thing::of(look, n)))
    }
}

crate::schemas::schema_of!(Bag, "TableThings", Vec<Thing<'static>>);

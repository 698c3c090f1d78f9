//! Pieces as SVG: what is printed on them, drawn as our own pages draw it, for who draws a table without pictures of their own.
//!
//! A game that is not known here is drawn plainly: suits and ranks, else its name and what is printed on it.

mod blasons;
mod malin;
mod palette;
mod parbourg;
mod plain;
mod richelieu;
mod svg;

use std::collections::{BTreeMap, BTreeSet};

use bytes::Bytes;

use tapis_games::locale::Language;
use tapis_games::refusal::Text;
use tapis_games::shown::{Arg, Name, PieceInfo, Pieces};

use palette::Palette;
pub use palette::Theme;
use svg::Art;

/// All pictures of a ruleset in one language and theme, by what they show.
pub type Pictures = BTreeMap<(Side, String), Bytes>;

/// Which side of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Side {
    /// What is printed on it: the name is its id.
    Face,
    /// What all of a kind have: the name is that of the kind.
    Back,
}

/// What a ruleset's pieces are drawn from.
pub struct Drawing<'a> {
    game: &'a str,
    pieces: &'a Pieces,
    texts: &'a BTreeMap<String, Text>,
    language: Language,
    palette: Palette,
}

/// A piece to draw.
struct Piece<'a> {
    id: &'a str,
    info: &'a PieceInfo,
    drawing: &'a Drawing<'a>,
}

impl<'a> Drawing<'a> {
    /// Of a ruleset's pieces with their texts, in a theme; names are in this language.
    pub fn new(
        game: &'a str,
        (pieces, texts): (&'a Pieces, &'a BTreeMap<String, Text>),
        language: Language,
        theme: Theme,
    ) -> Self {
        Self { game, pieces, texts, language, palette: Palette::of(theme) }
    }

    /// Every piece, and the back of every kind.
    pub fn all(&self) -> Pictures {
        let faces = self
            .pieces
            .pieces
            .iter()
            .map(|(id, info)| (Side::Face, id.to_string(), self.face(id.as_str(), info)));
        let kinds: BTreeSet<&str> = self.pieces.pieces.values().map(|info| info.kind).collect();
        let backs = kinds.into_iter().map(|kind| (Side::Back, kind.to_owned(), self.back(kind)));
        faces.chain(backs).map(|(side, name, svg)| ((side, name), svg.into())).collect()
    }

    fn face(&self, id: &str, info: &PieceInfo) -> String {
        let piece = Piece { id, info, drawing: self };
        piece.art().write(&piece.name(), &self.palette)
    }

    fn back(&self, kind: &str) -> String {
        let back = match (self.game, kind) {
            ("malin", "malheur") => malin::back_of_malheurs(&self.palette),
            ("richelieu", "disc") => richelieu::back_of_discs(),
            ("sept-blasons", "token" | "arms") => blasons::back_of_tokens(),
            _ => svg::back(&self.palette),
        };
        back.write(&self.noun(kind).unwrap_or_else(|| spelled(kind)), &self.palette)
    }

    /// The main colour of each piece that has one, as `#rrggbb`.
    pub fn colours(game: &str, pieces: &Pieces) -> BTreeMap<String, &'static str> {
        let palette = Palette::of(Theme::Light);
        let colour = |(id, info): (&Name, &PieceInfo)| {
            let token = token_of(game, info, id.as_str())?;
            Some((id.to_string(), palette.find(&token)?))
        };
        pieces.pieces.iter().filter_map(colour).collect()
    }

    fn noun(&self, id: &str) -> Option<String> {
        self.texts.get(&format!("noun-{id}")).map(|text| self.language.say(&text.en, &text.fr).to_owned())
    }
}

/// The name of the colour that a piece is told by.
fn token_of(game: &str, info: &PieceInfo, id: &str) -> Option<String> {
    match game {
        "richelieu" => word(info, "region").map(|region| format!("r-{region}")),
        "sept-blasons" => Some(format!("f-{}", word(info, "family").unwrap_or_else(|| id.to_owned()))),
        "malin" => (info.kind == "malheur").then(|| "malheur".to_owned()),
        "parbourg" if info.kind == "token" => Some(format!("p-{id}")),
        "parbourg" => match words(info, "colours").as_slice() {
            [only] => Some(format!("p-{only}")),
            _ => None,
        },
        _ => None,
    }
}

impl Piece<'_> {
    fn art(&self) -> Art {
        match self.drawing.game {
            "richelieu" => richelieu::art(self),
            "sept-blasons" => blasons::art(self),
            "malin" => malin::art(self),
            "parbourg" => parbourg::art(self),
            _ => plain::art(self),
        }
    }

    fn colour(&self, token: &str) -> &'static str {
        self.drawing.palette.colour(token)
    }

    /// What it is called: its own name, else that of its id.
    fn name(&self) -> String {
        self.noun(self.id)
            .or_else(|| match self.info.facts.get("name") {
                Some(Arg::Text(name)) => Some(name.clone()),
                _ => None,
            })
            .unwrap_or_else(|| spelled(self.id))
    }

    fn noun(&self, id: &str) -> Option<String> {
        self.drawing.noun(id)
    }

    fn number(&self, fact: &str) -> Option<i32> {
        match self.info.facts.get(fact) {
            Some(Arg::Number(number)) => Some(*number),
            _ => None,
        }
    }

    fn word(&self, fact: &str) -> String {
        word(self.info, fact).unwrap_or_default()
    }
}

/// A fact that is one id.
fn word(info: &PieceInfo, fact: &str) -> Option<String> {
    match info.facts.get(fact) {
        Some(Arg::Id(id)) => Some(id.to_string()),
        _ => None,
    }
}

/// A fact that is several ids.
fn words(info: &PieceInfo, fact: &str) -> Vec<String> {
    match info.facts.get(fact) {
        Some(Arg::Ids(ids)) => ids.iter().map(ToString::to_string).collect(),
        _ => Vec::new(),
    }
}

/// An id as words.
fn spelled(id: &str) -> String {
    id.replace('_', " ")
}

//! Pieces as SVG, for front ends without pictures of their own: the templates of our pages, filled in.
//!
//! A game without templates of its own is drawn plainly: suits and ranks, else its name and what is printed on it.

mod palette;
mod svg;

use std::collections::{BTreeMap, BTreeSet};

use tapis_games::locale::Language;
use tapis_games::refusal::Text;
use tapis_games::shown::{Arg, Name, PieceInfo, Pieces};
use tapis_service::catalogue::Document;

pub use palette::Theme;
use svg::Template;

/// All pictures of a ruleset in one language and theme, by what they show.
pub type Pictures = BTreeMap<(Side, String), Document>;

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
    theme: Theme,
}

/// A piece to draw, or the back of a kind.
struct Piece<'a> {
    id: &'a str,
    kind: &'a str,
    facts: &'a BTreeMap<&'static str, Arg>,
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
        Self { game, pieces, texts, language, theme }
    }

    /// Every piece, and the back of every kind.
    pub fn all(&self) -> Pictures {
        let faces = self.pieces.pieces.iter().map(|(id, info)| self.face(id, info));
        let faces = faces.map(|piece| (Side::Face, piece));
        let kinds: BTreeSet<&str> = self.pieces.pieces.values().map(|info| info.kind).collect();
        let backs = kinds.into_iter().map(|kind| Piece { id: kind, kind, facts: NONE, drawing: self });
        let all = faces.chain(backs.map(|back| (Side::Back, back)));
        let drawn = |(side, piece): (Side, Piece<'_>)| {
            Some(((side, piece.id.to_owned()), Document::of_bytes(piece.drawn(side)?)))
        };
        all.filter_map(drawn).collect()
    }

    /// The main colour of each piece that has one, as `#rrggbb`.
    pub fn colours(&self) -> BTreeMap<String, &'static str> {
        let colour = |(id, info)| {
            let piece = self.face(id, info);
            let token = piece.template(Side::Face)?.colour?;
            Some((id.to_string(), self.theme.find(&piece.filled(token, &|fact| piece.fact(fact)))?))
        };
        self.pieces.pieces.iter().filter_map(colour).collect()
    }

    fn face<'b>(&'b self, id: &'b Name, info: &'b PieceInfo) -> Piece<'b> {
        Piece { id: id.as_str(), kind: info.kind, facts: &info.facts, drawing: self }
    }

    fn noun(&self, id: &str) -> Option<String> {
        self.texts.get(&format!("noun-{id}")).map(|text| self.language.say(&text.en, &text.fr).to_owned())
    }

    /// The words of an id.
    fn word(&self, id: &str) -> String {
        self.noun(id).unwrap_or_else(|| id.replace('_', " "))
    }
}

/// What is printed on a back.
static NONE: &BTreeMap<&'static str, Arg> = &BTreeMap::new();

impl Piece<'_> {
    fn drawn(&self, side: Side) -> Option<String> {
        Some(self.template(side)?.drawn(self, self.drawing.theme))
    }

    /// The first template that fits.
    fn template(&self, side: Side) -> Option<&'static Template> {
        let (game, kind) = (self.drawing.game, self.kind);
        svg::templates().iter().find(|template| {
            template.side == side && template.is_of(game, kind) && self.holds(template.condition)
        })
    }

    /// What it is called: its own name, else that of its id.
    fn name(&self) -> String {
        let own = self.facts.get("name").filter(|name| matches!(name, Arg::Text(_))).and_then(printed);
        self.drawing.noun(self.id).or(own).unwrap_or_else(|| self.drawing.word(self.id))
    }

    /// A fact as it is in `pieces`; several ids with `+` between them.
    fn fact(&self, name: &str) -> Option<String> {
        let first = |fact: &Arg| match fact {
            Arg::Ids(ids) => ids.first().map(ToString::to_string),
            _ => None,
        };
        self.facts.get(name).and_then(printed).or_else(|| match name {
            "id" => Some(self.id.to_owned()),
            "last" => self.id.rsplit('_').next().map(str::to_owned),
            // A bet without colours has its event in the first one.
            "first" => self.facts.get("colours").and_then(first).or_else(|| Some("yellow".to_owned())),
            _ => None,
        })
    }

    /// A fact in words.
    fn said(&self, name: &str) -> Option<String> {
        let named = ["rank", "value", "name"];
        match (name, self.facts.get(name)) {
            ("name", _) => Some(self.name()),
            ("others", _) => {
                let others = self.facts.iter().filter(|(fact, _)| !named.contains(*fact));
                Some(others.filter_map(|(_, fact)| self.words(fact)).collect::<Vec<_>>().join(" · "))
            }
            (_, Some(fact)) => self.words(fact),
            _ => self.fact(name),
        }
    }

    fn words(&self, fact: &Arg) -> Option<String> {
        let word = |id: &Name| self.drawing.word(id.as_str());
        match fact {
            Arg::Id(id) => Some(word(id)),
            Arg::Ids(ids) => Some(ids.iter().map(word).collect::<Vec<_>>().join(", ")),
            other => printed(other),
        }
    }

    /// A template with facts for `{fact}`, or for the first that there is of `{one|other}`.
    fn filled(&self, text: &str, fact: &dyn Fn(&str) -> Option<String>) -> String {
        let one = |names: &str| names.split('|').find_map(fact).unwrap_or_default();
        svg::replaced(text, ("{", "}"), |names| svg::escaped(&one(names)))
    }

    /// Whether all of some conditions hold: `fact`, `fact=this|that`, `fact>number`, and each with `!` if it must not.
    fn holds(&self, conditions: &str) -> bool {
        let conditions = self.filled(conditions, &|fact| self.fact(fact));
        conditions.split_whitespace().all(|condition| {
            let plain = condition.trim_start_matches('!');
            let holds = if let Some((fact, values)) = plain.split_once('=') {
                self.fact(fact).is_some_and(|fact| values.split('|').any(|value| value == fact))
            } else if let Some((fact, least)) = plain.split_once('>') {
                let number = |text: &str| text.parse::<i32>().ok();
                self.fact(fact).and_then(|fact| number(&fact)) > number(least)
            } else {
                self.fact(plain).is_some()
            };
            holds == (plain == condition)
        })
    }
}

/// A fact as text.
fn printed(fact: &Arg) -> Option<String> {
    match fact {
        Arg::Number(number) => Some(number.to_string()),
        Arg::Id(id) => Some(id.to_string()),
        Arg::Ids(ids) => Some(ids.iter().map(Name::as_str).collect::<Vec<_>>().join("+")),
        Arg::Text(text) => Some(text.clone()),
        Arg::Seat(_) | Arg::Piece(_) | Arg::Pieces(_) => None,
    }
}

//! Words for what is shown: moves, lines of the log, milestones, rows, and the names of everything on the table.

use std::collections::BTreeMap;

use serde::Serialize;
use utoipa::ToSchema;

use super::{Arg, Pieces, Row, Step};
use crate::locale::{self, Language, Text, Texts};
use crate::seat::Seat;

/// What a text is for: the first part of its key in the files, as in `move-take`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::Display)]
#[strum(serialize_all = "snake_case")]
pub enum Purpose {
    /// A button: what a legal move would do.
    Move,
    /// A line of the log: what was done.
    Ply,
    /// What is told besides.
    Milestone,
    /// A row of the score sheet.
    Row,
    /// Why a move is refused.
    Refusal,
}

/// Arguments that are there only where another thing would be called the same: texts have 0 for them elsewhere.
const TOLD_APART: [&str; 4] = ["place", "with_place", "number", "aim_number"];

/// A move as it is told: its kind, and what it names.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = TableTold)]
pub struct Told {
    /// The kind, which selects the text.
    pub kind: &'static str,
    /// What it names: seats, pieces, numbers and ids.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[schema(required = false)]
    pub args: BTreeMap<&'static str, Arg>,
    /// `true`: nothing happened on the table, as when somebody passes. A page may fold such lines.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub minor: bool,
}

impl Told {
    /// A kind with its arguments.
    pub fn new<const N: usize>(kind: &'static str, args: [(&'static str, Arg); N]) -> Self {
        Self { kind, args: args.into_iter().collect(), minor: false }
    }

    /// As something that a log may fold.
    #[must_use]
    pub fn minor(mut self) -> Self {
        self.minor = true;
        self
    }

    /// With an argument more.
    #[must_use]
    pub fn arg(mut self, name: &'static str, arg: impl Into<Arg>) -> Self {
        self.args.insert(name, arg.into());
        self
    }
}

/// Who says it: the texts of a game, and the names of those who play.
#[derive(Clone, Copy, Debug)]
pub struct Speaker<'a> {
    /// The texts of the game.
    pub texts: &'static Texts,
    /// The name of each seat.
    pub names: &'a [Text],
}

impl Speaker<'_> {
    /// A text in one language.
    pub fn say(
        &self,
        language: Language,
        purpose: Purpose,
        kind: &str,
        args: &BTreeMap<&'static str, Arg>,
    ) -> String {
        let mut args: Vec<_> = args.iter().map(|(&name, arg)| (name, self.filled(language, arg))).collect();
        let unsaid = TOLD_APART.into_iter().filter(|name| args.iter().all(|(known, _)| known != name));
        args.extend(unsaid.map(|name| (name, 0.into())).collect::<Vec<_>>());
        self.texts.say(language, &format!("{purpose}-{kind}"), &args)
    }

    /// A text in both languages.
    pub fn both(&self, purpose: Purpose, kind: &str, args: &BTreeMap<&'static str, Arg>) -> Text {
        let [en, fr] =
            [Language::English, Language::French].map(|language| self.say(language, purpose, kind, args));
        Text { en, fr }
    }

    /// A line of the log: what `seat` did.
    pub fn ply(&self, seat: Seat, told: &Told) -> Text {
        let told = told.clone().arg("seat", seat);
        self.both(Purpose::Ply, told.kind, &told.args)
    }

    /// Puts the words to the milestones of a step, and to the rows that come with them.
    pub fn tell(&self, step: &mut Step) {
        for milestone in &mut step.milestones {
            milestone.text = Some(self.both(Purpose::Milestone, milestone.kind, &milestone.args));
            self.tell_rows(&mut milestone.sheet);
        }
    }

    /// Puts the words to rows of the score sheet.
    pub fn tell_rows(&self, rows: &mut [Row]) {
        for row in rows {
            row.text = Some(self.both(Purpose::Row, row.kind, &row.args));
        }
    }

    fn filled(&self, language: Language, arg: &Arg) -> locale::Arg {
        match arg {
            Arg::Seat(seat) => self.name(language, *seat).into(),
            Arg::Number(number) => (*number).into(),
            Arg::Id(id) => id.as_str().into(),
            Arg::Text(text) => text.clone().into(),
            Arg::Piece(piece) => piece.id.as_str().into(),
            Arg::Pieces(pieces) => pieces.iter().map(|piece| piece.id.to_string()).collect::<Vec<_>>().into(),
            Arg::Ids(ids) => ids.iter().map(ToString::to_string).collect::<Vec<_>>().into(),
        }
    }

    fn name(&self, language: Language, seat: Seat) -> String {
        self.names.get(seat.index()).map_or_else(String::new, |name| language.say(&name.en, &name.fr).clone())
    }
}

/// The keys that texts of a game must have for what there is to draw; those of moves and lines of the log are for the game to
/// list.
pub fn keys(pieces: &Pieces) -> impl Iterator<Item = String> + '_ {
    let of = |prefix: &'static str, ids: &'static str| format!("{prefix}-{ids}");
    let zones = pieces.zones.values().map(|zone| format!("zone-{}", zone.kind));
    let counters = pieces.counters.values().map(|counter| format!("counter-{}", counter.kind));
    let nouns = pieces.pieces.keys().map(|id| format!("noun-{id}"));
    let kinds = pieces.pieces.values().map(|piece| format!("noun-{}", piece.kind));
    zones
        .chain(counters)
        .chain(nouns)
        .chain(kinds)
        .chain(pieces.marks.iter().map(move |id| of("mark", id)))
        .chain(pieces.phases.iter().map(move |id| of("phase", id)))
        .chain(pieces.buttons.iter().map(move |id| of("button", id)))
        .chain(pieces.milestones.keys().map(move |id| of("milestone", id)))
        .chain(pieces.rows.iter().map(move |id| of("row", id)))
}

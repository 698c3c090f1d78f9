//! The tables of facts: what their columns are, and the rows of a game.

use std::sync::LazyLock;

use jiff::Timestamp;
use strum::{EnumString, IntoStaticStr};
use tapis_db::model::{Bucket, FinishedGame, Measure, SeatResult};
use utoipa::ToSchema;

use super::Meanings;
use super::meanings::FeatureMeanings;
use crate::metric::share;
use crate::tabular::{Cell, CellKind, Column, TableError, TableWriter, flag, number, text, whole};

/// A table of facts. All have the columns of [`FactTable::Games`] but length, tied and day, so that none needs another; features and
/// measures name their ruleset by its first digits.
/// [`FactTable::Records`] is what a public data set is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr, ToSchema)]
#[strum(serialize_all = "snake_case")]
#[schema(rename_all = "snake_case", description = "What a row is.")]
pub enum FactTable {
    /// A row a game.
    Games,
    /// A row a game and seat.
    Seats,
    /// A row a game, seat and value of a feature that the seat had.
    Features,
    /// A row a game and further measure.
    Measures,
    /// A row a game and seat with all values of all features.
    Records,
}

const NUMBER: Column = whole("game_number", "the number of the game in the database, the same in all tables");
const ID: Column = text("game_id", "its id at the service; missing for unlisted and private games");
const GAME: Column = text("game", "the game");
const RULESET: Column = text("ruleset", "the hash of the ruleset");
/// In the long tables, of which it would be the greater part.
const SHORT_RULESET: Column =
    text("ruleset", "the first 12 digits of the hash of the ruleset; the other tables have all of it");
/// So many of its digits tell it from others, here as on the command line.
const SHORT: usize = 12;
const SOURCE: Column = text("source", "played, bots, practice or experiment:<id>; do not mix them");
const DEAL: Column = whole(
    "deal",
    "the number of the deal of a simulated game: games of one seed with one number were dealt alike, in all arms of an experiment and in \
     all seatings",
);
const ASSISTED: Column = flag("assisted", "whether anybody was given hints or took moves back");
const PLAYERS: Column = whole("players", "the number of players");
const LINE_UP: Column = text("line_up", "the players by seat: human or the level of a bot");
const LENGTH: Column = whole("length", "the number of plies, without the set-up");
const TIED: Column = flag("tied", "whether the win was shared");
const ENDED_ON: Column = Column {
    name: "ended_on",
    kind: CellKind::Time,
    meaning: "the beginning of the day it ended, UTC; of a simulated game that of the simulation",
};
const SEAT: Column = whole("seat", "the seat, from 0");
const PLAYER: Column = text("player", "who sat there: human or the level of a bot");
const RANK: Column = whole("rank", "1 is best; tied seats share a rank");
const TURNS: Column = whole("turns", "how many moves the seat made");
const SCORE: Column = whole("score", "the final score of the seat");
const WIN_UNITS: Column =
    whole("win_units", "the share of the win of the seat in 420ths, to be added up exactly");
const WIN_SHARE: Column = number("win_share", "the share of the win of the seat, 0 to 1");

const LABEL: Column = text("label", "what a feature counts, or what a measure is called");

/// Which games it is counted with, behind [`NUMBER`].
const KEY: [Column; 7] = [GAME, RULESET, SOURCE, DEAL, ASSISTED, PLAYERS, LINE_UP];
const OF_SEAT: [Column; 7] = [SEAT, PLAYER, SCORE, RANK, WIN_UNITS, WIN_SHARE, TURNS];
const OF_RECORD: [Column; 3] = [
    text("dealt", "all that chance dealt to the seat: feature=value, one after the other with ; between"),
    text("choice", "the same of what the seat chose"),
    text("consequence", "the same of what came of the game; it proves nothing"),
];
const OF_FEATURE: [Column; 10] = [
    SEAT,
    text("feature", "what the game counts for designers"),
    text(
        "role",
        "dealt by chance, a choice of the seat, or a consequence of the game; only what is dealt is a cause",
    ),
    LABEL,
    whole("number", "the value where it is a number"),
    text("category", "the value where it is a category"),
    text("value_label", "what the category is called where it is the number of a card"),
    SCORE,
    WIN_UNITS,
    WIN_SHARE,
];
const OF_MEASURE: [Column; 4] = [
    text("measure", "a further measure of the game as a whole"),
    whole("value", "its value"),
    text("unit", "what it is counted in: percent, points, tenths or times"),
    LABEL,
];

impl FactTable {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Games, Self::Seats, Self::Features, Self::Measures, Self::Records];

    /// Its columns.
    pub fn columns(self) -> &'static [Column] {
        static ALL: LazyLock<[Vec<Column>; 5]> = LazyLock::new(|| FactTable::ALL.map(FactTable::listed));
        &ALL[self as usize]
    }

    fn listed(self) -> Vec<Column> {
        let game = [&[NUMBER, ID][..], &KEY, &[LENGTH, TIED, ENDED_ON]].concat();
        let short = [&[NUMBER, GAME, SHORT_RULESET][..], &KEY[2..]].concat();
        match self {
            Self::Games => game,
            Self::Seats => [&game[..], &OF_SEAT].concat(),
            Self::Features => [&short[..], &OF_FEATURE].concat(),
            Self::Measures => [&short[..], &OF_MEASURE].concat(),
            Self::Records => [&game[..], &OF_SEAT, &OF_RECORD].concat(),
        }
    }

    /// Writes the rows of a game; answers how many.
    ///
    /// # Errors
    /// Those of `writer`.
    pub fn write(
        self,
        game: &FinishedGame,
        meanings: &Meanings,
        writer: &mut dyn TableWriter,
    ) -> Result<u64, TableError> {
        let rows = self.rows(game, meanings);
        rows.iter().try_for_each(|row| writer.write(row))?;
        Ok(rows.len() as u64)
    }

    fn rows<'g>(self, game: &'g FinishedGame, meanings: &'g Meanings) -> Vec<Vec<Cell<'g>>> {
        let seats = (0..).zip(&game.result.seats);
        match self {
            Self::Games => vec![game_cells(game)],
            Self::Seats => seats.map(|(seat, of)| row(game_cells(game), seat_cells(seat, of))).collect(),
            Self::Features => {
                let values =
                    seats.flat_map(|(seat, of)| feature_cells(seat, of, meanings.features.get(&game.game)));
                values.map(|cells| row(short_key_cells(game), cells)).collect()
            }
            Self::Records => {
                let features = meanings.features.get(&game.game);
                let seats = seats.map(|(seat, of)| row(seat_cells(seat, of), record_cells(of, features)));
                seats.map(|cells| row(game_cells(game), cells)).collect()
            }
            Self::Measures => {
                let measures = game.result.measures.iter().map(|of| measure_cells(of, meanings));
                measures.map(|cells| row(short_key_cells(game), cells)).collect()
            }
        }
    }
}

fn row<'a>(mut cells: Vec<Cell<'a>>, more: Vec<Cell<'a>>) -> Vec<Cell<'a>> {
    cells.extend(more);
    cells
}

/// Which game, and which games it is counted with.
fn key_cells(game: &FinishedGame) -> Vec<Cell<'_>> {
    let result = &game.result;
    vec![
        Cell::count(game.number),
        Cell::text(game.game.as_str()),
        Cell::text(game.ruleset.to_string()),
        Cell::text(result.source.to_string()),
        game.deal().map_or(Cell::Missing, Cell::count),
        Cell::Flag(result.assisted),
        Cell::Whole(result.seats.len() as i64),
        Cell::text(game.line_up.to_string()),
    ]
}

/// The same for the tables with many rows a game.
fn short_key_cells(game: &FinishedGame) -> Vec<Cell<'_>> {
    let mut cells = key_cells(game);
    cells[2] = Cell::text(game.ruleset.to_string()[..SHORT].to_owned());
    cells
}

fn game_cells(game: &FinishedGame) -> Vec<Cell<'_>> {
    let mut cells = key_cells(game);
    cells.insert(1, game.id.map_or(Cell::Missing, |id| Cell::text(id.to_string())));
    cells.extend([
        Cell::Whole(game.result.length.into()),
        Cell::Flag(game.result.is_tied()),
        Cell::Time(day(game)),
    ]);
    cells
}

/// The beginning of the day on which it ended: the hour would tell too much of games whose ids nobody may know.
fn day(game: &FinishedGame) -> Timestamp {
    const DAY: i64 = 86_400;
    let seconds = game.result.ended_at.timestamp().as_second();
    Timestamp::from_second(seconds - seconds.rem_euclid(DAY)).unwrap_or(Timestamp::UNIX_EPOCH)
}

fn seat_cells(seat: i64, result: &SeatResult) -> Vec<Cell<'_>> {
    vec![
        Cell::Whole(seat),
        Cell::text(result.player()),
        Cell::Whole(result.score),
        Cell::Whole(result.rank.into()),
        Cell::Whole(result.win_share.units().into()),
        Cell::Number(share(result)),
        Cell::Whole(result.turns.into()),
    ]
}

fn word(word: Option<&str>) -> Cell<'_> {
    word.map_or(Cell::Missing, Cell::text)
}

fn feature_cells<'a>(
    seat: i64,
    result: &'a SeatResult,
    meanings: Option<&'a FeatureMeanings>,
) -> impl Iterator<Item = Vec<Cell<'a>>> {
    result.features.iter().map(move |feature| {
        let meaning = meanings.and_then(|of| of.get(feature.name.as_str()));
        let (number, category) = match &feature.bucket {
            Bucket::Number(number) => (Cell::Whole(*number), Cell::Missing),
            Bucket::Category(category) => (Cell::Missing, Cell::text(category.as_str())),
        };
        vec![
            Cell::Whole(seat),
            Cell::text(feature.name.as_str()),
            word(meaning.map(|of| of.word.as_str())),
            word(meaning.map(|of| of.label.as_str())),
            number,
            category,
            word(meaning.and_then(|of| of.value(&feature.bucket))),
            Cell::Whole(result.score),
            Cell::Whole(result.win_share.units().into()),
            Cell::Number(share(result)),
        ]
    })
}

/// The values of a seat by their roles; those of unknown features count as consequences.
fn record_cells<'a>(result: &SeatResult, meanings: Option<&FeatureMeanings>) -> Vec<Cell<'a>> {
    let role = |name: &str| meanings.and_then(|of| of.get(name)).map(|of| of.word.as_str());
    let of = |wanted: &str| {
        let own = result.features.iter().filter(|of| role(&of.name).unwrap_or("consequence") == wanted);
        let values: Vec<String> = own.map(|of| format!("{}={}", of.name, of.bucket)).collect();
        if values.is_empty() { Cell::Missing } else { Cell::text(values.join(";")) }
    };
    ["dealt", "choice", "consequence"].map(of).into()
}

fn measure_cells<'a>(measure: &'a Measure, meanings: &'a Meanings) -> Vec<Cell<'a>> {
    let meaning = meanings.measures.get(measure.name.as_str());
    let said = [meaning.map(|of| of.word.as_str()), meaning.map(|of| of.label.as_str())].map(word);
    row(vec![Cell::text(measure.name.as_str()), Cell::Whole(measure.value)], said.into())
}

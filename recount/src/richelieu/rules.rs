//! The rules of Richelieu, written down again from the rules text alone: slow and plain, one short function a rule.

use std::collections::BTreeMap;
use std::fmt;

use crate::RulesError;

/// The nine regions, in the order they are scored.
pub const REGIONS: [&str; 9] = [
    "bourgogne",
    "bretagne",
    "champagne",
    "normandie",
    "languedoc",
    "provence",
    "anjou",
    "bourbon",
    "auvergne",
];
/// The three symbols.
pub const SYMBOLS: [&str; 3] = ["sword", "cross", "tower"];
/// The disc that brings a marker back; there are two.
pub const RETURN: &str = "marker_return";
/// Rows of the set-up.
pub const ROWS: u8 = 4;
/// Cards a row.
pub const COLUMNS: u8 = 12;

/// The 14 discs, in the order of the rules text.
pub fn all_discs() -> Vec<String> {
    REGIONS.iter().chain(&SYMBOLS).chain(&[RETURN, RETURN]).map(|&disc| disc.to_owned()).collect()
}

/// All cells, row by row.
pub fn all_cells() -> Vec<Cell> {
    (1..=ROWS).flat_map(|row| (1..=COLUMNS).map(move |column| Cell { row, column })).collect()
}

/// A place of the set-up, the name of the card that was laid there: `2c07`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cell {
    /// 1 to 4.
    pub row: u8,
    /// 1 to 12.
    pub column: u8,
}

impl Cell {
    /// Reads `2c07`.
    pub fn parse(text: &str) -> Option<Self> {
        all_cells().into_iter().find(|cell| cell.to_string() == text)
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}c{:02}", self.row, self.column)
    }
}

/// One card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    /// One of [`REGIONS`].
    pub region: String,
    /// One or two.
    pub shields: i64,
    /// One of [`SYMBOLS`].
    pub symbol: Option<String>,
}

/// The switches of a ruleset that matter for play; the others only say who sees what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// 2 to 4.
    pub players: usize,
    /// `variant: "three_rows"`.
    pub three_rows: bool,
    /// `second_card: "visible_at_start"`.
    pub visible_at_start: bool,
    /// `move_marker: "always"`.
    pub always_move: bool,
    /// What a seat without any card of a region or symbol gets.
    pub penalty: i64,
    /// What each of the count of a region or symbol brings who has most, where that is not 1.
    pub points: BTreeMap<String, i64>,
    /// The seat that begins, if the options name it.
    pub first_seat: Option<usize>,
}

/// A disc in front of a seat, in the order of taking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeldDisc {
    /// Where it lay.
    pub cell: Cell,
    /// What it is.
    pub disc: String,
    /// Whether it was given up for a marker.
    pub given_up: bool,
}

/// What the seat to move decides, as it is named on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::Display)]
#[strum(serialize_all = "snake_case")]
pub enum Step {
    /// The first card.
    Take,
    /// The second card.
    SecondCard,
    /// The marker.
    Marker,
    /// Nothing: the game has ended.
    Over,
}

/// What lies in front of a seat.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hand {
    /// Markers in the reserve.
    pub reserve: usize,
    /// Markers in the box.
    pub boxed: usize,
    /// Cards, in the order of taking.
    pub taken: Vec<Cell>,
    /// Discs, in the order of taking.
    pub discs: Vec<HeldDisc>,
}

/// One position with everything in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// The ruleset.
    pub options: Options,
    /// All cards by their cell, taken or not.
    pub cards: BTreeMap<Cell, Card>,
    /// The cards that still lie there, left to right.
    pub rows: Vec<Vec<Cell>>,
    /// The discs that still lie there.
    pub discs: BTreeMap<Cell, String>,
    /// The six discs aside.
    pub removed: Vec<String>,
    /// Who began.
    pub first_seat: usize,
    /// Whose turn it is.
    pub to_move: usize,
    /// What is to be decided.
    pub step: Step,
    /// The markers on cards, by owner.
    pub markers: BTreeMap<Cell, usize>,
    /// What lies in front of each seat.
    pub hands: Vec<Hand>,
    /// Whether this is the very first turn.
    pub opening: bool,
    /// The first card of the turn, once taken.
    pub first_card: Option<Cell>,
    /// The ends of the rows when the turn began.
    pub ends_before_turn: Vec<Cell>,
}

/// The position after the set-up.
///
/// # Errors
/// The deal is not one of the game.
pub fn deal(
    options: Options,
    cards: BTreeMap<Cell, Card>,
    discs: BTreeMap<Cell, String>,
    removed: Vec<String>,
    first_seat: usize,
) -> Result<State, RulesError> {
    let rows =
        (1..=ROWS).map(|row| all_cells().into_iter().filter(|cell| cell.row == row).collect()).collect();
    let hands = vec![Hand { reserve: 3, ..Hand::default() }; options.players];
    let mut state = State {
        options,
        cards,
        rows,
        discs,
        removed,
        first_seat,
        to_move: first_seat,
        step: Step::Take,
        markers: BTreeMap::new(),
        hands,
        opening: true,
        first_card: None,
        ends_before_turn: Vec::new(),
    };
    check(&state)?;
    state.ends_before_turn = state.ends();
    Ok(state)
}

/// 48 cards on the 48 cells, eight discs on cells, the other six aside, a seat that may begin.
fn check(state: &State) -> Result<(), RulesError> {
    let refuse = |text: &str| Err(RulesError(text.to_owned()));
    if !(2..=4).contains(&state.options.players) {
        return refuse("the rules know 2 to 4 players");
    }
    if !state.cards.keys().eq(&all_cells()) {
        return refuse("the cards do not lie on the 48 cells");
    }
    let (mut found, mut expected) = (state.removed.clone(), all_discs());
    found.extend(state.discs.values().cloned());
    found.sort();
    expected.sort();
    if found != expected || state.discs.len() != 8 {
        return refuse("eight discs on cards and six removed should be the 14 of the game");
    }
    let first = state.options.first_seat.unwrap_or(state.first_seat);
    if first != state.first_seat || first >= state.options.players {
        return refuse("another seat should begin");
    }
    Ok(())
}

impl State {
    /// The cards on the table, row by row.
    pub fn lying(&self) -> impl Iterator<Item = Cell> + '_ {
        self.rows.iter().flatten().copied()
    }

    /// The cards at an end of their row.
    pub fn ends(&self) -> Vec<Cell> {
        self.rows.iter().flat_map(|row| [row.first(), row.last()]).flatten().copied().collect()
    }

    /// The lying cards that carry a marker of `seat`.
    pub fn marked_by(&self, seat: usize) -> Vec<Cell> {
        self.lying().filter(|cell| self.markers.get(cell) == Some(&seat)).collect()
    }

    /// The lying cards that carry no marker.
    pub fn unmarked(&self) -> Vec<Cell> {
        self.lying().filter(|cell| !self.markers.contains_key(cell)).collect()
    }

    /// What lies in front of the seat to move.
    pub fn mover(&self) -> &Hand {
        &self.hands[self.to_move]
    }
}

//! How Richelieu is written in a replay: options, the deal, outcomes, and the document that `state_hash` covers.

use serde_json::{Map, Value, json};

use super::rules::{
    COLUMNS, Card, Cell, Hand, Options, REGIONS, SYMBOLS, State, Step, all_cells, all_discs, deal,
};
use crate::RulesError;
use crate::fair_deal::Stream;
use crate::read::{fault, number, printed, switch, text};
use crate::table::PlyOutcome;

/// The switches that matter for play, from complete options.
///
/// # Errors
/// A switch is missing or unknown.
pub fn options(given: &Value) -> Result<Options, RulesError> {
    Ok(Options {
        players: number(given, "players")?,
        three_rows: switch(given, "variant", ["standard", "three_rows"])?,
        visible_at_start: switch(given, "second_card", ["uncovered", "visible_at_start"])?,
        always_move: switch(given, "move_marker", ["empty_reserve", "always"])?,
        penalty: printed(given, "penalty", -5)?,
        points: REGIONS
            .iter()
            .chain(&SYMBOLS)
            .map(|&of| Ok((of.to_owned(), printed(given, &format!("points_{of}"), 1)?)))
            .collect::<Result<_, RulesError>>()?,
        first_seat: given["first_seat"].as_u64().map(|seat| seat as usize),
    })
}

/// The `initial` of the only round, from the seed: cards, discs and first seat are drawn in this order.
///
/// # Errors
/// The options lack the deck or the cells.
pub fn deal_from_seed(given: &Value, stream: &mut Stream) -> Result<Value, RulesError> {
    let mut cards = given["deck"].as_array().ok_or_else(|| fault("deck", given))?.clone();
    stream.shuffle(&mut cards);
    let mut discs = all_discs();
    stream.shuffle(&mut discs);
    let laid: Vec<Value> = all_cells().iter().zip(cards).map(|(cell, card)| at_cell(*cell, card)).collect();
    let cells = given["disc_cells"].as_array().ok_or_else(|| fault("disc_cells", given))?;
    let on_cells: Map<String, Value> = cells
        .iter()
        .filter_map(Value::as_str)
        .zip(&discs)
        .map(|(cell, disc)| (cell.to_owned(), json!(disc)))
        .collect();
    let players = given["players"].as_u64().unwrap_or_default() as u32;
    let first = given["first_seat"].as_u64().unwrap_or_else(|| u64::from(stream.below(players)));
    Ok(json!({
        "rows": laid.chunks(COLUMNS.into()).collect::<Vec<_>>(),
        "discs": on_cells,
        "removed": discs.get(cells.len()..),
        "first_seat": first,
    }))
}

fn at_cell(cell: Cell, mut card: Value) -> Value {
    if let Some(members) = card.as_object_mut() {
        members.insert("cell".to_owned(), json!(cell.to_string()));
    }
    card
}

/// The position after the set-up.
///
/// # Errors
/// The deal is not one of the game.
pub fn dealt(options: Options, initial: &Value) -> Result<State, RulesError> {
    let laid =
        initial["rows"].as_array().into_iter().flatten().flat_map(|row| row.as_array().into_iter().flatten());
    let cards = laid.map(read_card).collect::<Result<_, _>>()?;
    let discs = initial["discs"].as_object().ok_or_else(|| fault("discs", initial))?;
    let discs =
        discs.iter().map(|(cell, disc)| Ok((read_cell(cell)?, text(disc)?))).collect::<Result<_, _>>()?;
    let removed = initial["removed"].as_array().into_iter().flatten().map(text).collect::<Result<_, _>>()?;
    let first = number(initial, "first_seat")?;
    deal(options, cards, discs, removed, first)
}

fn read_card(laid: &Value) -> Result<(Cell, Card), RulesError> {
    let symbol = laid.get("symbol").map(text).transpose()?;
    let shields = laid["shields"].as_i64().ok_or_else(|| fault("shields", laid))?;
    Ok((read_cell(&text(&laid["cell"])?)?, Card { region: text(&laid["region"])?, shields, symbol }))
}

fn read_cell(text: &str) -> Result<Cell, RulesError> {
    Cell::parse(text).ok_or_else(|| RulesError(format!("'{text}' is no cell")))
}

/// What a ply of `seat`, which led to `state`, told beyond its notation, with everything shown.
pub fn outcome(seat: usize, notation: &str, disc: Option<String>, state: &State) -> PlyOutcome {
    let mut told = Map::new();
    if let Some(disc) = disc {
        told.insert("disc".to_owned(), json!(disc));
    }
    if notation == "recover" {
        told.insert("given_up".to_owned(), json!(given_up(&state.hands[seat]).last()));
    }
    if state.step == Step::Over {
        let held = state.hands.iter().flat_map(|hand| &hand.discs).filter(|held| !held.given_up);
        let revealed: Map<String, Value> =
            held.map(|held| (held.cell.to_string(), json!(held.disc))).collect();
        told.insert("revealed".to_owned(), Value::Object(revealed));
    }
    PlyOutcome::new(told, None)
}

/// The full state as `docs/richelieu-state.md` describes it.
pub fn document(state: &State) -> Value {
    let rows: Vec<Vec<Value>> =
        state.rows.iter().map(|row| row.iter().map(|cell| lying_card(state, *cell)).collect()).collect();
    let seats: Vec<Value> = state.hands.iter().map(|hand| holdings(state, hand)).collect();
    let mut shown = json!({"step": state.step.to_string(), "rows": rows, "seats": seats});
    if state.step != Step::Over {
        shown["seat"] = json!(state.to_move);
    }
    if let (Step::SecondCard, Some(first)) = (state.step, state.first_card) {
        shown["first_card"] = json!(first.to_string());
    }
    shown
}

fn lying_card(state: &State, cell: Cell) -> Value {
    let mut shown = laid_card(state, cell);
    if let Some(owner) = state.markers.get(&cell) {
        shown["marker"] = json!(owner);
    }
    if let Some(disc) = state.discs.get(&cell) {
        shown["disc"] = json!(disc);
    }
    shown
}

fn laid_card(state: &State, cell: Cell) -> Value {
    let card = &state.cards[&cell];
    let mut shown = json!({"cell": cell.to_string(), "region": card.region, "shields": card.shields});
    if let Some(symbol) = &card.symbol {
        shown["symbol"] = json!(symbol);
    }
    shown
}

fn holdings(state: &State, hand: &Hand) -> Value {
    let mut taken = hand.taken.clone();
    taken.sort();
    let held = hand.discs.iter().filter(|held| !held.given_up);
    json!({
        "cards": taken.iter().map(|cell| laid_card(state, *cell)).collect::<Vec<_>>(),
        "reserve": hand.reserve,
        "boxed": hand.boxed,
        "discs": held.map(|held| json!({"cell": held.cell.to_string(), "disc": held.disc})).collect::<Vec<_>>(),
        "given_up": given_up(hand),
    })
}

/// The discs given up, in the order of giving up, which is that of taking.
fn given_up(hand: &Hand) -> Vec<String> {
    hand.discs.iter().filter(|held| held.given_up).map(|held| held.cell.to_string()).collect()
}

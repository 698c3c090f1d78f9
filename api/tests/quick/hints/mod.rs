//! Hints: who gets them, what is in them, what they cost, and what happens to a search nobody waits for.

mod asides;
mod claims;
mod lengths;
mod levels;
mod longer;
mod meter;
mod pool;
mod refusals;
mod stream;
mod worlds;

use crate::common::{Answer, Call, Table, TestApp};
use serde_json::{Value, json};

/// A small reproducible question.
fn quick() -> Value {
    json!({"budget": {"iterations": 200}})
}

/// The same with other worlds for each number: a search of its own.
fn another(number: usize) -> Value {
    json!({"budget": {"iterations": 200}, "seed": format!("{number:x}")})
}

/// A request for a hint for a seat.
fn ask(app: &TestApp, table: &Table, seat: usize) -> Call {
    app.post(&table.path("/hints")).token(table.token(seat))
}

async fn hint(app: &TestApp, table: &Table, body: &Value) -> Answer {
    ask(app, table, 0).json(body).send().await
}

/// A table of two people, seat 0 to move, with a hint policy.
async fn table_with(app: &TestApp, hints: &str) -> Table {
    let body = json!({
        "game": "richelieu", "options": {"first_seat": 0}, "hints": hints,
        "seats": [{"kind": "mine"}, {"kind": "mine"}]
    });
    Table::of(app, body).await
}

/// An answer without what is not reproducible.
fn timeless(mut hint: Value) -> Value {
    hint.as_object_mut().unwrap().remove("timing");
    hint
}

//! Figures as a table: one row a number.
//!
//! The figures are walked as they are serialised, so that whatever a [`Summary`](super::Summary) or
//! [`Features`](super::Features) says is in the table, too. What is not a number has its words in `text`.

use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::tabular::{Cell, CellKind, Column, number, text, whole};

/// The columns of the table.
pub const COLUMNS: &[Column] = &[
    text("game", "the game"),
    text("ruleset", "the hash of the ruleset"),
    text("source", "where the games come from"),
    text("what", "which figure: the names that lead to it in the JSON document, with dots between"),
    whole("seat", "the seat, for a figure of one"),
    text("lineup", "the line-up, for a figure of one"),
    text("name", "the feature or the measure, for a figure of one"),
    text("bucket", "the value of the feature, for a figure of one"),
    whole("at", "the value counted by a bar of a histogram"),
    whole("n", "how many values the number rests on; of a histogram, how often the value came"),
    number("value", "the number; 1 or 0 for yes or no"),
    number("low", "the lower end of the interval"),
    number("high", "the upper end of the interval"),
    text("method", "how the interval was computed"),
    number("confidence", "the confidence of the interval"),
    text("text", "what is said in a word instead of a number"),
    text("with", "the value of the other feature, for a figure of two"),
];

/// The rows of figures, in the order of their document.
pub fn tidy<T: Serialize>(figures: &T) -> Vec<Vec<Cell<'static>>> {
    let mut rows = Vec::new();
    walk(&serde_json::to_value(figures).expect("figures have JSON"), &Map::new(), &mut rows);
    rows
}

/// `known` has the columns of whatever a value is in, `what` with the names that led to it.
fn walk(value: &Value, known: &Map<String, Value>, rows: &mut Vec<Vec<Cell<'static>>>) {
    let mut add = |figure: &Value| rows.push(row(known, figure));
    match value {
        Value::Null => {}
        Value::Bool(flag) => add(&json!({"value": u8::from(*flag)})),
        Value::Number(_) => add(&json!({"value": value})),
        Value::String(_) => add(&json!({"text": value})),
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                let mut known = known.clone();
                // Estimates in a row are those of the seats.
                if is_estimate(item) {
                    known.entry("seat").or_insert_with(|| json!(index));
                }
                walk(item, &known, rows);
            }
        }
        Value::Object(_) if is_estimate(value) => add(value),
        // Words for people.
        Value::Object(members) if members.contains_key("en") && members.contains_key("fr") => {}
        Value::Object(members) => match (members.len(), members.get("value"), members.get("n")) {
            (2, Some(value), Some(n)) => add(&json!({"at": value, "n": n})),
            _ => inside(members, known, rows),
        },
    }
}

/// The members of an object; those that say which figures it has are columns of theirs.
fn inside(members: &Map<String, Value>, known: &Map<String, Value>, rows: &mut Vec<Vec<Cell<'static>>>) {
    let path = known.get("what").and_then(Value::as_str);
    let names = match path {
        None => &["game", "ruleset", "source"][..],
        Some(_) => &["seat", "lineup", "name", "bucket", "with"],
    };
    let is_known = |(name, value): &(&String, &Value)| {
        names.contains(&name.as_str()) && (value.is_string() || value.is_number())
    };
    let mut inner = known.clone();
    inner.extend(members.iter().filter(is_known).map(|(name, value)| (name.clone(), value.clone())));
    for (name, value) in members.iter().filter(|member| !is_known(member)) {
        let what = path.map_or_else(|| name.clone(), |path| format!("{path}.{name}"));
        inner.insert("what".to_owned(), what.into());
        walk(value, &inner, rows);
    }
}

/// Whether a value is an [`Estimate`](super::Estimate).
fn is_estimate(value: &Value) -> bool {
    ["n", "method", "confidence"].iter().all(|name| value.get(name).is_some())
}

fn row(known: &Map<String, Value>, figure: &Value) -> Vec<Cell<'static>> {
    let cell = |column: &Column| match (column.kind, figure.get(column.name).or(known.get(column.name))) {
        (_, None | Some(Value::Null)) => Cell::Missing,
        (CellKind::Text, Some(Value::String(text))) => Cell::text(text.clone()),
        (CellKind::Text, Some(value)) => Cell::text(value.to_string()),
        (CellKind::Whole, Some(value)) => value.as_i64().map_or(Cell::Missing, Cell::Whole),
        (_, value) => Cell::number(value.and_then(Value::as_f64)),
    };
    COLUMNS.iter().map(cell).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tabular::TableFormat;

    fn csv(figures: &Value) -> String {
        let rows = tidy(figures);
        String::from_utf8(TableFormat::Csv.bytes(COLUMNS, &rows).unwrap()).unwrap()
    }

    /// The line of a table whose figure is `what`, the population left out.
    fn line<'a>(table: &'a str, what: &str) -> &'a str {
        let line = table.lines().find(|line| line.split(',').nth(3) == Some(what));
        line.and_then(|line| line.strip_prefix("malin,abc,played,")).unwrap_or_else(|| panic!("no {what}"))
    }

    #[test]
    fn every_number_is_a_row() {
        let estimate = json!({"n": 812, "value": 0.5, "low": 0.4, "high": 0.6, "method": "wilson", "confidence": 0.95,
            "minimum_n": 1});
        let table = csv(&json!({
            "game": "malin", "ruleset": "abc", "source": "played", "assisted": "exclude", "games": 812,
            "ties": estimate,
            "seats": [{"seat": 2, "win_share": estimate, "sole_wins": 430,
                "score": {"mean": estimate, "sd": 9.5, "histogram": [{"value": -31, "n": 17}]}}],
            "lineups": [{"lineup": "club", "win_shares": [estimate]}],
            "features": [{"name": "suit", "text": {"en": "a suit", "fr": "une couleur"},
                "buckets": [{"bucket": 3, "n": 9, "lift": estimate, "discovery": true}]}],
            "measures": [{"name": "lead", "new": {"deep": 7}}],
        }));
        assert_eq!(table.lines().count(), 1 + 13, "{table}");
        assert_eq!(line(&table, "assisted"), "assisted,,,,,,,,,,,,exclude,");
        assert_eq!(line(&table, "games"), "games,,,,,,,812,,,,,,");
        assert_eq!(line(&table, "ties"), "ties,,,,,,812,0.5,0.4,0.6,wilson,0.95,,");
        assert_eq!(line(&table, "seats.win_share"), "seats.win_share,2,,,,,812,0.5,0.4,0.6,wilson,0.95,,");
        assert_eq!(line(&table, "seats.score.histogram"), "seats.score.histogram,2,,,,-31,17,,,,,,,");
        assert_eq!(
            line(&table, "lineups.win_shares"),
            "lineups.win_shares,0,club,,,,812,0.5,0.4,0.6,wilson,0.95,,"
        );
        assert_eq!(
            line(&table, "features.buckets.lift"),
            "features.buckets.lift,,,suit,3,,812,0.5,0.4,0.6,wilson,0.95,,"
        );
        assert_eq!(
            line(&table, "features.buckets.discovery"),
            "features.buckets.discovery,,,suit,3,,,1,,,,,,"
        );
        assert_eq!(
            line(&table, "measures.new.deep"),
            "measures.new.deep,,,lead,,,,7,,,,,,",
            "not yet thought of"
        );
    }

    #[test]
    fn what_is_not_known_is_missing() {
        let table = csv(&json!({"game": "malin", "ruleset": "abc", "source": "played",
            "ties": {"n": 0, "method": "wilson", "confidence": 0.95, "insufficient_data": true, "minimum_n": 1}}));
        assert_eq!(line(&table, "ties"), "ties,,,,,,0,,,,wilson,0.95,,");
    }
}

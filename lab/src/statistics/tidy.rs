//! Figures as a table: one row a number.
//!
//! The figures are walked as they are serialised, so that whatever a [`Summary`](super::Summary) or
//! [`Features`](super::Features) says is in the table, too. What is not a number has its words in `text`.

use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::tabular::{Cell, CellKind, Column};

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

const fn text(name: &'static str, meaning: &'static str) -> Column {
    Column { name, kind: CellKind::Text, meaning }
}

const fn whole(name: &'static str, meaning: &'static str) -> Column {
    Column { name, kind: CellKind::Whole, meaning }
}

const fn number(name: &'static str, meaning: &'static str) -> Column {
    Column { name, kind: CellKind::Number, meaning }
}

/// The rows of figures, in the order of their document.
pub fn tidy<T: Serialize>(figures: &T) -> Vec<Vec<Cell<'static>>> {
    let mut rows = Vec::new();
    let figures = serde_json::to_value(figures).expect("figures have JSON");
    walk(&figures, &TidyPlace::default(), &mut rows);
    rows
}

/// What a figure is of: the path to it, and the columns that are known so far.
#[derive(Clone, Default)]
struct TidyPlace {
    path: String,
    known: Map<String, Value>,
}

fn walk(value: &Value, place: &TidyPlace, rows: &mut Vec<Vec<Cell<'static>>>) {
    match value {
        Value::Null => {}
        Value::Bool(flag) => rows.push(place.row([("value", &json!(u8::from(*flag)))])),
        Value::Number(_) => rows.push(place.row([("value", value)])),
        Value::String(_) => rows.push(place.row([("text", value)])),
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                let mut inner = place.clone();
                // Estimates in a row are those of the seats.
                if item.as_object().is_some_and(is_estimate) {
                    inner.known.entry("seat").or_insert_with(|| json!(index));
                }
                walk(item, &inner, rows);
            }
        }
        Value::Object(members) => object(members, place, rows),
    }
}

fn object(members: &Map<String, Value>, place: &TidyPlace, rows: &mut Vec<Vec<Cell<'static>>>) {
    if is_estimate(members) {
        let figure = ["n", "value", "low", "high", "method", "confidence"];
        rows.push(place.row(figure.into_iter().filter_map(|name| Some((name, members.get(name)?)))));
    } else if let (2, Some(value), Some(n)) = (members.len(), members.get("value"), members.get("n")) {
        rows.push(place.row([("at", value), ("n", n)]));
    } else if members.contains_key("en") && members.contains_key("fr") {
        // Words for people.
    } else {
        let (inside, names) = place.inside(members);
        for (name, value) in members.iter().filter(|(name, _)| !names.contains(&name.as_str())) {
            walk(value, &inside.at(name), rows);
        }
    }
}

/// Whether an object is an [`Estimate`](super::Estimate).
fn is_estimate(members: &Map<String, Value>) -> bool {
    ["n", "method", "confidence"].iter().all(|name| members.contains_key(*name))
}

impl TidyPlace {
    /// The place of the members of an object, and which of them say it.
    fn inside(&self, members: &Map<String, Value>) -> (Self, Vec<&'static str>) {
        let mut place = self.clone();
        if self.path.is_empty() {
            let names = ["game", "ruleset", "source"];
            place.know(members, names);
            return (place, names.into());
        }
        let names = place.know(members, ["seat", "lineup", "name", "bucket", "with"]);
        (place, names)
    }

    /// Takes those of these members that are words or numbers; answers which there are.
    fn know<const N: usize>(
        &mut self,
        members: &Map<String, Value>,
        names: [&'static str; N],
    ) -> Vec<&'static str> {
        let mut known = Vec::new();
        for name in names {
            if let Some(value) = members.get(name).filter(|value| value.is_string() || value.is_number()) {
                self.known.insert(name.to_owned(), value.clone());
                known.push(name);
            }
        }
        known
    }

    /// The place of a member.
    fn at(&self, name: &str) -> Self {
        let path = if self.path.is_empty() { name.to_owned() } else { format!("{}.{name}", self.path) };
        Self { path, ..self.clone() }
    }

    fn row<'a>(&self, figure: impl IntoIterator<Item = (&'static str, &'a Value)>) -> Vec<Cell<'static>> {
        let mut row = self.known.clone();
        row.insert("what".to_owned(), json!(self.path));
        row.extend(figure.into_iter().map(|(name, value)| (name.to_owned(), value.clone())));
        let cell = |column: &Column| match (column.kind, row.get(column.name)) {
            (_, None | Some(Value::Null)) => Cell::Missing,
            (CellKind::Text, Some(Value::String(text))) => Cell::text(text.clone()),
            (CellKind::Text, Some(value)) => Cell::text(value.to_string()),
            (CellKind::Whole, Some(value)) => value.as_i64().map_or(Cell::Missing, Cell::Whole),
            (_, value) => Cell::number(value.and_then(Value::as_f64)),
        };
        COLUMNS.iter().map(cell).collect()
    }
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

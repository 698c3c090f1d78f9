//! What differs between the rulesets of the arms.

use std::collections::BTreeSet;

use serde_json::{Map, Value};
use tapis_games::refusal::Text;

use super::Arm;
use crate::words::TEXTS;

/// A longer value is not written out.
const LONGEST: usize = 60;
/// More differences are not listed.
const MOST: usize = 20;

/// For each arm what it has at the places at which not all have the same: the option in the words of its game, then the value.
pub(super) fn changes(arms: &[Arm]) -> Vec<Vec<Text>> {
    let options: Vec<&Value> = arms.iter().map(|arm| &arm.simulation.ruleset().ruleset().options).collect();
    let all: Vec<Option<&Value>> = options.iter().copied().map(Some).collect();
    let mut places = Vec::new();
    differing(&all, String::new(), &mut places);
    places.truncate(MOST);
    let of = arms.iter().zip(&options);
    of.map(|(arm, own)| places.iter().map(|place| told(arm, place, own.pointer(place))).collect()).collect()
}

/// The least parts that are not alike, as JSON pointers.
fn differing(values: &[Option<&Value>], at: String, places: &mut Vec<String>) {
    if values.windows(2).all(|two| two[0] == two[1]) {
        return;
    }
    let objects: Option<Vec<&Map<String, Value>>> =
        values.iter().map(|value| value.and_then(Value::as_object)).collect();
    let lists: Option<Vec<&Vec<Value>>> =
        values.iter().map(|value| value.and_then(Value::as_array)).collect();
    match (objects, lists) {
        (Some(objects), _) => {
            let keys: BTreeSet<&String> = objects.iter().flat_map(|object| object.keys()).collect();
            for key in keys {
                let values: Vec<_> = objects.iter().map(|object| object.get(key)).collect();
                differing(&values, format!("{at}/{key}"), places);
            }
        }
        (_, Some(lists)) if lists.windows(2).all(|two| two[0].len() == two[1].len()) => {
            for item in 0..lists.first().map_or(0, |list| list.len()) {
                let values: Vec<_> = lists.iter().map(|list| list.get(item)).collect();
                differing(&values, format!("{at}/{item}"), places);
            }
        }
        _ => places.push(at),
    }
}

fn told(arm: &Arm, place: &str, value: Option<&Value>) -> Text {
    let mut parts = place.split('/').skip(1);
    let option = parts.next().unwrap_or_default();
    let key = format!("option-{option}");
    let texts = arm.simulation.ruleset().texts().filter(|texts| texts.has(&key));
    let label = texts.map_or_else(|| Text::new(option, option), |texts| texts.both(&key, &[]));
    // Places in lists are counted from 1.
    let part = |part: &str| part.parse::<usize>().map_or_else(|_| part.to_owned(), |at| (at + 1).to_string());
    let below: String = parts.map(|of| format!(", {}", part(of))).collect();
    let value = match value.map(|value| value.as_str().map_or_else(|| value.to_string(), str::to_owned)) {
        None => TEXTS.both("report-as_printed", &[]),
        Some(value) if value.len() > LONGEST => TEXTS.both("report-its_own", &[]),
        Some(value) => Text::new(&value, &value),
    };
    Text::new(
        format!("{}{below}: {}", label.en, value.en),
        format!("{}{below}\u{202f}: {}", label.fr, value.fr),
    )
}

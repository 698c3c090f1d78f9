//! Two features crossed, in words.

use tapis_games::locale::Language;

use super::interval;
use crate::statistics::{Crossed, CrossedCell};
use crate::words::TEXTS;

/// How many pairs differ by more than chance explains, then every pair.
pub fn crossed(of: &Crossed, language: Language) -> Vec<String> {
    let found = of.cells.iter().filter(|cell| cell.discovery == Some(true)).count();
    let tested = of.cells.iter().filter(|cell| cell.p_value.is_some()).count();
    let key = match (tested, found) {
        (0, _) => "figures-crossed_untested",
        (_, 0) => "figures-crossed_none",
        _ => "figures-crossed_some",
    };
    let args = [
        ("feature", of.feature.name.as_str().into()),
        ("by", of.by.name.as_str().into()),
        ("games", of.population.games.into()),
        ("tested", tested.into()),
        ("found", found.into()),
        ("rate", language.percent(of.false_discovery_rate, 0).into()),
    ];
    let mut lines = vec![TEXTS.say(language, key, &args)];
    lines.extend(of.cells.iter().map(|cell| pair(of, cell, language)));
    lines
}

fn pair(of: &Crossed, cell: &CrossedCell, language: Language) -> String {
    let args = [
        ("mark", if cell.discovery == Some(true) { "yes" } else { "no" }.into()),
        ("feature", of.feature.name.as_str().into()),
        ("value", cell.bucket.to_string().into()),
        ("by", of.by.name.as_str().into()),
        ("with", cell.with.to_string().into()),
        ("lift", interval(&cell.lift, 4, language).into()),
        ("without", interval(&cell.lift_without, 4, language).into()),
        ("difference", interval(&cell.difference, 4, language).into()),
    ];
    TEXTS.say(language, "figures-crossed_pair", &args)
}

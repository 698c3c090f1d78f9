//! What the features mean.

use super::{GAINED, LOST, POWERS};
use crate::feature::Named;
use crate::feature::Role::{Choice, Outcome};
use crate::prelude::*;
use crate::sept_blasons::told::TEXTS;

/// Names, roles and texts of all features.
pub(in crate::sept_blasons) fn infos() -> Vec<FeatureInfo> {
    let mut infos = FeatureInfo::list(&TEXTS, NUMBERS, CATEGORIES, &[]);
    let moved = GAINED.into_iter().chain(LOST).flatten().map(|name| (token_role(name), name));
    let powers = POWERS.map(|name| (Choice, name));
    infos.extend(moved.chain(powers).map(|named| FeatureInfo::told(&TEXTS, named)));
    infos
}

/// A seat draws a token itself; all else is done to it, or by it to another.
fn token_role(name: &str) -> Role {
    match name {
        "gained_by_manant" | "gained_by_free_action" => Choice,
        _ => Outcome,
    }
}

/// A seat has one number of each.
const NUMBERS: &[Named] = &[
    (Outcome, "tricks_won"),
    (Outcome, "tricks_nobody_won"),
    (Outcome, "tricks_led"),
    (Outcome, "tricks_led_and_won"),
    (Outcome, "tokens_gained"),
    (Outcome, "tokens_lost"),
    (Choice, "powers_on_others"),
    (Choice, "powers_stolen"),
    (Choice, "malandrin_value"),
    (Choice, "malandrin_power"),
    (Choice, "malandrin_itself"),
    (Choice, "free_action_draw"),
    (Choice, "free_action_reveal"),
    (Choice, "bourgeoisie_used"),
];

/// A seat has any of their categories.
const CATEGORIES: &[Named] = &[(Outcome, "trick_won_with"), (Outcome, "score_family")];

//! What the features mean.

use super::{GAINED, LOST, POWERS};
use crate::feature::Named;
use crate::feature::Role::{Choice, Consequence};
use crate::prelude::*;
use crate::sept_blasons::told::TEXTS;

/// Names, roles and texts of all features.
pub(in crate::sept_blasons) fn infos() -> Vec<FeatureInfo> {
    let mut infos = FeatureInfo::list(&TEXTS, NUMBERS, CATEGORIES, &[]);
    let moved = GAINED.into_iter().chain(LOST).flatten().map(|name| (Consequence, name));
    let powers = POWERS.map(|name| (Choice, name));
    infos.extend(moved.chain(powers).map(|named| FeatureInfo::told(&TEXTS, named)));
    infos
}

/// A seat has one number of each.
const NUMBERS: &[Named] = &[
    (Consequence, "tricks_won"),
    (Consequence, "tricks_nobody_won"),
    (Consequence, "tricks_led"),
    (Consequence, "tricks_led_and_won"),
    (Consequence, "tokens_gained"),
    (Consequence, "tokens_lost"),
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
const CATEGORIES: &[Named] = &[(Consequence, "trick_won_with"), (Consequence, "score_family")];

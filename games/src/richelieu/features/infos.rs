//! What the features mean.

use crate::feature::Role::{Choice, Consequence};
use crate::feature::{Named, Words};

/// Symbols and discs; the regions have French names.
pub(in crate::richelieu) const WORDS: Words =
    &[("sword", "épée"), ("cross", "croix"), ("tower", "tour"), ("marker_return", "retour de marqueur")];

/// A seat has one number of each.
pub(in crate::richelieu) const NUMBERS: &[Named] = &[
    (Consequence, "score_margin"),
    (Consequence, "majority_points"),
    (Consequence, "cards_taken"),
    (Consequence, "regions_missing"),
    (Consequence, "symbols_missing"),
    (Consequence, "discs_taken"),
    (Consequence, "returns_unused"),
    (Consequence, "two_card_turns"),
    (Consequence, "markers_placed"),
    (Consequence, "markers_moved"),
    (Consequence, "markers_paid"),
    (Consequence, "markers_broken"),
    (Consequence, "markers_boxed"),
    (Consequence, "recovers"),
    (Consequence, "passes"),
];

/// A seat has any of their categories.
pub(in crate::richelieu) const CATEGORIES: &[Named] = &[
    (Consequence, "region_won"),
    (Consequence, "symbol_won"),
    (Consequence, "region_missing"),
    (Choice, "disc_taken"),
    (Choice, "first_card"),
];

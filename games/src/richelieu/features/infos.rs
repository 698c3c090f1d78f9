//! What the features mean.

use crate::feature::Role::{Choice, Outcome};
use crate::feature::{Named, Words};

/// Symbols and discs; the regions have French names.
pub(in crate::richelieu) const WORDS: Words =
    &[("sword", "épée"), ("cross", "croix"), ("tower", "tour"), ("marker_return", "retour de marqueur")];

/// A seat has one number of each.
pub(in crate::richelieu) const NUMBERS: &[Named] = &[
    (Outcome, "score_margin"),
    (Outcome, "majority_points"),
    (Choice, "cards_taken"),
    (Outcome, "regions_missing"),
    (Outcome, "symbols_missing"),
    (Choice, "discs_taken"),
    (Choice, "returns_unused"),
    (Choice, "two_card_turns"),
    (Choice, "markers_placed"),
    (Choice, "markers_moved"),
    (Choice, "markers_paid"),
    (Outcome, "markers_broken"),
    (Outcome, "markers_boxed"),
    (Choice, "recovers"),
    (Outcome, "passes"),
];

/// A seat has any of their categories.
pub(in crate::richelieu) const CATEGORIES: &[Named] = &[
    (Outcome, "region_won"),
    (Outcome, "symbol_won"),
    (Outcome, "region_missing"),
    (Choice, "disc_taken"),
    (Choice, "first_card"),
];

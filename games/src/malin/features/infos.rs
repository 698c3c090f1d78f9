//! What the features mean.

use crate::feature::Role::{Choice, Dealt, Outcome};
use crate::feature::{Named, Words};

/// `3 with 2`, `3 in turn 1`, and the Malheur cards.
pub(in crate::malin) const WORDS: Words = &[
    ("with", "avec"),
    ("in turn", "au rang"),
    ("boost", "renfort"),
    ("drain", "ponction"),
    ("swap", "échange"),
    ("void", "pli annulé"),
    ("gift", "cadeau"),
    ("retake", "reprise"),
    ("perjury", "parjure"),
    ("curse", "malédiction"),
    ("evil_eye", "mauvais œil"),
    ("barter", "troc"),
    ("parry", "parade"),
];

/// A seat has one number of each.
pub(in crate::malin) const NUMBERS: &[Named] = &[
    (Outcome, "rounds"),
    (Outcome, "contracts_met"),
    (Outcome, "contracts_over"),
    (Outcome, "contracts_under"),
    (Dealt, "rounds_dealt"),
    (Dealt, "strong_cards_dealt"),
    (Choice, "twins_high"),
    (Choice, "twins_low"),
    (Choice, "wishes"),
    (Choice, "malheurs_used"),
];

/// A seat has any of their categories.
pub(in crate::malin) const CATEGORIES: &[Named] = &[
    (Choice, "announced"),
    (Choice, "announced_with_strength"),
    (Choice, "announced_in_turn"),
    (Outcome, "taken_with"),
    (Choice, "malheur_used"),
    (Outcome, "malheur_parried"),
    (Outcome, "malheur_turned_trick"),
];

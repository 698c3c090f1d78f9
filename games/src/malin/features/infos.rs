//! What the features mean.

use crate::feature::Role::{Choice, Consequence, Dealt};
use crate::feature::{Named, Words};

/// `3 with 2`, `3 in turn 1`, and the Malheur cards.
pub(in crate::malin) const WORDS: Words = &[
    ("with", "avec"),
    ("in turn", "au rang"),
    ("inversion", "inversion"),
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
    (Consequence, "rounds"),
    (Consequence, "contracts_met"),
    (Consequence, "contracts_over"),
    (Consequence, "contracts_under"),
    (Consequence, "rounds_dealt"),
    (Dealt, "strong_cards_dealt"),
    (Consequence, "twins_high"),
    (Consequence, "twins_low"),
    (Consequence, "wishes"),
    (Consequence, "malheurs_used"),
];

/// A seat has any of their categories.
pub(in crate::malin) const CATEGORIES: &[Named] = &[
    (Dealt, "malheur_dealt"),
    (Choice, "announced"),
    (Choice, "announced_with_strength"),
    (Choice, "announced_in_turn"),
    (Consequence, "taken_with"),
    (Consequence, "malheur_used"),
    (Consequence, "malheur_parried"),
    (Consequence, "malheur_turned_trick"),
];

//! What the features mean.

use crate::feature::Role::{Choice, Dealt, Outcome};
use crate::feature::{Explained, Words};

/// Which seat begins, in English and French.
pub(in crate::malin) const FIRST: (&str, &str) = (
    "it announced and led first in the first round",
    "elle a annoncé et entamé en premier à la première manche",
);

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
pub(in crate::malin) const NUMBERS: &[Explained] = &[
    (Outcome, "rounds", "rounds played", "manches jouées"),
    (Outcome, "contracts_met", "contracts met", "contrats remplis"),
    (Outcome, "contracts_over", "rounds with more tricks than the contract", "manches au-dessus du contrat"),
    (Outcome, "contracts_under", "rounds with fewer tricks than the contract", "manches sous le contrat"),
    (Dealt, "rounds_dealt", "rounds this seat dealt", "manches distribuées"),
    (
        Dealt,
        "strong_cards_dealt",
        "strong cards dealt: of the highest third, or of a value one says",
        "cartes fortes reçues : du tiers supérieur, ou à valeur choisie",
    ),
    (Choice, "twins_high", "twins played high", "jumeaux joués hauts"),
    (Choice, "twins_low", "twins played as 0", "jumeaux joués à 0"),
    (Choice, "wishes", "wishes played", "wish joués"),
    (Choice, "malheurs_used", "number of Malheur cards used", "nombre de cartes Malheur utilisées"),
];

/// A seat has any of their categories.
pub(in crate::malin) const CATEGORIES: &[Explained] = &[
    (Choice, "announced", "numbers announced", "nombres annoncés"),
    (
        Choice,
        "announced_with_strength",
        "numbers announced, with how many strong cards",
        "nombres annoncés, avec combien de cartes fortes",
    ),
    (
        Choice,
        "announced_in_turn",
        "numbers announced, with the place in the order of announcements",
        "nombres annoncés, selon le rang de l'annonce",
    ),
    (Outcome, "taken_with", "cards that took a trick for this seat", "cartes ayant remporté un pli"),
    (Choice, "malheur_used", "Malheur cards used", "cartes Malheur utilisées"),
    (
        Outcome,
        "malheur_parried",
        "Malheur cards used that were parried",
        "cartes Malheur utilisées et parées",
    ),
    (
        Outcome,
        "malheur_turned_trick",
        "Malheur cards used that gave a trick to another",
        "cartes Malheur utilisées qui ont changé un pli de main",
    ),
];

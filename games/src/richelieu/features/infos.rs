//! What the features mean.

use crate::feature::Role::{Choice, Outcome};
use crate::feature::{Explained, Words};

/// Which seat begins, in English and French.
pub(in crate::richelieu) const FIRST: (&str, &str) =
    ("it took the first turn", "elle a joué le premier tour");

/// Symbols and discs; the regions have French names.
pub(in crate::richelieu) const WORDS: Words =
    &[("sword", "épée"), ("cross", "croix"), ("tower", "tour"), ("marker_return", "retour de marqueur")];

/// A seat has one number of each.
pub(in crate::richelieu) const NUMBERS: &[Explained] = &[
    (Outcome, "score_margin", "Points ahead of the best other seat", "Points d'avance sur le meilleur autre"),
    (Outcome, "majority_points", "Points before the losses of 5", "Points avant les pertes de 5"),
    (Choice, "cards_taken", "Cards taken", "Cartes prises"),
    (Outcome, "regions_missing", "Number of regions without a card", "Nombre de provinces sans carte"),
    (Outcome, "symbols_missing", "Number of symbols without a card", "Nombre de symboles sans carte"),
    (Choice, "discs_taken", "Number of discs taken", "Nombre de disques pris"),
    (Choice, "returns_unused", "Marker returns never given up", "Retours de marqueur non utilisés"),
    (Choice, "two_card_turns", "Turns in which two cards were taken", "Tours à deux cartes"),
    (Choice, "markers_placed", "Markers placed from the reserve", "Marqueurs posés de la réserve"),
    (Choice, "markers_moved", "Markers moved on the table", "Marqueurs déplacés"),
    (Choice, "markers_paid", "Markers paid for protected cards", "Marqueurs payés pour des cartes protégées"),
    (
        Outcome,
        "markers_broken",
        "Own markers that others paid to remove",
        "Marqueurs levés par paiement adverse",
    ),
    (Outcome, "markers_boxed", "Markers in the box at the end", "Marqueurs dans la boîte à la fin"),
    (Choice, "recovers", "Markers recovered with a marker return", "Marqueurs récupérés par un disque"),
    (Outcome, "passes", "Turns passed for want of a card to take", "Tours passés faute de carte à prendre"),
];

/// A seat has any of their categories.
pub(in crate::richelieu) const CATEGORIES: &[Explained] = &[
    (Outcome, "region_won", "Regions scored", "Provinces marquées"),
    (Outcome, "symbol_won", "Symbols scored", "Symboles marqués"),
    (Outcome, "region_missing", "Regions without a card (−5 each)", "Provinces sans carte (−5 chacune)"),
    (Choice, "disc_taken", "Discs taken", "Disques pris"),
    (Choice, "first_card", "Region of the first card taken", "Province de la première carte prise"),
];

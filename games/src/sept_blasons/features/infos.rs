//! What the features mean.

use super::{GAINED, LOST, POWERS};
use crate::feature::Explained;
use crate::feature::Role::{Choice, Outcome};
use crate::prelude::*;

/// Names, roles and texts of all features.
pub(in crate::sept_blasons) fn infos() -> Vec<FeatureInfo> {
    let first = ("it led the first trick of the game", "elle a entamé le premier pli de la partie");
    let mut infos = FeatureInfo::list(first, NUMBERS, CATEGORIES, &[]);
    let moved = GAINED.into_iter().chain(LOST).flatten();
    infos.extend(moved.map(|(name, en, fr)| FeatureInfo::number(token_role(name), name, en, fr)));
    infos.extend(POWERS.map(|name| {
        let of = name.trim_start_matches("power_");
        let (en, fr) = (format!("times the power of the {of} was used"), format!("usages du pouvoir {of}"));
        FeatureInfo::number(Choice, name, &en, &fr)
    }));
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
const NUMBERS: &[Explained] = &[
    (Outcome, "tricks_won", "tricks won", "plis remportés"),
    (Outcome, "tricks_nobody_won", "tricks of the game nobody won", "plis de la partie non attribués"),
    (Outcome, "tricks_led", "tricks led", "entames"),
    (Outcome, "tricks_led_and_won", "tricks led and won", "plis entamés et remportés"),
    (Outcome, "tokens_gained", "tokens that came into the area", "blasons arrivés devant soi"),
    (Outcome, "tokens_lost", "tokens that left the area", "blasons partis de devant soi"),
    (
        Choice,
        "powers_on_others",
        "moves that moved or turned a token of another area",
        "coups touchant un blason d'un autre joueur",
    ),
    (Choice, "powers_stolen", "powers of other seats used", "pouvoirs d'autrui utilisés"),
    (Choice, "malandrin_value", "malandrin: value taken", "malandrin : valeur prise"),
    (Choice, "malandrin_power", "malandrin: power taken", "malandrin : pouvoir pris"),
    (Choice, "malandrin_itself", "malandrin: itself", "malandrin : lui-même"),
    (Choice, "free_action_draw", "free actions: token drawn", "actions gratuites : blason pris"),
    (Choice, "free_action_reveal", "free actions: token turned up", "actions gratuites : blason retourné"),
    (Choice, "bourgeoisie_used", "bourgeoisie cards activated", "cartes bourgeoisie activées"),
];

/// A seat has any of their categories.
const CATEGORIES: &[Explained] = &[
    (Outcome, "trick_won_with", "characters that won a trick", "personnages ayant remporté un pli"),
    (Outcome, "score_family", "family that scored in the last round", "famille comptée à la dernière manche"),
];

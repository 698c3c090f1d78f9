//! What the features mean.

use super::COLOURS;
use crate::feature::Role::{Consequence, Dealt};
use crate::feature::{FeatureInfo, Named, ValueName, Words};
use crate::parbourg::deck::{CardInfo, Played};
use crate::parbourg::shown::TEXTS;
use crate::refusal::Text;

/// Names, roles and texts of all features.
pub(in crate::parbourg) fn infos(deck: &Played) -> Vec<FeatureInfo> {
    let mut infos = FeatureInfo::list(&TEXTS, NUMBERS, CATEGORIES, WORDS);
    for info in &mut infos {
        match info.name {
            "card_dealt" | "card_played" => info.names = deck.cards.iter().map(card_name).collect(),
            _ => {}
        }
    }
    infos.extend(COLOURS.map(|name| FeatureInfo::told(&TEXTS, (Consequence, name))));
    infos
}

/// The effects of events.
const WORDS: Words = &[
    ("bonus", "bonus"),
    ("draw", "pioche"),
    ("discard_hand", "défausse de la main"),
    ("steal_card", "vol d'une carte"),
    ("peek_hand", "regard dans une main"),
    ("discard_action", "défausse d'une action"),
    ("take_back", "reprise d'une carte"),
    ("double", "doublement"),
    ("retrieve", "récupération"),
    ("destroy_building", "destruction d'un bâtiment"),
    ("force_fold", "adversaire couché"),
    ("limit_actions", "actions limitées"),
    ("change_colour", "changement de couleur"),
    ("cancel_challenge", "défi annulé"),
    ("swap_order", "ordre échangé"),
    ("shield", "protection"),
];

/// A card by its name; one without by what it is and its values of the colours.
fn card_name(card: &CardInfo) -> ValueName {
    let text = card.name.as_ref().map_or_else(
        || {
            let bets = card.bets.map(|bet| bet.to_string()).join("-");
            Text::new(format!("bet {bets}"), format!("pari {bets}"))
        },
        |name| Text::new(name, name),
    );
    ValueName { value: format!("#{}", card.id), text }
}

/// A seat has one number of each.
const NUMBERS: &[Named] = &[
    (Consequence, "winning_margin"),
    (Consequence, "cards_spent"),
    (Consequence, "cards_per_token_tenths"),
    (Consequence, "buildings_laid"),
    (Consequence, "alchemy_used"),
    (Consequence, "ephemeral_used"),
    (Consequence, "events_used"),
    (Consequence, "events_undone"),
    (Consequence, "events_swing"),
    (Consequence, "lay_down_first"),
    (Consequence, "lay_down_last"),
    (Consequence, "cards_left"),
];

/// A seat has any of their categories.
const CATEGORIES: &[Named] = &[
    (Dealt, "card_dealt"),
    (Dealt, "henchman"),
    (Consequence, "event_used"),
    (Consequence, "card_played"),
    (Consequence, "building_laid"),
    (Consequence, "alchemy_played"),
    (Consequence, "henchman_won"),
];

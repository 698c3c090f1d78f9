//! What the features mean.

use super::COLOURS;
use crate::feature::Role::{Choice, Dealt, Outcome};
use crate::feature::{FeatureInfo, Named, ValueName, Words};
use crate::parbourg::deck::{CardInfo, Played};
use crate::parbourg::shown::TEXTS;
use crate::refusal::Text;

/// Names, roles and texts of all features. Where a card lets a seat choose between henchmen, they are not only dealt.
pub(in crate::parbourg) fn infos(deck: &Played) -> Vec<FeatureInfo> {
    let mut infos = FeatureInfo::list(&TEXTS, NUMBERS, CATEGORIES, WORDS);
    for info in &mut infos {
        match info.name {
            "henchman" if !deck.choosers.is_empty() => info.role = Choice,
            "card_played" => info.names = deck.cards.iter().map(card_name).collect(),
            _ => {}
        }
    }
    infos.extend(COLOURS.map(|name| FeatureInfo::told(&TEXTS, (Outcome, name))));
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
    (Outcome, "winning_margin"),
    (Outcome, "cards_spent"),
    (Outcome, "cards_per_token_tenths"),
    (Choice, "buildings_laid"),
    (Choice, "alchemy_used"),
    (Choice, "ephemeral_used"),
    (Choice, "events_used"),
    (Outcome, "events_undone"),
    (Outcome, "events_swing"),
    (Choice, "lay_down_first"),
    (Outcome, "lay_down_last"),
    (Outcome, "cards_left"),
];

/// A seat has any of their categories.
const CATEGORIES: &[Named] = &[
    (Choice, "event_used"),
    (Choice, "card_played"),
    (Choice, "building_laid"),
    (Choice, "alchemy_played"),
    (Dealt, "henchman"),
    (Outcome, "henchman_won"),
];

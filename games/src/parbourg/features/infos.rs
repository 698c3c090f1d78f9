//! What the features mean.

use super::COLOURS;
use crate::feature::Role::{Consequence, Dealt};
use crate::feature::{FeatureInfo, Named, ValueName, Words, in_french};
use crate::locale::Language;
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

/// A printed card as it is called everywhere; another by its name or, without one, by its values of the colours and what it does.
fn card_name(card: &CardInfo) -> ValueName {
    let printed = |language| card.printed.then(|| TEXTS.noun(language, &card.id.to_string())).flatten();
    let bets = card.bets.map(|bet| bet.to_string()).join("·");
    let made = |bet: &str, effect: Option<&str>| match (&card.name, effect) {
        (Some(name), _) => name.clone(),
        (None, Some(effect)) => format!("{bet} {bets} & {effect}"),
        (None, None) => format!("{bet} {bets}"),
    };
    let effect = card.effect.map(|effect| effect.name());
    let text = Text::new(
        printed(Language::English)
            .unwrap_or_else(|| made("bet of", effect.map(|of| of.replace('_', " ")).as_deref())),
        printed(Language::French)
            .unwrap_or_else(|| made("mise de", effect.map(|of| in_french(of, WORDS)).as_deref())),
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

//! What the features mean.

use super::COLOURS;
use crate::feature::Role::{Choice, Dealt, Outcome};
use crate::feature::{Explained, FeatureInfo, ValueName, Words};
use crate::parbourg::deck::{CardInfo, Played};
use crate::refusal::Text;

/// Names, roles and texts of all features. Where a card lets a seat choose between henchmen, they are not only dealt.
pub(in crate::parbourg) fn infos(deck: &Played) -> Vec<FeatureInfo> {
    let first = (
        "it is the first player, who draws a henchman first every day",
        "c'est le premier joueur, qui tire le premier homme de main chaque jour",
    );
    let mut infos = FeatureInfo::list(first, NUMBERS, CATEGORIES, WORDS);
    for info in &mut infos {
        match info.name {
            "henchman" if !deck.choosers.is_empty() => info.role = Choice,
            "card_played" => info.names = deck.cards.iter().map(card_name).collect(),
            _ => {}
        }
    }
    infos.extend(COLOURS.map(|name| {
        let colour = name.trim_start_matches("won_");
        FeatureInfo::number(Outcome, name, &format!("{colour} tokens won"), &format!("pions {colour} gagnés"))
    }));
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
const NUMBERS: &[Explained] = &[
    (
        Outcome,
        "winning_margin",
        "points beyond the second in all challenges won",
        "points d'avance sur le second, défis remportés",
    ),
    (Outcome, "cards_spent", "cards laid or used", "cartes posées ou utilisées"),
    (
        Outcome,
        "cards_per_token_tenths",
        "action cards of the challenges won, tenths a token",
        "cartes action des défis remportés, en dixièmes par pion",
    ),
    (Choice, "buildings_laid", "buildings laid", "bâtiments posés"),
    (Choice, "alchemy_used", "alchemy cards used", "cartes alchimie utilisées"),
    (Choice, "ephemeral_used", "ephemeral cards used", "cartes éphémères utilisées"),
    (Choice, "events_used", "events that acted", "événements accomplis"),
    (Outcome, "events_undone", "events undone by Contre", "événements annulés par Contre"),
    (
        Outcome,
        "events_swing",
        "change of one's lead by one's events",
        "changement d'avance dû à ses événements",
    ),
    (
        Choice,
        "lay_down_first",
        "challenges in which one lay down first",
        "défis où l'on s'est couché le premier",
    ),
    (
        Outcome,
        "lay_down_last",
        "challenges in which one lay down last",
        "défis où l'on s'est couché le dernier",
    ),
    (Outcome, "cards_left", "cards in hand at the end", "cartes en main à la fin"),
];

/// A seat has any of their categories.
const CATEGORIES: &[Explained] = &[
    (Choice, "event_used", "effects of events that acted", "effets des événements accomplis"),
    (Choice, "card_played", "cards laid or used, by their ids", "cartes posées ou utilisées, par numéro"),
    (Choice, "building_laid", "buildings laid, by name", "bâtiments posés, par nom"),
    (Choice, "alchemy_played", "alchemy cards used, by name", "cartes alchimie utilisées, par nom"),
    (Dealt, "henchman", "henchmen one had", "hommes de main reçus"),
    (
        Outcome,
        "henchman_won",
        "henchmen with whom a token was won",
        "hommes de main avec qui un pion fut gagné",
    ),
];

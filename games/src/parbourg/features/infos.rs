//! What the features mean.

use super::table;
use crate::feature::{Counted, FeatureInfo, ValueName};
use crate::locale::Language;
use crate::parbourg::deck::{CardInfo, Played};
use crate::parbourg::shown::TEXTS;
use crate::refusal::Text;

/// Names, roles and texts of all features.
pub(in crate::parbourg) fn infos(deck: &Played) -> Vec<FeatureInfo> {
    let mut infos = Counted::infos(&table(), &TEXTS);
    for info in &mut infos {
        if let "card_dealt" | "card_played" = info.name {
            info.names = deck.cards.iter().map(card_name).collect();
        }
    }
    infos
}

/// A printed card as it is called everywhere; another by its name or, without one, by its values of the colours and what it does.
fn card_name(card: &CardInfo) -> ValueName {
    let bets = card.bets.map(|bet| bet.to_string()).join("·");
    let made = |language: Language| {
        let effect = card.effect.and_then(|effect| TEXTS.noun(language, effect.name()));
        let bet = language.say("bet of", "mise de");
        match (&card.name, effect) {
            (Some(name), _) => name.clone(),
            (None, Some(effect)) => format!("{bet} {bets} & {effect}"),
            (None, None) => format!("{bet} {bets}"),
        }
    };
    let name = |language| {
        let printed = card.printed.then(|| TEXTS.noun(language, &card.id.to_string())).flatten();
        printed.unwrap_or_else(|| made(language))
    };
    let text = Text::new(name(Language::English), name(Language::French));
    ValueName { value: format!("#{}", card.id), text }
}

//! What can be wrong with a deck, each fault with its JSON pointer.

use super::{CardData, Deck, Kind};
use crate::locale::{Said, said};
use crate::parbourg::card::MAX_CARDS;
use crate::parbourg::effects::Power;
use crate::ruleset::Fault;
use crate::text;

pub(in crate::parbourg) const MAX_HENCHMEN: usize = 16;

/// What a game needs a deck for.
#[derive(Clone, Copy, Debug)]
pub(in crate::parbourg) struct Needs {
    pub players: u8,
    pub days: u8,
    /// Cards each draws before the first day.
    pub first_hand: u8,
}

impl Deck {
    /// Every fault of the deck in a game with these needs, with pointers into the deck.
    pub(in crate::parbourg) fn faults(&self, needs: Needs) -> Vec<Fault> {
        let Needs { players, first_hand, .. } = needs;
        let mut faults = Vec::new();
        self.henchman_faults(needs, &mut faults);
        for (at, card) in self.cards.iter().enumerate() {
            let mut fault = |field: &str, detail: Said| {
                faults.push(Fault::new(format!("/cards/{at}{field}"), detail));
            };
            if self.cards[..at].iter().any(|other| other.id == card.id) {
                fault("/id", said("id_twice").with("id", card.id));
            }
            card.faults(&mut fault);
        }
        let played = self.cards.iter().filter(|card| players > 2 || !card.needs_spare_henchmen).count();
        let needed = usize::from(first_hand) * usize::from(players);
        if played < needed || self.cards.len() > MAX_CARDS {
            let detail = said("cards_played").with("n", played).with("least", needed).with("most", MAX_CARDS);
            let detail = detail.with("each", first_hand);
            faults.push(Fault::new("/cards", detail));
        }
        faults
    }

    fn henchman_faults(&self, Needs { players, days, .. }: Needs, faults: &mut Vec<Fault>) {
        let needed = usize::from(if players == 2 { 2 * days } else { players });
        let count = self.henchmen.len();
        if !(needed..=MAX_HENCHMEN).contains(&count) {
            let detail = said("henchmen")
                .with("n", count)
                .with("least", needed)
                .with("most", MAX_HENCHMEN)
                .with("players", players);
            faults.push(Fault::new("/henchmen", detail));
        }
        for (at, henchman) in self.henchmen.iter().enumerate() {
            let mut fault = |field: &str, detail: Said| {
                faults.push(Fault::new(format!("/henchmen/{at}{field}"), detail));
            };
            let initiative = henchman.initiative;
            if self.henchmen[..at].iter().any(|other| other.initiative == initiative) {
                fault("/initiative", said("score_twice").with("n", initiative));
            }
            name_fault(Some(&henchman.name), &mut fault);
            number_fault("/power/n", henchman.power.and_then(Power::number), &mut fault);
        }
    }
}

impl CardData {
    fn faults(&self, fault: &mut impl FnMut(&str, Said)) {
        name_fault(self.name.as_deref(), fault);
        self.bet_faults(fault);
        self.effect_faults(fault);
    }

    fn bet_faults(&self, fault: &mut impl FnMut(&str, Said)) {
        let kind = self.kind.name();
        match (self.kind.is_action(), self.value, self.values) {
            (true, None, None) => fault("", said("card_bet").with("kind", kind)),
            (true, Some(_), Some(_)) => {
                fault("/values", said("card_one_bet"));
            }
            (false, Some(_), _) => fault("/value", said("card_no_bet").with("kind", kind)),
            (false, _, Some(_)) => fault("/values", said("card_no_bet").with("kind", kind)),
            _ => {}
        }
    }

    fn effect_faults(&self, fault: &mut impl FnMut(&str, Said)) {
        let kind = self.kind.name();
        let coloured = matches!(self.kind, Kind::BetAndEvent | Kind::BetOrEvent | Kind::Alchemy);
        if coloured && self.colours.is_empty() {
            fault("/colours", said("card_colour").with("kind", kind));
        }
        if !coloured && !self.colours.is_empty() {
            fault("/colours", said("card_no_colour").with("kind", kind));
        }
        match self.effect {
            None if self.kind != Kind::Bet => fault("/effect", said("card_effect").with("kind", kind)),
            Some(_) if self.kind == Kind::Bet => {
                fault("/effect", said("bet_no_effect"));
            }
            Some(effect) if !effect.fits(self.kind) => {
                fault("/effect/name", said("effect_on").with("effect", effect.name()).with("kind", kind));
            }
            Some(effect) if effect.needs_spare_henchmen() && !self.needs_spare_henchmen => {
                fault("/needs_spare_henchmen", said("spare_henchmen").with("effect", effect.name()))
            }
            _ => {}
        }
        number_fault("/effect/n", self.effect.and_then(super::Effect::number), fault);
    }
}

fn number_fault(field: &str, number: Option<(u8, u8)>, fault: &mut impl FnMut(&str, Said)) {
    if let Some((n, most)) = number.filter(|(n, most)| *n == 0 || n > most) {
        fault(field, said("value_bounds").with("value", n).with("least", 1).with("most", most));
    }
}

fn name_fault(name: Option<&str>, fault: &mut impl FnMut(&str, Said)) {
    let bad =
        |name: &&str| name.trim().is_empty() || text::length(name) > 40 || name.contains(char::is_control);
    if name.filter(bad).is_some() {
        fault("/name", said("name_characters"));
    }
}

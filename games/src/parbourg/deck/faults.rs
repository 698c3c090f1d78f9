//! What can be wrong with a deck, each fault with its JSON pointer.

use super::{CardData, Deck, Kind};
use crate::parbourg::card::MAX_CARDS;
use crate::parbourg::effects::Power;
use crate::ruleset::Fault;
use crate::text;

pub(in crate::parbourg) const MAX_HENCHMEN: usize = 16;

impl Deck {
    /// Every fault of the deck when `players` play, with pointers into the deck.
    pub fn faults(&self, players: u8) -> Vec<Fault> {
        let mut faults = Vec::new();
        self.henchman_faults(players, &mut faults);
        for (at, card) in self.cards.iter().enumerate() {
            let mut fault = |field: &str, detail: String| {
                faults.push(Fault::new(format!("/cards/{at}{field}"), detail));
            };
            if self.cards[..at].iter().any(|other| other.id == card.id) {
                fault("/id", format!("#{} is listed twice; each id once", card.id));
            }
            card.faults(&mut fault);
        }
        let played = self.cards.iter().filter(|card| players > 2 || !card.needs_spare_henchmen).count();
        let needed = 8 * usize::from(players);
        if played < needed || self.cards.len() > MAX_CARDS {
            let detail = format!("{played} cards are played; {needed} (8 a player) to {MAX_CARDS} are right");
            faults.push(Fault::new("/cards", detail));
        }
        faults
    }

    fn henchman_faults(&self, players: u8, faults: &mut Vec<Fault>) {
        let needed = if players == 2 { 8 } else { usize::from(players) };
        let count = self.henchmen.len();
        if !(needed..=MAX_HENCHMEN).contains(&count) {
            let detail = format!("{count} henchmen; {needed} to {MAX_HENCHMEN} with {players} players");
            faults.push(Fault::new("/henchmen", detail));
        }
        for (at, henchman) in self.henchmen.iter().enumerate() {
            let mut fault = |field: &str, detail: String| {
                faults.push(Fault::new(format!("/henchmen/{at}{field}"), detail));
            };
            let initiative = henchman.initiative;
            if !(1..=99).contains(&initiative) {
                fault("/initiative", format!("{initiative}; 1 to 99 is right"));
            }
            if self.henchmen[..at].iter().any(|other| other.initiative == initiative) {
                fault("/initiative", format!("{initiative} is listed twice; each score once"));
            }
            name_fault(Some(&henchman.name), &mut fault);
            number_fault("/power/n", henchman.power.and_then(Power::number), &mut fault);
        }
    }
}

impl CardData {
    fn faults(&self, fault: &mut impl FnMut(&str, String)) {
        if !(1..=999).contains(&self.id) {
            fault("/id", format!("{}; 1 to 999 is right", self.id));
        }
        name_fault(self.name.as_deref(), fault);
        self.bet_faults(fault);
        self.effect_faults(fault);
    }

    fn bet_faults(&self, fault: &mut impl FnMut(&str, String)) {
        let kind = self.kind.name();
        match (self.kind.is_action(), self.value, self.values) {
            (true, None, None) => fault("", format!("a {kind} card has a `value` or `values`")),
            (true, Some(_), Some(_)) => {
                fault("/values", "either one central `value` or four `values`, not both".into());
            }
            (false, Some(_), _) => fault("/value", format!("a {kind} card has no bet")),
            (false, _, Some(_)) => fault("/values", format!("a {kind} card has no bet")),
            _ => {}
        }
        let central = self.value.map(|value| ("/value", value));
        let four = self.values.into_iter().flat_map(|values| {
            [
                ("/values/yellow", values.yellow),
                ("/values/red", values.red),
                ("/values/green", values.green),
                ("/values/blue", values.blue),
            ]
        });
        for (field, value) in central.into_iter().chain(four).filter(|(_, value)| *value > 50) {
            fault(field, format!("{value}; a bet is 0 to 50"));
        }
    }

    fn effect_faults(&self, fault: &mut impl FnMut(&str, String)) {
        let kind = self.kind.name();
        let coloured = matches!(self.kind, Kind::BetAndEvent | Kind::BetOrEvent | Kind::Alchemy);
        if coloured && self.colours.is_empty() {
            fault("/colours", format!("a {kind} card names at least one colour"));
        }
        if !coloured && !self.colours.is_empty() {
            fault("/colours", format!("a {kind} card needs no colour"));
        }
        match self.effect {
            None if self.kind != Kind::Bet => fault("/effect", format!("a {kind} card has an effect")),
            Some(_) if self.kind == Kind::Bet => {
                fault("/effect", "a bet has no effect; `bet_and_event` and `bet_or_event` have".into());
            }
            Some(effect) if !effect.fits(self.kind) => {
                fault("/effect/name", format!("`{}` cannot be on a {kind} card", effect.name()));
            }
            Some(effect) if effect.needs_spare_henchmen() && !self.needs_spare_henchmen => fault(
                "/needs_spare_henchmen",
                format!("`{}` needs henchmen that two players do not have; true is right", effect.name()),
            ),
            _ => {}
        }
        number_fault("/effect/n", self.effect.and_then(super::Effect::number), fault);
    }
}

fn number_fault(field: &str, number: Option<(u8, u8)>, fault: &mut impl FnMut(&str, String)) {
    if let Some((n, most)) = number.filter(|(n, most)| *n == 0 || n > most) {
        fault(field, format!("{n}; 1 to {most} is right"));
    }
}

fn name_fault(name: Option<&str>, fault: &mut impl FnMut(&str, String)) {
    let bad =
        |name: &&str| name.trim().is_empty() || text::length(name) > 40 || name.contains(char::is_control);
    if name.filter(bad).is_some() {
        fault("/name", "a name has 1 to 40 printable characters".into());
    }
}

//! The deck and the henchmen, as data and as they are played.

use std::sync::LazyLock;

use super::card::{Card, CardSet, Colour};
use super::effects::{Effect, Power};
use crate::names::names;
use crate::prelude::*;

mod faults;
mod lines;

pub(super) use faults::{MAX_HENCHMEN, Needs};
pub use lines::{LineFault, read_deck};

names! {
    #[schema(as = ParbourgKind)]
    pub enum Kind {
        /// Action: a bet.
        Bet,
        /// Action: a bet whose event may also be used.
        BetAndEvent,
        /// Action: a bet, or an event and discarded.
        BetOrEvent,
        /// Stays before its owner.
        Building,
        /// Used at the start of the day.
        Alchemy,
        /// Used in a challenge by whoever stands.
        Ephemeral,
    }
}

/// Four bets, one a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ParbourgValues)]
pub struct Values {
    /// Politique.
    #[schema(minimum = 0, maximum = 50)]
    pub yellow: u8,
    /// Militaire.
    #[schema(minimum = 0, maximum = 50)]
    pub red: u8,
    /// Intrigue.
    #[schema(minimum = 0, maximum = 50)]
    pub green: u8,
    /// Science.
    #[schema(minimum = 0, maximum = 50)]
    pub blue: u8,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ParbourgCard)]
pub struct CardData {
    /// As in `#17`.
    #[schema(minimum = 1, maximum = 999)]
    pub id: u16,
    pub kind: Kind,
    /// The printed name of a building, alchemy or ephemeral card.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The central bet of an action card.
    #[schema(minimum = 0, maximum = 50)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<u8>,
    /// The bets of an action card, one a colour.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub values: Option<Values>,
    /// The colours of an event or alchemy card: one of them must be the henchman's.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub colours: Vec<Colour>,
    /// What it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effect: Option<Effect>,
    /// Whether it is taken out with two players.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub needs_spare_henchmen: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ParbourgHenchman)]
pub struct HenchmanData {
    /// The initiative score, each once.
    #[schema(minimum = 1, maximum = 99)]
    pub initiative: u8,
    pub name: String,
    /// The colours of the events it can use.
    pub colours: Vec<Colour>,
    /// What it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub power: Option<Power>,
}

/// What the colours are called.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ParbourgColourNames)]
pub struct ColourNames {
    /// Politique.
    pub yellow: String,
    /// Militaire.
    pub red: String,
    /// Intrigue.
    pub green: String,
    /// Science.
    pub blue: String,
}

impl Default for ColourNames {
    fn default() -> Self {
        let [yellow, red, green, blue] = ["politique", "militaire", "intrigue", "science"].map(str::to_owned);
        Self { yellow, red, green, blue }
    }
}

/// A deck and its henchmen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ParbourgDeck)]
pub struct Deck {
    /// What the colours are called.
    #[serde(default)]
    pub colours: ColourNames,
    pub henchmen: Vec<HenchmanData>,
    pub cards: Vec<CardData>,
}

impl Default for Deck {
    fn default() -> Self {
        serde_json::from_str(include_str!("../../../data/parbourg/deck.json"))
            .expect("the committed deck is valid: checked by the tests")
    }
}

impl Deck {
    /// Puts cards and henchmen in the order in which they are played, and the colours of each as they are printed, else in the order of
    /// the tokens.
    pub(super) fn put_in_order(&mut self) {
        self.cards.sort_by_key(|card| card.id);
        self.henchmen.sort_by_key(|henchman| henchman.initiative);
        for card in &mut self.cards {
            let printed = PRINTED.cards.iter().find(|of| of.id == card.id);
            put_colours_in_order(&mut card.colours, printed.map(|of| &of.colours));
        }
        for henchman in &mut self.henchmen {
            let printed = PRINTED.henchmen.iter().find(|of| of.initiative == henchman.initiative);
            put_colours_in_order(&mut henchman.colours, printed.map(|of| &of.colours));
        }
    }
}

fn put_colours_in_order(colours: &mut Vec<Colour>, printed: Option<&Vec<Colour>>) {
    let all = mask(colours);
    *colours = match printed.filter(|printed| mask(printed) == all) {
        Some(printed) => printed.clone(),
        None => Colour::ALL.into_iter().filter(|colour| all >> colour.index() & 1 == 1).collect(),
    };
}

/// A card as it is played.
#[derive(Clone, Debug)]
pub struct CardInfo {
    /// As in `#17`.
    pub id: u16,
    pub kind: Kind,
    /// Its bet in each colour.
    pub bets: [u8; 4],
    /// The colours it needs, as a mask.
    pub colours: u8,
    /// What it does.
    pub effect: Option<Effect>,
    pub name: Option<String>,
    /// Whether it is a card of the deck that comes with the game.
    pub printed: bool,
}

/// A henchman as it is played.
#[derive(Clone, Debug)]
pub struct Henchman {
    pub initiative: u8,
    pub name: String,
    /// The colours of its events, as a mask.
    pub colours: u8,
    /// What it does.
    pub power: Option<Power>,
    /// Whether it comes with the game.
    pub printed: bool,
}

/// The deck that comes with the game.
static PRINTED: LazyLock<Deck> = LazyLock::new(Deck::default);

/// The deck as it is played: cards by id, henchmen by initiative, both ascending.
#[derive(Clone, Debug)]
pub struct Played {
    pub cards: Vec<CardInfo>,
    pub henchmen: Vec<Henchman>,
    /// All action cards.
    pub actions: CardSet,
    /// All ephemeral cards but those that counter.
    pub ephemerals: CardSet,
    /// The cards that counter.
    pub counters: CardSet,
    /// All alchemy cards.
    pub alchemies: CardSet,
    /// Buildings whose owner chooses between two henchmen.
    pub choosers: CardSet,
    /// Buildings whose owner wins ties.
    pub belfries: CardSet,
    /// Buildings that protect laid cards.
    pub ramparts: CardSet,
}

impl Played {
    /// The cards of `deck` that stay in with `players`.
    pub fn new(deck: &Deck, players: u8) -> Self {
        let stays = |card: &&CardData| players > 2 || !card.needs_spare_henchmen;
        let mut cards: Vec<_> = deck.cards.iter().filter(stays).map(card_info).collect();
        cards.sort_by_key(|card| card.id);
        let mut henchmen: Vec<_> = deck.henchmen.iter().map(henchman).collect();
        henchmen.sort_by_key(|henchman| henchman.initiative);
        let those = |wanted: &dyn Fn(&CardInfo) -> bool| {
            let places = cards.iter().enumerate().filter(|(_, card)| wanted(card));
            places.map(|(at, _)| Card(at as u8)).collect::<CardSet>()
        };
        let actions = those(&|card| card.kind.is_action());
        let alchemies = those(&|card| card.kind == Kind::Alchemy);
        let with = |effect: Effect| those(&|card| card.effect == Some(effect));
        let counters = with(Effect::Counter {});
        let choosers = with(Effect::ChooseHenchman {});
        let belfries = with(Effect::WinTies {});
        let ramparts = with(Effect::ProtectActions {});
        let ephemerals = those(&|card| card.kind == Kind::Ephemeral).without(counters);
        Self { cards, henchmen, actions, ephemerals, counters, alchemies, choosers, belfries, ramparts }
    }

    pub fn card(&self, card: Card) -> &CardInfo {
        &self.cards[card.index().min(self.cards.len() - 1)]
    }

    /// The card with an id.
    pub fn by_id(&self, id: u16) -> Option<Card> {
        self.cards.binary_search_by_key(&id, |card| card.id).ok().map(|at| Card(at as u8))
    }

    /// The henchman, by place, with an initiative score.
    pub fn by_initiative(&self, initiative: u8) -> Option<u8> {
        self.henchmen
            .binary_search_by_key(&initiative, |henchman| henchman.initiative)
            .ok()
            .map(|at| at as u8)
    }

    pub fn henchman(&self, henchman: u8) -> &Henchman {
        &self.henchmen[usize::from(henchman).min(self.henchmen.len() - 1)]
    }

    pub fn all(&self) -> CardSet {
        (0..self.cards.len()).map(|at| Card(at as u8)).collect()
    }
}

impl Kind {
    /// Whether cards of this kind are action cards.
    pub fn is_action(self) -> bool {
        matches!(self, Kind::Bet | Kind::BetAndEvent | Kind::BetOrEvent)
    }
}

fn mask(colours: &[Colour]) -> u8 {
    colours.iter().fold(0, |mask, colour| mask | 1 << colour.index())
}

fn card_info(card: &CardData) -> CardInfo {
    let bets = match (card.value, card.values) {
        (Some(value), _) => [value; 4],
        (None, Some(values)) => [values.yellow, values.red, values.green, values.blue],
        (None, None) => [0; 4],
    };
    let colours = mask(&card.colours);
    // The printed ids are 1 to 100.
    let printed = PRINTED.cards.get(usize::from(card.id).wrapping_sub(1)) == Some(card);
    CardInfo {
        id: card.id,
        kind: card.kind,
        bets,
        colours,
        effect: card.effect,
        name: card.name.clone(),
        printed,
    }
}

fn henchman(data: &HenchmanData) -> Henchman {
    Henchman {
        initiative: data.initiative,
        name: data.name.clone(),
        colours: mask(&data.colours),
        power: data.power,
        printed: PRINTED.henchmen.contains(data),
    }
}

//! Moves as they are told, and what things are called. Texts: `games/text/{en,fr}/parbourg.ftl`.
//!
//! A card of a designer's deck is called by the name printed on it, or by its bets: `6·3·1·0`.

use crate::locale::{COMMON_EN, COMMON_FR, Language, Texts};
use crate::parbourg::Parbourg;
use crate::parbourg::card::{Card, Colour};
use crate::parbourg::deck::{CardInfo, ColourNames};
use crate::parbourg::effects::Effect;
use crate::parbourg::moves::{Move, Pick, Target};
use crate::parbourg::state::{Phase, State};
use crate::seat::{Seat, Viewer};
use crate::shown::{Arg, Name, Told};

pub(in crate::parbourg) static TEXTS: Texts = Texts {
    en: &[COMMON_EN, include_str!("../../../text/en/parbourg.ftl")],
    fr: &[COMMON_FR, include_str!("../../../text/fr/parbourg.ftl")],
};

/// A card laid face down is told to its owner alone.
pub(super) fn told(rules: &Parbourg, state: &State, mv: Move, viewer: Viewer) -> Told {
    let seat = rules.decider(state).unwrap_or(Seat(0));
    let own = viewer.knows_as(seat);
    // The number of a card says what else is in the hand: it is for its owner.
    let number = |card| if own { rules.number_among(card, state.hand(seat).iter()) } else { None };
    let numbered = |told: Told, card| number(card).into_iter().fold(told, |told, n| told.arg("number", n));
    let of = |kind, card| numbered(Told::new(kind, [("card", rules.called(card))]), card);
    let henchman = |kind, henchman| Told::new(kind, [("henchman", rules.henchman_called(henchman))]);
    let aimed = |told, card, target| aim(rules, state, told, Use { seat, card, target, own });
    match mv {
        Move::Bet { hidden: true, event: None, .. } if !own => Told::new("hide_unseen", []),
        Move::Bet { card, hidden: true, event: None } => of("hide", card),
        Move::Bet { card, hidden: false, event: None } => numbered(bet(rules, state, card), card),
        Move::Bet { card, hidden, event: Some(target) } => {
            aimed(of(if hidden { "hide_event" } else { "bet_event" }, card), card, target)
        }
        Move::Event(card, target) => aimed(of("event", card), card, target),
        Move::Alchemy(card, target) | Move::Ephemeral(card, target) => aimed(of("use", card), card, target),
        Move::Build(card) => of("build", card),
        Move::Keep(kept) => henchman("keep", kept),
        Move::Initiative(counts) => henchman("initiative", counts),
        Move::Pass if !state.chain.is_empty() => Told::new("pass_answer", []).minor(),
        Move::Pass if state.phase == Phase::Alchemy => Told::new("pass_alchemy", []).minor(),
        Move::Pass => Told::new("pass", []).minor(),
        Move::End => Told::new("end", []),
        Move::Fold => Told::new("fold", []),
    }
}

fn bet(rules: &Parbourg, state: &State, card: Card) -> Told {
    let (info, colour) = (rules.deck.card(card), state.colour());
    let central = info.bets.iter().all(|&bet| bet == info.bets[0]);
    let kind = match info.effect {
        Some(_) => "bet_only",
        None if central => "bet_central",
        None => "bet",
    };
    let n = i32::from(info.bets[colour.index()]).into();
    Told::new(kind, [("card", rules.called(card)), ("n", n), ("colour", rules.colour_called(colour))])
}

/// A card in use.
struct Use {
    seat: Seat,
    card: Card,
    target: Target,
    /// Whether it is told to the seat that uses it.
    own: bool,
}

/// Adds what the effect of a card does, and to what.
fn aim(rules: &Parbourg, state: &State, told: Told, using: Use) -> Told {
    let Some(effect) = rules.deck.card(using.card).effect else { return told };
    let mut told = told.arg("effect", effect.name());
    if let Some((n, _)) = effect.number() {
        told = told.arg("n", i32::from(n));
    }
    if let Effect::ChangeColour { colour } | Effect::ColourBonus { colour, .. } = effect {
        told = told.arg("colour", rules.colour_called(colour));
    }
    let alike = aim_number(rules, state, &using);
    told.args.extend(alike.map(|number| ("aim_number", number.into())));
    let first = |seat: Seat| state.henchmen[seat.index()].first().map(|&first| rules.henchman_called(first));
    let (target, aim) = match using.target {
        Target::Nothing if effect == (Effect::Counter {}) => match state.chain.last() {
            Some(undone) => (Some(undone.seat), Some(rules.used_called(undone.card))),
            None => (None, None),
        },
        Target::Nothing if effect == (Effect::ExchangeHenchman {}) => (None, first(using.seat)),
        Target::Nothing => (None, None),
        Target::Seat(seat) if effect == (Effect::ReplaceHenchman {}) => (Some(seat), first(seat)),
        Target::Seat(seat) => (Some(seat), None),
        Target::Laid(seat, Pick::Card(card)) | Target::Building(seat, card) => {
            (Some(seat), Some(rules.called(card)))
        }
        Target::Own(Pick::Card(card)) | Target::Discarded(card) => (None, Some(rules.called(card))),
        Target::Leaver(henchman) => (None, Some(rules.henchman_called(henchman))),
        Target::LeaverOf(seat, henchman) => (Some(seat), Some(rules.henchman_called(henchman))),
        Target::Laid(seat, Pick::Down(place)) => return face_down(told, effect, place).arg("target", seat),
        Target::Own(down @ Pick::Down(place)) => {
            match state.place(using.seat, down, None).filter(|_| using.own) {
                Some(at) => (None, Some(rules.called(state.table[at].card))),
                None => return face_down(told, effect, place),
            }
        }
    };
    told.args.extend(target.map(|seat| ("target", seat.into())));
    told.args.extend(aim.map(|aim| ("aim", aim)));
    told
}

/// The number of the card that another one is aimed at, where one beside it is called the same.
fn aim_number(rules: &Parbourg, state: &State, using: &Use) -> Option<i32> {
    let seen = |seat: Seat| {
        let laid = state.row(seat).filter(move |laid| !laid.hidden || using.own && seat == using.seat);
        laid.map(|laid| laid.card).collect::<Vec<_>>()
    };
    match using.target {
        Target::Laid(seat, Pick::Card(card)) => rules.number_among(card, seen(seat)),
        Target::Building(seat, card) => rules.number_among(card, state.buildings[seat.index()].iter()),
        Target::Own(Pick::Card(card)) => rules.number_among(card, seen(using.seat)),
        Target::Own(down @ Pick::Down(_)) if using.own => {
            let at = state.place(using.seat, down, None);
            at.and_then(|at| rules.number_among(state.table[at].card, seen(using.seat)))
        }
        Target::Discarded(card) => rules.number_among(card, state.discard.iter()),
        _ => None,
    }
}

/// A card that lies face down is called by its place in the row.
fn face_down(told: Told, effect: Effect, place: u8) -> Told {
    let effect = Name::new(format_args!("{}_down", effect.name()));
    told.arg("effect", Arg::Id(effect)).arg("place", i32::from(place))
}

impl Parbourg {
    /// What a card is called.
    pub(in crate::parbourg) fn called(&self, card: Card) -> Arg {
        let info = self.deck.card(card);
        if info.printed { self.card_piece(card).into() } else { Arg::Text(label(info)) }
    }

    /// The number of a card if another one among these is called the same.
    fn number_among(&self, card: Card, among: impl IntoIterator<Item = Card>) -> Option<i32> {
        let alike = |other: &Card| {
            let (one, two) = (self.deck.card(card), self.deck.card(*other));
            *other != card
                && one.kind == two.kind
                && one.bets == two.bets
                && self.words(card) == self.words(*other)
        };
        among.into_iter().find(alike).map(|_| i32::from(self.id(card)))
    }

    /// What a card is called, in both languages.
    fn words(&self, card: Card) -> [Option<String>; 2] {
        match self.called(card) {
            Arg::Text(name) => [Some(name), None],
            called => [Language::English, Language::French]
                .map(|language| TEXTS.noun(language, called.pieces().first()?.id.as_str())),
        }
    }

    /// What a card is called that is used: an action card by its event.
    pub(super) fn used_called(&self, card: Card) -> Arg {
        if self.deck.card(card).kind.is_action() { "event_used".into() } else { self.called(card) }
    }

    pub(super) fn henchman_called(&self, henchman: u8) -> Arg {
        let info = self.deck.henchman(henchman);
        if info.printed { self.henchman_piece(henchman).into() } else { Arg::Text(info.name.clone()) }
    }

    /// The id of a colour's noun, or what a designer calls it.
    pub fn colour_name(&self, colour: Colour) -> String {
        match self.colour_called(colour) {
            Arg::Text(name) => name,
            _ => colour.name().to_owned(),
        }
    }

    /// What a colour is called.
    pub(in crate::parbourg) fn colour_called(&self, colour: Colour) -> Arg {
        let named = |names: &ColourNames| match colour {
            Colour::Yellow => names.yellow.clone(),
            Colour::Red => names.red.clone(),
            Colour::Green => names.green.clone(),
            Colour::Blue => names.blue.clone(),
        };
        let name = named(&self.options.deck.colours);
        if name == named(&ColourNames::default()) { colour.name().into() } else { Arg::Text(name) }
    }
}

/// The name printed on a card, or its bets.
pub(super) fn label(card: &CardInfo) -> String {
    let bets = card.bets.map(|bet| bet.to_string());
    let central = card.bets.iter().all(|bet| *bet == card.bets[0]);
    card.name.clone().unwrap_or_else(|| if central { bets[0].clone() } else { bets.join("·") })
}

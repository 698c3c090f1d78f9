//! [`Shown`]: open hands, the trick with its powers, tokens before the players and in the pool.

use std::iter;

use super::SeptBlasons;
use super::card::{Cards, Character, Family};
use super::chance::Chance;
use super::features::POWERS;
use super::moves::{Action, Move, Pick as TokenPick};
use super::options::Variant;
use super::piece::{arms_piece, card_piece, token_piece, token_seen};
use super::state::{Phase, State, TRICKS};
use super::token::{MAX_TOKENS, Place, Token, mask};
use super::told;
use crate::game::Shown;
use crate::locale::Texts;
use crate::prelude::*;
use crate::shown::{Arrangement, Layout, Look, Name, Pick, Picks, Pieces, Row, Stages, Told};

/// What everybody calls a token by.
fn key(id: u8) -> Name {
    Name::new(format_args!("t{id:02}"))
}

impl Shown for SeptBlasons {
    fn pieces(&self) -> Pieces {
        let mut pieces = Pieces {
            marks: vec!["value", "actor", "consult", "serve", "peek"],
            seat_marks: vec!["actor"],
            phases: [&["deal", "play", "power"][..], &POWERS, &["serve", "free_action", "look", "over"]]
                .concat(),
            buttons: vec!["value", "power", "self", "consult", "serve", "peek", "look", "none"],
            milestones: [
                ("round_dealt", vec!["round", "seat"]),
                ("trick_won", vec!["cards", "seat", "equals"]),
                ("trick_aside", vec![]),
                ("token_revealed", vec!["token"]),
                ("round_scored", vec![]),
            ]
            .into(),
            rows: vec!["product"],
            ..Pieces::default()
        };
        for family in Family::ALL {
            for number in 0..8 {
                let value = i32::from(self.values[usize::from(number)]);
                pieces.piece(
                    card_piece(family, Character(number)),
                    [("family", family.name().into()), ("value", value.into())],
                );
            }
            pieces.piece(token_piece(family), [("family", family.name().into())]);
            pieces.piece(arms_piece(family), []);
        }
        let seats = self.seats();
        pieces.zone("box", Arrangement::Stack);
        pieces.zone("aside", Arrangement::Stack);
        pieces.zone("pool", Arrangement::Fan);
        pieces.zone("bag", Arrangement::Stack).slots = vec!["top".into()];
        pieces.zone("trick", Arrangement::Slots).slots =
            Seat::all(seats).map(|seat| Name::new(seat.0)).collect();
        for kind in ["family", "hand", "area", "won"] {
            pieces.zones_of(seats, kind, Arrangement::Fan);
        }
        let tricks: Vec<Name> = (1..=TRICKS).map(Name::new).collect();
        for seat in Seat::all(seats) {
            if let Some(zone) = pieces.zones.get_mut(&("won", seat).into()) {
                zone.slots.clone_from(&tricks);
            }
        }
        pieces.counters(["round", "trick"]);
        pieces.counters_of(seats, ["points", "tricks", "leader", "strength", "activated", "to_look"]);
        pieces
    }

    fn layout(&self, state: &State, viewer: Viewer) -> Layout {
        let mut layout = Layout::new(self.phase(state), self.turn(state));
        layout.count("round", state.round);
        layout.count("trick", if state.round > 0 { (state.trick_no + 1).min(TRICKS) } else { 0 });
        self.put_cards(&mut layout, state, viewer);
        put_tokens(&mut layout, state, viewer);
        for seat in Seat::all(self.seats()) {
            let at = seat.index();
            let tricks = state.tricks.iter().filter(|trick| trick.winner == Some(seat)).count();
            layout.count(("points", seat), state.totals[at]);
            layout.count(("tricks", seat), tricks as u8);
            layout.count(("leader", seat), state.round > 0 && state.trick.leader() == seat);
            layout.count(("strength", seat), state.strength[at]);
            layout.count(("activated", seat), state.activated >> seat.0 & 1);
            layout.count(("to_look", seat), self.still_looks(state, seat));
        }
        layout
    }

    fn picks(&self, state: &State, mv: Move) -> Picks {
        let token = |id: u8| match state.tokens.get(id).map(|token| token.place) {
            Some(Place::Area(seat)) => Pick::thing(("area", seat), key(id)),
            _ => Pick::thing("pool", key(id)),
        };
        let named = |pick: TokenPick| match pick {
            TokenPick::Token(id) => token(id),
            TokenPick::Pool => Pick::slot("bag", "top"),
        };
        let laid = |seat: Seat| Pick::slot("trick", seat.0);
        let button = |id: &'static str| Pick::button(id);
        match mv {
            Move::Play(character, action) => {
                let seat = self.decider(state).unwrap_or_default();
                let card = card_piece(state.families[seat.index()], character);
                let activated = action.map_or_else(Picks::default, |action| button(action.name()).into());
                activated.then(Pick::thing(("hand", seat), card.id))
            }
            Move::Value(seat) => Picks::from(laid(seat)).then(button("value")),
            Move::Power(seat) => Picks::from(laid(seat)).then(button("power")),
            Move::Itself => button("self").into(),
            Move::Draw(pick) | Move::Reveal(pick) => named(pick).into(),
            Move::Remove(id) => token(id).into(),
            Move::Give(id, to) => Picks::from(token(id)).then(Pick::Seat(to)),
            Move::Swap(id, with) => Picks::default().then_all([token(id), named(with)]),
            Move::Serve(seat) => laid(seat).into(),
            Move::Look { own, other } => {
                let seat = self.decider(state).unwrap_or_default();
                let of = |seat: Seat, mask: u8| {
                    (0..TRICKS)
                        .filter(move |n| mask >> n & 1 == 1)
                        .map(move |n| Pick::slot(("won", seat), n + 1))
                };
                let others = other.into_iter().flat_map(|(seat, mask)| of(seat, mask));
                Picks::default().then_all(of(seat, own).chain(others)).then(button("look"))
            }
            Move::Peek(mask) => {
                let chosen = state.tokens.among(mask).map(|chosen| token(chosen.id));
                Picks::default().then_all(chosen).then(button("peek"))
            }
            Move::Decline => button("none").into(),
        }
    }

    fn meant(&self, state: &State) -> Vec<Move> {
        let Some(seat) = self.decider(state) else { return Vec::new() };
        let held = (0..8).filter(|c| state.hands[seat.index()] >> c & 1 == 1).map(Character);
        let actions = || iter::once(None).chain(Action::ALL.map(Some));
        let plays = held.flat_map(|card| actions().map(move |action| Move::Play(card, action)));
        let of_seat = |seat| [Move::Serve(seat), Move::Value(seat), Move::Power(seat)];
        let of_token = |(at, token): (usize, &Token)| {
            let (id, named) = (token.id, TokenPick::Token(token.id));
            let looked = Move::Peek(1 << at);
            [Move::Draw(named), Move::Reveal(named), Move::Remove(id), Move::Give(id, seat), looked]
        };
        let pool = [Move::Draw(TokenPick::Pool), Move::Reveal(TokenPick::Pool), Move::Itself, Move::Decline];
        let tokens = state.tokens.iter().enumerate().flat_map(of_token);
        plays.chain(Seat::all(self.seats()).flat_map(of_seat)).chain(tokens).chain(pool).collect()
    }

    fn play_watched(&self, state: &mut State, mv: Move, watch: &mut Stages<State>) {
        if let Turn::Player(seat) = self.turn(state) {
            self.apply(state, seat, mv, watch);
        }
    }

    fn resolve_watched(&self, state: &mut State, outcome: &Chance, watch: &mut Stages<State>) {
        let fits = self.decide(state, outcome, watch);
        debug_assert!(fits.is_ok(), "{fits:?}");
    }

    fn sheet(&self, state: &State, _: Viewer) -> Vec<Row> {
        if matches!(state.phase, Phase::Deal | Phase::Over) { Vec::new() } else { self.rows(state) }
    }

    fn texts() -> Option<&'static Texts> {
        Some(&told::TEXTS)
    }

    fn told(&self, state: &State, mv: Move, viewer: Viewer) -> Told {
        self.told_of(state, mv, viewer)
    }
}

impl SeptBlasons {
    fn put_cards(&self, layout: &mut Layout, state: &State, viewer: Viewer) {
        let seats = self.seats();
        let in_play = if state.round > 0 { seats } else { 0 };
        layout.put("box", Look::back("card"), 8 * (7 - in_play));
        if state.round == 0 {
            return;
        }
        let without_winner = state.tricks.iter().filter(|trick| trick.winner.is_none());
        let aside = without_winner.fold(Cards::NONE, |aside, trick| aside | trick.cards);
        let replay = viewer == Viewer::Replay;
        layout.hidden("aside", aside.iter().map(|(family, c)| card_piece(family, c)), replay);
        for seat in Seat::all(seats) {
            let family = state.families[seat.index()];
            layout.open(("family", seat), [arms_piece(family)]);
            let hand = (0..8).filter(|c| state.hands[seat.index()] >> c & 1 == 1).map(Character);
            layout.open(("hand", seat), hand.map(|c| card_piece(family, c)));
            self.put_won(layout, state, seat, viewer);
        }
        let values = state.trick.values(&self.values);
        for (place, laid) in state.trick.laid().iter().enumerate() {
            let seat = state.trick.seat(place);
            let family = state.families[seat.index()];
            let gone = |cards: &Cards| cards.contains((family, laid.character));
            if gone(&aside) || state.collected.iter().any(gone) {
                continue;
            }
            let look = Look::open(card_piece(family, laid.character)).slot(seat.0);
            let mut look = look.mark("value", values[place].into());
            if laid.actor != seat {
                look = look.mark("actor", laid.actor.0.into());
            }
            if let Some(action) = laid.action {
                look = look.mark(action.name(), 1);
            }
            layout.put("trick", look, 1u8);
        }
    }

    /// Whether a seat is still to look at something, when the trick in which it said so has been collected.
    fn still_looks(&self, state: &State, seat: Seat) -> bool {
        let Phase::Look(now) = state.phase else { return false };
        let later = state.trick.laid().iter().enumerate().skip(usize::from(now) + 1);
        let looks = later.filter(|(_, laid)| laid.action.is_some_and(|action| action != Action::Serve));
        looks.map(|(place, _)| state.trick.seat(place)).any(|looker| looker == seat)
    }

    /// The collected cards of a seat, by trick; a served card belongs to none. Their faces are for those who may look.
    fn put_won(&self, layout: &mut Layout, state: &State, seat: Seat, viewer: Viewer) {
        let own = viewer.knows_as(seat) && !self.options.variants.contains(&Variant::Consultent);
        let sees = |looked: u8| viewer == Viewer::Replay || own || looked & mask(viewer) != 0;
        let mut served = state.collected[seat.index()];
        for (n, trick) in state.tricks.iter().enumerate().filter(|(_, trick)| trick.winner == Some(seat)) {
            served = served.without(trick.cards);
            for (family, character) in trick.cards.iter() {
                let look = Look::hidden(card_piece(family, character), sees(trick.looked));
                layout.put(("won", seat), look.slot(n + 1), 1u8);
            }
        }
        layout.hidden(("won", seat), served.iter().map(|(family, c)| card_piece(family, c)), sees(0));
    }

    /// The product that counts for each seat, as the cards and tokens lie.
    pub(super) fn rows(&self, state: &State) -> Vec<Row> {
        let row = |seat| {
            let (family, tokens, values) = self.best_family(state, seat)?;
            let row = Row::new(seat, "product", tokens * values).arg("family", family.name());
            Some(row.arg("tokens", tokens).arg("values", values))
        };
        Seat::all(self.seats()).filter_map(row).collect()
    }
}

fn put_tokens(layout: &mut Layout, state: &State, viewer: Viewer) {
    let down = state.tokens.pool_down();
    layout.put("bag", Look::back("token"), down);
    let out = state.tokens.iter().count() + usize::from(down);
    layout.put("box", Look::back("token"), MAX_TOKENS - out.min(MAX_TOKENS));
    for token in state.tokens.iter() {
        let look = token_seen(token, viewer).key(key(token.id));
        match token.place {
            Place::Area(seat) => layout.put(("area", seat), look, 1u8),
            Place::Pool => layout.put("pool", look, 1u8),
        }
    }
}

impl SeptBlasons {
    /// What is being decided; of a power which one.
    fn phase(&self, state: &State) -> &'static str {
        let Phase::Power(place) = state.phase else { return state.phase.name() };
        let power = state.trick.power_at(usize::from(place), self.religieux());
        power.map_or("power", |(power, _)| POWERS[power as usize])
    }
}

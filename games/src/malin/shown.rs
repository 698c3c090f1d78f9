//! [`Shown`]: hands, the trick, Malheurs and contracts.

use super::Malin;
use super::card::{Card, Hand};
use super::chance::Chance;
use super::malheur::{Change, Kind, Malheur};
use super::moves::{Move, ValuedCard};
use super::piece::{card_piece, malheur_piece};
use super::state::{Phase, SEATS, State};
use super::told;
use crate::game::Shown;
use crate::locale::Texts;
use crate::prelude::*;
use crate::shown::{Arrangement, Layout, Look, Name, Pick, Picks, Piece, Pieces, Row, Stages, Told};

/// What is being decided.
const PHASES: &[&str] = &[
    "deal",
    "reshuffle",
    "bid",
    "deal_window",
    "play",
    "play_or_malheur",
    "after_window",
    "answer_window",
    "trick_end",
    "barter",
    "over",
];

impl Shown for Malin {
    fn pieces(&self) -> Pieces {
        let mut pieces = Pieces {
            marks: vec!["value", "seat", "target", "other"],
            seat_marks: vec!["seat", "target", "other"],
            phases: PHASES.to_vec(),
            buttons: vec!["pass", "up", "down"],
            milestones: [
                ("round_dealt", vec!["cards", "round", "seat"]),
                ("trick_won", vec!["cards", "seat"]),
                ("trick_given", vec!["cards", "seat"]),
                ("trick_void", vec![]),
                ("malheur_acted", vec!["cards", "seat", "target", "card", "other", "n"]),
                ("contract_met", vec!["seat", "contract"]),
                ("round_scored", vec![]),
            ]
            .into(),
            rows: vec!["start", "off_contract", "partner"],
            ..Pieces::default()
        };
        for card in self.whole_pack() {
            let number = if let Card::Number(number) = card { Some(i32::from(number)) } else { None };
            pieces.piece(card_piece(card), number.map(|number| ("number", number.into())));
        }
        self.whole_deck().into_iter().for_each(|kind| pieces.piece(malheur_piece(kind), []));
        let seats = self.seats();
        for zone in ["stock", "removed", "left_over", "played"] {
            pieces.zone(zone, Arrangement::Stack);
        }
        pieces.zone("trick", Arrangement::Slots).slots =
            Seat::all(seats).map(|seat| Name::new(seat.0)).collect();
        pieces.zones_of(seats, "hand", Arrangement::Fan);
        pieces.counters(["round", "tricks"]);
        pieces.counters_of(seats, ["announced", "contract", "taken", "points", "dealer", "leader"]);
        if self.options.malheurs {
            pieces.zone("malheur_pile", Arrangement::Stack);
            pieces.zone("malheurs_used", Arrangement::Fan);
            pieces.zone("waiting", Arrangement::List);
            pieces.zones_of(seats, "malheurs", Arrangement::Fan);
            pieces.counters_of(seats, ["changed", "to_ask", "passed"]);
        }
        pieces
    }

    fn layout(&self, state: &State, viewer: Viewer) -> Layout {
        let complete = state.trick.len() == self.seats();
        let between = complete && matches!(state.phase, Phase::Play(_));
        let turn = if between { Turn::Chance } else { self.turn(state) };
        let mut layout = Layout::new(if between { "trick_end" } else { self.phase(state) }, turn);
        layout.count("round", state.round);
        layout.count("tricks", state.tricks);
        self.put_cards(&mut layout, state, viewer);
        if self.options.malheurs {
            self.put_malheurs(&mut layout, state, viewer);
            self.put_asked(&mut layout, state);
        }
        for seat in Seat::all(self.seats()) {
            let at = seat.index();
            layout.count(("announced", seat), state.contracts[at].is_some());
            layout.count(("contract", seat), state.contracts[at].unwrap_or(0));
            layout.count(("taken", seat), state.taken[at]);
            layout.count(("points", seat), state.points[at]);
            layout.count(("dealer", seat), state.round > 0 && state.dealer == seat);
            layout.count(("leader", seat), state.round > 0 && state.trick.leader == seat);
        }
        layout
    }

    fn picks(&self, state: &State, mv: Move) -> Picks {
        let seat = self.decider(state).unwrap_or_default();
        match mv {
            Move::Bid(contract) => Pick::Number(contract.into()).into(),
            Move::Play(lay) => self.lay_picks(state, Picks::default(), seat, lay),
            Move::Pass => Pick::button("pass").into(),
            Move::Malheur(malheur) => {
                let card = Picks::from(Pick::thing(("malheurs", seat), malheur.kind().name()));
                let named = match malheur {
                    Malheur::Retake(lay) => self.lay_picks(state, card, seat, lay),
                    Malheur::Barter(given, _) => card.then(Pick::thing(("hand", seat), card_piece(given).id)),
                    _ => card,
                };
                let seats: Vec<_> = malheur.seats().map(Pick::Seat).collect();
                let aimed = if seats.is_empty() { named } else { named.then_all(seats) };
                malheur
                    .change()
                    .into_iter()
                    .fold(aimed, |picks, change| picks.then(Pick::button(change.name())))
            }
        }
    }

    fn meant(&self, state: &State) -> Vec<Move> {
        let Some(seat) = self.decider(state) else { return Vec::new() };
        let other = Seat((seat.0 + 1) % self.seats() as u8);
        let (low, high) = (seat.min(other), seat.max(other));
        let hand = state.hands[seat.index()];
        let mut moves: Vec<_> = (0..self.tricks() as u8).map(Move::Bid).collect();
        self.lays(state, hand, |lay| moves.extend([Move::Play(lay), Move::Malheur(Malheur::Retake(lay))]));
        let given = hand.kinds(self.fixed_twins()).map(|card| Malheur::Barter(card, other));
        let aimed =
            [Malheur::Drain(other), Malheur::Gift(other), Malheur::EvilEye(other), Malheur::Swap(low, high)];
        let changes = [Malheur::Perjury(Change::Up), Malheur::Curse(other, Change::Up)];
        let plain = [Malheur::Inversion, Malheur::Boost, Malheur::Void, Malheur::Parry];
        moves.extend(given.chain(aimed).chain(changes).chain(plain).map(Move::Malheur));
        if hand.is_empty() {
            let none = Malheur::Retake(ValuedCard { card: Card::Wish, value: 0 });
            moves.extend([none, Malheur::Barter(Card::Wish, other)].map(Move::Malheur));
        }
        moves.push(Move::Pass);
        moves
    }

    fn play_watched(&self, state: &mut State, mv: Move, watch: &mut Stages<State>) {
        if let Some(seat) = self.decider(state) {
            self.apply(state, seat, mv, watch);
        }
    }

    fn resolve_watched(&self, state: &mut State, outcome: &Chance, watch: &mut Stages<State>) {
        let fits = self.decide(state, outcome, watch);
        debug_assert!(fits.is_ok(), "{fits:?}");
    }

    fn sheet(&self, state: &State, _: Viewer) -> Vec<Row> {
        let announced = state.contracts[..self.seats()].iter().all(Option::is_some);
        if announced && !matches!(state.phase, Phase::Deal | Phase::Over) {
            self.rows(state)
        } else {
            Vec::new()
        }
    }

    fn opening(&self) -> Vec<Row> {
        Seat::all(self.seats()).map(|seat| Row::new(seat, "start", i32::from(self.options.points))).collect()
    }

    fn texts() -> Option<&'static Texts> {
        Some(&told::TEXTS)
    }

    fn told(&self, state: &State, mv: Move, viewer: Viewer) -> Told {
        self.told_of(state, mv, viewer)
    }
}

impl Malin {
    fn put_cards(&self, layout: &mut Layout, state: &State, viewer: Viewer) {
        let mut elsewhere = self.whole_pack().len();
        if state.round == 0 {
            layout.put("stock", Look::back("card"), elsewhere);
            return;
        }
        layout.open("removed", [card_piece(state.removed)]);
        let sees_all = viewer == Viewer::Replay;
        layout.hidden("left_over", self.pieces_of(state.left_over), sees_all);
        elsewhere -= 1 + state.left_over.len() as usize;
        for seat in Seat::all(self.seats()) {
            let hand = state.hands[seat.index()];
            let public = state.known[SEATS][seat.index()].both(hand);
            let known = match viewer {
                Viewer::Seat(viewer) if viewer != seat => {
                    state.known[viewer.index()][seat.index()].both(hand)
                }
                _ if viewer.knows_as(seat) => hand,
                _ => Hand::default(),
            };
            let known = known.either(public);
            let fixed = self.fixed_twins();
            layout.open(("hand", seat), self.pieces_of(public));
            layout.hidden(("hand", seat), self.pieces_of(known.minus(public, fixed)), true);
            layout.put(("hand", seat), Look::back("card"), hand.len() - known.len());
            elsewhere -= hand.len() as usize;
            if let Some(laid) = state.trick.before(seat) {
                let look = Look::open(card_piece(laid.card)).slot(seat.0).mark("value", laid.value.into());
                layout.put("trick", look, 1u8);
                elsewhere -= 1;
            }
        }
        layout.put("played", Look::back("card"), elsewhere);
    }

    fn put_malheurs(&self, layout: &mut Layout, state: &State, viewer: Viewer) {
        let pile = if state.round == 0 { self.whole_deck().len() } else { state.pile.len() };
        layout.put("malheur_pile", Look::back("malheur"), pile);
        let mut used = state.used;
        for (place, &(user, malheur)) in state.trick.waiting.iter().enumerate() {
            let kind = malheur.kind();
            used[kind as usize] = used[kind as usize].saturating_sub(1);
            let look = Look::open(malheur_piece(kind)).slot(place).mark("seat", user.0.into());
            layout.put("waiting", aimed(look, malheur), 1u8);
        }
        layout.open("malheurs_used", Kind::repeated(used).map(malheur_piece));
        for seat in Seat::all(self.seats()) {
            let held = Kind::repeated(state.malheurs[seat.index()]).map(malheur_piece);
            layout.hidden(("malheurs", seat), held, viewer.knows_as(seat));
            let (now, announced) = (state.contracts[seat.index()], state.announced[seat.index()]);
            layout.count(("changed", seat), now.unwrap_or(0) - announced.unwrap_or(0));
        }
    }

    /// Who is still asked in a window, and who has passed in it: everybody sees who holds a Malheur, and nobody else is asked.
    fn put_asked(&self, layout: &mut Layout, state: &State) {
        let seats = self.seats();
        // So many seats before the one that is asked have had their turn in this window.
        let (asked, before) = match state.phase {
            Phase::DealWindow(seat) => (seat, (seat.index() + seats - self.first(state).index()) % seats),
            Phase::After(seat, quiet) => (seat, usize::from(quiet)),
            _ => return,
        };
        for step in 1..seats {
            let seat = Seat(((asked.index() + step) % seats) as u8);
            if self.holds_malheurs(state, seat) {
                let counter = if step < seats - before { "to_ask" } else { "passed" };
                layout.count((counter, seat), true);
            }
        }
    }

    fn pieces_of(&self, hand: Hand) -> impl Iterator<Item = Piece> {
        hand.cards(self.fixed_twins()).map(card_piece)
    }

    /// The taps that lay a card: its value is asked for where it has a choice of them.
    fn lay_picks(&self, state: &State, picks: Picks, seat: Seat, lay: ValuedCard) -> Picks {
        let picks = picks.then(Pick::thing(("hand", seat), card_piece(lay.card).id));
        match self.values(state, lay.card).count() {
            0 | 1 => picks,
            _ => picks.then(Pick::Number(lay.value.into())),
        }
    }

    /// What each seat loses with the tricks as they are.
    pub(super) fn rows(&self, state: &State) -> Vec<Row> {
        let mut rows = Vec::new();
        for seat in Seat::all(self.seats()) {
            let own = self.off_contract(state, seat);
            let (contract, taken) = (state.contracts[seat.index()].unwrap_or(0), state.taken[seat.index()]);
            if own > 0 {
                let row = Row::new(seat, "off_contract", -own).arg("contract", i32::from(contract));
                rows.push(row.arg("taken", i32::from(taken)));
            }
            let partner = self.losses(state)[seat] - own;
            if partner > 0 {
                rows.push(Row::new(seat, "partner", -partner));
            }
        }
        rows
    }
}

impl Malin {
    fn phase(&self, state: &State) -> &'static str {
        match state.phase {
            Phase::Play(_) if self.options.malheurs => "play_or_malheur",
            Phase::After(..) if !state.trick.waiting.is_empty() => "answer_window",
            phase => phase.name(),
        }
    }
}

/// A Malheur that waits, with whom or what it is aimed at. The card that a retake names lies open in the hand.
fn aimed(look: Look, malheur: Malheur) -> Look {
    if let Malheur::Retake(lay) = malheur {
        return look.mark("value", lay.value.into());
    }
    let seats = ["target", "other"].into_iter().zip(malheur.seats());
    seats.fold(look, |look, (mark, seat)| look.mark(mark, seat.0.into()))
}

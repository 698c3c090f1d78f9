//! [`Shown`]: the four rows, what lies before the players, and what each region and symbol is worth.

use super::Richelieu;
use super::card::{Region, Symbol};
use super::cell::{Cell, End, ROWS};
use super::deal::Chance;
use super::disc::DiscBag;
use super::moves::{Move, Payment};
use super::piece::{card_piece, disc_piece};
use super::state::{Place, SEATS, Slot, State, Step};
use super::told;
use crate::game::Shown;
use crate::locale::Texts;
use crate::prelude::*;
use crate::shown::{Arg, Arrangement, Face, Layout, Look, Name, Pick, Picks, Pieces, Row, Stages, Told};

impl Shown for Richelieu {
    fn pieces(&self) -> Pieces {
        let mut pieces = Pieces {
            marks: vec!["marker", "disc"],
            seat_marks: vec!["marker"],
            phases: Step::ALL.map(Step::name).to_vec(),
            buttons: vec!["reserve", "stop", "recover", "skip", "pass"],
            milestones: [
                ("set_up", vec!["seat"]),
                ("disc_taken", vec!["seat"]),
                ("marker_returned", vec!["seat"]),
                ("round_scored", vec![]),
            ]
            .into(),
            rows: vec!["region", "no_region", "symbol", "no_symbol"],
            ..Pieces::default()
        };
        for &card in &self.options.deck {
            let facts = [("region", card.region.name().into()), ("shields", i32::from(card.shields).into())];
            let symbol = card.symbol.map(|symbol| ("symbol", symbol.name().into()));
            pieces.piece(card_piece(card), facts.into_iter().chain(symbol));
        }
        DiscBag::FULL
            .kinds()
            .for_each(|(disc, _)| pieces.piece(disc_piece(disc), [("shows", disc.name().into())]));
        pieces.zone("table", Arrangement::Slots).slots = Cell::all().map(|cell| cell.name().into()).collect();
        pieces.zone("stock", Arrangement::Stack);
        pieces.zone("discs", Arrangement::Slots);
        pieces.zone("removed", Arrangement::Stack);
        pieces.zones_of(self.seats, "taken", Arrangement::Fan);
        pieces.zones_of(self.seats, "held", Arrangement::List);
        pieces.zones_of(self.seats, "given_up", Arrangement::Fan);
        pieces.counters_of(self.seats, ["first", "reserve", "box"]);
        pieces
    }

    fn layout(&self, state: &State, viewer: Viewer) -> Layout {
        let mut layout = Layout::new(state.step.name(), self.turn(state));
        if state.step == Step::Deal {
            layout.put("stock", Look::back("card"), self.options.deck.len());
            layout.put("removed", Look::back("disc"), DiscBag::FULL.len());
        } else {
            layout.put("removed", Look::back("disc"), DiscBag::FULL.len() as usize - state.slots.len());
            self.put_discs(&mut layout, state, viewer);
        }
        for cell in state.table.iter() {
            let card = Look::open(card_piece(state.card(cell))).slot(cell);
            let card = match state.marker(cell) {
                Some(owner) => card.mark("marker", owner.0.into()),
                None => card,
            };
            layout.put("table", card, 1u8);
        }
        for seat in Seat::all(self.seats) {
            for cell in state.side(seat).taken.iter() {
                let card = Look::open(card_piece(state.card(cell)));
                // The first card of a turn lies apart until the second is taken: everybody sees where it came from.
                let card = if state.first_card == Some(cell) { card.slot(cell) } else { card };
                layout.put(("taken", seat), card, 1u8);
            }
            layout.count(("first", seat), state.step != Step::Deal && state.first_seat == seat);
            layout.count(("reserve", seat), state.side(seat).reserve);
            layout.count(("box", seat), state.side(seat).boxed());
        }
        layout
    }

    fn picks(&self, state: &State, mv: Move) -> Picks {
        let at = |cell: Cell| Pick::slot("table", cell);
        match mv {
            Move::Take { row, end, pay } => {
                let card = state
                    .table
                    .end(usize::from(row), end)
                    .map_or_else(Picks::default, |cell| at(cell).into());
                match pay {
                    None => card,
                    Some(Payment::Reserve) => card.then(Pick::button("reserve")),
                    Some(Payment::Card(own)) => card.then(at(own)),
                }
            }
            Move::Mark(cell) => at(cell).into(),
            Move::Shift { from, to } => Picks::from(at(from)).then(at(to)),
            Move::Stop => Pick::button("stop").into(),
            Move::Recover => Pick::button("recover").into(),
            Move::Skip => Pick::button("skip").into(),
            Move::Pass => Pick::button("pass").into(),
        }
    }

    fn meant(&self, state: &State) -> Vec<Move> {
        let ends = (0..ROWS as u8).flat_map(|row| [End::Left, End::Right].map(|end| (row, end)));
        let paid = Cell::all().map(|own| Some(Payment::Card(own)));
        let pays: Vec<_> = [None, Some(Payment::Reserve)].into_iter().chain(paid).collect();
        let takes = ends.flat_map(|(row, end)| pays.iter().map(move |&pay| Move::Take { row, end, pay }));
        let own = state.side(state.seat).markers.iter();
        let shifts = own.flat_map(|from| Cell::all().map(move |to| Move::Shift { from, to }));
        let buttons = [Move::Stop, Move::Recover, Move::Skip, Move::Pass];
        takes.chain(Cell::all().map(Move::Mark)).chain(shifts).chain(buttons).collect()
    }

    fn play_watched(&self, state: &mut State, mv: Move, watch: &mut Stages<State>) {
        self.apply(state, mv, watch);
    }

    fn resolve_watched(&self, state: &mut State, outcome: &Chance, watch: &mut Stages<State>) {
        let fits = self.decide(state, outcome, watch);
        debug_assert!(fits.is_ok(), "{fits:?}");
    }

    fn sheet(&self, state: &State, viewer: Viewer) -> Vec<Row> {
        if state.step == Step::Deal {
            Vec::new()
        } else {
            self.score_rows(state, &self.discs_seen(state, viewer))
        }
    }

    fn texts() -> Option<&'static Texts> {
        Some(&told::TEXTS)
    }

    fn told(&self, state: &State, mv: Move, _: Viewer) -> Told {
        told::told(state, mv)
    }
}

impl Richelieu {
    /// The discs on the table, before the players, and those given up.
    fn put_discs(&self, layout: &mut Layout, state: &State, viewer: Viewer) {
        for (number, (slot, &cell)) in state.slots.iter().zip(&self.options.disc_cells).enumerate() {
            let public = self.disc_seen(state, number, Viewer::Spectator).is_some();
            let look = match self.disc_seen(state, number, viewer).map(disc_piece) {
                Some(piece) if public => Look::open(piece),
                Some(piece) => Face::Known(piece).into(),
                None => Look::back("disc"),
            };
            match slot.place {
                Place::Table => layout.put("discs", look.slot(cell), 1u8),
                // In the order in which the seat took them: of its marker returns the first goes first.
                Place::Held(seat) => {
                    let is_before = |other: &&Slot| other.order < slot.order && other.place.is_with(seat);
                    let before = state.slots.iter().filter(is_before).count();
                    layout.put(("held", seat), look.key(cell).slot(before + 1), 1u8);
                }
                Place::GivenUp(seat) => layout.put(("given_up", seat), look.key(cell), 1u8),
            }
        }
    }

    /// What each region and symbol is worth to each seat, its face-down discs as given.
    pub(super) fn score_rows(&self, state: &State, discs: &[DiscBag; SEATS]) -> Vec<Row> {
        let regions = Region::ALL.map(|region| {
            let mut sums = [0; SEATS];
            let winner = self.score_region(state, discs, region, &mut sums);
            let has = |seat: Seat| state.side(seat).shields(region) > 0;
            (region.name(), winner, sums, Seat::all(self.seats).map(has).collect())
        });
        let symbols = Symbol::ALL.map(|symbol| {
            let mut sums = [0; SEATS];
            let winner = self.score_symbol(state, discs, symbol, &mut sums);
            let has = |seat: Seat| state.side(seat).symbols(symbol) > 0;
            (symbol.name(), winner, sums, Seat::all(self.seats).map(has).collect())
        });
        let mut rows = Vec::new();
        self.add_rows(&mut rows, ["region", "no_region"], &regions);
        self.add_rows(&mut rows, ["symbol", "no_symbol"], &symbols);
        rows
    }

    /// The rows of regions or symbols: what the winner of each gets, and in one row a seat what it loses with those it has no
    /// card of.
    fn add_rows(&self, rows: &mut Vec<Row>, [won, none]: [&'static str; 2], counted: &[Counted]) {
        for (of, winner, sums, has) in counted {
            let Some(seat) = *winner else { continue };
            let lost = if has[seat.index()] { 0 } else { self.penalty };
            rows.push(Row::new(seat, won, sums[seat.index()] - lost).arg("of", *of));
        }
        for seat in Seat::all(self.seats) {
            let without = counted.iter().filter(|(.., has)| !has[seat.index()]);
            let without: Vec<Name> = without.map(|(of, ..)| (*of).into()).collect();
            if !without.is_empty() {
                let lost = self.penalty * without.len() as i32;
                rows.push(Row::new(seat, none, lost).arg("of", Arg::Ids(without)));
            }
        }
    }
}

/// A region or symbol: who wins it, the points of each seat, and which seats have a card of it.
type Counted = (&'static str, Option<Seat>, [i32; SEATS], Vec<bool>);

//! [`Shown`] for Parbourg.
//!
//! Used cards lie in the zone `chain` until they are settled, also the one whose effect is carried out; a bet whose event is used
//! lies in its lane. Henchmen that stay out, with two players, lie in `out`; tokens of other days in `box`.

mod layout;
mod picks;
mod pieces;
mod told;

use super::Parbourg;
use super::card::{Card, Colour};
use super::chance::Chance;
use super::moves::Move;
use super::state::{State, UsedCard};
use super::trace::Observer;
use crate::game::{Game, Shown};
use crate::locale::Texts;
use crate::seat::{Seat, Viewer};
use crate::shown::{Arg, Layout, Milestone, Picks, Piece, Pieces, Row, Stages, Told};

pub(super) use told::TEXTS;

impl Shown for Parbourg {
    fn pieces(&self) -> Pieces {
        pieces::all(self)
    }

    fn layout(&self, state: &State, viewer: Viewer) -> Layout {
        layout::layout(self, state, viewer)
    }

    fn picks(&self, state: &State, mv: Move) -> Picks {
        picks::picks(self, state, mv)
    }

    fn meant(&self, state: &State) -> Vec<Move> {
        picks::meant(self, state)
    }

    fn play_watched(&self, state: &mut State, mv: Move, watch: &mut Stages<State>) {
        self.apply(state, mv, watch);
    }

    fn resolve_watched(&self, state: &mut State, outcome: &Chance, watch: &mut Stages<State>) {
        let fits = self.decide(state, outcome, watch);
        debug_assert!(fits.is_ok(), "{fits:?}");
    }

    fn sheet(&self, state: &State, _: Viewer) -> Vec<Row> {
        self.rows(state)
    }

    fn texts() -> Option<&'static Texts> {
        Some(&TEXTS)
    }

    fn told(&self, state: &State, mv: Move, viewer: Viewer) -> Told {
        told::told(self, state, mv, viewer)
    }
}

impl Observer for Stages<State> {}

impl Parbourg {
    /// Cards are called by their ids, those of a designer's deck so that they are not taken for the printed ones.
    pub(super) fn card_piece(&self, card: Card) -> Piece {
        let own = if self.deck.card(card).printed { "" } else { "own" };
        Piece::new("card", format_args!("{own}{}", self.id(card)))
    }

    /// Henchmen are called by their initiative scores.
    pub(super) fn henchman_piece(&self, henchman: u8) -> Piece {
        let own = if self.deck.henchman(henchman).printed { "" } else { "own" };
        Piece::new("henchman", format_args!("{own}h{}", self.score(henchman)))
    }

    /// The tokens won, by colour.
    pub(super) fn rows(&self, state: &State) -> Vec<Row> {
        let of = |seat: Seat| {
            let won = Colour::ALL.into_iter().zip(state.won[seat.index()]).filter(|(_, n)| *n > 0);
            won.map(move |(colour, n)| Row::new(seat, "tokens", n).arg("colour", self.colour_called(colour)))
        };
        Seat::all(self.seats()).flat_map(of).collect()
    }

    /// Tells that a used card acts, or does not.
    pub(super) fn tell_settled(&self, used: UsedCard, undone: bool) -> Milestone {
        let kind = if undone { "power_countered" } else { "power_used" };
        let name = ("name", self.used_called(used.card));
        let args = [("seat", used.seat.into()), ("card", self.card_piece(used.card).into()), name];
        let mut milestone = Milestone::new(kind, args);
        milestone.args.extend(used.target.seat().map(|seat| ("target", seat.into())));
        milestone
    }

    /// Tells that a challenge begins.
    pub(super) fn tell_begun(&self, state: &State) -> Milestone {
        let numbers = [("day", state.day), ("challenge", state.challenge + 1)];
        let [day, challenge] = numbers.map(|(name, n)| (name, i32::from(n).into()));
        Milestone::new("challenge_begins", [day, challenge, ("colour", self.colour_called(state.colour()))])
    }

    /// Tells which henchman a seat has drawn.
    pub(super) fn tell_drawn(&self, seat: Seat, henchman: u8) -> Milestone {
        let (piece, name) = (self.henchman_piece(henchman).into(), self.henchman_called(henchman));
        Milestone::new("henchman_drawn", [("seat", seat.into()), ("henchman", piece), ("name", name)])
    }

    /// Tells which henchman has taken the place of a seat's.
    pub(super) fn tell_replaced(&self, seat: Seat, henchman: u8) -> Milestone {
        Milestone { kind: "henchman_replaced", ..self.tell_drawn(seat, henchman) }
    }

    /// Tells that the challenge is over.
    pub(super) fn tell_challenge(&self, state: &State, winner: Option<Seat>) -> Milestone {
        let colour = ("colour", self.colour_called(state.colour()));
        match winner {
            Some(seat) => {
                let points = Arg::Number(self.points(state, seat) as i32);
                Milestone::new("challenge_won", [("seat", seat.into()), colour, ("points", points)])
            }
            None => Milestone::new("challenge_cancelled", [colour]),
        }
    }
}

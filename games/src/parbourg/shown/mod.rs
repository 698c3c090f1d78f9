//! [`Shown`] for Parbourg.
//!
//! Used cards lie in the zone `chain` until they are settled, also the one whose effect is carried out; a bet whose event is used
//! lies in its lane. Henchmen that stay out, with two players, lie in `out`; tokens of other days in `box`.

mod layout;
mod picks;
mod pieces;

use super::Parbourg;
use super::card::{Card, Colour};
use super::chance::Chance;
use super::moves::{Move, Target};
use super::state::{State, UsedCard};
use super::trace::Observer;
use crate::game::Game;
use crate::seat::{Seat, Viewer};
use crate::shown::{Arg, Layout, Milestone, Picks, Piece, Pieces, Row, Shown, Stages, Watch};

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
}

impl Observer for Stages<State> {}

impl Parbourg {
    pub(super) fn card_piece(&self, card: Card) -> Piece {
        Piece::new("card", self.id(card))
    }

    /// Henchmen are called by their initiative scores.
    pub(super) fn henchman_piece(&self, henchman: u8) -> Piece {
        Piece::new("henchman", format_args!("h{}", self.score(henchman)))
    }

    /// The tokens won, by colour.
    pub(super) fn rows(&self, state: &State) -> Vec<Row> {
        let of = |seat: Seat| {
            let won = Colour::ALL.into_iter().zip(state.won[seat.index()]).filter(|(_, n)| *n > 0);
            won.map(move |(colour, n)| Row::new(seat, "tokens", n).arg("colour", colour.name()))
        };
        Seat::all(self.seats()).flat_map(of).collect()
    }

    /// Tells that a used card acts, or does not.
    pub(super) fn tell_settled(&self, used: UsedCard, undone: bool) -> Milestone {
        let kind = if undone { "power_countered" } else { "power_used" };
        let args = [("seat", used.seat.into()), ("card", self.card_piece(used.card).into())];
        let mut milestone = Milestone::new(kind, args);
        if let Target::Seat(seat)
        | Target::Laid(seat, _)
        | Target::Building(seat, _)
        | Target::LeaverOf(seat, _) = used.target
        {
            milestone.args.insert("target", seat.into());
        }
        milestone
    }

    /// Tells that the challenge is over.
    pub(super) fn tell_challenge(&self, state: &State, winner: Option<Seat>) -> Milestone {
        let colour = ("colour", state.colour().name().into());
        match winner {
            Some(seat) => {
                let points = Arg::Number(self.points(state, seat) as i32);
                Milestone::new("challenge_won", [("seat", seat.into()), colour, ("points", points)])
            }
            None => Milestone::new("challenge_cancelled", [colour]),
        }
    }
}

/// What is gathered before an outcome of chance.
pub(super) fn tell_gathered(outcome: &Chance, watch: &mut impl Watch<State>) {
    match outcome {
        Chance::Deal(_) => {
            watch.gather("card", &[], "pile");
            watch.gather("henchman", &[], "henchman_pile");
        }
        Chance::Henchmen(_) => watch.gather("henchman", &[], "henchman_pile"),
        Chance::Reshuffle(_) => watch.gather("card", &["discard"], "pile"),
        Chance::Steal(_) | Chance::Discard(_) => {}
    }
}

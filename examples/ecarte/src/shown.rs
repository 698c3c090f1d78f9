//! [`Shown`]: what a page draws, from the stock to the score sheet.

use tapis_games::game::Shown;
use tapis_games::locale::{COMMON_EN, COMMON_FR, Texts};
use tapis_games::playing_card::{CARDS_EN, CARDS_FR, PIQUET};
use tapis_games::prelude::*;
use tapis_games::shown::{Arrangement, Layout, Look, Pick, Picks, Piece, Pieces, Row, Stages, Told};

use crate::Ecarte;
use crate::moves::Move;
use crate::rules::Chance;
use crate::state::{HAND, State};

/// The phases, in their order.
const PHASES: [&str; 7] = ["deal", "propose", "answer", "discard", "draw", "play", "over"];

pub(crate) static TEXTS: Texts = Texts {
    en: &[COMMON_EN, CARDS_EN, include_str!("../text/en.ftl")],
    fr: &[COMMON_FR, CARDS_FR, include_str!("../text/fr.ftl")],
};

impl Shown for Ecarte {
    fn pieces(&self) -> Pieces {
        let told = ["trick_won", "king_turned", "king_announced"].map(|kind| (kind, vec!["seat", "cards"]));
        let dealt = ("hand_dealt", vec!["round", "seat", "cards", "trump"]);
        let mut pieces = Pieces {
            phases: PHASES.to_vec(),
            buttons: vec!["propose", "stand", "accept", "refuse", "discard", "keep"],
            milestones: told.into_iter().chain([dealt, ("round_scored", vec![])]).collect(),
            rows: vec!["king_turned", "king_announced", "tricks", "vole"],
            ..Pieces::default()
        };
        PIQUET.iter().for_each(|card| pieces.piece(card.into(), card.facts()));
        pieces.zone("stock", Arrangement::Stack);
        pieces.zone("trump", Arrangement::Stack);
        pieces.zone("trick", Arrangement::Slots).slots = vec!["0".into(), "1".into()];
        pieces.zones_of(2, "hand", Arrangement::Fan);
        pieces.zones_of(2, "discards", Arrangement::Stack);
        pieces.zones_of(2, "taken", Arrangement::Stack);
        pieces.counters(["round"]);
        pieces.counters_of(2, ["points", "tricks", "dealer", "vulnerable"]);
        pieces
    }

    fn layout(&self, state: &State, viewer: Viewer) -> Layout {
        let mut layout = Layout::new(PHASES[state.phase as usize], self.turn(state));
        layout.put("stock", Look::back("card"), state.unseen().len());
        layout.open("trump", state.turned.map(Into::into));
        let trick = [(state.led, state.mover.next(2)), (state.answer, state.mover)];
        for (card, seat) in trick.into_iter().filter_map(|(card, seat)| Some((card?, seat))) {
            layout.put("trick", Look::open(card.into()).slot(seat.0), 1u8);
        }
        layout.count("round", state.round);
        for (seat, at) in Seat::all(2).zip(0..) {
            let sees = viewer.knows_as(seat);
            let king = PIQUET & state.trump_king().into();
            let shown = if state.king == Some(seat) { state.hands[at] & king } else { king.without(king) };
            layout.open(("hand", seat), shown.iter().map(Into::into));
            layout.hidden(("hand", seat), state.hands[at].without(shown).iter().map(Into::into), sees);
            layout.hidden(("discards", seat), state.discards[at].iter().map(Into::into), sees);
            layout.put(("taken", seat), Look::back("card"), 2 * state.taken[at]);
            layout.count(("tricks", seat), state.taken[at]);
            layout.count(("points", seat), state.points[at]);
            layout.count(("dealer", seat), state.round > 0 && state.dealer == seat);
            layout.count(("vulnerable", seat), state.vulnerable == Some(seat));
        }
        layout
    }

    fn picks(&self, state: &State, mv: Move) -> Picks {
        let held = |card| Pick::thing(("hand", state.mover), card);
        match mv {
            Move::Propose {} => Pick::button("propose").into(),
            Move::Stand {} => Pick::button("stand").into(),
            Move::Accept {} => Pick::button("accept").into(),
            Move::Refuse {} => Pick::button("refuse").into(),
            Move::Discard { cards } if cards.is_empty() => Pick::button("keep").into(),
            Move::Discard { cards } => {
                Picks::default().then_all(cards.iter().map(held)).then(Pick::button("discard"))
            }
            Move::Play { card } => held(card).into(),
        }
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

    /// Of cards discarded by another seat only how many they are.
    fn told(&self, state: &State, mv: Move, viewer: Viewer) -> Told {
        let discarded = || [("discarded", i32::from(state.discarded[0] + state.discarded[1]).into())];
        match mv {
            Move::Propose {} => Told::new("propose", []),
            Move::Stand {} => Told::new("stand", discarded()),
            Move::Accept {} => Told::new("accept", []),
            Move::Refuse {} => Told::new("refuse", discarded()),
            Move::Discard { cards } if cards.is_empty() => Told::new("keep", []),
            Move::Discard { cards } if viewer.knows_as(state.mover) => {
                Told::new("discard", [("cards", cards.iter().map(Into::into).collect())])
            }
            Move::Discard { cards } => Told::new("discard_hidden", [("n", (cards.len() as i32).into())]),
            Move::Play { card } => Told::new("play", [("card", Piece::from(card).into())]),
        }
    }
}

impl Ecarte {
    /// What the points made in the hand are for.
    pub(crate) fn rows(&self, state: &State) -> Vec<Row> {
        let (mut rows, king) = (Vec::new(), state.turned == Some(state.trump_king()));
        for (seat, at) in Seat::all(2).zip(0..) {
            let turned = u8::from(self.options.king_turned && king && state.dealer == seat);
            let announced = u8::from(state.king == Some(seat));
            let kind = if state.taken[at] == HAND { "vole" } else { "tricks" };
            let tricks = state.made[at].saturating_sub(turned + announced);
            let points = [("king_turned", turned), ("king_announced", announced), (kind, tricks)];
            rows.extend(points.iter().filter(|(_, n)| *n > 0).map(|&(kind, n)| Row::new(seat, kind, n)));
        }
        rows
    }
}

//! What a page draws: hands, the trick, what was played, tricks and points.

use tapis_games::game::Shown;
use tapis_games::hands::Deal;
use tapis_games::locale::{COMMON_EN, COMMON_FR, Texts};
use tapis_games::playing_card::{CARDS_EN, CARDS_FR, Card, Cards, WHIST};
use tapis_games::prelude::*;
use tapis_games::shown::{Arrangement, Layout, Look, Pick, Picks, Piece, Pieces, Row, Stages, Told, Watch};

use crate::Template;
use crate::rules::State;

pub(crate) static TEXTS: Texts = Texts {
    en: &[COMMON_EN, CARDS_EN, include_str!("../text/en.ftl")],
    fr: &[COMMON_FR, CARDS_FR, include_str!("../text/fr.ftl")],
};

impl Shown for Template {
    fn pieces(&self) -> Pieces {
        let mut pieces = Pieces {
            phases: vec!["deal", "play", "over"],
            milestones: [("trick_won", vec!["seat", "cards"]), ("round_scored", vec![])].into(),
            rows: vec!["tricks"],
            ..Pieces::default()
        };
        WHIST.iter().for_each(|card| pieces.piece(card.into(), card.facts()));
        for zone in ["stock", "turned", "played"] {
            pieces.zone(zone, Arrangement::Stack);
        }
        pieces.zone("trick", Arrangement::Slots);
        pieces.zones_of(self.seats(), "hand", Arrangement::Fan);
        pieces.counters(["round"]);
        pieces.counters_of(self.seats(), ["points", "tricks", "leader"]);
        pieces
    }

    fn layout(&self, state: &State, viewer: Viewer) -> Layout {
        let phase = match self.turn(state) {
            Turn::Chance => "deal",
            Turn::Player(_) => "play",
            Turn::Over => "over",
        };
        let mut layout = Layout::new(phase, self.turn(state));
        let held: u32 = state.hands.iter().map(|hand| hand.len()).sum();
        let out = held + state.played.len() + u32::from(state.turned.is_some());
        layout.put("stock", Look::back("card"), WHIST.len() - out);
        layout.open("turned", state.turned.map(Into::into));
        let trick = state.trick.iter().fold(Cards::default(), |trick, &card| trick | card);
        layout.open("played", state.played.without(trick).iter().map(Into::into));
        layout.count("round", state.round);
        for (place, &card) in state.trick.iter().enumerate() {
            let seat = (state.leader.index() + place) % self.seats();
            layout.put("trick", Look::open(card.into()).slot(seat), 1u8);
        }
        for seat in Seat::all(self.seats()) {
            let hand = state.hands[seat].iter().map(Into::into);
            layout.hidden(("hand", seat), hand, viewer.knows_as(seat));
            layout.count(("points", seat), state.points[seat]);
            layout.count(("tricks", seat), state.tricks[seat]);
            layout.count(("leader", seat), state.round > 0 && state.leader == seat);
        }
        layout
    }

    fn picks(&self, state: &State, card: Card) -> Picks {
        Pick::thing(("hand", state.mover()), card).into()
    }

    fn meant(&self, state: &State) -> Vec<Card> {
        state.hands[state.mover()].iter().collect()
    }

    fn play_watched(&self, state: &mut State, card: Card, watch: &mut Stages<State>) {
        self.lay(state, card, watch);
    }

    fn resolve_watched(&self, state: &mut State, deal: &Deal, watch: &mut Stages<State>) {
        watch.gather("card", &[], "stock");
        let fits = self.resolve(state, deal);
        debug_assert!(fits.is_ok(), "{fits:?}");
    }

    fn sheet(&self, state: &State, _: Viewer) -> Vec<Row> {
        Seat::all(self.seats()).map(|seat| Row::new(seat, "tricks", state.tricks[seat])).collect()
    }

    fn texts() -> Option<&'static Texts> {
        Some(&TEXTS)
    }

    fn told(&self, _: &State, card: Card, _: Viewer) -> Told {
        Told::new("play", [("card", Piece::from(card).into())])
    }
}

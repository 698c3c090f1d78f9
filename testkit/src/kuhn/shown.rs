//! Kuhn poker as a page draws it.

use super::{Action, Card, Deal, Kuhn, State, winnings};
use tapis_games::game::{Game, Shown, Turn};
use tapis_games::seat::{Seat, Viewer};
use tapis_games::shown::{
    Arg, Arrangement, Layout, Look, Milestone, Pick, Picks, Piece, Pieces, Row, Stages, Watch,
};

const CARDS: [(Card, &str); 3] = [(Card::Jack, "jack"), (Card::Queen, "queen"), (Card::King, "king")];

impl From<Card> for Piece {
    fn from(card: Card) -> Self {
        Piece::new("card", CARDS[card as usize].1)
    }
}

impl Shown for Kuhn {
    fn pieces(&self) -> Pieces {
        let mut pieces = Pieces {
            phases: vec!["deal", "bet", "over"],
            buttons: vec!["pass", "bet"],
            milestones: [("showdown", vec!["seat", "card"]), ("round_scored", vec![])].into(),
            rows: vec!["chips"],
            ..Pieces::default()
        };
        for (rank, (card, _)) in (1..).zip(CARDS) {
            pieces.piece(card.into(), [("rank", Arg::Number(rank))]);
        }
        pieces.zone("stock", Arrangement::Stack);
        pieces.zones_of(2, "hand", Arrangement::Fan);
        pieces.counters_of(2, ["bets"]);
        pieces
    }

    fn layout(&self, state: &State, viewer: Viewer) -> Layout {
        let phase = match self.turn(state) {
            Turn::Chance => "deal",
            Turn::Player(_) => "bet",
            Turn::Over => "over",
        };
        let mut layout = Layout::new(phase, self.turn(state));
        layout.put("stock", Look::back("card"), if state.deal.is_some() { 1u8 } else { 3 });
        for seat in Seat::all(2) {
            let card = state.deal.map(|deal| deal.card(seat).into());
            if state.line.is_showdown() {
                layout.open(("hand", seat), card);
            } else {
                layout.hidden(("hand", seat), card, viewer.knows_as(seat));
            }
            let bets = state.line.actions().iter().skip(seat.index()).step_by(2);
            layout.count(("bets", seat), bets.filter(|&&action| action == Action::Bet).count() as i32);
        }
        layout
    }

    fn picks(&self, _: &State, action: Action) -> Picks {
        Pick::button(action.notation()).into()
    }

    fn play_watched(&self, state: &mut State, action: Action, watch: &mut Stages<State>) {
        self.play_unchecked(state, action);
        if let Some(deal) = state.deal.filter(|_| state.line.is_showdown()) {
            let card = Piece::from(deal.card(deal.higher()));
            watch
                .tell(|| Milestone::new("showdown", [("seat", deal.higher().into()), ("card", card.into())]));
        }
        if self.turn(state) == Turn::Over {
            watch.tell(|| Milestone::scored(self.sheet(state, Viewer::Spectator)));
        }
    }

    fn resolve_watched(&self, state: &mut State, deal: &Deal, watch: &mut Stages<State>) {
        watch.gather("card", &[], "stock");
        state.deal = Some(*deal);
    }

    fn sheet(&self, state: &State, _: Viewer) -> Vec<Row> {
        Seat::all(2).map(|seat| Row::new(seat, "chips", winnings(state)[seat])).collect()
    }
}

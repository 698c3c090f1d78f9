//! What a viewer knows, and the worlds that agree with it.
//!
//! Hidden are hands, discards and the stock. Cards that nobody has shown lie all ways as likely, but not in the hand of a
//! seat that has shown not to hold them.

use tapis_games::hidden_hands::{HiddenHand, can_be_filled};
use tapis_games::playing_card::Cards;
use tapis_games::prelude::*;

use crate::Ecarte;
use crate::moves::{Move, hidden_discard, read};
use crate::observed::Outcome;
use crate::rules::Chance;
use crate::state::{HAND, Phase, State};

/// The digest of an observation log.
#[derive(Clone, Debug)]
pub struct Knowledge {
    /// Whose it is.
    pub viewer: Viewer,
    /// The position as the viewer sees it.
    pub state: State,
    /// The end of the hand before.
    pub finished: State,
    /// The number of the next ply.
    pub next: u32,
}

impl Knowledge {
    /// What is hidden: cards of the two hands, then of the two discards.
    pub fn hidden_hands(&self) -> [HiddenHand; 4] {
        let (state, unseen) = (&self.state, self.state.unseen());
        std::array::from_fn(|place| {
            let at = place % 2;
            let (all, known, from) = match place {
                2 | 3 => (state.discarded[at], state.discards[at], unseen),
                _ if state.round == 0 => (0, Cards::default(), unseen),
                _ => (HAND, state.hands[at] | state.played[at], unseen.without(state.lacks[at])),
            };
            HiddenHand { from: from.bits(), size: u32::from(all).saturating_sub(known.len()) }
        })
    }

    /// The world in which the hidden hands are these.
    pub fn world(&self, filled: &[u64]) -> State {
        let mut world = self.state;
        for (place, cards) in filled.iter().map(|&bits| Cards::from_bits(bits)).enumerate() {
            let cards_of = if place < 2 { &mut world.hands } else { &mut world.discards };
            cards_of[place % 2] = cards_of[place % 2] | cards;
        }
        world
    }

    /// Adds a ply, see [`InformationSet::learn`].
    pub fn add(&mut self, rules: &Ecarte, ply: &SeenPly<Outcome>) -> Result<(), Refusal> {
        let shown = ply.outcome.clone().unwrap_or_default();
        let told = match (ply.seat, &ply.notation) {
            (None, None) if ply.n == 0 && self.next == 0 => Ok(()),
            (Some(seat), Some(notation)) if ply.n > 0 && ply.n == self.next => {
                self.decide(rules, seat, notation, shown.king)
            }
            _ => Err(said("cannot_follow")),
        };
        let told = told.and_then(|()| self.deal(rules, &shown));
        self.next += 1;
        let has_world = |()| if can_be_filled(&self.hidden_hands()) { Ok(()) } else { Err(said("no_world")) };
        told.and_then(has_world)
            .map_err(|why| Refusal::inconsistent_log("README.md#what-a-seat-observes", ply.n, &why))
    }

    /// Follows a move. What it shows of a hidden hand is put there before.
    fn decide(&mut self, rules: &Ecarte, seat: Seat, notation: &str, king: bool) -> Result<(), Said> {
        if rules.turn(&self.state) != Turn::Player(seat) {
            return Err(said("not_that_turn"));
        }
        let (hand, hidden, known) =
            (self.hidden_hands()[seat.index()], !self.viewer.knows_as(seat), self.state.king);
        let state = &mut self.state;
        if let (true, Some(count)) = (hidden, hidden_discard(notation)) {
            if state.phase != Phase::Discard || !state.may_discard(count.into()) || king {
                return Err(said("not_discarded"));
            }
            rules.discard(state, count);
            return Ok(());
        }
        let mv = read(notation).map_err(|_| said("unreadable_notation"))?;
        if let (true, Phase::Play, Move::Play { card }) = (hidden, state.phase, mv) {
            let holds = if king { Cards::from(card) | state.trump_king() } else { card.into() };
            let new = holds.without(state.hand());
            if new.len() > hand.size || !new.without(Cards::from_bits(hand.from)).is_empty() {
                return Err(said("cannot_have"));
            }
            state.hands[seat.index()] = state.hand() | holds;
        }
        rules.play(state, mv).map_err(|_| said("forbidden"))?;
        if (state.king != known) == king { Ok(()) } else { Err(said("king_otherwise")) }
    }

    /// Follows what chance decided.
    fn deal(&mut self, rules: &Ecarte, shown: &Outcome) -> Result<(), Said> {
        let (state, viewer) = (&mut self.state, self.viewer);
        let fits = match (state.phase, &shown.deal, shown.drawn) {
            (Phase::Deal, Some(deal), None) => {
                self.finished = *state;
                let sizes = [0, 1].map(|at| if viewer.knows_as(Seat(at)) { HAND } else { 0 });
                rules.begin(state, deal, sizes, &mut ())
            }
            (Phase::Draw, None, Some(cards)) if viewer.knows_as(state.mover) => {
                rules.resolve(state, &Chance::Draw(cards)).is_ok()
            }
            (Phase::Draw, None, None) if !viewer.knows_as(state.mover) => {
                rules.drawn(state);
                true
            }
            (phase, deal, drawn) => {
                deal.is_none() && drawn.is_none() && !matches!(phase, Phase::Deal | Phase::Draw)
            }
        };
        if fits { Ok(()) } else { Err(said("cards_cannot")) }
    }
}

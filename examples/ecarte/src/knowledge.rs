//! What a viewer knows, and the worlds that agree with it.
//!
//! Hidden are hands, discards and the stock. All ways are as likely in which the cards nobody has shown can lie, but for
//! those that a seat has shown not to hold and the king it has announced.

use tapis_games::game::{Game, Turn};
use tapis_games::gaps::{self, Gap};
use tapis_games::log::SeenPly;
use tapis_games::refusal::Refusal;
use tapis_games::seat::{Seat, Viewer};

use crate::Ecarte;
use crate::cards::{Card, Cards};
use crate::moves::{Move, hidden_discard, read};
use crate::observed::Shown;
use crate::rules::Chance;
use crate::state::{HAND, Phase, State};

/// The digest of an observation log.
#[derive(Clone, Debug)]
pub struct Insight {
    /// Whose it is.
    pub viewer: Viewer,
    /// The position as the viewer sees it.
    pub state: State,
    /// The end of the hand before.
    pub finished: State,
    /// The number of the next ply.
    pub next: u32,
}

impl Insight {
    /// The king of trumps, where it was announced.
    fn king(&self) -> Cards {
        self.state.king.map_or(Cards::default(), |_| Card::king(self.state.trump()).into())
    }

    /// The announced king, where the hidden hand of seat `at` still holds it.
    fn sure(&self, at: usize) -> Cards {
        let holds = self.state.king == Some(Seat(at as u8));
        if holds { self.king() & self.state.unseen() } else { Cards::default() }
    }

    /// What is hidden: the two hands without an announced king, and the two discards.
    pub fn gaps(&self) -> [Gap; 4] {
        let (state, unseen) = (&self.state, self.state.unseen().without(self.king()));
        std::array::from_fn(|place| {
            let at = place % 2;
            let (size, lacks) = match place {
                _ if state.turned.is_none() || self.viewer.knows_as(Seat(at as u8)) => (0, Cards::default()),
                0 | 1 => {
                    let known = state.played[at].len() + self.sure(at).len();
                    (u32::from(HAND).saturating_sub(known), state.lacks[at])
                }
                _ => (state.discarded[at].into(), Cards::default()),
            };
            Gap { from: unseen.without(lacks).bits(), size }
        })
    }

    /// The world in which the gaps are filled so.
    pub fn world(&self, filled: &[u64]) -> State {
        let mut world = self.state;
        for at in 0..2 {
            world.hands[at] = world.hands[at] | Cards::from_bits(filled[at]) | self.sure(at);
            world.discards[at] = world.discards[at] | Cards::from_bits(filled[2 + at]);
        }
        world
    }

    /// Adds a ply.
    pub fn add(&mut self, rules: &Ecarte, ply: &SeenPly<Shown>) -> Result<(), Refusal> {
        let shown = ply.outcome.clone().unwrap_or_default();
        let told = match (ply.seat, &ply.notation) {
            _ if ply.n != self.next || ply.outcome.as_ref() == Some(&Shown::default()) => {
                Err("it cannot follow here")
            }
            (None, None) if ply.n == 0 => Ok(()),
            (Some(seat), Some(notation)) if ply.n > 0 => self.decide(rules, seat, notation, shown.king),
            _ => Err("every ply but the first has a seat and a notation"),
        };
        let told = told.and_then(|()| self.chance(rules, &shown));
        let told = told
            .and_then(|()| gaps::can_be_filled(&self.gaps()).then_some(()).ok_or("the cards lie otherwise"));
        self.next += 1;
        told.map_err(|why| Refusal::inconsistent_log("README.md#what-a-seat-observes", ply.n, why))
    }

    fn decide(&mut self, rules: &Ecarte, seat: Seat, notation: &str, king: bool) -> Result<(), &'static str> {
        if rules.turn(&self.state) != Turn::Player(seat) {
            return Err("it is not the turn of that seat");
        }
        let (at, hidden, known) = (seat.index() & 1, !self.viewer.knows_as(seat), self.state.king);
        if let (true, Some(count)) = (hidden, hidden_discard(notation)) {
            if self.state.phase != Phase::Discard || !self.state.may_discard(count.into()) {
                return Err("so many cards cannot be discarded");
            }
            rules.discard(&mut self.state, count);
            return if king { Err("no king is announced") } else { Ok(()) };
        }
        let mv = read(notation).map_err(|_| "the notation cannot be read")?;
        if let (true, Move::Play { card }) = (hidden, mv) {
            // What the hand is known to hold in any world: this card, and a king that is announced with it.
            let holds = if king { Cards::from(card) | Card::king(self.state.trump()) } else { card.into() };
            let (gap, sure) = (self.gaps()[at], self.sure(at));
            let from = if gap.size > 0 { sure | Cards::from_bits(gap.from) } else { sure };
            if self.state.phase != Phase::Play || !holds.without(from).is_empty() {
                return Err("the seat cannot have that card");
            }
            self.state.hands[at] = holds;
            rules.apply(&mut self.state, mv);
            self.state.hands[at] = Cards::default();
        } else {
            rules.play(&mut self.state, mv).map_err(|_| "the rules forbid that move")?;
        }
        if (self.state.king != known) == king { Ok(()) } else { Err("the king is announced otherwise") }
    }

    fn chance(&mut self, rules: &Ecarte, shown: &Shown) -> Result<(), &'static str> {
        let state = &mut self.state;
        let sees = |seat| self.viewer.knows_as(seat);
        match (state.phase, &shown.deal, shown.drawn) {
            (Phase::Deal, Some(deal), None) => {
                let sizes = [0, 1].map(|seat| if sees(Seat(seat)) { HAND } else { 0 });
                if !rules.fits(state, deal, sizes) {
                    return Err("no such hand can be dealt");
                }
                self.finished = *state;
                rules.begin(state, deal);
            }
            (Phase::Draw, None, Some(cards)) if sees(state.mover) => {
                rules.resolve(state, &Chance::Draw(cards)).map_err(|_| "these cards cannot be drawn")?;
            }
            (Phase::Draw, None, None) if !sees(state.mover) => rules.drawn(state),
            (Phase::Deal | Phase::Draw, ..) | (_, Some(_), _) | (_, _, Some(_)) => {
                return Err("other cards are dealt");
            }
            _ => {}
        }
        Ok(())
    }
}

//! What designers count.

use std::collections::BTreeSet;

use super::Parbourg;
use super::card::CardSet;
use super::deck::{Kind, Played};
use super::moves::Move;
use super::outcome::PlyEvents;
use super::state::{LaidCard, SEATS, State, UsedCard};
use crate::bits::members;
use crate::feature::Counted::{self, Categories, Number};
use crate::feature::Role::{Consequence, Dealt};
use crate::feature::names;
use crate::prelude::*;

mod infos;

pub(super) use infos::infos;

/// Running counts of one seat.
#[derive(Clone, Default)]
pub(super) struct Counts {
    margin: i64,
    spent: i64,
    laid_winning: i64,
    laid_now: i64,
    buildings: i64,
    alchemies: i64,
    ephemerals: i64,
    events: i64,
    countered: i64,
    swing: i64,
    first_down: i64,
    last_down: i64,
    /// The names of the effects used.
    effects: BTreeSet<&'static str>,
    /// Henchmen that came from the top of the pile, and those with whom a token was won, as masks.
    drawn: u16,
    won_with: u16,
    /// Cards of the first hand, and those drawn.
    dealt: CardSet,
    played: CardSet,
}

/// Running counts of a game.
#[derive(Clone, Default)]
pub struct Tally {
    pub(super) seats: [Counts; SEATS],
}

impl Parbourg {
    /// The cards and henchmen that chance gave in a ply. A henchman that a seat chose is none of them.
    pub(super) fn count_received(&self, tally: &mut Tally, before: &State, ply: &Ply<Self>, after: &State) {
        let PlyEvents { drew, henchmen, .. } = self.replay_events(before, ply);
        for (seat, henchman) in henchmen {
            tally.seats[seat.index()].drawn |= 1 << henchman;
        }
        for (seat, card) in drew {
            tally.seats[seat.index()].dealt.insert(card);
        }
        if ply.n == 0 {
            for seat in Seat::all(self.seats()) {
                tally.seats[seat.index()].dealt = after.hand(seat);
            }
        }
    }

    /// What the used card that acted, or was undone, in this ply brought its user.
    pub(super) fn count_settled(
        &self,
        tally: &mut Tally,
        before: &State,
        action: (Seat, Move),
        after: &State,
    ) {
        let mut start = before.clone();
        let opened = opened(&mut start, action);
        let chain = before.chain.len() + usize::from(opened.is_some());
        let Some(base) = before.chain.first().copied().or(opened) else { return };
        let Some(effect) = self.deck.card(base.card).effect else { return };
        if !after.chain.is_empty() || !self.deck.card(base.card).kind.is_action() {
            return;
        }
        let counts = &mut tally.seats[base.seat.index()];
        if chain.is_multiple_of(2) {
            counts.countered += 1;
            return;
        }
        counts.events += 1;
        counts.effects.insert(effect.name());
        if (before.day, before.challenge) == (after.day, after.challenge) {
            counts.swing += self.lead(after, base.seat) - self.lead(&start, base.seat);
        }
    }

    /// Points beyond the best other seat's.
    fn lead(&self, state: &State, seat: Seat) -> i64 {
        let points = |seat: Seat| i64::from(self.points(state, seat));
        points(seat) - self.others(seat).map(points).max().unwrap_or(0)
    }

    pub(super) fn count_challenge(&self, tally: &mut Tally, before: &State, after: &State) {
        for seat in Seat::all(self.seats()) {
            let won = after.won[seat.index()] != before.won[seat.index()];
            let lead = self.lead(before, seat);
            let counts = &mut tally.seats[seat.index()];
            let laid = std::mem::take(&mut counts.laid_now);
            if won {
                counts.margin += lead.max(0);
                counts.laid_winning += laid;
                let own = before.henchmen[seat.index()].iter();
                counts.won_with |= own.fold(0, |mask, henchman| mask | 1 << henchman);
            }
        }
    }

    pub(super) fn seat_features(&self, tally: &Tally, end: &State, seat: Seat) -> Vec<Feature> {
        let order = Feature::turn_order(end.first, seat, self.seats());
        let (at, own) = (seat.index(), &tally.seats[seat.index()]);
        let (won, left) = (end.won[at].map(i64::from), end.hands[at].len().into());
        Counted::features(&table(), &Seen { deck: &self.deck, own, won, left }, order)
    }
}

/// What is read of a finished game, for a seat.
struct Seen<'a> {
    deck: &'a Played,
    own: &'a Counts,
    /// Tokens by colour.
    won: [i64; 4],
    /// Cards left.
    left: i64,
}

impl Seen<'_> {
    /// The cards as features name them: `#88`.
    fn ids(&self, cards: CardSet) -> Vec<String> {
        cards.iter().map(|card| format!("#{}", self.deck.card(card).id)).collect()
    }

    /// The names of the cards of a kind that were laid or used. A deck may give a name to several cards; it is said once.
    fn named(&self, kind: Kind) -> Vec<String> {
        let cards = self.own.played.iter().map(|card| self.deck.card(card)).filter(|card| card.kind == kind);
        cards.filter_map(|card| card.name.clone()).collect::<BTreeSet<_>>().into_iter().collect()
    }

    fn henchmen(&self, mask: u16) -> Vec<String> {
        let those = members(u64::from(mask)).map(|at| self.deck.henchman(at));
        those.map(|henchman| format!("{} {}", henchman.initiative, henchman.name)).collect()
    }
}

fn table<'a>() -> [Counted<Seen<'a>>; 23] {
    [
        Number(Consequence, "winning_margin", |s| s.own.margin),
        Number(Consequence, "cards_spent", |s| s.own.spent),
        Number(Consequence, "cards_per_token_tenths", |s| {
            10 * s.own.laid_winning / s.won.iter().sum::<i64>().max(1)
        }),
        Number(Consequence, "buildings_laid", |s| s.own.buildings),
        Number(Consequence, "alchemy_used", |s| s.own.alchemies),
        Number(Consequence, "ephemeral_used", |s| s.own.ephemerals),
        Number(Consequence, "events_used", |s| s.own.events),
        Number(Consequence, "events_undone", |s| s.own.countered),
        Number(Consequence, "events_swing", |s| s.own.swing),
        Number(Consequence, "lay_down_first", |s| s.own.first_down),
        Number(Consequence, "lay_down_last", |s| s.own.last_down),
        Number(Consequence, "cards_left", |s| s.left),
        Categories(Dealt, "card_dealt", |s| s.ids(s.own.dealt)),
        Categories(Dealt, "henchman", |s| s.henchmen(s.own.drawn)),
        Categories(Consequence, "event_used", |s| names(s.own.effects.iter().copied(), |effect| effect)),
        Categories(Consequence, "card_played", |s| s.ids(s.own.played)),
        Categories(Consequence, "building_laid", |s| s.named(Kind::Building)),
        Categories(Consequence, "alchemy_played", |s| s.named(Kind::Alchemy)),
        Categories(Consequence, "henchman_won", |s| s.henchmen(s.own.won_with)),
        Number(Consequence, "won_politique", |s| s.won[0]),
        Number(Consequence, "won_militaire", |s| s.won[1]),
        Number(Consequence, "won_intrigue", |s| s.won[2]),
        Number(Consequence, "won_science", |s| s.won[3]),
    ]
}

pub(super) fn count_move(counts: &mut Counts, before: &State, seat: Seat, mv: Move) {
    if let Some(card) = mv.card() {
        counts.spent += 1;
        counts.played.insert(card);
    }
    match mv {
        Move::Bet { .. } | Move::Event(..) => counts.laid_now += 1,
        Move::Build(_) => counts.buildings += 1,
        Move::Alchemy(..) => counts.alchemies += 1,
        Move::Ephemeral(..) => counts.ephemerals += 1,
        Move::Fold => {
            let standing = before.standing.count_ones() as usize;
            let seats = before.order.len();
            counts.first_down += i64::from(standing == seats);
            counts.last_down += i64::from(standing == 1 && before.stands(seat));
        }
        _ => {}
    }
}

/// The used card the move puts on the chain; a bet is laid in `state`.
fn opened(state: &mut State, (seat, mv): (Seat, Move)) -> Option<UsedCard> {
    let (card, target) = (mv.card()?, mv.target()?);
    if let Move::Bet { hidden, .. } = mv {
        state.table.push(LaidCard { seat, card, hidden, doubled: false });
    }
    let laid = matches!(mv, Move::Bet { .. });
    Some(UsedCard { seat, card, target, laid, to_ask: 0 })
}

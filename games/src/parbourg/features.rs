//! What designers count.

use std::collections::BTreeSet;

use super::Parbourg;
use super::card::CardSet;
use super::deck::Kind;
use super::moves::Move;
use super::outcome::PlyEvents;
use super::state::{LaidCard, SEATS, State, UsedCard};
use crate::prelude::*;

mod infos;

pub(super) use infos::infos;

/// Running counts of one seat.
#[derive(Clone, Copy, Default)]
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
    /// Effects used, as a mask over [`EVENTS`].
    effects: u32,
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
        counts.effects |= EVENTS.iter().position(|name| *name == effect.name()).map_or(0, |at| 1 << at);
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
        let (at, counts) = (seat.index(), &tally.seats[seat.index()]);
        let tokens: i64 = end.won[at].iter().map(|&n| i64::from(n)).sum();
        let mut features = vec![
            Feature::turn_order(end.first, seat, self.seats()),
            Feature::number("winning_margin", counts.margin),
            Feature::number("cards_spent", counts.spent),
            Feature::number("cards_per_token_tenths", 10 * counts.laid_winning / tokens.max(1)),
            Feature::number("buildings_laid", counts.buildings),
            Feature::number("alchemy_used", counts.alchemies),
            Feature::number("ephemeral_used", counts.ephemerals),
            Feature::number("events_used", counts.events),
            Feature::number("events_undone", counts.countered),
            Feature::number("events_swing", counts.swing),
            Feature::number("lay_down_first", counts.first_down),
            Feature::number("lay_down_last", counts.last_down),
            Feature::number("cards_left", end.hands[at].len() as i64),
        ];
        let won = COLOURS.iter().zip(end.won[at]);
        features.extend(won.map(|(&name, n)| Feature::number(name, i64::from(n))));
        let used = EVENTS.iter().enumerate().filter(|(at, _)| counts.effects >> at & 1 == 1);
        features.extend(used.map(|(_, &name)| Feature::category("event_used", name)));
        features.extend(self.ids_of(counts.dealt).map(|id| Feature::category("card_dealt", id)));
        features.extend(self.card_features(counts.played));
        features.extend(self.henchman_features("henchman", counts.drawn));
        features.extend(self.henchman_features("henchman_won", counts.won_with));
        features
    }

    /// The cards a seat laid or used: each by its id, buildings and alchemy by their names too. A deck may give a name to
    /// several cards; it is said once.
    fn card_features(&self, played: CardSet) -> Vec<Feature> {
        let cards: Vec<_> = played.iter().map(|card| self.deck.card(card)).collect();
        let mut features: Vec<Feature> =
            self.ids_of(played).map(|id| Feature::category("card_played", id)).collect();
        for (name, kind) in [("building_laid", Kind::Building), ("alchemy_played", Kind::Alchemy)] {
            let names = cards.iter().filter(|card| card.kind == kind).filter_map(|card| card.name.as_deref());
            features.extend(names.collect::<BTreeSet<_>>().into_iter().map(|of| Feature::category(name, of)));
        }
        features
    }

    /// The cards as features name them: `#88`.
    fn ids_of(&self, cards: CardSet) -> impl Iterator<Item = String> {
        cards.iter().map(|card| format!("#{}", self.deck.card(card).id))
    }

    fn henchman_features(&self, name: &'static str, mask: u16) -> impl Iterator<Item = Feature> {
        let those = self.deck.henchmen.iter().enumerate().filter(move |(at, _)| mask >> at & 1 == 1);
        those.map(move |(_, henchman)| {
            Feature::category(name, format!("{} {}", henchman.initiative, henchman.name))
        })
    }
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
    let (card, target, laid) = match mv {
        Move::Bet { card, hidden, event: Some(target) } => {
            state.table.push(LaidCard { seat, card, hidden, doubled: false });
            (card, target, true)
        }
        Move::Event(card, target) | Move::Alchemy(card, target) | Move::Ephemeral(card, target) => {
            (card, target, false)
        }
        _ => return None,
    };
    Some(UsedCard { seat, card, target, laid, to_ask: 0 })
}

const COLOURS: [&str; 4] = ["won_politique", "won_militaire", "won_intrigue", "won_science"];

/// The effects events may have.
const EVENTS: [&str; 16] = [
    "bonus",
    "draw",
    "discard_hand",
    "steal_card",
    "peek_hand",
    "discard_action",
    "take_back",
    "double",
    "retrieve",
    "destroy_building",
    "force_fold",
    "limit_actions",
    "change_colour",
    "cancel_challenge",
    "swap_order",
    "shield",
];

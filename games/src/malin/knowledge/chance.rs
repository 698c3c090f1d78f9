//! Adding a ply: the chance after the decision, as far as it was seen.

use super::super::Malin;
use super::super::chance::Chance;
use super::super::malheur::{KINDS, Kind};
use super::super::outcome::Outcome;
use super::super::round::Deal;
use super::super::state::{Phase, SEATS, State};
use super::cards::Cards;
use super::malheurs::Stage;
use super::{Knowledge, contradiction};
use crate::prelude::*;

type Held = [u32; SEATS];

impl Malin {
    pub(super) fn follow_chance(
        &self,
        knowledge: &mut Knowledge,
        n: u32,
        before: &State,
        spent: Option<(Seat, Kind)>,
        seen: &Outcome,
    ) -> Result<(), Refusal> {
        let mut held = held(before);
        if let Some((seat, _)) = spent {
            held[seat.index()] = held[seat.index()].saturating_sub(1);
        }
        let mut stages = vec![self.stage(&knowledge.table, &mut held, None)];
        while self.turn(&knowledge.table) == Turn::Chance {
            match knowledge.table.phase {
                Phase::Deal => self.follow_deal(knowledge, n, seen, &mut held, &mut stages)?,
                Phase::Reshuffle(_) => {
                    let used = knowledge.table.used;
                    self.resolve(&mut knowledge.table, &Chance::Reshuffle(Kind::repeated(used).collect()))?;
                    stages.push(self.stage(&knowledge.table, &mut held, Some(used)));
                }
                _ => return Err(contradiction(n, said("bartered_missing"))),
            }
        }
        self.own_malheurs(knowledge, n, before, spent, seen, &stages)
    }

    /// Who drew how many Malheur cards since `held`, in the order in which they were drawn.
    fn stage(&self, table: &State, held: &mut Held, pile: Option<[u8; KINDS]>) -> Stage {
        let now = self::held(table);
        let seats = self.seats();
        let order = (1..=seats).map(|place| (table.dealer.index() + place) % seats);
        let draws = order.map(|seat| (Seat(seat as u8), now[seat].saturating_sub(held[seat]) as u8));
        let stage = Stage { pile, draws: draws.filter(|(_, count)| *count > 0).collect() };
        *held = now;
        stage
    }

    fn follow_deal(
        &self,
        knowledge: &mut Knowledge,
        n: u32,
        seen: &Outcome,
        held: &mut Held,
        stages: &mut Vec<Stage>,
    ) -> Result<(), Refusal> {
        let shown = seen.deal.as_ref().ok_or_else(|| contradiction(n, said("deal_missing")))?;
        let first = knowledge.table.round == 0;
        let deal = self.complete(&knowledge.table, knowledge.viewer, shown);
        let deal = deal.ok_or_else(|| contradiction(n, said("deal_impossible")))?;
        let cards = vec![Cards::dealt(&deal, knowledge.viewer)];
        self.resolve(&mut knowledge.table, &Chance::Deal(deal))?;
        knowledge.finished = std::mem::replace(&mut knowledge.cards, cards);
        if first {
            let mut deck = [0; KINDS];
            self.whole_deck().into_iter().for_each(|kind| deck[kind as usize] += 1);
            stages.push(self.stage(&knowledge.table, held, Some(deck)));
        }
        Ok(())
    }

    /// A whole deal that shows the viewer what it saw.
    fn complete(&self, table: &State, viewer: Viewer, shown: &Deal) -> Option<Deal> {
        let mut rest = self.whole_pack();
        for card in shown.hands.iter().flatten().chain([&shown.removed]) {
            rest.swap_remove(rest.iter().position(|other| other == card)?);
        }
        let own = |(at, hand): (usize, &Vec<_>)| !viewer.knows_as(Seat(at as u8)) || !hand.is_empty();
        if !shown.hands.iter().enumerate().all(own) {
            return None;
        }
        let mut rest = rest.into_iter();
        let hand = |shown: &Vec<_>| match shown.len() {
            0 => rest.by_ref().take(self.tricks()).collect(),
            _ => shown.clone(),
        };
        let hands = shown.hands.iter().map(hand).collect();
        let pile = if table.round == 0 { self.whole_deck() } else { table.pile.to_vec() };
        let deal = Deal { hands, left_over: rest.collect(), pile, ..shown.clone() };
        self.deal_fits(table, &deal).then_some(deal)
    }

    /// The Malheur cards the viewer holds now, and what its draws say of the piles.
    fn own_malheurs(
        &self,
        knowledge: &mut Knowledge,
        n: u32,
        before: &State,
        spent: Option<(Seat, Kind)>,
        seen: &Outcome,
        stages: &[Stage],
    ) -> Result<(), Refusal> {
        let wrong = || contradiction(n, said("malheurs_drawn"));
        let mut drew = [[0u8; KINDS]; SEATS];
        for drawn in &seen.drew {
            if !knowledge.viewer.knows_as(drawn.seat) || drawn.seat.index() >= self.seats() {
                return Err(wrong());
            }
            let counts = &mut drew[drawn.seat.index()];
            for &kind in &drawn.malheurs {
                counts[kind as usize] = counts[kind as usize].saturating_add(1);
            }
        }
        for seat in Seat::all(self.seats()).filter(|&seat| knowledge.viewer.knows_as(seat)) {
            let mut own = before.malheurs[seat.index()];
            if let Some((_, kind)) = spent.filter(|(user, _)| *user == seat) {
                own[kind as usize] = own[kind as usize].saturating_sub(1);
            }
            own.iter_mut().zip(drew[seat.index()]).for_each(|(own, new)| *own = own.saturating_add(new));
            let all = |counts: [u8; KINDS]| counts.iter().map(|&count| u32::from(count)).sum::<u32>();
            if all(own) != all(knowledge.table.malheurs[seat.index()]) {
                return Err(wrong());
            }
            knowledge.table.malheurs[seat.index()] = own;
        }
        let viewer = knowledge.viewer;
        let follows = knowledge.malheurs.draw(n, stages, &drew, |seat| viewer.knows_as(seat));
        if follows { Ok(()) } else { Err(wrong()) }
    }
}

fn held(table: &State) -> Held {
    std::array::from_fn(|seat| table.malheurs_held(Seat(seat as u8)))
}

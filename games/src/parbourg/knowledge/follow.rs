//! Following one ply of a log with one hypothesis.

use super::constraints::LookAlikes;
use super::remaining::{Follower, RemainingOutcome};
use super::worlds::ln_factorial;
use super::{Hypothesis, LaidCards, contradiction};
use crate::parbourg::Parbourg;
use crate::parbourg::card::{Card, CardSet};
use crate::parbourg::chance::{Chance, Deal};
use crate::parbourg::effects::Effect;
use crate::parbourg::moves::{Move, Target};
use crate::parbourg::notation::UNSEEN_BET;
use crate::parbourg::outcome::Outcome;
use crate::parbourg::state::{Phase, Random};
use crate::prelude::*;

/// A hypothesis on its way through a ply.
#[derive(Clone)]
struct Continuation {
    hypothesis: Hypothesis,
    remaining: RemainingOutcome,
}

/// No pool: the card is known.
const KNOWN: usize = usize::MAX;

/// Ways on; none where the log contradicts the hypothesis.
type Continuations = Vec<Continuation>;

impl Parbourg {
    pub(super) fn follow(
        &self,
        viewer: Viewer,
        hypothesis: Hypothesis,
        ply: &SeenPly<Outcome>,
        laid: &LaidCards,
    ) -> Result<Vec<Hypothesis>, Refusal> {
        let seen = ply.outcome.clone().unwrap_or_default();
        let remaining = RemainingOutcome::read(self, viewer, &seen)
            .ok_or_else(|| contradiction(ply.n, said("names_unseen")))?;
        let course = Continuation { hypothesis, remaining };
        let ways = match (ply.seat, &ply.notation) {
            (None, None) if ply.n == 0 => vec![course],
            (Some(seat), Some(notation)) => self.moved(viewer, course, (ply.n, seat, notation), laid)?,
            _ => return Err(contradiction(ply.n, said("set_up_neither"))),
        };
        let ways = ways.into_iter().flat_map(|way| self.to_the_end(viewer, way, ply.n));
        let done: Vec<_> = ways.filter(|way| way.remaining.is_done()).map(|way| way.hypothesis).collect();
        if done.is_empty() {
            return Err(contradiction(ply.n, said("outcome_cannot")));
        }
        Ok(done)
    }

    /// What a ply shows of cards laid face down, by the ply in which they were laid.
    pub(super) fn shown_by(
        &self,
        viewer: Viewer,
        hypothesis: &Hypothesis,
        ply: &SeenPly<Outcome>,
    ) -> Vec<(u32, Card)> {
        let (Some(seen), Some(seat), Some(notation)) = (&ply.outcome, ply.seat, &ply.notation) else {
            return Vec::new();
        };
        let Some(mut remaining) = RemainingOutcome::read(self, viewer, seen) else { return Vec::new() };
        remaining.collects = true;
        let (n, course) = (ply.n, Continuation { hypothesis: hypothesis.clone(), remaining });
        let ways = self.moved(viewer, course, (n, seat, notation), &LaidCards::new()).unwrap_or_default();
        let end = ways.into_iter().next().and_then(|way| self.to_the_end(viewer, way, n).pop());
        end.map(|way| way.remaining.found).unwrap_or_default()
    }

    fn moved(
        &self,
        viewer: Viewer,
        course: Continuation,
        (n, seat, notation): (u32, Seat, &str),
        laid: &LaidCards,
    ) -> Result<Continuations, Refusal> {
        if self.turn(&course.hypothesis.world) != Turn::Player(seat) {
            return Err(contradiction(n, said("not_that_turn")));
        }
        let moves: Vec<(Continuation, Move)> = if notation == UNSEEN_BET && !viewer.is(seat) {
            course.lays_unseen(seat, n, laid.get(&n).copied())
        } else {
            let mv = self
                .parse(&course.hypothesis.world, notation)
                .map_err(|error| contradiction(n, error.said()))?;
            self.shown_move(viewer, course, seat, mv).into_iter().map(|way| (way, mv)).collect()
        };
        let mut refused = contradiction(n, said("card_known_elsewhere"));
        let mut ways = Vec::new();
        for (mut way, mv) in moves {
            if self.legal_moves(&way.hypothesis.world).binary_search(&mv).is_err() {
                refused = self.explain(&way.hypothesis.world, mv);
                continue;
            }
            let fits = way.with(viewer, |state, trace| self.apply(state, mv, trace));
            ways.extend(fits.then_some(way));
        }
        if ways.is_empty() { Err(refused) } else { Ok(ways) }
    }

    /// Makes the template agree with what the move shows: the card in the hand, a hand looked at.
    fn shown_move(&self, viewer: Viewer, course: Continuation, seat: Seat, mv: Move) -> Continuations {
        let mut ways = match (mv, course.hypothesis.world.phase) {
            (Move::Keep(henchman), Phase::Keep(chooser, a, b)) if chooser == seat => {
                course.keeps(henchman, [a, b])
            }
            _ => match mv.card() {
                Some(card) => course.reveal(seat, card),
                None => vec![course],
            },
        };
        if let Some(target) = ways.first().and_then(|way| self.peeked(viewer, way, seat, mv)) {
            ways = ways.into_iter().flat_map(|way| way.reveal_hand(target)).collect();
        }
        ways
    }

    /// Whose hand the viewer looks at in this ply.
    fn peeked(&self, viewer: Viewer, way: &Continuation, seat: Seat, mv: Move) -> Option<Seat> {
        way.remaining.hand?;
        let (user, card, target) = match way.hypothesis.world.chain.first() {
            Some(used) => (used.seat, used.card, used.target),
            None => (seat, mv.card()?, mv.target()?),
        };
        match (self.deck.card(card).effect, target) {
            (Some(Effect::PeekHand {}), Target::Seat(other))
                if viewer.is(user) && other.index() < self.seats() =>
            {
                Some(other)
            }
            _ => None,
        }
    }

    /// Chance until somebody decides.
    fn to_the_end(&self, viewer: Viewer, course: Continuation, n: u32) -> Continuations {
        let mut ways = vec![course];
        let mut done = Vec::new();
        while let Some(mut way) = ways.pop() {
            if self.turn(&way.hypothesis.world) != Turn::Chance {
                done.push(way);
                continue;
            }
            let chosen = match way.hypothesis.world.random {
                Some(Random::Steal { thief, victim }) => {
                    if viewer.is(thief) || viewer.is(victim) {
                        let stolen = way.remaining.stolen.take();
                        stolen.map_or_else(Vec::new, |card| with_card(way.reveal(victim, card), card))
                    } else {
                        way.steals_unseen(victim, n)
                    }
                }
                Some(Random::Discard { seat, .. }) => {
                    let discarded = way.remaining.discarded.pop();
                    discarded.map_or_else(Vec::new, |card| with_card(way.reveal(seat, card), card))
                }
                None => {
                    ways.extend(self.shuffle(viewer, way));
                    continue;
                }
            };
            for (mut next, card) in chosen {
                let id = self.id(card);
                let steals = matches!(next.hypothesis.world.random, Some(Random::Steal { .. }));
                let outcome = if steals { Chance::Steal(id) } else { Chance::Discard(id) };
                ways.extend(self.resolved(viewer, &mut next, &outcome).then_some(next));
            }
        }
        done
    }

    /// The set-up, a new day's henchmen or a reshuffle: a pile of open objects, in the order of their names.
    fn shuffle(&self, viewer: Viewer, mut way: Continuation) -> Option<Continuation> {
        let scores: Vec<u8> = self.deck.henchmen.iter().map(|henchman| henchman.initiative).collect();
        let everyone = ((1u32 << self.deck.henchmen.len()) - 1) as u16;
        let outcome = match way.hypothesis.world.phase {
            Phase::Deal => {
                way.hypothesis.new_henchmen(everyone);
                let first = way.remaining.first.take()?;
                let pile = self.ids(way.hypothesis.new_pile(self.deck.all()));
                Chance::Deal(Deal { first, henchmen: scores, pile })
            }
            Phase::Henchmen => {
                way.hypothesis.new_henchmen(everyone);
                Chance::Henchmen(scores)
            }
            _ => {
                let discard = way.hypothesis.world.discard;
                Chance::Reshuffle(self.ids(way.hypothesis.new_pile(discard)))
            }
        };
        self.resolved(viewer, &mut way, &outcome).then_some(way)
    }

    fn resolved(&self, viewer: Viewer, way: &mut Continuation, outcome: &Chance) -> bool {
        let mut fits = false;
        way.with(viewer, |state, trace| fits = self.decide(state, outcome, trace).is_ok()) && fits
    }
}

fn with_card(ways: Continuations, card: Card) -> Vec<(Continuation, Card)> {
    ways.into_iter().map(|way| (way, card)).collect()
}

impl Hypothesis {
    /// A new pile of open objects.
    fn new_pile(&mut self, cards: CardSet) -> CardSet {
        let pool = self.constraints.add_pool(cards);
        if let Some(record) = &mut self.constraints.record {
            record.piles.push((pool, cards.iter().collect()));
        }
        cards
    }

    /// Everyone is in a new pile of open henchmen.
    fn new_henchmen(&mut self, everyone: u16) {
        let (count, open) = (self.constraints.deck.henchmen.len() as u8, self.constraints.henchmen);
        self.constraints.henchmen = everyone;
        if let Some(record) = &mut self.constraints.record {
            record.henchmen.last_mut().into_iter().for_each(|(left, _)| *left = open);
            record.henchmen.push((0, (0..count).collect()));
        }
    }

    fn note_laid(&mut self, n: u32, name: Card) {
        let table = &self.world.table;
        self.constraints.laid.retain(|(_, name)| table.iter().any(|laid| laid.card == *name));
        self.constraints.laid.push((n, name));
    }

    fn note_unseen(&mut self, n: u32, pool: usize, name: Card) {
        if let Some(record) = &mut self.constraints.record {
            record.unseen.push((n, pool, name));
        }
    }
}

impl Continuation {
    /// Plays on with a follower who listens; whether the log fits.
    fn with(
        &mut self,
        viewer: Viewer,
        play: impl FnOnce(&mut crate::parbourg::State, &mut Follower<'_>),
    ) -> bool {
        let mut wrong = false;
        let mut follower = Follower {
            viewer,
            constraints: &mut self.hypothesis.constraints,
            remaining: &mut self.remaining,
            wrong: &mut wrong,
        };
        play(&mut self.hypothesis.world, &mut follower);
        !wrong
    }

    /// `card` turns out to be in the hand of `seat`.
    fn reveal(self, seat: Seat, card: Card) -> Continuations {
        let hand = self.hypothesis.world.hand(seat);
        let Some(pool) = self.hypothesis.constraints.pool_of(card) else {
            return if hand.contains(card) { vec![self] } else { Vec::new() };
        };
        let mut places = self.hypothesis.constraints.alike(hand);
        places.retain(|group| group.pool == pool);
        let Some(last) = places.pop() else { return Vec::new() };
        let mut ways: Continuations =
            places.into_iter().filter_map(|group| self.clone().made(group, card)).collect();
        ways.extend(self.made(last, card));
        ways
    }

    fn made(mut self, group: LookAlikes, card: Card) -> Option<Continuation> {
        let name = group.names.iter().next()?;
        self.hypothesis.constraints.identify(&mut self.hypothesis.world, name, card)?;
        self.hypothesis.weight += (group.names.len() as f64).ln();
        Some(self)
    }

    /// The viewer sees the whole hand of `seat`.
    fn reveal_hand(self, seat: Seat) -> Continuations {
        let Some(hand) = self.remaining.hand else { return vec![self] };
        let mut ways = vec![self];
        for card in hand.iter() {
            ways = ways.into_iter().flat_map(|way| way.reveal(seat, card)).collect();
            // Which object is which does not matter once all are known.
            ways.truncate(64);
        }
        ways
    }

    fn keeps(mut self, henchman: u8, [a, b]: [u8; 2]) -> Continuations {
        let known = [a, b].contains(&henchman) && self.hypothesis.constraints.henchmen >> henchman & 1 == 0;
        let name = if self.hypothesis.constraints.henchmen >> a & 1 == 1 { a } else { b };
        let fits = known
            || self
                .hypothesis
                .constraints
                .identify_henchman(&mut self.hypothesis.world, name, henchman)
                .is_some();
        if fits { vec![self] } else { Vec::new() }
    }

    /// `seat` lays an action card that the viewer does not see: one it knows, or one of those that look alike.
    /// Or it is `shown` later what it was.
    fn lays_unseen(self, seat: Seat, n: u32, shown: Option<Card>) -> Vec<(Continuation, Move)> {
        let bet = |card| Move::Bet { card, hidden: true, event: None };
        if let Some(card) = shown {
            let mut ways = self.reveal(seat, card);
            for way in &mut ways {
                way.hypothesis.note_laid(n, card);
                way.hypothesis.note_unseen(n, KNOWN, card);
            }
            return ways.into_iter().map(|way| (way, bet(card))).collect();
        }
        let (hand, actions) = (self.hypothesis.world.hand(seat), self.hypothesis.constraints.deck.actions);
        let known = hand.without(self.hypothesis.constraints.open(hand)) & actions;
        let mut ways = self.leaves_unseen(hand, known, 1.0, n, |way, group| way.action_of(hand, group));
        ways.iter_mut().for_each(|(way, name)| way.hypothesis.note_laid(n, *name));
        ways.into_iter().map(|(way, name)| (way, bet(name))).collect()
    }

    /// One of the group, laid, that the template calls an action card.
    fn action_of(&mut self, hand: CardSet, group: LookAlikes) -> Option<Card> {
        let constraints = &mut self.hypothesis.constraints;
        let name = group.names.iter().next()?;
        let actions = constraints.pools[group.pool] & constraints.deck.actions;
        let mut laid = name;
        if !actions.contains(name) {
            let free = actions.without(constraints.actions).without(hand).iter().next();
            laid = free.or_else(|| actions.without(constraints.actions).iter().next())?;
            constraints.exchange(&mut self.hypothesis.world, name, laid);
        }
        constraints.actions.insert(laid);
        Some(laid)
    }

    /// A card is taken from the hand of `victim` that the viewer does not see.
    fn steals_unseen(self, victim: Seat, n: u32) -> Vec<(Continuation, Card)> {
        let hand = self.hypothesis.world.hand(victim);
        let known = hand.without(self.hypothesis.constraints.open(hand));
        self.leaves_unseen(hand, known, hand.len() as f64, n, |_, group| group.names.iter().next())
    }

    /// A card leaves a hand unseen: one of those that look alike, `name_of` says which, or one of the `known` ones, which
    /// become a pool of their own. Each of them is as likely as one in `size`.
    fn leaves_unseen(
        self,
        hand: CardSet,
        known: CardSet,
        size: f64,
        n: u32,
        name_of: impl Fn(&mut Self, LookAlikes) -> Option<Card>,
    ) -> Vec<(Continuation, Card)> {
        let mut ways = Vec::new();
        for group in self.hypothesis.constraints.alike(hand) {
            let mut way = self.clone();
            let Some(name) = name_of(&mut way, group) else { continue };
            way.hypothesis.weight += (group.names.len() as f64 / size).ln();
            way.hypothesis.note_unseen(n, group.pool, name);
            ways.push((way, name));
        }
        if let Some(name) = known.iter().next() {
            let mut way = self;
            let pool = way.hypothesis.constraints.add_pool(known);
            way.hypothesis.weight += (known.len() as f64 / size).ln() - ln_factorial(known.len());
            way.hypothesis.note_unseen(n, pool, name);
            ways.push((way, name));
        }
        ways
    }
}

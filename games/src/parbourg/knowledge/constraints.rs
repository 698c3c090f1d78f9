//! What is known of the objects of a template: which faces they may have.

use std::sync::Arc;

use crate::parbourg::card::{Card, CardSet};
use crate::parbourg::deck::Played;
use crate::parbourg::state::{Phase, State};
use crate::seat::Seat;

/// What is known of the objects of a template, each named by the card the template gives it.
#[derive(Clone, Debug)]
pub(super) struct Constraints {
    pub deck: Arc<Played>,
    /// The open objects, by pool. A pool's objects bear the faces of its names.
    pub pools: Vec<CardSet>,
    /// Open objects that are action cards: they were laid face down.
    pub actions: CardSet,
    /// Cards, and open objects that none of them is: those not asked in a window.
    pub never: Vec<(Card, CardSet)>,
    /// Open objects, one of which at least is one of some cards: those asked in a window.
    pub some: Vec<(CardSet, CardSet)>,
    /// Henchmen whose place in the pile is open, as a mask.
    pub henchmen: u16,
    /// Objects laid face down in the challenge that the viewer did not see, with the ply.
    pub laid: Vec<(u32, Card)>,
    /// What a history is made of.
    pub record: Option<Box<Record>>,
}

/// Hidden things by name, to be given faces at the end.
#[derive(Clone, Debug, Default)]
pub(super) struct Record {
    /// Piles in the order in which they are drawn, with their pools.
    pub piles: Vec<(usize, Vec<Card>)>,
    /// Objects laid or taken unseen: the ply, the pool, the name.
    pub unseen: Vec<(u32, usize, Card)>,
    /// The henchmen's piles in the order in which they are drawn, with those whose place stayed open.
    pub henchmen: Vec<(u16, Vec<u8>)>,
}

/// Open objects of a hand that nothing tells apart.
#[derive(Clone, Copy)]
pub(super) struct LookAlikes {
    pub names: CardSet,
    pub pool: usize,
}

impl Constraints {
    pub fn new(deck: Arc<Played>) -> Self {
        let (pools, never, some) = (Vec::new(), Vec::new(), Vec::new());
        Self { deck, pools, actions: CardSet::NONE, never, some, henchmen: 0, laid: Vec::new(), record: None }
    }

    /// The pool of an open object.
    pub fn pool_of(&self, name: Card) -> Option<usize> {
        self.pools.iter().position(|pool| pool.contains(name))
    }

    /// The open objects among `names`.
    pub fn open(&self, names: CardSet) -> CardSet {
        names & self.opened()
    }

    /// All open objects.
    pub fn opened(&self) -> CardSet {
        self.pools.iter().fold(CardSet::NONE, |all, pool| all | *pool)
    }

    /// Forgets what windows told.
    pub fn forget_windows(&mut self) {
        self.never.clear();
        self.some.clear();
    }

    /// A new pool of these cards; its number.
    pub fn add_pool(&mut self, names: CardSet) -> usize {
        self.pools.push(names);
        self.pools.len() - 1
    }

    /// Gives objects of the template other names, to sets of them and to each.
    pub fn rename(
        &mut self,
        state: &mut State,
        sets: impl Fn(CardSet) -> CardSet,
        one: impl Fn(Card) -> Card,
    ) {
        state.rename(&sets, &one);
        self.actions = sets(self.actions);
        self.never.iter_mut().for_each(|(_, names)| *names = sets(*names));
        self.some.iter_mut().for_each(|(names, _)| *names = sets(*names));
        self.laid.iter_mut().for_each(|(_, name)| *name = one(*name));
        let Some(record) = &mut self.record else { return };
        let piles =
            record.piles.iter_mut().flat_map(|(pool, pile)| pile.iter_mut().map(|name| (*pool, name)));
        let unseen = record.unseen.iter_mut().map(|(_, pool, name)| (*pool, name));
        for (pool, name) in piles.chain(unseen) {
            if self.pools.get(pool).is_some_and(|pool| pool.contains(*name)) {
                *name = one(*name);
            }
        }
    }

    /// Exchanges the names of two objects of a pool.
    pub fn exchange(&mut self, state: &mut State, a: Card, b: Card) {
        self.rename(state, |names| names.exchanged(a, b), |name| exchanged(name, a, b));
    }

    /// The object `name` turns out to be `card`. `None` if it cannot be.
    pub fn identify(&mut self, state: &mut State, name: Card, card: Card) -> Option<()> {
        let Some(pool) = self.pool_of(name) else { return (name == card).then_some(()) };
        self.pools[pool].contains(card).then_some(())?;
        if name != card {
            self.exchange(state, name, card);
        }
        let action = self.deck.actions.contains(card);
        let excluded = self.never.iter().any(|(never, names)| *never == card && names.contains(card));
        ((action || !self.actions.contains(card)) && !excluded).then_some(())?;
        self.pools[pool].remove(card);
        self.actions.remove(card);
        self.never.iter_mut().for_each(|(_, names)| names.remove(card));
        self.never.retain(|(never, names)| !names.is_empty() && *never != card);
        self.some.retain_mut(|(names, cards)| {
            let here = names.contains(card);
            names.remove(card);
            !(here && cards.contains(card))
        });
        self.some.iter().all(|(names, _)| !names.is_empty()).then_some(())
    }

    /// The open objects of a hand, those that nothing tells apart together.
    pub fn alike(&self, hand: CardSet) -> Vec<LookAlikes> {
        let mut groups: Vec<LookAlikes> = Vec::new();
        for (pool, names) in self.pools.iter().enumerate() {
            let open = hand & *names;
            let parts = [open & self.actions, open.without(self.actions)];
            groups.extend(parts.map(|names| LookAlikes { names, pool }));
        }
        let told = self.never.iter().map(|(_, names)| *names).chain(self.some.iter().map(|told| told.0));
        for names in told {
            let split = |group: LookAlikes| {
                [group.names & names, group.names.without(names)].map(|names| LookAlikes { names, ..group })
            };
            groups = groups.into_iter().flat_map(split).filter(|group| !group.names.is_empty()).collect();
        }
        groups.retain(|group| !group.names.is_empty());
        groups
    }

    /// Notes what a window tells of the hand of `seat`: only a holder of one of `cards` is asked, and `asked` says whether
    /// it was. `None` if that contradicts what is known.
    pub fn note_window(&mut self, state: &State, seat: Seat, cards: CardSet, asked: bool) -> Option<()> {
        let hand = state.hand(seat);
        let open = self.open(hand);
        let holds = hand.without(open).meets(cards);
        if asked {
            if !holds {
                (!open.is_empty()).then_some(())?;
                self.note_asked(open, cards);
            }
            return Some(());
        }
        (!holds).then_some(())?;
        for card in self.open(cards).iter() {
            match self.never.iter_mut().find(|(never, _)| *never == card) {
                Some((_, names)) => *names = *names | open,
                None => self.never.push((card, open)),
            }
        }
        Some(())
    }

    /// At least one of `names` is one of `cards`. Of two such facts that imply each other only the stronger is kept.
    fn note_asked(&mut self, names: CardSet, cards: CardSet) {
        let within = |(a, b): (CardSet, CardSet), of: (CardSet, CardSet)| {
            a.without(of.0).is_empty() && b.without(of.1).is_empty()
        };
        if !self.some.iter().any(|told| within(*told, (names, cards))) {
            self.some.retain(|told| !within((names, cards), *told));
            self.some.push((names, cards));
        }
    }

    /// The henchman `name` of the pile turns out to be `henchman`.
    pub fn identify_henchman(&mut self, state: &mut State, name: u8, henchman: u8) -> Option<()> {
        if self.henchmen >> name & 1 == 0 {
            return (name == henchman).then_some(());
        }
        (self.henchmen >> henchman & 1 == 1).then_some(())?;
        state.rename_henchmen(|other| exchanged(other, name, henchman));
        if let Some((_, pile)) = self.record.as_mut().and_then(|record| record.henchmen.last_mut()) {
            pile.iter_mut().for_each(|other| *other = exchanged(*other, name, henchman));
        }
        self.henchmen &= !(1 << henchman);
        Some(())
    }
}

fn exchanged<T: PartialEq + Copy>(it: T, a: T, b: T) -> T {
    if it == a {
        b
    } else if it == b {
        a
    } else {
        it
    }
}

impl State {
    /// Gives cards that do not lie open other names, to sets of them and to each.
    pub(super) fn rename(&mut self, sets: impl Fn(CardSet) -> CardSet, one: impl Fn(Card) -> Card) {
        self.hands.iter_mut().chain(&mut self.known).for_each(|set| *set = sets(*set));
        let laid = self.table.iter_mut().map(|laid| &mut laid.card);
        self.pile.iter_mut().chain(laid).for_each(|card| *card = one(*card));
    }

    /// Gives henchmen who do not lie open other names.
    pub(super) fn rename_henchmen(&mut self, one: impl Fn(u8) -> u8) {
        self.henchman_pile.iter_mut().for_each(|henchman| *henchman = one(*henchman));
        if let Phase::Keep(seat, a, b) = self.phase {
            let (a, b) = (one(a), one(b));
            self.phase = Phase::Keep(seat, a.min(b), a.max(b));
        }
    }
}

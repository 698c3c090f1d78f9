//! What a viewer knows of hidden hands.

use std::collections::HashMap;

use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};

use super::deal::sees;
use super::hidden::{self, Hidden, are_possible, count_ways, joint};
use super::{Deal, Dealt, HiddenHands, Shape};
use crate::bits::{draw, members};
use crate::game::{Hidden as Secrecy, InformationSet, Ply, SeenPly, Turn, WorldCount};
use crate::hidden_hands::{count, list};
use crate::locale::{Said, said};
use crate::playing_card::Cards;
use crate::refusal::Refusal;
use crate::seat::{Seat, Viewer};

/// Weights of worlds are whole numbers up to this, where they are not all the same.
const HEAVIEST: f64 = (1_u64 << 32) as f64;

/// What a viewer knows: one world that agrees with it, and what else the hidden hands can be.
#[derive(Clone, Debug)]
pub struct KnownHands<S> {
    pub(super) viewer: Viewer,
    /// A world.
    pub(super) world: S,
    /// What the hidden hands can be; those that the viewer sees are empty here.
    pub(super) hidden: Vec<Hidden>,
    /// What the last ply gave.
    pub(super) given: Vec<Given>,
    /// Cards that came into hands for all to see, by the move of the last ply.
    pub(super) gained: Vec<Cards>,
    pub(super) next: u32,
}

/// A chance node that was passed.
#[derive(Clone, Debug)]
pub(super) struct Given {
    /// What the hidden hands could be before.
    pub(super) before: Vec<Hidden>,
    pub(super) shape: Shape,
}

impl<S: Clone> KnownHands<S> {
    fn sees(&self, hand: usize, seats: usize) -> bool {
        sees(self.viewer, hand, seats)
    }

    /// A way to fill the hidden hands that depends on nothing but what is known.
    fn any(&self) -> Vec<Vec<u64>> {
        hidden::sample(&self.hidden, &mut ChaCha8Rng::seed_from_u64(self.next.into()))
    }

    /// Puts these groups of cards into the hidden hands of a world.
    pub(super) fn fill<G: HiddenHands<State = S>>(&self, rules: &G, world: &mut S, groups: &[Vec<u64>]) {
        let seats = rules.seats();
        for (hand, cards) in rules.hands_mut(world).iter_mut().enumerate() {
            if !self.sees(hand, seats) {
                let all = groups.get(hand).into_iter().flatten();
                *cards = Cards::from_bits(all.fold(0, |all, group| all | group));
            }
        }
    }

    fn follow<G: HiddenHands<State = S>>(&mut self, rules: &G, ply: &SeenPly<Dealt>) -> Result<(), Said> {
        let told = ply.outcome.clone().unwrap_or_default();
        self.gained = vec![Cards::default(); self.hidden.len()];
        self.given.clear();
        match (ply.seat, &ply.notation) {
            (None, None) if ply.n == 0 && self.next == 0 && told.open.is_none() => {}
            (Some(seat), Some(notation)) if ply.n > 0 && ply.n == self.next => {
                self.decide(rules, seat, notation, told.open.as_deref())?;
            }
            _ => return Err(said("cannot_follow")),
        }
        for deal in &told.deals {
            if rules.turn(&self.world) != Turn::Chance {
                return Err(said("cards_cannot"));
            }
            self.deal(rules, deal)?;
        }
        if rules.turn(&self.world) == Turn::Chance {
            return Err(said("cards_cannot"));
        }
        self.next = ply.n + 1;
        Ok(())
    }

    fn decide<G: HiddenHands<State = S>>(
        &mut self,
        rules: &G,
        seat: Seat,
        notation: &str,
        open: Option<&[Cards]>,
    ) -> Result<(), Said> {
        if rules.turn(&self.world) != Turn::Player(seat) {
            return Err(said("not_that_turn"));
        }
        let mv = rules.parse(&self.world, notation).map_err(|_| said("unreadable_notation"))?;
        let (shown, denied) = (rules.shows(mv), rules.denies(&self.world, mv));
        let of_mover = seat.index() + rules.hand_of(mv) * rules.seats();
        let hides = !self.viewer.knows_as(seat);
        if hides {
            self.show(of_mover, shown, denied)?;
        }
        let mut world = self.world.clone();
        if let Some(open) = open {
            self.lie_open(open, rules)?;
        }
        self.fill(rules, &mut world, &self.any());
        if hides && let Some(hand) = rules.hands_mut(&mut world).get_mut(of_mover) {
            *hand = *hand | shown;
        }
        let before = rules.hands(&world).to_vec();
        rules.play(&mut world, mv).map_err(|_| said("forbidden"))?;
        if rules.lays_open(&world) != open.is_some() {
            return Err(said("cards_cannot"));
        }
        for (hand, was) in
            before.iter().enumerate().filter(|(hand, _)| !sees(self.viewer, *hand, rules.seats()))
        {
            let gained = rules.hands(&world)[hand].without(*was);
            self.gained[hand] = gained;
            // They came from where all saw them.
            self.hidden[hand].give(gained.bits(), gained.len());
        }
        self.world = world;
        Ok(())
    }

    /// A hidden hand shows cards, and what else it does not hold.
    fn show(&mut self, hand: usize, shown: Cards, denied: Cards) -> Result<(), Said> {
        let Some(mover) = self.hidden.get_mut(hand) else { return Err(said("cannot_have")) };
        if !shown.without(Cards::from_bits(mover.union())).is_empty() || shown.len() > mover.len() {
            return Err(said("cannot_have"));
        }
        members(shown.bits()).for_each(|card| mover.lose(card));
        mover.lack(denied.bits());
        self.hidden.iter_mut().for_each(|hand| hand.lack(shown.bits()));
        if are_possible(&self.hidden) { Ok(()) } else { Err(said("no_world")) }
    }

    /// All hands are seen.
    fn lie_open<G: HiddenHands<State = S>>(&mut self, open: &[Cards], rules: &G) -> Result<(), Said> {
        let all = open.iter().fold(Cards::default(), |all, hand| all | *hand);
        let sum: u32 = open.iter().map(|hand| hand.len()).sum();
        if open.len() != self.hidden.len() || sum != all.len() {
            return Err(said("no_world"));
        }
        let public = rules.shown(&self.world);
        for (hand, cards) in open.iter().map(|cards| cards.without(public)).enumerate() {
            let hidden = &mut self.hidden[hand];
            if sees(self.viewer, hand, rules.seats()) {
                continue;
            }
            if cards.len() != hidden.len() || hidden.weight_of(cards.bits()) <= 0.0 {
                return Err(said("no_world"));
            }
            *hidden = Hidden::exactly(cards.bits());
        }
        Ok(())
    }

    fn deal<G: HiddenHands<State = S>>(&mut self, rules: &G, seen: &Deal) -> Result<(), Said> {
        let (shape, seats) = (rules.deals(&self.world), rules.seats());
        let size = |hand: usize| if self.sees(hand, seats) { shape.size(hand) } else { 0 };
        let visible = shape.clone().giving((0..shape.hands().len()).map(size));
        // Of what can be drawn the viewer knows only that it lies in no open place.
        let unseen = self.hidden.iter().zip(rules.hands(&self.world)).enumerate();
        let unseen = unseen.filter(|(hand, _)| !shape.is_anew() && !self.sees(*hand, seats));
        let from = unseen.fold(shape.from(), |from, (_, (_, cards))| from | *cards);
        if !seen.fits(&visible.coming_from(from)) {
            return Err(said("not_so_many_dealt"));
        }
        self.given.push(Given { before: self.hidden.clone(), shape: shape.clone() });
        if shape.is_anew() {
            self.hidden.iter_mut().for_each(|hand| *hand = Hidden::default());
        }
        let seen_now = seen.all();
        for (hand, hidden) in self.hidden.iter_mut().enumerate() {
            hidden.lack(seen_now.bits());
            if !sees(self.viewer, hand, seats) {
                hidden.give(from.without(seen_now).bits(), shape.size(hand));
            }
        }
        if !are_possible(&self.hidden) {
            return Err(said("no_world"));
        }
        self.give(rules, seen, &shape)
    }

    /// Deals in the world what agrees with what was seen.
    fn give<G: HiddenHands<State = S>>(&mut self, rules: &G, seen: &Deal, shape: &Shape) -> Result<(), Said> {
        let (mut before, mut deal) = (self.any(), seen.clone());
        let mut rng = ChaCha8Rng::seed_from_u64(self.next.into());
        let hides = |hand: &usize| !self.sees(*hand, rules.seats());
        for hand in (0..self.hidden.len().min(deal.hands.len())).filter(hides) {
            if let Some(group) = before[hand].get_mut(self.hidden[hand].newest()) {
                let new = draw(*group, shape.size(hand), &mut rng);
                deal.hands[hand] = Cards::from_bits(new);
                *group &= !new;
            }
        }
        let mut world = self.world.clone();
        if !shape.is_anew() {
            self.fill(rules, &mut world, &before);
        }
        rules.resolve(&mut world, &deal).map_err(|_| said("cards_cannot"))?;
        self.world = world;
        Ok(())
    }
}

impl<G: HiddenHands> InformationSet<G> for KnownHands<G::State> {
    fn before_set_up(rules: &G, viewer: Viewer) -> Self {
        let world = rules.start();
        let hands = rules.hands(&world).len();
        let (hidden, gained) = (vec![Hidden::default(); hands], vec![Cards::default(); hands]);
        Self { viewer, world, hidden, given: Vec::new(), gained, next: 0 }
    }

    fn viewer(&self) -> Viewer {
        self.viewer
    }

    fn learn(&mut self, rules: &G, ply: &SeenPly<Dealt>) -> Result<(), Refusal> {
        self.follow(rules, ply).map_err(|why| Refusal::inconsistent_log("hands", ply.n, &why))
    }

    fn count_worlds(&self, _: &G) -> WorldCount {
        let (estimate, exact) = count_ways(&self.hidden);
        exact.map_or(WorldCount::Estimate(estimate), WorldCount::Exact)
    }

    fn hidden(&self, rules: &G) -> Secrecy {
        if rules.turn(&self.world) == Turn::Over { Secrecy::Nothing } else { Secrecy::Private }
    }

    fn sample_world<R: Rng + ?Sized>(&self, rules: &G, rng: &mut R) -> G::State {
        let mut world = self.world.clone();
        self.fill(rules, &mut world, &hidden::sample(&self.hidden, rng));
        world
    }

    fn worlds(&self, rules: &G, limit: usize) -> Option<Vec<(G::State, u64)>> {
        let all = joint(&self.hidden)?;
        let gaps: Vec<_> =
            all.iter().map(|(chosen, weight)| (hidden::gaps(&self.hidden, chosen), weight)).collect();
        let most = if gaps.len() == 1 { limit } else { limit.saturating_mul(64) };
        if limit == 0 || gaps.iter().map(|(gaps, _)| count(gaps)).sum::<u128>() > most as u128 {
            return None;
        }
        let mut found: HashMap<Vec<u64>, f64> = HashMap::new();
        for (gaps, weight) in gaps {
            for groups in list(&gaps, most)? {
                let hands = hidden::by_hand(&self.hidden, &groups).into_iter();
                let hands = hands.map(|groups| groups.iter().fold(0, |hand, group| hand | group)).collect();
                *found.entry(hands).or_default() += weight;
            }
        }
        let heaviest = found.values().copied().fold(0.0, f64::max);
        let even = found.values().all(|weight| *weight == heaviest);
        let whole =
            |weight: f64| if even { 1 } else { (weight / heaviest * HEAVIEST).round().max(1.0) as u64 };
        let mut found: Vec<_> = found.into_iter().collect();
        found.sort_by(|one, other| one.0.cmp(&other.0));
        let world = |(hands, weight): (Vec<u64>, f64)| {
            let mut world = self.world.clone();
            self.fill(rules, &mut world, &hands.into_iter().map(|hand| vec![hand]).collect::<Vec<_>>());
            (world, whole(weight))
        };
        (found.len() <= limit).then(|| found.into_iter().map(world).collect())
    }

    fn sample_history<R: Rng + ?Sized>(
        rules: &G,
        viewer: Viewer,
        seen: &[SeenPly<Dealt>],
        rng: &mut R,
    ) -> Result<Vec<Ply<G>>, Refusal> {
        super::history::sample(rules, viewer, seen, rng)
    }
}

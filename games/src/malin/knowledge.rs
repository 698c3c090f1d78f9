//! What a viewer knows, and the worlds that agree with it.
//!
//! A belief is a list of hypotheses with weights. Each holds *some* world that agrees with the log (the template)
//! and, for every other seat, the cards the viewer knows it holds; all other hidden cards may be dealt anew among
//! the places the template keeps them in. Only barters between two other seats split a hypothesis.

use rand::rngs::ChaCha8Rng;
use rand::{Rng, RngExt, SeedableRng};

use super::Malin;
use super::card::{Card, Hand};
use super::chance::Chance;
use super::malheur::{KINDS, Kind, Malheur};
use super::moves::Move;
use super::notation::hidden_barter;
use super::round::Deal;
use super::seen::Seen;
use super::state::{SEATS, State};
use crate::game::{Game, Hidden, Turn, WorldCount};
use crate::log::SeenPly;
use crate::random::shuffle;
use crate::refusal::Refusal;
use crate::seat::{Seat, Viewer};

/// The digest of an observation log.
#[derive(Clone, Debug)]
pub struct Knowledge {
    pub(super) viewer: Viewer,
    plies: u32,
    pub(super) belief: Vec<Hypothesis>,
}

/// One way the hidden cards may have moved.
#[derive(Clone, Debug)]
pub(super) struct Hypothesis {
    /// Some world that agrees with the log.
    pub(super) world: State,
    /// Cards the viewer knows each other seat to hold.
    pub(super) certain: [Hand; SEATS],
    pub(super) weight: f64,
    /// Whether twins have a fixed value.
    fixed: Option<u8>,
}

impl Malin {
    pub(super) fn knows_nothing(&self, viewer: Viewer) -> Knowledge {
        let certain = [Hand::default(); SEATS];
        let first = Hypothesis { world: self.start(), certain, weight: 1.0, fixed: self.fixed_twins() };
        Knowledge { viewer, plies: 0, belief: vec![first] }
    }

    pub(super) fn learns(&self, knowledge: &mut Knowledge, ply: &SeenPly<Seen>) -> Result<(), Refusal> {
        if ply.n != knowledge.plies {
            return Err(contradiction(ply.n, "the plies are not numbered 0, 1, 2, …"));
        }
        knowledge.plies += 1;
        let seen = ply.outcome.clone().unwrap_or_default();
        let mut refused = None;
        for hypothesis in std::mem::take(&mut knowledge.belief) {
            match self.follow(knowledge.viewer, hypothesis, ply, &seen) {
                Ok(next) => knowledge.belief.extend(next),
                Err(refusal) => refused = Some(refusal),
            }
        }
        let all: f64 = knowledge.belief.iter().map(|hypothesis| hypothesis.weight).sum();
        if all <= 0.0 {
            return Err(refused.unwrap_or_else(|| contradiction(ply.n, "no world agrees with it")));
        }
        knowledge.belief.iter_mut().for_each(|hypothesis| hypothesis.weight /= all);
        knowledge.belief.retain(|hypothesis| hypothesis.weight > 1e-12);
        Ok(())
    }

    fn follow(
        &self,
        viewer: Viewer,
        hypothesis: Hypothesis,
        ply: &SeenPly<Seen>,
        seen: &Seen,
    ) -> Result<Vec<Hypothesis>, Refusal> {
        let (Some(seat), Some(notation)) = (ply.seat, &ply.notation) else {
            if ply.n != 0 {
                return Err(contradiction(ply.n, "a ply has a seat and a notation"));
            }
            return self
                .after(viewer, hypothesis, ply.n, seen, [0; KINDS], None)
                .map(|hypothesis| vec![hypothesis]);
        };
        if self.turn(&hypothesis.world) != Turn::Player(seat) {
            return Err(contradiction(ply.n, "it is not the turn of that seat"));
        }
        if let Some(target) = hidden_barter(notation) {
            let target = target.map_err(|error| contradiction(ply.n, &error.to_string()))?;
            return self.unseen_barter(viewer, &hypothesis, ply.n, seen, seat, target);
        }
        let read = self.read(&hypothesis.world, notation);
        let mv = read.map_err(|error| contradiction(ply.n, &error.to_string()))?;
        let mut hypothesis = hypothesis;
        let own = left_of_own(viewer, &hypothesis.world, seat, mv);
        self.make_possible(viewer, &mut hypothesis, ply.n, seat, mv, seen)?;
        self.play(&mut hypothesis.world, mv)?;
        hypothesis.see_hands(viewer);
        self.after(viewer, hypothesis, ply.n, seen, own, Some((seat, mv))).map(|hypothesis| vec![hypothesis])
    }

    /// Moves hidden cards of the template so that what the ply shows is where it shows it.
    fn make_possible(
        &self,
        viewer: Viewer,
        hypothesis: &mut Hypothesis,
        n: u32,
        seat: Seat,
        mv: Move,
        seen: &Seen,
    ) -> Result<(), Refusal> {
        let elsewhere = || contradiction(n, "a card it names is known to lie elsewhere");
        let mut need =
            |seat: Seat, card: Card| hypothesis.require(viewer, seat, card, 1).ok_or_else(elsewhere);
        match mv {
            Move::Play(lay) | Move::Malheur(Malheur::Retake(lay)) => need(seat, lay.card)?,
            Move::Malheur(Malheur::Barter(given, target)) => {
                need(seat, given)?;
                need(target, seen.card.ok_or_else(|| contradiction(n, "the bartered card is missing"))?)?;
            }
            Move::Malheur(Malheur::EvilEye(target)) if viewer.is(seat) => {
                let hand =
                    seen.hand.as_ref().ok_or_else(|| contradiction(n, "the hand looked at is missing"))?;
                if hand.len() as u32 != hypothesis.world.hands[target.index()].len() {
                    return Err(contradiction(n, "the hand looked at has another number of cards"));
                }
                let mut found = Hand::default();
                for &card in hand {
                    found.insert(card);
                    hypothesis.require(viewer, target, card, found.count(card)).ok_or_else(elsewhere)?;
                    hypothesis.certain[target.index()] = hypothesis.certain[target.index()].either(found);
                }
                if found != hypothesis.certain[target.index()] {
                    return Err(contradiction(n, "a card known to be in that hand is not there"));
                }
            }
            _ => {}
        }
        if let Move::Malheur(malheur) = mv {
            let missing = || contradiction(n, "no such Malheur card can be in that hand");
            hypothesis.require_malheur(viewer, seat, malheur.kind()).ok_or_else(missing)?;
        }
        Ok(())
    }

    /// A barter between two other seats: either card may be one the viewer knew.
    fn unseen_barter(
        &self,
        viewer: Viewer,
        hypothesis: &Hypothesis,
        n: u32,
        seen: &Seen,
        giver: Seat,
        target: Seat,
    ) -> Result<Vec<Hypothesis>, Refusal> {
        let own = left_of_own(viewer, &hypothesis.world, giver, Move::Pass);
        let mut next = Vec::new();
        for (given, from_giver) in hypothesis.choices(giver) {
            for (drawn, from_target) in hypothesis.choices(target) {
                let mut split = hypothesis.clone();
                let missing = || contradiction(n, "no such Malheur card can be in that hand");
                split.require_malheur(viewer, giver, Kind::Barter).ok_or_else(missing)?;
                self.play(&mut split.world, Move::Malheur(Malheur::Barter(given, target)))?;
                self.decide(&mut split.world, &Chance::Card(drawn))?;
                split.move_certain(given, giver, target);
                split.move_certain(drawn, target, giver);
                split.weight *= from_giver * from_target;
                next.push(self.after(viewer, split, n, seen, own, None)?);
            }
        }
        Ok(next)
    }

    /// Resolves the chance that follows, as far as it was seen.
    fn after(
        &self,
        viewer: Viewer,
        mut hypothesis: Hypothesis,
        n: u32,
        seen: &Seen,
        mut own: [u8; KINDS],
        action: Option<(Seat, Move)>,
    ) -> Result<Hypothesis, Refusal> {
        let mut rng = ChaCha8Rng::from_seed([n as u8; 32]);
        if let (Some((giver, Move::Malheur(Malheur::Barter(given, target)))), Some(drawn)) =
            (action, seen.card)
        {
            self.decide(&mut hypothesis.world, &Chance::Card(drawn))?;
            let certain = &mut hypothesis.certain;
            if viewer.is(giver) {
                certain[target.index()].remove(drawn);
                certain[target.index()].insert(given);
            } else {
                certain[giver.index()].remove(given);
                certain[giver.index()].insert(drawn);
            }
        }
        while self.turn(&hypothesis.world) == Turn::Chance {
            let mut outcome = self.sample_chance(&hypothesis.world, &mut rng);
            if let Chance::Deal(deal) = &mut outcome {
                let shown = seen.deal.as_ref().ok_or_else(|| contradiction(n, "the deal is missing"))?;
                *deal = self
                    .complete(&hypothesis.world, deal, shown)
                    .ok_or_else(|| contradiction(n, "the deal is impossible"))?;
                hypothesis.certain = [Hand::default(); SEATS];
            }
            self.decide(&mut hypothesis.world, &outcome)?;
        }
        if let Viewer::Seat(seat) = viewer {
            let drawn = seen.drew.iter().filter(|drawn| drawn.seat == seat).flat_map(|drawn| &drawn.malheurs);
            drawn.for_each(|&kind| own[kind as usize] += 1);
            let wrong = || contradiction(n, "these Malheur cards cannot have been drawn");
            hypothesis.hold_malheurs(seat, own).ok_or_else(wrong)?;
        }
        Ok(hypothesis)
    }

    /// A whole deal that shows the viewer what it saw.
    fn complete(&self, world: &State, sample: &Deal, shown: &Deal) -> Option<Deal> {
        let own: Vec<_> = shown.hands.iter().flatten().copied().chain([shown.removed]).collect();
        let mut rest: Vec<_> = sample.hands.iter().flatten().chain(&sample.left_over).copied().collect();
        rest.push(sample.removed);
        for card in own {
            rest.swap_remove(rest.iter().position(|&other| other == card)?);
        }
        let mut rest = rest.into_iter();
        let hand = |shown: &Vec<Card>| match shown.len() {
            0 => rest.by_ref().take(self.tricks()).collect(),
            _ => shown.clone(),
        };
        let hands = shown.hands.iter().map(hand).collect();
        let deal = Deal { hands, left_over: rest.collect(), pile: sample.pile.clone(), ..shown.clone() };
        self.deal_fits(world, &deal).then_some(deal)
    }

    pub(super) fn world<R: Rng + ?Sized>(&self, knowledge: &Knowledge, rng: &mut R) -> State {
        let mut left = rng.random::<f64>();
        let mut chosen = knowledge.belief.first();
        for hypothesis in &knowledge.belief {
            chosen = Some(hypothesis);
            if left < hypothesis.weight {
                break;
            }
            left -= hypothesis.weight;
        }
        chosen.map_or_else(|| self.start(), |hypothesis| hypothesis.dealt_anew(self, knowledge.viewer, rng))
    }

    pub(super) fn hides(&self, knowledge: &Knowledge) -> Hidden {
        let hidden = |h: &Hypothesis| {
            self.turn(&h.world) != Turn::Over
                && (h.hidden_cards(self, knowledge.viewer).count() > 0 || self.options.malheurs)
        };
        if knowledge.belief.iter().any(hidden) { Hidden::Private } else { Hidden::Nothing }
    }

    /// Deals of the hidden cards, look-alikes merged; estimated where Malheur cards or barters hide more.
    pub(super) fn world_count(&self, knowledge: &Knowledge) -> WorldCount {
        let count = |hypothesis: &Hypothesis| hypothesis.count(self, knowledge.viewer);
        match &knowledge.belief[..] {
            [one] if !self.options.malheurs => WorldCount::Exact(count(one)),
            many => WorldCount::Estimate(many.iter().map(|h| count(h) as f64).sum::<f64>().max(1.0)),
        }
    }
}

/// The viewer's own Malheur cards once `mv` is made.
fn left_of_own(viewer: Viewer, world: &State, mover: Seat, mv: Move) -> [u8; KINDS] {
    let Viewer::Seat(seat) = viewer else { return [0; KINDS] };
    let mut own = world.malheurs[seat.index()];
    if let (true, Move::Malheur(malheur)) = (seat == mover, mv) {
        let left = &mut own[malheur.kind() as usize];
        *left = left.saturating_sub(1);
    }
    own
}

impl Hypothesis {
    /// The places hidden from the viewer: other seats' uncertain cards, then the card left over.
    pub(super) fn hidden_cards<'a>(
        &'a self,
        rules: &'a Malin,
        viewer: Viewer,
    ) -> impl Iterator<Item = Card> + 'a {
        let fixed = self.fixed;
        let others = Seat::all(rules.seats_count()).filter(move |&seat| !viewer.is(seat));
        let uncertain = move |seat: Seat| self.uncertain(seat).cards(fixed).collect::<Vec<_>>();
        others.flat_map(uncertain).chain(self.world.left_over.cards(fixed))
    }

    /// The cards of the template's hand that the viewer does not know to be there.
    pub(super) fn uncertain(&self, seat: Seat) -> Hand {
        self.world.hands[seat.index()].minus(self.certain[seat.index()], self.fixed)
    }

    /// What a seat may have given away: each certain card, or one the viewer does not know, with its share.
    fn choices(&self, seat: Seat) -> Vec<(Card, f64)> {
        let fixed = self.fixed;
        let size = f64::from(self.world.hands[seat.index()].len());
        let certain = self.certain[seat.index()];
        let mut choices: Vec<_> =
            certain.kinds(fixed).map(|card| (card, f64::from(certain.count(card)) / size)).collect();
        let uncertain = self.uncertain(seat);
        if let Some(card) = uncertain.kinds(fixed).next() {
            choices.push((card, f64::from(uncertain.len()) / size));
        }
        choices
    }

    /// Certain cards that were laid are gone; those everybody or the viewer saw are certain.
    fn see_hands(&mut self, viewer: Viewer) {
        let row = match viewer {
            Viewer::Seat(seat) => seat.index(),
            Viewer::Spectator | Viewer::Replay => SEATS,
        };
        for (seat, certain) in self.certain.iter_mut().enumerate() {
            *certain = certain.both(self.world.hands[seat]).either(self.world.known[row][seat]);
        }
    }

    fn move_certain(&mut self, card: Card, from: Seat, to: Seat) {
        if self.certain[from.index()].contains(card) {
            self.certain[from.index()].remove(card);
            self.certain[to.index()].insert(card);
        }
    }

    /// Makes sure the template has `count` of `card` in the hand of `seat`; `None` when it is known to lie elsewhere. The weight
    /// becomes the chance of it.
    fn require(&mut self, viewer: Viewer, seat: Seat, card: Card, count: u32) -> Option<()> {
        if viewer.is(seat) {
            return (self.world.hands[seat.index()].count(card) >= count).then_some(());
        }
        if self.certain[seat.index()].count(card) >= count {
            return Some(());
        }
        let places = self.world.hands.iter().enumerate().filter(|(at, _)| !viewer.is(Seat(*at as u8)));
        let all: u32 = places.map(|(at, _)| self.uncertain(Seat(at as u8)).len()).sum::<u32>()
            + self.world.left_over.len();
        let mine = self.uncertain(seat);
        self.weight *= f64::from(mine.len()) / f64::from(all.max(1));
        if mine.contains(card) {
            return Some(());
        }
        let back = mine.kinds(self.fixed).next()?;
        let holder = Seat::all(SEATS).filter(|&other| other != seat && !viewer.is(other));
        let holder = holder.into_iter().find(|&other| self.uncertain(other).contains(card));
        let from = match holder {
            Some(other) => &mut self.world.hands[other.index()],
            None if self.world.left_over.contains(card) => &mut self.world.left_over,
            None => return None,
        };
        from.remove(card);
        from.insert(back);
        self.world.hands[seat.index()].remove(back);
        self.world.hands[seat.index()].insert(card);
        Some(())
    }

    /// Makes sure the template has this Malheur card in the hand of `seat`.
    fn require_malheur(&mut self, viewer: Viewer, seat: Seat, kind: Kind) -> Option<()> {
        let held = self.world.malheurs[seat.index()];
        if held[kind as usize] > 0 {
            return Some(());
        }
        if viewer.is(seat) {
            return None;
        }
        let back = Kind::ALL.into_iter().find(|&back| held[back as usize] > 0)?;
        let holder = (0..SEATS).find(|&other| {
            other != seat.index()
                && !viewer.is(Seat(other as u8))
                && self.world.malheurs[other][kind as usize] > 0
        });
        match holder {
            Some(other) => {
                self.world.malheurs[other][kind as usize] -= 1;
                self.world.malheurs[other][back as usize] += 1;
            }
            None => *self.world.pile.iter_mut().find(|in_pile| **in_pile == kind)? = back,
        }
        self.world.malheurs[seat.index()][back as usize] -= 1;
        self.world.malheurs[seat.index()][kind as usize] += 1;
        Some(())
    }

    /// Exchanges cards with the pile and other hands until the template's `seat` holds exactly `own`.
    fn hold_malheurs(&mut self, seat: Seat, own: [u8; KINDS]) -> Option<()> {
        if own.iter().sum::<u8>() != self.world.malheurs[seat.index()].iter().sum::<u8>() {
            return None;
        }
        while let Some(missing) =
            Kind::ALL.into_iter().find(|&k| self.world.malheurs[seat.index()][k as usize] < own[k as usize])
        {
            let surplus = Kind::ALL
                .into_iter()
                .find(|&k| self.world.malheurs[seat.index()][k as usize] > own[k as usize])?;
            let other =
                (0..SEATS).find(|&at| at != seat.index() && self.world.malheurs[at][missing as usize] > 0);
            if let Some(in_pile) = self.world.pile.iter_mut().find(|kind| **kind == missing) {
                *in_pile = surplus;
            } else {
                let held = &mut self.world.malheurs[other?];
                held[missing as usize] -= 1;
                held[surplus as usize] += 1;
            }
            let held = &mut self.world.malheurs[seat.index()];
            held[missing as usize] += 1;
            held[surplus as usize] -= 1;
        }
        Some(())
    }

    /// The template with everything hidden dealt anew, uniformly.
    fn dealt_anew<R: Rng + ?Sized>(&self, rules: &Malin, viewer: Viewer, rng: &mut R) -> State {
        let fixed = self.fixed;
        let mut world = self.world.clone();
        let mut cards: Vec<_> = self.hidden_cards(rules, viewer).collect();
        shuffle(rng, &mut cards);
        let mut cards = cards.into_iter();
        for seat in Seat::all(rules.seats_count()).filter(|&seat| !viewer.is(seat)) {
            let size = self.uncertain(seat).len() as usize;
            let certain = self.certain[seat.index()].cards(fixed);
            world.hands[seat.index()] = certain.chain(cards.by_ref().take(size)).collect();
        }
        world.left_over = cards.collect();
        self.malheurs_anew(rules, viewer, &mut world, rng);
        self.others_knowledge(rules, viewer, &mut world, rng);
        world
    }

    fn malheurs_anew<R: Rng + ?Sized>(&self, rules: &Malin, viewer: Viewer, world: &mut State, rng: &mut R) {
        let others: Vec<_> = Seat::all(rules.seats_count()).filter(|&seat| !viewer.is(seat)).collect();
        let mut kinds = world.pile.to_vec();
        for seat in &others {
            let held = world.malheurs[seat.index()];
            kinds.extend(
                Kind::ALL.into_iter().flat_map(|kind| std::iter::repeat_n(kind, held[kind as usize].into())),
            );
        }
        shuffle(rng, &mut kinds);
        for seat in others {
            let size = world.malheurs_held(seat) as usize;
            let held = &mut world.malheurs[seat.index()];
            *held = [0; KINDS];
            kinds.drain(..size.min(kinds.len())).for_each(|kind| held[kind as usize] += 1);
        }
        world.pile = kinds.into_iter().collect();
    }

    /// Other seats still know as many cards of each hand as in the template.
    fn others_knowledge<R: Rng + ?Sized>(
        &self,
        rules: &Malin,
        viewer: Viewer,
        world: &mut State,
        rng: &mut R,
    ) {
        let seats = rules.seats_count();
        for knower in Seat::all(seats).filter(|&seat| !viewer.is(seat)) {
            for holder in Seat::all(seats).filter(|&seat| !viewer.is(seat)) {
                let known = self.world.known[knower.index()][holder.index()].len() as usize;
                let mut hand: Vec<_> = world.hands[holder.index()].cards(rules.fixed_twins()).collect();
                shuffle(rng, &mut hand);
                world.known[knower.index()][holder.index()] = hand.into_iter().take(known).collect();
            }
        }
    }

    /// Ways to deal the hidden cards to their places, look-alikes merged.
    pub(super) fn count(&self, rules: &Malin, viewer: Viewer) -> u128 {
        let cards: Vec<_> = self.hidden_cards(rules, viewer).collect();
        let twins = cards.iter().filter(|card| **card == Card::Twin).count();
        let others = Seat::all(rules.seats_count()).filter(|&seat| !viewer.is(seat));
        let mut sizes: Vec<usize> = others.map(|seat| self.uncertain(seat).len() as usize).collect();
        sizes.push(self.world.left_over.len() as usize);
        let mut ways = 0;
        place_twins(&mut sizes, 0, twins, &mut |sizes| ways += multinomial(sizes));
        ways.max(1)
    }
}

/// Calls `each` with the sizes left after every way to place look-alike twins.
fn place_twins(sizes: &mut Vec<usize>, from: usize, twins: usize, each: &mut impl FnMut(&[usize])) {
    if twins == 0 {
        return each(sizes);
    }
    for at in from..sizes.len() {
        if sizes[at] > 0 {
            sizes[at] -= 1;
            place_twins(sizes, at, twins - 1, each);
            sizes[at] += 1;
        }
    }
}

/// Ways to deal distinct cards to places of these sizes.
fn multinomial(sizes: &[usize]) -> u128 {
    let mut left: usize = sizes.iter().sum();
    let mut ways = 1u128;
    for &size in sizes {
        ways *= (0..size).fold(1u128, |product, i| product * (left - i) as u128 / (i + 1) as u128);
        left -= size;
    }
    ways
}

fn contradiction(n: u32, why: &str) -> Refusal {
    Refusal::new(
        "inconsistent_log",
        "malin.md#what-a-seat-observes",
        format!("ply {n}: {why}"),
        format!("coup {n} : {why}"),
    )
}

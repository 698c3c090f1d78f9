//! Card games whose only secret is the hands: write the rules, get what a seat knows for nothing.
//!
//! A game implements [`HiddenHands`] and calls [`observe_hidden_hands!`](crate::observe_hidden_hands): that gives it
//! [`Observed`](crate::game::Observed) and an [`InformationSet`], with worlds counted, listed and drawn, also over several
//! deals. `examples/template` is such a game.

use std::hash::Hash;

use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::game::{Hidden, InformationSet, Published, Turn, WorldCount};
use crate::hash::hash_of;
use crate::hidden_hands::{HiddenHand, can_be_filled, count, fill, list};
use crate::locale::{Said, said};
use crate::log::{Ply, SeenPly};
use crate::playing_card::{Card, Cards};
use crate::random::below;
use crate::refusal::Refusal;
use crate::seat::{BySeat, Seat, Viewer};

/// A deal; as a viewer sees it, the hands hidden from it are empty.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = DealtHands)]
pub struct Deal {
    /// The seat that begins.
    pub first: Seat,
    /// The cards of each seat.
    #[schema(value_type = Vec<Cards>)]
    pub hands: BySeat<Cards>,
    /// The card turned up.
    pub turned: Card,
}

impl Deal {
    /// `each` cards of `pack` to every seat, then one turned up; `first` is drawn where it is open.
    ///
    /// # Panics
    /// The pack is too small for that.
    pub fn draw<R: Rng + ?Sized>(
        pack: Cards,
        seats: usize,
        each: u32,
        first: Option<Seat>,
        rng: &mut R,
    ) -> Self {
        let first = first.unwrap_or_else(|| Seat(below(rng, seats as u32) as u8));
        let mut left = pack;
        let hands = BySeat::from_fn(seats, |_| {
            let hand = left.draw(each, rng);
            left = left.without(hand);
            hand
        });
        let turned = left.draw(1, rng).iter().next().expect("a card is left to turn up");
        Self { first, hands, turned }
    }

    /// Whether it gives every seat `each` cards of `pack`, no card twice.
    pub fn fits(&self, pack: Cards, seats: usize, each: u32) -> bool {
        let all = self.hands.iter().fold(Cards::from(self.turned), |all, hand| all | *hand);
        self.hands.len() == seats
            && self.first.index() < seats
            && self.hands.iter().all(|hand| hand.len() == each)
            && all.len() == seats as u32 * each + 1
            && all.without(pack).is_empty()
    }
}

/// What a ply tells beyond its notation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = DealtOutcome)]
pub struct Dealt {
    /// What was dealt after the move, as far as the viewer sees it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deal: Option<Deal>,
}

/// A game in which everybody sees everything but the hands of the others. Chance deals whole hands and turns up a card; a
/// move shows at most one card of its mover.
pub trait HiddenHands: Published<Chance = Deal, Outcome = Dealt, State: Hash> {
    /// The hands, one a seat.
    fn hands<'a>(&self, state: &'a Self::State) -> &'a BySeat<Cards>;

    /// The same, to be filled.
    fn hands_mut<'a>(&self, state: &'a mut Self::State) -> &'a mut BySeat<Cards>;

    /// All cards of the pack.
    fn pack(&self) -> Cards;

    /// How many cards each seat gets at the deal that `state` waits for.
    fn dealt(&self, state: &Self::State) -> u32;

    /// The cards that everybody has seen since the last deal: played, or turned up.
    fn shown(&self, state: &Self::State) -> Cards;

    /// The cards that `seat` has shown not to hold, since the last deal.
    fn lacks(&self, state: &Self::State, seat: Seat) -> Cards;

    /// The cards that the mover shows not to hold by `mv`: the suit that it does not follow. The state it leads to has them
    /// among what the seat [lacks](HiddenHands::lacks).
    fn denies(&self, state: &Self::State, mv: Self::Move) -> Cards;

    /// The card of the mover's hand that `mv` shows.
    fn card(&self, mv: Self::Move) -> Option<Card>;
}

/// Implements [`Observed`](crate::game::Observed) for a game that is [`HiddenHands`].
#[macro_export]
macro_rules! observe_hidden_hands {
    ($game:ty) => {
        impl $crate::game::Observed for $game {
            type Outcome = $crate::hands::Dealt;
            type Knowledge = $crate::hands::KnownHands<Self::State>;

            fn see(
                &self,
                before: &Self::State,
                ply: &$crate::log::Ply<Self>,
                _: &Self::State,
                viewer: $crate::seat::Viewer,
            ) -> $crate::log::SeenPly<Self::Outcome> {
                $crate::hands::see(self, before, ply, viewer)
            }

            fn discloses(&self, _: &Self::State, ply: &$crate::log::Ply<Self>) -> bool {
                !ply.chance.is_empty()
                    || ply.action.is_some_and(|(_, mv)| $crate::hands::HiddenHands::card(self, mv).is_some())
            }

            fn info_key(&self, state: &Self::State, seat: $crate::seat::Seat) -> u64 {
                $crate::hands::info_key(self, state, seat)
            }
        }
    };
}

/// See [`Observed::see`](crate::game::Observed::see).
pub fn see<G: HiddenHands>(rules: &G, before: &G::State, ply: &Ply<G>, viewer: Viewer) -> SeenPly<Dealt> {
    let deal = ply.chance.first().map(|deal| Deal { hands: known(&deal.hands, viewer), ..deal.clone() });
    SeenPly::of(ply, ply.action.map(|(_, mv)| rules.notation(before, mv, viewer)), Dealt { deal })
}

/// See [`Observed::info_key`](crate::game::Observed::info_key).
pub fn info_key<G: HiddenHands>(rules: &G, state: &G::State, seat: Seat) -> u64 {
    let sizes: Vec<u32> = rules.hands(state).iter().map(|hand| hand.len()).collect();
    hash_of(&(seat, sizes, seen_by(rules, state, Viewer::Seat(seat))))
}

/// The position with the hands emptied that `viewer` does not see: what a seat knows, as a position.
pub fn seen_by<G: HiddenHands>(rules: &G, state: &G::State, viewer: Viewer) -> G::State {
    let mut seen = state.clone();
    *rules.hands_mut(&mut seen) = known(rules.hands(state), viewer);
    seen
}

fn known(hands: &BySeat<Cards>, viewer: Viewer) -> BySeat<Cards> {
    BySeat::from_fn(hands.len(), |seat| if viewer.knows_as(seat) { hands[seat] } else { Cards::default() })
}

/// What a viewer knows, kept as one world that agrees with it.
#[derive(Clone, Debug)]
pub struct KnownHands<S> {
    viewer: Viewer,
    /// A world: hidden hands have their sizes, and cards that they may have.
    world: S,
    /// The end of the round before, as a world.
    ended: S,
    next: u32,
}

impl<S: Clone> KnownHands<S> {
    /// The hidden hands: what each can have, and how many cards.
    fn gaps<G: HiddenHands<State = S>>(&self, rules: &G, world: &S) -> Vec<HiddenHand> {
        let hands = rules.hands(world);
        let own = known(hands, self.viewer).iter().fold(Cards::default(), |own, hand| own | *hand);
        let unseen = rules.pack().without(rules.shown(world)).without(own);
        let gap = |seat: Seat| match self.viewer.knows_as(seat) {
            true => HiddenHand::default(),
            false => {
                HiddenHand { from: unseen.without(rules.lacks(world, seat)).bits(), size: hands[seat].len() }
            }
        };
        Seat::all(hands.len()).map(gap).collect()
    }

    /// `world` with other cards in the hidden hands.
    fn filled<G: HiddenHands<State = S>>(&self, rules: &G, world: &S, cards: &[u64]) -> S {
        let mut filled = world.clone();
        let hands = rules.hands_mut(&mut filled);
        for (seat, &bits) in Seat::all(hands.len()).zip(cards) {
            if !self.viewer.knows_as(seat) {
                hands[seat] = Cards::from_bits(bits);
            }
        }
        filled
    }

    fn sample<G: HiddenHands<State = S>, R: Rng + ?Sized>(&self, rules: &G, world: &S, rng: &mut R) -> S {
        self.filled(rules, world, &fill(&self.gaps(rules, world), rng))
    }

    fn follow<G: HiddenHands<State = S>>(&mut self, rules: &G, ply: &SeenPly<Dealt>) -> Result<(), Said> {
        match (ply.seat, &ply.notation) {
            (None, None) if ply.n == 0 && self.next == 0 => {}
            (Some(seat), Some(notation)) if ply.n > 0 && ply.n == self.next => {
                self.decide(rules, seat, notation)?;
            }
            _ => return Err(said("cannot_follow")),
        }
        self.ended = self.world.clone();
        match (rules.turn(&self.world), &ply.outcome) {
            (Turn::Chance, Some(Dealt { deal: Some(deal) })) => self.deal(rules, deal)?,
            (Turn::Player(_) | Turn::Over, None) => {}
            _ => return Err(said("cards_cannot")),
        }
        self.next = ply.n + 1;
        Ok(())
    }

    fn decide<G: HiddenHands<State = S>>(
        &mut self,
        rules: &G,
        seat: Seat,
        notation: &str,
    ) -> Result<(), Said> {
        if rules.turn(&self.world) != Turn::Player(seat) {
            return Err(said("not_that_turn"));
        }
        let mv = rules.parse(&self.world, notation).map_err(|_| said("unreadable_notation"))?;
        if !self.viewer.knows_as(seat) {
            self.hold(rules, seat, rules.card(mv), rules.denies(&self.world, mv))?;
        }
        rules.play(&mut self.world, mv).map_err(|_| said("forbidden"))
    }

    /// Puts a card that a hidden hand shows into it, and nothing that it shows not to hold.
    fn hold<G: HiddenHands<State = S>>(
        &mut self,
        rules: &G,
        seat: Seat,
        card: Option<Card>,
        denied: Cards,
    ) -> Result<(), Said> {
        let (mut gaps, card) = (self.gaps(rules, &self.world), card.map(Cards::from).unwrap_or_default());
        let gap = &mut gaps[seat.index()];
        if gap.size < card.len() || !card.without(Cards::from_bits(gap.from)).is_empty() {
            return Err(said("cannot_have"));
        }
        (gap.size, gap.from) = (gap.size - card.len(), gap.from & !denied.bits());
        gaps.iter_mut().for_each(|gap| gap.from &= !card.bits());
        if !can_be_filled(&gaps) {
            return Err(said("no_world"));
        }
        let mut cards = fill(&gaps, &mut ChaCha8Rng::seed_from_u64(self.next.into()));
        cards[seat.index()] |= card.bits();
        self.world = self.filled(rules, &self.world, &cards);
        Ok(())
    }

    fn deal<G: HiddenHands<State = S>>(&mut self, rules: &G, seen: &Deal) -> Result<(), Said> {
        let (seats, each) = (rules.seats(), rules.dealt(&self.world));
        let size = |seat: Seat| if self.viewer.knows_as(seat) { each } else { 0 };
        let fits = |seat: Seat| seen.hands.get(seat).is_some_and(|hand| hand.len() == size(seat));
        if seen.hands.len() != seats || !Seat::all(seats).all(fits) {
            return Err(said("not_so_many_dealt"));
        }
        let gone = seen.hands.iter().fold(Cards::from(seen.turned), |gone, hand| gone | *hand);
        let from = rules.pack().without(gone).bits();
        let gaps: Vec<HiddenHand> =
            Seat::all(seats).map(|seat| HiddenHand { from, size: each - size(seat) }).collect();
        if !can_be_filled(&gaps) {
            return Err(said("no_world"));
        }
        let cards = fill(&gaps, &mut ChaCha8Rng::seed_from_u64(self.next.into()));
        let hands = BySeat::from_fn(seats, |seat| seen.hands[seat] | Cards::from_bits(cards[seat.index()]));
        rules.resolve(&mut self.world, &Deal { hands, ..seen.clone() }).map_err(|_| said("cards_cannot"))
    }
}

impl<G: HiddenHands> InformationSet<G> for KnownHands<G::State> {
    fn before_set_up(rules: &G, viewer: Viewer) -> Self {
        Self { viewer, world: rules.start(), ended: rules.start(), next: 0 }
    }

    fn viewer(&self) -> Viewer {
        self.viewer
    }

    fn learn(&mut self, rules: &G, ply: &SeenPly<Dealt>) -> Result<(), Refusal> {
        self.follow(rules, ply).map_err(|why| Refusal::inconsistent_log("hands", ply.n, &why))
    }

    fn count_worlds(&self, rules: &G) -> WorldCount {
        WorldCount::Exact(count(&self.gaps(rules, &self.world)))
    }

    fn hidden(&self, rules: &G) -> Hidden {
        if rules.turn(&self.world) == Turn::Over { Hidden::Nothing } else { Hidden::Private }
    }

    fn sample_world<R: Rng + ?Sized>(&self, rules: &G, rng: &mut R) -> G::State {
        self.sample(rules, &self.world, rng)
    }

    fn worlds(&self, rules: &G, limit: usize) -> Option<Vec<(G::State, u64)>> {
        let ways = list(&self.gaps(rules, &self.world), limit)?;
        Some(ways.iter().map(|cards| (self.filled(rules, &self.world, cards), 1)).collect())
    }

    /// A round's hands are those at its end, drawn, with the cards played since.
    fn sample_history<R: Rng + ?Sized>(
        rules: &G,
        viewer: Viewer,
        seen: &[SeenPly<Dealt>],
        rng: &mut R,
    ) -> Result<Vec<Ply<G>>, Refusal> {
        let mut knowledge = Self::before_set_up(rules, viewer);
        let mut played = BySeat::from_fn(rules.seats(), |_| Cards::default());
        let (mut history, mut rounds) = (Vec::<Ply<G>>::new(), Vec::new());
        for ply in seen {
            let mv = ply.notation.as_deref().and_then(|text| rules.parse(&knowledge.world, text).ok());
            knowledge.learn(rules, ply)?;
            let action = ply.seat.zip(mv);
            if let Some((seat, card)) = action.and_then(|(seat, mv)| Some((seat, rules.card(mv)?))) {
                played[seat] = played[seat] | card;
            }
            let chance: Vec<Deal> = ply.outcome.iter().filter_map(|dealt| dealt.deal.clone()).collect();
            if !chance.is_empty() {
                let end = knowledge.sample(rules, &knowledge.ended, rng);
                rounds.push(BySeat::from_fn(played.len(), |seat| rules.hands(&end)[seat] | played[seat]));
                played = BySeat::from_fn(rules.seats(), |_| Cards::default());
            }
            history.push(Ply { n: ply.n, action, chance });
        }
        let end = knowledge.sample_world(rules, rng);
        rounds.push(BySeat::from_fn(played.len(), |seat| rules.hands(&end)[seat] | played[seat]));
        // What stood before the first deal is no round.
        let deals = history.iter_mut().flat_map(|ply| &mut ply.chance);
        deals.zip(rounds.into_iter().skip(1)).for_each(|(deal, hands)| deal.hands = hands);
        Ok(history)
    }
}

//! What a viewer knows, and the deals that agree with it.
//!
//! Nobody knows how the cards that were not seen lie; all ways are as likely that give no seat a card of a suit it could
//! not follow. What is left over when the hands are full lies aside.

use std::collections::HashMap;

use rand::{Rng, RngExt};
use tapis_games::hidden_hands::choose;
use tapis_games::seat::{Seat, Viewer};

use super::{Cards, SEATS, State};

/// The digest of an observation log.
#[derive(Clone, Debug)]
pub struct Knowledge {
    pub(super) viewer: Viewer,
    /// The position; the hands are those the viewer sees, others are empty.
    pub(super) state: State,
    /// By seat, the cards it has played.
    pub(super) played: [Cards; SEATS],
    /// The next ply.
    pub(super) next: u32,
    /// Cards dealt to a seat.
    pub(super) tricks: u8,
}

/// A hand that has to be filled: whose, with how many cards, of which.
#[derive(Clone, Copy)]
struct HiddenHand {
    seat: usize,
    size: u32,
    from: Cards,
}

impl Knowledge {
    pub(super) fn new(viewer: Viewer, tricks: u8) -> Self {
        Self { viewer, state: State::default(), played: Default::default(), next: 0, tricks }
    }

    /// Cards left to a seat.
    pub(super) fn size(&self, seat: usize) -> u32 {
        match self.state.trump {
            Some(_) => u32::from(self.tricks).saturating_sub(self.played[seat].len()),
            None => 0,
        }
    }

    /// Cards nobody has shown and the viewer does not hold.
    pub(super) fn unseen(&self) -> Cards {
        let hands = self.state.hands.iter().fold(self.state.played, |all, &hand| all | hand);
        !(self.state.trump.map_or(hands, |trump| hands | Cards::one(trump)))
    }

    /// The hands to fill, those with the least choice first.
    fn gaps(&self) -> impl Iterator<Item = HiddenHand> {
        let unseen = self.unseen();
        let gap = |seat: usize| {
            let suits = (0..4).filter(|suit| self.state.voids[seat] >> suit & 1 == 1);
            let from = suits.fold(unseen, |from, suit| from.without(Cards::suit(suit)));
            HiddenHand { seat, size: self.size(seat), from }
        };
        let hidden = |seat: &usize| !self.viewer.knows_as(Seat(*seat as u8));
        let mut gaps: Vec<HiddenHand> =
            (0..SEATS).filter(hidden).map(gap).filter(|gap| gap.size > 0).collect();
        gaps.sort_by_key(|gap| gap.from.len() - gap.size.min(gap.from.len()));
        gaps.into_iter()
    }

    /// Whether there is a world: any hands together have as many cards to choose from as they need (Hall's theorem).
    pub(super) fn has_world(&self) -> bool {
        let gaps: Vec<HiddenHand> = self.gaps().collect();
        (0..1_u8 << gaps.len()).all(|some| {
            let chosen = gaps.iter().enumerate().filter(|(i, _)| some >> i & 1 == 1);
            let (size, from) = chosen
                .fold((0, Cards::default()), |(size, from), (_, gap)| (size + gap.size, from | gap.from));
            size <= from.len()
        })
    }

    /// A world, all as likely.
    ///
    /// The hands are drawn one after the other. A draw that leaves the hands after it few choices is taken as often as it
    /// leaves choices, by rejection: the product of the choices over the most they can be.
    pub(super) fn draw<R: Rng + ?Sized>(&self, rng: &mut R) -> State {
        let unseen = self.unseen();
        let gaps: arrayvec::ArrayVec<HiddenHand, SEATS> = self.gaps().collect();
        loop {
            let (mut state, mut left, mut chance) = (self.state, unseen, 1.0);
            for gap in &gaps {
                let from = gap.from & left;
                // At best all cards gone were of suits this seat does not have.
                let most = gap.from.len().min(left.len());
                chance *= choices_ratio(from.len(), most, gap.size);
                let hand = from.draw(gap.size, rng);
                state.hands[gap.seat] = hand;
                left = left.without(hand);
            }
            if chance >= 1.0 || rng.random::<f64>() < chance {
                return state;
            }
        }
    }

    /// Calls `each` with every world, until it answers false. Whether it never did.
    pub(super) fn each(&self, each: &mut impl FnMut(State) -> bool) -> bool {
        let gaps: Vec<HiddenHand> = self.gaps().collect();
        fill(&gaps, self.state, self.unseen(), each)
    }

    /// How many worlds there are.
    pub(super) fn count(&self) -> u128 {
        let gaps: Vec<HiddenHand> = self.gaps().collect();
        let unseen = self.unseen();
        let mut kinds: Vec<Kind> = Vec::new();
        for suit in 0..4 {
            let cards = unseen & Cards::suit(suit);
            let fits = std::array::from_fn(|i| gaps.get(i).is_some_and(|gap| !(gap.from & cards).is_empty()));
            match kinds.iter_mut().find(|kind| kind.fits == fits) {
                Some(kind) => kind.cards += cards.len(),
                None => kinds.push(Kind { cards: cards.len(), fits }),
            }
        }
        let sizes = std::array::from_fn(|i| gaps.get(i).map_or(0, |gap| gap.size));
        ways(&kinds, sizes, &mut HashMap::new())
    }

    /// A deal that leads here from `world`.
    pub(super) fn dealt(&self, world: &State) -> [Cards; SEATS] {
        std::array::from_fn(|seat| world.hands[seat] | self.played[seat])
    }
}

/// C(n, k) / C(most, k), where n is at most `most`.
fn choices_ratio(n: u32, most: u32, k: u32) -> f64 {
    if n >= most {
        return 1.0;
    }
    (0..k).map(|i| f64::from(n.saturating_sub(i)) / f64::from((most - i.min(most)).max(1))).product()
}

fn fill(gaps: &[HiddenHand], state: State, left: Cards, each: &mut impl FnMut(State) -> bool) -> bool {
    let Some((gap, rest)) = gaps.split_first() else { return each(state) };
    subsets(gap.from & left, gap.size, Cards::default(), &mut |hand| {
        let mut state = state;
        state.hands[gap.seat] = hand;
        fill(rest, state, left.without(hand), each)
    })
}

/// Calls `each` with every set of `size` of `cards`, together with `chosen`, until it answers false.
fn subsets(cards: Cards, size: u32, chosen: Cards, each: &mut impl FnMut(Cards) -> bool) -> bool {
    if size == 0 {
        return each(chosen);
    }
    if cards.len() < size {
        return true;
    }
    let Some(first) = cards.iter().next() else { return true };
    let (first, rest) = (Cards::one(first), cards.without(Cards::one(first)));
    subsets(rest, size - 1, chosen | first, each) && subsets(rest, size, chosen, each)
}

/// Cards that fit the same gaps.
struct Kind {
    cards: u32,
    fits: [bool; SEATS],
}

/// Sizes of gaps that are left to fill with the kinds from a number of them on.
type GapSizes = [u32; SEATS];

/// In how many ways cards of these kinds fill gaps of these sizes.
fn ways(kinds: &[Kind], sizes: GapSizes, known: &mut HashMap<(usize, GapSizes), u128>) -> u128 {
    let Some((kind, rest)) = kinds.split_first() else { return u128::from(sizes == [0; SEATS]) };
    if let Some(&count) = known.get(&(kinds.len(), sizes)) {
        return count;
    }
    let mut count = 0;
    share(kind, 0, kind.cards, sizes, 1, rest.is_empty(), &mut |sizes, factor| {
        count += factor * ways(rest, sizes, known);
    });
    known.insert((kinds.len(), sizes), count);
    count
}

/// Calls `each` with all ways to give some of `left` cards of a kind to the gaps from number `gap` on, or to fill them if
/// this kind is the `last`: the sizes left, and in how many ways.
fn share(
    kind: &Kind,
    gap: usize,
    left: u32,
    sizes: GapSizes,
    factor: u128,
    last: bool,
    each: &mut impl FnMut(GapSizes, u128),
) {
    let Some(&size) = sizes.get(gap) else { return each(sizes, factor) };
    let most = if kind.fits[gap] { left.min(size) } else { 0 };
    let least = if last { size.min(most) } else { 0 };
    for given in least..=most {
        let mut sizes = sizes;
        sizes[gap] -= given;
        share(kind, gap + 1, left - given, sizes, factor * choose(left, given), last, each);
    }
}

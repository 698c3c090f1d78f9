//! A whole history that gives a viewer its log: the hands at the end, drawn, and then backwards what came when.

use rand::Rng;

use super::deal::sees;
use super::hidden::{self, Hidden};
use super::known::{Given, KnownHands};
use super::{Deal, Dealt, HiddenHands};
use crate::belief::pick;
use crate::bits;
use crate::game::{InformationSet, Ply, SeenPly};
use crate::hidden_hands::choose;
use crate::playing_card::Cards;
use crate::refusal::Refusal;
use crate::seat::Viewer;

/// So many choices of what was drawn are weighed.
const WEIGHED: u128 = 4_096;

/// What happened to the hands in a ply.
struct Step {
    /// The hand that showed cards, and which.
    shown: Option<(usize, Cards)>,
    gained: Vec<Cards>,
    given: Vec<Given>,
}

/// See [`InformationSet::sample_history`].
pub(super) fn sample<G: HiddenHands, R: Rng + ?Sized>(
    rules: &G,
    viewer: Viewer,
    seen: &[SeenPly<Dealt>],
    rng: &mut R,
) -> Result<Vec<Ply<G>>, Refusal> {
    let mut known = KnownHands::before_set_up(rules, viewer);
    let (mut history, mut steps) = (Vec::new(), Vec::new());
    for ply in seen {
        let mv = ply.notation.as_deref().and_then(|text| rules.parse(&known.world, text).ok());
        known.learn(rules, ply)?;
        let action = ply.seat.zip(mv);
        let shown =
            action.map(|(seat, mv)| (seat.index() + rules.hand_of(mv) * rules.seats(), rules.shows(mv)));
        steps.push(Step { shown, gained: known.gained.clone(), given: known.given.clone() });
        let chance = ply.outcome.iter().flat_map(|dealt| dealt.deals.clone()).collect();
        history.push(Ply { n: ply.n, action, chance });
    }
    let mut hands = joined(&hidden::sample(&known.hidden, rng));
    let hides = |hand: usize| !sees(viewer, hand, rules.seats());
    for (ply, step) in history.iter_mut().zip(&steps).rev() {
        for (deal, given) in ply.chance.iter_mut().zip(&step.given).rev() {
            take_back(deal, given, &mut hands, &hides, rng);
        }
        for (hand, cards) in hands.iter_mut().enumerate() {
            *cards &= !step.gained[hand].bits();
            if let Some((_, shown)) = step.shown.filter(|(of, _)| *of == hand && hides(hand)) {
                *cards |= shown.bits();
            }
        }
    }
    Ok(history)
}

/// What a deal gave to hidden hands, and the hands before it.
fn take_back<R: Rng + ?Sized>(
    deal: &mut Deal,
    given: &Given,
    hands: &mut Vec<u64>,
    hides: &impl Fn(usize) -> bool,
    rng: &mut R,
) {
    let of_hidden = (0..hands.len().min(deal.hands.len())).filter(|&hand| hides(hand));
    if given.shape.is_anew() {
        for hand in of_hidden {
            deal.hands[hand] = Cards::from_bits(hands[hand]);
        }
        *hands = joined(&hidden::sample(&given.before, rng));
        return;
    }
    for hand in of_hidden {
        let new = came(hands[hand], given.shape.size(hand), &given.before[hand], rng);
        deal.hands[hand] = Cards::from_bits(new);
        hands[hand] &= !new;
    }
}

/// Which `size` cards of a hand came last, by how likely the others were there before.
fn came<R: Rng + ?Sized>(hand: u64, size: u32, before: &Hidden, rng: &mut R) -> u64 {
    if size == 0 {
        return 0;
    }
    if choose(hand.count_ones(), size) > WEIGHED {
        let mut tries = (0..100_000).map(|_| bits::draw(hand, size, rng));
        let possible = tries.find(|new| before.weight_of(hand & !new) > 0.0);
        return possible.unwrap_or_else(|| bits::lowest(hand, size));
    }
    let all = bits::subsets(hand, size);
    let weights: Vec<f64> = all.iter().map(|new| before.weight_of(hand & !new)).collect();
    pick(&weights, rng).map_or(0, |at| all[at])
}

fn joined(groups: &[Vec<u64>]) -> Vec<u64> {
    groups.iter().map(|groups| groups.iter().fold(0, |hand, group| hand | group)).collect()
}

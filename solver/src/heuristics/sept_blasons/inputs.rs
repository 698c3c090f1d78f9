//! What the learned evaluation reads of a world between two tricks: tokens and cards of each family before each seat, and what is
//! still in the hands.

use tapis_games::game::Game;
use tapis_games::seat::{BySeat, MAX_SEATS, Seat};
use tapis_games::sept_blasons::{SeptBlasons, State};

use crate::learned::Inputs;

/// Tokens of a family before a seat that are told apart, from 0.
const TOKENS: usize = 5;
/// Steps of the sum of a family's cards, of four points each.
const SUMS: usize = 8;
/// Tricks of a round.
const TRICKS: usize = 8;
/// Characters of a family.
const CHARACTERS: usize = 8;

/// What lies before a seat.
#[derive(Clone, Copy, Default)]
struct Area {
    /// Tokens, by family: face up, and known in the world.
    tokens: [(u8, u8); 7],
    /// Face-down tokens of no fixed family.
    unknown: u8,
    /// Sums of the collected cards, by family.
    sums: [u32; 7],
    /// The best and the second-best product of tokens and sum in a foreign family.
    products: [f64; 2],
}

impl Area {
    fn of(rules: &SeptBlasons, state: &State, seat: Seat) -> Self {
        let mut area = Self::default();
        for token in state.tokens.area(seat) {
            match token.family {
                Some(family) if token.up => area.tokens[family.index()].0 += 1,
                Some(family) => area.tokens[family.index()].1 += 1,
                None => area.unknown += 1,
            }
        }
        for &family in &state.families[..rules.seats()] {
            let cards = state.collected[seat.index()].of(family);
            area.sums[family.index()] = (0..8).filter(|value| cards >> value & 1 == 1).sum();
            if family != state.families[seat.index()] {
                let product = f64::from(area.count(family.index())) * f64::from(area.sums[family.index()]);
                let [best, second] = &mut area.products;
                if product > *best {
                    (*best, *second) = (product, *best);
                } else {
                    *second = product.max(*second);
                }
            }
        }
        area
    }

    /// Tokens of a family.
    fn count(&self, family: usize) -> u8 {
        self.tokens[family].0 + self.tokens[family].1
    }
}

/// Writes the inputs of every seat.
pub(super) fn write(rules: &SeptBlasons, state: &State, inputs: &mut BySeat<Inputs>) {
    let seats = rules.seats();
    let areas = BySeat::from_fn(seats, |seat| Area::of(rules, state, seat));
    let mut in_hands = [0; 7];
    for seat in Seat::all(seats) {
        let hand = state.hands[seat.index()];
        in_hands[state.families[seat.index()].index()] = (0..8).filter(|value| hand >> value & 1 == 1).sum();
    }
    for (seat, inputs) in Seat::all(seats).zip(inputs.iter_mut()) {
        standing(state, &areas, seat, inputs);
        families(state, &areas, seat, &in_hands, inputs);
        hand(state, seat, inputs);
        inputs.choice(seats - 3, MAX_SEATS - 2);
    }
}

/// The points of the seat and of the best other, with the products of this round.
fn standing(state: &State, areas: &BySeat<Area>, seat: Seat, inputs: &mut Inputs) {
    let total = |seat: Seat| f64::from(state.totals[seat.index()]);
    let with_round = |seat: Seat| total(seat) + areas[seat].products[0];
    let most = |of: &dyn Fn(Seat) -> f64| {
        Seat::all(areas.len()).filter(|&other| other != seat).map(of).fold(f64::NEG_INFINITY, f64::max)
    };
    let round = usize::from(state.round.clamp(1, 3)) - 1;
    inputs.choice(round, 3);
    let leads = [total(seat) - most(&total), with_round(seat) - most(&with_round)];
    for lead in leads {
        for phase in 0..3 {
            inputs.number(if phase == round { lead / 20.0 } else { 0.0 });
        }
        inputs.choice(((lead / 8.0).round() + 4.0).clamp(0.0, 8.0) as usize, 9);
    }
    inputs.number(total(seat) / 40.0);
    let [best, second] = areas[seat].products;
    inputs.number(best / 20.0);
    inputs.number(second / 20.0);
    inputs.number(best.sqrt() / 4.0);
}

/// Tokens and sums, by foreign family; and what they can still become.
fn families(state: &State, areas: &BySeat<Area>, seat: Seat, in_hands: &[u32; 7], inputs: &mut Inputs) {
    let (own, area) = (state.families[seat.index()].index(), &areas[seat]);
    let standings = inputs.group(TOKENS * SUMS);
    let chances = inputs.group(TOKENS * SUMS);
    let (mut hopes, mut hope) = (0.0, 0.0f64);
    for &family in &state.families[..areas.len()] {
        let family = family.index();
        if family == own {
            continue;
        }
        let tokens = usize::from(area.count(family)).min(TOKENS - 1);
        inputs.add(standings, tokens * SUMS + (area.sums[family] / 4) as usize, 1.0);
        inputs.add(chances, tokens * SUMS + (in_hands[family] / 4) as usize, 1.0);
        let product =
            tokens as f64 * (f64::from(area.sums[family]) + f64::from(in_hands[family]) / areas.len() as f64);
        hopes += product;
        hope = hope.max(product);
    }
    inputs.number(hope / 20.0);
    inputs.number(hopes / 60.0);
    inputs.choice(usize::from(area.count(own)), TOKENS);
    let down: u8 = area.tokens.iter().map(|tokens| tokens.1).sum();
    inputs.number(f64::from(down) / 4.0);
    inputs.number(f64::from(area.unknown) / 4.0);
    let mine: f64 = Seat::all(areas.len())
        .filter(|&other| other != seat)
        .map(|other| f64::from(areas[other].count(own)) * f64::from(areas[other].sums[own]))
        .sum();
    inputs.number(mine / 20.0);
}

/// The cards in hand, who leads, and the trick.
fn hand(state: &State, seat: Seat, inputs: &mut Inputs) {
    let trick = usize::from(state.trick_no);
    inputs.choice(trick, TRICKS + 1);
    let hand = state.hands[seat.index()];
    let (early, late) = (inputs.group(CHARACTERS), inputs.group(CHARACTERS));
    for character in (0..CHARACTERS).filter(|character| hand >> character & 1 == 1) {
        inputs.add(if trick < TRICKS / 2 { early } else { late }, character, 1.0);
    }
    inputs.number(f64::from(u8::from(state.trick.leader() == seat)));
    inputs.number(f64::from(state.activated >> seat.0 & 1));
    inputs.number(f64::from(state.strength[seat.index()]) / 7.0);
}

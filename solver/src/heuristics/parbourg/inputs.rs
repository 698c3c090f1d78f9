//! What the learned evaluation reads of a world at a turn: tokens, the challenge under way, and the cards in hand by what they are
//! worth in the challenges to come.

use tapis_games::game::Game;
use tapis_games::parbourg::{Kind, Parbourg, State};
use tapis_games::seat::{BySeat, Seat};

use super::chances;
use crate::learned::Inputs;

/// Challenges of a game.
const CHALLENGES: usize = 16;
/// Leads in points that are told apart, from −8.
const LEADS: usize = 17;
/// Cards in hand that are told apart, from 0.
const CARDS: usize = 10;

/// What a seat holds.
#[derive(Clone, Copy)]
struct Holding {
    /// Tokens won.
    won: f64,
    /// Points in the challenge under way.
    points: f64,
    /// Cards in hand.
    cards: usize,
    /// The sum of the bets in hand for the challenge under way, and of the two best.
    bets: [f64; 2],
    /// The same for the best of the other challenges of the day.
    later: f64,
    /// Cards in hand with an effect.
    effects: f64,
    /// The mean bet of the cards in hand over the four colours, summed.
    mean: f64,
}

impl Holding {
    fn of(rules: &Parbourg, state: &State, seat: Seat) -> Self {
        let colour = state.colour().index();
        let mut holding = Self {
            won: state.won[seat.index()].iter().map(|&n| f64::from(n)).sum(),
            points: f64::from(rules.points(state, seat)),
            cards: state.hand(seat).len(),
            bets: [0.0; 2],
            later: 0.0,
            effects: 0.0,
            mean: 0.0,
        };
        let ahead = usize::from(state.challenge.min(3)) + 1;
        let (mut first, mut second) = (0.0f64, 0.0f64);
        for card in state.hand(seat).iter() {
            let info = rules.deck().card(card);
            if info.kind == Kind::Bet {
                let bet = f64::from(info.bets[colour]);
                holding.bets[0] += bet;
                (first, second) = if bet > first { (bet, first) } else { (first, second.max(bet)) };
                holding.later += state.tokens[ahead..]
                    .iter()
                    .map(|token| f64::from(info.bets[token.index()]))
                    .sum::<f64>();
                holding.mean += info.bets.iter().map(|&bet| f64::from(bet)).sum::<f64>() / 4.0;
            }
            holding.effects += f64::from(u8::from(info.effect.is_some()));
        }
        holding.bets[1] = first + second;
        holding
    }
}

/// Writes the inputs of every seat.
pub(super) fn write(rules: &Parbourg, state: &State, inputs: &mut BySeat<Inputs>) {
    let seats = rules.seats();
    let holdings = BySeat::from_fn(seats, |seat| Holding::of(rules, state, seat));
    let chances = chances(rules, state);
    let decided = usize::from(state.day.max(1) - 1) * 4 + usize::from(state.challenge.min(3));
    let left = (CHALLENGES - decided.min(CHALLENGES - 1)) as f64;
    for (seat, inputs) in Seat::all(seats).zip(inputs.iter_mut()) {
        let others = || Seat::all(seats).filter(move |&other| other != seat);
        let most =
            |of: &dyn Fn(&Holding) -> f64| others().map(|other| of(&holdings[other])).fold(0.0, f64::max);
        let own = &holdings[seat];
        inputs.choice(decided, CHALLENGES);
        tokens(own.won, most(&|other| other.won), chances[seat], left, inputs);
        challenge(state, seat, &holdings, inputs);
        inputs.choice(own.cards, CARDS);
        inputs.number((own.cards as f64 - most(&|other| other.cards as f64)) / 4.0);
        inputs.number(own.effects / 4.0);
        inputs.number((own.mean - most(&|other| other.mean)) / 8.0);
        inputs.number((own.later - most(&|other| other.later)) / 10.0);
        inputs.number(own.later / 10.0);
        possessions(rules, state, seat, left, inputs);
        inputs.choice(seats - 2, 5);
    }
}

/// Tokens won, with the expected one of the challenge under way.
fn tokens(own: f64, most: f64, chance: f64, left: f64, inputs: &mut Inputs) {
    let lead = own - most;
    inputs.number(lead / 4.0);
    inputs.number((lead + chance) / left.sqrt());
    inputs.number(lead / left.sqrt());
    inputs.choice((lead + 6.0).clamp(0.0, 12.0) as usize, 13);
    inputs.choice(own as usize, 10);
    inputs.number(chance);
    inputs.number(chance / left.sqrt());
}

/// The challenge under way: points, who stands, what can still be added.
fn challenge(state: &State, seat: Seat, holdings: &BySeat<Holding>, inputs: &mut Inputs) {
    let standing = |other: &Seat| *other != seat && state.stands(*other);
    let rivals = || Seat::all(holdings.len()).filter(standing).map(|other| &holdings[other]);
    let all = || Seat::all(holdings.len()).filter(|&other| other != seat).map(|other| &holdings[other]);
    let own = &holdings[seat];
    let lead = own.points - all().map(|other| other.points).fold(0.0, f64::max);
    let stands = state.stands(seat);
    let steps = inputs.group(2 * LEADS);
    inputs.add(steps, usize::from(stands) * LEADS + (lead + 8.0).clamp(0.0, 16.0) as usize, 1.0);
    inputs.number(f64::from(u8::from(stands)));
    inputs.number(rivals().count() as f64 / 4.0);
    let reach = if stands { own.bets[1] } else { 0.0 };
    let theirs = rivals().map(|other| other.points + other.bets[1]).fold(0.0, f64::max);
    inputs.number(reach / 8.0);
    inputs.number((own.points + reach - theirs) / 8.0);
    inputs.number((own.bets[0] - rivals().map(|other| other.bets[0]).fold(0.0, f64::max)) / 10.0);
    let moves = state.mover == seat;
    inputs.number(f64::from(u8::from(moves)));
    inputs.number(if moves { lead / 8.0 } else { 0.0 });
    inputs.number(f64::from(u8::from(state.last)));
    inputs.number(f64::from(state.skips[seat.index()]));
    inputs.number(f64::from(u8::from(moves && state.built)));
}

/// Buildings and henchmen.
fn possessions(rules: &Parbourg, state: &State, seat: Seat, left: f64, inputs: &mut Inputs) {
    let buildings = |seat: Seat| state.buildings[seat.index()].len() as f64;
    let others = Seat::all(rules.seats()).filter(|&other| other != seat);
    let most = others.map(buildings).fold(0.0, f64::max);
    inputs.number((buildings(seat) - most) / 3.0);
    inputs.number((buildings(seat) - most) * left / 40.0);
    inputs.number(buildings(seat) / 3.0);
    let henchmen = &state.henchmen[seat.index()];
    inputs.number(henchmen.len() as f64 / 2.0);
    let place = state.order.iter().position(|&other| other == seat).unwrap_or(0);
    inputs.number(place as f64 / 4.0);
    inputs.number(f64::from(u8::from(state.first == seat)));
}

//! The expected cost of a contract or a card to its seat, as the seat sees it: the points between its contract and
//! the tricks it will take.
//!
//! The constants were tuned by self-play of this heuristic alone (four seats, no Malheurs). A change was kept if it
//! lost fewer points on two fresh sets of deals. A pair holds one constant for announcements and one for play.

use tapis_games::game::{Game, Published};
use tapis_games::malin::{Malheur, Malin, State, Ties, ValuedCard};
use tapis_games::seat::Seat;

use super::strength::{HandValues, unseen};
use super::tricks_left;

/// The number of unseen cards that a card must beat to take a trick, with three other seats.
const CARDS_TO_BEAT: [f64; 2] = [2.6, 2.631];
/// How much smaller that number is per trick of slack: where the others want fewer tricks than are left.
const SLACK_WEIGHT: [f64; 2] = [1.663, 0.912];
/// The part of the uncertainty of a hand that is luck; the rest is skill.
const LUCK: [f64; 2] = [0.4, 0.449];
/// The probability that a card of chosen value takes its trick. The first one includes all uncertainty of the first
/// lead.
const FREE_CARD_TAKES: [f64; 2] = [0.385, 0.924];
/// The cost of one trick too many relative to one too few.
const EXCESS_COST: [f64; 2] = [1.069, 0.62];
/// For the last seat to announce: the cost of each trick that the sum of contracts is off, and the extra cost of too
/// low a sum.
const SUM_COST: [f64; 2] = [0.174, 0.11];
/// The probability that a later seat beats a card, per share of unseen cards that beat it: if it wants tricks, and if
/// not.
const BEATS: [f64; 2] = [0.026, 0.955];
/// If it wants tricks: the same per probability that it holds a card that beats it.
const CAN_BEAT: f64 = 0.2;
/// If it wants none: the same per probability that it holds no other card.
const MUST_BEAT: f64 = -0.219;
/// Bounds of the number of cards to beat.
const CARDS_TO_BEAT_BOUNDS: (f64, f64) = (0.3, 8.0);

/// The points of cost in one unit of log-likelihood: a constant, and an addend per trick left.
const LIKELIHOOD_UNIT: (f64, f64) = (0.2, 0.05);

/// How badly the hand of `seat` fits the tricks it still needs, as a negative log-likelihood. Players announce what
/// fits their hands and keep what fits their contracts.
pub(super) fn misfit(rules: &Malin, state: &State, seat: Seat) -> f64 {
    let left = f64::from(tricks_left(rules, state));
    let costs = CostModel::of_play(rules, state, seat);
    costs.hand.cost(f64::from(wanted(state, seat))) / (LIKELIHOOD_UNIT.0 + LIKELIHOOD_UNIT.1 * left)
}

/// The expected costs in a position, for one seat.
pub(super) struct CostModel<'a> {
    rules: &'a Malin,
    state: &'a State,
    seat: Seat,
    unseen: HandValues,
    hand: Hand,
    /// For each fixed value of the hand, the probability that it takes a trick.
    chances: [f64; VALUES],
}

/// The number of card values.
const VALUES: usize = 36;

/// The expected result of a hand.
#[derive(Clone, Copy)]
struct Hand {
    /// Expected tricks from cards of fixed value.
    tricks: f64,
    variance: f64,
    free: f64,
    stage: usize,
}

/// Stages of a round: announcements and tricks.
const ANNOUNCING: usize = 0;
const PLAYING: usize = 1;

impl<'a> CostModel<'a> {
    /// For `seat`, which is to play a card.
    pub(super) fn of_play(rules: &'a Malin, state: &'a State, seat: Seat) -> Self {
        let left = tricks_left(rules, state);
        let wants = |other: Seat| wanted(state, other).clamp(0, left);
        let slack = left - Seat::all(rules.seats()).map(wants).sum::<i32>();
        Self::at(rules, state, seat, PLAYING, f64::from(slack) / f64::from(left.max(1)))
    }

    /// For `seat`, which is to announce.
    pub(super) fn of_bid(rules: &'a Malin, state: &'a State, seat: Seat) -> Self {
        let (seats, tricks) = (rules.seats() as f64, rules.tricks() as f64);
        let (announced, wanted) = announced(rules, state);
        let slack = tricks / seats * announced - wanted;
        Self::at(rules, state, seat, ANNOUNCING, slack / tricks * seats / (seats - announced).max(1.0))
    }

    fn at(rules: &'a Malin, state: &'a State, seat: Seat, stage: usize, slack: f64) -> Self {
        let others = (rules.seats() - 1) as f64 / 3.0;
        let to_beat = (CARDS_TO_BEAT[stage] * others - SLACK_WEIGHT[stage] * slack)
            .clamp(CARDS_TO_BEAT_BOUNDS.0, CARDS_TO_BEAT_BOUNDS.1);
        let unseen = unseen(rules, state, seat);
        let own = HandValues::of(rules, state, state.hands[seat.index()]);
        let mut hand = Hand { tricks: 0.0, variance: 0.0, free: f64::from(own.free), stage };
        let mut chances = [0.0; VALUES];
        for value in own.descending() {
            let below = unseen.below(value, false);
            let chance = if below > 0.0 { below.powf(to_beat) } else { 0.0 };
            chances[usize::from(value) % VALUES] = chance;
            hand.count(chance, 1.0);
        }
        Self { rules, state, seat, unseen, hand, chances }
    }

    /// The expected cost of announcing `contract`.
    pub(super) fn of_contract(&self, contract: u8) -> f64 {
        let cost = self.hand.cost(f64::from(contract));
        let (announced, wanted) = announced(self.rules, self.state);
        if announced + 1.0 < self.rules.seats() as f64 {
            return cost;
        }
        let left = self.rules.tricks() as f64 - wanted - f64::from(contract);
        cost + SUM_COST[0] * left.abs() + SUM_COST[1] * left
    }

    /// The expected cost of laying this card.
    pub(super) fn of_lay(&self, lay: ValuedCard) -> f64 {
        let need = f64::from(wanted(self.state, self.seat));
        let takes = self.takes(lay.value);
        if self.state.hands[self.seat.index()].len() == 1 {
            return takes * (need - 1.0).abs() + (1.0 - takes) * need.abs();
        }
        let mut rest = self.hand;
        match super::strength::value(self.rules, self.state, lay.card) {
            Some(value) => rest.count(self.chances[usize::from(value) % VALUES], -1.0),
            None => rest.free -= 1.0,
        }
        takes * rest.cost(need - 1.0) + (1.0 - takes) * rest.cost(need)
    }

    /// The probability that a card of this value takes the current trick.
    fn takes(&self, value: u8) -> f64 {
        let trick = &self.state.trick;
        let inversions = trick.waiting.iter().filter(|(_, malheur)| *malheur == Malheur::Inversion).count();
        let inverted = inversions % 2 == 1;
        let sign = if inverted { -1 } else { 1 };
        let first = self.rules.options().ties == Ties::First;
        let best = trick.laid.iter().flatten().map(|laid| laid.value * sign).max();
        let own = i16::from(value) * sign;
        if best.is_some_and(|best| own < best || (own == best && first)) {
            return 0.0;
        }
        if first && own == if inverted { 0 } else { i16::from(self.rules.highest()) } {
            return 1.0;
        }
        let above = 1.0 - self.unseen.below(value, inverted);
        let mut takes = 1.0;
        let mut seat = self.seat.next(self.rules.seats());
        while trick.before(seat).is_none() && seat != self.seat {
            let cards = self.state.hands[seat.index()].len() as i32;
            let beats = if wanted(self.state, seat) > 0 {
                BEATS[0] * above + CAN_BEAT * (1.0 - (1.0 - above).powi(cards))
            } else {
                BEATS[1] * above + MUST_BEAT * above.powi(cards)
            };
            takes *= 1.0 - beats.clamp(0.0, 1.0);
            seat = seat.next(self.rules.seats());
        }
        takes
    }
}

impl Hand {
    /// Adds (`sign` 1) or removes (`sign` −1) a card that takes a trick with probability `chance`.
    fn count(&mut self, chance: f64, sign: f64) {
        self.tricks += sign * chance;
        self.variance += sign * chance * (1.0 - chance);
    }

    /// The expected points by which the hand misses `need`.
    fn cost(&self, need: f64) -> f64 {
        let safe = FREE_CARD_TAKES[self.stage];
        let gap = need - self.tricks;
        let gap = gap - gap.clamp(0.0, (self.free * safe).max(0.0));
        let gap = if gap < 0.0 { EXCESS_COST[self.stage] * gap } else { gap };
        let variance = self.variance + self.free * safe * (1.0 - safe);
        (gap * gap + LUCK[self.stage] * variance.max(0.0)).sqrt()
    }
}

/// Tricks still wanted; negative if there are too many.
fn wanted(state: &State, seat: Seat) -> i32 {
    super::need(state, seat).unwrap_or(0)
}

/// The number of seats that have announced, and the sum of their contracts.
fn announced(rules: &Malin, state: &State) -> (f64, f64) {
    let contracts = Seat::all(rules.seats()).filter_map(|seat| state.announced[seat.index()]);
    contracts.fold((0.0, 0.0), |(seats, sum), contract| (seats + 1.0, sum + f64::from(contract)))
}

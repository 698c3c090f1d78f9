//! What a contract or a card can be expected to cost its seat, seen from that seat: points between its contract and what
//! it will take.
//!
//! The constants were found by self-play of this opinion alone (four seats, no Malheurs): changes were kept that lost fewer
//! points on two fresh sets of deals.

use tapis_games::game::{Game, Published};
use tapis_games::malin::{Lay, Malheur, Malin, State, Ties};
use tapis_games::seat::Seat;

use super::strength::{Values, unseen};
use super::tricks_left;

/// A card takes a trick if it beats so many unseen ones (seats it meets of three others): after an announcement and later.
const MEETS: [f64; 2] = [2.6, 2.631];
/// How much fewer it meets where the others want fewer tricks than are left: after an announcement and later.
const SLACK: [f64; 2] = [1.663, 0.912];
/// How much of the uncertainty of a hand is left to luck: after an announcement and later.
const LUCK: [f64; 2] = [0.4, 0.449];
/// The chance that a card whose value its player chooses takes the trick it is meant to take: after an announcement (with
/// it all uncertainty of the first lead) and later.
const FREE: [f64; 2] = [0.385, 0.924];
/// What a trick too many counts against one too few: after an announcement and later.
const OVER: [f64; 2] = [1.069, 0.62];
/// What it costs the last to announce that the sum is off by a trick; and that it is so below instead of above.
const OFF: [f64; 2] = [0.174, 0.11];
/// The chance that a seat still to play beats a card, of the share of unseen cards that do: if it wants tricks, if not.
const BEATS: [f64; 2] = [0.026, 0.955];
/// Besides, if it wants tricks: of the chance that it holds a card that does.
const CAN_BEAT: f64 = 0.2;
/// Besides, if it wants none: of the chance that it holds no other.
const MUST_BEAT: f64 = -0.219;
/// Bounds of the number of cards to beat.
const FEWEST_MOST: (f64, f64) = (0.3, 8.0);

/// Points of unease in one unit of likelihood: so many, and so many more for each trick left.
const DOUBT: (f64, f64) = (0.2, 0.05);

/// How badly the hand of `seat` fits what it still needs, in units of likelihood: players announce what fits their hands, and
/// keep what fits their contracts.
pub(super) fn unease(rules: &Malin, state: &State, seat: Seat) -> f64 {
    let left = f64::from(tricks_left(rules, state));
    let outlook = Outlook::of_play(rules, state, seat);
    outlook.hand.cost(f64::from(wanted(state, seat))) / (DOUBT.0 + DOUBT.1 * left)
}

/// A position seen from the seat to move.
pub(super) struct Outlook<'a> {
    rules: &'a Malin,
    state: &'a State,
    seat: Seat,
    unseen: Values,
    hand: Hand,
    /// The chance of each fixed value of the hand to take a trick.
    chances: [f64; VALUES],
}

/// Values up to the highest.
const VALUES: usize = 36;

/// What a hand will do.
#[derive(Clone, Copy)]
struct Hand {
    /// Tricks that the cards of fixed value will take.
    tricks: f64,
    variance: f64,
    free: f64,
    stage: usize,
}

/// Stages of a round: the announcements, the tricks.
const ANNOUNCING: usize = 0;
const PLAYING: usize = 1;

impl<'a> Outlook<'a> {
    /// For `seat`, which is to lay a card.
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
        let meets = (MEETS[stage] * others - SLACK[stage] * slack).clamp(FEWEST_MOST.0, FEWEST_MOST.1);
        let unseen = unseen(rules, state, seat);
        let own = Values::of(rules, state, state.hands[seat.index()]);
        let mut hand = Hand { tricks: 0.0, variance: 0.0, free: f64::from(own.free), stage };
        let mut chances = [0.0; VALUES];
        for value in own.descending() {
            let below = unseen.below(value, false);
            let chance = if below > 0.0 { below.powf(meets) } else { 0.0 };
            chances[usize::from(value) % VALUES] = chance;
            hand.count(chance, 1.0);
        }
        Self { rules, state, seat, unseen, hand, chances }
    }

    /// What announcing `contract` can be expected to cost.
    pub(super) fn of_contract(&self, contract: u8) -> f64 {
        let cost = self.hand.cost(f64::from(contract));
        let (announced, wanted) = announced(self.rules, self.state);
        if announced + 1.0 < self.rules.seats() as f64 {
            return cost;
        }
        let left = self.rules.tricks() as f64 - wanted - f64::from(contract);
        cost + OFF[0] * left.abs() + OFF[1] * left
    }

    /// What laying this card can be expected to cost.
    pub(super) fn of_lay(&self, lay: Lay) -> f64 {
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

    /// The chance that a card of this value takes the trick on the table.
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
    /// Adds or takes away (`sign`) a card that takes a trick with this chance.
    fn count(&mut self, chance: f64, sign: f64) {
        self.tricks += sign * chance;
        self.variance += sign * chance * (1.0 - chance);
    }

    /// Points that the hand can be expected to miss `need` by.
    fn cost(&self, need: f64) -> f64 {
        let safe = FREE[self.stage];
        let gap = need - self.tricks;
        let gap = gap - gap.clamp(0.0, (self.free * safe).max(0.0));
        let gap = if gap < 0.0 { OVER[self.stage] * gap } else { gap };
        let variance = self.variance + self.free * safe * (1.0 - safe);
        (gap * gap + LUCK[self.stage] * variance.max(0.0)).sqrt()
    }
}

/// Tricks still wanted; negative when there are too many.
fn wanted(state: &State, seat: Seat) -> i32 {
    super::need(state, seat).unwrap_or(0)
}

/// How many have announced, and how much together.
fn announced(rules: &Malin, state: &State) -> (f64, f64) {
    let contracts = Seat::all(rules.seats()).filter_map(|seat| state.announced[seat.index()]);
    contracts.fold((0.0, 0.0), |(seats, sum), contract| (seats + 1.0, sum + f64::from(contract)))
}

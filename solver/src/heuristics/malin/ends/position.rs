//! Positions of the end of a round, as the search of ends sees them.

use arrayvec::ArrayVec;
use tapis_games::game::{Game, Published};
use tapis_games::malin::{Card, Hand, Malin, Phase, State, Ties, Wish};
use tapis_games::seat::Seat;

use crate::heuristics::NoEnd;

pub(super) const SEATS: usize = 6;
/// No seat.
pub(super) const NOBODY: u8 = SEATS as u8;
/// Values are 0 to at most 35.
const VALUES: usize = 36;

/// What does not change until the round ends.
pub(super) struct Table {
    pub seats: usize,
    /// The highest value.
    pub high: u8,
    /// Whether the last of equal highest values wins, not the first.
    pub last_wins: bool,
    pub teams: bool,
    /// Who holds or held the card of each value, among cards of one value.
    pub owner: [u8; VALUES],
    /// The cards listed after numbers and twins whose value their player says: fixed twins, and the wish with the value of one card.
    pub late: u64,
    /// That wish, the last of all.
    pub wish: u64,
}

/// A position before a seat lays a card.
#[derive(Clone, Copy)]
pub(super) struct Position {
    /// Cards of one value in each hand: bit n for value n.
    pub hands: [u64; SEATS],
    /// Cards worth 0 or the highest value, in each hand.
    pub twins: [u8; SEATS],
    /// Who holds a wish of any value.
    pub wish: u8,
    /// Contract less tricks taken.
    pub needs: [i8; SEATS],
    /// Tricks left, with the one on the table.
    pub tricks: u8,
    pub leader: u8,
    /// Cards on the table.
    pub laid: u8,
    /// The value that takes the trick so far; -1 before the first card.
    pub best: i8,
    pub taker: u8,
}

/// A card as it is laid.
#[derive(Clone, Copy)]
pub(super) enum Lay {
    Fixed(u8),
    Twin(u8),
    Wish(u8),
}

/// Every card with every value that tells: two values of the wish are one choice if they compare alike with all cards still to come.
pub(super) type Lays = ArrayVec<Lay, 96>;

impl Table {
    /// The end of the round of `state`.
    pub(super) fn of(rules: &Malin, state: &State) -> Result<(Self, Position), NoEnd> {
        let Phase::Play(seat) = state.phase else { return Err(NoEnd::NotInPlay) };
        let seats = rules.seats();
        if Seat::all(seats).any(|seat| state.malheurs_held(seat) > 0) || !state.trick.waiting.is_empty() {
            return Err(NoEnd::MoreThanCards);
        }
        let options = rules.options();
        let mut table = Self {
            seats,
            high: rules.highest(),
            last_wins: options.ties == Ties::Last,
            teams: options.teams,
            owner: [NOBODY; VALUES],
            late: 0,
            wish: 0,
        };
        let mut position = Position {
            hands: [0; SEATS],
            twins: [0; SEATS],
            wish: NOBODY,
            needs: [0; SEATS],
            tricks: (rules.tricks() as u8).saturating_sub(state.tricks),
            leader: state.trick.leader.0,
            laid: 0,
            best: -1,
            taker: NOBODY,
        };
        for seat in Seat::all(seats) {
            table.deal(rules, state, seat, &mut position);
            let contract = state.contracts[seat.index()].ok_or(NoEnd::NotInPlay)?;
            position.needs[seat.index()] = contract - state.taken[seat.index()] as i8;
        }
        let mut next = state.trick.leader;
        while next != seat {
            let laid = state.trick.before(next).ok_or(NoEnd::NotInPlay)?;
            table.lie(&mut position, u8::try_from(laid.value).map_err(|_| NoEnd::MoreThanCards)?);
            next = next.next(seats);
        }
        Ok((table, position))
    }

    /// Puts the hand of `seat` into `position`.
    fn deal(&mut self, rules: &Malin, state: &State, seat: Seat, position: &mut Position) {
        let (hand, at): (Hand, usize) = (state.hands[seat.index()], seat.index());
        let mut fixed = hand.numbers();
        for card in hand.specials().cards(rules.fixed_twins()) {
            match (card, rules.options().wish, state.removed) {
                (Card::Number(_), ..) => {}
                (Card::FixedTwin(value), ..) => {
                    fixed |= 1 << value;
                    self.late |= 1 << value;
                }
                (Card::Wish, Wish::Declared, _) => position.wish = seat.0,
                (Card::Wish, Wish::RemovedCard, Card::Number(value) | Card::FixedTwin(value)) => {
                    fixed |= 1 << value;
                    self.late |= 1 << value;
                    self.wish = 1 << value;
                }
                // A wish that stands for such a twin is listed after twins, with the same two values.
                (Card::Twin, ..) | (Card::Wish, Wish::RemovedCard, _) => position.twins[at] += 1,
            }
        }
        position.hands[at] = fixed;
        bits(fixed).for_each(|value| self.owner[usize::from(value)] = seat.0);
    }

    /// Whether `value` takes the trick from what lies.
    #[inline]
    pub(super) fn beats(&self, value: u8, best: i8) -> bool {
        value as i8 > best || (self.last_wins && value as i8 == best)
    }

    /// The seat to lay a card.
    #[inline]
    pub(super) fn mover(&self, position: &Position) -> usize {
        (usize::from(position.leader) + usize::from(position.laid)) % self.seats
    }

    /// The next seat's card of `value` lies on the table.
    #[inline]
    fn lie(&self, position: &mut Position, value: u8) {
        let seat = self.mover(position);
        if self.beats(value, position.best) {
            position.best = value as i8;
            position.taker = seat as u8;
        }
        position.laid += 1;
    }

    /// The position after `lay`.
    #[inline]
    pub(super) fn after(&self, position: &Position, lay: Lay) -> Position {
        let (mut after, seat) = (*position, self.mover(position));
        let value = match lay {
            Lay::Fixed(value) => {
                after.hands[seat] &= !(1 << value);
                value
            }
            Lay::Twin(value) => {
                after.twins[seat] -= 1;
                value
            }
            Lay::Wish(value) => {
                after.wish = NOBODY;
                value
            }
        };
        self.lie(&mut after, value);
        after
    }

    /// The choices of the seat to move, in canonical order. Of cards that do the same only the first.
    pub(super) fn lays(&self, position: &Position) -> Lays {
        let (mut lays, seat) = (Lays::new(), self.mover(position));
        let hand = position.hands[seat];
        let all = position.out() | 1 | 1 << self.high;
        let mut last: Option<u8> = None;
        for value in bits(hand & !self.late) {
            let alike = last.is_some_and(|last| self.alike(position, all, last, value));
            if !alike {
                lays.push(Lay::Fixed(value));
            }
            last = Some(value);
        }
        if position.twins[seat] > 0 {
            lays.push(Lay::Twin(0));
            lays.push(Lay::Twin(self.high));
        }
        for late in [hand & self.late & !self.wish, hand & self.wish] {
            bits(late).for_each(|value| lays.push(Lay::Fixed(value)));
        }
        if usize::from(position.wish) == seat {
            self.wishes(position, &mut lays);
        }
        lays
    }

    /// Whether the number cards `low` and `high` of one hand do the same: nothing lies between them, nor can a wish.
    fn alike(&self, position: &Position, all: u64, low: u8, high: u8) -> bool {
        let (lower, higher) = (all & below(low), all >> high >> 1);
        let between = all & below(high) & !below(low + 1);
        let free = || u32::from(low) > 64 - lower.leading_zeros() && higher.trailing_zeros() > 0;
        let apart = position.best < low as i8 || position.best > high as i8;
        between == 0 && apart && (position.wish == NOBODY || free())
    }

    /// The values of the wish that differ: of all that lose the least, and of those that win the first of each stretch between two
    /// cards still to come in this trick, and these cards' own values.
    fn wishes(&self, position: &Position, lays: &mut Lays) {
        let mut later = 1 | 1 << self.high;
        for after in position.laid + 1..self.seats as u8 {
            later |= position.hands[(usize::from(position.leader) + usize::from(after)) % self.seats];
        }
        if !self.beats(0, position.best) {
            lays.push(Lay::Wish(0));
        }
        let mut first = true;
        for value in (0..=self.high).filter(|&value| self.beats(value, position.best)) {
            if first || later >> value & 1 != 0 || later << 1 >> value & 1 != 0 {
                lays.push(Lay::Wish(value));
            }
            first = false;
        }
    }
}

impl Position {
    /// The cards of one value in all hands.
    #[inline]
    pub(super) fn out(&self) -> u64 {
        self.hands.iter().fold(0, |all, hand| all | hand)
    }

    /// Whether somebody holds a card whose value is said.
    #[inline]
    pub(super) fn has_said(&self) -> bool {
        self.wish != NOBODY || self.twins != [0; SEATS]
    }
}

/// The bits below bit `value`.
#[inline]
pub(super) fn below(value: u8) -> u64 {
    (1 << value) - 1
}

/// The bits set, ascending.
#[inline]
pub(super) fn bits(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let bit = set.trailing_zeros();
        set &= set.wrapping_sub(1);
        (bit < 64).then_some(bit as u8)
    })
}

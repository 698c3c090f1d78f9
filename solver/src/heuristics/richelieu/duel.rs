//! All contests between two seats: bounds and keys.
//!
//! The outcome of a contest depends on how the rest of it is divided. The tables have its least and greatest outcome
//! and its *shape*. However the rest is divided, two contests of equal shape differ by a constant: the difference of
//! their *bases*.

use std::collections::HashMap;
use std::sync::OnceLock;

use arrayvec::ArrayVec;
use tapis_games::game::Published;
use tapis_games::richelieu::card::{Region, Symbol};
use tapis_games::richelieu::disc::{Disc, DiscBag};
use tapis_games::richelieu::options::{MOST_LOST, Variant};
use tapis_games::richelieu::{Richelieu, State};
use tapis_games::seat::Seat;

/// The greatest tabulated total. No region of the default deck exceeds it.
const MOST: usize = 12;
/// The penalties that can be played, 0 among them.
pub(super) const PENALTIES: usize = 1 + MOST_LOST.unsigned_abs() as usize;
/// The number of regions and symbols.
pub(super) const CONTESTS: usize = Region::ALL.len() + Symbol::ALL.len();

/// A region or symbol.
#[derive(Clone, Copy)]
pub(super) enum ContestKind {
    Region(Region),
    Symbol(Symbol),
}

impl ContestKind {
    pub fn all() -> impl Iterator<Item = Self> {
        Region::ALL.into_iter().map(Self::Region).chain(Symbol::ALL.into_iter().map(Self::Symbol))
    }

    pub fn disc(self) -> Disc {
        match self {
            Self::Region(region) => Disc::of_region(region),
            Self::Symbol(symbol) => Disc::of_symbol(symbol),
        }
    }

    /// Its total in the deck.
    pub fn total(self, rules: &Richelieu) -> i32 {
        i32::from(match self {
            Self::Region(region) => rules.totals().shields[region.index()],
            Self::Symbol(symbol) => rules.totals().symbols[symbol.index()],
        })
    }

    /// The points of each shield or card.
    pub fn points(self, rules: &Richelieu) -> i32 {
        i32::from(match self {
            Self::Region(region) => rules.points_of_region(region),
            Self::Symbol(symbol) => rules.points_of_symbol(symbol),
        })
    }

    /// The count of `seat` on cards; 0 exactly if it has no card.
    pub fn count(self, state: &State, seat: Seat) -> i32 {
        match self {
            Self::Region(region) => state.side(seat).shields(region),
            Self::Symbol(symbol) => state.side(seat).symbols(symbol),
        }
    }
}

/// Discs that may still be taken.
pub(super) struct OpenDiscs {
    /// Discs that lie face up.
    pub shown: DiscBag,
    /// Discs that may lie face down.
    pub unseen: DiscBag,
    /// The number of discs that lie face down.
    pub face_down: usize,
}

impl OpenDiscs {
    pub fn of(state: &State) -> Self {
        let face_down = state.discs_unknown();
        let unseen = if face_down > 0 { state.unseen_discs() } else { DiscBag::EMPTY };
        Self { shown: state.discs_shown(), unseen, face_down }
    }

    pub fn contains(&self, disc: Disc) -> bool {
        self.shown.count(disc) > 0 || self.unseen.count(disc) > 0
    }
}

/// Who has the disc of a contest, as seat 0 sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(usize)]
enum DiscOwner {
    /// Out of reach of both, as far as is known.
    Away,
    Own,
    Rival,
    /// Either seat can still take it.
    Open,
}

/// All contests of two seats, as seat 0 sees them.
pub(super) struct Duel {
    /// The least possible points of seat 0 minus those of seat 1.
    pub least: i32,
    /// The greatest.
    pub most: i32,
    /// The sum of the bases.
    pub base: i32,
    /// The shapes, four per word.
    pub shapes: [u64; CONTESTS / 4],
}

impl Duel {
    /// The contests in `state`; `None` if it exceeds the tables, which are of regions and symbols that count as printed.
    pub fn of(rules: &Richelieu, state: &State, discs_left: &OpenDiscs) -> Option<Self> {
        if !rules.has_printed_points() {
            return None;
        }
        let table = table_of(rules.options().variant == Variant::Standard, rules.penalty());
        let discs = [state.side(Seat(0)).discs, state.side(Seat(1)).discs];
        let mut duel = Self { least: 0, most: 0, base: 0, shapes: [0; CONTESTS / 4] };
        // What each unseen disc could subtract or add. Only as many discs count as lie face down.
        let mut losses: ArrayVec<i32, CONTESTS> = ArrayVec::new();
        let mut gains: ArrayVec<i32, CONTESTS> = ArrayVec::new();
        for (number, contest) in ContestKind::all().enumerate() {
            let (own, rival) = (contest.count(state, Seat(0)), contest.count(state, Seat(1)));
            let left = contest.total(rules) - own - rival;
            let contest_range = |place| *table.get(index(place, own, rival, left)?)?;
            let disc = contest.disc();
            let place = if discs[0].count(disc) > 0 {
                DiscOwner::Own
            } else if discs[1].count(disc) > 0 {
                DiscOwner::Rival
            } else if discs_left.shown.count(disc) > 0 {
                DiscOwner::Open
            } else {
                DiscOwner::Away
            };
            let mut found: ContestRange = contest_range(place)?;
            duel.least += i32::from(found.least);
            duel.most += i32::from(found.most);
            if discs_left.unseen.count(disc) > 0 {
                let open = contest_range(DiscOwner::Open)?;
                losses.push(i32::from(found.least) - i32::from(open.least));
                gains.push(i32::from(open.most) - i32::from(found.most));
                found = open;
            }
            duel.base += i32::from(found.base);
            duel.shapes[number / 4] = duel.shapes[number / 4] << 16 | u64::from(found.shape);
        }
        duel.least -= largest(&mut losses, discs_left.face_down);
        duel.most += largest(&mut gains, discs_left.face_down);
        Some(duel)
    }
}

/// The sum of the `n` largest.
fn largest(numbers: &mut [i32], n: usize) -> i32 {
    if numbers.len() > n {
        numbers.sort_unstable_by(|a, b| b.cmp(a));
    }
    numbers.iter().take(n).sum()
}

/// The possible outcomes of a contest: points of seat 0 minus those of seat 1.
#[derive(Clone, Copy, Debug, PartialEq)]
struct ContestRange {
    least: i8,
    most: i8,
    base: i8,
    shape: u16,
}

type Table = Vec<Option<ContestRange>>;

/// By penalty: one table for the standard game, in which all cards are taken, and one for the variant in which some may stay.
static TABLES: [[OnceLock<Table>; 2]; PENALTIES] = [const { [const { OnceLock::new() }; 2] }; PENALTIES];

fn table_of(all_taken: bool, penalty: i32) -> &'static Table {
    TABLES[place_of(penalty)][usize::from(!all_taken)].get_or_init(|| table(all_taken, penalty))
}

/// Where the tables of a penalty stand.
#[inline]
pub(super) fn place_of(penalty: i32) -> usize {
    (penalty.unsigned_abs() as usize).min(PENALTIES - 1)
}

const SIDE: usize = MOST + 1;

fn index(place: DiscOwner, own: i32, rival: i32, left: i32) -> Option<usize> {
    let mut index = place as usize;
    for count in [own, rival, left] {
        let count = usize::try_from(count).ok().filter(|&count| count <= MOST)?;
        index = index * SIDE + count;
    }
    Some(index)
}

fn table(all_taken: bool, penalty: i32) -> Table {
    let mut table = vec![None; 4 * SIDE * SIDE * SIDE];
    let mut shapes = HashMap::new();
    for place in [DiscOwner::Away, DiscOwner::Own, DiscOwner::Rival, DiscOwner::Open] {
        for own in 0..=MOST as i32 {
            for rival in 0..=MOST as i32 - own {
                for left in 0..=MOST as i32 - own - rival {
                    let slot = index(place, own, rival, left).and_then(|index| table.get_mut(index));
                    if let Some(slot) = slot {
                        let cards = outcomes(place, (own, rival), left, all_taken, penalty);
                        *slot = contest_range(&cards, &mut shapes);
                    }
                }
            }
        }
    }
    table
}

fn contest_range(outcomes: &[i32], shapes: &mut HashMap<Vec<i32>, u16>) -> Option<ContestRange> {
    let (&base, least, most) = (outcomes.first()?, outcomes.iter().min()?, outcomes.iter().max()?);
    let fresh = shapes.len() as u16;
    let shape = *shapes.entry(outcomes.iter().map(|points| points - base).collect()).or_insert(fresh);
    Some(ContestRange { least: *least as i8, most: *most as i8, base: base as i8, shape })
}

/// The points for every way to divide what is left. The order depends only on `left` and on whether the disc is open.
fn outcomes(
    place: DiscOwner,
    (own, rival): (i32, i32),
    left: i32,
    all_taken: bool,
    penalty: i32,
) -> Vec<i32> {
    let discs: &[(i32, i32)] = match place {
        DiscOwner::Away => &[(0, 0)],
        DiscOwner::Own => &[(1, 0)],
        DiscOwner::Rival => &[(0, 1)],
        DiscOwner::Open => &[(0, 0), (1, 0), (0, 1)],
    };
    let mut outcomes = Vec::new();
    for taken in if all_taken { left } else { 0 }..=left {
        for more in 0..=taken {
            let cards = (own + more, rival + taken - more);
            outcomes.extend(discs.iter().map(|&disc| points(cards, disc, penalty)));
        }
    }
    outcomes
}

/// The points of seat 0 minus those of seat 1.
fn points(cards: (i32, i32), discs: (i32, i32), penalty: i32) -> i32 {
    let (own, rival) = (cards.0 + discs.0, cards.1 + discs.1);
    let won = match own.cmp(&rival) {
        std::cmp::Ordering::Greater => own,
        std::cmp::Ordering::Equal => 0,
        std::cmp::Ordering::Less => -rival,
    };
    let lost = |cards: i32| if cards == 0 { penalty } else { 0 };
    won + lost(cards.0) - lost(cards.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(table: usize, place: DiscOwner, own: i32, rival: i32, left: i32) -> Option<ContestRange> {
        table_of(table == 0, -5)[index(place, own, rival, left)?]
    }

    fn range(table: usize, place: DiscOwner, own: i32, rival: i32, left: i32) -> (i8, i8) {
        let range = of(table, place, own, rival, left).unwrap();
        (range.least, range.most)
    }

    #[test]
    fn a_settled_contest_has_one_value() {
        assert_eq!(range(0, DiscOwner::Own, 5, 5, 0), (6, 6));
        assert_eq!(range(0, DiscOwner::Rival, 7, 0, 0), (12, 12));
        assert_eq!(range(0, DiscOwner::Away, 0, 7, 0), (-12, -12));
    }

    #[test]
    fn what_is_left_may_go_to_either_or_to_nobody() {
        assert_eq!(range(0, DiscOwner::Away, 1, 1, 1), (-2, 2));
        assert_eq!(range(0, DiscOwner::Away, 2, 1, 1), (0, 3));
        assert_eq!(range(0, DiscOwner::Away, 3, 2, 1), (0, 4));
        assert_eq!(range(1, DiscOwner::Away, 0, 0, 1), (-6, 6));
        assert_eq!(of(0, DiscOwner::Away, 9, 9, 9), None);
    }

    #[test]
    fn another_penalty_has_other_outcomes() {
        let at = |penalty, own, rival, left| {
            let range = table_of(true, penalty)[index(DiscOwner::Away, own, rival, left).unwrap()].unwrap();
            (range.least, range.most)
        };
        assert_eq!([at(-5, 7, 0, 0), at(-3, 7, 0, 0), at(0, 7, 0, 0)], [(12, 12), (10, 10), (7, 7)]);
        assert_eq!([at(-3, 0, 0, 1), at(-20, 0, 0, 1)], [(-4, 4), (-21, 21)]);
    }

    #[test]
    fn all_settled_contests_have_one_shape_and_lopsided_ones_too() {
        let shape = |own, rival, left| of(0, DiscOwner::Away, own, rival, left).unwrap().shape;
        assert_eq!(shape(5, 2, 0), shape(0, 4, 0));
        assert_eq!(shape(7, 1, 2), shape(1, 7, 2));
        assert_ne!(shape(3, 3, 1), shape(5, 2, 1));
    }
}

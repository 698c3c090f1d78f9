//! A contest for a region or a symbol: whoever has strictly the most scores its count.
//!
//! The model gives what is left on the table to random seats. Its expectations are tabulated once.

use std::sync::OnceLock;

use tapis_games::richelieu::options::POINT;

use super::duel::{PENALTIES, place_of};

/// Greater counts are clipped to this. No region of the default deck exceeds it.
const MOST: usize = 12;

/// A contest between one seat and its strongest rival.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Contest {
    /// The seat's count on cards; 0 exactly if it has no card.
    pub own: u8,
    /// 1 if the seat has the disc.
    pub own_disc: u8,
    /// The rival's count on cards.
    pub rival: u8,
    /// 1 if the rival has the disc.
    pub rival_disc: u8,
    /// The count left on the table.
    pub left: u8,
    /// The points of each of the count.
    pub points: u8,
}

/// Indexed by what is left, the seat's count and the rival's count.
type Cube<T> = [[[T; MOST + 1]; MOST + 1]; MOST + 1];

/// The expectations for one number of seats and one penalty.
struct Table {
    /// What a seat without a card gets.
    penalty: f32,
    /// Expected points minus the rival's.
    margins: Cube<f32>,
    /// The probability of getting none of what is left, by what is left.
    none: [f32; MOST + 1],
    /// The difference between the seat and its rival taking a card of count one or two, in hundredths of points.
    swings: [Cube<i16>; 2],
}

static TABLES: [[OnceLock<Table>; 3]; PENALTIES] = [const { [const { OnceLock::new() }; 3] }; PENALTIES];

#[inline]
fn table_of(seats: usize, penalty: i32) -> &'static Table {
    let seats = seats.clamp(2, 4);
    TABLES[place_of(penalty)][seats - 2].get_or_init(|| Table::new(seats as u32, penalty as f32))
}

impl Table {
    fn new(seats: u32, penalty: f32) -> Self {
        let chance = 1.0 / seats as f32;
        let mut margins = [[[0.0; MOST + 1]; MOST + 1]; MOST + 1];
        for left in 0..=MOST {
            for own in 0..=MOST {
                for rival in 0..=MOST {
                    margins[left][own][rival] = if left == 0 {
                        final_margin(own, rival)
                    } else {
                        let after: &[[f32; MOST + 1]; MOST + 1] = &margins[left - 1];
                        chance * (after[(own + 1).min(MOST)][rival] + after[own][(rival + 1).min(MOST)])
                            + (1.0 - 2.0 * chance) * after[own][rival]
                    };
                }
            }
        }
        // Two of three shields are alone on their card.
        let none = std::array::from_fn(|left| (1.0 - chance).powf(0.75 * left as f32));
        let mut table = Self { penalty, margins, none, swings: [[[[0; MOST + 1]; MOST + 1]; MOST + 1]; 2] };
        table.swings = [1, 2].map(|count| table.swing_table(count));
        table
    }

    fn swing_table(&self, count: u8) -> Cube<i16> {
        let at = |left: usize, own: usize, rival: usize| {
            Contest::open(own, rival, left, POINT).swing_in(self, count)
        };
        std::array::from_fn(|left| {
            std::array::from_fn(|own| std::array::from_fn(|rival| at(left, own, rival) as i16))
        })
    }
}

/// The difference between a seat and its rival taking a card of count `count`, each of which has `points`, in hundredths of points.
/// `own` and `rival` include discs; `left` is on the table.
#[inline]
pub(super) fn swing(
    (seats, penalty): (usize, i32),
    (count, points): (u8, u8),
    own: u32,
    rival: u32,
    left: u32,
) -> i32 {
    let [own, rival, left] = [own, rival, left].map(|count| (count as usize).min(MOST));
    let table = table_of(seats, penalty);
    if points != POINT {
        return Contest::open(own, rival, left, points).swing_in(table, count.min(2)) as i32;
    }
    i32::from(table.swings[usize::from(count > 1)][left][own][rival])
}

fn final_margin(own: usize, rival: usize) -> f32 {
    match own.cmp(&rival) {
        std::cmp::Ordering::Less => -(rival as f32),
        std::cmp::Ordering::Equal => 0.0,
        std::cmp::Ordering::Greater => own as f32,
    }
}

impl Contest {
    /// Without discs, or with what they count among the counts.
    fn open(own: usize, rival: usize, left: usize, points: u8) -> Self {
        Self { own: own as u8, own_disc: 0, rival: rival as u8, rival_disc: 0, left: left as u8, points }
    }

    /// The difference between the seat and its rival taking `count` of what is left, in hundredths of points.
    fn swing_in(self, table: &Table, count: u8) -> f32 {
        100.0 * (self.taken(count).margin_in(table) - self.lost(count).margin_in(table))
    }

    /// The expected points of the seat minus the rival's, with `seats` at the table and this penalty.
    pub(super) fn margin(self, seats: usize, penalty: i32) -> f32 {
        self.margin_in(table_of(seats, penalty))
    }

    fn margin_in(self, table: &Table) -> f32 {
        let clip = |count: u8| usize::from(count).min(MOST);
        let left = clip(self.left);
        let none = |cards: u8| if cards == 0 { table.none[left] } else { 0.0 };
        let margin = table.margins[left][clip(self.own + self.own_disc)][clip(self.rival + self.rival_disc)];
        f32::from(self.points) * margin + table.penalty * (none(self.own) - none(self.rival))
    }

    /// The contest after the seat has taken `count` of what is left.
    pub(super) fn taken(self, count: u8) -> Self {
        Self { own: self.own + count, left: self.left.saturating_sub(count), ..self }
    }

    /// The contest after the rival has taken `count` of what is left.
    pub(super) fn lost(self, count: u8) -> Self {
        Self { rival: self.rival + count, left: self.left.saturating_sub(count), ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EVEN: Contest = Contest { own: 0, own_disc: 0, rival: 0, rival_disc: 0, left: 8, points: 1 };

    #[test]
    fn an_even_contest_is_worth_nothing() {
        for seats in 2..=4 {
            assert!(EVEN.margin(seats, -5).abs() < 1e-4);
        }
    }

    #[test]
    fn what_is_decided_is_counted() {
        let won = Contest { own: 5, own_disc: 1, rival: 2, rival_disc: 0, left: 0, points: 1 };
        assert_eq!(won.margin(2, -5), 6.0);
        let lone_disc = Contest { own: 0, own_disc: 1, rival: 7, rival_disc: 0, left: 0, points: 1 };
        assert_eq!(lone_disc.margin(2, -5), -7.0 - 5.0);
        assert_eq!(lone_disc.margin(2, -3), -7.0 - 3.0);
    }

    #[test]
    fn a_card_is_worth_more_to_take_than_to_lose() {
        for seats in 2..=4 {
            assert!(EVEN.taken(2).margin(seats, -5) > EVEN.taken(1).margin(seats, -5));
            assert!(EVEN.lost(2).margin(seats, -5) < 0.0);
        }
    }

    #[test]
    fn swings_are_tabulated() {
        let contest = Contest { own: 2, own_disc: 0, rival: 3, rival_disc: 0, left: 4, points: 1 };
        let exact = contest.taken(2).margin(2, -5) - contest.lost(2).margin(2, -5);
        assert!((swing((2, -5), (2, 1), 2, 3, 4) as f32 - 100.0 * exact).abs() <= 1.0);
        assert!(swing((2, -5), (1, 1), 2, 3, 4) > 0 && swing((4, -5), (1, 1), 200, 3, 99) >= 0);
    }

    #[test]
    fn what_counts_more_points_is_worth_more() {
        let of = |points| Contest { own: 5, own_disc: 1, rival: 2, rival_disc: 0, left: 0, points };
        assert_eq!([0, 1, 3].map(|points| of(points).margin(2, -5)), [0.0, 6.0, 18.0]);
        assert!(swing((2, 0), (2, 3), 2, 3, 4) > 2 * swing((2, 0), (2, 1), 2, 3, 4));
        assert_eq!(swing((2, 0), (2, 0), 2, 3, 4), 0);
    }

    #[test]
    fn huge_counts_are_clipped() {
        let huge = Contest { own: 250, own_disc: 1, rival: 90, rival_disc: 1, left: 200, points: 1 };
        assert!(huge.margin(2, -5).is_finite());
    }
}

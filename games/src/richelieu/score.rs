//! Counting points.

use super::Richelieu;
use super::card::{Region, Symbol};
use super::disc::{Disc, DiscBag};
use super::state::{Place, SEATS, State};
use crate::prelude::*;

impl Richelieu {
    /// The face-down discs of each seat, as far as `viewer` knows them.
    pub(super) fn discs_seen(&self, state: &State, viewer: Viewer) -> [DiscBag; SEATS] {
        let mut discs = [DiscBag::EMPTY; SEATS];
        for (number, slot) in state.slots.iter().enumerate() {
            if let (Place::Held(holder), Some(disc)) = (slot.place, self.disc_seen(state, number, viewer)) {
                discs[holder.index() % SEATS].add(disc);
            }
        }
        discs
    }

    /// The standing, each seat's face-down discs as given.
    pub(super) fn scores_with(&self, state: &State, discs: &[DiscBag; SEATS]) -> BySeat<i32> {
        let mut sums = [0; SEATS];
        for region in Region::ALL {
            self.score_region(state, discs, region, &mut sums);
        }
        for symbol in Symbol::ALL {
            self.score_symbol(state, discs, symbol, &mut sums);
        }
        BySeat::from_fn(self.seats, |seat| sums[seat.index()])
    }

    /// The seat that would score `region` if the game stopped now, face-down discs counted.
    pub fn region_winner(&self, state: &State, region: Region) -> Option<Seat> {
        self.score_region(state, &held(state), region, &mut [0; SEATS])
    }

    /// The seat that would score `symbol` if the game stopped now, face-down discs counted.
    pub fn symbol_winner(&self, state: &State, symbol: Symbol) -> Option<Seat> {
        self.score_symbol(state, &held(state), symbol, &mut [0; SEATS])
    }

    /// Adds the points of a region to `sums`; the seat that scores it.
    pub(super) fn score_region(
        &self,
        state: &State,
        discs: &[DiscBag; SEATS],
        region: Region,
        sums: &mut [i32; SEATS],
    ) -> Option<Seat> {
        let disc = Disc::of_region(region);
        let counts = |seat: usize| (state.sides[seat].shields(region), discs[seat].count(disc) as i32);
        self.score(self.points_of_region(region), counts, sums)
    }

    /// Adds the points of a symbol to `sums`; the seat that scores it.
    pub(super) fn score_symbol(
        &self,
        state: &State,
        discs: &[DiscBag; SEATS],
        symbol: Symbol,
        sums: &mut [i32; SEATS],
    ) -> Option<Seat> {
        let disc = Disc::of_symbol(symbol);
        let counts = |seat: usize| (state.sides[seat].symbols(symbol), discs[seat].count(disc) as i32);
        self.score(self.points_of_symbol(symbol), counts, sums)
    }

    /// Adds what one region or symbol is worth to each seat, given what it has on cards and on a disc: the strictly
    /// highest sum to its seat, as often as it has `points`, and the penalty to those with nothing on cards.
    fn score(
        &self,
        points: u8,
        counts: impl Fn(usize) -> (i32, i32),
        sums: &mut [i32; SEATS],
    ) -> Option<Seat> {
        let (mut best, mut winner) = (-1, None);
        for (seat, sum) in sums.iter_mut().enumerate().take(self.seats) {
            let (on_cards, on_disc) = counts(seat);
            if on_cards == 0 {
                *sum += self.penalty;
            }
            let count = on_cards + on_disc;
            if count >= best {
                winner = (count > best).then_some(seat);
                best = count;
            }
        }
        let winner = winner?;
        sums[winner] += i32::from(points) * best;
        Some(Seat(winner as u8))
    }
}

/// The face-down discs of each seat, as far as the state knows them.
pub(super) fn held(state: &State) -> [DiscBag; SEATS] {
    state.sides.map(|side| side.discs)
}

#[cfg(test)]
mod tests {
    use super::super::card::{Card, Face};
    use super::super::cell::Cell;
    use super::super::options::Options;
    use super::*;

    /// Cards a seat has taken (region, shields, symbol), and discs it holds.
    type Taken<'a> = (&'a [(Region, u8, Option<Symbol>)], &'a [Disc]);

    fn position(seats: &[Taken<'_>]) -> (Richelieu, State) {
        let rules = Richelieu::under(Options { players: seats.len() as u8, ..Options::default() });
        let mut state = State::empty(seats.len());
        let mut cells = Cell::all();
        for (side, (cards, discs)) in state.sides.iter_mut().zip(seats) {
            for &(region, shields, symbol) in *cards {
                side.add_card(cells.next().unwrap(), Face::new(Card { region, shields, symbol }));
            }
            discs.iter().for_each(|&disc| side.discs.add(disc));
        }
        (rules, state)
    }

    fn region_points(seats: &[Taken<'_>], region: Region) -> Vec<i32> {
        let (rules, state) = position(seats);
        let mut points = [0; SEATS];
        rules.score_region(&state, &held(&state), region, &mut points);
        points[..seats.len()].to_vec()
    }

    fn symbol_points(seats: &[Taken<'_>], symbol: Symbol) -> Vec<i32> {
        let (rules, state) = position(seats);
        let mut points = [0; SEATS];
        rules.score_symbol(&state, &held(&state), symbol, &mut points);
        points[..seats.len()].to_vec()
    }

    use Region::{Bourgogne, Normandie, Provence};

    #[test]
    fn example_1_five_and_the_disc_beat_five() {
        let five = [(Bourgogne, 2, None), (Bourgogne, 2, None), (Bourgogne, 1, None)];
        assert_eq!(region_points(&[(&five, &[Disc::Bourgogne]), (&five, &[])], Bourgogne), [6, 0]);
    }

    #[test]
    fn example_2_four_against_four_scores_nothing() {
        let four = [(Normandie, 2, None), (Normandie, 2, None)];
        assert_eq!(region_points(&[(&four, &[]), (&four, &[])], Normandie), [0, 0]);
    }

    #[test]
    fn example_3_a_disc_without_a_card_does_not_help() {
        let seven = [(Provence, 2, None), (Provence, 2, None), (Provence, 2, None), (Provence, 1, None)];
        assert_eq!(region_points(&[(&seven, &[]), (&[], &[Disc::Provence])], Provence), [7, -5]);
    }

    #[test]
    fn example_4_five_crosses_against_four_and_the_disc() {
        let crosses = |n| vec![(Bourgogne, 1, Some(Symbol::Cross)); n];
        let (five, four) = (crosses(5), crosses(4));
        assert_eq!(symbol_points(&[(&five, &[]), (&four, &[])], Symbol::Cross), [5, 0]);
        assert_eq!(symbol_points(&[(&five, &[]), (&four, &[Disc::Cross])], Symbol::Cross), [0, 0]);
    }

    #[test]
    fn a_lone_disc_may_tie_or_win_and_costs_five_all_the_same() {
        assert_eq!(region_points(&[(&[], &[Disc::Provence]), (&[], &[])], Provence), [-4, -5]);
        assert_eq!(
            region_points(&[(&[(Provence, 1, None)], &[]), (&[], &[Disc::Provence])], Provence),
            [0, -5]
        );
        assert_eq!(symbol_points(&[(&[], &[Disc::Sword]), (&[], &[])], Symbol::Sword), [-4, -5]);
    }

    #[test]
    fn only_the_strictly_highest_of_all_scores() {
        let (one, two) = ([(Provence, 1, None)], [(Provence, 2, None)]);
        assert_eq!(region_points(&[(&two, &[]), (&one, &[]), (&[], &[])], Provence), [2, 0, -5]);
        assert_eq!(
            region_points(&[(&two, &[]), (&one, &[]), (&two, &[]), (&[], &[])], Provence),
            [0, 0, 0, -5]
        );
        assert_eq!(
            region_points(&[(&two, &[]), (&two, &[]), (&two, &[Disc::Provence])], Provence),
            [0, 0, 3]
        );
        assert_eq!(region_points(&[(&one, &[]), (&two, &[]), (&two, &[])], Provence), [0, 0, 0]);
    }

    #[test]
    fn a_marker_return_scores_nothing() {
        let card = [(Bourgogne, 1, None)];
        let (rules, without) = position(&[(&card, &[]), (&[], &[])]);
        let (_, with) = position(&[(&card, &[Disc::MarkerReturn]), (&[], &[])]);
        assert_eq!(rules.payoffs(&without).scores, rules.payoffs(&with).scores);
    }

    #[test]
    fn a_tie_goes_to_fewer_cards_and_else_is_shared() {
        // Two cards of one shield against one card of two, in different regions: 2 − 8·5 − 3·5 each.
        let (rules, state) =
            position(&[(&[(Bourgogne, 1, None), (Bourgogne, 1, None)], &[]), (&[(Provence, 2, None)], &[])]);
        let payoffs = rules.payoffs(&state);
        assert_eq!(payoffs.scores.as_slice(), [-53, -53]);
        assert_eq!(payoffs.ranks.as_slice(), [2, 1]);
        assert_eq!(payoffs.shares.as_slice(), [0.0, 1.0]);
        let (rules, state) =
            position(&[(&[(Bourgogne, 1, None)], &[]), (&[(Provence, 1, None)], &[]), (&[], &[])]);
        let payoffs = rules.payoffs(&state);
        assert_eq!(payoffs.ranks.as_slice(), [1, 1, 3]);
        assert_eq!(payoffs.shares.as_slice(), [0.5, 0.5, 0.0]);
    }

    #[test]
    fn another_penalty_counts_for_regions_and_symbols() {
        let rules = |penalty| Richelieu::under(Options { penalty, ..Options::default() });
        let (_, state) =
            position(&[(&[(Bourgogne, 1, None)], &[]), (&[(Provence, 2, None)], &[Disc::Sword])]);
        for (penalty, expected) in [(-5, [-54, -52]), (-3, [-32, -30]), (0, [1, 3]), (-20, [-219, -217])] {
            assert_eq!(rules(penalty).payoffs(&state).scores.as_slice(), expected, "{penalty}");
        }
    }

    /// Bourgogne to the first for 1 shield, Provence and the sword to the second for 2 and for its disc.
    #[test]
    fn another_value_of_a_region_or_symbol_counts_for_who_wins_it() {
        let (_, state) =
            position(&[(&[(Bourgogne, 1, None)], &[]), (&[(Provence, 2, None)], &[Disc::Sword])]);
        let printed = Options { penalty: 0, ..Options::default() };
        for (options, expected) in [
            (printed.clone(), [1, 3]),
            (Options { points_bourgogne: 5, ..printed.clone() }, [5, 3]),
            (Options { points_provence: 0, points_sword: 2, ..printed.clone() }, [1, 2]),
            (Options { points_anjou: 4, ..printed }, [1, 3]),
        ] {
            let scores = Richelieu::under(options).payoffs(&state).scores;
            assert_eq!(scores.as_slice(), expected);
        }
    }

    #[test]
    fn a_deck_of_one_region_does_not_overflow_the_counts() {
        let many = vec![(Region::Auvergne, 2, Some(Symbol::Tower)); 40];
        let (_, state) = position(&[(&many, &[Disc::Auvergne]), (&[], &[])]);
        assert_eq!(state.side(Seat(0)).shields(Region::Auvergne), 80);
        assert_eq!(state.side(Seat(0)).shields(Region::Bourbon), 0);
        assert_eq!((state.side(Seat(0)).symbols(Symbol::Tower), state.side(Seat(0)).cards()), (40, 40));
    }
}

//! Sums of observations of the root moves, single and in pairs.

use tapis_games::seat::{MAX_SEATS, Seat};

use super::goal::Leaf;

/// Sums over the lines of one root move.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct MoveSums {
    pub n: f64,
    pub value: f64,
    pub value_squares: f64,
    /// The values of all seats.
    pub values: [f64; MAX_SEATS],
    pub margin: f64,
    pub utility: f64,
}

/// Sums of differences, the first move minus the second, over the rounds that tried both.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct PairSums {
    pub n: f64,
    pub value: f64,
    pub value_squares: f64,
    pub utility: f64,
    pub utility_squares: f64,
}

impl MoveSums {
    #[inline]
    fn add(&mut self, leaf: &Leaf, seat: Seat) {
        let value = leaf.value(seat);
        self.n += 1.0;
        self.value += value;
        self.value_squares += value * value;
        self.margin += leaf.margin;
        self.utility += f64::from(leaf.utility(seat));
        self.values.iter_mut().zip(leaf.values).for_each(|(sum, value)| *sum += value);
    }

    fn merge(&mut self, other: &Self) {
        self.n += other.n;
        self.value += other.value;
        self.value_squares += other.value_squares;
        self.margin += other.margin;
        self.utility += other.utility;
        self.values.iter_mut().zip(other.values).for_each(|(sum, value)| *sum += value);
    }
}

impl PairSums {
    fn add(&mut self, value: f64, utility: f64) {
        self.n += 1.0;
        self.value += value;
        self.value_squares += value * value;
        self.utility += utility;
        self.utility_squares += utility * utility;
    }

    fn merge(&mut self, other: &Self) {
        self.n += other.n;
        self.value += other.value;
        self.value_squares += other.value_squares;
        self.utility += other.utility;
        self.utility_squares += other.utility_squares;
    }

    /// The second move minus the first.
    fn reversed(mut self) -> Self {
        self.value = -self.value;
        self.utility = -self.utility;
        self
    }
}

/// The sums of all moves and pairs.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Tally {
    singles: Vec<MoveSums>,
    /// Ordered by the greater index, then by the lesser.
    pairs: Vec<PairSums>,
}

impl Tally {
    /// An empty tally of `moves` moves.
    pub(crate) fn new(moves: usize) -> Self {
        Self {
            singles: vec![MoveSums::default(); moves],
            pairs: vec![PairSums::default(); moves * moves.saturating_sub(1) / 2],
        }
    }

    /// The memory that it takes.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(self.singles.as_slice()) + size_of_val(self.pairs.as_slice())
    }

    /// Adds one round.
    pub(crate) fn add(&mut self, round: &[(usize, Leaf)], seat: Seat) {
        for (i, (a, leaf)) in round.iter().enumerate() {
            self.singles[*a].add(leaf, seat);
            for (b, other) in &round[..i] {
                let value = leaf.value(seat) - other.value(seat);
                let utility = f64::from(leaf.utility(seat) - other.utility(seat));
                if a > b {
                    self.pairs[place(*a, *b)].add(value, utility);
                } else {
                    self.pairs[place(*b, *a)].add(-value, -utility);
                }
            }
        }
    }

    /// Adds another tally.
    pub(crate) fn merge(&mut self, other: &Self) {
        self.singles.iter_mut().zip(&other.singles).for_each(|(own, other)| own.merge(other));
        self.pairs.iter_mut().zip(&other.pairs).for_each(|(own, other)| own.merge(other));
    }

    /// Resets all sums.
    pub(crate) fn clear(&mut self) {
        self.singles.fill(MoveSums::default());
        self.pairs.fill(PairSums::default());
    }

    /// The sums of one move.
    pub(crate) fn single(&self, index: usize) -> &MoveSums {
        &self.singles[index]
    }

    /// The sums of `a` minus `b`, two different moves.
    pub(crate) fn pair(&self, a: usize, b: usize) -> PairSums {
        if a > b { self.pairs[place(a, b)] } else { self.pairs[place(b, a)].reversed() }
    }
}

/// The index of a pair of moves.
fn place(greater: usize, lesser: usize) -> usize {
    greater * (greater - 1) / 2 + lesser
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leaf(value: f64) -> Leaf {
        let mut leaf = Leaf { margin: 10.0 * value, ..Leaf::default() };
        leaf.values[1] = value;
        leaf.utility[1] = value as f32;
        leaf
    }

    #[test]
    fn pairs_hold_differences_of_common_rounds() {
        let mut tally = Tally::new(3);
        tally.add(&[(2, leaf(1.0)), (0, leaf(0.25))], Seat(1));
        tally.add(&[(0, leaf(0.5)), (1, leaf(0.5)), (2, leaf(0.0))], Seat(1));
        assert_eq!(tally.single(0).n, 2.0);
        assert_eq!(tally.single(2).value, 1.0);
        let pair = tally.pair(0, 2);
        assert_eq!((pair.n, pair.value, pair.value_squares), (2.0, -0.75 + 0.5, 0.5625 + 0.25));
        assert_eq!(tally.pair(2, 0).utility, 0.25);
        assert_eq!(tally.pair(1, 0).n, 1.0);
    }

    #[test]
    fn merging_adds() {
        let mut one = Tally::new(2);
        one.add(&[(0, leaf(1.0)), (1, leaf(0.5))], Seat(1));
        let mut two = one.clone();
        two.merge(&one);
        assert_eq!(two.pair(0, 1).n, 2.0);
        two.clear();
        assert_eq!(two, Tally::new(2));
    }
}

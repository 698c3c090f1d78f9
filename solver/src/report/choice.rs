//! Which moves are good enough: the smallest set that holds a move of little regret.
//!
//! It rests on the differences of the moves to the first, measured on the same worlds. A difference has three sources of error: the
//! sample (its standard error), the luck of being compared with many (differences are shrunk towards their common mean, as far as
//! their errors leave it open how far they really differ), and the search itself, which is biased and does not get better with
//! playouts: its model error, which the caller knows (see [`calibration`](crate::calibration)).

use crate::answer::{Behind, Confidence, Gap};
use crate::request::Objective;

/// How sure the set is to hold a good move, at least; it is the smallest of those that are.
pub const SURE: f64 = 0.9;
/// The least and the greatest share of the win that does not matter. More than that a review calls a slip.
const TRIFLES: (f64, f64) = (0.002, 0.02);
/// The least spread of true differences that is thought possible. Two moves say nothing about it.
const LEAST_SPREAD: f64 = 0.02;
/// Moves are alike with at least this probability,
const ALIKE: f64 = 0.9;
/// and differ by at most this share of the win, however little more matters in the game.
const ALIKE_WITHIN: f64 = 0.02;
/// How much longer is tried out: powers of two up to this one.
const LONGEST: u32 = 12;
/// What is surer by less than this is hardly surer.
const HARDLY: f64 = 0.05;

/// The set, see the module's text.
#[derive(Clone, Debug, PartialEq)]
pub struct GoodEnough {
    /// The regret that does not matter, in the unit of values.
    pub within: f64,
    /// A lower bound of the probability that the set holds a move with at most this regret.
    pub probability: f64,
    /// The moves, as indices; the first of the answer comes first, then the likeliest to be better.
    pub set: Vec<usize>,
    /// If the set is all moves: how many times as long a search would settle it, to be expected; `None` if none would.
    pub times_longer: Option<u32>,
    /// The probability that the first move alone has at most this regret, if what is known of each move is independent.
    pub alone: f64,
    /// The moves, as indices, that are probably worth as much as the first: within twice the regret that does not matter, and two
    /// points of win.
    pub alike: Vec<usize>,
}

/// The regret that does not matter, among moves of these values. Half a point of a round; of the win share the game's own
/// [trifle](crate::heuristics::Heuristics::trifle), or else a fifth of what there is to choose between.
pub fn within(objective: Objective, trifle: Option<f64>, values: impl Iterator<Item = f64>) -> f64 {
    if objective != Objective::WinShare {
        return 0.5;
    }
    let (low, high) = values
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
    trifle.unwrap_or((high - low) / 5.0).clamp(TRIFLES.0, TRIFLES.1)
}

/// In what differences are measured.
#[derive(Clone, Copy, Debug)]
pub struct Yardstick {
    /// The regret that does not matter.
    pub within: f64,
    /// The scale of values relative to the win share.
    pub unit: f64,
    /// The standard deviation of what the search says of a difference, when it has any number of samples, in win share.
    pub model_error: f64,
}

/// The smallest set. `first` is the first move of the answer, `rivals` are the others.
pub fn good_enough(by: Yardstick, first: usize, rivals: &[(usize, Behind)]) -> GoodEnough {
    let within = by.within;
    let (probability, set) = set(within, by, first, rivals, 1.0);
    let all = set.len() == rivals.len() + 1 && set.len() > 1;
    let settles = |times: u32| set_len(within, by, first, rivals, times) <= rivals.len().min(2);
    let times_longer = (1..=LONGEST).map(|power| 1 << power).find(|&times| all && settles(times));
    let prior = Prior::of(rivals, by);
    let alone = rivals.iter().map(|(_, behind)| 1.0 - prior.chance_to_lead_by(within, *behind)).product();
    let most = (2.0 * within).min(ALIKE_WITHIN * by.unit);
    let alike = rivals.iter().filter(|(_, behind)| prior.chance_of_no_more_than(most, *behind) >= ALIKE);
    GoodEnough {
        within,
        probability,
        set,
        times_longer,
        alone,
        alike: alike.map(|(index, _)| *index).collect(),
    }
}

/// Whether a longer search is expected to leave no smaller set, and the first move alone hardly surer, if its model error stays.
pub fn is_settled(by: Yardstick, first: usize, rivals: &[(usize, Behind)]) -> bool {
    let now = good_enough(by, first, rivals);
    let then = good_enough(by, first, &later(rivals, f64::from(1_u32 << LONGEST)));
    then.set.len() >= now.set.len() && then.alone < now.alone + HARDLY
}

/// The differences to the first, once there are `times` as many samples.
fn later(rivals: &[(usize, Behind)], times: f64) -> Vec<(usize, Behind)> {
    let longer = |behind: Behind| Behind { error: behind.error / times.sqrt(), ..behind };
    rivals.iter().map(|&(index, behind)| (index, longer(behind))).collect()
}

/// The same by the moves' `notations`, with the `gap` to the next best.
pub fn confidence(
    by: Yardstick,
    (first, rivals): (usize, &[(usize, Behind)]),
    gap: Option<Gap>,
    notations: &[String],
) -> Confidence {
    let GoodEnough { within, probability, set, times_longer, alone, alike } = good_enough(by, first, rivals);
    let [set, alike] =
        [set, alike].map(|moves| moves.into_iter().filter_map(|i| notations.get(i).cloned()).collect());
    Confidence { within, probability, set, times_longer, alone, alike, gap }
}

fn set_len(within: f64, by: Yardstick, first: usize, rivals: &[(usize, Behind)], times: u32) -> usize {
    set(within, by, first, rivals, f64::from(times)).1.len()
}

/// The probability and the set, once there are `times` as many samples.
fn set(
    within: f64,
    by: Yardstick,
    first: usize,
    rivals: &[(usize, Behind)],
    times: f64,
) -> (f64, Vec<usize>) {
    let rivals = later(rivals, times);
    let prior = Prior::of(&rivals, by);
    let better = |&(index, behind): &(usize, Behind)| (prior.chance_to_lead_by(within, behind), index);
    let mut chances: Vec<(f64, usize)> = rivals.iter().map(better).collect();
    chances.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let mut left: f64 = chances.iter().map(|(chance, _)| chance).sum();
    let mut set = vec![first];
    for (chance, index) in chances {
        if 1.0 - left >= SURE {
            break;
        }
        left -= chance;
        set.push(index);
    }
    let open = |(index, behind): &(usize, Behind)| behind.error > 0.0 && !set.contains(index);
    (told(1.0 - left, !rivals.iter().any(open)), set)
}

/// A probability as it is told: with four digits, and as certain only where it is.
fn told(probability: f64, certain: bool) -> f64 {
    if certain { 1.0 } else { ((1e4 * probability).round() / 1e4).clamp(0.0, 0.9999) }
}

/// What the differences of all moves say about each: they are normal around a common mean.
struct Prior {
    mean: f64,
    spread: f64,
    model_error: f64,
}

impl Prior {
    fn of(rivals: &[(usize, Behind)], Yardstick { unit, model_error, .. }: Yardstick) -> Self {
        let n = rivals.len().max(1) as f64;
        let mean = rivals.iter().map(|(_, behind)| behind.mean).sum::<f64>() / n;
        let seen =
            rivals.iter().map(|(_, behind)| (behind.mean - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
        let noise = rivals.iter().map(|(_, behind)| behind.error.powi(2)).sum::<f64>() / n;
        // With few rivals their spread is hardly known; a tenth of the scale is a cautious guess that counts as one of them.
        let guess = (0.1 * unit).powi(2);
        let spread = (((seen - noise).max(0.0) * (n - 1.0) + guess) / n).sqrt().max(LEAST_SPREAD * unit);
        Self { mean, spread, model_error: model_error * unit }
    }

    /// The probability that a move is better than the first by more than `within`.
    fn chance_to_lead_by(&self, within: f64, behind: Behind) -> f64 {
        if behind.error == 0.0 {
            return f64::from(u8::from(-behind.mean > within));
        }
        let (mean, deviation) = self.with(behind);
        below(-within, mean, deviation)
    }

    /// The probability that a move is neither better nor worse than the first by more than `most`.
    fn chance_of_no_more_than(&self, most: f64, behind: Behind) -> f64 {
        if behind.error == 0.0 {
            return f64::from(u8::from(behind.mean.abs() <= most));
        }
        let (mean, deviation) = self.with(behind);
        below(most, mean, deviation) - below(-most, mean, deviation)
    }

    /// The mean and the deviation of a difference, once the differences of all moves count.
    fn with(&self, behind: Behind) -> (f64, f64) {
        let (own, common) = (behind.error.powi(-2), self.spread.powi(-2));
        let mean = (own * behind.mean + common * self.mean) / (own + common);
        (mean, (1.0 / (own + common)).sqrt().hypot(self.model_error))
    }
}

/// The probability that a normal variable lies below `limit`.
fn below(limit: f64, mean: f64, deviation: f64) -> f64 {
    0.5 * statrs::function::erf::erfc((mean - limit) / (deviation * std::f64::consts::SQRT_2))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(rivals: &[(f64, f64)]) -> GoodEnough {
        let rivals: Vec<_> = rivals
            .iter()
            .enumerate()
            .map(|(number, &(mean, error))| (number + 1, Behind { mean, error }))
            .collect();
        let by = Yardstick { within: 0.02, unit: 1.0, model_error: 0.01 };
        good_enough(by, 0, &rivals)
    }

    #[test]
    fn what_does_not_matter_is_a_part_of_what_there_is_to_choose_between() {
        let of = |trifle, values: [f64; 3]| within(Objective::WinShare, trifle, values.into_iter());
        let digits = |number: f64| (1e9 * number).round() / 1e9;
        assert_eq!(digits(of(None, [0.5, 0.4, 0.45])), 0.02);
        assert_eq!([of(None, [0.5; 3]), of(None, [0.0, 1.0, 0.5])], [0.002, 0.02]);
        assert_eq!(of(Some(0.004), [0.0, 1.0, 0.5]), 0.004, "what the game says counts");
        assert_eq!(within(Objective::RoundPayoff, Some(0.004), [1.0, 9.0].into_iter()), 0.5);
    }

    #[test]
    fn a_clear_leader_stands_alone() {
        let found = ask(&[(0.2, 0.02), (0.3, 0.02)]);
        assert_eq!((found.set, found.times_longer), (vec![0], None));
        assert!(found.probability > 0.99);
    }

    #[test]
    fn what_is_proved_is_certain() {
        let found = ask(&[(0.0, 0.0), (0.5, 0.0)]);
        assert_eq!((found.probability, found.set), (1.0, vec![0]));
    }

    #[test]
    fn a_probability_is_told_with_four_digits_and_is_certain_only_where_it_is() {
        assert_eq!([0.123_456, 0.999_999_999, 1.0].map(|one| told(one, false)), [0.1235, 0.9999, 0.9999]);
        assert_eq!(told(0.999_999_999_999_999_8, true), 1.0);
        let lost = ask(&[(0.03, 0.2)]);
        assert_eq!((lost.set.len(), lost.probability), (2, 1.0), "all moves");
    }

    #[test]
    fn equals_are_good_enough_either_way() {
        assert_eq!(ask(&[(0.001, 0.004)]).set, [0]);
    }

    #[test]
    fn what_is_as_good_is_called_alike() {
        let found = ask(&[(0.001, 0.004), (0.3, 0.01)]);
        assert_eq!((found.alike, found.alone > 0.9), (vec![1], true));
        assert_eq!(ask(&[(0.03, 0.1)]).alike, [0; 0], "it may be worse by a tenth");
        assert_eq!(ask(&[(0.0, 0.0), (0.5, 0.0)]).alike, [1]);
    }

    #[test]
    fn a_close_rival_is_named_and_the_rest_is_not() {
        let found = ask(&[(0.4, 0.03), (0.01, 0.05), (0.3, 0.03)]);
        assert_eq!(found.set, [0, 2]);
        assert!(found.probability >= SURE);
    }

    /// Who minds less is told no more moves.
    #[test]
    fn the_set_shrinks_as_more_regret_is_allowed() {
        let behind = |mean: f64| Behind { mean, error: 0.03 };
        let rivals = [(1, behind(0.01)), (2, behind(0.03)), (3, behind(0.05)), (4, behind(0.2))];
        let by = Yardstick { within: 0.02, unit: 1.0, model_error: 0.03 };
        let sizes: Vec<usize> =
            (0..40).map(|step| set(0.005 * f64::from(step), by, 0, &rivals, 1.0).1.len()).collect();
        assert!(sizes.is_sorted_by(|one, other| one >= other), "{sizes:?}");
        assert!(sizes[0] >= 3 && sizes[39] == 1, "{sizes:?}");
    }

    #[test]
    fn it_is_settled_where_what_is_left_is_the_error_of_the_model() {
        let by = Yardstick { within: 0.02, unit: 1.0, model_error: 0.03 };
        let is_settled = |error| is_settled(by, 0, &[(1, Behind { mean: 0.01, error })]);
        assert!(is_settled(0.004) && !is_settled(0.2));
    }

    #[test]
    fn a_search_that_is_wrong_more_often_names_more_moves() {
        let rivals = [(1, Behind { mean: 0.06, error: 0.01 }), (2, Behind { mean: 0.5, error: 0.01 })];
        let found = |model_error| {
            let by = Yardstick { within: 0.02, unit: 1.0, model_error };
            good_enough(by, 0, &rivals).set
        };
        assert_eq!((found(0.01), found(0.1)), (vec![0], vec![0, 1]));
    }

    #[test]
    fn where_nothing_can_be_told_it_says_how_long_it_would_take() {
        let found = ask(&[(0.03, 0.2), (0.05, 0.2), (0.04, 0.2)]);
        assert_eq!((found.set.len(), found.probability), (4, 1.0));
        assert!(found.times_longer.is_some_and(|times| times >= 8), "{found:?}");
    }
}

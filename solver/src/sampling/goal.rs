//! Turns the end of a line into utilities for the search, and into value and margin for the answer.

use tapis_games::game::{Game, Turn};
use tapis_games::payoff::Payoffs;
use tapis_games::seat::{BySeat, MAX_SEATS, Seat};

use crate::exhaustive::objective::margins;
use crate::heuristics::Heuristics;
use crate::report::TOLERANCE;
use crate::request::Objective;

/// The value of the end of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Leaf {
    /// The utility of each seat, 0 to 1. The search maximises it.
    pub utility: [f32; MAX_SEATS],
    /// The value of the objective for each seat.
    pub values: [f64; MAX_SEATS],
    /// The points of the advised seat minus those of the best other seat.
    pub margin: f64,
}

impl Leaf {
    /// The objective for `seat`.
    #[inline]
    pub(crate) fn value(&self, seat: Seat) -> f64 {
        self.values[seat.index() % MAX_SEATS]
    }

    /// The utility of `seat`.
    #[inline]
    pub(crate) fn utility(&self, seat: Seat) -> f32 {
        self.utility[seat.index() % MAX_SEATS]
    }
}

/// Turns payoffs into utilities.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Goal {
    /// The objective to maximise.
    pub objective: Objective,
    /// The seat advised.
    pub seat: Seat,
    /// Whether lines end with the round. Its end is then valued by [`Heuristics::between_rounds`].
    pub horizon: bool,
    /// Whether the utility is [`Heuristics::round_utility`] instead of the win share.
    pub round_utility: bool,
    /// The interval of win shares that is stretched to the whole range of utility. One round changes the share only a
    /// little.
    pub span: (f32, f32),
    /// Whether all other seats play against the seat advised, instead of each for itself.
    pub paranoid: bool,
    /// The scale of margins. For the round payoff: the largest expected margin. For the win share: the margin that is
    /// worth half of [`MARGIN_PART`].
    pub scale: f32,
}

/// The scale of margins for the win share, in points.
pub(crate) const HALF_MARGIN: f32 = 10.0;

/// The part of the utility that is the margin, for the win share. It ranks two won or two lost lines, but never
/// outweighs a win.
const MARGIN_PART: f32 = 0.04;

/// The utility of margins beyond the scale of the round payoff, at most.
const BEYOND_SCALE: f32 = 0.05;

/// How proofs compare the ends of lines: by their exact values, never by their utilities, which are rounded.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Preference {
    objective: Objective,
    /// The seat advised, if all others play against it.
    against: Option<Seat>,
}

impl Preference {
    /// What `leaf` is exactly worth to `seat`.
    #[inline]
    pub(crate) fn worth(&self, leaf: &Leaf, seat: Seat) -> f64 {
        match self.against {
            Some(advised) if advised != seat => -leaf.value(advised),
            _ => leaf.value(seat),
        }
    }

    /// Whether nothing can be worth more to `seat`. Points have no limit.
    #[inline]
    pub(crate) fn is_best_possible(&self, leaf: &Leaf, seat: Seat) -> bool {
        let most = if self.against.is_some_and(|advised| advised != seat) { 0.0 } else { 1.0 };
        self.objective == Objective::WinShare && self.worth(leaf, seat) >= most
    }
}

impl Goal {
    /// How proofs compare.
    pub(crate) fn preference(&self) -> Preference {
        Preference { objective: self.objective, against: self.paranoid.then_some(self.seat) }
    }

    /// Whether a line ends in `state`, where it is `turn`.
    #[inline]
    pub(crate) fn is_end<G: Game>(&self, rules: &G, state: &G::State, turn: Turn) -> bool {
        match turn {
            Turn::Player(_) => false,
            Turn::Over => true,
            Turn::Chance => {
                (self.horizon || self.objective != Objective::WinShare) && rules.round_scores(state).is_some()
            }
        }
    }

    /// The value of `state`, an end or a line cut off.
    #[inline]
    pub(crate) fn leaf<G: Heuristics>(&self, rules: &G, state: &G::State) -> Leaf {
        let mut leaf = match self.objective {
            Objective::WinShare => {
                let mut leaf = self.share_leaf(&self.payoffs(rules, state));
                if self.round_utility {
                    for (seat, &share) in self.shares_at(rules, state).iter().enumerate() {
                        leaf.utility[seat] = self.rescaled(share);
                    }
                }
                leaf
            }
            _ => match rules.round_scores(state) {
                Some(scores) => self.points_leaf(&scores),
                None => self.points_leaf(&rules.payoffs(state).scores),
            },
        };
        if self.paranoid {
            let own = self.seat.index() % MAX_SEATS;
            let against = 1.0 - leaf.utility[own];
            for (_, utility) in leaf.utility.iter_mut().enumerate().filter(|(seat, _)| *seat != own) {
                *utility = against;
            }
        }
        leaf
    }

    /// What bots maximise in games from `state` on.
    #[cfg(feature = "testing")]
    pub(crate) fn of_bots<G: Heuristics>(rules: &G, state: &G::State) -> Self {
        let horizon = rules.between_rounds(state).is_some();
        Self {
            objective: Objective::WinShare,
            seat: Seat(0),
            horizon,
            round_utility: horizon && rules.round_utility(state).is_some(),
            span: (0.0, 1.0),
            paranoid: false,
            scale: HALF_MARGIN,
        }
    }

    /// The value of a position in which each seat expects its share of `shares`, in games without paranoia.
    #[inline]
    pub(crate) fn expected(&self, shares: &BySeat<f32>) -> Leaf {
        let mut leaf = Leaf::default();
        for (seat, &share) in shares.iter().enumerate() {
            let share = f64::from(share);
            leaf.utility[seat] =
                if self.round_utility { self.rescaled(share) } else { self.share_utility(share, 0.0) };
            leaf.values[seat] = share;
        }
        leaf
    }

    /// The share of each seat at `state` before it is stretched.
    pub(crate) fn shares_at<G: Heuristics>(&self, rules: &G, state: &G::State) -> BySeat<f64> {
        let round_utility = if self.round_utility { rules.round_utility(state) } else { None };
        round_utility.unwrap_or_else(|| self.payoffs(rules, state).shares)
    }

    /// The payoffs. Between two rounds the shares are the expected ones.
    fn payoffs<G: Heuristics>(&self, rules: &G, state: &G::State) -> Payoffs {
        let mut payoffs = rules.payoffs(state);
        if self.horizon
            && rules.turn(state) == Turn::Chance
            && let Some(shares) = rules.between_rounds(state)
        {
            payoffs.shares = shares;
        }
        payoffs
    }

    fn share_leaf(&self, payoffs: &Payoffs) -> Leaf {
        let margins = margins(&payoffs.scores);
        let mut leaf = Leaf::default();
        for (seat, &share) in payoffs.shares.iter().enumerate() {
            leaf.utility[seat] = self.share_utility(share, margins[seat]);
            leaf.values[seat] = share;
        }
        leaf.margin = margins[self.seat.index() % MAX_SEATS];
        leaf
    }

    fn points_leaf(&self, scores: &BySeat<i32>) -> Leaf {
        let margins = margins(scores);
        let mut leaf = Leaf::default();
        for (seat, margin) in margins.into_iter().enumerate().take(scores.len()) {
            leaf.utility[seat] = self.margin_utility(margin);
            leaf.values[seat] = margin;
        }
        leaf.margin = margins[self.seat.index() % MAX_SEATS];
        leaf
    }

    /// What an exact search of two seats maximises for the first one. Points count as they are. A win share counts with its margin:
    /// a share that differs by a half, as all shares of two seats do, outweighs every margin.
    #[inline]
    pub(crate) fn first_worth(&self, leaf: &Leaf) -> f64 {
        match self.objective {
            Objective::WinShare => f64::from(leaf.utility[0]),
            _ => leaf.values[0],
        }
    }

    /// Whether `seat` prefers the leaf `one` to `other`.
    pub(crate) fn prefers(&self, one: &Leaf, other: &Leaf, seat: Seat) -> bool {
        if self.round_utility {
            return one.utility(seat) > other.utility(seat) + f32::EPSILON;
        }
        one.value(seat) > other.value(seat) + TOLERANCE
    }

    /// Bounds of the final [`Goal::first_worth`], as far as the game knows them.
    pub(crate) fn bounds<G: Heuristics>(&self, rules: &G, state: &G::State) -> (f64, f64) {
        let bounds = |objective| rules.bounds(state, Seat(0), objective);
        let margin = bounds(Objective::RoundPayoff).unwrap_or((f64::NEG_INFINITY, f64::INFINITY));
        match self.objective {
            Objective::RoundPayoff | Objective::Points => margin,
            Objective::WinShare => {
                let share = bounds(Objective::WinShare).unwrap_or((0.0, 1.0));
                let worth = |share, margin| f64::from(self.share_utility(share, margin));
                (worth(share.0, margin.0), worth(share.1, margin.1))
            }
        }
    }

    /// The utility of a win share and a margin.
    #[inline]
    fn share_utility(&self, share: f64, margin: f64) -> f32 {
        let margin = margin as f32;
        let squashed =
            if margin.is_finite() { margin / (margin.abs() + self.scale) } else { margin.signum() };
        (1.0 - MARGIN_PART) * self.rescaled(share) + MARGIN_PART * (0.5 + 0.5 * squashed)
    }

    /// The position of a share within the stretched interval.
    #[inline]
    fn rescaled(&self, share: f64) -> f32 {
        let (low, high) = self.span;
        ((share as f32 - low) / (high - low)).clamp(0.0, 1.0)
    }

    /// The utility of a margin for the round payoff. Within the scale it is linear. Beyond, it hardly grows, but it does not stop:
    /// a move that gains more is still preferred.
    #[inline]
    fn margin_utility(&self, margin: f64) -> f32 {
        let part = margin as f32 / self.scale;
        let beyond = if part.abs() > 1.0 { BEYOND_SCALE * (1.0 - 1.0 / part.abs()) } else { 0.0 };
        0.5 + 0.5 * part.clamp(-1.0, 1.0) + part.signum() * beyond
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn goal(objective: Objective) -> Goal {
        Goal {
            objective,
            seat: Seat(1),
            horizon: false,
            round_utility: false,
            span: (0.0, 1.0),
            paranoid: false,
            scale: 10.0,
        }
    }

    fn scores(of: &[i32]) -> BySeat<i32> {
        BySeat::from_fn(of.len(), |seat| of[seat.index()])
    }

    #[test]
    fn margins_are_to_the_best_other_seat() {
        assert_eq!(margins(&scores(&[7, 3]))[..2], [4.0, -4.0]);
        assert_eq!(margins(&scores(&[7, 3, 9]))[..3], [-2.0, -6.0, 2.0]);
        assert_eq!(margins(&scores(&[5, 5, 1]))[..3], [0.0, 0.0, -4.0]);
    }

    #[test]
    fn a_narrow_win_beats_a_grand_tie() {
        let of = |points: &[i32]| {
            let tie_break = BySeat::from_fn(points.len(), |_| 0);
            goal(Objective::WinShare).share_leaf(&Payoffs::ranked(scores(points), &tie_break))
        };
        let (won, tied, lost) = (of(&[30, 31]), of(&[30, 30]), of(&[80, 0]));
        assert_eq!((won.value(Seat(1)), tied.value(Seat(1)), lost.value(Seat(1))), (1.0, 0.5, 0.0));
        assert!(won.utility[1] > tied.utility[1] && tied.utility[1] > lost.utility[1]);
        assert!(goal(Objective::WinShare).preference().is_best_possible(&won, Seat(1)));
        assert!((won.utility[0] + won.utility[1] - 1.0).abs() < 1e-6);
        assert_eq!(lost.margin, -80.0);
    }

    #[test]
    fn every_greater_margin_has_a_greater_utility() {
        let goal = goal(Objective::RoundPayoff);
        let utilities: Vec<f32> = (-200..=200).map(|margin| goal.margin_utility(margin.into())).collect();
        assert!(utilities.is_sorted_by(|one, other| one < other));
        assert!(utilities[0] > -0.06 && utilities[400] < 1.06);
    }

    #[test]
    fn margins_are_exact_whatever_the_scores_are() {
        let leaf = goal(Objective::RoundPayoff).points_leaf(&scores(&[i32::MIN, i32::MAX]));
        assert_eq!((leaf.values[0], leaf.margin), (-4_294_967_295.0, 4_294_967_295.0));
        let tie = goal(Objective::RoundPayoff).points_leaf(&scores(&[3, 3]));
        assert!(tie.values.iter().all(|value| value.is_sign_positive()), "no negative zero");
    }

    #[test]
    fn points_are_linear() {
        let leaf = goal(Objective::RoundPayoff).points_leaf(&scores(&[0, 5]));
        assert_eq!((leaf.value(Seat(1)), leaf.utility[1], leaf.utility[0]), (5.0, 0.75, 0.25));
    }
}

//! Turns the end of a line into utilities for the search, and into value and margin for the answer.

use tapis_games::game::{Game, Turn};
use tapis_games::payoff::Payoffs;
use tapis_games::seat::{BySeat, MAX_SEATS, Seat};

use crate::exhaustive::objective::is_end;
use crate::heuristics::Heuristics;
use crate::learned::Outlook;
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

/// The part of the utility that is the margin, for the win share. It ranks two won or two lost lines, but never
/// outweighs a win.
const MARGIN_PART: f32 = 0.04;

/// The utility of margins beyond the scale of the round payoff, at most.
const BEYOND_SCALE: f32 = 0.05;

impl Goal {
    /// Whether a line ends in `state`, where it is `turn`.
    #[inline]
    pub(crate) fn is_end<G: Game>(&self, rules: &G, state: &G::State, turn: Turn) -> bool {
        let objective = if self.horizon { Objective::RoundPayoff } else { self.objective };
        is_end(rules, objective, state, turn)
    }

    /// The value of `state`, an end or a line cut off.
    #[inline]
    pub(crate) fn leaf<G: Heuristics>(&self, rules: &G, state: &G::State) -> Leaf {
        let leaf = match self.objective {
            Objective::WinShare => {
                let payoffs = self.payoffs(rules, state);
                let mut leaf = self.share_leaf(&payoffs.shares, &margins(&payoffs.scores));
                if self.round_utility {
                    self.set_utilities(&mut leaf, &self.shares_at(rules, state));
                }
                leaf
            }
            Objective::RoundPayoff => match rules.round_scores(state) {
                Some(scores) => self.points_leaf(&scores),
                None => self.points_leaf(&rules.payoffs(state).scores),
            },
        };
        self.against_all(leaf)
    }

    /// The value of a line that ends in the learned evaluation.
    pub(crate) fn evaluated_leaf(&self, outlook: &Outlook) -> Leaf {
        let mut leaf = self.share_leaf(&outlook.shares, &margins(&outlook.points));
        if let Some(utilities) = outlook.round_utility.as_ref().filter(|_| self.round_utility) {
            self.set_utilities(&mut leaf, utilities);
        }
        self.against_all(leaf)
    }

    fn set_utilities(&self, leaf: &mut Leaf, shares: &BySeat<f64>) {
        for (utility, &share) in leaf.utility.iter_mut().zip(shares) {
            *utility = self.rescaled(share);
        }
    }

    /// With the paranoid concept the others have what the seat advised has not.
    fn against_all(&self, mut leaf: Leaf) -> Leaf {
        if self.paranoid {
            let own = self.seat.index() % MAX_SEATS;
            let against = 1.0 - leaf.utility[own];
            for (_, utility) in leaf.utility.iter_mut().enumerate().filter(|(seat, _)| *seat != own) {
                *utility = against;
            }
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

    fn share_leaf(&self, shares: &BySeat<f64>, margins: &[f32; MAX_SEATS]) -> Leaf {
        let mut leaf = Leaf::default();
        for (seat, &share) in shares.iter().enumerate() {
            leaf.utility[seat] = self.share_utility(share, margins[seat]);
            leaf.values[seat] = share;
        }
        leaf.margin = f64::from(margins[self.seat.index() % MAX_SEATS]);
        leaf
    }

    fn points_leaf(&self, scores: &BySeat<i32>) -> Leaf {
        let margins = margins(scores);
        let mut leaf = Leaf::default();
        for (seat, margin) in margins.into_iter().enumerate().take(scores.len()) {
            leaf.utility[seat] = self.margin_utility(margin);
            leaf.values[seat] = f64::from(margin);
        }
        leaf.margin = f64::from(margins[self.seat.index() % MAX_SEATS]);
        leaf
    }

    /// Whether `seat` prefers the leaf `one` to `other`.
    pub(crate) fn prefers(&self, one: &Leaf, other: &Leaf, seat: Seat) -> bool {
        if self.round_utility {
            return one.utility(seat) > other.utility(seat) + f32::EPSILON;
        }
        one.value(seat) > other.value(seat) + TOLERANCE
    }

    /// Bounds of the final utility of `seat`, as far as the game knows them.
    pub(crate) fn bounds<G: Heuristics>(&self, rules: &G, state: &G::State, seat: Seat) -> (f32, f32) {
        let bounds = |objective| rules.bounds(state, seat, objective);
        let margin = bounds(Objective::RoundPayoff).unwrap_or((f64::NEG_INFINITY, f64::INFINITY));
        let (low, high) = (margin.0 as f32, margin.1 as f32);
        match self.objective {
            Objective::RoundPayoff => (self.margin_utility(low), self.margin_utility(high)),
            Objective::WinShare => {
                let share = bounds(Objective::WinShare).unwrap_or((0.0, 1.0));
                (self.share_utility(share.0, low), self.share_utility(share.1, high))
            }
        }
    }

    /// The utility of a win share and a margin.
    #[inline]
    fn share_utility(&self, share: f64, margin: f32) -> f32 {
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

    /// The utility of a margin for the round payoff. Within the scale it is linear. Beyond, it hardly grows, but it never stops:
    /// a greater margin always has a greater utility, so that proofs may compare utilities.
    #[inline]
    fn margin_utility(&self, margin: f32) -> f32 {
        let part = margin / self.scale;
        let beyond = if part.abs() > 1.0 { BEYOND_SCALE * (1.0 - 1.0 / part.abs()) } else { 0.0 };
        0.5 + 0.5 * part.clamp(-1.0, 1.0) + part.signum() * beyond
    }

    /// The least utility of a sole win.
    pub(crate) fn win_threshold(&self) -> f32 {
        match self.objective {
            Objective::WinShare if self.horizon => f32::INFINITY,
            Objective::WinShare => 1.0 - MARGIN_PART,
            // There is always a greater margin.
            Objective::RoundPayoff => f32::INFINITY,
        }
    }
}

/// The points of each seat minus those of the best other seat.
#[inline]
fn margins<T: Copy + Into<f64>>(scores: &BySeat<T>) -> [f32; MAX_SEATS] {
    let mut margins = [0.0; MAX_SEATS];
    if let &[first, second] = scores.as_slice() {
        margins[0] = (first.into() - second.into()) as f32;
        margins[1] = -margins[0];
        return margins;
    }
    let (mut best, mut next) = (f64::NEG_INFINITY, f64::NEG_INFINITY);
    for &score in scores {
        let score = score.into();
        (best, next) = if score > best { (score, best) } else { (best, next.max(score)) };
    }
    for (margin, &score) in margins.iter_mut().zip(scores) {
        let score = score.into();
        *margin = (score - if score == best { next } else { best }) as f32;
    }
    margins
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
            {
                let payoffs = Payoffs::ranked(scores(points), &tie_break);
                goal(Objective::WinShare).share_leaf(&payoffs.shares, &margins(&payoffs.scores))
            }
        };
        let (won, tied, lost) = (of(&[30, 31]), of(&[30, 30]), of(&[80, 0]));
        assert_eq!((won.value(Seat(1)), tied.value(Seat(1)), lost.value(Seat(1))), (1.0, 0.5, 0.0));
        assert!(won.utility[1] > tied.utility[1] && tied.utility[1] > lost.utility[1]);
        assert!(won.utility[1] >= goal(Objective::WinShare).win_threshold());
        assert!((won.utility[0] + won.utility[1] - 1.0).abs() < 1e-6);
        assert_eq!(lost.margin, -80.0);
    }

    #[test]
    fn every_greater_margin_has_a_greater_utility() {
        let goal = goal(Objective::RoundPayoff);
        let utilities: Vec<f32> = (-200..=200).map(|margin| goal.margin_utility(margin as f32)).collect();
        assert!(utilities.is_sorted_by(|one, other| one < other));
        assert!(utilities[0] > -0.06 && utilities[400] < 1.06);
        assert_eq!(goal.margin_utility(f32::INFINITY), 1.05);
    }

    #[test]
    fn points_are_linear() {
        let leaf = goal(Objective::RoundPayoff).points_leaf(&scores(&[0, 5]));
        assert_eq!((leaf.value(Seat(1)), leaf.utility[1], leaf.utility[0]), (5.0, 0.75, 0.25));
    }
}

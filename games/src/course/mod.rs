//! The course of a game: what its standings say of how it was won, and how often there was a choice.
//!
//! The value of a seat at a ply is its share of the win if the game ended after that ply ([`Game::payoffs`], tie-breaks and
//! what is still hidden included; a shared win counts in parts). Plies are counted from 1, without the set-up.

use serde::Serialize;
use utoipa::ToSchema;

use crate::game::Game;
use crate::locale::COMMON;
use crate::payoff::Payoffs;
use crate::refusal::Text;
use crate::seat::BySeat;

mod standings;
#[cfg(test)]
mod tests;

use standings::Standings;

/// A whole number about a game as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Measure {
    /// The stable name, one of [`infos`].
    pub name: &'static str,
    /// The value, in the unit of its [`MeasureInfo`].
    pub value: i64,
}

/// What a measure means.
#[derive(Clone, Debug, PartialEq)]
pub struct MeasureInfo {
    /// The stable name.
    pub name: &'static str,
    /// What one is counted in.
    pub unit: MeasureUnit,
    /// What it is called.
    pub label: Text,
    /// The definition.
    pub text: Text,
}

/// What a measure is counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum MeasureUnit {
    /// Hundredths of a whole.
    Percent,
    /// Points of the game.
    Points,
    /// Tenths.
    Tenths,
    /// How often something happened.
    Times,
}

/// What is remembered of a game while it is played.
#[derive(Clone, Debug, Default)]
pub struct CourseMeasures {
    standings: Standings,
    plies: u64,
    /// Plies with more than one legal move, and their legal moves.
    decisions: u64,
    moves: u64,
}

impl CourseMeasures {
    /// Adds a ply of a seat: the positions before and after it.
    pub fn ply<G: Game>(&mut self, rules: &G, before: &G::State, after: &G::State) {
        self.add(rules.legal_moves(before).len(), &rules.payoffs(after));
    }

    fn add(&mut self, choices: usize, standing: &Payoffs) {
        self.plies += 1;
        if choices > 1 {
            self.decisions += 1;
            self.moves += choices as u64;
        }
        self.standings.add(&standing.shares);
    }

    /// The measures of the finished game; none where no ply was played. `end` is its result.
    pub fn measures(&self, end: &Payoffs) -> Vec<Measure> {
        if self.plies == 0 {
            return Vec::new();
        }
        let of = self.standings.of_winner(end);
        let measures = [
            ("lead_changes", self.standings.lead_changes()),
            ("drama", percent(of.deficit, of.behind as f64)),
            ("behind", percent(of.behind as f64, self.plies as f64)),
            ("decisiveness", percent(of.decided_at as f64, self.plies as f64)),
            ("comeback", if of.comeback { 100 } else { 0 }),
            ("closeness", closeness(&end.scores)),
            ("uncertainty", percent(self.standings.uncertainty(), 1.0)),
            ("decisions", percent(self.decisions as f64, self.plies as f64)),
        ];
        let mut measures = measures.map(|(name, value)| Measure { name, value }).to_vec();
        if self.decisions > 0 {
            let tenths = percent(self.moves as f64, self.decisions as f64 * 10.0);
            measures.push(Measure { name: "branching", value: tenths.min(MOST) });
        }
        measures
    }
}

/// More legal moves, in tenths, are not told apart.
const MOST: i64 = 100_000;

/// So many hundredths of `of` as a whole number; 0 of nothing.
fn percent(part: f64, of: f64) -> i64 {
    if of > 0.0 { (100.0 * part / of).round() as i64 } else { 0 }
}

/// The best score less the second best.
fn closeness(scores: &BySeat<i32>) -> i64 {
    let mut scores: Vec<i64> = scores.iter().map(|&score| i64::from(score)).collect();
    scores.sort_unstable_by(|a, b| b.cmp(a));
    match scores.as_slice() {
        [best, second, ..] => best - second,
        _ => 0,
    }
}

/// All measures, in the order in which they are recorded.
pub fn infos() -> Vec<MeasureInfo> {
    let told = |of: &str, name: &str| COMMON.both(&format!("{of}-{name}"), &[]);
    let info =
        |&(name, unit)| MeasureInfo { name, unit, label: told("label", name), text: told("measure", name) };
    MEASURES.iter().map(info).collect()
}

/// Names and units; what they are called and mean say the texts `label-<name>` and `measure-<name>`. Value: the share of the win if the game ended after the ply.
const MEASURES: [(&str, MeasureUnit); 9] = [
    ("lead_changes", MeasureUnit::Times),
    ("drama", MeasureUnit::Percent),
    ("behind", MeasureUnit::Percent),
    ("decisiveness", MeasureUnit::Percent),
    ("comeback", MeasureUnit::Percent),
    ("closeness", MeasureUnit::Points),
    ("uncertainty", MeasureUnit::Percent),
    ("decisions", MeasureUnit::Percent),
    ("branching", MeasureUnit::Tenths),
];

//! The course of a game: what its standings say of how it was won, and how often there was a choice.
//!
//! The value of a seat at a ply is its share of the win if the game ended after that ply ([`Game::payoffs`], tie-breaks and
//! what is still hidden included; a shared win counts in parts). Plies are counted from 1, without the set-up.

use serde::Serialize;
use utoipa::ToSchema;

use crate::game::Game;
use crate::payoff::Payoffs;
use crate::refusal::Text;
use crate::seat::BySeat;

mod standings;
#[cfg(test)]
mod tests;

use standings::Standings;

/// Counts up whenever a measure gets another definition.
pub const COURSE_VERSION: u32 = 1;

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
            ("largest_drama", percent(of.largest, 1.0)),
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
    TEXTS.iter().map(|&(name, unit, en, fr)| MeasureInfo { name, unit, text: Text::new(en, fr) }).collect()
}

/// Names, units and definitions. Value: the share of the win if the game ended after the ply.
const TEXTS: [(&str, MeasureUnit, &str, &str); 10] = [
    (
        "lead_changes",
        MeasureUnit::Times,
        "how often another seat came to lead alone; a tie changes nothing (Browne 2008)",
        "combien de fois une autre place a pris seule la tête ; une égalité ne change rien (Browne 2008)",
    ),
    (
        "drama",
        MeasureUnit::Percent,
        "mean of the best other value less the winner's, over the plies at which the winner was behind; 0 if never \
         (Browne 2008, Ludii Drama). With two seats it is 0 or 100: see behind",
        "moyenne de l'écart entre la meilleure autre valeur et celle du gagnant, aux coups où il était mené ; 0 si jamais \
         (Browne 2008, Ludii Drama). À deux, seulement 0 ou 100 : voir behind",
    ),
    (
        "largest_drama",
        MeasureUnit::Percent,
        "the largest of these differences",
        "le plus grand de ces écarts",
    ),
    (
        "behind",
        MeasureUnit::Percent,
        "share of the plies at which the winner was behind",
        "part des coups où le gagnant était mené",
    ),
    (
        "decisiveness",
        MeasureUnit::Percent,
        "share of the plies played when the winner's value had passed 0.9 for good; 100 where the win is shared \
         (Ludii DecisivenessMoves)",
        "part des coups joués quand la valeur du gagnant a dépassé 0,9 pour de bon ; 100 si la victoire est partagée \
         (Ludii DecisivenessMoves)",
    ),
    (
        "comeback",
        MeasureUnit::Percent,
        "100 where the winner's value was below half the fair share at or after mid-game, else 0",
        "100 si la valeur du gagnant était sous la moitié de la part équitable à mi-partie ou après, sinon 0",
    ),
    (
        "closeness",
        MeasureUnit::Points,
        "points between the first and the second at the end (Browne 2008)",
        "points entre le premier et le second à la fin (Browne 2008)",
    ),
    (
        "uncertainty",
        MeasureUnit::Percent,
        "entropy of the values over the seats, 100 where all are alike, as a mean over the plies (Browne 2008)",
        "entropie des valeurs des places, 100 si toutes sont égales, en moyenne sur les coups (Browne 2008)",
    ),
    (
        "decisions",
        MeasureUnit::Percent,
        "share of the plies with more than one legal move; the rest were forced (Ludii DecisionMoves)",
        "part des coups avec plus d'un coup permis ; les autres étaient forcés (Ludii DecisionMoves)",
    ),
    (
        "branching",
        MeasureUnit::Tenths,
        "legal moves where there was more than one, as a mean, in tenths (Ludii DecisionFactor)",
        "coups permis quand il y en avait plus d'un, en moyenne, en dixièmes (Ludii DecisionFactor)",
    ),
];

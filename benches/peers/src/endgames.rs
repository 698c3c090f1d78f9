//! Rows without a peer: endgames solved to the last move within a time, from what a seat has observed.

use std::time::{Duration, Instant};

use rand::SeedableRng;
use rand::rngs::SmallRng;
use serde_json::Value;
use tapis_games::erased::{AnyRuleset, AnyTable};
use tapis_games::game::Turn;
use tapis_games::log::ObservationLog;
use tapis_games::random::{Seed, Stream, below};
use tapis_games::seat::Viewer;
use tapis_solver::answer::Level;
use tapis_solver::control::Control;
use tapis_solver::registry::Registry;
use tapis_solver::request::{Budget, Objective, Request, SolverKind};

use crate::figures::Figures;
use crate::row::Size;

/// Positions of one kind, and how many of them should be solved.
pub struct EndgameRow {
    /// The number in the table of goals: `X7`.
    pub id: &'static str,
    work: &'static str,
    game: &'static str,
    options: &'static str,
    /// Whether a position with this document and this number of cards taken is of this kind.
    near: fn(&Value, usize) -> bool,
    /// The least exactness level of a solved position.
    level: Level,
    positions: usize,
    time: Duration,
    /// How many positions should be solved, and within what time.
    goal: (usize, Duration),
}

const SECOND: Duration = Duration::from_secs(1);

/// The rows. Richelieu lays out 48 cards. A round has nine tricks in Les 7 Blasons with three seats and in Le Malin
/// with four.
pub const ALL: [EndgameRow; 4] = [
    EndgameRow {
        id: "X7",
        work: "Richelieu, 12 cards left, one world (`open_discs`), solved in 1 s",
        game: "richelieu",
        options: r#"{"open_discs": true}"#,
        near: |_, taken| taken == 48 - 12,
        level: Level::Exact,
        positions: 50,
        time: SECOND,
        goal: (25, SECOND),
    },
    EndgameRow {
        id: "X7",
        work: "Richelieu, 8 cards left, all consistent worlds, solved in 1 s",
        game: "richelieu",
        options: "{}",
        near: |_, taken| taken == 48 - 8,
        level: Level::AllWorlds,
        positions: 50,
        time: SECOND,
        goal: (25, SECOND),
    },
    EndgameRow {
        id: "X8",
        work: "Les 7 Blasons, 3 players, last 3 tricks, solved in 1 s",
        game: "sept-blasons",
        options: r#"{"players": 3}"#,
        near: |document, _| document["trick"] == 6,
        level: Level::ExactConcept,
        positions: 15,
        time: SECOND,
        goal: (8, SECOND),
    },
    EndgameRow {
        id: "X9",
        work: "Le Malin, 4 players, last 5 tricks, one open deal (10 s at most)",
        game: "malin",
        options: "{}",
        near: |document, _| document["phase"] == "play" && document["played"] == 4,
        level: Level::SampledWorlds,
        positions: 2,
        time: Duration::from_secs(10),
        goal: (2, Duration::from_micros(500)),
    },
];

impl EndgameRow {
    /// Solves the positions. Returns the line of the table and whether the goal is met.
    ///
    /// # Panics
    /// A position cannot be reached, or the solver refuses it.
    pub fn line(&self, size: Size) -> (String, bool) {
        let game = Registry::standard().game(self.game).expect("a registered game");
        let ruleset = game.ruleset(self.options).expect("legal options");
        let positions = size.pick(self.positions, 1);
        let times: Vec<Option<Duration>> =
            (0..positions).map(|seed| self.solve(ruleset.as_ref(), seed as u8, size)).collect();
        let solved: Vec<f64> = times.iter().flatten().map(Duration::as_secs_f64).collect();
        let figures = Figures::of(times.iter().map(|time| time.unwrap_or(self.time).as_secs_f64() * 1e3));
        let in_time = solved.iter().filter(|time| **time <= self.goal.1.as_secs_f64()).count();
        let met = in_time >= self.goal.0.min(positions);
        let line = format!(
            "| {} | {} | {} solved, median {:.1} ms | – | – | {:.1}–{:.1} ms | {positions} | {} of {} in {:?} | {} |",
            self.id,
            self.work,
            solved.len(),
            figures.median,
            figures.min,
            figures.max,
            self.goal.0,
            self.positions,
            self.goal.1,
            if met { "yes" } else { "**no**" }
        );
        (line, met)
    }

    /// The time to solve a position; `None` if it was not solved in time.
    fn solve(&self, ruleset: &dyn AnyRuleset, seed: u8, size: Size) -> Option<Duration> {
        let table = self.reach(ruleset, seed);
        let Turn::Player(seat) = table.turn() else { panic!("somebody is to move") };
        let plies = table.plies().iter().map(|ply| ply.seen_by(Viewer::Seat(seat)).clone()).collect();
        let log = ObservationLog { ruleset: ruleset.ruleset().reference(), seat: Some(seat), plies };
        let engine = Registry::standard().engine(ruleset).expect("a registered game");
        let ms = size.pick(self.time.as_millis() as u64, 20);
        // One world where the row is about open hands.
        let worlds = (self.level == Level::SampledWorlds).then_some(1);
        let budget = Budget { ms: Some(ms), worlds, ..Budget::default() };
        let objective = (self.game != "richelieu").then_some(Objective::RoundPayoff);
        let request =
            Request { solver: SolverKind::Exhaustive, budget, objective, threads: 2, ..Request::default() };
        let began = Instant::now();
        let answer = engine.hint(&log, &request, &Control::default()).expect("an answer");
        let time = began.elapsed();
        assert_eq!(answer.moves.len(), table.legal_moves().len(), "every legal move has its place");
        (answer.exactness.level >= self.level).then_some(time)
    }

    /// The first such position in a random game of the seed, or of a later seed.
    fn reach(&self, ruleset: &dyn AnyRuleset, seed: u8) -> Box<dyn AnyTable> {
        for again in 0..=u8::MAX {
            let seed = Seed(std::array::from_fn(|i| if i == 0 { seed } else { again }));
            let mut rng = SmallRng::from_seed(seed.0);
            let (mut table, mut taken) = (ruleset.deal(&seed), 0);
            while let Turn::Player(seat) = table.turn() {
                let legal = table.legal_moves();
                if legal.len() > 1 && (self.near)(&table.document(), taken) {
                    return table;
                }
                let notation = legal[below(&mut rng, legal.len() as u32) as usize].notation.clone();
                taken += usize::from(notation.starts_with("take"));
                let n = table.plies().len() as u32;
                table.play(seat, &notation, &mut seed.stream(Stream::Chance(n))).expect("a legal move");
            }
        }
        panic!("{}: no game comes to such a position", self.work)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endgames_are_reached_and_solved() {
        for row in &ALL {
            let (line, _) = row.line(Size::Tiny);
            assert!(line.starts_with(&format!("| {} | ", row.id)), "{line}");
            assert_eq!(line.matches(" | ").count(), 8, "{line}");
        }
    }
}

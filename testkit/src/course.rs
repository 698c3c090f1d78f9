//! A game played from the start: its plies and the states between them.

use rand::Rng;
use tapis_games::game::{Game, Observed, Ply, SeenPly, Turn};
use tapis_games::random::{Seed, Stream, below};
use tapis_games::refusal::Refusal;
use tapis_games::seat::{Seat, Viewer};

use crate::place;

/// A game is given up as endless after so many plies.
pub const MAX_PLIES: u32 = 20_000;

/// The course of a game. `states[n]` is the one before `plies[n]`, `states[n + 1]` the one after it.
#[derive(Clone, Debug)]
pub struct Course<G: Game> {
    /// The states, one more than plies.
    pub states: Vec<G::State>,
    /// The plies, the set-up first.
    pub plies: Vec<Ply<G>>,
}

impl<G: Game> Course<G> {
    /// A game of uniformly random moves, chosen from the list of legal ones.
    ///
    /// # Panics
    /// When the game breaks its laws or does not end.
    pub fn random<R: Rng + ?Sized>(rules: &G, rng: &mut R) -> Self {
        let mut course = Self { states: vec![rules.start()], plies: Vec::new() };
        loop {
            place::ply(Some(course.plies.len()));
            let mut state = course.end().clone();
            let action = match rules.turn(&state) {
                Turn::Over => return course,
                Turn::Player(seat) if !course.plies.is_empty() => {
                    let ply = course.plies.len();
                    let mv = random_move(rules, &state, rng);
                    let mv =
                        mv.unwrap_or_else(|| panic!("ply {ply}: {seat:?} is to move, but no move is legal"));
                    let played = rules.play(&mut state, mv);
                    played.unwrap_or_else(|why| panic!("ply {ply}: {mv:?} is listed, but refused: {why}"));
                    Some((seat, mv))
                }
                _ => None,
            };
            let chance = draw(rules, &mut state, rng);
            course.push(action, chance, state);
            assert!(course.plies.len() < MAX_PLIES as usize, "ply {MAX_PLIES}: the game does not end");
        }
    }

    /// The game of a seed, at most `plies` plies of it after the set-up: chance as in every game of that seed (see
    /// [`tapis_games::random`]); the move of ply *n* is the legal one with the number `below(legal moves)` of the bot's stream.
    ///
    /// # Panics
    /// As [`Course::random`].
    pub fn seeded(rules: &G, seed: &Seed, plies: u32) -> Self {
        let mut course = Self { states: vec![rules.start()], plies: Vec::new() };
        for n in 0..=plies {
            let mut state = course.end().clone();
            let (mut action, mut stream) = (None, Stream::Deal);
            if n > 0 {
                let Turn::Player(seat) = rules.turn(&state) else { break };
                let mv = random_move(rules, &state, &mut seed.stream(Stream::Bot(n)));
                let mv = mv.expect("a seat to move has a legal move");
                rules.play(&mut state, mv).expect("a listed move is accepted");
                (action, stream) = (Some((seat, mv)), Stream::Chance(n));
            }
            let chance = draw(rules, &mut state, &mut seed.stream(stream));
            course.push(action, chance, state);
        }
        course
    }

    /// Plays a history.
    ///
    /// # Errors
    /// The first thing in it that the rules forbid.
    pub fn replay(rules: &G, history: &[Ply<G>]) -> Result<Self, Refusal> {
        let mut course = Self { states: vec![rules.start()], plies: Vec::new() };
        for ply in history {
            let mut state = course.end().clone();
            if let Some((seat, mv)) = ply.action {
                if rules.turn(&state) != Turn::Player(seat) {
                    return Err(Refusal::new(
                        "not_your_turn",
                        "testing",
                        "not this seat's turn",
                        "pas son tour",
                    ));
                }
                rules.play(&mut state, mv)?;
            }
            for outcome in &ply.chance {
                rules.resolve(&mut state, outcome)?;
            }
            course.push(ply.action, ply.chance.clone(), state);
        }
        Ok(course)
    }

    /// The last state.
    pub fn end(&self) -> &G::State {
        &self.states[self.plies.len()]
    }

    /// The plies with the states before and after.
    pub fn steps(&self) -> impl Iterator<Item = (&G::State, &Ply<G>, &G::State)> {
        self.plies.iter().zip(self.states.windows(2)).map(|(ply, pair)| (&pair[0], ply, &pair[1]))
    }

    fn push(&mut self, action: Option<(Seat, G::Move)>, chance: Vec<G::Chance>, after: G::State) {
        self.plies.push(Ply { n: self.plies.len() as u32, action, chance });
        self.states.push(after);
    }
}

impl<G: Observed> Course<G> {
    /// What `viewer` saw of it.
    pub fn log(&self, rules: &G, viewer: Viewer) -> Vec<SeenPly<G::Outcome>> {
        self.steps().map(|(before, ply, after)| rules.see(before, ply, after, viewer)).collect()
    }
}

/// A uniformly random legal move by listing them, so that the choice depends on the rules and `rng` alone.
pub fn random_move<G: Game, R: Rng + ?Sized>(rules: &G, state: &G::State, rng: &mut R) -> Option<G::Move> {
    let moves = rules.legal_moves(state);
    moves.get(below(rng, moves.len() as u32) as usize).copied()
}

/// Draws chance until a seat is to move or the game is over.
///
/// # Panics
/// When a drawn outcome does not fit.
pub fn draw<G: Game, R: Rng + ?Sized>(rules: &G, state: &mut G::State, rng: &mut R) -> Vec<G::Chance> {
    let mut outcomes = Vec::new();
    while rules.turn(state) == Turn::Chance {
        let outcome = rules.sample_chance(state, rng);
        let resolved = rules.resolve(state, &outcome);
        resolved.unwrap_or_else(|why| panic!("chance drew {outcome:?}, which is refused: {why}"));
        outcomes.push(outcome);
        assert!(
            outcomes.len() < MAX_PLIES as usize,
            "chance draws again and again, and no seat comes to move"
        );
    }
    outcomes
}

//! Rulesets, random games and their logs.

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use tapis_games::game::{Game, Observed, Ply, Published, SeenPly, Turn};
use tapis_games::random::below;
use tapis_games::richelieu::{Move, Options, Outcome, Richelieu, State};
use tapis_games::seat::{Seat, Viewer};

/// The ruleset with these options.
pub fn rules(options: serde_json::Value) -> Richelieu {
    let options: Options = serde_json::from_value(options).unwrap();
    Richelieu::new(options).unwrap()
}

/// Every combination of the switches, for 2, 3 and 4 players.
pub fn all_rules() -> Vec<Richelieu> {
    let mut all = Vec::new();
    for players in 2..=4 {
        for variant in ["standard", "three_rows"] {
            for second_card in ["uncovered", "visible_at_start"] {
                for move_marker in ["empty_reserve", "always"] {
                    for (open_discs, taken_discs) in
                        [(false, "private"), (false, "public"), (true, "private")]
                    {
                        all.push(rules(serde_json::json!({
                            "players": players, "variant": variant, "second_card": second_card,
                            "move_marker": move_marker, "open_discs": open_discs, "taken_discs": taken_discs,
                        })));
                    }
                }
            }
        }
    }
    all
}

pub fn rng(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

/// A whole random game: its plies, and the state before each and after the last.
pub struct Played {
    pub plies: Vec<Ply<Richelieu>>,
    pub states: Vec<State>,
}

/// A random move; the eager prefer to mark the ends of rows, to pay, and to recover.
pub fn choose(rules: &Richelieu, state: &State, eager: u32, rng: &mut ChaCha8Rng) -> Move {
    let moves = rules.legal_moves(state);
    let wanted = |mv: &Move| match mv {
        Move::Take { pay, .. } => pay.is_some(),
        Move::Mark(cell) | Move::Shift { to: cell, .. } => {
            state.table.ends(cell.row()).is_some_and(|(left, right)| *cell == left || *cell == right)
        }
        Move::Recover => below(rng, 3) == 0,
        _ => false,
    };
    let wanted: Vec<Move> = moves.iter().copied().filter(wanted).collect();
    if let Some(&recover) = wanted.iter().find(|&&mv| mv == Move::Recover) {
        return recover;
    }
    if eager > 0 && !wanted.is_empty() && below(rng, 10) < 8 {
        return wanted[below(rng, wanted.len() as u32) as usize];
    }
    moves[below(rng, moves.len() as u32) as usize]
}

impl Played {
    /// Dealt and played at random, in every third game indifferently, else eagerly (see [`choose`]).
    pub fn random(rules: &Richelieu, rng: &mut ChaCha8Rng) -> Self {
        let eager = below(rng, 3);
        let mut state = rules.start();
        let mut played = Self { plies: Vec::new(), states: vec![state] };
        let mut action = None;
        loop {
            let mut chance = Vec::new();
            while rules.turn(&state) == Turn::Chance {
                let outcome = rules.sample_chance(&state, rng);
                rules.resolve(&mut state, &outcome).unwrap();
                chance.push(outcome);
            }
            played.plies.push(Ply { n: played.plies.len() as u32, action, chance });
            played.states.push(state);
            let Turn::Player(seat) = rules.turn(&state) else { return played };
            let mv = choose(rules, &state, eager, rng);
            rules.play(&mut state, mv).unwrap();
            action = Some((seat, mv));
        }
    }

    /// What `viewer` saw.
    pub fn seen(&self, rules: &Richelieu, viewer: Viewer) -> Vec<SeenPly<Outcome>> {
        let around = self.states.windows(2).zip(&self.plies);
        around.map(|(states, ply)| rules.see(&states[0], ply, &states[1], viewer)).collect()
    }

    pub fn end(&self) -> &State {
        self.states.last().unwrap()
    }
}

/// All seats and the spectator.
pub fn viewers(rules: &Richelieu) -> Vec<Viewer> {
    Seat::all(rules.seats()).map(Viewer::Seat).chain([Viewer::Spectator]).collect()
}

/// How many games a test plays: `small`, times the environment variable `TAPIS_TEST_SCALE` if set.
pub fn games(small: u64) -> u64 {
    let scale = std::env::var("TAPIS_TEST_SCALE").ok().and_then(|scale| scale.parse::<u64>().ok());
    small * scale.unwrap_or(1).max(1)
}

/// How many games a test plays whose family is larger than `small`: by day that, at night the family, as often as [`games`] says.
pub fn games_of(small: u64, family: u64) -> u64 {
    if games(1) > 1 { games(family) } else { small }
}

/// Plays up to `plies` random moves; their notations.
pub fn play(rules: &Richelieu, state: &mut State, plies: usize, rng: &mut ChaCha8Rng) -> Vec<String> {
    let moves = std::iter::from_fn(|| {
        let mv = rules.random_move(state, rng)?;
        rules.play(state, mv).unwrap();
        Some(mv.to_string())
    });
    moves.take(plies).collect()
}

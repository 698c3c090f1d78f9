//! Plays of matches whose rounds are alike: the round that is played ends for real, the rest of the match is drawn.
//!
//! Rounds of the reference player against itself are played beforehand. Which of them follow is chance like any other, so the value of a
//! position is what plays to the end of the match would give, but for which rounds these are.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, SeedableRng};
use sha2::{Digest, Sha256};
use tapis_games::erased::{AnyRuleset, TypedRuleset};
use tapis_games::game::{Published, Turn};
use tapis_games::random::below;
use tapis_games::seat::BySeat;

use super::{VERSION, policy};
use crate::heuristics::Heuristics;
use crate::sampling::stream::keyed;

/// Rounds that are played beforehand.
const ROUNDS: u64 = 2_048;
/// Ends of the match that are drawn after each round that is played: it costs more than all of them.
const ENDS: u32 = 8;
/// Rounds after which a match is cut off. None comes near it.
const MOST_ROUNDS: u32 = 1_000;
/// Makes other random numbers of the seed of a play: what follows its round does not depend on how many the round took.
const REST: u64 = 0x5eed_0f7e_57a7_c4e5;

/// What rounds of the reference player against itself brought.
pub(super) struct Rounds(Vec<BySeat<i32>>);

impl Rounds {
    /// Those of this ruleset, always the same; `None` where rounds are not alike. On one thread: whoever waits for them may be a worker that
    /// others wait for.
    pub fn of<G: Published + Heuristics>(ruleset: &TypedRuleset<G>) -> Option<Self> {
        let digest = Sha256::new()
            .chain_update("tapis rounds")
            .chain_update(VERSION.to_be_bytes())
            .chain_update(ruleset.ruleset().hash.as_bytes())
            .finalize();
        let (rules, seed) = (ruleset.rules(), digest.into());
        let round = |number: u64| policy::round(rules, keyed(seed, number).next_u64());
        (0..ROUNDS).map(round).collect::<Option<_>>().map(Self)
    }

    /// What each seat gets on average if the match goes on from `state`; `None` if that does not lie between two rounds.
    pub fn rest<G: Heuristics>(&self, rules: &G, state: &G::State, seed: u64) -> Option<BySeat<f64>> {
        rules.round_brought(state)?;
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed ^ REST);
        let mut shares = BySeat::from_fn(rules.seats(), |_| 0.0);
        for _ in 0..ENDS {
            let end = self.end(rules, state.clone(), &mut rng);
            let of_end = rules.payoffs(&end).shares;
            shares.as_mut_slice().iter_mut().zip(&of_end).for_each(|(sum, share)| *sum += share);
        }
        shares.as_mut_slice().iter_mut().for_each(|sum| *sum /= f64::from(ENDS));
        Some(shares)
    }

    fn end<G: Heuristics>(&self, rules: &G, mut state: G::State, rng: &mut Xoshiro256PlusPlus) -> G::State {
        for _ in 0..MOST_ROUNDS {
            if rules.turn(&state) == Turn::Over {
                break;
            }
            let brought = &self.0[below(rng, self.0.len() as u32) as usize];
            rules.skip_round(&mut state, brought);
        }
        state
    }
}

#[cfg(test)]
mod tests {
    use tapis_games::erased::TypedRuleset;
    use tapis_games::game::Game;
    use tapis_games::malin::{Malin, Options};
    use tapis_games::richelieu::Richelieu;

    use super::super::mean;
    use super::*;
    use crate::heuristics::draw;

    fn malin(options: Options) -> TypedRuleset<Malin> {
        TypedRuleset::new(Malin::new(options).expect("legal options"))
    }

    #[test]
    fn only_where_rounds_are_alike_they_are_drawn() {
        assert!(Rounds::of(&malin(Options { players: 3, ..Options::default() })).is_some());
        let teams = Options { players: 6, teams: true, ..Options::default() };
        assert!(Rounds::of(&malin(teams)).is_some());
        assert!(
            Rounds::of(&malin(Options { malheurs: true, ..Options::default() })).is_none(),
            "cards are kept"
        );
        let richelieu = Richelieu::new(Default::default()).expect("the default options");
        assert!(Rounds::of(&TypedRuleset::new(richelieu)).is_none());
    }

    /// The state after the first round of a game, and that game's later states between rounds.
    fn between<G: Heuristics>(rules: &G, seed: u64) -> Vec<G::State> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let (mut state, mut found) = (rules.start(), Vec::new());
        while rules.turn(&state) != Turn::Over {
            match policy::pick(rules, &state, &mut rng) {
                Some(mv) => rules.play_unchecked(&mut state, mv),
                None => assert!(draw(rules, &mut state, &mut rng).is_some()),
            }
            if rules.round_brought(&state).is_some() {
                found.push(state.clone());
            }
        }
        found
    }

    #[test]
    fn a_round_that_is_skipped_leaves_what_it_would_have_left() {
        for options in [
            Options { players: 3, ..Options::default() },
            Options { players: 5, points: 6, ..Options::default() },
            Options { players: 6, teams: true, ..Options::default() },
        ] {
            let rules = Malin::new(options).expect("legal options");
            let states = between(&rules, 4);
            assert!(states.len() > 2);
            for pair in states.windows(2) {
                let mut skipped = pair[0].clone();
                rules.skip_round(&mut skipped, &rules.round_brought(&pair[1]).expect("a round"));
                let left = |state: &tapis_games::malin::State| {
                    (state.round, state.dealer, state.points, state.before_round, state.phase)
                };
                assert_eq!(left(&skipped), left(&pair[1]));
            }
        }
    }

    /// What rounds follow is drawn; that changes no value. `TAPIS_ROUND_GAMES` games of each kind.
    #[test]
    fn drawn_rounds_are_worth_what_played_ones_are() {
        let ruleset = malin(Options { players: 3, ..Options::default() });
        let rules = ruleset.rules();
        let rounds = Rounds::of(&ruleset).expect("rounds are alike");
        let states = between(rules, 7);
        let games = std::env::var("TAPIS_ROUND_GAMES").map_or(200, |text| text.parse().expect("a number"));
        // Early and late, and with somebody ahead.
        for state in [&states[0], &states[states.len() / 2], &states[states.len() - 2]] {
            let plays = |rounds: Option<&Rounds>| {
                let games: Vec<_> =
                    (0..games).map(|seed| policy::shares(rules, rounds, state.clone(), seed)).collect();
                mean::of_games(rules.seats(), &games)
            };
            let (played, drawn) = (plays(None), plays(Some(&rounds)));
            for (played, drawn) in played.iter().zip(&drawn) {
                let error = played.error.hypot(drawn.error);
                assert!((played.value - drawn.value).abs() <= 3.5 * error, "{played:?} {drawn:?}");
                assert!(drawn.error <= played.error, "{played:?} {drawn:?}");
            }
        }
    }

    /// A round of the reference player is the same whatever the score: else rounds are not alike.
    #[test]
    fn habits_do_not_look_at_the_score() {
        let rules = Malin::new(Options::default()).expect("the default options");
        let states = between(&rules, 9);
        for state in &states[..states.len().min(6) - 1] {
            let after = |points: i16| {
                let mut state = state.clone();
                state.points[0] += points;
                state.round += 1;
                let mut rng = Xoshiro256PlusPlus::seed_from_u64(11);
                assert!(draw(&rules, &mut state, &mut rng).is_some());
                while let Some(mv) = policy::pick(&rules, &state, &mut rng) {
                    rules.play_unchecked(&mut state, mv);
                }
                rules.round_brought(&state)
            };
            assert_eq!(after(0), after(5));
        }
    }
}

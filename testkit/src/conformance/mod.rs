//! The laws of the contract, checked on any game: one call a ruleset.
//!
//! ```
//! use tapis_testkit::{conformance::conform, kuhn::Kuhn};
//!
//! conform(&Kuhn::default(), 1, 5);
//! ```
//!
//! Each file here is one law. They are checked along random games; a failure names the law, the seed, the game and the
//! ply, so that it can be played again.

use std::any::Any;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use serde::Serialize;
use tapis_games::game::{Published, Showing};
use tapis_games::seat::{Seat, Viewer};

use super::course::Course;
use super::place;

mod alike;
mod chance;
mod dealt;
mod ends;
mod forged;
mod future;
mod history;
mod keys;
mod knowledge;
mod moves;
mod notation;
mod shown;
mod survey;
mod table;
mod worlds;

pub use survey::meaning;

/// Games that are also played through the erased interface, which is slow: it hashes every state.
const TABLES: u32 = 2;

/// Games of which every ply is played once more with other moves.
const DEALT: u32 = 8;

/// The laws, in the order in which they are checked.
pub const LAWS: [&str; 12] = [
    "moves",
    "notation",
    "chance",
    "ends",
    "dealt",
    "knowledge",
    "history",
    "shown",
    "forged",
    "keys",
    "alike",
    "table",
];

/// A law that was broken, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breach {
    /// The law, which is a file of this folder: `moves`.
    pub law: &'static str,
    /// What was found.
    pub what: String,
    /// What differs of the two worlds that were compared, as JSON; where two were.
    pub worlds: Option<[String; 2]>,
}

impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the law of `{}` is broken: {}", self.law, self.what)?;
        let Some([one, other]) = &self.worlds else { return Ok(()) };
        write!(f, "; one world has {one}, the other {other}")
    }
}

/// Checks every law on `games` random games of a ruleset. For `cargo xtask check-game` (`TAPIS_CHECK_GAME`) it does so as long as
/// that wants, and writes what it finds in place of a panic.
///
/// # Panics
/// At the first breach, naming the law and where it was broken.
pub fn conform<G: Published>(rules: &G, seed: u64, games: u32) {
    if survey::is_wanted(rules, seed) {
        return;
    }
    examine(rules, G::showing().as_ref(), seed, games).unwrap_or_else(|breach| panic!("{breach}"));
}

/// Checks the laws of what is shown alone, that of two worlds among them, on random games of each of these rulesets: one
/// in all, or what `TAPIS_SHOWN_GAMES` says.
///
/// # Panics
/// As [`conform`]; the game says nothing of how it is drawn.
pub fn conform_drawn<G: Published>(rulesets: &[G]) {
    let wanted = std::env::var("TAPIS_SHOWN_GAMES").map_or(1, |text| text.parse().expect("a number"));
    let showing = G::showing().expect("a game that says how it is drawn");
    for game in 0..wanted {
        let rules = &rulesets[game as usize % rulesets.len()];
        let trial = Trial::random(rules, 2, game);
        let shows = shown::Shows { trial: &trial, pieces: (showing.pieces)(rules), showing: &showing };
        let checked = law("history", &mut || history::check(&trial, Some(&shows), &[]));
        checked
            .and_then(|()| law("shown", &mut || shown::check(&shows)))
            .unwrap_or_else(|breach| panic!("{breach}"));
    }
}

/// As [`conform`], as a value, with what is shown taken from `showing`.
///
/// # Errors
/// The first breach. A panic of the game breaks the law that was being checked.
pub fn examine<G: Published>(
    rules: &G,
    showing: Option<&Showing<G>>,
    seed: u64,
    games: u32,
) -> Result<(), Breach> {
    let courses: Vec<_> =
        (0..games).map(|game| Course::random(rules, &mut generator(seed, game, 0))).collect();
    let mut examination = Examination::new(rules, showing, &courses);
    for (course, game) in courses.into_iter().zip(0..) {
        examination.laws(&Trial { rules, seed, game, course }, &mut law)?;
    }
    Ok(())
}

/// What the laws are checked with, over several games.
struct Examination<'a, G: Published> {
    showing: Option<&'a Showing<G>>,
    pool: Vec<G::Move>,
    keys: keys::Keys<G::State>,
    alike: alike::Logs,
}

impl<'a, G: Published> Examination<'a, G> {
    fn new(rules: &G, showing: Option<&'a Showing<G>>, courses: &[Course<G>]) -> Self {
        let pool = moves::pool(rules, courses);
        Self { showing, pool, keys: keys::Keys::default(), alike: alike::Logs::default() }
    }

    /// Has every law checked on a game, by `law`.
    fn laws<E>(
        &mut self,
        trial: &Trial<G>,
        law: &mut impl FnMut(&'static str, &mut dyn FnMut()) -> Result<(), E>,
    ) -> Result<(), E> {
        place::game(trial.place());
        let pieces = |showing: &Showing<G>| (showing.pieces)(trial.rules);
        let shows = self.showing.map(|showing| shown::Shows { trial, pieces: pieces(showing), showing });
        law("moves", &mut || moves::check(trial, &self.pool))?;
        law("notation", &mut || notation::check(trial))?;
        law("chance", &mut || chance::check(trial))?;
        law("ends", &mut || ends::check(trial))?;
        if trial.game < DEALT {
            law("dealt", &mut || dealt::check(trial))?;
        }
        law("knowledge", &mut || knowledge::check(trial))?;
        law("history", &mut || history::check(trial, shows.as_ref(), &self.pool))?;
        law("shown", &mut || shows.iter().for_each(shown::check))?;
        law("forged", &mut || forged::check(trial))?;
        law("keys", &mut || self.keys.check(trial))?;
        law("alike", &mut || self.alike.check(trial))?;
        if trial.game < TABLES {
            law("table", &mut || table::check(trial))?;
        }
        Ok(())
    }
}

fn law(law: &'static str, check: &mut dyn FnMut()) -> Result<(), Breach> {
    debug_assert!(LAWS.contains(&law), "{law} is no law");
    place::ply(None);
    let checked = catch_unwind(AssertUnwindSafe(check));
    let worlds = worlds::compared();
    checked.map_err(|payload| Breach { law, what: told(&*payload), worlds })
}

/// What a panic says, and where.
fn told(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| payload.downcast_ref::<&str>().copied());
    place::told(text.unwrap_or("a panic without a text"))
}

/// One random game under examination.
struct Trial<'a, G: Published> {
    rules: &'a G,
    seed: u64,
    game: u32,
    course: Course<G>,
}

impl<'a, G: Published> Trial<'a, G> {
    fn random(rules: &'a G, seed: u64, game: u32) -> Self {
        Self { rules, seed, game, course: Course::random(rules, &mut generator(seed, game, 0)) }
    }

    /// Where a law was broken.
    fn at(&self, ply: usize) -> String {
        format!("{}, ply {ply}", self.place())
    }

    fn place(&self) -> String {
        place_of(self.rules, self.seed, self.game)
    }

    /// A generator of its own for one law.
    fn rng(&self, law: u64) -> ChaCha8Rng {
        generator(self.seed, self.game, law)
    }

    /// The numbers of the plies, with the states after them.
    fn positions(&self) -> impl Iterator<Item = (usize, &G::State)> {
        self.course.states.iter().skip(1).enumerate().inspect(|(ply, _)| place::ply(Some(*ply)))
    }

    /// The table as `viewer` sees it, as JSON; nothing of a game that does not say how it is drawn.
    fn looks(&self, state: &G::State, viewer: Viewer) -> String {
        G::showing().map(|showing| json(&(showing.layout)(self.rules, state, viewer))).unwrap_or_default()
    }

    /// All seats, and a spectator.
    fn viewers(&self) -> impl Iterator<Item = Viewer> + use<G> {
        Seat::all(self.rules.seats()).map(Viewer::Seat).chain([Viewer::Spectator])
    }
}

/// Which game of which ruleset.
fn place_of<G: Published>(rules: &G, seed: u64, game: u32) -> String {
    let options = serde_json::to_string(rules.options()).unwrap_or_default();
    let options: String = options.chars().take(200).collect();
    format!("{} {options}, seed {seed}, game {game}", G::ID)
}

fn generator(seed: u64, game: u32, law: u64) -> ChaCha8Rng {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    key[8..12].copy_from_slice(&game.to_le_bytes());
    let mut rng = ChaCha8Rng::from_seed(key);
    rng.set_stream(law);
    rng
}

/// The JSON text of anything shown.
fn json<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("everything shown is JSON")
}

/// Checks drawn counts against what was expected of each, within six standard deviations.
fn assert_frequencies(counts: &[u64], expected: &[f64], at: impl Fn() -> String) {
    let total: u64 = counts.iter().sum();
    for (&count, &p) in counts.iter().zip(expected) {
        let mean = total as f64 * p;
        let deviation = (mean * (1.0 - p)).sqrt();
        assert!(
            (count as f64 - mean).abs() <= 6.0 * deviation + 1.0,
            "{}: drawn {count} times of {total}, expected about {mean}",
            at()
        );
    }
}

//! `cargo xtask check-game`: every law on as many random games as there is time for, each broken one told in a sentence.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::convert::Infallible;
use std::panic::{self, AssertUnwindSafe, catch_unwind};
use std::sync::Once;
use std::time::{Duration, Instant};

use tapis_games::game::Published;

use super::{Breach, Examination, LAWS, Trial, generator, law, place_of};
use crate::course::Course;
use crate::place;

/// Games whose moves are tried in the positions of others.
const POOLED: u32 = 4;
/// Longest part of a value that a sentence quotes.
const QUOTED: usize = 240;

/// What a law says.
pub fn meaning(law: &str) -> &'static str {
    match law {
        "moves" => {
            "a move is accepted exactly when it is listed, and the same move always leads to the same state"
        }
        "notation" => "every move has one notation, which reads back as that move",
        "chance" => "chance gives what fits, and with the weights it says",
        "ends" => "scores, ranks and shares agree, rounds have scores, features are those that are explained",
        "dealt" => "what a feature calls dealt comes of chance alone",
        "knowledge" => "what a viewer sees can be learnt, and every world that is drawn agrees with it",
        "history" => "a history drawn for a viewer is a game that looks the same to it at every ply",
        "shown" => {
            "the layout, its steps and its picks say what happens, and no more than the viewer may know"
        }
        "forged" => "no log makes the game panic, however wrong it is",
        "keys" => "equal states have equal keys, and states with one key go on alike",
        "alike" => "viewers with equal logs see the same",
        "table" => "the game behind the service is the same game",
        _ => "the game can be played to its end",
    }
}

/// Checks the ruleset if it is of the game that is to be checked, or is to be left alone because another is. The first line that it
/// writes tells how many games there were, one more each law that is broken.
pub(super) fn is_wanted<G: Published>(rules: &G, seed: u64) -> bool {
    let Ok(game) = std::env::var("TAPIS_CHECK_GAME") else { return false };
    if game == G::ID {
        let seconds = std::env::var("TAPIS_CHECK_SECONDS").ok().and_then(|text| text.parse().ok());
        let until =
            Instant::now() + Duration::from_millis(seconds.map_or(1_000, |seconds: u64| seconds * 1_000));
        let Surveyed { games, plies, breaches } = survey(rules, seed, |_| Instant::now() >= until);
        let options = serde_json::to_string(rules.options()).unwrap_or_default();
        let lines: Vec<_> = breaches.iter().map(|breach| format!("\n@broken {}", sentence(breach))).collect();
        println!("\n@checked {games} {plies} {options}{}", lines.concat());
    }
    true
}

/// What was found.
struct Surveyed {
    games: u32,
    plies: usize,
    breaches: Vec<Breach>,
}

/// Checks every law on random games until `is_over` says so of their number; a law that is broken is not checked again.
fn survey<G: Published>(rules: &G, seed: u64, is_over: impl Fn(u32) -> bool) -> Surveyed {
    let _quiet = Quiet::begin();
    let showing = G::showing();
    let (mut breaches, mut plies) = (Vec::new(), 0);
    let mut pooled = Vec::new();
    for game in 0..POOLED {
        match random(rules, seed, game) {
            Ok(course) => pooled.push(course),
            Err(breach) => return Surveyed { games: game, plies, breaches: vec![breach] },
        }
    }
    let mut examination = Examination::new(rules, showing.as_ref(), &pooled);
    let mut games = 0;
    while games == 0 || (!is_over(games) && breaches.len() < LAWS.len()) {
        let course = match random(rules, seed, games) {
            Ok(course) => course,
            Err(breach) => {
                breaches.push(breach);
                break;
            }
        };
        plies += course.plies.len();
        let trial = Trial { rules, seed, game: games, course };
        let known: BTreeSet<_> = breaches.iter().map(|breach: &Breach| breach.law).collect();
        let checked = examination.laws(&trial, &mut |name, check| {
            let late = games > 0 && is_over(games);
            if !late && !known.contains(name) {
                breaches.extend(law(name, check).err());
            }
            Ok::<(), Infallible>(())
        });
        let Ok(()) = checked;
        games += 1;
    }
    Surveyed { games, plies, breaches }
}

/// A random game; how it breaks off where it does.
fn random<G: Published>(rules: &G, seed: u64, game: u32) -> Result<Course<G>, Breach> {
    place::game(place_of(rules, seed, game));
    let played = catch_unwind(AssertUnwindSafe(|| Course::random(rules, &mut generator(seed, game, 0))));
    played.map_err(|payload| Breach { law: "play", what: super::told(&*payload), worlds: None })
}

/// One sentence: the law, where it is broken, what was found, and the two worlds.
fn sentence(breach: &Breach) -> String {
    let mut what = told(&breach.what);
    if let Some([one, other]) = &breach.worlds {
        let [one, other] = apart(one, other);
        what += &format!("; one of the two worlds has {one}, the other {other}");
    }
    format!("`{}` ({}): {what}.", breach.law, meaning(breach.law)).replace('\n', " ")
}

/// The text of a panic; of a failed comparison both sides, where they begin to differ.
fn told(panic: &str) -> String {
    let text = ["assertion `left == right` failed: ", "assertion failed: "]
        .iter()
        .fold(panic, |text, prefix| text.strip_prefix(prefix).unwrap_or(text));
    let sides = text.split_once("\n  left: ").and_then(|(said, sides)| {
        let (left, right) = sides.split_once("\n right: ")?;
        let [left, right] = apart(left, right);
        Some(format!("{}: {left}, but {right}", short(said)))
    });
    sides.unwrap_or_else(|| short(text))
}

/// Two texts from where they differ.
fn apart(one: &str, other: &str) -> [String; 2] {
    let same = one.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
    let skipped =
        if one.chars().count().max(other.chars().count()) <= QUOTED { 0 } else { same.saturating_sub(40) };
    [one, other].map(|text| {
        let rest: String = text.chars().skip(skipped).collect();
        let begin = if skipped > 0 { "…" } else { "" };
        format!("{begin}{}", short(&rest))
    })
}

fn short(text: &str) -> String {
    let mut short: String = text.chars().take(QUOTED).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}

thread_local! {
    static QUIET: Cell<bool> = const { Cell::new(false) };
}

/// As long as it lives, panics of this thread say nothing: they are told as sentences.
struct Quiet;

impl Quiet {
    fn begin() -> Self {
        static HOOK: Once = Once::new();
        HOOK.call_once(|| {
            let loud = panic::take_hook();
            panic::set_hook(Box::new(move |info| {
                if !QUIET.get() {
                    loud(info);
                }
            }));
        });
        QUIET.set(true);
        Self
    }
}

impl Drop for Quiet {
    fn drop(&mut self) {
        QUIET.set(false);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kuhn::Kuhn;

    #[test]
    fn a_lawful_game_breaks_nothing_however_long() {
        let found = survey(&Kuhn::default(), 1, |games| games >= 4);
        assert_eq!(found.breaches, []);
        assert!(found.games == 4 && found.plies > 8, "{} games, {} plies", found.games, found.plies);
    }

    #[test]
    fn a_failed_comparison_is_one_sentence() {
        let long = |end: &str| format!("{}{end}", "x".repeat(500));
        let panic = format!(
            "assertion `left == right` failed: here, ply 300: it differs\n  left: {}\n right: {}",
            long("a"),
            long("b")
        );
        let worlds = Some(["{\"hands\":[1]}".to_owned(), "{\"hands\":[2]}".to_owned()]);
        let said = sentence(&Breach { law: "alike", what: panic, worlds });
        let x = "x".repeat(40);
        assert_eq!(
            said,
            format!(
                "`alike` (viewers with equal logs see the same): here, ply 300: it differs: …{x}a, but …{x}b; one of the two \
                 worlds has {{\"hands\":[1]}}, the other {{\"hands\":[2]}}."
            )
        );
        let all: BTreeSet<_> = LAWS.iter().map(|law| meaning(law)).collect();
        assert_eq!(all.len(), LAWS.len());
        assert!(!all.contains(meaning("play")));
    }
}

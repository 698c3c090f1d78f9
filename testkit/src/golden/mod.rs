//! Golden playthroughs: a whole game as text that people can read and a change of the rules shows up in.
//!
//! Each ply names its move, the moves that were legal, and the state's hash; then, indented, what changed in the
//! spectator's layout (`-` gone, `+` new, `~` other), what a seat saw beyond that, and what the ply told somebody.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;
use tapis_games::facts::Facts;
use tapis_games::game::{Published, Turn};
use tapis_games::random::Seed;
use tapis_games::ruleset::{Ruleset, canonical_sha256};
use tapis_games::seat::{Seat, Viewer};

use super::course::{Course, MAX_PLIES};

mod json;

/// Longest list of legal moves written out.
const LISTED: usize = 80;
/// Columns of a line where it can be broken.
const WIDTH: usize = 110;

/// The game of the seed of `seed` bytes, written down.
pub fn playthrough<G: Published>(rules: &G, seed: u8) -> String {
    let course = Course::seeded(rules, &Seed([seed; 32]), MAX_PLIES);
    let options = json_of(rules.options());
    let ruleset = Ruleset::new(G::ID, G::RULES_VERSION, options);
    let mut text = format!(
        "{} rules {}\nruleset {}\nseed {}\n",
        G::ID,
        G::RULES_VERSION,
        ruleset.hash,
        Seed([seed; 32]).to_hex()
    );
    let mut sights = LastLayouts::before(rules);
    for n in 0..course.plies.len() {
        text.push('\n');
        headline(rules, &course, n, &mut text);
        told(rules, &course, n, &mut text);
        sights.changes(rules, &course.states[n + 1], &mut text);
    }
    end(rules, &course, &mut text);
    text
}

fn json_of<T: Serialize>(value: &T) -> Value {
    serde_json::to_value(value).expect("everything shown is JSON")
}

/// The ply's number, mover and move; the legal moves; the hash after it.
fn headline<G: Published>(rules: &G, course: &Course<G>, n: usize, text: &mut String) {
    let (before, ply, after) = (&course.states[n], &course.plies[n], &course.states[n + 1]);
    match ply.action {
        None => text.push_str("0 set-up\n"),
        Some((seat, mv)) => {
            let show = |mv| rules.notation(before, mv, Viewer::Seat(seat));
            text.push_str(&format!("{n} seat {}: {}\n", seat.0, show(mv)));
            let legal = rules.legal_moves(before);
            let mut shown: Vec<_> = legal.iter().take(LISTED).map(|&mv| show(mv)).collect();
            if legal.len() > LISTED {
                shown.push("…".to_owned());
            }
            wrap(&format!("  of {}:", legal.len()), &shown, text);
        }
    }
    text.push_str(&format!("  state {}\n", hex::encode(canonical_sha256(&rules.document(after)))));
}

/// What the ply told each viewer, those who were told the same together.
fn told<G: Published>(rules: &G, course: &Course<G>, n: usize, text: &mut String) {
    let (before, ply, after) = (&course.states[n], &course.plies[n], &course.states[n + 1]);
    let mut told: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for viewer in viewers(rules) {
        let seen = rules.see(before, ply, after, viewer);
        if let Some(outcome) = seen.outcome {
            told.entry(json_of(&outcome).to_string()).or_default().push(name(viewer));
        }
    }
    for (outcome, viewers) in told {
        text.push_str(&format!("  {} told {outcome}\n", viewers.join(", ")));
    }
}

fn viewers<G: Published>(rules: &G) -> impl Iterator<Item = Viewer> + use<G> {
    [Viewer::Spectator].into_iter().chain(Seat::all(rules.seats()).map(Viewer::Seat))
}

fn name(viewer: Viewer) -> String {
    match viewer {
        Viewer::Seat(seat) => format!("seat {}", seat.0),
        Viewer::Spectator => "spectator".to_owned(),
        Viewer::Replay => "replay".to_owned(),
    }
}

/// The last layouts, the spectator's first.
struct LastLayouts(Vec<(Viewer, Value)>);

impl LastLayouts {
    fn before<G: Published>(rules: &G) -> Self {
        Self(viewers(rules).map(|viewer| (viewer, Value::Null)).collect())
    }

    /// Writes the spectator's changes, and each seat's that are not among them.
    fn changes<G: Published>(&mut self, rules: &G, after: &G::State, text: &mut String) {
        let Some(showing) = G::showing() else { return };
        let mut common = Vec::new();
        for (viewer, last) in &mut self.0 {
            let now = json_of(&(showing.layout)(rules, after, *viewer));
            let changes = json::changes(last, &now, WIDTH);
            *last = now;
            if *viewer == Viewer::Spectator {
                changes.iter().for_each(|change| text.push_str(&format!("  {change}\n")));
                common = changes;
            } else {
                let own = changes.iter().filter(|change| !common.contains(change));
                own.for_each(|change| text.push_str(&format!("  {}: {change}\n", name(*viewer))));
            }
        }
    }
}

fn end<G: Published>(rules: &G, course: &Course<G>, text: &mut String) {
    assert_eq!(rules.turn(course.end()), Turn::Over, "the game does not end");
    let payoffs = rules.payoffs(course.end());
    let mut facts = Facts::default();
    for (before, ply, after) in course.steps() {
        facts.count(rules, before, ply, after);
    }
    text.push_str(&format!("\nscores {}\nranks {}\n", json_of(&payoffs.scores), json_of(&payoffs.ranks)));
    for (features, seat) in facts.features(rules, course.end()).iter().zip(0..) {
        let features: Vec<_> =
            features.iter().map(|feature| format!("{} {}", feature.name, json_of(&feature.bucket))).collect();
        wrap(&format!("seat {seat}:"), &features, text);
    }
}

/// `head` and the items, separated by commas, on lines of at most [`WIDTH`] columns.
fn wrap(head: &str, items: &[String], text: &mut String) {
    let mut line = head.to_owned();
    for (i, item) in items.iter().enumerate() {
        if line.chars().count() + item.chars().count() + 2 > WIDTH {
            text.push_str(&line);
            text.push('\n');
            line = "   ".to_owned();
        }
        line.push_str(&format!(" {item}{}", if i + 1 < items.len() { "," } else { "" }));
    }
    text.push_str(&line);
    text.push('\n');
}

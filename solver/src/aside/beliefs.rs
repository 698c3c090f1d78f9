//! Where hidden pieces lie: for each place that the seat cannot see into, how likely each piece is to be there.

use std::collections::BTreeMap;

use tapis_games::game::{InformationSet, Published};
use tapis_games::seat::Viewer;
use tapis_games::shown::{Face, Layout, Name};

use crate::answer::{Beliefs, Chance, Counting, Place};
use crate::heuristics::Heuristics;
use crate::request::Belief;
use crate::task::Task;

/// Worlds that are drawn where there are too many to list.
const DRAWN: usize = 1000;
/// The most worlds that are listed.
const LISTED: usize = 4096;
/// Stream of the task's generator.
const STREAM: u64 = 6;

type Pieces = BTreeMap<Name, u16>;

/// What the seat of `task` may believe; `None` if it sees into all places, or if the game is not drawn.
pub(super) fn of<G: Published + Heuristics>(task: &Task<'_, G>) -> Option<Beliefs> {
    let showing = G::showing()?;
    let rules = task.rules;
    let own = (showing.layout)(rules, &task.world, Viewer::Seat(task.seat));
    let closed: BTreeMap<Name, Pieces> = own
        .zones
        .iter()
        .filter(|(_, bag)| bag.iter().any(|(look, _)| matches!(look.face, Face::Back(_))))
        .map(|(&zone, _)| (zone, pieces(&own, zone)))
        .collect();
    let (worlds, counting) = worlds(task);
    let weights = weights(task, &worlds);
    let mut sums: BTreeMap<Name, BTreeMap<Name, f64>> = BTreeMap::new();
    for ((world, _), weight) in worlds.iter().zip(&weights) {
        let all = (showing.layout)(rules, world, Viewer::Replay);
        for (&zone, seen) in &closed {
            for (piece, n) in pieces(&all, zone) {
                if n > seen.get(&piece).copied().unwrap_or(0) {
                    *sums.entry(zone).or_default().entry(piece).or_default() += weight;
                }
            }
        }
    }
    let all: f64 = weights.iter().sum();
    let place = |(zone, sums): (Name, BTreeMap<Name, f64>)| {
        let chance = |(piece, sum): (Name, f64)| Chance { piece, probability: digits((sum / all).min(1.0)) };
        let mut pieces: Vec<Chance> = sums.into_iter().map(chance).collect();
        pieces.sort_by(|a, b| b.probability.total_cmp(&a.probability).then(a.piece.cmp(&b.piece)));
        Place { zone, pieces }
    };
    let places: Vec<Place> = sums.into_iter().map(place).collect();
    let weighed = weights.windows(2).any(|pair| pair[0] != pair[1]) && weighs(task);
    (!places.is_empty()).then_some(Beliefs { counting, worlds: worlds.len() as u64, weighed, places })
}

/// Rounds a probability to four digits; never 0 for what may be.
fn digits(probability: f64) -> f64 {
    ((1e4 * probability).round() / 1e4).max(0.0001)
}

/// The pieces of a zone whose faces a layout shows.
fn pieces(layout: &Layout, zone: Name) -> Pieces {
    let mut found = Pieces::new();
    for (look, n) in layout.zone(zone).into_iter().flat_map(|bag| bag.iter()) {
        if let Some(piece) = look.face.id() {
            *found.entry(piece).or_default() += n;
        }
    }
    found
}

/// The worlds with what each counts by the chances of the deal.
fn worlds<G: Published>(task: &Task<'_, G>) -> (Vec<(G::State, u64)>, Counting) {
    let few = |count: f64| count <= LISTED as f64;
    let counted = crate::report::count_worlds(task.rules, &task.knowledge, 0).consistent;
    if few(counted)
        && let Some(worlds) = task.knowledge.worlds(task.rules, LISTED)
    {
        return (worlds, Counting::Counted);
    }
    let mut rng = task.rng(STREAM);
    let drawn = (0..DRAWN).map(|_| (task.knowledge.sample_world(task.rules, &mut rng), 1));
    (drawn.collect(), Counting::Drawn)
}

/// What each world counts, with how well it explains what the others announced.
fn weights<G: Published + Heuristics>(task: &Task<'_, G>, worlds: &[(G::State, u64)]) -> Vec<f64> {
    let fit = |world: &G::State| {
        let likelihood = task.rules.log_likelihood(world, task.seat);
        likelihood.filter(|_| weighs(task)).unwrap_or(0.0)
    };
    let fits: Vec<f64> = worlds.iter().map(|(world, _)| fit(world)).collect();
    let best = fits.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    worlds.iter().zip(fits).map(|((_, copies), fit)| *copies as f64 * (fit - best).exp()).collect()
}

fn weighs<G: Published + Heuristics>(task: &Task<'_, G>) -> bool {
    task.request.belief == Belief::Weighed && task.rules.log_likelihood(&task.world, task.seat).is_some()
}

//! H7: a person and another caller beside a flood of each documented call, in each form, from one address within its limits.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use futures_util::future::join;
use tempfile::TempDir;

use crate::bench::Bench;
use crate::host::Server;
use crate::report::{Goal, Row, figure};

mod flood;
mod forms;
mod others;
mod person;
mod receiver;
mod recipes;
mod world;

use flood::Flood;
use others::{Others, Waits};
use person::{Person, Seen};
use recipes::Recipe;
use world::World;

/// Each flood is at least this part of a usual measurement, so that all calls are done within minutes.
const PART: u32 = 4;
/// After so long no other flood begins.
const MOST: Duration = Duration::from_secs(15 * 60);
/// The most that a move's median, and a hint's, may be of that in quiet.
const MOVES: f64 = 2.0;
const HINTS: f64 = 3.0;
/// The rates of a service as it comes; messages to browsers go to this machine, and soon.
const FLAGS: [&str; 11] = [
    "--rate-requests",
    "60000",
    "--rate-create",
    "3000",
    "--rate-moves",
    "60000",
    "--rate-hints",
    "3000",
    "--webhooks-to-private-networks",
    "--tune",
    "push_pause_ms=100",
];
const HEAD: &str = "| beside a flood of | a move, ms | × quiet | a hint × quiet | ready | match, statistic, review, push, game \
                    with a bot, ms | within | the flood's answers |\n| --- | --- | --- | --- | --- | --- | --- | --- |";

/// Prints a line for each flood as it ends, and answers how many of them were felt by nobody too much.
pub(super) async fn beside_each(bench: &Bench) -> Result<Vec<Row>> {
    let time = bench.time / PART;
    let mut stage = Stage::set(bench, time).await?;
    let only = |call: &str| bench.only.as_deref().is_none_or(|only| call.eq_ignore_ascii_case(only));
    let asked = stage.recipes.iter().enumerate().filter(|(_, recipe)| only(recipe.call));
    let floods: Vec<_> =
        asked.flat_map(|(at, recipe)| recipe.forms().iter().map(move |form| (at, *form))).collect();
    ensure!(!floods.is_empty(), "the document has no call {:?}", bench.only);
    println!("\nIn quiet, another caller's take {} ms.\n\n{HEAD}", stage.others.said());
    let (begun, mut within, mut measured) = (Instant::now(), 0, 0);
    for (number, (at, form)) in floods.iter().copied().enumerate() {
        if begun.elapsed() > MOST {
            break;
        }
        let Stage { service, person, others, recipes, .. } = &mut stage;
        let flood = Flood::new(number, (&recipes[at], form), service.address());
        let felt = beside_one(&**service, (person, &*others), time, &flood).await?;
        println!("{felt}");
        measured += 1;
        within += usize::from(felt.is_within());
        if recipes[at].goes_on() {
            stage.end().await?;
            stage = Stage::set(bench, time).await?;
        }
    }
    stage.end().await?;
    println!("\n**{within} of {measured} floods within; {} not measured.**\n", floods.len() - measured);
    Ok(vec![Row {
        id: "H7",
        work: "floods beside which all is within its bounds, of all".to_owned(),
        unit: "",
        pairs: vec![(within as f64, floods.len() as f64)],
        goal: Goal::AtLeast(1.0),
    }])
}

/// A service, and who and what is there.
struct Stage {
    service: Box<dyn Server>,
    person: Person,
    others: Others,
    recipes: Vec<Recipe>,
    _directory: TempDir,
}

impl Stage {
    async fn set(bench: &Bench, time: Duration) -> Result<Self> {
        let (directory, service) = bench.service(&FLAGS)?;
        let mut person = Person::sit(&*service).await?;
        person.sample(&*service, time).await?;
        let world = World::make(&*service, time).await?;
        let recipes = recipes::all(&world)?;
        world.check_that_all_are_there(&recipes)?;
        let others = Others::sit(&*service).await?;
        Ok(Self { service, person, others, recipes, _directory: directory })
    }

    /// Checks that all moves are there, and ends all that was begun.
    async fn end(self) -> Result<()> {
        let Self { service, person, .. } = self;
        person.check(&*service).await
    }
}

async fn beside_one(
    service: &dyn Server,
    (person, others): (&mut Person, &Others),
    time: Duration,
    flood: &Flood<'_>,
) -> Result<Felt> {
    let quiet = person.sample(service, time).await?;
    let stop = AtomicBool::new(false);
    let measured = async {
        let seen = join(person.sample(service, time), others.ask()).await;
        stop.store(true, Relaxed);
        seen
    };
    let ((seen, waits), flooded) = join(measured, flood.go_on(&stop)).await;
    let seen = seen.with_context(|| format!("beside {}", flood.name()))?;
    flooded.with_context(|| format!("the flood of {}", flood.name()))?;
    Ok(Felt { flood: flood.name(), said: flood.said(), quiet, seen, waits })
}

/// What was felt of a flood.
struct Felt {
    flood: String,
    said: String,
    quiet: Seen,
    seen: Seen,
    waits: Waits,
}

impl Felt {
    /// The medians of moves and of hints, as multiples of those in quiet.
    fn ratios(&self) -> (f64, f64) {
        let Self { quiet, seen, .. } = self;
        let ratio = |of: fn(&Seen) -> f64| of(seen) / of(quiet);
        (ratio(|seen| seen.moves.percentile(0.5)), ratio(|seen| seen.hints.percentile(0.5)))
    }

    fn is_within(&self) -> bool {
        let ((moves, hints), (looks, ready)) = (self.ratios(), self.seen.looks);
        moves <= MOVES && hints <= HINTS && ready == looks && self.waits.are_within()
    }
}

impl fmt::Display for Felt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ((moves, hints), (looks, ready)) = (self.ratios(), self.seen.looks);
        let median = figure(self.seen.moves.percentile(0.5));
        let within = if self.is_within() { "yes" } else { "**no**" };
        write!(f, "| {} | {median} | {} | {} ", self.flood, figure(moves), figure(hints))?;
        write!(f, "| {ready} of {looks} | {} | {within} | {} |", self.waits.said(), self.said)
    }
}

//! The three first questions about a game, within a time: are the seats fair, does skill pay, which card matters?

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use tapis_common::sources::Clock;
use tapis_db::model::Json;
use tapis_db::{DatabaseUrl, Store};
use tapis_games::erased::AnyRuleset;
use tapis_games::locale::Language;
use tapis_solver::bots::Bot;
use tapis_solver::control::{Cancel, Control};
use tapis_solver::registry::Registry;
use tapis_solver::simulation::SimulationError;

use crate::report::{Report, verdicts};
use crate::statistics::{Advantage, Estimate, Features, Summary};
use crate::told;
use crate::words::{As, BETWEEN, interval, said, say};
use crate::{LabError, Simulation};

/// Who sits in every seat where seats and cards are asked for; and who meets whom where skill is.
const EVEN: &str = "novice";
const CONTESTS: [[&str; 2]; 2] = [["novice", "random"], ["casual", "novice"]];
/// Each contest has half of the error probability, so that both answers hold together with 95 %.
const CONFIDENCE_OF_CONTEST: f64 = 0.975;
/// The most games, however much time there is: of equal bots, and of each contest.
const MOST_GAMES: [u64; 2] = [20_000, 4_000];
/// The part of the time for equal bots; the contests share the rest.
const PART_OF_EVEN: f64 = 0.5;
/// With fewer games of a contest its answer says nothing.
const LEAST_GAMES: u64 = 30;
/// The most cards that are named.
const MOST_CARDS: usize = 5;

/// What was found.
#[derive(Clone, Debug)]
pub struct FirstLook {
    /// Games of equal bots.
    pub summary: Summary,
    /// Who is better off in them.
    pub advantage: Advantage,
    /// What went with a win in them.
    pub features: Features,
    /// A better bot among others, as far as time was left for both pairs.
    pub contests: Vec<Contest>,
    /// Whether somebody ended it before its time.
    pub ended_early: bool,
    /// How many seats there are.
    pub seats: usize,
}

/// One bot among others that are alike.
#[derive(Clone, Debug)]
pub struct Contest {
    /// The one.
    pub one: &'static str,
    /// Each of the others.
    pub others: &'static str,
    /// Its share of the win; the intervals of both contests hold together with 95 %.
    pub share: Estimate,
}

/// What a first look takes.
pub struct Means<'a> {
    /// The games there are.
    pub games: &'a Registry,
    /// The time of the games.
    pub clock: &'a dyn Clock,
    /// Ends it early.
    pub control: &'a Control,
    /// How long it may take.
    pub time: Duration,
    /// Gets the part of the time that has passed.
    pub progress: &'a (dyn Fn(f64) + Sync),
}

impl FirstLook {
    /// Plays games of a ruleset in the rayon pool of the caller until the time is over, or there are enough. Nothing is recorded.
    ///
    /// # Errors
    /// See [`LabError`].
    pub fn take(ruleset: &Arc<dyn AnyRuleset>, seed: [u8; 32], means: &Means<'_>) -> Result<Self, LabError> {
        let began = Instant::now();
        let memory: DatabaseUrl =
            "sqlite::memory:".parse().map_err(|_| LabError::Internal("no database in memory"))?;
        let store = memory.open()?;
        let simulation = |bots: &[Bot]| Simulation::new(means.games, ruleset.clone(), bots, seed);
        let even = simulation(&[bot(EVEN)?])?;
        play(&even, MOST_GAMES[0], &*store, began, means.time.mul_f64(PART_OF_EVEN), means)?;
        let mut contests = Vec::new();
        for ([one, others], left) in CONTESTS.into_iter().zip((1..=CONTESTS.len() as u32).rev()) {
            let mut bots = vec![bot(others)?; ruleset.seats()];
            bots[0] = bot(one)?;
            let contest = simulation(&bots)?;
            let until = began.elapsed() + means.time.saturating_sub(began.elapsed()) / left;
            play(&contest, MOST_GAMES[1], &*store, began, until, means)?;
            let shares = contest.players(&*store, CONFIDENCE_OF_CONTEST)?;
            let share = shares.into_iter().find(|(name, _)| name == one).map(|(_, share)| share);
            contests.extend(share.map(|share| Contest { one, others, share }));
        }
        let question = even.question();
        let looked = Self {
            summary: question.summary(&*store)?,
            advantage: question.advantage(&*store)?,
            features: question.features(&*store, None)?,
            contests,
            ended_early: means.control.cancel.is_cancelled(),
            seats: ruleset.seats(),
        };
        store.close()?;
        Ok(looked)
    }

    /// The answers, in sentences.
    pub fn told(&self, options: &Json, language: Language) -> Vec<String> {
        let mut lines = vec![said(language, "asked-fair")];
        lines.extend(self.fair(options, language));
        lines.push(said(language, "asked-skill"));
        lines.extend(CONTESTS.map(|pair| contest(&self.contests, self.seats, pair, language)));
        lines.push(said(language, "asked-cards"));
        lines.extend(told::cards(&self.features, "asked-nothing_dealt", MOST_CARDS, language));
        if self.ended_early {
            lines.push(said(language, "asked-early"));
        }
        lines
    }

    /// Who played, whether a place is better off, how often the win was shared, how long games were.
    fn fair(&self, options: &Json, language: Language) -> Vec<String> {
        let games = self.summary.population.games;
        let mut lines = vec![say!(language, "asked-games"; n: games, bot: EVEN)];
        let report = Report {
            summary: self.summary.clone(),
            advantage: self.advantage.clone(),
            // Cards are the third question.
            features: Features { features: Vec::new(), ..self.features.clone() },
            luck: None,
            options: options.clone(),
            database: None,
            simulation: None,
            language,
        };
        lines.extend(verdicts(&report));
        lines
    }
}

/// Whether the one of a pair wins more than its share.
fn contest(of: &[Contest], seats: usize, pair: [&'static str; 2], language: Language) -> String {
    let [one, others] = pair;
    let Some(Contest { share, .. }) = of.iter().find(|of| [of.one, of.others] == pair) else {
        return say!(language, "asked-skill_not_played"; one: one, others: others, least: LEAST_GAMES);
    };
    let fair = 1.0 / seats as f64;
    let key = match (share.low, share.high) {
        _ if share.n < LEAST_GAMES => "asked-skill_unknown",
        (Some(low), _) if low > fair => "asked-skill_pays",
        (_, Some(high)) if high < fair => "asked-skill_costs",
        (Some(_), Some(_)) => "asked-skill_open",
        _ => "asked-skill_unknown",
    };
    say!(language, key; one: one, others: others, fair: language.percent(fair, 1), n: share.n, least: LEAST_GAMES,
        share: interval(share, As::Share(1), BETWEEN, language))
}

fn bot(name: &str) -> Result<Bot, LabError> {
    name.parse().map_err(|_| LabError::Internal("no such bot"))
}

/// Plays a simulation until so much time has passed since it began, or there are `most` games.
fn play(
    simulation: &Simulation,
    most: u64,
    store: &dyn Store,
    began: Instant,
    until: Duration,
    means: &Means<'_>,
) -> Result<(), LabError> {
    let (over, done) = (Cancel::default(), AtomicBool::new(false));
    let control = Control { cancel: over.clone(), ..Control::default() };
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                (means.progress)(began.elapsed().as_secs_f64() / means.time.as_secs_f64());
                if means.control.cancel.is_cancelled() || began.elapsed() >= until {
                    over.cancel();
                }
                std::thread::sleep(Duration::from_millis(20));
            }
        });
        let played = simulation.run(most, store, means.clock, &control, &|_| {});
        done.store(true, Ordering::Relaxed);
        match played {
            Ok(_) | Err(LabError::Game(SimulationError::Cancelled)) => Ok(()),
            Err(error) => Err(error),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::Method;

    /// Two games that one bot won say nothing, and a contest for which no time was left is named.
    #[test]
    fn of_few_games_of_a_contest_nothing_is_said() {
        let [[one, others], _] = CONTESTS;
        let told = |n: u64| {
            let share = Estimate::new(n, (0.6, 0.9, 1.0), Method::Wilson, 1);
            CONTESTS.map(|pair| {
                contest(&[Contest { one, others, share: share.clone() }], 2, pair, Language::English)
            })
        };
        let [few, not_played] = told(2);
        assert!(
            few.starts_with("It cannot be told: only 2 games of one novice bot among random bots"),
            "{few}"
        );
        assert!(few.contains("30 are needed"), "{few}");
        assert!(
            not_played.contains("no game of one casual bot among novice bots was played"),
            "{not_played}"
        );
        assert!(told(LEAST_GAMES)[0].starts_with("Yes: one novice bot"));
    }
}

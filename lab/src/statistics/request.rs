//! Which finished games a caller asks about.

use std::sync::Arc;

use jiff::civil::Date;
use jiff::tz::TimeZone;
use tapis_common::ServiceError;
use tapis_common::rulesets::RulesetError;
use tapis_db::model::{Assisted, Digest, Gone, LineUp, Period, PopulationFilter, Source, Time};
use tapis_games::erased::AnyRuleset;
use tapis_games::locale::{Said, said};

use super::Question;
use crate::Laboratory;

/// Which games to count, as it is asked.
#[derive(Clone, Debug)]
pub struct StatisticsRequest {
    /// Where the games come from: `played`, `bots`, `practice` or `experiment:<id>`; `played` when absent.
    pub source: Option<String>,
    /// Whether to count assisted games: those with a hint, a move taken back, or a move by a bot for a late player.
    pub assisted: Assisted,
    /// Hash of the ruleset; the game's default ruleset when absent.
    pub ruleset: Option<String>,
    /// Only games of this many players; the ruleset's when absent.
    pub players: Option<u8>,
    /// Only games of this line-up, a player for each seat: `human` or a bot's level; all when absent.
    pub line_up: Option<String>,
    /// Only games that ended on this day (UTC) or later: `2026-01-31`.
    pub from: Option<String>,
    /// Only games that ended on this day (UTC) or earlier.
    pub to: Option<String>,
}

impl StatisticsRequest {
    /// The line-up that is meant.
    ///
    /// # Errors
    /// One that is none, or of another number of players.
    fn line_up(&self, players: u8) -> Result<Option<LineUp>, ServiceError> {
        let Some(text) = &self.line_up else { return Ok(None) };
        let line_up: LineUp = text.parse().map_err(|_| ServiceError::field("/lineup", said("line_up")))?;
        let seats = line_up.players().count();
        if seats != usize::from(players) {
            let detail = said("seats_players").with("seats", seats).with("players", players);
            return Err(ServiceError::field("/lineup", detail));
        }
        Ok(Some(line_up))
    }

    /// The days that are meant.
    ///
    /// # Errors
    /// A day that is none, or a last one before the first.
    fn period(&self) -> Result<Period, ServiceError> {
        let day = |text: &Option<String>, pointer: &str| match text.as_deref().map(str::parse::<Date>) {
            None => Ok(None),
            Some(Ok(day)) if text.as_ref().is_some_and(|text| *text == day.to_string()) => Ok(Some(day)),
            Some(_) => Err(ServiceError::field(pointer, said("day"))),
        };
        let (from, to) = (day(&self.from, "/from")?, day(&self.to, "/to")?);
        if from.zip(to).is_some_and(|(from, to)| to < from) {
            return Err(ServiceError::field("/to", said("last_day")));
        }
        let begins = |day: Date| day.to_zoned(TimeZone::UTC).map(|zoned| Time::from(zoned.timestamp()));
        let no_day = |error: jiff::Error| ServiceError::field("/from", Said::foreign(error.to_string()));
        let from = from.map(begins).transpose().map_err(no_day)?;
        // The last day of all has no day after it, and no game ends later.
        let before = to.and_then(|day| begins(day.tomorrow().ok()?).ok());
        Ok(Period { from, before })
    }
}

impl Laboratory {
    /// Refuses the id of an experiment: its games are from its arms.
    fn is_of_games(&self, source: &Source) -> Result<(), ServiceError> {
        let Source::Experiment(id) = source else { return Ok(()) };
        let id = if id.starts_with("exp_") { id.clone() } else { format!("exp_{id}") };
        // One of rules that are no longer played cannot say more than nothing.
        let Ok(Some(experiment)) = self.experiment(&id) else { return Ok(()) };
        let sources: Vec<String> =
            experiment.arms().iter().map(|arm| arm.simulation.source().to_string()).collect();
        let detail = said("experiment_arms").with("sources", sources.join(", "));
        Err(ServiceError::field("/source", detail))
    }

    /// What is asked of finished games of `game`. Reads the store for rulesets that are not in use.
    ///
    /// # Errors
    /// There is no such game or ruleset; what is wrong with the request, with its pointer.
    pub fn question(&self, game: &str, request: StatisticsRequest) -> Result<Question, ServiceError> {
        let rulesets = self.rulesets();
        let default = rulesets.default_of(game).ok_or(ServiceError::NotFound { what: "game_played" })?;
        let rules = match &request.ruleset {
            None => default,
            Some(hash) => rulesets.by_hash(hash, self.store()).map_err(|error| no_ruleset(hash, error))?,
        };
        let ruleset = rules.ruleset();
        if ruleset.game != game {
            return Err(ServiceError::field("/ruleset", said("this_ruleset_of").with("game", &ruleset.game)));
        }
        let source = request.source.as_deref().unwrap_or("played").parse::<Source>();
        let source = source.map_err(|_| ServiceError::field("/source", said("source_of")))?;
        self.is_of_games(&source)?;
        let players = request.players.unwrap_or(rules.seats() as u8);
        if !(1..=7).contains(&players) {
            return Err(ServiceError::field("/players", said("from_to").with("least", 1).with("most", 7)));
        }
        let line_up = request.line_up(players)?;
        let period = request.period()?;
        let filter = PopulationFilter {
            ruleset: ruleset.hash.parse::<Digest>().map_err(ServiceError::internal)?,
            source,
            assisted: request.assisted,
            players: Some(players),
            line_up,
            period,
            gone: Gone::default(),
        };
        let mut question = Question::new(game, players, filter, rules.feature_infos());
        (question.population.from, question.population.to) = (request.from, request.to);
        Ok(question)
    }

    /// The rules that a question is about.
    ///
    /// # Errors
    /// They are no longer played.
    pub fn ruleset_of(&self, question: &Question) -> Result<Arc<dyn AnyRuleset>, ServiceError> {
        let hash = &question.population.ruleset;
        self.rulesets().by_hash(hash, self.store()).map_err(|error| no_ruleset(hash, error))
    }
}

fn no_ruleset(hash: &str, error: RulesetError) -> ServiceError {
    match error {
        RulesetError::UnknownHash if hash.parse::<Digest>().is_err() => {
            ServiceError::field("/ruleset", said("hash"))
        }
        RulesetError::UnknownHash | RulesetError::UnknownGame(_) => {
            ServiceError::NotFound { what: "ruleset" }
        }
        RulesetError::Retired { .. } => ServiceError::field("/ruleset", error.said()),
        other => other.into_error("/ruleset"),
    }
}

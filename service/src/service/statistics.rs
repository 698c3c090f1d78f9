//! Figures of finished games.

use std::sync::Arc;

use tapis_db::model::{Assisted, Digest, LineUp, PopulationFilter, Source};

use super::Service;
use crate::ServiceError;
use crate::rulesets::RulesetError;
use crate::statistics::{Features, Population, Question, Summary};

/// Which games to count, as it is asked.
#[derive(Clone, Debug)]
pub struct StatisticsRequest {
    /// Where the games come from: `played`, `bots`, `practice` or `experiment:<id>`; `played` when absent.
    pub source: Option<String>,
    /// Whether to count games in which anybody was helped.
    pub assisted: Assisted,
    /// Hash of the ruleset; the game's default ruleset when absent.
    pub ruleset: Option<String>,
    /// Only games of this many players; the ruleset's when absent.
    pub players: Option<u8>,
    /// Only games of this line-up, a player for each seat: `human` or a bot's level; all when absent.
    pub line_up: Option<String>,
}

impl Service {
    /// Summarises finished games of `game`.
    ///
    /// # Errors
    /// There is no such game or ruleset; what is wrong with the request, with its pointer.
    pub async fn summary(
        self: &Arc<Self>,
        game: &str,
        request: StatisticsRequest,
    ) -> Result<Summary, ServiceError> {
        let question = self.scope(game, request)?;
        self.read_statistics(move |this| Ok(question.summary(&&*this.store)?)).await
    }

    /// Tells what went with a win in finished games of `game`: for all features, or for `feature` alone.
    ///
    /// # Errors
    /// As [`Service::summary`]; there is no such feature.
    pub async fn features(
        self: &Arc<Self>,
        game: &str,
        request: StatisticsRequest,
        feature: Option<String>,
    ) -> Result<Features, ServiceError> {
        let question = self.scope(game, request)?;
        let infos = &question.infos;
        if feature.as_ref().is_some_and(|name| !infos.iter().any(|info| info.name == name)) {
            let known = infos.iter().map(|info| info.name).collect::<Vec<_>>().join(", ");
            return Err(ServiceError::field("/feature", format!("the features are {known}")));
        }
        self.read_statistics(move |this| Ok(question.features(&&*this.store, feature.as_deref())?)).await
    }

    async fn read_statistics<T: Send + 'static>(
        self: &Arc<Self>,
        read: impl FnOnce(&Self) -> Result<T, ServiceError> + Send + 'static,
    ) -> Result<T, ServiceError> {
        let this = Arc::clone(self);
        tokio::task::spawn_blocking(move || read(&this)).await.map_err(ServiceError::internal)?
    }

    fn scope(&self, game: &str, request: StatisticsRequest) -> Result<Question, ServiceError> {
        let default = self.rulesets.by_options(game, "{}");
        let default = default.map_err(|_| ServiceError::NotFound { what: "game" })?;
        let rules = match &request.ruleset {
            None => default,
            Some(hash) => {
                self.rulesets.by_hash(hash, &*self.store).map_err(|error| no_ruleset(hash, error))?
            }
        };
        let ruleset = rules.ruleset();
        if ruleset.game != game {
            return Err(ServiceError::field("/ruleset", format!("this ruleset is one of {}", ruleset.game)));
        }
        let source = request.source.as_deref().unwrap_or("played").parse::<Source>();
        let source = source.map_err(|error| ServiceError::field("/source", error.to_string()))?;
        let players = request.players.unwrap_or(rules.seats() as u8);
        if !(1..=7).contains(&players) {
            return Err(ServiceError::field("/players", "from 1 to 7"));
        }
        let line_up = request.line_up.as_deref().map(str::parse::<LineUp>).transpose();
        let line_up = line_up.map_err(|error| ServiceError::field("/lineup", error.to_string()))?;
        if let Some(line_up) = line_up.as_ref().filter(|line_up| !line_up.is_unknown()) {
            let seats = line_up.players().count();
            if seats != usize::from(players) {
                let detail = format!("{seats} players; a game of this ruleset has {players}");
                return Err(ServiceError::field("/lineup", detail));
            }
        }
        Ok(Question {
            population: Population {
                game: game.to_owned(),
                ruleset: ruleset.hash.clone(),
                source: source.to_string(),
                assisted: match request.assisted {
                    Assisted::Exclude => "exclude",
                    Assisted::Include => "include",
                    Assisted::Only => "only",
                },
                players,
                lineup: request.line_up,
                games: 0,
                left_out: 0,
            },
            filter: PopulationFilter {
                ruleset: ruleset.hash.parse::<Digest>().map_err(ServiceError::internal)?,
                source,
                assisted: request.assisted,
                players: Some(players),
                line_up,
            },
            infos: rules.feature_infos(),
        })
    }
}

fn no_ruleset(hash: &str, error: RulesetError) -> ServiceError {
    match error {
        RulesetError::UnknownHash if hash.parse::<Digest>().is_err() => {
            ServiceError::field("/ruleset", "a hash is written as 64 lower-case hex digits")
        }
        RulesetError::UnknownHash | RulesetError::UnknownGame(_) => {
            ServiceError::NotFound { what: "ruleset" }
        }
        RulesetError::Retired { .. } => ServiceError::field("/ruleset", error.to_string()),
        other => other.into_error("/ruleset"),
    }
}

//! Which games of a file are meant, where the file says itself what it has.

use tapis_db::StatisticsReader;
use tapis_db::StoreError;
use tapis_db::model::{Assisted, CountedPopulation, Gone, Json, LineUp, Period, PopulationFilter, Source};
use tapis_db::sqlite::ReadOnlyDatabase;

use super::Question;
use tapis_common::rulesets::Rulesets;

/// What is said of the games that are meant. It is enough where only one group of games that may be counted together fits.
#[derive(Clone, Debug)]
pub struct Choice {
    /// Their game.
    pub game: Option<String>,
    /// The hash of their ruleset, or how it begins.
    pub ruleset: Option<String>,
    /// Where they come from.
    pub source: Option<Source>,
    /// Who played.
    pub line_up: Option<LineUp>,
    /// Whether games are meant in which anybody was helped.
    pub assisted: Assisted,
}

/// The games that are meant.
#[derive(Clone, Debug)]
pub struct Chosen {
    /// The question about them.
    pub question: Question,
    /// The options of their ruleset.
    pub options: Json,
}

/// Why it is not clear which games are meant.
#[derive(Debug, thiserror::Error)]
pub enum ChoiceError {
    /// No game fits.
    #[error("no finished game fits; there are\n{}", list(.0))]
    Nothing(Vec<CountedPopulation>),
    /// Games fit that are not counted together.
    #[error("say which games are meant, with --game, --source or --ruleset; there are\n{}", list(.0))]
    Several(Vec<CountedPopulation>),
    /// The database cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// One line a group.
fn list(populations: &[CountedPopulation]) -> String {
    let line = |of: &CountedPopulation| {
        let CountedPopulation { game, ruleset, source, line_up, games, .. } = of;
        let hash = ruleset.to_string();
        let short = hash.get(..12).unwrap_or(&hash);
        let helped = if of.assisted { ", assisted" } else { "" };
        format!("  --game {game} --source {source} --ruleset {short}: {games} games of {line_up}{helped}")
    };
    if populations.is_empty() {
        return "  none at all".to_owned();
    }
    populations.iter().map(line).collect::<Vec<_>>().join("\n")
}

impl Choice {
    /// The question about the games that are meant.
    ///
    /// # Errors
    /// See [`ChoiceError`].
    pub fn find(&self, database: &ReadOnlyDatabase, rulesets: &Rulesets) -> Result<Chosen, ChoiceError> {
        let all = database.populations()?;
        let fitting: Vec<_> = all.iter().filter(|population| self.fits(population)).cloned().collect();
        let Some(first) = fitting.first() else { return Err(ChoiceError::Nothing(all)) };
        let key = |of: &CountedPopulation| (of.ruleset, of.source.clone(), of.players);
        if fitting.iter().any(|population| key(population) != key(first)) {
            return Err(ChoiceError::Several(fitting));
        }
        let record = database.ruleset(&first.ruleset)?.ok_or(StoreError::NotFound)?;
        // The features of a version of the rules that is no longer played have no words.
        let rules = rulesets.by_record(&record);
        let infos = rules.map(|rules| rules.feature_infos()).unwrap_or_default();
        let filter = PopulationFilter {
            ruleset: first.ruleset,
            source: first.source.clone(),
            assisted: self.assisted,
            players: Some(first.players),
            line_up: self.line_up.clone(),
            period: Period::default(),
            gone: Gone::default(),
        };
        let question = Question::new(&first.game, first.players, filter, infos);
        Ok(Chosen { question, options: record.options })
    }

    fn fits(&self, of: &CountedPopulation) -> bool {
        let helped = match self.assisted {
            Assisted::Exclude => !of.assisted,
            Assisted::Include => true,
            Assisted::Only => of.assisted,
        };
        helped
            && self.game.as_ref().is_none_or(|game| *game == of.game)
            && self.source.as_ref().is_none_or(|source| *source == of.source)
            && self.line_up.as_ref().is_none_or(|line_up| *line_up == of.line_up)
            && self.ruleset.as_ref().is_none_or(|hash| of.ruleset.to_string().starts_with(hash.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use tapis_db::DatabaseUrl;
    use tapis_solver::bots::Bot;
    use tapis_solver::control::Control;
    use tapis_solver::registry::Registry;

    use super::*;
    use crate::Simulation;
    use tapis_common::sources::Sources;

    fn any() -> Choice {
        let assisted = Assisted::Exclude;
        Choice { game: None, ruleset: None, source: None, line_up: None, assisted }
    }

    #[test]
    fn a_choice_is_enough_where_one_group_fits() {
        let directory = tempfile::tempdir().unwrap();
        let url = DatabaseUrl::Sqlite(directory.path().join("lab.db"));
        let games = Registry::standard();
        let store = url.open().unwrap();
        let clock = Sources::system(games.clone()).clock;
        let simulations: Vec<Simulation> = [("richelieu", Bot::Greedy), ("malin", Bot::Random)]
            .into_iter()
            .map(|(game, bot)| {
                let ruleset = games.game(game).unwrap().ruleset("{}").unwrap();
                let simulation = Simulation::new(&games, ruleset, &[bot], [7; 32]).unwrap();
                simulation.run(6, &*store, &*clock, &Control::default(), &|_| {}).unwrap();
                simulation
            })
            .collect();
        let database = url.open_read_only().unwrap();
        let rulesets = Rulesets::new(games);
        let several = any().find(&database, &rulesets).unwrap_err().to_string();
        for simulation in &simulations {
            assert!(several.contains(&format!("--source {}", simulation.source())), "{several}");
            let chosen = Choice { source: Some(simulation.source()), ..any() };
            let question = chosen.find(&database, &rulesets).unwrap().question;
            assert_eq!(question.summary(&database).unwrap(), simulation.question().summary(&*store).unwrap());
            let features = question.features(&database, None).unwrap();
            assert!(features.features.iter().all(|feature| feature.text.is_some()));
            assert_eq!(features.population.games, 6);
        }
        let chosen = Choice { game: Some("malin".to_owned()), ..any() }.find(&database, &rulesets).unwrap();
        assert_eq!(chosen.question.filter.source, simulations[1].source());
        let hash = chosen.question.population.ruleset;
        let short = Choice { ruleset: Some(hash[..8].to_owned()), ..any() };
        assert_eq!(short.find(&database, &rulesets).unwrap().question.population.game, "malin");
        let nothing = Choice { source: Some(Source::Played), ..any() }.find(&database, &rulesets);
        let nothing = nothing.unwrap_err().to_string();
        assert!(nothing.starts_with("no finished game fits; there are\n  --game"), "{nothing}");
    }
}

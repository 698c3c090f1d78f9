//! A copy of an SQLite file in a PostgreSQL database: the same games, the same statistics, however often it was stopped.

use std::cell::Cell;
use std::path::Path;

use tapis_db::model::*;
use tapis_db::sqlite::ReadOnlyDatabase;
use tapis_db::{Copied, CopySource, DatabaseUrl, StatisticsReader, Store, StoreError};

use super::open;
use super::populate::populate;
use crate::build::*;
use crate::server;

/// A database with a little of everything, the log of an old game deleted.
fn filled(path: &Path) -> ReadOnlyDatabase {
    let url = DatabaseUrl::Sqlite(path.to_owned());
    let store = url.open().unwrap();
    let old = Append { events: vec![NewEvent { at: at(-9_000), ..ply(2) }], ..append(id(8), 1) };
    store.create_game(NewGame { setup: setup(-9_999), ..game(8) }).unwrap();
    let ended = GameResult { ended_at: at(-9_000), ..result(Source::Played, &[7, 9]) };
    store.append(Append { status: Status::Finished, turn: None, result: Some(ended), ..old }).unwrap();
    store.close().unwrap();
    url.prune(Prune { before: at(-5_000), unfinished: false, experiments: false, rulesets: false }).unwrap();
    let store = url.open().unwrap();
    populate(&*store);
    store.add_key(ApiKey { scope: KeyScope::Lab, hash: digest(2), ..api_key("lab") }).unwrap();
    store.revoke_key("lab", at(9)).unwrap();
    store.create_game(NewGame { visibility: Visibility::Private, practice: true, ..game(9) }).unwrap();
    store.put_ruleset(ruleset(9)).unwrap();
    store.close().unwrap();
    ReadOnlyDatabase::open(path).unwrap()
}

/// The second game of the source as an earlier try created it before it was stopped.
fn cut_off() -> NewGame {
    NewGame { deadline: None, turn: None, players: vec![seated(1, 0, "ada")], ..game(1) }
}

fn played() -> [PopulationFilter; 3] {
    [Source::Played, Source::Bots, Source::Experiment("e1".to_owned())].map(from)
}

fn copy(from: &dyn CopySource, to: &dyn Store) -> Result<Copied, StoreError> {
    tapis_db::copy(from, to, &mut |_| {})
}

#[test]
fn a_copy_has_all_that_was_there_and_goes_on_where_it_was_stopped() {
    let directory = tempfile::tempdir().unwrap();
    let source = filled(&directory.path().join("games.db"));
    assert_eq!(source.load_game(id(8)), Err(StoreError::NotFound), "only its result is left");
    let store = open(&server::shared().database());
    store.create_game(cut_off()).unwrap();
    let expected = Copied { games: 7, events: 55, results: 17, experiments: 1, rulesets: 2, keys: 2 };
    assert_eq!(copy(&source, &*store), Ok(expected));
    assert_eq!(copy(&source, &*store), Ok(expected), "and again");
    for game in source.game_ids(None, 100).unwrap() {
        let (there, here) = (store.load_game(game).unwrap(), source.load_game(game).unwrap());
        assert_eq!((&there.summary, &there.hints_at), (&here.summary, &here.hints_at));
        assert_eq!((there.seed, there.nonce, there.events.len()), (here.seed, here.nonce, here.events.len()));
        assert!(there.events.iter().zip(&here.events).all(|(there, here)| there.event == here.event));
    }
    for filter in played() {
        let summary = source.summary(&filter).unwrap();
        assert!(!summary.is_empty(), "{filter:?}");
        assert_eq!(store.summary(&filter).unwrap(), summary);
        assert_eq!(store.features(&filter, None).unwrap(), source.features(&filter, None).unwrap());
    }
    assert_eq!(store.keys().unwrap(), source.keys().unwrap());
    assert_eq!(store.experiment_chunks("exp_1").unwrap(), source.experiment_chunks("exp_1").unwrap());
    store.append(Append { events: vec![ply(900)], ..append(id(1), 7) }).unwrap();
}

#[test]
fn a_target_that_has_something_else_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    let source = filled(&directory.path().join("games.db"));
    let store = open(&server::shared().database());
    store.create_game(NewGame { seed: Secret([77; 32]), ..game(9) }).unwrap();
    let refused = copy(&source, &*store).unwrap_err();
    assert!(matches!(&refused, StoreError::Invalid(why) if why.contains(&id(9).to_string())), "{refused}");
}

#[test]
fn a_target_that_gives_a_name_to_another_key_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    let source = filled(&directory.path().join("games.db"));
    let store = open(&server::shared().database());
    store.add_key(ApiKey { hash: digest(77), ..api_key("lab") }).unwrap();
    let refused = copy(&source, &*store).unwrap_err();
    assert!(matches!(&refused, StoreError::Invalid(why) if why.contains("another key lab")), "{refused}");
}

/// A source of which so many things can be read, and no more.
struct Breaking<'a> {
    source: &'a dyn CopySource,
    left: Cell<u32>,
}

impl Breaking<'_> {
    fn read<T>(&self, read: Result<T, StoreError>) -> Result<T, StoreError> {
        let left = self.left.get().checked_sub(1).ok_or(StoreError::Closed)?;
        self.left.set(left);
        read
    }
}

impl CopySource for Breaking<'_> {
    fn rulesets(&self) -> Result<Vec<RulesetRecord>, StoreError> {
        self.read(self.source.rulesets())
    }

    fn keys(&self) -> Result<Vec<ApiKey>, StoreError> {
        self.read(self.source.keys())
    }

    fn webhooks(&self) -> Result<Vec<Webhook>, StoreError> {
        self.read(self.source.webhooks())
    }

    fn followers_of(&self, game: GameId) -> Result<Vec<WatchedGame>, StoreError> {
        self.read(self.source.followers_of(game))
    }

    fn push_key(&self) -> Result<Option<PushKey>, StoreError> {
        self.read(self.source.push_key())
    }

    fn subscriptions(&self, game: GameId) -> Result<Vec<PushSubscription>, StoreError> {
        self.read(self.source.subscriptions(game))
    }

    fn game_ids(&self, after: Option<GameId>, most: usize) -> Result<Vec<GameId>, StoreError> {
        self.read(self.source.game_ids(after, most))
    }

    fn load_game(&self, id: GameId) -> Result<StoredGame, StoreError> {
        self.read(self.source.load_game(id))
    }

    fn reviews_of(&self, game: GameId) -> Result<Vec<ReviewRecord>, StoreError> {
        self.read(self.source.reviews_of(game))
    }

    fn players_of(&self, game: GameId) -> Result<Vec<SeatedPlayer>, StoreError> {
        self.read(self.source.players_of(game))
    }

    fn ratings(
        &self,
        after: Option<(String, String, String)>,
        most: usize,
    ) -> Result<Vec<PlayerRating>, StoreError> {
        self.read(self.source.ratings(after, most))
    }

    fn for_each_results(
        &self,
        _: usize,
        each: &mut dyn FnMut(Vec<StoredResult>) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        self.source.for_each_results(2, &mut |page| self.read(Ok(page)).and_then(&mut *each))
    }

    fn experiments(&self) -> Result<Vec<ExperimentRecord>, StoreError> {
        self.read(self.source.experiments())
    }

    fn experiment_chunks(&self, id: &str) -> Result<Vec<ExperimentChunk>, StoreError> {
        self.read(self.source.experiment_chunks(id))
    }
}

/// Copies, and is stopped at every third thing that is read, or at every manyth of `TAPIS_COPY_STOPS`, until it gets to the end.
fn copy_in_pieces(source: &dyn CopySource, to: &dyn Store) -> (u32, Copied) {
    let step = std::env::var("TAPIS_COPY_STOPS").map_or(3, |text| text.parse().unwrap());
    for reads in (0..).step_by(step) {
        match copy(&Breaking { source, left: Cell::new(reads) }, to) {
            Ok(copied) => return (reads, copied),
            Err(error) => assert_eq!(error, StoreError::Closed, "after {reads} reads"),
        }
    }
    unreachable!()
}

/// All that a database holds, without what is particular to each.
fn content(of: &dyn CopySource) -> impl PartialEq + std::fmt::Debug + use<> {
    let mut rulesets = of.rulesets().unwrap();
    rulesets.sort_by_key(|ruleset| ruleset.hash.0);
    let mut games = Vec::new();
    for id in of.game_ids(None, 100).unwrap() {
        let mut game = of.load_game(id).unwrap();
        game.beside = 0;
        game.events.iter_mut().for_each(|event| event.chain = digest(0));
        let beside =
            (of.players_of(id).unwrap(), of.followers_of(id).unwrap(), of.subscriptions(id).unwrap());
        games.push((game, of.reviews_of(id).unwrap(), beside));
    }
    let mut results = Vec::new();
    of.for_each_results(5, &mut |page| {
        results.extend(page);
        Ok(())
    })
    .unwrap();
    results.sort_by_key(|result| result.game.to_string());
    for result in &mut results {
        let seats = result.result.seats.iter_mut();
        seats.for_each(|seat| seat.features.sort_by_key(|feature| format!("{feature:?}")));
        result.result.measures.sort_by_key(|measure| measure.name.clone());
    }
    let experiments = of.experiments().unwrap();
    let chunks: Vec<_> =
        experiments.iter().map(|experiment| of.experiment_chunks(&experiment.id).unwrap()).collect();
    let keys = (of.keys().unwrap(), of.webhooks().unwrap(), of.push_key().unwrap());
    (rulesets, games, results, experiments, chunks, keys)
}

/// What the statistics answer.
fn answers(of: &dyn StatisticsReader) -> impl PartialEq + std::fmt::Debug + use<> {
    played().map(|filter| {
        let days = of.summary_by_day(&filter).unwrap();
        let scores = of.histogram(&filter, "score").unwrap();
        (of.summary(&filter).unwrap(), days, of.features(&filter, None).unwrap(), scores)
    })
}

#[test]
fn a_database_that_went_to_postgresql_and_back_is_as_it_was_however_often_the_copies_were_stopped() {
    let directory = tempfile::tempdir().unwrap();
    let source = filled(&directory.path().join("games.db"));
    let (there, beside) = (server::shared().database(), server::shared().database());
    let store = open(&there);
    let (reads, copied) = copy_in_pieces(&source, &*store);
    assert!(reads > 20, "{reads}");
    store.close().unwrap();

    let of = |url: &str| url.parse::<DatabaseUrl>().unwrap().open_copy_source().unwrap();
    let back = DatabaseUrl::Sqlite(directory.path().join("back.db"));
    for (from, to) in [(there.as_str(), beside.as_str()), (&beside, &back.to_string())] {
        let store = open(to);
        store.create_game(cut_off()).unwrap();
        assert_eq!(copy_in_pieces(&*of(from), &*store), (reads, copied), "{to}");
        store.close().unwrap();
    }
    let back = back.open_read_only().unwrap();
    assert_eq!(content(&back), content(&source));
    assert_eq!(content(&*of(&beside)), content(&source));
    assert_eq!(answers(&back), answers(&source));
    assert_eq!(back.verify().unwrap(), Verification { findings: Vec::new(), ..source.verify().unwrap() });
}

#[test]
fn a_database_with_nothing_in_it_is_not_copied_and_stays_empty() {
    let url = server::shared().database();
    let parsed = url.parse::<DatabaseUrl>().unwrap();
    let refused = [parsed.open_copy_source().err(), parsed.open_existing().err(), parsed.open_keys().err()];
    for refused in refused.map(Option::unwrap) {
        assert!(matches!(&refused, StoreError::Invalid(why) if why.contains("nothing in it")), "{refused}");
    }
    assert_eq!(server::shared().sql(&url, "SELECT count(*) FROM pg_class WHERE relname = 'tapis'"), "0");
}

//! A copy of a database into another, of any engine: game by game through the contract of a store, each compared once it is there.

use std::collections::{HashMap, HashSet};

mod source;

use crate::error::{Result, StoreError};
use crate::model::{
    Append, Digest, Event, GameId, GameResult, NewGame, RulesetRecord, SimulatedGame, Status, StoredGame,
    StoredResult,
};
use crate::store::Store;
pub use source::CopySource;

/// Games and results that are read at once.
const PAGE: usize = 256;

/// What a copy has, those included that an earlier try had copied.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Copied {
    /// Games with their logs.
    pub games: u64,
    /// Their events.
    pub events: u64,
    /// Results, those of simulated games included.
    pub results: u64,
    /// Experiments.
    pub experiments: u64,
    /// Rulesets.
    pub rulesets: u64,
    /// Keys of callers.
    pub keys: u64,
}

/// Copies everything but the keys of requests and what was taken of quotas, and compares every game with what was copied. Nobody else may write to either
/// database. What is there already is compared and not copied again, so a copy that was stopped goes on.
///
/// # Errors
/// Those of both; [`StoreError::Invalid`] when the target has another game of the same id, another key of the same name, or
/// other statistics.
pub fn copy(from: &dyn CopySource, to: &dyn Store, progress: &mut dyn FnMut(&Copied)) -> Result<Copied> {
    let mut copied = Copied::default();
    let mut rulesets = HashMap::new();
    for ruleset in from.rulesets()? {
        to.put_ruleset(ruleset.clone())?;
        rulesets.insert(ruleset.hash, ruleset);
        copied.rulesets += 1;
    }
    copy_push_key(from, to)?;
    // Before the games: who is told of them is told at a webhook.
    copied.keys = copy_keys(from, to)?;
    let with_results = copy_results(from, to, &rulesets, &mut copied, progress)?;
    copy_others(from, to, &with_results, &mut copied, progress)?;
    for experiment in from.experiments()? {
        let id = experiment.id.clone();
        to.put_experiment(experiment)?;
        for chunk in from.experiment_chunks(&id)? {
            to.record_chunk(&id, chunk, Vec::new())?;
        }
        copied.experiments += 1;
    }
    copy_ratings(from, to)?;
    if !to.verify_rollups()? {
        return Err(StoreError::Invalid(
            "the statistics of the copy are not what its results say".to_owned(),
        ));
    }
    Ok(copied)
}

/// Copies the games that have results, and the results of games that have no log; answers which games were copied.
fn copy_results(
    from: &dyn CopySource,
    to: &dyn Store,
    rulesets: &HashMap<Digest, RulesetRecord>,
    copied: &mut Copied,
    progress: &mut dyn FnMut(&Copied),
) -> Result<HashSet<GameId>> {
    let mut games = HashSet::new();
    from.for_each_results(PAGE, &mut |page| {
        let mut alone = Vec::new();
        for StoredResult { game, ruleset, result, has_log } in page {
            copied.results += 1;
            if has_log {
                copy_game(from, game, Some(result), to, copied)?;
                copy_beside(from, to, game)?;
                games.insert(game);
                continue;
            }
            let ruleset = rulesets.get(&ruleset).cloned();
            let ruleset = ruleset.ok_or_else(|| StoreError::Corrupt("a result has no ruleset".to_owned()))?;
            alone.push(SimulatedGame { id: game, ruleset, result });
        }
        to.record_copied(alone)?;
        progress(copied);
        Ok(())
    })?;
    Ok(games)
}

/// Copies the keys of callers with their webhooks; answers how many there are.
fn copy_keys(from: &dyn CopySource, to: &dyn Store) -> Result<u64> {
    let (keys, there) = (from.keys()?, to.keys()?);
    for key in &keys {
        match there.iter().find(|known| known.name == key.name) {
            None => to.add_key(key.clone())?,
            Some(known) if known == key => {}
            Some(_) => {
                return Err(StoreError::Invalid(format!(
                    "the target has another key {}; give the copy an empty database",
                    key.name
                )));
            }
        }
    }
    from.webhooks()?.into_iter().try_for_each(|webhook| to.put_webhook(webhook))?;
    Ok(keys.len() as u64)
}

/// Copies the key of Web Push: before the subscriptions, which go with the key that they were made under.
fn copy_push_key(from: &dyn CopySource, to: &dyn Store) -> Result<()> {
    let Some(key) = from.push_key()? else { return Ok(()) };
    match to.push_key()? {
        Some(known) if known == key => Ok(()),
        known => to.put_push_key(known, key).map(drop),
    }
}

/// Copies the ratings of players as they are.
fn copy_ratings(from: &dyn CopySource, to: &dyn Store) -> Result<()> {
    let mut after = None;
    loop {
        let page = from.ratings(after, PAGE)?;
        let Some(last) = page.last() else { return Ok(()) };
        after = Some((last.key.clone(), last.player.clone(), last.game.clone()));
        page.into_iter().try_for_each(|rating| to.put_rating(rating))?;
    }
}

/// Copies the games that have no result.
fn copy_others(
    from: &dyn CopySource,
    to: &dyn Store,
    known: &HashSet<GameId>,
    copied: &mut Copied,
    progress: &mut dyn FnMut(&Copied),
) -> Result<()> {
    let mut after = None;
    loop {
        let ids = from.game_ids(after, PAGE)?;
        let Some(last) = ids.last() else { return Ok(()) };
        after = Some(*last);
        for id in ids.iter().filter(|id| !known.contains(*id)) {
            copy_game(from, *id, None, to, copied)?;
            copy_beside(from, to, *id)?;
        }
        progress(copied);
    }
}

/// Copies the reviews of a game that is copied, and the browsers that are told of it.
fn copy_beside(from: &dyn CopySource, to: &dyn Store, game: GameId) -> Result<()> {
    from.reviews_of(game)?.into_iter().try_for_each(|review| to.put_review(review).map(drop))?;
    let mut subscriptions = from.subscriptions(game)?.into_iter();
    subscriptions.try_for_each(|one| to.put_subscription(one, usize::MAX).map(drop))
}

/// Copies a game with its named players and how far each follower was told, and compares it.
fn copy_game(
    from: &dyn CopySource,
    id: GameId,
    result: Option<GameResult>,
    to: &dyn Store,
    copied: &mut Copied,
) -> Result<()> {
    let game = from.load_game(id)?;
    copied.games += 1;
    copied.events += game.events.len() as u64;
    let [setup, later @ ..] = &game.events[..] else {
        return Err(StoreError::Corrupt(format!("game {id} has no events")));
    };
    let (players, followers) = (from.players_of(id)?, from.followers_of(id)?);
    let new = NewGame { players, followers, ..new_game(&game, setup, later.is_empty()) };
    match to.create_game(new) {
        Ok(_) | Err(StoreError::Exists) => {}
        Err(error) => return Err(error),
    }
    let there = to.game_summary(id)?.version;
    if there < game.summary.version && there == 1 {
        to.append(rest(&game, later, result))?;
    }
    let there = to.load_game(id)?;
    for (seat, (given, counted)) in (0..).zip(game.hints_at.iter().zip(&there.hints_at)) {
        for version in given.iter().skip(counted.len()) {
            to.count_hint(id, (seat, *version), None)?;
        }
    }
    if comparable(to.load_game(id)?) == comparable(game) {
        return Ok(());
    }
    Err(StoreError::Invalid(format!("the target has another game {id}; give the copy an empty database")))
}

fn new_game(game: &StoredGame, setup: &Event, is_all: bool) -> NewGame {
    let summary = &game.summary;
    NewGame {
        id: summary.id,
        ruleset: game.ruleset.clone(),
        seats: summary.seats.clone(),
        visibility: summary.visibility,
        hints: summary.hints.clone(),
        practice: summary.practice,
        commitment: summary.commitment.clone(),
        seed: game.seed,
        nonce: game.nonce,
        status: if is_all { summary.status } else { Status::Running },
        turn: summary.turn.filter(|_| is_all),
        deadline: summary.deadline.filter(|_| is_all),
        setup: setup.event.clone(),
        players: Vec::new(),
        followers: Vec::new(),
        wish: None,
        idempotency: None,
    }
}

/// All that came after its creation, in one transaction.
fn rest(game: &StoredGame, later: &[Event], result: Option<GameResult>) -> Append {
    let summary = &game.summary;
    Append {
        game: summary.id,
        expected_version: 1,
        events: later.iter().map(|event| event.event.clone()).collect(),
        status: summary.status,
        turn: summary.turn,
        deadline: summary.deadline,
        seats: Some(summary.seats.clone()),
        unseated: Vec::new(),
        players: Vec::new(),
        followers: Vec::new(),
        assisted: summary.assisted,
        idempotency: None,
        result,
        // Ratings are copied as they are.
        ranking: None,
    }
}

/// A game without what is particular to a database: the chain of hashes also has the keys of requests.
fn comparable(mut game: StoredGame) -> StoredGame {
    game.beside = 0;
    game.events.iter_mut().for_each(|event| event.chain = Digest([0; 32]));
    game
}

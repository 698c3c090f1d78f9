//! The index of every query that must be fast.

use strum::VariantArray as _;

use super::games::sql::{REQUEST, event_sql};
use super::*;
use crate::engine::ratings::{AFTER, DELETE_OLD, LADDER, OF_PLAYER};
use crate::engine::record::{self, Record};
use crate::engine::sql::Sql as _;
use crate::engine::statistics::dictionary::{BY_NAME, OF_RULESET, Population};
use crate::engine::statistics::query::{extremes, of_days, of_measure, of_populations};
use crate::engine::statistics::rollup::{Rollup, select};
use crate::engine::tables::games::{SECRETS, by_id, list_query, old_sql, unfinished_sql};
use crate::engine::tables::{idempotency, players, push, rulesets, webhooks};
use crate::model::FeatureFact;

/// The plan of a statement, its lines joined.
fn plan(store: &SqliteStore, sql: &str) -> String {
    let read = |conn: &rusqlite::Connection| {
        let mut statement = conn.prepare(&format!("EXPLAIN QUERY PLAN {sql}"))?;
        let parameters = vec![rusqlite::types::Null; statement.parameter_count()];
        let lines = statement.query_map(rusqlite::params_from_iter(parameters), |row| row.get("detail"))?;
        Ok(lines.collect::<std::result::Result<Vec<String>, _>>()?.join("; "))
    };
    store.readers.read_consistently(read).unwrap()
}

/// A connection that is asked only how statements are spelt.
fn nowhere() -> rusqlite::Connection {
    rusqlite::Connection::open_in_memory().unwrap()
}

/// How a game's head is found beside its row.
const HEAD: &str = "; SEARCH heads USING INDEX sqlite_autoindex_heads_1 (game=?) LEFT-JOIN";

fn list(status: Option<Status>, game: Option<&str>, open_seats: Option<bool>, page: bool) -> String {
    let filter = GameFilter { status, game: game.map(str::to_owned), open_seats };
    let time = "2026-03-01T12:00:00Z".parse().unwrap();
    let cursor = page.then(|| Cursor { created_at: time, id: id(1) });
    list_query(&nowhere(), &filter, cursor, 50).0
}

#[test]
fn statistics_use_their_indexes() {
    let store = store();
    let db = nowhere();
    let rollups = "SEARCH rollups USING PRIMARY KEY (kind=? AND population=?";
    let expected = [
        (
            numbered::<Population>(OF_RULESET),
            "SEARCH populations USING COVERING INDEX sqlite_autoindex_populations_1 (ruleset=? AND source=?)"
                .to_owned(),
        ),
        (
            numbered::<FeatureFact>(BY_NAME),
            "SEARCH feature_values USING COVERING INDEX sqlite_autoindex_feature_values_1 (name=?)"
                .to_owned(),
        ),
        (
            numbered::<FeatureFact>(&format!("WHERE {}", db.among("id", 1))),
            "SEARCH feature_values USING INTEGER PRIMARY KEY (rowid=?)".to_owned(),
        ),
        (select(Rollup::VARIANTS, &of_populations(&db)), format!("{rollups})")),
        (select(&[Rollup::Days, Rollup::DaySeats], &of_days(&db)), format!("{rollups} AND k1>? AND k1<?)")),
        (select(&[Rollup::Values], &of_measure(&db)), format!("{rollups} AND k1=? AND k2=?)")),
        (extremes(&db), format!("{rollups})")),
    ];
    for (sql, plan_of_it) in expected {
        let plan = plan(&store, &sql);
        assert!(plan.starts_with(&plan_of_it), "{sql}: {plan}");
    }
    // However many rulesets are stored.
    let counted = plan(&store, rulesets::COUNTED);
    let by_hash = "SEARCH rulesets USING INDEX sqlite_autoindex_rulesets_1 (hash=?)";
    assert!(counted.contains(by_hash) && !counted.contains("SCAN rulesets"), "{counted}");
    let bars = "SEARCH bars USING PRIMARY KEY (kind=? AND population=? AND k1=? AND k2=?)";
    assert_eq!(plan(&store, &extremes(&db)).matches(bars).count(), 2);
}

#[test]
fn queries_use_their_indexes() {
    let store = store();
    let (status, game) = (Some(Status::Running), Some("richelieu"));
    let expected = [
        (by_id(nowhere().games()), "SEARCH games USING PRIMARY KEY (id=?)"),
        (event_sql(), "SEARCH events USING INTEGER PRIMARY KEY (rowid=?)"),
        (REQUEST.to_owned(), "SEARCH events USING INTEGER PRIMARY KEY (rowid=?)"),
        (SECRETS.to_owned(), "SEARCH game_secrets USING PRIMARY KEY (game=?)"),
        (unfinished_sql(&nowhere()), "SEARCH games USING INDEX games_unfinished (id>?)"),
        (old_sql(&nowhere()), "SEARCH games USING INDEX games_old ((created_at,id)>(?,?) AND created_at<?)"),
        (
            all::<RulesetRecord>(rulesets::BY_HASH),
            "SEARCH rulesets USING INDEX sqlite_autoindex_rulesets_1 (hash=?)",
        ),
        (
            all::<IdempotencyRecord>(idempotency::BY_ID),
            "SEARCH idempotency USING INDEX sqlite_autoindex_idempotency_1 (id=?)",
        ),
        (
            all::<WatchedGame>(webhooks::DUE),
            "SEARCH webhook_games USING INDEX webhook_games_due (key=? AND (next_try,game)>(?,?) AND next_try<?); \
             SEARCH heads EXISTS USING INDEX sqlite_autoindex_heads_1 (game=?)",
        ),
        (
            all::<WatchedGame>(webhooks::FAILING),
            "SEARCH webhook_games USING INDEX webhook_games_key (key=? AND failing_since>?); \
             USE TEMP B-TREE FOR LAST TERM OF ORDER BY",
        ),
        (list(None, None, None, false), "SCAN games USING INDEX games_public"),
        (list(None, None, None, true), "SEARCH games USING INDEX games_public ((created_at,id)<(?,?))"),
        (list(status, None, None, false), "SEARCH games USING INDEX games_public_status (status=?)"),
        (
            list(status, None, None, true),
            "SEARCH games USING INDEX games_public_status (status=? AND (created_at,id)<(?,?))",
        ),
        (
            list(status, None, Some(false), true),
            "SEARCH games USING INDEX games_public_full (status=? AND (created_at,id)<(?,?))",
        ),
        (
            list(None, game, None, true),
            "SEARCH games USING INDEX games_public_game (game=? AND (created_at,id)<(?,?))",
        ),
        (
            list(status, game, None, false),
            "SEARCH games USING INDEX games_public_game_status (game=? AND status=?)",
        ),
        (
            list(status, game, None, true),
            "SEARCH games USING INDEX games_public_game_status (game=? AND status=? AND (created_at,id)<(?,?))",
        ),
        (list(None, None, Some(true), false), "SCAN games USING INDEX games_public_open"),
        (
            list(None, None, Some(true), true),
            "SEARCH games USING INDEX games_public_open ((created_at,id)<(?,?))",
        ),
    ];
    for (sql, plan_of_it) in expected {
        let head = if sql.contains("JOIN heads") { HEAD } else { "" };
        assert_eq!(plan(&store, &sql), format!("{plan_of_it}{head}"), "{sql}");
    }
}

#[test]
fn subscriptions_use_their_indexes() {
    let store = store();
    let expected = [
        (
            all::<PushSubscription>(push::DUE),
            "SEARCH push_subscriptions USING INDEX push_subscriptions_due ((next_try,id)>(?,?) AND next_try<?); \
             SEARCH heads EXISTS USING INDEX sqlite_autoindex_heads_1 (game=?)",
        ),
        (
            all::<PushSubscription>(push::OF_GAME),
            "SEARCH push_subscriptions USING INDEX push_subscriptions_game (game=?); \
             USE TEMP B-TREE FOR LAST 2 TERMS OF ORDER BY",
        ),
    ];
    for (sql, plan_of_it) in expected {
        let head = if sql.contains("JOIN heads") { HEAD } else { "" };
        assert_eq!(plan(&store, &sql), format!("{plan_of_it}{head}"), "{sql}");
    }
}

#[test]
fn seats_of_a_player_use_their_index() {
    let store = store();
    let by = "SEARCH seated_players USING COVERING INDEX seated_players_player";
    let seats =
        |is_after, mine| plan(&store, &all::<SeatedPlayer>(&record::players::seats_of(is_after, mine)));
    let newest = format!("{by} (key=? AND player=?)");
    assert_eq!(seats(false, false), newest);
    assert_eq!(seats(true, false), format!("{by} (key=? AND player=? AND (created_at,game,seat)<(?,?,?))"));
    let mine = seats(false, true);
    assert!(
        mine.starts_with(&newest) && mine.contains("USING INDEX sqlite_autoindex_heads_1 (game=?)"),
        "{mine}"
    );
    assert!(!mine.contains("B-TREE"), "{mine}");
}

/// However many want something else: a call costs what there is of its own terms.
#[test]
fn whoever_wants_the_same_is_found_by_its_index() {
    let store = store();
    let waiting = plan(&store, players::WAITING);
    for part in [
        "SEARCH wishes USING INDEX wishes_terms (terms=? AND seen>?)",
        "SEARCH other USING INDEX wishes_game (game=?)",
    ] {
        assert!(waiting.contains(part), "{waiting}");
    }
    let seen = plan(&store, players::SEE);
    assert!(seen.contains("SEARCH wishes USING INDEX wishes_game (game=?)"), "{seen}");
}

#[test]
fn ratings_use_their_indexes() {
    let store = store();
    let (by, rated) = ("SEARCH player_ratings USING", |tail| plan(&store, &all::<PlayerRating>(tail)));
    assert_eq!(rated(LADDER), format!("{by} INDEX player_ratings_ladder (key=? AND game=? AND <expr><?)"));
    assert_eq!(rated(OF_PLAYER), format!("{by} PRIMARY KEY (key=? AND player=?)"));
    assert_eq!(rated(AFTER), format!("{by} PRIMARY KEY ((key,player,game)>(?,?,?))"));
    let old = plan(&store, DELETE_OLD);
    assert!(old.contains(&format!("{by} COVERING INDEX player_ratings_rated (rated_at<?)")), "{old}");
}

#[test]
fn no_list_is_sorted_or_reads_all_games() {
    let store = store();
    for status in [None, Some(Status::Waiting)] {
        for game in [None, Some("malin")] {
            for open_seats in [None, Some(false), Some(true)] {
                let plan = plan(&store, &list(status, game, open_seats, true));
                assert!(!plan.contains("TEMP B-TREE"), "{status:?} {game:?} {open_seats:?}: {plan}");
                assert!(plan.contains("SEARCH games USING INDEX games_public"), "{plan}");
            }
        }
    }
}

#[test]
fn a_purge_finds_the_expired_by_their_index() {
    let plan = plan(&store(), idempotency::PURGE);
    assert!(plan.contains("SEARCH idempotency USING INDEX idempotency_expiry (expires_at<?)"), "{plan}");
    assert!(plan.contains("SEARCH idempotency USING INDEX sqlite_autoindex_idempotency_1 (id=?)"), "{plan}");
}

#[test]
fn quotas_are_forgotten_by_their_index() {
    let store = store();
    let whole = plan(&store, quotas::PURGE);
    assert!(whole.contains("SEARCH quotas USING COVERING INDEX quotas_whole (whole_again<?)"), "{whole}");
    let first = plan(&store, quotas::PURGE_FIRST);
    assert!(first.contains("SCAN quotas USING COVERING INDEX quotas_whole"), "{first}");
    for plan in [whole, first] {
        assert!(
            plan.contains("SEARCH quotas USING PRIMARY KEY (id=?)") && !plan.contains("TEMP B"),
            "{plan}"
        );
    }
}

fn all<T: Record>(tail: &str) -> String {
    format!("{} {tail}", record::select::<T>())
}

fn numbered<T: Record>(tail: &str) -> String {
    format!("{} {tail}", record::select_numbered::<T>())
}

//! Things to store.

use tapis_db::Store;
use tapis_db::model::*;
use tapis_db::rating::Rating;
#[allow(unused_imports, reason = "an example uses a part of this file")]
pub use tapis_db::{
    GameStore as _, KeyStore as _, PlayerStore as _, PushStore as _, RatingStore as _, ResultStore as _,
    ReviewStore as _, ServedStore as _, StatisticsReader as _, WebhookStore as _,
};

/// An id; ascending with `n`.
pub fn id(n: u64) -> GameId {
    GameId::from_u128(0x0197_0000_0000_7000_8000_0000_0000_0000 + u128::from(n))
}

/// A time; ascending with `n`, a second apart.
pub fn at(n: i64) -> Time {
    "2026-03-01T12:00:00Z".parse::<Time>().unwrap().plus_seconds(n)
}

pub fn digest(byte: u8) -> Digest {
    Digest([byte; 32])
}

/// A key that may play.
pub fn api_key(name: &str) -> ApiKey {
    ApiKey {
        name: name.to_owned(),
        hash: digest(1),
        scope: KeyScope::Play,
        rates: KeyRates::default(),
        created_at: at(0),
        revoked_at: None,
    }
}

/// The webhook of a key, to which everything arrives.
pub fn webhook(key: &str) -> Webhook {
    Webhook {
        key: key.to_owned(),
        url: format!("https://example.com/{key}"),
        secret: Secret([7; 32]),
        old_secret: None,
        old_until: None,
        on_since: at(0),
        failing_since: None,
        off_since: None,
        fault: None,
    }
}

/// Keys of these names that have webhooks.
pub fn add_webhooks(store: &dyn Store, names: &[&str]) {
    for name in names {
        store.add_key(api_key(name)).unwrap();
        store.put_webhook(webhook(name)).unwrap();
    }
}

/// A game of which the owner of a key was told nothing yet.
pub fn watched(n: u64, key: &str) -> WatchedGame {
    WatchedGame::new(id(n), key.to_owned(), 0, at(0))
}

/// A browser of a seat that was told nothing yet.
pub fn subscription(n: u64, seat: u8, browser: u8) -> PushSubscription {
    PushSubscription {
        id: digest(browser),
        game: id(n),
        seat,
        generation: 1,
        endpoint: format!("https://push.example.com/{browser}"),
        p256dh: vec![4; 65],
        auth: vec![5; 16],
        creator: digest(9),
        language: "fr".to_owned(),
        since: at(i64::from(browser)),
        told: 0,
        tries: 0,
        next_try: at(0),
        failing_since: None,
    }
}

pub fn ruleset(byte: u8) -> RulesetRecord {
    RulesetRecord {
        hash: digest(byte),
        game: "richelieu".to_owned(),
        rules_version: 1,
        options: Json::from(format!("{{\"deck\":{byte}}}")),
    }
}

pub fn seat(kind: SeatKind) -> SeatRecord {
    SeatRecord {
        kind,
        name: Some("Ada ✨".to_owned()),
        level: (kind == SeatKind::Bot).then(|| "club".to_owned()),
        generation: 1,
        left: false,
        timed_out: false,
        settings: Some(serde_json::json!({"auto_pass": true})),
    }
}

pub fn setup(n: i64) -> NewEvent {
    NewEvent {
        kind: "setup".to_owned(),
        seat: None,
        notation: None,
        chance: Some(Json::from(r#"[{"deal":[1,2,3]}]"#)),
        payload: None,
        state_hash: Some(digest(9)),
        at: at(n),
    }
}

pub fn game(n: u64) -> NewGame {
    NewGame {
        id: id(n),
        ruleset: ruleset(1),
        seats: vec![seat(SeatKind::Human), seat(SeatKind::Bot)],
        status: Status::Running,
        turn: Some(0),
        deadline: None,
        visibility: Visibility::Public,
        hints: "metered:5".to_owned(),
        practice: false,
        seed: Secret([n as u8; 32]),
        nonce: Secret([!(n as u8); 32]),
        commitment: format!("sha256:{n:064x}"),
        setup: setup(n as i64),
        players: Vec::new(),
        followers: Vec::new(),
        wish: None,
        idempotency: None,
    }
}

pub fn ply(n: i64) -> NewEvent {
    NewEvent {
        kind: "ply".to_owned(),
        seat: Some((n % 2).unsigned_abs() as u8),
        notation: Some(format!("take {n}L")),
        chance: (n % 3 == 0).then(|| Json::from(format!("[{n}]"))),
        payload: Some(Json::from(format!("{{\"seen\":[\"{n}\"]}}"))),
        state_hash: Some(digest(n as u8)),
        at: at(n),
    }
}

/// One ply at `version`.
pub fn append(game: GameId, version: u64) -> Append {
    Append {
        game,
        expected_version: version,
        events: vec![ply(version as i64)],
        status: Status::Running,
        turn: Some(1),
        deadline: None,
        seats: None,
        unseated: Vec::new(),
        players: Vec::new(),
        followers: Vec::new(),
        assisted: false,
        idempotency: None,
        result: None,
        ranking: None,
    }
}

pub fn key(scope: &str, key: &str) -> IdempotencyRecord {
    IdempotencyRecord {
        scope: scope.to_owned(),
        key: key.to_owned(),
        fingerprint: digest(3),
        game: Some(id(1)),
        version: Some(2),
        response: Some(Json::from(r#"{"seat":0}"#)),
        expires_at: at(86_400),
    }
}

/// A key of an append that says no more than the event it made.
pub fn plain_key(scope: &str, k: &str, game: GameId, version: u64) -> IdempotencyRecord {
    IdempotencyRecord { game: Some(game), version: Some(version), response: None, ..key(scope, k) }
}

pub fn number(name: &str, value: i64) -> FeatureFact {
    FeatureFact { name: name.to_owned(), bucket: Bucket::Number(value) }
}

pub fn category(name: &str, value: &str) -> FeatureFact {
    FeatureFact { name: name.to_owned(), bucket: Bucket::Category(value.to_owned()) }
}

/// The result of a game with these scores; the highest win, and share the win.
pub fn result(source: Source, scores: &[i64]) -> GameResult {
    let best = scores.iter().max().copied().unwrap_or(0);
    let winners = scores.iter().filter(|score| **score == best).count();
    let seat = |score: &i64| SeatResult {
        score: *score,
        rank: 1 + scores.iter().filter(|other| *other > score).count() as u8,
        win_share: if *score == best { WinShare::one_of(winners).unwrap() } else { WinShare::NONE },
        turns: 10,
        bot_level: None,
        features: vec![number("markers", *score / 10), category("region_won", "bourgogne")],
    };
    GameResult {
        source,
        assisted: false,
        length: 20,
        ended_at: at(100),
        seats: scores.iter().map(seat).collect(),
        measures: vec![Measure { name: "lead_changes".to_owned(), value: 3 }],
    }
}

/// The last ply of the game at `version`, with its result.
pub fn finish(game: GameId, version: u64, result: GameResult) -> Append {
    Append { status: Status::Finished, turn: None, result: Some(result), ..append(game, version) }
}

pub fn simulated(n: u64, result: GameResult) -> SimulatedGame {
    SimulatedGame { id: id(n), ruleset: ruleset(1), result }
}

/// All games of the first ruleset from one source.
pub fn from(source: Source) -> PopulationFilter {
    PopulationFilter {
        ruleset: digest(1),
        source,
        assisted: Assisted::Exclude,
        players: None,
        line_up: None,
        period: Period::default(),
        gone: Gone::default(),
    }
}

/// An experiment that runs.
pub fn experiment(id: &str) -> ExperimentRecord {
    ExperimentRecord {
        id: id.to_owned(),
        plan: Json::from(r#"{"game":"chess"}"#),
        state: ExperimentState::Running,
        detail: None,
        created_at: at(5),
        ended_at: None,
        asked_by: Some("designer".to_owned()),
    }
}

/// A review of game `n`.
pub fn review(n: u64, effort: &str) -> ReviewRecord {
    ReviewRecord {
        id: format!("rev_{n}_{effort}"),
        game: id(n),
        engine: 1,
        effort: effort.to_owned(),
        body: Json::from(format!(r#"{{"seats":[{n}],"text":"é"}}"#)),
        created_at: at(7),
    }
}

/// A player of the key `front-end` at a seat of game `n`.
pub fn seated(n: u64, seat: u8, player: &str) -> SeatedPlayer {
    SeatedPlayer {
        game: id(n),
        seat,
        key: "front-end".to_owned(),
        player: player.to_owned(),
        created_at: game(n).setup.at,
        since: 1,
    }
}

/// Whoever is of no strength in particular, and wishes others of any.
pub const ANYBODY: (i64, i64) = (0, 1_000_000);

/// The wish of person `person` at a seat of game `n`, for the terms 1.
pub fn wish(n: u64, seat: u8, person: u8) -> Wish {
    let (person, terms) = (digest(person), digest(1));
    let (strength, reach) = ANYBODY;
    Wish { person, terms, game: id(n), seat, generation: 0, seen: at(10), since: at(10), strength, reach }
}

/// How strong a player of the key `front-end` is in a game.
pub fn rated(player: &str, game: &str, mean: f64) -> PlayerRating {
    PlayerRating {
        key: "front-end".to_owned(),
        player: player.to_owned(),
        game: game.to_owned(),
        rating: Rating { mean, own: 100.5, lent: 40.125, games: 3 },
        rated_at: at(9),
    }
}

/// A chunk of an experiment with two arms, the second of which no longer plays.
pub fn chunk(number: u64) -> ExperimentChunk {
    ExperimentChunk { number, measured: vec![vec![0.25, number as f64], Vec::new()] }
}

//! A service for tests: small, and with the time in the test's hand.
#![allow(
    dead_code,
    unreachable_pub,
    clippy::unwrap_used,
    reason = "test support; every test binary uses its own part"
)]

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use jiff::Timestamp;
use tapis_db::Store;
use tapis_db::model::{ApiKey, Digest, GameId, KeyRates, KeyScope, Secret, Time, Webhook};
use tapis_service::ServiceSettings;
use tapis_service::settings::{AdviceSettings, BotSettings};
use tapis_service::sources::{Clock, Machine};

/// The smallest service.
pub fn settings() -> ServiceSettings {
    let advice = AdviceSettings {
        threads: 1,
        threads_per_search: 1,
        queue: 1,
        queue_ms: 1_000,
        max_ms: 1_000,
        analysis_threads: 1,
        analysis_max_ms: 1_000,
        analyses: 1,
        analysis_keep: Duration::from_secs(60),
    };
    ServiceSettings {
        advice,
        bots: BotSettings { threads: 1, queue: 1, pace_ms: 0, slot: Duration::ZERO },
        space: tapis_service::space::Space { database: tapis_db::DatabaseUrl::Memory, reserve: 0 },
        cache_bytes: 1 << 20,
        answers: 1,
    }
}

/// Keys of these names, with webhooks.
pub fn add_front_ends(store: &dyn Store, names: &[&str]) {
    let at: Time = "2026-01-01T00:00:00Z".parse().unwrap();
    for name in names {
        let (name, url) = ((*name).to_owned(), format!("https://example.com/{name}"));
        let (hash, scope, rates) = (Digest([1; 32]), KeyScope::Play, KeyRates::default());
        store
            .add_key(ApiKey { name: name.clone(), hash, scope, rates, created_at: at, revoked_at: None })
            .unwrap();
        let (failing_since, off_since, fault) = (None, None, None);
        let (secret, old_secret, old_until) = (Secret([7; 32]), None, None);
        let (key, on_since) = (name, at);
        let webhook =
            Webhook { key, url, secret, old_secret, old_until, on_since, failing_since, off_since, fault };
        store.put_webhook(webhook).unwrap();
    }
}

/// Who is named in a game: the seat, the key and the player.
pub fn named(store: &dyn Store, game: GameId) -> Vec<(u8, String, String)> {
    let players = store.players_of(game).unwrap();
    players.into_iter().map(|named| (named.seat, named.key, named.player)).collect()
}

/// Who is told of a game, up to which version each was told, and whether at an address of the game's own.
pub fn told(store: &dyn Store, game: GameId) -> Vec<(String, u64, bool)> {
    let followers = store.followers_of(game).unwrap();
    followers.into_iter().map(|told| (told.key, told.delivered, told.url.is_some())).collect()
}

/// Seconds since the beginning of 2026, as the test says.
#[derive(Default)]
pub struct Hand(AtomicI64);

impl Hand {
    /// Moves the time.
    pub fn pass(&self, seconds: i64) {
        self.0.fetch_add(seconds, Ordering::SeqCst);
    }
}

/// A machine whose two clocks the test moves, in seconds since the beginning of 2026.
#[derive(Default)]
pub struct Hands {
    date: AtomicI64,
    elapsed: AtomicI64,
}

impl Hands {
    /// Time passes.
    pub fn pass(&self, seconds: i64) {
        self.date.fetch_add(seconds, Ordering::SeqCst);
        self.elapsed.fetch_add(seconds, Ordering::SeqCst);
    }

    /// Somebody sets the machine's clock, forwards or back.
    pub fn set(&self, seconds: i64) {
        self.date.fetch_add(seconds, Ordering::SeqCst);
    }
}

/// The machine itself.
pub struct HandMade(pub std::sync::Arc<Hands>);

impl Machine for HandMade {
    fn date(&self) -> Timestamp {
        Timestamp::from_second(1_767_225_600 + self.0.date.load(Ordering::SeqCst)).unwrap()
    }

    fn elapsed(&self) -> Duration {
        Duration::from_secs(self.0.elapsed.load(Ordering::SeqCst).unsigned_abs())
    }
}

impl Clock for Hand {
    fn now(&self) -> Timestamp {
        Timestamp::from_second(1_767_225_600 + self.0.load(Ordering::SeqCst)).unwrap()
    }
}

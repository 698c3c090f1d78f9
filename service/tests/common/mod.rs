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

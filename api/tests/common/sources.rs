//! Time, ids and randomness that a test controls.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

use jiff::Timestamp;
use tapis_service::sources::{Clock, Entropy, Ids, NoEntropy, Sources};
use tapis_solver::registry::Registry;
use uuid::Uuid;

/// Counters instead of a clock and randomness.
#[derive(Default)]
pub struct Fixed {
    /// Milliseconds added to the start of 2026.
    pub elapsed_ms: AtomicI64,
    ids: AtomicU64,
    secrets: AtomicU64,
}

/// The sources of `fixed`; ids stay unique over restarts on one database.
pub fn sources(fixed: &Arc<Fixed>) -> Sources {
    Sources {
        clock: fixed.clone(),
        ids: fixed.clone(),
        entropy: fixed.clone(),
        ..Sources::system(Registry::standard())
    }
}

impl Clock for Fixed {
    fn now(&self) -> Timestamp {
        let start = 1_767_225_600_000;
        Timestamp::from_millisecond(start + self.elapsed_ms.load(Ordering::SeqCst)).unwrap()
    }
}

impl Ids for Fixed {
    fn next(&self) -> Uuid {
        self.ids.fetch_add(1, Ordering::SeqCst);
        Uuid::now_v7()
    }
}

impl Entropy for Fixed {
    fn bytes(&self) -> Result<[u8; 32], NoEntropy> {
        let n = self.secrets.fetch_add(1, Ordering::SeqCst);
        let mut bytes = [0x5a; 32];
        bytes[..8].copy_from_slice(&n.to_le_bytes());
        Ok(bytes)
    }
}

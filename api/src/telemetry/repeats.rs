//! Warnings that say the same again and again: one line a minute.

use std::collections::HashMap;
use std::fmt::{self, Debug, Write as _};
use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use tracing::field::{Field, Visit};
use tracing::{Event, Level, Subscriber};
use tracing_subscriber::Layer;
use tracing_subscriber::layer::Context;

/// How long a line is not written again.
const SILENCE: Duration = Duration::from_secs(60);
/// The most lines that are remembered; of what is then forgotten some is written once more than it had to be.
const MOST: usize = 1_024;

/// Lets a warning or an error pass that was not written within the last minute, with all its fields. What is done ten times a second
/// fails so often while the database is away.
#[derive(Default)]
pub struct Repeats {
    /// When each line was written, by its hash.
    written: Mutex<HashMap<u64, Instant>>,
    hashes: RandomState,
}

impl Repeats {
    fn is_due(&self, line: u64, now: Instant) -> bool {
        let mut written = self.written.lock();
        if written.get(&line).is_some_and(|at| now.duration_since(*at) < SILENCE) {
            return false;
        }
        if written.len() >= MOST {
            written.retain(|_, at| now.duration_since(*at) < SILENCE);
        }
        if written.len() >= MOST {
            written.clear();
        }
        written.insert(line, now);
        true
    }

    fn line(&self, event: &Event<'_>) -> u64 {
        let mut text = Text(self.hashes.build_hasher());
        let _ = write!(text, "{:?}", event.metadata().callsite());
        event.record(&mut text);
        text.0.finish()
    }
}

impl<S: Subscriber> Layer<S> for Repeats {
    fn event_enabled(&self, event: &Event<'_>, _: Context<'_, S>) -> bool {
        *event.metadata().level() > Level::WARN || self.is_due(self.line(event), Instant::now())
    }
}

/// Hashes what is written.
struct Text<H>(H);

impl<H: std::hash::Hasher> fmt::Write for Text<H> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.write(text.as_bytes());
        Ok(())
    }
}

impl<H: std::hash::Hasher> Visit for Text<H> {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        let _ = write!(self, "\n{}={value:?}", field.name());
    }
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::sync::Arc;

    use tracing_subscriber::layer::SubscriberExt as _;

    use super::*;

    #[derive(Clone, Default)]
    struct Lines(Arc<Mutex<Vec<u8>>>);

    impl io::Write for Lines {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_database_that_is_away_is_told_of_once_a_minute() {
        let lines = Lines::default();
        let writer = lines.clone();
        let written = tracing_subscriber::fmt::layer().with_writer(move || writer.clone()).with_ansi(false);
        let subscriber = tracing_subscriber::registry().with(Repeats::default()).with(written);
        tracing::subscriber::with_default(subscriber, || {
            for n in 0..1_900 {
                tracing::warn!(error = "connection refused", "what other nodes do is not known");
                if n % 950 == 0 {
                    tracing::error!(game = n, "a bot cannot move");
                    tracing::info!("cleared away");
                }
            }
            tracing::warn!(error = "no answer within 10 s", "what other nodes do is not known");
        });
        let text = String::from_utf8(lines.0.lock().clone()).unwrap();
        let count = |what: &str| text.lines().filter(|line| line.contains(what)).count();
        assert_eq!(
            (count("connection refused"), count("no answer"), count("a bot"), count("cleared away")),
            (1, 1, 2, 2),
            "{text}"
        );
    }

    #[test]
    fn what_goes_on_is_told_again_and_no_memory_grows() {
        let (repeats, begun) = (Repeats::default(), Instant::now());
        let told = |after: u64| repeats.is_due(1, begun + Duration::from_secs(after));
        assert_eq!([0, 1, 59, 60, 61, 120].map(told), [true, false, false, true, false, true]);
        for line in 0..10_000 {
            repeats.is_due(line, begun);
        }
        assert!(repeats.written.lock().len() <= MOST);
    }
}

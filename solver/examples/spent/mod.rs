//! What choices take of one processor.

use std::fs;
use std::time::Duration;

/// What choices took.
#[derive(Default)]
pub struct Spent {
    number: u32,
    sum: Duration,
    most: Duration,
}

impl Spent {
    /// Times a choice.
    pub fn time<T>(&mut self, of: impl FnOnce() -> T) -> T {
        let before = processor_time();
        let result = of();
        let spent = processor_time().saturating_sub(before);
        (self.number, self.sum, self.most) = (self.number + 1, self.sum + spent, self.most.max(spent));
        result
    }

    /// The mean and the most.
    pub fn words(&self) -> String {
        let ms = |time: Duration| time.as_secs_f64() * 1000.0;
        format!("{:.1} ms, at most {:.0}", ms(self.sum) / f64::from(self.number.max(1)), ms(self.most))
    }
}

/// What this thread has had of a processor, as Linux tells it.
fn processor_time() -> Duration {
    let told = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    Duration::from_nanos(told.split(' ').next().and_then(|first| first.parse().ok()).unwrap_or(0))
}

//! Takes the numbers of the process, and writes them as Prometheus reads them (text format 0.0.4).

use std::collections::HashMap;
use std::fmt::{Display, Write as _};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use metrics::{Counter, Gauge, Histogram, HistogramFn, Key, KeyName, Metadata, Recorder, SharedString, Unit};
use parking_lot::{Mutex, RwLock};

/// Upper bounds of the buckets of times, in seconds.
const SECONDS: [f64; 15] =
    [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0];

/// All numbers, by their names and labels.
#[derive(Default)]
pub(super) struct Numbers {
    counters: Named<AtomicU64>,
    gauges: Named<AtomicU64>,
    times: Named<Times>,
    /// What each name means.
    meanings: RwLock<HashMap<String, SharedString>>,
}

type Named<T> = RwLock<HashMap<Key, Arc<T>>>;

/// Times that were measured.
#[derive(Default)]
struct Times(Mutex<Sums>);

#[derive(Clone, Copy, Default)]
struct Sums {
    /// How many were in each bucket and in none of those before.
    buckets: [u64; SECONDS.len()],
    count: u64,
    sum: f64,
}

impl HistogramFn for Times {
    fn record(&self, value: f64) {
        let mut sums = self.0.lock();
        if let Some(bucket) = SECONDS.iter().position(|bound| value <= *bound) {
            sums.buckets[bucket] += 1;
        }
        sums.count += 1;
        sums.sum += value;
    }
}

fn find<T: Default>(numbers: &Named<T>, key: &Key) -> Arc<T> {
    if let Some(known) = numbers.read().get(key) {
        return Arc::clone(known);
    }
    Arc::clone(numbers.write().entry(key.clone()).or_default())
}

impl Recorder for Numbers {
    fn describe_counter(&self, name: KeyName, _: Option<Unit>, meaning: SharedString) {
        self.meanings.write().insert(name.as_str().to_owned(), meaning);
    }

    fn describe_gauge(&self, name: KeyName, unit: Option<Unit>, meaning: SharedString) {
        self.describe_counter(name, unit, meaning);
    }

    fn describe_histogram(&self, name: KeyName, unit: Option<Unit>, meaning: SharedString) {
        self.describe_counter(name, unit, meaning);
    }

    fn register_counter(&self, key: &Key, _: &Metadata<'_>) -> Counter {
        Counter::from_arc(find(&self.counters, key))
    }

    fn register_gauge(&self, key: &Key, _: &Metadata<'_>) -> Gauge {
        Gauge::from_arc(find(&self.gauges, key))
    }

    fn register_histogram(&self, key: &Key, _: &Metadata<'_>) -> Histogram {
        Histogram::from_arc(find(&self.times, key))
    }
}

impl Numbers {
    /// All numbers as text, by their names.
    pub(super) fn render(&self) -> String {
        let mut page = String::new();
        self.write(&mut page, "counter", &self.counters, |page, key, value| {
            line(page, key, "", None, &value.load(Relaxed));
        });
        self.write(&mut page, "gauge", &self.gauges, |page, key, value| {
            line(page, key, "", None, &f64::from_bits(value.load(Relaxed)));
        });
        self.write(&mut page, "histogram", &self.times, |page, key, times| {
            let Sums { buckets, count, sum } = *times.0.lock();
            let mut so_far = 0;
            for (bound, number) in SECONDS.iter().zip(buckets) {
                so_far += number;
                line(page, key, "_bucket", Some(bound), &so_far);
            }
            line(page, key, "_bucket", Some(&"+Inf"), &count);
            line(page, key, "_sum", None, &sum);
            line(page, key, "_count", None, &count);
        });
        page
    }

    fn write<T>(
        &self,
        page: &mut String,
        kind: &str,
        numbers: &Named<T>,
        each: impl Fn(&mut String, &Key, &T),
    ) {
        let numbers = numbers.read();
        let mut sorted: Vec<_> = numbers.iter().collect();
        sorted.sort_unstable_by_key(|(key, _)| *key);
        let meanings = self.meanings.read();
        for of_name in sorted.chunk_by(|(one, _), (other, _)| one.name() == other.name()) {
            let name = of_name[0].0.name();
            if let Some(meaning) = meanings.get(name) {
                let _ = writeln!(page, "# HELP {name} {meaning}");
            }
            let _ = writeln!(page, "# TYPE {name} {kind}");
            of_name.iter().for_each(|(key, number)| each(page, key, number));
            page.push('\n');
        }
    }
}

/// One value. Names are ours; what labels say is not always.
fn line(page: &mut String, key: &Key, suffix: &str, bound: Option<&dyn Display>, value: &dyn Display) {
    let _ = write!(page, "{}{suffix}", key.name());
    let mut labels: Vec<_> =
        key.labels().map(|label| format!("{}=\"{}\"", label.key(), escaped(label.value()))).collect();
    labels.extend(bound.map(|bound| format!("le=\"{bound}\"")));
    if !labels.is_empty() {
        let _ = write!(page, "{{{}}}", labels.join(","));
    }
    let _ = writeln!(page, " {value}");
}

fn escaped(value: &str) -> String {
    value.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}

#[cfg(test)]
mod tests {
    use metrics::{Label, Level};

    use super::*;

    #[test]
    fn numbers_are_written_as_prometheus_reads_them() {
        let (numbers, of) = (Numbers::default(), Metadata::new("here", Level::INFO, None));
        numbers.describe_counter("moves".into(), None, "Moves played".into());
        let seat = Key::from_parts("moves", vec![Label::new("seat", "a \"b\"\\\n")]);
        for amount in [2, 3] {
            numbers.register_counter(&seat, &of).increment(amount);
        }
        numbers.register_counter(&Key::from_name("moves"), &of).absolute(7);
        numbers.register_gauge(&Key::from_name("open"), &of).set(1.5);
        let took = numbers.register_histogram(&Key::from_parts("took", vec![Label::new("part", "one")]), &of);
        [0.0005, 0.002, 40.0].into_iter().for_each(|seconds| took.record(seconds));
        let page = numbers.render();
        let (first, times) = page.split_once("# TYPE took histogram\n").unwrap();
        assert_eq!(
            first,
            "# HELP moves Moves played\n# TYPE moves counter\nmoves 7\nmoves{seat=\"a \\\"b\\\"\\\\\\n\"} 5\n\n\
             # TYPE open gauge\nopen 1.5\n\n"
        );
        let lines: Vec<_> = times.lines().collect();
        assert_eq!(lines[0], "took_bucket{part=\"one\",le=\"0.0005\"} 1");
        assert_eq!(lines[2], "took_bucket{part=\"one\",le=\"0.0025\"} 2");
        assert_eq!(lines[14], "took_bucket{part=\"one\",le=\"30\"} 2");
        assert_eq!(lines[15], "took_bucket{part=\"one\",le=\"+Inf\"} 3");
        assert_eq!(lines[17], "took_count{part=\"one\"} 3");
        assert!(lines[16].starts_with("took_sum{part=\"one\"} 40.002"), "{}", lines[16]);
    }
}

//! The numbers of the process, by the names that dashboards of Prometheus know; on Linux, where the system tells them.

use metrics::{counter, describe_counter, describe_gauge, gauge};

pub(super) fn describe() {
    describe_counter!("process_cpu_seconds_total", "Seconds of processors used");
    describe_gauge!("process_resident_memory_bytes", "Memory in use");
    describe_gauge!("process_open_fds", "Open files and connections");
    describe_gauge!("process_threads", "Threads");
}

/// Reads them.
#[cfg(target_os = "linux")]
pub(super) fn collect() {
    use rustix::param::{clock_ticks_per_second, page_size};

    let stat = std::fs::read_to_string("/proc/self/stat").ok();
    if let Some(Stat { ticks, threads, pages }) = stat.as_deref().and_then(Stat::read) {
        counter!("process_cpu_seconds_total").absolute(ticks / clock_ticks_per_second());
        gauge!("process_resident_memory_bytes").set((pages * page_size() as u64) as f64);
        gauge!("process_threads").set(threads as f64);
    }
    if let Ok(open) = std::fs::read_dir("/proc/self/fd") {
        gauge!("process_open_fds").set(open.count() as f64);
    }
}

/// What `/proc/self/stat` says (proc_pid_stat(5)).
#[cfg(target_os = "linux")]
#[derive(Debug, PartialEq)]
struct Stat {
    ticks: u64,
    threads: u64,
    pages: u64,
}

#[cfg(target_os = "linux")]
impl Stat {
    /// The second field is the program's name in brackets, which may have spaces and brackets in it.
    fn read(text: &str) -> Option<Self> {
        let (_, rest) = text.rsplit_once(')')?;
        let fields: Vec<_> = rest.split_ascii_whitespace().collect();
        // The manual counts from 1, and two fields stand before the rest.
        let field = |number: usize| fields.get(number - 3)?.parse::<u64>().ok();
        Some(Self { ticks: field(14)? + field(15)?, threads: field(20)?, pages: field(24)? })
    }
}

/// Nothing is told elsewhere.
#[cfg(not(target_os = "linux"))]
pub(super) fn collect() {}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_whatever_the_program_is_called() {
        let text = "7 (a ) b) S 1 7 7 0 -1 4194560 520 0 3 0 250 50 0 0 20 0 9 0 1000 5000000 640 18446744073709551615 1";
        assert_eq!(Stat::read(text), Some(Stat { ticks: 300, threads: 9, pages: 640 }));
        let own = std::fs::read_to_string("/proc/self/stat").unwrap();
        assert!(Stat::read(&own).is_some_and(|own| own.threads > 0 && own.pages > 0), "{own}");
        assert_eq!(Stat::read("7 (a) S"), None);
    }
}

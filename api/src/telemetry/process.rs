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
    use procfs::process::Process;

    let Ok(own) = Process::myself() else { return };
    if let Ok(stat) = own.stat() {
        counter!("process_cpu_seconds_total")
            .absolute((stat.utime + stat.stime) / procfs::ticks_per_second());
        gauge!("process_resident_memory_bytes").set((stat.rss * procfs::page_size()) as f64);
        gauge!("process_threads").set(stat.num_threads as f64);
    }
    if let Ok(open) = own.fd_count() {
        gauge!("process_open_fds").set(open as f64);
    }
}

/// Nothing is told elsewhere.
#[cfg(not(target_os = "linux"))]
pub(super) fn collect() {}

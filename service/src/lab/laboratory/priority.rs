//! Threads that give way to all others.

/// Lowers the priority of the calling thread as far as it goes. It needs no privilege; where the system refuses, the thread
/// stays what it is.
#[cfg(target_os = "linux")]
pub(super) fn lower() {
    // On Linux a priority belongs to a thread, and process 0 is the calling thread.
    if let Err(error) = rustix::process::setpriority_process(None, LOWEST) {
        tracing::warn!(%error, "experiments are played at the usual priority");
    }
}

/// Elsewhere it would lower the whole process.
#[cfg(not(target_os = "linux"))]
pub(super) fn lower() {}

/// `nice 19`.
#[cfg(target_os = "linux")]
const LOWEST: i32 = 19;

//! The writer's thread goes before others that want a processor.
//!
//! It works little and all wait for it: where every processor is busy, a sync that is over otherwise waits for somebody's
//! slice to end before anybody is answered. Only who may raise priorities (`CAP_SYS_NICE`) can ask for that; everybody
//! else goes on as before.

/// The niceness asked for: −20 is first, 0 is usual, 19 is last.
#[cfg(target_os = "linux")]
const NICENESS: i32 = -10;

/// Asks for precedence for this thread. Elsewhere than on Linux a niceness is one of the whole process.
pub(super) fn ask() {
    #[cfg(target_os = "linux")]
    match rustix::process::setpriority_process(None, NICENESS) {
        Ok(()) => tracing::debug!(niceness = NICENESS, "the writer goes before other threads"),
        Err(error) => tracing::debug!(%error, "the writer has no precedence: CAP_SYS_NICE is needed"),
    }
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests {
    use rustix::process::{getpriority_process, setpriority_process};

    use super::*;

    fn in_a_thread<T: Send + 'static>(work: fn() -> T) -> T {
        std::thread::spawn(work).join().unwrap()
    }

    #[test]
    fn only_the_thread_that_asks_is_changed_and_only_where_it_may() {
        let before = getpriority_process(None).unwrap();
        let allowed = in_a_thread(|| setpriority_process(None, NICENESS).is_ok());
        let asked = in_a_thread(|| {
            ask();
            getpriority_process(None).unwrap()
        });
        assert_eq!(asked, if allowed { NICENESS } else { before });
        assert_eq!(getpriority_process(None).unwrap(), before);
    }
}

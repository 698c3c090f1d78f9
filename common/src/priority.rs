//! Threads that give way to others: the system slices their work and preempts it for what is more urgent.

/// How far a thread gives way: the `nice` of Unix, from 0, not at all, to 19.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Nice(u8);

impl Nice {
    /// As all threads.
    pub const USUAL: Self = Self(0);
    /// A thread that has the processors that are idle, and next to nothing of those that are not.
    pub const LOWEST: Self = Self(19);

    /// Gives way so far, at most 19.
    pub const fn new(nice: u8) -> Self {
        if nice < Self::LOWEST.0 { Self(nice) } else { Self::LOWEST }
    }

    /// Makes the calling thread give way. It needs no privilege; where the system refuses, the thread stays what it is.
    #[cfg(target_os = "linux")]
    pub fn apply(self) {
        if self == Self::USUAL {
            return;
        }
        // On Linux a priority belongs to a thread, and process 0 is the calling thread.
        if let Err(error) = rustix::process::setpriority_process(None, i32::from(self.0)) {
            tracing::warn!(%error, "a thread that should give way to others does not");
        }
    }

    /// Elsewhere it would lower the whole process.
    #[cfg(not(target_os = "linux"))]
    pub fn apply(self) {}
}

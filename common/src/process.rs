//! What the process is allowed, and what it allows others.

use std::time::Duration;

use rustix::fs::Mode;
use rustix::process::{Resource, getrlimit, umask};
use rustix::time::{ClockId, clock_gettime};

/// Files that this program makes are read by nobody else: databases, backups, exports and secrets alike.
pub fn keep_files_private() {
    umask(Mode::RWXG | Mode::RWXO);
}

/// How long the calling thread has had a processor.
pub fn thread_time() -> Duration {
    clock_gettime(ClockId::ThreadCPUTime).try_into().unwrap_or_default()
}

/// Says so where the address space is limited: who runs out of it is ended by the system without a word.
pub fn warn_of_limits() {
    if let Some(bytes) = getrlimit(Resource::As).current {
        eprintln!("tapis: {}", about_address_space(bytes));
    }
}

fn about_address_space(bytes: u64) -> String {
    format!(
        "the address space of this process is limited to {} MiB (ulimit -v): where that is not enough, the system ends it at once. \
         Memory that is mapped and not used counts too, so lift that limit (ulimit -v unlimited, LimitAS=infinity) and limit memory \
         itself where needed (MemoryMax= of systemd, --memory of a container); --cache-bytes and --workers make it less",
        bytes >> 20
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_to_do_is_said() {
        let said = about_address_space(512 << 20);
        assert!(
            said.contains("512 MiB") && said.contains("ulimit -v unlimited") && said.contains("MemoryMax=")
        );
    }
}

//! One test program, read while it runs: a line for each test, and what its processes have taken of a processor by then.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use anyhow::{Context, Result};

/// After this time without a word a program hangs: no test takes a hundredth of it.
const SILENCE: Duration = Duration::from_secs(300);

/// A test that has ended.
pub struct Trial {
    pub name: String,
    pub passed: bool,
    /// Of the program and of what it started and waited for.
    pub processor: Duration,
}

/// Runs a program whose tests run one after the other; answers them, and what it printed if it failed.
///
/// # Errors
/// It cannot be started or read.
pub fn run(mut command: Command) -> Result<(Vec<Trial>, Option<String>)> {
    let shown = command.get_program().display().to_string();
    let (reader, writer) = std::io::pipe()?;
    command.stdout(writer.try_clone()?).stderr(writer);
    let mut child = command.spawn().with_context(|| format!("{shown} cannot be started"))?;
    // The command holds the other end: with it, the end would never be read.
    drop(command);
    let (trials, mut told, silent) = follow(&mut child, reader);
    let status = child.wait()?;
    if silent {
        told += &format!("nothing has ended for {} s: it hangs, and was ended\n", SILENCE.as_secs());
    }
    let failed = silent || !status.success();
    Ok((trials, failed.then(|| format!("{told}{shown} ended with {status}"))))
}

/// Reads a program to its end; whether it was ended because it fell silent.
fn follow(child: &mut Child, reader: impl Read + Send + 'static) -> (Vec<Trial>, String, bool) {
    let (pid, (lines, heard)) = (child.id(), channel());
    std::thread::spawn(move || {
        for line in BufReader::new(reader).split(b'\n').map_while(Result::ok) {
            let line = String::from_utf8_lossy(&line).into_owned();
            if lines.send((line, processor(pid))).is_err() {
                break;
            }
        }
    });
    let (mut tests, mut told) = (Reader::default(), String::new());
    loop {
        match heard.recv_timeout(SILENCE) {
            Ok((line, processor)) => {
                tests.hear(&line, processor.unwrap_or_default());
                told += &(line + "\n");
            }
            Err(RecvTimeoutError::Disconnected) => return (tests.trials, told, false),
            Err(RecvTimeoutError::Timeout) => {
                let _ = child.kill();
                return (tests.trials, told, true);
            }
        }
    }
}

/// What a process and the children it has waited for have taken of a processor, as Linux counts it.
fn processor(pid: u32) -> Option<Duration> {
    let mut stat = String::new();
    File::open(format!("/proc/{pid}/stat")).ok()?.read_to_string(&mut stat).ok()?;
    // The name stands in brackets and may have any characters; utime, stime, cutime and cstime are fields 14 to 17.
    let (_, fields) = stat.rsplit_once(") ")?;
    let ticks = fields.split(' ').skip(11).take(4).map(|field| field.parse::<u64>().ok());
    // Linux tells them in hundredths of a second, whatever the machine's own clock does.
    ticks.sum::<Option<u64>>().map(|ticks| Duration::from_millis(ticks * 10))
}

/// Finds the tests in what a program prints.
#[derive(Default)]
struct Reader {
    trials: Vec<Trial>,
    /// The test that has begun, where something else was printed before its end.
    begun: Option<String>,
    before: Duration,
}

impl Reader {
    /// Takes the next line, and what had been taken of a processor when it came.
    fn hear(&mut self, line: &str, processor: Duration) {
        if let Some((name, rest)) = line.strip_prefix("test ").and_then(|line| line.split_once(" ... ")) {
            self.begun = Some(name.trim_end_matches(" - should panic").to_owned());
            self.end(rest, processor);
        } else {
            self.end(line, processor);
        }
    }

    fn end(&mut self, said: &str, processor: Duration) {
        let passed = match said {
            said if said.ends_with("ok") => true,
            said if said.ends_with("FAILED") => false,
            _ => return,
        };
        if let Some(name) = self.begun.take() {
            let taken = processor.saturating_sub(self.before);
            self.trials.push(Trial { name, passed, processor: taken });
        }
        self.before = self.before.max(processor);
    }
}

#[cfg(test)]
mod tests {
    use std::process::Stdio;

    use super::*;

    #[test]
    fn tests_are_found_in_what_a_program_prints() {
        let mut reader = Reader::default();
        let lines = [
            ("running 3 tests", 5),
            ("test a::b ... ok", 20),
            ("test c ... started a server", 30),
            ("it runs", 40),
            ("ok", 50),
            ("test d - should panic ... FAILED", 90),
            ("failures:", 95),
            ("test result: FAILED. 2 passed; 1 failed", 95),
        ];
        for (line, millis) in lines {
            reader.hear(line, Duration::from_millis(millis));
        }
        let found: Vec<_> = reader
            .trials
            .iter()
            .map(|one| (one.name.as_str(), one.passed, one.processor.as_millis()))
            .collect();
        assert_eq!(found, [("a::b", true, 20), ("c", true, 30), ("d", false, 40)]);
    }

    fn shell(script: &str) -> (Vec<Trial>, Option<String>) {
        let mut command = Command::new("sh");
        command.args(["-c", script]).stdin(Stdio::null());
        run(command).unwrap()
    }

    #[test]
    fn what_a_test_and_its_children_take_is_counted_and_a_failure_is_kept_whole() {
        let work = "i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done";
        let (trials, failure) =
            shell(&format!("echo 'test idle ... ok'; printf 'test busy ... '; sh -c '{work}'; echo ok"));
        assert!(failure.is_none());
        let [idle, busy] = &trials[..] else { panic!("{}", trials.len()) };
        assert!(busy.processor > idle.processor, "{:?} {:?}", busy.processor, idle.processor);
        let (trials, failure) = shell("echo 'test a ... FAILED'; echo why >&2; exit 101");
        assert!(!trials[0].passed && failure.unwrap().contains("why"));
    }
}

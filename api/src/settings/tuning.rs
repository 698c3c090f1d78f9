//! Constants of the service that tests change.

use clap::builder::ValueParser;
use clap::error::ErrorKind;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, Error, FromArgMatches};
use std::time::Duration;
use tapis_lab::LabSettings;

use crate::serving::Timeouts;

/// The name of the flag.
const FLAG: &str = "tune";
const HOUR_MS: u64 = 3_600_000;

macro_rules! tuning {
    ($($(#[$doc:meta])* $name:ident = $usual:expr, $least:expr => $most:expr;)*) => {
        /// What operators need not know. `--tune name=value,…` changes some of it: for tests, and for an emergency. Every value is a whole
        /// number.
        #[derive(Clone, Debug)]
        pub struct Tuning {
            $($(#[$doc])* pub $name: u64,)*
        }

        impl Default for Tuning {
            fn default() -> Self {
                Self { $($name: $usual,)* }
            }
        }

        impl Tuning {
            fn place(&mut self, name: &str) -> Option<(&mut u64, u64, u64)> {
                match name {
                    $(stringify!($name) => Some((&mut self.$name, $least, $most)),)*
                    _ => None,
                }
            }
        }
    };
}

tuning! {
    /// Open connections of each worker.
    max_connections = 10_000, 1 => 1_000_000;
    /// Open connections of one address elsewhere that is no trusted proxy; 0 for no limit.
    max_connections_per_address = 384, 0 => 1_000_000;
    /// Time for the head of a request, from its first byte.
    head_timeout_ms = 5_000, 1 => HOUR_MS;
    /// Time for the body of a request.
    body_timeout_ms = 8_000, 1 => HOUR_MS;
    /// Time after which a connection is closed whose client reads nothing of an answer.
    reader_timeout_ms = 10_000, 1 => HOUR_MS;
    /// Time that an idle connection is kept.
    keep_alive_ms = 30_000, 0 => HOUR_MS;
    /// Time for requests in flight when the server stops.
    shutdown_seconds = 4, 0 => 3_600;
    /// Time between heartbeats of an event stream.
    heartbeat_ms = 15_000, 10 => HOUR_MS;
    /// The largest body of a request, of those that are sent games, decks, plans or logs.
    max_body_bytes = 262_144, 1_024 => 1 << 30;
    /// Rulesets that one address may store a day; 0 for no limit.
    rulesets_a_day = 1_000, 0 => u32::MAX as u64;
    /// Hints of one address that are kept a day for retries; a retry of one beyond is searched again. 0 for no limit.
    kept_hints_a_day = 10_000, 0 => u32::MAX as u64;
    /// Event streams of one address; 0 means an eighth of all.
    max_streams_per_address = 0, 0 => 10_000_000;
    /// Threads that work together on one hint. Concurrent hints are the threads of the solver divided by this.
    solver_threads_per_search = 2, 1 => 1_024;
    /// Waiting searches of each length; more get 503.
    solver_queue = 256, 1 => 1_000_000;
    /// Waiting work of each length, in milliseconds of search; more gets 503.
    solver_queue_ms = 150_000, 1 => 24 * HOUR_MS;
    /// The longest search for a hint, whatever its budget.
    solver_max_ms = 30_000, 1 => 600_000;
    /// Threads for analyses that are longer than any hint, and as many for reviews.
    analysis_threads = 1, 1 => 1_024;
    /// The longest search for an analysis, whatever its budget, and the longest review.
    analysis_max_ms = 600_000, 1 => 24 * HOUR_MS;
    /// Analyses that are kept, running and finished, and as many reviews.
    analyses = 256, 1 => 1_000_000;
    /// Time that a finished analysis is kept.
    analysis_keep_seconds = 900, 0 => 86_400;
    /// Games of one address that wait for a bot's move, counted separately with people and without, and half of all. Beyond it, its new
    /// games with bots get 503.
    bot_queue = 20_000, 1 => 10_000_000;
    /// The least time before a bot's reply in every game with people; `novice` and `beginner` take 2 times as long, `apprentice` and
    /// `casual` 4 times, `club` 10 times, `expert` 50 times. This is longer than the searches of the level, so the delay does not
    /// reveal whether the bot searched. With 0 here and a pace of 0, replies are sent at once.
    bot_slot_ms = 50, 0 => HOUR_MS;
    /// Threads that play experiments, at the lowest priority; 0 means all processors but one, at least one.
    lab_threads = 0, 0 => 1_024;
    /// Play after which an experiment gives way to a waiting one.
    lab_turn_ms = 5_000, 0 => HOUR_MS;
    /// Games of an experiment, all arms and seatings together; more are refused.
    lab_games = 5_000_000, 1 => 10_000_000_000;
    /// Time that a receiver has to take a message.
    webhook_timeout_ms = 10_000, 10 => 10_000;
    /// The pause before a message is sent again that was not taken, and in which nothing is sent to a host that did not answer in time.
    /// Each further pause is three times as long, up to an hour.
    webhook_retry_ms = 5_000, 1 => HOUR_MS;
    /// Time after which a game is given up if no message of it is taken.
    webhook_give_up_seconds = 86_400, 1 => 2_592_000;
    /// Time before a browser is told. Whoever follows the game meanwhile is not told.
    push_pause_ms = 5_000, 0 => HOUR_MS;
}

impl Tuning {
    /// Time between heartbeats.
    pub fn heartbeat(&self) -> Duration {
        Duration::from_millis(self.heartbeat_ms)
    }

    /// How long clients are waited for.
    pub fn patience(&self) -> Timeouts {
        Timeouts {
            head: Duration::from_millis(self.head_timeout_ms),
            reader: Duration::from_millis(self.reader_timeout_ms),
        }
    }

    /// How experiments are played.
    pub fn lab(&self) -> LabSettings {
        let processors = || std::thread::available_parallelism().map_or(1, usize::from);
        LabSettings {
            threads: match self.lab_threads as usize {
                0 => processors().saturating_sub(1).max(1),
                threads => threads,
            },
            most_games: self.lab_games,
            turn: Duration::from_millis(self.lab_turn_ms),
        }
    }

    /// Milliseconds to wait after a message was sent so many times in vain.
    pub fn pause_ms(&self, tries: u32) -> u64 {
        let longer = 3_u64.saturating_pow(tries.saturating_sub(1));
        self.webhook_retry_ms.saturating_mul(longer).min(HOUR_MS)
    }

    /// Milliseconds after which a message is given up that is not taken.
    pub fn give_up_ms(&self) -> u64 {
        self.webhook_give_up_seconds.saturating_mul(1_000)
    }

    fn set(&mut self, pair: &str) -> Result<(), String> {
        let (name, text) = pair.split_once('=').ok_or_else(|| format!("'{pair}': expected name=value"))?;
        let (place, least, most) =
            self.place(name).ok_or_else(|| format!("'{pair}': there is nothing of that name to tune"))?;
        let number = text.parse().ok().filter(|number| (least..=most).contains(number));
        *place = number.ok_or_else(|| format!("'{pair}': expected a whole number from {least} to {most}"))?;
        Ok(())
    }
}

impl FromArgMatches for Tuning {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let mut tuning = Self::default();
        tuning.update_from_arg_matches(matches)?;
        Ok(tuning)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        for pair in matches.get_many::<String>(FLAG).into_iter().flatten() {
            let refused = |why| Error::raw(ErrorKind::ValueValidation, format!("--{FLAG} {why}\n"));
            self.set(pair).map_err(refused)?;
        }
        Ok(())
    }
}

impl Args for Tuning {
    fn augment_args(command: Command) -> Command {
        let tune = Arg::new(FLAG).long(FLAG).value_name("NAME=VALUE").hide(true);
        command.arg(tune.action(ArgAction::Append).value_delimiter(',').value_parser(ValueParser::string()))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Settings;

    #[test]
    fn pauses_grow_up_to_an_hour() {
        let pauses = [1, 2, 3, 7, 8, 1_000].map(|tries| Tuning::default().pause_ms(tries));
        assert_eq!(pauses, [5_000, 15_000, 45_000, 3_600_000, 3_600_000, 3_600_000]);
    }

    #[test]
    fn values_are_changed_one_by_one_and_wrong_ones_are_refused_in_words() {
        let tuned = ["--tune", "bot_queue=7,lab_turn_ms=0", "--tune", "bot_queue=8"];
        let tuning = Settings::from_args(tuned).unwrap().tuning;
        assert_eq!((tuning.bot_queue, tuning.lab_turn_ms, tuning.analyses), (8, 0, 256));
        for (wrong, told) in [
            ("bot_queue", "expected name=value"),
            ("bots=1", "nothing of that name"),
            ("heartbeat_ms=9", "from 10 to 3600000"),
            ("heartbeat_ms=x", "from 10 to 3600000"),
        ] {
            let error = Settings::from_args(["--tune", wrong]).unwrap_err().to_string();
            assert!(error.contains(wrong) && error.contains(told), "{error}");
        }
    }
}

//! Bounds on what callers may ask.

use clap::Args;

use super::bounded::within;

/// Sizes and rates. Rates are requests a minute and caller (an IPv4 address or an IPv6 /64), which may come all at once; 0 switches a
/// limit off.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Limits")]
pub struct Limits {
    /// Bytes of free disk space reserved for people's moves. With less free, new games, rulesets and experiments get 507, and
    /// running experiments wait; 0 reserves nothing.
    #[arg(long, env = "TAPIS_RESERVE_BYTES", default_value_t = 256 << 20, value_parser = within(0_u64..=1_099_511_627_776_000))]
    pub reserve_bytes: u64,
    /// Games that one address may create a day, even all at once; 0 for no limit.
    #[arg(long, env = "TAPIS_GAMES_A_DAY", default_value_t = 20_000, value_parser = within(0..=u32::MAX))]
    pub games_a_day: u32,
    /// Days without an event after which a game is ended, if no clock runs in it; 0 ends none.
    #[arg(long, env = "TAPIS_ABANDON_DAYS", default_value_t = 30, value_parser = within(0_u32..=36_500))]
    pub abandon_days: u32,
    /// The approximate maximum of memory for games, in bytes; other games are rebuilt from their log on request.
    #[arg(
        long, env = "TAPIS_CACHE_BYTES", default_value_t = 256 << 20,
        value_parser = within(1_048_576_usize..=1_099_511_627_776),
    )]
    pub cache_bytes: usize,
    /// The maximum of open event streams.
    #[arg(long = "max-streams", env = "TAPIS_MAX_STREAMS", default_value_t = 10_000, value_parser = within(0_usize..=10_000_000))]
    pub streams: usize,
    /// Requests a minute of any kind. Of this and the other rates a twelfth may come at once, or 60 if that is more.
    #[arg(long, env = "TAPIS_RATE_REQUESTS", default_value_t = 60_000, value_parser = within(0..=u32::MAX))]
    pub rate_requests: u32,
    /// Games created a minute, and as many other changes that are no moves: seats taken and left, tokens, settings, undo, resigning, push,
    /// webhooks and players deleted.
    #[arg(long, env = "TAPIS_RATE_CREATE", default_value_t = 3_000, value_parser = within(0..=u32::MAX))]
    pub rate_create: u32,
    /// Moves a minute.
    #[arg(long, env = "TAPIS_RATE_MOVES", default_value_t = 60_000, value_parser = within(0..=u32::MAX))]
    pub rate_moves: u32,
    /// Hints, analyses, reviews and questions about reviews a minute.
    #[arg(long, env = "TAPIS_RATE_HINTS", default_value_t = 3_000, value_parser = within(0..=u32::MAX))]
    pub rate_hints: u32,
    /// Work a minute, in milliseconds of a thread that serves; 64 kB sent or answered count as one. A twelfth may come at once
    #[arg(long, env = "TAPIS_RATE_WORK", default_value_t = 30_000, value_parser = within(0..=u32::MAX))]
    pub rate_work: u32,
}

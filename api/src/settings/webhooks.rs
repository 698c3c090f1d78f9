//! Messages to front ends.

use std::time::Duration;

use clap::Args;

use super::bounded::within;

/// How webhooks are delivered.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Webhooks")]
pub struct WebhookSettings {
    /// Send webhooks to private addresses too: loopback, local networks, and others that are not on the internet. Anyone with a
    /// key can then have the service send requests there.
    #[arg(long = "webhooks-to-private-networks", env = "TAPIS_WEBHOOKS_TO_PRIVATE_NETWORKS")]
    pub to_private_networks: bool,
    /// Milliseconds a receiver has to take a message.
    #[arg(long = "webhook-timeout-ms", env = "TAPIS_WEBHOOK_TIMEOUT_MS", default_value_t = 10_000, value_parser = within(10_u64..=10_000))]
    pub timeout_ms: u64,
    /// Milliseconds before a message is sent again that was not taken. Each further pause is three times as long, up to an hour.
    #[arg(long = "webhook-retry-ms", env = "TAPIS_WEBHOOK_RETRY_MS", default_value_t = 5_000, value_parser = within(1_u64..=3_600_000))]
    pub retry_ms: u64,
    /// Seconds after which a webhook is switched off if a message is not taken.
    #[arg(long = "webhook-give-up-seconds", env = "TAPIS_WEBHOOK_GIVE_UP_SECONDS", default_value_t = 86_400, value_parser = within(1_u64..=2_592_000))]
    pub give_up_seconds: u64,
}

/// The longest pause between two tries.
const LONGEST_PAUSE_MS: u64 = 3_600_000;

impl WebhookSettings {
    /// Time a receiver has.
    pub fn timeout(&self) -> Duration {
        Duration::from_millis(self.timeout_ms)
    }

    /// Milliseconds to wait after so many tries in vain.
    pub fn pause_ms(&self, tries: u32) -> u64 {
        let longer = 3_u64.saturating_pow(tries.saturating_sub(1));
        self.retry_ms.saturating_mul(longer).min(LONGEST_PAUSE_MS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_up_to_an_hour() {
        let settings = WebhookSettings {
            to_private_networks: false,
            timeout_ms: 10_000,
            retry_ms: 5_000,
            give_up_seconds: 86_400,
        };
        let pauses = [1, 2, 3, 7, 8, 1_000].map(|tries| settings.pause_ms(tries));
        assert_eq!(pauses, [5_000, 15_000, 45_000, 3_600_000, 3_600_000, 3_600_000]);
    }
}

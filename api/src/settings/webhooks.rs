//! Messages to front ends.

use clap::Args;

/// How webhooks are delivered.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Webhooks")]
pub struct WebhookSettings {
    /// Send webhooks to private addresses too: loopback, local networks, and others that are not on the internet. Anyone with a
    /// key can then have the service send requests there.
    #[arg(long = "webhooks-to-private-networks", env = "TAPIS_WEBHOOKS_TO_PRIVATE_NETWORKS")]
    pub to_private_networks: bool,
}

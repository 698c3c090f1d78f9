//! The clock of what nodes hold, in the hand of a test: nobody waits until the time of a node that was killed is up.

use crate::server::Server;

/// The time of every node and of all that nodes hold is up. Those that go on say so again.
pub fn time_is_up(server: &Server, url: &str) {
    for held in ["leases", "nodes", "analyses"] {
        let ended = if held == "analyses" { " WHERE NOT ended" } else { "" };
        server.sql(url, &format!("UPDATE {held} SET until = now() - interval '1 second'{ended}"));
    }
}

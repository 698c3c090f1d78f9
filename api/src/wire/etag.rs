//! Entity tags: version and viewer.

use tapis_games::seat::Viewer;

/// The entity tag of a version for a viewer: `"v17-s0"`, `"v17-spectator"`.
pub fn etag(version: u64, viewer: Viewer) -> String {
    match viewer {
        Viewer::Seat(seat) => format!("\"v{version}-s{}\"", seat.0),
        Viewer::Spectator | Viewer::Replay => format!("\"v{version}-spectator\""),
    }
}

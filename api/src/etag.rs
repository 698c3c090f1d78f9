//! Entity tags: version and viewer.

use tapis_games::seat::Viewer;

/// The entity tag of a version for a viewer: `"v17-s0"`, `"v17-spectator"`.
pub fn etag(version: u64, viewer: Viewer) -> String {
    match viewer {
        Viewer::Seat(seat) => format!("\"v{version}-s{}\"", seat.0),
        Viewer::Spectator | Viewer::Replay => format!("\"v{version}-spectator\""),
    }
}

/// The version that an entity tag of this viewer names.
pub fn tagged_version(tag: &str, viewer: Viewer) -> Option<u64> {
    let version = tag.strip_prefix("\"v")?.split('-').next()?.parse().ok()?;
    (etag(version, viewer) == tag).then_some(version)
}

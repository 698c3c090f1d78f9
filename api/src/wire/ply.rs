//! A ply as the document shows it.

use serde::Serialize;
use utoipa::ToSchema;

use tapis_games::shapes::AnyOutcome;

/// A ply as a viewer saw it.
#[derive(Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "describes `tapis_games::log::AnySeenPly` in the document")]
pub struct SeenPly {
    /// 0 for the set-up, then 1, 2, ….
    n: u32,
    /// Who moved; absent for the set-up.
    #[schema(minimum = 0, maximum = 6)]
    seat: Option<u8>,
    /// The move as the viewer may read it; absent for the set-up.
    notation: Option<String>,
    /// What it told the viewer beyond its notation, per game.
    outcome: Option<AnyOutcome>,
}

//! An analysis as other nodes may tell of it.

use super::Json;

/// What the node that searches said last of an analysis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedAnalysis {
    /// Its id, which opens it.
    pub id: String,
    /// How far it is, as it is answered.
    pub body: Json,
    /// Whether nothing changes any more.
    pub ended: bool,
    /// Whether its node should have said more since: it is gone.
    pub is_late: bool,
}

//! What changes of webhooks.

/// The columns of a webhook that change while it is in use; the last says which row it is.
pub(crate) const CHANGED: &[&str] = &["failing_since", "off_since", "fault", "key"];

/// The columns that say how far a game was told; the last says which row it is.
pub(crate) const ADVANCED: &[&str] = &["delivered", "tries", "next_try", "failing_since", "is_done", "game"];

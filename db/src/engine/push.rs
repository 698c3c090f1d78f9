//! What changes of subscriptions.

use crate::model::PushSubscription;

/// The columns that say how far a browser was told; the last says which row it is.
pub(crate) const TOLD: &[&str] = &["told", "tries", "next_try", "failing_since", "id"];

/// Those of a seat's subscriptions, the oldest first, that make room so that `most` are left.
pub(crate) fn surplus(of_seat: Vec<PushSubscription>, most: usize) -> Vec<PushSubscription> {
    let surplus = of_seat.len().saturating_sub(most);
    of_seat.into_iter().take(surplus).collect()
}

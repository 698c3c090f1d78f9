//! One value for everybody, and what some seats have instead.

use serde::{Deserialize, Serialize};

use crate::seat::{Seat, Viewer};

/// One value a viewer, those of seats only where they differ from the spectator's: most of what happens at a table
/// everybody sees alike.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ByViewer<T> {
    all: T,
    #[serde(default = "Vec::new", skip_serializing_if = "Vec::is_empty")]
    seats: Vec<(Seat, T)>,
}

impl<T> ByViewer<T> {
    /// The same value for everybody.
    pub fn everybody(all: T) -> Self {
        Self { all, seats: Vec::new() }
    }

    /// All values that are kept, the spectator's first.
    pub fn values(&self) -> impl Iterator<Item = &T> {
        std::iter::once(&self.all).chain(self.seats.iter().map(|(_, value)| value))
    }

    /// What `change` makes of every value that is kept.
    pub fn map<'a, U>(&'a self, change: impl Fn(&'a T) -> U) -> ByViewer<U> {
        let seats = self.seats.iter().map(|(seat, value)| (*seat, change(value)));
        ByViewer { all: change(&self.all), seats: seats.collect() }
    }

    /// The value of one viewer. The replay has the spectator's: what it shows is kept elsewhere.
    pub fn of(&self, viewer: Viewer) -> &T {
        match viewer {
            Viewer::Seat(seat) => {
                let own = self.seats.iter().find(|(other, _)| *other == seat);
                own.map_or(&self.all, |(_, value)| value)
            }
            Viewer::Spectator | Viewer::Replay => &self.all,
        }
    }
}

impl<T: PartialEq> ByViewer<T> {
    /// The values of the spectator and of `seats` seats.
    pub fn new(seats: usize, value: impl Fn(Viewer) -> T) -> Self {
        let all = value(Viewer::Spectator);
        let own = Seat::all(seats).map(|seat| (seat, value(Viewer::Seat(seat))));
        let seats = own.filter(|(_, value)| *value != all).collect();
        Self { all, seats }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_viewer_gets_its_own_and_only_what_differs_is_kept() {
        let value = |viewer| if viewer == Viewer::Seat(Seat(1)) { "mine" } else { "ours" };
        let values = ByViewer::new(3, value);
        for viewer in [Seat(0), Seat(1), Seat(2)].map(Viewer::Seat).into_iter().chain([Viewer::Spectator]) {
            assert_eq!(*values.of(viewer), value(viewer));
        }
        assert_eq!(serde_json::json!(values), serde_json::json!({"all": "ours", "seats": [[1, "mine"]]}));
        assert_eq!(serde_json::json!(ByViewer::everybody(7)), serde_json::json!({"all": 7}));
    }
}

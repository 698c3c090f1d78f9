//! A snapshot that goes on with the events that were stored since.

use std::sync::Arc;

use tapis_db::model::GameSince;
use tapis_games::random::{Seed, Stream};

use super::event::{Entry, EventKind};
use super::snapshot::Snapshot;

impl Snapshot {
    /// This game with what became of it since: every ply is played on the table that is there and has to come out as it is stored.
    ///
    /// # Errors
    /// It does not go on from here in that way. The whole log may tell more.
    pub(super) fn with_since(&self, since: &GameSince) -> Result<Self, String> {
        let mut next = self.fork();
        for event in &since.events {
            next.go_on(Entry::from_event(event).map_err(|error| error.to_string())?)?;
        }
        next.settle(&since.summary.seats);
        next.check(&since.summary)?;
        next.info.tally.learn(since.summary.assisted, &since.hints_at);
        Ok(next)
    }

    fn go_on(&mut self, mut entry: Entry) -> Result<(), String> {
        let differs = format!("event {}: the state is another than it was", entry.version);
        let mut is_whole = true;
        match (&mut self.table, &entry.kind) {
            (Some(table), EventKind::Ply { .. }) => {
                let chance = Stream::Chance(self.line.len() as u32);
                let (seat, notation) = entry
                    .stored
                    .as_deref()
                    .and_then(|ply| ply.seat.zip(ply.notation.as_deref()))
                    .ok_or_else(|| differs.clone())?;
                let mut rng = Seed(self.info.seed.0).stream(chance);
                let ply = table.play(seat, notation, &mut rng).map_err(|error| error.to_string())?;
                if entry.stored.as_ref() != Some(&ply.stored) {
                    return Err(differs);
                }
                entry = entry.sharing(ply);
            }
            (Some(table), EventKind::Undo { ply, .. }) => match table.rewound(*ply as usize) {
                Some(rewound) => *table = rewound,
                None => is_whole = false,
            },
            _ => {}
        }
        let state_hash = entry.state_hash;
        self.apply_event(Arc::new(entry));
        if !is_whole {
            self.restore_table()?;
            self.share_plies();
        }
        let newest = self.table.as_ref().map(|table| table.plies().last().map(|ply| ply.state_hash));
        if newest.is_some_and(|newest| newest != Some(state_hash.0)) { Err(differs) } else { Ok(()) }
    }
}

//! What happened at a table beside moves, in words.

use tapis_games::refusal::Text;
use tapis_games::seat::Seat;

use super::clock::OnTimeout;
use super::event::{Entry, EventKind};
use super::snapshot::Snapshot;
use super::texts::TABLE;

const DAY_MS: u64 = 24 * 3_600 * 1_000;

impl Snapshot {
    /// The line of the log for an event that is no ply, where there is one.
    pub fn said(&self, entry: &Entry) -> Option<Text> {
        if entry.kind == EventKind::Abandon {
            let before = self.entries.get(usize::try_from(entry.version).ok()?.checked_sub(2)?)?;
            let days = entry.at.millis_since(before.at) / DAY_MS;
            return Some(TABLE.both("abandoned", &[("days", (days as u32).into())]));
        }
        let key = match &entry.kind {
            EventKind::Timeout { then: OnTimeout::Bot, .. } => "timeout-bot",
            EventKind::Timeout { then: OnTimeout::PassOrFirst, .. } => "timeout-pass_or_first",
            EventKind::Timeout { then: OnTimeout::Forfeit, record: None } => "timeout-forfeit",
            EventKind::Timeout { then: OnTimeout::Forfeit, record: Some(_) } => "timeout-forfeit-bot",
            _ => return None,
        };
        let name = entry.seat.and_then(|seat| self.name_before(seat, entry.version));
        let pick = |language: fn(&Text) -> &str| name.as_ref().map_or("", language).into();
        let en = TABLE.both(key, &[("name", pick(|name| &name.en))]).en;
        let fr = TABLE.both(key, &[("name", pick(|name| &name.fr))]).fr;
        Some(Text::new(en, fr))
    }

    /// What a seat was called before the event of `version`: whoever leaves takes the name along.
    fn name_before(&self, seat: Seat, version: u64) -> Option<Text> {
        let events = self.entries.iter().take(usize::try_from(version).ok()?.saturating_sub(1));
        let record = events.rev().find_map(|entry| match &entry.kind {
            EventKind::Setup { seats, .. } => seats.get(seat.index()),
            kind => kind.record().filter(|_| entry.seat == Some(seat)),
        });
        record.map(|record| Self::name_of(seat, record))
    }
}

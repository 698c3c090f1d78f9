//! What happened at a table beside moves, in words.

use tapis_db::model::{SeatKind, SeatRecord};
use tapis_games::locale::Language;
use tapis_games::refusal::Text;
use tapis_games::seat::Seat;

use super::{Entry, EventKind};
use crate::tables::clock::OnTimeout;
use crate::tables::outcome::Outcome;
use crate::tables::snapshot::Snapshot;
use crate::tables::texts::TABLE;

/// A text about somebody.
fn said(key: &str, name: &Text) -> Text {
    let say = |language: Language| {
        let name = language.say(&name.en, &name.fr).as_str();
        TABLE.say(language, key, &[("name", name.into())])
    };
    Text::new(say(Language::English), say(Language::French))
}

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
            EventKind::Join { record } => {
                let before = self.record_before(entry.seat?, entry.version)?;
                let key = if before.kind == SeatKind::Bot { "event-back" } else { "event-join" };
                return Some(said(key, &Self::name_of(entry.seat?, record)));
            }
            EventKind::Leave { .. } => "event-leave",
            EventKind::Takeover { .. } => match self.record_before(entry.seat?, entry.version)?.kind {
                SeatKind::Human => "event-takeover",
                _ => "event-no_show",
            },
            EventKind::Resign { record: None } => "event-resign",
            EventKind::Resign { record: Some(_) } => "event-resign_takeover",
            EventKind::UndoRequest { .. } => "event-undo_request",
            EventKind::UndoConsent => "event-undo_consent",
            EventKind::UndoRefusal => return Some(TABLE.both("event-undo_refusal", &[])),
            EventKind::Undo { by, .. } => {
                return Some(said("event-undo", &self.name_before(*by, entry.version)?));
            }
            EventKind::End => return self.said_of_end(),
            EventKind::Abort => return Some(TABLE.both("event-abort", &[])),
            EventKind::Rematch { .. } => return Some(TABLE.both("event-rematch", &[])),
            EventKind::Setup { .. }
            | EventKind::Ply { .. }
            | EventKind::Rotate { .. }
            | EventKind::Abandon => return None,
        };
        Some(said(key, &self.name_before(entry.seat?, entry.version)?))
    }

    /// The end: who wins, and the points of all.
    fn said_of_end(&self) -> Option<Text> {
        let Outcome { ranks, scores, .. } = self.outcome()?;
        let names = self.names();
        let say = |language: Language| {
            let names: Vec<&String> = names.iter().map(|name| language.say(&name.en, &name.fr)).collect();
            let winners = names.iter().zip(&ranks).filter(|(_, rank)| **rank == 1);
            let winners: Vec<String> = winners.map(|(name, _)| (*name).clone()).collect();
            let points = names.iter().zip(&scores);
            let points =
                points.map(|(name, points)| format!("{name} {}", language.number((*points).into(), 0)));
            let points = points.collect::<Vec<_>>().join(", ");
            let n = winners.len().into();
            TABLE.say(
                language,
                "event-end",
                &[("winners", winners.into()), ("n", n), ("points", points.into())],
            )
        };
        Some(Text::new(say(Language::English), say(Language::French)))
    }

    /// What a seat was called before the event of `version`: whoever leaves takes the name along.
    fn name_before(&self, seat: Seat, version: u64) -> Option<Text> {
        self.record_before(seat, version).map(|record| Self::name_of(seat, record))
    }

    /// Who sat at a seat before the event of `version`.
    fn record_before(&self, seat: Seat, version: u64) -> Option<&SeatRecord> {
        let events = self.entries.iter().take(usize::try_from(version).ok()?.saturating_sub(1));
        events.rev().find_map(|entry| entry.record_of(seat))
    }
}

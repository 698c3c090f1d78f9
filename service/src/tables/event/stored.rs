//! Events as they are stored. What the row of an event says already (its kind, the mover, the mover's notation) is not said
//! again in its payload, once for each viewer.

use std::borrow::Cow;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tapis_db::model::{Event, Json, NewEvent, SeatRecord};
use tapis_games::by_viewer::ByViewer;
use tapis_games::erased::StoredPly;
use tapis_games::log::AnySeenPly;
use tapis_games::seat::Seat;

use super::{Entry, EventEffect, EventKind, EventName, OnTimeout, Terms};

/// A stored event that cannot be read.
#[derive(Clone, Debug, thiserror::Error)]
#[error("event {version} cannot be read: {reason}")]
pub struct BadEvent {
    /// Its version.
    pub version: u64,
    /// Why.
    pub reason: String,
}

/// The payload of a row. Members that the kind of event does not have are absent.
#[derive(Serialize, Deserialize)]
struct Payload<'a> {
    /// The number of the ply, for the set-up and for plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    n: Option<u32>,
    /// What each viewer saw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seen: Option<ByViewer<StoredSeen<'a>>>,
    /// Who sits where at first, for the set-up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seats: Option<Vec<SeatRecord>>,
    /// What was settled about the table, for the set-up.
    #[serde(default, skip_serializing_if = "Terms::are_usual")]
    terms: Terms,
    /// What happens to a seat whose time is up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    then: Option<OnTimeout>,
    /// The seat afterwards, where somebody came or left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    record: Option<SeatRecord>,
    /// The ply that is, or would be, taken back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ply: Option<u32>,
    /// The seat that asked for taking back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    by: Option<Seat>,
    /// The game that follows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    game: Option<String>,
    /// Whether the service made the ply for a person.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    for_person: bool,
    after: EventEffect,
}

/// What a viewer saw of a ply beyond what the row says.
#[derive(Serialize, Deserialize)]
struct StoredSeen<'a> {
    /// Where it is not the mover's.
    #[serde(skip_serializing_if = "Option::is_none")]
    notation: Option<Cow<'a, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<Cow<'a, Value>>,
}

impl<'a> StoredSeen<'a> {
    /// What `seen` says beyond the notation of the row.
    fn new(seen: &'a AnySeenPly, of_row: Option<&str>) -> Self {
        let notation = seen.notation.as_deref().filter(|notation| Some(*notation) != of_row);
        Self { notation: notation.map(Cow::Borrowed), outcome: seen.outcome.as_ref().map(Cow::Borrowed) }
    }
}

impl Entry {
    /// As it is stored.
    pub fn to_event(&self) -> NewEvent {
        NewEvent {
            kind: <&str>::from(self.kind.name()).to_owned(),
            seat: self.seat.map(|seat| seat.0),
            notation: self.stored.as_ref().and_then(|stored| stored.notation.clone()),
            chance: self.stored.as_ref().map(|stored| Json::of(&stored.chance)),
            payload: Some(Json::of(&self.payload())),
            state_hash: Some(self.state_hash),
            at: self.at,
        }
    }

    fn payload(&self) -> Payload<'_> {
        let of_row = self.stored.as_ref().and_then(|stored| stored.notation.as_deref());
        let seen = self.kind.seen();
        let mut payload = Payload {
            n: seen.and_then(|seen| seen.values().next()).map(|seen| seen.n),
            seen: seen.map(|seen| seen.map(|seen| StoredSeen::new(seen, of_row))),
            seats: None,
            terms: Terms::default(),
            then: None,
            record: self.kind.record().cloned(),
            ply: None,
            by: None,
            game: None,
            for_person: matches!(self.kind, EventKind::Ply { for_person: true, .. }),
            after: self.after.clone(),
        };
        match &self.kind {
            EventKind::Setup { seats, terms, .. } => {
                (payload.seats, payload.terms) = (Some(seats.clone()), *terms);
            }
            EventKind::Timeout { then, .. } => payload.then = Some(*then),
            EventKind::UndoRequest { ply } => payload.ply = Some(*ply),
            EventKind::Rematch { game } => payload.game = Some(game.to_string()),
            EventKind::Undo { by, ply } => (payload.by, payload.ply) = (Some(*by), Some(*ply)),
            // The rest of every kind is written above.
            _ => {}
        }
        payload
    }

    /// As it was before it was stored.
    ///
    /// # Errors
    /// The event is none of this program's.
    pub fn from_event(event: &Event) -> Result<Self, BadEvent> {
        let Event { version, event, .. } = event;
        let fail = |reason: &str| BadEvent { version: *version, reason: reason.to_owned() };
        let payload = event.payload.as_ref().ok_or_else(|| fail("it has no payload"))?;
        let payload: Payload<'_> = payload.read().map_err(|error| fail(&error.to_string()))?;
        let (after, seat) = (payload.after.clone(), event.seat.map(Seat));
        let kind = payload.kind(event).ok_or_else(|| fail("its payload is not that of its kind"))?;
        let stored = match (&event.chance, kind.seen()) {
            (Some(chance), Some(_)) => {
                let chance = chance.read().map_err(|error| fail(&error.to_string()))?;
                Some(Arc::new(StoredPly { seat, notation: event.notation.clone(), chance }))
            }
            (None, None) => None,
            _ => return Err(fail("a ply has chance outcomes, other events have none")),
        };
        let state_hash = event.state_hash.ok_or_else(|| fail("it has no state hash"))?;
        Ok(Self { version: *version, at: event.at, seat, kind, after, stored, state_hash })
    }
}

impl Payload<'_> {
    /// What happened, by the kind of the row; `None` where a member is missing.
    fn kind(self, event: &NewEvent) -> Option<EventKind> {
        let Self { n, seen, seats, terms, then, record, ply, by, game, for_person, .. } = self;
        let seen = seen.zip(n).map(|(seen, n)| {
            let whole = |seen: &StoredSeen<'_>| AnySeenPly {
                n,
                seat: event.seat.map(Seat),
                notation: seen.notation.as_deref().or(event.notation.as_deref()).map(str::to_owned),
                outcome: seen.outcome.as_deref().cloned(),
            };
            Arc::new(seen.map(whole))
        });
        Some(match event.kind.parse().ok()? {
            EventName::Setup => EventKind::Setup { seen: seen?, seats: seats?, terms },
            EventName::Ply => EventKind::Ply { seen: seen?, for_person },
            EventName::Join => EventKind::Join { record: record? },
            EventName::Leave => EventKind::Leave { record: record? },
            EventName::Takeover => EventKind::Takeover { record: record? },
            EventName::Resign => EventKind::Resign { record },
            EventName::Timeout => EventKind::Timeout { then: then?, record },
            EventName::Rotate => EventKind::Rotate { record: record? },
            EventName::UndoRequest => EventKind::UndoRequest { ply: ply? },
            EventName::UndoConsent => EventKind::UndoConsent,
            EventName::UndoRefusal => EventKind::UndoRefusal,
            EventName::Undo => EventKind::Undo { by: by?, ply: ply? },
            EventName::End => EventKind::End,
            EventName::Abort => EventKind::Abort,
            EventName::Abandon => EventKind::Abandon,
            EventName::Rematch => EventKind::Rematch { game: game?.parse().ok()? },
        })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// A row of seat 2, who moved face down; seat 0 saw it as others read it.
    fn row(payload: &Value) -> Event {
        let event = NewEvent {
            kind: "ply".to_owned(),
            seat: Some(2),
            notation: Some("bet #17 hidden".to_owned()),
            chance: Some(Json::from("[]")),
            payload: Some(Json::of(payload)),
            state_hash: Some(tapis_db::model::Digest([7; 32])),
            at: "2026-01-01T00:00:00Z".parse().unwrap(),
        };
        Event { version: 9, event, chain: tapis_db::model::Digest([8; 32]) }
    }

    fn brief() -> Value {
        json!({
            "n": 5,
            "seen": {"all": {"notation": "bet #? hidden"}, "seats": [[2, {"outcome": {"drawn": 3}}]]},
            "after": {"turn": 0, "scores": {"all": [0, 1, 0]}},
        })
    }

    #[test]
    fn the_payload_says_nothing_that_the_row_says() {
        let mut for_person = brief();
        for_person["for_person"] = json!(true);
        for payload in [brief(), for_person] {
            let entry = Entry::from_event(&row(&payload)).unwrap();
            let written: Value = entry.to_event().payload.unwrap().read().unwrap();
            assert_eq!(written, payload);
        }
    }

    #[test]
    fn a_member_that_is_missing_is_a_fault() {
        for member in ["n", "seen", "after"] {
            let mut payload = brief();
            payload.as_object_mut().unwrap().remove(member);
            assert!(Entry::from_event(&row(&payload)).is_err(), "{member}");
        }
    }
}

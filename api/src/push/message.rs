//! What a browser is told: only what everybody may know of the game, and no name.

use serde_json::json;
use tapis_db::model::{PushSubscription, Time};
use tapis_games::locale::{COMMON_EN, COMMON_FR, Language, Texts};
use tapis_games::seat::Seat;
use tapis_service::tables::event::{Entry, EventKind};
use tapis_service::tables::{GameStatus, Hold, Snapshot};

use crate::webhooks::WebhookEvent;

static TEXTS: Texts = Texts {
    en: &[COMMON_EN, include_str!("../../text/en/push.ftl")],
    fr: &[COMMON_FR, include_str!("../../text/fr/push.ftl")],
};

/// Bytes of every message before it is encrypted.
pub(super) const PADDED: usize = 512;
/// Seconds for which a push service keeps a message, unless the time of the seat is up before.
const KEPT_S: u64 = 86_400;

/// Something to tell a browser.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct News {
    pub kind: WebhookEvent,
    /// When it happened.
    pub at: Time,
    /// When the time of the seat is up, if ever: then it is too late to tell.
    pub until: Option<Time>,
}

/// What there is for a browser.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Told {
    /// Something to tell.
    News(News),
    /// Nothing for now.
    Nothing,
    /// Nothing any more.
    Gone,
}

impl WebhookEvent {
    /// Whether a browser is told nothing after it.
    pub(super) fn is_last(self) -> bool {
        matches!(self, Self::TimedOut | Self::GameEnded)
    }

    /// How soon it should be shown (RFC 8030, 5.3).
    pub(super) fn urgency(self) -> &'static str {
        match self {
            Self::YourTurn => "high",
            Self::UndoAsked => "normal",
            _ => "low",
        }
    }

    fn text(self, language: Language) -> String {
        TEXTS.say(language, &format!("push-{self}"), &[])
    }
}

impl News {
    /// Seconds for which a push service keeps it.
    pub fn kept_s(&self, now: Time) -> u64 {
        self.until.map_or(KEPT_S, |until| (until.millis_since(now) / 1_000).min(KEPT_S))
    }
}

/// What there is to tell a browser of the newest version of its game.
pub(super) fn told(snapshot: &Snapshot, browser: &PushSubscription) -> Told {
    let seat = Seat(browser.seat);
    let news = |kind, entry: &Entry, until| Told::News(News { kind, at: entry.at, until });
    let newest = |is: fn(&EventKind) -> bool| {
        let mut entries = snapshot.entries().iter().rev().take_while(|entry| entry.version > browser.told);
        entries.find(|entry| is(&entry.kind))
    };
    match snapshot.hold(seat, browser.generation) {
        Hold::Holds => {}
        Hold::TimedOut => {
            let timeout = newest(|kind| matches!(kind, EventKind::Timeout { .. }));
            return timeout.map_or(Told::Gone, |entry| news(WebhookEvent::TimedOut, entry, None));
        }
        Hold::Gone => return Told::Gone,
    }
    if matches!(snapshot.status, GameStatus::Finished | GameStatus::Aborted) {
        let end = newest(EventKind::is_end);
        return end.map_or(Told::Gone, |entry| news(WebhookEvent::GameEnded, entry, None));
    }
    let asked = snapshot.undo.as_ref().filter(|undo| undo.by != seat && !undo.consents.contains(&seat));
    let request = asked.and_then(|_| newest(|kind| matches!(kind, EventKind::UndoRequest { .. })));
    if let Some(entry) = request {
        return news(WebhookEvent::UndoAsked, entry, None);
    }
    match turn_of(snapshot, seat).filter(|entry| entry.version > browser.told) {
        Some(entry) => news(WebhookEvent::YourTurn, entry, snapshot.deadline()),
        None => Told::Nothing,
    }
}

/// What made it the turn of a seat, if it is: whoever moves and is to move again knows it.
fn turn_of(snapshot: &Snapshot, seat: Seat) -> Option<&Entry> {
    let mut began = None;
    for entry in snapshot.entries().iter().rev() {
        if entry.after.turn != Some(seat) {
            break;
        }
        began = Some(&**entry);
        let by_another = matches!(entry.kind, EventKind::Ply { .. }) && entry.seat != Some(seat);
        if by_another || matches!(entry.kind, EventKind::Undo { .. }) {
            break;
        }
    }
    began
}

/// What is said of news as the pages read it, `title` being the name of the game.
pub(super) fn written(news: &News, browser: &PushSubscription, title: &str) -> Vec<u8> {
    let language: Language = browser.language.parse().unwrap_or_default();
    let (game, text) = (browser.game.to_string(), news.kind.text(language));
    let mut message = json!({"type": news.kind, "game": game, "seat": browser.seat, "language": language.code(),
        "title": title, "text": text});
    if let Some(until) = news.until {
        message["deadline"] = json!(until.to_string());
    }
    message.to_string().into_bytes()
}

#[cfg(test)]
mod tests {
    use tapis_games::locale::Uses;

    use super::*;

    #[test]
    fn every_message_has_words_in_both_languages_and_fits() {
        use WebhookEvent::{GameEnded, TimedOut, UndoAsked, YourTurn};
        let kinds = [YourTurn, UndoAsked, TimedOut, GameEnded];
        let uses = Uses { keys: kinds.map(|kind| format!("push-{kind}")).into(), ..Uses::default() };
        assert_eq!(TEXTS.faults(1, &uses), Vec::<String>::new());
        for kind in kinds {
            for language in [Language::English, Language::French] {
                assert!(kind.text(language).len() < PADDED / 2, "{kind:?}");
            }
        }
    }
}

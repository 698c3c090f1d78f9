//! A game in few words, as one viewer may know it: what an agent needs to decide, and nothing twice.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde_json::{Map, Value, json};
use tapis_games::erased::ShownMove;
use tapis_games::locale::{Language, Text, Texts};
use tapis_games::seat::{Seat, Viewer};
use tapis_games::shown::{Bag, Effect, Face, Layout, Look, Name};
use tapis_service::tables::{GameStatus, Snapshot};

use super::words::TEXTS;
use crate::wire::{ChangeView, GameEvent, SeatOf, may_move};

/// Most bytes of the words of all legal moves, beside what happened and beside the whole table. Where they are more, the moves are told
/// by their notation alone.
const MOST_WORDS: [usize; 2] = [600, 3_000];

/// Most events that are told at once.
const MOST_EVENTS: u64 = 200;

/// What games call the cards in hand.
const HAND: &str = "hand";

/// A game, who looks at it, and in which language it is told.
pub(super) struct View {
    pub snapshot: Arc<Snapshot>,
    pub viewer: Viewer,
    pub language: Language,
    /// Whether there is a newer version, so that nothing can be played.
    pub past: bool,
}

impl View {
    /// Everything that the viewer may know.
    pub fn whole(&self) -> Value {
        let snapshot = &self.snapshot;
        let mut view = self.turn(MOST_WORDS[1]);
        view.insert("seats".into(), Seat::all(snapshot.seats.len()).map(|seat| self.name(seat)).collect());
        if let Viewer::Seat(seat) = self.viewer {
            view.insert("you".into(), seat.0.into());
        }
        view.insert("scores".into(), snapshot.scores(self.viewer).into());
        if let Some(undo) = &snapshot.undo {
            view.insert("asks_to_undo".into(), self.name(undo.by).into());
        }
        if let Some(layout) = self.layout() {
            view.insert("table".into(), self.zones(layout.zones.iter()));
            let counts =
                layout.counters.iter().map(|(name, &n)| (self.label("counter", name), Value::from(n)));
            view.insert("counts".into(), counts.collect());
            view.insert("phase".into(), self.text("phase", layout.phase).into());
        }
        Value::Object(view)
    }

    /// What happened after version `since`, what the viewer got by it, and what can be done now. Whoever has just `played` knows what
    /// they did.
    pub fn since(&self, since: u64, played: bool) -> Value {
        let mut view = self.turn(MOST_WORDS[0]);
        let from = since.max(self.snapshot.version().saturating_sub(MOST_EVENTS));
        if from > since {
            view.insert("left_out".into(), (from - since).into());
        }
        let events = GameEvent::after(&self.snapshot, from, self.viewer);
        let changes = events.iter().flat_map(|event| &event.changes);
        let mut scores = changes.filter_map(|change| match change {
            ChangeView::Scores { scores } => Some(scores.clone()),
            _ => None,
        });
        if let Some(scores) = scores.next_back() {
            view.insert("scores".into(), scores.into());
        }
        let came = self.came(&events);
        if let Some(layout) = self.layout().filter(|_| !came.is_empty()) {
            let zones = layout.zones.iter().filter(|(name, _)| came.contains(*name));
            view.insert("yours".into(), self.zones(zones));
        }
        let own = played.then_some(since.saturating_add(1));
        view.insert("happened".into(), self.happened(&events, own).into());
        Value::Object(view)
    }

    /// What happened after version `since`, line by line; where that is too much, the beginning of it.
    pub fn log(&self, since: u64) -> Value {
        let mut events = GameEvent::after(&self.snapshot, since, self.viewer);
        events.truncate(MOST_EVENTS as usize);
        let version = events.last().map_or(since, |event| event.version);
        let more = version < self.snapshot.version();
        json!({"version": version, "happened": self.happened(&events, None), "more": more})
    }

    /// Whose turn it is, until when, and the viewer's moves.
    fn turn(&self, most: usize) -> Map<String, Value> {
        let (snapshot, mut view) = (&self.snapshot, Map::new());
        view.insert("version".into(), snapshot.version().into());
        if snapshot.status != GameStatus::Running {
            view.insert("status".into(), json!(snapshot.status));
        }
        let moves = if self.is_turn() { snapshot.shown_moves(self.viewer) } else { None };
        view.insert("your_turn".into(), moves.is_some().into());
        let turn = snapshot.entries().last().and_then(|newest| SeatOf::of(snapshot, newest));
        if let Some(turn) = turn.filter(|_| !self.past) {
            if moves.is_none() {
                view.insert("turn".into(), self.name(turn.seat).into());
            }
            view.extend(turn.deadline.map(|deadline| ("deadline".to_owned(), deadline.into())));
        }
        self.moves(moves.unwrap_or_default(), most, &mut view);
        view
    }

    /// Whether the viewer is to move.
    pub fn is_turn(&self) -> bool {
        let will_pass = self.snapshot.beside(self.viewer).will_pass;
        !self.past && may_move(&self.snapshot, self.viewer, will_pass)
    }

    /// The moves by their notation with their words, or in groups where that is too long; of a choice of sets, what there is to choose.
    fn moves(&self, moves: Vec<ShownMove>, most: usize, view: &mut Map<String, Value>) {
        let (sets, moves): (Vec<_>, Vec<_>) =
            moves.into_iter().partition(|shown| shown.legal.notation.is_empty());
        for ShownMove { legal, text, .. } in sets {
            let choose = &legal.parts["choose"];
            let names = choose["candidates"].as_array().into_iter().flatten().filter_map(Value::as_str);
            let names = names.collect::<Vec<_>>().join(" ");
            let said = text.as_ref().map(|text| self.say(text));
            let set =
                json!({"kind": legal.parts["kind"], "from": names, "most": choose["max"], "text": said});
            view.insert("choose".into(), set);
        }
        let words: Map<String, Value> = moves
            .iter()
            .map(|ShownMove { legal, text, .. }| {
                let said = text.as_ref().map(|text| self.say(text)).unwrap_or_default();
                (legal.notation.clone(), said.into())
            })
            .collect();
        if words.is_empty() {
            return;
        }
        let words = Value::Object(words);
        if words.to_string().len() <= most {
            view.insert("moves".into(), words);
        } else {
            view.insert("choices".into(), grouped(&moves));
        }
    }

    fn happened(&self, events: &[GameEvent], own: Option<u64>) -> Vec<String> {
        let mut lines = Vec::new();
        for event in events {
            let steps = event.steps.iter().flatten();
            let milestones =
                steps.flat_map(|step| &step.milestones).filter_map(|milestone| milestone.text.as_ref());
            let text = event.text.as_ref().filter(|_| own != Some(event.version));
            lines.extend(text.into_iter().chain(milestones).map(|text| self.say(text)));
        }
        lines
    }

    /// The zones of the viewer's seat into which something came that others do not see, or that is held in hand.
    fn came(&self, events: &[GameEvent]) -> BTreeSet<Name> {
        let Viewer::Seat(seat) = self.viewer else { return BTreeSet::new() };
        let steps = events.iter().flat_map(|event| event.steps.iter().flatten());
        let came = steps.flat_map(|step| &step.effects).filter_map(|effect| match effect {
            Effect::Moved { to, is, .. } => Some((*to, is)),
            Effect::Turned { zone, is, .. } | Effect::Appeared { zone, is } => Some((*zone, is)),
            Effect::Gathered { .. }
            | Effect::Vanished { .. }
            | Effect::Counted { .. }
            | Effect::Phase { .. } => None,
        });
        let is_known = |(look, _): (&Look, u16)| matches!(look.face, Face::Known(_));
        let own = came.filter(|(name, is)| {
            let (kind, owner) = parts(name);
            owner == Some(seat) && (kind == HAND || is.iter().any(is_known))
        });
        own.map(|(name, _)| name).collect()
    }

    fn layout(&self) -> Option<Layout> {
        let shown = self.snapshot.lying().and_then(|table| table.shown());
        shown.map(|shown| shown.layout(self.viewer))
    }

    fn name(&self, seat: Seat) -> String {
        self.snapshot.names().get(seat.index()).map(|name| self.say(name)).unwrap_or_default()
    }

    fn say(&self, text: &Text) -> String {
        self.language.say(&text.en, &text.fr).clone()
    }

    fn texts(&self) -> Option<&'static Texts> {
        self.snapshot.rules().ok()?.texts()
    }

    /// What a key of the game's texts says; the key where it says nothing.
    fn text(&self, purpose: &str, id: &str) -> String {
        let key = format!("{purpose}-{id}");
        let texts = self.texts().filter(|texts| texts.has(&key));
        texts.map_or_else(|| id.to_owned(), |texts| texts.say(self.language, &key, &[]))
    }

    fn noun(&self, id: &str) -> String {
        self.texts().and_then(|texts| texts.noun(self.language, id)).unwrap_or_else(|| id.to_owned())
    }

    /// A zone or a counter, and whose it is.
    fn label(&self, purpose: &str, name: &Name) -> String {
        let (kind, owner) = parts(name);
        let owner = owner.map(|seat| format!(" ({})", self.name(seat))).unwrap_or_default();
        self.text(purpose, kind) + &owner
    }

    fn zones<'a>(&self, zones: impl Iterator<Item = (&'a Name, &'a Bag)>) -> Value {
        zones.map(|(name, bag)| (self.label("zone", name), Value::from(self.things(bag)))).collect()
    }

    /// Things: where each lies, its name, what is on it, and how many look so.
    fn things(&self, bag: &Bag) -> String {
        let marked = bag.iter().any(|(look, _)| !look.marks.is_empty());
        let pieces = self.snapshot.rules().ok().filter(|_| marked).and_then(|rules| rules.pieces());
        let seat_marks = pieces.map(|pieces| pieces.seat_marks).unwrap_or_default();
        let thing = |(look, n): (&Look, u16)| {
            let mut said = look.key.or(look.slot).map(|at| format!("{at} ")).unwrap_or_default();
            said += &match &look.face {
                Face::Open(piece) | Face::Known(piece) => self.noun(piece.id.as_str()),
                Face::Back(kind) => TEXTS.say(self.language, "mcp-back", &[("noun", self.noun(kind).into())]),
            };
            for mark in &look.marks {
                let seat = u8::try_from(mark.value).ok().filter(|_| seat_marks.contains(&mark.id));
                let value = seat.map_or_else(|| mark.value.to_string(), |seat| self.name(Seat(seat)));
                said += &format!(" ({} {value})", self.text("mark", mark.id));
            }
            if n > 1 { format!("{said} ×{n}") } else { said }
        };
        bag.iter().map(thing).collect::<Vec<_>>().join(", ")
    }
}

/// The kind of a zone or counter, and the seat that owns it: `hand:0`.
fn parts(name: &Name) -> (&str, Option<Seat>) {
    match name.as_str().split_once(':') {
        Some((kind, seat)) => (kind, seat.parse().ok().map(Seat)),
        None => (name.as_str(), None),
    }
}

/// Notations by all but their last word, each with the last words it is followed by.
fn grouped(moves: &[ShownMove]) -> Value {
    let mut groups: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for shown in moves {
        let notation = shown.legal.notation.as_str();
        let (first, last) = notation.rsplit_once(' ').unwrap_or((notation, ""));
        groups.entry(first).or_default().push(last);
    }
    groups.into_iter().map(|(first, last)| (first.to_owned(), Value::from(last.join(" ")))).collect()
}

//! What moves for a seat by itself: a bot, or the person's wish to pass.
//!
//! A pass that a wish plays is the ply that the person would have played, to everybody and in every respect. It waits
//! while somebody asks to take back a move: passing would refuse that.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tapis_db::model::{SeatKind, SeatRecord};
use tapis_games::erased::AnyWindow;
use tapis_games::seat::{Seat, Viewer};
use utoipa::ToSchema;

use super::changes::FOLLOWS;
use super::event::EventKind;
use super::snapshot::Snapshot;

/// When the service passes for a seat in windows, where the seat may use something or pass.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AutoPass {
    /// Never.
    #[default]
    Off,
    /// Where to pass is all it can do.
    NoChoice,
    /// Besides, wherever others are interrupted, whatever it could do.
    Windows,
}

/// What moves by itself.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Automatic {
    /// A bot of this level.
    Bot(Seat, String),
    /// A seat that passes, in the game's notation.
    Pass(Seat, String),
}

/// How a seat comes to pass by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WillPass {
    /// To pass is all it can do.
    NoChoice,
    /// Unless it plays something else before.
    Unless,
}

impl Automatic {
    /// The seat it moves for.
    pub fn seat(&self) -> Seat {
        let (Self::Bot(seat, _) | Self::Pass(seat, _)) = self;
        *seat
    }
}

impl AutoPass {
    /// The wish of who sits there.
    pub fn of(record: &SeatRecord) -> Self {
        let wish = record.settings.as_ref().and_then(|settings| settings.get("auto_pass"));
        wish.and_then(|wish| Self::deserialize(wish).ok()).unwrap_or_default()
    }

    /// As the store keeps it.
    pub fn settings(self) -> Option<Value> {
        (self != Self::Off).then(|| json!({"auto_pass": self}))
    }
}

impl Snapshot {
    /// What is to move by itself, if anything.
    pub fn automatic(&self) -> Option<Automatic> {
        if let Some((seat, level)) = self.bot_to_move() {
            return Some(Automatic::Bot(seat, level.to_owned()));
        }
        let seat = self.turn()?;
        if self.overdue == Some(seat) {
            return Some(match self.table.as_ref()?.window() {
                Some(window) => Automatic::Pass(seat, window.pass),
                None => Automatic::Bot(seat, FOLLOWS.to_owned()),
            });
        }
        self.passing().map(|(seat, window)| Automatic::Pass(seat, window.pass))
    }

    /// The seat that is about to pass by itself, and the window that it is asked in.
    fn passing(&self) -> Option<(Seat, AnyWindow)> {
        let seat = self.turn()?;
        let record = self.seat(seat).filter(|record| record.kind == SeatKind::Human)?;
        let wish = AutoPass::of(record);
        if wish == AutoPass::Off || self.undo.is_some() {
            return None;
        }
        let window = self.table.as_ref()?.window()?;
        let passes = window.forced || wish == AutoPass::Windows && window.interrupts;
        passes.then_some((seat, window))
    }

    /// Whether the seat of `viewer` is about to pass by itself: no more than that where to pass is all it can do.
    pub fn will_pass(&self, viewer: Viewer) -> Option<WillPass> {
        let (_, window) = self.passing().filter(|(seat, _)| viewer.is(*seat))?;
        Some(if window.forced { WillPass::NoChoice } else { WillPass::Unless })
    }

    /// What a seat wishes that has just been given to somebody: what its creator decided for all seats of the game.
    pub(super) fn first_settings(&self, seat: Seat) -> Option<Value> {
        match self.entries.first().map(|entry| &entry.kind) {
            Some(EventKind::Setup { seats, .. }) => seats.get(seat.index())?.settings.clone(),
            _ => None,
        }
    }

    /// The same version with another setting of a seat, which nobody else can see.
    pub(super) fn with_auto_pass(&self, seat: Seat, auto_pass: AutoPass) -> Self {
        let mut next = self.fork();
        if let Some(record) = Arc::make_mut(&mut next.seats).get_mut(seat.index()) {
            record.settings = auto_pass.settings();
        }
        next
    }

    /// Takes over the settings of the seats, which no event tells of.
    pub(super) fn settle(&mut self, records: &[SeatRecord]) {
        for (own, stored) in Arc::make_mut(&mut self.seats).iter_mut().zip(records) {
            own.settings.clone_from(&stored.settings);
        }
    }
}

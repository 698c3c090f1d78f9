//! How long people have for their moves.
//!
//! A clock runs for the seat to move unless a bot sits there: also for one that was left and waits for whoever is invited, so that
//! nobody stops it by leaving. It begins when the turn does: with the ply before it, with a move taken back, or when the last seat
//! is taken. Each event says in absolute time when the clock that runs is up. A restart changes nothing but this: what was left when
//! somebody served last is left then, and nobody who was to move has less than [`ClockTrust::grace`] says.

use serde::{Deserialize, Serialize};
use tapis_db::model::{SeatKind, SeatRecord, Time};
use tapis_games::seat::Seat;
use utoipa::ToSchema;

use super::event::{Entry, EventKind, GameStatus};
use super::snapshot::Snapshot;
use super::texts::TABLE;
use super::trust::ClockTrust;
use crate::{FieldError, ServiceError};

/// The longest time for a move, the largest bank and the longest increment: 30 days.
const LONGEST_S: u64 = 30 * 24 * 3_600;
/// What is in the bank at least of whoever takes a seat back.
const BACK_MS: u64 = 30_000;

/// The time people have for their moves: a number of seconds for each move, or a bank for the whole game. Bots have no clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"bank_s": 300, "increment_s": 5, "on_timeout": "bot"}))]
pub struct Clock {
    /// Seconds for each decision. Give exactly one of `per_move_s` and `bank_s`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1, maximum = 2_592_000)]
    pub per_move_s: Option<u64>,
    /// Seconds each seat has for all its decisions together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1, maximum = 2_592_000)]
    pub bank_s: Option<u64>,
    /// Seconds added to the bank of a seat after each of its moves; none by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 0, maximum = 2_592_000)]
    pub increment_s: Option<u64>,
    /// What happens when the time of a seat is up.
    #[serde(default)]
    pub on_timeout: OnTimeout,
}

/// What happens when the time of a seat is up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum OnTimeout {
    /// A bot takes the seat. Whoever sat there goes on reading, and may take it back.
    #[default]
    Bot,
    /// Where the seat is merely asked whether it uses something, it passes; elsewhere a bot chooses this one move for it.
    PassOrFirst,
    /// The seat has given up, as with `resignGame`: of two the other wins, of more a bot plays on.
    Forfeit,
}

/// The clocks after an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clocks {
    /// When the time of the seat to move is up, if its clock runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deadline: Option<Time>,
    /// Milliseconds in the bank of each seat, that of the seat to move as its turn began. Empty without banks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_ms: Vec<u64>,
}

impl Clock {
    /// Whether it can be played with.
    ///
    /// # Errors
    /// Every fault with its pointer below `/clock`.
    pub(crate) fn check(&self) -> Result<(), ServiceError> {
        let Self { per_move_s, bank_s, increment_s, .. } = *self;
        let is_out = |seconds: Option<u64>| seconds.is_some_and(|it| !(1..=LONGEST_S).contains(&it));
        let is_long = increment_s.is_some_and(|seconds| seconds > LONGEST_S);
        let checks = [
            ("", "clock-without-time", per_move_s.or(bank_s).is_none()),
            ("/bank_s", "clock-with-two-times", per_move_s.and(bank_s).is_some()),
            ("/per_move_s", "clock-out-of-bounds", is_out(per_move_s)),
            ("/bank_s", "clock-out-of-bounds", is_out(bank_s)),
            ("/increment_s", "clock-increment-without-bank", increment_s.and(per_move_s).is_some()),
            ("/increment_s", "clock-increment-out-of-bounds", is_long && per_move_s.is_none()),
        ];
        let fault = |(member, key, _): (&str, &str, bool)| {
            let text = TABLE.both(key, &[("most", (LONGEST_S as u32).into())]);
            FieldError::in_words(format!("/clock{member}"), text)
        };
        let faults: Vec<_> = checks.into_iter().filter(|(.., is_wrong)| *is_wrong).map(fault).collect();
        if faults.is_empty() { Ok(()) } else { Err(ServiceError::Invalid(faults)) }
    }

    /// The banks at the beginning.
    fn banks(&self, seats: usize) -> Vec<u64> {
        self.bank_s.map_or_else(Vec::new, |seconds| vec![seconds * 1_000; seats])
    }

    /// How long a seat may think in a turn that begins now.
    fn allowance_ms(&self, left_ms: &[u64], seat: Seat) -> u64 {
        let bank = left_ms.get(seat.index()).copied();
        bank.unwrap_or_else(|| self.per_move_s.unwrap_or_default() * 1_000)
    }
}

impl Clocks {
    /// The seat whose turn ends pays its time, and has what it is given for a move.
    fn pay(&mut self, seat: Seat, at: Time, increment_ms: u64) {
        let (Some(deadline), Some(left)) = (self.deadline, self.left_ms.get_mut(seat.index())) else {
            return;
        };
        // A clock of the machine that was put back gives nobody time.
        *left = deadline.millis_since(at).min(*left).saturating_add(increment_ms);
    }
}

impl Snapshot {
    /// When the time of the seat to move is up, if a clock runs.
    pub fn deadline(&self) -> Option<Time> {
        let stored = self.stored_deadline()?;
        Some(self.grace.map_or(stored, |grace| grace.max(stored)))
    }

    /// The same as the log says, which knows of no restart.
    pub(super) fn stored_deadline(&self) -> Option<Time> {
        self.entries.last()?.deadline()
    }

    /// When the clock that runs after `entry` is up.
    pub fn deadline_after(&self, entry: &Entry) -> Option<Time> {
        if entry.version == self.version() { self.deadline() } else { entry.deadline() }
    }

    /// Gives the seat to move, whose turn was under way when the service started, back the time in which nobody served, and at least
    /// the time that everybody has then. What the log says of the time has what passed before its last event.
    pub(super) fn be_graceful(&mut self, trust: &ClockTrust) {
        let since = self.turn_since(self.version());
        let under_way = since.is_some_and(|since| since < trust.started());
        self.grace = match (self.info.terms.clock, self.turn()) {
            (Some(clock), Some(seat)) if under_way => {
                let last = self.entries.last();
                let left_ms = last.map_or(&[][..], |entry| entry.left_ms());
                let least = trust.grace(clock.allowance_ms(left_ms, seat), clock.bank_s.is_some());
                let stored = last.and_then(|entry| Some((entry.deadline()?, entry.at)));
                let put_off = stored.map(|(deadline, at)| deadline.plus_millis(trust.away_ms(at)));
                Some(put_off.map_or(least, |put_off| put_off.max(least)))
            }
            _ => None,
        };
    }

    /// When the turn that is under way after the entry of `version` began; `None` where it is nobody's turn.
    pub fn turn_since(&self, version: u64) -> Option<Time> {
        let version = usize::try_from(version).ok()?;
        self.entries.get(version.checked_sub(1)?)?.after.turn?;
        let began = (0..version).rev().find(|&place| {
            let before = place.checked_sub(1).and_then(|place| self.entries.get(place));
            let status = before.map(|before| before.after.status);
            self.entries.get(place).is_some_and(|entry| begins(&entry.kind, status, entry.after.status))
        });
        began.and_then(|place| self.entries.get(place)).map(|entry| entry.at)
    }

    /// Whose time is up at `at`. Not that of a seat for which something moves by itself, which is only late.
    pub(crate) fn out_of_time(&self, at: Time) -> Option<Seat> {
        self.turn().filter(|_| self.is_up(at) && self.automatic().is_none())
    }

    fn is_up(&self, at: Time) -> bool {
        self.deadline().is_some_and(|deadline| deadline <= at)
    }

    /// Refuses a move of a person whose time is up.
    ///
    /// # Errors
    /// It is.
    pub(crate) fn in_time(&self, seat: Seat, at: Time) -> Result<(), ServiceError> {
        let is_late = self.is_up(at) && self.turn() == Some(seat);
        if is_late { Err(ServiceError::conflict("time_up")) } else { Ok(()) }
    }

    /// Refuses to take back a move where the time of the seat to move is up, whoever asks for it.
    ///
    /// # Errors
    /// It is.
    pub(crate) fn turn_in_time(&self, at: Time) -> Result<(), ServiceError> {
        if self.is_up(at) { Err(ServiceError::conflict("time_up-undo")) } else { Ok(()) }
    }

    /// The clocks after an event at `at`, which leaves it `turn`'s turn.
    pub(super) fn clocks_after(
        &self,
        (seat, kind, at): (Option<Seat>, &EventKind, Time),
        status: GameStatus,
        turn: Option<Seat>,
    ) -> Option<Box<Clocks>> {
        let clock = &self.info.terms.clock?;
        let last = self.entries.last();
        let before = last.and_then(|last| last.after.clocks.as_deref().cloned());
        let fresh = || Clocks { deadline: None, left_ms: clock.banks(self.seats.len()) };
        let mut clocks = before.unwrap_or_else(fresh);
        clocks.deadline = self.deadline();
        let increment_ms = clock.increment_s.unwrap_or_default() * 1_000;
        let begins = begins(kind, last.map(|last| last.after.status), status);
        if let (true, Some(mover)) = (begins, self.turn()) {
            let moved = matches!(kind, EventKind::Ply { .. });
            clocks.pay(mover, at, if moved { increment_ms } else { 0 });
        }
        if let EventKind::Undo { ply, .. } = kind {
            self.take_back_increments(&mut clocks, *ply, increment_ms);
        }
        self.empty_or_refill(&mut clocks, seat, kind);
        let record = kind.record().filter(|_| turn == seat);
        let has_clock = |record: &SeatRecord| record.kind != SeatKind::Bot;
        let thinks = turn.filter(|&turn| record.or(self.seat(turn)).is_some_and(has_clock));
        clocks.deadline = thinks.and_then(|turn| {
            let whole = || at.plus_millis(clock.allowance_ms(&clocks.left_ms, turn));
            clocks.deadline.filter(|_| !begins).or_else(|| Some(whole()))
        });
        Some(Box::new(clocks))
    }

    /// A bank is empty when its time is up and a bot takes the seat; who takes the seat back can go on.
    fn empty_or_refill(&self, clocks: &mut Clocks, seat: Option<Seat>, kind: &EventKind) {
        let Some((seat, left)) = seat.and_then(|seat| Some((seat, clocks.left_ms.get_mut(seat.index())?)))
        else {
            return;
        };
        match kind {
            EventKind::Timeout { record: Some(_), .. } => *left = 0,
            EventKind::Join { .. } if self.is_bot(seat) => *left = (*left).max(BACK_MS),
            _ => {}
        }
    }

    /// What the plies that are taken back added to banks goes; the time they took does not come back.
    fn take_back_increments(&self, clocks: &mut Clocks, ply: u32, increment_ms: u64) {
        for entry in self.line.since(ply as usize) {
            let before = usize::try_from(entry.version)
                .ok()
                .and_then(|version| self.entries.get(version.checked_sub(2)?));
            let paid = before.is_some_and(|before| before.deadline().is_some());
            let left = entry.seat.filter(|_| paid).and_then(|seat| clocks.left_ms.get_mut(seat.index()));
            left.into_iter().for_each(|left| *left = left.saturating_sub(increment_ms));
        }
    }
}

/// Whether a turn begins with an event: it has a whole time for a move before it.
fn begins(kind: &EventKind, before: Option<GameStatus>, after: GameStatus) -> bool {
    let starts = before == Some(GameStatus::Waiting) && after == GameStatus::Running;
    starts || matches!(kind, EventKind::Setup { .. } | EventKind::Ply { .. } | EventKind::Undo { .. })
}

impl Entry {
    /// When the clock that runs after it is up.
    pub fn deadline(&self) -> Option<Time> {
        self.after.clocks.as_ref()?.deadline
    }

    /// The milliseconds left in the banks after it; empty without banks.
    pub fn left_ms(&self) -> &[u64] {
        self.after.clocks.as_ref().map_or(&[], |clocks| &clocks.left_ms)
    }
}

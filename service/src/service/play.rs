//! Moves: what is checked, and in which order.

use std::sync::Arc;
use std::time::Duration;

use super::{Player, Service};
use serde_json::Value;
use tapis_games::erased::AnyShown;
use tapis_games::locale::said;
use tapis_games::refusal::Refusal;
use tapis_games::seat::Seat;
use tapis_games::shown::{Misfit, Pick};

use crate::answers::Answers;
use crate::pool::Caller;
use crate::retry::RetryKey;
use crate::tables::changes::play;
use crate::tables::{Decision, Expected, LiveGame, RetryOutcome, Snapshot, Trust};
use crate::{FieldError, Reason, ServiceError};

/// A move that somebody asks for.
pub struct PlayMove {
    /// The identity of the request, for retries.
    pub retry: Option<RetryKey>,
    /// On which state it was decided: every condition must hold, and there must be one.
    pub expects: Vec<Expected>,
    /// The move.
    pub wanted: WantedMove,
}

/// A move, as it was read.
pub struct WantedMove {
    /// The move.
    pub what: AskedMove,
    /// How long to wait for the bots' replies.
    pub wait: Duration,
}

/// The ways to name a move.
pub enum AskedMove {
    /// In the game's notation.
    Notation(String),
    /// By what was tapped.
    Picks(Vec<Pick>),
    /// By its kind and its arguments, as the legal moves have them.
    Parts(String, Value),
}

impl AskedMove {
    /// Its notation in the position of `snapshot`. Only the seat to move can have picks read.
    pub(super) fn notation(&self, snapshot: &Snapshot, seat: Seat) -> Result<String, ServiceError> {
        let shown = || {
            snapshot.own_turn(seat)?;
            snapshot.table()?.shown().ok_or(ServiceError::NotFound { what: "tapped_table" })
        };
        match self {
            Self::Notation(notation) => Ok(notation.clone()),
            Self::Picks(picks) => {
                let shown = shown()?;
                shown.compose(picks).map_err(|misfit| misfits(&*shown, misfit, picks))
            }
            Self::Parts(kind, args) => shown()?.find(kind, args).ok_or_else(|| no_such_args(kind)),
        }
    }
}

/// Why picks make no move: the rule that forbids what the first one that does not fit would begin, where there is one.
fn misfits(shown: &dyn AnyShown, misfit: Misfit, picks: &[Pick]) -> ServiceError {
    let field = FieldError::new(format!("/picks/{}", misfit.at), misfit.said());
    let key = match misfit.possible.is_empty() {
        true => "picks-complete",
        false if misfit.at == picks.len() => "picks-incomplete",
        false => "picks-elsewhere",
    };
    let rule = picks.get(..=misfit.at).and_then(|taps| shown.refused(taps));
    no_such_move(field, key, misfit.possible.into_iter().collect(), rule)
}

fn no_such_args(kind: &str) -> ServiceError {
    let detail = said("no_such_args").with("kind", format_args!("{kind:?}"));
    no_such_move(FieldError::new("/args", detail), "no_such_kind", Vec::new(), None)
}

fn no_such_move(
    field: FieldError,
    key: &'static str,
    possible: Vec<Pick>,
    rule: Option<Refusal>,
) -> ServiceError {
    let text = Box::new(Reason::from(key).text());
    ServiceError::NoSuchMove { field: Box::new(field), text, possible, rule: rule.map(Box::new) }
}

/// A move that was played.
pub struct PlayedMove {
    newest: Arc<Snapshot>,
    version: u64,
    answers: Answers,
    caller: Caller,
    /// Whether an earlier try of the same request played it.
    pub repeated: bool,
}

impl PlayedMove {
    /// The version that answers the move: the one it made, with the replies that were waited for.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// The game at that version.
    ///
    /// # Errors
    /// It is no longer the newest, and too many earlier ones are asked for; a fault of this program.
    pub async fn snapshot(self) -> Result<Arc<Snapshot>, ServiceError> {
        self.newest.made_at(self.version, self.caller, &self.answers).await
    }
}

impl Service {
    /// Plays a move: of a game in memory whose newest version is known it costs the store one statement, since that looks at the
    /// version anyhow. The order of the checks: the player's token (in [`Service::mover`]), an earlier try of the same
    /// request, the version, the notation, the turn, the rules, the clock.
    ///
    /// # Errors
    /// The first check that fails; the store does not take the move. Nothing happened then.
    pub async fn play(&self, player: &Player, ask: PlayMove) -> Result<PlayedMove, ServiceError> {
        let PlayMove { retry, expects, wanted: WantedMove { what, wait } } = ask;
        let decide = |game: &LiveGame, snapshot: &Snapshot| {
            player.holds(snapshot)?;
            if expects.is_empty() {
                return Err(ServiceError::VersionRequired);
            }
            Expected::check_all(&expects, snapshot, player.seat)?;
            let notation = what.notation(snapshot, player.seat)?;
            let now = self.now();
            let change = play(snapshot, player.seat, &notation, now, game.is_assisted(), false)?;
            snapshot.in_time(player.seat, now)?;
            Ok(Decision::new(change))
        };
        let game = &player.game;
        let played = self.live_games.change_from(Trust::Memory, game.id(), retry.as_ref(), decide).await?;
        let (newest, made, repeated) = match played {
            RetryOutcome::Done { snapshot, version } => {
                metrics::counter!("tapis_moves_total").increment(1);
                (snapshot, version, false)
            }
            RetryOutcome::Repeated(first) => (game.snapshot(), first.version()?, true),
        };
        let newest = if wait.is_zero() { newest } else { game.replies(wait, &self.stopping).await };
        let version = newest.answering(made, !wait.is_zero());
        Ok(PlayedMove { newest, version, answers: self.answers.clone(), caller: player.caller, repeated })
    }
}

//! Whether a move would be legal, without playing it.

use tapis_db::model::Time;
use tapis_games::random::{Seed, Stream};
use tapis_games::seat::Seat;

use super::{AskedMove, Player, Service};
use crate::ServiceError;
use crate::serving;
use crate::tables::changes::refusal;
use crate::tables::{Expected, Snapshot};

/// What would come of a move.
pub enum Judgement {
    /// It would be played; its notation.
    Legal(String),
    /// It would be refused so.
    Refused(ServiceError),
}

impl Service {
    /// What would come of a move if it were sent now. Nothing is changed. The order of the checks is that of [`Service::play`];
    /// the version need not be said.
    ///
    /// # Errors
    /// The token was replaced, or the state is another than was said; picks of a game that has none.
    pub async fn validate(
        &self,
        player: &Player,
        expects: &[Expected],
        wanted: AskedMove,
    ) -> Result<Judgement, ServiceError> {
        let snapshot = player.game.snapshot();
        player.holds(&snapshot)?;
        Expected::check_all(expects, &snapshot, player.seat)?;
        use ServiceError::{BadNotation, Conflict, MoveRefused, NoSuchMove, NotYourTurn};
        let (seat, now) = (player.seat, self.now());
        match self.answers.make(player.caller, move || judged(&snapshot, seat, wanted, now)).await? {
            Ok(notation) => Ok(Judgement::Legal(notation)),
            Err(
                refused @ (NoSuchMove { .. }
                | BadNotation { .. }
                | NotYourTurn { .. }
                | MoveRefused { .. }
                | Conflict { .. }),
            ) => Ok(Judgement::Refused(refused)),
            Err(fault) => Err(fault),
        }
    }
}

/// The notation of the move.
///
/// # Errors
/// The refusal that the move would be answered with.
fn judged(snapshot: &Snapshot, seat: Seat, wanted: AskedMove, now: Time) -> Result<String, ServiceError> {
    serving::long("a move that is not played");
    let notation = wanted.notation(snapshot, seat)?;
    snapshot.running()?;
    // On a copy, with chance that is not the game's: what it draws is told to nobody.
    let mut table = snapshot.table()?.fork();
    let played = table.play(seat, &notation, &mut Seed([0; 32]).stream(Stream::Chance(0)));
    let record = played.map_err(|error| refusal(snapshot, seat, error))?;
    snapshot.in_time(seat, now)?;
    record.stored.notation.clone().ok_or_else(|| ServiceError::internal("a move without a notation"))
}

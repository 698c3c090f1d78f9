//! What tokens and tickets open, many at once.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use tapis_db::StoreError;
use tapis_db::model::{GameSummary, SeatKind};
use tapis_games::seat::Seat;

use super::Service;
use crate::ServiceError;
use crate::advice::pool::Caller;
use crate::tables::{TokenKind, Tokens};

/// What a token or ticket opens now.
pub struct Opened {
    /// Whether it is a seat's token or the ticket of an invitation.
    pub by: TokenKind,
    /// The seat.
    pub seat: Seat,
    /// The game as it is known without its log.
    pub game: GameSummary,
}

impl Service {
    /// What each of `tokens` opens, in their order; `None` for what opens nothing, and for tokens of earlier releases, which
    /// do not name their game.
    ///
    /// # Errors
    /// The store cannot tell.
    pub async fn look_up(
        &self,
        tokens: Vec<String>,
        caller: Caller,
    ) -> Result<Vec<Option<Opened>>, ServiceError> {
        let (store, keys) = (Arc::clone(&self.store), self.tokens.clone());
        let found = move || {
            let ids: HashSet<_> =
                tokens.iter().filter_map(|token| Tokens::says(token)).map(|(_, id)| id).collect();
            let games = store.game_summaries(ids.into_iter().collect())?;
            let games: HashMap<_, _> = games.into_iter().map(|game| (game.id, game)).collect();
            let open = |token: &String| {
                let (by, id) = Tokens::says(token)?;
                let game = games.get(&id)?;
                let seat = seat_of(&keys, token, by, game)?;
                Some(Opened { by, seat, game: game.clone() })
            };
            Ok::<_, StoreError>(tokens.iter().map(open).collect())
        };
        Ok(self.answers.make(caller, found).await??)
    }
}

/// The seat that a token opens.
fn seat_of(keys: &Tokens, token: &str, by: TokenKind, game: &GameSummary) -> Option<Seat> {
    let kind = match by {
        TokenKind::Seat => SeatKind::Human,
        TokenKind::Invite => SeatKind::Invite,
    };
    let mut seats = Seat::all(game.seats.len()).zip(&game.seats);
    let opens = |(seat, record): &(Seat, &tapis_db::model::SeatRecord)| {
        record.kind == kind && keys.matches(token, by, game.id, *seat, record.generation)
    };
    seats.find(opens).map(|(seat, _)| seat)
}

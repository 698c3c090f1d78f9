//! Games as they are known without their logs: public ones, and what tokens and tickets open, many at once.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use tapis_db::StoreError;
use tapis_db::model::{Cursor, GameFilter, GamePage, GameSummary, SeatKind};
use tapis_games::seat::Seat;

use super::Service;
use crate::ServiceError;
use crate::pool::Caller;
use crate::tables::{TokenKind, Tokens, reading_generation};

/// What a token or ticket opens now.
pub struct Opened {
    /// Whether it is a seat's token or the ticket of an invitation.
    pub by: TokenKind,
    /// Whether a bot took the seat from the token's bearer, who only reads.
    pub is_left: bool,
    /// The seat.
    pub seat: Seat,
    /// The game as it is known without its log.
    pub game: GameSummary,
}

impl Service {
    /// Public games, newest first.
    ///
    /// # Errors
    /// Those of the store.
    pub async fn list(
        &self,
        filter: GameFilter,
        after: Option<Cursor>,
        limit: usize,
    ) -> Result<GamePage, ServiceError> {
        let store = Arc::clone(&self.store);
        let mut page = self.answers.make_here(move || store.list_games(&filter, after, limit)).await??;
        page.games.iter_mut().for_each(|game| self.tell_deadline(game));
        Ok(page)
    }

    /// What each of `tokens` opens, in their order; `None` for what opens nothing.
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
                let is_left = game.seats.get(seat.index()).is_some_and(|record| record.kind == SeatKind::Bot);
                Some(Opened { by, seat, is_left, game: game.clone() })
            };
            Ok::<Vec<_>, StoreError>(tokens.iter().map(open).collect())
        };
        let mut found = self.answers.make(caller, found).await??;
        found.iter_mut().flatten().for_each(|opened| self.tell_deadline(&mut opened.game));
        Ok(found)
    }

    /// Tells a deadline as it counts: after a start it may be later than the log says.
    pub(crate) fn tell_deadline(&self, game: &mut GameSummary) {
        game.deadline = game.deadline.map(|stored| stored.max(self.deadlines.of(game.id).unwrap_or(stored)));
    }
}

/// The seat that a token opens.
fn seat_of(keys: &Tokens, token: &str, by: TokenKind, game: &GameSummary) -> Option<Seat> {
    let mut seats = Seat::all(game.seats.len()).zip(&game.seats);
    let opens = |(seat, record): &(Seat, &tapis_db::model::SeatRecord)| {
        let generation = reading_generation(record).filter(|_| fits(by, record.kind));
        generation.is_some_and(|generation| keys.matches(token, by, game.id, *seat, generation))
    };
    seats.find(opens).map(|(seat, _)| seat)
}

/// Whether what was given for a seat opens one at which so sits.
pub(super) fn fits(by: TokenKind, kind: SeatKind) -> bool {
    match by {
        TokenKind::Seat => matches!(kind, SeatKind::Human | SeatKind::Bot),
        TokenKind::Invite => kind == SeatKind::Invite,
    }
}

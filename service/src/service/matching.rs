//! Matchmaking: a seat at a waiting table with the same game, options, clock and hints, or at a new table.

use std::net::IpAddr;
use std::sync::Arc;

use serde::Deserialize;
use serde_json::Value;
use tapis_db::model::{GameFilter, GameId, GameSummary, SeatKind, Status, Visibility};
use tapis_games::seat::Seat;
#[allow(unused_imports, reason = "named in a schema only")]
use tapis_games::shapes::AnyOptions;
use utoipa::ToSchema;

use super::seats::StoredGrant;
use super::{CreateGame, SeatGrant, SeatWanted, Service, WantedKind};
use crate::ServiceError;
use crate::charge::Account;
use crate::pool::Caller;
use crate::retry::RetryKey;
use crate::tables::{AutoPass, Clock, HintPolicy, Person, Snapshot, TokenKind, name};

/// How long a table is offered to others, in milliseconds. After that its player has probably gone, and others would wait in vain.
const WAITS_MS: u64 = 10 * 60 * 1_000;
/// The search ends at tables that are this old, in milliseconds: such a table is full or abandoned by now.
const OLD_MS: u64 = 6 * WAITS_MS;
/// The most tables that one search reads, the newest first. They are read in pages.
const TABLES: usize = 1_000;
const PAGE: usize = 200;
/// How many of the tables with these rules and hints are opened to compare their clocks: those that have waited longest.
const OPENED: usize = 200;

/// What somebody wants to play with whoever wants the same.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({
    "game": "richelieu", "options": {"players": 2}, "clock": {"bank_s": 900, "increment_s": 10}, "name": "Ada",
}))]
pub struct WantedMatch {
    /// The game's id.
    #[schema(example = "richelieu")]
    pub game: String,
    /// Options of the game. Options you leave out take their defaults.
    #[schema(value_type = Option<AnyOptions>)]
    pub options: Option<Value>,
    /// The time for moves; no limit when absent. It starts when the last seat is taken.
    pub clock: Option<Clock>,
    /// Who may ask for hints: `off`, `metered:<n>` a seat, `free`, `after_game`.
    #[serde(default = "after_game")]
    #[schema(value_type = String, default = "after_game", pattern = "^(off|free|after_game|metered:[1-9][0-9]{0,3})$")]
    pub hints: HintPolicy,
    /// Your name, shown at the table; 1 to 40 visible characters.
    #[schema(max_length = 200)]
    pub name: Option<String>,
    /// Your own id of this player. Nobody is shown it, and nobody is brought together with themselves. It belongs to the `Tapis-Key`
    /// of the request, which must have one.
    #[schema(max_length = 64, pattern = "^[A-Za-z0-9][A-Za-z0-9._~:@|=-]{0,63}$", example = "u-17")]
    pub player: Option<String>,
}

/// The default: no hints during a game between strangers.
fn after_game() -> HintPolicy {
    HintPolicy::AfterGame
}

/// A seat that was found.
pub struct Matched {
    /// The game. It runs if this was the last free seat.
    pub snapshot: Arc<Snapshot>,
    /// The seat.
    pub seat: Seat,
    /// The token to play with.
    pub token: String,
    /// Whether an earlier try of the same request got this seat.
    pub repeated: bool,
}

/// Seats at waiting tables.
#[derive(Default)]
struct OpenSeats {
    /// The seat that the caller has already.
    own: Option<(GameId, Seat)>,
    /// The free seats; those of tables that have waited longest come first.
    free: Vec<(GameId, Seat)>,
}

impl Service {
    /// Finds a seat at the table that has waited longest for exactly this wish, or opens a new table and charges `account` for it.
    ///
    /// Where a front end brings `person`, the player is named at the seat, and the owner of the key is told of the game. A player who
    /// waits for the same already gets that seat again, so no player is matched with themselves.
    ///
    /// # Errors
    /// Those of creating a game and of taking a seat.
    pub async fn find_match(
        &self,
        wanted: &WantedMatch,
        person: Option<&Person>,
        caller: Option<IpAddr>,
        retry: Option<&RetryKey>,
        account: &dyn Account,
    ) -> Result<Matched, ServiceError> {
        if let Some(matched) = self.matched_before(retry).await? {
            return Ok(matched);
        }
        let name = wanted.name.as_deref().map(name::clean).transpose();
        name.map_err(|detail| ServiceError::field("/name", detail))?;
        let table = self.table(wanted, person, Caller::new(caller, 0)).await?;
        // One after another: two who want the same at once shall not wait for each other at two tables, and whoever asks twice at
        // once has a name at the first when it is the second's turn.
        let _alone = self.matching.lock().await;
        self.place((wanted, table), person, caller, retry, account).await
    }

    async fn place(
        &self,
        (wanted, table): (&WantedMatch, (String, CreateGame)),
        person: Option<&Person>,
        caller: Option<IpAddr>,
        retry: Option<&RetryKey>,
        account: &dyn Account,
    ) -> Result<Matched, ServiceError> {
        let OpenSeats { own, free } = self.places(wanted, &table.0, person).await?;
        if let Some(place) = own {
            return self.matched(place, None, true).await;
        }
        for place in free {
            match self.join(place, None, wanted.name.as_deref(), person, retry).await {
                // Another node was quicker with the same request.
                Ok(SeatGrant { repeated: true, .. }) => {
                    let before = self.matched_before(retry).await?;
                    return before.ok_or_else(|| ServiceError::internal("a repetition of nothing"));
                }
                Ok(grant) => return self.matched(place, Some(grant.generation), false).await,
                // Somebody else was quicker, or the game is gone.
                Err(ServiceError::Conflict { .. } | ServiceError::NotFound { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        let key = person.map(|person| person.key.as_str());
        let created = self.create(&table.1, key, caller, retry, account).await?;
        let own = created.seats.into_iter().find_map(|seat| Some((seat.seat, seat.token?)));
        let (seat, token) = own.ok_or_else(|| ServiceError::internal("a table without a place"))?;
        Ok(Matched { snapshot: created.snapshot, seat, token, repeated: created.repeated })
    }

    /// The ruleset's hash, and the table to open if none waits.
    async fn table(
        &self,
        wanted: &WantedMatch,
        person: Option<&Person>,
        caller: Caller,
    ) -> Result<(String, CreateGame), ServiceError> {
        let WantedMatch { game, options, clock, hints, name, .. } = wanted.clone();
        let text = options.as_ref().map_or_else(|| "{}".to_owned(), Value::to_string);
        let rules = self.rules_by_options(&game, text, caller).await?;
        let rules = rules.map_err(|error| self.refusal(error, "/options"))?;
        let kinds = (0..rules.seats()).map(|n| if n == 0 { WantedKind::Mine } else { WantedKind::Open });
        let seats = kinds.map(|kind| SeatWanted {
            kind,
            name: name.clone().filter(|_| kind == WantedKind::Mine),
            level: None,
            player: person.and_then(|person| person.player.clone()).filter(|_| kind == WantedKind::Mine),
        });
        let create = CreateGame {
            game: Some(game),
            options,
            seats: seats.collect(),
            visibility: Visibility::Public,
            hints,
            clock,
            presence: true,
            auto_pass: AutoPass::NoChoice,
            ..CreateGame::default()
        };
        Ok((rules.ruleset().hash.to_string(), create))
    }

    /// The seats at tables that wait for exactly this wish.
    async fn places(
        &self,
        wanted: &WantedMatch,
        ruleset: &str,
        person: Option<&Person>,
    ) -> Result<OpenSeats, ServiceError> {
        let (now, hints) = (self.now(), wanted.hints.to_string());
        let waits = |game: &GameSummary| {
            game.ruleset.to_string() == ruleset
                && game.hints == hints
                && now.millis_since(game.updated_at) < WAITS_MS
                && game.seats.iter().all(|seat| matches!(seat.kind, SeatKind::Human | SeatKind::Open))
        };
        let mut places = OpenSeats::default();
        for game in self.waiting(&wanted.game).await?.into_iter().rev().filter(waits).take(OPENED) {
            let snapshot = self.live_games.open(game.id).await?.snapshot();
            let terms = &snapshot.info.terms;
            if terms.clock != wanted.clock || !terms.presence {
                continue;
            }
            if let Some(seat) = self.seat_of(game.id, person).await? {
                places.own = Some((game.id, seat));
                break;
            }
            let free = game.seats.iter().position(|seat| seat.kind == SeatKind::Open);
            places.free.extend(free.map(|seat| (game.id, Seat(seat as u8))));
        }
        Ok(places)
    }

    /// The tables of a game with a free seat, the newest first.
    async fn waiting(&self, game: &str) -> Result<Vec<GameSummary>, ServiceError> {
        let (status, game, open_seats) = (Some(Status::Waiting), Some(game.to_owned()), Some(true));
        let filter = GameFilter { status, game, open_seats };
        let (now, mut tables, mut after) = (self.now(), Vec::new(), None);
        while tables.len() < TABLES {
            let page = self.list(filter.clone(), after, PAGE).await?;
            let is_old = page.games.last().is_some_and(|game| now.millis_since(game.created_at) > OLD_MS);
            tables.extend(page.games);
            after = page.next;
            if is_old || after.is_none() {
                break;
            }
        }
        Ok(tables)
    }

    /// The seat of a game at which a player is named.
    async fn seat_of(&self, game: GameId, person: Option<&Person>) -> Result<Option<Seat>, ServiceError> {
        let Some(Person { key, player: Some(player) }) = person else { return Ok(None) };
        let there = self.ask_store(move |store| store.players_of(game)).await?;
        let own = there.iter().find(|there| there.key == *key && there.player == *player);
        Ok(own.map(|own| Seat(own.seat)))
    }

    /// A seat with its token: that of `generation`, or the present one.
    async fn matched(
        &self,
        (game, seat): (GameId, Seat),
        generation: Option<u32>,
        repeated: bool,
    ) -> Result<Matched, ServiceError> {
        let snapshot = self.live_games.open(game).await?.snapshot();
        let present = || snapshot.seat(seat).map_or(0, |record| record.generation);
        let generation = generation.unwrap_or_else(present);
        let token = self.tokens.derive(TokenKind::Seat, game, seat, generation);
        Ok(Matched { snapshot, seat, token, repeated })
    }

    /// The seat that an earlier try got: the one that it joined, or the first seat of the table that it opened.
    async fn matched_before(&self, retry: Option<&RetryKey>) -> Result<Option<Matched>, ServiceError> {
        let Some(retry) = retry else { return Ok(None) };
        let Some(first) = self.live_games.first_try(retry).await? else { return Ok(None) };
        let grant = first.answer::<StoredGrant>();
        let (seat, generation) = grant.map_or((Seat(0), 0), |grant| (grant.seat, grant.generation));
        self.matched((first.game()?, seat), Some(generation), true).await.map(Some)
    }
}

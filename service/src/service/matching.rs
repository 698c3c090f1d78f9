//! Matchmaking: a seat at the table that has waited longest for the same, or at a new table.
//!
//! The store has one wish a person: what for, at which seat, and when the person was seen there last. So a call reads what there is of
//! its own wish, on every node, however many wait for something else.

use std::net::IpAddr;
use std::sync::Arc;

use serde::Deserialize;
use serde_json::Value;
use tapis_db::model::{Digest, GameId, SeatKind, Time, Visibility, Wish};
use tapis_db::rating::Rating;
use tapis_games::erased::AnyRuleset;
use tapis_games::ruleset::Ruleset;
use tapis_games::seat::Seat;
#[allow(unused_imports, reason = "named in a schema only")]
use tapis_games::shapes::AnyOptions;
use utoipa::ToSchema;

use super::seats::StoredGrant;
use super::{CreateGame, SeatGrant, SeatWanted, Service, WantedKind};
use crate::ServiceError;
use crate::charge::Account;
use crate::pool::{Caller, network};
use crate::retry::RetryKey;
use crate::tables::{
    AutoPass, Clock, GameStatus, HintPolicy, Hold, OnTimeout, Person, Snapshot, TokenKind, name,
};

/// Whoever was not seen for so long, in seconds, is joined by nobody until they are seen again.
const SEEN_S: i64 = Wish::AWAY_S;
/// Within so many points is everybody.
const ANYBODY: i64 = 1_000_000;
/// The most tables that one call opens.
const TABLES: usize = 20;
/// The clock of strangers who wish none: nobody waits for ever, however long the game.
const CLOCK: Clock =
    Clock { per_move_s: Some(300), bank_s: None, increment_s: None, on_timeout: OnTimeout::Bot };

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
    /// The time for moves; `{"per_move_s": 300}` when absent. It starts when the last seat is taken.
    pub clock: Option<Clock>,
    /// Who may ask for hints: `off`, `metered:<n>` a seat, `free`, `after_game`. Analyses of what a seat has seen are open to all, whatever
    /// is said here.
    #[serde(default = "after_game")]
    #[schema(value_type = String, default = "after_game", pattern = "^(off|free|after_game|metered:[1-9][0-9]{0,3})$")]
    pub hints: HintPolicy,
    /// How far from your rating those of the others may be, in points; any when absent. Who has no rating counts as new, with 0.
    #[schema(maximum = 65535)]
    pub within: Option<u16>,
    /// Your name, shown at the table; 1 to 40 visible characters.
    #[schema(max_length = 200)]
    pub name: Option<String>,
    /// Your own id of this player. Nobody is shown it. It belongs to the `Tapis-Key` of the request, which must have one.
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
    /// The generation of its token.
    pub generation: u32,
    /// The token to play with.
    pub token: String,
    /// Whether an earlier try of the same request got this seat.
    pub repeated: bool,
}

/// Who asks.
struct Wisher<'a> {
    id: Digest,
    /// Whether it is one person. Several may share an address, and none of them gets the token of another.
    is_one: bool,
    /// Whom a front end brings.
    person: Option<&'a Person>,
    retry: Option<&'a RetryKey>,
    /// How strong they are, and within how much of it others shall be.
    level: (i64, i64),
}

impl Service {
    /// Finds a seat at the table that has waited longest for exactly this wish, or opens a new table and charges `account` for it.
    ///
    /// A person who waits already gets that seat again, whatever they want now, so nobody waits twice or is matched with themselves. Where
    /// a front end brings `person`, the player is named at the seat, and the owner of the key is told of the game. Without a player a
    /// person is the key of the retry, and without that the address: then the newer wish takes the place of the older.
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
        let is_one = retry.is_some() || person.is_some_and(|person| person.player.is_some());
        let strength = self.strength(person, &wanted.game).await?;
        let level = (strength, wanted.within.map_or(ANYBODY, i64::from));
        let wisher = Wisher { id: self.wisher(person, caller, retry), is_one, person, retry, level };
        // First by person, then by what is wanted: calls for the same are served one after another.
        let _of_person = self.meter.turn(&format!("person {}", wisher.id)).await;
        match self.matched_before(retry).await? {
            Some(before) => self.waits(before, &wisher).await,
            None => self.place(wanted, &wisher, caller, account).await,
        }
    }

    /// Under what the wish of a person is kept. Without the secret nobody finds the person by it.
    pub(super) fn wisher(
        &self,
        person: Option<&Person>,
        caller: Option<IpAddr>,
        retry: Option<&RetryKey>,
    ) -> Digest {
        let said = match (person, retry) {
            (Some(Person { key, player: Some(player) }), _) => format!("player\0{key}\0{player}"),
            (_, Some(retry)) => format!("retry\0{}", retry.id()),
            (_, None) => format!("address\0{:?}", caller.map(network)),
        };
        Digest(*self.tokens.seal("person", said.as_bytes()).as_bytes())
    }

    /// The points of a person in a game.
    async fn strength(&self, person: Option<&Person>, game: &str) -> Result<i64, ServiceError> {
        let Some(Person { key, player: Some(player) }) = person else { return Ok(Rating::NEW.mean as i64) };
        let ratings = self.ratings_of(key.clone(), player.clone()).await?;
        let known = ratings.iter().find(|known| known.game == game).map(|known| known.rating);
        Ok(known.unwrap_or(Rating::NEW).mean.round() as i64)
    }

    /// What has to be equal. The hash of the ruleset says the game and its options, and these the seats.
    fn terms(&self, ruleset: &Ruleset, hints: HintPolicy, clock: Option<Clock>) -> Digest {
        let said = format!("{} {hints} {clock:?}", ruleset.hash);
        Digest(*self.tokens.seal("wish", said.as_bytes()).as_bytes())
    }

    async fn place(
        &self,
        wanted: &WantedMatch,
        wisher: &Wisher<'_>,
        caller: Option<IpAddr>,
        account: &dyn Account,
    ) -> Result<Matched, ServiceError> {
        let name = wanted.name.as_deref().map(name::clean).transpose();
        name.map_err(|detail| ServiceError::field("/name", detail))?;
        let (rules, table) = self.table(wanted, wisher.person, Caller::new(caller, 0)).await?;
        let terms = self.terms(rules.ruleset(), table.hints, table.clock);
        // Two who want the same at once shall not wait for each other at two tables.
        let _of_terms = self.meter.turn(&format!("terms {terms}")).await;
        let now = self.now();
        // Others may have come first by another node: then they are looked for once more.
        for (is_last, since) in [(false, now.plus_seconds(-SEEN_S)), (true, now.plus_seconds(SEEN_S))] {
            if let Some(found) = self.found(wanted, wisher, terms).await? {
                return Ok(found);
            }
            match self.open_table(&table, wisher, (terms, since), caller, account).await {
                Err(ServiceError::Conflict { .. }) if !is_last => {}
                opened => return opened,
            }
        }
        Err(ServiceError::StoreUnavailable)
    }

    /// The seat at which a person waits already, or a free one where others wait.
    async fn found(
        &self,
        wanted: &WantedMatch,
        wisher: &Wisher<'_>,
        terms: Digest,
    ) -> Result<Option<Matched>, ServiceError> {
        let (id, level, since) = (wisher.id, wisher.level, self.now().plus_seconds(-SEEN_S));
        let (own, tables) =
            self.ask_store(move |store| store.wishes(id, terms, level, since, TABLES)).await?;
        if let Some(own) = own.filter(|own| wisher.is_one && (own.terms == terms || own.seen > since))
            && let Some(again) = self.waits_already(&own).await?
        {
            // How near others shall be is asked for anew with the same wish only.
            let level = if own.terms == terms { level } else { (own.strength, own.reach) };
            return self.waits(again, &Wisher { level, ..*wisher }).await.map(Some);
        }
        for game in tables {
            if let Some(joined) = self.sit_down(game, wanted.name.as_deref(), wisher).await? {
                return self.waits(joined, wisher).await.map(Some);
            }
        }
        Ok(None)
    }

    /// A new table: a conflict where others who were seen after `after` wait for the same already.
    async fn open_table(
        &self,
        table: &CreateGame,
        wisher: &Wisher<'_>,
        (terms, after): (Digest, Time),
        caller: Option<IpAddr>,
        account: &dyn Account,
    ) -> Result<Matched, ServiceError> {
        let (person, (strength, reach), seen) = (wisher.id, wisher.level, self.now());
        let (seat, generation, since) = (0, 0, seen);
        let wish = move |game| {
            Some((Wish { person, terms, game, seat, generation, seen, since, strength, reach }, after))
        };
        let key = wisher.person.map(|person| person.key.as_str());
        let created = self.create_waiting(table, (key, wish), caller, wisher.retry, account).await?;
        let own = created.seats.into_iter().find_map(|seat| Some((seat.seat, seat.token?)));
        let (seat, token) = own.ok_or_else(|| ServiceError::internal("a table without a place"))?;
        let (snapshot, repeated) = (created.snapshot, created.repeated);
        let matched = Matched { snapshot, seat, generation: 0, token, repeated };
        if repeated { self.waits(matched, wisher).await } else { Ok(matched) }
    }

    /// The rules, and the table to open if none waits.
    async fn table(
        &self,
        wanted: &WantedMatch,
        person: Option<&Person>,
        caller: Caller,
    ) -> Result<(Arc<dyn AnyRuleset>, CreateGame), ServiceError> {
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
            clock: clock.or(Some(CLOCK)),
            presence: true,
            auto_pass: AutoPass::NoChoice,
            ..CreateGame::default()
        };
        Ok((rules, create))
    }

    /// The seat at which a person waits already.
    async fn waits_already(&self, own: &Wish) -> Result<Option<Matched>, ServiceError> {
        // Nor may it keep its own person from all tables.
        let Ok(table) = self.live_games.open(own.game).await else { return Ok(None) };
        let (snapshot, seat) = (table.snapshot(), Seat(own.seat));
        if snapshot.status != GameStatus::Waiting || snapshot.hold(seat, own.generation) != Hold::Holds {
            return Ok(None);
        }
        self.matched((own.game, seat), own.generation, true).await.map(Some)
    }

    /// A free seat of a table that waits; none where others were quicker.
    async fn sit_down(
        &self,
        game: GameId,
        name: Option<&str>,
        wisher: &Wisher<'_>,
    ) -> Result<Option<Matched>, ServiceError> {
        // One damaged game must not take all others away from whoever wants the same.
        let Ok(table) = self.live_games.open(game).await else { return Ok(None) };
        let before = table.snapshot();
        let free = before.seats.iter().position(|seat| seat.kind == SeatKind::Open);
        if let Some(free) = free {
            let seat = Seat(free as u8);
            match self.join((game, seat), None, name, wisher.person, wisher.retry).await {
                // Another node was quicker with the same request.
                Ok(SeatGrant { repeated: true, .. }) => return self.matched_before(wisher.retry).await,
                Ok(grant) => return self.matched((game, seat), grant.generation, false).await.map(Some),
                Err(ServiceError::Conflict { .. } | ServiceError::NotFound { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        // Nobody was quicker just now: it is full, or over.
        if table.snapshot().version() == before.version() {
            self.ask_store(move |store| store.forget_wishes(game)).await?;
        }
        Ok(None)
    }

    /// Others are brought to a table that waits, while all who wait there are seen; a table that is full is offered no more.
    async fn waits(&self, matched: Matched, wisher: &Wisher<'_>) -> Result<Matched, ServiceError> {
        let Matched { ref snapshot, seat, generation, repeated, .. } = matched;
        let (info, game) = (&snapshot.info, snapshot.info.id);
        if snapshot.status != GameStatus::Waiting {
            if !repeated {
                self.ask_store(move |store| store.forget_wishes(game)).await?;
            }
        } else if snapshot.hold(seat, generation) == Hold::Holds {
            let terms = self.terms(info.ruleset(), info.hints, info.terms.clock);
            let (person, seen, (strength, reach)) = (wisher.id, self.now(), wisher.level);
            let (seat, since) = (seat.0, seen);
            let wish = Wish { person, terms, game, seat, generation, seen, since, strength, reach };
            self.ask_store(move |store| store.put_wish(wish)).await?;
        }
        Ok(matched)
    }

    /// A seat with its token of `generation`.
    async fn matched(
        &self,
        (game, seat): (GameId, Seat),
        generation: u32,
        repeated: bool,
    ) -> Result<Matched, ServiceError> {
        let snapshot = self.live_games.open(game).await?.snapshot();
        let token = self.tokens.derive(TokenKind::Seat, game, seat, generation);
        Ok(Matched { snapshot, seat, generation, token, repeated })
    }

    /// The seat that an earlier try got: the one that it joined, or the first seat of the table that it opened.
    async fn matched_before(&self, retry: Option<&RetryKey>) -> Result<Option<Matched>, ServiceError> {
        let Some(retry) = retry else { return Ok(None) };
        let Some(first) = self.live_games.first_try(retry).await? else { return Ok(None) };
        let grant = first.answer::<StoredGrant>();
        let (seat, generation) = grant.map_or((Seat(0), 0), |grant| (grant.seat, grant.generation));
        self.matched((first.game()?, seat), generation, true).await.map(Some)
    }
}

//! New games: from the wish to the stored game.

use std::net::IpAddr;
use std::sync::Arc;

use serde::Serialize;
use serde_json::Value;
use tapis_db::StoreError;
use tapis_db::model::{
    GameId, IdempotencyRecord, NewGame, SeatKind, SeatRecord, Secret, Time, Visibility, Wish,
};
use tapis_games::erased::AnyRuleset;
use tapis_games::locale::said;
use tapis_games::random::Seed;
use tapis_games::seat::Seat;
use utoipa::ToSchema;

use super::Service;
use crate::answers::asker;
use crate::charge::{Account, Stored, give_all_back, is_new, take_all};
use crate::pool::Caller;
use crate::retry::{FirstResponse, RetryKey};
use crate::rulesets::RulesetError;
use crate::tables::changes::{Creation, create};
use crate::tables::{
    GameInfo, GameRules, HintPolicy, HintTally, LiveGame, People, Snapshot, Terms, TokenKind,
};
use crate::{ServiceError, answered};

mod wanted;

pub use wanted::{CreateGame, Practice, SeatWanted, WantedKind};
use wanted::{practice_seed, said_once, seats};

/// The longest pace of a game's bots.
pub(crate) const MAX_PACE_MS: u32 = 10_000;

/// A seat of a created game, with its token or ticket.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CreatedSeat {
    /// The seat.
    pub seat: Seat,
    /// `mine` or `invite`.
    pub kind: WantedKind,
    /// The token to play with, for `mine`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
    /// The ticket to give away, for `invite`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ticket: Option<String>,
}

/// A game that was created.
pub struct MadeGame {
    /// The game.
    pub snapshot: Arc<Snapshot>,
    /// The seats whose token or ticket the creator must keep.
    pub seats: Vec<CreatedSeat>,
    /// Whether an earlier try of the same request created it.
    pub repeated: bool,
}

impl Service {
    /// Creates a game, once: a retry with the same key gets the same tokens. The game begins at once when no seat is
    /// open or invited. The players that `wanted` names are those of the key of this name, whose owner is told of the game.
    /// `account` is charged for what is stored, so neither for a retry nor for a wish that is refused.
    ///
    /// # Errors
    /// Every fault of `wanted` with its pointer; the key was used for another request; no room for bots; those of `account`;
    /// the store does not take the game.
    pub async fn create(
        &self,
        wanted: &CreateGame,
        key: Option<&str>,
        creator: Option<IpAddr>,
        retry: Option<&RetryKey>,
        account: &dyn Account,
    ) -> Result<MadeGame, ServiceError> {
        self.create_waiting(wanted, (key, |_| None), creator, retry, account).await
    }

    /// As [`Service::create`], with the wish of whoever waits at the game for others.
    ///
    /// # Errors
    /// As there; others wait for the same already.
    pub(super) async fn create_waiting(
        &self,
        wanted: &CreateGame,
        (key, wish): (Option<&str>, impl FnOnce(GameId) -> Option<(Wish, Time)> + Send),
        creator: Option<IpAddr>,
        retry: Option<&RetryKey>,
        account: &dyn Account,
    ) -> Result<MadeGame, ServiceError> {
        if let Some(retry) = retry
            && let Some(first) = self.live_games.first_try(retry).await?
        {
            return self.created_before(&first, wanted).await;
        }
        let caller = Caller::new(creator, 0);
        let mut creation = self.creation(wanted, self.wanted_rules(wanted, caller).await?)?;
        if let Some(key) = key {
            let Creation { info, people, .. } = &mut creation;
            wanted.players().for_each(|(seat, player)| people.name(info, seat, (key, player), 1));
            people.tell(info, key, wanted.webhook_url.as_deref());
        }
        creation.people.wish = wish(creation.info.id);
        self.space.admit()?;
        let stored = self.stored_by(&creation, caller).await?;
        take_all(account, &stored)?;
        // A caller who goes away meanwhile is not waited for: what it asked for may be stored, and stays charged.
        let created = self.create_charged(creation, wanted, creator, retry).await;
        if !created.as_ref().is_ok_and(|created| !created.repeated) {
            give_all_back(account, &stored);
        }
        created
    }

    /// Whether an earlier try of the same request created a game.
    ///
    /// # Errors
    /// The key was used for another request; the store cannot tell.
    pub async fn was_created(&self, retry: &RetryKey) -> Result<bool, ServiceError> {
        Ok(self.live_games.first_try(retry).await?.is_some())
    }

    /// What will be stored when a game is.
    async fn stored_by(&self, creation: &Creation, caller: Caller) -> Result<Vec<Stored>, ServiceError> {
        let rules = match creation.info.rules.played() {
            Some(rules) if !self.rulesets.is_default(rules.ruleset()) => Arc::clone(rules),
            _ => return Ok(vec![Stored::Game]),
        };
        let new = self.reading(caller, move |rulesets, store| is_new(&*rules, rulesets, store)).await??;
        Ok(if new { vec![Stored::Ruleset, Stored::Game] } else { vec![Stored::Game] })
    }

    async fn create_charged(
        &self,
        creation: Creation,
        wanted: &CreateGame,
        creator: Option<IpAddr>,
        retry: Option<&RetryKey>,
    ) -> Result<MadeGame, ServiceError> {
        let caller = Caller::new(creator, 0);
        let record = retry.map(|retry| retry.record(creation.info.id, 1, None));
        let waits = creation.people.wish.is_some();
        let dealt = self.dealt(creation, record, caller).await?;
        match (self.stored_game(dealt, creator).await, retry) {
            (Ok(game), _) => Ok(self.created(game.snapshot(), wanted, false)),
            (Err(StoreError::KeyUsed(first)), Some(retry)) => {
                self.created_before(&retry.same(*first)?, wanted).await
            }
            (Err(StoreError::Exists), _) if waits => Err(ServiceError::conflict("seat_taken")),
            (Err(error), _) => Err(error.into()),
        }
    }

    /// Stores a new game and takes it into memory.
    pub(super) async fn stored_game(
        &self,
        (game, snapshot): (NewGame, Snapshot),
        creator: Option<IpAddr>,
    ) -> Result<Arc<LiveGame>, StoreError> {
        let seated = game.players.clone();
        let made = answered(|reply| self.store.create_game_then(game, reply)).await?;
        metrics::counter!("tapis_games_created_total").increment(1);
        if let Some(address) = creator {
            self.bots.created(snapshot.info.id, address);
        }
        let live = self.live_games.adopt(snapshot, made.chain);
        self.live_games.tell_seated(&seated);
        Ok(live)
    }

    /// A new game, dealt when it is the caller's turn.
    pub(super) async fn dealt(
        &self,
        creation: Creation,
        record: Option<IdempotencyRecord>,
        caller: Caller,
    ) -> Result<(NewGame, Snapshot), ServiceError> {
        let dealer = Arc::clone(&self.sources.dealer);
        self.answers.make(caller, move || create(creation, &*dealer, record)).await?
    }

    /// The answer to a retry: everything in it follows from the game's id and the request.
    async fn created_before(
        &self,
        first: &FirstResponse,
        wanted: &CreateGame,
    ) -> Result<MadeGame, ServiceError> {
        let game = self.live_games.see_to(first.game()?).await?;
        Ok(self.created(game.snapshot(), wanted, true))
    }

    fn created(&self, snapshot: Arc<Snapshot>, wanted: &CreateGame, repeated: bool) -> MadeGame {
        let id = snapshot.info.id;
        let seats = Seat::all(wanted.seats.len()).zip(&wanted.seats).filter_map(|(seat, wanted)| {
            let derive = |kind| Some(self.tokens.derive(kind, id, seat, 0));
            let (token, ticket) = match wanted.kind {
                WantedKind::Mine => (derive(TokenKind::Seat), None),
                WantedKind::Invite => (None, derive(TokenKind::Invite)),
                WantedKind::Open | WantedKind::Bot => return None,
            };
            Some(CreatedSeat { seat, kind: wanted.kind, token, ticket })
        });
        MadeGame { seats: seats.collect(), snapshot, repeated }
    }

    fn creation(&self, wanted: &CreateGame, rules: Arc<dyn AnyRuleset>) -> Result<Creation, ServiceError> {
        said_once(wanted, rules.seats())?;
        let seats = seats(&wanted.seats, rules.seats(), wanted.auto_pass)?;
        let visibility = wanted.visibility;
        let open = wanted.seats.iter().position(|seat| seat.kind == WantedKind::Open);
        if let (Some(open), Visibility::Private) = (open, visibility) {
            let detail = said("private_open");
            return Err(ServiceError::field(format!("/seats/{open}/kind"), detail));
        }
        let chosen = practice_seed(wanted)?;
        wanted.clock.map_or(Ok(()), |clock| clock.check())?;
        let bot_pace_ms = self.pace(wanted.bot_pace_ms, &seats)?;
        let terms = Terms { clock: wanted.clock, presence: wanted.presence, bot_pace_ms };
        self.new_game(rules, seats, (visibility, wanted.hints, terms), chosen)
    }

    /// The pace of the bots in a new game; none without people.
    fn pace(&self, wanted: Option<u32>, seats: &[SeatRecord]) -> Result<Option<u32>, ServiceError> {
        if wanted.is_some_and(|wanted| wanted > MAX_PACE_MS) {
            return Err(ServiceError::field("/bot_pace_ms", said("at_most").with("most", MAX_PACE_MS)));
        }
        let people = seats.iter().any(|seat| seat.kind != SeatKind::Bot);
        Ok(people.then(|| wanted.unwrap_or(self.pace_ms)))
    }

    /// A game with an id of its own, dealt from `chosen` or from a new seed.
    ///
    /// # Errors
    /// There is no room for bots, or no randomness.
    pub(super) fn new_game(
        &self,
        rules: Arc<dyn AnyRuleset>,
        seats: Vec<SeatRecord>,
        (visibility, hints, terms): (Visibility, HintPolicy, Terms),
        chosen: Option<Seed>,
    ) -> Result<Creation, ServiceError> {
        let bots = seats.iter().any(|seat| seat.kind == SeatKind::Bot);
        let people = seats.iter().any(|seat| seat.kind != SeatKind::Bot);
        if bots && !self.bots.has_room(people, asker()) {
            return Err(ServiceError::Busy { what: "the_bots", retry_after_s: 2 });
        }
        let entropy = || self.sources.entropy.bytes().map_err(ServiceError::internal);
        let info = GameInfo {
            id: GameId::from_u128(self.sources.ids.next().as_u128()),
            rules: GameRules::Played(rules),
            visibility,
            hints,
            terms,
            practice: chosen.is_some(),
            seed: Secret(chosen.map_or_else(entropy, |seed| Ok(seed.0))?),
            nonce: Secret(entropy()?),
            commitment: String::new(),
            created_at: self.now(),
            tally: HintTally::new(false, vec![Vec::new(); seats.len()]),
        };
        Ok(Creation { info, seats, people: People::default() })
    }

    async fn wanted_rules(
        &self,
        wanted: &CreateGame,
        caller: Caller,
    ) -> Result<Arc<dyn AnyRuleset>, ServiceError> {
        match (&wanted.game, &wanted.options, &wanted.ruleset) {
            (_, Some(_), Some(_)) => Err(ServiceError::field("/options", said("options_or_hash"))),
            (game, None, Some(hash)) => {
                let rules =
                    self.rules_of(hash, caller).await?.map_err(|error| self.refusal(error, "/ruleset"))?;
                let named = &rules.ruleset().game;
                if game.as_ref().is_some_and(|game| game != named) {
                    return Err(ServiceError::field("/game", said("ruleset_of").with("game", named)));
                }
                Ok(rules)
            }
            (Some(game), options, None) => {
                let options = self.with_players(game, options, wanted.seats.len());
                let found = self.rules_by_options(game, options, caller).await?;
                found.map_err(|error| self.refusal(error, "/options"))
            }
            (None, _, None) => Err(ServiceError::field("/game", said("name_game"))),
        }
    }

    /// The options with the number of players, which follows from the seats where it is not said.
    fn with_players(&self, game: &str, options: &Option<Value>, seats: usize) -> String {
        let mut options = options.clone().unwrap_or_else(|| Value::Object(serde_json::Map::new()));
        let default = self.rulesets.default_of(game);
        let game = self.rulesets.games().game(game);
        let takes = game.filter(|game| {
            let about = game.about();
            let has_option = |rules: Arc<dyn AnyRuleset>| rules.ruleset().options.get("players").is_some();
            (usize::from(about.min_players)..=usize::from(about.max_players)).contains(&seats)
                && default.is_some_and(has_option)
        });
        if let (Some(_), Value::Object(members)) = (takes, &mut options) {
            members.entry("players").or_insert(seats.into());
        }
        options.to_string()
    }

    pub(super) fn refusal(&self, error: RulesetError, pointer: &str) -> ServiceError {
        match error {
            RulesetError::UnknownGame(_) => {
                let known = self.rulesets.games().ids();
                ServiceError::field("/game", said("no_such_game").with("games", known))
            }
            RulesetError::UnknownHash | RulesetError::Retired { .. } => {
                ServiceError::field(pointer, error.said())
            }
            other => other.into_error(pointer),
        }
    }
}

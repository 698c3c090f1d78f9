//! New games: from the wish to the stored game.

use std::net::IpAddr;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tapis_db::StoreError;
use tapis_db::model::{GameId, IdempotencyRecord, NewGame, SeatKind, SeatRecord, Secret, Visibility};
use tapis_games::erased::AnyRuleset;
use tapis_games::locale::{Said, said};
use tapis_games::random::Seed;
use tapis_games::seat::{MAX_SEATS, Seat};
#[allow(unused_imports, reason = "named in a schema only")]
use tapis_games::shapes::AnyOptions;
#[allow(unused_imports, reason = "named in a schema only")]
use tapis_solver::engine::BotLevel;
use utoipa::ToSchema;

use super::Service;
use crate::advice::pool::Caller;
use crate::bots;
use crate::charge::{Account, Stored, give_all_back, is_new, take_all};
use crate::retry::{FirstResponse, RetryKey};
use crate::rulesets::RulesetError;
#[allow(unused_imports, reason = "named in a schema only")]
use crate::tables::changes::{Creation, create};
use crate::tables::{AutoPass, Clock, HintPolicy, Snapshot, Terms, TokenKind, name};
use crate::{FieldError, ServiceError, answered};

/// The longest pace of a game's bots.
pub(crate) const MAX_PACE_MS: u32 = 10_000;

/// A game to create: a game id with options, or the hash of a ruleset.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({
    "game": "richelieu", "options": {"variant": "three_rows"},
    "seats": [{"kind": "mine", "name": "Ada"}, {"kind": "bot", "level": "club"}],
    "visibility": "unlisted", "hints": "free",
}))]
pub struct CreateGame {
    /// The game's id. May be left out with `ruleset`.
    #[serde(default)]
    #[schema(example = "richelieu")]
    pub game: Option<String>,
    /// Options of the game. Options you leave out take their defaults.
    #[serde(default)]
    #[schema(value_type = Option<AnyOptions>)]
    pub options: Option<Value>,
    /// The hash of a ruleset, instead of options.
    #[serde(default)]
    pub ruleset: Option<String>,
    /// The seats. If the options do not set the number of players, the number of seats does; a ruleset has a fixed number.
    #[schema(min_items = 2, max_items = 7)]
    pub seats: Vec<SeatWanted>,
    /// Who may find the game.
    #[serde(default)]
    pub visibility: Visibility,
    /// Who may ask for hints: `off`, `metered:<n>` a seat, `free`, `after_game`.
    #[serde(default)]
    #[schema(value_type = String, default = "free", pattern = "^(off|free|after_game|metered:[1-9][0-9]{0,3})$")]
    pub hints: HintPolicy,
    /// The time people have for their moves; no limit when absent. It starts when the last seat is taken.
    #[serde(default)]
    pub clock: Option<Clock>,
    /// Whether everybody who sees the game also sees how many spectators follow it, and which seats have an event stream open.
    #[serde(default)]
    pub presence: bool,
    /// A chosen seed. Not allowed with open or invited seats. The game is marked, and does not count in the statistics of
    /// played games.
    #[serde(default)]
    pub practice: Option<Practice>,
    /// When to pass automatically for people's seats in windows. `off`: never. `no_choice` (default): when passing is the only
    /// move. `windows`: also in every window during another player's turn. Each player may change it for their own seat.
    #[serde(default = "no_choice")]
    pub auto_pass: AutoPass,
    /// In a game with people: the least time before a bot's reply or an automatic pass, in milliseconds. Default: the server's
    /// `--bot-pace-ms` (600). It is never less than the searches of the bot's level need.
    #[serde(default)]
    #[schema(maximum = 10_000, example = 600)]
    pub bot_pace_ms: Option<u32>,
}

/// Nobody is asked where there is nothing to say.
fn no_choice() -> AutoPass {
    AutoPass::NoChoice
}

/// One seat of a game to create.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"kind": "mine", "name": "Ada"}))]
pub struct SeatWanted {
    /// Who sits there.
    pub kind: WantedKind,
    /// The name shown; 1 to 40 visible characters. At an invited or open seat it is the name of the expected player, until the
    /// player who takes the seat gives another.
    #[serde(default)]
    #[schema(max_length = 200)]
    pub name: Option<String>,
    /// The bot's level, for `bot`.
    #[serde(default)]
    #[schema(value_type = Option<BotLevel>)]
    pub level: Option<String>,
}

/// Who sits at a seat of a game to create.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum WantedKind {
    /// The creator; the answer has the seat's token.
    Mine,
    /// Whoever is given the ticket of the answer.
    Invite,
    /// Whoever comes first.
    Open,
    /// A bot.
    Bot,
}

/// A chosen seed.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Practice {
    /// 64 hex digits.
    #[schema(pattern = "^[0-9a-fA-F]{64}$", min_length = 64, max_length = 64)]
    pub seed: String,
}

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
pub struct CreatedGame {
    /// The game.
    pub snapshot: Arc<Snapshot>,
    /// The seats whose token or ticket the creator must keep.
    pub seats: Vec<CreatedSeat>,
    /// Whether an earlier try of the same request created it.
    pub repeated: bool,
}

impl Service {
    /// Creates a game, once: a retry with the same key gets the same tokens. The game begins at once when no seat is
    /// open or invited. `account` is charged for what is stored, so neither for a retry nor for a wish that is refused.
    ///
    /// # Errors
    /// Every fault of `wanted` with its pointer; the key was used for another request; no room for bots; those of `account`;
    /// the store does not take the game.
    pub async fn create(
        &self,
        wanted: &CreateGame,
        creator: Option<IpAddr>,
        retry: Option<&RetryKey>,
        account: &dyn Account,
    ) -> Result<CreatedGame, ServiceError> {
        if let Some(retry) = retry
            && let Some(first) = retry.first_try(&self.live_games).await?
        {
            return self.created_before(&first, wanted).await;
        }
        let caller = Caller::new(creator, 0);
        let creation = self.creation(wanted, self.wanted_rules(wanted, caller).await?)?;
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

    /// What will be stored when a game is.
    async fn stored_by(&self, creation: &Creation, caller: Caller) -> Result<Vec<Stored>, ServiceError> {
        if self.rulesets.is_default(creation.rules.ruleset()) {
            return Ok(vec![Stored::Game]);
        }
        let rules = Arc::clone(&creation.rules);
        let new = self.reading(caller, move |rulesets, store| is_new(&*rules, rulesets, store)).await??;
        Ok(if new { vec![Stored::Ruleset, Stored::Game] } else { vec![Stored::Game] })
    }

    async fn create_charged(
        &self,
        creation: Creation,
        wanted: &CreateGame,
        creator: Option<IpAddr>,
        retry: Option<&RetryKey>,
    ) -> Result<CreatedGame, ServiceError> {
        let caller = Caller::new(creator, 0);
        let record = retry.map(|retry| retry.record(creation.id, 1, None));
        let (game, snapshot) = self.dealt(creation, record, caller).await?;
        match (answered(|reply| self.store.create_game_then(game, reply)).await, retry) {
            (Ok(_), _) => {
                metrics::counter!("tapis_games_created_total").increment(1);
                if let Some(address) = creator {
                    self.bots.created(snapshot.info.id, address);
                }
                let snapshot = self.live_games.adopt(snapshot).snapshot();
                Ok(self.created(snapshot, wanted, false))
            }
            (Err(StoreError::KeyUsed(first)), Some(retry)) => {
                self.created_before(&retry.same(*first)?, wanted).await
            }
            (Err(error), _) => Err(error.into()),
        }
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
    ) -> Result<CreatedGame, ServiceError> {
        let game = self.live_games.open(first.game()?).await?;
        Ok(self.created(game.snapshot(), wanted, true))
    }

    fn created(&self, snapshot: Arc<Snapshot>, wanted: &CreateGame, repeated: bool) -> CreatedGame {
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
        CreatedGame { seats: seats.collect(), snapshot, repeated }
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
        if bots && !self.bots.has_room(people) {
            return Err(ServiceError::Busy { what: "the_bots", retry_after_s: 2 });
        }
        let entropy = || self.sources.entropy.bytes().map_err(ServiceError::internal);
        Ok(Creation {
            id: GameId::from_u128(self.sources.ids.next().as_u128()),
            rules,
            seats,
            visibility,
            hints,
            terms,
            practice: chosen.is_some(),
            seed: Secret(chosen.map_or_else(entropy, |seed| Ok(seed.0))?),
            nonce: Secret(entropy()?),
            at: self.sources.clock.now().into(),
        })
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

    fn refusal(&self, error: RulesetError, pointer: &str) -> ServiceError {
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

/// Whether the options, where they say how many play, say as many as there are seats.
fn said_once(wanted: &CreateGame, players: usize) -> Result<(), ServiceError> {
    let says = wanted.options.as_ref().is_some_and(|options| options.get("players").is_some());
    if !says || wanted.seats.len() == players {
        return Ok(());
    }
    let detail = said("said_once").with("players", players).with("seats", wanted.seats.len());
    Err(ServiceError::field("/options/players", detail))
}

fn practice_seed(wanted: &CreateGame) -> Result<Option<Seed>, ServiceError> {
    let Some(practice) = &wanted.practice else { return Ok(None) };
    let strangers = |seat: &SeatWanted| matches!(seat.kind, WantedKind::Open | WantedKind::Invite);
    if wanted.seats.iter().any(strangers) {
        let detail = said("practice");
        return Err(ServiceError::field("/practice", detail));
    }
    let seed = Seed::from_hex(&practice.seed);
    seed.map(Some).ok_or_else(|| ServiceError::field("/practice/seed", said("seed")))
}

fn seats(
    wanted: &[SeatWanted],
    players: usize,
    auto_pass: AutoPass,
) -> Result<Vec<SeatRecord>, ServiceError> {
    let mut faults = Vec::new();
    if wanted.len() != players {
        let detail = said("seats").with("players", players).with("same", players).with("seats", wanted.len());
        faults.push(FieldError::new("/seats", detail));
    }
    let records = wanted.iter().take(MAX_SEATS).enumerate().map(|(n, wanted)| {
        let (name, level) = (name_of(wanted), level_of(wanted));
        for (field, fault) in [("name", name.as_ref().err()), ("level", level.as_ref().err())] {
            faults.extend(fault.map(|detail| FieldError::new(format!("/seats/{n}/{field}"), detail.clone())));
        }
        SeatRecord {
            kind: wanted.kind.into(),
            name: name.ok().flatten(),
            level: level.ok().flatten(),
            generation: 0,
            left: false,
            timed_out: false,
            settings: if wanted.kind == WantedKind::Bot { None } else { auto_pass.settings() },
        }
    });
    let records = records.collect();
    if faults.is_empty() { Ok(records) } else { Err(ServiceError::Invalid(faults)) }
}

fn name_of(wanted: &SeatWanted) -> Result<Option<String>, Said> {
    wanted.name.as_deref().map(name::clean).transpose()
}

fn level_of(wanted: &SeatWanted) -> Result<Option<String>, Said> {
    match (&wanted.level, wanted.kind) {
        (Some(level), WantedKind::Bot) => bots::known_level(level).map(Some),
        (None, WantedKind::Bot) => Err(said("bot_has_level").with("levels", bots::level_names())),
        (Some(_), _) => Err(said("only_bot_level")),
        (None, _) => Ok(None),
    }
}

impl From<WantedKind> for SeatKind {
    fn from(kind: WantedKind) -> Self {
        match kind {
            WantedKind::Mine => Self::Human,
            WantedKind::Invite => Self::Invite,
            WantedKind::Open => Self::Open,
            WantedKind::Bot => Self::Bot,
        }
    }
}

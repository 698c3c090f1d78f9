//! Games: who plays what, which few events change.

use super::head::Head;
use super::{Columns, Record, Row as _, Value};
use crate::engine::failure::Outcome;
use crate::engine::seal::Seal;
use crate::engine::{corrupt, invalid};
use crate::error::{Result, StoreError};
use crate::model::{
    Digest, GameFilter, GameId, GameSummary, NewGame, SeatKind, SeatRecord, Secret, Status, Time, Visibility,
};

/// The row of a game.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct GameRecord {
    pub(crate) id: GameId,
    pub(crate) ruleset: Digest,
    pub(crate) game: String,
    pub(crate) visibility: Visibility,
    pub(crate) hints: String,
    pub(crate) practice: bool,
    pub(crate) commitment: String,
    pub(crate) created_at: Time,
    /// The hash where the chain of events starts.
    pub(crate) anchor: Digest,
    pub(crate) status: Status,
    pub(crate) seats: Vec<SeatRecord>,
    pub(crate) assisted: bool,
    /// How many hints each seat was given.
    pub(crate) hints_at: Vec<Vec<u64>>,
}

impl GameRecord {
    /// The columns that never change.
    fn fixed(&self) -> Vec<Value<'_>> {
        vec![
            self.id.into(),
            self.ruleset.into(),
            (&self.game).into(),
            <&str>::from(self.visibility).into(),
            (&self.hints).into(),
            self.practice.into(),
            (&self.commitment).into(),
            self.created_at.into(),
        ]
    }

    fn open_seats(&self) -> i64 {
        self.seats.iter().filter(|seat| seat.kind == SeatKind::Open).count() as i64
    }
}

/// Where the chain of events of a game starts: the columns that never change, and the secrets.
pub(crate) fn anchor(game: &GameRecord, seed: &Secret, nonce: &Secret) -> Digest {
    let fixed = game.fixed();
    let seal = fixed.iter().fold(Seal::new("game anchor"), |seal, value| value.sealed(seal));
    seal.blob(&seed.0).blob(&nonce.0).finish()
}

impl Record for GameRecord {
    const TABLE: &'static str = "games";
    const COLUMNS: &'static [&'static str] = &[
        "id",
        "ruleset",
        "game",
        "visibility",
        "hints",
        "practice",
        "commitment",
        "created_at",
        "anchor",
        "status",
        "seats",
        "open_seats",
        "assisted",
        "hints_at",
    ];

    fn values(&self) -> Result<Vec<Value<'_>>> {
        let mut values = self.fixed();
        values.extend([
            self.anchor.into(),
            <&str>::from(self.status).into(),
            text(&self.seats)?.into(),
            self.open_seats().into(),
            self.assisted.into(),
            text(&self.hints_at)?.into(),
        ]);
        Ok(values)
    }

    fn read(row: &dyn Columns) -> Outcome<Self> {
        Ok(Self {
            id: row.id("id")?,
            ruleset: row.digest("ruleset")?,
            game: row.word("game")?,
            visibility: row.parsed("visibility")?,
            hints: row.word("hints")?,
            practice: row.flag("practice")?,
            commitment: row.word("commitment")?,
            created_at: row.at("created_at")?,
            anchor: row.digest("anchor")?,
            status: row.parsed("status")?,
            seats: row.json("seats")?,
            assisted: row.flag("assisted")?,
            hints_at: row.json("hints_at")?,
        })
    }
}

impl GameRecord {
    /// See [`crate::GameStore::count_hint`].
    ///
    /// # Errors
    /// The seat was given so many already; there is no such seat.
    pub(crate) fn count_hint(&mut self, (seat, version): (u8, u64), limit: Option<u32>) -> Result<u32> {
        let given = self.hints_at.get_mut(usize::from(seat));
        let given = given.ok_or_else(|| invalid(format!("there is no seat {seat}")))?;
        if !given.contains(&version) {
            let used = given.len() as u32;
            if limit.is_some_and(|limit| used >= limit) {
                return Err(StoreError::HintsUsed { used });
            }
            given.push(version);
        }
        self.assisted = true;
        Ok(given.len() as u32)
    }
}

fn text<T: serde::Serialize + ?Sized>(value: &T) -> Result<String> {
    serde_json::to_string(value).map_err(|_| invalid("a setting of a seat is no JSON"))
}

/// Stores the secrets of a game: [`secrets`].
pub(crate) const SECRETS: &str = "INSERT INTO game_secrets (game, seed, nonce) VALUES ($1, $2, $3)";

/// The values of [`SECRETS`].
pub(crate) fn secrets(game: &NewGame) -> [Value<'_>; 3] {
    [game.id.into(), game.seed.0.as_slice().into(), game.nonce.0.as_slice().into()]
}

/// A game without its log.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct GameRow {
    pub(crate) game: GameRecord,
    pub(crate) head: Head,
}

/// The columns [`GameRow::read`] wants of `games` and `heads`.
pub(crate) fn games() -> String {
    let of_game = GameRecord::COLUMNS.iter().map(|column| format!("games.{column}"));
    let of_head = Head::COLUMNS.iter().map(|column| format!("heads.{column} AS head_{column}"));
    of_game.chain(of_head).collect::<Vec<_>>().join(", ")
}

impl GameRow {
    /// A new game at version 1. Its chain ends where it starts: the first event is to come.
    pub(crate) fn new(new: &NewGame) -> Self {
        let mut game = GameRecord {
            id: new.id,
            ruleset: new.ruleset.hash,
            game: new.ruleset.game.clone(),
            visibility: new.visibility,
            hints: new.hints.clone(),
            practice: new.practice,
            commitment: new.commitment.clone(),
            created_at: new.setup.at,
            anchor: Digest([0; 32]),
            status: new.status,
            seats: new.seats.clone(),
            assisted: false,
            hints_at: vec![Vec::new(); new.seats.len()],
        };
        game.anchor = anchor(&game, &new.seed, &new.nonce);
        let head = Head {
            game: new.id,
            version: 1,
            turn: new.turn,
            updated_at: new.setup.at,
            deadline: new.deadline,
            chain: game.anchor,
        };
        Self { game, head }
    }

    /// Reads a row of [`games`].
    pub(crate) fn read(row: &dyn Columns) -> Outcome<Self> {
        let game = GameRecord::read(row)?;
        if game.hints_at.len() != game.seats.len() {
            return Err(corrupt(format!("the row of game {}", game.id)).into());
        }
        let head = Head::read(row)?;
        if head.game != game.id {
            return Err(corrupt(format!("the head of game {}", game.id)).into());
        }
        Ok(Self { game, head })
    }

    pub(crate) fn id(&self) -> GameId {
        self.game.id
    }

    /// As it is listed.
    pub(crate) fn into_summary(self) -> GameSummary {
        let Self { game, head } = self;
        GameSummary {
            id: game.id,
            ruleset: game.ruleset,
            game: game.game,
            status: game.status,
            version: head.version,
            turn: head.turn,
            deadline: head.deadline,
            seats: game.seats,
            visibility: game.visibility,
            hints: game.hints,
            practice: game.practice,
            assisted: game.assisted,
            commitment: game.commitment,
            created_at: game.created_at,
            updated_at: head.updated_at,
        }
    }
}

/// Whether a game belongs on the list: a damaged index could have led to any row, a private game's too.
pub(crate) fn agrees(game: &GameSummary, filter: &GameFilter) -> bool {
    let open = game.seats.iter().any(|seat| seat.kind == SeatKind::Open);
    game.visibility == Visibility::Public
        && filter.game.as_ref().is_none_or(|wanted| *wanted == game.game)
        && filter.status.is_none_or(|wanted| wanted == game.status)
        && filter.open_seats.is_none_or(|wanted| wanted == open)
}

//! Who sits at a table as front ends know them: whom they name, and who is told.

use tapis_db::model::{SeatKind, SeatedPlayer, Time, WatchedGame, Wish};
use tapis_games::seat::Seat;

use super::changes::{Creation, seat_after};
use super::snapshot::GameInfo;

/// Somebody whom a front end brings to a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    /// The name of the front end's key, whose owner is told of the game.
    pub key: String,
    /// The front end's id of the player, if it names one.
    pub player: Option<String>,
}

/// Whom front ends name at seats of a game, and who is told of it: stored with the game, or with the event that seats them.
#[derive(Clone, Debug, Default)]
pub struct People {
    /// The players.
    pub players: Vec<SeatedPlayer>,
    /// The keys whose owners are told.
    pub followers: Vec<WatchedGame>,
    /// Who waits at a new game for others, unless others who were seen after this time wait already.
    pub wish: Option<(Wish, Time)>,
}

impl People {
    /// Names a player of a key at a seat, with the version `since`.
    pub fn name(&mut self, info: &GameInfo, seat: Seat, (key, player): (&str, &str), since: u64) {
        self.players.push(SeatedPlayer {
            game: info.id,
            seat: seat.0,
            key: key.to_owned(),
            player: player.to_owned(),
            created_at: info.created_at,
            since,
        });
    }

    /// Has the owner of a key told of a new game, at `url` if the key has given one for this game.
    pub fn tell(&mut self, info: &GameInfo, key: &str, url: Option<&str>) {
        if self.followers.iter().all(|known| known.key != key) {
            let first = WatchedGame::new(info.id, key.to_owned(), 0, info.created_at);
            self.followers.push(WatchedGame { url: url.map(str::to_owned), ..first });
        }
    }

    /// The player who is named at a seat.
    pub fn at(&self, seat: Seat) -> Option<Person> {
        let named = self.players.iter().find(|player| player.seat == seat.0)?;
        Some(Person { key: named.key.clone(), player: Some(named.player.clone()) })
    }

    /// Those of the game that follows this one: everybody is named one seat on, where a place is kept, and whoever was told of this
    /// game is told of that one, at the same address. So is each key of a player, and `key`, that of the request.
    pub fn follow(&self, next: &Creation, key: Option<&str>) -> Self {
        let (info, mut people) = (&next.info, Self::default());
        let is_kept = |seat: Seat| {
            let record = next.seats.get(seat.index());
            record.is_some_and(|record| matches!(record.kind, SeatKind::Human | SeatKind::Invite))
        };
        for player in &self.players {
            let seat = seat_after(Seat(player.seat), next.seats.len());
            if is_kept(seat) {
                people.name(info, seat, (&player.key, &player.player), 1);
            }
        }
        self.followers.iter().for_each(|known| people.tell(info, &known.key, known.url.as_deref()));
        self.players.iter().for_each(|player| people.tell(info, &player.key, None));
        key.into_iter().for_each(|key| people.tell(info, key, None));
        people
    }
}

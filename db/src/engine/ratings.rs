//! Whom a finished game rates, and how.

use crate::model::{PlayerRating, RankedBy, Ranking, SeatedPlayer, Time};
use crate::rating::{RatedSeat, Rating, rate};

/// The rating of a player in a game: $1 is the key, $2 the player, $3 the game.
pub(crate) const ONE: &str = "WHERE key = $1 AND player = $2 AND game = $3";

/// All ratings of a player: $1 is the key, $2 the player.
pub(crate) const OF_PLAYER: &str = "WHERE key = $1 AND player = $2 ORDER BY game";

/// The players of a key in a game in the order of [`Rating::sure`]: $1 is the key, $2 the game, $3 and $4 the thousandths and the player
/// after which they come, $5 how many.
pub(crate) const LADDER: &str = "WHERE key = $1 AND game = $2 AND mean - 2 * own <= $3 \
                                 AND (mean - 2 * own < $3 OR player > $4) ORDER BY mean - 2 * own DESC, player LIMIT $5";

/// More thousandths of points than any rating has: where a ladder begins.
pub(crate) const ABOVE_ALL: i64 = 1_000_000_000;

/// All ratings in the order of their primary key: $1, $2 and $3 are the key, player and game after which they come, $4 how many.
pub(crate) const AFTER: &str = "WHERE (key, player, game) > ($1, $2, $3) ORDER BY key, player, game LIMIT $4";

/// What becomes of the rating that was there.
pub(crate) const IN_PLACE: &str = "ON CONFLICT (key, player, game) DO UPDATE SET mean = excluded.mean, own = excluded.own, \
     lent = excluded.lent, games = excluded.games, rated_at = excluded.rated_at";

/// Leaves the rating that is there.
pub(crate) const LEFT: &str = "ON CONFLICT (key, player, game) DO NOTHING";

/// Forgets the ratings of a player: $1 is the key, $2 the player.
pub(crate) const FORGET: &str = "DELETE FROM player_ratings WHERE key = $1 AND player = $2";

/// Ratings of players whom no game has rated since a time: $1.
pub(crate) const OLD: &str = "FROM player_ratings WHERE rated_at < $1";

/// Deletes some of [`OLD`]: $2 says how many at most.
pub(crate) const DELETE_OLD: &str = "DELETE FROM player_ratings WHERE (key, player, game) IN \
                                     (SELECT key, player, game FROM player_ratings WHERE rated_at < $1 LIMIT $2)";

/// How many of [`OLD`] one transaction deletes.
pub(crate) const OLD_AT_ONCE: u64 = 1_000;

/// Those whom a game rates before it does, as new players, in the order in which all lock them. Nobody is rated whom the game compares with
/// nobody, or where one player sits at two seats.
pub(crate) fn rated(ranking: &Ranking, players: &[SeatedPlayer], now: Time) -> Vec<PlayerRating> {
    let named = |seat: usize| players.iter().find(|player| usize::from(player.seat) == seat);
    let people: Vec<&SeatedPlayer> = ranking
        .seats
        .iter()
        .enumerate()
        .filter(|(_, ranked)| ranked.by == RankedBy::Person)
        .filter_map(|(seat, _)| named(seat))
        .collect();
    let bots = ranking.seats.iter().filter(|ranked| matches!(ranked.by, RankedBy::Bot(_))).count();
    if people.len() + bots < 2 {
        return Vec::new();
    }
    let new = |player: &&SeatedPlayer| PlayerRating {
        key: player.key.clone(),
        player: player.player.clone(),
        game: ranking.game.clone(),
        rating: Rating::NEW,
        rated_at: now,
    };
    let mut new: Vec<PlayerRating> = people.iter().map(new).collect();
    new.sort_by(|a, b| (&a.key, &a.player).cmp(&(&b.key, &b.player)));
    let is_twice =
        new.windows(2).any(|pair| (&pair[0].key, &pair[0].player) == (&pair[1].key, &pair[1].player));
    if is_twice { Vec::new() } else { new }
}

/// The ratings after the game, which ended at `now`, of those who had these before.
pub(crate) fn after(
    ranking: &Ranking,
    players: &[SeatedPlayer],
    mut before: Vec<PlayerRating>,
    now: Time,
) -> Vec<PlayerRating> {
    let place = |before: &[PlayerRating], seat: usize| {
        let player = players.iter().find(|player| usize::from(player.seat) == seat)?;
        before.iter().position(|rated| (&rated.key, &rated.player) == (&player.key, &player.player))
    };
    let (mut table, mut places) = (Vec::new(), Vec::new());
    for (seat, ranked) in ranking.seats.iter().enumerate() {
        let at = (ranked.by == RankedBy::Person).then(|| place(&before, seat)).flatten();
        let rating = match ranked.by {
            RankedBy::Bot(rating) => rating,
            _ => match at {
                Some(at) => before[at].rating,
                None => continue,
            },
        };
        table.push(RatedSeat { rating, rank: ranked.rank, is_bot: at.is_none() });
        places.push(at);
    }
    for (at, rating) in places.into_iter().zip(rate(&table)) {
        if let Some(at) = at {
            before[at].rating = rating;
            before[at].rated_at = before[at].rated_at.max(now);
        }
    }
    before
}

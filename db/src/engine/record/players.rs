//! Players that front ends name at seats, and who waits at one for others.

/// What becomes of the player who was named at the seat before.
pub(crate) const IN_PLACE: &str = "ON CONFLICT (game, seat) DO UPDATE SET key = excluded.key, \
                                   player = excluded.player, created_at = excluded.created_at, \
                                   since = CASE WHEN seated_players.key = excluded.key AND \
                                   seated_players.player = excluded.player THEN seated_players.since \
                                   ELSE excluded.since END";

/// The seats of a player, of `mine` those whose turn it is: $1 is the key, $2 the player; after a place $3 to $5 are that; the last is
/// how many.
pub(crate) fn seats_of(is_after: bool, mine: bool) -> String {
    let (place, most) = match is_after {
        true => (" AND (created_at, game, seat) < ($3, $4, $5)", "$6"),
        false => ("", "$3"),
    };
    let turn = if mine { TURN } else { "" };
    format!(
        "WHERE key = $1 AND player = $2{place}{turn} ORDER BY created_at DESC, game DESC, seat DESC LIMIT {most}"
    )
}

const TURN: &str = " AND EXISTS (SELECT 1 FROM heads WHERE heads.game = seated_players.game \
                    AND heads.turn = seated_players.seat)";

/// Forgets who is named at a seat: $1 is the game, $2 the seat.
pub(crate) const UNSEAT: &str = "DELETE FROM seated_players WHERE game = $1 AND seat = $2";

/// Nobody waits at a seat any more: $1 is the game, $2 the seat.
pub(crate) const UNWISH: &str = "DELETE FROM wishes WHERE game = $1 AND seat = $2";

/// Forgets a player: $1 is the key, $2 the player, $3 at how many seats at most.
pub(crate) const FORGET: &str = "DELETE FROM seated_players WHERE (game, seat) IN \
                                 (SELECT game, seat FROM seated_players WHERE key = $1 AND player = $2 LIMIT $3)";

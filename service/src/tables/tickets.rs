//! Tickets for event streams: a browser's `EventSource` cannot send a token, and a token does not belong in a URL.
//!
//! A ticket says what it opens and until when, sealed with the server's secret as tokens are. Nothing of it is kept: it outlives a
//! restart, works on every node, and a browser connects anew with it by itself.

use tapis_db::model::{GameId, Time};
use tapis_games::seat::{Seat, Viewer};

use super::token::Tokens;

const PREFIX: &str = "evt_";
/// The game, the viewer, the generation, the end.
const BYTES: usize = 16 + 1 + 4 + 8;
/// The viewer that is no seat.
const SPECTATOR: u8 = u8::MAX;

/// What a ticket opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StreamAccess {
    /// The game.
    pub game: GameId,
    /// What the bearer may see.
    pub viewer: Viewer,
    /// The generation of the seat's token, for a seat.
    pub generation: Option<u32>,
}

impl Tokens {
    /// A ticket that opens `access` until `ends_at`.
    pub fn stream_ticket(&self, access: StreamAccess, ends_at: Time) -> String {
        let seat = match access.viewer {
            Viewer::Seat(seat) => seat.0,
            Viewer::Spectator | Viewer::Replay => SPECTATOR,
        };
        let mut said = Vec::with_capacity(BYTES);
        said.extend(access.game.as_u128().to_be_bytes());
        said.push(seat);
        said.extend(access.generation.unwrap_or_default().to_be_bytes());
        said.extend(ends_at.timestamp().as_millisecond().to_be_bytes());
        format!("{PREFIX}{}{}", hex::encode(&said), self.seal(PREFIX, &said).to_hex())
    }

    /// What a ticket opens of `game` at `now`; `None` where it was never given, has expired, or is for another game.
    pub fn opened_by(&self, ticket: &str, game: GameId, now: Time) -> Option<StreamAccess> {
        let (said, seal) = ticket.strip_prefix(PREFIX)?.split_at_checked(2 * BYTES)?;
        let is_lower = |text: &str| text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        let mut bytes = [0; BYTES];
        hex::decode_to_slice(said, &mut bytes).ok().filter(|()| is_lower(said) && is_lower(seal))?;
        if blake3::Hash::from_hex(seal).ok()? != self.seal(PREFIX, &bytes) {
            return None;
        }
        let (id, rest) = bytes.split_first_chunk()?;
        let ([seat], rest) = rest.split_first_chunk()?;
        let (generation, rest) = rest.split_first_chunk()?;
        let ends_at = i64::from_be_bytes(*rest.first_chunk()?);
        let is_open =
            u128::from_be_bytes(*id) == game.as_u128() && now.timestamp().as_millisecond() < ends_at;
        let (viewer, generation) = match *seat {
            SPECTATOR => (Viewer::Spectator, None),
            seat => (Viewer::Seat(Seat(seat)), Some(u32::from_be_bytes(*generation))),
        };
        is_open.then_some(StreamAccess { game, viewer, generation })
    }
}

#[cfg(test)]
mod tests {
    use super::super::token::ServerSecret;
    use super::*;

    fn at(second: i64) -> Time {
        jiff::Timestamp::from_second(second).unwrap().into()
    }

    #[test]
    fn a_ticket_opens_what_it_says_until_its_end_and_nothing_else() {
        let game = GameId::from_u128(5);
        for (viewer, generation) in [(Viewer::Seat(Seat(1)), Some(3)), (Viewer::Spectator, None)] {
            let access = StreamAccess { game, viewer, generation };
            let ticket = Tokens::new(ServerSecret([7; 32])).stream_ticket(access, at(60));
            // After a restart, and on every node, the secret is the same.
            let tokens = Tokens::new(ServerSecret([7; 32]));
            assert_eq!(tokens.opened_by(&ticket, game, at(0)), Some(access));
            assert_eq!(tokens.opened_by(&ticket, game, at(59)), Some(access), "however often");
            assert_eq!(tokens.opened_by(&ticket, game, at(60)), None, "its end");
            assert_eq!(tokens.opened_by(&ticket, GameId::from_u128(6), at(0)), None, "another game");
            assert_eq!(
                Tokens::new(ServerSecret([8; 32])).opened_by(&ticket, game, at(0)),
                None,
                "another secret"
            );
            for n in PREFIX.len()..ticket.len() {
                let digit = if ticket.as_bytes()[n] == b'0' { "1" } else { "0" };
                let changed = format!("{}{digit}{}", &ticket[..n], &ticket[n + 1..]);
                assert_eq!(tokens.opened_by(&changed, game, at(0)), None, "digit {n}");
            }
            for wrong in [&ticket[..ticket.len() - 2], &ticket[4..], "evt_", "", &ticket.to_uppercase()] {
                assert_eq!(tokens.opened_by(wrong, game, at(0)), None, "{wrong}");
            }
        }
    }
}

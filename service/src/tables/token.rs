//! Tokens and tickets: derived from the server's secret, never stored.

use std::fmt;
use std::str::FromStr;

use tapis_db::model::GameId;
use tapis_games::seat::Seat;

/// Hex digits of a token: the game's id, then the secret part.
const TOKEN: usize = ID + 64;
/// Hex digits of a game's id.
const ID: usize = 32;

/// Derives the tokens of seats and the tickets of invitations: keyed BLAKE3 of (kind, game, seat, generation).
#[derive(Clone, Debug)]
pub struct Tokens(ServerSecret);

/// The key all seat tokens are derived from.
#[derive(Clone, PartialEq, Eq)]
pub struct ServerSecret(pub [u8; 32]);

impl FromStr for ServerSecret {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut bytes = [0; 32];
        hex::decode_to_slice(text.trim(), &mut bytes)
            .map_err(|_| "the secret is written as 64 hex digits".to_owned())?;
        Ok(Self(bytes))
    }
}

impl ServerSecret {
    /// What tells secrets apart and nothing else of them.
    pub fn fingerprint(&self) -> [u8; 32] {
        blake3::derive_key("tapis 2026-11 fingerprint of the server secret", &self.0)
    }

    /// What the key of Web Push is sealed with in the store.
    pub fn push_sealing(&self) -> [u8; 32] {
        blake3::derive_key("tapis 2026-11 sealing of the key of Web Push", &self.0)
    }
}

impl fmt::Debug for ServerSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ServerSecret(…)")
    }
}

/// What a token opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// A seat that somebody has taken.
    Seat,
    /// A seat that waits for the bearer.
    Invite,
}

impl TokenKind {
    /// What a text of the form of a token would open.
    pub(super) fn of(text: &str) -> Option<Self> {
        let is_hex = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        let fits = |kind: &Self| {
            let hex = text.strip_prefix(kind.prefix());
            hex.is_some_and(|hex| hex.len() == TOKEN && hex.bytes().all(is_hex))
        };
        [Self::Seat, Self::Invite].into_iter().find(fits)
    }

    fn prefix(self) -> &'static str {
        match self {
            Self::Seat => "seat_",
            Self::Invite => "inv_",
        }
    }
}

impl Tokens {
    /// Tokens under `secret`.
    pub fn new(secret: ServerSecret) -> Self {
        Self(secret)
    }

    /// The token itself.
    pub fn derive(&self, kind: TokenKind, game: GameId, seat: Seat, generation: u32) -> String {
        format!("{}{}{}", kind.prefix(), digits(game), self.mac(kind, game, seat, generation).to_hex())
    }

    /// Whether `presented` is that token. Takes the same time for every wrong one.
    pub fn matches(
        &self,
        presented: &str,
        kind: TokenKind,
        game: GameId,
        seat: Seat,
        generation: u32,
    ) -> bool {
        let hex = presented.strip_prefix(kind.prefix()).and_then(|hex| hex.strip_prefix(&digits(game)));
        let Some(Ok(mac)) = hex.map(blake3::Hash::from_hex) else { return false };
        // Hex digits may be upper or lower case; only the form we give is a token.
        mac == self.mac(kind, game, seat, generation) && hex.is_some_and(|hex| *hex == *mac.to_hex())
    }

    /// The kind and game that a text of the form of a token says it is for.
    pub fn says(text: &str) -> Option<(TokenKind, GameId)> {
        let kind = TokenKind::of(text)?;
        let digits = text.strip_prefix(kind.prefix())?.get(..ID)?;
        u128::from_str_radix(digits, 16).ok().map(|bits| (kind, GameId::from_u128(bits)))
    }

    /// The id of the game that follows another: nobody can guess it, and whoever makes the game, on any node and however often,
    /// makes it under this one. It is as old as the game it follows, so it lies where that lies.
    pub fn following(&self, game: GameId) -> GameId {
        const RANDOM: u128 = (1 << 80) - 1;
        const VERSION_AND_VARIANT: u128 = 0xf << 76 | 0b11 << 62;
        let mut input = b"the game that follows\0".to_vec();
        input.extend_from_slice(&game.as_u128().to_be_bytes());
        let hash = blake3::keyed_hash(&self.0.0, &input);
        let random = hash.as_bytes().iter().take(16).fold(0, |bits, byte| bits << 8 | u128::from(*byte));
        let time = game.as_u128() & !RANDOM;
        GameId::from_u128(time | (random & RANDOM & !VERSION_AND_VARIANT) | 7 << 76 | 0b10 << 62)
    }

    /// The seal under what something of the kind of `prefix` says.
    pub(crate) fn seal(&self, prefix: &str, said: &[u8]) -> blake3::Hash {
        let mut input = Vec::with_capacity(prefix.len() + 1 + said.len());
        input.extend_from_slice(prefix.as_bytes());
        input.push(0);
        input.extend_from_slice(said);
        blake3::keyed_hash(&self.0.0, &input)
    }

    fn mac(&self, kind: TokenKind, game: GameId, seat: Seat, generation: u32) -> blake3::Hash {
        let mut said = Vec::with_capacity(21);
        said.extend_from_slice(&game.as_u128().to_be_bytes());
        said.push(seat.0);
        said.extend_from_slice(&generation.to_be_bytes());
        self.seal(kind.prefix(), &said)
    }
}

/// The 32 hex digits of a game's id.
fn digits(game: GameId) -> String {
    format!("{:032x}", game.as_u128())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_game_that_follows_has_one_id_that_is_hard_to_guess_and_as_old() {
        let (tokens, other) = (Tokens::new(ServerSecret([7; 32])), Tokens::new(ServerSecret([8; 32])));
        let game = GameId::from_u128(0x0197_1234_5678_7abc_8def_0123_4567_89ab);
        let next = tokens.following(game);
        assert_eq!(tokens.following(game), next);
        assert!(next != other.following(game) && next != game && tokens.following(next) != next);
        let text = next.to_string();
        assert!(
            text.starts_with("01971234-5678-7") && text[19..].starts_with(['8', '9', 'a', 'b']),
            "{text}"
        );
    }

    #[test]
    fn tokens_open_exactly_what_they_were_made_for() {
        let tokens = Tokens::new(ServerSecret([7; 32]));
        let game = GameId::from_u128(5);
        let token = tokens.derive(TokenKind::Seat, game, Seat(1), 2);
        assert_eq!(token.len(), 5 + 32 + 64);
        assert_eq!(Tokens::says(&token), Some((TokenKind::Seat, game)));
        assert!(tokens.matches(&token, TokenKind::Seat, game, Seat(1), 2));
        let short = format!("seat_{}", &token[5 + 32..]);
        assert!(!tokens.matches(&short, TokenKind::Seat, game, Seat(1), 2), "without the game's id");
        assert_eq!(Tokens::says(&short), None);
        let other_game = format!("seat_{:032x}{}", 6, &token[5 + 32..]);
        assert!(!tokens.matches(&other_game, TokenKind::Seat, game, Seat(1), 2));
        assert!(!tokens.matches(&other_game, TokenKind::Seat, GameId::from_u128(6), Seat(1), 2));
        assert!(!tokens.matches(&token, TokenKind::Seat, game, Seat(0), 2));
        assert!(!tokens.matches(&token, TokenKind::Seat, game, Seat(1), 3));
        assert!(!tokens.matches(&token, TokenKind::Seat, GameId::from_u128(6), Seat(1), 2));
        assert!(!tokens.matches(&token, TokenKind::Invite, game, Seat(1), 2));
        assert!(!tokens.matches(&token.to_uppercase(), TokenKind::Seat, game, Seat(1), 2));
        assert!(!tokens.matches(&token.replace("seat_", "inv_"), TokenKind::Invite, game, Seat(1), 2));
        let other = Tokens::new(ServerSecret([8; 32]));
        assert!(!other.matches(&token, TokenKind::Seat, game, Seat(1), 2));
    }
}

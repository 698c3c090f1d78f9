//! Who asks: what a token or ticket opens, and why it opens nothing.

use tapis_db::model::{SeatKind, SeatRecord, Visibility};
use tapis_games::seat::{Seat, Viewer};

use super::Snapshot;
use super::token::{TokenKind, Tokens};
use crate::{ServiceError, TokenFault};

/// How many generations of a seat's tokens back are known as its own: an answer never costs more than these.
const REMEMBERED_GENERATIONS: u32 = 64;

/// Who asks, as far as a game is concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenBearer {
    /// Somebody at a seat.
    Seat(Seat),
    /// Somebody who sat at a seat before a bot took it: sees what the seat sees, and does nothing there.
    Left {
        /// The seat.
        seat: Seat,
        /// Whether the time was up.
        timed_out: bool,
    },
    /// The bearer of an invitation to a seat; sees what a spectator sees.
    Invited(Seat),
    /// Anybody.
    Spectator,
}

impl TokenBearer {
    /// What the caller may see.
    pub fn viewer(self) -> Viewer {
        match self {
            Self::Seat(seat) | Self::Left { seat, .. } => Viewer::Seat(seat),
            Self::Invited(_) | Self::Spectator => Viewer::Spectator,
        }
    }

    /// The caller's seat.
    ///
    /// # Errors
    /// The caller sits nowhere: a token is required.
    pub fn seat(self) -> Result<Seat, ServiceError> {
        match self {
            Self::Seat(seat) => Ok(seat),
            Self::Left { seat: Seat(seat), timed_out: true } => {
                Err(ServiceError::BadToken(TokenFault::TimedOut { seat }))
            }
            Self::Left { seat: Seat(seat), .. } => Err(ServiceError::BadToken(TokenFault::Left { seat })),
            Self::Invited(seat) => Err(ServiceError::BadToken(TokenFault::TicketOnly { seat: seat.0 })),
            Self::Spectator => Err(ServiceError::TokenRequired),
        }
    }
}

/// What lets a stranger take a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Admission {
    /// Nobody sits there.
    Free,
    /// A bot plays there for the caller, who comes back.
    Back,
}

impl Snapshot {
    /// Who presents this token. A private game does not exist for those who have none of its tokens.
    ///
    /// # Errors
    /// A token that opens nothing here, or a private game, which is not found.
    pub fn caller(&self, tokens: &Tokens, token: Option<&str>) -> Result<TokenBearer, ServiceError> {
        let caller = match token {
            None => Some(TokenBearer::Spectator),
            Some(token) => self.bearer_of(tokens, token),
        };
        match (caller, self.info.visibility) {
            (None | Some(TokenBearer::Spectator), Visibility::Private) => {
                Err(ServiceError::NotFound { what: "game" })
            }
            (None, _) => Err(ServiceError::BadToken(self.fault(tokens, token.unwrap_or_default()))),
            (Some(caller), _) => Ok(caller),
        }
    }

    /// Whether the bearer of `token` sits at `seat`.
    ///
    /// # Errors
    /// It is another seat's token, or none of this game; there is no such seat.
    pub fn own_seat(&self, tokens: &Tokens, token: Option<&str>, seat: Seat) -> Result<(), ServiceError> {
        let own = self.caller(tokens, token)?.seat()?;
        if self.seat(seat).is_none() {
            return Err(ServiceError::NotFound { what: "seat" });
        }
        if own == seat { Ok(()) } else { Err(ServiceError::NotYourSeat) }
    }

    /// Whether the bearer of `token` may leave `seat` to a bot: whoever sits there, and whoever holds its invitation, who turns it
    /// down for good.
    ///
    /// # Errors
    /// As [`Snapshot::own_seat`].
    pub fn may_leave_to_bot(
        &self,
        tokens: &Tokens,
        token: Option<&str>,
        seat: Seat,
    ) -> Result<(), ServiceError> {
        if self.caller(tokens, token)? == TokenBearer::Invited(seat) {
            return Ok(());
        }
        self.own_seat(tokens, token, seat)
    }

    /// Whether somebody with `ticket` may take `seat`: an invitation, or the token of who sat there before a bot took it.
    ///
    /// # Errors
    /// The ticket does not open it, or somebody sits there. A private game does not exist for strangers.
    pub fn admit(
        &self,
        tokens: &Tokens,
        seat: Seat,
        ticket: Option<&str>,
    ) -> Result<Admission, ServiceError> {
        let known = ticket.and_then(|ticket| self.bearer_of(tokens, ticket));
        let hidden = self.info.visibility == Visibility::Private && known.is_none();
        let refuse = |error| Err(if hidden { ServiceError::NotFound { what: "game" } } else { error });
        let Some(record) = self.seat(seat) else { return refuse(ServiceError::NotFound { what: "seat" }) };
        let opens = |ticket| tokens.matches(ticket, TokenKind::Invite, self.info.id, seat, record.generation);
        match (record.kind, ticket) {
            (SeatKind::Bot, Some(_)) if matches!(known, Some(TokenBearer::Left { seat: own, .. }) if own == seat) => {
                Ok(Admission::Back)
            }
            (SeatKind::Invite, Some(ticket)) if opens(ticket) => Ok(Admission::Free),
            (SeatKind::Invite, Some(ticket)) => refuse(ServiceError::BadToken(match known {
                Some(TokenBearer::Invited(seat)) => TokenFault::TicketOfSeat { seat: seat.0 },
                Some(TokenBearer::Seat(seat) | TokenBearer::Left { seat, .. }) => {
                    TokenFault::TokenOfSeat { seat: seat.0 }
                }
                Some(TokenBearer::Spectator) | None => self.fault(tokens, ticket),
            })),
            (SeatKind::Invite, None) => refuse(ServiceError::TokenRequired),
            (SeatKind::Open, _) if self.info.visibility != Visibility::Private => Ok(Admission::Free),
            _ => refuse(ServiceError::conflict("seat_taken")),
        }
    }

    /// What opens `seat` to whoever has it: the token, or the ticket of the invitation. None where nobody ever sat.
    pub(crate) fn secret_of(&self, tokens: &Tokens, seat: Seat) -> Option<String> {
        let record = self.seat(seat)?;
        let kind = if record.kind == SeatKind::Invite { TokenKind::Invite } else { TokenKind::Seat };
        Some(tokens.derive(kind, self.info.id, seat, reading_generation(record)?))
    }

    /// The refusal of `seat` to somebody who is named nowhere in the game. A private game does not exist for them.
    pub(crate) fn not_named(&self, seat: Seat) -> ServiceError {
        let is_left = |record: &SeatRecord| record.kind == SeatKind::Bot && record.left && !record.timed_out;
        match (self.info.visibility, self.seat(seat)) {
            (Visibility::Private, _) => ServiceError::NotFound { what: "game" },
            (_, None) => ServiceError::NotFound { what: "seat" },
            (_, Some(record)) if is_left(record) => ServiceError::conflict("seat_taken-left"),
            _ => ServiceError::NotYourSeat,
        }
    }

    /// The refusal of a token of a seat that was replaced. A private game does not exist for its bearer.
    pub(crate) fn replaced(&self, seat: Seat) -> ServiceError {
        match self.info.visibility {
            Visibility::Private => ServiceError::NotFound { what: "game" },
            _ => ServiceError::BadToken(TokenFault::Replaced { seat: seat.0 }),
        }
    }

    /// Why `token`, which opens nothing here, does not.
    fn fault(&self, tokens: &Tokens, token: &str) -> TokenFault {
        let Some(kind) = TokenKind::of(token) else { return TokenFault::NotOfASeat };
        let once = Seat::all(self.seats.len()).zip(self.seats.iter()).find(|(seat, record)| {
            let earlier = record.generation.saturating_sub(REMEMBERED_GENERATIONS)..=record.generation;
            earlier.into_iter().any(|generation| tokens.matches(token, kind, self.info.id, *seat, generation))
        });
        match (once, kind) {
            (Some((seat, _)), TokenKind::Seat) => TokenFault::Replaced { seat: seat.0 },
            (Some((seat, _)), TokenKind::Invite) => TokenFault::Used { seat: seat.0 },
            (None, _) => TokenFault::OtherGame,
        }
    }

    fn bearer_of(&self, tokens: &Tokens, token: &str) -> Option<TokenBearer> {
        let id = self.info.id;
        Seat::all(self.seats.len()).zip(self.seats.iter()).find_map(|(seat, record)| {
            let (kind, caller) = match record.kind {
                SeatKind::Human => (TokenKind::Seat, TokenBearer::Seat(seat)),
                SeatKind::Invite => (TokenKind::Invite, TokenBearer::Invited(seat)),
                SeatKind::Bot => (TokenKind::Seat, TokenBearer::Left { seat, timed_out: record.timed_out }),
                SeatKind::Open => return None,
            };
            tokens.matches(token, kind, id, seat, reading_generation(record)?).then_some(caller)
        })
    }
}

/// The generation of the token that reads as the seat does: that of who sits there, or sat there before a bot took it. `None` where no
/// person ever sat.
pub(crate) fn reading_generation(record: &SeatRecord) -> Option<u32> {
    match record.kind {
        SeatKind::Bot if record.left => record.generation.checked_sub(1),
        SeatKind::Bot => None,
        SeatKind::Human | SeatKind::Invite | SeatKind::Open => Some(record.generation),
    }
}

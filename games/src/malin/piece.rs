//! What the things on the table are called.

use super::card::Card;
use super::malheur::Kind;
use crate::shown::Piece;

/// The id of a card: those that look alike have the same.
pub(super) fn card_piece(card: Card) -> Piece {
    match card {
        Card::Number(number) => Piece::new("card", number),
        Card::Twin => Piece::new("card", "twin"),
        Card::FixedTwin(value) => Piece::new("card", format_args!("twin_{value}")),
        Card::Wish => Piece::new("card", "wish"),
    }
}

/// A Malheur card.
pub(super) fn malheur_piece(kind: Kind) -> Piece {
    Piece::new("malheur", kind.name())
}

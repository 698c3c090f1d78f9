//! What the things on the table are called.

use super::card::Card;
use super::disc::Disc;
use crate::shown::Piece;

/// A card: those that show the same are the same piece.
pub(super) fn card_piece(card: Card) -> Piece {
    let (region, shields) = (card.region.name(), card.shields);
    match card.symbol {
        Some(symbol) => Piece::new("card", format_args!("{region}_{shields}_{}", symbol.name())),
        None => Piece::new("card", format_args!("{region}_{shields}")),
    }
}

/// A disc, by what it scores.
pub(super) fn disc_piece(disc: Disc) -> Piece {
    Piece::new("disc", format_args!("disc_{}", disc.name()))
}

//! What the things on the table are called.

use super::card::{Character, Family};
use super::token::{Token, mask};
use crate::seat::Viewer;
use crate::shown::{Face, Look, Piece};

/// A card of a family.
pub(super) fn card_piece(family: Family, character: Character) -> Piece {
    Piece::new("card", format_args!("{}_{}", family.name(), character.name()))
}

/// A token, face up.
pub(super) fn token_piece(family: Family) -> Piece {
    Piece::new("token", format_args!("token_{}", family.name()))
}

/// The arms that show whose a family is.
pub(super) fn arms_piece(family: Family) -> Piece {
    Piece::new("arms", family.name())
}

/// A token as a viewer sees it.
pub(super) fn token_seen(token: &Token, viewer: Viewer) -> Look {
    let family = if viewer == Viewer::Replay { token.family } else { token.seen_by(mask(viewer)) };
    match family.map(token_piece) {
        Some(piece) if token.up => Look::open(piece),
        Some(piece) => Face::Known(piece).into(),
        None => Look::back("token"),
    }
}

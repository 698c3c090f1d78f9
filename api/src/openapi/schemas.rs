//! The schemas of the document, and those that a game brings.

use std::collections::BTreeMap;

use tapis_games::erased::GameSchemas;
use utoipa::openapi::{RefOr, Schema};

/// The schemas of the document, by name.
pub(super) type Schemas = BTreeMap<String, RefOr<Schema>>;

/// A game and its shapes.
pub(super) struct Shapes {
    /// The game's id.
    pub game: &'static str,
    /// Its shapes.
    pub schemas: GameSchemas,
    /// The forms of its notation.
    pub forms: &'static [&'static str],
}

//! Places in the document that every game fills with its own shapes. [`crate::openapi()`] puts a `oneOf` of all
//! games there.

use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

macro_rules! per_game {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Serialize, serde::Deserialize, ToSchema)]
        #[serde(transparent)]
        #[schema(value_type = Object)]
        pub struct $name(pub Value);
    )*};
}

per_game! {
    /// The options of a ruleset, complete. One shape a game.
    AnyOptions;
    /// What the caller sees of the position. One shape a game.
    AnyView;
    /// A move taken apart: `kind` and `args`. One shape a game.
    AnyMove;
    /// What a ply told its reader beyond its notation. One shape a game.
    AnyOutcome;
    /// The full state. One shape a game.
    AnyDocument;
}

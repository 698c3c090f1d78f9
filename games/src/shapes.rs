//! Places in bodies that every game fills with shapes of its own. A document that describes the bodies puts the choice
//! of all games there.

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
    /// What the caller sees of the position. One shape a game, which `game` names.
    AnyView;
    /// What a ply told its reader beyond its notation. One shape a game.
    AnyOutcome;
}

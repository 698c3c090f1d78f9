//! What the files of a game name again and again: `use tapis_games::prelude::*;`.

pub use rand::{Rng, RngExt as _};
pub use serde::{Deserialize, Serialize};
pub use utoipa::ToSchema;

pub use crate::feature::{Feature, FeatureInfo, Role};
pub use crate::game::{
    Game, GameTexts, Hidden, InformationSet, Observed, Ply, Published, SeenPly, Turn, WorldCount,
};
pub use crate::locale::{Said, said};
pub use crate::payoff::Payoffs;
pub use crate::random::{below, shuffle};
pub use crate::refusal::{NotationError, Refusal};
pub use crate::ruleset::Fault;
pub use crate::seat::{BySeat, Seat, Viewer};

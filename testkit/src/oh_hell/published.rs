//! What people see of Oh Hell.

use serde::{Deserialize, Serialize};
use tapis_games::feature::{Feature, FeatureInfo, Role};
use tapis_games::game::{GameTexts, Ply, Published};
use tapis_games::locale::Said;
use tapis_games::refusal::{NotationError, Text};
use tapis_games::ruleset::Fault;
use tapis_games::seat::{BySeat, Viewer};
use utoipa::ToSchema;

use super::{Card, Deal, MAX_TRICKS, Move, OhHell, SEATS, State};
use crate::words::{unreadable, word_and_number};

/// The options.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
#[schema(as = OhHellOptions)]
pub struct Settings {
    /// Tricks of the hand, 1 to 12.
    pub tricks: u8,
}

impl Default for Settings {
    fn default() -> Self {
        Self { tricks: MAX_TRICKS }
    }
}

/// A move taken apart.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(tag = "kind", content = "args", rename_all = "snake_case")]
#[schema(as = OhHellMove)]
pub enum Parts {
    /// So many tricks are bid.
    Bid {
        /// How many.
        tricks: u8,
    },
    /// A card is played.
    Play {
        /// Which.
        card: Card,
    },
}

pub(super) fn write(mv: Move) -> String {
    match mv {
        Move::Bid(tricks) => format!("bid {tricks}"),
        Move::Play(card) => format!("play {card}"),
    }
}

pub(super) fn read(text: &str) -> Result<Move, NotationError> {
    match text.strip_prefix("play ") {
        Some(card) => card
            .parse()
            .map(Move::Play)
            .map_err(|_| unreadable(text, 5, "a rank of AKQJT98765432 and a suit of cdhs".to_owned())),
        None => word_and_number(text, "bid").map(Move::Bid),
    }
}

impl Published for OhHell {
    const ID: &'static str = "oh_hell";
    const RULES_VERSION: u32 = 1;

    type Options = Settings;
    type MoveArgs = Parts;
    type Document = State;
    type Tally = ();

    fn about() -> GameTexts {
        GameTexts {
            title: "Oh Hell",
            text: || {
                Text::new(
                    "Bid how many tricks you will take, then take exactly so many.",
                    "Annoncez vos levées, puis faites exactement ce nombre.",
                )
            },
            min_players: SEATS as u8,
            max_players: SEATS as u8,
            notation: &["bid 3", "play Qs"],
        }
    }

    fn new(settings: Settings) -> Result<Self, Vec<Fault>> {
        match settings.tricks {
            1..=MAX_TRICKS => Ok(Self { settings }),
            _ => Err(vec![Fault::new("/tricks", Said::foreign("1 to 12 tricks"))]),
        }
    }

    fn options(&self) -> &Settings {
        &self.settings
    }

    fn notation(&self, _: &State, mv: Move, _: Viewer) -> String {
        write(mv)
    }

    fn parse(&self, _: &State, notation: &str) -> Result<Move, NotationError> {
        read(notation)
    }

    fn move_args(&self, _: &State, mv: Move) -> Parts {
        match mv {
            Move::Bid(tricks) => Parts::Bid { tricks },
            Move::Play(card) => Parts::Play { card },
        }
    }

    fn document(&self, state: &State) -> State {
        *state
    }

    fn is_deal(&self, _: &Deal) -> bool {
        true
    }

    fn tally(&self, _: &mut (), _: &State, _: &Ply<Self>, _: &State) {}

    fn features(&self, _: &(), end: &State) -> BySeat<Vec<Feature>> {
        let points = end.points(true);
        BySeat::from_fn(SEATS, |seat| vec![Feature::number("points", points[seat])])
    }

    fn feature_infos(&self) -> Vec<FeatureInfo> {
        vec![FeatureInfo::number(Role::Consequence, "points", "Points of the hand", "Points de la donne")]
    }
}

//! What people see of the finesse.

use serde::Serialize;
use tapis_games::feature::{Feature, FeatureInfo, Role};
use tapis_games::game::{GameTexts, Ply, Published};
use tapis_games::open::NoSettings;
use tapis_games::refusal::NotationError;
use tapis_games::ruleset::Fault;
use tapis_games::seat::{BySeat, Viewer};
use utoipa::ToSchema;

use super::{Card, Cards, EAST, Finesse, Luck, Move, NORTH, SOUTH, Stage, State, WEST, points};
use crate::words::unreadable;

/// The full state.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Document {
    /// East's cards.
    pub east: Cards,
    /// The hand that led to the last trick: 0 North, 2 South.
    pub leader: u8,
    /// North's cards.
    pub north: Cards,
    /// South's.
    pub south: Cards,
    /// What comes next.
    pub stage: Stage,
    /// The ranks of the trick under way, the leader's first.
    pub trick: String,
    /// Tricks played out.
    pub tricks: u8,
    /// West's.
    pub west: Cards,
}

/// A move taken apart.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(tag = "kind", content = "args", rename_all = "snake_case")]
#[schema(as = FinesseMove)]
pub enum Parts {
    /// A card is played.
    Play {
        /// Its rank.
        card: char,
    },
    /// Declarer turns to the other suit.
    OtherSuit {},
}

pub(super) fn write(mv: Move) -> String {
    match mv {
        Move::Play(card) => format!("play {}", card.rank()),
        Move::OtherSuit => "other suit".to_owned(),
    }
}

pub(super) fn read(text: &str) -> Result<Move, NotationError> {
    if text == "other suit" {
        return Ok(Move::OtherSuit);
    }
    let Some(rank) = text.strip_prefix("play ") else {
        return Err(unreadable(text, 0, "'play' and a rank, or 'other suit'".to_owned()));
    };
    let mut ranks = rank.chars();
    match (ranks.next().and_then(Card::of), ranks.next()) {
        (Some(card), None) => Ok(Move::Play(card)),
        _ => Err(unreadable(text, 5, "one of A K Q J T 9 8 7 6 5 3 2".to_owned())),
    }
}

impl Published for Finesse {
    const ID: &'static str = "finesse";
    const RULES_VERSION: u32 = 1;

    type Options = NoSettings;
    type MoveArgs = Parts;
    type Document = Document;
    type Tally = ();

    fn about() -> GameTexts {
        GameTexts {
            title: "Finesse",
            en: "One suit of bridge with a two-way finesse.",
            fr: "Une couleur de bridge avec une double impasse.",
            min_players: 2,
            max_players: 2,
            notation: &["play Q", "other suit"],
        }
    }

    fn new(settings: NoSettings) -> Result<Self, Vec<Fault>> {
        Ok(Self { settings })
    }

    fn options(&self) -> &NoSettings {
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
            Move::Play(card) => Parts::Play { card: card.rank() },
            Move::OtherSuit => Parts::OtherSuit {},
        }
    }

    fn scores(&self, state: &State, _: Viewer) -> BySeat<i32> {
        points(state)
    }

    fn document(&self, state: &State) -> Document {
        Document {
            north: state.hands[NORTH],
            east: state.hands[EAST],
            south: state.hands[SOUTH],
            west: state.hands[WEST],
            trick: state.trick.iter().map(|card| card.rank()).collect(),
            leader: state.leader,
            tricks: state.tricks,
            stage: state.stage,
        }
    }

    fn is_deal(&self, luck: &Luck) -> bool {
        matches!(luck, Luck::Deal { .. })
    }

    fn tally(&self, _: &mut (), _: &State, _: &Ply<Self>, _: &State) {}

    fn features(&self, _: &(), end: &State) -> BySeat<Vec<Feature>> {
        BySeat::from_fn(2, |_| vec![Feature::number("tricks", end.tricks)])
    }

    fn feature_infos(&self) -> Vec<FeatureInfo> {
        vec![FeatureInfo::number(Role::Consequence, "tricks", "Tricks played out", "Levées jouées")]
    }
}

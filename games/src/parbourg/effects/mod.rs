//! The effect vocabulary: what a card or a henchman can do, as data.
//!
//! [`act`] carries effects out, one function each; [`targets`] lists what each may choose.

use super::card::Colour;
use super::deck::Kind;
use crate::prelude::*;

pub(super) mod act;
pub(super) mod points;
pub(super) mod targets;

/// What a card does. `n` and `colour` as printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema, strum::IntoStaticStr)]
#[serde(tag = "name", rename_all = "snake_case", deny_unknown_fields)]
#[strum(serialize_all = "snake_case")]
#[schema(as = ParbourgEffect)]
pub enum Effect {
    /// `n` points more in the challenge under way.
    Bonus { n: u8 },
    /// Draw `n` cards.
    Draw { n: u8 },
    /// A chosen opponent discards `n` cards at random.
    DiscardHand { n: u8 },
    /// Take a card at random from a chosen opponent's hand.
    StealCard {},
    /// Look at a chosen opponent's hand.
    PeekHand {},
    /// Discard one laid card of a chosen opponent.
    DiscardAction {},
    /// Take one of your laid cards back to the hand, but not the card itself.
    TakeBack {},
    /// The bet of one of your laid cards counts twice.
    Double {},
    /// Take any card of the discard.
    Retrieve {},
    /// Destroy a chosen opponent's building.
    DestroyBuilding {},
    /// A chosen opponent folds.
    ForceFold {},
    /// No opponent of the user lays more than `n` action cards in this challenge.
    LimitActions { n: u8 },
    /// The token becomes one of another colour.
    ChangeColour { colour: Colour },
    /// The challenge ends at once; nobody gets its token.
    CancelChallenge {},
    /// The two challenges after the running one change places.
    SwapOrder {},
    /// Until the challenge ends the user cannot be chosen.
    Shield {},
    /// Building: `n` more in one colour. Alchemy: for the day.
    ColourBonus { colour: Colour, n: u8 },
    /// Building: opponents cannot remove its owner's laid cards.
    ProtectActions {},
    /// Building: draw `n` more cards at the day's first challenge.
    DrawFirstChallenge { n: u8 },
    /// Building: its owner wins ties.
    WinTies {},
    /// Building: its owner draws two henchmen and keeps one.
    ChooseHenchman {},
    /// Alchemy: a second henchman for the day.
    SecondHenchman {},
    /// Ephemeral: exchange your henchman for the top of the pile.
    ExchangeHenchman {},
    /// Ephemeral: a chosen opponent's henchman is replaced by the top of the pile.
    ReplaceHenchman {},
    /// Ephemeral: a chosen standing opponent's next turn in this challenge is skipped.
    SkipTurn {},
    /// Ephemeral: undoes a card before it acts.
    Counter {},
}

impl Effect {
    /// Whether a card of this kind may carry it. What brings cards from pile or discard to the hand is kept from
    /// ephemeral cards: two of them could be used endlessly.
    pub fn fits(self, kind: Kind) -> bool {
        use Effect::{
            ChooseHenchman, ColourBonus, Counter, DestroyBuilding, DiscardHand, Draw, DrawFirstChallenge,
            ExchangeHenchman, PeekHand, ProtectActions, ReplaceHenchman, Retrieve, SecondHenchman, SkipTurn,
            StealCard, WinTies,
        };
        let building = matches!(
            self,
            ColourBonus { .. }
                | ProtectActions {}
                | DrawFirstChallenge { .. }
                | WinTies {}
                | ChooseHenchman {}
        );
        let ephemeral = matches!(self, Counter {} | SkipTurn {} | ExchangeHenchman {} | ReplaceHenchman {});
        match kind {
            Kind::Bet => false,
            Kind::Building => building,
            Kind::Alchemy => matches!(
                self,
                ColourBonus { .. }
                    | SecondHenchman {}
                    | Draw { .. }
                    | StealCard {}
                    | PeekHand {}
                    | DiscardHand { .. }
                    | Retrieve {}
                    | DestroyBuilding {}
            ),
            Kind::BetAndEvent | Kind::BetOrEvent => {
                !building && !ephemeral && !matches!(self, SecondHenchman {})
            }
            Kind::Ephemeral => {
                ephemeral || !(building || matches!(self, SecondHenchman {} | Draw { .. } | Retrieve {}))
            }
        }
    }

    /// Its number, where it has one, and the most it may be.
    pub(super) fn number(self) -> Option<(u8, u8)> {
        match self {
            Effect::Bonus { n } | Effect::ColourBonus { n, .. } => Some((n, 50)),
            Effect::Draw { n } | Effect::DiscardHand { n } | Effect::DrawFirstChallenge { n } => {
                Some((n, 10))
            }
            Effect::LimitActions { n } => Some((n, 20)),
            _ => None,
        }
    }

    /// Whether it needs henchmen beside those drawn for the day.
    pub(super) fn needs_spare_henchmen(self) -> bool {
        matches!(
            self,
            Effect::ChooseHenchman {}
                | Effect::SecondHenchman {}
                | Effect::ExchangeHenchman {}
                | Effect::ReplaceHenchman {}
        )
    }

    /// Its name in data and statistics.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// What a henchman does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema, strum::IntoStaticStr)]
#[serde(tag = "name", rename_all = "snake_case", deny_unknown_fields)]
#[strum(serialize_all = "snake_case")]
#[schema(as = ParbourgPower)]
pub enum Power {
    /// Draws `n` more cards at each challenge.
    DrawChallenge { n: u8 },
    /// Draws `n` more cards at the start of the day.
    DrawDay { n: u8 },
    /// `n` more in one colour.
    ColourBonus { colour: Colour, n: u8 },
    /// `n` more in every challenge.
    EveryBonus { n: u8 },
    /// May lay action cards face down.
    FaceDown {},
}

impl Power {
    /// Its number, where it has one, and the most it may be.
    pub(super) fn number(self) -> Option<(u8, u8)> {
        match self {
            Power::DrawChallenge { n } | Power::DrawDay { n } => Some((n, 10)),
            Power::ColourBonus { n, .. } | Power::EveryBonus { n } => Some((n, 50)),
            Power::FaceDown {} => None,
        }
    }
}

//! What a viewer sees of a position, and moves taken apart.

use super::Parbourg;
use super::card::{CardSet, Colour};
use super::moves::{Pick, Target};
use super::state::{Phase, State};
use crate::prelude::*;

/// The position as one viewer may see it. Cards are ids, henchmen initiative scores.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = ParbourgView)]
pub struct View {
    /// The day, from 1.
    pub day: u8,
    /// The challenge of the day, from 1.
    pub challenge: u8,
    /// The decision under way.
    pub phase: PhaseName,
    /// Who draws a henchman first.
    pub first: Seat,
    /// The day's tokens in order.
    pub tokens: Vec<Colour>,
    /// Spare tokens: politique, militaire, intrigue, science.
    pub spare: Vec<u8>,
    /// The order of this round.
    pub order: Vec<Seat>,
    /// The round of turns, or of alchemy at the start of the day.
    pub round: u16,
    /// Who has, or last had, the turn.
    pub mover: Seat,
    /// Action cards the mover has used in the turn.
    pub actions: u8,
    /// Cards used and not yet settled, the first one first.
    pub chain: Vec<UsedView>,
    pub seats: Vec<SeatView>,
    /// Number of cards in the pile.
    pub pile: u8,
    /// The discard, ascending.
    pub discard: Vec<u16>,
    /// Number of henchmen in their pile.
    pub henchman_pile: u8,
}

/// The decision under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ParbourgPhase)]
pub enum PhaseName {
    /// Chance decides; no view or document is made in this phase.
    Chance,
    /// Which henchman is kept.
    KeepHenchman,
    /// Whether an alchemy card is used.
    Alchemy,
    /// Which initiative is taken.
    ChooseInitiative,
    /// What is done in a turn.
    Turn,
    /// Whether a card is used between turns.
    Window,
    /// Whether a card is used against one that was used.
    Response,
    /// The game is over.
    Over,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = ParbourgUsed)]
pub struct UsedView {
    /// The seat that used it.
    pub seat: Seat,
    /// The card, and what it is aimed at, as in the notation.
    pub text: String,
}

/// What belongs to a seat.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = ParbourgSeat)]
pub struct SeatView {
    /// Bonus of used events, part of the points.
    pub bonus: u16,
    pub buildings: Vec<u16>,
    /// Number of cards in hand.
    pub cards: u8,
    /// The two henchmen offered; only for the seat that chooses.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub choice: Vec<u8>,
    /// Bonuses of the day by colour: politique, militaire, intrigue, science.
    pub day_bonus: Vec<u16>,
    /// The hand; only for its holder.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hand: Option<Vec<u16>>,
    /// The henchmen, the one whose score counts first.
    pub henchmen: Vec<u8>,
    /// Cards of the hand the viewer knows for certain.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub known: Vec<u16>,
    /// Action cards laid, in order.
    pub laid: Vec<LaidView>,
    /// Most action cards the seat may have before it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<u8>,
    /// Points in the challenge, as far as the viewer knows them.
    pub points: u32,
    /// Whether the seat cannot be chosen.
    pub shielded: bool,
    pub skips: u8,
    /// Whether the seat stands.
    pub standing: bool,
    /// Tokens won by colour: politique, militaire, intrigue, science.
    pub won: Vec<u8>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = ParbourgLaid)]
pub struct LaidView {
    /// The card; absent when it lies face down before somebody else.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub card: Option<u16>,
    /// Whether its bet counts twice.
    pub doubled: bool,
    /// Whether it lies face down.
    pub hidden: bool,
}

/// A move as its kind and its arguments.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = ParbourgMove)]
#[serde(tag = "kind", content = "args", rename_all = "snake_case")]
pub enum MoveArgs {
    /// Lay an action card as a bet.
    Bet {
        card: u16,
        hidden: bool,
        #[serde(skip_serializing_if = "Option::is_none")]
        event: Option<TargetArgs>,
    },
    /// Use an action card as an event.
    Event { card: u16, target: TargetArgs },
    /// Lay a building.
    Build { card: u16 },
    /// Use an alchemy card.
    Alchemy { card: u16, target: TargetArgs },
    /// Use an ephemeral card.
    Ephemeral { card: u16, target: TargetArgs },
    /// Keep one of two henchmen.
    Keep { henchman: u8 },
    /// Choose the score that counts.
    Initiative { henchman: u8 },
    /// Use nothing.
    Pass {},
    /// End the turn and stay standing.
    End {},
    /// End the turn and fold.
    Fold {},
}

/// The target of an effect; members that the effect does not choose are absent.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
#[schema(as = ParbourgTarget)]
pub struct TargetArgs {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub card: Option<u16>,
    /// The place in the row, from 1, of a card that lies face down.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<u8>,
    /// The henchman that leaves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub henchman: Option<u8>,
}

impl Parbourg {
    pub(super) fn ids(&self, cards: CardSet) -> Vec<u16> {
        cards.iter().map(|card| self.id(card)).collect()
    }

    pub(super) fn chain_views(&self, state: &State) -> Vec<UsedView> {
        let view = |used: &super::state::UsedCard| UsedView {
            seat: used.seat,
            text: format!("#{}{}", self.id(used.card), self.aim(used.target)),
        };
        state.chain.iter().map(view).collect()
    }

    pub(super) fn seat_view(&self, state: &State, seat: Seat, viewer: Viewer) -> SeatView {
        let at = seat.index();
        let own = viewer.knows_as(seat);
        let known = match viewer {
            Viewer::Seat(other) => state.known[other.index()],
            Viewer::Spectator | Viewer::Replay => state.known[super::state::SEATS],
        };
        let choice = match state.phase {
            Phase::Keep(chooser, a, b) if chooser == seat && own => vec![self.score(a), self.score(b)],
            _ => Vec::new(),
        };
        let limit = Some(state.limits[at]).filter(|&limit| limit != u8::MAX);
        SeatView {
            cards: state.hands[at].len() as u8,
            hand: own.then(|| self.ids(state.hands[at])),
            known: if own { Vec::new() } else { self.ids(known.both(state.hands[at])) },
            henchmen: state.henchmen[at].iter().map(|&henchman| self.score(henchman)).collect(),
            choice,
            standing: state.stands(seat),
            shielded: state.shielded >> seat.0 & 1 == 1,
            skips: state.skips[at],
            limit,
            laid: self.laid_views(state, seat, own),
            buildings: self.ids(state.buildings[at]),
            points: self.points_of(state, seat, |laid| own || !laid.hidden),
            bonus: state.bonus[at],
            day_bonus: state.day_bonus[at].to_vec(),
            won: state.won[at].to_vec(),
        }
    }

    fn laid_views(&self, state: &State, seat: Seat, own: bool) -> Vec<LaidView> {
        let view = |laid: &super::state::LaidCard| LaidView {
            card: (own || !laid.hidden).then(|| self.id(laid.card)),
            hidden: laid.hidden,
            doubled: laid.doubled,
        };
        state.row(seat).map(view).collect()
    }

    pub(super) fn target_args(&self, target: Target) -> TargetArgs {
        let mut args = TargetArgs::default();
        match target {
            Target::Nothing => {}
            Target::Seat(seat)
            | Target::Laid(seat, _)
            | Target::Building(seat, _)
            | Target::LeaverOf(seat, _) => args.seat = Some(seat),
            Target::Own(_) | Target::Discarded(_) | Target::Leaver(_) => {}
        }
        match target {
            Target::Laid(_, Pick::Card(card))
            | Target::Own(Pick::Card(card))
            | Target::Building(_, card)
            | Target::Discarded(card) => args.card = Some(self.id(card)),
            Target::Laid(_, Pick::Down(place)) | Target::Own(Pick::Down(place)) => args.place = Some(place),
            Target::Leaver(henchman) | Target::LeaverOf(_, henchman) => {
                args.henchman = Some(self.score(henchman));
            }
            Target::Nothing | Target::Seat(_) => {}
        }
        args
    }
}

impl PhaseName {
    /// What is being decided in `state`.
    pub(super) fn of(state: &State) -> Self {
        if !state.chain.is_empty() {
            return Self::Response;
        }
        match state.phase {
            Phase::Keep(..) => Self::KeepHenchman,
            Phase::Alchemy => Self::Alchemy,
            Phase::Number(_) => Self::ChooseInitiative,
            Phase::Turn => Self::Turn,
            Phase::Window => Self::Window,
            Phase::Over => Self::Over,
            Phase::Deal | Phase::Henchmen | Phase::Drawing(_) | Phase::Reveal | Phase::NextTurn => {
                Self::Chance
            }
        }
    }
}

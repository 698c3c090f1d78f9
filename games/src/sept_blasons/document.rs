//! The full state as documented in `docs/sept-blasons-state.md`, and moves taken apart.
//! Members are declared in canonical order: then nothing has to be put in order at every ply.

use serde::Serialize;
use utoipa::ToSchema;

use super::SeptBlasons;
use super::card::Family;
use super::moves::{Action, Move, Pick};
use super::state::{Phase, State};
use super::token::Place;
use super::view::PhaseName;
use crate::seat::Seat;

/// The full state after a ply.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = SeptBlasonsDocument)]
pub struct Document {
    /// Whether each seat has activated its card this round.
    pub activated: Vec<bool>,
    /// Strength of the bourgeoisie cards, 0 for none.
    pub bourgeoisie: Vec<u8>,
    /// Cards each seat has collected: per seat, per family in the order of the rules file, the characters.
    pub collected: Vec<Vec<Vec<u8>>>,
    /// Family of each seat.
    pub families: Vec<Family>,
    /// Characters in each hand.
    pub hands: Vec<Vec<u8>>,
    /// Cards of the trick in order of play.
    pub laid: Vec<LaidDocument>,
    /// Who leads the trick on the table.
    pub leader: Seat,
    /// Number of the next id.
    pub next_id: u8,
    /// What is being decided.
    pub phase: PhaseName,
    /// The place in the order of play, from 0, whose power or activated action is being used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<u8>,
    /// Face-down pool tokens by family, in the order of the rules file.
    pub pool: [u8; 7],
    /// The round, from 1.
    pub round: u8,
    /// Tokens with an id, ascending.
    pub tokens: Vec<TokenDocument>,
    /// Points of the finished rounds.
    pub totals: Vec<i16>,
    /// The trick on the table, from 1; 9 after the last of the game.
    pub trick: u8,
    /// The seat to move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<Seat>,
}

/// A card of the trick.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = SeptBlasonsLaidDocument)]
pub struct LaidDocument {
    /// What was activated with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub activated: Option<Action>,
    /// Who uses its power.
    pub actor: Seat,
    /// Its character.
    pub character: u8,
    /// Its value now, 0 for `*`.
    pub value: u8,
}

/// A token with an id. As there are many, members are declared in canonical order: nothing is to be put in order then.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = SeptBlasonsTokenDocument)]
pub struct TokenDocument {
    /// Its family.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub family: Option<Family>,
    /// The number of its id.
    pub id: u8,
    /// The seats that looked at it.
    pub known_to: Vec<Seat>,
    /// The seat it lies before; absent in the pool.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// Whether it lies face up.
    pub up: bool,
}

/// A move taken apart.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = SeptBlasonsMove)]
#[serde(tag = "kind", content = "args", rename_all = "snake_case")]
pub enum MoveArgs {
    /// Play a card.
    Play {
        /// The character.
        character: u8,
        /// What is activated with it.
        #[serde(skip_serializing_if = "Option::is_none")]
        activate: Option<Action>,
    },
    /// Malandrin: take a value.
    Value {
        /// Whose card.
        seat: Seat,
    },
    /// Malandrin: take a power.
    Power {
        /// Whose card.
        seat: Seat,
    },
    /// Malandrin: itself.
    #[serde(rename = "self")]
    Itself {},
    /// Take a pool token.
    Draw {
        /// A token id, or `pool`.
        token: String,
    },
    /// Turn a token up.
    Reveal {
        /// A token id, or `pool`.
        token: String,
    },
    /// Move a token to the pool.
    Remove {
        /// The token.
        token: String,
    },
    /// Move a token to another area.
    Give {
        /// The token.
        token: String,
        /// To whom.
        seat: Seat,
    },
    /// Exchange two tokens.
    Swap {
        /// A token before a player.
        token: String,
        /// Another token, or `pool`.
        with: String,
    },
    /// Take a card of the trick.
    Serve {
        /// Whose card.
        seat: Seat,
    },
    /// Look at collected tricks.
    Look {
        /// Own trick numbers.
        own: Vec<u8>,
        /// The other seat.
        #[serde(skip_serializing_if = "Option::is_none")]
        seat: Option<Seat>,
        /// Its trick numbers.
        tricks: Vec<u8>,
    },
    /// Look at face-down tokens.
    Peek {
        /// The tokens.
        tokens: Vec<String>,
    },
    /// Decline.
    None {},
}

impl SeptBlasons {
    pub(super) fn taken_apart(&self, state: &State, mv: Move) -> MoveArgs {
        let token = |id: u8| format!("t{id:02}");
        let pick = |pick: Pick| match pick {
            Pick::Token(id) => token(id),
            Pick::Pool => "pool".to_owned(),
        };
        match mv {
            Move::Play(character, activate) => MoveArgs::Play { character: character.0, activate },
            Move::Value(seat) => MoveArgs::Value { seat },
            Move::Power(seat) => MoveArgs::Power { seat },
            Move::Itself => MoveArgs::Itself {},
            Move::Draw(of) => MoveArgs::Draw { token: pick(of) },
            Move::Reveal(of) => MoveArgs::Reveal { token: pick(of) },
            Move::Remove(id) => MoveArgs::Remove { token: token(id) },
            Move::Give(id, seat) => MoveArgs::Give { token: token(id), seat },
            Move::Swap(id, with) => MoveArgs::Swap { token: token(id), with: pick(with) },
            Move::Serve(seat) => MoveArgs::Serve { seat },
            Move::Look { own, other } => MoveArgs::Look {
                own: numbers(own),
                seat: other.map(|(seat, _)| seat),
                tricks: numbers(other.map_or(0, |(_, mask)| mask)),
            },
            Move::Peek(mask) => {
                let chosen = state.tokens.iter().enumerate().filter(|(at, _)| mask >> at & 1 == 1);
                MoveArgs::Peek { tokens: chosen.map(|(_, t)| token(t.id)).collect() }
            }
            Move::Decline => MoveArgs::None {},
        }
    }

    pub(super) fn documented(&self, state: &State) -> Document {
        let seats = self.seats_count();
        let values = state.trick.values(&self.values);
        Document {
            round: state.round,
            trick: state.trick_no + 1,
            phase: state.phase.into(),
            turn: self.decider(state),
            leader: state.trick.leader(),
            place: match state.phase {
                Phase::Power(place) | Phase::Serve(place) | Phase::Look(place) => Some(place),
                _ => None,
            },
            families: state.families[..seats].to_vec(),
            hands: state.hands[..seats].iter().map(|&hand| characters(hand)).collect(),
            laid: (state.trick.laid().iter().zip(values))
                .map(|(laid, value)| LaidDocument {
                    character: laid.character.0,
                    value,
                    actor: laid.actor,
                    activated: laid.action,
                })
                .collect(),
            tokens: token_documents(state),
            pool: *state.tokens.pool_fixed(),
            next_id: state.tokens.next_id(),
            collected: state.collected[..seats]
                .iter()
                .map(|cards| Family::ALL.iter().map(|&family| characters(cards.of(family))).collect())
                .collect(),
            totals: state.totals[..seats].to_vec(),
            bourgeoisie: state.strength[..seats].to_vec(),
            activated: (0..seats).map(|seat| state.activated >> seat & 1 == 1).collect(),
        }
    }
}

fn token_documents(state: &State) -> Vec<TokenDocument> {
    let document = |token: &super::token::Token| TokenDocument {
        id: token.id,
        family: token.family,
        up: token.up,
        seat: match token.place {
            Place::Area(seat) => Some(seat),
            Place::Pool => None,
        },
        known_to: (0..8).filter(|seat| token.known_to >> seat & 1 == 1).map(Seat).collect(),
    };
    state.tokens.iter().map(document).collect()
}

fn characters(mask: u8) -> Vec<u8> {
    (0..8).filter(|c| mask >> c & 1 == 1).collect()
}

fn numbers(mask: u8) -> Vec<u8> {
    characters(mask).into_iter().map(|n| n + 1).collect()
}

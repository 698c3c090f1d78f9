//! What a ply tells a viewer beyond its notation.

use super::SeptBlasons;
use super::card::Family;
use super::chance::Chance;
use super::knowledge::Knowledge;
use super::moves::{Move, Pick};
use super::round::Deal;
use super::state::State;
use super::token::Place;
use super::token::mask;
use crate::hash::hash_of;
use crate::prelude::*;

/// What a ply told a viewer beyond its notation; members that tell nothing are absent.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
#[schema(as = SeptBlasonsOutcome)]
pub struct Outcome {
    /// The family of the token turned up, or (in a replay) drawn from the pool.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub family: Option<Family>,
    /// The tokens looked at, as far as the viewer saw them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub peeked: Vec<PeekedToken>,
    /// The deal of the round that begins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deal: Option<Deal>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SeptBlasonsPeekedToken)]
pub struct PeekedToken {
    /// Its id, as in `t05`.
    pub token: String,
    /// What it shows.
    pub family: Family,
}

impl PeekedToken {
    /// The number of its id.
    pub(super) fn id(&self) -> Option<u8> {
        self.token.strip_prefix('t')?.parse().ok()
    }
}

impl Observed for SeptBlasons {
    type Outcome = Outcome;
    type Knowledge = Knowledge;

    fn see(&self, before: &State, ply: &Ply<Self>, after: &State, viewer: Viewer) -> SeenPly<Outcome> {
        let mut seen = Outcome { deal: dealt(ply, viewer), ..Outcome::default() };
        if let Some((seat, mv)) = ply.action {
            match mv {
                Move::Reveal(_) => seen.family = turned_up(before, mv, ply),
                Move::Draw(Pick::Pool) | Move::Swap(_, Pick::Pool) if viewer == Viewer::Replay => {
                    seen.family = family_drawn(ply);
                }
                Move::Peek(mask) => seen.peeked = peeked(before, after, seat, mask, viewer),
                _ => {}
            }
        }
        let notation = ply.action.map(|(_, mv)| self.notation(before, mv, viewer));
        SeenPly::of(ply, notation, seen)
    }

    /// Whether a ply told anybody something hidden until then.
    fn discloses(&self, _before: &State, ply: &Ply<Self>) -> bool {
        let shows = |mv: Move| matches!(mv, Move::Reveal(_) | Move::Peek(_) | Move::Look { .. });
        !ply.chance.is_empty() || ply.action.is_some_and(|(_, mv)| shows(mv))
    }

    fn info_key(&self, state: &State, seat: Seat) -> u64 {
        let mut seen = state.clone();
        seen.tokens.hide(mask(Viewer::Seat(seat)));
        hash_of(&seen)
    }
}

fn dealt(ply: &Ply<SeptBlasons>, viewer: Viewer) -> Option<Deal> {
    let deal = ply.chance.iter().find_map(|outcome| match outcome {
        Chance::Deal(deal) => Some(deal),
        Chance::Family(_) => None,
    })?;
    Some(if viewer == Viewer::Replay { deal.clone() } else { deal.as_seen() })
}

impl Deal {
    /// The deal with the face-down tokens hidden.
    pub(super) fn as_seen(&self) -> Deal {
        let hide = |own: &Vec<Option<Family>>| {
            let last = own.len().saturating_sub(1);
            own.iter().enumerate().map(|(at, &family)| family.filter(|_| at == last)).collect()
        };
        Deal { tokens: self.tokens.iter().map(hide).collect(), ..self.clone() }
    }
}

fn family_drawn(ply: &Ply<SeptBlasons>) -> Option<Family> {
    ply.chance.iter().find_map(|outcome| match outcome {
        Chance::Family(family) => Some(*family),
        Chance::Deal(_) => None,
    })
}

fn turned_up(before: &State, mv: Move, ply: &Ply<SeptBlasons>) -> Option<Family> {
    let fixed = match mv {
        Move::Reveal(Pick::Token(id)) => before.tokens.get(id).and_then(|token| token.family),
        _ => None,
    };
    fixed.or_else(|| family_drawn(ply))
}

fn peeked(before: &State, after: &State, peeker: Seat, mask: u32, viewer: Viewer) -> Vec<PeekedToken> {
    let chosen = before.tokens.among(mask);
    chosen
        .filter_map(|token| {
            let owner = matches!(token.place, Place::Area(owner) if viewer.is(owner));
            let family = token.family.or_else(|| after.tokens.get(token.id)?.family)?;
            let sees = owner || viewer.knows_as(peeker);
            sees.then(|| PeekedToken { token: format!("t{:02}", token.id), family })
        })
        .collect()
}

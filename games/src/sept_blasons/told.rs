//! Les 7 Blasons in words.

use super::SeptBlasons;
use super::moves::{Action, Move, Pick};
use super::piece::{card_piece, token_seen};
use super::state::State;
use super::token::{Place, Token};
use crate::locale::{COMMON_EN, COMMON_FR, Texts};
use crate::prelude::*;
use crate::shown::{Arg, Face, Name, Told};

pub(super) static TEXTS: Texts = Texts {
    en: &[COMMON_EN, include_str!("../../text/en/sept_blasons.ftl")],
    fr: &[COMMON_FR, include_str!("../../text/fr/sept_blasons.ftl")],
};

/// A token as it is named: whose it is, `None` for the pool's, what the viewer sees of it, and its place among those that lie
/// there, from 1, where another of them looks the same.
struct Named {
    owner: Option<Seat>,
    token: Arg,
    place: Option<i32>,
}

impl SeptBlasons {
    /// A move as `viewer` may be told of it: a face-down token has a family only for viewers who know it.
    pub(super) fn told_of(&self, state: &State, mv: Move, viewer: Viewer) -> Told {
        let actor = self.decider(state).unwrap_or_default();
        let named = |pick| name(state, pick, viewer);
        match mv {
            Move::Play(character, action) => {
                let told = Told::new(
                    play(action),
                    [("card", card_piece(state.families[actor.index()], character).into())],
                );
                told.arg("value", i32::from(self.values[usize::from(character.0 & 7)]))
            }
            Move::Value(of) => laid(state, "value", of),
            Move::Power(of) => laid(state, "power", of),
            Move::Itself => Told::new("self", []),
            Move::Draw(Pick::Pool) => Told::new("draw_pool", []),
            Move::Draw(pick) => with_token(Told::new("draw", []), named(pick)),
            Move::Reveal(pick) => reveal(named(pick), actor),
            Move::Remove(id) => of_owner(["remove_own", "remove"], named(Pick::Token(id)), actor),
            Move::Give(id, to) => give(named(Pick::Token(id)), to, actor),
            Move::Swap(id, with) => swap(named(Pick::Token(id)), named(with), actor),
            Move::Serve(of) if of == actor => laid(state, "serve_own", of),
            Move::Serve(of) => laid(state, "serve", of),
            Move::Look { own, other } => {
                let others = other.map(|(seat, mask)| (seat, mask.count_ones()));
                seen(["look_own", "look", "look_both"], own.count_ones(), others)
            }
            Move::Peek(mask) => self.peeked(state, mask, actor),
            Move::Decline => Told::new("none", []),
        }
    }

    fn peeked(&self, state: &State, mask: u32, actor: Seat) -> Told {
        let (mut own, mut others) = (0, None);
        for token in state.tokens.among(mask) {
            match token.place {
                Place::Area(owner) if owner != actor => {
                    others = Some((owner, others.map_or(1, |(_, n)| n + 1)))
                }
                _ => own += 1,
            }
        }
        seen(["peek_own", "peek", "peek_both"], own, others)
    }
}

fn play(action: Option<Action>) -> &'static str {
    match action {
        None => "play",
        Some(Action::Consult) => "play_consult",
        Some(Action::Serve) => "play_serve",
        Some(Action::Peek) => "play_peek",
    }
}

/// The card `of` laid.
fn laid(state: &State, kind: &'static str, of: Seat) -> Told {
    let told = Told::new(kind, [("target", of.into())]);
    let card = state.trick.card_of(of).map(|laid| card_piece(state.families[of.index()], laid.character));
    card.into_iter().fold(told, |told, card| told.arg("card", card))
}

fn name(state: &State, pick: Pick, viewer: Viewer) -> Named {
    let token = match pick {
        Pick::Token(id) => state.tokens.get(id),
        Pick::Pool => None,
    };
    let owner = token.and_then(|token| match token.place {
        Place::Area(owner) => Some(owner),
        Place::Pool => None,
    });
    let place = token.and_then(|token| place_among_alike(state, token, viewer));
    let token = match token.map(|token| token_seen(token, viewer).face) {
        Some(Face::Open(piece)) => piece.into(),
        Some(Face::Known(piece)) => Arg::Id(Name::new(format_args!("down_{}", piece.id))),
        Some(Face::Back(_)) | None => "down".into(),
    };
    Named { owner, token, place }
}

fn place_among_alike(state: &State, token: &Token, viewer: Viewer) -> Option<i32> {
    let face = |token: &Token| token_seen(token, viewer).face;
    let beside = || state.tokens.iter().filter(|other| other.place == token.place);
    let alike = beside().filter(|other| face(other) == face(token)).count() > 1;
    let place = beside().take_while(|other| other.id <= token.id).count();
    alike.then_some(place as i32)
}

fn with_token(told: Told, named: Named) -> Told {
    placed(told.arg("token", named.token), "place", named.place)
}

fn placed(told: Told, name: &'static str, place: Option<i32>) -> Told {
    place.into_iter().fold(told, |told, place| told.arg(name, place))
}

/// The first kind for a token of the actor's own, the second for that of another.
fn of_owner([own, others]: [&'static str; 2], named: Named, actor: Seat) -> Told {
    let told = match named.owner {
        Some(owner) if owner != actor => Told::new(others, [("target", owner.into())]),
        _ => Told::new(own, []),
    };
    with_token(told, named)
}

fn reveal(named: Named, actor: Seat) -> Told {
    match named.owner {
        None => Told::new("reveal_pool", []),
        Some(_) => of_owner(["reveal_own", "reveal"], named, actor),
    }
}

fn give(named: Named, to: Seat, actor: Seat) -> Told {
    if to == actor {
        of_owner(["give", "take"], named, actor)
    } else {
        of_owner(["give", "pass_on"], named, actor).arg("to", to)
    }
}

/// An exchange, told of an own token first where there is one.
fn swap(first: Named, second: Named, actor: Seat) -> Told {
    let [first, second] = if second.owner == Some(actor) { [second, first] } else { [first, second] };
    match (second.owner, &second.token) {
        (Some(owner), _) => {
            let told = of_owner(["swap_own", "swap"], first, actor);
            placed(told.arg("with", second.token).arg("other", owner), "with_place", second.place)
        }
        (None, Arg::Piece(_)) => {
            let told = of_owner(["swap_own_pool", "swap_pool"], first, actor);
            placed(told.arg("with", second.token), "with_place", second.place)
        }
        (None, _) => of_owner(["swap_own_drawn", "swap_drawn"], first, actor),
    }
}

/// How many things are looked at: one's own, another's, or both.
fn seen([own_only, others_only, both]: [&'static str; 3], own: u32, others: Option<(Seat, u32)>) -> Told {
    match others {
        None => Told::new(own_only, [("own", (own as i32).into())]),
        Some((target, n)) => {
            let told = if own == 0 {
                Told::new(others_only, [])
            } else {
                Told::new(both, [("own", (own as i32).into())])
            };
            told.arg("target", target).arg("n", n as i32)
        }
    }
}

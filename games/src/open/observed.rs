//! What a viewer knows of an open game: the position.

use rand::Rng;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Open;
use crate::game::{Hidden, InformationSet, Observed, Ply, SeenPly, Turn, WorldCount};
use crate::locale::{Said, said};
use crate::refusal::Refusal;
use crate::seat::{Seat, Viewer};

const RULE: &str = "open";

/// What chance decided in a ply.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Drawn<C> {
    /// The outcomes in order.
    pub chance: Vec<C>,
}

/// The whole game so far, which is what everybody knows.
#[derive(Clone, Debug)]
pub struct Record<S> {
    viewer: Viewer,
    state: S,
    next: u32,
}

impl<G: Open> Observed for G {
    type Outcome = Drawn<G::Chance>;
    type Knowledge = Record<G::State>;

    fn see(&self, _: &G::State, ply: &Ply<G>, _: &G::State, _: Viewer) -> SeenPly<Self::Outcome> {
        SeenPly {
            n: ply.n,
            seat: ply.action.map(|(seat, _)| seat),
            notation: ply.action.map(|(_, mv)| self.write(mv)),
            outcome: (!ply.chance.is_empty()).then(|| Drawn { chance: ply.chance.clone() }),
        }
    }

    fn discloses(&self, _: &G::State, ply: &Ply<G>) -> bool {
        !ply.chance.is_empty()
    }

    fn info_key(&self, state: &G::State, _: Seat) -> u64 {
        self.key(state)
    }
}

impl<G: Open> InformationSet<G> for Record<G::State> {
    fn before_set_up(rules: &G, viewer: Viewer) -> Self {
        Record { viewer, state: rules.start(), next: 0 }
    }

    fn viewer(&self) -> Viewer {
        self.viewer
    }

    fn learn(&mut self, rules: &G, ply: &SeenPly<Drawn<G::Chance>>) -> Result<(), Refusal> {
        follow(rules, self, ply).map(|_| ())
    }

    fn count_worlds(&self, _: &G) -> WorldCount {
        WorldCount::Exact(1)
    }

    fn hidden(&self, rules: &G) -> Hidden {
        if rules.chance_ahead(&self.state) { Hidden::Chance } else { Hidden::Nothing }
    }

    fn sample_world<R: Rng + ?Sized>(&self, _: &G, _: &mut R) -> G::State {
        self.state.clone()
    }

    fn worlds(&self, _: &G, limit: usize) -> Option<Vec<(G::State, u64)>> {
        (limit >= 1).then(|| vec![(self.state.clone(), 1)])
    }

    fn sample_history<R: Rng + ?Sized>(
        rules: &G,
        viewer: Viewer,
        seen: &[SeenPly<Drawn<G::Chance>>],
        _: &mut R,
    ) -> Result<Vec<Ply<G>>, Refusal> {
        let mut knowledge = rules.know(viewer);
        seen.iter().map(|ply| follow(rules, &mut knowledge, ply)).collect()
    }
}

/// Plays what was seen, and says what it was.
fn follow<G: Open>(
    rules: &G,
    record: &mut Record<G::State>,
    seen: &SeenPly<Drawn<G::Chance>>,
) -> Result<Ply<G>, Refusal> {
    let action = match (seen.seat, &seen.notation) {
        (None, None) if seen.n == 0 && record.next == 0 => None,
        (Some(seat), Some(notation)) if seen.n > 0 && seen.n == record.next => {
            Some((seat, play(rules, &mut record.state, seat, notation)?))
        }
        _ => return Err(refuse("bad_ply", said("ply_cannot_follow").with("n", seen.n))),
    };
    let chance = seen.outcome.as_ref().map(|drawn| drawn.chance.clone()).unwrap_or_default();
    if seen.outcome.is_some() && chance.is_empty() {
        return Err(refuse("bad_outcome", said("ply_empty").with("n", seen.n)));
    }
    for outcome in &chance {
        rules.resolve(&mut record.state, outcome)?;
    }
    if rules.turn(&record.state) == Turn::Chance {
        return Err(refuse("bad_outcome", said("ply_lacks").with("n", seen.n)));
    }
    record.next = seen.n + 1;
    Ok(Ply { n: seen.n, action, chance })
}

fn play<G: Open>(rules: &G, state: &mut G::State, seat: Seat, notation: &str) -> Result<G::Move, Refusal> {
    if rules.turn(state) != Turn::Player(seat) {
        return Err(refuse("not_your_turn", said("not_turn_of").with("seat", seat.0)));
    }
    let mv = rules.read(notation).map_err(|error| refuse("bad_notation", error.said()))?;
    rules.play(state, mv)?;
    Ok(mv)
}

fn refuse(code: &'static str, why: Said) -> Refusal {
    Refusal::said(code, RULE, &why)
}

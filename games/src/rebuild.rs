//! Whole histories played again behind an observation log: the last step of [`sample_history`](crate::game::InformationSet::sample_history).
//!
//! The game draws what is hidden from its knowledge and hands it out ply by ply as a [`HiddenParts`]; [`rebuild`] plays it and
//! checks that the viewer sees exactly the log.

use crate::game::{Observed, Ply, SeenPly, Turn};
use crate::seat::Viewer;

/// What the hidden part of a history is taken from.
pub trait HiddenParts<G: Observed> {
    /// The move that the notation of `ply` stands for; `None` where there is none.
    fn decision(&mut self, state: &G::State, ply: &SeenPly<G::Outcome>, notation: &str) -> Option<G::Move>;

    /// What chance decides in `state`, in `ply`, after what it has decided in that ply before.
    fn chance(
        &mut self,
        state: &G::State,
        ply: &SeenPly<G::Outcome>,
        before: &[G::Chance],
    ) -> Option<G::Chance>;
}

/// Plays the plies of the log `seen` with what `hidden` hides in them; `None` unless `viewer` sees exactly the log.
pub fn rebuild<G: Observed>(
    rules: &G,
    viewer: Viewer,
    seen: &[SeenPly<G::Outcome>],
    hidden: &mut impl HiddenParts<G>,
) -> Option<Vec<Ply<G>>> {
    let mut state = rules.start();
    let mut history = Vec::with_capacity(seen.len());
    for ply in seen {
        let before = state.clone();
        let action = match (ply.seat, &ply.notation) {
            (Some(seat), Some(notation)) => Some((seat, hidden.decision(&state, ply, notation)?)),
            _ => None,
        };
        if let Some((_, mv)) = action {
            rules.play(&mut state, mv).ok()?;
        }
        let mut chance = Vec::new();
        while rules.turn(&state) == Turn::Chance {
            let outcome = hidden.chance(&state, ply, &chance)?;
            rules.resolve(&mut state, &outcome).ok()?;
            chance.push(outcome);
        }
        let whole = Ply { n: ply.n, action, chance };
        (rules.see(&before, &whole, &state, viewer) == *ply).then_some(())?;
        history.push(whole);
    }
    Some(history)
}

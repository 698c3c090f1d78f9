//! What came of each Malheur card drawn: for whole histories.

use super::super::malheur::Kind;
use crate::prelude::*;

#[derive(Clone, Copy, Debug)]
pub(super) struct Draw {
    pub ply: u32,
    pub seat: Seat,
    /// The number of the pile.
    pub pile: usize,
}

/// A card that is known by now.
#[derive(Clone, Copy, Debug)]
pub(super) struct Trace {
    /// When it was drawn, or used.
    pub ply: u32,
    pub seat: Seat,
    pub kind: Kind,
    /// The pile it came from.
    pub pile: usize,
    /// Whether it was seen being drawn; else it was used.
    pub drawn: bool,
}

/// The kind of each draw, as far as it is known: what was used is one of the cards drawn before, any of them.
pub(super) fn assigned<R: Rng + ?Sized>(
    draws: &[Draw],
    trace: &[Trace],
    rng: &mut R,
) -> Option<Vec<Option<Kind>>> {
    let mut slots: Vec<Option<Kind>> = vec![None; draws.len()];
    for known in trace {
        let fits = |draw: &Draw| {
            let in_time = if known.drawn { draw.ply == known.ply } else { draw.ply < known.ply };
            draw.seat == known.seat && draw.pile == known.pile && in_time
        };
        let free: Vec<_> = (0..draws.len()).filter(|&at| slots[at].is_none() && fits(&draws[at])).collect();
        let &slot = free.get(below(rng, free.len() as u32) as usize)?;
        slots[slot] = Some(known.kind);
    }
    Some(slots)
}

//! The facts that a network reads, as a sparse vector.

use tapis_games::game::Game;
use tapis_games::seat::{BySeat, Seat};

use crate::heuristics::Heuristics;

/// The inputs of one seat. A game writes them in a fixed order: every call takes the next places, whatever the values are, so
/// that a place means the same in all positions and under all options.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Inputs {
    /// The places that are not 0, with their values. A place may occur several times; its values add up.
    active: Vec<(u32, f32)>,
    /// The number of places taken so far.
    width: u32,
}

impl Inputs {
    /// A number of the order of 1. Takes one place.
    #[inline]
    pub fn number(&mut self, value: f64) {
        if value != 0.0 {
            self.active.push((self.width, value as f32));
        }
        self.width += 1;
    }

    /// Which of `of` cases holds. Cases beyond the last count as the last. Takes `of` places.
    #[inline]
    pub fn choice(&mut self, which: usize, of: usize) {
        self.active.push((self.width + which.min(of - 1) as u32, 1.0));
        self.width += of as u32;
    }

    /// Takes `of` places for [`Inputs::add`].
    #[inline]
    pub fn group(&mut self, of: usize) -> Group {
        let group = Group { first: self.width, of: of as u32 };
        self.width += group.of;
        group
    }

    /// Adds `value` to a place of a group. Places beyond the last count as the last.
    #[inline]
    pub fn add(&mut self, group: Group, place: usize, value: f64) {
        self.active.push((group.first + (place as u32).min(group.of - 1), value as f32));
    }

    /// The number of places.
    pub fn width(&self) -> usize {
        self.width as usize
    }

    /// The places that are not 0, with their values.
    pub fn active(&self) -> &[(u32, f32)] {
        &self.active
    }

    /// Forgets all values.
    #[inline]
    pub(crate) fn clear(&mut self) {
        self.active.clear();
        self.width = 0;
    }
}

/// Several places of one kind.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    first: u32,
    of: u32,
}

/// The inputs of every seat in `state`.
pub fn inputs_of<G: Heuristics>(rules: &G, state: &<G as Game>::State) -> BySeat<Inputs> {
    let mut all = BySeat::from_fn(rules.seats(), |_: Seat| Inputs::default());
    rules.inputs(state, &mut all);
    all
}

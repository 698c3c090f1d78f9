//! Hashes of positions.

use super::Richelieu;
use super::card::Face;
use super::cell::CELLS;
use super::options::SecondCard;
use super::state::{Place, PlayerArea, State, Step};

const SEED: u64 = 0x9E37_79B9_7F4A_7C15;
const ODD: u64 = 0xD1B5_4A32_D192_ED03;

/// Two words into one: the 128-bit product folded (the mixer of wyhash).
fn mix(a: u64, b: u64) -> u64 {
    let product = u128::from(a ^ SEED) * u128::from(b ^ ODD);
    (product as u64) ^ (product >> 64) as u64
}

/// Words into one.
#[derive(Clone, Copy)]
pub(super) struct Mixer(pub(super) u64);

impl Mixer {
    pub(super) fn pair(self, a: u64, b: u64) -> Self {
        Self(mix(self.0 ^ a, b).rotate_left(23) ^ self.0)
    }

    pub(super) fn finish(self) -> u64 {
        mix(self.0, SEED)
    }
}

pub(super) fn of_layout(layout: &[Face; CELLS]) -> u64 {
    let word = |faces: &[Face]| faces.iter().fold(0, |word, face| word << 8 | u64::from(face.code()));
    layout
        .chunks(16)
        .fold(Mixer(SEED), |mixer, faces| mixer.pair(word(&faces[..8]), word(&faces[8..])))
        .finish()
}

impl Richelieu {
    /// Whose turn, at which step, after which first card; below 2²⁴.
    pub(super) fn turn_word(&self, state: &State) -> u64 {
        let first = match state.first_card {
            None => 0,
            Some(cell) => {
                // Which cell it was matters only where it decides which ends were visible at the start.
                let cell_word = match self.second_card {
                    SecondCard::Uncovered => 0,
                    SecondCard::VisibleAtStart => cell.index() as u64,
                };
                1 | cell_word << 1 | u64::from(state.layout[cell.index()].code()) << 7
            }
        };
        let seat = if state.step == Step::Over { 0 } else { u64::from(state.seat.0) };
        let pending = state.pending.map_or(0, |slot| u64::from(slot) + 1);
        first | (state.step as u64) << 14 | seat << 17 | pending << 19
    }
}

/// Cards, symbols, discs and reserve of a side; below 2⁴⁸.
pub(super) fn hand(side: &PlayerArea) -> u64 {
    u64::from(side.counts) | u64::from(side.discs.bits()) << 32 | u64::from(side.reserve) << 46
}

/// The discs on the table, 4 bits a slot from bit 24; and, where one of them is unknown, how many were given up.
pub(super) fn table_discs(state: &State) -> u64 {
    const UNKNOWN: u64 = 14;
    const GONE: u64 = 15;
    let mut word = 0;
    let mut given_up = 0;
    let mut unknown = state.pending.is_some();
    for slot in &state.slots {
        let code = match (slot.place, slot.disc) {
            (Place::Table, Some(disc)) => disc as u64,
            (Place::Table, None) => UNKNOWN,
            _ => GONE,
        };
        unknown |= code == UNKNOWN;
        given_up += u64::from(matches!(slot.place, Place::GivenUp(_)));
        word = word << 4 | code;
    }
    word << 24 | if unknown { given_up << 56 } else { 0 }
}

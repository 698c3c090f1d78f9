//! The fourteen discs, and what is left of them.

use super::card::{Region, Symbol};
use crate::names::names;

/// Discs laid on the table; the other six leave the game unseen.
pub const LAID: usize = 8;

names! {
    /// What a disc shows. There is one disc of each kind, and two marker returns.
    #[schema(as = RichelieuDisc)]
    pub enum Disc {
        Bourgogne,
        Bretagne,
        Champagne,
        Normandie,
        Languedoc,
        Provence,
        Anjou,
        Bourbon,
        Auvergne,
        Sword,
        Cross,
        Tower,
        /// Given up to bring a boxed marker back; scores nothing. The only kind of which there are two.
        MarkerReturn,
    }
}

impl Disc {
    /// The disc that counts for a region.
    pub fn of_region(region: Region) -> Self {
        Self::ALL[region.index()]
    }

    /// The disc that counts for a symbol.
    pub fn of_symbol(symbol: Symbol) -> Self {
        Self::ALL[Region::ALL.len() + symbol.index()]
    }

    /// How many discs of this kind there are.
    pub fn copies(self) -> u32 {
        if self == Self::MarkerReturn { 2 } else { 1 }
    }
}

/// A bag of discs out of the fourteen, counted by kind: 2 bits for the marker returns, 1 for each other kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct DiscBag(u16);

const RETURN_SHIFT: u32 = Disc::MarkerReturn as u32;
const SCORING: u16 = (1 << RETURN_SHIFT) - 1;

impl DiscBag {
    pub const EMPTY: Self = Self(0);
    /// All fourteen.
    pub const FULL: Self = Self(SCORING | 2 << RETURN_SHIFT);

    /// How many discs are in the bag.
    pub fn len(self) -> u32 {
        self.scoring() + self.count(Disc::MarkerReturn)
    }

    /// Whether the bag holds none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many discs other than marker returns are in the bag.
    pub fn scoring(self) -> u32 {
        (self.0 & SCORING).count_ones()
    }

    /// How many discs of one kind are in the bag.
    pub fn count(self, disc: Disc) -> u32 {
        let count = u32::from(self.0) >> disc as u32;
        if disc == Disc::MarkerReturn { count } else { count & 1 }
    }

    /// Adds a disc; the caller sees to it that one is left to add.
    pub fn add(&mut self, disc: Disc) {
        self.0 = self.0.wrapping_add(1 << disc as u32);
    }

    /// Takes a disc out, and says whether there was one.
    pub fn take(&mut self, disc: Disc) -> bool {
        let found = self.count(disc) > 0;
        if found {
            self.0 -= 1 << disc as u32;
        }
        found
    }

    /// The kinds in the bag with their numbers, in documented order.
    pub fn kinds(self) -> impl Iterator<Item = (Disc, u32)> {
        Disc::ALL.into_iter().map(move |disc| (disc, self.count(disc))).filter(|&(_, count)| count > 0)
    }

    /// Disc number `n` of the bag in documented order.
    pub fn nth(self, n: u32) -> Option<Disc> {
        let mut left = n;
        for (disc, count) in self.kinds() {
            if left < count {
                return Some(disc);
            }
            left -= count;
        }
        None
    }

    /// Every disc of the bag in documented order.
    pub fn discs(self) -> impl Iterator<Item = Disc> {
        self.kinds().flat_map(|(disc, count)| (0..count).map(move |_| disc))
    }

    /// The bag as a number that is different for different bags, below 2¹⁴.
    pub fn bits(self) -> u16 {
        self.0
    }
}

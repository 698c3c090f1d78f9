//! Families, characters and the sets cards are collected in.

use crate::names::names;
use crate::pack::{PackCard, Set};

/// Characters a family.
pub const CHARACTERS: usize = 8;

names! {
    /// The seven families, in the order of the rules file.
    #[derive(Default)]
    #[repr(u8)]
    #[schema(as = SeptBlasonsFamily)]
    pub enum Family {
        #[default]
        Aubigny,
        Bellay,
        Contades,
        Grandbois,
        Guilloux,
        LaFerte,
        Rochebrune,
    }
}

names! {
    /// What a card does when its turn comes.
    #[schema(as = SeptBlasonsPower)]
    pub enum Power {
        /// Takes over the value or the power of a card of the trick.
        Malandrin,
        /// Takes a token from the pool.
        Manant,
        /// Turns a face-down token face up.
        Menetrier,
        /// Removes a token from a player's area to the pool.
        Magistrat,
        /// Moves a token from one area to another (variant *religieux*).
        Religieux,
        Intendant,
    }
}

/// A character, named by its number in the family: 0 is the malandrin, 1 the manant, … 7 the bourgeois.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Character(pub u8);

impl Character {
    /// The malandrin, whose value is `*`.
    pub const MALANDRIN: Character = Character(0);

    /// Its name, as of a noun.
    pub fn name(self) -> &'static str {
        const NAMES: [&str; CHARACTERS] = [
            "malandrin",
            "manant",
            "menetrier",
            "magistrat",
            "religieux",
            "intendant",
            "bourgeoise",
            "bourgeois",
        ];
        NAMES[usize::from(self.0) % CHARACTERS]
    }

    /// The power of the character, if it has one; the religieux only has his in the variant.
    pub fn power(self, religieux: bool) -> Option<Power> {
        match self.0 {
            0 => Some(Power::Malandrin),
            1 => Some(Power::Manant),
            2 => Some(Power::Menetrier),
            3 => Some(Power::Magistrat),
            4 if religieux => Some(Power::Religieux),
            5 => Some(Power::Intendant),
            _ => None,
        }
    }
}

/// A card: whose family it is, and who is on it.
pub type Card = (Family, Character);

impl PackCard for Card {
    #[inline]
    fn place(self) -> u8 {
        self.0 as u8 * CHARACTERS as u8 + (self.1.0 & 7)
    }

    #[inline]
    fn at(place: u8) -> Self {
        (Family::ALL[usize::from(place) / CHARACTERS % Family::ALL.len()], Character(place & 7))
    }
}

/// A set of the 56 cards of the game, by family and number.
pub type Cards = Set<Card>;

impl Cards {
    /// The characters of `family` in the set, as a bit mask by number.
    pub fn of(self, family: Family) -> u8 {
        (self.bits() >> (family.index() * CHARACTERS)) as u8
    }
}

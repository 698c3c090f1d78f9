//! What chance gives: how many cards to which hand, how many are turned up, and the cards themselves.

use rand::Rng;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::playing_card::{Card, Cards};
use crate::random::below;
use crate::seat::{Seat, Viewer};

/// How many cards chance gives, and of which. Hands are counted by seat; where a seat has several, all first hands come first,
/// then all second ones: hand `h` is that of seat `h % seats`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Whether all hands are laid together before: a round begins.
    anew: bool,
    /// Whether chance also draws who begins.
    first: bool,
    /// The cards that can come.
    from: Cards,
    /// How many come to each hand.
    hands: Vec<u32>,
    seats: usize,
    /// How many are turned up for all to see.
    turned: u32,
}

impl Shape {
    fn none(from: Cards, seats: usize, anew: bool) -> Self {
        Self { anew, first: false, from, hands: vec![0; seats], seats, turned: 0 }
    }

    /// A round begins: `each` cards of the pack to every seat.
    pub fn deal(pack: Cards, seats: usize, each: u32) -> Self {
        Self { hands: vec![each; seats], ..Self::none(pack, seats, true) }
    }

    /// A round begins: the whole pack, as evenly as it goes; where some seats get a card more, `first` and those after it do.
    pub fn whole(pack: Cards, seats: usize, first: Seat) -> Self {
        let (each, more) = (pack.len() / seats.max(1) as u32, pack.len() as usize % seats.max(1));
        let place = |seat: usize| (seat + seats - first.index() % seats) % seats;
        let hands = (0..seats).map(|seat| each + u32::from(place(seat) < more)).collect();
        Self { hands, ..Self::none(pack, seats, true) }
    }

    /// `size` cards of the stock go to a seat, which alone sees them.
    pub fn draw(stock: Cards, seats: usize, seat: Seat, size: u32) -> Self {
        let mut shape = Self::none(stock, seats, false);
        if let Some(hand) = shape.hands.get_mut(seat.index()) {
            *hand = size;
        }
        shape
    }

    /// `size` cards of the stock are turned up.
    pub fn turn_up(stock: Cards, seats: usize, size: u32) -> Self {
        Self::none(stock, seats, false).turning_up(size)
    }

    /// The same with so many cards turned up, besides.
    #[must_use]
    pub fn turning_up(self, size: u32) -> Self {
        Self { turned: size, ..self }
    }

    /// The same, and who begins is drawn by lot.
    #[must_use]
    pub fn drawing_first(self) -> Self {
        Self { first: true, ..self }
    }

    /// The same with these numbers for the hands, as many for each seat as it has hands.
    #[must_use]
    pub fn giving(self, hands: impl IntoIterator<Item = u32>) -> Self {
        Self { hands: hands.into_iter().collect(), ..self }
    }

    /// How many come to a hand.
    pub(super) fn size(&self, hand: usize) -> u32 {
        self.hands.get(hand).copied().unwrap_or(0)
    }

    /// The same of other cards.
    pub(super) fn coming_from(self, from: Cards) -> Self {
        Self { from, ..self }
    }

    /// Whether a round begins.
    pub fn is_anew(&self) -> bool {
        self.anew
    }

    /// The cards that can come.
    pub fn from(&self) -> Cards {
        self.from
    }

    /// How many come to each hand.
    pub fn hands(&self) -> &[u32] {
        &self.hands
    }
}

/// What chance gave; as a viewer sees it, what came to hands hidden from it is left empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = DealtHands)]
pub struct Deal {
    /// Whether a round begins; else cards were drawn.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub anew: bool,
    /// The seat that begins, where that was drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<Seat>,
    /// The cards that came to each hand.
    pub hands: Vec<Cards>,
    /// The cards turned up, in their order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub turned: Vec<Card>,
}

impl Deal {
    /// Draws it, all ways equally likely; a stock that is too small gives what it has.
    pub fn draw<R: Rng + ?Sized>(shape: &Shape, rng: &mut R) -> Self {
        let first = shape.first.then(|| Seat(below(rng, shape.seats as u32) as u8));
        let mut left = shape.from;
        let mut take = |size: u32| {
            let cards = left.draw(size, rng);
            left = left.without(cards);
            cards
        };
        let hands = shape.hands.iter().map(|&size| take(size)).collect();
        let turned = (0..shape.turned).flat_map(|_| take(1).iter().collect::<Vec<_>>()).collect();
        Self { anew: shape.anew, first, hands, turned }
    }

    /// Whether it has that shape, no card twice.
    pub fn fits(&self, shape: &Shape) -> bool {
        let sizes = self.hands.iter().map(|hand| hand.len());
        let all = self.all();
        let count = shape.hands.iter().sum::<u32>() + shape.turned;
        self.anew == shape.anew
            && self.first.is_some() == shape.first
            && self.first.is_none_or(|seat| seat.index() < shape.seats)
            && sizes.eq(shape.hands.iter().copied())
            && self.turned.len() == shape.turned as usize
            && all.len() == count
            && all.without(shape.from).is_empty()
    }

    /// Every card of it.
    pub fn all(&self) -> Cards {
        let turned: Cards = self.turned.iter().copied().collect();
        self.hands.iter().fold(turned, |all, hand| all | *hand)
    }

    /// What came to the first hand of a seat.
    pub fn hand(&self, seat: Seat) -> Cards {
        self.hands.get(seat.index()).copied().unwrap_or_default()
    }

    /// It without what `viewer` does not see.
    pub(super) fn seen_by(&self, viewer: Viewer, seats: usize) -> Self {
        Self { hands: known(&self.hands, viewer, seats), ..self.clone() }
    }
}

/// Whether a viewer sees a hand.
pub(super) fn sees(viewer: Viewer, hand: usize, seats: usize) -> bool {
    viewer.knows_as(Seat((hand % seats.max(1)) as u8))
}

/// Hands, those emptied that the viewer does not see.
pub(super) fn known(hands: &[Cards], viewer: Viewer, seats: usize) -> Vec<Cards> {
    let of =
        |(hand, cards): (usize, &Cards)| if sees(viewer, hand, seats) { *cards } else { Cards::default() };
    hands.iter().enumerate().map(of).collect()
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::rngs::ChaCha8Rng;

    use super::*;
    use crate::playing_card::{PIQUET, WHIST};

    #[test]
    fn what_is_drawn_has_the_shape() {
        let stock = PIQUET & Cards::suited(2);
        let shapes = [
            Shape::deal(WHIST, 4, 13),
            Shape::whole(WHIST, 5, Seat(3)),
            Shape::deal(WHIST, 3, 5).turning_up(4).drawing_first(),
            Shape::draw(stock, 3, Seat(1), 2),
            Shape::turn_up(stock, 2, 3),
            Shape::deal(PIQUET, 2, 0).giving([5, 5, 3, 3]),
        ];
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for (at, shape) in shapes.iter().enumerate() {
            let deal = Deal::draw(shape, &mut rng);
            let fitting: Vec<_> = (0..shapes.len()).filter(|&other| deal.fits(&shapes[other])).collect();
            assert_eq!(fitting, [at], "{deal:?}");
            let read = serde_json::from_str(&serde_json::to_string(&deal).expect("JSON"));
            assert_eq!(read.ok(), Some(deal));
        }
        assert_eq!(shapes[1].hands(), [10, 10, 10, 11, 11]);
        let poor = Deal::draw(&Shape::draw(Cards::default(), 2, Seat(0), 1), &mut rng);
        assert!(poor.all().is_empty());
    }
}

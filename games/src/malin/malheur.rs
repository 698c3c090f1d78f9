//! Malheur cards: the deck as data, and one function an effect.

use strum::{EnumDiscriminants, IntoStaticStr, VariantArray};

use super::moves::ValuedCard;
use super::state::Trick;
use crate::names::names;
use crate::prelude::*;

pub const KINDS: usize = Kind::VARIANTS.len();

/// An effect and how often it is in the deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = MalinMalheurCard)]
pub struct MalheurCard {
    pub id: Kind,
    /// Copies in the deck.
    #[schema(minimum = 1, maximum = 20)]
    pub copies: u8,
}

/// The deck of the rules file.
pub fn default_deck() -> Vec<MalheurCard> {
    serde_json::from_str(include_str!("../../data/malin/malheurs.json")).unwrap_or_default()
}

/// A Malheur as it is played, its targets named; [`Kind`] is its effect alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, EnumDiscriminants)]
#[strum_discriminants(
    name(Kind),
    doc = "An effect.",
    derive(PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema, IntoStaticStr, VariantArray),
    serde(rename_all = "snake_case"),
    strum(serialize_all = "snake_case"),
    schema(as = MalheurKind)
)]
pub enum Malheur {
    /// The lowest value takes this trick; two of them cancel out.
    Inversion,
    /// More for one's own card of this trick: as printed +10.
    Boost,
    /// Less for another player's card of this trick, as printed −10: whose.
    Drain(Seat),
    /// Two laid cards of this trick change owners: whose, the lower seat first.
    Swap(Seat, Seat),
    /// Nobody takes this trick; its leader leads again.
    Void,
    /// If its player takes this trick, it counts for another player: whom.
    Gift(Seat),
    /// Its player takes back the card laid and lays another: which, with its value.
    Retake(ValuedCard),
    /// One's own contract changes by one.
    Perjury(Change),
    /// Another player's contract changes by one: whose, and how.
    Curse(Seat, Change),
    /// Look at another player's hand: whose.
    EvilEye(Seat),
    /// Give a card and get a random one: which, and to whom.
    Barter(super::card::Card, Seat),
    /// The last waiting Malheur of this trick does not act.
    Parry,
}

names! {
    /// A change of a contract.
    pub enum Change { Down, Up }
}

impl Kind {
    /// All, in the order of the rules file.
    pub const ALL: [Kind; KINDS] = *Kind::VARIANTS.first_chunk().expect("as many as there are");

    /// Its name on the wire, in notation and in data.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// The effect of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Cards by kind, each as often as `counts` says.
    pub(super) fn repeated(counts: [u8; KINDS]) -> impl Iterator<Item = Kind> {
        Kind::ALL.into_iter().flat_map(move |kind| std::iter::repeat_n(kind, counts[kind as usize].into()))
    }
}

impl Change {
    /// −1 or 1.
    pub fn delta(self) -> i8 {
        2 * self as i8 - 1
    }
}

impl Malheur {
    pub fn kind(self) -> Kind {
        self.into()
    }

    /// The seats it is aimed at, in the order of the notation.
    pub fn seats(self) -> impl Iterator<Item = Seat> {
        let seats = match self {
            Malheur::Drain(seat)
            | Malheur::Gift(seat)
            | Malheur::Curse(seat, _)
            | Malheur::EvilEye(seat)
            | Malheur::Barter(_, seat) => [Some(seat), None],
            Malheur::Swap(a, b) => [Some(a), Some(b)],
            _ => [None; 2],
        };
        seats.into_iter().flatten()
    }

    /// What it makes of a contract.
    pub fn change(self) -> Option<Change> {
        match self {
            Malheur::Perjury(change) | Malheur::Curse(_, change) => Some(change),
            _ => None,
        }
    }

    /// Whether it waits for the end of the `after` window; the others act at once.
    pub fn waits(self) -> bool {
        use Malheur::{Boost, Drain, Gift, Inversion, Retake, Swap, Void};
        matches!(self, Inversion | Boost | Drain(_) | Swap(..) | Void | Gift(_) | Retake(_))
    }
}

/// What the waiting Malheurs make of the trick, beside what they change in it.
#[derive(Clone, Debug, Default)]
pub(super) struct Verdict {
    pub inverted: bool,
    pub void: bool,
    pub gifts: Vec<(Seat, Seat)>,
}

/// Lets a waiting Malheur act on the trick; a boost adds so much.
pub(super) fn act(
    trick: &mut Trick,
    verdict: &mut Verdict,
    hands: &mut [super::card::Hand],
    (user, malheur): (Seat, Malheur),
    boost: i16,
) {
    match malheur {
        Malheur::Inversion => verdict.inverted = !verdict.inverted,
        Malheur::Boost => change_value(trick, user, boost),
        Malheur::Drain(target) => change_value(trick, target, -boost),
        Malheur::Swap(a, b) => swap(trick, a, b),
        Malheur::Void => verdict.void = true,
        Malheur::Gift(target) => verdict.gifts.push((user, target)),
        Malheur::Retake(lay) => retake(trick, hands, user, lay),
        Malheur::Perjury(_)
        | Malheur::Curse(..)
        | Malheur::EvilEye(_)
        | Malheur::Barter(..)
        | Malheur::Parry => {}
    }
}

/// The change sticks to the card that lies before the seat now.
fn change_value(trick: &mut Trick, seat: Seat, by: i16) {
    if let Some(laid) = trick.before_mut(seat) {
        laid.value += by;
    }
}

fn swap(trick: &mut Trick, a: Seat, b: Seat) {
    if trick.before(a).is_some() && trick.before(b).is_some() {
        trick.laid.swap(a.index(), b.index());
    }
}

/// The card before the seat goes back to its hand, undeclared, and the named one lies there instead.
fn retake(trick: &mut Trick, hands: &mut [super::card::Hand], seat: Seat, lay: ValuedCard) {
    let Some(laid) = trick.before_mut(seat) else { return };
    hands[seat.index()].insert(laid.card);
    hands[seat.index()].remove(lay.card);
    *laid = super::state::LaidCard { card: lay.card, value: i16::from(lay.value) };
}

//! The outcome that a log gives for a ply. While the ply is played, the template is made to agree with it.

use super::constraints::Constraints;
use crate::parbourg::Parbourg;
use crate::parbourg::card::{Card, CardSet};
use crate::parbourg::outcome::Outcome;
use crate::parbourg::state::State;
use crate::parbourg::trace::{AskedFor, Observer};
use crate::prelude::*;
use crate::shown::Watch;

/// The parts of an outcome that the play of the ply has not explained yet.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct RemainingOutcome {
    drew: Vec<(Seat, Card)>,
    henchmen: Vec<(Seat, u8)>,
    choice: Vec<u8>,
    pub hand: Option<CardSet>,
    pub stolen: Option<Card>,
    pub discarded: Vec<Card>,
    shown: Vec<(Seat, Card)>,
    pub first: Option<Seat>,
    asked: Option<(Seat, AskedFor)>,
    /// Whether cards shown are only noted, whatever the template says.
    pub collects: bool,
    /// Those noted, by the ply in which they were laid.
    pub found: Vec<(u32, Card)>,
}

impl RemainingOutcome {
    /// Reads an outcome, lists reversed so that they can be popped; `None` where it names what there is not, or what
    /// this viewer is never shown.
    pub fn read(rules: &Parbourg, viewer: Viewer, seen: &Outcome) -> Option<Self> {
        let card = |id: &u16| rules.deck.by_id(*id);
        let score = |score: &u8| rules.deck.by_initiative(*score);
        let cards = |list: &[crate::parbourg::outcome::SeatCard]| -> Option<Vec<(Seat, Card)>> {
            list.iter().rev().map(|it| Some((it.seat, card(&it.card)?))).collect()
        };
        let hand = match &seen.hand {
            Some(hand) => Some(hand.iter().map(card).collect::<Option<CardSet>>()?),
            None => None,
        };
        let stolen = match &seen.stolen {
            Some(id) => Some(card(id)?),
            None => None,
        };
        let remaining = Self {
            drew: cards(&seen.drew)?,
            henchmen: seen
                .henchmen
                .iter()
                .rev()
                .map(|it| Some((it.seat, score(&it.henchman)?)))
                .collect::<Option<_>>()?,
            choice: seen.choice.iter().map(score).collect::<Option<_>>()?,
            hand,
            stolen,
            discarded: seen.discarded.iter().rev().map(card).collect::<Option<_>>()?,
            shown: cards(&seen.shown)?,
            first: seen.first,
            asked: seen.asked.map(|asked| (asked.seat, asked.window)),
            collects: false,
            found: Vec::new(),
        };
        let repeated = seen
            .hand
            .as_ref()
            .is_some_and(|hand| Some(hand.len() as u32) != remaining.hand.map(CardSet::len));
        let foreign = remaining.drew.iter().any(|(seat, _)| !viewer.is(*seat));
        (!repeated && !foreign && seen.reshuffled.is_empty() && seen.henchman_pile.is_none())
            .then_some(remaining)
    }

    /// Whether everything has been accounted for.
    pub fn is_done(&self) -> bool {
        *self == Self { collects: self.collects, found: self.found.clone(), ..Self::default() }
    }
}

/// Follows the play of a ply. It makes the template agree with the log just before each event.
pub(super) struct Follower<'a> {
    pub viewer: Viewer,
    pub constraints: &'a mut Constraints,
    pub remaining: &'a mut RemainingOutcome,
    /// Whether the log contradicts itself.
    pub wrong: &'a mut bool,
}

impl Follower<'_> {
    fn check(&mut self, fits: Option<()>) {
        *self.wrong |= fits.is_none();
    }

    fn draw(&mut self, state: &mut State, seat: Seat) -> Option<()> {
        if !self.viewer.is(seat) {
            return Some(());
        }
        let (to, card) = self.remaining.drew.pop()?;
        let top = state.pile.last().copied()?;
        self.constraints.identify(state, top, card).filter(|()| to == seat)
    }

    fn lay_open(&mut self, state: &mut State, seat: Seat) -> Option<()> {
        let (before, henchman) = self.remaining.henchmen.pop()?;
        let top = state.henchman_pile.last().copied()?;
        self.constraints.identify_henchman(state, top, henchman).filter(|()| before == seat)
    }

    fn choose(&mut self, state: &mut State, seat: Seat) -> Option<()> {
        if !self.viewer.is(seat) {
            return Some(());
        }
        let [a, b] = std::mem::take(&mut self.remaining.choice)[..] else { return None };
        let tops = |state: &State| state.henchman_pile.iter().rev().copied().nth(1);
        (a < b).then_some(())?;
        self.constraints.identify_henchman(state, *state.henchman_pile.last()?, a)?;
        self.constraints.identify_henchman(state, tops(state)?, b)
    }

    fn show(&mut self, state: &mut State, at: usize) -> Option<()> {
        let (seat, card) = self.remaining.shown.pop()?;
        let laid = state.table[at];
        if self.remaining.collects {
            let ply = self.constraints.laid.iter().rev().find(|(_, name)| *name == laid.card);
            self.remaining.found.extend(ply.map(|(ply, _)| (*ply, card)));
            return Some(());
        }
        self.constraints.identify(state, laid.card, card).filter(|()| laid.seat == seat)
    }
}

impl Watch<State> for Follower<'_> {}

impl Observer for Follower<'_> {
    fn draws(&mut self, state: &mut State, seat: Seat) {
        let fits = self.draw(state, seat);
        self.check(fits);
    }

    fn lays_open(&mut self, state: &mut State, seat: Seat) {
        let fits = self.lay_open(state, seat);
        self.check(fits);
    }

    fn chooses(&mut self, state: &mut State, seat: Seat) {
        let fits = self.choose(state, seat);
        self.check(fits);
    }

    fn shows(&mut self, state: &mut State, at: usize) {
        let fits = self.show(state, at);
        self.check(fits);
    }

    fn peeks(&mut self, state: &mut State, user: Seat, seat: Seat) {
        if self.viewer.is(user) {
            let hand = self.remaining.hand.take();
            self.check((hand == Some(state.hand(seat))).then_some(()));
        }
    }

    fn asks(&mut self, state: &mut State, seat: Seat, ask: AskedFor, cards: CardSet) -> bool {
        let asked = self.remaining.asked == Some((seat, ask));
        if asked {
            self.remaining.asked = None;
        }
        let fits = self.constraints.note_window(state, seat, cards, asked);
        self.check(fits);
        asked
    }
}

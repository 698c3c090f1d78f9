//! Whole histories that give a viewer a log.
//!
//! By the end of a round every card has been laid, so the deal of a finished round follows from its plies; the hands
//! of the running one are drawn as for a world. Cards are then followed back from the last ply to the deal. Only
//! barters between two other seats leave a choice, and Malheur draws of others, which are drawn until they fit.

use rand::Rng;

use super::Malin;
use super::card::{Card, Hand};
use super::chance::Chance;
use super::malheur::{Kind, Malheur};
use super::moves::Move;
use super::notation::hidden_barter;
use super::round::Deal;
use super::seen::Seen;
use super::state::{SEATS, State};
use crate::game::{Game, Observed, Turn};
use crate::log::{Ply, SeenPly};
use crate::random::{below, shuffle};
use crate::refusal::Refusal;
use crate::seat::{Seat, Viewer};

/// One hand a seat.
type Hands = [Hand; SEATS];
/// A barter: the number of its ply, the card given and the random one.
type Barter = (usize, Card, Card);

/// Attempts before giving up.
const ATTEMPTS: usize = 20_000;

impl Malin {
    pub(super) fn history<R: Rng + ?Sized>(
        &self,
        viewer: Viewer,
        seen: &[SeenPly<Seen>],
        rng: &mut R,
    ) -> Result<Vec<Ply<Self>>, Refusal> {
        let mut knowledge = self.know(viewer);
        let mut course = Vec::with_capacity(seen.len());
        for ply in seen {
            let before = knowledge.belief.first().map(|hypothesis| hypothesis.world.clone());
            self.learn(&mut knowledge, ply)?;
            let after = knowledge.belief.first().map(|hypothesis| &hypothesis.world);
            course.extend(before.zip(after).map(|(before, after)| self.step_of(&before, ply, after)));
        }
        for _ in 0..ATTEMPTS {
            let world = self.sample_world(&knowledge, rng);
            if let Some(history) = self.attempt(viewer, seen, &course, &world, rng) {
                return Ok(history);
            }
        }
        Err(Refusal::new(
            "no_history_found",
            "malin.md#what-a-seat-observes",
            "no history that agrees with the log was found",
            "aucune partie conforme au journal n'a été trouvée",
        ))
    }

    /// What everybody saw of a ply.
    fn step_of(&self, before: &State, ply: &SeenPly<Seen>, after: &State) -> Step {
        let used = ply.notation.as_deref().is_some_and(|notation| notation.starts_with("malheur "));
        let first = if ply.n == 0 { after.dealer } else { before.dealer };
        let seats = self.seats_count();
        let order = (1..=seats).map(|place| Seat(((first.index() + place) % seats) as u8));
        let drew = |seat: Seat| {
            let spent = u32::from(used && ply.seat == Some(seat));
            let new = (after.malheurs_held(seat) + spent).saturating_sub(before.malheurs_held(seat));
            std::iter::repeat_n(seat, new as usize)
        };
        Step {
            decided: before.round > 0 && (before.tricks, before.round) != (after.tricks, after.round),
            draws: order.flat_map(drew).collect(),
        }
    }

    /// One history that ends in `world`, or nothing when the choices made contradict the log.
    fn attempt<R: Rng + ?Sized>(
        &self,
        viewer: Viewer,
        seen: &[SeenPly<Seen>],
        course: &[Step],
        world: &State,
        rng: &mut R,
    ) -> Option<Vec<Ply<Self>>> {
        let starts: Vec<_> = (0..seen.len()).filter(|&at| deal_of(&seen[at]).is_some()).collect();
        let drawn = self.drawn_kinds(viewer, seen, course, world, rng)?;
        let mut deals = Vec::new();
        let mut barters = Vec::new();
        for (round, &start) in starts.iter().enumerate() {
            let end = starts.get(round + 1).copied().unwrap_or(seen.len() - 1);
            let last = round + 1 == starts.len();
            let hands = if last { world.hands } else { [Hand::default(); SEATS] };
            let plies = &seen[start + 1..=end.max(start)];
            let (hands, exchanged) = self.back_to_deal(plies, &course[start + 1..], start + 1, hands, rng)?;
            barters.extend(exchanged);
            deals.push((start, hands));
        }
        self.forward(viewer, seen, &deals, &barters, &drawn, rng)
    }

    /// Follows the cards back through a round; gives the dealt hands and, for each unseen barter, its cards.
    fn back_to_deal<R: Rng + ?Sized>(
        &self,
        plies: &[SeenPly<Seen>],
        course: &[Step],
        first: usize,
        mut hands: [Hand; SEATS],
        rng: &mut R,
    ) -> Option<(Hands, Vec<Barter>)> {
        let fixed = self.fixed_twins();
        let mut exchanged = Vec::new();
        for (at, event) in self.events(plies, course)?.into_iter().rev() {
            match event {
                Event::Laid(seat, card) => hands[seat.index()].insert(card),
                Event::Returned(seat, card) => {
                    hands[seat.index()].contains(card).then(|| hands[seat.index()].remove(card))?;
                }
                Event::Bartered(giver, target, known) => {
                    let (given, drawn) = match known {
                        Some(cards) => cards,
                        None => {
                            (any(hands[target.index()], fixed, rng)?, any(hands[giver.index()], fixed, rng)?)
                        }
                    };
                    let (from, to) = (giver.index(), target.index());
                    (hands[to].contains(given) && hands[from].contains(drawn)).then_some(())?;
                    hands[from].remove(drawn);
                    hands[to].remove(given);
                    hands[from].insert(given);
                    hands[to].insert(drawn);
                    exchanged.push((first + at, given, drawn));
                }
            }
        }
        Some((hands, exchanged))
    }

    /// What the plies of a round did to the hands, in order, with the number of the ply within it.
    fn events(&self, plies: &[SeenPly<Seen>], course: &[Step]) -> Option<Vec<(usize, Event)>> {
        let mut events = Vec::new();
        let mut table: [Option<Card>; SEATS] = [None; SEATS];
        let mut waiting: Vec<(Seat, Malheur)> = Vec::new();
        let empty = self.start();
        for (at, ply) in plies.iter().enumerate() {
            let (seat, notation) = (ply.seat?, ply.notation.as_deref()?);
            if let Some(target) = hidden_barter(notation) {
                events.push((at, Event::Bartered(seat, target.ok()?, None)));
                continue;
            }
            match self.read(&empty, notation).ok()? {
                Move::Play(lay) => {
                    events.push((at, Event::Laid(seat, lay.card)));
                    table[seat.index()] = Some(lay.card);
                }
                Move::Malheur(Malheur::Parry) => {
                    waiting.pop();
                }
                Move::Malheur(Malheur::Barter(given, target)) => {
                    let drawn = ply.outcome.as_ref()?.card?;
                    events.push((at, Event::Bartered(seat, target, Some((given, drawn)))));
                }
                Move::Malheur(malheur) if malheur.waits() => waiting.push((seat, malheur)),
                _ => {}
            }
            if course.get(at)?.decided {
                settle(&mut events, at, &mut table, &mut waiting);
            }
        }
        Some(events)
    }

    /// The kind of each Malheur card drawn, in the order of the draws: as the viewer saw it drawn or everybody saw it
    /// used, the others as they are held in `world`.
    fn drawn_kinds<R: Rng + ?Sized>(
        &self,
        viewer: Viewer,
        seen: &[SeenPly<Seen>],
        course: &[Step],
        world: &State,
        rng: &mut R,
    ) -> Option<Vec<Kind>> {
        let mut slots: Vec<(usize, Seat, Option<Kind>)> = Vec::new();
        for (at, step) in course.iter().enumerate() {
            let own = seen[at].outcome.iter().flat_map(|seen| &seen.drew).find(|drawn| viewer.is(drawn.seat));
            let mut own = own.map_or(&[][..], |drawn| &drawn.malheurs).iter();
            let kind = |seat: Seat| if viewer.is(seat) { own.next().copied() } else { None };
            let kinds: Vec<_> = step.draws.iter().copied().map(kind).collect();
            slots.extend(step.draws.iter().zip(kinds).map(|(&seat, kind)| (at, seat, kind)));
        }
        for (at, ply) in seen.iter().enumerate() {
            let (Some(seat), Some(used)) =
                (ply.seat.filter(|&seat| !viewer.is(seat)), ply.notation.as_deref().and_then(kind_used))
            else {
                continue;
            };
            let free = |(drawn, holder, kind): &&mut (usize, Seat, Option<Kind>)| {
                *drawn < at && *holder == seat && kind.is_none()
            };
            let count = slots.iter_mut().filter(free).count();
            slots.iter_mut().filter(free).nth(below(rng, count as u32) as usize)?.2 = Some(used);
        }
        for seat in Seat::all(self.seats_count()).filter(|&seat| !viewer.is(seat)) {
            let held = world.malheurs[seat.index()];
            let mut held: Vec<_> = Kind::ALL
                .into_iter()
                .flat_map(|kind| std::iter::repeat_n(kind, held[kind as usize].into()))
                .collect();
            shuffle(rng, &mut held);
            for slot in slots.iter_mut().filter(|(_, holder, kind)| *holder == seat && kind.is_none()) {
                slot.2 = Some(held.pop()?);
            }
        }
        slots.into_iter().map(|(_, _, kind)| kind).collect()
    }

    /// A pile of these cards, its top last, that gives the next draws their kinds.
    fn pile_for<R: Rng + ?Sized>(
        &self,
        mut cards: Vec<Kind>,
        next: &[Kind],
        rng: &mut R,
    ) -> Option<Vec<Kind>> {
        let next = &next[..next.len().min(cards.len())];
        for kind in next {
            cards.swap_remove(cards.iter().position(|card| card == kind)?);
        }
        shuffle(rng, &mut cards);
        cards.extend(next.iter().rev());
        Some(cards)
    }

    /// Plays the history and checks that the viewer saw exactly the log.
    fn forward<R: Rng + ?Sized>(
        &self,
        viewer: Viewer,
        seen: &[SeenPly<Seen>],
        deals: &[(usize, Hands)],
        barters: &[Barter],
        drawn: &[Kind],
        rng: &mut R,
    ) -> Option<Vec<Ply<Self>>> {
        let mut state = self.start();
        let mut reshuffled = self.whole_deck().len();
        let mut history = Vec::with_capacity(seen.len());
        for (at, ply) in seen.iter().enumerate() {
            let before = state.clone();
            let barter = barters.iter().find(|(ply, ..)| *ply == at);
            let action = match (ply.seat, &ply.notation) {
                (Some(seat), Some(notation)) => Some((seat, self.move_of(&state, notation, barter)?)),
                _ => None,
            };
            if let Some((_, mv)) = action {
                self.play(&mut state, mv).ok()?;
            }
            let mut chance = Vec::new();
            while self.turn(&state) == Turn::Chance {
                let mut outcome = self.sample_chance(&state, rng);
                match &mut outcome {
                    Chance::Card(card) => *card = barter.map_or(*card, |(_, _, drawn)| *drawn),
                    Chance::Deal(deal) => {
                        let pile = match state.round {
                            0 => self.pile_for(self.whole_deck(), drawn, rng)?,
                            _ => state.pile.to_vec(),
                        };
                        *deal = self.deal_with(ply, deals, at, pile)?;
                    }
                    Chance::Reshuffle(order) => {
                        let next = drawn.get(reshuffled..)?;
                        reshuffled += order.len();
                        *order = self.pile_for(std::mem::take(order), next, rng)?;
                    }
                }
                self.resolve(&mut state, &outcome).ok()?;
                chance.push(outcome);
            }
            let whole = Ply { n: ply.n, action, chance };
            (self.see(&before, &whole, &state, viewer) == *ply).then_some(())?;
            history.push(whole);
        }
        Some(history)
    }

    fn move_of(&self, state: &State, notation: &str, barter: Option<&Barter>) -> Option<Move> {
        match hidden_barter(notation) {
            Some(target) => Some(Move::Malheur(Malheur::Barter(barter?.1, target.ok()?))),
            None => self.read(state, notation).ok(),
        }
    }

    fn deal_with(
        &self,
        ply: &SeenPly<Seen>,
        deals: &[(usize, Hands)],
        at: usize,
        pile: Vec<Kind>,
    ) -> Option<Deal> {
        let fixed = self.fixed_twins();
        let shown = deal_of(ply)?;
        let (_, hands) = deals.iter().find(|(start, _)| *start == at)?;
        let hands: Vec<Vec<Card>> =
            hands[..self.seats_count()].iter().map(|hand| hand.cards(fixed).collect()).collect();
        let mut rest = self.whole_pack();
        for card in hands.iter().flatten().chain([&shown.removed]) {
            rest.swap_remove(rest.iter().position(|other| other == card)?);
        }
        Some(Deal { hands, left_over: rest, pile, ..shown.clone() })
    }
}

/// What everybody saw of a ply.
struct Step {
    /// Whether a trick was decided.
    decided: bool,
    /// Who drew Malheur cards, in order.
    draws: Vec<Seat>,
}

/// The kind of Malheur a notation uses.
fn kind_used(notation: &str) -> Option<Kind> {
    let name = notation.strip_prefix("malheur ")?.split(' ').next()?;
    Kind::ALL.into_iter().find(|kind| kind.name() == name)
}

/// What happened to a hand.
enum Event {
    /// A card left it for the table.
    Laid(Seat, Card),
    /// A card came back from the table.
    Returned(Seat, Card),
    /// Giver and other seat exchanged cards: the card given and the random one, where they were seen.
    Bartered(Seat, Seat, Option<(Card, Card)>),
}

/// Lets what waited in a trick act on the cards: swaps and retakes move them.
fn settle(
    events: &mut Vec<(usize, Event)>,
    at: usize,
    table: &mut [Option<Card>; SEATS],
    waiting: &mut Vec<(Seat, Malheur)>,
) {
    for (user, malheur) in waiting.drain(..) {
        match malheur {
            Malheur::Swap(a, b) => table.swap(a.index(), b.index()),
            Malheur::Retake(lay) => {
                if let Some(back) = table[user.index()].replace(lay.card) {
                    events.push((at, Event::Laid(user, lay.card)));
                    events.push((at, Event::Returned(user, back)));
                }
            }
            _ => {}
        }
    }
    *table = [None; SEATS];
}

fn deal_of(ply: &SeenPly<Seen>) -> Option<&Deal> {
    ply.outcome.as_ref()?.deal.as_ref()
}

fn any<R: Rng + ?Sized>(hand: Hand, fixed: Option<u8>, rng: &mut R) -> Option<Card> {
    let nth = below(rng, hand.len()) as usize;
    hand.cards(fixed).nth(nth)
}

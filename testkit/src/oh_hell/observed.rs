//! Who sees what: every bid and every card played, the card turned up, and a seat its own cards.

use rand::Rng;
use serde::{Deserialize, Serialize};
use tapis_games::game::{Game, Hidden, InformationSet, Observed, Ply, SeenPly, Turn, WorldCount};
use tapis_games::hidden_hands::{HiddenHand, count, list};
use tapis_games::refusal::Refusal;
use tapis_games::seat::{Seat, Viewer};
use utoipa::ToSchema;

use super::published::{read, write};
use super::{Card, Cards, Deal, Knowledge, Move, OhHell, RULE, SEATS, State};
use crate::mix::mix;

/// What a viewer sees of the deal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = OhHellShown)]
pub struct Outcome {
    /// The card turned up.
    pub trump: Card,
    /// By seat, the hands the viewer sees; others are left empty.
    pub hands: [Cards; SEATS],
}

impl Knowledge {
    fn deal(&mut self, shown: &Outcome) -> Result<(), Refusal> {
        let fits = |(seat, hand): (u8, &Cards)| {
            let size = if self.viewer.knows_as(Seat(seat)) { self.tricks } else { 0 };
            hand.len() == u32::from(size)
        };
        let all = shown.hands.iter().fold(Cards::from(shown.trump), |all, &hand| all | hand);
        let count: u32 = shown.hands.iter().map(|hand| hand.len()).sum();
        if !(0..).zip(&shown.hands).all(fits) || all.len() != count + 1 {
            return Err(refuse("bad_outcome", "a seat sees its own cards and the one turned up"));
        }
        self.state.hands = shown.hands;
        self.state.trump = Some(shown.trump);
        Ok(())
    }

    /// Plays a move as far as the viewer can tell it is legal, and says what it was.
    fn follow(&mut self, rules: &OhHell, seat: Seat, notation: &str) -> Result<Move, Refusal> {
        if rules.turn(&self.state) != Turn::Player(seat) {
            return Err(refuse("not_your_turn", "another seat is to move"));
        }
        let mv = read(notation).map_err(|error| refuse("bad_notation", error.to_string()))?;
        let index = seat.index() & 3;
        match mv {
            Move::Play(card) if !self.viewer.knows_as(seat) && !self.state.is_bidding() => {
                let void = self.state.voids[index] >> card.suit() & 1 == 1;
                let mut after = self.clone();
                after.state.put(card);
                after.played[index] = after.played[index] | card;
                if void || !self.unseen().contains(card) || !after.has_world() {
                    return Err(refuse(
                        "not_possible",
                        "the seat cannot have that card, or has one of the suit led",
                    ));
                }
                *self = after;
            }
            Move::Play(card) => {
                rules.play(&mut self.state, mv)?;
                self.played[index] = self.played[index] | card;
            }
            Move::Bid(_) => rules.play(&mut self.state, mv)?,
        }
        Ok(mv)
    }

    fn add(&mut self, rules: &OhHell, ply: &SeenPly<Outcome>) -> Result<Option<(Seat, Move)>, Refusal> {
        let action = match (ply.seat, &ply.notation, &ply.outcome) {
            (None, None, Some(shown)) if ply.n == 0 && self.next == 0 => {
                self.deal(shown)?;
                None
            }
            (Some(seat), Some(notation), None) if ply.n > 0 && ply.n == self.next => {
                Some((seat, self.follow(rules, seat, notation)?))
            }
            _ => return Err(refuse("bad_ply", format!("ply {} cannot follow here", ply.n))),
        };
        self.next += 1;
        Ok(action)
    }
}

impl Observed for OhHell {
    type Outcome = Outcome;
    type Knowledge = Knowledge;

    fn see(&self, _: &State, ply: &Ply<Self>, _: &State, viewer: Viewer) -> SeenPly<Outcome> {
        let shown = |deal: &Deal| {
            let hand = |seat: usize| {
                if viewer.knows_as(Seat(seat as u8)) { deal.hands[seat] } else { Cards::default() }
            };
            Outcome { trump: deal.trump, hands: std::array::from_fn(hand) }
        };
        SeenPly {
            n: ply.n,
            seat: ply.action.map(|(seat, _)| seat),
            notation: ply.action.map(|(_, mv)| write(mv)),
            outcome: ply.chance.first().map(shown),
        }
    }

    fn discloses(&self, _: &State, ply: &Ply<Self>) -> bool {
        !matches!(ply.action, Some((_, Move::Bid(_))))
    }

    /// What is known of the lie of the cards: those played, and the suits that seats could not follow.
    #[inline]
    fn info_key(&self, state: &State, seat: Seat) -> u64 {
        let voids = state.voids.iter().fold(u64::from(seat.0), |code, &voids| code << 4 | u64::from(voids));
        let hand = state.hands[seat.index() & 3];
        mix(mix(state.table_code() ^ voids << 40) ^ state.played.bits()) ^ mix(hand.bits())
    }
}

impl InformationSet<OhHell> for Knowledge {
    fn before_set_up(rules: &OhHell, viewer: Viewer) -> Self {
        Knowledge::new(viewer, rules.tricks())
    }

    fn viewer(&self) -> Viewer {
        self.viewer
    }

    fn learn(&mut self, rules: &OhHell, ply: &SeenPly<Outcome>) -> Result<(), Refusal> {
        self.add(rules, ply).map(|_| ())
    }

    fn count_worlds(&self, _: &OhHell) -> WorldCount {
        WorldCount::Exact(count(&self.gaps().map(|(_, gap)| gap).collect::<Vec<_>>()))
    }

    fn hidden(&self, rules: &OhHell) -> Hidden {
        match rules.turn(&self.state) {
            Turn::Over => Hidden::Nothing,
            _ => Hidden::Private,
        }
    }

    fn sample_world<R: Rng + ?Sized>(&self, _: &OhHell, rng: &mut R) -> State {
        self.draw(rng)
    }

    fn worlds(&self, _: &OhHell, limit: usize) -> Option<Vec<(State, u64)>> {
        let (seats, gaps): (Vec<usize>, Vec<HiddenHand>) = self.gaps().unzip();
        let world = |hands: Vec<u64>| {
            let mut world = self.state;
            seats.iter().zip(hands).for_each(|(&seat, cards)| world.hands[seat] = Cards::from_bits(cards));
            (world, 1)
        };
        Some(list(&gaps, limit)?.into_iter().map(world).collect())
    }

    fn sample_history<R: Rng + ?Sized>(
        rules: &OhHell,
        viewer: Viewer,
        seen: &[SeenPly<Outcome>],
        rng: &mut R,
    ) -> Result<Vec<Ply<OhHell>>, Refusal> {
        let mut knowledge = rules.know(viewer);
        let add = |ply| {
            let action = knowledge.add(rules, ply)?;
            Ok(Ply { n: ply.n, action, chance: Vec::new() })
        };
        let mut plies = seen.iter().map(add).collect::<Result<Vec<_>, Refusal>>()?;
        let world = knowledge.draw(rng);
        if let (Some(setup), Some(trump)) = (plies.first_mut(), world.trump) {
            setup.chance = vec![Deal { hands: knowledge.dealt(&world), trump }];
        }
        Ok(plies)
    }
}

fn refuse(code: &'static str, text: impl Into<String>) -> Refusal {
    let text = text.into();
    Refusal::new(code, RULE, text.clone(), text)
}

//! [`Observed`]: who sees what. Cards played and their number are for all, a hand and its discards for their seat.

use tapis_games::hash::hash_of;
use tapis_games::hidden_hands::{count, fill, list};
use tapis_games::playing_card::Cards;
use tapis_games::prelude::*;

use crate::Ecarte;
use crate::knowledge::Knowledge;
use crate::moves::{Move, hidden_discard, read, write};
use crate::rules::{Chance, Deal};
use crate::state::State;

/// What a ply tells a viewer beyond its notation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
#[schema(as = EcarteOutcome)]
pub struct Outcome {
    /// The hand dealt, as far as the viewer sees it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deal: Option<Deal>,
    /// The cards the viewer has drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drawn: Option<Cards>,
    /// Whether the king of trumps was announced.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub king: bool,
}

impl Observed for Ecarte {
    type Outcome = Outcome;
    type Knowledge = Knowledge;

    fn see(&self, before: &State, ply: &Ply<Self>, after: &State, viewer: Viewer) -> SeenPly<Outcome> {
        let mut shown = Outcome { king: after.king.is_some() && before.king.is_none(), ..Outcome::default() };
        let own = ply.action.is_some_and(|(seat, _)| viewer.knows_as(seat));
        for chance in &ply.chance {
            match chance {
                Chance::Deal(deal) => shown.deal = Some(Deal { hands: after.seen_by(viewer).hands, ..*deal }),
                Chance::Draw(cards) => shown.drawn = own.then_some(*cards),
            }
        }
        SeenPly::of(ply, ply.action.map(|(_, mv)| write(mv, own)), shown)
    }

    fn discloses(&self, _: &State, ply: &Ply<Self>) -> bool {
        !ply.chance.is_empty() || matches!(ply.action, Some((_, Move::Play { .. })))
    }

    fn info_key(&self, state: &State, seat: Seat) -> u64 {
        hash_of(&(seat, state.seen_by(Viewer::Seat(seat))))
    }
}

impl InformationSet<Ecarte> for Knowledge {
    fn before_set_up(rules: &Ecarte, viewer: Viewer) -> Self {
        Knowledge { viewer, state: rules.start(), finished: rules.start(), next: 0 }
    }

    fn viewer(&self) -> Viewer {
        self.viewer
    }

    fn learn(&mut self, rules: &Ecarte, ply: &SeenPly<Outcome>) -> Result<(), Refusal> {
        self.add(rules, ply)
    }

    fn count_worlds(&self, _: &Ecarte) -> WorldCount {
        WorldCount::Exact(count(&self.hidden_hands()))
    }

    fn hidden(&self, rules: &Ecarte) -> Hidden {
        if rules.turn(&self.state) == Turn::Over { Hidden::Nothing } else { Hidden::Private }
    }

    fn sample_world<R: Rng + ?Sized>(&self, _: &Ecarte, rng: &mut R) -> State {
        self.world(&fill(&self.hidden_hands(), rng))
    }

    fn worlds(&self, _: &Ecarte, limit: usize) -> Option<Vec<(State, u64)>> {
        let ways = list(&self.hidden_hands(), limit)?;
        Some(ways.iter().map(|filled| (self.world(filled), 1)).collect())
    }

    /// The plies are gone through backwards: of the cards a seat has at the end of a hand and of those it has discarded,
    /// any may have been exchanged last.
    fn sample_history<R: Rng + ?Sized>(
        rules: &Ecarte,
        viewer: Viewer,
        seen: &[SeenPly<Outcome>],
        rng: &mut R,
    ) -> Result<Vec<Ply<Ecarte>>, Refusal> {
        let (mut knowledge, mut ends) = (rules.know(viewer), Vec::new());
        for ply in seen {
            knowledge.learn(rules, ply)?;
            if ply.outcome.as_ref().is_some_and(|shown| shown.deal.is_some()) {
                ends.push(
                    Knowledge { state: knowledge.finished, ..knowledge.clone() }.sample_world(rules, rng),
                );
            }
        }
        let mut world = knowledge.sample_world(rules, rng);
        let back = |ply: &SeenPly<Outcome>| {
            let (mut chance, shown) = (Vec::new(), ply.outcome.clone().unwrap_or_default());
            if let Some(deal) = shown.deal {
                chance.push(Chance::Deal(Deal { hands: world.before_play(), ..deal }));
                world = ends.pop().unwrap_or_default();
            }
            let action = ply.seat.zip(ply.notation.as_deref()).and_then(|(seat, notation)| {
                let at = seat.index();
                let mv = match hidden_discard(notation) {
                    Some(count) => Move::Discard { cards: world.discards[at].draw(count.into(), rng) },
                    None => read(notation).ok()?,
                };
                if let Move::Discard { cards } = mv
                    && !cards.is_empty()
                {
                    let hand = world.before_play()[at];
                    let drawn = shown.drawn.unwrap_or_else(|| hand.draw(cards.len(), rng));
                    chance.push(Chance::Draw(drawn));
                    (world.hands[at], world.played[at]) = (hand.without(drawn) | cards, Cards::default());
                    world.discards[at] = world.discards[at].without(cards);
                }
                Some((seat, mv))
            });
            Ply { n: ply.n, action, chance }
        };
        let mut history: Vec<_> = seen.iter().rev().map(back).collect();
        history.reverse();
        Ok(history)
    }
}

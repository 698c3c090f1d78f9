//! What a viewer knows: the betting, the own card, and at a showdown both.

use rand::Rng;
use serde::{Deserialize, Serialize};
use tapis_games::game::{Hidden, InformationSet, Observed, Ply, SeenPly, WorldCount};
use tapis_games::random::below;
use tapis_games::refusal::Refusal;
use tapis_games::seat::{Seat, Viewer};
use utoipa::ToSchema;

use super::{Action, Card, DEALS, Deal, Kuhn, Line, RULE, State};
use crate::mix::mix;
use crate::words::one_of;

/// Cards a viewer gets to see.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = KuhnShowing)]
pub struct Outcome {
    /// Each with its holder, in seat order.
    pub cards: Vec<SeenCard>,
}

/// One card seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = KuhnShown)]
pub struct SeenCard {
    /// Whose.
    pub seat: Seat,
    /// Which.
    pub card: Card,
}

/// The digest of an observation log.
#[derive(Clone, Debug)]
pub struct Knowledge {
    viewer: Viewer,
    dealt: bool,
    line: Line,
    known: [Option<Card>; 2],
}

impl Knowledge {
    /// The deals that agree with what is known; all are equally likely.
    fn deals(&self) -> impl Iterator<Item = Deal> + '_ {
        let fits = |deal: &Deal| (0..2).all(|i| self.known[i].is_none_or(|card| card == deal.cards[i]));
        DEALS.into_iter().filter(fits)
    }

    fn world(&self, deal: Deal) -> State {
        State { deal: self.dealt.then_some(deal), line: self.line }
    }
}

impl Observed for Kuhn {
    type Outcome = Outcome;
    type Knowledge = Knowledge;

    fn see(&self, _: &State, ply: &Ply<Self>, after: &State, viewer: Viewer) -> SeenPly<Outcome> {
        let visible = |seat: &Seat| match ply.action {
            None => viewer.knows_as(*seat),
            Some(_) => after.line.is_showdown(),
        };
        let show = |seat| after.deal.map(|deal| SeenCard { seat, card: deal.card(seat) });
        let cards: Vec<_> = Seat::all(2).filter(visible).filter_map(show).collect();
        SeenPly {
            n: ply.n,
            seat: ply.action.map(|(seat, _)| seat),
            notation: ply.action.map(|(_, action)| action.notation().to_owned()),
            outcome: (!cards.is_empty()).then_some(Outcome { cards }),
        }
    }

    fn discloses(&self, before: &State, ply: &Ply<Self>) -> bool {
        match ply.action {
            None => true,
            Some((_, action)) => before.line.then(action).is_showdown(),
        }
    }

    fn info_key(&self, state: &State, seat: Seat) -> u64 {
        let card = |holder| {
            let known = holder == seat || state.line.is_showdown();
            state.deal.filter(|_| known).map_or(0, |deal| 1 + deal.card(holder) as u64)
        };
        mix(u64::from(seat.0) << 24 | card(Seat(0)) << 16 | card(Seat(1)) << 8 | state.line as u64)
    }
}

impl InformationSet<Kuhn> for Knowledge {
    fn before_set_up(_: &Kuhn, viewer: Viewer) -> Self {
        Knowledge { viewer, dealt: false, line: Line::Start, known: [None; 2] }
    }

    fn viewer(&self) -> Viewer {
        self.viewer
    }

    fn learn(&mut self, _: &Kuhn, ply: &SeenPly<Outcome>) -> Result<(), Refusal> {
        let showdown = match (ply.seat, &ply.notation) {
            (None, None) if ply.n == 0 && !self.dealt => {
                self.dealt = true;
                false
            }
            (Some(seat), Some(notation)) => {
                follow(self, ply.n, seat, notation)?;
                self.line.is_showdown()
            }
            _ => return Err(refuse("bad_ply", "a ply has both a seat and a notation, the set-up neither")),
        };
        let cards = ply.outcome.as_ref().map_or(&[][..], |showing| &showing.cards);
        let viewer = self.viewer;
        let due = Seat::all(2).filter(|&seat| showdown || (ply.n == 0 && viewer.knows_as(seat)));
        if ply.outcome.as_ref().is_some_and(|showing| showing.cards.is_empty())
            || !due.eq(cards.iter().map(|shown| shown.seat))
        {
            return Err(refuse("bad_outcome", "the own card is seen at the deal, both at a showdown"));
        }
        for shown in cards {
            let known = &mut self.known[shown.seat.index() & 1];
            if known.is_some_and(|card| card != shown.card) {
                return Err(refuse("bad_outcome", "a card does not change"));
            }
            *known = Some(shown.card);
        }
        match self.deals().next() {
            Some(_) => Ok(()),
            None => Err(refuse("bad_outcome", "both seats cannot hold the same card")),
        }
    }

    fn count_worlds(&self, _: &Kuhn) -> WorldCount {
        WorldCount::Exact(if self.dealt { self.deals().count() as u128 } else { 1 })
    }

    fn hidden(&self, _: &Kuhn) -> Hidden {
        match self.line.to_move() {
            Some(_) => Hidden::Private,
            None => Hidden::Nothing,
        }
    }

    fn sample_world<R: Rng + ?Sized>(&self, _: &Kuhn, rng: &mut R) -> State {
        let deals = self.deals().count() as u32;
        let deal = self.deals().nth(below(rng, deals) as usize).unwrap_or(DEALS[0]);
        self.world(deal)
    }

    fn worlds(&self, _: &Kuhn, limit: usize) -> Option<Vec<(State, u64)>> {
        let mut worlds: Vec<_> = self.deals().map(|deal| (self.world(deal), 1)).collect();
        if !self.dealt {
            worlds.truncate(1);
        }
        (worlds.len() <= limit).then_some(worlds)
    }

    fn sample_history<R: Rng + ?Sized>(
        rules: &Kuhn,
        viewer: Viewer,
        seen: &[SeenPly<Outcome>],
        rng: &mut R,
    ) -> Result<Vec<Ply<Kuhn>>, Refusal> {
        let mut knowledge = rules.know(viewer);
        for ply in seen {
            knowledge.learn(rules, ply)?;
        }
        let Some(deal) = knowledge.sample_world(rules, rng).deal else { return Ok(Vec::new()) };
        let mut history = vec![Ply { n: 0, action: None, chance: vec![deal] }];
        let mut line = Line::Start;
        for (&action, n) in knowledge.line.actions().iter().zip(1..) {
            history.push(Ply { n, action: line.to_move().map(|seat| (seat, action)), chance: Vec::new() });
            line = line.then(action);
        }
        Ok(history)
    }
}

impl Action {
    pub(super) fn notation(self) -> &'static str {
        NOTATIONS[self as usize].0
    }
}

pub(super) const NOTATIONS: [(&str, Action); 2] = [("pass", Action::Pass), ("bet", Action::Bet)];

fn follow(knowledge: &mut Knowledge, n: u32, seat: Seat, notation: &str) -> Result<(), Refusal> {
    if !knowledge.dealt || n as usize != knowledge.line.actions().len() + 1 {
        return Err(refuse("bad_ply", "plies follow each other from the set-up, 0, on"));
    }
    if knowledge.line.to_move() != Some(seat) {
        return Err(refuse("not_your_turn", "another seat is to move"));
    }
    let action = one_of(notation, &NOTATIONS).map_err(|error| refuse("bad_notation", error.to_string()))?;
    knowledge.line = knowledge.line.then(action);
    Ok(())
}

fn refuse(code: &'static str, text: impl Into<String>) -> Refusal {
    let text = text.into();
    Refusal::new(code, RULE, text.clone(), text)
}

//! What a viewer knows: the betting, the card in the middle, the own card, and at a showdown both.

use rand::Rng;
use serde::{Deserialize, Serialize};
use tapis_games::game::{Game, Hidden, InformationSet, Observed, Ply, SeenPly, Turn, WorldCount};
use tapis_games::random::below;
use tapis_games::refusal::Refusal;
use tapis_games::seat::{Seat, Viewer};
use utoipa::ToSchema;

use super::{Action, COPIES, Card, Leduc, Luck, RANKS, RULE, State};
use crate::mix::mix;
use crate::words::one_of;

/// Cards a viewer gets to see.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = LeducShowing)]
pub struct Outcome {
    /// The card of seat 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<Card>,
    /// The card of seat 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub second: Option<Card>,
    /// The card in the middle, when it is turned up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub middle: Option<Card>,
}

/// The digest of an observation log.
#[derive(Clone, Debug)]
pub struct Knowledge {
    viewer: Viewer,
    dealt: bool,
    /// The position, without the cards of the seats.
    public: State,
    known: [Option<Card>; 2],
}

/// Any cards: they make a position of which only the betting is asked.
const UNSEEN: [Card; 2] = [Card::Jack, Card::King];

impl Knowledge {
    /// The deals that agree with what is known, with their weights.
    fn deals(&self) -> impl Iterator<Item = ([Card; 2], u64)> + '_ {
        let fits = |cards: &[Card; 2]| (0..2).all(|i| self.known[i].is_none_or(|card| card == cards[i]));
        let all = RANKS.into_iter().flat_map(|one| RANKS.map(|other| [one, other]));
        all.filter(fits).map(|cards| (cards, self.weight(cards))).filter(|(_, weight)| *weight > 0)
    }

    /// In how many ways these two cards and the one in the middle are drawn, one after the other.
    fn weight(&self, cards: [Card; 2]) -> u64 {
        let drawn = [Some(cards[0]), Some(cards[1]), self.public.middle];
        let ways = |(place, card): (usize, Card)| {
            let before = drawn[..place].iter().filter(|&&other| other == Some(card)).count();
            u64::from(COPIES).saturating_sub(before as u64)
        };
        drawn.iter().enumerate().filter_map(|(place, card)| Some((place, (*card)?))).map(ways).product()
    }

    fn world(&self, cards: [Card; 2]) -> State {
        State { cards: self.dealt.then_some(cards), ..self.public }
    }

    /// The position with some cards, if it is dealt.
    fn some_world(&self) -> State {
        self.world(UNSEEN)
    }

    fn plies(&self) -> u32 {
        self.public.rounds.iter().map(|round| u32::from(round.made())).sum()
    }

    fn follow(&mut self, n: u32, seat: Seat, notation: &str) -> Result<(), Refusal> {
        let (rules, mut state) = (Leduc::default(), self.some_world());
        if n != self.plies() + 1 {
            return Err(refuse("bad_ply", "plies follow each other from the set-up, 0, on"));
        }
        if rules.turn(&state) != Turn::Player(seat) {
            return Err(refuse("not_your_turn", "another seat is to move"));
        }
        let action =
            one_of(notation, &NOTATIONS).map_err(|error| refuse("bad_notation", error.to_string()))?;
        rules.play(&mut state, action)?;
        self.public.rounds = state.rounds;
        Ok(())
    }

    /// Notes the cards that are due to be seen, and no others.
    fn look(&mut self, n: u32, showing: Outcome) -> Result<(), Refusal> {
        let turned = Leduc::default().turn(&self.some_world()) == Turn::Chance;
        let due = |seat| self.public.is_showdown() || (n == 0 && self.viewer.knows_as(seat));
        let as_due = turned == showing.middle.is_some()
            && due(Seat(0)) == showing.first.is_some()
            && due(Seat(1)) == showing.second.is_some();
        if !as_due {
            return Err(refuse(
                "bad_outcome",
                "a seat sees its card at the deal, everybody the rest when it is shown",
            ));
        }
        self.public.middle = self.public.middle.or(showing.middle);
        for (known, card) in self.known.iter_mut().zip([showing.first, showing.second]) {
            if card.is_some() && known.is_some() && *known != card {
                return Err(refuse("bad_outcome", "a card does not change"));
            }
            *known = known.or(card);
        }
        match self.deals().next() {
            Some(_) => Ok(()),
            None => Err(refuse("bad_outcome", "there are two cards of each rank")),
        }
    }
}

impl Observed for Leduc {
    type Outcome = Outcome;
    type Knowledge = Knowledge;

    fn see(&self, before: &State, ply: &Ply<Self>, after: &State, viewer: Viewer) -> SeenPly<Outcome> {
        let visible = |seat| match ply.action {
            None => viewer.knows_as(seat),
            Some(_) => after.is_showdown(),
        };
        let card =
            |seat: u8| after.cards.map(|cards| cards[usize::from(seat)]).filter(|_| visible(Seat(seat)));
        let middle = after.middle.filter(|_| before.middle.is_none());
        let showing = Outcome { first: card(0), second: card(1), middle };
        SeenPly {
            n: ply.n,
            seat: ply.action.map(|(seat, _)| seat),
            notation: ply.action.map(|(_, action)| action.notation().to_owned()),
            outcome: (showing != Outcome::default()).then_some(showing),
        }
    }

    fn discloses(&self, before: &State, ply: &Ply<Self>) -> bool {
        let Some((_, action)) = ply.action else { return true };
        let mut after = *before;
        self.play_unchecked(&mut after, action);
        after.is_showdown() || !ply.chance.is_empty()
    }

    #[inline]
    fn info_key(&self, state: &State, seat: Seat) -> u64 {
        let card = |holder: usize| {
            let known = holder == seat.index() || state.is_showdown();
            state.cards.filter(|_| known).map_or(0, |cards| 1 + cards[holder & 1] as u64)
        };
        mix(u64::from(seat.0) << 48 | card(0) << 44 | card(1) << 40 | state.public_code())
    }
}

impl InformationSet<Leduc> for Knowledge {
    fn before_set_up(rules: &Leduc, viewer: Viewer) -> Self {
        Knowledge { viewer, dealt: false, public: rules.start(), known: [None; 2] }
    }

    fn viewer(&self) -> Viewer {
        self.viewer
    }

    fn learn(&mut self, _: &Leduc, ply: &SeenPly<Outcome>) -> Result<(), Refusal> {
        match (ply.seat, &ply.notation) {
            (None, None) if ply.n == 0 && !self.dealt => self.dealt = true,
            (Some(seat), Some(notation)) => self.follow(ply.n, seat, notation)?,
            _ => return Err(refuse("bad_ply", "a ply has both a seat and a notation, the set-up neither")),
        }
        if ply.outcome == Some(Outcome::default()) {
            return Err(refuse("bad_outcome", "what shows nothing is left out"));
        }
        self.look(ply.n, ply.outcome.clone().unwrap_or_default())
    }

    fn count_worlds(&self, _: &Leduc) -> WorldCount {
        WorldCount::Exact(if self.dealt { self.deals().count() as u128 } else { 1 })
    }

    fn hidden(&self, rules: &Leduc) -> Hidden {
        match rules.turn(&self.some_world()) {
            Turn::Over => Hidden::Nothing,
            _ => Hidden::Private,
        }
    }

    fn sample_world<R: Rng + ?Sized>(&self, _: &Leduc, rng: &mut R) -> State {
        let total: u64 = self.deals().map(|(_, weight)| weight).sum();
        let mut chosen = u64::from(below(rng, total as u32));
        for (cards, weight) in self.deals() {
            match chosen.checked_sub(weight) {
                Some(rest) => chosen = rest,
                None => return self.world(cards),
            }
        }
        self.some_world()
    }

    fn worlds(&self, _: &Leduc, limit: usize) -> Option<Vec<(State, u64)>> {
        let mut worlds: Vec<_> = self.deals().map(|(cards, weight)| (self.world(cards), weight)).collect();
        if !self.dealt {
            worlds = vec![(self.public, 1)];
        }
        (worlds.len() <= limit).then_some(worlds)
    }

    fn sample_history<R: Rng + ?Sized>(
        rules: &Leduc,
        viewer: Viewer,
        seen: &[SeenPly<Outcome>],
        rng: &mut R,
    ) -> Result<Vec<Ply<Leduc>>, Refusal> {
        let mut knowledge = rules.know(viewer);
        for ply in seen {
            knowledge.learn(rules, ply)?;
        }
        let Some(cards) = knowledge.sample_world(rules, rng).cards else { return Ok(Vec::new()) };
        let mut history = vec![Ply { n: 0, action: None, chance: vec![Luck::Deal { cards }] }];
        let middle = knowledge.public.middle.map(|card| Luck::Middle { card });
        for (round, turned) in knowledge.public.rounds.into_iter().zip([middle, None]) {
            for (action, place) in round.actions().zip(0..) {
                let n = history.len() as u32;
                history.push(Ply { n, action: Some((Seat(place & 1), action)), chance: Vec::new() });
            }
            if let Some(last) = history.last_mut() {
                last.chance.extend(turned);
            }
        }
        Ok(history)
    }
}

impl Action {
    pub(super) fn notation(self) -> &'static str {
        match self {
            Action::Fold => "fold",
            Action::Call => "call",
            Action::Raise => "raise",
        }
    }
}

pub(super) const NOTATIONS: [(&str, Action); 3] =
    [("fold", Action::Fold), ("call", Action::Call), ("raise", Action::Raise)];

fn refuse(code: &'static str, text: impl Into<String>) -> Refusal {
    let text = text.into();
    Refusal::new(code, RULE, text.clone(), text)
}

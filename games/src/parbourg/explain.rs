//! Why a move is refused.

use super::Parbourg;
use super::card::{Card, Colour};
use super::deck::Kind;
use super::effects::Effect;
use super::effects::targets::Use;
use super::moves::{Move, Target};
use super::shown::TEXTS;
use super::state::{Phase, State};
use crate::prelude::*;
use crate::shown::Told;

const COURSE: &str = "parbourg.md#course";
const CARDS: &str = "parbourg.md#card-kinds-s";
const EFFECTS: &str = "parbourg.md#effect-vocabulary";

impl Parbourg {
    /// The rule a move outside the legal list breaks.
    pub(super) fn explain(&self, state: &State, mv: Move) -> Refusal {
        let Some(seat) = self.decider(state) else { return plain("game_over", COURSE) };
        let answers = |card| self.deck.counters.contains(card);
        if let Some(kind) = unanswering(state, mv, answers).or_else(|| wrong_phase(state, mv)) {
            return plain(kind, COURSE);
        }
        match mv.card() {
            Some(card) if !state.hand(seat).contains(card) => {
                refuse(COURSE, &Told::new("card_not_held", [("card", self.called(card))]))
            }
            Some(card) => self.explain_card(state, seat, card, mv),
            None => self.explain_end(state, mv),
        }
    }

    fn explain_end(&self, state: &State, mv: Move) -> Refusal {
        match mv {
            Move::End => plain(if state.last { "must_fold" } else { "nothing_done" }, COURSE),
            _ => plain("bad_henchman", COURSE),
        }
    }

    fn explain_card(&self, state: &State, seat: Seat, card: Card, mv: Move) -> Refusal {
        let kind = self.deck.card(card).kind;
        let fits = match mv {
            Move::Bet { event: None, .. } => kind.is_action(),
            Move::Bet { .. } => kind == Kind::BetAndEvent,
            Move::Event(..) => kind == Kind::BetOrEvent,
            Move::Build(_) => kind == Kind::Building,
            Move::Alchemy(..) => kind == Kind::Alchemy,
            _ => kind == Kind::Ephemeral,
        };
        if !fits {
            return plain(wrong_kind(kind), CARDS);
        }
        let acts = matches!(mv, Move::Bet { .. } | Move::Event(..));
        if acts && state.actions >= self.options.actions {
            let most = i32::from(self.options.actions);
            return refuse(COURSE, &Told::new("third_action", [("most", most.into())]));
        }
        if matches!(mv, Move::Bet { .. }) && !self.has_room(state, seat) {
            let most = i32::from(state.limits[seat.index()]);
            return refuse(EFFECTS, &Told::new("action_limit", [("most", most.into())]));
        }
        if matches!(mv, Move::Bet { hidden: true, .. }) && !self.lays_hidden(state, seat) {
            return plain("not_face_down", "parbourg.md#default-deck-100-cards-d");
        }
        if let Move::Build(_) = mv {
            return plain("second_building", COURSE);
        }
        self.explain_effect(state, seat, card, mv)
    }

    fn explain_effect(&self, state: &State, seat: Seat, card: Card, mv: Move) -> Refusal {
        let info = self.deck.card(card);
        let coloured = !matches!(mv, Move::Ephemeral(..));
        if coloured && !self.has_colour(state, seat, info.colours) {
            return self.no_colour(info.colours, matches!(mv, Move::Bet { .. } | Move::Event(..)));
        }
        if state.chain.is_empty() && info.effect == Some(Effect::Counter {}) {
            return plain("nothing_to_counter", COURSE);
        }
        if mv.target().and_then(Target::seat).is_some_and(|target| target.index() >= self.seats()) {
            let last = self.seats() as i32 - 1;
            return refuse(EFFECTS, &Told::new("no_such_seat", [("last", last.into())]));
        }
        let laid = matches!(mv, Move::Bet { .. });
        let nothing = self.targets(state, Use { seat, card, laid }).is_empty();
        plain(if nothing { "no_target" } else { "bad_target" }, EFFECTS)
    }

    /// The event of an action card, which can be laid without it, or an alchemy.
    fn no_colour(&self, colours: u8, action: bool) -> Refusal {
        let kind = if action { "no_colour-action" } else { "no_colour" };
        let has = |colour: &Colour| colours >> colour.index() & 1 == 1;
        let names: Vec<_> =
            Colour::ALL.into_iter().filter(has).map(|colour| self.colour_name(colour)).collect();
        let text = TEXTS.both(&format!("refusal-{kind}"), &[("colours", names.into())]);
        Refusal { code: "no_colour", rule: CARDS, text }
    }
}

/// The text that says how a card of this kind is used.
fn wrong_kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Bet => "wrong_kind-bet",
        Kind::BetAndEvent => "wrong_kind-bet_and_event",
        Kind::BetOrEvent => "wrong_kind-bet_or_event",
        Kind::Building => "wrong_kind-building",
        Kind::Alchemy => "wrong_kind-alchemy",
        Kind::Ephemeral => "wrong_kind-ephemeral",
    }
}

/// A card has been used, and `mv` is no answer to it.
fn unanswering(state: &State, mv: Move, answers: impl Fn(Card) -> bool) -> Option<&'static str> {
    let fits = match mv {
        Move::Pass => true,
        Move::Ephemeral(card, _) => answers(card),
        _ => false,
    };
    (!state.chain.is_empty() && !fits).then_some("wrong_phase-answer")
}

/// What is decided now, where `mv` is no such decision.
fn wrong_phase(state: &State, mv: Move) -> Option<&'static str> {
    if !state.chain.is_empty() {
        return None;
    }
    let (fits, kind) = match state.phase {
        Phase::Keep(..) => (matches!(mv, Move::Keep(_)), "wrong_phase-keep"),
        Phase::Number(_) => (matches!(mv, Move::Initiative(_)), "wrong_phase-initiative"),
        Phase::Alchemy => (matches!(mv, Move::Alchemy(..) | Move::Pass), "wrong_phase-alchemy"),
        Phase::Window => (matches!(mv, Move::Ephemeral(..) | Move::Pass), "wrong_phase-window"),
        _ => (
            !matches!(mv, Move::Keep(_) | Move::Initiative(_) | Move::Pass | Move::Alchemy(..)),
            "wrong_phase-turn",
        ),
    };
    (!fits).then_some(kind)
}

/// A refusal that names nothing.
fn plain(kind: &'static str, rule: &'static str) -> Refusal {
    refuse(rule, &Told::new(kind, []))
}

fn refuse(rule: &'static str, told: &Told) -> Refusal {
    Refusal::told(&TEXTS, rule, told)
}

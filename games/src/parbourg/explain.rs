//! Why a move is refused.

use super::Parbourg;
use super::card::{Card, Colour};
use super::deck::Kind;
use super::effects::Effect;
use super::effects::targets::Use;
use super::legal::ACTIONS;
use super::moves::{Move, Target};
use super::state::{Phase, SEATS, State};
use crate::prelude::*;

const COURSE: &str = "parbourg.md#course";
const CARDS: &str = "parbourg.md#card-kinds-s";
const EFFECTS: &str = "parbourg.md#effect-vocabulary";

impl Parbourg {
    /// The rule a move outside the legal list breaks.
    pub(super) fn explain(&self, state: &State, mv: Move) -> Refusal {
        let Some(seat) = self.decider(state) else {
            return refuse("game_over", COURSE, "nobody is to move", "personne n'est au trait");
        };
        let answers = |card| self.deck.counters.contains(card);
        if let Some(refusal) = unanswering(state, mv, answers).or_else(|| wrong_phase(state, mv)) {
            return refusal;
        }
        match mv.card() {
            Some(card) if !state.hand(seat).contains(card) => {
                let id = self.id(card);
                refuse(
                    "card_not_held",
                    COURSE,
                    format!("#{id} is not in the hand"),
                    format!("#{id} n'est pas en main"),
                )
            }
            Some(card) => self.explain_card(state, seat, card, mv),
            None => self.explain_end(state, mv),
        }
    }

    fn explain_end(&self, state: &State, mv: Move) -> Refusal {
        match mv {
            Move::End if state.last => refuse(
                "must_fold",
                COURSE,
                "the last one standing, or a turn in the last round, ends with `fold`",
                "le dernier debout, ou un tour de la dernière manche, finit par `fold`",
            ),
            Move::End => refuse(
                "nothing_done",
                COURSE,
                "a turn without action card or building ends with `fold`; ephemeral cards do not count",
                "un tour sans carte action ni bâtiment finit par `fold` ; les éphémères ne comptent pas",
            ),
            _ => refuse("bad_henchman", COURSE, "choose one of the two henchmen", "choisissez l'un des deux"),
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
            return wrong_kind(kind);
        }
        let acts = matches!(mv, Move::Bet { .. } | Move::Event(..));
        if acts && state.actions >= ACTIONS {
            let (en, fr) = ("a turn has one or two action cards", "un tour compte une ou deux cartes action");
            return refuse("third_action", COURSE, en, fr);
        }
        if matches!(mv, Move::Bet { .. }) && !self.has_room(state, seat) {
            let most = state.limits[seat.index()];
            return refuse(
                "action_limit",
                EFFECTS,
                format!("no more than {most} action cards may lie here in this challenge"),
                format!("pas plus de {most} cartes action ici dans ce défi"),
            );
        }
        if matches!(mv, Move::Bet { hidden: true, .. }) && !self.lays_hidden(state, seat) {
            let (en, fr) = ("only the Mage lays cards face down", "seul le Mage pose des cartes face cachée");
            return refuse("not_face_down", "parbourg.md#default-deck-100-cards-d", en, fr);
        }
        if let Move::Build(_) = mv {
            let (en, fr) = ("at most one building a turn", "au plus un bâtiment par tour");
            return refuse("second_building", COURSE, en, fr);
        }
        self.explain_effect(state, seat, card, mv)
    }

    fn explain_effect(&self, state: &State, seat: Seat, card: Card, mv: Move) -> Refusal {
        let info = self.deck.card(card);
        let coloured = !matches!(mv, Move::Ephemeral(..));
        if coloured && !self.has_colour(state, seat, info.colours) {
            return no_colour(info.colours, matches!(mv, Move::Bet { .. } | Move::Event(..)));
        }
        if state.chain.is_empty() && info.effect == Some(Effect::Counter {}) {
            return refuse(
                "nothing_to_counter",
                COURSE,
                "Contre is used only when another card has been used",
                "Contre ne s'utilise qu'en réponse à une autre carte",
            );
        }
        if let Some(target) = target_seat(mv).filter(|target| target.index() >= self.seats()) {
            return refuse(
                "no_such_seat",
                EFFECTS,
                format!("there is no seat {}", target.0),
                format!("il n'y a pas de place {}", target.0),
            );
        }
        let laid = matches!(mv, Move::Bet { .. });
        if self.targets(state, Use { seat, card, laid }).is_empty() {
            return refuse(
                "no_target",
                EFFECTS,
                "there is nothing this effect could choose or change now",
                "cet effet n'a rien à choisir ou à changer maintenant",
            );
        }
        refuse(
            "bad_target",
            EFFECTS,
            "that target does not exist or cannot be chosen; see the legal moves",
            "cette cible n'existe pas ou ne peut être choisie ; voyez les coups permis",
        )
    }
}

fn target_seat(mv: Move) -> Option<Seat> {
    let target = match mv {
        Move::Bet { event, .. } => event?,
        Move::Event(_, target) | Move::Alchemy(_, target) | Move::Ephemeral(_, target) => target,
        _ => return None,
    };
    match target {
        Target::Seat(seat)
        | Target::Laid(seat, _)
        | Target::Building(seat, _)
        | Target::LeaverOf(seat, _) => Some(seat).filter(|seat| seat.index() <= SEATS),
        _ => None,
    }
}

/// The event of an action card, which can be laid without it, or an alchemy.
fn no_colour(colours: u8, action: bool) -> Refusal {
    let has = |colour: &&Colour| colours >> colour.index() & 1 == 1;
    let names: Vec<&str> = Colour::ALL.iter().filter(has).map(|colour| colour.name()).collect();
    let names = names.join(", ");
    let (en, fr) = if action {
        ("; `bet` lays the card without it", " ; `bet` pose la carte sans lui")
    } else {
        ("", "")
    };
    refuse(
        "no_colour",
        CARDS,
        format!("it needs a henchman with one of its colours ({names}), and this seat has none{en}"),
        format!("il faut un homme de main de l'une de ses couleurs ({names}), cette place n'en a pas{fr}"),
    )
}

fn wrong_kind(kind: Kind) -> Refusal {
    let (en, fr) = match kind {
        Kind::Bet => ("this card is a bet without event: `bet`", "cette carte est une mise : `bet`"),
        Kind::BetAndEvent => (
            "this card is laid as a bet, its event besides: `bet … event …`",
            "cette carte se pose en mise, son événement en plus : `bet … event …`",
        ),
        Kind::BetOrEvent => (
            "this card is either laid without its event or used as an event: `bet` or `event`",
            "cette carte est soit une mise, soit un événement : `bet` ou `event`",
        ),
        Kind::Building => ("this card is a building: `build`", "cette carte est un bâtiment : `build`"),
        Kind::Alchemy => ("this card is an alchemy: `alchemy`", "cette carte est une alchimie : `alchemy`"),
        Kind::Ephemeral => ("this card is ephemeral: `ephemeral`", "cette carte est éphémère : `ephemeral`"),
    };
    refuse("wrong_kind", CARDS, en, fr)
}

/// A card has been used, and `mv` is no answer to it.
fn unanswering(state: &State, mv: Move, answers: impl Fn(Card) -> bool) -> Option<Refusal> {
    let fits = match mv {
        Move::Pass => true,
        Move::Ephemeral(card, _) => answers(card),
        _ => false,
    };
    let (en, fr) = ("now `pass`, or use Contre", "maintenant `pass`, ou utilisez Contre");
    (!state.chain.is_empty() && !fits).then(|| refuse("wrong_phase", COURSE, en, fr))
}

/// What is decided now, where `mv` is no such decision.
fn wrong_phase(state: &State, mv: Move) -> Option<Refusal> {
    if !state.chain.is_empty() {
        return None;
    }
    let (fits, en, fr) = match state.phase {
        Phase::Keep(..) => (
            matches!(mv, Move::Keep(_)),
            "now keep one of two henchmen",
            "gardez l'un des deux hommes de main",
        ),
        Phase::Number(_) => (
            matches!(mv, Move::Initiative(_)),
            "now choose which initiative counts",
            "choisissez l'initiative qui compte",
        ),
        Phase::Alchemy => (
            matches!(mv, Move::Alchemy(..) | Move::Pass),
            "at the start of the day only an alchemy card or `pass`",
            "au début de la journée, seulement une alchimie ou `pass`",
        ),
        Phase::Window => (
            matches!(mv, Move::Ephemeral(..) | Move::Pass),
            "in this window only ephemeral cards or `pass`",
            "ici, seulement des éphémères ou `pass`",
        ),
        _ => (
            !matches!(mv, Move::Keep(_) | Move::Initiative(_) | Move::Pass | Move::Alchemy(..)),
            "in a turn: action cards, a building, ephemeral cards, then `end` or `fold`; alchemy only at the start of the \
             day",
            "dans un tour : cartes action, un bâtiment, des éphémères, puis `end` ou `fold` ; l'alchimie seulement au \
             début de la journée",
        ),
    };
    (!fits).then(|| refuse("wrong_phase", COURSE, en, fr))
}

fn refuse(code: &'static str, rule: &'static str, en: impl Into<String>, fr: impl Into<String>) -> Refusal {
    Refusal::new(code, rule, en, fr)
}

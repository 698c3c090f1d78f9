//! Moves and lines in the words of their game.

use tapis_games::game::{Published, Showing, Turn};
use tapis_games::locale::Texts;
use tapis_games::refusal::Text;
use tapis_games::seat::{Seat, Viewer};
use tapis_games::shown::{Purpose, Speaker};

use crate::answer::{LinePly, MoveAdvice};
use crate::task::Task;

/// The most moves that get words and picks: the best ones.
const NAMED: usize = 100;

/// See the module's text.
pub struct Teller<'t, G: Published> {
    task: &'t Task<'t, G>,
    showing: Option<Showing<G>>,
    texts: Option<&'static Texts>,
    names: Vec<Text>,
}

impl<'t, G: Published> Teller<'t, G> {
    /// Tells the seat of `task`.
    pub fn new(task: &'t Task<'_, G>) -> Self {
        let showing = G::showing();
        let texts = showing.as_ref().and_then(|showing| (showing.texts)());
        let names = Seat::all(task.rules.seats()).map(|seat| task.name(seat)).collect();
        Self { task, showing, texts, names }
    }

    /// The same without words.
    pub fn mute(task: &'t Task<'_, G>) -> Self {
        Self { task, showing: None, texts: None, names: Vec::new() }
    }

    /// Gives the best of `moves` their words and picks.
    pub fn name(&self, moves: &mut [MoveAdvice]) {
        let Some(showing) = &self.showing else { return };
        for advice in moves.iter_mut().take(NAMED) {
            let place = self.task.notations.iter().position(|own| *own == advice.notation);
            let Some(&mv) = place.and_then(|place| self.task.moves.get(place)) else { continue };
            advice.picks = Some((showing.picks)(self.task.rules, &self.task.world, mv));
            advice.text = self.said(&self.task.world, mv, None);
        }
    }

    /// A ply of a line; `None` where nobody is to move.
    pub fn ply(&self, state: &G::State, mv: G::Move) -> Option<LinePly> {
        let rules = self.task.rules;
        let Turn::Player(seat) = rules.turn(state) else { return None };
        let notation = rules.notation(state, mv, Viewer::Seat(self.task.seat));
        Some(LinePly { seat, notation, text: self.said(state, mv, Some(seat)) })
    }

    /// What the button of a move says, or the log after `by` made it.
    fn said(&self, state: &G::State, mv: G::Move, by: Option<Seat>) -> Option<Text> {
        let speaker = Speaker { texts: self.texts?, names: &self.names };
        let told = (self.showing.as_ref()?.told)(self.task.rules, state, mv, Viewer::Seat(self.task.seat));
        Some(match by {
            Some(seat) => speaker.ply(seat, &told),
            None => speaker.both(Purpose::Move, told.kind, &told.args),
        })
    }
}

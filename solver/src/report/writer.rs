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
pub struct Writer<'t, G: Published> {
    task: &'t Task<'t, G>,
    showing: Option<Showing<G>>,
    texts: Option<&'static Texts>,
    names: Vec<Text>,
}

impl<'t, G: Published> Writer<'t, G> {
    /// Writes for the seat of `task`.
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
            advice.text = self.text(&self.task.world, mv, None);
        }
    }

    /// A ply of a line; `None` where nobody is to move.
    pub fn ply(&self, state: &G::State, mv: G::Move) -> Option<LinePly> {
        let rules = self.task.rules;
        let Turn::Player(seat) = rules.turn(state) else { return None };
        let notation = rules.notation(state, mv, Viewer::Seat(self.task.seat));
        Some(LinePly { seat, notation, text: self.text(state, mv, Some(seat)) })
    }

    /// The plies of a line.
    pub fn line(&self, line: &[(G::State, G::Move)]) -> Vec<LinePly> {
        line.iter().filter_map(|(state, mv)| self.ply(state, *mv)).collect()
    }

    /// What the button of a move says, or the log after `by` made it.
    fn text(&self, state: &G::State, mv: G::Move, by: Option<Seat>) -> Option<Text> {
        let speaker = Speaker { texts: self.texts?, names: &self.names };
        let words = (self.showing.as_ref()?.told)(self.task.rules, state, mv, Viewer::Seat(self.task.seat));
        Some(match by {
            Some(seat) => speaker.ply(seat, &words),
            None => speaker.both(Purpose::Move, words.kind, &words.args),
        })
    }
}

/// What is longer is quoted without its places.
const LONG: usize = 60;

/// What a move is called within a sentence: what its button says; if that is long without places in parentheses, where no other move is then
/// called the same.
pub fn quoted(moves: &[MoveAdvice], notation: &str) -> Text {
    let named = moves.iter().find(|advice| advice.notation == notation);
    let Some(text) = named.and_then(|advice| advice.text.as_ref()) else {
        return Text::new(notation, notation);
    };
    let is_long = [&text.en, &text.fr].into_iter().any(|text| text.chars().count() > LONG);
    let plain = Text::new(without_places(&text.en), without_places(&text.fr));
    // One rule for both languages: they say the same.
    let is_called = |advice: &&MoveAdvice| {
        let same =
            |other: &Text| without_places(&other.en) == plain.en || without_places(&other.fr) == plain.fr;
        advice.text.as_ref().is_none_or(same)
    };
    if is_long && moves.iter().filter(is_called).count() == 1 { plain } else { text.clone() }
}

fn without_places(text: &str) -> String {
    let mut parts = text.split(" (");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |plain, part| plain + part.split_once(')').map_or(part, |(_, rest)| rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_left_out_where_no_other_move_is_meant() {
        let advice = |notation: &str, en: &str| MoveAdvice {
            notation: notation.to_owned(),
            text: Some(Text::new(en, en.to_uppercase())),
            ..MoveAdvice::default()
        };
        let moves = [
            advice("a", "Move the marker from the cross (row 4, place 10) to the sword (row 1, place 2) now"),
            advice("b", "Move the marker from the cross (row 4, place 10) to the tower (row 1, place 3) now"),
            advice("c", "Move the marker from the cross (row 4, place 10) to the tower (row 1, place 4) now"),
            advice("e", "Play the bourgeois (7)"),
        ];
        let first = quoted(&moves, "a");
        assert_eq!(first.en, "Move the marker from the cross to the sword now");
        assert_eq!(first.fr, "MOVE THE MARKER FROM THE CROSS TO THE SWORD NOW");
        assert_eq!(Some(quoted(&moves, "b")), moves[1].text, "two towers");
        assert_eq!(Some(quoted(&moves, "e")), moves[3].text, "short enough");
        assert_eq!(quoted(&moves, "d").en, "d");
    }
}

//! What a move does.

use serde_json::{Map, Value};

use super::legal::legal_moves;
use super::state::{Laid, Phase, State, Used};
use crate::RulesError;
use crate::fair_deal::Stream;
use crate::table::{PlyOutcome, words};

/// A ply under way.
pub struct Ply<'a> {
    /// The position, which it changes.
    pub state: &'a mut State,
    /// Its own chance.
    pub chance: &'a mut Stream,
    /// What it tells.
    pub told: Map<String, Value>,
}

/// Plays a legal move and whatever follows from it without a decision.
///
/// # Errors
/// The move is not legal.
pub fn play(state: &mut State, notation: &str, chance: &mut Stream) -> Result<PlyOutcome, RulesError> {
    let words = words(notation, &legal_moves(state))?;
    let seat = state.to_move().unwrap_or_default();
    let mut ply = Ply { state, chance, told: Map::new() };
    match words[0] {
        "bet" => ply.bet(seat, &words),
        "build" => ply.build(seat, card_of(words[1])),
        "event" | "alchemy" | "ephemeral" => ply.use_from_hand(seat, words[0], &words[1..]),
        "keep" => ply.keep(seat, words[1].parse().unwrap_or_default()),
        "initiative" => ply.choose_initiative(seat, words[1].parse().unwrap_or_default()),
        "pass" => ply.pass(),
        "fold" => {
            ply.state.seats[seat].standing = false;
            ply.end_turn();
        }
        _ => ply.end_turn(),
    }
    ply.tell_asked();
    Ok(PlyOutcome::new(ply.told, None))
}

/// The id in `#17`.
pub fn card_of(word: &str) -> u32 {
    word.trim_start_matches('#').parse().unwrap_or_default()
}

impl Ply<'_> {
    /// Adds to a list the ply tells.
    pub fn tell(&mut self, name: &str, value: impl Into<Value>) {
        let list = self.told.entry(name).or_insert_with(|| Value::Array(Vec::new()));
        if let Value::Array(items) = list {
            items.push(value.into());
        }
    }

    fn bet(&mut self, seat: usize, words: &[&str]) {
        let card = card_of(words[1]);
        let hidden = words.get(2) == Some(&"hidden");
        let event = words.iter().position(|word| *word == "event");
        if hidden && event.is_none() {
            self.laid_unseen(seat, card);
        } else {
            self.left_seen(seat, card);
        }
        self.state.seats[seat].laid.push(Laid { card, nth: self.state.laid, hidden, doubled: false });
        self.state.laid += 1;
        self.state.actions += 1;
        if let Some(at) = event {
            self.use_card(Used { seat, card, targets: words[at + 1..].join(" "), laid: true });
        }
    }

    fn build(&mut self, seat: usize, card: u32) {
        self.left_seen(seat, card);
        self.state.seats[seat].buildings.push(card);
        self.state.built = true;
    }

    /// An event, alchemy or ephemeral card, a *Contre* too.
    fn use_from_hand(&mut self, seat: usize, verb: &str, words: &[&str]) {
        let card = card_of(words[0]);
        self.left_seen(seat, card);
        match verb {
            "event" => self.state.actions += 1,
            "alchemy" => self.state.passes.clear(),
            _ if self.state.answering.is_none() && self.state.phase == Phase::Window => {
                self.state.to_ask.insert(0, seat);
            }
            _ => {}
        }
        self.use_card(Used { seat, card, targets: words[1..].join(" "), laid: false });
    }

    fn pass(&mut self) {
        if self.state.answering.is_some() {
            return self.next_answer();
        }
        match self.state.phase {
            Phase::Alchemy => {
                self.state.passes.push(self.state.asked);
                self.next_alchemy();
            }
            _ => self.next_asked(),
        }
    }
}

//! Challenges: turns, rounds, who takes the token.

use serde_json::json;

use super::play::Ply;
use super::score;
use super::state::{CHALLENGES, Phase};

impl Ply<'_> {
    /// Everybody draws, then the turns begin.
    pub fn begin_challenge(&mut self) {
        let order = self.state.by_initiative();
        for &seat in &order {
            self.draw(seat, due(self, seat));
        }
        self.state.passes.clear();
        self.state.round = 1;
        self.state.order = order;
        self.state.done = 0;
        self.next_turn();
    }

    /// The mover stands or lies: the others may use ephemeral cards, if one still stands.
    pub fn end_turn(&mut self) {
        self.state.actions = 0;
        self.state.built = false;
        self.state.last = false;
        self.open_window();
    }

    /// The turn of the next one who stands. Turns to be skipped are; the last player's one turn too.
    pub fn next_turn(&mut self) {
        while self.state.standing() > 0 {
            if self.state.done == self.state.order.len() {
                self.state.round += 1;
                self.state.order = self.state.by_initiative();
                self.state.done = 0;
            }
            let seat = self.state.order[self.state.done];
            self.state.done += 1;
            let alone = self.state.standing() == 1;
            let own = &mut self.state.seats[seat];
            if own.standing && own.skips > 0 {
                own.skips -= 1;
                own.standing = !alone;
            } else if own.standing {
                self.state.mover = seat;
                self.state.last = alone || self.state.round >= self.state.options.max_rounds;
                self.state.phase = Phase::Turn;
                return;
            }
        }
        self.end_challenge(true);
    }

    /// The token is taken, or goes to the box if the challenge is cancelled; the laid cards are shown and discarded,
    /// and everybody stands up.
    pub fn end_challenge(&mut self, taken: bool) {
        if taken {
            let colour = self.state.tokens[self.state.challenge - 1];
            let winner = score::winner(self.state);
            self.state.seats[winner].won[colour] += 1;
        }
        self.clear_table();
        self.state.actions = 0;
        self.state.built = false;
        self.state.last = false;
        self.state.challenge += 1;
        if self.state.challenge > CHALLENGES { self.end_day() } else { self.begin_challenge() }
    }

    /// Face-down cards are shown in the order in which they were laid; what lasts for a challenge ends.
    fn clear_table(&mut self) {
        let mut hidden: Vec<(usize, usize, u32)> = Vec::new();
        for (number, seat) in self.state.seats.iter_mut().enumerate() {
            let down = seat.laid.iter().filter(|laid| laid.hidden);
            hidden.extend(down.map(|laid| (laid.nth, number, laid.card)));
            self.state.discard.extend(seat.laid.drain(..).map(|laid| laid.card));
            seat.shielded = false;
            seat.skips = 0;
            seat.limit = None;
            seat.bonus = 0;
            seat.standing = true;
        }
        hidden.sort_unstable();
        for (_, seat, card) in hidden {
            self.tell("shown", json!({"seat": seat, "card": card}));
        }
        self.state.to_ask.clear();
    }
}

/// Cards the seat draws for the challenge.
fn due(ply: &Ply, seat: usize) -> i64 {
    let options = &ply.state.options;
    let each = options.challenge_draw + i64::from(options.players == 2);
    let library: i64 = ply
        .state
        .buildings(seat)
        .filter(|effect| effect.name == "draw_first_challenge")
        .map(|effect| effect.n)
        .sum();
    let first = if ply.state.challenge == 1 { library } else { 0 };
    each + ply.state.power(seat, "draw_challenge") + first
}

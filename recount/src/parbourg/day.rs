//! Days: henchmen, alchemy.

use serde_json::json;

use super::play::Ply;
use super::state::Phase;

impl Ply<'_> {
    /// The next day, or the end of the game. With two players used henchmen stay out.
    pub fn end_day(&mut self) {
        if self.state.day == self.state.options.days {
            self.state.phase = Phase::Over;
            return;
        }
        self.state.day += 1;
        self.state.challenge = 1;
        self.state.tokens = [0, 1, 2, 3];
        for seat in &mut self.state.seats {
            seat.henchmen.clear();
            seat.day_bonus = [0; 4];
        }
        if self.state.options.players > 2 {
            let all = self.state.options.henchmen.iter();
            self.state.henchman_pile = all.map(|henchman| henchman.score).collect();
            self.chance.shuffle(&mut self.state.henchman_pile);
            self.told.insert("henchman_pile".to_owned(), self.state.henchman_pile.clone().into());
        }
        self.draw_henchmen();
    }

    /// Clockwise from the first player each one without draws a henchman, the owner of the *Cimetière* two to choose
    /// from; then the alchemy begins.
    pub fn draw_henchmen(&mut self) {
        let players = self.state.options.players;
        for seat in (0..players).map(|step| (self.state.first + step) % players).collect::<Vec<_>>() {
            if !self.state.seats[seat].henchmen.is_empty() {
                continue;
            }
            if self.state.has_building(seat, "choose_henchman") && self.state.henchman_pile.len() > 1 {
                let mut choice: Vec<i64> = self.state.henchman_pile.drain(..2).collect();
                choice.sort_unstable();
                self.told.insert("choice".to_owned(), choice.clone().into());
                self.state.seats[seat].choice = choice;
                self.state.phase = Phase::KeepHenchman;
                return;
            }
            let drawn = self.state.henchman_pile.remove(0);
            self.state.seats[seat].henchmen = vec![drawn];
            self.tell("henchmen", json!({"seat": seat, "henchman": drawn}));
        }
        self.begin_day();
    }

    /// One of two stays, as the move says; the other goes under the pile.
    pub fn keep(&mut self, seat: usize, score: i64) {
        let choice = std::mem::take(&mut self.state.seats[seat].choice);
        self.state.henchman_pile.extend(choice.iter().filter(|&&other| other != score));
        self.state.seats[seat].henchmen = vec![score];
        self.draw_henchmen();
    }

    /// Cards of the start of the day, then alchemy.
    pub fn begin_day(&mut self) {
        let order = self.state.by_initiative();
        for &seat in &order {
            self.draw(seat, self.state.power(seat, "draw_day"));
        }
        self.state.phase = Phase::Alchemy;
        self.state.order = order;
        self.state.round = 1;
        self.state.done = 0;
        self.state.passes.clear();
        self.next_alchemy();
    }

    /// The next seat is asked for alchemy, until all have passed since the last card.
    pub fn next_alchemy(&mut self) {
        let players = self.state.options.players;
        let over = self.state.done == players;
        if self.state.all_passed() || over && self.state.round == self.state.options.max_rounds {
            return self.begin_challenge();
        }
        if over {
            self.state.round += 1;
            self.state.order = self.state.by_initiative();
            self.state.done = 0;
        }
        self.state.asked = self.state.order[self.state.done];
        self.state.done += 1;
    }
}

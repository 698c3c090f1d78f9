//! What used cards do when they act.

use serde_json::json;

use super::card::Effect;
use super::play::{Ply, card_of};
use super::state::{CHALLENGES, Phase, Used};

impl Ply<'_> {
    /// The effect of a card that is not undone. A target that has gone meanwhile: nothing happens.
    pub fn act(&mut self, used: &Used) {
        let effect = self.state.card(used.card).effect.clone();
        let words: Vec<&str> = used.targets.split(' ').filter(|word| !word.is_empty()).collect();
        let first = words.first().copied().unwrap_or_default();
        match first.strip_prefix('s').and_then(|seat| seat.parse().ok()) {
            Some(target) => {
                self.act_on(used.seat, target, &effect, words.get(1).copied().unwrap_or_default())
            }
            None => self.act_alone(used.seat, &effect, first),
        }
    }

    /// An effect that chooses no seat.
    fn act_alone(&mut self, seat: usize, effect: &Effect, word: &str) {
        let own = &mut self.state.seats[seat];
        match effect.name.as_str() {
            "bonus" => own.bonus += effect.n,
            "colour_bonus" => own.day_bonus[effect.colour] += effect.n,
            "shield" => own.shielded = true,
            "draw" => self.draw(seat, effect.n),
            "take_back" => self.take_back(seat, word),
            "double" => self.double(seat, word),
            "retrieve" => self.retrieve(seat, card_of(word)),
            "limit_actions" => self.limit(seat, effect.n as usize),
            "change_colour" => self.change_colour(effect.colour),
            "swap_order" if self.state.challenge + 2 <= CHALLENGES => {
                self.state.tokens.swap(self.state.challenge, self.state.challenge + 1);
            }
            "second_henchman" => self.second_henchman(seat),
            "exchange_henchman" => self.replace_henchman(seat, word),
            _ => {}
        }
    }

    /// An effect on the seat `target`.
    fn act_on(&mut self, seat: usize, target: usize, effect: &Effect, word: &str) {
        match effect.name.as_str() {
            "discard_hand" => self.discard_hand(target, effect.n),
            "steal_card" => self.steal(seat, target),
            "peek_hand" => self.peek(seat, target),
            "discard_action" => self.discard_action(target, word),
            "destroy_building" => self.destroy(target, card_of(word)),
            "force_fold" => {
                self.state.seats[target].standing = false;
                self.state.to_ask.retain(|&asked| asked != target);
            }
            "skip_turn" => self.state.seats[target].skips += 1,
            "replace_henchman" => self.replace_henchman(target, word),
            _ => {}
        }
    }

    /// The place in the seat's row that `#44` or `?3` names.
    fn place(&self, seat: usize, word: &str) -> Option<usize> {
        let laid = &self.state.seats[seat].laid;
        match word.strip_prefix('?') {
            Some(place) => place.parse().ok().map(|place: usize| place - 1).filter(|&at| at < laid.len()),
            None => laid.iter().position(|laid| laid.card == card_of(word)),
        }
    }

    fn discard_action(&mut self, seat: usize, word: &str) {
        if let Some(at) = self.place(seat, word) {
            let laid = self.state.seats[seat].laid.remove(at);
            if laid.hidden {
                self.tell("shown", json!({"seat": seat, "card": laid.card}));
            }
            self.state.discard.insert(laid.card);
        }
    }

    fn take_back(&mut self, seat: usize, word: &str) {
        if let Some(at) = self.place(seat, word) {
            let laid = self.state.seats[seat].laid.remove(at);
            self.state.seats[seat].hand.insert(laid.card);
            if !laid.hidden {
                self.state.known_to_all.insert(laid.card);
            }
        }
    }

    fn double(&mut self, seat: usize, word: &str) {
        if let Some(at) = self.place(seat, word) {
            self.state.seats[seat].laid[at].doubled = true;
        }
    }

    fn retrieve(&mut self, seat: usize, card: u32) {
        if self.state.discard.remove(&card) {
            self.state.seats[seat].hand.insert(card);
            self.state.known_to_all.insert(card);
        }
    }

    fn destroy(&mut self, seat: usize, card: u32) {
        let buildings = &mut self.state.seats[seat].buildings;
        if let Some(at) = buildings.iter().position(|&built| built == card) {
            buildings.remove(at);
            self.state.discard.insert(card);
        }
    }

    /// No opponent may have more action cards than `n`; the smallest limit holds.
    fn limit(&mut self, seat: usize, n: usize) {
        for (other, opponent) in self.state.seats.iter_mut().enumerate() {
            if other != seat {
                opponent.limit = Some(opponent.limit.map_or(n, |limit| limit.min(n)));
            }
        }
    }

    /// The token joins the spare ones, a spare one takes its place.
    fn change_colour(&mut self, colour: usize) {
        let token = &mut self.state.tokens[self.state.challenge - 1];
        if self.state.spare[colour] > 0 {
            self.state.spare[*token] += 1;
            self.state.spare[colour] -= 1;
            *token = colour;
        }
    }

    /// The pile's top comes in the place of the one that leaves, which goes under the pile.
    fn replace_henchman(&mut self, seat: usize, word: &str) {
        if self.state.henchman_pile.is_empty() {
            return;
        }
        let henchmen = &mut self.state.seats[seat].henchmen;
        let leaver = word.parse().ok().and_then(|score: i64| henchmen.iter().position(|&own| own == score));
        let newcomer = self.state.henchman_pile.remove(0);
        let left = std::mem::replace(&mut henchmen[leaver.unwrap_or_default()], newcomer);
        self.state.henchman_pile.push(left);
        self.tell("henchmen", json!({"seat": seat, "henchman": newcomer}));
    }

    /// *Dédoublement*: a second henchman, which draws at once if it draws; then the choice which one counts.
    fn second_henchman(&mut self, seat: usize) {
        if self.state.henchman_pile.is_empty() {
            return;
        }
        let newcomer = self.state.henchman_pile.remove(0);
        self.state.seats[seat].henchmen.push(newcomer);
        self.tell("henchmen", json!({"seat": seat, "henchman": newcomer}));
        let power = self.state.options.henchman(newcomer).power.clone();
        if power.name == "draw_day" {
            self.draw(seat, power.n);
        }
        self.state.phase = Phase::ChooseInitiative;
    }

    /// Which of two numbers decides order and ties.
    pub fn choose_initiative(&mut self, seat: usize, score: i64) {
        self.state.seats[seat].henchmen.sort_by_key(|&own| own != score);
        self.state.phase = Phase::Alchemy;
        self.next_alchemy();
    }
}

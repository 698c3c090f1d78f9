//! Cards that move by chance: drawn, stolen, discarded from a hand.

use serde_json::json;

use super::play::Ply;

impl Ply<'_> {
    /// The seat draws `n` cards at once. An empty pile is made of the discard; both empty: the draw is lost.
    pub fn draw(&mut self, seat: usize, n: i64) {
        for _ in 0..n {
            if self.state.pile.is_empty() && !self.state.discard.is_empty() {
                self.state.pile = std::mem::take(&mut self.state.discard).into_iter().collect();
                self.chance.shuffle(&mut self.state.pile);
                self.tell("reshuffled", self.state.pile.clone());
            }
            if !self.state.pile.is_empty() {
                let card = self.state.pile.remove(0);
                self.state.seats[seat].hand.insert(card);
                self.tell("drew", json!({"seat": seat, "card": card}));
            }
        }
    }

    /// A card of the seat's hand at random, its place below the hand's size, ascending.
    fn at_random(&mut self, seat: usize) -> Option<u32> {
        let hand = &self.state.seats[seat].hand;
        if hand.is_empty() {
            return None;
        }
        let at = self.chance.below(hand.len() as u32) as usize;
        hand.iter().nth(at).copied()
    }

    /// `n` cards of a hand, at random, one by one; a smaller hand whole.
    pub fn discard_hand(&mut self, seat: usize, n: i64) {
        for _ in 0..n {
            if let Some(card) = self.at_random(seat) {
                self.left_seen(seat, card);
                self.state.discard.insert(card);
                self.tell("discarded", card);
            }
        }
    }

    /// A random card of another hand; thief and victim know it.
    pub fn steal(&mut self, thief: usize, victim: usize) {
        if let Some(card) = self.at_random(victim) {
            self.stolen(thief, victim, card);
            self.state.seats[thief].hand.insert(card);
            self.told.insert("stolen".to_owned(), card.into());
        }
    }

    /// The seat looks at another hand.
    pub fn peek(&mut self, seat: usize, other: usize) {
        let hand: Vec<u32> = self.state.seats[other].hand.iter().copied().collect();
        self.state.known[seat].extend(&hand);
        self.told.insert("hand".to_owned(), hand.into());
    }
}

//! What seats know of other hands.

use super::card::Kind;
use super::play::Ply;

impl Ply<'_> {
    /// A card leaves a hand before everybody's eyes.
    pub fn left_seen(&mut self, seat: usize, card: u32) {
        self.state.seats[seat].hand.remove(&card);
        self.state.known_to_all.remove(&card);
        self.state.known.iter_mut().for_each(|known| {
            known.remove(&card);
        });
    }

    /// A card is laid face down: nobody else is sure any more which of the cards that can be laid are in that hand.
    pub fn laid_unseen(&mut self, seat: usize, card: u32) {
        let cards = self.state.held(seat, &[Kind::Bet, Kind::BetAndEvent, Kind::BetOrEvent]);
        self.forget(&cards);
        self.left_seen(seat, card);
    }

    fn forget(&mut self, cards: &[u32]) {
        for known in self.state.known.iter_mut().chain([&mut self.state.known_to_all]) {
            known.retain(|known| !cards.contains(known));
        }
    }

    /// A card goes from hand to hand: the victim knows where it is, the thief still what it knew of the rest.
    pub fn stolen(&mut self, thief: usize, victim: usize, card: u32) {
        let rest = |known: &u32| *known != card && self.state.seats[victim].hand.contains(known);
        let all = self.state.known_to_all.iter().chain(&self.state.known[thief]);
        let still: Vec<u32> = all.copied().filter(rest).collect();
        let hand: Vec<u32> = self.state.seats[victim].hand.iter().copied().collect();
        self.forget(&hand);
        self.left_seen(victim, card);
        self.state.known[thief].extend(still);
        self.state.known[victim].insert(card);
    }
}

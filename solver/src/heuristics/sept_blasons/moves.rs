//! Scores moves: a card by the chance that it takes the trick and by what the trick is worth, a power by what it does to the tokens.

use tapis_games::game::{Game, Turn};
use tapis_games::seat::Seat;
use tapis_games::sept_blasons::{Character, Family, Move, Pick, Place, SeptBlasons, State};

/// The weight of a token that lies face down, relative to one face up whose family may count.
const FACE_DOWN: f64 = 0.35;
/// What the card of a player still to come is worth to whoever takes the trick.
const TO_COME: f64 = 2.5;
/// The weight of the cards of a family without tokens of it.
const WITHOUT_TOKENS: f64 = 0.5;
/// The weight of what a token is worth to another player.
const OTHERS: f64 = 0.4;
/// The value that a card loses by being played, for each point of its own value.
const SPENT: f64 = 6.0;

pub(super) fn score(rules: &SeptBlasons, state: &State, mv: Move) -> i32 {
    let Turn::Player(seat) = rules.turn(state) else { return 0 };
    let tokens = TokenValues { rules, state, seat };
    let points = match mv {
        Move::Play(character, action) => card(rules, state, seat, character) + action.map_or(0.0, |_| 5.0),
        Move::Value(of) => {
            20.0 + state.trick.card_of(of).map_or(0.0, |laid| 10.0 * f64::from(laid.character.0))
        }
        Move::Power(_) => 40.0,
        Move::Reveal(Pick::Token(id)) => tokens.turned_up(id),
        Move::Draw(pick) => tokens.of(pick, seat),
        Move::Remove(id) => -tokens.lost(id),
        Move::Give(id, to) => tokens.of(Pick::Token(id), to) - tokens.lost(id),
        Move::Swap(id, with) => tokens.exchanged(id, with),
        Move::Serve(_) => 25.0,
        Move::Peek(chosen) => 10.0 + f64::from(chosen.count_ones()),
        // All tricks were played openly, so looking again tells a player with a memory nothing.
        Move::Look { .. } => -100.0,
        Move::Itself | Move::Decline | Move::Reveal(Pick::Pool) => 0.0,
    };
    points as i32
}

/// A card: what the trick is worth times the chance to take it, its power, and what is given up by playing it now.
fn card(rules: &SeptBlasons, state: &State, seat: Seat, character: Character) -> f64 {
    let shown = state.tokens.shown(seat);
    let weight = |family: Family| WITHOUT_TOKENS + f64::from(shown[family.index()]);
    let (mut worth, mut chance) = (0.0, 1.0);
    let mut values = [0u8; 8];
    for (place, laid) in state.trick.laid().iter().enumerate() {
        let family = state.families[state.trick.seat(place).index()];
        worth += weight(family) * f64::from(laid.character.0);
        values[usize::from(laid.character.0 & 7)] += 1;
    }
    let own = usize::from(character.0 & 7);
    // A value that is there twice cancels.
    let beaten = (own + 1..8).any(|value| values[value] == 1) || values[own] > 0;
    for place in state.trick.laid().len() + 1..rules.seats() {
        let other = state.trick.seat(place);
        let hand = state.hands[other.index()];
        worth += TO_COME * weight(state.families[other.index()]);
        let below = (hand & ((1u16 << own) - 1) as u8).count_ones();
        chance *= f64::from(below) / f64::from(hand.count_ones().max(1));
    }
    let chance = if beaten || own == 0 { 0.0 } else { chance };
    let power = character.power(true).map_or(0.0, |_| 4.0 * (8.0 - f64::from(state.trick_no)));
    8.0 * chance * worth + power - SPENT * f64::from(character.0)
}

/// What tokens are worth to those they lie before.
struct TokenValues<'a> {
    rules: &'a SeptBlasons,
    state: &'a State,
    seat: Seat,
}

impl TokenValues<'_> {
    /// A token of `family` face up before `owner`, as the seat to move sees it; one of its own family counts nothing.
    fn open(&self, family: Family, owner: Seat) -> f64 {
        if self.state.families[owner.index()] == family {
            return 0.0;
        }
        let mask = self.state.collected[owner.index()].of(family);
        let sum: u32 = (0..8).filter(|c| mask >> c & 1 == 1).sum();
        let points = 6.0 + 4.0 * f64::from(sum);
        if owner == self.seat { points } else { -OTHERS * points }
    }

    /// A token before `owner` whose family nobody sees.
    fn down(&self, owner: Seat) -> f64 {
        let families = &self.state.families[..self.rules.seats()];
        let all: f64 = families.iter().map(|&family| self.open(family, owner)).sum();
        FACE_DOWN * all / families.len() as f64
    }

    /// A token if it lay before `owner`.
    fn of(&self, pick: Pick, owner: Seat) -> f64 {
        let token = match pick {
            Pick::Token(id) => self.state.tokens.get(id).filter(|token| token.up),
            Pick::Pool => None,
        };
        match token.and_then(|token| token.family) {
            Some(family) => self.open(family, owner),
            None => self.down(owner),
        }
    }

    /// What the seat to move has of a token where it lies.
    fn lost(&self, id: u8) -> f64 {
        match self.state.tokens.get(id).map(|token| token.place) {
            Some(Place::Area(owner)) => self.of(Pick::Token(id), owner),
            _ => 0.0,
        }
    }

    /// What turning a token up gains on average.
    fn turned_up(&self, id: u8) -> f64 {
        match self.state.tokens.get(id).map(|token| token.place) {
            Some(Place::Area(owner)) => self.down(owner) * (1.0 / FACE_DOWN - 1.0),
            _ => 0.0,
        }
    }

    fn exchanged(&self, id: u8, with: Pick) -> f64 {
        let before = self.lost(id) + if let Pick::Token(other) = with { self.lost(other) } else { 0.0 };
        let Some(Place::Area(owner)) = self.state.tokens.get(id).map(|token| token.place) else { return 0.0 };
        let back = match with {
            Pick::Token(other) => match self.state.tokens.get(other).map(|token| token.place) {
                Some(Place::Area(other)) => self.of(Pick::Token(id), other),
                _ => 0.0,
            },
            Pick::Pool => 0.0,
        };
        self.of(with, owner) + back - before
    }
}

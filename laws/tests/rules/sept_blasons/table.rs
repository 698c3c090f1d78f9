//! A table laid by hand: cards played in the order of the seats, tokens where a test wants them.

use tapis_games::game::{Game, Published, Turn};
use tapis_games::refusal::Refusal;
use tapis_games::seat::{Seat, Viewer};
use tapis_games::sept_blasons::{
    Chance, Deal, Family, Options, Phase, Place, SeptBlasons, State, Token, Tokens,
};

/// Rules and a position of theirs. Seat n has family n of [`Family::ALL`], seat 0 leads, no token exists.
pub struct Table {
    pub rules: SeptBlasons,
    pub state: State,
}

impl Table {
    pub fn of(options: Options) -> Self {
        let seats = usize::from(options.players);
        let rules = SeptBlasons::new(options).unwrap();
        let families = Family::ALL[..seats].to_vec();
        let own = |family: &Family| {
            let down = if seats <= 4 { 2 } else { 1 };
            vec![Some(*family); down + 1]
        };
        let tokens = families.iter().map(own).collect();
        let mut state = rules.start();
        let deal = Deal { round: 1, tokens, families, leader: Seat(0) };
        rules.resolve(&mut state, &Chance::Deal(deal)).unwrap();
        state.tokens = Tokens::new([0; 7], 0);
        Self { rules, state }
    }

    pub fn players(players: u8) -> Self {
        Self::of(Options { players, ..Options::default() })
    }

    /// Lays a token before a seat, or face up in the pool; its notation.
    pub fn token(&mut self, family: Family, up: bool, place: Place) -> String {
        let id = self.state.tokens.lay(Some(family), up, place);
        format!("t{id:02}")
    }

    /// Begins anew with so many face-down pool tokens a family; all other tokens go.
    pub fn pool(&mut self, down: [u8; 7]) {
        self.state.tokens = Tokens::new(down, 0);
    }

    /// Every seat plays its card.
    pub fn trick(&mut self, cards: &[u8]) {
        for &card in cards {
            self.play(&format!("play {card}"));
        }
    }

    pub fn play(&mut self, notation: &str) {
        self.try_play(notation).unwrap_or_else(|refusal| panic!("{notation}: {refusal}"));
    }

    pub fn try_play(&mut self, notation: &str) -> Result<(), Refusal> {
        let mv = self.rules.parse(&self.state, notation).unwrap();
        self.rules.play(&mut self.state, mv)
    }

    /// Decides the chance node on the table.
    pub fn comes(&mut self, family: Family) {
        assert_eq!(self.rules.turn(&self.state), Turn::Chance);
        self.rules.resolve(&mut self.state, &Chance::Family(family)).unwrap();
    }

    /// Plays first moves until the winner's free action.
    pub fn play_until_free(&mut self) {
        while self.state.phase != Phase::Free {
            self.play(&self.moves()[0]);
        }
    }

    pub fn moves(&self) -> Vec<String> {
        let moves = self.rules.legal_moves(&self.state);
        moves.into_iter().map(|mv| self.rules.notation(&self.state, mv, Viewer::Spectator)).collect()
    }

    pub fn mover(&self) -> Option<u8> {
        match self.rules.turn(&self.state) {
            Turn::Player(seat) => Some(seat.0),
            _ => None,
        }
    }

    /// The token of this notation.
    pub fn at(&self, token: &str) -> Token {
        *self.state.tokens.get(token[1..].parse().unwrap()).unwrap()
    }

    /// Collected cards of a family, as characters.
    pub fn collected(&self, seat: usize, family: Family) -> Vec<u8> {
        let mask = self.state.collected[seat].of(family);
        (0..8).filter(|c| mask >> c & 1 == 1).collect()
    }
}

/// Before a seat.
pub fn before(seat: u8) -> Place {
    Place::Area(Seat(seat))
}

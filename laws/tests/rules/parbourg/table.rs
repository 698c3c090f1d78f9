//! A table whose deal is chosen and whose moves are written.

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use tapis_games::game::{Game, Observed, Ply, Published, SeenPly, Shown, Turn};
use tapis_games::parbourg::{Card, Chance, Deal, Options, Outcome, Parbourg, Phase, State};
use tapis_games::seat::{Seat, Viewer};
use tapis_games::shown::Bag;

pub struct Table {
    pub rules: Parbourg,
    pub state: State,
    /// Outcomes of chance to come; drawn at random when there are none.
    pub chance: Vec<Chance>,
    pub plies: Vec<(State, Ply<Parbourg>, State)>,
    rng: ChaCha8Rng,
}

impl Table {
    /// Seat 0 draws first; each seat gets its henchman and a hand of eight that begins with its list; the other cards
    /// follow in the order of their ids.
    pub fn new(henchmen: &[u8], hands: &[&[u16]]) -> Self {
        Self::with(Options { players: hands.len() as u8, ..Options::default() }, henchmen, hands)
    }

    pub fn with(options: Options, henchmen: &[u8], hands: &[&[u16]]) -> Self {
        let rules = Parbourg::new(options).unwrap();
        let ids: Vec<u16> = rules.deck().cards.iter().map(|card| card.id).collect();
        let named: Vec<u16> = hands.iter().flat_map(|hand| hand.iter().copied()).collect();
        let mut rest: Vec<u16> = ids.iter().copied().filter(|id| !named.contains(id)).collect();
        let mut pile = Vec::new();
        for hand in hands {
            pile.extend(hand.iter().copied());
            pile.extend(rest.drain(..8 - hand.len()));
        }
        pile.extend(rest);
        let mut scores = henchmen.to_vec();
        scores.extend(rules.deck().henchmen.iter().map(|h| h.initiative).filter(|s| !henchmen.contains(s)));
        let deal = Deal { first: Seat(0), henchmen: scores, pile };
        let state = rules.start();
        let rng = ChaCha8Rng::seed_from_u64(1);
        let mut table = Self { rules, state, chance: vec![Chance::Deal(deal)], plies: Vec::new(), rng };
        let before = table.state.clone();
        table.settle(before, None);
        table
    }

    fn settle(&mut self, before: State, action: Option<(Seat, tapis_games::parbourg::Move)>) {
        let mut chance = Vec::new();
        while self.rules.turn(&self.state) == Turn::Chance {
            let outcome = match self.chance.is_empty() {
                true => self.rules.sample_chance(&self.state, &mut self.rng),
                false => self.chance.remove(0),
            };
            self.rules.resolve(&mut self.state, &outcome).unwrap();
            chance.push(outcome);
        }
        let n = self.plies.len() as u32;
        self.plies.push((before, Ply { n, action, chance }, self.state.clone()));
    }

    pub fn turn(&self) -> Option<Seat> {
        match self.rules.turn(&self.state) {
            Turn::Player(seat) => Some(seat),
            _ => None,
        }
    }

    /// Plays a move of whoever is to move.
    pub fn play(&mut self, text: &str) -> &mut Self {
        let before = self.state.clone();
        let mv = self.rules.parse(&self.state, text).unwrap();
        let seat = self.turn().unwrap();
        self.rules.play(&mut self.state, mv).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
        self.settle(before, Some((seat, mv)));
        self
    }

    /// Plays a move of `seat`.
    pub fn by(&mut self, seat: u8, text: &str) -> &mut Self {
        assert_eq!(self.turn(), Some(Seat(seat)), "{text}: {:?}", self.state.phase);
        self.play(text)
    }

    /// Everybody passes until a turn (or a choice) comes.
    pub fn passes(&mut self) -> &mut Self {
        while !self.state.chain.is_empty() || matches!(self.state.phase, Phase::Alchemy | Phase::Window) {
            self.play("pass");
        }
        self
    }

    /// Plays a move and lets it act.
    pub fn act(&mut self, seat: u8, text: &str) -> &mut Self {
        self.by(seat, text).passes()
    }

    /// Everybody folds until the challenge is over.
    pub fn fold_all(&mut self) -> &mut Self {
        let now = (self.state.day, self.state.challenge);
        while (self.state.day, self.state.challenge) == now {
            self.passes().play("fold");
            if self.turn().is_none() {
                break;
            }
        }
        self
    }

    /// Why a move is refused.
    pub fn refused(&self, text: &str) -> &'static str {
        let mv = self.rules.parse(&self.state, text).unwrap();
        let refusal = self.rules.play(&mut self.state.clone(), mv).expect_err(text);
        assert!(refusal.rule.starts_with("parbourg.md#"), "{refusal:?}");
        refusal.code
    }

    pub fn can(&self, text: &str) -> bool {
        let mv = self.rules.parse(&self.state, text).unwrap();
        self.rules.legal_moves(&self.state).contains(&mv)
    }

    pub fn card(&self, id: u16) -> Card {
        self.rules.deck().by_id(id).unwrap()
    }

    pub fn holds(&self, seat: u8, id: u16) -> bool {
        self.state.hand(Seat(seat)).contains(self.card(id))
    }

    /// The pieces of a zone of `seat` that `viewer` knows.
    pub fn pieces(&self, zone: &'static str, seat: u8, viewer: Viewer) -> Vec<u16> {
        let layout = self.rules.layout(&self.state, viewer);
        let things = layout.zone((zone, Seat(seat)).into()).into_iter().flat_map(Bag::iter);
        let ids = things.filter_map(|(look, _)| look.face.id()).map(|id| id.to_string());
        ids.map(|id| id.trim_start_matches('h').parse().expect("a number")).collect()
    }

    pub fn discarded(&self, id: u16) -> bool {
        self.state.discard.contains(self.card(id))
    }

    pub fn hand(&self, seat: u8) -> usize {
        self.state.hand(Seat(seat)).len() as usize
    }

    pub fn points(&self, seat: u8) -> u32 {
        self.rules.points(&self.state, Seat(seat))
    }

    pub fn row(&self, seat: u8) -> Vec<u16> {
        let ids = self.state.row(Seat(seat)).map(|laid| self.rules.deck().card(laid.card).id);
        ids.collect()
    }

    pub fn won(&self) -> Vec<u32> {
        let seats = &self.state.won[..self.rules.seats()];
        seats.iter().map(|won| won.iter().map(|&n| u32::from(n)).sum()).collect()
    }

    /// What `viewer` saw of the last ply.
    pub fn seen(&self, viewer: Viewer) -> SeenPly<Outcome> {
        let (before, ply, after) = self.plies.last().unwrap();
        self.rules.see(before, ply, after, viewer)
    }

    /// What a seat was told of the last ply.
    pub fn told(&self, seat: u8) -> Outcome {
        self.seen(Viewer::Seat(Seat(seat))).outcome.unwrap_or_default()
    }

    /// The log of a viewer.
    pub fn log(&self, viewer: Viewer) -> Vec<SeenPly<Outcome>> {
        self.plies.iter().map(|(before, ply, after)| self.rules.see(before, ply, after, viewer)).collect()
    }
}

//! A table laid as a test wants it.

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use serde_json::Value;
use tapis_games::game::{Game, InformationSet, Observed, Ply, Published, SeenPly, Turn};
use tapis_games::malin::{Card, Chance, Deal, Kind, Malin, Outcome, State};
use tapis_games::refusal::Refusal;
use tapis_games::seat::{Seat, Viewer};

pub fn rules(options: Value) -> Malin {
    Malin::new(serde_json::from_value(options).unwrap()).unwrap()
}

/// A game with everything that happened in it.
pub struct Scene {
    pub rules: Malin,
    pub state: State,
    pub plies: Vec<(State, Ply<Malin>, State)>,
    rng: ChaCha8Rng,
}

/// How a deal is laid: seat 0 leads unless `dealer` says otherwise.
pub struct Setup<'a> {
    pub options: Value,
    pub dealer: u8,
    pub removed: &'a str,
    /// As far as they matter; the rest is filled up with what is left, ascending.
    pub hands: &'a [&'a str],
    /// The Malheur each seat draws.
    pub malheurs: &'a [Kind],
}

impl Setup<'_> {
    pub fn new(options: Value) -> Self {
        Self { options, dealer: 0, removed: "1", hands: &[], malheurs: &[] }
    }
}

fn card(text: &str) -> Card {
    serde_json::from_value(Value::from(text)).unwrap()
}

/// Cards as they are written: `1 5 twin wish`.
fn cards(text: &str) -> Vec<Card> {
    text.split_whitespace().map(card).collect()
}

impl Scene {
    /// Plays the deal of `setup`; the last seat of the table deals when `dealer` is 0.
    pub fn of(setup: &Setup<'_>) -> Self {
        let rules = rules(setup.options.clone());
        let mut state = rules.start();
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let Chance::Deal(mut deal) = rules.sample_chance(&state, &mut rng) else { panic!("a deal") };
        let seats = rules.seats();
        deal.dealer = Seat((setup.dealer + seats as u8 - 1) % seats as u8);
        lay(&mut deal, setup, rules.tricks());
        let next = |place: usize| (deal.dealer.index() + 1 + place) % seats;
        for place in 0..seats.min(setup.malheurs.len()) {
            let kind = setup.malheurs[next(place)];
            let top = deal.pile.len() - 1 - place;
            let from = (0..=top).find(|&at| deal.pile[at] == kind).expect("enough copies");
            deal.pile.swap(from, top);
        }
        let before = state.clone();
        let chance = vec![Chance::Deal(deal)];
        rules.resolve(&mut state, &chance[0]).unwrap();
        let plies = vec![(before, Ply { n: 0, action: None, chance }, state.clone())];
        Self { rules, state, plies, rng }
    }

    fn seat(&self) -> Seat {
        match self.rules.turn(&self.state) {
            Turn::Player(seat) => seat,
            turn => panic!("{turn:?}"),
        }
    }

    /// Plays these moves, separated by commas; chance as it falls.
    pub fn play(&mut self, moves: &str) -> &mut Self {
        for text in moves.split(',') {
            self.one(text.trim(), None);
        }
        self
    }

    /// A barter in which the random card is this.
    pub fn barter(&mut self, text: &str, drawn: &str) -> &mut Self {
        self.one(text, Some(card(drawn)));
        self
    }

    fn one(&mut self, text: &str, drawn: Option<Card>) {
        let before = self.state.clone();
        let mv = self.rules.parse(&self.state, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let action = Some((self.seat(), mv));
        self.rules.play(&mut self.state, mv).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
        let mut chance = Vec::new();
        while self.rules.turn(&self.state) == Turn::Chance {
            let outcome = match drawn {
                Some(card) => Chance::Card(card),
                None => self.rules.sample_chance(&self.state, &mut self.rng),
            };
            self.rules.resolve(&mut self.state, &outcome).unwrap();
            chance.push(outcome);
        }
        let n = self.plies.len() as u32;
        self.plies.push((before, Ply { n, action, chance }, self.state.clone()));
    }

    /// What the move is refused with.
    pub fn refused(&self, text: &str) -> Refusal {
        let mv = self.rules.parse(&self.state, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let mut state = self.state.clone();
        let refusal = self.rules.play(&mut state, mv).expect_err(text);
        assert_eq!(state, self.state, "{text} changed the state");
        refusal
    }

    pub fn legal(&self) -> Vec<String> {
        let seat = Viewer::Seat(self.seat());
        let moves = self.rules.legal_moves(&self.state);
        moves.iter().map(|&mv| self.rules.notation(&self.state, mv, seat)).collect()
    }

    pub fn log(&self, viewer: Viewer) -> Vec<SeenPly<Outcome>> {
        let see =
            |(before, ply, after): &(State, Ply<Malin>, State)| self.rules.see(before, ply, after, viewer);
        self.plies.iter().map(see).collect()
    }

    /// What `viewer` knows of the game so far.
    pub fn knowledge(&self, viewer: Viewer) -> <Malin as Observed>::Knowledge {
        let mut knowledge = self.rules.know(viewer);
        for ply in self.log(viewer) {
            knowledge.learn(&self.rules, &ply).unwrap();
        }
        knowledge
    }

    /// Gives a seat one more Malheur card, out of nowhere.
    pub fn give(&mut self, seat: usize, kind: Kind) -> &mut Self {
        self.state.malheurs[seat][kind as usize] += 1;
        self
    }

    pub fn taken(&self) -> Vec<u8> {
        self.state.taken[..self.rules.seats()].to_vec()
    }
}

fn lay(deal: &mut Deal, setup: &Setup<'_>, tricks: usize) {
    let mut rest: Vec<Card> = deal.hands.iter().flatten().chain(&deal.left_over).copied().collect();
    rest.push(deal.removed);
    rest.sort();
    let mut take =
        |card: Card| rest.remove(rest.iter().position(|&other| other == card).expect("in the pack"));
    deal.removed = take(card(setup.removed));
    for (at, hand) in deal.hands.iter_mut().enumerate() {
        *hand = setup.hands.get(at).map(|text| cards(text)).unwrap_or_default();
        hand.iter_mut().for_each(|card| *card = take(*card));
    }
    let mut rest = rest.into_iter();
    for hand in &mut deal.hands {
        hand.extend(rest.by_ref().take(tricks.saturating_sub(hand.len())));
        hand.sort();
    }
    deal.left_over = rest.collect();
}

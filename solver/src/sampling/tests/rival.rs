//! Kuhn poker against an opponent with fixed habits: the choices of seat 1 are chance.

use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};
use tapis_games::game::{Game, Hidden, InformationSet, Observed, Ply, SeenPly, Turn, WorldCount};
use tapis_games::payoff::Payoffs;
use tapis_games::refusal::Refusal;
use tapis_games::seat::{BySeat, Seat, Viewer};
use tapis_testkit::kuhn::{Action, Card, Deal, Knowledge, Kuhn, Line, Outcome, SeenCard, State};

use crate::heuristics::Heuristics;

/// The probabilities that seat 1 bets, by its card.
#[derive(Clone, Copy, Debug)]
pub struct Habits {
    pub bet_after_pass: [f64; 3],
    pub call: [f64; 3],
}

impl Habits {
    fn bets(&self, state: &State) -> f64 {
        let card = state.deal.map_or(0, |deal| deal.card(Seat(1)) as usize);
        if state.line == Line::Bet { self.call[card] } else { self.bet_after_pass[card] }
    }

    /// The values to seat 0 of betting, and of passing with the best plan afterwards: the difference of both seats'
    /// points, which is twice the win.
    pub fn replies(&self, card: Card) -> (f64, f64) {
        let others: Vec<Card> =
            [Card::Jack, Card::Queen, Card::King].into_iter().filter(|&other| other != card).collect();
        let mean = |value: &dyn Fn(Card) -> f64| others.iter().map(|&other| value(other)).sum::<f64>() / 2.0;
        let wins = |other: Card| if card > other { 1.0 } else { -1.0 };
        let bet = mean(&|other| {
            let call = self.call[other as usize];
            call * 2.0 * wins(other) + (1.0 - call)
        });
        let passing = |to_a_bet: &dyn Fn(Card) -> f64| {
            mean(&|other| {
                let bets = self.bet_after_pass[other as usize];
                bets * to_a_bet(other) + (1.0 - bets) * wins(other)
            })
        };
        let (fold, call) = (passing(&|_| -1.0), passing(&|other| 2.0 * wins(other)));
        (2.0 * bet, 2.0 * fold.max(call))
    }
}

/// The rules and the habits.
#[derive(Clone, Debug)]
pub struct RivalGame {
    kuhn: Kuhn,
    habits: Habits,
}

impl RivalGame {
    pub fn new(habits: Habits) -> Self {
        Self { kuhn: Kuhn::default(), habits }
    }

    /// The knowledge of seat 0 with this card before its first choice.
    pub fn holding(&self, card: Card) -> Knowledge {
        let mut knowledge = self.kuhn.know(Viewer::Seat(Seat(0)));
        let cards = vec![SeenCard { seat: Seat(0), card }];
        let ply = SeenPly { n: 0, seat: None, notation: None, outcome: Some(Outcome { cards }) };
        knowledge.learn(&self.kuhn, &ply).expect("a deal");
        knowledge
    }

    pub fn moves(&self) -> Vec<Action> {
        vec![Action::Pass, Action::Bet]
    }
}

/// The deal, or the action of seat 1.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Luck {
    Deal(Deal),
    Reply(Action),
}

impl Game for RivalGame {
    type State = State;
    type Move = Action;
    type Moves = <Kuhn as Game>::Moves;
    type Chance = Luck;

    fn seats(&self) -> usize {
        2
    }

    fn start(&self) -> State {
        self.kuhn.start()
    }

    fn turn(&self, state: &State) -> Turn {
        match self.kuhn.turn(state) {
            Turn::Player(Seat(1)) => Turn::Chance,
            turn => turn,
        }
    }

    fn legal_moves(&self, state: &State) -> Self::Moves {
        match self.turn(state) {
            Turn::Player(_) => self.kuhn.legal_moves(state),
            _ => Self::Moves::new(),
        }
    }

    fn play_unchecked(&self, state: &mut State, action: Action) {
        self.kuhn.play_unchecked(state, action);
    }

    fn play(&self, state: &mut State, action: Action) -> Result<(), Refusal> {
        self.kuhn.play(state, action)
    }

    fn chances(&self, _: &State) -> Option<Vec<(Luck, u64)>> {
        None
    }

    fn sample_chance<R: Rng + ?Sized>(&self, state: &State, rng: &mut R) -> Luck {
        match state.deal {
            None => Luck::Deal(self.kuhn.sample_chance(state, rng)),
            Some(_) if rng.random_bool(self.habits.bets(state)) => Luck::Reply(Action::Bet),
            Some(_) => Luck::Reply(Action::Pass),
        }
    }

    fn resolve(&self, state: &mut State, luck: &Luck) -> Result<(), Refusal> {
        match luck {
            Luck::Deal(deal) => self.kuhn.resolve(state, deal),
            Luck::Reply(action) => self.kuhn.play(state, *action),
        }
    }

    fn payoffs(&self, state: &State) -> Payoffs {
        self.kuhn.payoffs(state)
    }

    fn round_scores(&self, state: &State) -> Option<BySeat<i32>> {
        self.kuhn.round_scores(state)
    }

    fn key(&self, state: &State) -> u64 {
        self.kuhn.key(state)
    }
}

impl Observed for RivalGame {
    type Outcome = Outcome;
    type Knowledge = Knowledge;

    fn see(&self, _: &State, ply: &Ply<Self>, _: &State, _: Viewer) -> SeenPly<Outcome> {
        SeenPly { n: ply.n, seat: ply.action.map(|(seat, _)| seat), notation: None, outcome: None }
    }

    fn discloses(&self, _: &State, _: &Ply<Self>) -> bool {
        true
    }

    fn info_key(&self, state: &State, seat: Seat) -> u64 {
        self.kuhn.info_key(state, seat)
    }
}

impl InformationSet<RivalGame> for Knowledge {
    fn before_set_up(rules: &RivalGame, viewer: Viewer) -> Self {
        rules.kuhn.know(viewer)
    }

    fn viewer(&self) -> Viewer {
        InformationSet::<Kuhn>::viewer(self)
    }

    fn learn(&mut self, rules: &RivalGame, ply: &SeenPly<Outcome>) -> Result<(), Refusal> {
        self.learn(&rules.kuhn, ply)
    }

    fn count_worlds(&self, rules: &RivalGame) -> WorldCount {
        self.count_worlds(&rules.kuhn)
    }

    fn hidden(&self, rules: &RivalGame) -> Hidden {
        self.hidden(&rules.kuhn)
    }

    fn sample_world<R: Rng + ?Sized>(&self, rules: &RivalGame, rng: &mut R) -> State {
        self.sample_world(&rules.kuhn, rng)
    }

    fn worlds(&self, rules: &RivalGame, limit: usize) -> Option<Vec<(State, u64)>> {
        self.worlds(&rules.kuhn, limit)
    }

    fn sample_history<R: Rng + ?Sized>(
        _: &RivalGame,
        _: Viewer,
        _: &[SeenPly<Outcome>],
        _: &mut R,
    ) -> Result<Vec<Ply<RivalGame>>, Refusal> {
        Err(Refusal::new(
            "no_history",
            "testing/kuhn",
            "seat 1 is chance here",
            "la place 1 est le hasard ici",
        ))
    }
}

impl Heuristics for RivalGame {}

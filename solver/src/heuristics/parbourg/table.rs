//! What a seat can see of a challenge of Parbourg.

use tapis_games::game::Game;
use tapis_games::parbourg::{Move, Parbourg, Phase, State};
use tapis_games::seat::Seat;

use crate::heuristics::{TableFact, Topic};

/// Challenges of a day.
const CHALLENGES: i32 = 4;

pub(super) fn facts(rules: &Parbourg, state: &State, mv: Option<Move>) -> Vec<TableFact> {
    if !matches!(state.phase, Phase::Turn | Phase::Window) || state.day == 0 || !state.chain.is_empty() {
        return Vec::new();
    }
    match mv {
        None => standing(rules, state),
        Some(Move::Bet { event: None, .. }) => betting(rules, state, mv).into_iter().collect(),
        Some(Move::Fold) => folding(rules, state).into_iter().collect(),
        Some(Move::End) => staying(rules, state).into_iter().collect(),
        Some(_) => Vec::new(),
    }
}

/// The points of a challenge: those of the seat that decides, and the most that another one shows.
struct Challenge {
    own: i32,
    others: i32,
    /// Cards of the others that lie face down.
    hidden: i32,
    /// How many others stand.
    standing: i32,
}

impl Challenge {
    fn of(rules: &Parbourg, state: &State) -> Self {
        let others = || Seat::all(rules.seats()).filter(|&seat| seat != state.asked);
        let shown = |seat: Seat| rules.points_shown(state, seat) as i32;
        let hidden = state.table.iter().filter(|laid| laid.hidden && laid.seat != state.asked);
        Self {
            own: rules.points(state, state.asked) as i32,
            others: others().map(shown).max().unwrap_or(0),
            hidden: hidden.count() as i32,
            standing: others().filter(|&seat| state.stands(seat)).count() as i32,
        }
    }

    fn numbers(&self) -> [(&'static str, i32); 3] {
        [("own", self.own), ("others", self.others), ("hidden", self.hidden)]
    }
}

fn about(rules: &Parbourg, state: &State) -> [Topic; 3] {
    let colour = rules.colour_name(state.colour());
    ["challenge_won", "challenge_cancelled", "tokens"].map(|kind| Topic::named(kind, &colour))
}

fn standing(rules: &Parbourg, state: &State) -> Vec<TableFact> {
    let challenge = Challenge::of(rules, state);
    let kind = if challenge.standing == 0 { "table-challenge-alone" } else { "table-challenge" };
    about(rules, state).map(|about| TableFact::new(kind, about, 0).numbers(challenge.numbers())).into()
}

/// What a bet adds; only where nothing else happens to the points.
fn betting(rules: &Parbourg, state: &State, mv: Option<Move>) -> Option<TableFact> {
    let Some(Move::Bet { card, .. }) = mv else { return None };
    let challenge = Challenge::of(rules, state);
    let more = i32::from(rules.deck().card(card).bets[state.colour().index()]);
    let then = challenge.own + more;
    let speaks = match (then - challenge.others, challenge.own - challenge.others) {
        (1.., ..=0) => 50,
        (0, ..=-1) => 40,
        _ => 10,
    };
    let [topic, ..] = about(rules, state);
    let [own, others, hidden] = challenge.numbers();
    let numbers = [own, others, hidden, ("more", more), ("then", then)];
    (more > 0).then(|| TableFact::new("table-bet", topic, speaks + more).numbers(numbers))
}

fn folding(rules: &Parbourg, state: &State) -> Option<TableFact> {
    let cards = state.hand(state.asked).len() as i32;
    let left = CHALLENGES - 1 - i32::from(state.challenge);
    let challenge = Challenge::of(rules, state);
    let kind = if challenge.own > challenge.others { "table-fold-ahead" } else { "table-fold" };
    let [topic, ..] = about(rules, state);
    let [own, others, hidden] = challenge.numbers();
    let numbers = [own, others, hidden, ("cards", cards), ("left", left)];
    (cards > 0).then(|| TableFact::new(kind, topic, 5).numbers(numbers))
}

fn staying(rules: &Parbourg, state: &State) -> Option<TableFact> {
    let challenge = Challenge::of(rules, state);
    let kind = match challenge.own - challenge.others {
        1.. => "table-stay-ahead",
        0 => "table-stay-level",
        _ => "table-stay-behind",
    };
    let [topic, ..] = about(rules, state);
    let [own, others, hidden] = challenge.numbers();
    let numbers = [own, others, hidden, ("cards", state.hand(state.asked).len() as i32)];
    (challenge.standing > 0).then(|| TableFact::new(kind, topic, 5).numbers(numbers))
}

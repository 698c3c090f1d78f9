//! What a seat can see of a challenge of Parbourg.

use tapis_games::game::{Game, Published};
use tapis_games::parbourg::{Card, Effect, Move, Parbourg, Phase, State, Target};
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
        Some(Move::Bet { card, event, .. }) => betting(rules, state, card, event).into_iter().collect(),
        Some(Move::Event(card, target) | Move::Ephemeral(card, target)) => rules
            .deck()
            .card(card)
            .effect
            .and_then(|effect| using(rules, state, effect, target))
            .into_iter()
            .collect(),
        Some(Move::Build(card)) => rules
            .deck()
            .card(card)
            .effect
            .and_then(|effect| building(rules, state, effect))
            .into_iter()
            .collect(),
        Some(Move::Fold) => folding(rules, state).into_iter().collect(),
        Some(Move::End) => staying(rules, state).into_iter().collect(),
        Some(Move::Pass) if state.phase == Phase::Window => passing(rules, state).into_iter().collect(),
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

/// How much it speaks for a move that the seat has so many points more.
fn worth(challenge: &Challenge, more: i32) -> i32 {
    let then = challenge.own + more;
    let speaks = match (then - challenge.others, challenge.own - challenge.others) {
        (1.., ..=0) => 50,
        (0, ..=-1) => 40,
        _ => 10,
    };
    speaks + more
}

/// The fact that a move adds so many points.
fn adding(rules: &Parbourg, state: &State, kind: &'static str, more: i32) -> Option<TableFact> {
    let challenge = Challenge::of(rules, state);
    let [topic, ..] = about(rules, state);
    let [own, others, hidden] = challenge.numbers();
    let numbers = [own, others, hidden, ("more", more), ("then", challenge.own + more)];
    (more > 0).then(|| TableFact::new(kind, topic, worth(&challenge, more)).numbers(numbers))
}

/// What a bet adds, with an event that is used too; nothing where more happens to the points.
fn betting(rules: &Parbourg, state: &State, card: Card, event: Option<Target>) -> Option<TableFact> {
    let info = rules.deck().card(card);
    let bet = i32::from(info.bets[state.colour().index()]);
    match info.effect.filter(|_| event.is_some()) {
        None => adding(rules, state, "table-bet", bet),
        Some(Effect::Bonus { n }) => {
            let fact = adding(rules, state, "table-bet-event", bet + i32::from(n))?;
            let numbers = fact.numbers.iter().copied().chain([("bet", bet), ("bonus", n.into())]);
            Some(TableFact { numbers: numbers.collect(), ..fact })
        }
        Some(
            Effect::Draw { .. }
            | Effect::DiscardHand { .. }
            | Effect::StealCard {}
            | Effect::PeekHand {}
            | Effect::Retrieve {}
            | Effect::ForceFold {}
            | Effect::LimitActions { .. }
            | Effect::SwapOrder {}
            | Effect::Shield {},
        ) => adding(rules, state, "table-bet", bet),
        Some(_) => None,
    }
}

/// What an event or an ephemeral card does, unless it is undone.
fn using(rules: &Parbourg, state: &State, effect: Effect, target: Target) -> Option<TableFact> {
    let [topic, ..] = about(rules, state);
    let fact = |kind, speaks| TableFact::new(kind, topic.clone(), speaks);
    match (effect, target) {
        (Effect::Bonus { n }, _) => adding(rules, state, "table-event", n.into()),
        (Effect::Draw { n }, _) => Some(fact("table-event-draws", 5).numbers([("n", n.into())])),
        (Effect::LimitActions { n }, _) => Some(fact("table-event-limit", 5).numbers([("n", n.into())])),
        (Effect::ForceFold {} | Effect::SkipTurn {}, Target::Seat(other)) if state.stands(other) => {
            let kind =
                if effect == (Effect::SkipTurn {}) { "table-event-skips" } else { "table-event-folds" };
            let points = rules.points_shown(state, other) as i32;
            Some(fact(kind, 10).numbers([("points", points)]).of_seat(other))
        }
        _ => None,
    }
}

/// What a building is worth from now on.
fn building(rules: &Parbourg, state: &State, effect: Effect) -> Option<TableFact> {
    let later = state.day < rules.options().days;
    let [topic, ..] = about(rules, state);
    match effect {
        Effect::ColourBonus { colour, n } if colour == state.colour() => {
            adding(rules, state, if later { "table-build" } else { "table-build-last" }, n.into())
        }
        Effect::ColourBonus { colour, n } => {
            let to_come = state.tokens.iter().skip(usize::from(state.challenge) + 1).any(|of| *of == colour);
            let topic = Topic::named("tokens", &rules.colour_name(colour));
            let fact = || TableFact::new("table-build-later", topic, 5).numbers([("n", n.into())]);
            (later || to_come).then(fact)
        }
        Effect::WinTies {} => Some(TableFact::new("table-build-ties", topic, 5)),
        Effect::ProtectActions {} => Some(TableFact::new("table-build-protects", topic, 5)),
        Effect::DrawFirstChallenge { n } if later => {
            Some(TableFact::new("table-build-draws", topic, 5).numbers([("n", n.into())]))
        }
        _ => None,
    }
}

/// How it stands for who uses nothing between two turns.
fn passing(rules: &Parbourg, state: &State) -> Option<TableFact> {
    let [topic, ..] = about(rules, state);
    Some(TableFact::new("table-pass", topic, 0).numbers(Challenge::of(rules, state).numbers()))
}

/// What is kept for later; nothing at the end of the last day.
fn folding(rules: &Parbourg, state: &State) -> Option<TableFact> {
    let cards = state.hand(state.asked).len() as i32;
    let left = CHALLENGES - 1 - i32::from(state.challenge);
    if left == 0 && i32::from(state.day) >= i32::from(rules.options().days) {
        return None;
    }
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

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::rngs::ChaCha8Rng;
    use tapis_games::game::Turn;
    use tapis_games::parbourg::Options;
    use tapis_games::random::below;

    use super::*;

    /// Plays random games, and shows each state in which a seat moves.
    fn walk(players: u8, mut each: impl FnMut(&Parbourg, &State, &[Move])) {
        let rules = Parbourg::new(Options { players, ..Options::default() }).expect("legal options");
        let mut rng = ChaCha8Rng::seed_from_u64(players.into());
        for _ in 0..10 {
            let mut state = rules.start();
            while rules.turn(&state) != Turn::Over {
                if rules.turn(&state) == Turn::Chance {
                    let outcome = rules.sample_chance(&state, &mut rng);
                    rules.resolve(&mut state, &outcome).expect("a drawn outcome");
                    continue;
                }
                let moves = rules.legal_moves(&state);
                each(&rules, &state, &moves);
                let mv = moves[below(&mut rng, moves.len() as u32) as usize];
                rules.play(&mut state, mv).expect("a legal move");
            }
        }
    }

    #[test]
    fn nothing_is_kept_for_a_day_that_does_not_come() {
        let (mut last, mut told) = (0, 0);
        for players in [2, 3] {
            walk(players, |rules, state, moves| {
                if moves.contains(&Move::Fold) {
                    let fact = folding(rules, state);
                    let is_last = state.day == rules.options().days && state.challenge == 3;
                    assert!(!is_last || fact.is_none(), "{fact:?}");
                    last += usize::from(is_last && !state.hand(state.asked).is_empty());
                    told += usize::from(fact.is_some());
                }
            });
        }
        assert!(last > 0 && told > last);
    }
}

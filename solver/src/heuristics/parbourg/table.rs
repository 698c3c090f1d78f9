//! What a seat can see of a challenge of Parbourg.

use tapis_games::game::{Game, Published};
use tapis_games::parbourg::{Card, Colour, Effect, LaidCard, Move, Parbourg, Phase, Pick, State, Target};
use tapis_games::seat::Seat;

use crate::heuristics::{TableFact, Topic};

/// Challenges of a day.
const CHALLENGES: i32 = 4;
/// How much it speaks for a card that its event does nothing.
const IDLE: i32 = -40;

/// Whether `kind` and `name` are about the challenge that is under way, for the token that lies there now.
pub(super) fn is_at_stake(rules: &Parbourg, state: &State, kind: &str, name: Option<&str>) -> bool {
    let is_challenge = kind.starts_with("challenge_");
    !is_challenge || name == Some(rules.colour_name(state.colour()).as_str())
}

pub(super) fn facts(rules: &Parbourg, state: &State, mv: Option<Move>) -> Vec<TableFact> {
    if state.day == 0 || !state.chain.is_empty() {
        return Vec::new();
    }
    match state.phase {
        Phase::Turn | Phase::Window => in_challenge(rules, state, mv),
        Phase::Alchemy => at_dawn(rules, state, mv).into_iter().collect(),
        _ => Vec::new(),
    }
}

fn in_challenge(rules: &Parbourg, state: &State, mv: Option<Move>) -> Vec<TableFact> {
    match mv {
        None => standing(rules, state),
        Some(Move::Bet { card, event, .. }) => {
            let effect = event.zip(rules.deck().card(card).effect);
            let kinds = ["table-bet-nobody", "table-bet-lies"];
            let idle = effect.and_then(|(target, effect)| idle(rules, state, effect, target, kinds));
            betting(rules, state, card, event).into_iter().chain(idle).collect()
        }
        Some(Move::Event(card, target) | Move::Ephemeral(card, target)) => rules
            .deck()
            .card(card)
            .effect
            .and_then(|effect| {
                let kinds = ["table-event-nobody", "table-event-lies"];
                using(rules, state, effect, target).or_else(|| idle(rules, state, effect, target, kinds))
            })
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

/// What an alchemy does for the day.
fn at_dawn(rules: &Parbourg, state: &State, mv: Option<Move>) -> Option<TableFact> {
    let Some(Move::Alchemy(card, _)) = mv else { return None };
    let [topic, ..] = about(rules, state);
    match rules.deck().card(card).effect? {
        Effect::ColourBonus { colour, n } => Some(day_bonus(rules, state, colour, n.into())),
        Effect::Draw { n } => Some(TableFact::new("table-event-draws", topic, 5).numbers([("n", n.into())])),
        Effect::SecondHenchman {} => Some(TableFact::new("table-day-henchman", topic, 5)),
        _ => None,
    }
}

/// A bonus for challenges of the day that are played for tokens of this colour.
fn day_bonus(rules: &Parbourg, state: &State, colour: Colour, n: i32) -> TableFact {
    let left = state.tokens.iter().filter(|of| **of == colour).count() as i32;
    let topic = Topic::named("tokens", &rules.colour_name(colour));
    TableFact::new("table-day-bonus", topic, n * left).numbers([("n", n), ("left", left)])
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
        (Effect::LimitActions { n }, _) if Challenge::of(rules, state).standing > 0 => {
            Some(fact("table-event-limit", 5).numbers([("n", n.into())]))
        }
        (Effect::ForceFold {} | Effect::SkipTurn {}, Target::Seat(other)) if state.stands(other) => {
            let kind =
                if effect == (Effect::SkipTurn {}) { "table-event-skips" } else { "table-event-folds" };
            let points = rules.points_shown(state, other) as i32;
            Some(fact(kind, 10).numbers([("points", points)]).of_seat(other))
        }
        (Effect::Double {}, Target::Own(Pick::Card(card))) => {
            let laid = face_up(state, state.asked, card).filter(|laid| !laid.doubled)?;
            adding(rules, state, "table-event-doubles", bet(rules, state, laid))
        }
        (Effect::DiscardAction {}, Target::Laid(other, Pick::Card(card))) => {
            taking(rules, state, other, bet(rules, state, face_up(state, other, card)?))
        }
        (Effect::DestroyBuilding {}, Target::Building(other, card)) => match rules.deck().card(card).effect {
            Some(Effect::ColourBonus { colour, n }) if colour == state.colour() => {
                taking(rules, state, other, n.into())
            }
            _ => None,
        },
        (Effect::CancelChallenge {}, _) => {
            let challenge = Challenge::of(rules, state);
            let speaks = if challenge.own > challenge.others { -5 } else { 5 };
            Some(fact("table-event-cancels", speaks).numbers(challenge.numbers()))
        }
        (Effect::DiscardHand { n }, Target::Seat(other)) => {
            let cards = state.hand(other).len() as i32;
            let numbers = [("cards", cards), ("n", cards.min(n.into()))];
            Some(fact("table-event-discards", 5).numbers(numbers).of_seat(other))
        }
        (Effect::StealCard {} | Effect::PeekHand {}, Target::Seat(other)) => {
            let kind =
                if effect == (Effect::PeekHand {}) { "table-event-sees" } else { "table-event-steals" };
            let cards = state.hand(other).len() as i32;
            Some(fact(kind, 5).numbers([("cards", cards)]).of_seat(other))
        }
        _ => None,
    }
}

/// That an event does nothing because of who no longer stands: all others, or the one at whom it aims.
fn idle(
    rules: &Parbourg,
    state: &State,
    effect: Effect,
    target: Target,
    [nobody, lies]: [&'static str; 2],
) -> Option<TableFact> {
    let [topic, ..] = about(rules, state);
    match (effect, target) {
        (Effect::LimitActions { .. }, _) if Challenge::of(rules, state).standing == 0 => {
            Some(TableFact::new(nobody, topic, IDLE))
        }
        (Effect::ForceFold {}, Target::Seat(other)) if !state.stands(other) => {
            Some(TableFact::new(lies, topic, IDLE).of_seat(other))
        }
        _ => None,
    }
}

/// A card before `seat` that everybody sees.
fn face_up(state: &State, seat: Seat, card: Card) -> Option<&LaidCard> {
    state.row(seat).find(|laid| laid.card == card && !laid.hidden)
}

/// What a laid card counts in the challenge.
fn bet(rules: &Parbourg, state: &State, laid: &LaidCard) -> i32 {
    let bet = i32::from(rules.deck().card(laid.card).bets[state.colour().index()]);
    if laid.doubled { 2 * bet } else { bet }
}

/// The fact that a move takes so many of the points that another seat shows.
fn taking(rules: &Parbourg, state: &State, other: Seat, less: i32) -> Option<TableFact> {
    let [topic, ..] = about(rules, state);
    let points = rules.points_shown(state, other) as i32;
    let numbers = [("points", points), ("less", less)];
    (less > 0).then(|| TableFact::new("table-event-removes", topic, 5 + less).numbers(numbers).of_seat(other))
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
    // The last one who stands and leads wins by lying down.
    let gives_up = challenge.own > challenge.others && challenge.standing > 0;
    let kind = if gives_up { "table-fold-ahead" } else { "table-fold" };
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
mod tests;

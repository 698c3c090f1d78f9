//! What a seat can see of its tokens and tricks in Les 7 Blasons.

use tapis_games::game::{Game, Published, Turn};
use tapis_games::seat::Seat;
use tapis_games::sept_blasons::{Character, Family, Move, Phase, Pick, Place, SeptBlasons, State};

use crate::heuristics::{TableFact, Topic};

const PRODUCT: &str = "product";
const TRICK: &str = "trick_won";

pub(super) fn facts(rules: &SeptBlasons, state: &State, mv: Option<Move>) -> Vec<TableFact> {
    let Turn::Player(seat) = rules.turn(state) else { return Vec::new() };
    match mv {
        None => Family::ALL.into_iter().filter_map(|family| standing(rules, state, seat, family)).collect(),
        Some(Move::Play(character, _)) if state.phase == Phase::Play => {
            let of_hand = of_hand(rules, state, seat, character);
            laying(rules, state, seat, character).into_iter().chain(of_hand).collect()
        }
        Some(Move::Draw(Pick::Token(id))) => drawing(rules, state, seat, id).into_iter().collect(),
        Some(Move::Remove(id)) => removing(rules, state, seat, id).into_iter().collect(),
        Some(_) => Vec::new(),
    }
}

/// The factors of a family for a seat: its tokens that lie face up, and the values of its cards that the seat has won.
fn factors(rules: &SeptBlasons, state: &State, seat: Seat, family: Family) -> (i32, i32) {
    let values = rules.options().deck.values.iter().enumerate();
    let mask = state.collected[seat.index()].of(family);
    let sum = values.filter(|(c, _)| mask >> c & 1 == 1).map(|(_, &value)| i32::from(value)).sum();
    (state.tokens.shown(seat)[family.index()].into(), sum)
}

/// The families that count for a seat: those in play but its own.
fn counts(rules: &SeptBlasons, state: &State, seat: Seat, family: Family) -> bool {
    state.families[..rules.seats()].contains(&family) && state.families[seat.index()] != family
}

/// How much it speaks for a move that one token more or less of a family is seen where its cards have these values: nothing times
/// more tokens is still nothing.
fn worth(values: i32) -> i32 {
    if values > 0 { 10 + values } else { -1 }
}

/// A fact about what a family is worth with so many tokens.
fn product(kind: &'static str, family: Family, (tokens, values): (i32, i32), speaks: i32) -> TableFact {
    let numbers = [("tokens", tokens), ("values", values), ("points", tokens * values)];
    TableFact::new(kind, Topic::named(PRODUCT, family.name()), speaks).numbers(numbers)
}

fn standing(rules: &SeptBlasons, state: &State, seat: Seat, family: Family) -> Option<TableFact> {
    let fact = || product("table-product", family, factors(rules, state, seat, family), 0);
    counts(rules, state, seat, family).then(fact)
}

/// A token that lies open, before the seat.
fn drawing(rules: &SeptBlasons, state: &State, seat: Seat, id: u8) -> Option<TableFact> {
    let family = state.tokens.get(id).filter(|token| token.up)?.family?;
    let (tokens, values) = factors(rules, state, seat, family);
    let fact = || product("table-token", family, (tokens + 1, values), worth(values));
    counts(rules, state, seat, family).then(fact)
}

/// A token that lies open, away from another seat.
fn removing(rules: &SeptBlasons, state: &State, seat: Seat, id: u8) -> Option<TableFact> {
    let token = state.tokens.get(id).filter(|token| token.up)?;
    let (Place::Area(owner), Some(family)) = (token.place, token.family) else { return None };
    let factors = factors(rules, state, owner, family);
    let fact = || product("table-token-removed", family, factors, worth(factors.1)).of_seat(owner);
    (owner != seat && counts(rules, state, owner, family)).then(fact)
}

/// That a card is the lowest of the hand. That it is the highest is no reason to play it.
fn of_hand(rules: &SeptBlasons, state: &State, seat: Seat, character: Character) -> Option<TableFact> {
    let value = printed(rules, character);
    let others = held(state, seat).filter(|of| ![character, Character::MALANDRIN].contains(of));
    let is_lowest = character != Character::MALANDRIN && others.clone().all(|of| printed(rules, of) >= value);
    let higher = others.clone().filter(|of| printed(rules, *of) > value).count() as i32;
    let fact = || TableFact::new("table-card-lowest_held", Topic::of("hand"), 1).numbers([("n", higher)]);
    (is_lowest && higher > 0).then(fact)
}

fn held(state: &State, seat: Seat) -> impl Iterator<Item = Character> + Clone {
    let hand = state.hands[seat.index()];
    (0..8).filter(move |c| hand >> c & 1 == 1).map(Character)
}

fn printed(rules: &SeptBlasons, Character(c): Character) -> i32 {
    rules.options().deck.values.get(usize::from(c)).map_or(0, |&value| value.into())
}

/// A card against those that lie, and those that may follow: hands lie open.
fn laying(rules: &SeptBlasons, state: &State, seat: Seat, character: Character) -> Option<TableFact> {
    if character == Character::MALANDRIN {
        return None;
    }
    let value = printed(rules, character);
    let laid = state.trick.laid();
    let other = laid.iter().map(|laid| laid.character).filter(|of| *of != Character::MALANDRIN);
    let best = other.map(|of| printed(rules, of)).max();
    let fact = |kind| TableFact::new(kind, Topic::of(TRICK), 0).numbers([("value", value)]);
    if let Some(best) = best.filter(|&best| best >= value) {
        let kind = if best == value { "table-card-equal" } else { "table-card-lower" };
        return Some(fact(kind).numbers([("best", best)]));
    }
    let to_come = (1..rules.seats()).map(|step| Seat(((seat.index() + step) % rules.seats()) as u8));
    let to_come = to_come.take(rules.seats() - 1 - laid.len());
    let holds = |seat: &Seat| held(state, *seat).any(|of| printed(rules, of) >= value);
    let (all, n) = (to_come.clone().count() as i32, to_come.filter(holds).count() as i32);
    let kind = match (all, n) {
        (0, _) => "table-card-highest",
        (_, 0) => "table-card-unmatched",
        (all, n) if n == all => "table-card-matched_by_all",
        _ => "table-card-matched",
    };
    Some(fact(kind).numbers([("n", n), ("all", all)]))
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::rngs::ChaCha8Rng;
    use tapis_games::sept_blasons::Options;

    use super::*;

    /// A token that makes a product of nothing is no reason to take it, and none to take it from somebody.
    #[test]
    fn a_token_that_is_worth_nothing_is_no_reason() {
        let rules = SeptBlasons::new(Options::default()).expect("legal options");
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let mut told = [0_u32; 2];
        for _ in 0..40 {
            let mut state = rules.start();
            while rules.turn(&state) != Turn::Over {
                if rules.turn(&state) == Turn::Chance {
                    let outcome = rules.sample_chance(&state, &mut rng);
                    rules.resolve(&mut state, &outcome).expect("a drawn outcome");
                    continue;
                }
                for mv in rules.legal_moves(&state) {
                    let found = facts(&rules, &state, Some(mv));
                    for fact in found.iter().filter(|fact| fact.kind.starts_with("table-token")) {
                        let values =
                            fact.numbers.iter().find(|(name, _)| *name == "values").expect("values").1;
                        assert_eq!(fact.speaks > 0, values > 0, "{mv:?}: {fact:?}");
                        told[usize::from(values > 0)] += 1;
                    }
                }
                let mv = rules.random_move(&state, &mut rng).expect("a move");
                rules.play(&mut state, mv).expect("a legal move");
            }
        }
        assert!(told.iter().all(|&n| n > 0), "{told:?}");
    }
}

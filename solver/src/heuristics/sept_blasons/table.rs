//! What a seat can see of its tokens and tricks in Les 7 Blasons.

use tapis_games::game::{Game, Published};
use tapis_games::seat::Seat;
use tapis_games::sept_blasons::{Character, Family, Move, Phase, Pick, Place, SeptBlasons, State};

use crate::heuristics::{TableFact, Topic};

const PRODUCT: &str = "product";
const TRICK: &str = "trick_won";

pub(super) fn facts(rules: &SeptBlasons, state: &State, mv: Option<Move>) -> Vec<TableFact> {
    let tapis_games::game::Turn::Player(seat) = rules.turn(state) else { return Vec::new() };
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

fn standing(rules: &SeptBlasons, state: &State, seat: Seat, family: Family) -> Option<TableFact> {
    let (tokens, values) = factors(rules, state, seat, family);
    let numbers = [("tokens", tokens), ("values", values), ("points", tokens * values)];
    let about = Topic::named(PRODUCT, family.name());
    counts(rules, state, seat, family).then(|| TableFact::new("table-product", about, 0).numbers(numbers))
}

/// A token that lies open, before the seat.
fn drawing(rules: &SeptBlasons, state: &State, seat: Seat, id: u8) -> Option<TableFact> {
    let family = state.tokens.get(id).filter(|token| token.up)?.family?;
    let (tokens, values) = factors(rules, state, seat, family);
    if !counts(rules, state, seat, family) {
        return None;
    }
    let numbers = [("tokens", tokens + 1), ("values", values), ("points", (tokens + 1) * values)];
    Some(TableFact::new("table-token", Topic::named(PRODUCT, family.name()), worth(values)).numbers(numbers))
}

/// A token that lies open, away from another seat.
fn removing(rules: &SeptBlasons, state: &State, seat: Seat, id: u8) -> Option<TableFact> {
    let token = state.tokens.get(id).filter(|token| token.up)?;
    let (Place::Area(owner), Some(family)) = (token.place, token.family) else { return None };
    if owner == seat || !counts(rules, state, owner, family) {
        return None;
    }
    let (tokens, values) = factors(rules, state, owner, family);
    let numbers = [("tokens", tokens), ("values", values), ("points", tokens * values)];
    let fact = TableFact::new("table-token-removed", Topic::named(PRODUCT, family.name()), worth(values));
    Some(fact.numbers(numbers).of_seat(owner))
}

/// That a card is the lowest of the hand. That it is the highest is no reason to play it.
fn of_hand(rules: &SeptBlasons, state: &State, seat: Seat, character: Character) -> Option<TableFact> {
    let deck = &rules.options().deck.values;
    let held = (0..8)
        .filter(|c| state.hands[seat.index()] >> c & 1 == 1 && *c != usize::from(Character::MALANDRIN.0));
    let printed = |c: usize| deck.get(c).map_or(0, |&value| i32::from(value));
    let value = printed(usize::from(character.0));
    let others = || held.clone().filter(|c| *c != usize::from(character.0)).map(printed);
    let (higher, lower) = (others().filter(|v| *v > value).count(), others().filter(|v| *v < value).count());
    let is_lowest = character != Character::MALANDRIN && higher > 0 && lower == 0;
    let fact =
        || TableFact::new("table-card-lowest_held", Topic::of("hand"), 1).numbers([("n", higher as i32)]);
    is_lowest.then(fact)
}

/// A card against those that lie, and those that may follow: hands lie open.
fn laying(rules: &SeptBlasons, state: &State, seat: Seat, character: Character) -> Option<TableFact> {
    let deck = &rules.options().deck.values;
    let printed = |character: usize| deck.get(character).map_or(0, |&value| i32::from(value));
    if character == Character::MALANDRIN {
        return None;
    }
    let value = printed(usize::from(character.0));
    let laid = state.trick.laid();
    let other = |laid: &&tapis_games::sept_blasons::LaidCard| laid.character != Character::MALANDRIN;
    let best = laid.iter().filter(other).map(|laid| printed(usize::from(laid.character.0))).max();
    let about = Topic::of(TRICK);
    if let Some(best) = best.filter(|&best| best >= value) {
        let kind = if best == value { "table-card-equal" } else { "table-card-lower" };
        return Some(TableFact::new(kind, about, 0).numbers([("value", value), ("best", best)]));
    }
    let to_come = (1..rules.seats()).map(|step| Seat(((seat.index() + step) % rules.seats()) as u8));
    let to_come = to_come.take(rules.seats() - 1 - laid.len());
    let holds = |seat: &Seat| (0..8).any(|c| state.hands[seat.index()] >> c & 1 == 1 && printed(c) >= value);
    let (all, n) = (to_come.clone().count() as i32, to_come.filter(holds).count() as i32);
    let kind = match (all, n) {
        (0, _) => "table-card-highest",
        (_, 0) => "table-card-unmatched",
        (all, n) if n == all => "table-card-matched_by_all",
        _ => "table-card-matched",
    };
    Some(TableFact::new(kind, about, 0).numbers([("value", value), ("n", n), ("all", all)]))
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::rngs::ChaCha8Rng;
    use tapis_games::game::Turn;
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

//! Moves that are sets: what the description of a decision tells is enough to write every one of them.

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use serde_json::{Value, json};
use tapis_games::erased::{AnyGame, AnyTable, Factory, LegalMove};
use tapis_games::game::Turn;
use tapis_games::random::{Seed, below};
use tapis_games::seat::Seat;
use tapis_games::sept_blasons::SeptBlasons;

/// Sets composed at each decision.
const SETS: usize = 4;

/// A set of candidates of the mover and one other owner, written as the contract says: the kind, and each candidate after a
/// space.
fn compose(of: &Value, mover: Seat, rng: &mut ChaCha8Rng) -> String {
    let choose = &of["choose"];
    let owners = choose["by_owner"].as_array().expect("owners");
    let other = below(rng, owners.len() as u32) as usize;
    let own = |owner: &Value| owner["owner"] == mover.0;
    let chosen = owners.iter().enumerate().filter(|(at, owner)| own(owner) || *at == other);
    let all = chosen.flat_map(|(_, owner)| owner["candidates"].as_array().expect("candidates"));
    let mut candidates: Vec<&str> = all.filter_map(Value::as_str).collect();
    let most = candidates.len().min(choose["max"].as_u64().expect("a number") as usize);
    let size = 1 + below(rng, most as u32) as usize;
    while candidates.len() > size {
        candidates.remove(below(rng, candidates.len() as u32) as usize);
    }
    let order = choose["candidates"].as_array().expect("candidates");
    candidates.sort_by_key(|candidate| order.iter().position(|one| one == candidate));
    format!("{} {}", of["kind"].as_str().expect("a kind"), candidates.join(" "))
}

/// Plays any move, sets as often as other moves; answers how many sets were accepted.
fn ply(table: &mut dyn AnyTable, seat: Seat, rng: &mut ChaCha8Rng) -> usize {
    let moves = table.legal_moves();
    let (sets, listed): (Vec<&LegalMove>, Vec<&LegalMove>) =
        moves.iter().partition(|mv| mv.notation.is_empty());
    let mut accepted = 0;
    let mut played =
        listed.get(below(rng, listed.len().max(1) as u32) as usize).map(|mv| mv.notation.clone());
    for set in sets {
        for _ in 0..SETS {
            let notation = compose(&set.parts, seat, rng);
            let tried = table.fork().play(seat, &notation, rng).map(|ply| ply.stored.notation.clone());
            let stored = tried.unwrap_or_else(|error| panic!("{notation} of {}: {error}", set.parts));
            // It is stored in the one form a notation has, which is read again.
            table.fork().play(seat, &stored.expect("a notation"), rng).expect("its own notation");
            accepted += 1;
            played = Some(notation);
        }
    }
    table.play(seat, &played.expect("a move"), rng).expect("a legal move");
    accepted
}

#[test]
fn every_set_composed_of_its_description_is_accepted() {
    let mut rng = ChaCha8Rng::seed_from_u64(11);
    let mut accepted = [0; 2];
    for players in 3..=7 {
        for variants in
            [json!(["consultent"]), json!(["curieux"]), json!(["consultent", "curieux", "religieux"])]
        {
            let options = json!({"players": players, "variants": variants}).to_string();
            let rules = Factory::<SeptBlasons>::NEW.ruleset(&options).expect("options");
            let mut table = rules.deal(&Seed([players; 32]));
            while let Turn::Player(seat) = table.turn() {
                let kind =
                    table.legal_moves().iter().any(|mv| mv.parts["kind"] == "peek" && mv.notation.is_empty());
                accepted[usize::from(kind)] += ply(table.as_mut(), seat, &mut rng);
            }
        }
    }
    assert!(accepted.iter().all(|&sets| sets >= 100), "looks and peeks: {accepted:?}");
}

//! Les 7 Blasons.

use serde_json::Value;
use tapis_games::random::Seed;
use tapis_recount::fair_deal::Stream;
use tapis_recount::sept_blasons::random;
use tapis_recount::sept_blasons::state::FAMILIES;

use super::course::{agree, games, play_out, replay, seed_of};
use tapis_solver::registry::Registry;

#[test]
fn random_games_of_every_player_count_and_variant_agree() {
    for n in 0..games() {
        let mut random = Stream::new(&seed_of(n), 99);
        let options = random::table(3 + n as usize % 5, n as usize % 16, &mut random);
        agree(n, &options, &replay("sept-blasons", &options, seed_of(n), &mut random));
    }
}

/// The points of a seat in the round that has ended: plain arithmetic on the cards and tokens before it.
fn points(end: &Value, values: &[i64], seat: usize) -> i64 {
    let of = |family: &str| {
        let up = |token: &&Value| token["up"] == true && token["seat"] == seat && token["family"] == family;
        let tokens = end["tokens"].as_array().unwrap().iter().filter(up).count() as i64;
        let number = FAMILIES.iter().position(|name| *name == family).unwrap();
        let cards = end["collected"][seat][number].as_array().unwrap();
        tokens * cards.iter().map(|card| values[card.as_u64().unwrap() as usize]).sum::<i64>()
    };
    FAMILIES.into_iter().filter(|family| end["families"][seat] != *family).map(of).max().unwrap()
}

#[test]
fn the_totals_follow_from_the_collected_cards_and_the_tokens() {
    for n in 0..20 {
        let mut random = Stream::new(&seed_of(n), 98);
        let options = random::table(3 + n as usize % 5, n as usize % 16, &mut random);
        let ruleset =
            Registry::standard().game("sept-blasons").unwrap().ruleset(&options.to_string()).unwrap();
        let values = ruleset.ruleset().options["deck"]["values"].clone();
        let values: Vec<i64> = serde_json::from_value(values).unwrap();
        let (table, before) = play_out(ruleset.as_ref(), &Seed(seed_of(n)), &mut random);
        let end = table.document();
        for seat in 0..ruleset.seats() {
            let total = before["totals"][seat].as_i64().unwrap() + points(&end, &values, seat);
            assert_eq!(end["totals"][seat], total, "game {n}, {options}, seat {seat}");
        }
    }
}

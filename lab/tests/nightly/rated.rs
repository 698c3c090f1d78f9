//! Ratings of players, from games of real bots: the bots come out in their order. Where they were measured to be is printed beside.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

use std::collections::BTreeMap;

use tapis_common::sources::Sources;
use tapis_db::model::SimulatedGame;
use tapis_db::rating::{RatedSeat, Rating, rate};
use tapis_lab::{Simulation, seed_of};
use tapis_solver::bots::{Bot, BotRatings};
use tapis_solver::control::Control;
use tapis_solver::registry::Registry;

/// Deals of each line-up, each played in every seating: `TAPIS_RATED_DEALS` says how many.
const DEALS: u64 = 4;
/// What nobody knows the strength of, and the level that they meet.
const BOTS: [&str; 3] = ["random", "novice", "greedy"];

/// Games of all three bots at a table, or of each two of them at a table of two; `greedy` has the other seats.
fn games(known: &Registry, game: &str) -> Vec<SimulatedGame> {
    let ruleset = known.game(game).unwrap().ruleset("{}").unwrap();
    let seats = ruleset.seats();
    let line_ups = if seats == 2 { 3 } else { 1 };
    let deals = std::env::var("TAPIS_RATED_DEALS").map_or(DEALS, |text| text.parse().unwrap());
    let clock = Sources::system(known.clone()).clock;
    let play = |first: usize| {
        let bot = |seat: usize| if seat < 3 { BOTS[(first + seat) % 3] } else { "greedy" };
        let line_up: Vec<Bot> = (0..seats).map(|seat| bot(seat).parse().unwrap()).collect();
        let simulation = Simulation::new(known, ruleset.clone(), &line_up, seed_of("rated")).unwrap();
        simulation.play_deals(0..deals, &*clock, &Control::default()).unwrap()
    };
    (0..line_ups).flat_map(play).collect()
}

/// The ratings of bots that nobody knew before, in games against `greedy`.
fn rated(games: &[SimulatedGame]) -> BTreeMap<&'static str, Rating> {
    let mut ratings: BTreeMap<&str, Rating> = BOTS.map(|bot| (bot, Rating::NEW)).into();
    ratings.insert("greedy", Rating::measured(0.0, 0.0));
    for game in games {
        let name = |seat: usize| *BOTS.iter().find(|bot| game.result.seats[seat].player() == **bot).unwrap();
        let seat = |at: usize| RatedSeat {
            rating: ratings[name(at)],
            rank: game.result.seats[at].rank,
            is_bot: name(at) == "greedy",
        };
        let table: Vec<RatedSeat> = (0..game.result.seats.len()).map(seat).collect();
        for (at, rating) in rate(&table).into_iter().enumerate() {
            ratings.insert(name(at), rating);
        }
    }
    ratings
}

#[test]
fn bots_are_rated_in_their_order() {
    let known = Registry::standard();
    for game in known.games() {
        let hash = game.ruleset("{}").unwrap().ruleset().hash.clone();
        let measured = BotRatings::of(&hash).unwrap().ratings;
        let games = games(&known, game.id());
        let ratings = rated(&games);
        for bot in ["random", "novice"] {
            let known = measured.iter().find(|rating| rating.bot == bot).unwrap();
            let (low, high) = (known.low.unwrap(), known.high.unwrap());
            let (found, known) = (ratings[bot], Rating::measured(known.elo, (high - low) / 2.0));
            println!("{} {bot}: {:?}, {:?} measured", game.id(), found.interval(), known.interval());
        }
        assert!(ratings["random"].mean < ratings["novice"].mean, "{}: {ratings:?}", game.id());
        assert!(ratings["random"].mean < 0.0, "{}: {ratings:?}", game.id());
    }
}

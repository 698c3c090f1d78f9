//! The comparison, and proof that it finds what it looks for.

use std::collections::BTreeSet;

use futures_util::future::join_all;
use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};
use serde_json::{Value, json};
use tapis_games::erased::StoredPly;
use tapis_games::log::ObservationLog;
use tapis_games::seat::{Seat, Viewer};
use tapis_recount::fair_deal::Stream;
use tapis_recount::random;

use crate::two_worlds::dealer::Leak;
use crate::two_worlds::ears::Ears;
use crate::two_worlds::game::{Game, Played, player};
use crate::two_worlds::probes::{CLOCK_S, ask_everything};
use crate::two_worlds::world::World;
use tapis_solver::registry::Registry;

/// How much is compared.
#[derive(Clone, Copy)]
struct Size {
    /// Pairs of deals, at least.
    pairs: usize,
    /// Other deals served for each one, at once.
    others: usize,
    /// Games compared at once.
    lanes: usize,
}

impl Size {
    /// `TAPIS_TWO_WORLDS` pairs; without it one pair of each game.
    fn of(game: &str) -> Self {
        let Ok(pairs) = std::env::var("TAPIS_TWO_WORLDS") else {
            return Self { pairs: 1, others: 1, lanes: 1 };
        };
        let pairs: usize = pairs.parse().unwrap();
        // Richelieu has the most to hide; the others share its code from the table upwards.
        let pairs = match game {
            "richelieu" => pairs,
            "parbourg" => pairs / 24, // its games are long
            _ => pairs / 5,
        };
        // So that every processor has something to do.
        Self { pairs: pairs.max(1), others: 4, lanes: 4 }
    }
}

/// Compares pairs of deals of `game`; answers how many, or a difference.
async fn compare(game: &'static str, leak: Option<Leak>, size: Size, seed: u64) -> Result<usize, String> {
    let of_lane = Size { pairs: size.pairs.div_ceil(size.lanes), ..size };
    let lane = |number: usize| compare_in_lane(game, leak, of_lane, seed + number as u64);
    let lanes: Vec<_> = (0..size.lanes).map(|number| tokio::spawn(lane(number))).collect();
    let mut compared = 0;
    for lane in lanes {
        compared += lane.await.unwrap()?;
    }
    Ok(compared)
}

async fn compare_in_lane(
    game: &'static str,
    leak: Option<Leak>,
    Size { pairs, others, .. }: Size,
    seed: u64,
) -> Result<usize, String> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let worlds = || (World::start(leak), (0..others).map(|_| World::start(leak)).collect::<Vec<_>>());
    let (mut first, mut others) = worlds();
    let mut compared = 0;
    let mut number = 0;
    while compared < pairs {
        number += 1;
        let Some(course) = Course::play(game, &first, number, &mut rng).await else {
            // The game that ended is in the first world only, and lists show it.
            (first, others) = worlds();
            continue;
        };
        let mut replays = Vec::new();
        for other in &others {
            let (history, deals_differ) = course.alike(&mut rng)?;
            compared += usize::from(deals_differ);
            replays.push(course.replay(other, number, history));
        }
        for heard in join_all(replays).await {
            course.compare(&heard).map_err(|text| format!("{game} number {number}, seed {seed}: {text}"))?;
        }
    }
    Ok(compared)
}

/// A game played once, and what one viewer heard of it.
struct Course {
    body: Value,
    /// Seats that pass by themselves, the viewer not among them.
    spared: Vec<usize>,
    moves: Vec<Played>,
    viewer: Viewer,
    log: ObservationLog,
    set_up: StoredPly,
    heard: Vec<String>,
}

impl Course {
    /// Plays some random moves of a new game in `world`, then lets a random viewer ask everything; `None` when the
    /// game ended, after which nothing is hidden.
    async fn play(game: &str, world: &World, number: u64, rng: &mut ChaCha8Rng) -> Option<Self> {
        let (body, players) = creation(game, number, rng);
        world.prepare(number, None);
        let viewer = match rng.next_u32() as usize % (players + 1) {
            seat if seat < players => Viewer::Seat(Seat(seat as u8)),
            _ => Viewer::Spectator,
        };
        let mut ears = Ears::default();
        let others = (0..players).filter(|seat| number % 2 == 1 && viewer != Viewer::Seat(Seat(*seat as u8)));
        let spared: Vec<usize> = others.step_by(2).collect();
        let mut game = Game::create(world, number, &body, &spared, &mut ears).await;
        let mut moves = game.settle(world).await;
        // Every fourth game is looked at late, when endings are solved exactly.
        let (fewest, spread) = if number % 4 == 3 { (50, 30) } else { (6, 40) };
        let mut enough = fewest + rng.next_u32() as usize % spread;
        // In Les 7 Blasons nobody knows anything alone before somebody has peeked, from the second round on.
        let mut peek_awaited = body["options"]["variants"]
            .as_array()
            .is_some_and(|variants| number.is_multiple_of(2) && variants.contains(&json!("curieux")));
        loop {
            let (seat, legal) = game.turn(world).await?;
            // The questions are asked while nothing can come by itself, in any world.
            if moves.len() >= enough && !peek_awaited && !spared.contains(&seat) {
                break;
            }
            let played = Played { seat, notation: choose(&legal, rng) };
            if peek_awaited && played.notation.starts_with("peek") {
                peek_awaited = false;
                enough = moves.len() + rng.next_u32() as usize % spread;
            }
            game.play(world, &played, viewer, &mut ears).await;
            moves.push(played);
            moves.extend(game.settle(world).await);
        }
        let request = game.call(world, reqwest::Method::GET, "/moves?include=ruleset", viewer);
        let log: Value = request.send().await.unwrap().json().await.unwrap();
        let log = observation(&log);
        let log: ObservationLog = serde_json::from_value(log).unwrap();
        ask_everything(world, &game, viewer, &mut ears).await;
        Some(Self { body, spared, moves, viewer, log, set_up: world.last_set_up(), heard: ears.heard })
    }

    /// A history that would have looked the same to the viewer, and whether its deal is another one.
    ///
    /// # Errors
    /// The viewer was told what the rules do not tell it.
    fn alike(&self, rng: &mut ChaCha8Rng) -> Result<(Vec<StoredPly>, bool), String> {
        let rules = Registry::standard().game(&self.log.ruleset.game).unwrap();
        let options = self.log.ruleset.options.as_ref().unwrap();
        let rules = rules.ruleset(&options.to_string()).unwrap();
        let history = rules.sample_history(&self.log, rng).map_err(|refusal| refusal.to_string())?;
        let notations = history.iter().filter_map(|ply| ply.notation.as_deref());
        assert!(
            notations.eq(self.moves.iter().map(|played| played.notation.as_str())),
            "the log is replayed"
        );
        let differs = history[0] != self.set_up;
        Ok((history, differs))
    }

    /// The same moves and questions in another world.
    async fn replay(&self, world: &World, number: u64, history: Vec<StoredPly>) -> Vec<String> {
        world.prepare(number, Some(history));
        let mut ears = Ears::default();
        let mut game = Game::create(world, number, &self.body, &self.spared, &mut ears).await;
        let mut itself = game.settle(world).await;
        for played in &self.moves {
            // What comes by itself in one world may be played by hand in another.
            if itself.is_empty() {
                game.play(world, played, self.viewer, &mut ears).await;
                itself = game.settle(world).await;
            } else {
                assert_eq!(itself.remove(0), *played);
            }
        }
        ask_everything(world, &game, self.viewer, &mut ears).await;
        ears.heard
    }

    /// Equal byte for byte, or where not.
    fn compare(&self, heard: &[String]) -> Result<(), String> {
        assert_eq!(self.heard.len(), heard.len(), "the same questions were asked");
        let different = self.heard.iter().zip(heard).find(|(here, there)| here != there);
        match different {
            None => Ok(()),
            Some((here, there)) => Err(format!("{:?} is told\n{here}\nor\n{there}", self.viewer)),
        }
    }
}

/// A legal move of any kind: the kinds are equally likely, so that moves of which there are few, as those that tell their mover
/// alone something, are played in every game.
pub fn choose(legal: &[String], rng: &mut ChaCha8Rng) -> String {
    let kind = |notation: &str| notation.split(' ').next().unwrap_or_default().to_owned();
    let kinds: Vec<_> =
        legal.iter().map(|notation| kind(notation)).collect::<BTreeSet<_>>().into_iter().collect();
    let wanted = &kinds[rng.next_u32() as usize % kinds.len()];
    let of_kind: Vec<_> = legal.iter().filter(|notation| kind(notation) == *wanted).collect();
    of_kind[rng.next_u32() as usize % of_kind.len()].clone()
}

/// The body that creates game `number`, every seat the creator's, and how many seats there are.
fn creation(game: &str, number: u64, rng: &mut ChaCha8Rng) -> (Value, usize) {
    let mut seed = [0; 32];
    rng.fill_bytes(&mut seed);
    let mut random = Stream::new(&seed, number);
    let options = match game {
        "richelieu" => richelieu(number, &mut random),
        _ => random::options(game, &mut random),
    };
    let players = options["players"].as_u64().unwrap() as usize;
    let seats: Vec<_> = (0..players).map(|seat| json!({"kind": "mine", "player": player(seat)})).collect();
    let mut body = json!({"game": game, "options": options, "seats": seats, "hints": "free", "visibility": "public", "auto_pass": "off"});
    // Where more play, bots play on, and lists show how far they are at the moment.
    if players == 2 && !number.is_multiple_of(3) {
        body["clock"] = json!({"bank_s": CLOCK_S, "increment_s": 5, "on_timeout": "forfeit"});
    }
    (body, players)
}

/// Random options; every second game hides all that the rules hide.
fn richelieu(number: u64, random: &mut Stream) -> Value {
    let mut options = random::options("richelieu", random);
    if number.is_multiple_of(2) {
        options["open_discs"] = json!(false);
        options["taken_discs"] = json!("private");
    }
    options
}

/// The part of `GET …/moves` that is the observation log.
pub fn observation(log: &Value) -> Value {
    let mut observation = json!({"ruleset": log["ruleset"], "plies": log["plies"]});
    if let Some(seat) = log.get("seat") {
        observation["seat"] = seat.clone();
    }
    observation
}

/// Look-alike deals of a game are served byte for byte alike.
async fn alike(game: &'static str) {
    let seed = std::env::var("TAPIS_TEST_SEED").map_or(0x2_5eed, |text| text.parse().unwrap());
    let size = Size::of(game);
    match compare(game, None, size, seed).await {
        Ok(compared) => assert!(compared >= size.pairs),
        Err(difference) => panic!("{difference}"),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn look_alike_deals_of_richelieu_are_served_byte_for_byte_alike() {
    alike("richelieu").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn look_alike_deals_of_les_7_blasons_are_served_byte_for_byte_alike() {
    alike("sept-blasons").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn look_alike_deals_of_le_malin_are_served_byte_for_byte_alike() {
    alike("malin").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn look_alike_deals_of_parbourg_are_served_byte_for_byte_alike() {
    alike("parbourg").await;
}

#[test]
fn every_game_has_look_alike_deals() {
    let games: Vec<_> = Registry::standard().games().map(|game| game.id().to_owned()).collect();
    assert_eq!(games, ["richelieu", "sept-blasons", "malin", "parbourg"]);
}

/// In deals of chance some take many pairs; these are found in the first ones.
async fn missing(leak: Leak) {
    let pairs = std::env::var("TAPIS_REDACTION_PAIRS").map_or(2, |text| text.parse().unwrap());
    let found = compare("richelieu", Some(leak), Size { pairs, others: 1, lanes: 1 }, 1).await;
    assert!(found.is_err(), "{leak:?} is not noticed in {pairs} pairs");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_missing_redaction_of_layouts_is_found() {
    missing(Leak::Layout).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_missing_redaction_of_scores_is_found() {
    missing(Leak::Scores).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_missing_redaction_of_plies_is_found() {
    missing(Leak::Plies).await;
}

//! Many games at once, and five times as many clients as keep the service busy: everybody's moves are played.

use std::time::{Duration, Instant};

use futures_util::future::join_all;

use crate::binary::Binary;
use crate::knobs::{random, size};
use crate::player::Player;
use crate::table::client;

/// Moves of each client.
const MOVES: usize = 5;
/// How many clients are taken for busy ones: at night so many that they keep two processors busy.
const BUSY: usize = 2;

/// What clients at once saw.
struct Crowd {
    players: Vec<Player>,
    /// How long each move took, with the looks before it, ascending.
    times: Vec<Duration>,
    elapsed: Duration,
}

impl Crowd {
    /// So many clients at tables of their own, each playing its moves.
    async fn play(base: &str, clients: usize, name: &str) -> Self {
        let mut random = random(name);
        let mut players = Vec::new();
        for n in 0..clients {
            players.push(Player::sit_down(&client(), base, 2, &format!("{name}-{n:012}"), &mut random).await);
        }
        let began = Instant::now();
        let played =
            join_all(players.into_iter().map(|player| tokio::spawn(steps(player, base.to_owned())))).await;
        let elapsed = began.elapsed();
        let (players, times): (Vec<_>, Vec<_>) = played.into_iter().map(Result::unwrap).unzip();
        let mut times = times.concat();
        times.sort();
        Self { players, times, elapsed }
    }

    fn rate(&self) -> f64 {
        self.times.len() as f64 / self.elapsed.as_secs_f64()
    }

    fn within(&self, percent: usize) -> Duration {
        self.times[(self.times.len() - 1) * percent / 100]
    }

    async fn assert_logs(&self, base: &str) {
        for player in &self.players {
            player.assert_log(&client(), base).await;
        }
    }
}

async fn steps(mut player: Player, base: String) -> (Player, Vec<Duration>) {
    let (http, mut times) = (client(), Vec::new());
    for _ in 0..MOVES {
        let began = Instant::now();
        player.step(&http, &base).await.unwrap();
        times.push(began.elapsed());
    }
    (player, times)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_games_at_once_all_go_on() {
    let directory = tempfile::tempdir().unwrap();
    let binary = Binary::start(directory.path());
    let games = size("TAPIS_GAMES_AT_ONCE", 8);
    let crowd = Crowd::play(&binary.base, games, "many-games").await;
    println!(
        "many: {games} games at once, a look and a move p50 {:?}, p99 {:?}",
        crowd.within(50),
        crowd.within(99)
    );
    assert_eq!(crowd.times.len(), games * MOVES);
    crowd.assert_logs(&binary.base).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn five_times_the_clients_lose_nothing() {
    let directory = tempfile::tempdir().unwrap();
    let binary = Binary::start(directory.path());
    let busy = size("TAPIS_BUSY_CLIENTS", BUSY);
    let usual = Crowd::play(&binary.base, busy, "usual-load").await;
    let heavy = Crowd::play(&binary.base, 5 * busy, "heavy-load").await;
    let share = 100.0 * heavy.rate() / usual.rate();
    println!("many: {} clients play {:.0} moves/s, {share:.0} % of what {busy} do", 5 * busy, heavy.rate());
    assert_eq!(heavy.times.len(), 5 * usual.times.len());
    usual.assert_logs(&binary.base).await;
    heavy.assert_logs(&binary.base).await;
}

use tapis_games::richelieu::Richelieu;
use tapis_games::testing::connect_four::ConnectFour;

use super::*;

fn contest(a: &str, b: &str, games: u64) -> Contest {
    let bots = |names: &str| names.split(',').map(|name| name.parse().expect(name)).collect();
    Contest { a: bots(a), b: bots(b), games, seed: [9; 32] }
}

fn richelieu(players: u8) -> Richelieu {
    let options = tapis_games::richelieu::Options { players, ..Default::default() };
    Richelieu::new(options).expect("good options")
}

fn played(contest: &Contest, players: u8) -> Report {
    run(&richelieu(players), contest, &Control::default(), &|_| {}).expect("a result")
}

#[test]
fn equals_share_evenly_by_construction() {
    let report = played(&contest("random", "random", 40), 2);
    assert_eq!((report.games, report.deals), (40, 20));
    assert_eq!(report.a.won + report.b.won + report.shared, 40);
    // The same bot draws the same moves from both seats, so both games of a deal are alike.
    assert_eq!(report.a.share.mean, 0.5);
    assert_eq!(report.margin.mean, 0.0);
}

#[test]
fn the_result_does_not_depend_on_threads() {
    let contest = contest("greedy", "random", 12);
    let on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        let mut report = pool.install(|| played(&contest, 3));
        report.pace = Pace { seconds: 0.0, games_per_second: 0.0 };
        report
    };
    assert_eq!(on(1), on(4));
    assert_eq!(on(1).games, 12);
}

#[test]
fn every_line_up_visits_every_seat() {
    let contest = contest("greedy", "random", 1);
    assert_eq!(contest.games_at(4), 4);
    let table = contest.seated(4).expect("four seats");
    assert_eq!(table, [Bot::Greedy, Bot::Random, Bot::Random, Bot::Random]);
    let seats: Vec<usize> =
        (0..4).flat_map(|rotation| (0..4).filter(move |&seat| (seat + rotation) % 4 == 0)).collect();
    assert_eq!(seats, [0, 3, 2, 1]);
    assert!((0..4).all(|rotation| contest.is_first(Seat(seats[rotation] as u8), rotation, 4)));
}

#[test]
fn greedy_beats_random() {
    let report = played(&contest("greedy", "random", 40), 2);
    assert!(report.a.share.low > 0.6, "{:?}", report.a.share);
    assert!(report.margin.mean > 0.0);
    assert!((report.a.share.mean + report.b.share.mean - 1.0).abs() < 1e-9);
}

#[test]
fn progress_counts_every_game() {
    let most = AtomicU64::new(0);
    let count = |n: u64| {
        most.fetch_max(n, Relaxed);
    };
    run(&ConnectFour::default(), &contest("random", "random", 7), &Control::default(), &count)
        .expect("a result");
    assert_eq!(most.into_inner(), 8);
}

#[test]
fn what_cannot_be_played_is_said() {
    let refused =
        |contest: &Contest| run(&richelieu(2), contest, &Control::default(), &|_| {}).expect_err("refused");
    assert_eq!(refused(&contest("random", "random", 0)), ArenaError::NoGames);
    let crowd = contest("random,random", "greedy", 2);
    assert_eq!(refused(&crowd), ArenaError::TooMany { bots: 3, seats: 2 });
    let nobody = Contest { a: Vec::new(), ..crowd };
    assert_eq!(refused(&nobody), ArenaError::NoBots);
    let cancelled = Control::default();
    cancelled.cancel.cancel();
    let stopped = run(&richelieu(2), &contest("random", "random", 2), &cancelled, &|_| {});
    assert_eq!(stopped, Err(ArenaError::Cancelled));
}

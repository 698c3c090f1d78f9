use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use super::*;
use crate::repeated_tests::{agrees, of};
use crate::statistics::{discoveries, share};

/// Which seats of a game have the value that is looked at.
#[derive(Clone, Copy, Debug)]
enum Marks {
    /// Exactly one.
    One,
    /// Each by itself, with this chance.
    Each(f64),
    /// Mostly all or none: seats of a game are alike.
    Alike,
}

/// Games of some seats, of which those with the value have `odds` times the odds of winning.
struct Table {
    players: usize,
    marks: Marks,
    odds: f64,
}

impl Table {
    fn marked(&self, rng: &mut ChaCha8Rng) -> Vec<bool> {
        let (one, chance) = (rng.random_range(0..self.players), if rng.random_bool(0.5) { 0.9 } else { 0.1 });
        let seat = |seat| match self.marks {
            Marks::One => seat == one,
            Marks::Each(chance) => rng.random_bool(chance),
            Marks::Alike => rng.random_bool(chance),
        };
        (0..self.players).map(seat).collect()
    }

    /// The winner of a game; sometimes two share it.
    fn shares(&self, marked: &[bool], rng: &mut ChaCha8Rng) -> Vec<i64> {
        let weight = |seat: usize| if marked[seat] { self.odds } else { 1.0 };
        let mut toss = rng.random_range(0.0..1.0) * (0..self.players).map(weight).sum::<f64>();
        let winner = (0..self.players).find(|seat| {
            toss -= weight(*seat);
            toss < 0.0
        });
        let winner = winner.unwrap_or(0);
        let mut shares = vec![0; self.players];
        shares[winner] = 420;
        if rng.random_bool(0.1) {
            (shares[winner], shares[(winner + 1) % self.players]) = (210, 210);
        }
        shares
    }

    fn play(&self, games: usize, rng: &mut ChaCha8Rng) -> Seats {
        let none = Pair { own: Shares::default(), others: Shares::default() };
        let together = Together::default();
        let mut seats = Seats { pairs: vec![none; self.players], together, reference: Reference::Absence };
        for _ in 0..games {
            let marked = self.marked(rng);
            let shares = self.shares(&marked, rng);
            let (mut k, mut won) = (0, 0);
            for ((pair, units), marked) in seats.pairs.iter_mut().zip(shares).zip(marked) {
                let share = Shares { n: 1, units, units_squared: units * units };
                let group = if marked { &mut pair.own } else { &mut pair.others };
                *group = group.and(share);
                (k, won) = if marked { (k + 1, won + units) } else { (k, won) };
            }
            seats.together.seats_squared += k * k;
            seats.together.seats_units += k * won;
            seats.together.units_squared += won * won;
        }
        seats
    }

    /// What the difference is in truth: in very many games.
    fn truth(&self) -> f64 {
        let mut rng = ChaCha8Rng::seed_from_u64(99);
        difference(&[self.play(400_000, &mut rng)], 1).unwrap().estimate.value.unwrap()
    }
}

const TABLES: [(usize, Marks); 6] = [
    (2, Marks::One),
    (2, Marks::Each(0.4)),
    (3, Marks::Each(0.25)),
    (4, Marks::One),
    (4, Marks::Each(0.5)),
    (4, Marks::Alike),
];

/// Many times 400 games: the intervals cover what is true in 95 %, and are not wider than what was known without the
/// sums over games, narrower by far where seats are alike.
fn intervals_cover_what_they_say(wanted: impl Fn(usize) -> bool) {
    for (players, marks) in TABLES.into_iter().filter(|(players, _)| wanted(*players)) {
        let table = Table { players, marks, odds: 1.5 };
        let (truth, mut rng) = (table.truth(), ChaCha8Rng::seed_from_u64(7));
        let (mut covered, mut width, mut bound) = (0, 0.0, 0.0);
        let runs = of(2_000);
        for _ in 0..runs {
            let seats = table.play(400, &mut rng);
            let unknown = Seats { together: Together::default(), ..seats.clone() };
            let ends = |seats: Seats| {
                let found = difference(&[seats], 1).unwrap().estimate;
                (found.low.unwrap(), found.high.unwrap())
            };
            let (low, high) = ends(seats);
            covered += u64::from(low <= truth && truth <= high);
            width += high - low;
            let (low, high) = ends(unknown);
            bound += high - low;
        }
        let at =
            format!("{players} players, {marks:?}: {covered} of {runs}, {:.3} of the width", width / bound);
        println!("{at}");
        assert!(agrees(covered, runs, 0.95), "{at}");
        let narrower = match marks {
            Marks::One => 1.06,
            Marks::Each(_) => ((players as f64 - 1.0) / players as f64).sqrt() * 1.03,
            Marks::Alike => 0.6,
        };
        assert!(width < bound * narrower, "{at}");
    }
}

#[test]
fn intervals_of_differences_between_few_players_cover_what_they_say() {
    intervals_cover_what_they_say(|players| players < 4);
}

#[test]
fn intervals_of_differences_between_four_players_cover_what_they_say() {
    intervals_cover_what_they_say(|players| players == 4);
}

/// Where there is nothing, a test rejects in about 5 %: neither more nor much less.
#[test]
fn tests_reject_as_often_as_they_say_where_there_is_nothing() {
    for (players, marks) in TABLES {
        let table = Table { players, marks, odds: 1.0 };
        for games in [60, 300] {
            let mut rng = ChaCha8Rng::seed_from_u64(games as u64);
            let rejects = |_: &usize| difference(&[table.play(games, &mut rng)], 1).unwrap().p_value < 0.05;
            let runs = of(2_000);
            let rejected = (0..runs as usize).filter(rejects).count() as u64;
            let at = format!("{players} players, {marks:?}, {games} games: {rejected} of {runs}");
            println!("{at}");
            assert!(agrees(rejected, runs, 0.05), "{at}");
        }
    }
}

/// Twenty values that all mean nothing: something is believed in about 5 % of the runs, as the rate of false discoveries says.
#[test]
fn the_rate_of_false_discoveries_is_near_what_it_says() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let table = |marks| Table { players: 4, marks, odds: 1.0 };
    let runs = of(1_000);
    let found = (0..runs).filter(|_| {
        let value = |at: usize| {
            let marks = if at.is_multiple_of(2) { Marks::Each(0.3) } else { Marks::Alike };
            difference(&[table(marks).play(150, &mut rng)], 1).unwrap().p_value
        };
        let p_values: Vec<f64> = (0..20).map(value).collect();
        discoveries(&p_values).contains(&true)
    });
    let found = found.count() as u64;
    println!("{found} of {runs}");
    assert!(agrees(found, runs, 0.05), "{found} of {runs}");
}

/// All seats of nearly every game have a value together; five seats of other games had it and lost. Those five say nothing, and
/// the many, who cannot but win as often as they should, do not make it more.
#[test]
fn a_value_that_whole_tables_share_is_told_by_the_games_in_which_they_do_not() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let table = Table { players: 4, marks: Marks::One, odds: 1.0 };
    let mut seats = table.play(0, &mut rng);
    let mut add = |marked: [bool; 4], games: usize, loses: bool| {
        for at in 0..games {
            let winner = if loses { 3 } else { at % 4 };
            let (mut k, mut won) = (0, 0);
            for (seat, pair) in seats.pairs.iter_mut().enumerate() {
                let share = Shares::proportion(u64::from(seat == winner), 1);
                let group = if marked[seat] { &mut pair.own } else { &mut pair.others };
                *group = group.and(share);
                (k, won) = if marked[seat] { (k + 1, won + share.units) } else { (k, won) };
            }
            seats.together.seats_squared += k * k;
            seats.together.seats_units += k * won;
            seats.together.units_squared += won * won;
        }
    };
    add([true; 4], 40, false);
    add([true, false, false, false], 5, true);
    add([false; 4], 2_000, false);
    let found = difference(&[seats], 30).unwrap();
    assert_eq!(found.estimate.n, 165);
    assert!(
        found.p_value > 0.05 && found.estimate.low.unwrap() < 0.0 && found.estimate.high.unwrap() > 0.0,
        "{found:?}"
    );
}

#[test]
fn a_few_others_are_as_bad_as_a_few_of_its_own() {
    let few = alone(Pair { own: wins(50, 100), others: wins(5, 10) });
    assert!(difference(&[few], 30).unwrap().estimate.insufficient_data);
}

fn wins(of: u64, n: u64) -> Shares {
    Shares::proportion(of, n)
}

/// A stratum of which it is not known what its seats won together.
fn alone(pair: Pair) -> Seats {
    Seats { pairs: vec![pair], together: Together::default(), reference: Reference::Absence }
}

/// Simpson's trap: the strong have the card more often, and it does harm to strong and weak alike.
#[test]
fn the_sign_is_that_of_the_strata() {
    let strong = Pair { own: wins(720, 900), others: wins(90, 100) };
    let weak = Pair { own: wins(10, 100), others: wins(180, 900) };
    let pooled = wins(730, 1000).mean() - wins(270, 1000).mean();
    assert!(pooled > 0.4, "pooled it seems to help");
    let found = difference(&[alone(strong), alone(weak)], 30).unwrap();
    assert!((found.estimate.value.unwrap() + 0.1).abs() < 1e-12, "{found:?}");
    assert!(found.estimate.high.unwrap() < 0.0 && found.p_value < 0.05, "{found:?}");
    assert_eq!(found.strata_differ, Some(false));
}

#[test]
fn strata_that_point_both_ways_are_said_to_differ() {
    let up = Pair { own: wins(70, 100), others: wins(50, 100) };
    let down = Pair { own: wins(30, 100), others: wins(50, 100) };
    let found = difference(&[alone(up), alone(down)], 30).unwrap();
    assert!(found.estimate.value.unwrap().abs() < 1e-12 && found.p_value > 0.9, "{found:?}");
    assert_eq!(found.strata_differ, Some(true));
    assert_eq!(difference(&[alone(up)], 30).unwrap().strata_differ, None);
}

#[test]
fn a_mean_over_strata_counts_each_the_same() {
    let found = share_of_strata(&[wins(52, 100), wins(990, 1000)], 1);
    assert!((found.value.unwrap() - 0.755).abs() < 1e-12, "{found:?}");
    assert_eq!((found.n, found.method), (1100, Method::Stratified));
    assert_eq!(share_of_strata(&[wins(52, 100)], 1), share(wins(52, 100), 1));
    assert!(share_of_strata(&[], 1).insufficient_data);
    let moments = |values: &[i64]| Moments {
        n: values.len() as u64,
        sum: values.iter().sum(),
        sum_squares: values.iter().map(|value| value * value).sum(),
        min: values.iter().copied().min().unwrap_or_default(),
        max: values.iter().copied().max().unwrap_or_default(),
    };
    let (short, long) = (moments(&[10, 12]), moments(&[100; 50]));
    let both = mean_of_strata(&[short, long], 2);
    assert_eq!((both.mean.value, both.mean.n, both.min, both.max), (Some(55.5), 52, Some(10), Some(100)));
    // Variances 2 and 0: the mean of means varies by (2/2 + 0) / 4.
    let half = Z * 0.25_f64.sqrt();
    assert!((both.mean.high.unwrap() - 55.5 - half).abs() < 1e-9, "{both:?}");
    assert_eq!(mean_of_strata(&[short, moments(&[])], 2), mean(&short, 2));
    let single = mean_of_strata(&[short, moments(&[11])], 2);
    assert!((single.mean.high.unwrap() - 11.0 - Z * 0.75_f64.sqrt()).abs() < 1e-9, "{single:?}");
    assert!(mean_of_strata(&[moments(&[1]), moments(&[2])], 2).mean.insufficient_data);
}

#[test]
fn groups_without_a_comparison_say_nothing() {
    assert_eq!(difference(&[alone(Pair { own: wins(5, 10), others: wins(0, 0) })], 1), None);
    assert_eq!(heterogeneity(&[]), None);
}

/// Shares that are all alike still leave a doubt.
#[test]
fn no_interval_is_without_width() {
    let found = difference(&[alone(Pair { own: wins(40, 40), others: wins(40, 40) })], 30).unwrap();
    assert!(found.estimate.low.unwrap() < 0.0 && found.estimate.high.unwrap() > 0.0, "{found:?}");
}

/// Of 2,000 sets of 600 games between fair seats, at least one interval misses the fair share in at most 5 %; the intervals for one
/// seat each do so in many more.
#[test]
fn intervals_of_all_seats_hold_together() {
    let mut rng = ChaCha8Rng::seed_from_u64(11);
    for players in [2_u8, 3, 5] {
        let fair = 1.0 / f64::from(players);
        let (mut together, mut alone) = (0, 0);
        for _ in 0..2_000 {
            let mut won = vec![0; usize::from(players)];
            (0..600).for_each(|_| won[rng.random_range(0..usize::from(players))] += 1);
            let misses = |of: Estimate| of.low.unwrap() > fair || of.high.unwrap() < fair;
            together +=
                u32::from(won.iter().any(|won| misses(share_jointly(&[wins(*won, 600)], 1, players))));
            alone += u32::from(won.iter().any(|won| misses(share_of_strata(&[wins(*won, 600)], 1))));
        }
        assert!((40..=125).contains(&together), "{players} players: {together} of 2000");
        assert!(players == 2 || alone > 180, "{players} players: {alone} of 2000");
    }
    let of = |strata: &[Shares], players| share_jointly(strata, 1, players).confidence;
    assert!((of(&[wins(5, 10)], 4) - 0.9875).abs() < 1e-12 && (of(&[wins(5, 10)], 2) - 0.95).abs() < 1e-12);
    let both = [wins(30, 100), wins(20, 100)];
    assert!(share_jointly(&both, 1, 4).low < share_of_strata(&both, 1).low, "over several line-ups as well");
}

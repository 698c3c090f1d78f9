use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use tapis_solver::registry::Registry;

use super::*;
use crate::seed_of;

/// A number with a mean of nought and a standard deviation of about `deviation`.
fn noise(rng: &mut ChaCha8Rng, deviation: f64) -> f64 {
    ((0..12).map(|_| rng.random::<f64>()).sum::<f64>() - 6.0) * deviation
}

/// Results about 0.5, with luck of which `part` counts, and something else.
fn made(n: usize, part: f64, rest: f64, seed: u64) -> Vec<Pair> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let pair = |_| {
        let luck = noise(&mut rng, 0.1);
        Pair { result: 0.5 + part * luck + noise(&mut rng, rest), luck }
    };
    (0..n).map(pair).collect()
}

#[test]
fn as_much_luck_is_taken_out_as_there_is() {
    // Half of the variance is luck; all of luck counts, a half, none.
    for (part, left) in [(1.0, 0.5), (0.5, 0.8), (0.0, 1.0)] {
        let found = share_of("made".to_owned(), None, &made(20_000, part, 0.1, 1), 0.0);
        assert!((found.part - part).abs() < 0.03, "{found:?}");
        assert!((found.variance - left).abs() < 0.03, "{found:?}");
    }
    let other_way = share_of("made".to_owned(), None, &made(2_000, -1.0, 0.1, 2), 0.0);
    assert_eq!((other_way.part, other_way.variance), (0.0, 1.0), "luck never counts against who has it");
}

/// The interval without luck has the truth in it as often as it says, also of few deals and with an error of par.
#[test]
fn intervals_cover_with_and_without_an_error_of_par() {
    for (n, par) in [(20, 0.0), (100, 0.0), (100, 0.02)] {
        let covered = (0..400).filter(|&run| {
            let mut rng = ChaCha8Rng::seed_from_u64(1_000 + run);
            let wrong = noise(&mut rng, par);
            let mut pairs = made(n, 1.0, 0.1, run);
            pairs.iter_mut().for_each(|pair| pair.luck += wrong);
            let found = share_of("made".to_owned(), Some(0), &pairs, par).adjusted;
            found.low.is_some_and(|low| low <= 0.5) && found.high.is_some_and(|high| high >= 0.5)
        });
        let covered = covered.count();
        assert!(covered >= 370, "{covered} of 400 at {n}, par ± {par}");
    }
}

#[test]
fn few_deals_have_no_interval_and_results_all_alike_no_luck() {
    let few = share_of("made".to_owned(), None, &made(19, 1.0, 0.1, 3), 0.0);
    assert!(few.share.insufficient_data && few.adjusted.insufficient_data);
    let alike = share_of("made".to_owned(), None, &[Pair { result: 1.0, luck: 0.0 }; 40], 0.0);
    assert_eq!((alike.adjusted.value, alike.part, alike.variance), (Some(1.0), 0.0, 1.0));
}

/// Of games too: means stay what they are, and no luck is taken from results that are all alike.
fn means_stay(game: &str, options: &str, bots: &str) {
    let games = Registry::standard();
    let rules = games.game(game).unwrap().ruleset(options).unwrap();
    let bots: Vec<_> = bots.split(',').map(|bot| bot.parse().unwrap()).collect();
    let simulation = Simulation::new(&games, rules, &bots, seed_of("adjusted")).unwrap();
    let found = Adjusted::measure(&simulation, 60, 8, &Control::default(), &|_| {}).unwrap();
    assert_eq!(found.games, found.deals * simulation.seatings() as u64);
    let sum: f64 = found.players.iter().filter_map(|of| of.share.value).sum();
    assert!((sum - 1.0).abs() < 1e-9, "{game}: {found:?}");
    for of in &found.players {
        let half = (of.share.high.unwrap() - of.share.low.unwrap()) / 2.0;
        let apart = of.share.value.unwrap() - of.adjusted.value.unwrap();
        assert!(apart.abs() <= 1.25 * half, "{game}: {of:?}");
        assert!((0.0..=1.0).contains(&of.part) && of.variance < 1.2, "{game}: {of:?}");
    }
}

#[test]
fn means_of_richelieu_stay() {
    means_stay("richelieu", "{}", "greedy");
}

#[test]
fn means_of_parbourg_stay() {
    means_stay("parbourg", r#"{"players":2}"#, "greedy,random");
}

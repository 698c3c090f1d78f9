//! The table is the one of this search, and unknown things are claimed with care.

use super::*;
use crate::answer::{Measured, MeasuredMove};
use crate::registry::Registry;

#[test]
fn the_table_is_small() {
    assert!(TABLE.len() <= 100_000, "{} bytes", TABLE.len());
}

#[test]
fn every_game_has_its_claims_in_each_third() {
    let table = Calibration::current();
    for game in Registry::standard().games() {
        let known: Vec<_> = table.games.iter().filter(|known| known.game == game.id()).collect();
        assert!(!known.is_empty(), "{}", game.id());
        for known in known {
            let of: Vec<_> = table
                .buckets
                .iter()
                .filter(|bucket| bucket.game == known.game && bucket.seats == known.seats)
                .collect();
            assert!(of.len() >= 6 && of.len().is_multiple_of(3), "{}: {}", known.game, of.len());
            assert!(known.thirds[0] >= known.thirds[1], "{known:?}");
        }
    }
    for Bucket { claims, fitted, .. } in &table.buckets {
        assert!(*fitted > 0 && claims.map.is_some_and(|map| map.slope > 0.0), "{claims:?}");
        assert!(claims.quantile * claims.bias > 0.0 && claims.model_error > 0.0, "{claims:?}");
    }
}

/// Whoever reads the page and whoever asks the service read the same.
#[test]
fn the_document_shows_this_table() {
    let text = include_str!("../../../benches/calibration.md");
    let Calibration { command, search, .. } = Calibration::current();
    assert!(text.contains(&format!("`{command}`")) && text.contains(&search[..16]));
}

#[test]
fn unknown_games_get_the_widest_claims_for_as_many_lines() {
    let table = Calibration::current();
    let claims = table.claims("template", SeatCount::Two, 3.0, 2_000);
    assert_eq!(claims, table.widest(2_000));
    assert_eq!(claims.value(0.3), 0.3);
    for bucket in table.buckets.iter().filter(|bucket| bucket.lines == 2_000) {
        assert!(claims.bias >= bucket.claims.bias && claims.quantile >= bucket.claims.quantile);
        assert!(claims.difference_bias >= bucket.claims.difference_bias);
        assert!(claims.model_error >= bucket.claims.model_error);
    }
    assert_eq!(Calibration::default().widest(2_000), Claims::UNMEASURED);
}

fn table() -> Calibration {
    let bucket = |third, lines, bias| Bucket {
        game: "a".to_owned(),
        seats: SeatCount::Two,
        third,
        lines,
        pooled: false,
        fitted: 1,
        claims: Claims { bias, map: Some(Map { shift: 0.0, slope: 10.0 * bias }), ..Claims::CAUTIOUS },
        check: Check::default(),
    };
    let game = CalibratedGame {
        game: "a".to_owned(),
        seats: SeatCount::Two,
        options: vec![],
        thirds: [8.0, 4.0],
        stale: false,
    };
    let buckets = vec![bucket(1, 100, 0.3), bucket(1, 10_000, 0.1), bucket(2, 100, 0.5), bucket(3, 100, 0.6)];
    Calibration { games: vec![game], buckets, ..Calibration::default() }
}

#[test]
fn claims_go_with_the_logarithm_of_the_lines_and_the_third_of_the_game() {
    let bias = |left, lines| (1e9 * table().claims("a", SeatCount::Two, left, lines).bias).round() / 1e9;
    assert_eq!([bias(9.0, 100), bias(9.0, 1_000), bias(9.0, 10_000)], [0.3, 0.2, 0.1]);
    assert_eq!(bias(9.0, 1_000_000), 0.1, "with more lines than measured they stay");
    assert_eq!([bias(9.0, 25), bias(9.0, 0)], [0.6, 1.0], "with fewer they widen");
    assert_eq!([bias(8.0, 100), bias(7.9, 100), bias(3.9, 100)], [0.3, 0.5, 0.6]);
    let slope = table().claims("a", SeatCount::Two, 9.0, 1_000).map.unwrap().slope;
    assert!((slope - 2.0).abs() < 1e-9);
    assert_eq!(table().claims("a", SeatCount::More, 9.0, 100), table().widest(100));
    let mut stale = table();
    stale.games[0].stale = true;
    assert_eq!(
        stale.claims("a", SeatCount::Two, 9.0, 100),
        table().widest(100),
        "not what another search was"
    );
}

#[test]
fn the_order_of_moves_stays_also_among_proved_ones() {
    let claims = Claims { map: Some(Map { shift: 1.0, slope: 2.0 }), ..Claims::CAUTIOUS };
    let proved = [0.25, 0.7];
    let values: Vec<f64> = (0..=1_000).map(|n| claims.value_among(f64::from(n) / 1_000.0, &proved)).collect();
    assert!(values.is_sorted_by(|one, other| one < other));
    assert_eq!((values[250], values[700]), (0.25, 0.7));
    assert!(values[0] > 0.0 && values[1_000] < 1.0);
}

#[test]
fn no_number_of_lines_makes_an_interval_a_point() {
    let claims = Claims::CAUTIOUS;
    let widths = [10, 1_000, u64::MAX].map(|samples| claims.radius(1.0, samples));
    assert!(widths.is_sorted_by(|one, other| one > other) && widths[2] >= 0.0196, "{widths:?}");
    assert!(claims.difference_radius(0.0) > 0.0);
}

fn positions(n: u32, error: f64) -> Vec<Position> {
    let measured = |number: u32| {
        let one = |notation: &str, value: f64, behind| MeasuredMove {
            notation: notation.to_owned(),
            value,
            samples: 100_000,
            proved: false,
            behind,
        };
        let behind = crate::answer::Behind { mean: 0.1, error: 0.01 };
        let moves = vec![one("a", 0.5, None), one("b", 0.4, Some(behind))];
        Measured { lines: 200_000, left: f64::from(number % 30), first: 0, within: 0.02, moves }
    };
    // Half of the time the second is better by as much.
    let truth = |number: u32| {
        if (number / 2).is_multiple_of(2) { vec![0.5 + error, 0.4] } else { vec![0.5 - error, 0.4] }
    };
    let one = |number| Position {
        game: "a".to_owned(),
        seats: SeatCount::Two,
        number,
        options: 0,
        exact: true,
        truth: truth(number),
        runs: vec![Run { budget: 300, measured: measured(number) }],
    };
    (0..n).map(one).collect()
}

#[test]
fn what_is_fitted_holds_where_it_is_checked() {
    for error in [0.02, 0.3] {
        let positions = positions(240, error);
        let group = Group { positions: &positions, options: &[] };
        let (game, buckets) = fit(&[group], &[300]).pop().expect("positions");
        assert_eq!(buckets.len(), 3);
        let all = check_all([(positions.as_slice(), &game, buckets.as_slice())].into_iter());
        assert_eq!((all.positions, all.exact), (120, 120));
        assert!(all.values.share >= 0.95 && all.differences.share >= 0.95, "{error}: {all:?}");
        assert!(all.sets.of == 0 || all.sets.share >= 0.9, "{error}: {all:?}");
        assert_eq!(all.sets.of == 0, error > 0.1, "a search that cannot tell does not leave out: {all:?}");
    }
    assert_eq!(fit(&[Group { positions: &[], options: &[] }], &[300]), []);
}

/// Whoever plays another game than those measured is told less; a shorter one, or one that somebody else begins, is none.
#[test]
fn what_was_measured_is_known_by_its_options() {
    use tapis_games::game::Published;
    use tapis_games::malin::Malin;
    use tapis_games::richelieu::Richelieu;
    use tapis_games::sept_blasons::SeptBlasons;

    fn is_measured<G: Published>(options: &str) -> bool {
        let options = serde_json::from_str(options).expect("options");
        Calibration::current()
            .measured(&G::new(options).map_err(|faults| format!("{faults:?}")).expect("a ruleset"))
    }
    assert!(is_measured::<SeptBlasons>("{}") && is_measured::<Malin>("{}") && is_measured::<Richelieu>("{}"));
    assert!(is_measured::<Malin>(r#"{"players": 6, "points": 1}"#));
    assert!(is_measured::<Richelieu>(r#"{"variant": "three_rows", "first_seat": 1}"#));
    assert!(!is_measured::<Malin>(r#"{"malheurs": true}"#));
    assert!(!is_measured::<Richelieu>(r#"{"variant": "three_rows", "players": 3}"#));
    assert!(!is_measured::<SeptBlasons>(r#"{"magistrat_may_target_self": true}"#));
}

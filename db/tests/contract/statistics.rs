//! Facts and rollups.

use tapis_db::model::*;
use tapis_db::{Store, StoreError};

use crate::build::*;
use crate::{Factory, fresh};

fn play(store: &dyn Store, n: u64, result: GameResult) {
    let seats = vec![seat(SeatKind::Human); result.seats.len()];
    store.create_game(NewGame { seats, ..game(n) }).unwrap();
    store.append(finish(id(n), 1, result)).unwrap();
}

fn games(store: &dyn Store, filter: &PopulationFilter) -> u64 {
    store.summary(filter).unwrap().iter().map(|summary| summary.games).sum()
}

pub fn a_finished_game_is_counted_once<F: Factory>() {
    let (_factory, store) = fresh::<F>();
    let filter = from(Source::Played);
    assert_eq!(store.summary(&filter).unwrap(), []);
    play(&*store, 1, result(Source::Played, &[31, 29]));
    assert_eq!(games(&*store, &filter), 1);
    let before = store.load_game(id(1)).unwrap();
    let again = Append { events: vec![ply(2)], ..finish(id(1), 2, result(Source::Played, &[1, 2])) };
    assert_eq!(store.append(again), Err(StoreError::Exists));
    assert_eq!(games(&*store, &filter), 1);
    assert_eq!(store.load_game(id(1)).unwrap(), before);
}

pub fn sums_are_exact<F: Factory>() {
    let (_factory, store) = fresh::<F>();
    let short = GameResult { length: 12, ..result(Source::Played, &[-7, 30, 30]) };
    play(&*store, 1, result(Source::Played, &[31, 29, 8]));
    play(&*store, 2, short);
    let [summary] = &store.summary(&from(Source::Played)).unwrap()[..] else {
        panic!("one number of players")
    };
    assert_eq!((summary.players, summary.games, summary.tied), (3, 2, 1));
    let moments = |n, sum, sum_squares, min, max| Moments { n, sum, sum_squares, min, max };
    let turns = moments(2, 20, 200, 10, 10);
    let seats = [
        SeatSummary {
            n: 2,
            win_units: 420,
            win_units_squared: 176_400,
            sole_wins: 1,
            shared_wins: 0,
            score: moments(2, 24, 1010, -7, 31),
            turns,
        },
        SeatSummary {
            n: 2,
            win_units: 210,
            win_units_squared: 44_100,
            sole_wins: 0,
            shared_wins: 1,
            score: moments(2, 59, 1741, 29, 30),
            turns,
        },
        SeatSummary {
            n: 2,
            win_units: 210,
            win_units_squared: 44_100,
            sole_wins: 0,
            shared_wins: 1,
            score: moments(2, 38, 964, 8, 30),
            turns,
        },
    ];
    assert_eq!(summary.seats, seats);
    let measures = [
        ("lead_changes".to_owned(), moments(2, 6, 18, 3, 3)),
        ("length".to_owned(), moments(2, 32, 544, 12, 20)),
    ];
    assert_eq!(summary.measures, measures);
}

pub fn sources_and_assistance_are_kept_apart<F: Factory>() {
    let (_factory, store) = fresh::<F>();
    let experiment = Source::Experiment("e1".to_owned());
    play(&*store, 1, result(Source::Played, &[3, 1]));
    play(&*store, 2, GameResult { assisted: true, ..result(Source::Played, &[5, 9]) });
    play(&*store, 3, result(Source::Bots, &[4, 2]));
    store.record_simulated(vec![simulated(4, result(experiment.clone(), &[7, 7]))]).unwrap();
    for (source, excluded, included) in [
        (Source::Played, 1, 2),
        (Source::Bots, 1, 1),
        (experiment, 1, 1),
        (Source::Experiment("e2".to_owned()), 0, 0),
        (Source::Practice, 0, 0),
    ] {
        let filter = from(source);
        assert_eq!(games(&*store, &filter), excluded, "{filter:?}");
        assert_eq!(games(&*store, &PopulationFilter { assisted: Assisted::Include, ..filter }), included);
    }
    let other = PopulationFilter { ruleset: digest(2), ..from(Source::Played) };
    assert_eq!(games(&*store, &other), 0);
    let both = PopulationFilter { assisted: Assisted::Include, ..from(Source::Played) };
    let summary = &store.summary(&both).unwrap()[0];
    assert_eq!((summary.seats[0].score.min, summary.seats[0].score.max), (3, 5));
    assert_eq!(summary.seats[1].win_units, 420);
}

pub fn populations_are_split_by_players<F: Factory>() {
    let (_factory, store) = fresh::<F>();
    play(&*store, 1, result(Source::Played, &[3, 1, 2, 0]));
    play(&*store, 2, result(Source::Played, &[5, 9]));
    play(&*store, 3, result(Source::Played, &[5, 9]));
    let all = store.summary(&from(Source::Played)).unwrap();
    assert_eq!(
        all.iter().map(|summary| (summary.players, summary.games)).collect::<Vec<_>>(),
        [(2, 2), (4, 1)]
    );
    let four = PopulationFilter { players: Some(4), ..from(Source::Played) };
    assert_eq!(store.summary(&four).unwrap(), all[1..]);
    assert!(store.features(&four, None).unwrap().iter().all(|row| row.players == 4 && row.n == 1));
}

pub fn features_and_histograms<F: Factory>() {
    let (_factory, store) = fresh::<F>();
    play(&*store, 1, result(Source::Played, &[31, 29]));
    play(&*store, 2, result(Source::Played, &[30, 30]));
    let filter = from(Source::Played);
    let row = |seat,
               fact: FeatureFact,
               n,
               win_units,
               win_units_squared,
               score_sum,
               score_sum_squares,
               together: [i64; 3]| FeatureRow {
        players: 2,
        line_up: "human,human".parse().unwrap(),
        seat,
        name: fact.name,
        bucket: fact.bucket,
        n,
        win_units,
        win_units_squared,
        score_sum,
        score_sum_squares,
        together: Together {
            seats_squared: together[0],
            seats_units: together[1],
            units_squared: together[2],
        },
    };
    // Three markers: one seat in the first game, which it won, both in the second, in which they shared the win.
    let of_both = [1 + 4, 420 + 2 * 420, 420 * 420 * 2];
    let of_one = [1, 0, 0];
    let markers = [
        row(0, number("markers", 3), 2, 630, 220_500, 61, 1861, of_both),
        row(1, number("markers", 2), 1, 0, 0, 29, 841, of_one),
        row(1, number("markers", 3), 1, 210, 44_100, 30, 900, of_both),
    ];
    assert_eq!(store.features(&filter, Some("markers")).unwrap(), markers);
    let all = store.features(&filter, None).unwrap();
    assert_eq!(all.len(), 5);
    assert_eq!(
        all[1],
        row(0, category("region_won", "bourgogne"), 2, 630, 220_500, 61, 1861, [8, 1680, 352_800])
    );
    assert_eq!(store.features(&filter, Some("no such")).unwrap(), []);

    let bars = |measure| -> Vec<_> {
        let rows = store.histogram(&filter, measure).unwrap();
        rows.iter().map(|row| (row.players, row.seat, row.value, row.n)).collect()
    };
    let scores = [(2, Some(0), 30, 1), (2, Some(0), 31, 1), (2, Some(1), 29, 1), (2, Some(1), 30, 1)];
    assert_eq!(bars("score"), scores);
    assert_eq!(bars("length"), [(2, None, 20, 2)]);
    assert_eq!(bars("lead_changes"), [(2, None, 3, 2)]);
    assert_eq!(bars("no such"), []);
}

pub fn rollups_equal_facts<F: Factory>() {
    let (_factory, store) = fresh::<F>();
    assert!(store.verify_rollups().unwrap());
    for n in 0..12 {
        let scores: Vec<i64> = (0..2 + n as i64 % 3).map(|seat| (n as i64 * 7 + seat * 5) % 11 - 3).collect();
        play(&*store, n, result(Source::Played, &scores));
    }
    assert!(store.verify_rollups().unwrap());
    let filter = from(Source::Played);
    let answers = || {
        (
            store.summary(&filter).unwrap(),
            store.features(&filter, None).unwrap(),
            store.histogram(&filter, "score").unwrap(),
        )
    };
    let before = answers();
    store.rebuild_rollups().unwrap();
    assert!(store.verify_rollups().unwrap());
    assert_eq!(answers(), before);
    play(&*store, 50, result(Source::Played, &[1, 2]));
    assert!(store.verify_rollups().unwrap());
    assert_eq!(games(&*store, &filter), 13);
}

pub fn a_refused_result_leaves_no_trace<F: Factory>() {
    let (_factory, store) = fresh::<F>();
    store.create_game(game(1)).unwrap();
    let good = || result(Source::Played, &[3, 1]);
    let with_seat = |change: &dyn Fn(&mut SeatResult)| {
        let mut result = good();
        change(&mut result.seats[1]);
        result
    };
    let wrong = [
        with_seat(&|seat| seat.win_share = WinShare::WHOLE),
        with_seat(&|seat| seat.score = 100_001),
        with_seat(&|seat| seat.turns = 100_001),
        with_seat(&|seat| seat.features.push(number("markers", 0))),
        GameResult { length: u32::MAX, ..good() },
        GameResult { measures: vec![Measure { name: "length".to_owned(), value: 1 }], ..good() },
        GameResult { measures: vec![Measure { name: "m".to_owned(), value: 1 }; 2], ..good() },
        GameResult { measures: vec![Measure { name: "m".to_owned(), value: -100_001 }], ..good() },
    ];
    for (at, result) in wrong.into_iter().enumerate() {
        let refused = store.append(finish(id(1), 1, result));
        assert!(matches!(refused, Err(StoreError::Invalid(_))), "{at}: {refused:?}");
    }
    let loaded = store.load_game(id(1)).unwrap();
    assert_eq!((loaded.summary.version, loaded.summary.status), (1, Status::Running));
    assert_eq!(games(&*store, &from(Source::Played)), 0);
    assert!(store.verify_rollups().unwrap());
}

pub fn practice_is_never_played<F: Factory>() {
    let (_factory, store) = fresh::<F>();
    store.create_game(NewGame { practice: true, ..game(1) }).unwrap();
    let refused = store.append(finish(id(1), 1, result(Source::Played, &[3, 1])));
    assert!(matches!(refused, Err(StoreError::Invalid(_))));
    store.append(finish(id(1), 1, result(Source::Practice, &[3, 1]))).unwrap();
    assert_eq!(games(&*store, &from(Source::Played)), 0);
    assert_eq!(games(&*store, &from(Source::Practice)), 1);
}

pub fn simulated_games_are_counted_once<F: Factory>() {
    let (_factory, store) = fresh::<F>();
    let source = Source::Experiment("e1".to_owned());
    let batch = |range: std::ops::Range<u64>| -> Vec<_> {
        range.map(|n| simulated(n, result(source.clone(), &[n as i64, 5]))).collect()
    };
    assert_eq!(store.record_simulated(batch(0..100)), Ok(RecordedCount { new: 100, known: 0 }));
    assert_eq!(store.record_simulated(batch(50..130)), Ok(RecordedCount { new: 30, known: 50 }));
    assert_eq!(games(&*store, &from(source.clone())), 130);
    let mut spoilt = batch(130..140);
    spoilt[9].result.source = Source::Played;
    assert!(matches!(store.record_simulated(spoilt), Err(StoreError::Invalid(_))));
    assert_eq!(games(&*store, &from(source)), 130);
    assert!(store.verify_rollups().unwrap());
}

pub fn a_dictionary_entry_of_a_failed_request_is_not_used<F: Factory>() {
    let (_factory, store) = fresh::<F>();
    store.create_game(game(1)).unwrap();
    let mut new_name = result(Source::Played, &[3, 1]);
    new_name.seats[0].features.push(category("new", "name"));
    let mut refused = finish(id(1), 1, new_name.clone());
    // Refused after the names were given their ids: the record's version is beyond what can be stored.
    refused.result.as_mut().unwrap().seats[1].features = vec![number("x", 1), number("x", 1)];
    assert!(store.append(refused).is_err());
    let known = simulated(7, GameResult { source: Source::Bots, ..new_name.clone() });
    let spoilt = simulated(8, result(Source::Played, &[1, 2]));
    assert!(store.record_simulated(vec![known, spoilt]).is_err());
    store.append(finish(id(1), 1, new_name)).unwrap();
    let rows = store.features(&from(Source::Played), Some("new")).unwrap();
    assert_eq!(rows.iter().map(|row| (row.seat, row.n)).collect::<Vec<_>>(), [(0, 1)]);
    assert!(store.verify_rollups().unwrap());
}

pub fn days_are_added_up_as_games_end<F: Factory>() {
    let (_factory, store) = fresh::<F>();
    let ended = |n, ended_at: &str, scores: &[i64]| {
        let ended_at = ended_at.parse().unwrap();
        play(&*store, n, GameResult { ended_at, length: 10 + n as u32, ..result(Source::Played, scores) });
    };
    ended(1, "2026-01-30T23:59:59.999Z", &[3, 1]);
    ended(2, "2026-01-31T00:00:00Z", &[5, 9]);
    ended(3, "2026-01-31T23:59:59.999Z", &[4, 4]);
    ended(4, "2026-02-01T00:00:00Z", &[5, 9, 1]);
    let period = |from: Option<&str>, before: Option<&str>| {
        let time = |text: Option<&str>| text.map(|text| text.parse().unwrap());
        let filter = from_period(time(from), time(before));
        let days = store.summary_by_day(&filter).unwrap().into_iter();
        days.map(|(day, strata)| (day, strata.iter().map(|stratum| stratum.games).sum()))
            .collect::<Vec<(String, u64)>>()
    };
    let day = |day: &str, games| (day.to_owned(), games);
    let [thirtieth, last, first] = [day("2026-01-30", 1), day("2026-01-31", 2), day("2026-02-01", 1)];
    assert_eq!(period(None, None), [thirtieth.clone(), last.clone(), first.clone()]);
    assert_eq!(
        period(Some("2026-01-31T00:00:00Z"), Some("2026-02-01T00:00:00Z")),
        std::slice::from_ref(&last)
    );
    assert_eq!(period(Some("2026-01-31T12:00:00Z"), None), [last, first]);
    assert_eq!(period(None, Some("2026-01-31T00:00:00Z")), [thirtieth]);
    let days = store.summary_by_day(&from(Source::Played)).unwrap();
    let [stratum] = &days[1].1[..] else { panic!("one line-up") };
    assert_eq!((stratum.players, stratum.games, stratum.tied), (2, 2, 1));
    assert_eq!((stratum.seats[0].win_units, stratum.seats[1].win_units), (210, 630));
    assert_eq!((stratum.seats[1].sole_wins, stratum.seats[1].shared_wins), (1, 1));
    let length = &stratum.measures[0];
    assert_eq!((length.0.as_str(), length.1.n, length.1.sum, length.1.sum_squares), ("length", 2, 25, 313));
    store.rebuild_rollups().unwrap();
    assert_eq!(store.summary_by_day(&from(Source::Played)).unwrap(), days);
    assert!(store.verify_rollups().unwrap());
}

pub fn a_period_may_be_open_at_either_end<F: Factory>() {
    let (_factory, store) = fresh::<F>();
    for (n, ended_at) in
        [(1, "2026-01-30T12:00:00Z"), (2, "2026-01-31T12:00:00Z"), (3, "2026-02-01T12:00:00Z")]
    {
        let ended_at = ended_at.parse().unwrap();
        play(&*store, n, GameResult { ended_at, ..result(Source::Played, &[3, 1]) });
    }
    let noon = Some("2026-01-31T12:00:00Z".parse().unwrap());
    for (from, before, expected) in [(None, noon, 1), (noon, None, 2), (None, None, 3), (noon, noon, 0)] {
        let filter = from_period(from, before);
        assert_eq!(games(&*store, &filter), expected, "{filter:?}");
        let counted = store.histogram(&filter, "length").unwrap().iter().map(|row| row.n).sum::<u64>();
        assert_eq!(counted, expected, "{filter:?}");
        let features = store.features(&filter, None).unwrap();
        assert_eq!(features.is_empty(), expected == 0, "{filter:?}");
    }
}

/// What a file of facts, or a question over several sources, reads.
pub fn populations_and_their_games_are_listed<F: Factory>() {
    let (_factory, store) = fresh::<F>();
    assert_eq!(store.populations().unwrap(), []);
    let other = GameResult { assisted: true, ..result(Source::Bots, &[5, 5]) };
    play(&*store, 1, result(Source::Played, &[3, 1]));
    play(&*store, 2, result(Source::Played, &[2, 7]));
    play(&*store, 3, other);
    let mut all = store.populations().unwrap();
    all.sort_unstable_by_key(|of| of.games);
    let counted: Vec<_> = all.iter().map(|of| (of.source.to_string(), of.assisted, of.games)).collect();
    assert_eq!(counted, [("bots".to_owned(), true, 1), ("played".to_owned(), false, 2)]);
    let scores = |filter: &PopulationFilter| {
        let mut scores = Vec::new();
        let each = &mut |game: &FinishedGame| {
            scores.push(game.result.seats.iter().map(|seat| seat.score).collect::<Vec<_>>());
            Ok(())
        };
        store.for_each_game(filter, each).unwrap();
        scores.sort_unstable();
        scores
    };
    assert_eq!(scores(&from(Source::Played)), [[2, 7], [3, 1]]);
    assert!(scores(&from(Source::Bots)).is_empty(), "assisted games are left out");
    assert_eq!(scores(&PopulationFilter { assisted: Assisted::Include, ..from(Source::Bots) }), [[5, 5]]);
    assert!(scores(&PopulationFilter { players: Some(3), ..from(Source::Played) }).is_empty());
    let enough = store.for_each_game(&from(Source::Played), &mut |_| Err(StoreError::NotFound));
    assert_eq!(enough, Err(StoreError::NotFound));
}

/// What goes through games one by one ends where nobody waits; sums that are kept are read in any case.
pub fn nobody_is_read_for_who_has_gone_away<F: Factory>() {
    let (_factory, store) = fresh::<F>();
    play(&*store, 1, result(Source::Played, &[3, 1]));
    let all = PopulationFilter { gone: Gone::new(|| true), ..from(Source::Played) };
    assert_eq!(games(&*store, &all), 1);
    let period = Period { from: Some(Time::from(jiff::Timestamp::UNIX_EPOCH)), before: None };
    let some = PopulationFilter { period, ..all.clone() };
    assert_eq!(games(&*store, &PopulationFilter { gone: Gone::default(), ..some.clone() }), 1);
    assert_eq!(store.summary(&some), Err(StoreError::Closed));
    assert_eq!(store.histogram(&some, "length"), Err(StoreError::Closed));
    assert_eq!(store.for_each_game(&all, &mut |_| Ok(())), Err(StoreError::Closed));
}

fn from_period(from: Option<Time>, before: Option<Time>) -> PopulationFilter {
    PopulationFilter { period: Period { from, before }, ..crate::build::from(Source::Played) }
}

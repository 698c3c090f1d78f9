use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use tapis_db::model::{
    Assisted, Bucket, FeatureRow, HistogramRow, LineUp, Moments, PopulationSummary, SeatSummary, Together,
};
use tapis_games::feature::{FeatureInfo, Role};

use super::*;
use crate::repeated_tests::runs;
use crate::statistics::{Histograms, Population, tidy};
use crate::tabular::Cell;
use crate::{Components, Sampled, ShareOfVariance};

fn seat(n: u64, won: i64) -> SeatSummary {
    let moments = Moments { n, sum: 100, sum_squares: 500, min: -2, max: 3 };
    SeatSummary {
        n,
        win_units: won * 420,
        win_units_squared: won * 420 * 420,
        sole_wins: won as u64,
        shared_wins: 0,
        score: moments,
        turns: moments,
    }
}

/// A report on 100 games at two seats, of which the first won so many, with one strong feature and one weak.
fn report(won: i64, language: Language) -> Report {
    let population = Population {
        game: "malin".to_owned(),
        ruleset: "abc".to_owned(),
        source: "bots".to_owned(),
        assisted: Assisted::Exclude,
        players: 2,
        lineup: None,
        from: None,
        to: None,
        games: 100,
        strata: 0,
        left_out: 31,
    };
    let line_up = "club,club".parse::<LineUp>().unwrap();
    let strata = [PopulationSummary {
        players: 2,
        line_up: line_up.clone(),
        games: 100,
        tied: 0,
        seats: vec![seat(100, won), seat(100, 100 - won)],
        measures: vec![
            ("closeness".to_owned(), Moments { n: 100, sum: 700, sum_squares: 9_000, min: 0, max: 30 }),
            ("lead_changes".to_owned(), Moments { n: 100, sum: 300, sum_squares: 1_000, min: 0, max: 9 }),
            ("length".to_owned(), Moments { n: 100, sum: 4_040, sum_squares: 163_240, min: 40, max: 41 }),
        ],
    }];
    let bar = |value, n| HistogramRow { players: 2, seat: None, value, n };
    let histograms = Histograms { score: Vec::new(), length: vec![bar(40, 60), bar(41, 40)] };
    let row = |name: &str, value: &str, n: u64, won: i64| FeatureRow {
        players: 2,
        line_up: line_up.clone(),
        seat: 0,
        name: name.to_owned(),
        bucket: Bucket::Category(value.to_owned()),
        n,
        win_units: won * 420,
        win_units_squared: won * 420 * 420,
        score_sum: 100,
        score_sum_squares: 500,
        together: Together::default(),
    };
    let half = won / 2;
    let rows = [
        row("suit", "<hearts>", 50, won.min(49)),
        row("suit", "spades", 50, (won - 49).max(0)),
        row("hand", "left", 50, half),
        row("hand", "right", 50, won - half),
        row("rare", "one", 3, 1),
    ];
    let infos = [FeatureInfo::categories(Role::Choice, "suit", "the suit & its cards", "la couleur")];
    Report {
        summary: Summary::new(population.clone(), &strata, &histograms),
        advantage: Advantage::of(&strata, &[]),
        features: Features::new(population, &strata, &rows, &infos),
        luck: None,
        options: "{\"players\":2}".into(),
        database: Some("sqlite:lab.db".to_owned()),
        simulation: Some("tapis simulate --seed tapis".to_owned()),
        language,
    }
}

#[test]
fn verdicts_say_what_the_intervals_say() {
    let said = verdicts(&report(70, Language::English));
    assert!(said[0].starts_with("Seat 1 is better by 20.0 points of win share [+10."), "{said:?}");
    assert!(said[0].ends_with("; n 100."), "{said:?}");
    assert!(said[1].starts_with("Seat 2 is worse by 20.0 points"), "{said:?}");
    let suit =
        said.iter().find(|verdict| verdict.starts_with("the suit & its cards: <hearts> goes with")).unwrap();
    assert!(suit.contains("points of win share against the same seats without it, n 50."), "{suit}");
    assert!(
        !said.iter().any(|verdict| verdict.starts_with("rare") || verdict.starts_with("hand")),
        "{said:?}"
    );
    assert!(said.last().unwrap().starts_with("31 more games are not counted"), "{said:?}");
}

#[test]
fn where_nothing_is_shown_nothing_is_claimed() {
    let said = verdicts(&report(52, Language::English));
    assert!(said[0].starts_with("No seat is shown to be better or worse off"), "{said:?}");
    assert!(said[0].contains("by one test over all seats (p = 0.689)"), "{said:?}");
    // With 100 games of two seats: √(7.849 · 25) / 100.
    assert!(said[0].contains("less than 14.0 points would be missed"), "{said:?}");
}

#[test]
fn the_page_needs_nothing_else() {
    for language in [Language::English, Language::French] {
        let page = html(&report(70, language));
        assert!(page.starts_with("<!DOCTYPE html><html lang="), "{page}");
        for foreign in ["<script", "src=", "href=", "url(", "@import", "https://", "onload"] {
            assert!(!page.contains(foreign), "{foreign}");
        }
        let elsewhere = page.replace("xmlns=\"http://www.w3.org/2000/svg\"", "");
        assert!(!elsewhere.contains("http://"));
        assert!(page.contains("Content-Security-Policy"));
        assert!(!page.contains("<hearts>") && page.contains("&lt;hearts&gt;"), "names are escaped");
        assert!(page.contains("--source bots --ruleset abc"), "the commands");
        assert!(
            page.contains("--game malin --source bots --to facts.parquet"),
            "the facts of this game alone"
        );
        assert!(page.contains("tapis simulate --seed tapis"), "the seed");
    }
}

#[test]
fn verdicts_come_before_charts_tables_and_methods() {
    let page = html(&report(70, Language::French));
    let place = |text: &str| page.find(text).unwrap_or_else(|| panic!("no {text}"));
    let order =
        ["La place 1 est meilleure de 20,0 points", "<svg", "<table", "Mantel et Haenszel", "tapis export"];
    assert!(order.map(place).is_sorted());
    assert!(page.contains("la couleur"), "the feature in words");
}

#[test]
fn the_first_page_answers_who_decides() {
    let share = |value| ShareOfVariance { value, low: Some(value - 0.1), high: Some(value + 0.1) };
    let components = Components { deal: share(0.3), players: None, deal_and_players: None, play: share(0.7) };
    let [game, ruleset, seed] = ["malin", "abc", "00"].map(str::to_owned);
    let of = Sampled { game, ruleset, seats: Vec::new(), seed };
    let (win_share, score) = (components.clone(), components);
    let luck = Luck { of, deals: 200, seatings: 1, replays: 4, win_share, score };
    let page = html(&Report { luck: Some(luck), ..report(70, Language::English) });
    let (first, _) = page.split_once("</section>").unwrap();
    let parts = [
        "100 games, played by club bots.",
        "Seat 1 is better by 20.0 points",
        "Who begins?",
        "<svg",
        "How long?",
        "nine of ten between 40 and 41",
        "How close?",
        "ahead of the second by 7.0 points on average; the lead in the standing changes 3.0 times a game, and the win is shared in 0.0",
        "How much luck?",
        "30\u{202f}% [20\u{202f}%, 40\u{202f}%]",
        "Which cards?",
    ];
    let places = parts.map(|part| first.rfind(part).unwrap_or_else(|| panic!("no {part} in {first}")));
    assert!(places.is_sorted(), "{places:?}");
    let french = html(&report(52, Language::French));
    assert!(
        french.contains("100 parties, jouées par des robots club")
            && french.contains("Quelle part de chance")
    );
    assert!(french.contains("tapis report --luck 200"), "how to learn what was not measured");
}

#[test]
fn the_calls_of_a_service_ask_for_the_same_games() {
    let mut report = Report { database: None, ..report(70, Language::English) };
    report.summary.population.assisted = Assisted::Only;
    assert_eq!(html(&report).matches("source=bots&amp;ruleset=abc&amp;assisted=only").count(), 3);
}

#[test]
fn in_short_it_is_said_once_that_there_are_no_games() {
    let some = report(50, Language::English);
    let population = Population { games: 0, ..some.summary.population.clone() };
    let histograms = Histograms { score: Vec::new(), length: Vec::new() };
    let page = html(&Report {
        summary: Summary::new(population.clone(), &[], &histograms),
        advantage: Advantage::of(&[], &[]),
        features: Features::new(population, &[], &[], &[]),
        ..some
    });
    let (first, _) = page.split_once("</ol>").unwrap();
    assert_eq!(first.matches("<li>There are no games yet.</li>").count(), 1, "{first}");
    assert!(!first.contains("played by"), "nobody played: {first}");
}

#[test]
fn no_figure_is_left_out() {
    let report = report(70, Language::English);
    let page = html(&report);
    for row in tidy::tidy(&report.summary) {
        let Cell::Text(what) = &row[3] else { panic!("{row:?}") };
        assert!(what.ends_with("histogram") || page.contains(&format!("<td>{what}</td>")), "{what}");
    }
    assert!(page.contains("<td>lead_changes</td>"));
}

#[test]
fn every_method_is_explained() {
    let report = report(70, Language::English);
    let page = html(&report);
    let method = tidy::COLUMNS.iter().position(|column| column.name == "method").unwrap();
    let rows = [tidy::tidy(&report.summary), tidy::tidy(&report.features)].concat();
    let mut seen = 0;
    for row in rows {
        if let Cell::Text(name) = &row[method] {
            assert!(page.contains(&format!("<dt><code>{name}</code></dt>")), "{name}");
            seen += 1;
        }
    }
    assert!(seen > 10);
}

/// The headline of fair games: any of so many seats wins, in some games two of them share it, and any begins. The games are
/// counted as the store counts them, by seat and by turn.
fn headline_of_fair_games(players: usize, shared: f64, games: u64, seed: u64) -> String {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let empty = Moments { n: 0, sum: 0, sum_squares: 0, min: 0, max: 0 };
    let zero = SeatSummary { score: empty, turns: empty, ..SeatSummary::default() };
    let mut seats = vec![zero; players];
    let mut turns = vec![vec![[0_i64; 3]; players]; players];
    for _ in 0..games {
        let (first, winner) = (rng.random_range(0..players), rng.random_range(0..players));
        let other = rng.random_bool(shared).then(|| (winner + rng.random_range(1..players)) % players);
        for (seat, of) in seats.iter_mut().enumerate() {
            let won = if seat == winner || Some(seat) == other { 420 } else { 0 };
            let units = if other.is_some() { won / 2 } else { won };
            let turn = &mut turns[seat][(seat + players - first) % players];
            *turn = [turn[0] + 1, turn[1] + units, turn[2] + units * units];
            (of.n, of.win_units, of.win_units_squared) =
                (of.n + 1, of.win_units + units, of.win_units_squared + units * units);
        }
    }
    let line_up = vec!["greedy"; players].join(",").parse::<LineUp>().unwrap();
    let row = |seat: usize, turn: usize| FeatureRow {
        players: players as u8,
        line_up: line_up.clone(),
        seat: seat as u8,
        name: "turn_order".to_owned(),
        bucket: Bucket::Number(turn as i64 + 1),
        n: turns[seat][turn][0] as u64,
        win_units: turns[seat][turn][1],
        win_units_squared: turns[seat][turn][2],
        score_sum: 0,
        score_sum_squares: 0,
        together: Together::default(),
    };
    let rows: Vec<FeatureRow> = (0..players)
        .flat_map(|seat| (0..players).map(move |turn| (seat, turn)))
        .map(|(seat, turn)| row(seat, turn))
        .collect();
    let strata = [PopulationSummary {
        players: players as u8,
        line_up: line_up.clone(),
        games,
        tied: 0,
        seats,
        measures: Vec::new(),
    }];
    let like = report(50, Language::English);
    let report = Report { advantage: Advantage::of(&strata, &rows), ..like };
    verdicts(&report).swap_remove(0)
}

/// Fair games of 2, 3 and 4 players, without and with shared wins as the games have them: the headline says that somebody is
/// better off in at most 6 % of the data sets.
#[test]
fn the_headline_of_fair_games_is_seldom_false() {
    for (game, players, shared) in
        [("richelieu", 2, 0.01), ("parbourg", 3, 0.03), ("sept-blasons", 4, 0.05), ("malin", 4, 0.3)]
    {
        let says =
            |run: &u64| !headline_of_fair_games(players, shared, 400, *run).starts_with("No seat is shown");
        let fair = (0..runs()).filter(says).count() as f64 / runs() as f64;
        println!("{game}: {:.1} % of {} headlines of fair games are false", fair * 100.0, runs());
        let noise = 2.5 * (0.05 * 0.95 / runs() as f64).sqrt();
        assert!(fair <= 0.05 + noise.max(0.01), "{game}: {fair}");
    }
}

use tapis_db::model::{Assisted, HistogramRow, LineUp, Moments, PopulationSummary, SeatSummary};

use super::*;
use crate::statistics::{Histograms, Population, Summary};

/// 100 games of two seats: 60 won by the first, lengths of 40 and 41 plies.
fn summary() -> Summary {
    let moments = |n, sum, sum_squares, min, max| Moments { n, sum, sum_squares, min, max };
    let seat = |won: i64| SeatSummary {
        n: 100,
        win_units: won * 420,
        win_units_squared: won * 420 * 420,
        sole_wins: won as u64,
        shared_wins: 0,
        score: moments(100, 100, 500, -2, 3),
        turns: moments(100, 2_000, 40_100, 19, 21),
    };
    let strata = [PopulationSummary {
        players: 2,
        line_up: "club,club".parse::<LineUp>().unwrap(),
        games: 100,
        tied: 0,
        seats: vec![seat(60), seat(40)],
        measures: vec![("length".to_owned(), moments(100, 4_040, 163_240, 40, 41))],
    }];
    let bar = |seat, value, n| HistogramRow { players: 2, seat, value, n };
    let score = (0..2).flat_map(|seat| [bar(Some(seat), -2, 40), bar(Some(seat), 3, 60)]).collect();
    let length = vec![bar(None, 40, 60), bar(None, 41, 40)];
    let population = Population {
        game: "mal<in> & co".to_owned(),
        ruleset: "abc".to_owned(),
        source: "bots".to_owned(),
        assisted: Assisted::Exclude,
        players: 2,
        lineup: None,
        from: None,
        to: None,
        games: 0,
        strata: 0,
        left_out: 0,
    };
    Summary::new(population, &strata, &Histograms { score, length })
}

/// How often a text is in another.
fn count(text: &str, part: &str) -> usize {
    text.matches(part).count()
}

#[test]
fn intervals_are_drawn_beside_the_fair_share() {
    let chart = of_statistics::seats(&summary(), Language::English);
    let Plot::Intervals { rows, reference } = &chart.plot else { panic!("{chart:?}") };
    assert_eq!(reference.as_ref().map(|(at, _)| *at), Some(0.5));
    let [low, value, high] = rows[0].mark.place().unwrap();
    assert!(low < 0.6 && value == 0.6 && high > 0.6, "{low} {high}");
    let drawn = svg::draw(&chart, "seats", Language::English);
    assert_eq!(count(&drawn, "<circle class=\"mark\""), 2, "a point a seat");
    assert_eq!(count(&drawn, "<line class=\"mark\""), 6, "its interval with two ends");
    assert_eq!(count(&drawn, "<line class=\"fair\""), 1);
}

#[test]
fn a_chart_says_what_it_shows() {
    for (language, title, fair) in [
        (Language::English, "win share by seat", "fair share 50.0\u{202f}%"),
        (Language::French, "part de victoire par place", "part équitable 50,0\u{202f}%"),
    ] {
        let drawn = svg::draw(&of_statistics::seats(&summary(), language), "s", language);
        assert!(drawn.contains(&format!("lang=\"{}\"", language.code())));
        assert!(drawn.contains(title) && drawn.contains(fair), "{drawn}");
        let together =
            language.say("All intervals hold together with 95", "Tous les intervalles valent ensemble à 95");
        assert!(drawn.contains(together), "{drawn}");
        assert!(drawn.contains("role=\"img\" aria-labelledby=\"s-title s-text\""), "{drawn}");
        assert!(drawn.contains("<title id=\"s-title\">") && drawn.contains("<desc id=\"s-text\">"));
    }
}

#[test]
fn names_are_escaped_and_nothing_comes_from_elsewhere() {
    let summary = summary();
    let english = Language::English;
    for chart in [
        of_statistics::seats(&summary, english),
        of_statistics::length(&summary, english),
        of_statistics::score(&summary, english),
    ] {
        let drawn = svg::draw(&chart, "x", english);
        assert!(drawn.contains("Mal&lt;in&gt; &amp; co"), "{drawn}");
        for foreign in ["<script", "http://", "https://", "url(", "@import", "href"] {
            let allowed = if foreign == "http://" { 1 } else { 0 }; // the namespace
            assert_eq!(count(&drawn, foreign), allowed, "{foreign}");
        }
        assert!(!drawn.contains("NaN") && !drawn.contains("inf"), "{drawn}");
    }
}

#[test]
fn histograms_have_a_bar_a_value_and_the_mean_with_its_interval() {
    let chart = of_statistics::score(&summary(), Language::English);
    let drawn = svg::draw(&chart, "x", Language::English);
    assert_eq!(count(&drawn, "class=\"bar\""), 4);
    assert_eq!((count(&drawn, "class=\"mean\""), count(&drawn, "class=\"interval\"")), (2, 2));
    assert!(chart.description(Language::English).contains("seat 2: mean 1.0 ["));
}

#[test]
fn wide_histograms_keep_their_games() {
    let bars: Vec<(i64, u64)> = (0..500).map(|value| (value * 3 - 700, 2)).collect();
    let panel = Panel {
        label: "all".to_owned(),
        bars,
        mean: Interval { n: 1_000, value: None, low: None, high: None },
    };
    let chart = Chart {
        title: "wide".to_owned(),
        games: "1000 games".to_owned(),
        axis: "plies".to_owned(),
        unit: Unit::Number,
        intervals: String::new(),
        plot: Plot::Histograms(vec![panel]),
    };
    let drawn = svg::draw(&chart, "x", Language::English);
    assert!((2..=61).contains(&count(&drawn, "class=\"bar\"")), "{drawn}");
    assert!(drawn.contains("too few games"), "no mean is said");
}

#[test]
fn nothing_to_show_is_a_chart_as_well() {
    for plot in [Plot::Histograms(Vec::new()), Plot::Intervals { rows: Vec::new(), reference: None }] {
        let chart = Chart {
            title: "t".to_owned(),
            games: "none".to_owned(),
            axis: "a".to_owned(),
            unit: Unit::Share,
            intervals: String::new(),
            plot,
        };
        let drawn = svg::draw(&chart, "x", Language::French);
        assert!(drawn.ends_with("</svg>") && !drawn.contains("NaN"), "{drawn}");
    }
}

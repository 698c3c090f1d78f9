//! Charts of the figures of a game.

use super::svg::fitting;
use super::{Chart, Panel, Plot, Row, Unit};
use crate::statistics::{
    BucketFigures, CONFIDENCE, Distribution, Estimate, FeatureFigures, Features, PlacesBySeat, Population,
    Summary,
};
use crate::words::{said, say, seat_in_words};
use tapis_games::feature::Role;
use tapis_games::locale::Language;

/// The most rows of a chart of all features.
const MOST_ROWS: usize = 25;

/// The win share of every seat, beside the fair share.
pub fn seats(summary: &Summary, language: Language) -> Chart {
    let rows = summary.seats.iter().map(|of| (seat_name(of.seat, language), &of.win_share_jointly));
    let title = said(language, "chart-win_share_by_seat");
    shares(&summary.population, &title, rows.collect(), language)
}

/// The win share of every place in the order of play, beside the fair share.
pub fn turns(population: &Population, turns: &PlacesBySeat, language: Language) -> Chart {
    let label = |at: usize| match at {
        0 => said(language, "chart-begins"),
        before => say!(language, "chart-turn"; n: before + 1),
    };
    let rows = turns.jointly.iter().enumerate().map(|(at, share)| (label(at), share)).collect();
    shares(population, &said(language, "chart-win_share_by_turn"), rows, language)
}

/// The win shares of places that sum to one, their intervals holding together.
fn shares(population: &Population, title: &str, rows: Vec<(String, &Estimate)>, language: Language) -> Chart {
    let fair = 1.0 / f64::from(population.players.max(1));
    let each = rows.first().map_or(CONFIDENCE, |(_, share)| share.confidence);
    let name = said(language, "chart-fair_share");
    let row = |(label, share): (String, &Estimate)| Row { label, mark: share.into(), is_discovery: false };
    let plot = Plot::Intervals {
        rows: rows.into_iter().map(row).collect(),
        reference: Some((fair, format!("{name} {}", language.percent(fair, 1)))),
    };
    let of = chart(population, title, ("chart-win_share_axis", Unit::Share), plot, language);
    // The intervals of the places hold together; what each is by itself is said.
    let intervals = say!(language, "chart-joint_intervals"; each: language.percent(each, 2));
    Chart { intervals, ..of }
}

/// A chart of some games, its intervals of 95 %.
fn chart(
    population: &Population,
    title: &str,
    (axis, unit): (&str, Unit),
    plot: Plot,
    language: Language,
) -> Chart {
    Chart {
        title: of_game(&population.game, language, title),
        games: games(population, language),
        axis: said(language, axis),
        unit,
        intervals: said(language, "chart-intervals"),
        plot,
    }
}

/// How long the games were.
pub fn length(summary: &Summary, language: Language) -> Chart {
    let plot = Plot::Histograms(vec![panel(said(language, "chart-all_games"), &summary.length)]);
    let title = said(language, "chart-length_of_the_games");
    chart(&summary.population, &title, ("chart-plies", Unit::Number), plot, language)
}

/// The final scores of every seat.
pub fn score(summary: &Summary, language: Language) -> Chart {
    let panels = summary.seats.iter().map(|seat| panel(seat_name(seat.seat, language), &seat.score));
    let (title, plot) = (said(language, "chart-final_score_by_seat"), Plot::Histograms(panels.collect()));
    chart(&summary.population, &title, ("chart-points", Unit::Number), plot, language)
}

/// The lifts: of all values, where the figures are of one feature; otherwise of the most important of those to believe, or of all
/// where none is.
pub fn features(features: &Features, language: Language) -> Chart {
    let population = &features.population;
    match &features.features[..] {
        [one] => feature(population, one, language),
        _ => {
            let all_of_them = said(language, "chart-the_most_important_features");
            let chart = lifts(population, &all_of_them, most_important(features, language), language);
            let are_picked = features.by_importance().any(|(_, bucket)| bucket.picked.is_some());
            let key = if are_picked { "chart-picked_intervals" } else { "chart-intervals" };
            Chart { intervals: said(language, key), ..chart }
        }
    }
}

/// The lifts of all values of one feature.
pub fn feature(population: &Population, figures: &FeatureFigures, language: Language) -> Chart {
    let label = |bucket: &BucketFigures| figures.spoken(bucket, language);
    let rows = figures.values().map(|bucket| row(label(bucket), bucket)).collect();
    lifts(population, &figures.title(language), rows, language)
}

fn lifts(population: &Population, what: &str, rows: Vec<Row>, language: Language) -> Chart {
    let title = format!("{}, {what}", said(language, "chart-lift"));
    let plot = Plot::Intervals { rows, reference: Some((0.0, said(language, "chart-no_difference"))) };
    chart(population, &title, ("chart-lift_axis", Unit::ShareDifference), plot, language)
}

/// The most important values, what is dealt before what is chosen: of those to believe, or of all where none is. Nothing that
/// came of the game is among them.
fn most_important(features: &Features, language: Language) -> Vec<Row> {
    let is_discovery = |bucket: &BucketFigures| bucket.discovery == Some(true);
    let any = features.by_importance().any(|(_, bucket)| is_discovery(bucket));
    let causes =
        features.by_importance().filter(|(of, _)| matches!(of.role, Some(Role::Dealt | Role::Choice)));
    let wanted = causes.filter(|(_, bucket)| !any || is_discovery(bucket));
    let mut most: Vec<_> = wanted.take(MOST_ROWS).collect();
    let lift = |bucket: &BucketFigures| bucket.lift.value.unwrap_or_default();
    most.sort_by(|(of, a), (other, b)| of.role.cmp(&other.role).then(lift(b).total_cmp(&lift(a))));
    let named = |(feature, bucket): (&FeatureFigures, &BucketFigures)| {
        let value = format!("{} {}", language.colon(), feature.spoken(bucket, language));
        Row { mark: bucket.told().into(), ..row(fitting(&feature.title(language), &value), bucket) }
    };
    most.into_iter().map(named).collect()
}

fn row(label: String, bucket: &BucketFigures) -> Row {
    Row { label, mark: (&bucket.lift).into(), is_discovery: bucket.discovery == Some(true) }
}

fn panel(label: String, of: &Distribution) -> Panel {
    let bars = of.histogram.iter().map(|bar| (bar.value, bar.n)).collect();
    Panel { label, bars, mean: (&of.spread.mean).into() }
}

fn seat_name(seat: u8, language: Language) -> String {
    format!("{} {}", said(language, "chart-seat"), seat_in_words(seat))
}

/// A title with the name of the game: `Richelieu: win share by seat`.
pub fn of_game(game: &str, language: Language, what: &str) -> String {
    let mut letters = game.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().collect::<String>()).unwrap_or_default();
    format!("{first}{}{} {what}", letters.as_str(), language.colon())
}

/// `812 games, bots, line-up club,club`; over several line-ups that is said.
fn games(population: &Population, language: Language) -> String {
    let Population { games, source, lineup, strata, .. } = population;
    let key = match lineup {
        Some(_) => "chart-games_of_line_up",
        None if *strata > 1 => "chart-games_of_line_ups",
        None => "chart-games",
    };
    say!(language, key; games: *games, source: source.as_str(), lineup: lineup.clone().unwrap_or_default(), strata: *strata)
}

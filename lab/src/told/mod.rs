//! Figures in words, for the command line.

mod adjusted;
mod course;
mod crossed;
mod features;
mod luck;

use tapis_games::course::MeasureUnit;
use tapis_games::locale::{Arg, Language};
use tapis_games::refusal::Text;
use tapis_solver::bots::{Misfit, Rating};

use crate::Ratings;
use crate::statistics::{Estimate, Features, MeasureFigures, SeatsTest, Summary};
use crate::words::{TEXTS, said, seat_in_words};

pub use adjusted::adjusted;
pub use course::course;
pub use crossed::crossed;
pub use luck::luck;

/// What some games say: the seats, their course, and what went with a win.
pub fn statistics(summary: &Summary, features: &Features, language: Language) -> Vec<String> {
    let of = &summary.population;
    let games = [("n", of.games.into()), ("source", of.source.as_str().into())];
    let mut lines = vec![format!("{} {}", of.game, of.ruleset), TEXTS.say(language, "figures-games", &games)];
    lines.extend(strata(summary, language));
    for (seat, share) in summary.seats.iter().zip(shares(summary, language)) {
        lines.push(share);
        let score = measured(&seat.score.spread.mean, Some(MeasureUnit::Points), language);
        let args = [("seat", seat_in_words(seat.seat).into()), ("score", score.into())];
        lines.push(TEXTS.say(language, "figures-score", &args));
    }
    lines.extend(of_games(summary, language));
    lines.extend(summary.measures.iter().map(|of| measure(of, language)));
    lines.push(said(language, "figures-one_look"));
    lines.extend(features::lines(features, language));
    lines
}

/// The win share of every seat.
pub fn shares(summary: &Summary, language: Language) -> Vec<String> {
    let share = |seat: u8, share: &Estimate| {
        let args = [("seat", seat_in_words(seat).into()), ("share", interval(share, 4, language).into())];
        TEXTS.say(language, "figures-share", &args)
    };
    summary.seats.iter().map(|seat| share(seat.seat, &seat.win_share)).collect()
}

/// The win share of a player.
pub fn player(name: &str, share: &Estimate, language: Language) -> String {
    let args = [("name", name.into()), ("share", interval(share, 4, language).into())];
    TEXTS.say(language, "figures-player", &args)
}

/// The test of all seats, shared wins and length.
pub fn of_games(summary: &Summary, language: Language) -> Vec<String> {
    let counted = |key, of: &Estimate, digits| {
        TEXTS.say(language, key, &[("value", interval(of, digits, language).into())])
    };
    vec![
        seats_differ(summary.seats_differ.as_ref(), language),
        counted("figures-ties", &summary.ties, 4),
        counted("figures-plies", &summary.length.spread.mean, 1),
    ]
}

/// What the intervals of one look are not.
pub fn one_look(language: Language) -> String {
    said(language, "figures-one_look")
}

/// That figures are taken over several line-ups, where they are.
pub fn strata(summary: &Summary, language: Language) -> Option<String> {
    let count = summary.population.strata;
    let key = match summary.lineups_differ {
        Some(true) => "figures-line_ups_differ",
        _ => "figures-line_ups",
    };
    (count > 1).then(|| TEXTS.say(language, key, &[("n", count.into())]))
}

fn seats_differ(test: Option<&SeatsTest>, language: Language) -> String {
    let Some(SeatsTest { n, chi_square, degrees, p_value }) = test else {
        return said(language, "figures-seats_unknown");
    };
    let key = if *p_value < 0.05 { "figures-seats_differ" } else { "figures-seats_alike" };
    let args = [
        ("p", language.number(*p_value, 4).into()),
        ("chi_square", language.number(*chi_square, 2).into()),
        ("degrees", (*degrees).into()),
        ("n", (*n).into()),
    ];
    TEXTS.say(language, key, &args)
}

/// `decisiveness: 71.4 % [70.9, 71.8] n 812 – decided after: share of the plies …`.
fn measure(of: &MeasureFigures, language: Language) -> String {
    let value = measured(&of.spread.mean, of.unit, language);
    let line = format!("{}{} {value}", of.name, language.colon());
    let say = |text: &Text| language.say(text.en.clone(), text.fr.clone());
    match (&of.label, &of.text) {
        (Some(label), Some(text)) => format!("{line} – {}{} {}", say(label), language.colon(), say(text)),
        _ => line,
    }
}

/// An estimate of a measure with its unit. Tenths are written as whole ones.
fn measured(estimate: &Estimate, unit: Option<MeasureUnit>, language: Language) -> String {
    let (scale, unit) = match unit {
        Some(MeasureUnit::Tenths) => (0.1, String::new()),
        Some(MeasureUnit::Percent) => (1.0, "\u{202f}%".to_owned()),
        Some(MeasureUnit::Points) => (1.0, format!(" {}", said(language, "figures-points"))),
        _ => (1.0, String::new()),
    };
    let write = |number: f64| language.number(number * scale, 2);
    bounds(estimate, language, write, &unit)
}

/// `0.5310 [0.4970, 0.5650] n 812`.
fn interval(estimate: &Estimate, digits: usize, language: Language) -> String {
    bounds(estimate, language, |number| language.number(number, digits), "")
}

fn bounds(estimate: &Estimate, language: Language, write: impl Fn(f64) -> String, unit: &str) -> String {
    let mut args: Vec<(&'static str, Arg)> = vec![("n", estimate.n.into())];
    let (Some(value), Some(low), Some(high)) = (estimate.value, estimate.low, estimate.high) else {
        return TEXTS.say(language, "figures-unknown", &args);
    };
    args.extend([
        ("value", (write(value) + unit).into()),
        ("low", write(low).into()),
        ("high", write(high).into()),
    ]);
    TEXTS.say(language, "figures-interval", &args)
}

/// The strength of bots, the strongest first.
pub fn ratings(ratings: &Ratings, language: Language) -> Vec<String> {
    let elo = |number: f64| language.signed(number, 0);
    let one = |Rating { bot, elo: value, low, high, games }: &Rating| {
        let mut args: Vec<(&'static str, Arg)> =
            vec![("bot", bot.as_str().into()), ("elo", elo(*value).into()), ("games", (*games).into())];
        let (Some(low), Some(high)) = (low, high) else {
            return TEXTS.say(language, "figures-anchor", &args);
        };
        args.extend([("low", elo(*low).into()), ("high", elo(*high).into())]);
        TEXTS.say(language, "figures-rating", &args)
    };
    let mut lines: Vec<String> = ratings.ratings.iter().map(one).collect();
    lines.extend(ratings.misfit.map(|Misfit { chi_square, degrees, p_value }| {
        let args = [
            ("chi_square", language.number(chi_square, 1).into()),
            ("degrees", degrees.into()),
            ("p", language.number(p_value, 3).into()),
        ];
        let key = if p_value < 0.05 { "figures-misfit" } else { "figures-fit" };
        TEXTS.say(language, key, &args)
    }));
    lines
}

//! Figures in words, for the command line.

mod features;

use tapis_games::course::MeasureUnit;
use tapis_games::locale::Language;
use tapis_games::refusal::Text;
use tapis_solver::bots::{Misfit, Rating};

use crate::statistics::{Crossed, CrossedCell, Estimate, Features, MeasureFigures, SeatsTest, Summary};
use crate::words::{ALONE, As, FIGURE, OF_VARIANCE, figure, interval, said, say, seat_in_words, written};
use crate::{Adjusted, AdjustedShare, Components, Course, Interval, Luck, Ratings, ShareOfVariance};

pub(crate) use features::{believed, cards, lines as features};

/// The seed of some games.
pub fn seed(seed: &str, language: Language) -> String {
    say!(language, "figures-seed"; seed: seed)
}

/// Which games were played: their ruleset and their seed.
pub fn head(game: &str, ruleset: &str, seed: &str, language: Language) -> Vec<String> {
    vec![format!("{game} {ruleset}"), self::seed(seed, language)]
}

/// How many games were simulated, each deal in so many seatings.
pub fn played(games: u64, seatings: usize, language: Language) -> String {
    say!(language, "figures-played"; games: games, seatings: seatings)
}

/// Where the results of a simulation are.
pub fn recorded(database: &str, source: &str, language: Language) -> String {
    say!(language, "figures-recorded"; database: database, source: source)
}

/// What some games say: the seats, their course, and what went with a win.
pub fn statistics(summary: &Summary, features: &Features, language: Language) -> Vec<String> {
    let of = &summary.population;
    let games = say!(language, "figures-games"; n: of.games, source: of.source.as_str());
    let mut lines = vec![format!("{} {}", of.game, of.ruleset), games];
    lines.extend(strata(summary, language));
    for (seat, share) in summary.seats.iter().zip(shares(summary, language)) {
        let score = measured(&seat.score.spread.mean, Some(MeasureUnit::Points), language);
        lines.extend([share, say!(language, "figures-score"; seat: seat_in_words(seat.seat), score: score)]);
    }
    lines.extend(of_games(summary, language));
    lines.extend(summary.measures.iter().map(|of| measure(of, language)));
    lines.push(one_look(language));
    lines.extend(self::features(features, language));
    lines
}

/// The win share of every seat.
pub fn shares(summary: &Summary, language: Language) -> Vec<String> {
    let share = |of: &crate::statistics::SeatFigures| {
        let share = figure(&of.win_share, 4, language);
        say!(language, "figures-share"; seat: seat_in_words(of.seat), share: share)
    };
    summary.seats.iter().map(share).collect()
}

/// The win share of a player.
pub fn player(name: &str, share: &Estimate, language: Language) -> String {
    say!(language, "figures-player"; name: name, share: figure(share, 4, language))
}

/// The test of all seats, shared wins and length.
pub fn of_games(summary: &Summary, language: Language) -> Vec<String> {
    vec![
        seats_differ(summary.seats_differ.as_ref(), language),
        say!(language, "figures-ties"; value: figure(&summary.ties, 4, language)),
        say!(language, "figures-plies"; value: figure(&summary.length.spread.mean, 1, language)),
    ]
}

/// What the intervals of one look are not.
pub fn one_look(language: Language) -> String {
    said(language, "figures-one_look")
}

/// That figures are taken over several line-ups, where they are.
pub fn strata(summary: &Summary, language: Language) -> Option<String> {
    let count = summary.population.strata;
    let differ = summary.lineups_differ == Some(true);
    let key = if differ { "figures-line_ups_differ" } else { "figures-line_ups" };
    (count > 1).then(|| say!(language, key; n: count))
}

fn seats_differ(test: Option<&SeatsTest>, language: Language) -> String {
    let Some(SeatsTest { n, chi_square, degrees, p_value }) = test else {
        return said(language, "figures-seats_unknown");
    };
    let key = if *p_value < 0.05 { "figures-seats_differ" } else { "figures-seats_alike" };
    say!(language, key; p: language.number(*p_value, 4), chi_square: language.number(*chi_square, 2), degrees: *degrees, n: *n)
}

/// `decisiveness: 71.4 % [70.9, 71.8] n 812 – decided after: share of the plies …`.
fn measure(of: &MeasureFigures, language: Language) -> String {
    let value = measured(&of.spread.mean, of.unit, language);
    let line = format!("{}{} {value}", of.name, language.colon());
    match (&of.label, &of.text) {
        (Some(label), Some(text)) => {
            format!("{line} – {}{} {}", one_of(label, language), language.colon(), one_of(text, language))
        }
        _ => line,
    }
}

fn one_of(text: &Text, language: Language) -> String {
    language.say(&text.en, &text.fr).clone()
}

/// An estimate of a measure with its unit. Tenths are written as whole ones.
fn measured(estimate: &Estimate, unit: Option<MeasureUnit>, language: Language) -> String {
    let (scale, unit) = match unit {
        Some(MeasureUnit::Tenths) => (0.1, String::new()),
        Some(MeasureUnit::Percent) => (1.0, "\u{202f}%".to_owned()),
        Some(MeasureUnit::Points) => (1.0, format!(" {}", said(language, "figures-points"))),
        _ => (1.0, String::new()),
    };
    written(estimate.into(), &unit, FIGURE, language, |number| language.number(number * scale, 2))
}

/// The strength of bots, the strongest first.
pub fn ratings(ratings: &Ratings, language: Language) -> Vec<String> {
    let one = |Rating { bot, elo, low, high, games }: &Rating| {
        let of = Interval { value: Some(*elo), low: *low, high: *high, n: *games };
        let elo = interval(of, As::Signed(0), ALONE, language);
        say!(language, "figures-rating"; bot: bot.as_str(), elo: elo, games: *games)
    };
    let mut lines: Vec<String> = ratings.ratings.iter().map(one).collect();
    lines.push(said(language, "figures-drawn"));
    lines.extend(ratings.misfit.map(|Misfit { chi_square, degrees, p_value }| {
        let key = if p_value < 0.05 { "figures-misfit" } else { "figures-fit" };
        let (chi_square, p) = (language.number(chi_square, 1), language.number(p_value, 3));
        say!(language, key; chi_square: chi_square, degrees: degrees, p: p)
    }));
    lines
}

/// What was played, then each player's win share as it is and without luck.
pub fn adjusted(adjusted: &Adjusted, language: Language) -> Vec<String> {
    let player = |of: &AdjustedShare| {
        let key = if of.seat.is_some() { "figures-adjusted_seat" } else { "figures-adjusted_player" };
        say!(language, key; name: of.player.as_str(), seat: of.seat.map_or_else(String::new, seat_in_words),
            share: figure(&of.share, 3, language), adjusted: figure(&of.adjusted, 3, language),
            part: language.percent(of.part, 0), variance: language.percent(of.variance, 0))
    };
    let mut lines =
        vec![say!(language, "figures-adjusted"; seats: adjusted.of.seats.join(", "), games: adjusted.games,
        deals: adjusted.deals, plays: adjusted.plays)];
    lines.extend(adjusted.players.iter().map(player));
    lines
}

/// The measures of the course of games, then the curves at every fourth of a game.
pub fn course(course: &Course, language: Language) -> Vec<String> {
    let mut lines = vec![games_of(course, language)];
    lines.extend(course.measures.iter().map(|of| {
        say!(language, "course-measure"; name: of.name, value: figure(&of.mean, 3, language),
            label: one_of(&of.label, language), text: one_of(&of.text, language))
    }));
    lines.extend(course.curve.iter().step_by(5).map(|point| {
        let [lead, open, winner] =
            [&point.lead, &point.uncertainty, &point.winner].map(|of| figure(of, 3, language));
        say!(language, "course-curve"; at: language.percent(point.at, 0), lead: lead, open: open, winner: winner)
    }));
    lines
}

/// Which games a course is of.
pub(crate) fn games_of(course: &Course, language: Language) -> String {
    say!(language, "course-games"; games: course.games, seats: course.of.seats.join(", "), lines: course.lines)
}

/// How many pairs of two features differ by more than chance explains, then every pair.
pub fn crossed(of: &Crossed, language: Language) -> Vec<String> {
    let found = of.cells.iter().filter(|cell| cell.discovery == Some(true)).count();
    let tested = of.cells.iter().filter(|cell| cell.p_value.is_some()).count();
    let key = match (tested, found) {
        (0, _) => "figures-crossed_untested",
        (_, 0) => "figures-crossed_none",
        _ => "figures-crossed_some",
    };
    let (feature, by) = (of.feature.name.as_str(), of.by.name.as_str());
    let pair = |cell: &CrossedCell| {
        let [lift, without, difference] =
            [&cell.lift, &cell.lift_without, &cell.difference].map(|of| figure(of, 4, language));
        say!(language, "figures-crossed_pair"; mark: mark(cell.discovery), feature: feature, value: cell.bucket.to_string(),
            by: by, with: cell.with.to_string(), lift: lift, without: without, difference: difference)
    };
    let rate = language.percent(of.false_discovery_rate, 0);
    let mut lines =
        vec![say!(language, key; feature: feature, by: by, games: of.population.games, tested: tested,
        found: found, rate: rate)];
    lines.extend(of.cells.iter().map(pair));
    lines
}

/// Whether something is to be believed, as an argument of a text.
fn mark(discovery: Option<bool>) -> &'static str {
    if discovery == Some(true) { "yes" } else { "no" }
}

/// What was played, then how much of a result is luck: the shares of the variance of win shares and of scores.
pub fn luck(luck: &Luck, language: Language) -> Vec<String> {
    let components = |of: &Components| {
        let share = |of: ShareOfVariance| interval(of, As::Share(1), OF_VARIANCE, language);
        let parts = [
            ("figures-of_deal", Some(of.deal)),
            ("figures-of_players", of.players),
            ("figures-of_deal_and_players", of.deal_and_players),
            ("figures-of_play", Some(of.play)),
        ];
        parts.map(|(key, of)| {
            say!(language, key; share: of.map_or_else(|| said(language, "figures-not_asked"), share))
        })
    };
    let Luck { of: games, deals, seatings, replays, win_share, score } = luck;
    let mut lines = head(&games.game, &games.ruleset, &games.seed, language);
    lines.push(
        say!(language, "figures-replayed"; seats: games.seats.join(","), deals: *deals, seatings: *seatings,
        replays: *replays),
    );
    for (key, of) in [("figures-variance_of_win_share", win_share), ("figures-variance_of_score", score)] {
        lines.push(said(language, key));
        lines.extend(components(of));
    }
    lines
}

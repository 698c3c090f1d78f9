//! The curves of the course of games.

use tapis_games::locale::Language;

use super::of_statistics::of_game;
use super::{Chart, Line, Mark, Plot, Unit};
use crate::statistics::Estimate;
use crate::words::{TEXTS, said};
use crate::{Course, CoursePoint};

/// Lead, uncertainty and the winner's win probability, from the beginning of a game to its end.
pub fn curves(course: &Course, language: Language) -> Chart {
    let line = |key: &str, of: fn(&CoursePoint) -> &Estimate| Line {
        label: said(language, key),
        points: course.curve.iter().map(|point| (point.at, Mark::from(of(point)))).collect(),
    };
    let lines = vec![
        line("course-winner", |point| &point.winner),
        line("course-open", |point| &point.uncertainty),
        line("course-lead", |point| &point.lead),
    ];
    let games = [
        ("games", course.games.into()),
        ("seats", course.seats.join(", ").into()),
        ("lines", u64::from(course.lines).into()),
    ];
    Chart {
        title: of_game(&course.game, language, &said(language, "course-title")),
        games: TEXTS.say(language, "course-games", &games),
        axis: said(language, "course-axis"),
        unit: Unit::Share,
        intervals: said(language, "chart-intervals"),
        plot: Plot::Curves(lines),
    }
}

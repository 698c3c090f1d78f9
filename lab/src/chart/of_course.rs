//! The curves of the course of games.

use tapis_games::locale::Language;

use super::of_statistics::of_game;
use super::{Chart, Line, Plot, Unit};
use crate::statistics::Estimate;
use crate::told::games_of;
use crate::words::said;
use crate::{Course, CoursePoint};

/// Lead, uncertainty and the winner's win probability, from the beginning of a game to its end.
pub fn curves(course: &Course, language: Language) -> Chart {
    let line = |key: &str, of: fn(&CoursePoint) -> &Estimate| Line {
        label: said(language, key),
        points: course.curve.iter().map(|point| (point.at, of(point).into())).collect(),
    };
    let lines = vec![
        line("course-winner", |point| &point.winner),
        line("course-open", |point| &point.uncertainty),
        line("course-lead", |point| &point.lead),
    ];
    Chart {
        title: of_game(&course.of.game, language, &said(language, "course-title")),
        games: games_of(course, language),
        axis: said(language, "course-axis"),
        unit: Unit::Share,
        intervals: said(language, "chart-intervals"),
        plot: Plot::Curves(lines),
    }
}

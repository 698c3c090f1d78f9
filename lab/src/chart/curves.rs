//! Curves over the part of a game that is played.

use maud::{Markup, html};
use tapis_games::locale::Language;

use super::scale::Scale;
use super::svg::{FOOT, HEAD, WIDTH, axis_of, line, tenths};
use super::{Chart, Line, Unit};
use crate::words::say;

/// The height of the plot, and the room for what the curves are called.
const HEIGHT: f64 = 260.0;
const LABEL: f64 = 20.0;

/// How high a chart of so many curves is.
pub(super) fn height(lines: &[Line]) -> f64 {
    HEAD + HEIGHT + FOOT + LABEL * lines.len() as f64
}

/// A curve in words: at the beginning, in the middle and at the end.
pub(super) fn words(of: &Line, unit: Unit, language: Language) -> String {
    let at = |at: usize| of.points.get(at).map(|(_, mark)| unit.words(mark, language)).unwrap_or_default();
    let last = of.points.len().saturating_sub(1);
    say!(language, "course-points"; label: of.label.as_str(), first: at(0), middle: at(last / 2), last: at(last))
}

/// The curves with their bands, and below them what they are called.
pub(super) fn draw(chart: &Chart, lines: &[Line], language: Language) -> Markup {
    let bottom = HEAD + HEIGHT;
    let across = Scale::over([0.0, 1.0].into_iter(), (64.0, WIDTH - 24.0));
    let up = Scale::over([0.0, 1.0].into_iter(), (bottom, HEAD));
    let numbers = [0.0, 0.25, 0.5, 0.75, 1.0];
    html! {
        (axis_of(chart, across, bottom, language))
        @for number in numbers {
            (line("grid", (across.at(0.0), up.at(number)), (across.at(1.0), up.at(number))))
            text class="quiet" x="56" y=(tenths(up.at(number) + 4.0)) text-anchor="end" { (language.percent(number, 0)) }
        }
        @for (of, at) in lines.iter().zip(0..) {
            polygon class={"band curve" (at)} points=(band(of, across, up)) {}
            polyline class={"line curve" (at)} points=(middle(of, across, up)) {}
            @let y = bottom + FOOT + LABEL * f64::from(at);
            (line(["line curve0", "line curve1", "line curve2"].get(at as usize).unwrap_or(&"line"), (64.0, y - 4.0), (96.0, y - 4.0)))
            text x="104" y=(tenths(y)) { (of.label) }
        }
    }
}

fn middle(of: &Line, across: Scale, up: Scale) -> String {
    points(of.points.iter().filter_map(|(at, mark)| Some((across.at(*at), up.at(mark.place()?[1])))))
}

fn band(of: &Line, across: Scale, up: Scale) -> String {
    let end = |end: usize| {
        of.points.iter().filter_map(move |(at, mark)| Some((across.at(*at), up.at(mark.place()?[end]))))
    };
    let back: Vec<(f64, f64)> = end(2).collect();
    points(end(0).chain(back.into_iter().rev()))
}

fn points(points: impl Iterator<Item = (f64, f64)>) -> String {
    points.map(|(x, y)| format!("{},{}", tenths(x), tenths(y))).collect::<Vec<_>>().join(" ")
}

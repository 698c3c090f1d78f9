//! Charts as SVG: for screens light and dark, without fonts or scripts from elsewhere, and with their text for screen readers.

use maud::{Markup, PreEscaped, html};

use super::scale::Scale;
use super::{Chart, Panel, Plot, Row, Unit, curves};
use crate::Interval;
use crate::words::said;
use tapis_games::locale::Language;

/// The width of every chart.
pub(super) const WIDTH: f64 = 760.0;
/// What lies above and below the plot.
pub(super) const HEAD: f64 = 70.0;
pub(super) const FOOT: f64 = 50.0;
/// The heights of a row and of a histogram.
const ROW: f64 = 26.0;
const PANEL: f64 = 120.0;
/// The width of the words beside a row.
const WORDS: f64 = 236.0;
/// About how wide a letter is.
const LETTER: f64 = 7.2;
/// The most letters of the words beside a row.
const MOST_LETTERS: usize = 32;
/// The most bars of a histogram; values beside each other share one.
const BARS: i64 = 60;

const STYLE: &str = "\
.tapis-chart{color:#1c1e21;font:13px system-ui,sans-serif}\
.tapis-chart text{fill:currentColor}\
.tapis-chart .paper{fill:#fff}\
.tapis-chart .title{font-size:16px;font-weight:600}\
.tapis-chart .quiet{fill-opacity:.72}\
.tapis-chart .grid{stroke:currentColor;stroke-opacity:.14}\
.tapis-chart .axis{stroke:currentColor;stroke-opacity:.6}\
.tapis-chart .fair{stroke:currentColor;stroke-dasharray:5 4;stroke-width:1.5}\
.tapis-chart .mark{stroke:#0b62b8;fill:#0b62b8;stroke-width:2.5}\
.tapis-chart .bar{fill:#0b62b8;fill-opacity:.55}\
.tapis-chart .mean{stroke:#b3400a;stroke-width:2}\
.tapis-chart .interval{fill:#b3400a;fill-opacity:.25}\
.tapis-chart .line{fill:none;stroke:currentColor;stroke-width:2.5}\
.tapis-chart .band{fill-opacity:.18}\
.tapis-chart .curve0{stroke:#0b62b8}.tapis-chart .band.curve0{fill:#0b62b8;stroke:none}\
.tapis-chart .curve1{stroke:#b3400a;stroke-dasharray:7 4}.tapis-chart .band.curve1{fill:#b3400a;stroke:none}\
.tapis-chart .curve2{stroke:#2f7a3c;stroke-dasharray:2 3}.tapis-chart .band.curve2{fill:#2f7a3c;stroke:none}\
@media (prefers-color-scheme:dark){\
.tapis-chart{color:#e6e8eb}.tapis-chart .paper{fill:#16191d}\
.tapis-chart .mark{stroke:#7ab8ff;fill:#7ab8ff}.tapis-chart .bar{fill:#7ab8ff}\
.tapis-chart .mean{stroke:#ffa066}.tapis-chart .interval{fill:#ffa066}}";

/// Draws a chart as a document of its own, or to be put in a page; `id` is its own there.
pub fn draw(chart: &Chart, id: &str, language: Language) -> String {
    let (height, plot) = match &chart.plot {
        Plot::Intervals { rows, reference } => {
            let height = HEAD + ROW * rows.len().max(1) as f64 + FOOT;
            (height, intervals(chart, rows, reference.as_ref(), language))
        }
        Plot::Histograms(panels) => {
            (HEAD + PANEL * panels.len() as f64 + FOOT, histograms(chart, panels, language))
        }
        Plot::Curves(lines) => (curves::height(lines), curves::draw(chart, lines, language)),
    };
    let (title_id, text_id) = (format!("{id}-title"), format!("{id}-text"));
    let view = format!("0 0 {WIDTH} {height}");
    let markup = html! {
        svg xmlns="http://www.w3.org/2000/svg" class="tapis-chart" viewBox=(view) width=(WIDTH) height=(height)
            role="img" aria-labelledby={(title_id) " " (text_id)} lang=(language.code()) {
            title id=(title_id) { (chart.title) }
            desc id=(text_id) { (chart.description(language)) }
            style { (PreEscaped(STYLE)) }
            rect class="paper" width=(WIDTH) height=(height) {}
            text class="title" x="16" y="26" { (chart.title) }
            text class="quiet" x="16" y="44" { (chart.games) }
            (plot)
        }
    };
    markup.into_string()
}

fn intervals(chart: &Chart, rows: &[Row], reference: Option<&(f64, String)>, language: Language) -> Markup {
    let longest = rows.iter().map(|row| row.label.chars().count()).max().unwrap_or(0);
    let left = 28.0 + (longest as f64 * LETTER).clamp(40.0, 240.0);
    let ends = rows.iter().filter_map(|row| row.mark.place()).flat_map(|[low, _, high]| [low, high]);
    let scale = Scale::over(ends.chain(reference.map(|(at, _)| *at)), (left, WIDTH - WORDS - 24.0));
    let bottom = HEAD + ROW * rows.len().max(1) as f64;
    html! {
        (axis_of(chart, scale, bottom, language))
        @if let Some((at, name)) = reference {
            (line("fair", (scale.at(*at), HEAD - 4.0), (scale.at(*at), bottom)))
            text class="quiet" x=(tenths(scale.at(*at))) y=(HEAD - 8.0) text-anchor="middle" { (name) }
        }
        @for (row, y) in rows.iter().zip(0..).map(|(row, at)| (row, HEAD + ROW * (f64::from(at) + 0.5))) {
            text x=(left - 12.0) y=(y + 4.5) text-anchor="end" { (fitting(&row.label, "")) }
            @if let Some([low, value, high]) = row.mark.place() {
                @let ends = [scale.at(low), scale.at(high)];
                (line("mark", (ends[0], y), (ends[1], y)))
                @for end in ends { (line("mark", (end, y - 4.0), (end, y + 4.0))) }
                circle class="mark" cx=(tenths(scale.at(value))) cy=(y) r="4" {}
            }
            text x=(WIDTH - WORDS - 8.0) y=(y + 4.5) class=[row.mark.place().is_none().then_some("quiet")] {
                (chart.unit.words(&row.mark, language)) @if row.is_discovery { " *" }
            }
        }
    }
}

fn histograms(chart: &Chart, panels: &[Panel], language: Language) -> Markup {
    let left = 72.0;
    let values = panels.iter().flat_map(|panel| &panel.bars).map(|(value, _)| *value);
    let (least, greatest) = (values.clone().min().unwrap_or(0), values.max().unwrap_or(0));
    let width = greatest.saturating_sub(least) / BARS + 1;
    let edges = [least as f64 - 0.5, greatest as f64 + width as f64 - 0.5];
    let scale = Scale::over(edges.into_iter(), (left, WIDTH - 24.0));
    let bottom = HEAD + PANEL * panels.len() as f64;
    html! {
        (axis_of(chart, scale, bottom, language))
        @for (panel, top) in panels.iter().zip(0..).map(|(panel, at)| (panel, HEAD + PANEL * f64::from(at))) {
            (histogram(chart.unit, panel, scale, (least, width), top, language))
        }
    }
}

/// One histogram; `bins` is where the first bar begins and how many values share one.
fn histogram(
    unit: Unit,
    panel: &Panel,
    scale: Scale,
    (least, width): (i64, i64),
    top: f64,
    language: Language,
) -> Markup {
    let mut bars: Vec<(i64, u64)> = Vec::new();
    for (value, n) in &panel.bars {
        let bin = (value - least) / width;
        match bars.last_mut() {
            Some((last, sum)) if *last == bin => *sum += n,
            _ => bars.push((bin, *n)),
        }
    }
    let highest = bars.iter().map(|(_, n)| *n).max().unwrap_or(1).max(1) as f64;
    let (base, tall) = (top + PANEL - 4.0, PANEL - 38.0);
    let edge = |bin: i64| scale.at((least + bin * width) as f64 - 0.5);
    html! {
        text x="16" y=(top + 20.0) {
            (panel.label) (language.colon()) " " (said(language, "chart-mean")) " " (unit.words(&panel.mean, language))
        }
        text class="quiet" x="62" y=(base - tall + 5.0) text-anchor="end" { (highest as u64) }
        text class="quiet" x="62" y=(base) text-anchor="end" { "0" }
        @for (bin, n) in &bars {
            @let tall = tall * *n as f64 / highest;
            @let (from, to) = (edge(*bin), edge(*bin + 1));
            rect class="bar" x=(tenths(from + 0.5)) y=(tenths(base - tall)) width=(tenths((to - from - 1.0).max(0.5)))
                height=(tenths(tall)) {}
        }
        (line("axis", (62.0 + 10.0, base), (WIDTH - 24.0, base)))
        (mean(&panel.mean, scale, (base - tall - 4.0, base)))
    }
}

/// The mean with its interval, across a histogram.
fn mean(mark: &Interval, scale: Scale, (top, base): (f64, f64)) -> Markup {
    html! {
        @if let Some([low, value, high]) = mark.place() {
            @let (from, to) = (scale.at(low), scale.at(high));
            rect class="interval" x=(tenths(from)) y=(tenths(top)) width=(tenths((to - from).max(1.0)))
                height=(tenths(base - top)) {}
            (line("mean", (scale.at(value), top), (scale.at(value), base)))
        }
    }
}

/// The horizontal axis with its numbers and its name.
pub(super) fn axis_of(chart: &Chart, scale: Scale, bottom: f64, language: Language) -> Markup {
    let factor = if chart.unit == Unit::Number { 1.0 } else { 100.0 };
    let (ticks, digits) = scale.ticks(factor);
    let ends = ticks.first().zip(ticks.last());
    let middle = ends.map_or(WIDTH / 2.0, |(first, last)| (scale.at(*first) + scale.at(*last)) / 2.0);
    html! {
        @for tick in ticks {
            (line("grid", (scale.at(tick), HEAD), (scale.at(tick), bottom)))
            text class="quiet" x=(tenths(scale.at(tick))) y=(bottom + 18.0) text-anchor="middle" {
                (chart.unit.with(digits).write(tick, language))
            }
        }
        text class="quiet" x=(tenths(middle)) y=(bottom + 38.0) text-anchor="middle" { (chart.axis) }
    }
}

pub(super) fn line(class: &str, from: (f64, f64), to: (f64, f64)) -> Markup {
    html! { line class=(class) x1=(tenths(from.0)) y1=(tenths(from.1)) x2=(tenths(to.0)) y2=(tenths(to.1)) {} }
}

/// A length to a tenth of a pixel.
pub(super) fn tenths(length: f64) -> f64 {
    (length * 10.0).round() / 10.0
}

/// A row's words: the end is what tells it from its neighbours, so the beginning is cut where there is no room.
pub(super) fn fitting(beginning: &str, end: &str) -> String {
    let room = MOST_LETTERS.saturating_sub(end.chars().count());
    if beginning.chars().count() <= room {
        return format!("{beginning}{end}");
    }
    let cut: String = beginning.chars().take(room.saturating_sub(1)).collect();
    format!("{}…{end}", cut.trim_end())
}

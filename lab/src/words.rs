//! The words of the laboratory: `lab/text/{en,fr}/*.ftl`.

use serde::Serialize;
use tapis_games::locale::{COMMON_EN, COMMON_FR, Language, Texts};

use crate::sequence::Interval;

/// All of them.
pub(crate) static TEXTS: Texts = Texts {
    en: &[
        COMMON_EN,
        include_str!("../text/en/experiment.ftl"),
        include_str!("../text/en/chart.ftl"),
        include_str!("../text/en/report.ftl"),
        include_str!("../text/en/figures.ftl"),
        include_str!("../text/en/course.ftl"),
        include_str!("../text/en/asked.ftl"),
    ],
    fr: &[
        COMMON_FR,
        include_str!("../text/fr/experiment.ftl"),
        include_str!("../text/fr/chart.ftl"),
        include_str!("../text/fr/report.ftl"),
        include_str!("../text/fr/figures.ftl"),
        include_str!("../text/fr/course.ftl"),
        include_str!("../text/fr/asked.ftl"),
    ],
};

/// The text of a key with what is filled in: `say!(language, "figures-share"; seat: 1, share: share)`.
macro_rules! say {
    ($language:expr, $key:expr $(; $($name:ident: $value:expr),+ $(,)?)?) => {
        $crate::words::TEXTS.say($language, $key, &[$($((stringify!($name), tapis_games::locale::Arg::from($value))),+)?])
    };
}
pub(crate) use say;

/// A text that nothing is filled into.
pub(crate) fn said(language: Language, key: &str) -> String {
    say!(language, key)
}

/// How a number is written, with so many digits after the point.
#[derive(Clone, Copy)]
pub(crate) enum As {
    /// As it is.
    Number(usize),
    /// A share from 0 to 1 as a percentage.
    Share(usize),
    /// A difference with its sign.
    Signed(usize),
    /// A difference of shares in percentage points, with its sign.
    Points(usize),
}

impl As {
    pub(crate) fn write(self, number: f64, language: Language) -> String {
        match self {
            Self::Number(digits) => language.number(number, digits),
            Self::Share(digits) => language.percent(number, digits),
            Self::Signed(digits) => language.signed(number, digits),
            Self::Points(digits) => language.signed(number * 100.0, digits),
        }
    }
}

/// What is said of a value with its interval, of a value without one, and where there is none.
pub(crate) type Words = [&'static str; 3];
/// On the command line, in charts, and in sentences, which say by themselves how many values there are.
pub(crate) const FIGURE: Words = ["figures-interval", "figures-unknown", "figures-unknown"];
pub(crate) const DRAWN: Words = ["chart-interval", "chart-too_few_games", "chart-too_few_games"];
pub(crate) const BETWEEN: Words = ["report-between", "found-unknown_number", "found-unknown_number"];

/// The same where a value stands alone if it has no interval, and for shares of a variance.
pub(crate) const ALONE: Words = ["report-between", "report-alone", "found-unknown_number"];
pub(crate) const OF_VARIANCE: Words = ["report-between", "figures-share_open", "found-unknown_number"];

/// The one writer of values with intervals: `0.531 [0.497, 0.565] n 812`; behind the value stands its `unit`.
pub(crate) fn written(
    Interval { value, low, high, n }: Interval,
    unit: &str,
    words: Words,
    language: Language,
    write: impl Fn(f64) -> String,
) -> String {
    let key = match (value, low, high) {
        (Some(_), Some(_), Some(_)) => words[0],
        (Some(_), ..) => words[1],
        (None, ..) => words[2],
    };
    let [value, low, high] = [value, low, high].map(|end| end.map_or_else(String::new, &write));
    say!(language, key; value: value + unit, low: low, high: high, n: n)
}

/// A value with its interval, both written alike.
pub(crate) fn interval(of: impl Into<Interval>, number: As, words: Words, language: Language) -> String {
    written(of.into(), "", words, language, |end| number.write(end, language))
}

/// A value with its interval as the command line says it.
pub(crate) fn figure(of: impl Into<Interval>, digits: usize, language: Language) -> String {
    interval(of, As::Number(digits), FIGURE, language)
}

/// The name that a value has in JSON.
pub(crate) fn name_of(value: impl Serialize) -> String {
    serde_json::to_value(value).ok().and_then(|name| name.as_str().map(str::to_owned)).unwrap_or_default()
}

/// The number of a seat as people count: from 1.
pub(crate) fn seat_in_words(seat: u8) -> String {
    (u16::from(seat) + 1).to_string()
}

#[cfg(test)]
mod tests {
    use tapis_games::locale::Uses;

    use super::*;

    #[test]
    fn everything_is_said_in_both_languages_and_no_words_are_left_over() {
        let sources = vec![
            include_str!("words.rs"),
            include_str!("experiment/words.rs"),
            include_str!("experiment/changes.rs"),
            include_str!("chart/mod.rs"),
            include_str!("chart/svg.rs"),
            include_str!("chart/of_statistics.rs"),
            include_str!("chart/curves.rs"),
            include_str!("chart/of_course.rs"),
            include_str!("chart/of_experiment.rs"),
            include_str!("report/experiment.rs"),
            include_str!("first_look.rs"),
            include_str!("report/first.rs"),
            include_str!("report/headline.rs"),
            include_str!("report/methods.rs"),
            include_str!("report/page.rs"),
            include_str!("report/tables.rs"),
            include_str!("report/verdicts.rs"),
            include_str!("told/mod.rs"),
            include_str!("told/features.rs"),
        ];
        // Part of other texts.
        let mut keys: Vec<String> =
            ["experiment-goal", "experiment-certainty", "experiment-arm", "experiment-role"]
                .map(str::to_owned)
                .into();
        let defined = ["win_share", "fair_share", "seat", "n", "interval", "lift", "to_be_believed"];
        keys.extend(defined.iter().flat_map(|term| [format!("term-{term}"), format!("definition-{term}")]));
        keys.extend(["wilson", "student_t", "stratified"].map(|name| format!("method-{name}")));
        keys.extend(["dealt", "choice", "consequence"].map(|role| format!("report-{role}")));
        let metrics =
            "seat_share win_share first_share lift balance feature measure course ties length margin";
        keys.extend(metrics.split(' ').map(|name| format!("metric-{name}")));
        let measures = ["lead_changes", "drama", "behind", "decided_after", "uncertainty"];
        keys.extend(
            measures.iter().flat_map(|of| [format!("course-label-{of}"), format!("course-text-{of}")]),
        );
        let uses = Uses { keys: keys.into_iter().collect(), sources };
        assert_eq!(TEXTS.faults(1, &uses), [""; 0]);
    }
}

//! The words of the laboratory: `lab/text/{en,fr}/*.ftl`.

use tapis_games::locale::{COMMON_EN, COMMON_FR, Language, Texts};

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

/// A text that nothing is filled into.
pub(crate) fn said(language: Language, key: &str) -> String {
    TEXTS.say(language, key, &[])
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
            include_str!("experiment/words.rs"),
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
            include_str!("told/adjusted.rs"),
            include_str!("told/course.rs"),
            include_str!("told/crossed.rs"),
            include_str!("told/features.rs"),
            include_str!("told/luck.rs"),
        ];
        // Part of other texts.
        let mut keys: Vec<String> =
            ["experiment-goal", "experiment-certainty", "experiment-arm"].map(str::to_owned).into();
        let defined = ["win_share", "fair_share", "seat", "n", "interval", "lift", "to_be_believed"];
        keys.extend(defined.iter().flat_map(|term| [format!("term-{term}"), format!("definition-{term}")]));
        keys.extend(["wilson", "student_t", "stratified"].map(|name| format!("method-{name}")));
        let measures = ["lead_changes", "drama", "largest_drama", "behind", "decided_after", "uncertainty"];
        keys.extend(
            measures.iter().flat_map(|of| [format!("course-label-{of}"), format!("course-text-{of}")]),
        );
        let uses = Uses { keys: keys.into_iter().collect(), sources };
        assert_eq!(TEXTS.faults(1, &uses), [""; 0]);
    }
}

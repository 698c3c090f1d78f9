//! The course of games, in words.

use tapis_games::locale::Language;

use super::interval;
use crate::Course;
use crate::words::TEXTS;

/// The measures, then the curves at every fourth of a game.
pub fn course(course: &Course, language: Language) -> Vec<String> {
    let games = [
        ("games", course.games.into()),
        ("seats", course.seats.join(", ").into()),
        ("lines", u64::from(course.lines).into()),
    ];
    let mut lines = vec![TEXTS.say(language, "course-games", &games)];
    lines.extend(course.measures.iter().map(|of| {
        let text = |of: &tapis_games::refusal::Text| language.say(of.en.clone(), of.fr.clone());
        let args = [
            ("name", of.name.into()),
            ("value", interval(&of.mean, 3, language).into()),
            ("label", text(&of.label).into()),
            ("text", text(&of.text).into()),
        ];
        TEXTS.say(language, "course-measure", &args)
    }));
    lines.extend(course.curve.iter().step_by(5).map(|point| {
        let args = [
            ("at", language.percent(point.at, 0).into()),
            ("lead", interval(&point.lead, 3, language).into()),
            ("open", interval(&point.uncertainty, 3, language).into()),
            ("winner", interval(&point.winner, 3, language).into()),
        ];
        TEXTS.say(language, "course-curve", &args)
    }));
    lines
}

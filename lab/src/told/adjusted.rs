//! Win shares without luck, in words.

use tapis_games::locale::Language;

use super::interval;
use crate::words::{TEXTS, seat_in_words};
use crate::{Adjusted, AdjustedShare};

/// What was played, then each player's win share as it is and without luck.
pub fn adjusted(adjusted: &Adjusted, language: Language) -> Vec<String> {
    let of = [
        ("seats", adjusted.seats.join(", ").into()),
        ("games", adjusted.games.into()),
        ("deals", adjusted.deals.into()),
        ("plays", u64::from(adjusted.plays).into()),
    ];
    let player = |of: &AdjustedShare| {
        let args = [
            ("name", of.player.as_str().into()),
            ("seat", of.seat.map_or_else(String::new, seat_in_words).into()),
            ("share", interval(&of.share, 3, language).into()),
            ("adjusted", interval(&of.adjusted, 3, language).into()),
            ("part", language.percent(of.part, 0).into()),
            ("variance", language.percent(of.variance, 0).into()),
        ];
        let key = if of.seat.is_some() { "figures-adjusted_seat" } else { "figures-adjusted_player" };
        TEXTS.say(language, key, &args)
    };
    let mut lines = vec![TEXTS.say(language, "figures-adjusted", &of)];
    lines.extend(adjusted.players.iter().map(player));
    lines
}

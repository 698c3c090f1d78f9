//! How much of a result is luck, in words.

use tapis_games::locale::{Arg, Language};

use crate::words::{TEXTS, said};
use crate::{Components, Luck, ShareOfVariance};

/// The shares of the variance of win shares and of scores.
pub fn luck(luck: &Luck, language: Language) -> Vec<String> {
    [("figures-variance_of_win_share", &luck.win_share), ("figures-variance_of_score", &luck.score)]
        .into_iter()
        .flat_map(|(key, of)| {
            let mut lines = vec![said(language, key)];
            lines.extend(components(of, language));
            lines
        })
        .collect()
}

fn components(of: &Components, language: Language) -> Vec<String> {
    let parts = [
        ("figures-of_deal", Some(of.deal)),
        ("figures-of_players", of.players),
        ("figures-of_deal_and_players", of.deal_and_players),
        ("figures-of_play", Some(of.play)),
    ];
    let part = |(key, of): (&str, Option<ShareOfVariance>)| {
        let share = of.map_or_else(|| said(language, "figures-not_asked"), |of| share(of, language));
        TEXTS.say(language, key, &[("share", share.into())])
    };
    parts.into_iter().map(part).collect()
}

fn share(of: ShareOfVariance, language: Language) -> String {
    let percent = |share: f64| language.number(share * 100.0, 1);
    let mut args: Vec<(&'static str, Arg)> = vec![("value", percent(of.value).into())];
    let (Some(low), Some(high)) = (of.low, of.high) else {
        return TEXTS.say(language, "figures-share_open", &args);
    };
    args.extend([("low", percent(low).into()), ("high", percent(high).into())]);
    TEXTS.say(language, "figures-share_whole", &args)
}

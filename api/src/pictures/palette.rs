//! The colours, read from those of our pages: they are named and chosen there once.

use std::collections::HashMap;
use std::sync::LazyLock;

use serde::Deserialize;
use utoipa::ToSchema;

/// The tokens of our pages: `:root` is the light theme, `:root[data-theme="dark"]` what differs in the dark one.
const TOKENS: &str = include_str!("../../../web/src/styles/tokens.css");

/// On what a picture is to be seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = PictureTheme)]
pub enum Theme {
    /// On a light page.
    #[default]
    Light,
    /// On a dark page: cards are a little darker.
    Dark,
}

type Colours = HashMap<&'static str, &'static str>;

static LIGHT: LazyLock<Colours> = LazyLock::new(|| read(":root {"));
static DARK: LazyLock<Colours> = LazyLock::new(|| read(":root[data-theme=\"dark\"] {"));

impl Theme {
    /// The colour of a token as `#rrggbb`, if there is such a token.
    pub(super) fn find(self, token: &str) -> Option<&'static str> {
        let own = (self == Self::Dark).then(|| DARK.get(token)).flatten();
        own.or_else(|| LIGHT.get(token)).copied()
    }

    /// As [`Theme::find`]; black where there is none, which a test excludes.
    pub(super) fn colour(self, token: &str) -> &'static str {
        self.find(token).unwrap_or("#000000")
    }
}

/// The colours of one block of the tokens.
fn read(block: &str) -> Colours {
    let body = TOKENS.split_once(block).map_or("", |(_, rest)| rest.split('}').next().unwrap_or(""));
    let declared = body.split([';', '\n']).filter_map(|line| line.trim().strip_prefix("--")?.split_once(':'));
    declared.map(|(name, value)| (name.trim(), value.trim())).filter(|(_, value)| is_colour(value)).collect()
}

fn is_colour(value: &str) -> bool {
    value
        .strip_prefix('#')
        .is_some_and(|digits| digits.len() == 6 && digits.bytes().all(|digit| digit.is_ascii_hexdigit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_themes_are_read_and_the_dark_one_has_what_it_shares() {
        let (light, dark) = (Theme::Light, Theme::Dark);
        assert_eq!((light.find("card"), dark.find("card")), (Some("#fbf7ec"), Some("#ece5d5")));
        assert_eq!((light.find("p-red"), dark.find("p-red")), (Some("#b8281f"), Some("#b8281f")));
        assert_eq!(light.find("text-2xs"), None, "a length is no colour");
    }
}

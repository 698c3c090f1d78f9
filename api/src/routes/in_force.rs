//! What a ruleset has otherwise than the default: said above the rules as printed.

use serde_json::Value;
use tapis_games::erased::AnyRuleset;
use tapis_games::locale::{Language, Texts};
use tapis_games::ruleset::Ruleset;

/// In Markdown: the options of `rules` that are not those of `default`, each with its value; `None` where all are.
pub(super) fn in_force(rules: &dyn AnyRuleset, default: &Ruleset, language: Language) -> Option<String> {
    let options = rules.ruleset().options.as_object()?;
    let changed = options.iter().filter(|(name, value)| default.options.get(name.as_str()) != Some(value));
    let line = |(name, value): (&String, &Value)| {
        let label =
            word(rules.texts(), &[format!("option-{name}")], language).unwrap_or_else(|| name.clone());
        format!("- {label}{} {}\n", language.colon(), written(rules.texts(), name, value, language))
    };
    let lines: String = changed.map(line).collect();
    let head = language.say(
        "**In force at this table**, where the rules below say otherwise:",
        "**En vigueur à cette table**, là où la règle ci-dessous dit autre chose\u{202f}:",
    );
    // Pages show it by this id beside what they say of the game themselves.
    (!lines.is_empty()).then(|| format!("<div id=\"in-force\">\n\n{head}\n\n{lines}\n</div>\n\n"))
}

/// The value of an option in words. Of a deck, that it is another.
fn written(texts: Option<&'static Texts>, name: &str, value: &Value, language: Language) -> String {
    let one = |value: &Value| match value {
        Value::Bool(on) => Some(language.say(["no", "yes"], ["non", "oui"])[usize::from(*on)].to_owned()),
        Value::Number(number) => number.as_f64().map(|number| language.number(number, 0)),
        Value::String(value) => {
            let keys = [format!("option-{name}-{value}"), format!("noun-{value}")];
            Some(word(texts, &keys, language).unwrap_or_else(|| value.clone()))
        }
        _ => None,
    };
    let all = match value {
        Value::Array(values) => values.iter().map(one).collect::<Option<Vec<_>>>().map(|all| all.join(", ")),
        other => one(other),
    };
    all.unwrap_or_else(|| language.say("others than printed", "d’autres que les imprimées").to_owned())
}

/// The first of these texts that there is.
fn word(texts: Option<&'static Texts>, keys: &[String], language: Language) -> Option<String> {
    let texts = texts?;
    keys.iter().find(|key| texts.has(key)).map(|key| texts.say(language, key, &[]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tapis_solver::registry::Registry;

    fn of(game: &str, options: &str, language: Language) -> Option<String> {
        let registry = Registry::standard();
        let game = registry.game(game).unwrap();
        let [default, rules] = ["{}", options].map(|options| game.ruleset(options).unwrap());
        in_force(&*rules, default.ruleset(), language)
    }

    #[test]
    fn numbers_and_switches_that_differ_are_said() {
        let said =
            of("richelieu", r#"{"penalty": -3, "variant": "three_rows", "players": 2}"#, Language::English);
        let lines = said.unwrap();
        let lines: Vec<&str> = lines.lines().filter(|line| line.starts_with("- ")).collect();
        let expected = [
            "- Points for each region or symbol without a card: \u{2212}3",
            "- The game ends: when three rows are empty",
        ];
        assert_eq!(lines, expected);
        let french =
            of("sept-blasons", r#"{"rounds": 5, "variants": ["curieux"]}"#, Language::French).unwrap();
        assert!(french.contains("- Manches d’une partie\u{202f}: 5\n"), "{french}");
        assert!(french.contains("- Variantes\u{202f}: Bourgeois curieux"), "{french}");
    }

    #[test]
    fn as_printed_nothing_is_said() {
        assert_eq!(of("richelieu", r#"{"penalty": -5}"#, Language::English), None);
        assert_eq!(of("parbourg", r#"{"days": 4, "first_hand": 8}"#, Language::French), None);
    }
}

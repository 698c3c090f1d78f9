//! The texts of this crate, in every language.

use tapis_games::locale::{COMMON_EN, COMMON_FR, Texts};

/// What is said about tables.
pub(crate) static TABLE: Texts = Texts {
    en: &[COMMON_EN, include_str!("../../text/en/table.ftl")],
    fr: &[COMMON_FR, include_str!("../../text/fr/table.ftl")],
};

#[cfg(test)]
mod tests {
    use tapis_games::locale::Uses;

    use super::*;

    #[test]
    fn every_text_is_there_in_both_languages_and_used() {
        let sources = vec![
            include_str!("clock.rs"),
            include_str!("event/said.rs"),
            include_str!("holders.rs"),
            include_str!("trust.rs"),
        ];
        let uses = Uses { sources, ..Uses::default() };
        assert_eq!(TABLE.faults(1, &uses), Vec::<String>::new());
    }
}

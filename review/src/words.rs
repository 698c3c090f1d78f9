//! The words of reviews: `review/text/{en,fr}/review.ftl`.

use tapis_games::locale::{COMMON_EN, COMMON_FR, Texts};

/// All of them.
pub(crate) static TEXTS: Texts = Texts {
    en: &[COMMON_EN, include_str!("../text/en/review.ftl")],
    fr: &[COMMON_FR, include_str!("../text/fr/review.ftl")],
};

/// The text of a key with what is filled in: `say!(language, "review-faults"; slips: 1, loss: points(loss))`.
macro_rules! say {
    ($language:expr, $key:expr $(; $($name:ident: $value:expr),+ $(,)?)?) => {
        $crate::words::TEXTS.say($language, $key, &[$($((stringify!($name), tapis_games::locale::Arg::from($value))),+)?])
    };
}
pub(crate) use say;

#[cfg(test)]
mod tests {
    use tapis_games::locale::Uses;

    use super::*;

    #[test]
    fn everything_is_said_in_both_languages_and_no_words_are_left_over() {
        let uses = Uses {
            keys: Default::default(),
            sources: vec![include_str!("told.rs"), include_str!("decisions/choice.rs")],
        };
        assert_eq!(TEXTS.faults(1, &uses), [""; 0]);
    }
}

//! Names people give themselves.

/// Longest name, in characters.
pub const MAX_NAME: usize = 40;

/// Cleans a name: white space at the ends goes, runs of it become one space.
///
/// # Errors
/// It is empty, too long, or has characters that are not seen or change how others are seen.
pub fn clean(name: &str) -> Result<String, String> {
    let cleaned = name.split_whitespace().collect::<Vec<_>>().join(" ");
    if cleaned.is_empty() {
        return Err("a name has at least one visible character".to_owned());
    }
    if cleaned.chars().count() > MAX_NAME {
        return Err(format!("a name has at most {MAX_NAME} characters"));
    }
    if cleaned.chars().any(is_unseen) {
        return Err("a name has no control, direction or invisible characters".to_owned());
    }
    Ok(cleaned)
}

fn is_unseen(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{00ad}' | '\u{034f}' | '\u{061c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}'
            | '\u{fff0}'..='\u{ffff}' | '\u{e0000}'..='\u{e0fff}' | '\u{e000}'..='\u{f8ff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_cleaned_or_refused() {
        assert_eq!(clean("  Ada \u{a0} Lovelace\n").as_deref(), Ok("Ada Lovelace"));
        assert_eq!(clean("Zoé 🃏").as_deref(), Ok("Zoé 🃏"));
        for wrong in ["", "   ", "a\0b", "a\u{202e}b", "a\u{200b}b", "\u{feff}a", &"x".repeat(41)] {
            assert!(clean(wrong).is_err(), "{wrong:?}");
        }
        assert!(clean(&"é".repeat(40)).is_ok());
    }
}

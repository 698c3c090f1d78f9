//! Numbers of flags, within bounds.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// Reads a whole number within `bounds`.
pub(crate) fn within<T>(bounds: RangeInclusive<T>) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync
where
    T: FromStr + PartialOrd + Display + Clone + Send + Sync,
{
    move |text| {
        let number = text.parse().ok().filter(|number| bounds.contains(number));
        number.ok_or_else(|| format!("expected a whole number from {} to {}", bounds.start(), bounds.end()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ends_belong_to_the_bounds() {
        let read = within(1_usize..=8);
        assert_eq!((read("1"), read("8")), (Ok(1), Ok(8)));
        for wrong in ["0", "9", "-1", "1.5", "40.0", "0,5", "", "100000000000000000000000"] {
            assert_eq!(read(wrong), Err("expected a whole number from 1 to 8".to_owned()), "{wrong}");
        }
    }
}

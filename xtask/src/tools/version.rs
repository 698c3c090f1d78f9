//! Which version a program is of.

use std::fmt;

/// What a program says of itself, as far as we compare it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Version(pub u32, pub u32);

impl Version {
    /// The first version in what a program says: `v20.20.2`, `Python 3.11.2`, `initdb (PostgreSQL) 15.18 (Debian …)`.
    pub fn find(said: &str) -> Option<Self> {
        said.split_whitespace().find_map(|word| {
            let mut numbers = word.trim_start_matches('v').split('.').map(leading_number);
            Some(Self(numbers.next()??, numbers.next().flatten().unwrap_or(0)))
        })
    }
}

/// The number that a text begins with: `18beta1` is 18.
fn leading_number(text: &str) -> Option<u32> {
    let end = text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
    text[..end].parse().ok()
}

impl fmt::Display for Version {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "{}.{}", self.0, self.1)
    }
}

#[cfg(test)]
mod tests {
    use super::Version;

    #[test]
    fn a_version_is_found_in_what_programs_say() {
        for (said, version) in [
            ("v20.20.2\n", Some(Version(20, 20))),
            ("v18.20.4", Some(Version(18, 20))),
            ("9.2.0", Some(Version(9, 2))),
            ("Python 3.11.2", Some(Version(3, 11))),
            ("initdb (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)", Some(Version(15, 18))),
            ("initdb (PostgreSQL) 18beta1", Some(Version(18, 0))),
            ("Chromium 142.0.7444.59 built on Debian GNU/Linux 12 (bookworm)", Some(Version(142, 0))),
            ("cc (Debian 12.2.0-14+deb12u1) 12.2.0", Some(Version(12, 2))),
            ("no version here", None),
            ("version", None),
            ("99999999999999999999.1", None),
            ("", None),
        ] {
            assert_eq!(Version::find(said), version, "{said:?}");
        }
    }
}

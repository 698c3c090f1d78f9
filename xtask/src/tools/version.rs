//! Which version a program is of, and which would do.

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

/// The least versions that will do, in rising order. The last is open upwards, each before it ends with its major version.
#[derive(Clone, Copy, Debug)]
pub struct Wanted(pub &'static [Version]);

impl Wanted {
    /// Any version.
    pub const ANY: Self = Self(&[]);

    /// Whether a version will do.
    pub fn takes(self, found: Version) -> bool {
        let Some((last, earlier)) = self.0.split_last() else { return true };
        found >= *last || earlier.iter().any(|least| least.0 == found.0 && found >= *least)
    }
}

impl fmt::Display for Wanted {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        for least in &self.0[..self.0.len().saturating_sub(1)] {
            write!(to, "{least} or newer of {}, or ", least.0)?;
        }
        match self.0.last() {
            Some(last) => write!(to, "{last} or newer"),
            None => write!(to, "any version"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Version, Wanted};

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

    #[test]
    fn a_version_between_two_majors_will_not_do() {
        let wanted = Wanted(&[Version(20, 19), Version(22, 12)]);
        let taken = [(20, 19), (20, 20), (22, 12), (22, 13), (23, 0), (24, 21)];
        let refused = [(18, 20), (20, 18), (21, 7), (22, 11), (0, 12)];
        for (major, minor) in taken {
            assert!(wanted.takes(Version(major, minor)), "{major}.{minor}");
        }
        for (major, minor) in refused {
            assert!(!wanted.takes(Version(major, minor)), "{major}.{minor}");
        }
        assert_eq!(wanted.to_string(), "20.19 or newer of 20, or 22.12 or newer");
        assert!(Wanted::ANY.takes(Version(0, 0)));
    }
}

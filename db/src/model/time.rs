//! Points in time, whose text sorts as they do.

use std::fmt;
use std::str::FromStr;

use jiff::{SignedDuration, Timestamp, Unit};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A point in time, whole milliseconds, UTC. Its text is RFC 3339 of fixed width, `2026-01-31T17:05:09.042Z`, so
/// texts sort as times do. Made by the caller: the store reads no clock and orders by versions, never by times.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Time(Timestamp);

impl Time {
    /// The time as a timestamp.
    pub fn timestamp(self) -> Timestamp {
        self.0
    }

    /// Its day in UTC: `2026-01-31`.
    pub fn day(self) -> String {
        self.0.strftime("%Y-%m-%d").to_string()
    }

    /// This time plus a duration, kept within the years 1 to 9999.
    pub(crate) fn plus(self, duration: SignedDuration) -> Self {
        self.0.saturating_add(duration).map_or(self, Self::from)
    }

    /// This time plus milliseconds, kept within the years 1 to 9999.
    pub fn plus_millis(self, millis: u64) -> Self {
        self.plus(SignedDuration::from_millis(i64::try_from(millis).unwrap_or(i64::MAX)))
    }

    /// The milliseconds from `earlier` to this time; 0 when that is not earlier.
    pub fn millis_since(self, earlier: Self) -> u64 {
        u64::try_from(self.0.duration_since(earlier.0).as_millis()).unwrap_or(0)
    }

    /// This time plus whole seconds (less than none: before it), kept within the years 1 to 9999.
    pub fn plus_seconds(self, seconds: i64) -> Self {
        self.plus(SignedDuration::from_secs(seconds))
    }
}

impl From<Timestamp> for Time {
    /// Cuts to milliseconds, kept within the years 1 to 9999 (whose text has the fixed width).
    fn from(timestamp: Timestamp) -> Self {
        let first = Timestamp::constant(-62_135_596_800, 0); // 0001-01-01T00:00:00Z
        let cut = jiff::TimestampRound::new().smallest(Unit::Millisecond).mode(jiff::RoundMode::Floor);
        Self(timestamp.max(first).round(cut).unwrap_or(first))
    }
}

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.3}", self.0)
    }
}

impl Serialize for Time {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Time {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// The text is no RFC 3339 time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not an RFC 3339 time")]
pub struct ParseTimeError;

impl FromStr for Time {
    type Err = ParseTimeError;

    fn from_str(text: &str) -> Result<Self, ParseTimeError> {
        text.parse::<Timestamp>().map(Self::from).map_err(|_| ParseTimeError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_has_one_width_and_sorts_as_time() {
        let times = ["0001-01-01T00:00:00Z", "1969-12-31T23:59:59.9999Z", "2026-01-31T17:05:09.0429Z"];
        let mut last = String::new();
        for text in times {
            let time: Time = text.parse().unwrap();
            let text = time.to_string();
            assert_eq!(text.len(), 24, "{text}");
            assert!(text > last, "{text} after {last}");
            assert_eq!(text.parse(), Ok(time));
            last = text;
        }
        assert_eq!(last, "2026-01-31T17:05:09.042Z");
        assert!("yesterday".parse::<Time>().is_err());
    }

    #[test]
    fn extremes_keep_the_width() {
        for extreme in [Timestamp::MIN, Timestamp::MAX] {
            assert_eq!(Time::from(extreme).to_string().len(), 24);
        }
        let time: Time = "2026-01-31T00:00:00Z".parse().unwrap();
        assert_eq!(time.plus_seconds(86_400).to_string(), "2026-02-01T00:00:00.000Z");
        assert_eq!(time.plus_seconds(i64::MAX), Time::from(Timestamp::MAX));
        assert_eq!(time.plus_seconds(i64::MIN), Time::from(Timestamp::MIN));
        assert_eq!(time.plus_millis(u64::MAX), Time::from(Timestamp::MAX));
        assert_eq!(time.plus_millis(1_500).to_string(), "2026-01-31T00:00:01.500Z");
        assert_eq!((time.plus_millis(7).millis_since(time), time.millis_since(time.plus_millis(7))), (7, 0));
    }
}

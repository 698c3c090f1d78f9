//! What to look out for: the reply to the first move that costs most in its lines.

use std::collections::BTreeSet;

use super::happening::{Pair, mean};

/// A reply is written down if it is at least so many standard errors worse for the seat advised than the others,
const SURE: f64 = 3.0;
/// and by at least this,
const LEAST: f64 = 0.08;
/// and if it comes in so many of the lines: else it is no threat, or no choice.
const COMES: std::ops::RangeInclusive<f64> = 0.08..=0.9;

/// A reply of another seat.
#[derive(Clone, Debug, PartialEq)]
pub struct Threat {
    /// Its notation, as the seat advised sees it.
    pub reply: String,
    /// The share of the lines in which it comes.
    pub share: f64,
    /// What lines with it are worth, and lines with another reply.
    pub values: (f64, f64),
}

impl Threat {
    /// The strongest reply to the first move, if it is clearly stronger than the others.
    pub fn of(pairs: &[Pair]) -> Option<Self> {
        let lines = || pairs.iter().map(|[first, _]| first).filter(|line| line.reply.is_some());
        let replies: BTreeSet<&String> = lines().filter_map(|line| line.reply.as_ref()).collect();
        let threat = |reply: &String| {
            let of = |wanted: bool| {
                let lines = lines().filter(move |line| (line.reply.as_ref() == Some(reply)) == wanted);
                mean(lines.map(|line| line.value))
            };
            let ((with, one), (without, other)) = (of(true), of(false));
            let n = lines().filter(|line| line.reply.as_ref() == Some(reply)).count();
            let share = n as f64 / lines().count().max(1) as f64;
            let is_sure = without - with >= LEAST.max(SURE * one.hypot(other));
            (is_sure && COMES.contains(&share)).then(|| Self {
                reply: reply.clone(),
                share,
                values: (with, without),
            })
        };
        let cost = |threat: &Self| threat.values.1 - threat.values.0;
        replies.into_iter().filter_map(threat).max_by(|a, b| cost(a).total_cmp(&cost(b)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::line::Line;
    use super::*;

    /// So many lines with each reply, of which so many are won.
    fn pairs(replies: &[(&str, usize, usize)]) -> Vec<Pair> {
        let line = |reply: &str, value: f64| Line { reply: Some(reply.to_owned()), value, ..Line::default() };
        let of = |&(reply, n, won): &(&str, usize, usize)| {
            (0..n).map(move |number| line(reply, f64::from(u8::from(number < won)))).collect::<Vec<_>>()
        };
        replies.iter().flat_map(of).map(|first| [first, Line::default()]).collect()
    }

    #[test]
    fn what_costs_most_is_a_threat_if_it_comes_and_is_sure() {
        let found = Threat::of(&pairs(&[("a", 100, 20), ("b", 200, 150), ("c", 100, 60)]));
        let Threat { reply, share, values } = found.expect("a threat");
        assert_eq!((reply.as_str(), share, values), ("a", 0.25, (0.2, 0.7)));
        assert_eq!(Threat::of(&pairs(&[("a", 4, 0), ("b", 200, 150)])), None, "it hardly ever comes");
        assert_eq!(Threat::of(&pairs(&[("a", 200, 95), ("b", 200, 105)])), None, "it hardly costs anything");
        assert_eq!(Threat::of(&pairs(&[("a", 200, 95)])), None, "there is no other reply");
    }
}

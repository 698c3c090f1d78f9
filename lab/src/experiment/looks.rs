//! The looks at an interval as it narrows, few enough to be sent.

use crate::Interval;

/// More looks than these are thinned: every second one is kept.
const MOST: usize = 64;

/// The looks so far, evenly spread over the chunks.
#[derive(Clone, Debug)]
pub(super) struct Looks {
    /// Each with the number of its chunk.
    kept: Vec<(u64, Interval)>,
    seen: u64,
    every: u64,
}

impl Looks {
    pub(super) fn new() -> Self {
        Self { kept: Vec::new(), seen: 0, every: 1 }
    }

    /// A chunk is over: keeps what is seen then, where this is one of the looks to be kept.
    pub(super) fn push(&mut self, look: impl FnOnce() -> Interval) {
        self.seen += 1;
        if !self.seen.is_multiple_of(self.every) {
            return;
        }
        let look = look();
        if look.low.is_none() || look.high.is_none() {
            return;
        }
        self.kept.push((self.seen, look));
        if self.kept.len() > MOST {
            self.every *= 2;
            self.kept.retain(|(chunk, _)| chunk.is_multiple_of(self.every));
        }
    }

    /// The looks, the present one last.
    pub(super) fn until(&self, now: Interval) -> Vec<Interval> {
        let mut looks: Vec<Interval> = self.kept.iter().map(|(_, look)| *look).collect();
        if now.low.is_some() && looks.last().is_none_or(|last| last.n != now.n) {
            looks.push(now);
        }
        looks
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look(n: u64) -> Interval {
        Interval { value: Some(0.5), low: Some(0.4), high: Some(0.6), n }
    }

    #[test]
    fn many_looks_are_thinned_and_the_last_is_the_present() {
        let mut looks = Looks::new();
        looks.push(|| Interval { low: None, high: None, ..look(1) });
        (2..=1000).for_each(|n| looks.push(|| look(n)));
        let shown = looks.until(look(1001));
        assert!((MOST / 2..=MOST + 1).contains(&shown.len()), "{}", shown.len());
        assert!(shown.windows(2).all(|pair| pair[0].n < pair[1].n));
        let apart: Vec<u64> = shown[..shown.len() - 1].windows(2).map(|pair| pair[1].n - pair[0].n).collect();
        assert!(apart.iter().all(|n| *n == apart[0]), "{apart:?}");
        assert_eq!(shown.last().unwrap().n, 1001);
        assert_eq!(looks.until(shown[shown.len() - 2]).len(), shown.len() - 1, "the present is told once");
    }
}

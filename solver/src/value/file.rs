//! Files of nets: a head of words, then all weights in multiples of 1 / 4096.

use sha2::{Digest, Sha256};

use super::{HIDDEN, KNOTS, MAX_FEATURES, Net};

const UNIT: f32 = 4096.0;
/// The first line. Its number changes with the form of nets.
const FORM: &str = "tapis values 1";

impl Net {
    /// The net in `text`; `None` unless it is whole and was fitted to features of these names.
    pub fn read(text: &str, names: &[&str]) -> Option<Self> {
        let (head, weights) = text.split_once("\n\n")?;
        let mut head = head.lines();
        if head.next()? != FORM || head.next()? != features_line(names) || names.len() > MAX_FEATURES {
            return None;
        }
        let weights: Vec<f32> = weights
            .split_ascii_whitespace()
            .map(|word| Some(f32::from(word.parse::<i16>().ok()?) / UNIT))
            .collect::<Option<_>>()?;
        let mut net = Self::new(names.len());
        (weights.len() == net.weights().count()).then(|| {
            net.weights_mut().zip(weights).for_each(|(weight, read)| *weight = read);
            net
        })
    }

    /// The file of this net, fitted to features of these names by `command`.
    pub fn write(&self, names: &[&str], command: &str) -> String {
        let weights: Vec<String> =
            self.weights().map(|&weight| ((weight * UNIT).round() as i16).to_string()).collect();
        let lines: Vec<String> = weights.chunks(HIDDEN).map(|line| line.join(" ")).collect();
        format!("{FORM}\n{}\ncommand {command}\n\n{}\n", features_line(names), lines.join("\n"))
    }

    /// The net with its weights as a file holds them.
    #[must_use]
    pub fn rounded(mut self) -> Self {
        self.weights_mut().for_each(|weight| *weight = f32::from((*weight * UNIT).round() as i16) / UNIT);
        self
    }

    /// All weights, in the order of the file.
    pub(crate) fn weights(&self) -> impl Iterator<Item = &f32> {
        self.linear.iter().chain(self.hidden.as_flattened()).chain(&self.output)
    }

    pub(crate) fn weights_mut(&mut self) -> impl Iterator<Item = &mut f32> {
        self.linear.iter_mut().chain(self.hidden.as_flattened_mut()).chain(&mut self.output)
    }
}

/// What was fitted to: the number of features, and a hash of their names and of the shape of the net.
fn features_line(names: &[&str]) -> String {
    let hash = Sha256::digest(format!("{KNOTS} {HIDDEN} {}", names.join(" ")));
    format!("features {} {}", names.len(), hex::encode(&hash[..8]))
}

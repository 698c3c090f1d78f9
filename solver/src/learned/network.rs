//! A network with one hidden layer over sparse inputs.

use serde::{Deserialize, Serialize};

use super::{Inputs, Outputs};

/// Units of the hidden layer. The first is linear, so that the network contains the linear model; the others are rectified.
pub const HIDDEN: usize = 16;

/// The weights of a game, and how they were made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Network {
    /// The id of the game.
    pub game: String,
    /// The command that makes these weights.
    pub command: String,
    /// What they were learned from, in words.
    pub data: String,
    /// By input, its weight in each hidden unit.
    pub first: Vec<[f32; HIDDEN]>,
    /// What each hidden unit adds.
    pub bias: [f32; HIDDEN],
    /// By output (strength, points), the weight of each hidden unit.
    pub second: [[f32; HIDDEN]; 2],
    /// What each output adds.
    pub output_bias: [f32; 2],
}

/// Weights that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum WeightsError {
    /// The file is not what [`Network`] writes.
    #[error("not the weights of a network: {0}")]
    Format(#[from] serde_json::Error),
    /// The file has another number of inputs than the game.
    #[error(
        "the weights have {found} inputs, the game has {expected}: run `cargo xtask learn --game {game}`"
    )]
    Width {
        /// The id of the game.
        game: String,
        /// Inputs of the file.
        found: usize,
        /// Inputs of the game.
        expected: usize,
    },
}

impl Network {
    /// Reads the file of a game with `inputs` inputs.
    ///
    /// # Errors
    /// See [`WeightsError`].
    pub fn read(json: &str, inputs: usize) -> Result<Self, WeightsError> {
        let network: Self = serde_json::from_str(json)?;
        if network.first.len() == inputs {
            Ok(network)
        } else {
            Err(WeightsError::Width { game: network.game, found: network.first.len(), expected: inputs })
        }
    }

    /// The hidden layer before the rectifier. Inputs beyond the last one of the network count as 0.
    #[inline]
    pub fn hidden(&self, inputs: &Inputs) -> [f32; HIDDEN] {
        let mut hidden = self.bias;
        for &(place, value) in inputs.active() {
            let Some(weights) = self.first.get(place as usize) else { continue };
            for (unit, weight) in hidden.iter_mut().zip(weights) {
                *unit += weight * value;
            }
        }
        hidden
    }

    /// The outputs for the seat of `inputs`.
    #[inline]
    pub fn outputs(&self, inputs: &Inputs) -> Outputs {
        let mut hidden = self.hidden(inputs);
        hidden[1..].iter_mut().for_each(|unit| *unit = unit.max(0.0));
        let [strength, points] = [0, 1].map(|output: usize| {
            let sum: f32 = hidden.iter().zip(&self.second[output]).map(|(unit, weight)| unit * weight).sum();
            f64::from(sum + self.output_bias[output])
        });
        Outputs { strength, points }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn network() -> Network {
        let mut network = Network {
            game: "toy".into(),
            command: String::new(),
            data: String::new(),
            first: vec![[0.0; HIDDEN]; 3],
            bias: [0.0; HIDDEN],
            second: [[0.0; HIDDEN]; 2],
            output_bias: [0.5, -1.0],
        };
        (network.first[0][0], network.first[2][1]) = (2.0, -3.0);
        (network.second[0][0], network.second[0][1], network.second[1][1]) = (1.0, 10.0, 1.0);
        network
    }

    fn inputs(numbers: [f64; 3]) -> Inputs {
        let mut inputs = Inputs::default();
        numbers.into_iter().for_each(|number| inputs.number(number));
        inputs
    }

    #[test]
    fn the_first_unit_is_linear_and_the_others_are_rectified() {
        let below = network().outputs(&inputs([-1.0, 7.0, 1.0]));
        assert_eq!(below, Outputs { strength: -1.5, points: -1.0 });
        let above = network().outputs(&inputs([0.0, 0.0, -1.0]));
        assert_eq!(above, Outputs { strength: 30.5, points: 2.0 });
    }

    #[test]
    fn weights_of_another_width_are_refused() {
        let json = serde_json::to_string(&network()).unwrap();
        assert_eq!(Network::read(&json, 3).unwrap(), network());
        let error = Network::read(&json, 4).unwrap_err().to_string();
        assert_eq!(error, "the weights have 3 inputs, the game has 4: run `cargo xtask learn --game toy`");
        assert!(Network::read("[]", 3).is_err());
    }

    #[test]
    fn groups_and_choices_take_their_places() {
        let mut inputs = Inputs::default();
        inputs.choice(9, 3);
        let group = inputs.group(2);
        inputs.number(0.0);
        inputs.add(group, 1, 2.0);
        inputs.add(group, 5, 1.0);
        assert_eq!(inputs.width(), 6);
        assert_eq!(inputs.active(), [(2, 1.0), (4, 2.0), (4, 1.0)]);
    }
}

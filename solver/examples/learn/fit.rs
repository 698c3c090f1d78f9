//! Fits a network to positions by stochastic gradients with a rate for each weight (AdaGrad: Duchi, Hazan and Singer 2011), which
//! suits sparse inputs.

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use tapis_games::random::shuffle;
use tapis_games::seat::{BySeat, Seat};
use tapis_solver::learned::{HIDDEN, Inputs, Network, Outputs, softmax};

use crate::self_play::{Position, Target};

/// Passes over all positions.
const EPOCHS: usize = 6;
/// The rate of the first and of the last pass.
const RATES: (f32, f32) = (0.04, 0.006);
/// Of eight games in a row, every row in this many is held out.
const HELD_OUT: u64 = 12;
/// The weight of the error in points.
const POINTS_WEIGHT: f64 = 0.1;
/// How much every weight is drawn to zero.
const DECAY: f32 = 1e-6;

/// A network and its mean loss.
pub struct Fitted {
    pub network: Network,
    /// On the positions it was fitted to.
    pub loss: f64,
    /// On games held out.
    pub held_out: f64,
}

/// Fits a network to the positions of `before` and `now`; the losses are those of `now`.
pub fn fit(before: &[Position], now: &[Position], seed: u64) -> Fitted {
    let width = now.iter().flat_map(|position| &position.inputs).map(Inputs::width).max().unwrap_or(0);
    let mut trainer = Trainer::new(width, seed);
    let fitted = |position: &&Position| (position.game / 8) % HELD_OUT != 0;
    let mut all: Vec<&Position> = before.iter().chain(now).filter(fitted).collect();
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    for epoch in 0..EPOCHS {
        let part = epoch as f32 / (EPOCHS - 1) as f32;
        trainer.rate = RATES.0 * (RATES.1 / RATES.0).powf(part);
        shuffle(&mut rng, &mut all);
        all.iter().for_each(|position| trainer.learn(position));
    }
    let network = trainer.network;
    let loss = mean_loss(&network, now.iter().filter(fitted));
    let held_out = mean_loss(&network, now.iter().filter(|position| !fitted(position)));
    Fitted { network, loss, held_out }
}

fn mean_loss<'a>(network: &Network, positions: impl Iterator<Item = &'a Position>) -> f64 {
    let (mut sum, mut n) = (0.0, 0.0f64);
    for position in positions {
        let outputs = BySeat::from_fn(position.inputs.len(), |seat| network.outputs(&position.inputs[seat]));
        sum += loss(&outputs, &position.target);
        n += 1.0;
    }
    sum / n.max(1.0)
}

/// The cross-entropy of win shares, or the mean squared error of strengths.
fn loss(outputs: &BySeat<Outputs>, target: &Target) -> f64 {
    let seats = || Seat::all(outputs.len());
    if target.shares {
        let shares = softmax(&BySeat::from_fn(outputs.len(), |seat| outputs[seat].strength));
        return seats().map(|seat| -target.strengths[seat] * shares[seat].max(1e-9).ln()).sum();
    }
    let error = |seat: Seat| (outputs[seat].strength - target.strengths[seat]).powi(2);
    seats().map(error).sum::<f64>() / outputs.len() as f64
}

/// By seat, the derivatives of the loss by the outputs.
fn gradients(outputs: &BySeat<Outputs>, target: &Target) -> BySeat<[f32; 2]> {
    let shares = softmax(&BySeat::from_fn(outputs.len(), |seat| outputs[seat].strength));
    BySeat::from_fn(outputs.len(), |seat| {
        let found = if target.shares { shares[seat] } else { outputs[seat].strength };
        let points = POINTS_WEIGHT * (outputs[seat].points - target.points[seat]);
        [(found - target.strengths[seat]) as f32, points as f32]
    })
}

/// A network with the sums of squared gradients of each weight.
struct Trainer {
    network: Network,
    squares: Network,
    rate: f32,
}

impl Trainer {
    /// Small random weights.
    fn new(width: usize, seed: u64) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(seed ^ 0x5EED);
        let mut layer = |scale: f32| -> [f32; HIDDEN] {
            std::array::from_fn(
                |unit| if unit == 0 { 0.0 } else { scale * (2.0 * rng.random::<f32>() - 1.0) },
            )
        };
        let mut network = empty(width);
        network.first.iter_mut().for_each(|row| *row = layer(0.15));
        network.second = [layer(0.5), layer(0.5)];
        network.second[0][0] = 1.0;
        network.bias = [0.1; HIDDEN];
        Self { network, squares: empty(width), rate: 0.0 }
    }

    fn learn(&mut self, position: &Position) {
        let hidden: Vec<[f32; HIDDEN]> =
            position.inputs.iter().map(|inputs| self.network.hidden(inputs)).collect();
        let outputs =
            BySeat::from_fn(position.inputs.len(), |seat| self.network.outputs(&position.inputs[seat]));
        for (seat, gradient) in gradients(&outputs, &position.target).iter().enumerate() {
            self.step(&position.inputs[Seat(seat as u8)], &hidden[seat], *gradient);
        }
    }

    /// Moves all weights that the inputs touch against the gradient.
    fn step(&mut self, inputs: &Inputs, hidden: &[f32; HIDDEN], gradient: [f32; 2]) {
        let Self { network, squares, rate } = self;
        let active = |unit: usize| unit == 0 || hidden[unit] > 0.0;
        let back: [f32; HIDDEN] = std::array::from_fn(|unit| {
            let sum = gradient[0] * network.second[0][unit] + gradient[1] * network.second[1][unit];
            if active(unit) { sum } else { 0.0 }
        });
        for output in 0..2 {
            let by_unit =
                std::array::from_fn(|unit| if active(unit) { gradient[output] * hidden[unit] } else { 0.0 });
            descend(&mut network.second[output], &mut squares.second[output], &by_unit, *rate);
            let square = &mut squares.output_bias[output];
            *square += gradient[output] * gradient[output];
            network.output_bias[output] -= *rate * gradient[output] / (square.sqrt() + 1e-3);
        }
        descend(&mut network.bias, &mut squares.bias, &back, *rate);
        for &(place, value) in inputs.active() {
            let scaled = back.map(|gradient| gradient * value);
            descend(&mut network.first[place as usize], &mut squares.first[place as usize], &scaled, *rate);
        }
    }
}

fn descend(weights: &mut [f32; HIDDEN], squares: &mut [f32; HIDDEN], gradient: &[f32; HIDDEN], rate: f32) {
    for unit in 0..HIDDEN {
        let gradient = gradient[unit] + DECAY * weights[unit];
        squares[unit] += gradient * gradient;
        weights[unit] -= rate * gradient / (squares[unit].sqrt() + 1e-3);
    }
}

fn empty(width: usize) -> Network {
    Network {
        game: String::new(),
        command: String::new(),
        data: String::new(),
        first: vec![[0.0; HIDDEN]; width],
        bias: [0.0; HIDDEN],
        second: [[0.0; HIDDEN]; 2],
        output_bias: [0.0; 2],
    }
}

//! Fits nets to experience: Adam (Kingma and Ba 2015) on cross-entropy, in a fixed order. Only products, sums, quotients and roots,
//! which are the same on every machine.

use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};
use tapis_games::random::below;

use super::Experience;
use crate::value::{HIDDEN, Net, phase, softmax};

/// How to fit.
#[derive(Clone, Copy, Debug)]
pub struct Fit {
    /// Passes over the experience.
    pub passes: u32,
    /// The step at the beginning; it falls to zero.
    pub rate: f32,
    /// The part of every weight that a step takes away, relative to the step.
    pub decay: f32,
    /// Of the first weights and of the order.
    pub seed: u64,
}

impl Default for Fit {
    fn default() -> Self {
        Self { passes: 4, rate: 0.002, decay: 0.3, seed: 1 }
    }
}

/// Positions a step.
const BATCH: usize = 64;

/// The mean squared error of the shares of a seat; of equal shares without a net.
pub fn squared_error(net: Option<&Net>, experience: &Experience) -> f64 {
    let mut sum = 0.0;
    for n in 0..experience.positions() {
        let position = experience.position(n);
        let mut shares: Vec<f32> =
            position.iter().map(|(x, _)| net.map_or(0.0, |net| net.logit(x))).collect();
        softmax(&mut shares);
        let errors = shares.iter().zip(&position).map(|(share, (_, truth))| f64::from(share - truth).powi(2));
        sum += errors.sum::<f64>() / position.len() as f64;
    }
    sum / experience.positions().max(1) as f64
}

/// The net that fits `experience`.
pub fn fit(experience: &Experience, how: Fit) -> Net {
    let mut rng = ChaCha8Rng::seed_from_u64(how.seed);
    let mut net = Net::new(experience.features());
    let mut any = |scale: f32| (below(&mut rng, 2001) as f32 / 1000.0 - 1.0) * scale;
    net.hidden.as_flattened_mut().iter_mut().for_each(|weight| *weight = any(0.3));
    net.output.iter_mut().for_each(|weight| *weight = any(0.1));
    let mut order: Vec<usize> = (0..experience.positions()).collect();
    let mut adam = Adam::new(net.weights().count());
    let steps = u64::from(how.passes) * order.len().div_ceil(BATCH) as u64;
    for _ in 0..how.passes {
        shuffle(&mut order, &mut rng);
        for batch in order.chunks(BATCH) {
            let mut slope = Net::new(net.features);
            batch.iter().for_each(|&n| add_slope(&net, &experience.position(n), &mut slope));
            let rate = how.rate * (1.0 - adam.steps as f32 / steps as f32);
            adam.step(&mut net, &slope, batch.len() as f32, rate, how.decay);
        }
    }
    net
}

fn shuffle<R: Rng>(order: &mut [usize], rng: &mut R) {
    for last in (1..order.len()).rev() {
        order.swap(last, below(rng, last as u32 + 1) as usize);
    }
}

/// Adds the slope of the cross-entropy of one position.
fn add_slope(net: &Net, position: &[(&[f32], f32)], slope: &mut Net) {
    let mut shares: Vec<f32> = position.iter().map(|(x, _)| net.logit(x)).collect();
    softmax(&mut shares);
    for (share, &(x, truth)) in shares.iter().zip(position) {
        let error = share - truth;
        let (knot, part) = phase(x);
        let first = knot * net.features;
        for (n, x) in x.iter().enumerate() {
            slope.linear[first + n] += error * (1.0 - part) * x;
            slope.linear[first + net.features + n] += error * part * x;
        }
        let mut deltas = [0.0; HIDDEN];
        for (n, unit) in net.units(x).into_iter().enumerate().filter(|(_, unit)| *unit > 0.0) {
            slope.output[n] += error * unit;
            deltas[n] = error * net.output[n];
        }
        for (x, row) in x.iter().chain(&[1.0]).zip(&mut slope.hidden) {
            row.iter_mut().zip(deltas).for_each(|(weight, delta)| *weight += delta * x);
        }
    }
}

struct Adam {
    steps: u64,
    mean: Vec<f32>,
    square: Vec<f32>,
    /// What is missing in the means after so few steps.
    missing: (f32, f32),
}

impl Adam {
    fn new(weights: usize) -> Self {
        Self { steps: 0, mean: vec![0.0; weights], square: vec![0.0; weights], missing: (1.0, 1.0) }
    }

    fn step(&mut self, net: &mut Net, slope: &Net, batch: f32, rate: f32, decay: f32) {
        self.steps += 1;
        self.missing = (self.missing.0 * 0.9, self.missing.1 * 0.999);
        let moments = self.mean.iter_mut().zip(&mut self.square);
        for ((weight, slope), (mean, square)) in net.weights_mut().zip(slope.weights()).zip(moments) {
            let slope = slope / batch;
            *mean += 0.1 * (slope - *mean);
            *square += 0.001 * (slope * slope - *square);
            let root = (*square / (1.0 - self.missing.1)).sqrt();
            *weight -= rate * (*mean / (1.0 - self.missing.0) / (root + 1e-6) + decay * *weight);
        }
    }
}

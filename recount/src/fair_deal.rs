//! Fair dealing, re-done from its description: ChaCha8 streams of one seed, an unbiased shuffle, the commitment.

use std::array;

use sha2::{Digest, Sha256};

/// What the server promised before the deal.
pub fn commitment(seed: &[u8; 32], nonce: &[u8; 32]) -> String {
    format!("sha256:{}", hex::encode(Sha256::new().chain_update(seed).chain_update(nonce).finalize()))
}

/// One ChaCha8 keystream, read as little-endian 32-bit words.
pub struct Stream {
    key: [u32; 8],
    number: u64,
    counter: u64,
    block: [u32; 16],
    used: usize,
}

impl Stream {
    /// The stream `number` of a seed.
    pub fn new(seed: &[u8; 32], number: u64) -> Self {
        let word = |i: usize| u32::from_le_bytes(array::from_fn(|byte| seed[4 * i + byte]));
        Self { key: array::from_fn(word), number, counter: 0, block: [0; 16], used: 16 }
    }

    /// The next word.
    pub fn word(&mut self) -> u32 {
        if self.used == self.block.len() {
            self.block = self.next_block();
            self.used = 0;
        }
        self.used += 1;
        self.block[self.used - 1]
    }

    /// A uniform number below `bound`: Lemire's method, the low word of the product decides on another try.
    pub fn below(&mut self, bound: u32) -> u32 {
        if bound == 0 {
            return 0;
        }
        let threshold = (1_u64 << 32) % u64::from(bound);
        loop {
            let product = u64::from(self.word()) * u64::from(bound);
            if product & 0xffff_ffff >= threshold {
                return (product >> 32) as u32;
            }
        }
    }

    /// Fisher–Yates from the last item down.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            let j = self.below(i as u32 + 1) as usize;
            items.swap(i, j);
        }
    }

    fn next_block(&mut self) -> [u32; 16] {
        let mut start = [0; 16];
        start[..4].copy_from_slice(&[0x6170_7865, 0x3320_646e, 0x7962_2d32, 0x6b20_6574]);
        start[4..12].copy_from_slice(&self.key);
        let (counter, number) = (self.counter, self.number);
        start[12..].copy_from_slice(&[
            counter as u32,
            (counter >> 32) as u32,
            number as u32,
            (number >> 32) as u32,
        ]);
        self.counter += 1;
        let mut state = start;
        for _ in 0..4 {
            for [a, b, c, d] in [[0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15]] {
                quarter(&mut state, a, b, c, d);
            }
            for [a, b, c, d] in [[0, 5, 10, 15], [1, 6, 11, 12], [2, 7, 8, 13], [3, 4, 9, 14]] {
                quarter(&mut state, a, b, c, d);
            }
        }
        array::from_fn(|i| state[i].wrapping_add(start[i]))
    }
}

fn quarter(s: &mut [u32; 16], a: usize, b: usize, c: usize, d: usize) {
    for (into, add, turn, by) in [(a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)] {
        s[into] = s[into].wrapping_add(s[add]);
        s[turn] = (s[turn] ^ s[into]).rotate_left(by);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_keystream_is_chacha8() {
        let mut stream = Stream::new(&[0; 32], 0);
        let bytes: Vec<u8> = (0..4).flat_map(|_| stream.word().to_le_bytes()).collect();
        assert_eq!(hex::encode(bytes), "3e00ef2f895f40d67f5bb8e81f09a5a1");
    }

    #[test]
    fn a_shuffle_keeps_the_items_and_depends_on_the_stream() {
        let shuffled = |number| {
            let mut items: Vec<u8> = (0..48).collect();
            Stream::new(&[7; 32], number).shuffle(&mut items);
            items
        };
        assert_ne!(shuffled(0), shuffled(1));
        let mut sorted = shuffled(0);
        sorted.sort_unstable();
        assert_eq!(sorted, (0..48).collect::<Vec<u8>>());
    }
}

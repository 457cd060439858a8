//! Adding up the vectors of tokens.
//!
//! Tokens are gathered first and added many at a time, so that a part of the sum stays in
//! registers while it grows. Every machine adds in the same order and gets the same bits.

use super::model::{BUILTIN_MODEL, DIMENSIONS, TokenId};

/// Number of tokens that are gathered.
const GATHERED_TOKENS: usize = 256;
/// Number of elements of the sum that are held in registers at once.
const REGISTER_NUMBERS: usize = 64;

/// The sum of the vectors of tokens.
pub(super) struct VectorSum {
    gathered: [TokenId; GATHERED_TOKENS],
    count: usize,
    sum: [f32; DIMENSIONS],
}

impl Default for VectorSum {
    fn default() -> VectorSum {
        VectorSum { gathered: [0; GATHERED_TOKENS], count: 0, sum: [0.0; DIMENSIONS] }
    }
}

impl VectorSum {
    /// Adds a token's vector.
    #[inline]
    pub(super) fn add_token(&mut self, token: TokenId) {
        if self.count == GATHERED_TOKENS {
            self.add_gathered();
        }
        self.gathered[self.count] = token;
        self.count += 1;
    }

    /// The sum brought to length one; zeros stay zeros.
    pub(super) fn into_unit(mut self) -> [f32; DIMENSIONS] {
        self.add_gathered();
        let length = self.sum.iter().map(|value| value * value).sum::<f32>().sqrt();
        if length > 0.0 { self.sum.map(|value| value / length) } else { self.sum }
    }

    fn add_gathered(&mut self) {
        add(&self.gathered[..self.count], &mut self.sum);
        self.count = 0;
    }
}

/// Chooses the widest instructions that this machine has.
#[cfg(target_arch = "x86_64")]
#[expect(unsafe_code, reason = "AVX2 is several times as fast and not on every machine")]
fn add(tokens: &[TokenId], sum: &mut [f32; DIMENSIONS]) {
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the machine has AVX2, which is all that the function asks for.
        return unsafe { add_avx2(tokens, sum) };
    }
    add_any(tokens, sum);
}

/// Every other machine: the compiler knows what all of them have.
#[cfg(not(target_arch = "x86_64"))]
fn add(tokens: &[TokenId], sum: &mut [f32; DIMENSIONS]) {
    add_any(tokens, sum);
}

/// The same code, compiled for AVX2.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn add_avx2(tokens: &[TokenId], sum: &mut [f32; DIMENSIONS]) {
    add_any(tokens, sum);
}

#[inline(always)]
fn add_any(tokens: &[TokenId], sum: &mut [f32; DIMENSIONS]) {
    let (parts, _) = sum.as_chunks_mut::<REGISTER_NUMBERS>();
    for (number, part) in parts.iter_mut().enumerate() {
        let mut held = *part;
        for token in tokens {
            let (row, scale) = BUILTIN_MODEL.vector_row(*token);
            let (of, _) = row.as_chunks::<REGISTER_NUMBERS>();
            for (value, byte) in held.iter_mut().zip(&of[number]) {
                *value += f32::from(*byte as i8) * scale;
            }
        }
        *part = held;
    }
}

//! Vectors of small integers: how one is made of floating-point numbers, and how many are compared
//! with one quickly.
//!
//! A quantised vector is whole numbers from −127 to 127 and a scale; the product of two of them is
//! the product of their numbers times both scales. −128 is never made, but the kernels are right
//! for it too.

/// The scale and the numbers of `vector`: number × scale is the value, at most half a scale away.
///
/// A vector of zeros has the scale 0. What is not a number counts as 0.
pub fn quantise(vector: &[f32]) -> (f32, Vec<i8>) {
    let largest = vector.iter().fold(0.0_f32, |largest, value| largest.max(value.abs()));
    if largest == 0.0 || !largest.is_finite() {
        return (0.0, vec![0; vector.len()]);
    }
    let scale = largest / 127.0;
    // A subnormal scale would be so coarse that values exceed 127; the cast saturates.
    let numbers = vector.iter().map(|value| (value / scale).round().clamp(-127.0, 127.0) as i8);
    (scale, numbers.collect())
}

/// The dot product; what is longer is cut to the shorter.
///
/// Exact for up to 131,071 dimensions, whatever the numbers are.
pub fn dot_i8(a: &[i8], b: &[i8]) -> i32 {
    let mut into = [0];
    let length = a.len().min(b.len());
    rows_into(&a[..length], &b[..length], &mut into);
    into[0]
}

/// The dot product of `query` with each of the packed `rows` of `dims` numbers, in their order, in
/// place of what `into` held. An incomplete last row is left out; `query` counts as filled up with
/// zeros, or cut, to `dims`.
pub fn dot_products(query: &[i8], rows: &[i8], dims: usize, into: &mut Vec<i32>) {
    into.clear();
    if dims == 0 {
        return;
    }
    let count = rows.len() / dims;
    into.resize(count, 0);
    let rows = &rows[..count * dims];
    if query.len() == dims {
        return rows_into(query, rows, into);
    }
    let mut filled = query[..query.len().min(dims)].to_vec();
    filled.resize(dims, 0);
    rows_into(&filled, rows, into);
}

/// Chooses the widest instructions that this machine has.
#[cfg(target_arch = "x86_64")]
#[expect(unsafe_code, reason = "AVX2 is four times as fast and not on every machine")]
fn rows_into(query: &[i8], rows: &[i8], into: &mut [i32]) {
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the machine has AVX2, which is all that the function asks for.
        return unsafe { rows_avx2(query, rows, into) };
    }
    rows_any(query, rows, into);
}

/// Every other machine: the compiler knows what all of them have.
#[cfg(not(target_arch = "x86_64"))]
fn rows_into(query: &[i8], rows: &[i8], into: &mut [i32]) {
    rows_any(query, rows, into);
}

/// The same code, compiled for AVX2.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn rows_avx2(query: &[i8], rows: &[i8], into: &mut [i32]) {
    rows_any(query, rows, into);
}

#[inline(always)]
fn rows_any(query: &[i8], rows: &[i8], into: &mut [i32]) {
    if query.is_empty() {
        return;
    }
    for (row, product) in rows.chunks_exact(query.len()).zip(into) {
        *product = dot_any(query, row);
    }
}

/// Widened to 16 bits the products of pairs are one instruction on x86-64 (`pmaddwd`), which cannot
/// overflow; the compiler sees that in this loop.
#[inline(always)]
fn dot_any(a: &[i8], b: &[i8]) -> i32 {
    a.iter().zip(b).map(|(&a, &b)| i32::from(a) * i32::from(b)).sum()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn naive(a: &[i8], b: &[i8]) -> i32 {
        (0..a.len()).map(|at| i32::from(a[at]) * i32::from(b[at])).sum()
    }

    #[test]
    fn a_quantised_vector_is_the_vector_within_half_a_scale() {
        let vector = [0.5, -1.0, 0.003, 0.0];
        let (scale, numbers) = quantise(&vector);
        assert_eq!(numbers, [64, -127, 0, 0]);
        for (value, number) in vector.iter().zip(numbers) {
            assert!((value - f32::from(number) * scale).abs() <= scale / 2.0 + 1e-7);
        }
    }

    #[test]
    fn a_vector_of_zeros_stays_one() {
        assert_eq!(quantise(&[0.0, -0.0]), (0.0, vec![0, 0]));
        assert_eq!(quantise(&[]), (0.0, vec![]));
        assert_eq!(quantise(&[f32::INFINITY, 1.0]), (0.0, vec![0, 0]));
        assert_eq!(quantise(&[f32::NAN, 1.0]).1, [0, 127]);
        assert_eq!(quantise(&[f32::MIN_POSITIVE / 64.0, 0.0]).1.len(), 2);
    }

    #[test]
    fn the_most_extreme_numbers_do_not_overflow() {
        for length in 0..600 {
            let lowest = vec![-128_i8; length];
            let highest = vec![127_i8; length];
            assert_eq!(dot_i8(&lowest, &lowest), 16_384 * length as i32);
            assert_eq!(dot_i8(&lowest, &highest), -16_256 * length as i32);
            assert_eq!(dot_i8(&highest, &highest), 16_129 * length as i32);
        }
    }

    #[test]
    fn an_incomplete_row_and_no_dimensions_are_no_rows() {
        let mut into = vec![7];
        dot_products(&[1, 2], &[1, 1, 2, 2, 3], 2, &mut into);
        assert_eq!(into, [3, 6]);
        dot_products(&[1, 2], &[1, 1], 0, &mut into);
        assert!(into.is_empty());
        dot_products(&[1], &[3, 5, 4, 5], 2, &mut into);
        assert_eq!(into, [3, 4]);
        dot_products(&[1, 1, 1], &[3, 5, 4, 5], 2, &mut into);
        assert_eq!(into, [8, 9]);
    }

    proptest! {
        #[test]
        fn a_product_is_the_sum_of_products(
            pairs in prop::collection::vec((any::<i8>(), any::<i8>()), 0..600),
        ) {
            let (a, b): (Vec<i8>, Vec<i8>) = pairs.into_iter().unzip();
            prop_assert_eq!(dot_i8(&a, &b), naive(&a, &b));
            prop_assert_eq!(dot_any(&a, &b), naive(&a, &b));
        }

        #[test]
        fn a_scan_is_the_product_with_each_row(
            dims in 1_usize..300,
            numbers in prop::collection::vec(any::<i8>(), 0..2000),
        ) {
            let query: Vec<i8> = (0..dims).map(|at| (at * 37 % 255) as u8 as i8).collect();
            let mut into = Vec::new();
            dot_products(&query, &numbers, dims, &mut into);
            let expected: Vec<i32> =
                numbers.chunks_exact(dims).map(|row| naive(&query, row)).collect();
            prop_assert_eq!(into, expected);
        }
    }
}

//! The particles that Korean puts behind a word, of whatever script.

use super::bytes::{ByteClass, ByteView, class, with_longer};

/// Korean endings of a noun: "값" is "value", the others are particles and forms of "is".
#[rustfmt::skip]
const PARTICLES: [&str; 52] = [
    "이니까", "니까", "였는데", "이었는데", "에서", "값은", "값이", "값을", "값", "으로", "에는", "이고", "입니다", "이에요", "예요", "이야", "이라고", "라고", "이랑",
    "인데", "는요", "은요", "이요", "이란", "이며", "이다", "이죠", "이지", "이었어", "였어", "하고", "부터", "까지", "보다",
    "란", "며", "지", "은", "는", "이", "가", "을", "를", "의", "에", "로", "만", "도", "요", "야", "고", "임",
];

/// Bytes of a syllable in UTF-8.
const SYLLABLE_BYTES: usize = 3;

/// The last syllables of particles: a question that spares most words the list.
static PARTICLE_ENDS: [[u8; SYLLABLE_BYTES]; PARTICLES.len()] = particle_ends();

const fn particle_ends() -> [[u8; SYLLABLE_BYTES]; PARTICLES.len()] {
    let (mut ends, mut i) = ([[0; SYLLABLE_BYTES]; PARTICLES.len()], 0);
    while i < PARTICLES.len() {
        if let Some(last) = PARTICLES[i].as_bytes().last_chunk() {
            ends[i] = *last;
        }
        i += 1;
    }
    ends
}

/// Returns the end of the particles that begin at `at`.
pub(super) fn particles_end(view: ByteView<'_>, at: usize) -> usize {
    const MAX_PARTICLES: usize = 2;
    let next = |&at: &usize| {
        let particle = PARTICLES.iter().find(|particle| view.has_literal(at, particle))?;
        Some(at + particle.len())
    };
    std::iter::successors(Some(at), next).take(MAX_PARTICLES + 1).last().unwrap_or(at)
}

/// Returns the start of the particles that end `start..end`, if its last letters are nothing else.
pub(super) fn particles_start(view: ByteView<'_>, start: usize, end: usize) -> usize {
    const HANGUL_BYTES: ByteClass = ByteClass(const { &with_longer(class!("")) });
    const MAX_LETTER_BYTES: usize = 5 * SYLLABLE_BYTES;
    let letters = view.run_start(end, HANGUL_BYTES, MAX_LETTER_BYTES + 1).max(start);
    if letters < end && self::particles_end(view, letters) == end { letters } else { end }
}

/// `name` without a Korean particle at its end.
pub(super) fn strip_particle(name: &[u8]) -> &[u8] {
    let last = name.last_chunk::<SYLLABLE_BYTES>();
    if !last.is_some_and(|last| PARTICLE_ENDS.contains(last)) {
        return name;
    }
    let stripped = |particle: &&str| name.strip_suffix(particle.as_bytes());
    match PARTICLES.iter().find_map(stripped) {
        Some(noun) if !noun.is_empty() => noun,
        _ => name,
    }
}

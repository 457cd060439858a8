//! Sums, per section, of the bits that it holds of a question.

/// Adds up, section by section, the bits of a question's words.
///
/// A hook asks once and ends: most of its memory is never touched, so that the system need not give it.
pub(super) struct SectionTally {
    /// Of each section that is joined its bits, and the last word that was added to it.
    held: Vec<u64>,
    /// A bit for each section, set for those that hold something of the question.
    joined: Vec<u64>,
    /// The same sections, in the order in which they came.
    touched: Vec<u32>,
    /// The number of the present word.
    now: u32,
}

impl SectionTally {
    /// For sections with numbers below `end`.
    pub(super) fn new(end: usize) -> SectionTally {
        SectionTally {
            held: vec![0; end],
            joined: vec![0; end.div_ceil(64)],
            touched: Vec::new(),
            now: 0,
        }
    }

    /// Begins another question.
    pub(super) fn start_question(&mut self) {
        for section in self.touched.drain(..) {
            self.joined[section as usize / 64] = 0;
        }
    }

    /// Adds a word that is worth the more the earlier its form stands in `forms`: each a value and
    /// the sections that hold it. Where `joins` is false, sections that hold nothing yet are left
    /// out.
    pub(super) fn add_word<'s>(
        &mut self,
        forms: impl Iterator<Item = (f32, &'s [u32])>,
        joins: bool,
    ) {
        self.now += 1;
        for (value, sections) in forms {
            for &section in sections {
                self.add_to(section, value, joins);
            }
        }
    }

    fn add_to(&mut self, section: u32, value: f32, joins: bool) {
        let bits = &mut self.joined[section as usize / 64];
        let bit = 1 << (section % 64);
        if *bits & bit != 0 {
            let held = &mut self.held[section as usize];
            let (sum, word) = unpack(*held);
            if word != self.now {
                *held = pack(sum + value, self.now);
            }
        } else if joins {
            *bits |= bit;
            self.held[section as usize] = pack(value, self.now);
            self.touched.push(section);
        }
    }

    /// Returns the bits that a section holds of the present question; it must have been returned by
    /// [`SectionTally::sections_above`].
    pub(super) fn section_bits(&self, section: u32) -> f32 {
        unpack(self.held[section as usize]).0
    }

    /// Returns at most `most` sections that hold at least `needed` bits, those with most first.
    pub(super) fn top_sections(&self, needed: f32, most: usize) -> Vec<u32> {
        let held = |section: &u32| self.section_bits(*section);
        let enough = self.touched.iter().copied().filter(|section| held(section) >= needed);
        let mut top: Vec<u32> = enough.collect();
        let order = |a: &u32, b: &u32| held(b).total_cmp(&held(a)).then(a.cmp(b));
        if top.len() > most {
            top.select_nth_unstable_by(most, order);
            top.truncate(most);
        }
        top.sort_unstable_by(order);
        top
    }

    /// The sections that hold at least `needed` bits, those with most first.
    pub(super) fn sections_above(&self, needed: f32) -> Vec<u32> {
        let sum = |section: u32| self.section_bits(section);
        let mut best: Vec<u32> =
            self.touched.iter().copied().filter(|&section| sum(section) >= needed).collect();
        best.sort_unstable_by(|&a, &b| sum(b).total_cmp(&sum(a)).then(a.cmp(&b)));
        best
    }
}

/// Packs the bits of a section and the last word added to it into one number.
fn pack(sum: f32, word: u32) -> u64 {
    u64::from(word) << 32 | u64::from(sum.to_bits())
}

fn unpack(held: u64) -> (f32, u32) {
    (f32::from_bits(held as u32), (held >> 32) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_counts_once_by_its_best_form() {
        let mut tally = SectionTally::new(5);
        tally.start_question();
        tally.add_word([(5.0, &[1, 3][..]), (2.0, &[1, 2])].into_iter(), true);
        tally.add_word([(1.0, &[2, 4][..])].into_iter(), false);
        assert_eq!(tally.sections_above(2.0), [1, 3, 2]);
        assert_eq!(tally.sections_above(4.0), [1, 3]);
        tally.start_question();
        tally.add_word([(1.0, &[4][..])].into_iter(), true);
        assert_eq!(tally.sections_above(0.0), [4]);
    }
}

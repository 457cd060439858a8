//! Which sections hold most of a question.

/// Adds up, section by section, the bits of a question's words.
#[derive(Default)]
pub(super) struct Tally {
    /// Of each section its bits, and the last word that was added to it.
    held: Vec<(f32, u32)>,
    /// The sections that hold something of the question.
    touched: Vec<u32>,
    /// The number of the question's first word, and of its present one.
    first: u32,
    now: u32,
}

impl Tally {
    /// Begins another question.
    pub(super) fn begin(&mut self) {
        self.first = self.now + 1;
        self.touched.clear();
    }

    /// Adds a word that is worth the more the earlier its form stands in `forms`: each a value and
    /// the sections that hold it. Where `joins` is false, sections that hold nothing yet are left
    /// out.
    pub(super) fn add<'s>(&mut self, forms: impl Iterator<Item = (f32, &'s [u32])>, joins: bool) {
        self.now += 1;
        for (value, sections) in forms {
            let end = sections.last().map_or(0, |&last| last as usize + 1);
            if end > self.held.len() {
                self.held.resize(end, (0.0, 0));
            }
            for &section in sections {
                self.add_to(section, value, joins);
            }
        }
    }

    fn add_to(&mut self, section: u32, value: f32, joins: bool) {
        let (sum, word) = &mut self.held[section as usize];
        match *word {
            last if last == self.now => {}
            last if last >= self.first => (*sum, *word) = (*sum + value, self.now),
            _ if joins => {
                (*sum, *word) = (value, self.now);
                self.touched.push(section);
            }
            _ => {}
        }
    }

    /// The sections that hold at least `needed` bits, those with most first.
    pub(super) fn best(&self, needed: f32) -> Vec<u32> {
        let sum = |section: u32| self.held[section as usize].0;
        let mut best: Vec<u32> =
            self.touched.iter().copied().filter(|&section| sum(section) >= needed).collect();
        best.sort_unstable_by(|&a, &b| sum(b).total_cmp(&sum(a)).then(a.cmp(&b)));
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_counts_once_by_its_best_form() {
        let mut tally = Tally::default();
        tally.begin();
        tally.add([(5.0, &[1, 3][..]), (2.0, &[1, 2])].into_iter(), true);
        tally.add([(1.0, &[2, 4][..])].into_iter(), false);
        assert_eq!(tally.best(2.0), [1, 3, 2]);
        assert_eq!(tally.best(4.0), [1, 3]);
        tally.begin();
        tally.add([(1.0, &[4][..])].into_iter(), true);
        assert_eq!(tally.best(0.0), [4]);
    }
}

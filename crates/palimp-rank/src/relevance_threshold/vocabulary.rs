//! Share of common prompt words that a vault holds.

use crate::analysis::for_each_token;

use super::SectionSource;
use super::common::often_asked;

/// Of the words that prompts are made of, every so manieth is looked for.
const SAMPLE_STEP: usize = 3;

/// Returns the share, from 0 to 1, of common prompt words that some section holds. A vault that
/// holds most of them holds words of every prompt by chance; counting words that prompts of several
/// projects share tells this without a prompt.
pub fn measure_vocabulary<S: SectionSource>(sections: &mut S) -> Result<f32, S::Error> {
    let (mut asked, mut said) = (0_u32, 0_u32);
    let mut holding = Vec::new();
    for word in often_asked().step_by(SAMPLE_STEP) {
        let mut terms = Vec::new();
        for_each_token(word, |token| terms.push(token.term.to_owned()));
        for term in terms {
            holding.clear();
            sections.texts_with_term(&term, &mut holding)?;
            asked += 1;
            said += u32::from(!holding.is_empty());
        }
    }
    Ok(said as f32 / asked.max(1) as f32)
}

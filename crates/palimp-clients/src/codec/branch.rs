//! Active branch of a transcript. Clients whose lines name their parents let the user go back and
//! ask again; messages of the abandoned branch stay in the file and are not sent.

use std::collections::{HashMap, HashSet};

/// A line as a node of the branch tree.
#[derive(Clone, Debug)]
pub(crate) struct TranscriptNode {
    pub(crate) id: String,
    pub(crate) parent: Option<String>,
    /// True if the user began a turn with the line: a conversation branches only there. Other lines
    /// that share a parent happened at the same time.
    pub(crate) is_turn: bool,
}

/// Returns, for each node in the order of the file, whether it is on the active branch.
pub(crate) fn active_lines(nodes: &[TranscriptNode]) -> Vec<bool> {
    let by_id: HashMap<&str, usize> =
        nodes.iter().enumerate().map(|(at, node)| (node.id.as_str(), at)).collect();
    let (chain, whole) = ancestor_chain(nodes, &by_id);
    let mut active = Vec::with_capacity(nodes.len());
    for (at, node) in nodes.iter().enumerate() {
        let parent = node.parent.as_ref().and_then(|parent| by_id.get(parent.as_str()));
        // A line whose parent comes after it counts as active.
        let follows = parent.is_none_or(|parent| active.get(*parent).copied().unwrap_or(true));
        let left = node.is_turn && whole && !chain.contains(&at);
        active.push(follows && !left);
    }
    active
}

/// Returns the last node with all its ancestors, and whether the chain is complete.
fn ancestor_chain(
    nodes: &[TranscriptNode],
    by_id: &HashMap<&str, usize>,
) -> (HashSet<usize>, bool) {
    let mut chain = HashSet::new();
    let mut at = nodes.len().checked_sub(1);
    while let Some(here) = at {
        if !chain.insert(here) {
            return (chain, false);
        }
        let Some(parent) = &nodes[here].parent else { return (chain, true) };
        at = by_id.get(parent.as_str()).copied();
    }
    (chain, false)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `id<parent`, a turn where the id is upper case.
    fn nodes(text: &str) -> Vec<TranscriptNode> {
        let node = |word: &str| {
            let (id, parent) = word.split_once('<').expect("id<parent");
            let parent = (!parent.is_empty()).then(|| parent.to_owned());
            TranscriptNode {
                id: id.to_owned(),
                parent,
                is_turn: id.chars().all(char::is_uppercase),
            }
        };
        text.split_whitespace().map(node).collect()
    }

    #[test]
    fn what_was_asked_anew_does_not_count() {
        for (text, expect) in [
            ("A< b<A C<b d<C", "yyyy"),
            ("A< b<A C<b d<C E<b f<E", "yynnyy"),
            ("A< b<A c<A d<b E<d f<E", "yyyyyy"),
            ("A<gone b<A C<b D<b", "yyyy"),
            ("A<C b<A C<b", "yyy"),
            ("", ""),
        ] {
            let active: String =
                active_lines(&nodes(text)).iter().map(|yes| if *yes { 'y' } else { 'n' }).collect();
            assert_eq!(active, expect, "{text}");
        }
    }
}

//! Links the baseline as the product is linked, so that both start alike.

include!("../crates/palimp-cli/link.rs");

fn main() {
    link_without_relocation();
}

//! How the program is linked.

include!("link.rs");

fn main() {
    link_without_relocation();
}

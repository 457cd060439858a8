//! What verification believes, and each attack that it holds against.

mod attacks;
mod fetch;
mod honest;
mod malformed;
mod rewrite;
mod team;
mod write;

//! What verification believes, and each attack that it holds against.

mod attacks;
mod honest;
mod team;

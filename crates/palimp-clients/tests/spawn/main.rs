//! Tests that start clients: their input, their answers, and their leftovers.

mod copilot;
mod distill;
mod failures;
mod run;
mod stand_in;

//! Starting clients: what they are told, what comes of their answers, what is left of them.

mod copilot;
mod distill;
mod failures;
mod run;
mod stand_in;

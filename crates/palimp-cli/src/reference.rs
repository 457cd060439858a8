//! Reference of the commands and the settings for those who look something up. It is made by a
//! test, so that nothing of it is in the program; `cargo xtask generate` runs that test.

mod commands;
mod names_tests;
mod readme_tests;
mod settings;
mod tests;

//! The dashboard, as a browser meets it.

mod edit;
mod homes;
mod pages;
mod past;
mod project;
mod review;
mod safety;
mod settings;
mod tokens;
mod told;

use palimp_testing::browser::{TestBrowser as Dashboard, split_address};

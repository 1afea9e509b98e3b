//! The other half of the random programs.

#![allow(warnings, clippy::all)]

#[cfg(not(twins_only))]
use trials::callees::*;
#[cfg(twins_only)]
use trials::twins::*;
use trials::{Case, Engine, Recorded, Single, Trial, constants, pairs};
use wengert::functions;
use wengert::prelude::*;

include!(concat!(env!("OUT_DIR"), "/programs_1.rs"));

#[test]
fn agree() {
    trials::hold(&doubles());
}

#[test]
fn agree_in_single_precision() {
    trials::hold(&singles());
}

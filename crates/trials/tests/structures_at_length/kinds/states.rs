//! An answer that is a text.

use wengert::prelude::*;

#[differentiable]
pub(in super::super) fn state(x: f64, least: u32) -> String {
    let mut state = "many".to_string();
    if x < f64::from(least) {
        state = "few".to_string();
    }
    if x < 0.0 {
        state = "none".to_string();
    }
    state
}

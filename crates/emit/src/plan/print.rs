//! The steps of a function and the plan of its way back, as text.

use super::Plan;
use crate::ir::lowered::Leaf;
use crate::ir::verify::Stage;
use crate::ir::{Frame, Program, Step, Val, walk};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use std::collections::BTreeMap;
use std::fmt::Write;
use syn::{Error, Result};

/// The name of the function that hands over what is to be shown.
pub const WRITTEN: &str = "__steps";

/// The function in which the steps are handed over.
///
/// # Errors
/// If they are not well-formed.
pub fn steps(p: &Program, leaves: &[Leaf], name: &Ident, fused: &Plan, split: &Plan) -> Result<TokenStream> {
    p.verify(leaves, Stage::Typed).map_err(|fault| Error::new(name.span(), fault))?;
    let mut text = p.text(&name.to_string(), leaves);
    let of = |frame: Frame| if frame == 0 { "the function".to_string() } else { format!("loop {frame}") };
    let mut loops: Vec<Frame> = fused.fused.iter().copied().collect();
    loops.sort_unstable();
    for frame in loops {
        let _ = writeln!(text, "{} runs forward and backward at once", of(frame));
    }
    let names = |vals: &[Val]| vals.iter().map(|&v| p.values[v].name.to_string()).collect::<Vec<_>>().join(", ");
    let (mut saved, mut all) = (0, BTreeMap::<Frame, Vec<Val>>::new());
    for vals in split.saved.values() {
        saved += vals.len();
        for &v in vals {
            all.entry(p.values[v].frame).or_default().push(v);
        }
    }
    for (frame, mut vals) in all {
        vals.sort_unstable();
        let _ = writeln!(text, "{} saves {}", of(frame), names(&vals));
    }
    let mut again: Vec<Val> = split.computed.iter().copied().collect();
    again.sort_unstable();
    if !again.is_empty() {
        let _ = writeln!(text, "computed again: {}", names(&again));
    }
    let mut restored: Vec<(Frame, String)> = vec![];
    for (&frame, arrays) in &split.restored {
        let arrays: Vec<String> = arrays.iter().map(|&a| p.arrays[a].name.to_string()).collect();
        restored.push((frame, arrays.join(", ")));
    }
    restored.sort_unstable();
    for (frame, arrays) in restored {
        let _ = writeln!(text, "{} puts back {arrays}", of(frame));
    }
    let mut rows: Vec<_> = fused.expanded.iter().collect();
    rows.sort_unstable_by_key(|(frame, _)| **frame);
    for (&frame, arrays) in rows {
        let arrays: Vec<String> = arrays.iter().map(|e| p.arrays[e.array].name.to_string()).collect();
        let _ = writeln!(text, "{} has rows of {}", of(frame), arrays.join(", "));
    }
    let mut steps = 0;
    walk(&p.body, &mut |_: &Step, _| steps += 1);
    let name = format_ident!("{}", WRITTEN);
    Ok(quote!(fn #name() { (#text, #steps, #saved) }))
}

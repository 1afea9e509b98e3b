//! The functions of the library that programs call; `src/callees.rs` has their text. `summed` there is none of them: what
//! it is called with does not tell, in another crate, how long the array is that it is lent.

use super::grow::Callee;
use super::tree::Kind::*;
use super::tree::{Kind, Returns};

/// All of them.
pub(crate) fn callees() -> Vec<Callee> {
    let call = |name: &str, params: &[Kind], returns| Callee {
        name: name.into(),
        params: params.to_vec(),
        returns,
        construct: if name.starts_with("recurse") { "recursion" } else { "call" },
    };
    vec![
        call("dot", &[Slice(0), Slice(0)], Returns::Float),
        call("weighted", &[Slice(0), ConstantSlice(0), ConstantFloat], Returns::Float),
        call("squash", &[Float, Float], Returns::Float),
        call("first_above", &[Slice(0), Float], Returns::Float),
        call("clipped", &[Float, ConstantFloat], Returns::Float),
        call("mixed", &[Pair, Triple], Returns::Float),
        call("either", &[Flag, Float, Float], Returns::Float),
        call("polar", &[Float, Float], Returns::Pair),
        call("spread", &[Float, Float], Returns::Triple),
        call("scaled", &[Slice(0), Float], Returns::Vector(0)),
        call("gather", &[SliceMut(0), Slice(1), Float], Returns::Nothing),
        call("overwrite", &[SliceMut(0), Slice(1), Float], Returns::Nothing),
        call("overwrite_some", &[SliceMut(0), Float, Whole], Returns::Nothing),
        call("overwrite_times", &[SliceMut(0), Float, Whole], Returns::Nothing),
        call("relax", &[SliceMut(0), Float], Returns::Float),
        call("trade", &[SliceMut(0), SliceMut(0), Float], Returns::Nothing),
        call("bell_sine", &[Float, Float], Returns::Float),
        call("root", &[Float, Slice(0)], Returns::Maybe),
        call("recurse_power", &[Float, Whole], Returns::Float),
        call("recurse_sum", &[Slice(0)], Returns::Float),
        call("rotated", &[Sized(false), Float], Returns::Sized),
        call("ratio", &[Float, Float], Returns::Tried),
    ]
}

//! What tests share.

use front::infer::substitute;
use front::items::{Bound, FnId};
use front::program::{Elementary, Program};
use front::ty::{Float, Len, Ty};

/// A program of texts that knows the elementary functions.
#[allow(dead_code)]
pub(crate) fn program(texts: &[&str]) -> Program {
    let program = Program::of_texts(texts);
    name_elementary(&program);
    program
}

/// Names the elementary functions, as `adjoint` does: here they are read from the text of the table of rules.
pub(crate) fn name_elementary(program: &Program) {
    let table = include_str!("../../../rules/src/table.rs");
    let rows = table.lines().filter_map(|line| {
        let mut words = line.strip_prefix("    ")?.split(' ');
        let kind = words.next()?;
        ["std", "fun"].contains(&kind).then_some(())?;
        let (_, head) = line.split_once(": ")?;
        let (name, rest) = head.split_once('(')?;
        let (params, _) = rest.split_once(')')?;
        let (numbers, integer) = params.split_once(';').map_or((params, false), |(numbers, _)| (numbers, true));
        Some(Elementary { name, numbers: numbers.split(',').count(), integer, method: kind == "std" })
    });
    program.set_elementary(&rows.collect::<Vec<_>>());
}

/// Arguments for the generic parameters of a function at hand: what it says of them itself.
#[allow(dead_code)]
pub(crate) fn own_args(program: &Program, f: FnId) -> Vec<Ty> {
    args_on(program, f, Float::Own)
}

/// The same, with this number for each that is one.
#[allow(dead_code)]
pub(crate) fn args_on(program: &Program, f: FnId, number: Float) -> Vec<Ty> {
    let generics = &program.func(f).generics;
    let is_number =
        |k: usize| generics.bounds.iter().any(|bound| matches!(bound, Bound::Number(Ty::Param(p)) if *p == k));
    let one = |k: usize| match generics.consts[k] {
        true => Ty::Const(Len::Param(k)),
        false if is_number(k) => Ty::Float(number),
        false => Ty::Param(k),
    };
    let mut all: Vec<Ty> = (0..generics.names.len()).map(one).collect();
    for bound in &generics.bounds {
        if let Bound::Call(Ty::Param(k), params, ret) = bound {
            let params = params.iter().map(|ty| substitute(ty, &all)).collect();
            all[*k] = Ty::FnPtr(params, Box::new(substitute(ret, &all)));
        }
    }
    all
}

//! Elementary functions of numbers: the rows of the table of rules, which who makes a program names.

use super::Program;
use crate::items::{Bound, FnDef, FnId, Generics, ItemId, Origin, ParamDef};
use crate::ty::{Float, Int, Ty};

/// An elementary function: `NAME(x, ..)`, of those that numbers have as methods `x.NAME(..)`.
#[derive(Clone, Copy, Debug)]
pub struct Elementary<'a> {
    /// Its name.
    pub name: &'a str,
    /// How many numbers it takes, the receiver among them.
    pub numbers: usize,
    /// Whether it takes an `i32` after these, as `powi`.
    pub integer: bool,
    /// Whether numbers have it as a method. What has the name of another as a method is a trait's.
    pub method: bool,
}

impl Program {
    /// Names the elementary functions. Each becomes an intrinsic `float::NAME` of one type argument, the number.
    pub fn set_elementary(&self, functions: &[Elementary<'_>]) {
        for function in functions {
            let number = Ty::Param(0);
            let mut params = vec![ParamDef { ty: number.clone(), constant: false }; function.numbers];
            if function.integer {
                params.push(ParamDef { ty: Ty::Int(Int::I32), constant: false });
            }
            let bounds = vec![Bound::Number(number.clone())];
            let def = FnDef {
                name: function.name.into(),
                origin: Origin::Prelude,
                path: None,
                generics: Generics { names: vec!["F".into()], consts: vec![false], bounds },
                params,
                ret: number,
                has_text: false,
                of: None,
                of_trait: None,
                intrinsic: Some(format!("float::{}", function.name).into()),
                differentiable: false,
                constant: false,
                method: false,
            };
            let id = self.made_fn(def);
            self.elementary.borrow_mut().insert(function.name.to_owned(), (id, function.method));
        }
    }

    /// The elementary function of a name.
    pub fn elementary(&self, name: &str) -> Option<FnId> {
        self.elementary.borrow().get(name).map(|(f, _)| *f)
    }

    /// The elementary function of a name that a type has as a method.
    pub(super) fn elementary_of(&self, ty: &Ty, name: &str) -> Option<FnId> {
        if !matches!(ty, Ty::Float(Float::F32 | Float::F64 | Float::Own)) {
            return None;
        }
        let (f, is_method) = self.elementary.borrow().get(name).copied()?;
        // Comparisons as numbers are functions; the methods of these names compare.
        let compares = ["cmp::PartialEq", "cmp::PartialOrd"].into_iter().any(|path| match self.prelude(path) {
            Some(ItemId::Trait(of)) => self.trait_def(of).fns.contains_key(name),
            _ => false,
        });
        (is_method && !compares).then_some(f)
    }
}

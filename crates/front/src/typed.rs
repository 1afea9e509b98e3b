//! What inference knows of a body.

pub use crate::diagnostic::Diagnostic;

use crate::hir::{Body, ExprId, ExprKind};
use crate::items::{FnId, ItemId, Origin};
use crate::program::Program;
use crate::ty::Ty;
use std::collections::HashMap;
use std::rc::Rc;

/// A body with a type for each expression, for one set of arguments of its generic parameters.
#[derive(Clone, Debug)]
pub struct Typed {
    /// The body.
    pub body: Rc<Body>,
    /// The types of the expressions, before [adjustments](Typed::adjusted).
    pub exprs: Vec<Ty>,
    /// The types of the patterns, behind the references that a pattern looks through.
    pub pats: Vec<PatTy>,
    /// The types of the locals.
    pub locals: Vec<Ty>,
    /// What is done to the value of an expression before it is used: automatic references.
    pub adjusted: HashMap<ExprId, Vec<Adjust>>,
    /// What is called: by calls, methods, operators on types of the user's, paths to functions that are values.
    pub callees: HashMap<ExprId, Callee>,
    /// The types whose constants are named, as `Vector<3>` of `Vector::ZERO`.
    pub owners: HashMap<ExprId, Ty>,
    /// What a `for` goes through: the type of the iterator after `into_iter`, and the type of its items.
    pub iterators: HashMap<ExprId, (Ty, Ty)>,
    /// The closures in the body, by their expressions: places in [`Closures`].
    pub closures: HashMap<ExprId, usize>,
    /// What it gives.
    pub ret: Ty,
    /// What could not be found out: each is of a type that holds [`Ty::Opaque`] now.
    pub unknown: Vec<Diagnostic>,
}

/// The type of a pattern.
#[derive(Clone, Debug)]
pub struct PatTy {
    /// Behind the references that it looks through.
    pub ty: Ty,
    /// How many references it looks through, as `(a, b)` does against `&(f64, f64)`.
    pub derefs: usize,
    /// For a name: whether it is bound to a reference because of that, and whether to a `&mut`.
    pub by_ref: Option<bool>,
}

/// An adjustment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Adjust {
    /// `*e`, of a reference or a box.
    Deref,
    /// `&e` or `&mut e`.
    Borrow(bool),
    /// An array or a `Vec` behind a reference becomes a slice; gives the type.
    Unsize(Ty),
    /// `deref` or `deref_mut` of a type that has it, of what was lent before: the function with its arguments, and the
    /// reference that it gives.
    Call(FnId, Vec<Ty>, Ty),
}

/// What a call calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Callee {
    /// A function, with its generic arguments, those of the implementation around first. Of a method of a trait it is the
    /// function in the implementation, if that is known.
    Fn(FnId, Vec<Ty>),
    /// A closure, or what behaves as one: the value of the expression is called.
    Value,
    /// A variant or a tuple struct.
    Variant,
    /// A method of a type of which nothing is known; it is written as it was.
    Unknown,
}

/// A closure, as it is known after inference of the body that it stands in.
#[derive(Clone, Debug)]
pub struct ClosureTy {
    /// The types of the parameters.
    pub params: Vec<Ty>,
    /// What it gives.
    pub ret: Ty,
}

/// All closures that were met, across bodies: [`Ty::Closure`] counts them.
#[derive(Clone, Debug, Default)]
pub struct Closures {
    /// The closures.
    pub all: Vec<ClosureTy>,
    /// Functions that give an `impl Trait`, with their arguments: which type that is, their bodies tell. None while that is
    /// being found out.
    pub returned: HashMap<(FnId, Vec<Ty>), Option<Typed>>,
}

impl Typed {
    /// The type of an expression, adjustments included.
    pub fn ty(&self, e: ExprId) -> Ty {
        let mut ty = self.exprs[e].clone();
        for adjust in self.adjusted.get(&e).into_iter().flatten() {
            ty = match adjust {
                Adjust::Deref => match ty {
                    Ty::Ref(_, inner) | Ty::Boxed(_, inner) => *inner,
                    other => other,
                },
                Adjust::Borrow(mutable) => Ty::Ref(*mutable, Box::new(ty)),
                Adjust::Unsize(to) | Adjust::Call(.., to) => to.clone(),
            };
        }
        ty
    }
}

impl Typed {
    /// A name in the function, of an item of the crate, that does not mean the same wherever a macro writes it: several items
    /// have it.
    pub fn ambiguous_name(&self, program: &Program) -> Option<Rc<str>> {
        let mut names = vec![];
        self.exprs.iter().chain(&self.locals).for_each(|ty| names_in(program, ty, &mut names));
        for callee in self.callees.values() {
            if let Callee::Fn(f, _) = callee {
                let def = program.func(*f);
                if def.origin == Origin::Crate && def.of.is_none() && def.of_trait.is_none() {
                    names.push(def.name.clone());
                }
            }
        }
        for e in &self.body.exprs {
            if let ExprKind::Item(ItemId::Const(c), _) = e.kind {
                names.push(program.constant(c).name.clone());
            }
        }
        names.into_iter().find(|name| !program.is_alone(name))
    }
}

/// The names of the crate's types in a type.
fn names_in(program: &Program, ty: &Ty, names: &mut Vec<Rc<str>>) {
    if let Ty::Adt(adt, args) = ty {
        let def = program.adt(*adt);
        names.extend((def.origin == Origin::Crate).then(|| def.name.clone()));
        return args.iter().for_each(|ty| names_in(program, ty, names));
    }
    ty.parts().for_each(|ty| names_in(program, ty, names));
}

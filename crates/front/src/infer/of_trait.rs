//! The function that a method of a trait means for a type.

use super::Infer;
use crate::hir::Body;
use crate::items::{ConstId, FnId, ItemId};
use crate::program::Program;
use crate::ty::Ty;
use crate::typed::Closures;
use std::rc::Rc;

/// The function that a method of a trait of the prelude means, with its generic arguments: those of the implementation,
/// or of the trait where that is the default. The first of `args` is the type, then come the trait's and the method's.
pub fn method_of(
    program: &Program,
    closures: &mut Closures,
    of: &str,
    name: &str,
    args: Vec<Ty>,
) -> Option<(FnId, Vec<Ty>)> {
    let Some(ItemId::Trait(of)) = program.prelude(of) else { return None };
    let f = *program.trait_def(of).fns.get(name)?;
    let mut infer = Infer::new(program, closures, Rc::new(Body::default()), f, &[]);
    Some(infer.implementation(f, args))
}

/// The function that one of a trait means for these arguments, of which the type comes first: that of the implementation,
/// with its arguments, or the same where there is none.
pub fn implementation_of(program: &Program, closures: &mut Closures, f: FnId, args: Vec<Ty>) -> (FnId, Vec<Ty>) {
    let mut infer = Infer::new(program, closures, Rc::new(Body::default()), f, &[]);
    infer.implementation(f, args)
}

/// A function that gives what a constant of a type is set to, with its generic arguments.
pub fn value_of_constant(program: &Program, closures: &mut Closures, c: ConstId, of: &Ty) -> Option<(FnId, Vec<Ty>)> {
    let f = program.function_of_const(c)?;
    let mut infer = Infer::new(program, closures, Rc::new(Body::default()), f, &[]);
    let args = match program.owner_of_const(c) {
        (Some(id), _) => {
            let around = program.impl_def(id);
            let args = infer.fresh_args(&around.generics);
            let own = infer.instance(&around.ty, &around.generics, &args);
            infer.same(&own, of);
            infer.solve();
            args.iter().map(|ty| infer.last(ty)).collect()
        }
        (_, Some(id)) if program.trait_def(id).generics.names.len() == 1 => vec![of.clone()],
        (_, Some(_)) => return None,
        _ => vec![],
    };
    Some((f, args))
}

//! Where functions of the source text take numbers: a constant that is handed there becomes one.

use super::{AROUND, Replace, note};
use front::visit_mut::VisitMut;
use quote::ToTokens;
use std::collections::HashMap;
use syn::{FnArg, Path, Signature, Type};

/// The type of each parameter that carries derivatives, without the receiver.
pub(super) type Wants = Vec<Option<String>>;

/// Notes what a differentiable function takes, or that one without derivatives has the name.
pub(super) fn read(
    map: &mut HashMap<String, Option<Wants>>,
    name: String,
    sig: &Signature,
    of: Option<&Type>,
    differentiable: bool,
) {
    let wants = sig.inputs.iter().filter_map(|input| match input {
        FnArg::Typed(t) => Some(t),
        FnArg::Receiver(_) => None,
    });
    let own = |ty: &Type| {
        let mut ty = ty.clone();
        if let Some(of) = of {
            Replace { name: "Self".to_owned(), by: of.clone() }.visit_type_mut(&mut ty);
        }
        ty.to_token_stream().to_string()
    };
    let constant = |t: &syn::PatType| t.attrs.iter().any(|a| a.path().is_ident("constant"));
    let wants = wants.map(|t| (differentiable && !constant(t)).then(|| own(&t.ty))).collect();
    note(map, name, wants);
}

fn wanted(key: &str) -> Option<Vec<Option<Type>>> {
    let wants = AROUND.with_borrow(|around| around.look(|found| found.wants.get(key), key))?;
    Some(wants.iter().map(|ty| super::names::read_type(ty.as_ref()?)).collect())
}

/// What a differentiable function takes, parameter by parameter; nothing where it is constant.
pub fn wanted_by(path: &Path) -> Option<Vec<Option<Type>>> {
    wanted(&super::name_of(path)?)
}

/// What all methods of a name take, without their receiver.
pub fn wanted_by_methods(name: &proc_macro2::Ident) -> Option<Vec<Option<Type>>> {
    wanted(&format!(".{name}"))
}

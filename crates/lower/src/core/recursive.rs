//! Functions without the attribute that call themselves: they cannot be written out, so that they get derivatives of
//! their own, beside those of the function that calls them. What they are given of types that hold numbers and carry no
//! derivative are constants that lie outside.

use super::value::Value;
use super::{Builder, Expansion, Refusal, refuse};
use crate::signature::forms::Forms;
use crate::signature::options::Wanted;
use front::items::{FnId, Origin};
use front::program::Program;
use front::ty::Ty as Type;
use proc_macro2::TokenStream;
use quote::format_ident;
use std::cell::RefCell;
use std::rc::Rc;
use syn::{FnArg, parse_quote};

thread_local! {
    /// The functions whose derivatives are being written: those are in scope.
    static OPEN: RefCell<Vec<Rc<str>>> = const { RefCell::new(vec![]) };
}

impl Builder<'_> {
    /// Whether a function without the attribute is called by its derivatives, which are then written beside this one's.
    pub(super) fn is_derived_beside(&mut self, f: FnId) -> bool {
        let def = self.program.func(f);
        let read = def.has_text && matches!(def.origin, Origin::Crate | Origin::Body);
        let free = def.of.is_none() && def.of_trait.is_none() || name_of_method(self.program, f).is_some();
        let recursive = self.stack.iter().any(|(of, _)| *of == f);
        let taken = free && read && recursive && self.at_home().is_ok();
        if taken && !self.recursive.contains(&f) {
            self.recursive.push(f);
        }
        taken
    }

    /// The function that a method without the attribute is, which takes its receiver as a constant; where no numbers go
    /// in, that is the method itself.
    pub(super) fn function_of_method(&self, f: FnId, of_numbers: bool) -> Option<syn::Path> {
        let name = name_of_method(self.program, f).filter(|_| self.at_home().is_ok())?;
        let def = self.program.func(f);
        let elsewhere = self.program.is_of_another_crate(f);
        if (of_numbers || def.differentiable) && !elsewhere {
            return Some(format_ident!("{name}").into());
        }
        let Type::Adt(adt, _) = &self.program.impl_def(def.of?).ty else { return None };
        let mut path = self.program.path_of_adt(*adt)?;
        path.segments.push(syn::parse_str::<syn::Ident>(&def.name).ok()?.into());
        if elsewhere {
            return def.differentiable.then_some(path);
        }
        super::build::scalar(&def.ret).map(|_| path)
    }

    /// Whether a function has its derivatives beside those of one that calls it.
    pub(super) fn is_beside(&self, f: FnId) -> bool {
        let def = self.program.func(f);
        !def.differentiable && (self.recursive.contains(&f) || OPEN.with_borrow(|open| open.contains(&def.name)))
    }

    /// What such a function is given: constants are lent.
    pub(super) fn lent_beside(&mut self, f: FnId, args: Vec<Value>) -> Result<Vec<Value>, Refusal> {
        let def = self.program.func(f);
        let mut given = vec![];
        let receiver = |k: usize| {
            k == 0 && def.method && !is_of_number(self.program, f) && name_of_method(self.program, f).is_some()
        };
        for (k, (param, value)) in def.params.iter().zip(args).enumerate() {
            given.push(match receiver(k) || is_unmarked(self.program, &param.ty, DEEPEST) {
                true => match self.lent(&param.ty, &value)? {
                    Some(lent) => {
                        self.lent.extend(lent.val());
                        Value::Atom(lent)
                    }
                    None => return refuse("a function that calls itself, and what it takes may carry derivatives"),
                },
                false => value,
            });
        }
        Ok(given)
    }
}

/// So many types in each other are looked into.
const DEEPEST: usize = 8;

/// Whether a type holds numbers and carries no derivative.
fn is_unmarked(program: &Program, ty: &Type, deepest: usize) -> bool {
    let Some(deepest) = deepest.checked_sub(1) else { return false };
    match ty {
        Type::Ref(false, of) | Type::Slice(of) | Type::Vec(of) | Type::Boxed(_, of) | Type::Array(of, _) => {
            is_unmarked(program, of, deepest)
        }
        Type::Tuple(parts) => parts.iter().any(|of| is_unmarked(program, of, deepest)),
        Type::Adt(adt, args) => {
            let def = program.adt(*adt);
            let fields = || def.variants.iter().flat_map(|v| &v.fields).map(|field| field.ty.with(args));
            def.origin == Origin::Crate && !def.differentiable && fields().any(|ty| holds_floats(program, &ty, deepest))
                || args.iter().any(|of| is_unmarked(program, of, deepest))
        }
        _ => false,
    }
}

fn holds_floats(program: &Program, ty: &Type, deepest: usize) -> bool {
    let Some(deepest) = deepest.checked_sub(1) else { return false };
    match ty {
        Type::Float(_) => true,
        Type::Ref(_, of) | Type::Slice(of) | Type::Vec(of) | Type::Boxed(_, of) | Type::Array(of, _) => {
            holds_floats(program, of, deepest)
        }
        Type::Tuple(parts) => parts.iter().any(|of| holds_floats(program, of, deepest)),
        Type::Adt(adt, args) => {
            let def = program.adt(*adt);
            let fields = || def.variants.iter().flat_map(|v| &v.fields).map(|field| field.ty.with(args));
            args.iter().any(|of| holds_floats(program, of, deepest))
                || fields().any(|ty| holds_floats(program, &ty, deepest))
        }
        _ => false,
    }
}

/// Whether a function is one that a trait of the crate gives to a number.
fn is_of_number(program: &Program, f: FnId) -> bool {
    let def = program.func(f);
    let is_float = |of| matches!(program.impl_def(of).ty, Type::Float(_));
    def.of_trait.is_some() && def.of.is_some_and(is_float)
}

/// The name of the function that a method is: one that a number has, or that looks at a constant and belongs to no trait.
fn name_of_method(program: &Program, f: FnId) -> Option<String> {
    let def = program.func(f);
    if is_of_number(program, f) && def.generics.names.is_empty() && def.origin == Origin::Crate {
        let of = if matches!(program.impl_def(def.of?).ty, Type::Float(front::ty::Float::F32)) { "f32" } else { "f64" };
        return Some(format!("__{of}_{}_{}", program.trait_def(def.of_trait?).name, def.name));
    }
    let (Some(of), None, true) = (def.of, def.of_trait, def.generics.names.is_empty()) else { return None };
    let Type::Adt(adt, _) = &program.impl_def(of).ty else { return None };
    let looks = !def.method || matches!(def.params.first().map(|p| &p.ty), Some(Type::Ref(false, _)));
    let home = program.path_of_adt(*adt).is_some_and(|path| path.segments.len() == 1);
    let plain = def.origin == Origin::Crate && !(def.method && def.differentiable && program.adt(*adt).differentiable);
    (looks && home && plain).then(|| format!("__{}_{}", program.adt(*adt).name, def.name))
}

/// The derivatives of such a function; nothing where those around see them.
pub(super) fn expanded(program: &Program, f: FnId, expansion: Expansion) -> Result<TokenStream, Refusal> {
    let text = |error: syn::Error| Refusal::new(error.to_string());
    let method = name_of_method(program, f);
    let name = method.clone().map_or_else(|| program.func(f).name.clone(), Into::into);
    if program.func(f).differentiable || OPEN.with_borrow(|open| open.contains(&name)) {
        return Ok(TokenStream::new());
    }
    let Some(whole) = program.text(f) else { return refuse("a function that calls itself") };
    let mut function = (*whole).clone();
    if let (Some(_), Some(of)) = (&method, program.func(f).of)
        && let Some(path) = match &program.impl_def(of).ty {
            Type::Adt(adt, _) => program.path_of_adt(*adt),
            Type::Float(front::ty::Float::F32) => Some(parse_quote!(f32)),
            _ => Some(parse_quote!(f64)),
        }
    {
        function = (expansion.method)(&parse_quote!(impl #path { #whole })).map_err(text)?;
        function.sig.ident = format_ident!("{name}");
    }
    function.vis = syn::Visibility::Inherited;
    let receives = method.is_some() && program.func(f).method && !is_of_number(program, f);
    for (k, input) in function.sig.inputs.iter_mut().enumerate() {
        if let FnArg::Typed(t) = input
            && (receives && k == 0 || crate::around::unmarked(&t.ty).is_some())
        {
            t.attrs.push(parse_quote!(#[constant]));
        }
    }
    OPEN.with_borrow_mut(|open| open.push(name));
    let wanted = Wanted { forms: Some(Forms::CALLS), strict: true, ..Wanted::default() };
    let expanded = (expansion.function)(&mut function, wanted);
    OPEN.with_borrow_mut(|open| open.pop());
    expanded.map_err(text)
}

//! Functions without the attribute that call themselves: they cannot be written out, so that they get derivatives of
//! their own, beside those of the function that calls them. What they are given of types that hold numbers and carry no
//! derivative are constants that lie outside.

pub(crate) mod columns;
pub(crate) mod lent;
pub(crate) mod lent_on;
pub(crate) mod tuples;

use crate::core::calls::recursion::tuples::Taken;
use crate::core::value::Value;
use crate::core::{Builder, Expansion, Refusal, refuse};
use crate::signature::forms::Forms;
use crate::signature::options::{Options, Wanted};
use front::items::{AdtDef, AdtId, FnId, Origin};
use front::program::{Program, Scope};
use front::ty::Ty as Type;
use proc_macro2::TokenStream;
use quote::format_ident;
use std::cell::RefCell;
use std::rc::Rc;
use syn::{FnArg, parse_quote};

thread_local! {
    /// The functions whose derivatives are being written: those are in scope. With how they take what they are given.
    static OPEN: RefCell<Vec<(Rc<str>, Vec<Taken>)>> = const { RefCell::new(vec![]) };
    /// The items of the bodies that the one of them stands in that is being written.
    static AROUND_IT: RefCell<Vec<Rc<[syn::Item]>>> = const { RefCell::new(vec![]) };
}

impl Builder<'_> {
    /// Whether a function without the attribute is called by its derivatives, which are then written beside this one's.
    pub(crate) fn is_derived_beside(&mut self, f: FnId) -> bool {
        let def = self.program.func(f);
        let read = def.has_text && matches!(def.origin, Origin::Crate | Origin::Body);
        let free = def.of.is_none() && def.of_trait.is_none() || name_of_method(self.program, f).is_some();
        let recursive = self.stack.iter().any(|(of, _)| *of == f) || is_open(self.program, f);
        let in_body = def.origin == Origin::Body && self.is_outlined(f);
        let taken = free && read && (recursive || in_body) && self.at_home().is_ok();
        self.derive_beside(f, taken)
    }

    /// Notes a function that gets derivatives beside this one's.
    pub(crate) fn derive_beside(&mut self, f: FnId, taken: bool) -> bool {
        if taken && !self.recursive.iter().any(|(of, _)| *of == f) {
            self.recursive.push((f, open(self.program, f)));
        }
        taken
    }

    /// The function that a method without the attribute is, which takes its receiver as a constant; where no numbers go
    /// in, that is the method itself.
    pub(crate) fn function_of_method(&self, f: FnId, of_numbers: bool) -> Option<syn::Path> {
        let name = name_of_method(self.program, f)?;
        let def = self.program.func(f);
        let elsewhere = self.program.is_of_another_crate(f);
        if def.differentiable && !elsewhere {
            return self.program.path_beside_method(f, &name);
        }
        self.at_home().ok()?;
        if of_numbers && !elsewhere {
            return Some(format_ident!("{name}").into());
        }
        let path = self.path_of_associated(f)?;
        if elsewhere {
            return def.differentiable.then_some(path);
        }
        crate::core::build::scalar(&def.ret).map(|_| path)
    }

    /// A function of a type's that has the attribute, as it is called.
    pub(crate) fn associated(&self, f: FnId) -> Option<syn::Path> {
        let own = self.program.func(f).differentiable && !self.program.is_of_another_crate(f);
        own.then(|| self.path_of_associated(f)).flatten()
    }

    pub(crate) fn path_of_associated(&self, f: FnId) -> Option<syn::Path> {
        let def = self.program.func(f);
        let Type::Adt(adt, _) = &self.program.impl_def(def.of?).ty else { return None };
        let mut path = self.program.path_of_adt(*adt)?;
        path.segments.push(syn::parse_str::<syn::Ident>(&def.name).ok()?.into());
        Some(path)
    }

    /// Whether a function has its derivatives beside those of one that calls it.
    pub(crate) fn is_beside(&mut self, f: FnId) -> bool {
        let def = self.program.func(f);
        let beside = !def.differentiable || self.calls_itself_in_columns(f);
        beside && (self.recursive.iter().any(|(of, _)| *of == f) || is_open(self.program, f))
    }

    /// Whether a function is called by its derivatives as soon as it is met.
    pub(crate) fn is_open_beside(&self, f: FnId) -> bool {
        let def = self.program.func(f);
        matches!(def.origin, Origin::Crate | Origin::Body) && !def.differentiable && is_open(self.program, f)
    }

    /// What such a function is given, and how it takes it: constants are lent, other structures without the derive are taken
    /// apart where `apart` says that they may be.
    pub(crate) fn lent_beside(
        &mut self,
        f: FnId,
        args: Vec<Value>,
        apart: bool,
    ) -> Result<(Vec<Value>, Vec<Taken>), Refusal> {
        let def = self.program.func(f);
        let (mut given, mut all) = (vec![], vec![]);
        let receiver = |k: usize| {
            k == 0 && def.method && !is_of_number(self.program, f) && name_of_method(self.program, f).is_some()
        };
        let at = self.recursive.iter().position(|(of, _)| *of == f);
        let known = at.and_then(|at| self.recursive[at].1.clone()).or_else(|| open(self.program, f));
        let lends_some = apart && (0..def.params.len()).any(|k| self.lends(f, k).is_some());
        for (k, (param, value)) in def.params.iter().zip(args).enumerate() {
            if param.constant {
                given.push(value);
                all.push(Taken::AsIs);
                continue;
            }
            let unmarked = is_unmarked(self.program, &param.ty, DEEPEST);
            let known = known.as_ref().map(|known| known[k]);
            let free = apart && known.is_none();
            let read = matches!(param.ty, Type::Ref(..)) && !receiver(k);
            let lends = match known {
                Some(Taken::Lent(grow)) => Some(grow),
                // Beside what is lent to be changed a collection is lent too: as one value it would be one that is computed again.
                _ if free => self.lends(f, k).or((lends_some && self.lends_collection(f, k)).then_some(false)),
                _ => None,
            };
            if let Some(grow) = lends {
                given.push(value);
                all.push(Taken::Lent(grow));
                continue;
            }
            let columns = free && read && columns::count(self.program, &param.ty).is_some();
            if known == Some(Taken::Columns) || columns && !unmarked {
                given.push(self.as_columns(value, &param.ty)?);
                all.push(Taken::Columns);
                continue;
            }
            if !receiver(k) && !unmarked || matches!(known, Some(Taken::AsIs | Taken::Apart)) {
                given.push(value);
                all.push(known.unwrap_or(Taken::AsIs));
                continue;
            }
            let lent = self.lent(&param.ty, &value)?;
            match lent {
                Some(lent) => {
                    self.lent.extend(lent.val());
                    given.push(Value::Atom(lent));
                    all.push(Taken::Constant);
                }
                None if columns => {
                    given.push(self.as_columns(value, &param.ty)?);
                    all.push(Taken::Columns);
                }
                None if free && self.lends_to_read(f, k) => {
                    given.push(value);
                    all.push(Taken::Lent(false));
                }
                None if free && tuples::apart(self.program, &param.ty).is_some() => {
                    given.push(value);
                    all.push(Taken::Apart);
                }
                None if free && !unmarked => {
                    given.push(value);
                    all.push(Taken::AsIs);
                }
                None => return refuse("a function that calls itself, and what it takes may carry derivatives"),
            }
        }
        if let Some(at) = at {
            self.recursive[at].1 = Some(all.clone());
        }
        Ok((given, all))
    }

    /// The name of the function that takes and gives tuples, if it is another one.
    pub(crate) fn name_apart(&self, f: FnId, taken: &[Taken]) -> Option<syn::Path> {
        is_apart(self.program, f, taken).then(|| format_ident!("{}", apart_name(self.program, f)).into())
    }
}

/// Whether something is taken apart on its way to a function, or from there.
fn is_apart(program: &Program, f: FnId, taken: &[Taken]) -> bool {
    let apart = |of: &Taken| matches!(of, Taken::Apart | Taken::Columns | Taken::Lent(_));
    taken.iter().any(apart) || tuples::given(program, &program.func(f).ret).is_some()
}

/// What such a function sees that stands in a body: what is declared there too, itself among it.
pub(crate) fn seen(program: &Program, scope: Scope) -> Scope {
    AROUND_IT.with_borrow(|all| all.iter().fold(scope, |scope, items| program.open(&scope, items)))
}

fn apart_name(program: &Program, f: FnId) -> String {
    name_of_method(program, f).unwrap_or_else(|| match marked_method(program, f) {
        Some(of) => format!("__{}_{}_apart", program.adt(of).name, program.func(f).name),
        None => format!("__{}_apart", program.func(f).name),
    })
}

/// The name under which a function's derivatives are written.
fn key(program: &Program, f: FnId) -> Rc<str> {
    match marked_method(program, f) {
        Some(_) => apart_name(program, f).into(),
        None => name_of_method(program, f).map_or_else(|| program.func(f).name.clone(), Into::into),
    }
}

/// The structure that a method with the attribute is of, which carries derivatives.
pub(crate) fn marked_method(program: &Program, f: FnId) -> Option<AdtId> {
    let def = program.func(f);
    match &program.impl_def(def.of.filter(|_| def.method && def.differentiable && def.of_trait.is_none())?).ty {
        Type::Adt(adt, args) if args.is_empty() && program.adt(*adt).differentiable => Some(*adt),
        _ => None,
    }
}

fn open(program: &Program, f: FnId) -> Option<Vec<Taken>> {
    let key = key(program, f);
    OPEN.with_borrow(|open| open.iter().find(|(name, _)| *name == key).map(|(_, taken)| taken.clone()))
}

pub(crate) fn is_open(program: &Program, f: FnId) -> bool {
    open(program, f).is_some()
}

/// So many types in each other are looked into.
pub(crate) const DEEPEST: usize = 8;

/// Whether a type holds numbers and carries no derivative.
pub(crate) fn is_unmarked(program: &Program, ty: &Type, deepest: usize) -> bool {
    let Some(deepest) = deepest.checked_sub(1) else { return false };
    match ty {
        Type::Ref(_, of) | Type::Slice(of) | Type::Vec(of) | Type::Boxed(_, of) | Type::Array(of, _) => {
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

/// Whether numbers with derivatives may be in a type; those in structures without the derive do not count.
pub(crate) fn carries_numbers(program: &Program, ty: &Type, deepest: usize) -> bool {
    has_floats(program, ty, deepest, &|def| def.origin != Origin::Crate || def.differentiable)
}

pub(crate) fn holds_floats(program: &Program, ty: &Type, deepest: usize) -> bool {
    has_floats(program, ty, deepest, &|_| true)
}

/// Whether there are floats in a type; `looked_into` says whether those in a structure's fields count.
fn has_floats(program: &Program, ty: &Type, deepest: usize, looked_into: &dyn Fn(&AdtDef) -> bool) -> bool {
    let Some(deepest) = deepest.checked_sub(1) else { return false };
    let inside = |ty: &Type| has_floats(program, ty, deepest, looked_into);
    match ty {
        Type::Float(_) => true,
        Type::Ref(_, of) | Type::Slice(of) | Type::Vec(of) | Type::Boxed(_, of) | Type::Array(of, _) => inside(of),
        Type::Tuple(parts) => parts.iter().any(inside),
        Type::Adt(adt, args) => {
            let def = program.adt(*adt);
            let mut fields = def.variants.iter().flat_map(|v| &v.fields).map(|field| field.ty.with(args));
            args.iter().any(inside) || looked_into(&def) && fields.any(|ty| inside(&ty))
        }
        _ => false,
    }
}

/// Whether a type holds numbers that are constant in what carries derivatives otherwise.
pub(crate) fn holds_constant_numbers(program: &Program, ty: &Type, deepest: usize) -> bool {
    let Some(deepest) = deepest.checked_sub(1) else { return false };
    match ty {
        Type::Ref(_, of) | Type::Slice(of) | Type::Vec(of) | Type::Boxed(_, of) | Type::Array(of, _) => {
            holds_constant_numbers(program, of, deepest)
        }
        Type::Tuple(parts) => parts.iter().any(|of| holds_constant_numbers(program, of, deepest)),
        Type::Adt(adt, args) => {
            let def = program.adt(*adt);
            let fields = def.variants.iter().flat_map(|v| &v.fields);
            fields.map(|field| (field.constant, field.ty.with(args))).any(|(constant, ty)| {
                constant && holds_floats(program, &ty, deepest) || holds_constant_numbers(program, &ty, deepest)
            })
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

/// The name of the function that a method is: one that a number has, or that belongs to no trait.
fn name_of_method(program: &Program, f: FnId) -> Option<String> {
    let def = program.func(f);
    if is_of_number(program, f) && def.generics.names.is_empty() && def.origin == Origin::Crate {
        let of = if matches!(program.impl_def(def.of?).ty, Type::Float(front::ty::Float::F32)) { "f32" } else { "f64" };
        return Some(format!("__{of}_{}_{}", program.trait_def(def.of_trait?).name, def.name));
    }
    let calls = |k: usize| {
        def.generics.bounds.iter().any(|b| matches!(b, front::items::Bound::Call(of, ..) if *of == Type::Param(k)))
    };
    let (Some(of), true) = (def.of, (0..def.generics.names.len()).all(calls)) else { return None };
    let Type::Adt(adt, _) = &program.impl_def(of).ty else { return None };
    let home = program.path_of_adt(*adt).is_some_and(|path| path.segments.len() == 1);
    let plain = def.origin == Origin::Crate && !(def.method && def.differentiable && program.adt(*adt).differentiable);
    let of_trait = def.of_trait.map_or(String::new(), |of| format!("_{}", program.trait_def(of).name));
    ((home || def.differentiable) && plain).then(|| format!("__{}{of_trait}_{}", program.adt(*adt).name, def.name))
}

/// The derivatives of such a function; nothing where those around see them.
pub(crate) fn expanded(
    program: &Program,
    (f, taken): (FnId, Option<Vec<Taken>>),
    options: Options,
    expansion: Expansion,
) -> Result<TokenStream, Refusal> {
    let text = |error: syn::Error| Refusal::new(error.to_string());
    let method = name_of_method(program, f);
    let name = key(program, f);
    let taken = taken.unwrap_or_default();
    // What has the attribute stands beside others where it goes in columns.
    if is_open(program, f) || program.func(f).differentiable && !is_apart(program, f, &taken) {
        return Ok(TokenStream::new());
    }
    let Some(whole) = program.text(f) else { return refuse("a function that calls itself") };
    let mut function = (*whole).clone();
    let is_method = method.is_some() || marked_method(program, f).is_some();
    if let (true, Some(of)) = (is_method, program.func(f).of)
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
    function.attrs.retain(|a| a.path().segments.last().is_none_or(|last| last.ident != "differentiable"));
    for (input, taken) in function.sig.inputs.iter_mut().zip(&taken) {
        if let FnArg::Typed(t) = input
            && *taken == Taken::Constant
        {
            t.attrs.push(parse_quote!(#[constant]));
        }
    }
    if is_apart(program, f, &taken) {
        let def = program.func(f);
        let params: Vec<Type> = def.params.iter().map(|p| p.ty.clone()).collect();
        tuples::taken_apart(program, (&params, &def.ret), &taken, &mut function)?;
        function.sig.ident = format_ident!("{}", apart_name(program, f));
    }
    OPEN.with_borrow_mut(|open| open.push((name, taken)));
    let before = AROUND_IT.replace(program.items_around(f));
    let wanted = Wanted { options, forms: Some(Forms::CALLS), strict: true, ..Wanted::default() };
    let expanded = (expansion.function)(&mut function, wanted);
    AROUND_IT.set(before);
    OPEN.with_borrow_mut(|open| open.pop());
    expanded.map_err(text)
}

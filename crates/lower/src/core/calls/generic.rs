//! Values of types of which only the bounds are known: generic parameters with traits of the user's, and functions that
//! are passed. They stay whole; their methods, and calls of them, are calls in the steps.

use crate::core::calls::out_of_line::Called;
use crate::core::structures::Whole;
use crate::core::value::{Place, Value};
use crate::core::{Builder, Refusal, refuse};
use crate::ir::{Arg, Atom, Block, Op, Step, Ty, Val, Verbatim, View};
use front::hir::{ExprId, ExprKind, TypeRef};
use front::items::{Bound, FnId, Origin};
use front::ty::Ty as Type;
use front::typed::Typed;
use quote::{ToTokens, format_ident, quote};
use std::rc::Rc;

impl Builder<'_> {
    /// Whether values of a type stay whole because only its bounds are known.
    pub(crate) fn is_bounded(&self, ty: &Type) -> bool {
        matches!(ty, Type::Rigid(..) | Type::FnPtr(..)) || self.stays_closed(ty)
    }

    /// Whether it is a generic parameter that carries derivatives.
    pub(crate) fn is_open_type(&self, ty: &Type) -> bool {
        matches!(ty, Type::Rigid(..)) && self.is_typed(ty) && self.signature_of(ty).is_none()
    }

    /// Whether a structure stays whole as not all of its parts are seen here.
    pub(crate) fn stays_closed(&self, ty: &Type) -> bool {
        let Type::Adt(adt, _) = ty else { return false };
        let def = self.program.adt(*adt);
        self.closed && def.variants.iter().flat_map(|v| &v.fields).any(|field| !self.program.sees(*adt, field))
    }

    /// Whether such a structure is in what a function takes or gives, so that it is called.
    pub(crate) fn is_of_closed(&self, f: FnId) -> bool {
        let def = self.program.func(f);
        def.differentiable && def.params.iter().map(|p| &p.ty).chain([&def.ret]).any(|ty| self.has_closed(ty))
    }

    fn has_closed(&self, ty: &Type) -> bool {
        match ty {
            Type::Array(of, _) | Type::Slice(of) | Type::Vec(of) | Type::Boxed(_, of) | Type::Ref(_, of) => {
                self.has_closed(of)
            }
            Type::Tuple(parts) => parts.iter().any(|of| self.has_closed(of)),
            Type::Adt(_, args) => self.stays_closed(ty) || args.iter().any(|of| self.has_closed(of)),
            _ => false,
        }
    }

    /// Whether a generic parameter carries derivatives.
    pub(crate) fn is_typed(&self, ty: &Type) -> bool {
        match ty {
            Type::Rigid(f, k) => {
                let def = self.program.func(*f);
                let name = &def.generics.names[*k];
                let users = def.generics.bounds.iter().any(|bound| {
                    matches!(bound, Bound::Trait(Type::Param(p), of, ..)
                        if p == k && self.program.trait_def(*of).origin != Origin::Prelude)
                });
                let handed = def.params.iter().filter(|p| !p.constant).map(|p| &p.ty).chain([&def.ret]);
                let with_derivatives =
                    users && handed.into_iter().any(|ty| crate::core::calls::out_of_line::mentions(ty, *k));
                with_derivatives || self.sig.typed.iter().any(|t| t.name == **name) || self.signature_of(ty).is_some()
            }
            ty => self.signature_of(ty).is_some(),
        }
    }

    /// What a type of functions takes and gives.
    pub(crate) fn signature_of(&self, ty: &Type) -> Option<(Vec<Type>, Type)> {
        match ty {
            Type::FnPtr(params, ret) => Some((params.clone(), (**ret).clone())),
            Type::Rigid(f, k) => {
                let (def, args) = (self.program.func(*f), self.program.own_args(*f));
                def.generics.bounds.iter().find_map(|bound| match bound {
                    Bound::Call(Type::Param(p), params, ret) if p == k => {
                        Some((params.iter().map(|ty| ty.with(&args)).collect(), ret.with(&args)))
                    }
                    _ => None,
                })
            }
            _ => None,
        }
    }

    /// A value that stays whole; of functions it is known what they take and give.
    pub(crate) fn bounded(&mut self, atom: Atom, ty: &Type) -> Value {
        if let Atom::Val(v) = &atom {
            if let Some(signature) = self.signature_of(ty) {
                self.passed.insert(*v, signature);
            }
            if let Type::Rigid(..) = ty {
                self.rigid.insert(*v, ty.clone());
            }
        }
        Value::Atom(atom)
    }

    /// A structure that stands where control does not arrive, for one that is made in a block: a parameter of its type.
    pub(crate) fn structure_like(&self, v: Val, made_in: &Block) -> Option<Val> {
        if !crate::core::join::defined_in(v, made_in) {
            return Some(v);
        }
        let ty = self.rigid.get(&v)?;
        let params = self.rigid.iter().filter(|(p, of)| *of == ty && self.values[**p].by_ref);
        params.map(|(p, _)| *p).min()
    }

    /// Calls a function that was passed.
    pub(crate) fn call_passed(&mut self, f: usize, args: Vec<Value>) -> Result<Value, Refusal> {
        let Some((params, ret)) = self.passed.get(&f).cloned() else { return refuse(crate::core::OF_A_FIELD) };
        if self.values[f].ty != Ty::Record {
            return self.call_constant(f, args, ret);
        }
        let mut given = vec![];
        for (value, ty) in args.into_iter().zip(&params) {
            given.push(match (value, crate::core::calls::closure_conversion::as_handed(ty)) {
                (Value::Ref(_, place), Type::Array(..)) => {
                    let value = self.load(&place)?;
                    self.cloned(value)?
                }
                (value @ Value::Ref(..), _) => value,
                (value, Type::Ref(mutable, _)) => Value::Ref(mutable, Box::new(Place::Temp(Box::new(value)))),
                (value, _) => value,
            });
        }
        let name = format_ident!("call", span = self.span);
        let receiver = Type::Ref(false, Box::new(Type::unknown()));
        let called = Called {
            path: name.clone().into(),
            plain: None,
            method: Some(name),
            params: [receiver]
                .into_iter()
                .chain(params.iter().map(crate::core::calls::closure_conversion::as_handed))
                .collect(),
            ret,
            of_numbers: true,
            constants: vec![],
            resized: vec![],
            lists: vec![],
        };
        self.push_called(called, [Value::Atom(Atom::Val(f))].into_iter().chain(given).collect())
    }

    /// Calls a function that is a constant, on constants.
    fn call_constant(&mut self, f: usize, args: Vec<Value>, ret: Type) -> Result<Value, Refusal> {
        let mut atoms = vec![];
        for arg in args {
            let arg = self.scalar_of(arg)?;
            let atom = self.atom(arg, self.span)?;
            if !self.is_constant_atom(&atom) {
                let why = "a function that is a constant is called with what carries derivatives: take #[constant] away \
                           from a parameter; instead of one in a field take a parameter, `f: impl Fn(f64) -> f64`, or an enum";
                return Err(Refusal { wrong: true, at: Some(self.span), ..Refusal::new(why) });
            }
            atoms.push(Value::Atom(atom));
        }
        if crate::core::build::scalar(&ret).is_none() {
            return refuse("what a function that is a constant gives");
        }
        let f = Value::Atom(Atom::Val(f));
        let code = self.verbatim([f].into_iter().chain(atoms).collect(), ret, |t| match t {
            [f, args @ ..] => quote!(#f(#(#args),*)),
            [] => quote!(),
        })?;
        let value = self.settle(code, self.span)?;
        self.once(&value);
        Ok(value)
    }

    /// Whether a function is one of a trait of which the type at hand is known by its bounds alone.
    pub(crate) fn is_by_bounds(&self, f: FnId, generics: &[Type]) -> bool {
        let def = self.program.func(f);
        let of_users = def.of_trait.is_some_and(|of| self.program.trait_def(of).origin != Origin::Prelude);
        // Of std's traits constants have what they have.
        let constant = |of: &Type| def.of_trait.is_some() && !def.has_text && !self.is_typed(of);
        def.of.is_none() && generics.first().is_some_and(|of| self.is_bounded(of) && (of_users || constant(of)))
    }

    /// A method, or a function, of a trait of such a type.
    pub(crate) fn call_by_bounds(&mut self, f: FnId, generics: &[Type], args: Vec<Value>) -> Result<Value, Refusal> {
        let def = self.program.func(f);
        let Some(of) = generics.first() else { return refuse("a function of a trait") };
        let params: Vec<Type> = def.params.iter().map(|p| p.ty.with(generics)).collect();
        let ret = def.ret.with(generics);
        let name = format_ident!("{}", &*def.name, span = self.span);
        let derived = matches!(of, Type::Adt(adt, _) if self.program.adt(*adt).differentiable);
        if !(self.is_typed(of) || derived) || !def.differentiable {
            return self.constant_by_bounds(f, of, args, &ret);
        }
        if params.iter().chain([&ret]).any(has_assoc) {
            return refuse("an associated type of what is known by its bounds");
        }
        let changes = || params.iter().any(|ty| matches!(ty, Type::Ref(true, _)));
        if def.method && ret != Type::Tuple(vec![]) && self.is_without_numbers(&ret) && !changes() {
            return self.answer_by_bounds(&name, &params, &ret, args);
        }
        let path = match def.method {
            true => name.clone().into(),
            false => {
                let Some(of) = self.written_ty(of) else { return refuse("a type without a name here") };
                syn::parse_quote!(#of::#name)
            }
        };
        let method = def.method.then_some(name);
        self.push_called(
            Called {
                path,
                plain: None,
                method,
                params,
                ret,
                of_numbers: true,
                constants: vec![],
                resized: vec![],
                lists: vec![],
            },
            args,
        )
    }

    /// What a method answers with a constant: it has no derivatives, and is asked of the plain value.
    fn answer_by_bounds(
        &mut self,
        name: &syn::Ident,
        params: &[Type],
        ret: &Type,
        args: Vec<Value>,
    ) -> Result<Value, Refusal> {
        let (mut vals, mut reads, mut all) = (vec![], vec![], vec![]);
        for (k, (arg, ty)) in args.into_iter().zip(params).enumerate() {
            let arg = match arg {
                Value::Ref(_, place) if k == 0 => {
                    let of = self.load(&place)?;
                    Arg::Scalar(self.atom(of, self.span)?)
                }
                of if k == 0 => Arg::Scalar(self.atom(of, self.span)?),
                arg => self.argument(arg, ty)?,
            };
            let (number, scalar) = (self.sig.number.clone(), &self.sig.scalar);
            let lent = (k > 0 && matches!(ty, Type::Ref(..))).then(|| quote!(&));
            all.push(match arg {
                Arg::Scalar(Atom::Val(v)) => {
                    let of = &self.values[v];
                    let (by, name) = ((!of.by_ref).then(|| quote!(&)), &of.name);
                    vals.push(v);
                    match of.ty {
                        Ty::Record | Ty::Float => quote!(#lent ::wengert::generated::asked!(#number, #by #name)),
                        _ => quote!(#name),
                    }
                }
                Arg::Scalar(Atom::Lit(lit)) if matches!(ty.behind(), Type::Float(_)) => quote!(#lent (#lit as #scalar)),
                Arg::Scalar(Atom::Lit(lit)) => quote!(#lent #lit),
                Arg::View(View { arr, part }, _) => {
                    let name = &self.arrays[arr].name;
                    let part = match &part {
                        Some((off, len)) => {
                            vals.extend([off, len].into_iter().filter_map(Atom::val));
                            let (off, len) = (self.tokens(off), self.tokens(len));
                            quote!(#off..#off + #len)
                        }
                        None => quote!(..),
                    };
                    reads.push(arr);
                    quote!(&::wengert::generated::asked!(#number, &#name[#part]))
                }
                Arg::Owned(arr) => {
                    let name = &self.arrays[arr].name;
                    reads.push(arr);
                    quote!(#lent ::wengert::generated::asked!(#number, &#name))
                }
                Arg::Tuple(_) => return refuse("an argument of this type"),
            });
        }
        let Some((of, args)) = all.split_first() else { return refuse("a method of a trait") };
        let code = quote!(#of.#name(#(#args),*));
        if let Some(ty) = self.scalar(ret) {
            return Ok(Value::Atom(self.asked_for(ty, Verbatim::of(code, vals))));
        }
        if Self::is_text(ret) {
            let held = Verbatim { reads, ..Verbatim::of(quote!(::wengert::generated::text(&#code)), vals) };
            return Ok(Value::Atom(self.asked_for(Ty::Int(crate::ir::IntTy::Text), held)));
        }
        // What is lent of a plain value is gone with it.
        if matches!(ret, Type::Ref(..)) {
            return refuse("a reference to a constant of what is known by its bounds");
        }
        let of = match self.asked_for(Ty::some_int(), Verbatim { reads, ..Verbatim::of(quote!(&#code), vals) }) {
            Atom::Val(of) => of,
            Atom::Lit(_) => return refuse("a method of a trait"),
        };
        let path = crate::ir::Projections::default();
        self.load_whole(&Whole { of, constant: true, plain: true, path, ty: ret.clone() })
    }

    /// A constant that code asks of what carries derivatives.
    fn asked_for(&mut self, ty: Ty, code: Verbatim) -> Atom {
        let answer = self.value("t", ty, self.span);
        self.values[answer].still = true;
        self.out.push(Step::Let(answer, Op::Verbatim(code)));
        Atom::Val(answer)
    }

    /// A method of a constant, or one that has no derivatives, on constants: as it is written.
    fn constant_by_bounds(&mut self, f: FnId, of: &Type, args: Vec<Value>, ret: &Type) -> Result<Value, Refusal> {
        let def = self.program.func(f);
        let name = format_ident!("{}", &*def.name, span = self.span);
        let mut atoms = vec![];
        for (k, arg) in args.into_iter().enumerate() {
            if !(def.method && k == 0 && !self.is_typed(of)) {
                let Some(param) = def.params.get(k) else { return refuse("an argument of this type") };
                atoms.push(self.constant_argument(f, arg, &param.ty)?);
                continue;
            }
            let receiver = match arg {
                Value::Ref(_, place) => self.load(&place)?,
                arg => arg,
            };
            let Value::Atom(atom) = self.settle(receiver, self.span)? else {
                return refuse("an argument of this type");
            };
            atoms.push(atom);
        }
        let lent = |k: usize| {
            def.params.get(k).is_some_and(|p| crate::core::calls::dyn_constants::is_lent(&p.ty)).then(|| quote!(&))
        };
        let tokens = atoms.iter().enumerate().map(|(k, atom)| {
            let (lent, tokens) = (lent(k).filter(|_| !(def.method && k == 0)), self.tokens(atom));
            quote!(#lent #tokens)
        });
        let tokens: Vec<_> = tokens.collect();
        let code = match tokens.as_slice() {
            [receiver, args @ ..] if def.method => quote!(#receiver.#name(#(#args),*)),
            args => {
                let written = self.written_ty(of).ok_or_else(|| Refusal::new("a type without a name here"))?;
                quote!(#written::#name(#(#args),*))
            }
        };
        let code = self.given_by_code(code, atoms.iter().filter_map(Atom::val).collect(), ret)?;
        let value = self.settle(code, self.span)?;
        // What a type has is one, what a value of it gives may change.
        if def.method {
            self.once(&value);
        }
        Ok(value)
    }

    /// A constant of a type, `P::ORDER`; none if it is no such.
    pub(crate) fn constant_of_type(&mut self, typed: &Rc<Typed>, e: ExprId) -> Result<Option<Value>, Refusal> {
        let ExprKind::TypeFn(of, name, _) = &typed.body.exprs[e].kind else { return Ok(None) };
        // The type at hand may have another of the name.
        let by = match (of, self.frames.last()) {
            (TypeRef::Ty(Type::Param(k)), Some(frame)) => self.program.const_by_bounds(frame.of, *k, name),
            _ => None,
        };
        let by = by.and_then(|(of, args, _)| {
            let frame = &self.frames.last()?.args;
            let args = args.iter().map(|ty| self.written_ty(&ty.with(frame))).collect::<Option<Vec<_>>>()?;
            let of = self.program.path_of_trait(of)?;
            Some(if args.is_empty() { quote!(as #of) } else { quote!(as #of<#(#args),*>) })
        });
        let Some(of) = typed.owners.get(&e).or(match of {
            TypeRef::Ty(of) => Some(of),
            _ => None,
        }) else {
            return Ok(None);
        };
        let of = match self.frames.last() {
            Some(frame) => of.with(&frame.args),
            None => of.clone(),
        };
        self.at_home()?;
        let ty = typed.exprs[e].clone();
        let Some(of) = self.written_ty(&of) else {
            // A type that has no name, as one with a closure in it: what the constant is set to stands there.
            let Some(c) = self.program.const_of(&of, name) else { return Ok(None) };
            let value = front::infer::value_of_constant(self.program, self.closures, c, &of);
            return value.map(|(f, generics)| self.inline(f, &generics, vec![])).transpose();
        };
        let name = format_ident!("{}", &**name);
        let path = quote!(<#of #by>::#name);
        if crate::core::build::scalar(&ty).is_none() {
            return self.constant_whole(path.to_token_stream(), &ty).map(Some);
        }
        Ok(Some(self.path_value(path, &ty)))
    }

    /// Whether a value stays whole.
    pub(crate) fn is_whole(&self, atom: &Atom) -> bool {
        matches!(atom, Atom::Val(v) if self.values[*v].ty == Ty::Record)
    }
}

/// Whether an associated type is in it.
fn has_assoc(ty: &Type) -> bool {
    match ty {
        Type::Assoc(..) => true,
        Type::Array(of, _) | Type::Slice(of) | Type::Vec(of) | Type::Boxed(_, of) | Type::Ref(_, of) => has_assoc(of),
        Type::Tuple(parts) | Type::Adt(_, parts) => parts.iter().any(has_assoc),
        _ => false,
    }
}

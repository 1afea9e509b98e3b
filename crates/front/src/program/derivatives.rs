//! What the attribute writes beside a function, `f::gradient` and its kin, as functions of the program.

use super::Program;
use super::names::{Meaning, plain, segments};
use super::read::has;
use super::scope::Scope;
use super::table::{Owner, Slot, Source};
use super::{Value, types::written};
use crate::index::Space;
use crate::items::{Bound, Derivative, FnId, ImplId, ItemId, Origin};
use crate::ty::Ty;
use proc_macro2::{Group, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use std::rc::Rc;
use syn::{FnArg, GenericParam, ItemFn, Pat, ReturnType, Type, parse_quote};

impl Program {
    /// `f::gradient`, where `f` is a function with the attribute.
    pub(super) fn derivative_value(&self, scope: &Scope, path: &syn::Path) -> Option<Value> {
        let last = plain(&path.segments.last()?.ident);
        let whole = match last.as_str() {
            "hessian" => Some(Derivative::HessianRows),
            "jacobian" => Some(Derivative::JacobianRows),
            _ => None,
        };
        let form = whole.or_else(|| Derivative::named(&last))?;
        let names = segments(path);
        let of = names.split_last().map(|(_, of)| of).filter(|of| !of.is_empty())?;
        let (Meaning::Item(ItemId::Fn(f)), used) = self.meaning(scope, of, Space::Values) else { return None };
        if used != of.len() || written(&path.segments.last()?.arguments).into_iter().next().is_some() {
            return None;
        }
        let derivative = self.derivative_of(f, form)?;
        Some(Value::Fn(if whole.is_some() { self.as_matrix(derivative)? } else { derivative }, vec![]))
    }

    /// `energy_gradient`, where `energy` is a method with the attribute: the name of that, and which derivative.
    pub(crate) fn method_derivative(name: &str) -> Option<(&str, Derivative, bool)> {
        let whole = [("hessian", Derivative::HessianRows), ("jacobian", Derivative::JacobianRows)];
        let whole = whole.iter().map(|(name, form)| (*name, *form, true));
        let all = Derivative::all().map(|(name, form)| (name, form, false)).chain(whole);
        let named = all.filter_map(|(form_name, form, whole)| {
            let of = name.strip_suffix(form_name)?.strip_suffix('_').filter(|of| !of.is_empty())?;
            Some((of, form, whole))
        });
        named.min_by_key(|(of, ..)| of.len())
    }

    /// The derivative of a method, and whether as a matrix.
    pub(crate) fn derivative_of_method(&self, f: FnId, form: Derivative, whole: bool) -> Option<FnId> {
        let derivative = self.derivative_of(f, form)?;
        if whole { self.as_matrix(derivative) } else { Some(derivative) }
    }

    /// What stands beside a function with the attribute; nothing where that has no such form, or none that is read here.
    pub(crate) fn derivative_of(&self, f: FnId, form: Derivative) -> Option<FnId> {
        if let Some(known) = self.derivatives.borrow().get(&(f, form)) {
            return *known;
        }
        let made = self.written_beside(f, form).map(|item| {
            let slot = self.fn_slot(f);
            let source = Source::Tokens(Rc::new(syn::Item::Fn(item.clone())));
            let id = self.own.fns.add(Slot::new(form.name(), source, slot.at, Owner::Nothing));
            self.given.borrow_mut().insert(id, Rc::new(item));
            self.derived.borrow_mut().insert(id, (f, form));
            id
        });
        self.derivatives.borrow_mut().insert((f, form), made);
        made
    }

    /// A function that gives rows of numbers, as one that gives the matrix.
    fn as_matrix(&self, rows: FnId) -> Option<FnId> {
        if let Some(known) = self.matrices.borrow().get(&rows) {
            return Some(*known);
        }
        let (of, form) = self.derivative(rows)?;
        let mut item = self.head(rows)?;
        let (slot, name) = (self.fn_slot(of), quote::format_ident!("{}", form.name()));
        let method = self.func(of).method;
        let of = syn::parse_str::<syn::Ident>(&slot.name).ok()?;
        let names: Vec<_> = item
            .sig
            .inputs
            .iter()
            .filter_map(|input| match input {
                FnArg::Typed(input) => Some(&input.pat),
                FnArg::Receiver(_) => None,
            })
            .collect();
        let given = match names.split_first() {
            Some((itself, rest)) if method => {
                let name = quote::format_ident!("{of}_{name}");
                quote!(#itself.#name(#(#rest),*))
            }
            _ => quote!(#of::#name(#(#names),*)),
        };
        item.block = parse_quote!({
            let (rows, entries) = #given;
            ::wengert::Matrix::from_rows(rows, entries)
        });
        item.sig.output = parse_quote!(-> ::wengert::Matrix);
        item.attrs.clear();
        let source = Source::Tokens(Rc::new(syn::Item::Fn(item.clone())));
        let id = self.own.fns.add(Slot::new(form.name(), source, slot.at, Owner::Nothing));
        self.given.borrow_mut().insert(id, Rc::new(item));
        self.matrices.borrow_mut().insert(rows, id);
        Some(id)
    }

    /// The function that stands beside a function, and which of its derivatives.
    pub fn derivative(&self, f: FnId) -> Option<(FnId, Derivative)> {
        self.derived.borrow().get(&f).copied()
    }

    /// Whether what was read takes derivatives of functions.
    pub fn takes_derivatives(&self) -> bool {
        !self.derived.borrow().is_empty()
    }

    /// The text of a function without its body, on plain scalars.
    pub fn head(&self, f: FnId) -> Option<ItemFn> {
        let def = self.func(f);
        let given = self.given.borrow().get(&f).cloned();
        let mut item = match given {
            Some(given) => ItemFn { block: parse_quote!({}), ..(*given).clone() },
            None => match self.parsed(&self.fn_slot(f)).as_deref() {
                Some(syn::Item::Fn(f)) => f.clone(),
                _ => return None,
            },
        };
        item.attrs.retain(|a| a.path().is_ident("differentiable"));
        let numbers = def.generics.bounds.iter().filter_map(|b| match b {
            Bound::Number(Ty::Param(k)) => def.generics.names.get(*k).cloned(),
            _ => None,
        });
        for number in numbers {
            let sig = &mut item.sig;
            sig.generics.params = std::mem::take(&mut sig.generics.params)
                .into_iter()
                .filter(|p| !matches!(p, GenericParam::Type(t) if *t.ident.to_string() == *number))
                .collect();
            sig.generics.where_clause = None;
            sig.inputs = syn::parse::Parser::parse2(
                syn::punctuated::Punctuated::parse_terminated,
                plainly(sig.inputs.to_token_stream(), &number),
            )
            .ok()?;
            sig.output = syn::parse2(plainly(sig.output.to_token_stream(), &number)).ok()?;
        }
        for (k, input) in item.sig.inputs.iter_mut().enumerate() {
            if let FnArg::Receiver(receiver) = input {
                *input = self.as_parameter(receiver, def.of?)?;
            }
            let FnArg::Typed(input) = input else { return None };
            match &mut *input.pat {
                Pat::Ident(p) if p.subpat.is_none() && p.by_ref.is_none() => p.mutability = None,
                _ => {
                    let name = quote::format_ident!("argument{k}");
                    *input.pat = parse_quote!(#name);
                }
            }
        }
        Some(item)
    }

    /// `self` as a parameter with a name.
    fn as_parameter(&self, receiver: &syn::Receiver, of: ImplId) -> Option<FnArg> {
        let parsed = self.parsed(&self.impl_slot(of));
        let Some(syn::Item::Impl(block)) = parsed.as_deref() else { return None };
        let ty = &block.self_ty;
        match (&receiver.reference, &receiver.mutability) {
            _ if receiver.colon_token.is_some() => None,
            (Some(_), None) => Some(parse_quote!(itself: &#ty)),
            (None, _) => Some(parse_quote!(itself: #ty)),
            _ => None,
        }
    }

    fn written_beside(&self, f: FnId, form: Derivative) -> Option<ItemFn> {
        let def = self.func(f);
        let others = (0..def.generics.names.len()).any(|k| {
            let number = |b: &Bound| matches!(b, Bound::Number(Ty::Param(of)) if *of == k);
            def.generics.consts.get(k) != Some(&true) && !def.generics.bounds.iter().any(number)
        });
        let of_type = def.of.is_some() && !(def.method && def.generics.names.is_empty());
        if others || of_type || def.of_trait.is_some() || def.origin != Origin::Crate || !def.differentiable {
            return None;
        }
        let mut item = self.head(f)?;
        let (mut adjoints, mut tangents) = (vec![], vec![]);
        for (k, (input, param)) in item.sig.inputs.iter().zip(&def.params).enumerate() {
            let FnArg::Typed(input) = input else { return None };
            if has(&input.attrs, "constant") || !self.carries(&param.ty) {
                if is_changed(&input.ty) {
                    return None;
                }
                continue;
            }
            adjoints.push(owned(&input.ty)?);
            let (name, ty) = (quote::format_ident!("direction{k}"), direction(&input.ty, &param.ty)?);
            tangents.push(parse_quote!(#name: #ty));
        }
        let value = match &item.sig.output {
            ReturnType::Default => return None,
            ReturnType::Type(_, ty) => (**ty).clone(),
        };
        let gradient: Type = match adjoints.as_slice() {
            [] => return None,
            [one] => one.clone(),
            all => parse_quote!((#(#all),*)),
        };
        let is_number = |ty: &Ty| {
            let number = |b: &Bound| matches!(b, Bound::Number(of) if of == ty);
            matches!(ty, Ty::Float(_)) || def.generics.bounds.iter().any(number)
        };
        let fits = match form {
            Derivative::Jvp => true,
            Derivative::Vjp | Derivative::JacobianRows => {
                is_number(&def.ret) || matches!(&def.ret, Ty::Vec(of) | Ty::Array(of, _) if is_number(of))
            }
            _ => is_number(&def.ret),
        };
        if !fits {
            return None;
        }
        let ret: Type = match form {
            Derivative::Gradient | Derivative::Hvp => gradient,
            Derivative::ValueAndGradient => parse_quote!((#value, #gradient)),
            Derivative::ValueAndHvp => parse_quote!((#value, #gradient, #gradient)),
            Derivative::Jvp => parse_quote!((#value, #value)),
            Derivative::Vjp => parse_quote!((#value, #gradient)),
            Derivative::HessianRows | Derivative::JacobianRows => parse_quote!((usize, ::std::vec::Vec<f64>)),
        };
        item.sig.output = parse_quote!(-> #ret);
        if form.has_directions() {
            item.sig.inputs.extend::<Vec<FnArg>>(tangents);
        }
        item.attrs = vec![parse_quote!(#[differentiable])];
        if form == Derivative::Vjp {
            let weight: Type = if is_number(&def.ret) { parse_quote!(f64) } else { parse_quote!(&[f64]) };
            item.sig.inputs.push(parse_quote!(weight: #weight));
        }
        item.sig.ident = quote::format_ident!("{}", form.name());
        Some(item)
    }

    /// Whether a type holds numbers with derivatives.
    fn carries(&self, ty: &Ty) -> bool {
        match ty {
            Ty::Float(_) => true,
            Ty::Param(_) | Ty::Rigid(..) => true,
            Ty::Ref(_, of) | Ty::Slice(of) | Ty::Vec(of) | Ty::Array(of, _) | Ty::Boxed(_, of) => self.carries(of),
            Ty::Tuple(parts) => parts.iter().any(|part| self.carries(part)),
            Ty::Adt(adt, args) => {
                let def = self.adt(*adt);
                if def.origin == Origin::Prelude {
                    args.iter().any(|arg| self.carries(arg))
                } else {
                    def.differentiable
                }
            }
            _ => false,
        }
    }
}

fn is_changed(ty: &Type) -> bool {
    matches!(ty, Type::Reference(r) if r.mutability.is_some())
}

/// A number's type as the plain scalar.
fn plainly(tokens: TokenStream, number: &str) -> TokenStream {
    let plain = |tree| match tree {
        TokenTree::Ident(name) if name == number => quote!(f64),
        TokenTree::Group(group) => {
            let inside = plainly(group.stream(), number);
            TokenTree::Group(Group::new(group.delimiter(), inside)).into()
        }
        tree => tree.into(),
    };
    tokens.into_iter().map(plain).collect::<TokenStream>()
}

/// The type of what owns the adjoint of a parameter.
fn owned(ty: &Type) -> Option<Type> {
    Some(match ty {
        Type::Reference(r) if r.mutability.is_some() => return None,
        Type::Reference(r) => match &*r.elem {
            Type::Slice(list) => {
                let of = owned(&list.elem).filter(|_| !is_lent(&list.elem))?;
                parse_quote!(::std::vec::Vec<#of>)
            }
            of if is_lent(of) => return None,
            of => owned(of)?,
        },
        Type::Paren(inner) => owned(&inner.elem)?,
        Type::Group(inner) => owned(&inner.elem)?,
        ty @ (Type::Path(_) | Type::Array(_) | Type::Tuple(_)) if !holds_references(ty) => ty.clone(),
        _ => return None,
    })
}

fn is_lent(ty: &Type) -> bool {
    matches!(ty, Type::Reference(_))
}

fn holds_references(ty: &Type) -> bool {
    ty.to_token_stream().into_iter().any(|tree| tree.to_string().contains('&') || tree.to_string().contains("'"))
}

/// The type of a direction for a parameter.
fn direction(ty: &Type, of: &Ty) -> Option<Type> {
    Some(match (ty, of) {
        (Type::Paren(inner), of) => direction(&inner.elem, of)?,
        (Type::Group(inner), of) => direction(&inner.elem, of)?,
        (_, Ty::Float(_)) => parse_quote!(f64),
        (Type::Reference(_), Ty::Ref(_, of)) if matches!(**of, Ty::Float(_)) => parse_quote!(f64),
        (Type::Reference(r), Ty::Ref(_, of)) => match (&*r.elem, &**of) {
            (Type::Slice(list), Ty::Slice(element)) if matches!(**element, Ty::Adt(..)) => {
                let element = &list.elem;
                parse_quote!(&::std::vec::Vec<#element>)
            }
            (elem, Ty::Vec(element)) if !matches!(**element, Ty::Adt(..)) => {
                let element = element_of(elem)?;
                parse_quote!(&[#element])
            }
            (elem, _) => parse_quote!(&#elem),
        },
        (ty, Ty::Vec(element)) if !matches!(**element, Ty::Adt(..)) => {
            let element = element_of(ty)?;
            parse_quote!(&[#element])
        }
        (Type::Tuple(types), Ty::Tuple(parts)) => {
            let all = types.elems.iter().zip(parts).map(|(ty, of)| direction(ty, of)).collect::<Option<Vec<_>>>()?;
            parse_quote!((#(#all),*))
        }
        (ty @ Type::Array(_), Ty::Array(..)) => ty.clone(),
        (ty, _) => parse_quote!(&#ty),
    })
}

/// What a `Vec` holds.
fn element_of(ty: &Type) -> Option<Type> {
    let Type::Path(path) = ty else { return None };
    let syn::PathArguments::AngleBracketed(args) = &path.path.segments.last()?.arguments else { return None };
    match args.args.first()? {
        syn::GenericArgument::Type(of) => Some(of.clone()),
        _ => None,
    }
}

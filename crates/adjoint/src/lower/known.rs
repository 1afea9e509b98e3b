//! What is known of types: those that the signature and the body write, and from there, by the source text around, those
//! of fields, elements and calls.

use super::held::{Reach, Root};
use super::{Binding, Item, Lowerer, Var};
use crate::around;
use crate::ir::{Atom, IntTy, Op, Projection, Projections, Ty, Val, Verbatim};
use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::spanned::Spanned;
use syn::{Expr, ExprMethodCall, GenericArgument, Member, Path, PathArguments, Type};

/// A type, and whether what is of it is constant.
pub(super) type Known = (Type, bool);

/// A type without references.
pub(super) fn plain(ty: &Type) -> &Type {
    match ty {
        Type::Reference(r) => plain(&r.elem),
        Type::Paren(p) => plain(&p.elem),
        Type::Group(g) => plain(&g.elem),
        ty => ty,
    }
}

/// The first argument of `Vec<..>`, `Option<..>`, by the type's name.
pub(crate) fn argument_of<'t>(ty: &'t Type, names: &[&str]) -> Option<&'t Type> {
    let Type::Path(p) = plain(ty) else { return None };
    let last = p.path.segments.last().filter(|s| names.iter().any(|n| s.ident == n))?;
    let PathArguments::AngleBracketed(args) = &last.arguments else { return None };
    match args.args.first()? {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    }
}

/// The type of the elements of a list.
pub(crate) fn element_of(ty: &Type) -> Option<&Type> {
    match plain(ty) {
        Type::Slice(s) => Some(&s.elem),
        Type::Array(a) => Some(&a.elem),
        ty => argument_of(ty, &["Vec"]),
    }
}

/// Whether it is known to be a structure with derivatives.
pub(super) fn is_record(ty: &Type) -> bool {
    around::carries(plain(ty)) == Some(true)
}

/// The type at the end of a way, `.field[index]`.
fn along(of: &Known, way: &Projections) -> Option<Known> {
    let (mut ty, mut constant) = of.clone();
    for step in way.steps() {
        match step {
            Projection::Field(member) => {
                let (inner, own) = member_of(&ty, member)?;
                (ty, constant) = (inner, constant || own);
            }
            Projection::Index(_) => ty = element_of(&ty)?.clone(),
            Projection::Range(..) => {}
            Projection::Variant(..) | Projection::Method(..) => return None,
        }
    }
    Some((ty, constant))
}

fn member_of(of: &Type, member: &Member) -> Option<Known> {
    match (plain(of), member) {
        (Type::Tuple(t), Member::Unnamed(k)) => {
            let part = t.elems.iter().nth(k.index as usize)?;
            Some((part.clone(), super::is_counts(part)))
        }
        (of, member) => around::field_of(of, None, member),
    }
}

impl Lowerer {
    /// The type of an expression, as far as it is known.
    pub(super) fn known(&self, e: &Expr) -> Option<Known> {
        match e {
            Expr::Paren(p) => self.known(&p.expr),
            Expr::Group(p) => self.known(&p.expr),
            Expr::Reference(r) => self.known(&r.expr),
            Expr::Unary(u) if matches!(u.op, syn::UnOp::Deref(_)) => self.known(&u.expr),
            Expr::Path(p) => match self.binding_of(e) {
                Some(binding) => self.known_binding(binding),
                None => constant_path(&p.path).map(|ty| (ty, false)),
            },
            Expr::Field(f) => match self.binding_of(e) {
                Some(binding) => self.known_binding(binding),
                None => {
                    let (of, constant) = self.known(&f.base)?;
                    let (ty, own) = member_of(&of, &f.member)?;
                    Some((ty, constant || own))
                }
            },
            Expr::Index(i) => {
                let (of, constant) = self.known(&i.expr)?;
                match &*i.index {
                    Expr::Range(_) => Some((of, constant)),
                    _ => Some((element_of(&of)?.clone(), constant)),
                }
            }
            Expr::MethodCall(m) => self.known_of_method(m),
            Expr::Call(c) => match &*c.func {
                Expr::Path(f) if f.qself.is_none() => {
                    let given = self.given_by(&f.path).or_else(|| default_of(&f.path));
                    Some((given.or_else(|| self.made_outside(&f.path))?, false))
                }
                _ => None,
            },
            Expr::Binary(b) if self.records => {
                let sign = super::operators::sign_of(&b.op)?;
                let (left, right) = (self.kind_of(&b.left)?, self.kind_of(&b.right)?);
                let ty = around::given_by_operator(sign, &left, Some(&right), &self.float.to_string())?;
                Some((ty, false))
            }
            Expr::Unary(u) if self.records && matches!(u.op, syn::UnOp::Neg(_)) => {
                let of = self.kind_of(&u.expr)?;
                Some((around::given_by_operator('-', &of, None, &self.float.to_string())?, false))
            }
            Expr::Struct(s) => {
                let path = super::records::split_variant(&s.path).0;
                Some((syn::parse_quote!(#path), false))
            }
            _ => None,
        }
    }

    /// The type without derivatives that a function of it makes.
    pub(super) fn made_outside(&self, path: &Path) -> Option<Type> {
        if let (of, Some(function)) = super::records::split_variant(path)
            && function == "clone"
        {
            let ty: Type = syn::parse_quote!(#of);
            return (around::carries(&ty) == Some(false)).then_some(ty);
        }
        // A structure without names for its fields.
        let tuple: Type = syn::parse_quote!(#path);
        if around::carries(&tuple) == Some(false) {
            return (!around::never_cloned(&tuple)).then_some(tuple);
        }
        let ty = around::given_by_other(path).filter(|_| self.is_outside(path))?;
        (around::carries(&ty) == Some(false) && !around::never_cloned(&ty)).then_some(ty)
    }

    /// What an operator gives of two values, or of one.
    pub(super) fn known_operation(&self, sign: char, left: &Atom, right: Option<&Atom>) -> Option<Known> {
        let float = &self.float;
        let kind = |a: &Atom| match (self.known_atom(a), self.atom_ty(a)) {
            (Some((ty, _)), _) => Some(plain(&ty).clone()),
            (None, Ty::Float) => Some(syn::parse_quote!(#float)),
            _ => None,
        };
        let right = match right {
            Some(right) => Some(kind(right).filter(|_| self.records)?),
            None => None,
        };
        let ty = around::given_by_operator(sign, &kind(left)?, right.as_ref(), &float.to_string())?;
        Some((ty, false))
    }

    /// The type of an operand, a number's too.
    fn kind_of(&self, e: &Expr) -> Option<Type> {
        if let Some((ty, _)) = self.known(e) {
            return Some(plain(&ty).clone());
        }
        let float = &self.float;
        (self.ty(e) == Ty::Float).then(|| syn::parse_quote!(#float))
    }

    fn known_of_method(&self, m: &ExprMethodCall) -> Option<Known> {
        let of = self.known(&m.receiver);
        match m.method.to_string().as_str() {
            "clone" | "to_owned" | "copied" | "cloned" | "as_ref" | "as_slice" | "iter" | "into_iter" => of,
            "to_vec" => {
                let (ty, constant) = of?;
                let element = element_of(&ty)?;
                Some((syn::parse_quote!(Vec<#element>), constant))
            }
            "first" | "last" | "get" if of.as_ref().is_some_and(|(ty, _)| element_of(ty).is_some()) => {
                let (ty, constant) = of?;
                let element = element_of(&ty).filter(|_| !matches!(m.args.first(), Some(Expr::Range(_))))?;
                Some((syn::parse_quote!(Option<#element>), constant))
            }
            "collect" | "sum" | "product" if m.turbofish.is_some() => {
                let ty = super::consume::turbofish(m)?;
                Some((ty.clone(), false))
            }
            "unwrap" | "expect" | "unwrap_or" | "unwrap_or_else" | "unwrap_or_default" => {
                let (ty, constant) = of?;
                Some((argument_of(&ty, &["Option", "Result"])?.clone(), constant))
            }
            _ => {
                let of = of.map(|(ty, _)| ty);
                Some((around::given_by_method(of.as_ref(), &m.method, &self.float.to_string())?, false))
            }
        }
    }

    fn known_binding(&self, binding: &Binding) -> Option<Known> {
        match binding {
            Binding::Const(a) => self.known_atom(a),
            Binding::Var(v) => self.var_types.get(v).cloned().or_else(|| self.known_atom(&self.current[*v])),
            Binding::Held(reach) => self.known_at(reach),
            Binding::Inside(option) => {
                let (ty, constant) = self.known_binding(option)?;
                Some((argument_of(&ty, &["Option"])?.clone(), constant))
            }
            _ => None,
        }
    }

    /// Of what kind the elements of a list are, where their type is known and no number or constant: structures, or open.
    pub(super) fn kind_of_elements(&self, e: &Expr) -> Option<Ty> {
        let (list, constant) = self.known(e)?;
        let element = plain(element_of(&list)?);
        let number = matches!(element, Type::Path(p) if p.path.is_ident(&self.float)) || primitive(element).is_some();
        if number {
            return None;
        }
        Some(if !constant && around::carries(element) == Some(true) { Ty::Record } else { Ty::Maybe })
    }

    /// A value of a variable that others follow.
    pub(super) fn value_in(&mut self, var: Var) -> Val {
        let (name, ty) = self.vars[var].clone();
        let v = self.value(&name, ty, Span::call_site());
        if let Some(known) = self.var_types.get(&var).cloned() {
            self.values[v].lists = around::holds_lists(&known.0);
            self.types.insert(v, known);
        }
        v
    }

    /// The type of a value.
    pub(super) fn known_atom(&self, a: &Atom) -> Option<Known> {
        match a {
            Atom::Val(v) => self.types.get(v).cloned(),
            Atom::Lit(t) => choice(t).map(|ty| (ty, true)),
        }
    }

    /// A list, or an array, of these, of their type.
    pub(super) fn list_of_these(&mut self, elements: Vec<Atom>, fixed: bool, span: Span) -> Item {
        let (of, n) = (elements.first().and_then(|a| self.known_atom(a)), elements.len());
        let list = self.record_list_value(Op::List(elements, fixed, None), span);
        if let (Some((of, constant)), Item::Scalar(Atom::Val(v))) = (of, &list) {
            let ty = if fixed { syn::parse_quote!([#of; #n]) } else { syn::parse_quote!(Vec<#of>) };
            self.types.insert(*v, (ty, constant));
        }
        list
    }

    /// The type of what is in an `Option`.
    pub(super) fn known_inside(&self, a: &Atom) -> Option<Known> {
        let (ty, constant) = self.known_atom(a)?;
        Some((argument_of(&ty, &["Option"])?.clone(), constant))
    }

    /// The type of what lies at a place.
    pub(super) fn known_at(&self, reach: &Reach) -> Option<Known> {
        let of = match &reach.root {
            Root::Held(arr) => self.held_types.get(arr)?.clone(),
            Root::Value(a) => self.known_atom(a)?,
        };
        along(&of, &reach.path)
    }

    /// Whether what lies at a place is known to be made of counts and flags.
    pub(super) fn holds_constants_at(&self, reach: &Reach) -> bool {
        self.known_at(reach).is_some_and(|(ty, _)| crate::derive::plain_constant(&ty))
    }

    /// Notes the type of what a way from a value leads to.
    pub(super) fn note_along(&mut self, made: &Atom, from: &Atom, way: &Projections) {
        if let Some(of) = self.known_atom(from) {
            self.note_way(made, &of, way);
        }
    }

    /// The same from a value of this type.
    pub(super) fn note_way(&mut self, made: &Atom, of: &Known, way: &Projections) {
        if let Some(known) = along(of, way) {
            self.note(made, known);
        }
    }

    /// A value for a place that holds constants, by its type or its mark: one that carries a derivative is none.
    pub(super) fn for_constant(&mut self, place: &Expr, value: Atom) -> Atom {
        let constant = matches!(self.known(place), Some((_, true)));
        if !constant || matches!(self.atom_ty(&value), Ty::Int(_) | Ty::Bool) {
            return value;
        }
        let made = self.atom_tokens(&value);
        let tokens = if value.val().is_some() { quote!(::core::clone::Clone::clone(&#made)) } else { made };
        let code = Verbatim::of(tokens, value.val().into_iter().collect());
        self.temporary(Ty::some_int(), Op::Verbatim(code), place.span())
    }

    /// Notes the type of a value that was just made.
    pub(super) fn note(&mut self, made: &Atom, (ty, constant): Known) {
        let Atom::Val(v) = made else { return };
        let ty = plain(&ty).clone();
        if !matches!(self.values[*v].ty, Ty::Maybe | Ty::Record) {
            return;
        }
        let number = matches!(&ty, Type::Path(p) if p.path.is_ident(&self.float));
        if number {
            self.values[*v].ty = Ty::Float;
        } else if let Some(kind) = primitive(&ty) {
            self.values[*v].ty = kind;
        } else if constant {
            let whole = matches!(&ty, Type::Array(_) | Type::Tuple(_)) && crate::derive::plain_constant(&ty)
                || argument_of(&ty, &["Option"]).is_some_and(around::counts_alone);
            if whole || around::carries(&ty) == Some(false) {
                self.values[*v].ty = Ty::some_int();
            }
            self.types.insert(*v, (ty, true));
        } else {
            if around::carries(&ty) == Some(true) {
                self.values[*v].ty = Ty::Record;
            }
            self.values[*v].lists = around::holds_lists(&ty);
            self.types.insert(*v, (ty, false));
        }
    }
}

/// The type of a variant that is written out, where that is one without derivatives.
fn choice(written: &TokenStream) -> Option<Type> {
    let path = match syn::parse2(written.clone()).ok()? {
        Expr::Path(p) => p.path,
        Expr::Struct(s) => s.path,
        Expr::Call(c) => match *c.func {
            Expr::Path(p) => p.path,
            _ => return None,
        },
        _ => return None,
    };
    let (of, variant) = super::records::split_variant(&path);
    let ty = syn::parse_quote!(#of);
    (variant.is_some() && around::is_choice(&ty)).then_some(ty)
}

/// The type of `Type::default()`.
fn default_of(path: &Path) -> Option<Type> {
    let (of, function) = super::records::split_variant(path);
    let ty = syn::parse_quote!(#of);
    (function? == "default" && around::carries(&ty) == Some(true)).then_some(ty)
}

/// The type of `Type::NAME`; the type by the name that is written.
pub(super) fn constant_path(path: &Path) -> Option<Type> {
    let n = path.segments.len();
    let (of, name) = (&path.segments.iter().rev().nth(1)?.ident, &path.segments[n - 1].ident);
    let ty = around::constant_of(of, name)?;
    if matches!(&ty, Type::Path(p) if p.path.is_ident(of)) {
        let mut path = path.clone();
        path.segments.pop();
        path.segments.pop_punct();
        return Some(syn::parse_quote!(#path));
    }
    Some(ty)
}

/// The type of a constant that a primitive type stands for.
pub(crate) fn primitive(ty: &Type) -> Option<Ty> {
    let Type::Path(p) = ty else { return None };
    let name = p.path.get_ident()?.to_string();
    match name.as_str() {
        "f64" | "f32" => Some(Ty::Float),
        "bool" => Some(Ty::Bool),
        "u128" | "i128" => None,
        name => IntTy::named(name).map(Ty::Int),
    }
}

/// Whether a type is one of integers or flags.
pub(crate) fn is_count(ty: &Type) -> bool {
    matches!(primitive(ty), Some(Ty::Bool | Ty::Int(_)))
}

//! Types as they are written.

use super::Program;
use super::generics::Bounds;
use super::names::{Meaning, segments};
use super::part::Shape;
use super::scope::{Around, Scope};
use super::std::Builtin;
use crate::hir::TypeRef;
use crate::index::Space;
use crate::items::{AdtId, ConstId, ItemId, TraitId};
use crate::ty::{Len, Ty};
use crate::visit_mut::VisitMut;
use quote::ToTokens;
use std::rc::Rc;
use syn::{GenericArgument, PathArguments, Type};

/// Other names lead to one another no further than that.
const DEEPEST: usize = 32;

/// So many other names and constants are followed for one type.
const MOST: usize = 1000;

/// Reads types in a scope.
pub(super) struct TypeReader<'p> {
    pub(super) program: &'p Program,
    pub(super) scope: Scope,
    /// How many `_` there were; none where none may stand, and what is not written is not known.
    pub(super) vars: Option<usize>,
    /// Whether it is the path of an expression that is read first, whose arguments are open where none are written.
    pub(super) open: bool,
    /// `impl Trait` in parameters becomes generic parameters: their bounds as written, from the first place that is free.
    pub(super) hidden: Option<Vec<Bounds>>,
    /// Whether `dyn Trait` in parameters does too.
    pub(super) objects: bool,
    depth: usize,
}

impl Program {
    /// A type as it is written in a body: `_` may stand in it.
    pub fn type_ref(&self, scope: &Scope, ty: &Type) -> TypeRef {
        self.steps.set(0);
        let mut reader = TypeReader::new(self, scope);
        reader.vars = Some(0);
        let read = reader.ty(ty);
        match (&read, reader.vars) {
            (Ty::Var(_), _) => TypeRef::Infer,
            (_, Some(0)) => TypeRef::Ty(read),
            _ => TypeRef::With(read),
        }
    }

    /// A type as it is written in a signature; `_` is not known there.
    pub(crate) fn ty_of(&self, scope: &Scope, ty: &Type) -> Ty {
        self.steps.set(0);
        TypeReader::new(self, scope).ty(ty)
    }

    /// Whether other names and constants may be followed further: as many as no type of a person's has.
    fn may_go_on(&self) -> bool {
        self.steps.set(self.steps.get() + 1);
        self.steps.get() < MOST
    }
}

impl<'p> TypeReader<'p> {
    pub(super) fn new(program: &'p Program, scope: &Scope) -> TypeReader<'p> {
        TypeReader { program, scope: scope.clone(), vars: None, open: false, hidden: None, objects: false, depth: 0 }
    }

    /// What is not written.
    pub(super) fn missing(&mut self) -> Ty {
        match &mut self.vars {
            Some(n) => {
                *n += 1;
                Ty::Var(*n - 1)
            }
            None => Ty::unknown(),
        }
    }

    pub(super) fn ty(&mut self, ty: &Type) -> Ty {
        match ty {
            Type::Paren(t) => self.ty(&t.elem),
            Type::Group(t) => self.ty(&t.elem),
            Type::Infer(_) => self.missing(),
            Type::Never(_) => Ty::Never,
            Type::Tuple(t) => Ty::Tuple(t.elems.iter().map(|t| self.ty(t)).collect()),
            Type::Slice(t) => Ty::Slice(Box::new(self.ty(&t.elem))),
            Type::Array(t) => {
                let len = self.len(&t.len);
                Ty::Array(Box::new(self.ty(&t.elem)), len)
            }
            Type::Reference(t) => Ty::Ref(t.mutability.is_some(), Box::new(self.ty(&t.elem))),
            Type::BareFn(f) => {
                let params = f.inputs.iter().map(|arg| self.ty(&arg.ty)).collect();
                let ret = self.output(&f.output);
                Ty::FnPtr(params, Box::new(ret))
            }
            Type::TraitObject(t) => match t.bounds.iter().find_map(call_of) {
                Some((params, ret)) => {
                    let params = params.iter().map(|t| self.ty(t)).collect();
                    let ret = self.output(ret);
                    Ty::FnPtr(params, Box::new(ret))
                }
                None => match (t.bounds.iter().find_map(|bound| self.dynamic(bound)), &mut self.hidden) {
                    // Which type it is, the call says.
                    (Some(_), Some(hidden)) if self.objects => {
                        hidden.push(t.bounds.iter().cloned().collect());
                        Ty::Param(self.scope.0.names.len() + hidden.len() - 1)
                    }
                    (dynamic, _) => dynamic.unwrap_or_else(|| opaque(ty)),
                },
            },
            Type::ImplTrait(t) => match &mut self.hidden {
                Some(hidden) => {
                    hidden.push(t.bounds.iter().cloned().collect());
                    Ty::Param(self.scope.0.names.len() + hidden.len() - 1)
                }
                None => opaque(ty),
            },
            Type::Path(p) => match &p.qself {
                Some(q) => self.projection(q, &p.path).unwrap_or_else(|| opaque(ty)),
                None => self.path(&p.path).unwrap_or_else(|| opaque(ty)),
            },
            _ => opaque(ty),
        }
    }

    pub(super) fn output(&mut self, ret: &syn::ReturnType) -> Ty {
        match ret {
            syn::ReturnType::Default => Ty::UNIT,
            syn::ReturnType::Type(_, ty) => self.ty(ty),
        }
    }

    /// `dyn Trait`, of a trait that is known.
    fn dynamic(&mut self, bound: &syn::TypeParamBound) -> Option<Ty> {
        let syn::TypeParamBound::Trait(t) = bound else { return None };
        let (meaning, _) = self.program.meaning(&self.scope.clone(), &segments(&t.path), Space::Types);
        let Meaning::Item(ItemId::Trait(id)) = meaning else { return None };
        let arguments = &t.path.segments.last()?.arguments;
        let args = self.program.trait_args(self, id, &Ty::unknown(), arguments);
        let types = written(arguments).into_iter().filter_map(|argument| match argument {
            GenericArgument::AssocType(a) => Some((super::names::plain(&a.ident).into(), self.ty(&a.ty))),
            _ => None,
        });
        Some(Ty::Dyn(id, args, types.collect()))
    }

    fn path(&mut self, path: &syn::Path) -> Option<Ty> {
        let names = segments(path);
        let (meaning, used) = self.program.meaning(&self.scope.clone(), &names, Space::Types);
        let written: Vec<&syn::PathSegment> = path.segments.iter().collect();
        let rest: Vec<&syn::PathSegment> = written[written.len() - (names.len() - used).min(written.len())..].to_vec();
        let at = written.len() - rest.len();
        if let Some(list) = self.lent_or_owned(path, &meaning) {
            return Some(list);
        }
        let arguments = at.checked_sub(1).map_or(&PathArguments::None, |at| &written[at].arguments);
        let ty = self.meant(meaning, arguments)?;
        match rest[..] {
            [] => Some(ty),
            [name] => self.associated(ty, &name.ident.to_string()),
            _ => None,
        }
    }

    /// `Cow<'_, [T]>`: a list, whoever has it.
    fn lent_or_owned(&mut self, path: &syn::Path, meaning: &Meaning) -> Option<Ty> {
        let last = path
            .segments
            .last()
            .filter(|last| last.ident == "Cow" && matches!(meaning, Meaning::Outside | Meaning::Unknown))?;
        let of = written(&last.arguments).into_iter().find_map(|argument| match argument {
            GenericArgument::Type(Type::Slice(of)) => Some(&*of.elem),
            _ => None,
        })?;
        Some(Ty::Vec(Box::new(self.ty(of))))
    }

    /// The type that a name means, with the arguments that are written behind it.
    pub(super) fn meant(&mut self, meaning: Meaning, arguments: &PathArguments) -> Option<Ty> {
        match meaning {
            Meaning::Item(ItemId::Adt(adt)) => {
                let args = self.adt_args(adt, arguments);
                Some(Ty::Adt(adt, args))
            }
            Meaning::Alias(at, alias) => {
                if self.depth >= DEEPEST || !self.program.may_go_on() {
                    return None;
                }
                let mut shape = Shape::default();
                for (name, is_const, default) in parameters(&alias.generics) {
                    let around =
                        Around { at, names: shape.names.clone(), consts: shape.consts.clone(), ..Around::default() };
                    let scope = Scope(Rc::new(around));
                    shape.defaults.push(default.map(|ty| TypeReader::new(self.program, &scope).ty(&ty)));
                    shape.names.push(name);
                    shape.consts.push(is_const);
                }
                let args = self.args(&shape, arguments, None);
                let (names, consts) = (shape.names, shape.consts);
                let scope = Scope(Rc::new(Around { at, names, consts, ..Around::default() }));
                let mut inner = TypeReader { depth: self.depth + 1, ..TypeReader::new(self.program, &scope) };
                Some(inner.ty(&alias.ty).with(&args))
            }
            Meaning::Builtin(known) => {
                let of = match written(arguments).into_iter().next() {
                    Some(GenericArgument::Type(of)) => self.ty(of),
                    _ => self.missing(),
                };
                Some(match known {
                    Builtin::Vec => Ty::Vec(Box::new(of)),
                    // A slice of its own is a list.
                    Builtin::Pointer(by) => match of {
                        Ty::Slice(of) => Ty::Vec(of),
                        of => Ty::Boxed(by, Box::new(of)),
                    },
                })
            }
            Meaning::Primitive(ty) => Some(ty),
            Meaning::Param(k) => Some(if self.scope.0.consts[k] { Ty::Const(Len::Param(k)) } else { Ty::Param(k) }),
            Meaning::Itself(ty) => Some(ty),
            _ => None,
        }
    }

    fn adt_args(&mut self, adt: AdtId, arguments: &PathArguments) -> Vec<Ty> {
        let shape = self.program.shape(ItemId::Adt(adt));
        self.args(&shape, arguments, None)
    }

    /// The arguments of an item's parameters, as they are written, by default, or missing.
    pub(super) fn args(&mut self, shape: &Shape, arguments: &PathArguments, itself: Option<&Ty>) -> Vec<Ty> {
        let given = written(arguments);
        let mut given = given.into_iter().filter(|a| {
            matches!(a, GenericArgument::Type(_) | GenericArgument::Const(_)) // lifetimes and bindings are others
        });
        let mut args: Vec<Ty> = itself.into_iter().cloned().collect();
        let open = std::mem::take(&mut self.open) && matches!(arguments, PathArguments::None);
        for (is_const, default) in shape.consts.iter().zip(&shape.defaults) {
            let arg = match (given.next(), default) {
                (Some(GenericArgument::Const(e)), _) => Ty::Const(self.len(e)),
                (Some(GenericArgument::Type(Type::Path(p))), _) if *is_const => {
                    let path = syn::ExprPath { attrs: vec![], qself: None, path: p.path.clone() };
                    Ty::Const(self.len(&syn::Expr::Path(path)))
                }
                (Some(GenericArgument::Type(Type::Infer(_))), _) if *is_const => match self.missing() {
                    Ty::Var(n) => Ty::Const(Len::Var(n)),
                    _ => Ty::Const(Len::Text("_".into())),
                },
                (Some(GenericArgument::Type(t)), _) => self.ty(t),
                (None, Some(default)) if !open => default.with(&args),
                _ if *is_const => match self.missing() {
                    Ty::Var(n) => Ty::Const(Len::Var(n)),
                    _ => Ty::Const(Len::Text("_".into())),
                },
                _ => self.missing(),
            };
            args.push(arg);
        }
        args.drain(..usize::from(itself.is_some()));
        args
    }

    /// `<T as Trait>::Name`
    fn projection(&mut self, q: &syn::QSelf, path: &syn::Path) -> Option<Ty> {
        let of = self.ty(&q.ty);
        let name = path.segments.last()?.ident.to_string();
        if q.position == 0 {
            return self.associated(of, &name);
        }
        let mut trait_path = path.clone();
        trait_path.segments = path.segments.iter().take(q.position).cloned().collect();
        match self.program.meaning(&self.scope.clone(), &segments(&trait_path), Space::Types).0 {
            Meaning::Item(ItemId::Trait(of_trait)) => {
                let own = self.scope.0.itself.as_ref() == Some(&of) && !matches!(of, Ty::Param(_));
                let own = own.then(|| self.own_type(&name)).flatten();
                own.or_else(|| Some(Ty::Assoc(Box::new(of), of_trait, name.as_str().into())))
            }
            _ => None,
        }
    }

    /// `T::Name`
    fn associated(&mut self, of: Ty, name: &str) -> Option<Ty> {
        if self.scope.0.itself.as_ref() == Some(&of)
            && let Some(own) = self.own_type(name)
        {
            return Some(own);
        }
        let of_trait = match &of {
            Ty::Param(k) => self.trait_with(*k, name)?,
            Ty::Assoc(inner, of_trait, through) => {
                let bounds = self.program.bounds_of_type(*of_trait, through);
                let _ = inner;
                bounds.into_iter().find(|of| self.program.has_type(*of, name))?
            }
            other => self.program.trait_of_type(other, name)?,
        };
        Some(Ty::Assoc(Box::new(of), of_trait, name.into()))
    }

    fn trait_with(&self, param: usize, name: &str) -> Option<TraitId> {
        let traits = self.scope.0.traits.iter().filter(|(k, _)| *k == param);
        traits.map(|(_, of)| *of).find(|of| self.program.has_type(*of, name))
    }

    /// An associated type of the implementation around.
    fn own_type(&self, name: &str) -> Option<Ty> {
        let types = &self.scope.0.types;
        types.iter().find(|(own, _)| **own == *name).map(|(_, ty)| ty.clone())
    }

    /// The length of an array.
    pub(super) fn len(&mut self, e: &syn::Expr) -> Len {
        if let syn::Expr::Infer(_) = e {
            return match self.missing() {
                Ty::Var(n) => Len::Var(n),
                _ => Len::Text("_".into()),
            };
        }
        if let Some(k) = self.param_of(e) {
            return Len::Param(k);
        }
        match self.program.value_of(&self.scope, e, 0) {
            Some(n) => Len::Known(n),
            None => {
                let mut e = e.clone();
                FromHome { program: self.program, scope: &self.scope }.visit_expr_mut(&mut e);
                Len::Text(e.to_token_stream().to_string().into())
            }
        }
    }

    fn param_of(&self, e: &syn::Expr) -> Option<usize> {
        match e {
            syn::Expr::Path(p) => {
                let name = p.path.get_ident()?.to_string();
                self.scope.param(&name).filter(|k| self.scope.0.consts[*k])
            }
            syn::Expr::Block(b) => match &b.block.stmts[..] {
                [syn::Stmt::Expr(e, None)] => self.param_of(e),
                _ => None,
            },
            _ => None,
        }
    }
}

impl Program {
    /// The value of a constant expression over literals and constants.
    pub(super) fn value_of(&self, scope: &Scope, e: &syn::Expr, depth: usize) -> Option<u64> {
        if depth > DEEPEST || !self.may_go_on() {
            return None;
        }
        let of = |e: &syn::Expr| self.value_of(scope, e, depth + 1);
        match e {
            syn::Expr::Lit(l) => match &l.lit {
                syn::Lit::Int(n) => n.base10_parse().ok(),
                _ => None,
            },
            syn::Expr::Paren(p) => of(&p.expr),
            syn::Expr::Group(p) => of(&p.expr),
            syn::Expr::Cast(c) => of(&c.expr),
            syn::Expr::Block(b) => match &b.block.stmts[..] {
                [syn::Stmt::Expr(e, None)] => of(e),
                _ => None,
            },
            syn::Expr::Binary(b) => {
                let (x, y) = (of(&b.left)?, of(&b.right)?);
                match b.op {
                    syn::BinOp::Add(_) => x.checked_add(y),
                    syn::BinOp::Sub(_) => x.checked_sub(y),
                    syn::BinOp::Mul(_) => x.checked_mul(y),
                    syn::BinOp::Div(_) => x.checked_div(y),
                    syn::BinOp::Rem(_) => x.checked_rem(y),
                    syn::BinOp::Shl(_) => u32::try_from(y).ok().and_then(|y| x.checked_shl(y)),
                    _ => None,
                }
            }
            syn::Expr::Path(p) => match self.value(scope, p.qself.as_ref(), &p.path) {
                super::Value::Const(id) => self.value_of_const(id, depth + 1),
                super::Value::TypeFn(TypeRef::Ty(of), name, _) => {
                    self.value_of_const(self.const_of(&of, &name)?, depth + 1)
                }
                _ => None,
            },
            syn::Expr::MethodCall(m) if m.method == "len" && m.args.is_empty() => match &*m.receiver {
                syn::Expr::Path(p) => match self.value(scope, p.qself.as_ref(), &p.path) {
                    super::Value::Const(id) => self.count_of_const(id),
                    super::Value::TypeFn(TypeRef::Ty(of), name, _) => self.count_of_const(self.const_of(&of, &name)?),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        }
    }

    /// How many elements a constant list has, or bytes a text.
    pub(crate) fn count_of_const(&self, id: ConstId) -> Option<u64> {
        let item = self.parsed_const(id);
        let mut value = match item.as_deref()? {
            syn::Item::Const(c) => &*c.expr,
            syn::Item::Static(c) => &*c.expr,
            _ => return None,
        };
        loop {
            return match value {
                syn::Expr::Reference(of) => {
                    value = &of.expr;
                    continue;
                }
                syn::Expr::Array(all) => u64::try_from(all.elems.len()).ok(),
                syn::Expr::Repeat(all) => self.value_of(&self.scope_of_const(id), &all.len, 0),
                syn::Expr::Lit(l) => match &l.lit {
                    syn::Lit::Str(text) => u64::try_from(text.value().len()).ok(),
                    _ => None,
                },
                _ => match &self.constant(id).ty {
                    Ty::Array(_, Len::Known(n)) => Some(*n),
                    _ => None,
                },
            };
        }
    }

    fn value_of_const(&self, id: ConstId, depth: usize) -> Option<u64> {
        match self.parsed_const(id).as_deref()? {
            syn::Item::Const(c) => self.value_of(&self.scope_of_const(id), &c.expr, depth),
            _ => None,
        }
    }

    /// The length that a constant is, as generated code may write it.
    pub(crate) fn length_of_const(&self, id: ConstId) -> Len {
        match self.value_of_const(id, 0) {
            Some(n) => Len::Known(n),
            None => Len::Text(self.constant(id).path.to_token_stream().to_string().into()),
        }
    }
}

/// Names constants as generated code does.
struct FromHome<'a> {
    program: &'a Program,
    scope: &'a Scope,
}

impl VisitMut for FromHome<'_> {
    fn visit_expr_path_mut(&mut self, e: &mut syn::ExprPath) {
        if let super::Value::Const(id) = self.program.value(self.scope, e.qself.as_ref(), &e.path) {
            let path = self.program.constant(id).path.clone();
            *e = syn::ExprPath { attrs: vec![], qself: None, path };
        }
    }
}

/// What a bound says of calls.
pub(super) fn call_of(bound: &syn::TypeParamBound) -> Option<(Vec<Type>, &syn::ReturnType)> {
    let syn::TypeParamBound::Trait(t) = bound else { return None };
    match &t.path.segments.last()?.arguments {
        PathArguments::Parenthesized(p) => Some((p.inputs.iter().cloned().collect(), &p.output)),
        _ => None,
    }
}

/// The arguments in angles.
pub(super) fn written(arguments: &PathArguments) -> Vec<&GenericArgument> {
    match arguments {
        PathArguments::AngleBracketed(a) => a.args.iter().collect(),
        _ => vec![],
    }
}

/// The types and constants among generic parameters, with whether they are constants, and what they are by default.
pub(super) fn parameters(g: &syn::Generics) -> impl Iterator<Item = (Rc<str>, bool, Option<Type>)> {
    g.params.iter().filter_map(|p| match p {
        syn::GenericParam::Type(t) => Some((super::names::plain(&t.ident).into(), false, t.default.clone())),
        syn::GenericParam::Const(c) => Some((super::names::plain(&c.ident).into(), true, None)),
        syn::GenericParam::Lifetime(_) => None,
    })
}

pub(super) fn opaque(ty: &Type) -> Ty {
    Ty::Opaque(ty.to_token_stream().to_string().into())
}

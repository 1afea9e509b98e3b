//! Lengths that show: of arrays of fixed length, and of what functions give that are called with them.

use super::{Binding, Item, Lowerer, nest::Level};
use crate::around;
use crate::ir::{Atom, Storage, View};
use crate::signature::{Shape, shape};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::punctuated::Punctuated;
use syn::{Expr, Path, PathArguments, Token, Type, UnOp};

/// The lengths of an array and of its rows, from the outermost on, where they show.
type Lengths = Vec<Option<TokenStream>>;

impl Lowerer {
    /// The length of an array that its type says.
    pub(super) fn fixed_length(&self, view: &View) -> Option<TokenStream> {
        match (&view.part, &self.arrays[view.arr].storage) {
            (Some((_, Atom::Lit(n))), _) => Some(n.clone()),
            (Some(_), _) => None,
            (None, Storage::Fixed(n)) => Some(n.clone()),
            (None, _) => self.fixed.get(&view.arr).cloned(),
        }
    }

    fn lengths_shown(&self, e: &Expr) -> Option<Lengths> {
        match e {
            Expr::Paren(p) => self.lengths_shown(&p.expr),
            Expr::Reference(r) => self.lengths_shown(&r.expr),
            Expr::Unary(u) if matches!(u.op, UnOp::Deref(_)) => self.lengths_shown(&u.expr),
            Expr::MethodCall(m) if m.method == "clone" => self.lengths_shown(&m.receiver),
            Expr::Index(i) if !matches!(&*i.index, Expr::Range(_)) => {
                self.lengths_shown(&i.expr).filter(|all| !all.is_empty()).map(|mut all| all.split_off(1))
            }
            Expr::Array(a) => {
                let (n, rows) = (
                    proc_macro2::Literal::usize_unsuffixed(a.elems.len()),
                    a.elems.first().and_then(|e| self.lengths_shown(e)),
                );
                Some([Some(quote!(#n))].into_iter().chain(rows.unwrap_or_default()).collect())
            }
            Expr::Repeat(r) => {
                let rows = self.lengths_shown(&r.expr).unwrap_or_default();
                Some([Some(r.len.to_token_stream())].into_iter().chain(rows).collect())
            }
            Expr::Call(c) => match &*c.func {
                Expr::Path(f) => self.lengths_of_type(&self.given_with_lengths(&f.path, &c.args)?),
                _ => None,
            },
            Expr::Path(_) | Expr::Field(_) => match self.binding_of(e) {
                Some(Binding::Nest(n)) => {
                    let levels = n.levels.iter().map(|l| match l {
                        Level::Even { fixed, .. } => fixed.clone(),
                        Level::Table(_) => None,
                    });
                    Some([n.fixed.clone()].into_iter().chain(levels).collect())
                }
                Some(Binding::View(v)) => Some(vec![Some(self.fixed_length(v)?)]),
                _ => self.lengths_of_type(super::known::plain(&self.known(e)?.0)),
            },
            _ => None,
        }
    }

    fn lengths_of_type(&self, ty: &Type) -> Option<Lengths> {
        match (crate::nests::nested(ty, &self.float), shape(ty, &self.float)) {
            (Some(nested), _) => Some([nested.fixed()].into_iter().chain(nested.levels).collect()),
            (None, Some(Shape::Fixed(n))) => Some(vec![Some(n)]),
            _ => None,
        }
    }

    /// The lengths that a function is called with, which the arrays show that are passed.
    pub(super) fn own_lengths(&self, path: &Path, args: &Punctuated<Expr, Token![,]>) -> Option<Vec<TokenStream>> {
        let last = path.segments.last().filter(|_| self.is_outside(path))?;
        let written = |n: &TokenStream| n.to_string() != "_";
        if let PathArguments::AngleBracketed(a) = &last.arguments {
            let (functions, _) = around::functions_of(&last.ident.clone().into());
            let others = a.args.iter().enumerate().filter(|(k, _)| !functions.contains(k));
            let all: Vec<TokenStream> = others.map(|(_, a)| a.to_token_stream()).collect();
            return Some(all).filter(|all| all.iter().all(written));
        }
        let length = |(k, level): (usize, usize)| self.lengths_shown(args.get(k)?)?.get(level)?.clone().filter(written);
        around::lengths_of(&last.ident.clone().into())?.into_iter().map(length).collect()
    }

    /// A function of a type with the lengths that are the type's arguments, as the arrays show that are passed.
    pub(super) fn with_lengths_of_type(&self, path: &Path, args: &Punctuated<Expr, Token![,]>) -> Path {
        let mut path = path.clone();
        let written = |n: &TokenStream| n.to_string() != "_";
        let length = |(k, level): (usize, usize)| self.lengths_shown(args.get(k)?)?.get(level)?.clone().filter(written);
        let lengths: Option<Vec<_>> =
            around::lengths_of(&path).and_then(|places| places.into_iter().map(length).collect());
        if let (Some(at), Some(lengths)) = (path.segments.len().checked_sub(2), lengths)
            && path.segments[at].arguments.is_none()
        {
            path.segments[at].arguments = PathArguments::AngleBracketed(syn::parse_quote!(::<#({ #lengths }),*>));
        }
        path
    }

    /// The path with the lengths of the arrays that are passed: as lists they do not show them.
    pub(super) fn with_own_lengths(&self, path: &Path, args: &Punctuated<Expr, Token![,]>) -> Path {
        let mut path = path.clone();
        let lengths = self.own_lengths(&path, args);
        if let (Some(last), Some(lengths)) = (path.segments.last_mut().filter(|l| l.arguments.is_none()), lengths) {
            last.arguments = PathArguments::AngleBracketed(syn::parse_quote!(::<#({ #lengths }),*>));
        }
        path
    }

    /// What a call gives, with its lengths where they show.
    pub(super) fn given_with_lengths(&self, path: &Path, args: &Punctuated<Expr, Token![,]>) -> Option<Type> {
        let float = self.float.to_string();
        let own = self.own_lengths(path, args).and_then(|lengths| around::given_for(path, &lengths, &float));
        own.or_else(|| self.given_by(path))
    }

    /// The length of an array that a call gives, of its numbers where it is one of arrays, if that can be written here.
    pub(super) fn length_named_here(&self, ty: &Type) -> Option<TokenStream> {
        let length = match crate::nests::nested(ty, &self.float) {
            Some(nested) => nested.flat(&[]),
            None => shape(ty, &self.float)?,
        };
        let Shape::Fixed(n) = length else { return None };
        self.is_named_here(&n).then_some(n)
    }

    /// The lengths of the rows of an array of arrays that a call gives, from the outermost on, if they can be written here.
    pub(super) fn rows_named_here(&self, ty: &Type) -> Option<Vec<TokenStream>> {
        let rows: Vec<_> = crate::nests::nested(ty, &self.float)?.levels.into_iter().collect::<Option<_>>()?;
        rows.iter().all(|n| self.is_named_here(n)).then_some(rows)
    }

    /// Whether a length is written as a number or is a parameter of the function.
    fn is_named_here(&self, n: &TokenStream) -> bool {
        let n = n.to_string();
        n.parse::<usize>().is_ok() || self.generics.contains(&n)
    }

    /// What a call gave, with the lengths that its type says.
    pub(super) fn with_lengths(&mut self, item: Item, given: Option<&Type>) -> Item {
        let Some(given) = given else { return item };
        let written = |n: &TokenStream| n.to_string() != "_";
        match (item, given) {
            (Item::Tuple(items), Type::Tuple(t)) if items.len() == t.elems.len() => Item::Tuple(
                items.into_iter().zip(&t.elems).map(|(item, ty)| self.with_lengths(item, Some(ty))).collect(),
            ),
            (Item::Maybe(mut maybe), ty) => {
                let inner = super::known::argument_of(ty, &["Option", "Result"]);
                maybe.value = self.with_lengths(maybe.value, inner);
                Item::Maybe(maybe)
            }
            (Item::Fresh(arr), ty) => {
                if let Some(Shape::Fixed(n)) = shape(ty, &self.float)
                    && written(&n)
                {
                    self.fixed.insert(arr, n);
                }
                Item::Fresh(arr)
            }
            (Item::Nest(nest), ty) => match crate::nests::nested(ty, &self.float) {
                Some(nested)
                    if nested.fixed().as_ref().is_none_or(written) && nested.levels.iter().flatten().all(written) =>
                {
                    Item::Nest(nest.typed(&nested))
                }
                _ => Item::Nest(nest),
            },
            (item, _) => item,
        }
    }
}

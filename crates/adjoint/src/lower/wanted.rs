//! What calls give and take, by the text of what is called or by the use of what it gives.

use super::Lowerer;
use super::pattern::Want;
use crate::ir::{Atom, Out, Ty};
use crate::signature::Shape;
use syn::{Expr, Path};

impl Lowerer {
    /// Whether a path leads to no variable.
    pub(super) fn is_outside(&self, path: &Path) -> bool {
        path.get_ident().is_none_or(|name| self.look(&name.to_string()).is_none())
    }

    pub(super) fn given_by(&self, path: &Path) -> Option<syn::Type> {
        if self.is_outside(path) { crate::around::given_by(path, &self.float.to_string()) } else { None }
    }

    /// Constant rows, and rows in a structure, gathered, where rows of numbers are taken.
    pub(super) fn as_rows(&self, e: &Expr, taken: Option<&syn::Type>) -> Option<Expr> {
        let place = |e: &Expr| matches!(super::records::bare(e), Expr::Path(_) | Expr::Field(_));
        let whole = || place(e) && self.may_be_record(super::records::bare(e));
        let nested = crate::nests::nested(taken?, &self.float).filter(|_| self.depth(e) == 0)?;
        if !self.opaque(e) && !whole() {
            return None;
        }
        let float = &self.float;
        let [level] = nested.levels.as_slice() else { return None };
        let list = super::records::bare(e);
        let (row, all): (Expr, syn::Type) = match level {
            None => {
                (syn::parse_quote!(row__.iter().copied().collect::<Vec<#float>>()), syn::parse_quote!(Vec<Vec<#float>>))
            }
            Some(n) => (
                syn::parse_quote!(std::array::from_fn::<_, { #n }, _>(|k__| row__[k__])),
                syn::parse_quote!(Vec<[_; #n]>),
            ),
        };
        Some(syn::parse_quote!(&#list.iter().map(|row__| #row).collect::<#all>()))
    }

    /// Whether an expression makes an array of arrays: a literal, or a call that is known to give one.
    pub(super) fn makes_rows(&self, e: &Expr) -> bool {
        match e {
            Expr::Paren(p) => self.makes_rows(&p.expr),
            Expr::Reference(r) => self.makes_rows(&r.expr),
            Expr::Call(c) => {
                let Expr::Path(f) = &*c.func else { return false };
                let given = self.given_by(&f.path).filter(|_| !self.opaque(e));
                given.is_some_and(|ty| crate::nests::nested(&ty, &self.float).is_some())
            }
            // Rows are gathered so.
            Expr::MethodCall(m) if m.method == "collect" => gathers_rows(m),
            Expr::MethodCall(m) if !super::user_methods::of_all(&m.method.to_string()) => {
                let given = self.known(e).filter(|_| !self.opaque(e));
                given.is_some_and(|(ty, _)| crate::nests::nested(&ty, &self.float).is_some())
            }
            e => self.is_nested_literal(e) && !self.shows_record(e),
        }
    }

    /// Whether a call of a function with derivatives gives an array of arrays; none if it gives no array.
    pub(super) fn gives_array(&self, c: &syn::ExprCall) -> Option<bool> {
        let Expr::Path(f) = &*c.func else { return None };
        let given = self.given_by(&f.path)?;
        let nested = || crate::nests::nested(&given, &self.float).is_some_and(|n| !n.levels.is_empty());
        match crate::signature::shape(&given, &self.float) {
            Some(Shape::Fixed(_) | Shape::Vec) => Some(false),
            _ => nested().then_some(true),
        }
    }

    /// What a call is taken to give: what the callee's text says, if that is at hand, or what the use shows.
    pub(super) fn wanted(&self, by_use: Option<&Want>, given: Option<&syn::Type>) -> Want {
        let by_use = match by_use {
            Some(want) => want.clone(),
            // Its value is that of the closure, or of the arm, which it ends.
            None if given.is_some_and(is_nothing) => Want::Unit,
            None => Want::Scalar,
        };
        let Some(given) = given.filter(|_| by_use != Want::Unit) else { return by_use };
        if self.is_of_numbers(given) {
            return self.usage_of_type(given);
        }
        match given {
            // Its use may look like that of a tuple.
            ty if crate::around::carries(ty) == Some(true) => Want::Scalar,
            ty if crate::signature::is_list_of_values(ty)
                && (!crate::signature::is_list_of_records(ty)
                    || super::known::element_of(ty).is_some_and(super::known::is_record)) =>
            {
                Want::Whole
            }
            syn::Type::Tuple(t) if t.elems.iter().any(|ty| super::is_count(ty) || is_list_of_counts(ty)) => {
                self.with_counts(by_use, t)
            }
            ty => match (self.optional_want(ty), &by_use) {
                (Some(want), _) => want,
                // An `Option` is one however little its use shows of that.
                (None, Want::Scalar) if may_be_missing(ty) => Want::Tuple(vec![Want::Scalar, Want::Rows(0)]),
                (None, _) => by_use,
            },
        }
    }

    /// The same of a call that also gives places back: what it gives beside them counts where nobody looks at it too.
    pub(super) fn wanted_with_places(&self, by_use: Want, given: Option<&syn::Type>) -> Want {
        match by_use {
            Want::Unit => {
                given.filter(|ty| !is_nothing(ty)).map_or(Want::Unit, |ty| self.wanted(Some(&Want::Scalar), Some(ty)))
            }
            by_use => by_use,
        }
    }

    /// A tuple with integers and flags in it.
    fn with_counts(&self, by_use: Want, given: &syn::TypeTuple) -> Want {
        let parts = match by_use {
            Want::Tuple(parts) if parts.len() == given.elems.len() => parts,
            _ => given.elems.iter().map(|ty| self.usage_of_type(ty)).collect(),
        };
        let part = |(want, ty): (Want, &syn::Type)| match ty {
            ty if super::is_count(ty) => self.usage_of_type(ty),
            ty if is_list_of_counts(ty) => Want::Count(Ty::some_int()),
            ty if self.is_of_numbers(ty) => self.usage_of_type(ty),
            _ => want,
        };
        Want::Tuple(parts.into_iter().zip(&given.elems).map(part).collect())
    }

    /// Notes that what a call gives are numbers, where the callee's text says so; what is lent may be anything.
    pub(super) fn known_numbers(&mut self, out: &Out, given: Option<&syn::Type>, lent: usize) {
        if let (0, Some(ty)) = (lent, given) {
            self.note_given(out, ty);
        }
        if lent == 0 && given.is_some_and(|ty| self.is_of_numbers(ty)) {
            let mut numbers = vec![];
            out.numbers(&mut |v| numbers.push(v), &mut |_| {});
            numbers.retain(|&v| self.values[v].ty == Ty::Maybe);
            numbers.into_iter().for_each(|v| self.values[v].ty = Ty::Float);
        }
    }

    /// Notes the types of what a call gives, and of its parts.
    fn note_given(&mut self, out: &Out, ty: &syn::Type) {
        match (out, ty) {
            (Out::Scalar(v), ty) => self.note(&Atom::Val(*v), (ty.clone(), false)),
            (Out::Count(v), ty) if is_list_of_counts(ty) => drop(self.types.insert(*v, (ty.clone(), true))),
            (Out::Tuple(outs), syn::Type::Tuple(t)) if outs.len() == t.elems.len() => {
                for (out, ty) in outs.iter().zip(&t.elems) {
                    self.note_given(out, ty);
                    let list = super::known::element_of(ty).is_some_and(super::known::is_record);
                    if let (Out::Scalar(v), true) = (out, list) {
                        self.values[*v].ty = Ty::Record;
                        self.record_lists.insert(*v);
                    }
                }
            }
            _ => {}
        }
    }

    /// Whether it is a call that is known to give a tuple of numbers.
    pub(super) fn gives_tuple(&self, e: &Expr) -> bool {
        let Expr::Call(c) = e else { return false };
        let Expr::Path(p) = &*c.func else { return false };
        self.given_by(&p.path).is_some_and(|ty| matches!(ty, syn::Type::Tuple(_)) && self.is_of_numbers(&ty))
    }

    /// Whether a type is a number, or arrays, lists and tuples of numbers, integers and flags among these.
    pub(super) fn is_of_numbers(&self, ty: &syn::Type) -> bool {
        match ty {
            ty if super::is_count(ty) => true,
            syn::Type::Tuple(t) => !t.elems.is_empty() && t.elems.iter().all(|ty| self.is_of_numbers(ty)),
            ty => {
                crate::nests::nested(ty, &self.float).is_some()
                    || matches!(
                        crate::signature::shape(ty, &self.float),
                        Some(Shape::Scalar | Shape::Fixed(_) | Shape::Vec)
                    )
            }
        }
    }

    /// What a call gives that is an `Option` or a `Result` of lists of numbers, or of tuples of numbers.
    pub(super) fn optional_want(&self, given: &syn::Type) -> Option<Want> {
        let inner = super::known::argument_of(given, &["Option", "Result"])?;
        if matches!(inner, syn::Type::Tuple(t) if t.elems.is_empty()) {
            return Some(Want::Tuple(vec![Want::Unit, Want::Rows(0)]));
        }
        let numbers = |ty: &syn::Type| is_list_of_counts(ty) || self.is_of_numbers(ty);
        if let syn::Type::Tuple(t) = inner
            && t.elems.iter().any(is_list_of_counts)
            && t.elems.iter().all(numbers)
        {
            return Some(Want::Tuple(vec![self.with_counts(Want::Scalar, t), Want::Rows(0)]));
        }
        let scalar = matches!(crate::signature::shape(inner, &self.float), Some(Shape::Scalar));
        let flat = self.is_of_numbers(inner) && !scalar;
        flat.then(|| Want::Tuple(vec![self.usage_of_type(inner), Want::Rows(0)]))
    }
}

/// Refuses a call that gives lists of integers beside numbers.
pub(super) fn no_lists_of_counts(given: Option<&syn::Type>, at: &impl quote::ToTokens) -> syn::Result<()> {
    let inside = given.map(|ty| super::known::argument_of(ty, &["Option", "Result"]).unwrap_or(ty));
    match inside {
        Some(syn::Type::Tuple(t)) if t.elems.iter().any(|ty| is_counts(ty) && !is_list_of_counts(ty)) => super::fault(
            at,
            "a list of integers that a call gives beside numbers is not supported: let a call of its own give it",
        ),
        _ => Ok(()),
    }
}

fn is_nothing(ty: &syn::Type) -> bool {
    matches!(ty, syn::Type::Tuple(t) if t.elems.is_empty())
}

/// Whether a type is a list of integers or flags, which beside numbers is one constant.
pub(super) fn is_list_of_counts(ty: &syn::Type) -> bool {
    super::known::argument_of(ty, &["Vec"]).is_some_and(super::is_count)
}

/// Whether a type is an `Option` or a `Result`.
pub(super) fn may_be_missing(ty: &syn::Type) -> bool {
    super::known::argument_of(ty, &["Option", "Result"]).is_some()
}

/// What a function of a type gives, by the type's name as it is written where it gives that.
pub(super) fn own_name(ty: syn::Type, path: &Path) -> syn::Type {
    let of = super::records::split_variant(path).0;
    let same = |p: &syn::TypePath| {
        path.segments.len() > 1
            && p.path.segments.last().map(|s| &s.ident) == of.segments.last().map(|s| &s.ident)
            && p.path.segments.last().is_some_and(|s| s.arguments.is_none())
    };
    match ty {
        syn::Type::Path(p) if same(&p) => syn::parse_quote!(#of),
        ty => ty,
    }
}

/// Whether a `collect` is one of rows, as it says.
fn gathers_rows(m: &syn::ExprMethodCall) -> bool {
    let of = super::consume::turbofish(m).and_then(super::lists::element);
    of.is_some_and(|of| matches!(of, syn::Type::Array(_)) || super::lists::element(of).is_some())
}

/// Whether a type is made of integers and flags alone, and is no single one: lists of them, tuples, options.
pub(crate) fn is_counts(ty: &syn::Type) -> bool {
    let inner = |ty: &syn::Type| super::is_count(ty) || is_counts(ty);
    match ty {
        syn::Type::Array(a) => inner(&a.elem),
        syn::Type::Paren(p) => is_counts(&p.elem),
        syn::Type::Tuple(t) => !t.elems.is_empty() && t.elems.iter().all(inner),
        ty => super::known::argument_of(ty, &["Vec", "Option"]).is_some_and(inner),
    }
}

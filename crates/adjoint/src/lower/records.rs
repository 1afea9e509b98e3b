//! Structures: their fields, and how they are taken apart.

use super::held::Reach;
use super::known::element_of;
use super::{Binding, Item, Lowerer, fault};
use crate::ir::{Arg, Atom, Op, Part, Projection, Projections, Step, Storage, Ty, View};
use proc_macro2::Ident;
use syn::spanned::Spanned;
use syn::{Expr, ExprField, Member, Path, Result};

pub(crate) fn bare(e: &Expr) -> &Expr {
    match e {
        Expr::Paren(p) => bare(&p.expr),
        Expr::Group(p) => bare(&p.expr),
        Expr::Reference(r) => bare(&r.expr),
        e => e,
    }
}

/// A step on the way to a part of a structure.
#[derive(Clone, Copy)]
pub(super) enum Link<'e> {
    Member(&'e Member),
    At(&'e Expr),
}

/// Whether a path names a type or a variant rather than a function.
pub(super) fn names_type(path: &Path) -> bool {
    path.segments.last().is_some_and(|s| {
        let name = s.ident.to_string();
        let shouts = name.len() > 1 && name.chars().all(|c| c.is_uppercase() || c.is_numeric() || c == '_');
        let named = name.starts_with(char::is_uppercase) && !shouts || crate::around::is_type(&name);
        named && super::maybe::of_std(path).is_none() && !crate::around::is_function(&name)
    })
}

/// Whether a path leads to a function of a type of the user's.
pub(super) fn of_own_type(path: &Path) -> bool {
    const OTHERS: [&str; 10] =
        ["Vec", "Box", "Rc", "Arc", "String", "Option", "Result", "HashMap", "BTreeMap", "Duration"];
    let n = path.segments.len();
    n > 1 && {
        let of = &path.segments[n - 2].ident;
        let own = crate::around::carries(&syn::parse_quote!(#of)) == Some(true);
        names_type(&of.clone().into()) && (own || !OTHERS.iter().any(|o| of == o))
    }
}

/// Whether a function of a type makes a value of it, as its name says.
pub(super) fn makes_one(path: &Path) -> bool {
    let name = path.segments.last().map(|s| s.ident.to_string()).unwrap_or_default();
    of_own_type(path) && ["new", "zero", "default", "identity", "from"].iter().any(|n| name.starts_with(n))
}

impl Lowerer {
    /// Whether it is a field of a structure that may carry derivatives.
    pub(super) fn of_record(&self, f: &ExprField) -> bool {
        self.binding_of(&Expr::Field(f.clone())).is_none() && !self.opaque(&f.base) && !self.of_tuple(f) && {
            let (root, _) = self.root(f);
            !matches!(
                self.binding_of(root),
                Some(Binding::Tuple(_) | Binding::View(_) | Binding::Held(_) | Binding::Table(_))
            )
        }
    }

    /// Whether a type is one of structures, or lists of them: not the number that the function is written on.
    pub(super) fn is_of_records(&self, ty: &syn::Type) -> bool {
        let numbers =
            crate::signature::shape(ty, &self.float).is_some() || crate::nests::nested(ty, &self.float).is_some();
        !numbers && (crate::signature::is_record(ty) || crate::signature::is_list_of_records(ty))
    }

    /// Whether it is a part of a tuple without a name.
    fn of_tuple(&self, f: &ExprField) -> bool {
        let unwrapped = |m: &syn::ExprMethodCall| {
            let whole = || matches!(self.known(&f.base), Some((syn::Type::Tuple(_), false)));
            ["unwrap", "expect"].iter().any(|n| m.method == n) && self.is_optional(&m.receiver)
                || super::option_methods::ends(&m.method) && self.is_maybe(&m.receiver) && whole()
        };
        let base = || matches!(&*f.base, Expr::MethodCall(m) if unwrapped(m)) || self.gives_tuple(&f.base);
        self.is_part(f) || matches!(f.member, syn::Member::Unnamed(_)) && base()
    }

    /// The structure that a field is reached from, and the way to it.
    pub(super) fn root<'e>(&self, f: &'e ExprField) -> (&'e Expr, Vec<Link<'e>>) {
        let mut path = vec![Link::Member(&f.member)];
        let base = self.links(&f.base, &mut path);
        path.reverse();
        (base, path)
    }

    /// Follows fields and elements down to what has a name; the way back is appended.
    fn links<'e>(&self, mut base: &'e Expr, path: &mut Vec<Link<'e>>) -> &'e Expr {
        loop {
            match base {
                Expr::Field(inner) if self.binding_of(base).is_none() => {
                    path.push(Link::Member(&inner.member));
                    base = &inner.base;
                }
                Expr::Index(i) if self.holds_records(&i.expr) => {
                    path.push(Link::At(&i.index));
                    base = &i.expr;
                }
                Expr::Paren(p) => base = &p.expr,
                Expr::Group(p) => base = &p.expr,
                _ => return base,
            }
        }
    }

    /// Whether an expression may be a list of structures, or a structure that can be indexed.
    pub(super) fn holds_records(&self, e: &Expr) -> bool {
        match e {
            Expr::Path(_) => self.is_record_list(e) || self.records && self.may_be_record(e),
            Expr::Field(f) => self.of_record(f),
            Expr::Index(i) => self.holds_records(&i.expr),
            Expr::Paren(p) => self.holds_records(&p.expr),
            _ => false,
        }
    }

    /// The way along links.
    fn way(&mut self, links: &[Link<'_>]) -> Result<Projections> {
        let step = |link: &Link| match link {
            Link::Member(member) => Ok(Projection::Field((*member).clone())),
            Link::At(e) => self.projection(e),
        };
        links.iter().map(step).collect()
    }

    /// The element, or the elements, at an index.
    pub(super) fn projection(&mut self, index: &Expr) -> Result<Projection> {
        let Expr::Range(range) = index else { return Ok(Projection::Index(self.index(index)?)) };
        let mut end = |e: &Option<Box<Expr>>| e.as_ref().map(|e| self.index(e)).transpose();
        let (lo, hi) = (end(&range.start)?, end(&range.end)?);
        Ok(Projection::Range(lo, hi, matches!(range.limits, syn::RangeLimits::Closed(_))))
    }

    /// The way, where there is no element on it.
    pub(super) fn fields_only(links: &[Link<'_>]) -> Result<Projections> {
        let step = |link: &Link| match link {
            Link::Member(member) => Ok(Projection::Field((*member).clone())),
            Link::At(e) => fault(e, "an element of a list of structures can only be read: make a new list"),
        };
        links.iter().map(step).collect()
    }

    /// Whether a name stands for a list of structures.
    pub(super) fn is_record_list(&self, e: &Expr) -> bool {
        if let Some(Binding::Held(reach)) = self.binding_of(e) {
            return reach.held().is_some_and(|arr| self.held_lists.contains(&arr)) && reach.path.is_empty();
        }
        matches!(self.binding_of(e), Some(Binding::Const(Atom::Val(v))) if self.record_lists.contains(v))
    }

    /// Whether a list of structures may be one of numbers.
    fn is_open_list(&self, e: &Expr) -> bool {
        match self.binding_of(e) {
            Some(Binding::Held(reach)) => reach.held().is_some_and(|arr| self.open_lists.1.contains(&arr)),
            Some(Binding::Const(Atom::Val(v))) => self.open_lists.0.contains(v),
            _ => false,
        }
    }

    /// Whether a field is a list of structures, as its type says or as it is used somewhere.
    fn is_list_of_fields(&self, f: &syn::ExprField) -> bool {
        self.kind_of_elements(&Expr::Field(f.clone())) == Some(Ty::Record)
            || matches!(&f.member, Member::Named(name) if self.lists_of_records.contains(&name.to_string()))
    }

    /// Whether an expression is a list of constants that are no numbers, by its type.
    fn holds_constants(&self, e: &Expr) -> bool {
        let constant = self.known(e).is_some_and(|(_, constant)| constant);
        constant && self.kind_of_elements(e).is_some()
    }

    /// Whether an expression is a structure by its type.
    fn is_structure(&self, e: &Expr) -> bool {
        self.known(e).is_some_and(|(ty, _)| crate::around::carries(&ty) == Some(true) && element_of(&ty).is_none())
    }

    /// What an index picks that is left to the type of what is indexed; nothing where that is a list of numbers in a
    /// parameter, which is used where it lies.
    pub(super) fn picks(&self, i: &syn::ExprIndex) -> Option<Ty> {
        if matches!(&*i.index, Expr::Range(_)) {
            return None;
        }
        let e = bare(&i.expr);
        match e {
            Expr::Path(_) if self.is_record_list(e) => Some(if self.is_open_list(e) { Ty::Maybe } else { Ty::Record }),
            Expr::Field(f) if self.of_record(f) && self.is_list_of_fields(f) => Some(Ty::Record),
            // A type of the user's that is indexed gives what its `Index` says; what a list of constants holds is whole.
            Expr::Field(f) if self.of_record(f) && (self.is_structure(e) || self.holds_constants(e)) => Some(Ty::Maybe),
            Expr::Field(f) if self.of_record(f) => {
                let (root, links) = self.root(f);
                let deep = links.iter().any(|link| matches!(link, Link::At(_)));
                let own = |a: &Atom| matches!(a, Atom::Val(v) if !self.values[*v].by_ref);
                let open = match self.binding_of(root) {
                    Some(Binding::Held(_)) => true,
                    Some(Binding::Const(a)) => deep || own(a),
                    Some(Binding::Var(v)) => deep || own(&self.current[*v]),
                    _ => false,
                };
                open.then_some(Ty::Maybe)
            }
            Expr::Path(_) | Expr::Index(_) => self.holds_records(e).then_some(Ty::Maybe),
            _ => None,
        }
    }

    /// The structure, or the number, at an index.
    pub(super) fn picked(&mut self, i: &syn::ExprIndex, ty: Ty) -> Result<Atom> {
        let mut links = vec![Link::At(&i.index)];
        let root = self.links(bare(&i.expr), &mut links);
        links.reverse();
        self.reached(root, &links, ty, i.span())
    }

    fn reached(&mut self, root: &Expr, links: &[Link<'_>], ty: Ty, span: proc_macro2::Span) -> Result<Atom> {
        let of = self.known(root);
        let record = match self.binding_of(root) {
            Some(&Binding::Var(v)) => self.current[v].clone(),
            _ => self.scalar(root)?,
        };
        if record.val().is_none() {
            return fault(root, "a field of a constant is not supported here: bind the structure by `let` first");
        }
        let path = self.way(links)?;
        let made = self.temporary(ty, Op::Field(record.clone(), path.clone()), span);
        if let Some(of) = of.or_else(|| self.known_atom(&record)) {
            self.note_way(&made, &of, &path);
        }
        Ok(made)
    }

    /// A list of structures, if the expression is one: where it is.
    pub(super) fn record_list(&mut self, e: &Expr, fields: bool) -> Result<Option<Reach>> {
        let mut e = bare(e);
        while let Expr::MethodCall(m) = e
            && ["iter", "into_iter"].iter().any(|n| m.method == n)
        {
            e = bare(&m.receiver);
        }
        let list = match e {
            Expr::Path(_) => self.is_record_list(e) || self.records && self.may_be_record(e),
            Expr::Field(f) => self.of_record(f) && (fields || self.is_inside(f) || self.kind_of_elements(e).is_some()),
            Expr::Index(i) => self.holds_records(&i.expr),
            _ => false,
        };
        if !list {
            return Ok(None);
        }
        let of_records = match e {
            e if self.kind_of_elements(e) == Some(Ty::Record) => true,
            Expr::Index(i) => self.is_record_list(&i.expr) && !self.is_open_list(&i.expr),
            e => self.is_record_list(e) && !self.is_open_list(e),
        };
        Ok(self.reach_of_value(e)?.map(|list| Reach { known: false, elements: of_records, ..list }))
    }

    /// The structure that an expression is reached from, and the way to it, if it may be a part of one.
    pub(super) fn value_and_way(&mut self, e: &Expr) -> Result<Option<(Atom, Projections)>> {
        let mut links = vec![];
        let root = match e {
            Expr::Path(_) if self.is_record_list(e) || self.may_be_record(e) => e,
            Expr::Field(f) if self.of_record(f) => self.links(e, &mut links),
            Expr::Index(i) if self.holds_records(&i.expr) => self.links(e, &mut links),
            _ => return Ok(None),
        };
        links.reverse();
        let record = self.scalar(root)?;
        Ok(Some((record, self.way(&links)?)))
    }

    /// Whether a field is inside an element, or in a structure that is no parameter: a list there is no list of its own.
    pub(super) fn is_inside(&self, f: &ExprField) -> bool {
        let (root, links) = self.root(f);
        let own = |a: &Atom| matches!(a, Atom::Val(v) if !self.values[*v].by_ref);
        let inside = links.iter().any(|link| matches!(link, Link::At(_)));
        match self.binding_of(root) {
            Some(Binding::Const(a)) => inside || own(a),
            Some(Binding::Var(v)) => inside || own(&self.current[*v]),
            Some(Binding::Inside(_)) => true,
            _ => false,
        }
    }

    /// The value of a field.
    pub(super) fn field(&mut self, f: &ExprField) -> Result<Atom> {
        let (root, links) = self.root(f);
        self.reached(root, &links, Ty::Maybe, f.member.span())
    }

    /// Whether a place is a field of a structure.
    pub(super) fn is_record_field(&self, place: &Expr) -> bool {
        matches!(place, Expr::Field(f) if self.of_record(f))
    }

    /// A variable's structure takes another value in a field.
    pub(super) fn set_field(&mut self, place: &Expr, part: Part) -> Result<()> {
        let Expr::Field(f) = place else { return fault(place, "a field is expected here") };
        let (root, links) = self.root(f);
        let path = Self::fields_only(&links)?;
        let Some(&Binding::Var(v)) = self.binding_of(root) else {
            return fault(root, "a field is assigned to in a variable: declare it by `let mut`");
        };
        let part = match part {
            Part::Scalar(value) => Part::Scalar(self.for_constant(place, value)),
            part => part,
        };
        let now = self.current[v].clone();
        let of = self.known(root);
        let new = self.temporary(Ty::Record, Op::Update(now, path, part), place.span());
        self.types.extend(new.val().zip(of));
        self.set(v, new);
        Ok(())
    }

    /// A field that shows by its use that it is a list. Of a value there is a copy, as nothing changes it: what is
    /// changed inside is held.
    pub(super) fn field_view(&mut self, e: &Expr) -> Result<Option<View>> {
        let Expr::Field(f) = bare(e) else { return Ok(None) };
        if !self.of_record(f) {
            return Ok(None);
        }
        let (root, links) = self.root(f);
        if self.is_inside(f) && self.is_list_of_field(e) {
            return self.numbers_of_field(e).map(|copy| match copy {
                Item::Fresh(arr) => Some(View { arr, part: None }),
                _ => None,
            });
        }
        let path = match Self::fields_only(&links) {
            Ok(path) => path,
            Err(_) => {
                let message = "a list inside an element is not supported: pass the element to a function, or a method, of its own";
                return fault(e, message);
            }
        };
        let record = match self.binding_of(root) {
            Some(&Binding::Var(v)) => self.current[v].clone(),
            _ => self.scalar(root)?,
        };
        let Some(v) = record.val().filter(|&v| self.values[v].by_ref) else {
            let message =
                "a list inside a structure is reached from a parameter: pass the structure to a function of its own";
            return fault(e, message);
        };
        let key = (v, path.fields().unwrap_or_default());
        if let Some(&arr) = self.aliases.get(&key) {
            return Ok(Some(View { arr, part: None }));
        }
        let base = match &f.member {
            Member::Named(name) => name.to_string(),
            Member::Unnamed(k) => format!("field_{}", k.index),
        };
        let frame = std::mem::replace(&mut self.frame, 0);
        let arr = self.array(&base, Storage::Shared, true, f.member.span());
        if let Some((list, constant)) = self.known(e)
            && let Some(element) = super::known::element_of(&list)
        {
            self.elements_are(arr, element);
            let number = matches!(element, syn::Type::Path(p) if p.path.is_ident(&self.float));
            self.arrays[arr].of_numbers =
                number && !constant && matches!(list, syn::Type::Path(_) | syn::Type::Array(_));
            self.arrays[arr].still = number && constant && self.float != self.number;
        }
        self.frame = frame;
        self.entry.push(Step::Alias(arr, v, path));
        self.aliases.insert(key, arr);
        Ok(Some(View { arr, part: None }))
    }

    /// Whether an operand is a reference, as far as it shows.
    pub(super) fn refers(&self, e: &Expr) -> bool {
        match e {
            Expr::Reference(_) => true,
            Expr::Paren(p) => self.refers(&p.expr),
            e => self.is_reference(e),
        }
    }

    /// Remembers how an operator was written, for types that have several.
    pub(super) fn note_sign(&mut self, out: &Atom, assigns: bool, references: (bool, bool)) {
        let open = |v: &crate::ir::Val| matches!(self.values[*v].ty, Ty::Maybe | Ty::Record | Ty::Unknown);
        if let Some(v) = out.val().filter(open)
            && (assigns || references != (false, false))
        {
            self.signs.insert(v, crate::ir::Sign { assigns, references });
        }
    }

    /// A reference to a structure as an argument.
    pub(super) fn record_reference(&mut self, e: &Expr) -> Result<Option<Arg>> {
        let e = bare(e);
        let rich = match e {
            Expr::Field(f) if !self.is_held(e) => self.of_record(f) && !self.opaque(e),
            Expr::Array(_) | Expr::Repeat(_) | Expr::Macro(_) => !self.opaque(e) && self.shows_record(e),
            _ => self.may_be_record(e),
        };
        if !rich {
            return Ok(None);
        }
        if let Expr::Index(i) = e {
            let ty = self.picks(i).unwrap_or(Ty::Record);
            return Ok(Some(Arg::Scalar(self.picked(i, ty)?)));
        }
        Ok(match self.item(e)? {
            Item::Scalar(a) => Some(Arg::Scalar(a)),
            Item::Element(a, i) => Some(Arg::Scalar(self.read(a, i))),
            Item::Held(reach) => Some(Arg::Scalar(self.look_at(&reach, e.span()))),
            _ => None,
        })
    }
}

/// The type and, if the path leads to one, the variant.
pub(crate) fn split_variant(path: &Path) -> (Path, Option<Ident>) {
    let n = path.segments.len();
    let upper = |k: usize| path.segments[k].ident.to_string().starts_with(char::is_uppercase);
    if n < 2 || !upper(n - 2) {
        return (path.clone(), None);
    }
    let mut of = path.clone();
    let variant = of.segments.pop().map(|pair| pair.into_value().ident);
    of.segments.pop_punct();
    (of, variant)
}

//! Items by their ids: functions, types, traits, implementations, of the prelude and of the crate at hand. The table of
//! them is [`crate::program::Program`].

use crate::ty::Ty;
use std::collections::HashMap;
use std::rc::Rc;

/// A function.
pub type FnId = usize;
/// A struct or an enum.
pub type AdtId = usize;
/// A trait.
pub type TraitId = usize;
/// An implementation.
pub type ImplId = usize;
/// A constant or a static.
pub type ConstId = usize;

/// An item of any kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum ItemId {
    Fn(FnId),
    Adt(AdtId),
    Trait(TraitId),
    Const(ConstId),
}

/// Generic parameters, those of the implementation around first.
#[derive(Clone, Debug, Default)]
pub struct Generics {
    /// Their names.
    pub names: Vec<Rc<str>>,
    /// Which of them are `const` parameters.
    pub consts: Vec<bool>,
    /// `Param: Trait<Args, Name = Ty>`, those of `where` clauses among them.
    pub bounds: Vec<Bound>,
}

/// What is demanded of a type.
#[derive(Clone, Debug)]
pub enum Bound {
    /// The type implements the trait, with these arguments, and these associated types are so.
    Trait(Ty, TraitId, Vec<Ty>, Vec<(Rc<str>, Ty)>),
    /// The type is called with these arguments and gives that: `F: FnMut(A) -> B`.
    Call(Ty, Vec<Ty>, Ty),
    /// The type is a number that may carry derivatives: `T: Real`, `T: Float` of num-traits.
    Number(Ty),
}

/// A function.
#[derive(Debug)]
pub struct FnDef {
    /// Its name.
    pub name: Rc<str>,
    /// Where it stands.
    pub origin: Origin,
    /// How generated code calls it, from where the function at hand stands; none for methods.
    pub path: Option<syn::Path>,
    /// Its generic parameters, those of the implementation around first.
    pub generics: Generics,
    /// Its parameters, `self` among them.
    pub params: Vec<ParamDef>,
    /// What it gives.
    pub ret: Ty,
    /// Whether it has a body that may be read ([`crate::program::Program::text`]); not so for declarations.
    pub has_text: bool,
    /// The implementation that it is of.
    pub of: Option<ImplId>,
    /// The trait that it is a method of, in the trait or in an implementation of it.
    pub of_trait: Option<TraitId>,
    /// What it does where it is one of the operations that lowering knows: its path in the prelude, as `slice::len`.
    pub intrinsic: Option<Rc<str>>,
    /// Whether it has `#[differentiable]`.
    pub differentiable: bool,
    /// Whether it has `#[constant]`, which leaves it alone where all around it is differentiable.
    pub constant: bool,
    /// Whether its first parameter is `self`.
    pub method: bool,
}

/// What stands beside a function with `#[differentiable]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Derivative {
    /// `f::gradient`
    Gradient,
    /// `f::value_and_gradient`
    ValueAndGradient,
    /// `f::jvp`
    Jvp,
    /// `f::hvp`
    Hvp,
    /// `f::value_and_hvp`
    ValueAndHvp,
    /// `f::vjp`
    Vjp,
    /// The number of rows of `f::hessian`, and its entries row by row.
    HessianRows,
    /// The number of rows of `f::jacobian`, and its entries row by row.
    JacobianRows,
}

impl Derivative {
    const ALL: [(&'static str, Derivative); 8] = [
        ("gradient", Derivative::Gradient),
        ("value_and_gradient", Derivative::ValueAndGradient),
        ("jvp", Derivative::Jvp),
        ("hvp", Derivative::Hvp),
        ("value_and_hvp", Derivative::ValueAndHvp),
        ("vjp", Derivative::Vjp),
        ("__hessian", Derivative::HessianRows),
        ("__jacobian", Derivative::JacobianRows),
    ];

    /// All of them, by their names.
    pub fn all() -> impl Iterator<Item = (&'static str, Derivative)> {
        Derivative::ALL.iter().copied()
    }

    /// The one of this name.
    pub fn named(name: &str) -> Option<Derivative> {
        Derivative::ALL.iter().find(|(own, _)| *own == name).map(|(_, form)| *form)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        Derivative::ALL.iter().find(|(_, form)| *form == self).map_or("", |(name, _)| name)
    }

    /// Whether the value comes before the gradient.
    pub fn has_value(self) -> bool {
        matches!(self, Derivative::ValueAndGradient | Derivative::ValueAndHvp | Derivative::Vjp)
    }

    /// Whether it takes a direction for each parameter that carries derivatives.
    pub fn has_directions(self) -> bool {
        matches!(self, Derivative::Jvp | Derivative::Hvp | Derivative::ValueAndHvp)
    }
}

/// A parameter.
#[derive(Clone, Debug)]
pub struct ParamDef {
    /// Its type.
    pub ty: Ty,
    /// Whether it has `#[constant]`.
    pub constant: bool,
}

/// Where an item stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// In the prelude: std's, written for differentiation.
    Prelude,
    /// In the crate at hand.
    Crate,
    /// In the body of the function at hand.
    Body,
    /// Elsewhere.
    Foreign,
}

/// A struct or an enum.
#[derive(Debug)]
pub struct AdtDef {
    /// Its name.
    pub name: Rc<str>,
    /// Where it stands.
    pub origin: Origin,
    /// Its generic parameters.
    pub generics: Generics,
    /// Its variants; a struct has one, of its own name.
    pub variants: Vec<VariantDef>,
    /// Whether it is an enum.
    pub is_enum: bool,
    /// Whether it is `Copy`.
    pub copy: bool,
    /// Whether it derives `Differentiable`.
    pub differentiable: bool,
}

/// A variant of an enum, or a struct.
#[derive(Debug)]
pub struct VariantDef {
    /// Its name.
    pub name: Rc<str>,
    /// Whether its fields have names.
    pub named: bool,
    /// Its fields, in order; without names they are `0`, `1`, ..
    pub fields: Vec<FieldDef>,
}

/// A field.
#[derive(Debug)]
pub struct FieldDef {
    /// Its name.
    pub name: Rc<str>,
    /// Its type.
    pub ty: Ty,
    /// Whether it has `#[constant]`.
    pub constant: bool,
    /// Whether it is a slice of its own, `Box<[f64]>`, of which the type is a list here.
    pub boxed: bool,
    /// How many modules above that of the type see it, at most those of its crate; none if all do.
    pub seen: Option<usize>,
}

/// A trait.
#[derive(Debug)]
pub struct TraitDef {
    /// Its name.
    pub name: Rc<str>,
    /// Where it stands.
    pub origin: Origin,
    /// Its generic parameters; the first is `Self`.
    pub generics: Generics,
    /// Its methods by name; those with a text have a default.
    pub fns: HashMap<Rc<str>, FnId>,
    /// Its constants by name.
    pub consts: HashMap<Rc<str>, ConstId>,
}

/// An implementation.
#[derive(Debug)]
pub struct ImplDef {
    /// Its generic parameters.
    pub generics: Generics,
    /// The type.
    pub ty: Ty,
    /// The trait, with its arguments (without `Self`).
    pub of_trait: Option<(TraitId, Vec<Ty>)>,
    /// The associated types.
    pub types: HashMap<Rc<str>, Ty>,
    /// Its functions by name.
    pub fns: HashMap<Rc<str>, FnId>,
    /// Its constants by name.
    pub consts: HashMap<Rc<str>, ConstId>,
}

/// A constant or a static.
#[derive(Debug)]
pub struct ConstDef {
    /// Its name.
    pub name: Rc<str>,
    /// How generated code names it.
    pub path: syn::Path,
    /// Its type.
    pub ty: Ty,
    /// Its value, if that is a literal.
    pub value: Option<syn::Lit>,
}

/// The names that an item brings into its block; those of a `use` of all there is are not known.
///
/// ```
/// let item: syn::Item = syn::parse_quote!(use a::{b, c as d};);
/// assert_eq!(front::items::names(&item).len(), 2);
/// ```
pub fn names(item: &syn::Item) -> Vec<proc_macro2::Ident> {
    use syn::{Item, UseTree};
    fn of_use(tree: &UseTree, around: Option<&proc_macro2::Ident>, all: &mut Vec<proc_macro2::Ident>) {
        match tree {
            UseTree::Path(p) => of_use(&p.tree, Some(&p.ident), all),
            UseTree::Name(n) if n.ident == "self" => all.extend(around.cloned()),
            UseTree::Name(n) => all.push(n.ident.clone()),
            UseTree::Rename(r) => all.push(r.rename.clone()),
            UseTree::Glob(_) => {}
            UseTree::Group(g) => g.items.iter().for_each(|tree| of_use(tree, around, all)),
        }
    }
    let mut all = vec![];
    match item {
        Item::Fn(f) => all.push(f.sig.ident.clone()),
        Item::Const(c) => all.push(c.ident.clone()),
        Item::Static(s) => all.push(s.ident.clone()),
        Item::Struct(s) => all.push(s.ident.clone()),
        Item::Enum(e) => all.push(e.ident.clone()),
        Item::Trait(t) => all.push(t.ident.clone()),
        Item::Type(t) => all.push(t.ident.clone()),
        Item::Use(u) => of_use(&u.tree, None, &mut all),
        _ => {}
    }
    all
}

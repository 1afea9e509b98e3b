//! Arrays of arrays in signatures. Inside, one is a flat list of its numbers and, where rows are lists of the heap, a
//! table of where each row starts and how long it is; the public functions lay arrays out so and put them together
//! again.

use crate::signature::{Param, Shape};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::{GenericArgument, PathArguments, Type};

/// What holds the rows.
#[derive(Clone, Debug)]
pub enum Outer {
    /// `&[..]`, `&Vec<..>`
    Slice,
    /// `&mut [..]`
    SliceMut,
    /// `&[..; N]`
    Ref(TokenStream),
    /// `&mut [..; N]`
    RefMut(TokenStream),
    Fixed(TokenStream),
    Vec,
}

/// The shape of an array of arrays, or of an array behind a reference.
#[derive(Clone, Debug)]
pub struct Nested {
    pub outer: Outer,
    /// The length of the rows where the type says it, from the outermost to the innermost.
    pub levels: Vec<Option<TokenStream>>,
}

/// A parameter of the flat functions that stands for a parameter of the user's.
#[derive(Clone, Debug)]
pub enum Part {
    /// The numbers; the parameters behind are its tables, and the number of rows.
    Numbers(Nested),
    Table,
    Count,
    /// The first of the parameters for what is changed where it lies.
    First,
}

/// A parameter as the user wrote it.
#[derive(Clone, Debug)]
pub struct Outside {
    pub name: Ident,
    pub ty: Type,
    pub active: bool,
    pub shape: Option<Shape>,
    pub nested: Option<Nested>,
}

impl Outside {
    /// A parameter that is the same inside.
    pub(super) fn plain(param: &Param) -> Outside {
        let Param { name, ty, active, shape, .. } = param.clone();
        Outside { name, ty, active, shape, nested: None }
    }
}

/// What a function returns, as the user wrote it.
#[derive(Clone, Debug)]
pub enum Given {
    Plain(Shape),
    Nested(Nested),
    Tuple(Vec<Given>),
    /// A value that may not be there.
    Maybe(Box<Given>),
}

impl Nested {
    /// The length that the type says.
    pub fn fixed(&self) -> Option<TokenStream> {
        match &self.outer {
            Outer::Ref(n) | Outer::RefMut(n) | Outer::Fixed(n) => Some(n.clone()),
            _ => None,
        }
    }

    pub fn writes(&self) -> bool {
        matches!(self.outer, Outer::SliceMut | Outer::RefMut(_))
    }

    /// Whether the rows lie side by side in memory.
    pub fn is_even(&self) -> bool {
        self.levels.iter().all(Option::is_some)
    }

    pub fn tables(&self) -> usize {
        self.levels.iter().filter(|l| l.is_none()).count()
    }

    /// The shape of the flat list; `generics` are names that the length of an array cannot be made of.
    pub fn flat(&self, generics: &[TokenStream]) -> Shape {
        match &self.outer {
            Outer::Slice | Outer::Ref(_) => Shape::Slice,
            Outer::SliceMut | Outer::RefMut(_) => Shape::SliceMut,
            Outer::Vec => Shape::Vec,
            Outer::Fixed(n) => match self.total(n, generics) {
                Some(total) => Shape::Fixed(total),
                None => Shape::Vec,
            },
        }
    }

    /// How many numbers the type says that there are.
    pub fn count(&self, generics: &[TokenStream]) -> Option<TokenStream> {
        self.total(&self.fixed()?, generics)
    }

    fn total(&self, n: &TokenStream, generics: &[TokenStream]) -> Option<TokenStream> {
        let dims: Vec<TokenStream> = [Some(n.clone())].into_iter().chain(self.levels.clone()).collect::<Option<_>>()?;
        let names: Vec<String> = generics.iter().map(ToString::to_string).collect();
        let generic = |t: &TokenStream| {
            t.to_string().split(|c: char| !c.is_alphanumeric() && c != '_').any(|w| names.iter().any(|g| g == w))
        };
        if dims.iter().any(generic) {
            return None;
        }
        let numbers: Option<Vec<usize>> = dims.iter().map(|t| t.to_string().parse().ok()).collect();
        Some(match numbers {
            Some(numbers) => {
                let total = proc_macro2::Literal::usize_unsuffixed(numbers.iter().product());
                quote!(#total)
            }
            None => dims.iter().fold(quote!(1), |product, n| quote!(#product * (#n))),
        })
    }

    /// The type of a row.
    pub fn row(&self, element: &TokenStream) -> TokenStream {
        self.levels.iter().rev().fold(element.clone(), |inner, level| match level {
            Some(n) => quote!([#inner; #n]),
            None => quote!(::std::vec::Vec<#inner>),
        })
    }

    /// The type that owns such an array.
    pub fn owned(&self, element: &TokenStream) -> TokenStream {
        let row = self.row(element);
        match self.fixed() {
            Some(n) => quote!([#row; #n]),
            None => quote!(::std::vec::Vec<#row>),
        }
    }

    /// The type as a parameter.
    pub fn parameter(&self, element: &TokenStream) -> TokenStream {
        let row = self.row(element);
        match &self.outer {
            Outer::Slice => quote!(&[#row]),
            Outer::SliceMut => quote!(&mut [#row]),
            Outer::Ref(n) => quote!(&[#row; #n]),
            Outer::RefMut(n) => quote!(&mut [#row; #n]),
            Outer::Fixed(n) => quote!([#row; #n]),
            Outer::Vec => quote!(::std::vec::Vec<#row>),
        }
    }

    /// The type of a place for its adjoint.
    pub fn target(&self, element: &TokenStream) -> TokenStream {
        let row = self.row(element);
        match self.fixed() {
            Some(n) => quote!(&mut [#row; #n]),
            None => quote!(&mut [#row]),
        }
    }
}

fn is(ty: &Type, name: &Ident) -> bool {
    matches!(ty, Type::Path(p) if p.qself.is_none() && p.path.is_ident(name))
}

/// What a `Vec` holds.
fn element(ty: &Type) -> Option<&Type> {
    let Type::Path(p) = ty else { return None };
    let last = p.path.segments.last().filter(|s| s.ident == "Vec")?;
    let PathArguments::AngleBracketed(args) = &last.arguments else { return None };
    match args.args.first() {
        Some(GenericArgument::Type(t)) => Some(t),
        _ => None,
    }
}

/// The lengths of the rows of a type down to its floats.
fn levels(ty: &Type, float: &Ident) -> Option<Vec<Option<TokenStream>>> {
    let (inner, len) = match ty {
        ty if is(ty, float) => return Some(vec![]),
        Type::Array(a) => (&*a.elem, Some(a.len.to_token_stream())),
        Type::Paren(p) => return levels(&p.elem, float),
        ty => (element(ty)?, None),
    };
    let mut all = vec![len];
    all.extend(levels(inner, float)?);
    Some(all)
}

/// The shape of a type that is an array of arrays of floats, or an array of them behind a reference.
pub fn nested(ty: &Type, float: &Ident) -> Option<Nested> {
    let mut all = match ty {
        Type::Reference(r) => match &*r.elem {
            Type::Slice(s) => {
                let outer = if r.mutability.is_some() { Outer::SliceMut } else { Outer::Slice };
                let levels = levels(&s.elem, float)?;
                return (!levels.is_empty()).then_some(Nested { outer, levels });
            }
            Type::Array(a) => {
                let n = a.len.to_token_stream();
                let outer = if r.mutability.is_some() { Outer::RefMut(n) } else { Outer::Ref(n) };
                return Some(Nested { outer, levels: levels(&a.elem, float)? });
            }
            ty => {
                let outer = if r.mutability.is_some() { Outer::SliceMut } else { Outer::Slice };
                return Some(Nested { outer, levels: levels(element(ty)?, float)? });
            }
        },
        Type::Paren(p) => return nested(&p.elem, float),
        ty => levels(ty, float)?,
    };
    if all.len() < 2 {
        return None;
    }
    let outer = match all.remove(0) {
        Some(n) => Outer::Fixed(n),
        None => Outer::Vec,
    };
    Some(Nested { outer, levels: all })
}

/// What a function returns, where arrays of arrays are in it; and the shape of its flat form.
pub fn given(ty: &Type, float: &Ident, generics: &[TokenStream]) -> Option<(Given, Shape)> {
    if let Some(nested) = nested(ty, float) {
        if !matches!(nested.outer, Outer::Vec | Outer::Fixed(_)) {
            return None;
        }
        let flat = Shape::Tuple(vec![nested.flat(generics), Shape::Rows(nested.levels.len())]);
        return Some((Given::Nested(nested), flat));
    }
    if let Type::Tuple(t) = ty
        && !t.elems.is_empty()
    {
        let parts: Vec<_> = t.elems.iter().map(|t| given(t, float, generics)).collect::<Option<_>>()?;
        let (given, shapes) = parts.into_iter().unzip();
        return Some((Given::Tuple(given), Shape::Tuple(shapes)));
    }
    let whole = crate::syntax::types::is_count(ty)
        || crate::syntax::types::is_counts(ty)
        || is_label(ty)
        || crate::signature::state::is_given_back(ty);
    let count = || whole.then(|| Shape::Count(Box::new(ty.clone())));
    let shape = crate::signature::shape(ty, float).or_else(count)?;
    Some((Given::Plain(shape.clone()), shape))
}

/// Whether a type is one of texts or choices, alone or in a list: what is told beside numbers.
fn is_label(ty: &Type) -> bool {
    match ty {
        Type::Reference(r) => {
            crate::signature::is_text(r) && r.lifetime.as_ref().is_some_and(|life| life.ident == "static")
        }
        Type::Path(p) if p.path.is_ident("String") || p.path.is_ident("char") => {
            crate::around::carries(ty) != Some(true)
        }
        ty => element(ty).is_some_and(is_label) || crate::around::is_choice(ty),
    }
}

/// The parameters of the flat functions for an array of arrays.
pub fn parameters(p: Param, nested: Nested, generics: &[TokenStream]) -> Vec<Param> {
    let name = p.name.clone();
    let made = |suffix: String, ty: TokenStream, part: Part| {
        let name = format_ident!("{name}_{suffix}");
        Param {
            pat: syn::parse_quote!(#name),
            name: name.clone(),
            ty: syn::parse_quote!(#ty),
            active: false,
            shape: None,
            part: Some(part),
        }
    };
    let tables = (0..nested.tables()).map(|k| {
        let suffix = if nested.tables() == 1 { "rows".to_string() } else { format!("rows{k}") };
        made(suffix, quote!(&[usize]), Part::Table)
    });
    let count = (!nested.levels.is_empty()).then(|| made("count".to_string(), quote!(usize), Part::Count));
    let extra: Vec<Param> = tables.chain(count).collect();
    let shape = nested.flat(generics);
    let element = scalar_of(&p.ty);
    let ty = match &shape {
        Shape::Slice => quote!(&[#element]),
        Shape::SliceMut => quote!(&mut [#element]),
        Shape::Fixed(n) => quote!([#element; #n]),
        _ => quote!(::std::vec::Vec<#element>),
    };
    let ty = syn::parse_quote!(#ty);
    let head = Param { ty, shape: Some(shape), part: Some(Part::Numbers(nested)), ..p };
    [vec![head], extra].concat()
}

/// The type of the numbers in an array of arrays.
fn scalar_of(ty: &Type) -> TokenStream {
    match ty {
        Type::Reference(r) => scalar_of(&r.elem),
        Type::Slice(s) => scalar_of(&s.elem),
        Type::Array(a) => scalar_of(&a.elem),
        Type::Paren(p) => scalar_of(&p.elem),
        ty => match element(ty) {
            Some(inner) => scalar_of(inner),
            None => ty.to_token_stream(),
        },
    }
}

//! What can be read off a function's signature: which parameters are active, their shapes, what is returned.

pub mod bounds;
pub mod boxes;
pub mod callees;
pub mod changed;
mod columns;
mod fills;
pub mod forms;
pub mod growth;
pub mod iterators;
mod lending;
pub mod lent;
mod maybe;
pub mod nests;
pub mod normal;
pub mod options;
pub mod state;
mod unfit;
mod whole;

pub use unfit::{beside, gives_what_it_may};
pub use whole::{is_list_of_records, is_list_of_values, is_text, is_value, record, reference_in};

use bounds::Typed;
use nests::{Given, Outside, Part};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::{
    Error, FnArg, GenericArgument, GenericParam, ItemFn, Pat, PathArguments, Result, ReturnType, Type, TypeParamBound,
};

/// What the value that a method is called on is called where methods are functions: the first name that is free.
pub const RECEIVERS: [&str; 4] = ["this", "this_", "whole_this", "the_receiver"];

/// The shape of something active.
#[derive(Clone, Debug)]
pub enum Shape {
    Unit,
    Scalar,
    Slice,
    SliceMut,
    Fixed(TokenStream),
    Vec,
    Tuple(Vec<Shape>),
    /// Where the rows of a result lie, for so many levels: no numbers.
    Rows(usize),
    /// A structure of numbers.
    Record(Box<Record>),
    /// An integer or a flag in a result.
    Count(Box<Type>),
}

impl Shape {
    /// Whether a choice is told beside numbers.
    fn has_choice(&self) -> bool {
        match self {
            Shape::Count(ty) => crate::around::is_choice(ty),
            Shape::Tuple(parts) => parts.iter().any(Shape::has_choice),
            _ => false,
        }
    }

    /// Whether a structure is in it.
    pub fn has_record(&self) -> bool {
        match self {
            Shape::Record(_) => true,
            Shape::Tuple(parts) => parts.iter().any(Shape::has_record),
            _ => false,
        }
    }
}

/// A structure of numbers in a signature.
#[derive(Clone, Debug)]
pub struct Record {
    pub ty: Type,
    pub by: By,
    /// The number that the type is written on, if it is written on one, and the scalar.
    number: Option<Ident>,
    scalar: Ident,
}

impl Record {
    /// The type over a number.
    pub fn over(&self, number: &TokenStream) -> TokenStream {
        let (ty, scalar) = (&self.ty, &self.scalar);
        match &self.number {
            Some(own) => crate::ir::replace_by(quote!(#ty), own, number),
            None => quote!(<#ty as ::wengert::Differentiable<#scalar>>::Over<#number>),
        }
    }
    pub fn scalar(&self) -> &Ident {
        &self.scalar
    }

    /// The type on plain scalars.
    pub fn plain(&self) -> TokenStream {
        let (ty, scalar) = (&self.ty, &self.scalar);
        match &self.number {
            Some(own) => crate::ir::replace_by(quote!(#ty), own, &quote!(#scalar)),
            None => quote!(#ty),
        }
    }
}

/// How a structure is passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    Value,
    Shared,
    /// A list, as a slice.
    Slice,
}

#[derive(Clone, Debug)]
pub struct Param {
    pub pat: Pat,
    /// The name, or a made-up one where the pattern is a tuple.
    pub name: Ident,
    pub ty: Type,
    pub active: bool,
    /// The shape in floats; none for what is not made of floats.
    pub shape: Option<Shape>,
    /// What it is of an array of arrays.
    pub part: Option<Part>,
}

#[derive(Clone, Debug)]
pub struct Signature {
    pub name: Ident,
    /// `f64` or `f32`.
    pub scalar: Ident,
    /// The name of the number type in the generated code.
    pub number: Ident,
    /// Whether the function is written on its own number type.
    pub generic: bool,
    /// The generic parameters but the number, with their bounds, and as arguments.
    pub generics: Vec<TokenStream>,
    pub arguments: Vec<TokenStream>,
    /// The type parameters that carry derivatives.
    pub typed: Vec<Typed>,
    pub params: Vec<Param>,
    pub ret: Shape,
    /// The parameters and the result as they were written, where arrays of arrays are among them.
    pub outside: Option<(Vec<Outside>, Given)>,
    /// Whether only what goes back once is generated.
    pub reverse_only: bool,
    /// Whether functions are computed by the kernels of `wengert::vector`.
    pub vector: bool,
    /// What is generated.
    pub forms: crate::signature::forms::Forms,
    /// Whether it gives an `Option` or a `Result`.
    pub maybe: bool,
    /// Whether lists of structures of numbers arrive, or are given, as lists of numbers: only generated code calls it.
    pub columns: bool,
}

impl Signature {
    /// The lifetime of the text that is lent beside numbers, in front of other generic parameters.
    pub fn lifetime(&self) -> Option<TokenStream> {
        let named = |p: &Param| p.active && p.ty.to_token_stream().to_string().contains(normal::TEXT);
        let life = syn::Lifetime::new(normal::TEXT, proc_macro2::Span::call_site());
        self.params.iter().any(named).then(|| quote!(#life,))
    }
}

/// Takes `#[constant]` off the parameters.
pub fn take_marks(f: &mut ItemFn) {
    for input in &mut f.sig.inputs {
        if let FnArg::Typed(t) = input {
            t.attrs.retain(|a| !a.path().is_ident("constant"));
        }
    }
}

/// Reads the signature, and takes `#[constant]` off the parameters of `f`.
pub fn read(f: &mut ItemFn) -> Result<Signature> {
    let given_columns = columns::taken(&mut f.attrs);
    let mut in_columns = given_columns.is_some();
    let sig = &mut f.sig;
    for (what, span) in [
        ("an async function", sig.asyncness.map(|x| x.span())),
        ("an unsafe function", sig.unsafety.map(|x| x.span())),
        ("an extern function", sig.abi.as_ref().map(|x| x.span())),
    ] {
        if let Some(span) = span {
            return Err(Error::new(span, format!("{what} cannot be differentiated: write a plain `fn`")));
        }
    }
    let mut number = None;
    let (mut generics, mut arguments) = (vec![], vec![]);
    let (mut scalar, mut types) = (None, vec![]);
    let typed = bounds::of(sig);
    for p in &sig.generics.params {
        match p {
            GenericParam::Type(t) => {
                let Some(real) = real_bound(&t.bounds) else {
                    types.push((generics.len(), t.clone()));
                    generics.push(TokenStream::new());
                    arguments.push(t.ident.to_token_stream());
                    continue;
                };
                if number.is_some() {
                    let message = "one number type is enough: write all numbers on the first";
                    return Err(Error::new_spanned(t, message));
                }
                number = Some(t.ident.clone());
                scalar = Some(real);
            }
            GenericParam::Const(c) => {
                let (name, ty) = (&c.ident, &c.ty);
                generics.push(quote!(const #name: #ty));
                arguments.push(name.to_token_stream());
            }
            // They are gone by now.
            GenericParam::Lifetime(_) => {}
        }
    }
    // Constants may be in another precision.
    let constant = |a: &syn::Attribute| a.path().is_ident("constant");
    let said = |input: &&FnArg| !matches!(input, FnArg::Typed(t) if t.attrs.iter().any(constant));
    let inputs: TokenStream = sig.inputs.iter().filter(said).map(ToTokens::to_token_stream).collect();
    let mut text = inputs.to_string() + " " + &sig.output.to_token_stream().to_string();
    if !text.contains("f32") && !text.contains("f64") {
        text = sig.to_token_stream().to_string();
    }
    let has = |name: &str| text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == name);
    let named = |word: &str| {
        word.starts_with(char::is_uppercase) && crate::around::is_single(&Ident::new(word, sig.ident.span()))
    };
    let single = has("f32")
        || text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| !word.is_empty() && named(word));
    let scalar = scalar.unwrap_or_else(|| if single && !has("f64") { "f32" } else { "f64" }.to_string());
    let scalar = Ident::new(&scalar, sig.ident.span());
    let float = number.clone().unwrap_or_else(|| scalar.clone());
    for (k, t) in types {
        let (name, bounds) = (&t.ident, &t.bounds);
        let own = typed.iter().any(|t| t.name == *name).then(|| quote!(::wengert::Differentiable<#scalar> +));
        if let (Some(number), Some(_)) = (&number, &own)
            && bounds::on_number(bounds, number)
        {
            let message = "a trait over the function's number is not supported as a bound: write the trait on `f64`";
            return Err(Error::new_spanned(bounds, message));
        }
        // What is passed by value is passed once more where the function runs again.
        let by_value = sig.inputs.iter().any(|input| matches!(input, FnArg::Typed(i) if is(&i.ty, name)));
        let again = (own.is_none() && by_value).then(|| quote!(::core::clone::Clone+));
        generics[k] = quote!(#name: #again #own #bounds);
    }
    let (mut params, mut outside) = (vec![], vec![]);
    // All parameters are told of at once.
    let mut wrong: Option<Error> = None;
    let mut tell = |at: &dyn ToTokens, message: &str| {
        let error = Error::new_spanned(at, message);
        match &mut wrong {
            Some(first) => first.combine(error),
            None => wrong = Some(error),
        }
    };
    for (k, input) in sig.inputs.iter_mut().enumerate() {
        let input = match input {
            FnArg::Typed(t) => t,
            FnArg::Receiver(r) => {
                let message = "a method is differentiated with its `impl`: put #[differentiable] on the `impl`";
                return Err(Error::new_spanned(r, message));
            }
        };
        let constant = input.attrs.iter().any(|a| a.path().is_ident("constant"));
        input.attrs.retain(|a| !a.path().is_ident("constant"));
        let count = columns::taken(&mut input.attrs);
        let name = match &*input.pat {
            Pat::Ident(p) => p.ident.clone(),
            other => Ident::new(&format!("arg{k}"), other.span()),
        };
        if let Some(count) = count {
            in_columns = true;
            let param = columns::param(((*input.pat).clone(), &input.ty), name, count, &float);
            outside.push(Outside::plain(&param));
            params.push(param);
            continue;
        }
        if let Some(parts) = lent::taken(&mut input.attrs, &name, &float) {
            in_columns = true;
            outside.extend(parts.iter().map(Outside::plain));
            params.extend(parts);
            continue;
        }
        if let (false, Some((of, message))) = (constant, unfit::of_another_crate(&input.ty, &float)) {
            tell(of, &message);
            continue;
        }
        let constant_bound = |ty: &Type| !mentions(ty, &float) && generic_constant(&sig.generics, &typed, ty);
        if let (false, Some(object)) = (constant, bounds::object(&input.ty)) {
            let message =
                "a trait object carries no derivative: take `&impl ..` of the trait, or mark it `#[constant]`";
            tell(object, message);
            continue;
        }
        let of_numbers = nests::nested(&input.ty, &float).is_some();
        let shape = match shape(&input.ty, &float) {
            None if !constant
                && !of_numbers
                && !constant_bound(&input.ty)
                && !unfit::without_derivatives(&input.ty) =>
            {
                let mut lent = (*input.ty).clone();
                normal::name_texts(&mut lent);
                let shape = record(&lent, number.as_ref(), &scalar);
                if shape.is_some() {
                    *input.ty = lent;
                }
                shape
            }
            shape => shape,
        };
        let nested = if shape.is_none() && !constant { nests::nested(&input.ty, &float) } else { None };
        let holds = shape.is_some() && unfit::holder(&input.ty).is_some();
        if nested.is_none() && (shape.is_none() || holds) && !constant && mentions(&input.ty, &float) {
            tell(&input.ty, &unfit::not_active(&input.ty, &float));
            continue;
        }
        if shape.is_none()
            && nested.is_none()
            && !constant
            && !is_receiver(&name)
            && let Some(of) = crate::around::unmarked(&input.ty)
        {
            let of = of.to_token_stream();
            let message = format!(
                "`{of}` holds numbers and carries no derivative: put #[derive(Differentiable)] on it, or #[constant] before this parameter"
            );
            tell(&input.ty, &message);
            continue;
        }
        let active = (shape.is_some() || nested.is_some()) && !constant;
        if active && let Some(key) = unfit::lent_key(&input.ty, true) {
            tell(key, unfit::LENT_KEY);
            continue;
        }
        if active && let Some(message) = unfit::beside_numbers(&input.ty) {
            tell(&input.ty, &message);
            continue;
        }
        if !active && let Some(message) = unfit::uncloned(&input.ty) {
            tell(&input.ty, &message);
            continue;
        }
        let ty = (*input.ty).clone();
        let written = (name.clone(), ty.clone(), shape.clone(), nested.clone());
        outside.push(Outside { name: written.0, ty: written.1, active, shape: written.2, nested: written.3 });
        let param = Param { pat: (*input.pat).clone(), name, ty, active, shape, part: None };
        match nested {
            Some(nested) => params.extend(nests::parameters(param, nested, &arguments)),
            None => params.push(param),
        }
    }
    if let Some(wrong) = wrong {
        return Err(wrong);
    }
    let is_typed = |a: &TokenStream| typed.iter().any(|t| t.name == a.to_string());
    let constants: Vec<TokenStream> = arguments.iter().filter(|a| !is_typed(a)).cloned().collect();
    let (given, ret) = match &sig.output {
        ReturnType::Default => (Given::Plain(Shape::Unit), Shape::Unit),
        ReturnType::Type(..) if let Some(count) = given_columns => {
            let shape = Shape::Tuple(vec![Shape::Vec; count]);
            (Given::Plain(shape.clone()), shape)
        }
        ReturnType::Type(_, ty) if let Some((of, message)) = unfit::of_another_crate(ty, &float) => {
            return Err(Error::new_spanned(of, message));
        }
        ReturnType::Type(_, ty) if crate::around::carries(ty) == Some(false) => {
            let name = ty.to_token_stream();
            let message =
                format!("`{name}` carries no derivative, and is made of numbers: put #[derive(Differentiable)] on it");
            return Err(Error::new_spanned(ty, message));
        }
        ReturnType::Type(_, ty) => match given(ty, &float, &constants, number.as_ref(), &scalar) {
            _ if unfit::holder(ty).is_some() || unfit::shares(ty) => return Err(unfit::not_returned(ty, &float)),
            _ if let Some(key) = unfit::lent_key(ty, false) => return Err(Error::new_spanned(key, unfit::LENT_KEY)),
            Some((given, shape)) if returnable(&shape) && option(ty).is_none() => (given, shape),
            _ if let Some(maybe) = maybe::given(ty, &float, &constants, number.as_ref(), &scalar) => maybe,
            _ => {
                if arguments.iter().any(|a| a.to_string() == ty.to_token_stream().to_string()) {
                    let message = "this type is not known to be a number: write `T: Real` where it is declared";
                    return Err(Error::new_spanned(ty, message));
                }
                return Err(unfit::not_returned(ty, &float));
            }
        },
    };
    let generic = number.is_some();
    let maybe = matches!(given, Given::Maybe(_));
    let flat = !has_nested(&given) && outside.iter().all(|p: &Outside| p.nested.is_none());
    let outside = (!flat).then_some((outside, given));
    let taken = |name: &str| has(name) || arguments.iter().any(|a| a.to_string() == name);
    // A type of the crate's may be in what is written out here, though the signature does not name it.
    let free = |name: &&str| !taken(name) && !crate::around::is_type(name);
    let name = ["T", "Num", "Number"].into_iter().find(free).unwrap_or("Number__");
    let number = number.unwrap_or_else(|| Ident::new(name, sig.ident.span()));
    Ok(Signature {
        name: sig.ident.clone(),
        scalar,
        number,
        generic,
        generics,
        arguments,
        typed,
        params,
        ret,
        outside,
        reverse_only: false,
        vector: false,
        forms: crate::signature::forms::Forms::ALL,
        maybe,
        columns: in_columns,
    })
}

/// What a result is made of, structures among it.
fn given(
    ty: &Type,
    float: &Ident,
    arguments: &[TokenStream],
    number: Option<&Ident>,
    scalar: &Ident,
) -> Option<(Given, Shape)> {
    if let Some(plain) = nests::given(ty, float, arguments) {
        return Some(plain);
    }
    if let Type::Tuple(t) = ty {
        let parts = t.elems.iter().map(|ty| given(ty, float, arguments, number, scalar));
        let (given, shapes) = parts.collect::<Option<Vec<_>>>()?.into_iter().unzip();
        return Some((Given::Tuple(given), Shape::Tuple(shapes)));
    }
    let parameter = arguments.iter().any(|a| a.to_string() == ty.to_token_stream().to_string());
    let shape = record(ty, number, scalar).filter(|_| !parameter)?;
    Some((Given::Plain(shape.clone()), shape))
}

fn has_nested(given: &Given) -> bool {
    match given {
        Given::Plain(_) => false,
        Given::Nested(_) | Given::Maybe(_) => true,
        Given::Tuple(parts) => parts.iter().any(has_nested),
    }
}

fn returnable(shape: &Shape) -> bool {
    match shape {
        Shape::Slice | Shape::SliceMut => false,
        Shape::Record(r) => r.by == By::Value,
        Shape::Tuple(shapes) => shapes.iter().all(returnable),
        _ => true,
    }
}

/// The scalar of a bound `Real` or `Real<f32>`.
fn real_bound(bounds: &syn::punctuated::Punctuated<TypeParamBound, syn::Token![+]>) -> Option<String> {
    bounds.iter().find_map(|b| {
        let TypeParamBound::Trait(b) = b else { return None };
        let last = b.path.segments.last()?;
        if last.ident != "Real" {
            return None;
        }
        let PathArguments::AngleBracketed(args) = &last.arguments else { return Some("f64".to_string()) };
        args.args.first().map(|a| a.to_token_stream().to_string())
    })
}

fn is(ty: &Type, name: &Ident) -> bool {
    matches!(ty, Type::Path(p) if p.qself.is_none() && p.path.is_ident(name))
}

fn mentions(ty: &Type, float: &Ident) -> bool {
    ty.to_token_stream().to_string().split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| *float == word)
}

/// Whether a type is a type parameter about which nothing is known.
fn generic_constant(generics: &syn::Generics, typed: &[Typed], ty: &Type) -> bool {
    let inside = |ty: &Type| generic_constant(generics, typed, ty);
    let made_of = |all: &[&Type]| {
        let is_constant = |ty: &&Type| inside(ty) || crate::around::plain_constant(ty);
        all.iter().any(|ty| inside(ty)) && all.iter().all(is_constant)
    };
    match ty {
        Type::Reference(r) => inside(&r.elem),
        Type::Slice(s) => inside(&s.elem),
        Type::Array(a) => inside(&a.elem),
        Type::Tuple(t) => made_of(&t.elems.iter().collect::<Vec<_>>()),
        ty => {
            let constant = |t: &syn::TypeParam| is(ty, &t.ident) && typed.iter().all(|own| own.name != t.ident);
            generics.type_params().any(constant) || crate::syntax::types::held_in(ty).is_some_and(|all| made_of(&all))
        }
    }
}

/// Whether a parameter is what a method is called on: its type says what it is.
pub fn is_receiver(name: &Ident) -> bool {
    RECEIVERS.iter().any(|receiver| name == receiver)
}

/// What an `Option` holds.
pub fn option(ty: &Type) -> Option<&Type> {
    let Type::Path(p) = ty else { return None };
    let last = p.path.segments.last().filter(|s| s.ident == "Option")?;
    let PathArguments::AngleBracketed(args) = &last.arguments else { return None };
    match args.args.first()? {
        GenericArgument::Type(inner) => Some(inner),
        _ => None,
    }
}

pub fn list_element(ty: &Type) -> Option<&Type> {
    let Type::Path(p) = ty else { return None };
    let last = p.path.segments.last().filter(|s| s.ident == "Vec")?;
    let PathArguments::AngleBracketed(args) = &last.arguments else { return None };
    match args.args.first()? {
        GenericArgument::Type(inner) => Some(inner),
        _ => None,
    }
}

/// The shape of a type made of floats.
pub fn shape(ty: &Type, float: &Ident) -> Option<Shape> {
    match ty {
        Type::Path(_) if is(ty, float) => Some(Shape::Scalar),
        Type::Path(p) => {
            let last = p.path.segments.last().filter(|s| s.ident == "Vec")?;
            let PathArguments::AngleBracketed(args) = &last.arguments else { return None };
            match args.args.first() {
                Some(GenericArgument::Type(t)) if is(t, float) => Some(Shape::Vec),
                _ => None,
            }
        }
        Type::Array(a) if is(&a.elem, float) => Some(Shape::Fixed(a.len.to_token_stream())),
        Type::Reference(r) => match &*r.elem {
            Type::Slice(s) if is(&s.elem, float) => {
                Some(if r.mutability.is_some() { Shape::SliceMut } else { Shape::Slice })
            }
            _ => None,
        },
        Type::Tuple(t) if t.elems.is_empty() => Some(Shape::Unit),
        Type::Tuple(t) => t.elems.iter().map(|t| shape(t, float)).collect::<Option<_>>().map(Shape::Tuple),
        Type::Paren(p) => shape(&p.elem, float),
        Type::Group(g) => shape(&g.elem, float),
        _ => None,
    }
}

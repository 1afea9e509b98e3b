//! The fields of structures and of variants that the source text has.

use super::arguments::{Arguments, Parameter, parameters};
use super::names::{key_of_name, read_type, type_key};
use super::namesakes::add;
use super::{AROUND, note};
use quote::ToTokens;
use std::collections::HashMap;
use syn::{Attribute, Fields, GenericParam, Generics, Ident, Member, PathArguments, Type, parse_quote};

/// What the text says of types.
#[derive(Debug, Default)]
pub(super) struct Types {
    /// Fields under `Type.field` and `Type::Variant.field`; none if there are several that differ.
    fields: HashMap<String, Option<Field>>,
    /// The variants of enums without parameters, each with its fields.
    variants: HashMap<String, Option<Vec<VariantOf>>>,
    /// Whether a type carries derivatives.
    carries: HashMap<String, Option<bool>>,
    /// Whether a type derives `Copy`, and what carries derivatives besides.
    copies: HashMap<String, Option<bool>>,
    /// Types that derive `Clone`; none where it is implemented by hand.
    clones: HashMap<String, Option<bool>>,
    /// Types that have methods without the attribute.
    unmarked: HashMap<String, Option<bool>>,
    /// Whether a type derives `Default`.
    defaults: HashMap<String, Option<bool>>,
    /// The parameters of types, as they are declared.
    generics: HashMap<String, Option<Vec<String>>>,
}

#[derive(Clone, Debug, PartialEq)]
struct Field {
    /// The parameters of the type.
    params: Vec<Parameter>,
    ty: String,
    constant: bool,
}

#[derive(Clone, Debug, PartialEq)]
struct VariantOf {
    name: String,
    /// The names of the fields, and their types.
    fields: Vec<(String, String)>,
}

impl Types {
    /// Notes the fields of a structure, or of a variant.
    pub(super) fn fields(&mut self, of: &str, generics: &Generics, fields: &Fields) {
        for (k, f) in fields.iter().enumerate() {
            let name = f.ident.as_ref().map_or_else(|| k.to_string(), ToString::to_string);
            let constant = f.attrs.iter().any(|a| a.path().is_ident("constant"));
            let field = Field { params: parameters(generics), ty: f.ty.to_token_stream().to_string(), constant };
            note(&mut self.fields, format!("{of}.{name}"), field);
        }
    }

    /// Notes a block of methods of a type, or what it has by a trait that the crate's own text calls.
    pub(super) fn methods(&mut self, block: &syn::ItemImpl, marked: bool) {
        const DERIVED: [&str; 11] =
            ["Clone", "Copy", "Debug", "Default", "Display", "Error", "Eq", "Hash", "Ord", "PartialEq", "PartialOrd"];
        let derived = block
            .trait_
            .as_ref()
            .and_then(|(_, of, _)| of.segments.last())
            .is_some_and(|last| DERIVED.iter().any(|name| last.ident == name));
        let plain = |item: &syn::ImplItem| match item {
            syn::ImplItem::Fn(f) => !marked || f.attrs.iter().any(|a| a.path().is_ident("constant")),
            _ => false,
        };
        if !derived
            && block.items.iter().any(plain)
            && let Some(of) = name(&block.self_ty)
        {
            note(&mut self.unmarked, of, true);
        }
    }

    /// Notes a type's parameters, and by what it derives whether it carries derivatives.
    pub(super) fn declared(&mut self, of: &str, attrs: &[Attribute], generics: &Generics) {
        let params = generics.params.iter().map(|p| p.to_token_stream().to_string());
        note(&mut self.generics, of.to_string(), params.collect());
        let words = |a: &Attribute| a.meta.to_token_stream().to_string();
        let derives = |name: &str| {
            let all = attrs.iter().filter(|a| a.path().is_ident("derive") || a.path().is_ident("cfg_attr"));
            all.map(words).any(|words| words.split(|c: char| !c.is_alphanumeric()).any(|word| word == name))
        };
        note(&mut self.carries, of.to_string(), derives("Differentiable"));
        note(&mut self.copies, of.to_string(), derives("Differentiable") && derives("Copy"));
        note(&mut self.defaults, of.to_string(), derives("Default"));
        if self.clones.get(of) != Some(&None) {
            // Attributes of other crates' derive it too.
            let said = says_clone(attrs);
            note(&mut self.clones, of.to_string(), said);
        }
    }

    /// Notes that a type has what a derive would give.
    pub(super) fn implements(&mut self, of: &Type) {
        if let Some(name) = name(of) {
            self.carries.insert(name, None);
        }
    }

    /// Notes that `Clone` is implemented by hand.
    pub(super) fn is_cloned(&mut self, of: &Type) {
        if let Some(name) = name(of) {
            self.clones.insert(name, None);
        }
    }

    /// Notes the variants of an enum, if all of them are there for certain.
    pub(super) fn variants(&mut self, key: &str, of: &syn::ItemEnum) {
        let certain = |v: &syn::Variant| !v.attrs.iter().any(|a| a.path().is_ident("cfg"));
        let all = of.generics.params.is_empty() && of.variants.iter().all(certain);
        let variant = |v: &syn::Variant| {
            let field = |(k, f): (usize, &syn::Field)| {
                let name = f.ident.as_ref().map_or_else(|| k.to_string(), ToString::to_string);
                (name, f.ty.to_token_stream().to_string())
            };
            VariantOf { name: v.ident.to_string(), fields: v.fields.iter().enumerate().map(field).collect() }
        };
        let variants = of.variants.iter().filter(|_| all).map(variant);
        note(&mut self.variants, key.to_owned(), variants.collect());
    }

    /// Adds what another text says.
    pub(super) fn add(&mut self, other: &Types) {
        add(&mut self.fields, &other.fields);
        add(&mut self.variants, &other.variants);
        add(&mut self.carries, &other.carries);
        add(&mut self.copies, &other.copies);
        add(&mut self.unmarked, &other.unmarked);
        add(&mut self.clones, &other.clones);
        add(&mut self.defaults, &other.defaults);
        add(&mut self.generics, &other.generics);
    }
}

pub(super) fn name(ty: &Type) -> Option<String> {
    match ty {
        Type::Path(p) if p.qself.is_none() => Some(super::aliases::declared_name(type_key(&p.path))),
        Type::Reference(r) => name(&r.elem),
        Type::Paren(p) => name(&p.elem),
        _ => None,
    }
}

fn field(of: &str, variant: Option<&Ident>, member: &Member) -> Option<Field> {
    let member = match member {
        Member::Named(name) => name.to_string(),
        Member::Unnamed(k) => k.index.to_string(),
    };
    let key = match variant {
        Some(variant) => format!("{of}::{variant}.{member}"),
        None => format!("{of}.{member}"),
    };
    AROUND.with_borrow(|a| a.look(|found| found.named.fields.get(&key), &key))
}

/// The types of all fields of a type of the text, and of its variants; nothing where one is not certain.
pub(super) fn types_in(of: &Type) -> Option<Vec<Type>> {
    Some(all_in(of)?.into_iter().map(|(ty, _)| ty).collect())
}

/// The same, with their marks as constants; a type that is on any number is one on `f64`.
pub(super) fn all_in(of: &Type) -> Option<Vec<(Type, bool)>> {
    all_of(&name(of)?)
}

fn all_of(name: &str) -> Option<Vec<(Type, bool)>> {
    let (field, variant) = (format!("{name}."), format!("{name}::"));
    let (fields, open) = AROUND.with_borrow(|around| {
        let texts = around.added.iter().chain([&around.all]);
        let fields = texts.flat_map(|found| &found.named.fields);
        let of_type = fields.filter(|(key, _)| key.starts_with(&field) || key.starts_with(&variant));
        let fields: Option<Vec<Field>> = of_type.map(|(_, field)| field.clone()).collect();
        (fields, around.look(|found| found.open.get(name), name) == Some(true))
    });
    let one = |Field { params, ty, constant }: Field| {
        let mut ty = read_type(&ty)?;
        if params.len() == 1 && open {
            let number: syn::AngleBracketedGenericArguments = parse_quote!(<f64>);
            Arguments::written(&params, &PathArguments::AngleBracketed(number))?.put(&mut ty);
        }
        Some((ty, constant))
    };
    fields?.into_iter().map(one).collect()
}

/// The types of the fields of a type of the text that are no constants.
pub fn active_fields(ty: &Type) -> Vec<Type> {
    let all = name(ty).and_then(|name| all_of(&name)).unwrap_or_default();
    all.into_iter().filter(|(_, constant)| !constant).map(|(ty, _)| ty).collect()
}

/// Whether a type of this name is in one of these types, or in what they hold.
pub fn is_held_by<'t>(name: &Ident, types: impl IntoIterator<Item = &'t Type>) -> bool {
    struct Names(Vec<Ident>);
    impl<'ast> front::visit::Visit<'ast> for Names {
        fn visit_path_segment(&mut self, s: &'ast syn::PathSegment) {
            if !self.0.contains(&s.ident) {
                self.0.push(s.ident.clone());
            }
            front::visit::visit_path_segment(self, s);
        }
    }
    let mut names = Names(vec![]);
    types.into_iter().for_each(|ty| front::visit::Visit::visit_type(&mut names, ty));
    let mut k = 0;
    while let Some(next) = names.0.get(k).cloned().filter(|next| next != name && next != "Self") {
        k += 1;
        for (ty, _) in all_of(&super::aliases::declared_name(key_of_name(&next))).unwrap_or_default() {
            front::visit::Visit::visit_type(&mut names, &ty);
        }
    }
    k < names.0.len()
}

/// Whether a field of a structure, or of a variant, has the mark of a constant.
pub fn is_marked(of: &Type, variant: Option<&Ident>, member: &Member) -> bool {
    name(of).and_then(|of| field(&of, variant, member)).is_some_and(|field| field.constant)
}

/// Whether the numbers in a type are `f32`, as its fields say.
pub fn is_single(of: &Ident) -> bool {
    let of = key_of_name(of);
    let (field, variant) = (format!("{of}."), format!("{of}::"));
    let own = |key: &String| key.starts_with(&field) || key.starts_with(&variant);
    let says = |number: &str| {
        AROUND.with_borrow(|around| {
            let all = around.added.iter().chain([&around.all]).flat_map(|found| &found.named.fields);
            let mut of_type = all.filter(|(key, _)| own(key)).filter_map(|(_, field)| field.as_ref());
            of_type.any(|field| field.ty.split(|c: char| !c.is_alphanumeric()).any(|word| word == number))
        })
    };
    says("f32") && !says("f64")
}

/// The parameters of a type, as they are declared.
pub fn parameters_of(of: &Ident) -> Vec<GenericParam> {
    let name = key_of_name(of);
    let all = AROUND.with_borrow(|around| around.look(|found| found.named.generics.get(&name), &name));
    all.unwrap_or_default().iter().filter_map(|p| syn::parse_str(p).ok()).collect()
}

/// What is said of structures that have no twin, as they own nothing.
pub const HOLDS_REFERENCES: &str = "a structure that holds references carries no derivatives: let it own what it \
                                           holds, or pass that beside it";

/// Whether a type of the text carries derivatives.
pub fn carries(ty: &Type) -> Option<bool> {
    let name = name(ty)?;
    AROUND.with_borrow(|around| around.look(|found| found.named.carries.get(&name), &name))
}

/// Whether a type of the text carries derivatives, and all of its methods have the attribute: constants of it may stand as
/// its twins.
pub fn is_marked_throughout(ty: &Type) -> bool {
    let Some(name) = name(ty) else { return false };
    let unmarked = AROUND.with_borrow(|around| around.look(|found| found.named.unmarked.get(&name), &name));
    carries(ty) == Some(true) && unmarked.is_none()
}

/// Whether a type of the text with derivatives has a map of what carries them.
pub fn any_holds_map() -> bool {
    let all: Vec<(String, String)> = AROUND.with_borrow(|around| {
        let texts = around.added.iter().chain([&around.all]);
        let fields = texts.flat_map(|found| &found.named.fields);
        let active = fields.filter_map(|(key, field)| Some((key, field.as_ref().filter(|f| !f.constant)?)));
        let maps = active.filter(|(_, field)| field.ty.contains("HashMap") || field.ty.contains("BTreeMap"));
        maps.map(|(key, field)| (key.clone(), field.ty.clone())).collect()
    });
    all.iter().any(|(key, ty)| {
        let of = key.split(['.', ':']).next().and_then(read_type);
        of.is_some_and(|of| carries(&of) == Some(true)) && read_type(ty).is_some_and(|ty| super::holds_map(&ty, None))
    })
}

/// Whether a type of the text with derivatives derives `Copy`, which its twin may then do.
pub fn copies(ty: &Type) -> bool {
    let Some(name) = name(ty) else { return false };
    AROUND.with_borrow(|around| around.look(|found| found.named.copies.get(&name), &name)).unwrap_or_default()
}

/// Whether a type of the text has no `Clone` for certain.
pub fn is_uncloned(ty: &Type) -> bool {
    let Some(name) = name(ty) else { return false };
    AROUND.with_borrow(|around| around.look(|found| found.named.clones.get(&name), &name)) == Some(false)
}

/// Whether an attribute may derive `Clone`.
pub fn says_clone(attrs: &[Attribute]) -> bool {
    let mut all = attrs.iter().filter(|a| !a.path().is_ident("doc")).map(|a| a.meta.to_token_stream().to_string());
    all.any(|text| text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == "Clone"))
}

/// Whether a type of the text derives `Default`.
pub fn has_default(of: &Ident) -> bool {
    let of = key_of_name(of);
    AROUND.with_borrow(|around| around.look(|found| found.named.defaults.get(&of), &of)).unwrap_or_default()
}

/// Fields with their types.
type Parts = Vec<(Member, Type)>;

/// The variants of an enum of the text that has no derivatives, each with its fields.
pub fn variants_of(ty: &Type) -> Option<Vec<(Ident, Parts)>> {
    let Type::Path(path) = ty else { return None };
    let of = name(ty).filter(|_| carries(ty) == Some(false))?;
    let variants = AROUND.with_borrow(|around| around.look(|found| found.named.variants.get(&of), &of))?;
    let span = path.path.segments.last()?.ident.span();
    let field = |(name, ty): &(String, String)| Some((syn::parse_str(name).ok()?, read_type(ty)?));
    let variant = |v: &VariantOf| {
        let fields: Option<Parts> = v.fields.iter().map(field).collect();
        Some((Ident::new(&v.name, span), fields?))
    };
    variants.iter().map(variant).collect()
}

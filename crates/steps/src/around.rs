//! What stands around a function: the types that its callees give, and types that have another name.
//!
//! An attribute sees its own item only. Where the source text is at hand, what other differentiable functions of it give
//! need not be guessed from the use of their results, and `type Vec3 = [f64; 3];` is known to be an array. What is not
//! found, or found twice with different types, is taken as without the text.

mod aliases;
mod arguments;
mod called;
mod constant;
pub mod expansion;
mod fields;
mod foreign;
mod functions;
mod holds;
mod homes;
mod lengths;
mod lent;
mod macros;
mod matrices;
mod names;
mod namesakes;
mod open;
mod read;
mod records;
mod takes;
mod transposed;
mod uses;

use crate::index::{Index, ItemKind, MacroRules, Position, ScopeId, Text};
use aliases::Named;
pub use aliases::{plain_type, plain_types};
pub use constant::plain_constant;
use fields::Types;
pub use fields::{
    HOLDS_REFERENCES, active_fields, any_holds_map, carries, copies, has_default, is_held_by, is_marked,
    is_marked_throughout, is_single, is_uncloned, parameters_of, says_clone, variants_of,
};
pub use foreign::{crate_without, is_foreign};
use front::visit::Visit;
use front::visit_mut::{self, VisitMut};
pub use functions::{function_at, function_from};
pub use holds::{counts_alone, holds_map, is_answer, is_choice, is_left_alone, unmarked};
use homes::Homes;
pub use homes::{home_of, seen_beside};
use lengths::Lengths;
pub use lent::{lent_inside, owned};
pub use macros::{Rules, rules_of};
pub use matrices::{is_matrix, is_of_linalg, uses_matrices};
pub use names::seen_from;
pub use open::{is_formless, is_marked_trait, is_open_function, is_over_formless};

use proc_macro2::Ident;
use quote::ToTokens;
pub use read::Known;
pub use records::is_record;
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use syn::{
    Attribute, Generics, ItemEnum, ItemFn, ItemImpl, ItemStruct, ItemTrait, ItemType, Path, ReturnType, Signature,
    Type, parse_quote,
};
use takes::Takes;
pub use takes::{functions_of, mentions_number, of_pointer};
pub use transposed::adjoints_are_transposed_tangents;
pub use uses::{Use, declares, occurrences, use_of};

/// What is known of the source text around an item.
#[derive(Debug, Default)]
pub struct Around {
    index: Rc<Index>,
    /// The texts of the crate, and all of them together.
    texts: Vec<Rc<Found>>,
    all: Rc<Found>,
    /// The text that the item stands in.
    own: Rc<Found>,
    own_text: Option<usize>,
    /// Where in it, if that is known.
    at: Option<Position>,
    /// Structures that closures become.
    added: Vec<Rc<Found>>,
    /// What was asked for before.
    keys: RefCell<HashMap<String, String>>,
    /// Whether these are all texts of the crate, and whether that is a program, of which other crates see nothing.
    whole: Option<Seen>,
    /// The module that the item's text is, by its name.
    module: Option<String>,
    /// Whether the item is expanded, and not only shown.
    expanded: bool,
}

/// What other crates see of one of which all texts are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seen {
    /// What is `pub`, as far as is known.
    Public,
    /// Nothing: it is a program.
    Nothing,
}

/// What is found in one source text. It is kept as text, as a compiler's tokens end with the expansion that they are of.
#[derive(Debug, Default)]
struct Found {
    /// What stands before the names of the scope that is read.
    within: String,
    /// What functions give, those of types under `Type::name`; none if there are several that differ.
    functions: HashMap<String, Option<String>>,
    /// What functions without derivatives give.
    others: HashMap<String, Option<String>>,
    /// What functions take that take functions; methods with a dot in front.
    takes: HashMap<String, Option<Takes>>,
    /// What types are made of by `From`; none if of several types.
    sources: HashMap<String, Option<String>>,
    /// Methods that a type has once, under `Type.name`; the numbers tell others of that name apart.
    once: HashMap<String, Option<usize>>,
    types: HashMap<String, Option<Named>>,
    named: Types,
    /// The names in the bodies of differentiable functions, of what they call, and in macros.
    mentioned: HashSet<String>,
    /// Whether names may be used here that do not show.
    strange: bool,
    /// Of all texts together: whether nothing gives adjoints of its own.
    transposed: bool,
    homes: Homes,
    /// The module that is read.
    scope: Option<ScopeId>,
    /// Whether a type is on any number, and so its own twin.
    open: HashMap<String, Option<bool>>,
    /// How many functions and types there are of a name.
    declared: HashMap<String, usize>,
    /// How many functions with derivatives there are under a key.
    given: HashMap<String, usize>,
}

/// What is said under keys; nothing where it differs.
type Names<X> = HashMap<String, Option<X>>;

thread_local! {
    static AROUND: RefCell<Around> = RefCell::default();
}

impl Around {
    /// An item of a crate.
    pub fn new(known: &Known) -> Around {
        let (index, texts, all) = (known.index.clone(), known.texts.clone(), known.all.clone());
        Around { index, texts, all, ..Around::default() }
    }

    /// The same, where the item stands in a file, at a line and a column that count from one.
    pub fn at_file(self, file: &std::path::Path, line: usize, column: usize) -> Around {
        match self.index.text_at(file) {
            Some(text) => self.at(text, line, column),
            None => self,
        }
    }

    /// The same, in one of the crate's texts.
    pub fn at(self, text: usize, line: usize, column: usize) -> Around {
        let at = self.index.position(text, line, column);
        self.within_text(text, at)
    }

    /// The same, where the crate has an item of these tokens; nothing where there is none.
    pub fn at_item(self, item: &str) -> Option<Around> {
        let id = self.index.find(item)?;
        let (text, at) = (self.index.scope(id.scope).text, self.index.position_of(id));
        Some(self.within_text(text, Some(at)))
    }

    /// The file that the item stands in.
    pub fn file(&self) -> Option<&std::path::Path> {
        self.own_text()?.path.as_deref()
    }

    /// The same, anywhere in one of the crate's texts.
    pub fn anywhere_in(self, text: usize) -> Around {
        self.within_text(text, None)
    }

    fn within_text(self, text: usize, at: Option<Position>) -> Around {
        let own = self.texts.get(text).cloned().unwrap_or_default();
        Around { own, own_text: Some(text), at, ..self }
    }

    /// The same, where the texts are all of the crate: what nothing in them asks for need not be generated.
    pub fn whole(self, seen: Seen) -> Around {
        let whole = self.index.is_whole().then_some(seen);
        Around { whole, ..self }
    }

    /// The same, where the item's text is a module of this name.
    pub fn module(self, name: String) -> Around {
        Around { module: Some(name), ..self }
    }

    /// The module that the item stands in, where that is known; what is only shown to people stands at the top of its
    /// text.
    pub(super) fn here(&self) -> Option<ScopeId> {
        let top = || {
            let own = self.own_text.filter(|_| !self.expanded)?;
            self.index.scopes().find(|(_, scope)| scope.text == own).map(|(id, _)| id)
        };
        match &self.at {
            Some(at) => Some(at.scope).filter(|_| !at.in_rules),
            None => top(),
        }
    }

    /// Runs `expand`, with this known.
    pub fn within<R>(self, expand: impl FnOnce() -> R) -> R {
        let before = AROUND.replace(self);
        let result = expand();
        AROUND.set(before);
        result
    }

    /// The items of the crate, and where in it the item at hand stands; none where that is not known.
    ///
    /// What a macro makes stands where the one macro is that makes something of its name. Else it is read where the rules
    /// stand, or at the root, and names are sure only if nothing else of the crate has them: the flag says so.
    pub fn program(name: &Ident) -> (front::program::Program, front::program::Scope, bool) {
        let program = Around::program_alone();
        declare_rows(&program);
        let (here, rules) = AROUND.with_borrow(|around| {
            let rules = around.at.as_ref().and_then(|at| Some(crate::index::ItemId { scope: at.scope, at: at.item? }));
            (around.here(), rules)
        });
        if let Some(here) = here {
            let scope = program.scope(here);
            return (program, scope, false);
        }
        if let (Some(_), Some(scope)) = (rules, program.scope_of_made(&name.to_string(), false, rules)) {
            return (program, scope, false);
        }
        let scope = program.scope(rules.map_or(ScopeId::ROOT, |rules| rules.scope));
        (program, scope, true)
    }

    /// The table of items, seen from nowhere.
    pub fn program_alone() -> front::program::Program {
        let index = AROUND.with_borrow(|around| around.index.clone());
        let none = index.scopes().next().is_none();
        front::program::Program::new(if none { Rc::new(Index::of_texts(&[""])) } else { index })
    }

    /// Whether any text says so.
    fn any(&self, says: impl Fn(&Found) -> bool) -> bool {
        self.added.iter().chain([&self.all]).any(|found| says(found))
    }

    /// The item's own text, if it is known.
    fn own_text(&self) -> Option<&Text> {
        self.own_text.map(|text| &*self.index.texts()[text])
    }
}

impl Found {
    fn gives(&mut self, sig: &Signature, of: Option<&Type>, around: &Generics) {
        let mut ty = match &sig.output {
            ReturnType::Default => parse_quote!(()),
            ReturnType::Type(_, ty) => (**ty).clone(),
        };
        crate::around::owned(&mut ty);
        if let Some(of) = of {
            Replace { name: "Self".to_owned(), by: of.clone() }.visit_type_mut(&mut ty);
        }
        // Lengths that are the callee's own cannot be named where it is called.
        for p in sig.generics.const_params() {
            Lengths { name: p.ident.to_string(), by: parse_quote!(_) }.visit_type_mut(&mut ty);
        }
        if let Some(number) = number(&sig.generics).or_else(|| number(around)) {
            Replace { name: number, by: parse_quote!(f64) }.visit_type_mut(&mut ty);
        }
        let (name, ty) = (sig.ident.to_string(), ty.to_token_stream().to_string());
        let key = match of.and_then(fields::name) {
            Some(of) if sig.receiver().is_some() => format!("{of}.{name}"),
            Some(of) => format!("{of}::{name}"),
            None => self.key(&sig.ident),
        };
        *self.given.entry(key).or_default() += 1;
        match of {
            _ if sig.receiver().is_some() => {
                takes::read(&mut self.takes, format!(".{name}"), sig);
                if let Some(of) = of.and_then(fields::name) {
                    takes::read(&mut self.takes, format!("{of}.{name}"), sig);
                    let number = self.once.len();
                    note(&mut self.once, format!("{of}.{name}"), number);
                }
            }
            Some(Type::Path(p)) => {
                let last = fields::name(&Type::Path(p.clone())).unwrap_or_default();
                takes::read(&mut self.takes, format!("{last}::{name}"), sig);
                note(&mut self.functions, format!("{last}::{name}"), ty);
            }
            _ => {
                let key = self.key(&sig.ident);
                takes::read(&mut self.takes, key.clone(), sig);
                note(&mut self.functions, key, ty);
            }
        }
    }
}

impl Found {
    /// What is known of a function without derivatives of a type.
    fn gives_ordinary(&mut self, sig: &Signature, of: &str, self_ty: &Type) {
        let name = &sig.ident;
        if sig.receiver().is_none()
            && let ReturnType::Type(_, ty) = &sig.output
        {
            let mut ty = (**ty).clone();
            Replace { name: "Self".to_owned(), by: self_ty.clone() }.visit_type_mut(&mut ty);
            note(&mut self.others, format!("{of}::{name}"), ty.to_token_stream().to_string());
        }
    }
}

/// Notes what a name stands for; nothing if it stands for several.
fn note<X: PartialEq>(map: &mut HashMap<String, Option<X>>, name: String, x: X) {
    map.entry(name).and_modify(|old| *old = old.take().filter(|old| *old == x)).or_insert(Some(x));
}

impl<'ast> Visit<'ast> for Found {
    fn visit_item_fn(&mut self, f: &'ast ItemFn) {
        let key = self.key(&f.sig.ident);
        *self.declared.entry(key.clone()).or_default() += 1;
        if is_ours(&f.attrs) {
            self.gives(&f.sig, None, &Generics::default());
        } else if let ReturnType::Type(_, ty) = &f.sig.output {
            note(&mut self.others, key, ty.to_token_stream().to_string());
        }
    }

    fn visit_item_impl(&mut self, block: &'ast ItemImpl) {
        if block
            .trait_
            .as_ref()
            .is_some_and(|(_, of, _)| of.segments.last().is_some_and(|s| s.ident == "Differentiable"))
        {
            self.named.implements(&block.self_ty);
        }
        if block.trait_.as_ref().is_some_and(|(_, of, _)| of.segments.last().is_some_and(|s| s.ident == "Clone")) {
            self.named.is_cloned(&block.self_ty);
        }
        self.named.methods(block, is_ours(&block.attrs));
        if is_ours(&block.attrs) {
            if let (Some((_, of, _)), Some(name)) = (&block.trait_, fields::name(&block.self_ty))
                && of.segments.last().is_some_and(|s| s.ident == "From")
            {
                note(&mut self.sources, name, of.to_token_stream().to_string());
            }
            for item in &block.items {
                if let syn::ImplItem::Fn(f) = item {
                    self.gives(&f.sig, Some(&block.self_ty), &block.generics);
                }
            }
        } else if let Some(of) = fields::name(&block.self_ty) {
            for item in &block.items {
                if let syn::ImplItem::Fn(f) = item {
                    self.gives_ordinary(&f.sig, &of, &block.self_ty);
                }
            }
        }
    }

    fn visit_item_trait(&mut self, of: &'ast ItemTrait) {
        if is_ours(&of.attrs) {
            for item in &of.items {
                if let syn::TraitItem::Fn(f) = item {
                    self.gives(&f.sig, None, &of.generics);
                }
            }
        }
    }

    fn visit_item_type(&mut self, t: &'ast ItemType) {
        let key = self.key(&t.ident);
        aliases::read(&mut self.types, key, t);
    }

    fn visit_item_struct(&mut self, s: &'ast ItemStruct) {
        let key = self.key(&s.ident);
        *self.declared.entry(key.clone()).or_default() += 1;
        self.types.insert(key.clone(), None);
        note(&mut self.open, key.clone(), open(&s.generics, s.fields.iter()));
        self.named.declared(&key, &s.attrs, &s.generics);
        self.named.fields(&key, &s.generics, &s.fields);
    }

    fn visit_item_enum(&mut self, e: &'ast ItemEnum) {
        let key = self.key(&e.ident);
        *self.declared.entry(key.clone()).or_default() += 1;
        self.types.insert(key.clone(), None);
        let fields = e.variants.iter().flat_map(|v| v.fields.iter());
        note(&mut self.open, key.clone(), open(&e.generics, fields));
        self.named.declared(&key, &e.attrs, &e.generics);
        self.named.variants(&key, e);
        for v in &e.variants {
            self.named.fields(&format!("{key}::{}", v.ident), &e.generics, &v.fields);
        }
    }
}

/// Whether a block says how values are added up, or multiplied.
fn is_sum(block: &ItemImpl) -> bool {
    let of = block.trait_.as_ref().and_then(|(_, of, _)| of.segments.last());
    of.is_some_and(|s| s.ident == "Sum" || s.ident == "Product")
}

/// Adds a structure that a closure becomes to what is known.
pub fn add(mut s: ItemStruct) {
    let mut found = Found::default();
    names::qualify_here(&mut s);
    found.visit_item_struct(&s);
    AROUND.with_borrow_mut(|around| {
        around.keys.borrow_mut().clear();
        around.added.push(Rc::new(found));
    });
}

/// A text of the crate.
pub struct Searched {
    /// What it says.
    pub text: Rc<Text>,
    found: Rc<Found>,
}

impl Searched {
    /// Whether names may be used in it that do not show.
    pub fn is_strange(&self) -> bool {
        self.found.strange
    }

    /// What the rules of its macros make of what they are given.
    pub fn rules(&self) -> &HashMap<String, MacroRules> {
        &self.text.facts().rules
    }
}

/// A function without what is configured out.
pub fn configured(f: &syn::ItemFn) -> syn::ItemFn {
    let mut f = f.clone();
    AROUND.with_borrow(|around| front::configured::configure(&mut f.block, around.index.cfg()));
    f
}

/// All texts of the crate, if they are known, and whether other crates see what is public.
pub fn whole_crate() -> Option<(Vec<Searched>, bool)> {
    AROUND.with_borrow(|around| {
        let open = around.whole? != Seen::Nothing;
        let all = around.index.texts().iter().zip(&around.texts);
        Some((all.map(|(text, found)| Searched { text: text.clone(), found: found.clone() }).collect(), open))
    })
}

/// Whether a differentiable function of the crate may call one of this name.
pub fn is_called(name: &str) -> bool {
    AROUND.with_borrow(|around| around.all.mentioned.contains(name))
}

/// Whether a type with these fields is on any number: its one parameter stands for it.
fn open<'f>(generics: &Generics, mut fields: impl Iterator<Item = &'f syn::Field>) -> bool {
    let constant = |f: &syn::Field| f.attrs.iter().any(|a| a.path().is_ident("constant"));
    let plain =
        |f: &syn::Field| crate::syntax::types::mentions(&f.ty, "f64") || crate::syntax::types::mentions(&f.ty, "f32");
    let alone = generics.params.len() == 1 && generics.type_params().all(|t| t.bounds.is_empty());
    alone && generics.type_params().next().is_some() && !fields.any(|f| !constant(f) && plain(f))
}

fn is_ours(attrs: &[Attribute]) -> bool {
    attrs.iter().any(|a| a.path().segments.last().is_some_and(|s| s.ident == "differentiable"))
}

/// The parameter that stands for the number.
fn number(generics: &Generics) -> Option<String> {
    let real = |t: &&syn::TypeParam| {
        let bound = |b: &syn::TypeParamBound| match b {
            syn::TypeParamBound::Trait(b) => {
                b.path.segments.last().is_some_and(|s| s.ident == "Real" || s.ident == "Number")
            }
            _ => false,
        };
        t.bounds.iter().any(bound)
    };
    generics.type_params().find(real).map(|t| t.ident.to_string())
}

/// Puts a type in place of a name.
struct Replace {
    name: String,
    by: Type,
}

impl VisitMut for Replace {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        match ty {
            Type::Path(p) if p.qself.is_none() && p.path.is_ident(&self.name) => *ty = self.by.clone(),
            ty => visit_mut::visit_type_mut(self, ty),
        }
    }
}

/// Notes that an item is expanded.
pub fn begin() {
    AROUND.with_borrow_mut(|around| around.expanded = true);
}

/// The word for the block that the item stands in, if it is one of an `impl` or of a trait.
pub fn block_around() -> Option<&'static str> {
    AROUND.with_borrow(|around| {
        let at = around.at.as_ref()?;
        match around.index.scope(at.scope).items[at.item?].kind {
            ItemKind::Impl => Some("impl"),
            ItemKind::Trait => Some("trait"),
            _ => None,
        }
    })
}

/// Whether a function has no derivatives.
fn is_ordinary(name: &str) -> bool {
    AROUND.with_borrow(|around| {
        around.any(|f| f.others.contains_key(name)) && !around.any(|f| f.functions.contains_key(name))
    })
}

/// The name under which a function is found.
fn name_of(path: &Path) -> Option<String> {
    let n = path.segments.len();
    let name = &path.segments.last()?.ident;
    let of = path.segments.iter().nth(n.wrapping_sub(2));
    if of.is_none_or(|of| !of.ident.to_string().starts_with(char::is_uppercase)) {
        return Some(names::function_key(path));
    }
    let mut of = path.clone();
    of.segments.pop();
    of.segments.pop_punct();
    Some(format!("{}::{name}", aliases::declared_name(names::type_key(&of))))
}

/// Whether a type has one method of a name.
pub fn has_once(of: &Ident, name: &Ident) -> bool {
    let name = format!("{}.{name}", names::key_of_name(of));
    AROUND.with_borrow(|around| around.look(|found| found.once.get(&name), &name)).is_some()
}

/// Whether a type is made of values of several types by `From`.
pub fn has_several_sources(of: &Ident) -> bool {
    let name = names::key_of_name(of);
    AROUND.with_borrow(|around| around.any(|found| found.sources.get(&name) == Some(&None)))
}

/// Whether a structure, an enum or another name for a type is called so.
pub fn is_type(name: &str) -> bool {
    let Ok(name) = syn::parse_str::<Ident>(name) else { return false };
    let key = names::key_of_name(&name);
    AROUND.with_borrow(|around| around.any(|found| found.types.contains_key(&key)))
}

/// Whether a name is that of a function of the texts, and not of a type.
pub fn is_function(name: &str) -> bool {
    let Ok(path) = syn::parse_str::<Path>(name) else { return false };
    let key = names::function_key(&path);
    let found =
        AROUND.with_borrow(|around| around.any(|f| f.functions.contains_key(&key) || f.others.contains_key(&key)));
    found && !is_type(name)
}

/// Whether a type is known to be on any number.
pub fn is_open(path: &Path) -> bool {
    let name = names::type_key(path);
    AROUND.with_borrow(|around| around.look(|found| found.open.get(&name), &name)).unwrap_or_default()
}

/// Names the functions of the table for a program.
fn declare_rows(program: &front::program::Program) {
    let all = rules::ROWS.iter().map(|row| {
        let method = row.kind != rules::Kind::Function;
        front::program::Elementary { name: row.name, numbers: row.arity, integer: row.family, method }
    });
    program.set_elementary(&all.collect::<Vec<_>>());
}

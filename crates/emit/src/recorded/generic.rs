//! The text of a function that is generic over the number, written from its types.
//!
//! The functions, types and traits of the crate that it reaches are repeated beside it: a function, a type or a trait with
//! floats gets the number as a parameter, all else stays the crate's own. Bodies are written from what inference knows of
//! them, so that each literal, cast and constant that is a float becomes a number. At the border, values of the
//! crate's types are carried over, and back.

mod body;
mod border;
mod calls;
mod derives;
mod elsewhere;
mod expressions;
mod facts;
mod functions;
mod items;
mod lives;
mod made;
mod maps;
mod matrices;
mod patterns;
mod reach;
mod types;

use super::head::{Source, as_it_is, head};
use crate::around::Around;
use crate::signature::Signature;
use border::Carried;
use front::items::{AdtId, FnId, ImplId, ItemId, Origin, TraitId};
use front::program::Program;
use front::ty::Ty;
use front::typed::{Closures, Typed};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};
use syn::{Error, Item, ItemFn, Lifetime, Pat, Result, parse_quote};

/// So many functions are repeated.
const MOST: usize = 400;

/// What is repeated, and what is still to be.
struct Repeat<'s> {
    program: Program,
    /// The function at hand.
    root: FnId,
    sig: &'s Signature,
    /// The name of the number in all that is repeated.
    number: Ident,
    /// How long the number lives.
    life: Lifetime,
    closures: RefCell<Closures>,
    reached: RefCell<Reached>,
    /// Whether numbers are written into texts, and whether numbers are read from texts.
    texts: Cell<(bool, bool)>,
    /// Whether what is handed in has a `HashMap` in it.
    hashed: bool,
    /// Whether it is not known where in the crate the function at hand stands.
    anywhere: bool,
}

/// What was met.
#[derive(Default)]
struct Reached {
    names: HashMap<ItemId, Ident>,
    taken: HashSet<String>,
    functions: Vec<FnId>,
    adts: Vec<AdtId>,
    traits: Vec<TraitId>,
    impls: Vec<ImplId>,
    /// Methods that belong to no trait, with their implementations.
    methods: Vec<(ImplId, FnId)>,
    carried: Vec<Carried>,
}

#[cfg(feature = "show")]
thread_local! {
    /// Why the functions that were met since this was asked last were not written from their types, if they were not.
    static WAYS: RefCell<Vec<(String, Option<String>)>> = const { RefCell::new(vec![]) };
}

/// The functions that were to be recorded since this was asked last, with the reasons of those that are not written from
/// their types.
#[cfg(feature = "show")]
pub fn ways() -> Vec<(String, Option<String>)> {
    WAYS.take()
}

/// Rewrites a function, of which `simple` is the form that gives back what it changes.
///
/// # Errors
/// At what is not known, or has no meaning over another number.
pub fn source(as_written: &ItemFn, text: &ItemFn, simple: &ItemFn, sig: &Signature) -> Result<Source> {
    let source = written(as_written, text, simple, sig);
    #[cfg(feature = "show")]
    WAYS.with_borrow_mut(|ways| {
        ways.push((sig.name.to_string(), source.as_ref().err().map(ToString::to_string)));
    });
    source
}

fn written(as_written: &ItemFn, text: &ItemFn, simple: &ItemFn, sig: &Signature) -> Result<Source> {
    if sig.generic {
        return as_it_is(as_written, text, simple, sig);
    }
    let mut source = head(as_written, text, simple, sig)?;
    // What a pattern takes apart, the repeated function does.
    for (k, param) in source.params.iter_mut().enumerate() {
        if !matches!(&param.pat, Pat::Ident(p) if p.subpat.is_none() && p.by_ref.is_none()) {
            let name = format_ident!("param{k}__");
            param.pat = parse_quote!(#name);
        }
    }
    let (program, scope, anywhere) = Around::program(&sig.name);
    let as_written = &crate::signature::normal::of_numbers_and_lists(as_written);
    let f = program.define(&scope, as_written);
    let mut repeat = Repeat {
        program,
        root: f,
        sig,
        number: format_ident!("Number__"),
        life: Lifetime::new("'number__", Span::call_site()),
        closures: RefCell::default(),
        reached: RefCell::default(),
        texts: Cell::default(),
        hashed: false,
        anywhere,
    };
    repeat.hashed = repeat.is_handed_hashed(f, &as_written.sig);
    let mut body = repeat.called_with(f, text, &source)?;
    // An object lives as long as the numbers that it may hold, which those that ask only whether it is there need not know.
    if let Ty::Adt(_, args) = &repeat.program.func(f).ret
        && let [_, error] = args.as_slice()
        && error.has(&|ty| matches!(ty, Ty::Dyn(..)) || matches!(ty, Ty::Opaque(text) if text.contains("dyn ")))
        && let Some(given) = crate::syntax::types::argument_of(&source.ret, &["Result"])
    {
        source.ret = parse_quote!(::core::result::Result<#given, ()>);
        body = quote!({ #body }.map_err(|_| ()));
    }
    let items = repeat.items()?;
    // What is read may be what was written, which carried a derivative.
    if repeat.texts.get() == (true, true) {
        return Err(Error::new(sig.name.span(), "numbers that go through a text"));
    }
    // The function at hand has a name of its own for it.
    let body = crate::ir::replace_by(body, &repeat.number, &sig.number.to_token_stream());
    source.body = parse_quote!({ #(#items)* #body });
    Ok(source)
}

impl Repeat<'_> {
    /// All that is reached, as items.
    fn items(&self) -> Result<Vec<Item>> {
        let mut items = vec![];
        let mut done = [0; 5];
        // Each may lead to more of all kinds.
        loop {
            let before = done;
            while let Some(f) = self.next(&mut done[0], |r| &r.functions) {
                items.push(self.function(f)?);
            }
            while let Some((of, f)) = self.next(&mut done[1], |r| &r.methods) {
                items.extend(self.method(of, f)?);
            }
            while let Some(adt) = self.next(&mut done[2], |r| &r.adts) {
                items.extend(self.adt(adt)?);
                self.reach_impls_of(adt);
            }
            while let Some(of) = self.next(&mut done[3], |r| &r.traits) {
                items.push(self.trait_item(of)?);
                self.reach_impls_of_trait(of)?;
            }
            while let Some(of) = self.next(&mut done[4], |r| &r.impls) {
                items.extend(self.impl_of_trait(of)?);
            }
            if done[0] > MOST {
                return Err(self.error(Span::call_site(), "too many functions"));
            }
            if done == before {
                break;
            }
        }
        let mut at = 0;
        while let Some(of) = self.next(&mut at, |r| &r.carried) {
            items.extend(self.carrier(&of)?);
        }
        if self.reached.borrow().adts.len() > done[2] {
            return Err(self.error(Span::call_site(), "a type that is met at the border alone"));
        }
        Ok(items)
    }

    fn next<X: Clone>(&self, at: &mut usize, of: impl Fn(&Reached) -> &Vec<X>) -> Option<X> {
        let next = of(&self.reached.borrow()).get(*at).cloned()?;
        *at += 1;
        Some(next)
    }

    /// The name under which an item is repeated; it will be.
    fn name_of(&self, id: ItemId, name: &str) -> Ident {
        let reached = &mut *self.reached.borrow_mut();
        if let Some(known) = reached.names.get(&id) {
            return known.clone();
        }
        let mut name = format!("__{name}");
        while !reached.taken.insert(name.clone()) {
            name.push('_');
        }
        let name = format_ident!("{name}");
        reached.names.insert(id, name.clone());
        match id {
            ItemId::Fn(f) => reached.functions.push(f),
            ItemId::Adt(adt) => reached.adts.push(adt),
            ItemId::Trait(of) => reached.traits.push(of),
            ItemId::Const(_) => {}
        }
        name
    }

    fn adt_name(&self, adt: AdtId) -> Ident {
        self.name_of(ItemId::Adt(adt), &self.program.adt(adt).name.clone())
    }

    fn trait_name(&self, of: TraitId) -> Ident {
        self.name_of(ItemId::Trait(of), &self.program.trait_def(of).name.clone())
    }

    fn function_name(&self, f: FnId) -> Ident {
        self.name_of(ItemId::Fn(f), &self.program.func(f).name.clone())
    }

    /// The body of a function with its types, for any arguments.
    fn typed(&self, f: FnId) -> Result<Typed> {
        let args = self.program.own_args(f);
        let typed = front::infer::infer(&self.program, &mut self.closures.borrow_mut(), f, &args);
        let first = |all: &[front::typed::Diagnostic]| match all.first() {
            Some(d) => self.error(d.span, &d.message),
            None => self.error(Span::call_site(), "types that are not known"),
        };
        let typed = typed.map_err(|all| first(&all))?;
        if let Some(name) = typed.ambiguous_name(&self.program).filter(|_| self.anywhere) {
            let message = format!("`{name}`, in what a macro writes, may be one of several items");
            return Err(self.error(Span::call_site(), &message));
        }
        match typed.unknown.first() {
            Some(d) if !is_left(&d.message) => Err(first(&typed.unknown)),
            _ => Ok(typed),
        }
    }

    /// Whether an item of this origin may be repeated.
    fn is_own(&self, origin: Origin) -> bool {
        matches!(origin, Origin::Crate | Origin::Body)
    }

    fn error(&self, at: Span, message: &str) -> Error {
        Error::new(at, message)
    }
}

/// Whether the compiler will know what is not known: what a variable is, or what a container or an iterator has, which it has
/// whatever its elements are.
fn is_left(message: &str) -> bool {
    let parts: Vec<&str> = message.split('`').collect();
    match parts.as_slice() {
        ["the method ", _, " of ", of, " is not known here"] => of.contains(['<', '[']),
        ["the type of ", _, " is not known here: write it"] => true,
        _ => false,
    }
}

/// What is written, which has been parsed before in other parts.
fn parsed<X: syn::parse::Parse>(tokens: TokenStream) -> Result<X> {
    syn::parse2(tokens)
}

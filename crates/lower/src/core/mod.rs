//! From a typed body to steps: everything that the prelude, closures and types can take apart is taken apart here.
//!
//! ```text
//! hir, typed -> places and values (expr, value) -> steps (build, lists, join, control)
//! ```
//!
//! An expression is evaluated to a [`value::Value`], a tree of named scalars and columns of memory. A variable holds such
//! a tree, a place is a variable or an element with a path. Functions of the prelude and closures are inlined where they
//! are called, each with locals of its own.

mod assumptions;
mod build;
mod calls;
mod control;
mod expr;
mod frame;
mod items;
mod join;
mod lists;
mod parameters;
mod paths;
mod result;
mod structures;
mod type_names;
mod value;

use crate::ir::lowered::{Leaf, Lowered};
use crate::ir::{Arr, Array, Atom, Block, Frame as FrameId, Program as Steps, Step, Val};
use crate::signature::Signature;
use crate::signature::options::{Options, Wanted};
use assumptions::Holds;
pub use calls::outlining::{LONGEST, TAKES_MINUTES, too_long};
use front::items::FnId;
use front::program::Program;
use front::ty::Ty;
use front::typed::{Closures, Typed};
use proc_macro2::{Span, TokenStream};
use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use value::{Value, Var};

/// What is said of a function without derivatives that is called with what carries one.
pub const NOT_MARKED: &str = "has no derivative: put #[differentiable] on";

/// What is said of a function that a structure holds.
pub const OF_A_FIELD: &str =
    "a function in a field has no derivative: take it as a parameter, `f: impl Fn(f64) -> f64`, or make it an enum";

/// What is said where values stand in a list, or may be missing, of which only the bounds of their type are known.
pub const OF_OPEN_TYPE: &str = "a list of values of a type that the callers alone know";

/// Why a function is not lowered here.
#[derive(Clone, Debug)]
pub(crate) struct Refusal {
    why: String,
    at: Option<Span>,
    /// Whether a list was held to keep its length, or rows to be of one length, that do not.
    uneven: bool,
    /// Whether parts of a structure were asked for that are private to another module.
    hidden: bool,
    /// Whether its types do not fit for certain, so that it compiles in no form.
    wrong: bool,
    /// Whether references in a list were held to lead into one constant list, which may be why.
    scattered: bool,
    /// Whether a function without the attribute that is given constants alone was written out.
    constants: bool,
    /// Whether it was left because it is far too long.
    long: bool,
}

/// An error, and whether the function compiles in no form because of it.
pub struct Refused {
    pub error: syn::Error,
    pub wrong: bool,
}

impl From<syn::Error> for Refused {
    fn from(error: syn::Error) -> Refused {
        Refused { error, wrong: false }
    }
}

impl Refusal {
    /// The reason, and where it stands.
    #[cfg(feature = "show")]
    fn told(&self) -> String {
        let at = self.at.map(|span| span.start()).filter(|at| at.line > 0);
        match at {
            Some(at) => format!("{} (line {})", self.why, at.line),
            None => self.why.clone(),
        }
    }

    /// The reason as an error where it stands.
    fn error(self, sig: &Signature) -> syn::Error {
        syn::Error::new(self.at.unwrap_or(sig.name.span()), self.why)
    }

    fn new(why: impl Into<String>) -> Refusal {
        Refusal {
            why: why.into(),
            at: None,
            uneven: false,
            hidden: false,
            wrong: false,
            scattered: false,
            constants: false,
            long: false,
        }
    }
}

fn refuse<X>(why: impl Into<String>) -> Result<X, Refusal> {
    Err(Refusal::new(why))
}

/// A list does not keep its length, or rows are not of one length.
fn uneven<X>(why: impl Into<String>) -> Result<X, Refusal> {
    Err(Refusal { uneven: true, ..Refusal::new(why) })
}

/// A field of a type is private to another module.
fn hidden<X>(of: &str, field: &str) -> Result<X, Refusal> {
    let why = format!(
        "the field `{field}` of `{of}` is private to another module: make it `pub(crate)`, or put #[differentiable] on \
         the `impl` there of the method that reads it"
    );
    Err(Refusal { hidden: true, ..Refusal::new(why) })
}

/// What the attributes of the loop that comes next say.
#[derive(Default)]
struct Mark {
    checkpoint: Option<crate::ir::Checkpoint>,
    keep: Option<crate::syntax::marks::Keep>,
    independent: Option<crate::syntax::marks::Independent>,
}

impl Mark {
    fn is_set(&self) -> bool {
        self.checkpoint.is_some() || self.keep.is_some() || self.independent.is_some()
    }

    fn parts(
        &self,
    ) -> (Option<crate::ir::Checkpoint>, Option<crate::syntax::marks::Keep>, Option<crate::syntax::marks::Independent>)
    {
        (self.checkpoint.clone(), self.keep, self.independent.clone())
    }
}

/// A function that is being lowered.
struct Builder<'a> {
    program: &'a Program,
    closures: &'a mut Closures,
    /// Bodies with types, by the function and its arguments.
    typed: HashMap<(FnId, Vec<Ty>), Rc<Typed>>,
    // What is made.
    values: Vec<crate::ir::Value>,
    arrays: Vec<Array>,
    parents: Vec<FrameId>,
    blocks: usize,
    calls: usize,
    frame: FrameId,
    block: usize,
    out: Vec<Step>,
    names: HashSet<Rc<str>>,
    numbered: HashMap<Rc<str>, usize>,
    /// Values and arrays without a name of the user's.
    temporaries: HashSet<Val>,
    /// Whether there are integers that are bits of numbers with derivatives.
    bits: bool,
    unnamed: HashSet<Arr>,
    /// Numbers that carry no derivative for certain.
    constants: HashSet<Val>,
    /// Numbers with derivatives as texts show them, without: such a text differs each time, and is not kept.
    shown: HashSet<Val>,
    // What is known at the moment.
    env: Vec<Value>,
    env_names: Vec<Rc<str>>,
    /// Choices between lists around what is lowered.
    splits: usize,
    given: Vec<join::borrow_choice::Given>,
    /// Elements whose value is known: index and value.
    known: HashMap<Arr, Vec<(Atom, Atom)>>,
    forwarding: bool,
    /// Whether lists are held to keep their lengths, and the rows of a list to be of one length.
    even: bool,
    /// Whether structures with parts that are not seen here stay whole, and functions of them are called.
    closed: bool,
    /// Whether references in lists are held to lead into one constant list.
    indexed: bool,
    /// Whether there was such a list.
    has_indices: Rc<Cell<bool>>,
    /// Whether functions without the attribute that are given constants alone are written out where they can be.
    written_out: bool,
    /// Whether there was such a function.
    of_constants: Rc<Cell<bool>>,
    /// Whether functions give another value each time, as far as that was asked.
    certain: RefCell<HashMap<FnId, bool>>,
    /// How many rows an array of rows of one length holds, by the first array.
    row_counts: HashMap<Arr, Atom>,
    growing: Vec<lists::Growing>,
    /// How many arrays there were before a block.
    arrays_before: HashMap<usize, usize>,
    /// Lists that are fields of parameters.
    aliases: HashMap<(Val, String), Arr>,
    /// The values before this one are parameters.
    params: Val,
    /// Functions without the attribute that call themselves.
    recursive: Vec<(FnId, Option<Vec<calls::recursion::tuples::Taken>>)>,
    /// What a call changes in columns, and the lists that lie whole where it goes.
    left_in_columns: Vec<(value::List, value::List)>,
    /// What the function was lent to change that has lists which may grow.
    came_lent: Vec<calls::recursion::lent_on::AsItCame>,
    /// Functions that are called where they would be written out.
    outlined: Vec<FnId>,
    /// The functions through which those without the attribute are called.
    beside: Vec<calls::outlining::Outlined>,
    sizes: Rc<RefCell<calls::outlining::Sizes>>,
    /// However long the function is.
    large: bool,
    /// Whether it is left because it is far too long.
    is_left: bool,
    /// References to constants outside that such functions are given.
    lent: HashSet<Val>,
    /// Functions that were handed to calls, as structures.
    handed: Vec<calls::closure_conversion::Passed>,
    /// Derivatives of other functions that are called.
    nested: Vec<(Option<FnId>, crate::ir::lowered::Nested)>,
    /// Functions that were passed: what they take and give.
    passed: HashMap<Val, (Vec<Ty>, Ty)>,
    /// The types of values that stay whole because only the bounds are known.
    rigid: HashMap<Val, Ty>,
    /// Structures that the function was lent to change, and gives back: their variables and types.
    changed: Vec<(Var, Ty)>,
    /// Steps that come before all others.
    entry: Vec<Step>,
    /// Types over any number, as written, and their names in the generated functions.
    twins: Vec<(String, syn::Ident)>,
    /// The types of constants by their paths, those of `const` parameters among them.
    paths: HashMap<String, crate::ir::Ty>,
    /// Items that the generated functions repeat.
    items: Vec<syn::Item>,
    targets: Vec<frame::Target>,
    next_target: usize,
    guards: Vec<control::Guard>,
    frames: Vec<Rc<frame::Frame>>,
    /// What the `move` closures around hold.
    moved: Vec<HashMap<front::hir::LocalId, Var>>,
    /// The functions that are inlined around.
    stack: Vec<(FnId, Vec<Ty>)>,
    /// Those among them that take trees which were made here, and how large these are.
    trees: Vec<((FnId, Vec<Ty>), usize)>,
    /// The length of the longest list of such trees.
    longest: u64,
    // Loops, by their places and the variables that there are.
    trail: Vec<usize>,
    loops: usize,
    plans: HashMap<(Vec<usize>, usize, u64), control::loops::Plan>,
    mark: Mark,
    /// Where the expression at hand stands.
    span: Span,
    sig: &'a Signature,
}

#[cfg(feature = "show")]
thread_local! {
    /// Why the functions that were met since this was asked last are not lowered here, if they are not.
    static WAYS: RefCell<Vec<(String, Option<String>)>> = const { RefCell::new(vec![]) };
}

/// The functions that were met since this was asked last, with the reasons of those that the typed front did not take.
#[cfg(feature = "show")]
pub fn ways() -> Vec<(String, Option<String>)> {
    WAYS.take()
}

/// How what is called gets derivatives of its own, beside those of the function that calls it.
#[derive(Clone, Copy)]
pub struct Expansion {
    pub function: fn(&mut syn::ItemFn, Wanted) -> syn::Result<TokenStream>,
    pub block: fn(&mut syn::ItemImpl, Wanted) -> syn::Result<TokenStream>,
    pub method: fn(&syn::ItemImpl) -> syn::Result<syn::ItemFn>,
}

/// Lowers a function of which every part is understood.
///
/// # Errors
/// At what is not.
pub fn function(
    item: &syn::ItemFn,
    sig: &Signature,
    options: Options,
    expansion: Expansion,
) -> Result<Lowered, Refused> {
    let lowered = taken(item, sig, options, expansion);
    #[cfg(feature = "show")]
    WAYS.with_borrow_mut(|ways| ways.push((sig.name.to_string(), lowered.as_ref().err().map(Refusal::told))));
    lowered.map_err(|refusal| Refused { wrong: refusal.wrong, error: refusal.error(sig) })
}

/// The body of another function of the module, under a name of its own.
pub fn written_out(item: &syn::ItemFn, sig: &Signature, expansion: Expansion) -> Option<Lowered> {
    taken(item, sig, Options::default(), expansion).ok()
}

/// The body of a function with its types, as text.
#[cfg(feature = "show")]
pub fn typed(item: &syn::ItemFn) -> syn::Result<String> {
    let (program, scope, _) = crate::around::Around::program(&item.sig.ident);
    let f = program.define(&scope, item);
    let mut closures = Closures::default();
    match calls::typed_body(&program, &mut closures, f, &program.own_args(f)) {
        Ok(typed) => Ok(front::print::typed(&program, f, &typed)),
        Err(refusal) => Err(syn::Error::new(refusal.at.unwrap_or(item.sig.ident.span()), refusal.why)),
    }
}

/// The parameters of a function whose body is not known.
pub fn parameters(item: &syn::ItemFn, sig: &Signature) -> syn::Result<Lowered> {
    let program = crate::around::Around::program_alone();
    calls::custom_rule::parameters(&program, item, sig).map_err(|refusal| refusal.error(sig))
}

/// A function that leads to one that takes by value what it changes of constants.
pub fn leads(item: &syn::ItemFn, sig: &Signature, leads: &crate::signature::state::Leads) -> syn::Result<Lowered> {
    let program = crate::around::Around::program_alone();
    calls::custom_rule::leads(&program, item, sig, leads).map_err(|refusal| refusal.error(sig))
}

/// A function that hands its parameters on to one that has the same.
pub fn calls(item: &syn::ItemFn, sig: &Signature, of: &syn::Path, method: bool) -> syn::Result<Lowered> {
    let program = crate::around::Around::program_alone();
    calls::custom_rule::calls(&program, item, sig, (of, method)).map_err(|refusal| refusal.error(sig))
}

fn taken(item: &syn::ItemFn, sig: &Signature, options: Options, expansion: Expansion) -> Result<Lowered, Refusal> {
    if let Some(next) = calls::closure_conversion::next() {
        let program = next.program.clone();
        return with_others(lower_passed(next, item, sig, options)?, &program, None, expansion)
            .map_err(|(refusal, _)| refusal);
    }
    let (program, scope, anywhere) = crate::around::Around::program(&sig.name);
    let f = program.define(&calls::recursion::seen(&program, scope), item);
    if anywhere {
        type_names::check(&program, f)?;
    }
    let program = Rc::new(program);
    calls::recursion::lent::if_taken(|| taken_with_others(&program, f, item, sig, options, expansion))
}

fn taken_with_others(
    program: &Rc<Program>,
    f: FnId,
    item: &syn::ItemFn,
    sig: &Signature,
    options: Options,
    expansion: Expansion,
) -> Result<Lowered, Refusal> {
    let mut excluded = vec![];
    loop {
        let whole = lower(program, f, item, sig, options, &excluded);
        let whole = whole.map_err(|refusal| calls::untaped::untaped(program, f, sig, refusal))?;
        match with_others(whole, program, Some((f, options)), expansion) {
            Err((_, Some(other))) => excluded.push(other),
            lowered => return lowered.map_err(|(refusal, _)| refusal),
        }
    }
}

/// A function with the derivatives of those that stand beside it; which one it cannot call, if that is so.
///
/// What its attribute says is said of it alone, and of what it calls itself by.
fn with_others(
    whole: Whole,
    program: &Rc<Program>,
    own: Option<(FnId, Options)>,
    expansion: Expansion,
) -> Result<Lowered, (Refusal, Option<FnId>)> {
    let Whole { mut lowered, structures, recursive, outlined } = whole;
    for f in recursive {
        let options = own.filter(|(own, _)| *own == f.0).map(|(_, options)| options).unwrap_or_default();
        lowered
            .within
            .push(calls::recursion::expanded(program, f, options, expansion).map_err(|refusal| (refusal, None))?);
    }
    for of in &outlined {
        lowered.within.push(calls::outlining::expanded(of, expansion).map_err(|refusal| (refusal, Some(of.f)))?);
    }
    for structure in structures {
        let expanded = calls::closure_conversion::expanded(structure, program.clone(), expansion);
        lowered.beside.push(expanded.map_err(|refusal| (refusal, None))?);
    }
    Ok(lowered)
}

/// A function in steps.
struct Whole {
    lowered: Lowered,
    /// The structures of the functions that it hands on.
    structures: Vec<calls::closure_conversion::Structure>,
    /// The functions that get derivatives beside it.
    recursive: Vec<(FnId, Option<Vec<calls::recursion::tuples::Taken>>)>,
    /// The functions through which it calls others.
    outlined: Vec<calls::outlining::Outlined>,
}

/// Lowers a function of which every part is understood. Lists keep their lengths, rows are of one length, and structures are
/// taken apart, until something speaks against it.
fn lower(
    program: &Program,
    f: FnId,
    item: &syn::ItemFn,
    sig: &Signature,
    options: Options,
    excluded: &[FnId],
) -> Result<Whole, Refusal> {
    let most = if options.large { usize::MAX } else { calls::outlining::LONG };
    calls::outlining::outlined(program, (excluded, most), |called, sizes| {
        assumptions::held(|holds| lower_with(program, f, (item, sig), options, holds, (called, sizes)))
    })
}

fn lower_with(
    program: &Program,
    f: FnId,
    (item, sig): (&syn::ItemFn, &Signature),
    options: Options,
    holds: Holds,
    (called, sizes): (&[FnId], &Rc<RefCell<calls::outlining::Sizes>>),
) -> Result<Whole, Refusal> {
    let mut closures = Closures::default();
    let args = program.own_args(f);
    let typed = Rc::new(calls::typed_body(program, &mut closures, f, &args)?);
    if let Some(unknown) = typed.unknown.first() {
        return Err(Refusal { at: Some(unknown.span), ..Refusal::new(unknown.message.clone()) });
    }
    let (ret, mut items) = (typed.ret.clone(), typed.body.items.clone());
    if !items.is_empty() {
        let hidden = items::apart(&item.block)?;
        items.retain(|item| !hidden.contains(item));
    }
    let mut b = Builder::new(program, &mut closures, (item, sig), options, holds);
    (b.items, b.stack, b.outlined, b.sizes) = (items, vec![(f, args)], called.to_vec(), sizes.clone());
    let (has_indices, of_constants) = (b.has_indices.clone(), b.of_constants.clone());
    let lowered = b.finished(&ret, |b, leaves| b.function(typed, leaves));
    // Not all that is known of copies is known of indices.
    let scattered = |refusal: &Refusal| refusal.scattered || has_indices.get();
    lowered.map_err(|refusal| Refusal { scattered: scattered(&refusal), constants: of_constants.get(), ..refusal })
}

/// Lowers the method of a function that was handed to a call.
fn lower_passed(
    next: calls::closure_conversion::Next,
    item: &syn::ItemFn,
    sig: &Signature,
    options: Options,
) -> Result<Whole, Refusal> {
    let calls::closure_conversion::Next { passed, mut closures, items, program } = next;
    let mut b = Builder::new(&program, &mut closures, (item, sig), options, Holds::NOTHING);
    b.items = items;
    b.finished(passed.gives(), |b, leaves| b.call_of(&passed, leaves))
}

impl<'a> Builder<'a> {
    fn new(
        program: &'a Program,
        closures: &'a mut Closures,
        (item, sig): (&syn::ItemFn, &'a Signature),
        options: Options,
        holds: Holds,
    ) -> Builder<'a> {
        Builder {
            program,
            closures,
            typed: HashMap::new(),
            values: vec![],
            arrays: vec![],
            parents: vec![0],
            blocks: 0,
            calls: 0,
            frame: 0,
            block: 0,
            out: vec![],
            names: parameters::names(item),
            numbered: HashMap::new(),
            temporaries: HashSet::new(),
            bits: false,
            unnamed: HashSet::new(),
            constants: HashSet::new(),
            shown: HashSet::new(),
            env: vec![],
            env_names: vec![],
            splits: 0,
            given: vec![],
            known: HashMap::new(),
            forwarding: options.forwarding,
            even: holds.even,
            closed: holds.closed,
            indexed: holds.indexed,
            has_indices: Rc::default(),
            written_out: holds.written_out,
            of_constants: Rc::default(),
            certain: RefCell::default(),
            row_counts: HashMap::new(),
            growing: vec![],
            arrays_before: HashMap::new(),
            aliases: HashMap::new(),
            params: 0,
            recursive: vec![],
            left_in_columns: vec![],
            came_lent: vec![],
            outlined: vec![],
            beside: vec![],
            sizes: Rc::default(),
            large: options.large,
            is_left: false,
            lent: HashSet::new(),
            handed: vec![],
            nested: vec![],
            passed: HashMap::new(),
            rigid: HashMap::new(),
            changed: vec![],
            entry: vec![],
            twins: vec![],
            paths: parameters::constants(&item.sig.generics),
            items: vec![],
            targets: vec![],
            next_target: 0,
            guards: vec![],
            frames: vec![],
            moved: vec![],
            stack: vec![],
            trees: vec![],
            longest: 0,
            trail: vec![],
            loops: 0,
            plans: HashMap::new(),
            mark: Mark::default(),
            span: Span::call_site(),
            sig,
        }
    }

    /// The steps of all that a body does.
    fn finished(
        mut self,
        ret: &Ty,
        body: impl FnOnce(&mut Builder<'a>, &[Leaf]) -> Result<Value, Refusal>,
    ) -> Result<Whole, Refusal> {
        let leaves: Vec<Leaf> = self.parameters()?;
        self.params = self.values.len();
        let value = body(&mut self, &leaves);
        let value = value.map_err(|refusal| Refusal { at: refusal.at.or(Some(self.span)), ..refusal })?;
        let ret = self.result(value, ret)?;
        self.end_lists(0);
        let mut body = Block { id: 0, steps: std::mem::take(&mut self.out) };
        body.steps.splice(0..0, std::mem::take(&mut self.entry));
        let structures = self.structures()?;
        let Builder { values, arrays, parents, items, nested, recursive, beside, .. } = self;
        let nested = nested.into_iter().map(|(_, nested)| nested).collect();
        let mut steps = Steps { values, arrays, parents, body, ret, beside: vec![] };
        crate::passes::prune::prune(&mut steps);
        let lowered = Lowered { program: steps, leaves, items, beside: vec![], within: vec![], nested, repeated: None };
        Ok(Whole { lowered, structures, recursive, outlined: beside })
    }
}

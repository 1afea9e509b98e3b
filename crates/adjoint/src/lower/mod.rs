//! From syntax to [`Program`]: names resolved, expressions flattened, exits turned into structure.

mod accumulate;
mod acting_first;
mod adaptors;
mod arguments;
mod asked;
mod assign;
mod beginnings;
mod body;
mod broken;
mod calls;
mod cells;
mod changed_inside;
mod changers;
mod choice;
mod chosen;
mod closure;
mod code;
mod collect;
mod consume;
mod control;
mod copies;
mod declared;
mod effects;
mod ends;
mod exits;
mod expr;
mod flow;
mod formulas;
mod given;
mod held;
mod integers;
mod iterates;
mod joined;
mod known;
mod leaves;
mod lengths;
mod lent_inside;
mod lent_numbers;
mod listed;
mod lists;
mod literals;
mod loops;
mod marked;
mod maybe;
mod mentions;
mod methods;
mod named;
mod named_first;
mod nest;
mod opaque;
mod operators;
mod option_methods;
mod optional;
mod orders;
mod outside;
mod packed;
mod parameters;
mod passed;
mod pattern;
pub(crate) mod print;
mod prune;
mod question;
mod ranges;
mod rebuilt;
mod records;
mod refutable;
mod results;
mod returning;
mod row_lists;
mod rows;
mod run;
mod scan;
mod sequence;
mod shown;
mod slices;
mod sorting;
mod spelled;
mod stmt;
mod structures;
mod tables;
mod taken;
mod told;
mod tried;
pub(crate) mod twins;
mod unpacked;
mod usage;
mod user_methods;
mod variants;
mod views;
mod wanted;

use crate::ir::{Arr, Array, Atom, Block, BlockId, Frame, Op, Program, Ret, Step, Storage, Ty, Val, Value, View};
use crate::options::Options;
use crate::signature::{Shape, Signature};
pub(crate) use calls::is_changed;
pub(crate) use closure::TOO_MANY;
use closure::{Callee, Closures};
use control::Tail;
pub(crate) use expr::repeat_of;
use flow::Flow;
pub(crate) use integers::integer;
pub(crate) use known::{argument_of, element_of, is_count, primitive};
pub(crate) use leaves::returns;
pub(crate) use lists::LENT;
pub(crate) use named::{NOT_MARKED, check_calls, takes_like_a_row};
pub(crate) use nest::Nest;
pub(crate) use opaque::literal_ty;
use proc_macro2::{Ident, Span, TokenStream};
pub(crate) use prune::{prune, uses};
pub(crate) use question::asked;
use quote::ToTokens;
pub(crate) use records::{bare, split_variant};
pub(crate) use scan::{identifiers as names, identifiers_of};
use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};
use syn::{Error, ItemFn, Result, Type};
pub(crate) use wanted::is_counts;

/// A mutable scalar; its value at any moment is in [`Lowerer::current`].
pub(crate) type Var = usize;

/// What a name stands for.
#[derive(Clone, Debug)]
pub(crate) enum Binding {
    Const(Atom),
    Var(Var),
    View(View),
    /// A list whose length changes, by its number.
    List(usize),
    Nest(Nest),
    /// Rows that change, by their number.
    RowList(usize),
    /// A list of tuples, as a list for each part.
    Table(Vec<Binding>),
    /// One element, through a reference.
    Element(Arr, Atom),
    /// A structure or a list that is changed where it lies, or a reference into one.
    Held(held::Reach),
    Tuple(Vec<Binding>),
    /// An `Option`: the flag, and the value.
    Maybe(Box<Binding>, Box<Binding>),
    /// What is in an `Option` that is one value, in a variable or not.
    Inside(Box<Binding>),
    /// An iterator over constants, and the number of the item that comes next.
    Iterates(Atom, Var),
    /// An iterator over numbers, how many there are, and the number of the item that comes next.
    Advances(Box<sequence::Seq>, Atom, Var),
    Function(Callee),
    Flow(Box<Flow>),
    /// The error in a `Result`, which is not carried along.
    Error,
}

/// What an expression gives.
#[derive(Clone, Debug)]
pub(crate) enum Item {
    Unit,
    /// Control has left.
    Never,
    Scalar(Atom),
    View(View),
    /// An array that nobody has named yet.
    Fresh(Arr),
    /// An array of arrays, or some of its rows.
    Nest(Nest),
    /// A reference to one element.
    Element(Arr, Atom),
    /// A reference to a structure, or to a part of one, where it lies.
    Held(held::Reach),
    /// A list of tuples, as a list for each part.
    Table(Vec<Item>),
    Tuple(Vec<Item>),
    Maybe(Box<maybe::Maybe>),
    /// What is in an `Option` that is one value.
    Inside(Atom),
    /// `&mut` of a number.
    Place(Var),
    Function(Callee),
    Flow(Box<Flow>),
}

/// How a parameter arrives in the lowered form.
#[derive(Clone, Debug)]
pub(crate) enum Leaf {
    Scalar(Val),
    Array(Arr),
    Tuple(Vec<Leaf>),
}

/// Where a part of what the function returns early is kept.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Place {
    Var(Var),
    /// A structure, in an `Option`.
    Record(Var),
    /// An `Option` that is one value.
    Inside(Var),
    Array(Arr),
    /// A list, by its number.
    List(usize),
    /// An array of arrays: the lists of its numbers and of where its rows lie, and how many there are.
    Rows(usize, usize, Var),
    /// An array of arrays of fixed lengths, and which of those in the result.
    Grid(Arr, usize),
    /// One if there is a result, of a function that may give none.
    There(Var),
}

#[derive(Clone)]
pub(crate) struct Lowerer {
    pub(crate) values: Vec<Value>,
    pub(crate) arrays: Vec<Array>,
    parents: Vec<Frame>,
    blocks: usize,
    calls: usize,
    unmarked: Vec<usize>,
    /// Constants in single precision, among numbers that are not.
    singles: HashSet<Val>,
    /// Variables whose numbers the call at hand may change, and where.
    changed: Vec<(Var, Arr)>,
    frame: Frame,
    block: BlockId,
    out: Vec<Step>,
    scopes: Vec<HashMap<String, Binding>>,
    current: Vec<Atom>,
    vars: Vec<(String, Ty)>,
    names: HashSet<String>,
    /// The last number that was put behind a name.
    numbered: HashMap<String, usize>,
    /// Values without a name of the user's.
    temporaries: HashSet<Val>,
    /// Constants that patterns bind, references to numbers among them followed.
    plain: HashSet<Val>,
    around: Vec<exits::Around>,
    /// Variables that came up where a loop or a block is left with a value, and what they hold before.
    starts: HashMap<Var, Atom>,
    /// Set once the function has returned, where it returns early; and what it returned.
    returned: Option<Var>,
    result: Vec<Place>,
    ret: Shape,
    /// What it returns, as written.
    written: Option<Type>,
    /// Names that constant code binds itself where it is looked at now, and how deep in such code that is.
    hidden: RefCell<Vec<String>>,
    nested: Cell<usize>,
    /// Names bound to a reference, and whether it may write.
    borrows: HashMap<String, bool>,
    /// Names declared `mut` anywhere.
    mutable: HashSet<String>,
    /// Names that are exponents of `powi`.
    exponents: HashSet<String>,
    closures: Closures,
    /// Items inside the body, which the generated functions repeat.
    pub(crate) items: Vec<syn::Item>,
    /// Whether the items bring the traits of elementary functions into scope.
    imports: bool,
    /// The lengths that types say of arrays behind references, and of those that calls gave.
    fixed: HashMap<Arr, TokenStream>,
    /// Elements whose value is known: index and value.
    known: HashMap<Arr, Vec<(Atom, Atom)>>,
    forwarding: bool,
    /// Whether structures occur.
    records: bool,
    /// Fields that are lists of structures.
    lists_of_records: HashSet<String>,
    /// Variables that one method alone changes.
    changers: HashMap<String, Ident>,
    /// Whether the argument just made is a structure by reference.
    lends: bool,
    /// Whether a list in a structure is one of structures, as the loop over it shows.
    over_records: bool,
    /// How operators were written.
    signs: HashMap<Val, crate::ir::Sign>,
    /// Steps that come before all others.
    entry: Vec<Step>,
    /// Lists that are fields of parameters.
    aliases: HashMap<(Val, Vec<syn::Member>), Arr>,
    /// Values that are lists of structures.
    record_lists: HashSet<Val>,
    /// Lists of structures that are changed where they lie.
    held_lists: HashSet<Arr>,
    /// Such lists, in values and where they lie, that may be lists of numbers.
    open_lists: (HashSet<Val>, HashSet<Arr>),
    /// Names of parameters that stand for `&mut` of a structure.
    lent: HashSet<String>,
    /// Names of variables of which elements are changed.
    changed_inside: HashSet<String>,
    /// Names of variables that calls may change where they lie.
    changed_by_calls: HashSet<String>,
    /// Variables of which a field is assigned to in a loop.
    changed_in_loops: HashSet<String>,
    /// Types over any number, as written, and their names in the generated functions.
    twins: Vec<(String, Ident)>,
    float: Ident,
    number: Ident,
    scalar: Ident,
    /// Names of variables whose length changes somewhere, and the lists in them.
    growing: HashSet<String>,
    lists: Vec<lists::List>,
    /// Names of lists that are pushed to, or whose rows are; and the rows in them.
    growing_rows: HashSet<String>,
    row_lists: Vec<row_lists::RowList>,
    /// Tables of rows that may not lie in their order any more.
    moved: HashSet<Arr>,
    /// The names of the function's generic parameters.
    generics: Vec<String>,
    /// They with their bounds.
    bounds: Vec<TokenStream>,
    /// The long blocks around.
    mentions: Vec<mentions::Mentions>,
    /// What the attributes of the loop that comes next say.
    mark: marked::Marks,
    /// Those that carry derivatives.
    typed: Vec<Ident>,
    /// The types of structures and of constants, where they are written; and whether it is a constant.
    types: HashMap<Val, (Type, bool)>,
    var_types: HashMap<Var, (Type, bool)>,
    held_types: HashMap<Arr, (Type, bool)>,
    /// The types of the items of lists of constants.
    item_types: HashMap<Val, Type>,
    /// The function's name, and what goes beside it for closures that are passed.
    function: Ident,
    beside: Vec<TokenStream>,
    /// The types in its signature that have a name.
    named: Vec<syn::Path>,
}

/// An error at a place in the user's code.
pub(crate) fn fault<X>(at: impl ToTokens, message: impl std::fmt::Display) -> Result<X> {
    Err(Error::new_spanned(at, message))
}

/// A function in lowered form.
pub(crate) struct Lowered {
    pub(crate) program: Program,
    /// Its parameters, in order.
    pub(crate) leaves: Vec<Leaf>,
    /// The items inside its body.
    pub(crate) items: Vec<syn::Item>,
    /// What goes beside the function.
    pub(crate) beside: Vec<TokenStream>,
    /// The calls of methods that have no derivative.
    pub(crate) unmarked: Vec<usize>,
}

/// Lowers a function.
pub(crate) fn lower(f: &ItemFn, sig: &Signature, options: Options) -> Result<Lowered> {
    crate::stack::start();
    let constants = sig.params.iter().filter(|p| !p.active).map(|p| p.name.clone());
    let f = &acting_first::rewritten(f);
    let f = &ranges::written_out(&chosen::written_out(&broken::rewritten(f)));
    let f = &declared::typed(&lent_inside::rewritten(&named_first::rewritten(f)));
    let f = &ends::rewritten(&question::asked(f, sig.maybe), constants.collect());
    let f = &collect::typed(f, sig);
    let mut l = Lowerer::new(f, sig, options);
    if let Some(name) = scan::raw_name(f) {
        let plain = name.to_string().replacen("r#", "", 1);
        return fault(&name, format!("raw identifiers are not supported: write `{plain}_`"));
    }
    if let Some(cfg) = scan::conditional(f) {
        return fault(cfg, "`#[cfg]` inside a differentiable function is not supported: write two functions");
    }
    if let Some(item) = scan::inner_item(f) {
        return fault(item, "an item inside an inner block is not supported: put it at the start of the function");
    }
    let leaves: Vec<Leaf> = sig.params.iter().map(|p| l.param(p)).collect();
    for (k, p) in sig.params.iter().enumerate() {
        l.bind_param(p, &leaves[k..])?;
        if let (Some(Shape::Record(_)), Type::Reference(_)) = (&p.shape, &p.ty) {
            l.borrows.insert(p.name.to_string(), false);
            // A reference that is declared `mut` was one by `&mut`.
            if matches!(&p.pat, syn::Pat::Ident(pat) if pat.mutability.is_some()) {
                l.lent.insert(p.name.to_string());
            }
        }
    }
    if leaves::returns(&f.block) || sig.maybe {
        l.early_returns(f)?;
    }
    let item = l.statements(&f.block.stmts, Tail::Function)?;
    let ret = l.finish(item, f)?;
    l.end_lists(0);
    let body = Block { id: 0, steps: std::mem::take(&mut l.out) };
    let mut program = Program { signs: l.signs, values: l.values, arrays: l.arrays, parents: l.parents, body, ret };
    program.body.steps.splice(0..0, std::mem::take(&mut l.entry));
    prune::prune(&mut program);
    Ok(Lowered { program, leaves, items: l.items, beside: l.beside, unmarked: l.unmarked })
}

/// The parameters of a function whose body is not known.
pub(crate) fn lower_signature(f: &ItemFn, sig: &Signature) -> Lowered {
    let mut l = Lowerer::new(f, sig, Options::default());
    let leaves = sig.params.iter().map(|p| l.param(p)).collect();
    let body = Block { id: 0, steps: vec![] };
    let program =
        Program { values: l.values, arrays: l.arrays, parents: l.parents, body, ret: Ret::Unit, signs: l.signs };
    Lowered { program, leaves, items: vec![], beside: vec![], unmarked: vec![] }
}

impl Lowerer {
    fn new(f: &ItemFn, sig: &Signature, options: Options) -> Lowerer {
        let (growing, growing_rows) = lists::growing(f);
        let float = if sig.generic { sig.number.clone() } else { sig.scalar.clone() };
        Lowerer {
            values: vec![],
            arrays: vec![],
            parents: vec![0],
            blocks: 0,
            calls: 0,
            unmarked: vec![],
            singles: HashSet::new(),
            changed: vec![],
            frame: 0,
            block: 0,
            out: vec![],
            scopes: vec![HashMap::new()],
            current: vec![],
            vars: vec![],
            names: scan::identifiers(f),
            numbered: HashMap::new(),
            temporaries: HashSet::new(),
            plain: HashSet::new(),
            around: vec![],
            starts: HashMap::new(),
            returned: None,
            result: vec![],
            ret: sig.ret.clone(),
            written: match &f.sig.output {
                syn::ReturnType::Type(_, ty) => Some((**ty).clone()),
                syn::ReturnType::Default => None,
            },
            hidden: RefCell::new(vec![]),
            nested: Cell::new(0),
            borrows: HashMap::new(),
            mutable: effects::mutable(f),
            exponents: scan::exponents(f),
            closures: Closures::default(),
            items: vec![],
            imports: false,
            fixed: HashMap::new(),
            known: HashMap::new(),
            forwarding: options.forwarding,
            records: scan::has_records(f, sig) || question::holds_whole(f),
            lists_of_records: scan::lists_of_records(f),
            changers: changers::changers(f),
            lends: false,
            over_records: false,
            signs: HashMap::new(),
            entry: vec![],
            aliases: HashMap::new(),
            record_lists: HashSet::new(),
            held_lists: HashSet::new(),
            open_lists: (HashSet::new(), HashSet::new()),
            lent: HashSet::new(),
            changed_inside: changed_inside::changed_inside(f),
            changed_by_calls: if options.in_place { changed_inside::by_calls(f, sig) } else { HashSet::new() },
            changed_in_loops: changed_inside::changed_in_loops(f),
            twins: vec![],
            float,
            number: sig.number.clone(),
            scalar: sig.scalar.clone(),
            growing,
            lists: vec![],
            growing_rows,
            row_lists: vec![],
            moved: HashSet::new(),
            generics: sig.arguments.iter().map(ToString::to_string).collect(),
            bounds: sig.generics.clone(),
            types: HashMap::new(),
            var_types: HashMap::new(),
            held_types: HashMap::new(),
            item_types: HashMap::new(),
            function: sig.name.clone(),
            beside: vec![],
            typed: sig.typed.iter().map(|t| t.name.clone()).collect(),
            named: scan::paths(&f.sig),
            mark: marked::Marks::default(),
            mentions: vec![],
        }
    }

    // Making things.

    fn fresh(&mut self, base: &str, span: Span) -> Ident {
        let mut name = base.to_string();
        let mut k = self.numbered.get(base).copied().unwrap_or(0);
        if k > 0 {
            name = format!("{base}_{k}");
        }
        while !self.names.insert(name.clone()) {
            k += 1;
            name = format!("{base}_{k}");
        }
        self.numbered.insert(base.to_string(), k);
        Ident::new(&name, span.resolved_at(Span::call_site()))
    }

    pub(crate) fn value(&mut self, base: &str, ty: Ty, span: Span) -> Val {
        let name = self.fresh(base, span);
        self.values.push(Value::new(name, ty, self.frame, self.block));
        self.values.len() - 1
    }

    pub(crate) fn array(&mut self, base: &str, storage: Storage, float: bool, span: Span) -> Arr {
        let name = self.fresh(base, span);
        let frame = self.frame;
        self.arrays.push(Array::new(name, storage, float, frame));
        self.arrays.len() - 1
    }

    fn var(&mut self, name: &str, ty: Ty, value: Atom) -> Var {
        self.vars.push((name.to_string(), ty));
        self.current.push(value);
        self.vars.len() - 1
    }

    /// A step that names the result of an operation.
    pub(crate) fn temporary(&mut self, ty: Ty, op: Op, span: Span) -> Atom {
        let op = match op {
            Op::Verbatim(code) => self.integers(code),
            op => op,
        };
        let v = self.value("t", ty, span);
        self.temporaries.insert(v);
        self.out.push(Step::Let(v, op));
        Atom::Val(v)
    }

    /// Gives a value that was just made the user's name.
    pub(crate) fn rename(&mut self, atom: &Atom, name: &Ident) {
        let Atom::Val(v) = atom else { return };
        let made = matches!(self.out.last(), Some(step) if step.defines().contains(v));
        if made && self.temporaries.remove(v) {
            self.values[*v].name = self.fresh(&name.to_string(), name.span());
        }
    }

    /// Gives an array that was just made the user's name.
    pub(crate) fn rename_array(&mut self, arr: Arr, name: &Ident) {
        // What was made outside this block may be named there.
        if let Some(len) = self.arrays[arr].len.as_ref().and_then(Atom::val)
            && self.values[len].block != self.block
        {
            return;
        }
        let new = self.fresh(&name.to_string(), name.span());
        self.arrays[arr].name = new;
    }

    pub(crate) fn atom_ty(&self, atom: &Atom) -> Ty {
        match atom {
            Atom::Val(v) => self.values[*v].ty,
            Atom::Lit(t) => opaque::literal_ty(t),
        }
    }

    fn atom_tokens(&self, atom: &Atom) -> TokenStream {
        match atom {
            Atom::Val(v) => self.values[*v].name.to_token_stream(),
            Atom::Lit(t) => t.clone(),
        }
    }

    // Scopes.

    fn is_hidden(&self, name: &str) -> bool {
        self.hidden.borrow().iter().any(|n| n == name)
    }

    fn look(&self, name: &str) -> Option<&Binding> {
        if self.is_hidden(name) {
            return None;
        }
        match self.scopes.iter().rev().find_map(|s| s.get(name)) {
            Some(Binding::List(k)) => Some(self.list_now(*k)),
            Some(Binding::RowList(k)) => Some(&self.row_lists[*k].whole),
            found => found,
        }
    }

    fn declare(&mut self, name: &Ident, binding: Binding) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(name.to_string(), binding);
        }
    }

    fn scoped<X>(&mut self, f: impl FnOnce(&mut Self) -> Result<X>) -> Result<X> {
        self.scopes.push(HashMap::new());
        let borrows = self.borrows.clone();
        let result = f(self);
        self.borrows = borrows;
        self.scopes.pop();
        result
    }

    /// Lowers into a block of its own, in the same frame.
    fn arm<X>(&mut self, f: impl FnOnce(&mut Self) -> Result<X>) -> Result<(Block, X)> {
        self.blocks += 1;
        let id = self.blocks;
        let (block, out) = (std::mem::replace(&mut self.block, id), std::mem::take(&mut self.out));
        let result = self.scoped(f);
        self.end_lists(id);
        let steps = std::mem::replace(&mut self.out, out);
        self.block = block;
        Ok((Block { id, steps }, result?))
    }

    /// Forgets what elements are known to hold.
    fn forget(&mut self) {
        self.known.clear();
    }
}

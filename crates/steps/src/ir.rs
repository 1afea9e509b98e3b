//! The lowered form of a function: structured steps over named values, one elementary operation each.
//!
//! Scalars are in single-assignment form: a mutable variable becomes one value per assignment, joined after an `if`
//! and carried through a loop. Arrays stay memory. Every read of an array, and every index, is a value of its own, so
//! an adjoint step never asks what a variable held at the time.

mod arrays;
mod int;
mod lit;
pub mod lowered;
#[cfg(any(feature = "show", debug_assertions))]
mod print;
mod projections;
pub mod reduction;
mod structures;
pub mod uses;
mod verbatim;
#[cfg(any(feature = "show", debug_assertions))]
pub mod verify;

use crate::syntax::marks::{Independent, Keep};
pub use crate::syntax::scalar::{IntTy, Ty};
pub use arrays::{Array, Lies, Storage};
pub use int::{Binary, Function, Int, Spelling, Target, Unary};
pub use lit::Lit;
use proc_macro2::{Ident, Span, TokenStream};
pub use projections::{Projection, Projections};
use quote::ToTokens;
pub use structures::{Extent, Make, Pack, Part, Put};
pub use verbatim::{Verbatim, replace_by};

/// A scalar value: a number into [`Program::values`].
pub type Val = usize;
/// An array: a number into [`Program::arrays`].
pub type Arr = usize;
/// A loop body, or the function body (0): what runs once per iteration.
pub type Frame = usize;
/// A sequence of steps: a function body, a loop body or an arm.
pub type BlockId = usize;

#[derive(Clone, Debug)]
pub struct Value {
    pub name: Ident,
    pub ty: Ty,
    pub frame: Frame,
    pub block: BlockId,
    /// Whether its type is the engine's number; otherwise it is an ordinary constant.
    pub lifted: bool,
    /// Whether it carries a derivative.
    pub active: bool,
    /// Whether every use that could add to its adjoint is in its own block.
    pub straight: bool,
    /// Whether its name stands for a reference.
    pub by_ref: bool,
    /// Whether it is an `Option` of what a call gives that may give nothing.
    pub option: bool,
    /// Whether it is known to be a constant, also where it is read from what carries derivatives.
    pub still: bool,
    /// Whether the place that it is read from is known to hold a number of the engine.
    pub number: bool,
    /// Whether the user wants it saved, or computed again.
    pub keep: Option<Keep>,
    /// Where it is given to a constant parameter, and what is said there if it carries a derivative.
    pub ends_in: Option<(Span, String)>,
}

impl Value {
    pub fn new(name: Ident, ty: Ty, frame: Frame, block: BlockId) -> Value {
        let (lifted, active, straight, by_ref) = (false, false, true, false);
        let (option, still, number, keep, ends_in) = (false, false, false, None, None);
        Value { name, ty, frame, block, lifted, active, straight, by_ref, option, still, number, keep, ends_in }
    }

    /// Whether it may be another the next time that it is computed.
    pub fn is_once(&self) -> bool {
        matches!(self.keep, Some(Keep::Once))
    }
}

/// A value, or a constant expression that uses no value.
#[derive(Clone, Debug)]
pub enum Atom {
    Val(Val),
    Lit(Lit),
}

impl Atom {
    pub fn lit(tokens: TokenStream) -> Atom {
        Atom::Lit(tokens.into())
    }
    pub fn val(&self) -> Option<Val> {
        match self {
            Atom::Val(v) => Some(*v),
            Atom::Lit(_) => None,
        }
    }
    pub fn same(&self, other: &Atom) -> bool {
        match (self, other) {
            (Atom::Val(a), Atom::Val(b)) => a == b,
            (Atom::Lit(a), Atom::Lit(b)) => a.same(b),
            _ => false,
        }
    }
    pub fn is_zero(&self) -> bool {
        matches!(self, Atom::Lit(t) if matches!(t.text(), "0" | "0usize"))
    }
}

/// A part of an array: elements `off .. off + len`; `len` is none for all of it.
#[derive(Clone, Debug)]
pub struct View {
    pub arr: Arr,
    pub part: Option<(Atom, Atom)>,
}

#[derive(Clone, Debug)]
pub enum Op {
    /// Constant code of the user's.
    Verbatim(Verbatim),
    /// Arithmetic, comparisons and lengths of constants.
    Int(Int),
    Read(Arr, Atom),
    /// An element, read only if the range is not empty.
    Guarded(Arr, Atom, Atom, Atom),
    /// `+ - * / %`
    Bin(char, Atom, Atom),
    Neg(Atom),
    /// A function of the table, with its integer parameter.
    Fun(rules::Op, Vec<Atom>, Option<Atom>),
    /// A comparison, or what flags and bits are joined by.
    Compare(Binary, Atom, Atom),
    Not(Atom),
    /// A method of floats that answers with a constant: `is_nan`, `is_finite`.
    Ask(Ident, Atom),
    /// A cast of a number to an integer.
    Cast(TokenStream, Atom),
    /// The bits of a number of this type.
    ToBits(TokenStream, Atom),
    /// A number of this type from its bits.
    OfBits(TokenStream, Atom),
    /// The value without its derivative.
    Stop(Atom),
    /// `off + index`, checked against the length of the view.
    Offset(Atom, Atom, Atom),
    /// The same, checked only if the range is not empty.
    GuardedOffset([Atom; 3], [Atom; 2]),
    /// A field, a field of a field, an element.
    Field(Atom, Projections),
    /// A held list as a value.
    Look(Arr),
    /// `None` of a type.
    Nothing(TokenStream),
    /// `Some` of a structure.
    Something(Atom),
    /// An array of these structures.
    List(Vec<Atom>),
    /// A list of so many of one structure, as an array of this length if there is one.
    Repeat(Atom, Atom, Option<TokenStream>),
    /// A structure from its parts.
    Make(Box<Make>),
    /// Lists, rows, or a tuple as one value.
    Pack(Box<Pack>),
}

impl Op {
    pub fn atoms(&self) -> Vec<&Atom> {
        match self {
            Op::Verbatim(_) | Op::Int(_) | Op::Nothing(_) | Op::Look(_) => vec![],
            Op::Something(a) => vec![a],
            Op::Read(_, a) | Op::Neg(a) | Op::Not(a) | Op::Ask(_, a) | Op::Cast(_, a) | Op::Stop(a) => vec![a],
            Op::ToBits(_, a) | Op::OfBits(_, a) => vec![a],
            Op::Bin(_, a, b) | Op::Compare(_, a, b) => vec![a, b],
            Op::Offset(a, b, c) | Op::Guarded(_, a, b, c) => vec![a, b, c],
            Op::GuardedOffset(index, range) => index.iter().chain(range).collect(),
            Op::Fun(_, args, n) => args.iter().chain(n).collect(),
            Op::Field(a, path) => [a].into_iter().chain(path.atoms()).collect(),
            Op::List(atoms) => atoms.iter().collect(),
            Op::Repeat(a, n, _) => vec![a, n],
            Op::Make(make) => make.scalars().collect(),
            Op::Pack(pack) => pack.atoms(),
        }
    }
    /// The values read.
    pub fn vals(&self) -> Vec<Val> {
        match self {
            Op::Verbatim(v) => v.vals.clone(),
            Op::Int(int) => int.vals(),
            other => other.atoms().into_iter().filter_map(Atom::val).collect(),
        }
    }
    /// The arrays of which the length is asked.
    pub fn lens(&self) -> Vec<Arr> {
        match self {
            Op::Verbatim(v) => v.lens.clone(),
            Op::Int(int) => int.lens(),
            _ => vec![],
        }
    }
    /// The arrays of which elements are read.
    pub fn arrays(&self) -> Vec<Arr> {
        match self {
            Op::Verbatim(v) => v.reads.clone(),
            Op::Int(int) => int.reads(),
            Op::Read(a, _) | Op::Guarded(a, ..) | Op::Look(a) => vec![*a],
            Op::Make(make) => make.arrays().collect(),
            Op::Pack(pack) => pack.arrays(),
            _ => vec![],
        }
    }
}

#[derive(Clone, Debug)]
pub struct Block {
    pub id: BlockId,
    pub steps: Vec<Step>,
}

/// A value that an `if` hands on.
#[derive(Clone, Debug)]
pub struct Join {
    pub out: Val,
    pub then: Atom,
    pub other: Atom,
}

/// A value that a loop hands from iteration to iteration.
#[derive(Clone, Debug)]
pub struct Carried {
    pub param: Val,
    pub init: Atom,
    pub next: Atom,
    pub after: Val,
}

#[derive(Clone, Debug)]
pub enum Head {
    /// `for var in lo..hi`, backwards if `rev`.
    Range { var: Val, lo: Atom, hi: Atom, rev: bool },
    /// `while cond`: the block computes the atom.
    While { block: Block, cond: Atom },
}

#[derive(Clone, Debug)]
pub struct Loop {
    pub frame: Frame,
    pub head: Head,
    pub carried: Vec<Carried>,
    pub body: Block,
    /// Computed by the body: whether to leave after this iteration.
    pub exit: Option<Atom>,
    /// The number of iterations that ran, where the head does not tell.
    pub count: Option<Val>,
    /// Which of its states are kept, where the user says so; the others are computed again.
    pub checkpoint: Option<Checkpoint>,
    /// Whether the user wants what it computes saved, or all of it run again.
    pub keep: Option<Keep>,
    /// Whether the user says that the order of its iterations is free.
    pub independent: Option<Independent>,
}

/// The states of a loop that are kept.
#[derive(Clone, Debug)]
pub struct Checkpoint {
    /// The name of the schedule, which makes it of the number; none for the usual one.
    pub schedule: Option<Ident>,
    pub number: Option<Atom>,
    /// The directory of what is kept on disk.
    pub disk: Option<Atom>,
    pub at: proc_macro2::Span,
}

impl Checkpoint {
    pub fn atoms(&self) -> impl Iterator<Item = &Atom> {
        self.number.iter().chain(&self.disk)
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mode {
    Set,
    Add,
    Sub,
}

/// What an array starts with.
#[derive(Clone, Debug)]
pub enum Init {
    /// So many of one value.
    Fill(Atom, Atom),
    /// These.
    Elements(Vec<Atom>),
    /// A copy of a view.
    Copy(View),
}

/// What a callee may do to an array.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Access {
    /// `&a`
    Read,
    /// `&mut a`
    Write,
    /// `&mut` of a list that may grow, or of a part of one: on the way back the callee is not handed the constants in it.
    Lent,
    /// `&mut` of a number: a list of one for functions with derivatives, the number itself for others.
    Number,
    /// A name that stands for a `&mut`: the callee may take it as either.
    Either,
    /// A list by value, which the callee may take as an array: what an array of arrays is made of.
    Value,
}

impl Access {
    pub fn writes(self) -> bool {
        self.lends() || self == Access::Either
    }
    /// Whether the callee takes it as a `&mut` for certain.
    pub fn lends(self) -> bool {
        matches!(self, Access::Write | Access::Lent | Access::Number)
    }
}

#[derive(Clone, Debug)]
pub enum Arg {
    Scalar(Atom),
    /// A part of an array by reference.
    View(View, Access),
    /// An array by value.
    Owned(Arr),
    Tuple(Vec<Arg>),
}

/// How the rows of a level lie in what a call gives.
#[derive(Clone, Debug)]
pub enum Lie {
    /// A table says for each where it starts and how long it is.
    Table(Arr),
    /// The type says how long they are.
    Even(TokenStream),
}

/// What a call gives.
#[derive(Clone, Debug)]
pub enum Out {
    Unit,
    Scalar(Val),
    Array(Arr),
    /// Where the rows of an array of arrays lie: how many there are, and how those of each level lie.
    Rows(Val, Vec<Lie>),
    /// An integer or a flag.
    Count(Val),
    Tuple(Vec<Out>),
}

#[derive(Clone, Debug)]
pub struct Call {
    pub id: usize,
    pub path: syn::Path,
    /// The function as the user calls it, where derivatives have another name.
    pub plain: Option<syn::Path>,
    /// A method of the first argument, by its name; of a constant's the path says the type too.
    pub method: Option<Ident>,
    pub args: Vec<Arg>,
    /// Which arguments are structures by reference.
    pub lent: Vec<bool>,
    /// Which arguments are changed, and come back behind what the call gives.
    pub changed: Vec<usize>,
    /// Which arguments are for constant parameters, and what is said if they carry derivatives.
    pub constants: Vec<(usize, String)>,
    pub out: Out,
    /// Whether any argument is a number of the engine, or what is passed has another form there; otherwise it is an
    /// ordinary call of constants.
    pub lifted: bool,
    /// Whether derivatives go through it: from its arguments to what it gives and what is used of that.
    pub active: bool,
}

impl Call {
    /// Whether it is a method of a constant, which is a function of its type in generated code.
    pub fn is_of_constant(&self) -> bool {
        self.method.is_some() && self.path.segments.len() > 1
    }

    /// What an ordinary call of constants names.
    pub fn plain_path(&self) -> &syn::Path {
        self.plain.as_ref().unwrap_or(&self.path)
    }

    /// Whether it is an operation on matrices, which tells constant lists from others by their type.
    pub fn is_operation(&self) -> bool {
        self.path.leading_colon.is_some() && self.path.segments.iter().any(|s| s.ident == "matrices")
    }
    /// Whether an argument is a structure by reference.
    pub fn lends(&self, arg: usize) -> bool {
        self.lent.get(arg).copied().unwrap_or(false)
    }
}

/// What is printed.
#[derive(Clone, Debug)]
pub enum Said {
    Atom(Atom),
    View(View),
    Tuple(Vec<Said>),
    /// Constant code, with the values that it mentions.
    Code(TokenStream, Vec<Val>),
}

#[derive(Clone, Debug)]
pub enum Step {
    Let(Val, Op),
    Alloc(Arr, Init),
    Store(Arr, Atom, Mode, Atom),
    CopyFrom(View, View),
    /// What an element held, which the way back puts there again.
    Undo(Arr, Atom, Val),
    /// Two elements change places.
    Swap(Arr, Atom, Atom),
    /// The memory of a list is at least so long from here on.
    Grow(Arr, Atom),
    /// A list ends here: what lies behind is gone.
    Cut(Arr, Atom),
    /// Two arrays of one length change places.
    Exchange(Arr, Arr),
    If {
        cond: Atom,
        then: Block,
        other: Block,
        joins: Vec<Join>,
    },
    Loop(Box<Loop>),
    Call(Call),
    /// An assertion: the macro's path, its condition, the rest of its arguments.
    Assert(TokenStream, Atom, TokenStream),
    /// A macro that prints, or panics: its path, its text, what is put into it.
    Say(TokenStream, Option<TokenStream>, Vec<(Option<Ident>, Said)>),
    /// The condition under which a part of an array exists.
    Bounds(Atom, Atom),
    /// A list that is a field of a structure.
    Alias(Arr, Val, Projections),
    /// A structure is held from here on.
    Hold(Arr, Atom),
    /// A place of a held structure takes a value.
    Put(Box<Put>),
}

/// What the function returns.
#[derive(Clone, Debug)]
pub enum Ret {
    Unit,
    Scalar(Atom),
    Array(Arr),
    /// Where the rows of an array of arrays lie: how many there are, and each level.
    Rows(Atom, Vec<RowsOf>),
    Tuple(Vec<Ret>),
}

impl Ret {
    /// What it is made of, in order, without tuples.
    pub fn leaves(&self) -> Vec<&Ret> {
        match self {
            Ret::Tuple(parts) => parts.iter().flat_map(Ret::leaves).collect(),
            leaf => vec![leaf],
        }
    }

    /// Whether a value is it, or a part of it.
    pub fn gives(&self, v: Val) -> bool {
        self.scalars().any(|a| a.val() == Some(v))
    }

    /// The numbers, integers and flags in it.
    pub fn scalars(&self) -> impl Iterator<Item = &Atom> {
        self.leaves().into_iter().filter_map(|leaf| match leaf {
            Ret::Scalar(a) => Some(a),
            _ => None,
        })
    }
}

/// How the rows of a level lie.
#[derive(Clone, Debug)]
pub enum RowsOf {
    /// All of one length.
    Even(Atom),
    /// For each where it starts and how long it is.
    Table(Arr),
}

/// A function in lowered form.
#[derive(Clone, Debug)]
pub struct Program {
    pub values: Vec<Value>,
    pub arrays: Vec<Array>,
    /// The frame around each frame.
    pub parents: Vec<Frame>,
    pub body: Block,
    pub ret: Ret,
    /// Functions beside others of the same arguments, whose adjoints read them.
    pub beside: Vec<Val>,
}

impl Program {
    /// Whether the frame is `outer` or lies in it.
    pub fn within(&self, mut frame: Frame, outer: Frame) -> bool {
        loop {
            if frame == outer {
                return true;
            }
            if frame == 0 {
                return false;
            }
            frame = self.parents[frame];
        }
    }
    pub fn active(&self, a: &Atom) -> bool {
        matches!(a, Atom::Val(v) if self.values[*v].active)
    }
    pub fn lifted(&self, a: &Atom) -> bool {
        matches!(a, Atom::Val(v) if self.values[*v].lifted)
    }
    /// Whether a value may be a structure: what is done with it is left to traits.
    pub fn is_rich(&self, v: Val) -> bool {
        let value = &self.values[v];
        value.lifted && value.ty == Ty::Record
    }
    pub fn rich(&self, a: &Atom) -> bool {
        matches!(a, Atom::Val(v) if self.is_rich(*v))
    }
    /// Whether a value is kept whole: it may be a structure, or is a constant of a type of the user's.
    pub fn is_whole(&self, v: Val) -> bool {
        let value = &self.values[v];
        self.is_rich(v) || !value.lifted && (value.ty == Ty::Record || value.ty == Ty::some_int())
    }
    /// The tokens of an atom, as it is.
    pub fn tokens(&self, a: &Atom) -> TokenStream {
        match a {
            Atom::Val(v) => self.values[*v].name.to_token_stream(),
            Atom::Lit(t) => t.tokens(),
        }
    }
}

impl Step {
    /// The blocks inside, the block of a loop's condition excepted.
    pub fn blocks(&self) -> Vec<&Block> {
        match self {
            Step::If { then, other, .. } => vec![then, other],
            Step::Loop(l) => vec![&l.body],
            _ => vec![],
        }
    }
    /// Whether an array begins here: as memory, or as what a call gives.
    pub fn makes(&self, arr: Arr) -> bool {
        match self {
            Step::Alloc(a, _) => *a == arr,
            Step::Call(c) => {
                let mut made = false;
                c.out.each(&mut |_| {}, &mut |a| made |= a == arr);
                made
            }
            _ => false,
        }
    }
    /// The arrays that this step itself changes.
    pub fn writes(&self) -> Vec<Arr> {
        match self {
            Step::Alloc(a, _) | Step::Store(a, ..) | Step::Swap(a, ..) | Step::Cut(a, _) => vec![*a],
            Step::CopyFrom(v, _) => vec![v.arr],
            Step::Exchange(a, b) => vec![*a, *b],
            Step::Alias(a, ..) | Step::Hold(a, _) => vec![*a],
            Step::Put(put) => vec![put.arr],
            Step::Call(c) => {
                let mut out = vec![];
                for a in &c.args {
                    a.each(&mut |arg| match arg {
                        Arg::View(v, access) if access.writes() => out.push(v.arr),
                        _ => {}
                    });
                }
                c.out.each(&mut |_| {}, &mut |a| out.push(a));
                out
            }
            _ => vec![],
        }
    }
    /// The values that this step itself defines.
    pub fn defines(&self) -> Vec<Val> {
        match self {
            Step::Let(v, _) => vec![*v],
            Step::If { joins, .. } => joins.iter().map(|j| j.out).collect(),
            Step::Loop(l) => l.carried.iter().map(|c| c.after).chain(l.count).collect(),
            Step::Call(c) => {
                let mut out = vec![];
                c.out.each(&mut |v| out.push(v), &mut |_| {});
                out
            }
            _ => vec![],
        }
    }
}

/// Visits every step of a block, outer steps before those inside them.
pub fn walk<'a>(block: &'a Block, f: &mut dyn FnMut(&'a Step, &'a Block)) {
    for step in &block.steps {
        f(step, block);
        for inner in step.blocks() {
            walk(inner, f);
        }
    }
}

/// Visits a step and every step inside it, outer steps before those inside them.
pub fn walk_step<'a>(step: &'a Step, f: &mut dyn FnMut(&'a Step)) {
    f(step);
    for inner in step.blocks() {
        walk(inner, &mut |s, _| f(s));
    }
}

/// As [`walk`], the last step of each block first: what is known of results reaches what they come from at once.
pub fn walk_back<'a>(block: &'a Block, f: &mut dyn FnMut(&'a Step)) {
    for step in block.steps.iter().rev() {
        f(step);
        for inner in step.blocks() {
            walk_back(inner, f);
        }
    }
}

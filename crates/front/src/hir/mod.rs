//! A body with every name resolved to an id and every shorthand written out.
//!
//! `matches!`, `dbg!`, assignments to several places, parentheses and macros of the crate are written out here, so that
//! what reads a body knows few kinds of expressions. Every expression and every pattern keeps the span of the text that it
//! stands for.
//!
//! The parts of an expression have smaller numbers than the expression itself, and so have those of a pattern: going
//! through [`Body::exprs`] in order meets the parts first. Sums of thousands of terms are as deep as they are long, so that
//! what reads a body goes down the first operands in a loop.

mod by_path;
mod control;
mod expand;
mod lower;
mod macros;
mod patterns;
mod resolve;
pub(crate) mod rules;
mod scope;
mod spans;

pub use lower::body;
pub use rules::expand as expand_rules;

use crate::items::{AdtId, ItemId};
use crate::ty::Ty;
use proc_macro2::{Punct, Spacing, Span, TokenStream, TokenTree};
use quote::ToTokens;
use std::rc::Rc;

/// An expression, by its place in [`Body::exprs`].
pub type ExprId = usize;
/// A pattern, by its place in [`Body::pats`].
pub type PatId = usize;
/// A local variable, by its place in [`Body::locals`].
pub type LocalId = usize;
/// A loop or a block that may be left, by its place in [`Body::labels`].
pub type LabelId = usize;

/// The body of a function, with the closures inside.
#[derive(Clone, Debug, Default)]
pub struct Body {
    /// The expressions.
    pub exprs: Vec<Expr>,
    /// The patterns.
    pub pats: Vec<Pat>,
    /// The locals.
    pub locals: Vec<Local>,
    /// What may be left by `break`.
    pub labels: Vec<Label>,
    /// The parameters.
    pub params: Vec<PatId>,
    /// What it gives: a block.
    pub root: ExprId,
    /// The items inside, for generated code to repeat.
    pub items: Vec<syn::Item>,
}

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where it stands.
    pub span: Span,
}

/// A pattern.
#[derive(Clone, Debug)]
pub struct Pat {
    /// What it is.
    pub kind: PatKind,
    /// Where it stands.
    pub span: Span,
}

/// A local variable.
#[derive(Clone, Debug)]
pub struct Local {
    /// Its name, for generated code; it need not be the only one of that name.
    pub name: Rc<str>,
    /// Where it is declared.
    pub span: Span,
    /// Whether it is declared `mut`.
    pub mutable: bool,
}

/// What may be left by `break`.
#[derive(Clone, Debug)]
pub struct Label {
    /// Its name, if the user gave one.
    pub name: Option<Rc<str>>,
    /// The expression: a loop, a `for`, or a block.
    pub of: ExprId,
}

/// Kinds of expressions.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// A literal.
    Literal(syn::Lit),
    /// A local.
    Local(LocalId),
    /// A function, a constant, with written type arguments (of the type around first).
    Item(ItemId, Vec<TypeRef>),
    /// A variant of an enum, or a tuple struct, as a function or as a value; with written type arguments.
    Variant(AdtId, usize, Vec<TypeRef>),
    /// A function or a constant of a type, found by inference: `f64::max`, `Vec::new`, `Self::helper`, `T::COUNT`. Of a
    /// trait, `Trait::f` or `<T as Trait>::f`, it is an [`ExprKind::Item`] of which the first argument is `Self`.
    TypeFn(TypeRef, Rc<str>, Vec<TypeRef>),
    /// A `const` parameter, by its place in [`crate::items::Generics`].
    Param(usize),
    /// A path to what is not known here.
    Foreign(syn::Path),
    /// `-a`, `!a`
    Unary(Unary, ExprId),
    /// An operator between two.
    Binary(Binary, ExprId, ExprId),
    /// `a = b`, where `a` is one place.
    Assign(ExprId, ExprId),
    /// `a += b`
    AssignOp(Binary, ExprId, ExprId),
    /// Statements, and what they give.
    Block(Vec<Stmt>, Option<ExprId>, Option<LabelId>),
    /// `if`; the condition may hold [`ExprKind::Let`] under `&&`.
    If(ExprId, ExprId, Option<ExprId>),
    /// `let p = e` in a condition: whether it fits, and binds.
    Let(PatId, ExprId),
    /// `match`
    Match(ExprId, Vec<Arm>),
    /// `loop`
    Loop(ExprId, LabelId, Attrs),
    /// `while`; the condition may hold [`ExprKind::Let`] under `&&`.
    While(ExprId, ExprId, LabelId, Attrs),
    /// `for p in e`
    For(PatId, ExprId, ExprId, LabelId, Attrs),
    /// `break 'l e`
    Break(LabelId, Option<ExprId>),
    /// `continue 'l`
    Continue(LabelId),
    /// `return e`, of the function or of the closure around.
    Return(Option<ExprId>),
    /// `e?`: what is in a `Some` or an `Ok`; what else there is leaves the function or the closure around.
    Try(ExprId),
    /// A call of what the expression gives.
    Call(ExprId, Vec<ExprId>),
    /// `a.m::<T>(b)`
    Method(ExprId, Rc<str>, Vec<TypeRef>, Vec<ExprId>),
    /// `a.name`, `a.0`
    Field(ExprId, Rc<str>),
    /// `a[i]`, where `i` may be a range.
    Index(ExprId, ExprId),
    /// `a..b`; the flag says `..=`.
    Range(Option<ExprId>, Option<ExprId>, bool),
    /// A tuple.
    Tuple(Vec<ExprId>),
    /// `[a, b]`, or `vec![a, b]` if the flag is set.
    List(Vec<ExprId>, bool),
    /// `[a; n]`, or `vec![a; n]` if the flag is set.
    Repeat(ExprId, ExprId, bool),
    /// A struct or a variant by its fields, the rest from a base.
    Struct(AdtId, usize, Vec<TypeRef>, Vec<(Rc<str>, ExprId)>, Option<ExprId>),
    /// `&a`, `&mut a`
    Ref(bool, ExprId),
    /// `*a`
    Deref(ExprId),
    /// `a as T`
    Cast(ExprId, TypeRef),
    /// A closure.
    Closure(Closure),
    /// `assert!(cond, ..)` and its kin: the condition, and what is said. `assert_eq!(a, b)` has the two sides as a
    /// comparison, and is named as it was.
    Assert(ExprId, Say),
    /// A macro that prints, panics or formats.
    Say(Say),
    /// A macro that is not read, and answers with a `bool`: `approx::relative_eq!(a, b, epsilon = e)`.
    Test(Say),
    /// A struct or a variant of a type that is not known here, by its fields, the rest from a base.
    ForeignStruct(syn::Path, Vec<(Rc<str>, ExprId)>, Option<ExprId>),
    /// Text that is not read, with the locals that it names: `concat!(..)`, `const { .. }`.
    Text(TokenStream, Vec<LocalId>),
}

/// What a macro says.
#[derive(Clone, Debug)]
pub struct Say {
    /// The path of the macro.
    pub path: syn::Path,
    /// The format.
    pub format: Option<TokenStream>,
    /// The arguments with their names, which are looked at as by `&`. What the format names is among them: `{x}` has an
    /// argument `x = x`.
    pub args: Vec<(Option<Rc<str>>, ExprId)>,
}

/// A statement.
#[derive(Clone, Debug)]
pub enum Stmt {
    /// `let p: T = e else { .. };`
    Let {
        /// What is bound.
        pat: PatId,
        /// The type as written.
        ty: Option<TypeRef>,
        /// The value.
        init: Option<ExprId>,
        /// What happens if it does not fit: it leaves.
        otherwise: Option<ExprId>,
        /// Attributes: `#[save]`, `#[recompute]`.
        attrs: Attrs,
    },
    /// An expression; its value is dropped.
    Expr(ExprId),
}

/// An arm of a `match`.
#[derive(Clone, Debug)]
pub struct Arm {
    /// What fits.
    pub pat: PatId,
    /// What else is asked.
    pub guard: Option<ExprId>,
    /// What it gives.
    pub body: ExprId,
}

/// A closure.
#[derive(Clone, Debug)]
pub struct Closure {
    /// Its parameters with their types as written.
    pub params: Vec<(PatId, Option<TypeRef>)>,
    /// The type of the result as written.
    pub ret: Option<TypeRef>,
    /// Its body.
    pub body: ExprId,
    /// The locals around that it mentions.
    pub captures: Vec<LocalId>,
    /// Whether it is a `move` closure: it holds what these are when it is made.
    pub moves: bool,
}

/// Attributes of a loop or a `let` that Wengert reads: `checkpoint`, `independent`, `recompute`, `save`.
pub type Attrs = Vec<Attr>;

/// An attribute.
#[derive(Clone, Debug)]
pub struct Attr {
    /// As it is written.
    pub text: syn::Attribute,
    /// The values in it by their names: `slots = n`. They come before the loop.
    pub values: Vec<(Rc<str>, ExprId)>,
}

/// Kinds of patterns.
#[derive(Clone, Debug)]
pub enum PatKind {
    /// `_`
    Wild,
    /// `..` among others.
    Rest,
    /// A name, `ref`, `mut`, with what else it must fit.
    Bind {
        /// The local.
        local: LocalId,
        /// `ref` or `ref mut`.
        by_ref: Option<bool>,
        /// `name @ p`
        inner: Option<PatId>,
    },
    /// A tuple; one part may be [`PatKind::Rest`].
    Tuple(Vec<PatId>),
    /// `[a, .., b]`; `rest @ ..` is a [`PatKind::Bind`] around a [`PatKind::Rest`].
    Slice(Vec<PatId>),
    /// A struct or a variant, by the names of its fields; those that are not named are not looked at.
    Variant(AdtId, usize, Vec<(Rc<str>, PatId)>),
    /// `&p`, `&mut p`
    Ref(PatId),
    /// A literal or a constant, compared by `==`.
    Value(ExprId),
    /// A range of literals or constants; the flag says `..=`.
    Range(Option<ExprId>, Option<ExprId>, bool),
    /// One of these. The names that they bind are the same locals.
    Or(Vec<PatId>),
    /// A path, a struct or a variant that is not known here.
    Foreign(ForeignPat),
}

/// A pattern of a type that is not known here.
#[derive(Clone, Debug)]
pub struct ForeignPat {
    /// What it names.
    pub path: syn::Path,
    /// How its parts are written.
    pub form: Form,
    /// Its parts by their names; without names they are `0`, `1`, ..
    pub fields: Vec<(Rc<str>, PatId)>,
}

/// How the parts of a pattern are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `A`
    Unit,
    /// `A(p, q)`; one part may be [`PatKind::Rest`].
    Tuple,
    /// `A { x: p }`, or `A { x: p, .. }` if the flag is set.
    Named(bool),
}

/// Operators of one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Unary {
    Neg,
    Not,
}

/// Operators of two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Binary {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    And,
    Or,
    BitAnd,
    BitOr,
    BitXor,
    Shl,
    Shr,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

impl Binary {
    /// As it is written.
    pub fn sign(self) -> &'static str {
        match self {
            Binary::Add => "+",
            Binary::Sub => "-",
            Binary::Mul => "*",
            Binary::Div => "/",
            Binary::Rem => "%",
            Binary::And => "&&",
            Binary::Or => "||",
            Binary::BitAnd => "&",
            Binary::BitOr => "|",
            Binary::BitXor => "^",
            Binary::Shl => "<<",
            Binary::Shr => ">>",
            Binary::Eq => "==",
            Binary::Ne => "!=",
            Binary::Lt => "<",
            Binary::Le => "<=",
            Binary::Gt => ">",
            Binary::Ge => ">=",
        }
    }

    /// Whether it compares.
    pub fn compares(self) -> bool {
        matches!(self, Binary::Eq | Binary::Ne | Binary::Lt | Binary::Le | Binary::Gt | Binary::Ge)
    }
}

impl ToTokens for Binary {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let (sign, last) = (self.sign(), self.sign().len() - 1);
        for (k, c) in sign.chars().enumerate() {
            let spacing = if k == last { Spacing::Alone } else { Spacing::Joint };
            tokens.extend([TokenTree::from(Punct::new(c, spacing))]);
        }
    }
}

/// A type as it is written, with names resolved; `_` is [`TypeRef::Infer`].
#[derive(Clone, Debug)]
pub enum TypeRef {
    /// `_`
    Infer,
    /// A type with no `_` in it.
    Ty(Ty),
    /// A type around others: `Vec<_>`, `[_; 3]`, `(f64, _)`, `&_`. The variables count from 0 within this type.
    With(Ty),
}

/// Whether a path makes a `Cow`.
pub fn is_lent_or_owned(path: &syn::Path) -> bool {
    let mut names = path.segments.iter().rev().map(|segment| &segment.ident);
    let (by, of) = (names.next(), names.next());
    of.is_some_and(|of| of == "Cow") && by.is_some_and(|by| by == "Borrowed" || by == "Owned" || by == "from")
}

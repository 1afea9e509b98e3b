//! The table's partials as code: an engine whose numbers are expressions.
//!
//! The transformation states no derivative of its own. It runs a row's partials on [`Code`], and thereby learns what
//! the adjoint step reads and how it is written.

use crate::ir::Val;
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::quote;
use rules::{Kind, Number, Op, Rule, RuleId};
use std::cell::RefCell;
use std::ops::{Add, Div, Mul, Neg, Sub};

/// An expression over the arguments and the result of a row.
#[derive(Clone, Debug, PartialEq)]
pub enum Tree {
    Arg(usize),
    Out,
    Const(f64),
    Neg(Box<Tree>),
    Bin(char, Box<Tree>, Box<Tree>),
    Fun(Op, Vec<Tree>, i32),
    /// What a step of the way forward gave.
    Given(Val),
}

thread_local! {
    static NODES: RefCell<Vec<Tree>> = const { RefCell::new(Vec::new()) };
}

/// A number that is the expression computing it.
#[derive(Clone, Copy)]
pub(crate) struct Code(usize);

impl Code {
    fn new(tree: Tree) -> Code {
        NODES.with_borrow_mut(|nodes| {
            nodes.push(tree);
            Code(nodes.len() - 1)
        })
    }
    fn tree(self) -> Tree {
        NODES.with_borrow(|nodes| nodes[self.0].clone())
    }
    fn bin(op: char, a: Code, b: Code) -> Code {
        let (a, b) = (a.tree(), b.tree());
        // Multiplication and division by one keep every bit.
        match (op, &a, &b) {
            ('*', Tree::Const(1.0), other) | ('*' | '/', other, Tree::Const(1.0)) => return Code::new(other.clone()),
            ('*', Tree::Const(-1.0), other) | ('*' | '/', other, Tree::Const(-1.0)) => {
                return -Code::new(other.clone());
            }
            (_, Tree::Const(x), Tree::Const(y)) => {
                return Code::new(Tree::Const(match op {
                    '+' => x + y,
                    '-' => x - y,
                    '*' => x * y,
                    _ => x / y,
                }));
            }
            _ => {}
        }
        Code::new(Tree::Bin(op, Box::new(a), Box::new(b)))
    }
}

impl Neg for Code {
    type Output = Code;
    fn neg(self) -> Code {
        match self.tree() {
            Tree::Const(c) => Code::new(Tree::Const(-c)),
            Tree::Neg(inner) => Code::new(*inner),
            tree => Code::new(Tree::Neg(Box::new(tree))),
        }
    }
}
impl Add for Code {
    type Output = Code;
    fn add(self, other: Code) -> Code {
        Code::bin('+', self, other)
    }
}
impl Sub for Code {
    type Output = Code;
    fn sub(self, other: Code) -> Code {
        Code::bin('-', self, other)
    }
}
impl Mul for Code {
    type Output = Code;
    fn mul(self, other: Code) -> Code {
        Code::bin('*', self, other)
    }
}
impl Div for Code {
    type Output = Code;
    fn div(self, other: Code) -> Code {
        Code::bin('/', self, other)
    }
}

impl Number for Code {
    type Scalar = f64;
    fn constant(c: f64) -> Code {
        Code::new(Tree::Const(c))
    }
    fn apply<R: Rule<N>, const N: usize>(args: [Code; N], n: i32) -> Code {
        match R::ID {
            RuleId::Table(op) => Code::new(Tree::Fun(op, args.iter().map(|a| a.tree()).collect(), n)),
            // Rows are made of rows; a user's rule never comes here.
            RuleId::User(_) => Code::new(Tree::Const(f64::NAN)),
        }
    }
    fn known(self) -> Option<f64> {
        match self.tree() {
            Tree::Const(c) => Some(c),
            _ => None,
        }
    }
    fn has_nan(self) -> bool {
        self.known().is_none_or(f64::is_nan)
    }
    fn is_constant(self) -> bool {
        self.known().is_some()
    }
}

/// The partials of a row by its active arguments.
pub fn partials(op: Op, active: &[bool], n: i32) -> Vec<Option<Tree>> {
    NODES.with_borrow_mut(Vec::clear);
    let args: Vec<Code> = (0..active.len()).map(|k| Code::new(Tree::Arg(k))).collect();
    let mut d = args.clone();
    op.partials(&args, Code::new(Tree::Out), active, n, &mut d);
    d.iter().zip(active).map(|(d, &on)| on.then(|| d.tree())).collect()
}

/// Where a function of such arguments has been computed.
pub(crate) type Find<'a> = dyn Fn(Op, &[usize], i32) -> Option<Val> + 'a;

impl Tree {
    /// The same, with functions of arguments replaced by values that have been computed.
    pub(crate) fn with(self, find: &Find<'_>) -> Tree {
        match self {
            Tree::Fun(op, inner, n) => {
                let args = inner.iter().map(|t| if let Tree::Arg(k) = t { Some(*k) } else { None });
                match args.collect::<Option<Vec<_>>>().and_then(|args| find(op, &args, n)) {
                    Some(v) => Tree::Given(v),
                    None => Tree::Fun(op, inner.into_iter().map(|t| t.with(find)).collect(), n),
                }
            }
            Tree::Neg(a) => Tree::Neg(Box::new(a.with(find))),
            Tree::Bin(op, a, b) => Tree::Bin(op, Box::new(a.with(find)), Box::new(b.with(find))),
            leaf => leaf,
        }
    }

    /// Which arguments and values it reads, and whether it reads the result.
    pub(crate) fn reads(&self, args: &mut Vec<usize>, given: &mut Vec<Val>, out: &mut bool) {
        match self {
            Tree::Arg(k) => args.push(*k),
            Tree::Out => *out = true,
            Tree::Const(_) => {}
            Tree::Neg(a) => a.reads(args, given, out),
            Tree::Bin(_, a, b) => {
                a.reads(args, given, out);
                b.reads(args, given, out);
            }
            Tree::Fun(_, inner, _) => inner.iter().for_each(|t| t.reads(args, given, out)),
            Tree::Given(v) => given.push(*v),
        }
    }

    /// Rust code; the environment gives the tokens of an argument, of the result, of a value, and whether it is an engine's
    /// number.
    pub fn tokens(&self, number: &Ident, env: &dyn Fn(&Tree) -> (TokenStream, bool)) -> (TokenStream, bool) {
        match self {
            Tree::Arg(_) | Tree::Out | Tree::Given(_) => env(self),
            Tree::Const(c) if c.is_finite() => {
                let literal = Literal::f64_unsuffixed(c.abs());
                (if c.is_sign_negative() { quote!((-#literal)) } else { quote!(#literal) }, false)
            }
            Tree::Const(c) if c.is_nan() => (quote!((0.0 / 0.0)), false),
            Tree::Const(c) => (if *c > 0.0 { quote!((1.0 / 0.0)) } else { quote!((-1.0 / 0.0)) }, false),
            Tree::Neg(a) => {
                let (a, lifted) = a.tokens(number, env);
                (quote!((-#a)), lifted)
            }
            Tree::Bin(op, a, b) => {
                let ((x, l), (y, r)) = (a.tokens(number, env), b.tokens(number, env));
                let op = proc_macro2::Punct::new(*op, proc_macro2::Spacing::Alone);
                (quote!((#x #op #y)), l || r)
            }
            Tree::Fun(op, args, n) => {
                let parts: Vec<_> = args.iter().map(|a| a.tokens(number, env)).collect();
                let row = op.row();
                let lifted = parts.iter().any(|(_, l)| *l);
                let lift = |(t, l): &(TokenStream, bool)| {
                    if *l || !lifted { t.clone() } else { quote!(#number::constant(#t)) }
                };
                let args: Vec<_> = parts.iter().map(lift).collect();
                let n = row.family.then(|| Literal::i32_unsuffixed(*n));
                let name = Ident::new(row.name, Span::call_site());
                let tokens = match row.kind {
                    Kind::Operator => {
                        let sign = |c| proc_macro2::Punct::new(c, proc_macro2::Spacing::Alone);
                        match (row.name, args.as_slice()) {
                            ("neg", [a]) => quote!((-#a)),
                            ("add", [a, b]) => quote!((#a + #b)),
                            ("sub", [a, b]) => quote!((#a - #b)),
                            ("mul", [a, b]) => quote!((#a * #b)),
                            ("div", [a, b]) => quote!((#a / #b)),
                            (_, [a, b]) => {
                                let percent = sign('%');
                                quote!((#a #percent #b))
                            }
                            _ => quote!(compile_error!("an operator of the table has one or two arguments")),
                        }
                    }
                    // The type of a literal does not show.
                    Kind::Method if !lifted => {
                        quote!(<#number as ::wengert::Number>::Scalar::#name(#(#args,)* #n))
                    }
                    Kind::Method => {
                        let (first, rest) = (&args[0], &args[1..]);
                        quote!(#first.#name(#(#rest,)* #n))
                    }
                    Kind::Function | Kind::Helper => quote!(::wengert::functions::#name(#(#args,)* #n)),
                };
                (tokens, lifted)
            }
        }
    }
}

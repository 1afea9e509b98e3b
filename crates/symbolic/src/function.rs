//! What stands at a node: a row of the table, or a function of the user's.

use crate::Expr;
use rules::{Op, Row, Rule, RuleId};
use std::hash::{Hash, Hasher};

/// The function of a node.
#[derive(Clone, Copy)]
pub(crate) enum Function {
    Table(Op),
    User(&'static User),
}

/// A user's rule behind pointers, as nodes have no type parameters.
pub(crate) struct User {
    pub(crate) name: &'static str,
    arity: usize,
    steps: bool,
    chooses: bool,
    pub(crate) value: fn(&[f64], i32) -> f64,
    partials: Partials,
}

type Partials = for<'g> fn(&[Expr<'g>], Expr<'g>, &[bool], i32, &mut [Expr<'g>]);

/// Carries a rule to where its [`User`] is made.
struct Of<R, const N: usize>(std::marker::PhantomData<R>);

impl<R: Rule<N>, const N: usize> Of<R, N> {
    const USER: &'static User = &User {
        name: match R::ID {
            RuleId::User(name) => name,
            RuleId::Table(_) => "",
        },
        arity: N,
        steps: R::STEPS,
        chooses: R::CHOOSES,
        value: |args, n| R::value(std::array::from_fn(|i| args[i]), n),
        partials: user_partials::<R, N>,
    };
}

fn user_partials<'g, R: Rule<N>, const N: usize>(
    args: &[Expr<'g>],
    out: Expr<'g>,
    active: &[bool],
    n: i32,
    d: &mut [Expr<'g>],
) {
    let (args, active) = (std::array::from_fn(|i| args[i]), std::array::from_fn(|i| active[i]));
    d.copy_from_slice(&R::partials(args, out, active, n));
}

impl Function {
    /// The function of a rule.
    pub(crate) fn of<R: Rule<N>, const N: usize>() -> Function {
        match R::ID {
            RuleId::Table(op) => Function::Table(op),
            RuleId::User(_) => Function::User(Of::<R, N>::USER),
        }
    }

    pub(crate) fn arity(self) -> usize {
        match self {
            Function::Table(op) => op.row().arity,
            Function::User(user) => user.arity,
        }
    }

    /// Whether it is locally constant.
    pub(crate) fn steps(self) -> bool {
        match self {
            Function::Table(op) => op.row().steps,
            Function::User(user) => user.steps,
        }
    }

    /// Whether its value is one of its arguments.
    pub(crate) fn chooses(self) -> bool {
        match self {
            Function::Table(op) => op.row().chooses,
            Function::User(user) => user.chooses,
        }
    }

    pub(crate) fn row(self) -> Option<&'static Row> {
        match self {
            Function::Table(op) => Some(op.row()),
            Function::User(_) => None,
        }
    }

    /// The name that its users know.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Function::Table(op) => op.row().name,
            Function::User(user) => user.name.rsplit("::").next().unwrap_or(user.name),
        }
    }

    /// The value, unless the precondition fails.
    pub(crate) fn value(self, args: &[f64], n: i32) -> Option<f64> {
        match self {
            Function::Table(op) => (op.row().admits)(args).then(|| op.apply(args, n)),
            Function::User(user) => Some((user.value)(args, n)),
        }
    }

    /// The partials by the active arguments.
    pub(crate) fn partials<'g>(self, args: &[Expr<'g>], out: Expr<'g>, active: &[bool], n: i32) -> Vec<Expr<'g>> {
        let mut d = args.to_vec();
        match self {
            Function::Table(op) => op.partials(args, out, active, n, &mut d),
            Function::User(user) => (user.partials)(args, out, active, n, &mut d),
        }
        d
    }
}

impl PartialEq for Function {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Function::Table(a), Function::Table(b)) => a == b,
            (Function::User(a), Function::User(b)) => a.name == b.name && a.arity == b.arity,
            _ => false,
        }
    }
}

impl Eq for Function {}

impl Hash for Function {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self {
            Function::Table(op) => op.hash(state),
            Function::User(user) => user.name.hash(state),
        }
    }
}

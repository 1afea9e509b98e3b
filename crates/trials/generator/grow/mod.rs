//! Growing a function body at random: every step is chosen among what compiles and stays in bounds where it stands.

mod calls;
mod changes;
mod expressions;
mod lambdas;
mod loops;
mod made;
mod ordered;
mod records;
mod statements;
mod views;

use super::constructs::{Constructs, STATEMENTS};
use super::random::Random;
use super::scope::{Array, Int, List, Pairs, Scope};
use super::tree::*;

/// A function that can be called.
#[derive(Clone, Debug)]
pub(crate) struct Callee {
    pub name: String,
    pub params: Vec<Kind>,
    pub returns: Returns,
    /// The construct that it belongs to.
    pub construct: &'static str,
}

impl Callee {
    /// Whether it changes nothing.
    pub(crate) fn is_pure(&self) -> bool {
        let changes = |kind: &Kind| {
            matches!(
                kind,
                Kind::SliceMut(_)
                    | Kind::LentRecords(..)
                    | Kind::Record(_, Pass::Exclusive)
                    | Kind::Receiver(_, Pass::Exclusive)
            )
        };
        !self.params.iter().any(changes)
    }
}

/// The most that loops around each other may run together.
const TRIPS: usize = 120;
/// The greatest length of an array in the tests.
pub(crate) const LONGEST: usize = 8;

/// What a program is written on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Number {
    /// `f64`
    Double,
    /// `f32`, which free functions and constants of the other type do not take.
    Single,
    /// `T: Real`
    Any,
}

/// A function body under construction.
pub(crate) struct Grower<'a> {
    pub random: &'a mut Random,
    pub constructs: &'a Constructs,
    pub scope: Scope,
    pub callees: Vec<Callee>,
    /// The program's own types.
    pub records: Vec<Record>,
    pub returns: Returns,
    /// What the program is written on.
    pub number: Number,
    /// The statements still to be made.
    pub fuel: usize,
    params: Vec<(String, Kind)>,
    names: usize,
    classes: usize,
    depth: usize,
    /// How many calls are around the argument at hand.
    calls: usize,
    trips: usize,
    in_loop: bool,
    in_lambda: bool,
    /// Whether a loop around may not be left.
    in_order: bool,
    may_continue: bool,
}

impl<'a> Grower<'a> {
    /// A body for a function with these parameters.
    pub(crate) fn new(
        random: &'a mut Random,
        constructs: &'a Constructs,
        params: &[(String, Kind)],
        returns: Returns,
        (records, fuel): (&[Record], usize),
    ) -> Grower<'a> {
        let mut grower = Grower {
            random,
            constructs,
            scope: Scope::default(),
            callees: Vec::new(),
            records: records.to_vec(),
            returns,
            number: Number::Double,
            fuel,
            params: params.to_vec(),
            names: 0,
            classes: 0,
            depth: 0,
            calls: 0,
            trips: 1,
            in_loop: false,
            in_lambda: false,
            in_order: false,
            may_continue: false,
        };
        for (name, kind) in params {
            grower.parameter(name, *kind);
        }
        grower
    }

    fn parameter(&mut self, name: &str, kind: Kind) {
        let mut array = |hold, mutable, least, length| {
            let class = self.classes;
            self.classes += 1;
            self.scope.array(Array { name: name.into(), hold, mutable, least, class, length });
        };
        match kind {
            Kind::Slice(least) => array(Hold::Shared, false, least, None),
            Kind::SliceMut(least) => array(Hold::Exclusive, true, least, None),
            Kind::Vector(least) => array(Hold::Vector, true, least, None),
            Kind::Triple => array(Hold::Fixed, true, 3, Some(3)),
            Kind::Sized(lent) => {
                array(if lent { Hold::Shared } else { Hold::Fixed }, !lent, 3, None);
                let class = self.classes - 1;
                self.scope.ints.push(Int {
                    name: "N".into(),
                    mutable: false,
                    least: 3,
                    below: None,
                    inside: Vec::new(),
                    length_of: Some(class),
                });
            }
            Kind::Pairs(least) => self.scope.pairs.push(Pairs { name: name.into(), least }),
            Kind::ConstantSlice(least) => array(Hold::Constants, false, least, None),
            Kind::Float => self.scope.float(name, false),
            Kind::Pair => {
                for k in 0..2 {
                    self.scope.read_as(&format!("{name}.{k}"), Expr::Field(name.into(), k));
                }
            }
            Kind::ConstantFloat => self.scope.read_as(name, Expr::Constant(name.into())),
            Kind::Whole => {
                let int = Int {
                    name: name.into(),
                    mutable: false,
                    least: 0,
                    below: Some(6),
                    inside: Vec::new(),
                    length_of: None,
                };
                self.scope.int(int);
            }
            Kind::Flag => self.scope.flags.push(name.into()),
            Kind::Receiver(k, pass) | Kind::Record(k, pass) => {
                let name = if matches!(kind, Kind::Receiver(..)) { "self" } else { name };
                self.declare(name, k, pass == Pass::Exclusive, pass != Pass::Moved);
            }
            Kind::Records(record, least) | Kind::LentRecords(record, least) => {
                let (class, mutable) = (self.class(), matches!(kind, Kind::LentRecords(..)));
                let (path, grows) = (name.to_owned(), false);
                self.declare_list(List { path, record, mutable, grows, reference: true, least, class });
            }
            Kind::Function(arity, _) => self.scope.lambdas.push(Callee {
                name: name.into(),
                params: vec![Kind::Float; arity],
                returns: Returns::Float,
                construct: "lambda",
            }),
        }
    }

    /// The class of the parameter of this number.
    pub(crate) fn class_of(&self, param: usize) -> Option<usize> {
        let name = &self.params.get(param)?.0;
        self.scope.arrays.iter().find(|a| a.name == *name).map(|a| a.class)
    }

    /// A name that nothing has.
    pub(crate) fn fresh(&mut self, stem: &str) -> String {
        self.names += 1;
        format!("{stem}{}", self.names)
    }

    /// A class of arrays of their own length.
    pub(crate) fn class(&mut self) -> usize {
        self.classes += 1;
        self.classes
    }

    /// The class of arrays of a known length.
    pub(crate) fn fixed_class(length: usize) -> usize {
        1_000_000 + length
    }

    /// So many statements at most, in a scope of their own.
    pub(crate) fn block(&mut self, most: usize) -> Vec<Stmt> {
        let scope = self.scope.clone();
        let stmts = self.open_block(most);
        self.scope = scope;
        stmts
    }

    /// The same, with what they declare left in scope.
    pub(crate) fn open_block(&mut self, most: usize) -> Vec<Stmt> {
        self.depth += 1;
        let outer = self.scope.clone();
        let mut stmts = Vec::new();
        for _ in 0..self.random.between(1, most) {
            if self.fuel == 0 {
                break;
            }
            self.fuel -= 1;
            stmts.extend(self.any_statement());
        }
        if !stmts.is_empty() && self.random.chance(70) {
            stmts.extend(self.hand_on(&outer));
        }
        self.depth -= 1;
        stmts
    }

    /// Lets something that was declared in a block reach a variable around it: else the block would do nothing.
    fn hand_on(&mut self, outer: &Scope) -> Option<Stmt> {
        let known: Vec<&str> = outer.floats.iter().map(|v| v.name.as_str()).collect();
        let own: Vec<Expr> = self
            .scope
            .floats
            .iter()
            .filter(|v| !known.contains(&v.name.as_str()))
            .map(|v| v.read.clone())
            .filter(|read| matches!(read, Expr::Variable(_) | Expr::Field(..)))
            .collect();
        let arrays: Vec<Array> =
            self.scope.readable(1).into_iter().filter(|a| !outer.arrays.iter().any(|b| b.name == a.name)).collect();
        let read = match self.random.choose(&arrays) {
            Some(a) if own.is_empty() || self.random.chance(50) => Expr::Element(a.name.clone(), self.at(&a)?),
            _ => self.random.choose(&own)?,
        };
        let targets: Vec<String> = self
            .scope
            .floats
            .iter()
            .filter(|v| v.mutable && known.contains(&v.name.as_str()))
            .map(|v| v.name.clone())
            .collect();
        let target = Target::Variable(self.random.choose(&targets)?);
        let value = Expr::Binary('*', Box::new(Expr::Literal("0.5")), Box::new(Expr::Method("sin", vec![read])));
        Some(Stmt::Assign { target, operator: Some('+'), value })
    }

    /// Statements of the function's own block until the fuel is spent.
    pub(crate) fn body(&mut self) -> Vec<Stmt> {
        let mut stmts = Vec::new();
        while self.fuel > 0 {
            self.fuel -= 1;
            stmts.extend(self.any_statement());
        }
        stmts
    }

    fn any_statement(&mut self) -> Vec<Stmt> {
        let allowed = self.constructs.of(STATEMENTS);
        for _ in 0..8 {
            if allowed.is_empty() {
                break;
            }
            let name = self.random.weighted(&allowed);
            if let Some(stmts) = self.statement(name) {
                return stmts;
            }
        }
        self.statement("set").or_else(|| self.statement("let")).unwrap_or_default()
    }

    /// The variables that a function starts with, so that there is something to work on.
    pub(crate) fn prologue(&mut self) -> Vec<Stmt> {
        let mut stmts = Vec::new();
        let arrays = self.scope.arrays.clone();
        if let Some(a) = self.random.choose(&arrays).filter(|_| self.random.chance(40)) {
            let name = self.fresh("len");
            stmts.push(self.let_int(&name, false, a.len()));
            if let Some(int) = self.scope.ints.last_mut() {
                (int.least, int.length_of) = (a.least, Some(a.class));
            }
        }
        for name in ["s", "t", "u"] {
            if name == "s" || self.random.chance(50) {
                let value = self.leaf();
                stmts.push(self.let_float(name, true, value));
            }
        }
        for name in ["a", "b"] {
            if self.random.chance(55) && ["vec", "array", "list", "to_vec"].iter().any(|c| self.constructs.allow(c)) {
                let kind = self.random.pick(&["vec", "vec", "array", "list", "to_vec"]);
                if self.constructs.allow(kind)
                    && let Some(stmt) = self.let_array(kind, name)
                {
                    stmts.push(stmt);
                }
            }
        }
        if self.constructs.allow("counter") && self.random.chance(40) {
            let start = self.random.below(3);
            stmts.push(self.let_int("k", true, Index::Number(start)));
        }
        let made = match self.returns {
            Returns::Vector(param) => Some((param, Index::Length(self.params[param].0.clone()), Hold::Vector, 0)),
            Returns::Sized => Some((0, Index::Variable("N".into()), Hold::Fixed, 3)),
            _ => None,
        };
        if let Some((param, length, hold, least)) = made {
            let class = self.class_of(param).unwrap_or_default();
            let value = Expr::Literal("0.0");
            self.scope.array(Array { name: "r".into(), hold, mutable: true, least, class, length: None });
            stmts.push(Stmt::LetFilled { name: "r".into(), fixed: hold == Hold::Fixed, value, length });
        }
        stmts
    }

    /// Whether `f64` mixes with the numbers of the program.
    pub(crate) fn double(&self) -> bool {
        self.number != Number::Single
    }

    /// What the function gives at its end: made of everything in scope.
    pub(crate) fn ending(&mut self) -> Give {
        match self.returns {
            Returns::Nothing => Give::Nothing,
            Returns::Float => Give::Float(self.everything()),
            Returns::Flag => {
                let all = self.everything();
                Give::Truth(Cond::Floats(">", self.value(all), Expr::Literal("0.25")))
            }
            Returns::Pair => Give::Tuple(vec![self.everything(), self.expr(1).0]),
            Returns::Triple => Give::Array(vec![self.expr(1).0, self.everything(), self.expr(1).0]),
            Returns::Vector(_) | Returns::Sized => Give::Vector("r".into()),
            Returns::Record(k) => Give::Float(self.record(k, 2)),
            Returns::Maybe => Give::Float(Expr::Made("Some($0)".into(), vec![self.everything()])),
            Returns::Tried => Give::Float(Expr::Made("Ok($0)".into(), vec![self.everything()])),
        }
    }

    /// What the function gives when it returns early.
    pub(crate) fn early(&mut self) -> Give {
        match self.returns {
            Returns::Nothing => Give::Nothing,
            Returns::Float => Give::Float(self.bounded(2)),
            Returns::Flag => Give::Truth(self.condition()),
            Returns::Pair => Give::Tuple(vec![self.bounded(1), self.bounded(1)]),
            Returns::Triple => Give::Array(vec![self.bounded(1), self.leaf(), self.bounded(1)]),
            Returns::Vector(param) => Give::Filled(self.bounded(1), Index::Length(self.params[param].0.clone())),
            Returns::Record(k) => Give::Float(self.record(k, 1)),
            Returns::Maybe if self.random.chance(50) => Give::Float(Expr::Made("None".into(), Vec::new())),
            Returns::Maybe => Give::Float(Expr::Made("Some($0)".into(), vec![self.bounded(1)])),
            Returns::Tried if self.random.chance(50) => Give::Float(Expr::Made("Err(2)".into(), Vec::new())),
            Returns::Tried => Give::Float(Expr::Made("Ok($0)".into(), vec![self.bounded(1)])),
            Returns::Sized => Give::Filled(self.bounded(1), Index::Variable("N".into())),
        }
    }

    /// A sum over all variables and some elements of all arrays.
    fn everything(&mut self) -> Expr {
        let mut terms: Vec<Expr> =
            self.scope.floats.iter().filter(|v| v.mutable).map(|v| v.read.clone()).take(8).collect();
        for array in self.scope.readable(1) {
            for _ in 0..2 {
                if let Some(i) = self.at(&array) {
                    terms.push(Expr::Element(array.name.clone(), i));
                }
            }
        }
        if terms.is_empty() {
            terms.push(self.leaf());
        }
        let mut sum: Option<Expr> = None;
        for term in terms {
            let term = match self.random.below(4) {
                0 => Expr::Binary('*', Box::new(self.leaf()), Box::new(term)),
                1 => Expr::Method("sin", vec![self.sure(term)]),
                _ => term,
            };
            sum = Some(match sum {
                None => term,
                Some(sum) => Expr::Binary(self.random.pick(&['+', '+', '-']), Box::new(sum), Box::new(term)),
            });
        }
        sum.unwrap_or(Expr::Literal("0.0"))
    }
}

//! The number that records a program.

use crate::arena::{Arena, Id};
use crate::error::Error;
use crate::function::Function;
use crate::guard::{Guard, Test};
use crate::identities::{EXACT, simplest};
use crate::operation::Operation;
use core::cell::{Cell, RefCell};
use core::cmp::Ordering;
use core::fmt;
use core::marker::PhantomData;
use core::panic::Location;
use rules::{ArrayRule, Number, Real, Rule};
use std::collections::BTreeMap;

/// A value of a program that is being recorded.
///
/// `Copy`, and bound to its recording by the lifetime `'p`: it can neither leave it nor enter another one.
///
/// ```compile_fail
/// let mut kept = None;
/// program::Program::record(1, |x| { kept = Some(x[0]); vec![x[0]] });
/// ```
/// ```compile_fail
/// use program::Program;
/// Program::record(1, |x| {
///     let inner = Program::record(1, |y| vec![x[0] * y[0]]);
///     vec![x[0]]
/// });
/// ```
#[derive(Clone, Copy)]
pub struct Node<'p> {
    value: f64,
    id: Option<Id>,
    recorder: Option<&'p Recorder>,
    brand: PhantomData<Cell<&'p ()>>,
}

/// What nodes write to.
pub(crate) struct Recorder {
    arena: RefCell<Arena>,
    /// Whether values are known: they are while a function is recorded at a point, not while a program is made of another.
    values: bool,
    /// Whether nobody has chosen the point: what has no value there may have one where the program runs.
    anywhere: bool,
    /// Which line of the source called each instruction, where that is asked for.
    lines: Option<RefCell<BTreeMap<Id, &'static Location<'static>>>>,
    /// Where they are not known: somebody asked for one.
    looked: Cell<Option<&'static Location<'static>>>,
    /// Whether operations on lists are taken apart into functions.
    apart: bool,
    /// Why an operation could not be recorded.
    failed: RefCell<Option<Error>>,
}

impl Recorder {
    /// For a function that is run at a point.
    pub(crate) fn at_a_point(inputs: usize) -> Recorder {
        Recorder {
            arena: RefCell::new(Arena::new(inputs)),
            values: true,
            anywhere: false,
            lines: None,
            looked: Cell::new(None),
            apart: false,
            failed: RefCell::default(),
        }
    }

    /// For a function that is run at any point.
    pub(crate) fn anywhere(inputs: usize) -> Recorder {
        Recorder { anywhere: true, ..Recorder::at_a_point(inputs) }
    }

    /// As `at_a_point`, with operations on lists taken apart.
    pub(crate) fn taking_apart(inputs: usize) -> Recorder {
        Recorder { apart: true, ..Recorder::at_a_point(inputs) }
    }

    /// As `at_a_point`, keeping the lines of the source.
    pub(crate) fn with_lines(inputs: usize) -> Recorder {
        Recorder { lines: Some(RefCell::default()), ..Recorder::at_a_point(inputs) }
    }

    /// The lines of the source, in the order of the instructions.
    pub(crate) fn lines(&self) -> Vec<&'static Location<'static>> {
        self.lines.iter().flat_map(|lines| lines.borrow().values().copied().collect::<Vec<_>>()).collect()
    }

    /// For a program that is made of another one: values are not known, and nothing is recorded that an identity which
    /// keeps every bit makes superfluous.
    pub(crate) fn symbolic(inputs: usize) -> Recorder {
        Recorder { values: false, ..Recorder::at_a_point(inputs) }
    }

    pub(crate) fn node(&self, id: Id, value: f64) -> Node<'_> {
        let known = self.arena.borrow().known(id);
        match known {
            Some(c) => Node::constant(c),
            None => Node { value, id: Some(id), recorder: Some(self), brand: PhantomData },
        }
    }

    /// An instruction of nodes whose values are known, with its value.
    #[track_caller]
    fn instruction<const N: usize>(&self, function: &Function, args: [Node<'_>; N], n: i32, value: f64) -> Node<'_> {
        let ids = rules::each(args, |arg| self.id(arg));
        let id = self.arena.borrow_mut().push(function, &ids, n);
        if let Some(lines) = &self.lines {
            lines.borrow_mut().entry(id).or_insert(Location::caller());
        }
        Node { value, id: Some(id), recorder: Some(self), brand: PhantomData }
    }

    pub(crate) fn id(&self, node: Node<'_>) -> Id {
        node.id.unwrap_or_else(|| self.arena.borrow_mut().constant(node.value))
    }

    /// An instruction by its function.
    pub(crate) fn call<'p>(&'p self, function: &Function, args: &[Node<'p>], n: i32) -> Node<'p> {
        if args.iter().all(|a| a.id.is_none()) {
            let values: Vec<f64> = args.iter().map(|a| a.value).collect();
            if let Some(value) = function.value(&values, n) {
                return Node::constant(value);
            }
        }
        let ids: Vec<Id> = args.iter().map(|&a| self.id(a)).collect();
        let id = simplest(&mut self.arena.borrow_mut(), EXACT, function, &ids, n);
        self.node(id, f64::NAN)
    }

    /// An operation on lists, of nodes whose values are not known.
    pub(crate) fn call_operation<'p>(&'p self, operation: &Operation, x: &[&[Node<'p>]]) -> Vec<Node<'p>> {
        if x.iter().all(|x| x.iter().all(|x| x.id.is_none()))
            && let Ok(y) = operation.value(&lent(&values_of(x)), &mut None)
        {
            return fixed(y);
        }
        self.elements(operation, x, &vec![f64::NAN; operation.outputs()])
    }

    #[track_caller]
    fn elements<'p>(&'p self, operation: &Operation, x: &[&[Node<'p>]], values: &[f64]) -> Vec<Node<'p>> {
        let operands: Vec<Id> = x.iter().flat_map(|x| x.iter()).map(|&x| self.id(x)).collect();
        let ids: Vec<Id> = self.arena.borrow_mut().push_call(operation, &operands).collect();
        if let Some(lines) = &self.lines {
            let location = Location::caller();
            ids.iter().for_each(|&id| _ = lines.borrow_mut().entry(id).or_insert(location));
        }
        let node = |(id, &value)| Node { value, id: Some(id), recorder: Some(self), brand: PhantomData };
        ids.into_iter().zip(values).map(node).collect()
    }

    /// Keeps the first reason why what is recorded is no program.
    pub(crate) fn fail(&self, error: Error) {
        self.failed.borrow_mut().get_or_insert(error);
    }

    pub(crate) fn failed(&self) -> Option<Error> {
        self.failed.borrow().clone()
    }

    pub(crate) fn into_arena(self) -> Arena {
        self.arena.into_inner()
    }

    /// A guard of another program, asked of these nodes.
    pub(crate) fn keep(&self, guard: &Guard, a: Node<'_>, b: Node<'_>) {
        let (a, b) = (self.id(a), self.id(b));
        self.arena.borrow_mut().guard(guard, a, b);
    }

    /// Where a value was asked for that is not known.
    pub(crate) fn looked(&self) -> Option<&'static Location<'static>> {
        self.looked.get()
    }

    fn ask(&self, test: Test, a: Node<'_>, b: Node<'_>, location: Option<&'static Location<'static>>) {
        if !self.values {
            return self.looked.set(self.looked.get().or(location));
        }
        let (x, y) = (self.id(a), self.id(b));
        let guard = Guard { test, a: 0, b: 0, answer: test.answer(a.value, b.value), at: 0, location };
        self.arena.borrow_mut().guard(&guard, x, y);
    }
}

impl<'p> Node<'p> {
    /// The same node with this as its value.
    pub(crate) fn with_value(self, value: f64) -> Self {
        if self.id.is_some() { Node { value, ..self } } else { self }
    }

    pub(crate) fn recorder(&self) -> Option<&'p Recorder> {
        self.recorder
    }

    fn fixed(value: f64) -> Self {
        Node { value, id: None, recorder: None, brand: PhantomData }
    }

    // Named: a closure in a function over rules is compiled once for each rule.
    fn value_of(self) -> f64 {
        self.value
    }

    #[track_caller]
    fn look(self, test: Test, other: Self) {
        if let Some(recorder) = self.recorder.or(other.recorder) {
            recorder.ask(test, self, other, Some(Location::caller()));
        }
    }
}

impl<'p> Number for Node<'p> {
    type Scalar = f64;

    fn constant(c: f64) -> Self {
        Node::fixed(c)
    }

    #[track_caller]
    fn apply<R: Rule<N>, const N: usize>(args: [Self; N], n: i32) -> Self {
        let Some(recorder) = recorder_of(&[&args]) else {
            return Node::fixed(R::value(rules::each(args, Self::value_of), n));
        };
        if !recorder.values {
            return recorder.call(&Function::of::<R, N>(), &args, n);
        }
        recorder.instruction(&Function::of::<R, N>(), args, n, R::value(rules::each(args, Self::value_of), n))
    }

    #[track_caller]
    fn apply_array<R: ArrayRule>(rule: &R, x: &[&[Self]]) -> Result<Vec<Self>, R::Error> {
        let Some(recorder) = recorder_of(x) else {
            return Ok(fixed(rule.evaluate(&lent(&values_of(x)))?));
        };
        let operation = if recorder.apart { None } else { Operation::of(rule, lengths(x)) };
        match operation {
            Some(operation) if recorder.values => {
                let values = match rule.evaluate(&lent(&values_of(x))) {
                    Err(_) if recorder.anywhere => vec![f64::NAN; operation.outputs()],
                    values => values?,
                };
                Ok(recorder.elements(&operation, x, &values))
            }
            Some(operation) => Ok(recorder.call_operation(&operation, x)),
            None => rule.elementwise(x),
        }
    }

    fn known(self) -> Option<f64> {
        self.id.is_none().then_some(self.value)
    }

    #[track_caller]
    fn exceeds(self, other: Self) -> Option<bool> {
        let values = self.recorder.or(other.recorder).is_none_or(|recorder| recorder.values);
        values.then(|| self > other)
    }

    fn has_nan(self) -> bool {
        self.id.is_some() || self.value.is_nan()
    }

    fn is_constant(self) -> bool {
        self.id.is_none()
    }
}

fn recorder_of<'p>(x: &[&[Node<'p>]]) -> Option<&'p Recorder> {
    x.iter().flat_map(|x| x.iter()).find_map(|x| x.recorder)
}

fn values_of(x: &[&[Node<'_>]]) -> Vec<Vec<f64>> {
    x.iter().map(|x| x.iter().map(|x| x.value).collect()).collect()
}

fn lent(values: &[Vec<f64>]) -> Vec<&[f64]> {
    values.iter().map(Vec::as_slice).collect()
}

fn lengths(x: &[&[Node<'_>]]) -> Vec<usize> {
    x.iter().map(|x| x.len()).collect()
}

fn fixed<'p>(values: Vec<f64>) -> Vec<Node<'p>> {
    values.into_iter().map(Node::fixed).collect()
}

rules::number_operators! { ['p] Node<'p> }

macro_rules! compare {
    ($($name:ident $Test:ident $op:tt)*) => {
        impl PartialOrd for Node<'_> {
            #[track_caller]
            fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
                self.look(Test::Order, *other);
                self.value.partial_cmp(&other.value)
            }
            $(#[track_caller]
            fn $name(&self, other: &Self) -> bool {
                self.look(Test::$Test, *other);
                self.value $op other.value
            })*
        }
        impl PartialOrd<f64> for Node<'_> {
            #[track_caller]
            fn partial_cmp(&self, c: &f64) -> Option<Ordering> {
                self.partial_cmp(&Node::fixed(*c))
            }
            $(#[track_caller]
            fn $name(&self, c: &f64) -> bool {
                *self $op Node::fixed(*c)
            })*
        }
        impl<'p> PartialOrd<Node<'p>> for f64 {
            #[track_caller]
            fn partial_cmp(&self, x: &Node<'p>) -> Option<Ordering> {
                Node::fixed(*self).partial_cmp(x)
            }
            $(#[track_caller]
            fn $name(&self, x: &Node<'p>) -> bool {
                Node::fixed(*self) $op *x
            })*
        }
    };
}
compare! { lt Less < le LessEqual <= gt Greater > ge GreaterEqual >= }

impl PartialEq for Node<'_> {
    #[track_caller]
    fn eq(&self, other: &Self) -> bool {
        self.look(Test::Equal, *other);
        self.value == other.value
    }
}

impl PartialEq<f64> for Node<'_> {
    #[track_caller]
    fn eq(&self, c: &f64) -> bool {
        *self == Node::fixed(*c)
    }
}

impl<'p> PartialEq<Node<'p>> for f64 {
    #[track_caller]
    fn eq(&self, x: &Node<'p>) -> bool {
        Node::fixed(*self) == *x
    }
}

impl Real for Node<'_> {
    /// The value at the point of the recording. What is computed from it is fixed in the program, so a guard is left:
    /// a replay where the value is another one fails.
    #[track_caller]
    fn value(&self) -> f64 {
        self.look(Test::Value, Node::fixed(self.value));
        self.value
    }
}

impl fmt::Display for Node<'_> {
    /// Writes the value at the point of the recording, which leaves a guard as [`value`](Real::value) does: text can be
    /// read back.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value().fmt(f)
    }
}

impl fmt::Debug for Node<'_> {
    /// Writes which value this is, not the number; a constant as its number.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.id {
            Some(id) => f.debug_tuple("Node").field(&id).finish(),
            None => self.value.fmt(f),
        }
    }
}

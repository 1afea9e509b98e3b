//! How identities are found and applied.

use super::{Identities, Identity, Order, Side};
use crate::Op;
use core::fmt;

/// A graph of operations that grows: what identities are applied to.
///
/// ```
/// use rules::Op;
/// use rules::identities::{Instructions, SHORTER, rewrite};
///
/// /// An input, a constant, or an operation on values that stand before it.
/// #[derive(Clone, Copy)]
/// enum Node {
///     Input,
///     Constant(f64),
///     Apply(Op, [usize; 3], i32),
/// }
///
/// struct Graph(Vec<Node>);
///
/// impl Graph {
///     fn push(&mut self, node: Node) -> usize {
///         self.0.push(node);
///         self.0.len() - 1
///     }
/// }
///
/// impl Instructions for Graph {
///     type Id = usize;
///     fn known(&self, id: usize) -> Option<f64> {
///         if let Node::Constant(c) = self.0[id] { Some(c) } else { None }
///     }
///     fn instruction(&self, id: usize) -> Option<(Op, [usize; 3], i32)> {
///         if let Node::Apply(op, args, n) = self.0[id] { Some((op, args, n)) } else { None }
///     }
///     fn same(&self, a: usize, b: usize) -> bool {
///         a == b
///     }
///     fn constant(&mut self, c: f64) -> usize {
///         self.push(Node::Constant(c))
///     }
///     fn apply(&mut self, op: Op, args: &[usize], n: i32) -> usize {
///         if let Some(simpler) = rewrite(self, &[&SHORTER], op, args, n) {
///             return simpler;
///         }
///         let three = std::array::from_fn(|k| args.get(k).copied().unwrap_or(0));
///         self.push(Node::Apply(op, three, n))
///     }
/// }
///
/// let mut graph = Graph(vec![Node::Input]);
/// let negative = graph.apply(Op::Neg, &[0], 0);
/// assert_eq!(graph.apply(Op::Neg, &[negative], 0), 0);
/// let one = graph.constant(1.0);
/// assert_eq!(graph.apply(Op::Mul, &[negative, one], 0), negative);
/// ```
pub trait Instructions {
    /// A value of the graph.
    type Id: Copy;

    /// The number, for a constant.
    fn known(&self, id: Self::Id) -> Option<f64>;

    /// The operation of the table that gives a value, its operands (what stands in places beyond its arity is not
    /// read) and its integer parameter; none for constants, inputs and functions of users.
    fn instruction(&self, id: Self::Id) -> Option<(Op, [Self::Id; 3], i32)>;

    /// Whether two are the same value of the graph.
    fn same(&self, a: Self::Id, b: Self::Id) -> bool;

    /// A constant.
    fn constant(&mut self, c: f64) -> Self::Id;

    /// An operation in its simplest form: folded if its arguments are constants, else rewritten, else as it stands.
    fn apply(&mut self, op: Op, args: &[Self::Id], n: i32) -> Self::Id;
}

/// What an operation can be replaced by, by the first identity of the sets that fits; none where there is no such, and
/// where all arguments are constants: these are to be folded.
///
/// Operands are taken to be in their simplest form. Cost: some nanoseconds; nothing is allocated.
///
/// ```
/// use rules::Op;
/// use rules::identities::{Instructions, LOOSE, SHORTER, rewrite};
/// # struct Inputs(Vec<f64>);
/// # impl Instructions for Inputs {
/// #     type Id = usize;
/// #     fn known(&self, id: usize) -> Option<f64> {
/// #         self.0.get(id).copied()
/// #     }
/// #     fn instruction(&self, _: usize) -> Option<(Op, [usize; 3], i32)> {
/// #         None
/// #     }
/// #     fn same(&self, a: usize, b: usize) -> bool {
/// #         a == b
/// #     }
/// #     fn constant(&mut self, c: f64) -> usize {
/// #         self.0.push(c);
/// #         self.0.len() - 1
/// #     }
/// #     fn apply(&mut self, _: Op, _: &[usize], _: i32) -> usize {
/// #         99
/// #     }
/// # }
/// # let mut graph = Inputs(Vec::new());
/// # let x = 50;
/// // x - x is 0 in real arithmetic; where x is infinite it is NaN, so it is no identity that keeps every bit.
/// assert!(rewrite(&mut graph, &[&SHORTER], Op::Sub, &[x, x], 0).is_none());
/// let zero = rewrite(&mut graph, &[&LOOSE], Op::Sub, &[x, x], 0).expect("an identity");
/// assert_eq!(graph.known(zero), Some(0.0));
/// ```
pub fn rewrite<G: Instructions>(
    graph: &mut G,
    sets: &[&'static Identities],
    op: Op,
    args: &[G::Id],
    n: i32,
) -> Option<G::Id> {
    if sets.iter().all(|set| set.of(op).is_empty()) {
        return None;
    }
    let mut present = [0; 3];
    for (present, &arg) in present.iter_mut().zip(args) {
        *present = head(graph, arg);
    }
    if present[..args.len()].iter().all(|&head| head == CONSTANT) {
        return None;
    }
    for identity in sets.iter().flat_map(|set| set.of(op)) {
        if present[..args.len()].iter().zip(identity.heads).any(|(present, wanted)| present & wanted == 0) {
            continue;
        }
        let mut found = Found { ids: [None; 2], numbers: [f64::NAN; 2], orders: [0; 2] };
        if found.order(identity.order, n)
            && identity.args.iter().zip(args).all(|(side, &arg)| found.side(graph, side, arg))
            && (identity.when)(found.numbers, found.orders)
        {
            return Some(found.make(graph, &identity.to));
        }
    }
    None
}

const CONSTANT: u64 = 1 << 63;
const LEAF: u64 = 1 << 62;

/// A bit for what an operand is; operations share bits.
const fn bit(op: Op) -> u64 {
    1 << (op as u64 % 62)
}

fn head<G: Instructions>(graph: &G, id: G::Id) -> u64 {
    match graph.instruction(id) {
        Some((op, ..)) => bit(op),
        None if graph.known(id).is_some() => CONSTANT,
        None => LEAF,
    }
}

/// For each argument the bits of what can stand there.
pub(super) const fn heads(args: &[Side]) -> [u64; 3] {
    let mut heads = [0; 3];
    let mut i = 0;
    while i < args.len() {
        heads[i] = match args[i] {
            Side::Any(_) => u64::MAX,
            Side::Free(_) => !CONSTANT,
            Side::Known(_) | Side::Is(_) | Side::Made(_) => CONSTANT,
            Side::Of(op, ..) => bit(op),
        };
        i += 1;
    }
    heads
}

/// What the names of an identity stand for.
struct Found<Id> {
    ids: [Option<Id>; 2],
    numbers: [f64; 2],
    orders: [i32; 2],
}

impl<Id: Copy> Found<Id> {
    fn order(&mut self, order: Order, n: i32) -> bool {
        match order {
            Order::Is(m) => n == m,
            Order::Any(i) => {
                self.orders[i] = n;
                true
            }
            Order::Made(_) => false,
        }
    }

    fn side<G: Instructions<Id = Id>>(&mut self, graph: &G, side: &Side, id: Id) -> bool {
        match side {
            Side::Free(_) if graph.known(id).is_some() => false,
            Side::Any(i) | Side::Free(i) => match self.ids[*i] {
                Some(known) => graph.same(known, id),
                None => {
                    self.ids[*i] = Some(id);
                    true
                }
            },
            Side::Is(c) => graph.known(id).is_some_and(|x| x.to_bits() == c.to_bits()),
            Side::Known(i) => graph.known(id).is_some_and(|x| {
                self.numbers[*i] = x;
                true
            }),
            Side::Made(_) => false,
            Side::Of(op, sides, order) => match graph.instruction(id) {
                Some((found, args, n)) if found == *op => {
                    self.order(*order, n) && sides.iter().zip(args).all(|(side, arg)| self.side(graph, side, arg))
                }
                _ => false,
            },
        }
    }

    fn make<G: Instructions<Id = Id>>(&self, graph: &mut G, side: &Side) -> Id {
        match side {
            Side::Any(i) | Side::Free(i) => self.ids[*i].unwrap_or_else(|| graph.constant(f64::NAN)),
            Side::Is(c) => graph.constant(*c),
            Side::Known(i) => graph.constant(self.numbers[*i]),
            Side::Made(make) => graph.constant(make(self.numbers, self.orders)),
            Side::Of(op, sides, order) => {
                let first = self.make(graph, &sides[0]);
                let mut args = [first; 3];
                for (arg, side) in args.iter_mut().zip(*sides).skip(1) {
                    *arg = self.make(graph, side);
                }
                graph.apply(*op, &args[..sides.len()], order.of(self.numbers, self.orders))
            }
        }
    }
}

impl Order {
    fn of(self, numbers: [f64; 2], orders: [i32; 2]) -> i32 {
        match self {
            Order::Any(i) => orders[i],
            Order::Is(n) => n,
            Order::Made(make) => make(numbers, orders),
        }
    }
}

impl Identity {
    /// Both sides on numbers, for operands `a` and `b`, constants `c` and `d`, parameters `n` and `m`; none where the
    /// identity is not claimed. It is how the table is tested.
    ///
    /// ```
    /// let minus_minus = rules::identities::SHORTER.list().iter().find(|i| i.to_string() == "Neg(Neg(a)) => a").unwrap();
    /// assert_eq!(minus_minus.sides([2.0, 0.0], [0.0; 2], [0; 2]), Some([2.0, 2.0]));
    /// ```
    pub fn sides(&self, operands: [f64; 2], constants: [f64; 2], parameters: [i32; 2]) -> Option<[f64; 2]> {
        let found = Found { ids: operands.map(Some), numbers: constants, orders: parameters };
        (self.when)(constants, parameters).then(|| {
            let args: [f64; 3] =
                core::array::from_fn(|i| self.args.get(i).map_or(0.0, |arg| found.make(&mut Plain, arg)));
            let left = self.op.apply(&args[..self.args.len()], self.order.of(constants, parameters));
            [left, found.make(&mut Plain, &self.to)]
        })
    }

    /// Builds the left side in a graph as it stands, with the operands given and constants made, by way of `apply`;
    /// returns its operation, its arguments and its parameter. It is how [`rewrite`] is tested.
    ///
    /// ```
    /// # use rules::Op;
    /// # use rules::identities::Instructions;
    /// # struct Numbers;
    /// # impl Instructions for Numbers {
    /// #     type Id = f64;
    /// #     fn known(&self, id: f64) -> Option<f64> { Some(id) }
    /// #     fn instruction(&self, _: f64) -> Option<(Op, [f64; 3], i32)> { None }
    /// #     fn same(&self, a: f64, b: f64) -> bool { a == b }
    /// #     fn constant(&mut self, c: f64) -> f64 { c }
    /// #     fn apply(&mut self, op: Op, args: &[f64], n: i32) -> f64 { op.apply(args, n) }
    /// # }
    /// // In a graph of plain numbers, where all is computed at once.
    /// let both = rules::identities::SHORTER.list().iter().find(|i| i.to_string() == "Mul(Neg(a), Neg(b)) => Mul(a, b)");
    /// let (op, args, _) = both.unwrap().left(&mut Numbers, [2.0, 3.0], [0.0; 2], [0; 2]);
    /// assert_eq!((op, args), (Op::Mul, vec![-2.0, -3.0]));
    /// ```
    pub fn left<G: Instructions>(
        &self,
        graph: &mut G,
        operands: [G::Id; 2],
        constants: [f64; 2],
        parameters: [i32; 2],
    ) -> (Op, Vec<G::Id>, i32) {
        let found = Found { ids: operands.map(Some), numbers: constants, orders: parameters };
        let args = self.args.iter().map(|arg| found.make(graph, arg)).collect();
        (self.op, args, self.order.of(constants, parameters))
    }
}

impl fmt::Display for Identity {
    /// The line of the table.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, part) in self.text.split_whitespace().enumerate() {
            f.write_str(if i == 0 { "" } else { " " })?;
            f.write_str(part)?;
        }
        Ok(())
    }
}

/// Numbers as a graph of operations: everything is computed at once.
struct Plain;

impl Instructions for Plain {
    type Id = f64;
    fn known(&self, id: f64) -> Option<f64> {
        Some(id)
    }
    fn instruction(&self, _: f64) -> Option<(Op, [f64; 3], i32)> {
        None
    }
    fn same(&self, a: f64, b: f64) -> bool {
        a.to_bits() == b.to_bits()
    }
    fn constant(&mut self, c: f64) -> f64 {
        c
    }
    fn apply(&mut self, op: Op, args: &[f64], n: i32) -> f64 {
        op.apply(args, n)
    }
}

//! The abs-normal form of a piecewise smooth program: what it looks like around a point where it has kinks.

use crate::error::Error;
use crate::function::Function;
use crate::graph::Graph;
use crate::program::{Instruction, Program};
use rules::Op;
use std::collections::HashMap;

/// A program at a point as a piecewise linear function: linear but for absolute values, which may be nested.
///
/// With `n` inputs, `m` outputs and `s` switching variables, one for each `abs`, `max`, `min`, `relu` and two for each
/// `clamp` of the program, in order of execution,
///
/// ```text
/// z = z0 + Z dx + L (|z| - |z0|)      L strictly lower triangular
/// y = y0 + J dx + Y (|z| - |z0|)
/// ```
///
/// It is the tangent of a function with kinks: its error falls with the square of `dx`, on both sides of a kink, where a
/// linear model is wrong by a multiple of `dx`. Matrices are stored row by row. A branch on a comparison is no kink here:
/// it is taken as at the recording. (Griewank, *On stable piecewise linearization and generalized algorithmic
/// differentiation*, 2013.)
///
/// ```
/// use program::Program;
/// use rules::Functions;
///
/// // At the origin the absolute value is met at its kink, in one variable and in the other.
/// let f = Program::record(2, |x| vec![(x[0].abs() - x[1]).abs()])?;
/// let form = f.abs_normal(&[0.0, 0.0])?;
/// assert_eq!(form.kinks().count(), 2);
/// assert_eq!(form.eval(&[-3.0, 1.0]), [2.0]);
/// // The derivative on the side that directions lead to: first along (1, 0), then along (0, 1).
/// assert_eq!(form.derivative_along(&[&[1.0, 0.0], &[0.0, 1.0]]), [1.0, -1.0]);
/// assert_eq!(form.derivative_along(&[&[-1.0, 0.0], &[0.0, 1.0]]), [-1.0, -1.0]);
/// # Ok::<(), program::Error>(())
/// ```
///
/// ```
/// # use program::Program;
/// # use rules::Functions;
/// // y = 2 dx + |z|, z = dx
/// let form = Program::record(1, |x| vec![2.0 * x[0] + x[0].abs()])?.abs_normal(&[0.0])?;
/// assert_eq!((form.switching(), form.ids().len()), (&[0.0][..], 1));
/// assert_eq!((form.z(), form.l(), form.j(), form.y()), (&[1.0][..], &[0.0][..], &[2.0][..], &[1.0][..]));
/// # Ok::<(), program::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct AbsNormal {
    inputs: usize,
    switching: Vec<f64>,
    ids: Vec<u32>,
    values: Vec<f64>,
    z: Vec<f64>,
    l: Vec<f64>,
    j: Vec<f64>,
    y: Vec<f64>,
}

impl Program {
    /// The abs-normal form at `x`.
    ///
    /// # Errors
    /// As [`eval`](Program::eval).
    ///
    /// # Panics
    /// If `x` has not as many numbers as the program has inputs.
    ///
    /// Cost: a reverse sweep for each switching variable and each output; (s + m)(n + s) numbers.
    ///
    /// ```
    /// // y = x + |x| at -1, where it is 0 on this side of the kink and 2 x on the other.
    /// let f = program::Program::record(1, |x| vec![x[0] + rules::Functions::abs(x[0])])?;
    /// let form = f.abs_normal(&[-1.0])?;
    /// assert_eq!((form.eval(&[-1.0]), form.eval(&[3.0])), (vec![0.0], vec![4.0]));
    /// # Ok::<(), program::Error>(())
    /// ```
    #[track_caller]
    pub fn abs_normal(&self, x: &[f64]) -> Result<AbsNormal, Error> {
        let graph = self.graph(x)?;
        let kinks = Kinks::of(&graph);
        let (n, s) = (self.inputs(), kinks.switches.len());
        let mut sweep = Sweep { graph: &graph, kinks: &kinks, adjoints: vec![0.0; self.values()] };
        let (mut z, mut l) = (Vec::with_capacity(s * n), Vec::with_capacity(s * s));
        for switch in &kinks.switches {
            let (by_inputs, by_switches) = sweep.back(&switch.terms, &switch.before);
            z.extend(by_inputs);
            l.extend(by_switches);
        }
        let (mut j, mut y) = (Vec::new(), Vec::new());
        for &output in self.outputs() {
            let (by_inputs, by_switches) = sweep.back(&[(output, 1.0)], &[]);
            j.extend(by_inputs);
            y.extend(by_switches);
        }
        Ok(AbsNormal {
            inputs: n,
            switching: kinks.switches.iter().map(|switch| switch.value).collect(),
            ids: kinks.switches.iter().map(|switch| switch.id).collect(),
            values: self.outputs().iter().map(|&id| graph.vertex(id).value()).collect(),
            z,
            l,
            j,
            y,
        })
    }
}

impl AbsNormal {
    /// The values of the switching variables at the point.
    pub fn switching(&self) -> &[f64] {
        &self.switching
    }

    /// The ids of the operations that switching variables belong to.
    pub fn ids(&self) -> &[u32] {
        &self.ids
    }

    /// The numbers of the switching variables that are exactly zero at the point: its kinks.
    pub fn kinks(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.switching.len()).filter(|&k| self.switching[k] == 0.0)
    }

    /// Z, s x n.
    pub fn z(&self) -> &[f64] {
        &self.z
    }

    /// L, s x s and strictly lower triangular.
    pub fn l(&self) -> &[f64] {
        &self.l
    }

    /// J, m x n.
    pub fn j(&self) -> &[f64] {
        &self.j
    }

    /// Y, m x s.
    pub fn y(&self) -> &[f64] {
        &self.y
    }

    /// The piecewise linear function at a distance `dx` from the point: m values.
    ///
    /// # Panics
    /// If `dx` has not as many numbers as the program has inputs.
    #[track_caller]
    pub fn eval(&self, dx: &[f64]) -> Vec<f64> {
        self.check(dx);
        let s = self.switching.len();
        let mut moved = vec![0.0; s];
        for k in 0..s {
            let z =
                self.switching[k] + dot(row(&self.z, k, self.inputs), dx) + dot(&row(&self.l, k, s)[..k], &moved[..k]);
            moved[k] = z.abs() - self.switching[k].abs();
        }
        let outputs = self.values.iter().enumerate();
        outputs.map(|(i, y)| y + dot(row(&self.j, i, self.inputs), dx) + dot(row(&self.y, i, s), &moved)).collect()
    }

    /// The derivative of that piece of the piecewise linear function which `directions` lead into, m x n: a step along the
    /// first, a much smaller one along the second, and so on.
    ///
    /// With directions that span all inputs it is an element of Clarke's generalised derivative, in fact a limit of
    /// derivatives nearby; away from kinks it is the derivative. A switching variable that no direction moves counts as
    /// constant. (Khan and Barton, *Evaluating an element of the Clarke generalized Jacobian of a composite piecewise
    /// differentiable function*, 2013.)
    ///
    /// # Panics
    /// If a direction has not as many numbers as the program has inputs.
    #[track_caller]
    pub fn derivative_along(&self, directions: &[&[f64]]) -> Vec<f64> {
        directions.iter().for_each(|direction| self.check(direction));
        let (n, s) = (self.inputs, self.switching.len());
        // For each switching variable its sign, its derivative by the inputs, and along the directions.
        let mut signs = vec![0.0; s];
        let (mut slopes, mut along) = (self.z.clone(), vec![0.0; s * directions.len()]);
        for k in 0..s {
            for t in (0..k).filter(|&t| signs[t] != 0.0 && self.l[k * s + t] != 0.0) {
                let weight = self.l[k * s + t] * signs[t];
                let (before, at) = slopes.split_at_mut(k * n);
                add(&mut at[..n], weight, &before[t * n..][..n]);
                let (before, at) = along.split_at_mut(k * directions.len());
                add(&mut at[..directions.len()], weight, &before[t * directions.len()..][..directions.len()]);
            }
            for (d, direction) in directions.iter().enumerate() {
                along[k * directions.len() + d] += dot(row(&self.z, k, n), direction);
            }
            let told = std::iter::once(self.switching[k]).chain(row(&along, k, directions.len()).iter().copied());
            signs[k] = told.into_iter().find(|v| *v != 0.0).map_or(0.0, f64::signum);
        }
        let mut result = self.j.clone();
        for (i, row_of) in result.chunks_mut(n.max(1)).enumerate().take(self.values.len()) {
            for k in (0..s).filter(|&k| self.y[i * s + k] != 0.0) {
                add(row_of, self.y[i * s + k] * signs[k], row(&slopes, k, n));
            }
        }
        result
    }

    #[track_caller]
    fn check(&self, direction: &[f64]) {
        let (got, want) = (direction.len(), self.inputs);
        assert!(got == want, "a direction of {got} numbers for {want} inputs: give one number for each input");
    }
}

fn row(matrix: &[f64], i: usize, width: usize) -> &[f64] {
    &matrix[i * width..][..width]
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).filter(|(a, _)| **a != 0.0).map(|(a, b)| a * b).sum()
}

fn add(to: &mut [f64], weight: f64, from: &[f64]) {
    to.iter_mut().zip(from).filter(|(_, from)| **from != 0.0).for_each(|(to, from)| *to += weight * from);
}

/// A switching variable: the operation it belongs to, its value, and how it depends on others: on values of the program,
/// and on the absolute values of switching variables of the same operation.
struct Switch {
    id: u32,
    value: f64,
    terms: Vec<(u32, f64)>,
    before: Vec<(usize, f64)>,
}

/// What an operation with a kink does with an adjoint: shares for its arguments and for its absolute values in order.
struct Shares {
    args: Vec<f64>,
    switches: Vec<f64>,
}

/// All switching variables of a program, and for each operation with a kink its shares and its first one.
struct Kinks {
    switches: Vec<Switch>,
    shares: HashMap<u32, (Shares, usize)>,
}

impl Kinks {
    fn of(graph: &Graph<'_>) -> Kinks {
        let mut kinks = Kinks { switches: Vec::new(), shares: HashMap::new() };
        for vertex in graph.vertices() {
            if let Instruction::Apply { function, args, .. } = vertex.instruction() {
                let values: Vec<f64> = args.iter().map(|&id| graph.vertex(id).value()).collect();
                kinks.add(vertex.id(), function, args, &values);
            }
        }
        kinks
    }

    /// `max(a, b) = (a + b + |a - b|)/2`, and so on; nothing for what is smooth.
    fn add(&mut self, id: u32, function: &Function, args: &[u32], values: &[f64]) {
        let first = self.switches.len();
        let mut switch = |value: f64, weights: &[f64], before: &[(usize, f64)]| {
            let terms = args.iter().copied().zip(weights.iter().copied()).collect();
            self.switches.push(Switch { id, value, terms, before: before.to_vec() });
        };
        let (shares, own) = match (function.op(), values) {
            (Some(Op::Abs), [a]) => {
                switch(*a, &[1.0], &[]);
                (vec![0.0], vec![1.0])
            }
            (Some(Op::Relu), [a]) => {
                switch(*a, &[1.0], &[]);
                (vec![0.5], vec![0.5])
            }
            (Some(op @ (Op::Max | Op::Min)), [a, b]) => {
                switch(a - b, &[1.0, -1.0], &[]);
                (vec![0.5; 2], vec![if op == Op::Max { 0.5 } else { -0.5 }])
            }
            // min(max(x, lo), hi)
            (Some(Op::Clamp), [x, lo, hi]) => {
                switch(x - lo, &[1.0, -1.0, 0.0], &[]);
                switch(x.max(*lo) - hi, &[0.5, 0.5, -1.0], &[(first, 0.5)]);
                (vec![0.25, 0.25, 0.5], vec![0.25, -0.5])
            }
            _ => return,
        };
        self.shares.insert(id, (Shares { args: shares, switches: own }, first));
    }
}

/// Reverse sweeps that end at inputs and at absolute values.
struct Sweep<'a> {
    graph: &'a Graph<'a>,
    kinks: &'a Kinks,
    adjoints: Vec<f64>,
}

impl Sweep<'_> {
    /// How a weighted sum of values and of absolute values depends on the inputs and on all absolute values.
    fn back(&mut self, terms: &[(u32, f64)], before: &[(usize, f64)]) -> (Vec<f64>, Vec<f64>) {
        let Sweep { graph, kinks, adjoints } = self;
        adjoints.fill(0.0);
        let mut by_inputs = vec![0.0; graph.program().inputs()];
        let mut by_switches = vec![0.0; kinks.switches.len()];
        before.iter().for_each(|&(t, weight)| by_switches[t] += weight);
        terms.iter().for_each(|&(id, weight)| adjoints[id as usize] += weight);
        for vertex in graph.vertices().rev() {
            let adjoint = adjoints[vertex.id() as usize];
            if adjoint == 0.0 {
                continue;
            }
            match (vertex.instruction(), kinks.shares.get(&vertex.id())) {
                (Instruction::Input(i), _) => by_inputs[i] += adjoint,
                (Instruction::Constant(_), _) => {}
                (Instruction::Apply { args, .. }, Some((shares, first))) => {
                    for (&a, share) in args.iter().zip(&shares.args) {
                        adjoints[a as usize] += share * adjoint;
                    }
                    for (k, share) in shares.switches.iter().enumerate() {
                        by_switches[first + k] += share * adjoint;
                    }
                }
                (Instruction::Apply { args, .. } | Instruction::Element { args, .. }, _) => {
                    for (&a, partial) in args.iter().zip(vertex.partials()) {
                        adjoints[a as usize] += partial.map_or(0.0, |partial| partial * adjoint);
                    }
                }
            }
        }
        (by_inputs, by_switches)
    }
}

//! A recording with its inputs and outputs: the derivative at a point as a linear map, to be applied again and again.

use crate::records::Records;
use crate::streams::{INDEX, Lists, MINUS, PLUS, STRONG};
use crate::{Adjoint, Adjoints, Tape, Var};
use rules::{Number, Scalar, doubt_nan, strong};

/// The derivative of a function at a point, recorded once: applied forwards ([`push`](Linear::push), `J v`) and
/// backwards ([`pull`](Linear::pull), `w^T J`) at the cost of one pass over the recording each, without running the
/// function again.
///
/// ```
/// use reverse::Linear;
/// use rules::Functions;
/// let (y, map) = Linear::record(&[2.0, 3.0], |x| vec![x[0] * x[1], x[0].sin() + x[1] * x[1]]);
/// assert_eq!(y[0], 6.0);
/// assert_eq!(map.push(&[1.0, 2.0])[0], 7.0);
/// assert_eq!(map.pull(&[1.0, 0.0]), [3.0, 2.0]);
/// ```
pub struct Linear<T = f64> {
    tape: Tape<T>,
    inputs: Vec<Port<T>>,
    outputs: Vec<Port<T>>,
}

/// A variable without its tape: its statement, and its derivative by it; `None` for a constant.
type Port<T> = Option<(u32, T)>;

impl<T: Number> Linear<T> {
    /// Records `f` at `x` (n values) and returns its m values and its derivative there.
    pub fn record(x: &[T], f: impl for<'t> FnOnce(&[Var<'t, T>]) -> Vec<Var<'t, T>>) -> (Vec<T>, Self) {
        let tape = Tape::default();
        let vars = tape.vars(x);
        let outputs = f(&vars);
        let values = outputs.iter().map(|z| z.value).collect();
        let port = |v: &Var<'_, T>| v.tape.map(|_| (v.index(), v.factor));
        let (inputs, outputs) = (vars.iter().map(port).collect(), outputs.iter().map(port).collect());
        (values, Linear { tape, inputs, outputs })
    }

    /// The number of inputs, n.
    ///
    /// ```
    /// let (_, linear) = reverse::Linear::record(&[2.0, 3.0, 4.0], |x| vec![x[0] * x[1], x[2]]);
    /// assert_eq!((linear.inputs(), linear.outputs()), (3, 2));
    /// ```
    pub fn inputs(&self) -> usize {
        self.inputs.len()
    }

    /// The number of outputs, m.
    pub fn outputs(&self) -> usize {
        self.outputs.len()
    }

    /// The Jacobian-vector product `J v`: `v` has n values, the result m.
    ///
    /// # Panics
    /// If `v` has another length.
    #[track_caller]
    pub fn push(&self, v: &[T]) -> Vec<T> {
        let mut out = vec![T::constant(T::Scalar::default()); self.outputs()];
        self.push_into(v, &mut out, &mut Vec::new());
        out
    }

    /// As [`push`](Linear::push), in memory of the caller's: the result and a workspace.
    ///
    /// # Panics
    /// If `v` or `out` has another length than n or m.
    ///
    /// ```
    /// let (_, linear) = reverse::Linear::record(&[2.0, 3.0], |x| vec![x[0] * x[1]]);
    /// let (mut out, mut workspace) = ([0.0], Vec::new());
    /// for (v, product) in [([1.0, 0.0], 3.0), ([1.0, 1.0], 5.0)] {
    ///     linear.push_into(&v, &mut out, &mut workspace);
    ///     assert_eq!(out, [product]);
    /// }
    /// ```
    #[track_caller]
    pub fn push_into(&self, v: &[T], out: &mut [T], workspace: &mut Vec<T>) {
        fits("direction", v.len(), self.inputs());
        fits("result", out.len(), self.outputs());
        let zero = T::constant(T::Scalar::default());
        workspace.clear();
        workspace.resize(self.tape.nodes(), zero);
        let seeds = self.inputs.iter().zip(v).filter_map(|(port, &s)| port.map(|(i, _)| (i as usize, s)));
        for (i, s) in seeds.clone() {
            workspace[i] = s;
        }
        let clean = self.tape.read_all(|lists, records| !records.collective && run(lists, records, workspace));
        if clean && self.read(out, workspace, |_| true) {
            return;
        }
        let mut live = vec![false; self.tape.nodes()];
        workspace.fill(zero);
        for (i, s) in seeds.filter(|(_, s)| !s.is_nothing()) {
            workspace[i] = s;
            live[i] = true;
        }
        self.tape.read_all(|lists, records| structural(lists, records, workspace, &mut live));
        self.read(out, workspace, |i| live[i]);
        doubt_nan(out.iter().copied());
    }

    /// The tangents of the outputs that a seed reaches; false if one is NaN, or might be.
    fn read(&self, out: &mut [T], tangent: &[T], live: impl Fn(usize) -> bool) -> bool {
        let mut nan = false;
        for (out, port) in out.iter_mut().zip(&self.outputs) {
            *out = match *port {
                Some((i, factor)) if live(i as usize) => factor * tangent[i as usize],
                _ => T::constant(T::Scalar::default()),
            };
            nan |= Number::has_nan(*out);
        }
        !nan
    }

    /// The vector-Jacobian product `w^T J`: `w` has m values, the result n.
    ///
    /// # Panics
    /// If `w` has another length.
    #[track_caller]
    pub fn pull(&self, w: &[T]) -> Vec<T> {
        let mut out = vec![T::constant(T::Scalar::default()); self.inputs()];
        self.pull_into(w, &mut out, &mut Adjoints::new());
        out
    }

    /// As [`pull`](Linear::pull), in memory of the caller's: the result and the adjoints.
    ///
    /// # Panics
    /// If `w` or `out` has another length than m or n.
    ///
    /// ```
    /// let (_, linear) = reverse::Linear::record(&[2.0, 3.0], |x| vec![x[0] * x[1]]);
    /// let (mut out, mut adjoints) = ([0.0; 2], reverse::Adjoints::new());
    /// linear.pull_into(&[10.0], &mut out, &mut adjoints);
    /// assert_eq!(out, [30.0, 20.0]);
    /// ```
    #[track_caller]
    pub fn pull_into(&self, w: &[T], out: &mut [T], adjoints: &mut Adjoints<T>) {
        fits("weights", w.len(), self.outputs());
        fits("result", out.len(), self.inputs());
        adjoints.begin(&self.tape);
        for (port, &w) in self.outputs.iter().zip(w) {
            if let Some((index, factor)) = *port {
                adjoints.seed(index, factor, w, 1);
            }
        }
        self.tape.sweep(adjoints, false);
        for (out, port) in out.iter_mut().zip(&self.inputs) {
            *out = port.map_or(T::constant(T::Scalar::default()), |(i, _)| adjoints.adjoint[i as usize]);
        }
    }
}

impl<T: Number> core::fmt::Debug for Linear<T> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let mut f = f.debug_struct("Linear");
        f.field("inputs", &self.inputs()).field("outputs", &self.outputs()).field("tape", &self.tape).finish()
    }
}

#[track_caller]
fn fits(what: &str, len: usize, wanted: usize) {
    assert!(len == wanted, "the {what} has {len} values, the recorded function wants {wanted}");
}

/// The tangent of every statement, first to last; false if one is NaN, or might be.
fn run<T: Number>(lists: Lists<'_, T>, records: &Records<T>, tangent: &mut [T]) -> bool {
    let mut partials = lists.partials.iter();
    let mut nan = false;
    let mut open = records.list.iter().peekable();
    for (i, statement) in lists.statements.iter().enumerate().skip(1) {
        if let Some(record) = open.next_if(|record| record.first == i) {
            records.push(record, tangent, |_| true);
        }
        let mut sum = tangent[i];
        for &operand in statement {
            let t = tangent[(operand & INDEX) as usize];
            sum = match operand & !INDEX {
                PLUS => sum + t,
                MINUS => sum - t,
                kind => match partials.next() {
                    Some(&p) => sum + if kind == STRONG { strong(p, t) } else { p * t },
                    None => return false,
                },
            };
        }
        nan |= Number::has_nan(sum);
        tangent[i] = sum;
    }
    !nan
}

/// As [`run`], adding only what a seed reaches.
#[cold]
fn structural<T: Number>(lists: Lists<'_, T>, records: &Records<T>, tangent: &mut [T], live: &mut [bool]) {
    let mut partials = lists.partials.iter();
    let mut open = records.list.iter().peekable();
    for (i, statement) in lists.statements.iter().enumerate().skip(1) {
        if let Some(record) = open.next_if(|record| record.first == i)
            && (record.is_collective() || records.operands(record).any(|operand| live[operand]))
        {
            records.push(record, tangent, |operand| live[operand]);
            for (live, tangent) in live[record.first..record.end()].iter_mut().zip(&tangent[record.first..]) {
                *live = !record.is_collective() || !tangent.is_nothing();
            }
        }
        for &operand in statement {
            let p = match operand & !INDEX {
                PLUS => T::constant(T::Scalar::from_f64(1.0)),
                MINUS => T::constant(T::Scalar::from_f64(-1.0)),
                _ => match partials.next() {
                    Some(&p) => p,
                    None => return,
                },
            };
            let from = (operand & INDEX) as usize;
            if live[from] {
                let t = tangent[from];
                tangent[i] = tangent[i] + if operand & STRONG == STRONG { strong(p, t) } else { p * t };
                live[i] = true;
            }
        }
    }
}

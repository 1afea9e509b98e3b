//! Value and gradient in one go: the instructions forward, then their partials backward.

use crate::code::*;
use crate::error::Error;
use crate::eval::Workspace;
use crate::program::Program;
use rules::{Rule, Shared, rule};

impl Program {
    /// The value of the only output at `x`; its gradient into `gradient`. With the same workspace, nothing is allocated
    /// from the second call on.
    ///
    /// # Errors
    /// As [`eval`](Program::eval), and [`Error::Outputs`] if there is not exactly one output.
    ///
    /// # Panics
    /// If `x` or `gradient` have not as many numbers as the program has inputs.
    ///
    /// Cost: a few nanoseconds for each operation, without making the gradient program first.
    ///
    /// ```
    /// use program::{Program, Workspace};
    /// let f = Program::record(2, |x| vec![x[0] * x[1]])?;
    /// let mut g = [0.0; 2];
    /// assert_eq!(f.value_and_gradient_into(&[2.0, 3.0], &mut Workspace::new(), &mut g)?, 6.0);
    /// assert_eq!(g, [3.0, 2.0]);
    /// # Ok::<(), program::Error>(())
    /// ```
    #[track_caller]
    pub fn value_and_gradient_into(
        &self,
        x: &[f64],
        workspace: &mut Workspace,
        gradient: &mut [f64],
    ) -> Result<f64, Error> {
        self.expect(x.len(), gradient.len(), self.inputs);
        let &[output] = self.outputs.as_slice() else {
            return Err(Error::Outputs { wanted: 1, found: self.outputs.len() });
        };
        let sweep = self.sweep();
        workspace.load(self, &sweep.code, true, x);
        let Workspace { values, adjoints, args, shared, .. } = workspace;
        if sweep.code.run(values, args, shared) {
            adjoints.clear();
            adjoints.resize(values.len(), 0.0);
            let output = sweep.code.outputs[0] as usize;
            adjoints[output] = 1.0;
            let descended = sweep.descend(values, adjoints, args, shared);
            let found = &adjoints[..self.inputs];
            if descended && !found.iter().any(|a| a.is_nan()) {
                gradient.copy_from_slice(found);
                return Ok(values[output]);
            }
        }
        let values = self.all_values(x)?;
        self.descend_by_structure(output, &values, adjoints)?;
        gradient.copy_from_slice(&adjoints[..self.inputs]);
        Ok(values[output as usize])
    }

    /// The partials of instruction `j` by its active arguments, and anything for the others.
    pub(crate) fn slopes<'r>(&self, j: usize, values: &[f64], active: &[bool], room: &'r mut Vec<f64>) -> &'r [f64] {
        let (function, args, n) = self.call(&self.steps[j]);
        let y = values[self.first() + j];
        let count = args.len();
        room.resize(room.len().max(2 * count), 0.0);
        let (at, d) = room.split_at_mut(count);
        let d = &mut d[..count];
        let mut few = [true; 3];
        for (i, &a) in args.iter().enumerate() {
            at[i] = values[a as usize];
            if let Some(on) = few.get_mut(i) {
                *on = active[a as usize];
            }
        }
        if count <= few.len() {
            function.slopes(at, y, &few[..count], n, d);
        } else {
            let on: Vec<bool> = args.iter().map(|&a| active[a as usize]).collect();
            function.slopes(at, y, &on, n, d);
        }
        d
    }

    /// As [`Sweep::descend`], where something was not finite: nothing goes to what is inactive, comes from what the
    /// output does not depend on, or passes through an arm that is not taken.
    #[cold]
    fn descend_by_structure(&self, output: u32, values: &[f64], adjoints: &mut Vec<f64>) -> Result<(), Error> {
        adjoints.clear();
        adjoints.resize(values.len(), 0.0);
        let (first, active) = (self.first(), self.active());
        let mut reached = vec![false; values.len()];
        adjoints[output as usize] = 1.0;
        reached[output as usize] = true;
        let mut room = Vec::new();
        for (j, step) in self.steps.iter().enumerate().rev() {
            let w = adjoints[first + j];
            if let Some((called, element)) = self.element(step) {
                let all = first + j..first + j + called.operation.outputs();
                if element == 0 && active[all.start] && reached[all.clone()].contains(&true) {
                    let found = self.pull_of(called, all.start, values, &adjoints[all])?;
                    for (&a, share) in self.operands(called).iter().zip(found).filter(|(a, _)| active[**a as usize]) {
                        if let Some(share) = share {
                            adjoints[a as usize] += share;
                            reached[a as usize] = true;
                        }
                    }
                }
                continue;
            }
            if !reached[first + j] || !active[first + j] {
                continue;
            }
            let (function, args, _) = self.call(step);
            let d = self.slopes(j, values, active, &mut room);
            let lost = |d: f64| function.chooses() && d == 0.0;
            for (&a, d) in args.iter().zip(d).filter(|&(&a, &d)| active[a as usize] && !lost(d)) {
                adjoints[a as usize] += w * d;
                reached[a as usize] = true;
            }
        }
        Ok(())
    }
}

/// What a sweep runs: the instructions, each value in a place of its own, and which places carry a derivative.
#[derive(Clone, Debug)]
pub(crate) struct Sweep {
    code: Code,
    active: Vec<bool>,
}

impl Sweep {
    pub(crate) fn of(program: &Program) -> Sweep {
        let code = Code::of(program, Keep::All);
        let mut active = vec![true; program.inputs];
        active.resize(code.places + program.constants.len(), false);
        for packed in code.list.iter().filter(|packed| !(GUARD..CALL).contains(&packed.code)) {
            if packed.code == ARRAY {
                let some = reads(&code.calls, &code.lists, packed).iter().any(|&a| active[a as usize]);
                let outputs = code.array(packed).operation.outputs();
                active[packed.to as usize..][..outputs].fill(some);
                continue;
            }
            let steps = packed.code >= CALL && code.call(packed).function.steps();
            let read = reads(&code.calls, &code.lists, packed);
            let read = if packed.code == SELECT { &read[1..] } else { read };
            active[packed.to as usize] = !steps && read.iter().any(|&a| active[a as usize]);
        }
        Sweep { code, active }
    }

    /// The sweep that multiplies and adds without asking what is active: constants get adjoints that nobody reads, and
    /// what is absent contributes zeros, which do harm only against a partial that is not finite. False where an operation has no
    /// derivative.
    fn descend(&self, v: &[f64], adjoints: &mut [f64], room: &mut Vec<f64>, shared: &mut [Shared]) -> bool {
        const BOTH: [bool; 2] = [true; 2];
        macro_rules! dispatch {
            ($($code:ident $Inner:ident $Outer:ident $side:ident),*) => {
                for packed in self.code.list.iter().rev() {
                    if (GUARD..CALL).contains(&packed.code) {
                        continue;
                    }
                    if packed.code == ARRAY {
                        let array = self.code.array(packed);
                        match array.pull(packed.to, v, &self.active, adjoints, shared) {
                            Ok(()) => continue,
                            Err(_) => return false,
                        }
                    }
                    let (w, y) = (adjoints[packed.to as usize], v[packed.to as usize]);
                    let [a, b, c] = packed.args.map(|a| a as usize);
                    let two = || [v[a], v[b]];
                    let d = match packed.code {
                        NEG => {
                            adjoints[a] += w * rule::Neg::partials([v[a]], y, [true], 0)[0];
                            continue;
                        }
                        ADD => rule::Add::partials(two(), y, BOTH, 0),
                        SUB => rule::Sub::partials(two(), y, BOTH, 0),
                        MUL => rule::Mul::partials(two(), y, BOTH, 0),
                        DIV => rule::Div::partials(two(), y, BOTH, 0),
                        $($code => {
                            let t = rule::$Inner::value(two(), 0);
                            let d = $side!(rule::$Outer::partials, [t, v[c]], y);
                            adjoints[c] += w * d[1];
                            let (w, d) = (w * d[0], rule::$Inner::partials(two(), t, BOTH, 0));
                            adjoints[a] += w * d[0];
                            adjoints[b] += w * d[1];
                            continue;
                        })*
                        _ => {
                            self.function(packed, w, y, v, adjoints, room);
                            continue;
                        }
                    };
                    adjoints[a] += w * d[0];
                    adjoints[b] += w * d[1];
                }
            };
        }
        macro_rules! left {
            ($partials:expr, $args:expr, $y:ident) => {
                $partials($args, $y, BOTH, 0)
            };
        }
        macro_rules! right {
            ($partials:expr, [$t:ident, $c:expr], $y:ident) => {{
                let [d1, d0] = $partials([$c, $t], $y, BOTH, 0);
                [d0, d1]
            }};
        }
        pairs!(dispatch);
        true
    }

    /// The share of a function's arguments in the adjoint `w` of its result `y`.
    fn function(&self, packed: &Packed, w: f64, y: f64, v: &[f64], adjoints: &mut [f64], room: &mut Vec<f64>) {
        if !self.active[packed.to as usize] {
            return;
        }
        let on = |a: u32| self.active[a as usize];
        if packed.code == SELECT {
            let [c, a, b] = packed.args;
            adjoints[if v[c as usize] != 0.0 { a } else { b } as usize] += w;
            return;
        }
        let Call { function, n } = self.code.call(packed);
        if fits(function) {
            let d = function.slopes_of_few(packed.args.map(|a| v[a as usize]), y, packed.args.map(on), *n);
            let lost = |d: f64| function.chooses() && d == 0.0;
            let read = packed.args[..function.arity()].iter().zip(d).filter(|&(_, d)| !lost(d));
            read.for_each(|(&a, d)| adjoints[a as usize] += w * d);
            return;
        }
        let read = reads(&self.code.calls, &self.code.lists, packed);
        room.clear();
        room.resize(2 * read.len(), 0.0);
        let (at, d) = room.split_at_mut(read.len());
        at.iter_mut().zip(read).for_each(|(x, &a)| *x = v[a as usize]);
        let on: Vec<bool> = read.iter().map(|&a| on(a)).collect();
        function.slopes(at, y, &on, *n, d);
        read.iter().zip(d).for_each(|(&a, d)| adjoints[a as usize] += w * *d);
    }
}

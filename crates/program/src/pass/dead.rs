//! Dead code: what neither an output nor a guard needs.

use crate::guard::Guard;
use crate::program::{Called, Parts, Program};
use rules::ROWS;

impl Program {
    /// Without the instructions that neither an output nor a guard needs.
    ///
    /// What a precondition would have stopped is computed no more where nothing needs it.
    ///
    /// Cost: some nanoseconds for each instruction.
    ///
    /// ```
    /// let f = program::Program::record(2, |x| {
    ///     let _unused = x[1] * x[1];
    ///     vec![x[0] * x[1]]
    /// })?;
    /// assert_eq!((f.len(), f.without_dead_code().len()), (2, 1));
    /// # Ok::<(), program::Error>(())
    /// ```
    #[must_use]
    pub fn without_dead_code(&self) -> Program {
        let mut needed = vec![false; self.values()];
        let roots = self.outputs.iter().copied().chain(self.guards.iter().flat_map(|g| [g.a, g.b]));
        roots.for_each(|id| needed[id as usize] = true);
        for (j, step) in self.steps.iter().enumerate().rev() {
            if let Some((called, 0)) = self.element(step) {
                // All that a call gives is computed together.
                let all = self.first() + j..self.first() + j + called.operation.outputs();
                let some = needed[all.clone()].contains(&true);
                needed[all].fill(some);
            }
            if needed[self.first() + j] {
                self.reads(step).iter().for_each(|&a| needed[a as usize] = true);
            }
        }
        self.without(&needed)
    }

    /// Without the instructions and constants that are not needed, which nothing that is kept reads.
    fn without(&self, needed: &[bool]) -> Program {
        let first = self.first();
        let kept = || self.steps.iter().zip(&needed[first..]).filter(|(_, kept)| **kept).map(|(step, _)| step);
        // Constants and rules of the user's are numbered in the order of their use, as in a recording.
        let mut to: Vec<u32> = (0..self.values() as u32).collect();
        let (mut constants, mut users) = (Vec::new(), Vec::new());
        let mut met = vec![false; first];
        let roots = self.guards.iter().flat_map(|g| [g.a, g.b]).chain(self.outputs.iter().copied());
        for id in kept().flat_map(|step| self.reads(step).iter().copied()).chain(roots) {
            let id = id as usize;
            if id < first && id >= self.inputs && !core::mem::replace(&mut met[id], true) {
                to[id] = (self.inputs + constants.len()) as u32;
                constants.push(self.constants[id - self.inputs]);
            }
        }
        let base = self.inputs + constants.len();
        let mut next = base as u32;
        for (to, &kept) in to[first..].iter_mut().zip(&needed[first..]) {
            *to = next;
            next += u32::from(kept);
        }
        let place = |id: &u32| to[*id as usize];
        let (mut lists, mut calls) = (Vec::new(), Vec::new());
        let mut steps = Vec::with_capacity(self.steps.len());
        for from in kept() {
            let mut step = *from;
            if let Some((called, element)) = self.element(from) {
                if element == 0 {
                    calls.push(Called { list: lists.len() as u32, ..called.clone() });
                    lists.extend(self.operands(called).iter().map(place));
                }
                step.args[0] = calls.len() as u32 - 1;
                steps.push(step);
                continue;
            }
            let (function, args, _) = self.call(from);
            if function.op().is_none() {
                let known = users.iter().position(|user| user == function);
                step.code = (ROWS.len() + known.unwrap_or(users.len())) as u32;
                users.extend(known.is_none().then_some(*function));
            }
            if args.len() > step.args.len() {
                step.args[0] = lists.len() as u32;
                lists.extend(args.iter().map(place));
            } else {
                for (to, arg) in step.args.iter_mut().zip(args) {
                    *to = place(arg);
                }
            }
            steps.push(step);
        }
        let at = |at: usize| to.get(first + at).unwrap_or(&next);
        let guards =
            self.guards.iter().map(|g| Guard { a: place(&g.a), b: place(&g.b), at: *at(g.at) as usize - base, ..*g });
        let guards = guards.collect();
        let outputs = self.outputs.iter().map(place).collect();
        Program::from_parts(Parts { inputs: self.inputs, constants, steps, lists, users, calls, guards, outputs })
    }
}

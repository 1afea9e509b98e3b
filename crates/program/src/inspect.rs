//! What a program costs, and where a number went wrong in it.

use crate::error::Error;
use crate::program::{Program, Step};
use core::fmt;
use std::collections::BTreeMap;

/// What a program consists of; see [`Program::statistics`].
///
/// ```
/// use program::Program;
/// // Eight terms added one after the other, and in pairs.
/// let chain = Program::record(8, |x| vec![x.iter().copied().reduce(|a, b| a + b).expect("eight")])?;
/// let tree = Program::record(8, |x| {
///     let pairs = |x: &[_]| x.chunks(2).map(|pair| pair[0] + pair[1]).collect::<Vec<_>>();
///     pairs(&pairs(&pairs(x)))
/// })?;
/// let depth = |f: &Program| (f.statistics().operations, f.statistics().depth);
/// assert_eq!((depth(&chain), depth(&tree)), ((7, 7), (7, 3)));
/// # Ok::<(), program::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Statistics {
    /// How often each function is called, by its name.
    pub calls: BTreeMap<&'static str, usize>,
    /// The number of operations; one on matrices is one.
    pub operations: usize,
    /// The number of constants.
    pub constants: usize,
    /// The number of guards.
    pub guards: usize,
    /// The most operations that wait for one another: no machine is faster than that, however parallel.
    pub depth: usize,
    /// The bytes of the list.
    pub bytes: usize,
    /// The bytes of a workspace that runs it: values that are still needed share it, and a place is used again.
    pub workspace: usize,
}

/// How a number that is not finite came about and where it went; see [`Program::trace_not_finite`].
///
/// ```
/// use program::Program;
/// use rules::Functions;
/// let f = Program::record(1, |x| vec![(x[0] - 1.0).recip() + 2.0])?;
/// let origin = f.trace_not_finite(&[1.0])?.expect("a pole");
/// assert_eq!((origin.function, origin.args, origin.value), ("recip", vec![0.0], f64::INFINITY));
/// assert_eq!(origin.path.last(), f.outputs().first());
/// # Ok::<(), program::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Origin {
    /// The instruction that made it of finite arguments, by its id.
    pub id: u32,
    /// Its function.
    pub function: &'static str,
    /// Its arguments.
    pub args: Vec<f64>,
    /// What it made of them.
    pub value: f64,
    /// The values on the way to an output, from the instruction itself on; only itself if no output shows it.
    pub path: Vec<u32>,
}

impl Origin {
    /// The operation with its numbers.
    pub(crate) fn operation(&self) -> String {
        let args: Vec<String> = self.args.iter().map(|x| format!("{x:?}")).collect();
        format!("{}({}) = {:?}", self.function, args.join(", "), self.value)
    }
}

impl fmt::Display for Origin {
    /// `ln(0.0) = -inf in value 2, then values 3, 4`: the operation, and the values on its way to an output.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} in value {}", self.operation(), self.id)?;
        let further: Vec<String> = self.path.iter().filter(|&&id| id != self.id).map(u32::to_string).collect();
        match further.len() {
            0 => Ok(()),
            1 => write!(f, ", then value {}", further[0]),
            _ => write!(f, ", then values {}", further.join(", ")),
        }
    }
}

impl fmt::Display for Statistics {
    /// One sentence, the functions that are called most first.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut calls: Vec<_> = self.calls.iter().collect();
        calls.sort_by_key(|&(name, count)| (core::cmp::Reverse(*count), *name));
        let calls: Vec<String> = calls.into_iter().map(|(name, count)| format!("{count} {name}")).collect();
        write!(f, "{} operations, {} of them one after the other", self.operations, self.depth)?;
        if !calls.is_empty() {
            write!(f, " ({})", calls.join(", "))?;
        }
        write!(f, ", {} constants, {} guards, {} bytes", self.constants, self.guards, self.bytes)
    }
}

impl Program {
    /// What the program consists of. Cost: one pass over it.
    ///
    /// ```
    /// use program::Program;
    /// use rules::Functions;
    /// let s = Program::record(2, |x| vec![(x[0] * x[1]).sin() * x[1]])?.statistics();
    /// assert_eq!((s.operations, s.depth, s.calls["mul"]), (3, 3, 2));
    /// assert!(s.to_string().starts_with("3 operations, 3 of them one after the other (2 mul, 1 sin), 0 constants"));
    /// # Ok::<(), program::Error>(())
    /// ```
    pub fn statistics(&self) -> Statistics {
        let mut calls = BTreeMap::new();
        let mut depth = vec![0; self.first()];
        for step in &self.steps {
            let name = match self.element(step) {
                Some((_, 1..)) => {
                    depth.extend(depth.last().copied());
                    continue;
                }
                Some((called, 0)) => called.operation.name(),
                None => self.call(step).0.name(),
            };
            *calls.entry(name).or_default() += 1;
            depth.push(1 + self.reads(step).iter().map(|&a| depth[a as usize]).max().unwrap_or(0));
        }
        Statistics {
            operations: calls.values().sum(),
            calls,
            constants: self.constants.len(),
            guards: self.guards.len(),
            depth: depth.into_iter().max().unwrap_or(0),
            bytes: size_of_val(&*self.steps) + size_of_val(&*self.constants) + size_of_val(&*self.lists),
            workspace: size_of::<f64>() * (self.code().places + self.constants.len()),
        }
    }

    /// The first operation that makes an infinity or NaN of finite arguments at `x`, and how it reaches an output; none
    /// where there is no such operation.
    ///
    /// Of a program that computes derivatives it finds the infinite partial.
    ///
    /// # Errors
    /// As [`eval`](Program::eval).
    ///
    /// # Panics
    /// If `x` has not as many numbers as the program has inputs.
    ///
    /// Cost: one run and two passes.
    ///
    /// ```
    /// use program::Program;
    /// use rules::Functions;
    /// let f = Program::record(2, |x| vec![x[0] + x[1].ln().cos()])?;
    /// let origin = f.trace_not_finite(&[1.0, 0.0])?.unwrap();
    /// assert_eq!(origin.to_string(), "ln(0.0) = -inf in value 2, then values 3, 4");
    /// assert_eq!((origin.function, origin.args, origin.value), ("ln", vec![0.0], f64::NEG_INFINITY));
    /// assert_eq!(origin.path, [2, 3, 4]);
    /// assert_eq!(f.trace_not_finite(&[1.0, 1.0])?, None);
    /// # Ok::<(), program::Error>(())
    /// ```
    #[track_caller]
    pub fn trace_not_finite(&self, x: &[f64]) -> Result<Option<Origin>, Error> {
        self.expect(x.len(), 0, 0);
        let values = self.all_values(x)?;
        let finite = |&a: &u32| values[a as usize].is_finite();
        let born =
            |(j, step): &(usize, &Step)| !values[self.first() + j].is_finite() && self.parents(step).iter().all(finite);
        let Some((j, step)) = self.steps.iter().enumerate().find(born) else { return Ok(None) };
        let (args, function) = (self.parents(step), self.called(step));
        let id = (self.first() + j) as u32;

        // From which operand each value that is not finite has it.
        let mut from: Vec<Option<u32>> = vec![None; values.len()];
        from[id as usize] = Some(id);
        for (k, step) in self.steps.iter().enumerate().skip(j + 1) {
            let at = self.first() + k;
            if !values[at].is_finite() {
                from[at] = self.parents(step).iter().copied().find(|&a| from[a as usize].is_some());
            }
        }
        let mut path = Vec::new();
        let mut next = self.outputs.iter().copied().find(|&y| from[y as usize].is_some()).unwrap_or(id);
        while next != id {
            path.push(next);
            next = from[next as usize].unwrap_or(id);
        }
        path.push(id);
        path.reverse();
        let args = args.iter().map(|&a| values[a as usize]).collect();
        Ok(Some(Origin { id, function, args, value: values[id as usize], path }))
    }
}

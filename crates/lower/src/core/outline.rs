//! Functions that are called where they would be written out: outlining. What is taken apart into its parts, or has no
//! attribute, is written out at each call, and a function that is long and called often makes one that the compiler needs
//! minutes for. Such a function is lowered again, and calls those that repeat most; where one cannot be called it is
//! written out as before.

use super::{Builder, Refusal, Whole};
use front::items::{FnId, Origin};
use front::program::Program;
use std::collections::HashMap;

/// Functions of more steps take the compiler half a minute and more: some 4000 lines.
pub const LONGEST: usize = 10_000;

/// So many functions are tried for one that is too long.
const MOST: usize = 12;

/// How often functions were written out, and how many values that made.
pub(super) type Sizes = HashMap<FnId, (usize, usize)>;

/// A function that is lowered by `lower` if some are called; it is lowered again while it is too long.
pub(super) fn outlined(first: Whole, mut lower: impl FnMut(&[FnId]) -> Result<Whole, Refusal>) -> Whole {
    let (mut whole, mut called, mut tried) = (first, vec![], vec![]);
    while whole.lowered.program.values.len() > LONGEST && tried.len() < MOST {
        let Some(f) = most_repeated(&whole.sizes, |f| !tried.contains(&f)) else { break };
        tried.push(f);
        called.push(f);
        match lower(&called) {
            Ok(next) if next.lowered.program.values.len() < whole.lowered.program.values.len() => whole = next,
            _ => _ = called.pop(),
        }
    }
    whole
}

/// The function of which calls would save most.
fn most_repeated(sizes: &Sizes, is_meant: impl Fn(FnId) -> bool) -> Option<FnId> {
    let repeated = sizes.iter().filter(|(f, (times, _))| *times > 1 && is_meant(**f));
    let most = repeated.max_by_key(|(f, (times, values))| (values - values / times, std::cmp::Reverse(**f)));
    most.map(|(f, _)| *f)
}

/// The function without the attribute that a function too long repeats most, and how often it does.
pub(super) fn repeated(program: &Program, whole: &Whole) -> Option<(String, usize)> {
    let unmarked = |f: FnId| !program.func(f).differentiable;
    let f = (whole.lowered.program.values.len() > LONGEST).then(|| most_repeated(&whole.sizes, unmarked)).flatten()?;
    Some((program.func(f).name.to_string(), whole.sizes[&f].0))
}

impl Builder<'_> {
    /// Whether a function is called where others are written out.
    pub(super) fn is_outlined(&self, f: FnId) -> bool {
        self.outlined.contains(&f)
    }

    /// Notes that a function was written out, and what that made.
    pub(super) fn note_size(&mut self, f: FnId, before: usize) {
        if self.program.func(f).origin != Origin::Prelude {
            let (times, values) = self.sizes.entry(f).or_default();
            *times += 1;
            *values += self.values.len().saturating_sub(before);
        }
    }
}

//! Exits: `return`, `break`, `continue` and `?`. There are no jumps in the steps: an exit sets the flags of what it
//! leaves, and what follows runs in an arm under them, which is closed where what was left ends.

pub(crate) mod attributes;
pub(crate) mod iterators;
pub(crate) mod loop_attributes;
pub(crate) mod loop_memory;
pub(crate) mod loop_statements;
pub(crate) mod loops;

use crate::core::build::{flag, no, yes};
use crate::core::frame::{Frame, Target};
use crate::core::value::{Value, Var};
use crate::core::{Builder, Refusal, refuse};
use crate::ir::{Atom, Block, Op, Step, Ty};
use std::rc::Rc;

/// An arm that what follows an exit runs in.
#[derive(Debug)]
pub(crate) struct Guard {
    cond: Atom,
    out: Vec<Step>,
    block: usize,
    id: usize,
    env: Vec<Value>,
}

impl Builder<'_> {
    /// What may be left from here on; its number.
    pub(crate) fn begin_target(&mut self, is_loop: bool) -> usize {
        let skip = self.var(Value::Atom(no()));
        self.env_names[skip] = "skip".into();
        let leave = is_loop.then(|| self.var(Value::Atom(no())));
        if let Some(leave) = leave {
            self.env_names[leave] = "leave".into();
        }
        let slot = self.var(Value::Never);
        self.env_names[slot] = "result".into();
        self.next_target += 1;
        let id = self.next_target;
        self.targets.push(Target { id, skip, leave, slot });
        id
    }

    pub(crate) fn end_target(&mut self) -> Option<Target> {
        self.targets.pop()
    }

    fn target(&self, id: usize) -> Result<usize, Refusal> {
        self.targets.iter().rposition(|t| t.id == id).ok_or_else(|| Refusal::new("what is left here has ended"))
    }

    /// Leaves a target, for good or for this iteration, with a value.
    pub(crate) fn exit(&mut self, id: usize, ends: bool, value: Value) -> Result<Value, Refusal> {
        let at = self.target(id)?;
        if ends && !matches!(value, Value::Never) {
            let value = self.settle(value, self.span)?;
            let value = if self.even { value } else { self.vecs_growable(value)? };
            // What else it is left with is written over it.
            let value = self.unshared(value)?;
            let slot = self.targets[at].slot;
            self.store(&crate::core::value::Place::Var(slot, vec![]), value)?;
        }
        for k in at..self.targets.len() {
            let Target { skip, leave, .. } = self.targets[k];
            self.set_flag(skip);
            if let Some(leave) = leave
                && (k > at || ends)
            {
                self.set_flag(leave);
            }
        }
        Ok(Value::Never)
    }

    /// Whether control still goes on where this stands: `Some(false)` if it surely does not.
    pub(crate) fn goes_on(&self) -> Option<bool> {
        match self.targets.last() {
            Some(target) => flag(&self.flag_now(target.skip)).map(|skip| !skip),
            None => Some(true),
        }
    }

    /// What follows runs only if nothing was left.
    pub(crate) fn guard(&mut self) -> Result<(), Refusal> {
        let Some(target) = self.targets.last() else { return Ok(()) };
        let skip = self.flag_now(target.skip);
        if flag(&skip).is_some() {
            return Ok(());
        }
        let cond = self.negated(skip);
        self.blocks += 1;
        let id = self.blocks;
        let block = std::mem::replace(&mut self.block, id);
        let out = std::mem::take(&mut self.out);
        let env = self.env.clone();
        let skip = target_skip(&self.targets);
        if let Some(skip) = skip {
            self.unset_flag(skip);
        }
        self.arrays_before.insert(id, self.arrays.len());
        self.guards.push(Guard { cond, out, block, id, env });
        Ok(())
    }

    /// Closes the arms that were opened since; the value that they end with.
    pub(crate) fn close_guards(&mut self, down_to: usize, mut value: Value) -> Result<Value, Refusal> {
        while self.guards.len() > down_to {
            let Some(guard) = self.guards.pop() else { break };
            value = self.settle(value, self.span)?;
            self.end_lists(guard.id);
            let steps = std::mem::replace(&mut self.out, guard.out);
            self.block = guard.block;
            self.blocks += 1;
            let (then, other) = (Block { id: guard.id, steps }, Block { id: self.blocks, steps: vec![] });
            let vars = guard.env.len();
            let after_then = std::mem::replace(&mut self.env, guard.env);
            value = self.close_if(guard.cond, [then, other], [value, Value::Never], after_then, vars)?;
        }
        Ok(value)
    }

    pub(crate) fn negated(&mut self, a: Atom) -> Atom {
        match flag(&a) {
            Some(true) => no(),
            Some(false) => yes(),
            None => self.temporary(Ty::Bool, Op::Not(a), self.span),
        }
    }

    /// Runs something that may be left with a value, as a function or a block is.
    pub(crate) fn leaveable(
        &mut self,
        run: impl FnOnce(&mut Self, usize) -> Result<Value, Refusal>,
    ) -> Result<Value, Refusal> {
        let guards = self.guards.len();
        let id = self.begin_target(false);
        let value = run(self, id)?;
        let Some(target) = self.targets.last().cloned() else { return Ok(value) };
        let left = !matches!(self.env[target.slot], Value::Never);
        let value = if left && !matches!(value, Value::Never) && self.goes_on() != Some(false) {
            // Its own value goes where those go with which it was left.
            let value = self.settle(value, self.span)?;
            self.store(&crate::core::value::Place::Var(target.slot, vec![]), value)?;
            Value::Never
        } else {
            value
        };
        let value = self.close_guards(guards, value)?;
        self.end_target();
        let result = match &self.env[target.slot] {
            Value::Never => value,
            slot => slot.clone(),
        };
        self.guard()?;
        Ok(result)
    }

    /// The frame of what is lowered now.
    pub(crate) fn frame_now(&self) -> Result<Rc<Frame>, Refusal> {
        self.frames.last().cloned().ok_or_else(|| Refusal::new("no function"))
    }

    /// The variable of a local.
    pub(crate) fn local(&self, local: front::hir::LocalId) -> Result<Var, Refusal> {
        if let Some(var) = self.moved.last().and_then(|m| m.get(&local)) {
            return Ok(*var);
        }
        let frame = self.frame_now()?;
        let var = frame.locals.borrow().get(&local).copied();
        match var {
            Some(var) => Ok(var),
            None => refuse("a variable that is not there"),
        }
    }
}

fn target_skip(targets: &[Target]) -> Option<Var> {
    targets.last().map(|t| t.skip)
}

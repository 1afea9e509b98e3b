//! Variables that a loop gives other memory: at the end of an iteration what they hold goes back to where they were, so
//! that the next one finds it there.

use crate::core::expr::place::part_of;
use crate::core::value::{List, Step, Value, Var};
use crate::core::{Builder, Refusal};
use crate::ir::{Arr, Step as Made};
use std::collections::HashSet;

/// A list in a variable whose memory is another than before.
struct Move {
    var: Var,
    path: Vec<Step>,
    to: List,
    from: List,
}

/// The lists of a value, with the ways to them.
fn lists(value: &Value, path: &mut Vec<Step>, f: &mut dyn FnMut(&[Step], &List)) {
    let mut each = |step: Step, part: &Value, path: &mut Vec<Step>| {
        path.push(step);
        lists(part, path, f);
        path.pop();
    };
    match value {
        Value::List(list) => f(path, list),
        Value::Tuple(parts) => parts.iter().enumerate().for_each(|(k, p)| each(Step::Field(k), p, path)),
        Value::Enum(choice) => {
            for (variant, fields) in choice.variants.iter().enumerate() {
                let fields = fields.iter().flatten().enumerate();
                fields.for_each(|(k, p)| each(Step::Variant(variant, k), p, path));
            }
        }
        _ => {}
    }
}

impl Builder<'_> {
    /// Puts the lists of variables where they were at the start of an iteration.
    pub(crate) fn renew(&mut self, starts: &[Value]) -> Result<(), Refusal> {
        let mut moves = vec![];
        for (var, before) in starts.iter().enumerate() {
            lists(before, &mut vec![], &mut |path, to| {
                let now = path.iter().try_fold(&self.env[var], |value, step| part_of(value, *step).ok());
                if let Some(Value::List(from)) = now
                    && !to.cols.same(&from.cols)
                    && crate::core::join::lists::form(&to.cols, &from.cols)
                {
                    moves.push(Move { var, path: path.to_vec(), to: to.clone(), from: from.clone() });
                }
            });
        }
        self.exchange_moves(&mut moves)?;
        let written: HashSet<Arr> = moves.iter().flat_map(|m| Self::arrays_of(&m.to)).collect();
        self.keep_apart(starts.len(), &moves, &written)?;
        while !moves.is_empty() {
            // What nobody waits for is written to first; where all wait for one another, one makes a copy.
            let free = moves.iter().position(|m| {
                let to = Self::arrays_of(&m.to);
                let others = moves.iter().filter(|o| (o.var, &o.path) != (m.var, &m.path));
                !others.flat_map(|o| Self::arrays_of(&o.from)).any(|arr| to.contains(&arr))
            });
            let Some(k) = free else {
                moves[0].from = self.copied(&moves[0].from.clone())?;
                continue;
            };
            let Move { var, path, to, from } = moves.remove(k);
            let value = self.replaced(&Value::List(to), Value::List(from))?;
            self.put(var, &path, value)?;
        }
        Ok(())
    }

    /// Two variables that have each other's memory: the memory changes hands.
    fn exchange_moves(&mut self, moves: &mut Vec<Move>) -> Result<(), Refusal> {
        let mut k = 0;
        while k < moves.len() {
            let other = (k + 1..moves.len()).find(|&j| {
                let (a, b) = (&moves[k], &moves[j]);
                a.to.cols.same(&b.from.cols)
                    && b.to.cols.same(&a.from.cols)
                    && self.may_exchange(&Value::List(a.to.clone()), &Value::List(b.to.clone()))
            });
            let Some(j) = other else {
                k += 1;
                continue;
            };
            let (b, a) = (moves.remove(j), moves.remove(k));
            for (p, q) in Self::arrays_of(&a.to).into_iter().zip(Self::arrays_of(&b.to)) {
                self.known.remove(&p);
                self.known.remove(&q);
                self.out.push(Made::Exchange(p, q));
            }
            if let (Some(j), Some(k)) = (a.to.grows, b.to.grows) {
                let (v, w) = (self.growing[j].most, self.growing[k].most);
                self.env.swap(v, w);
            }
            self.put(a.var, &a.path, Value::List(List { part: a.from.part, ..a.to }))?;
            self.put(b.var, &b.path, Value::List(List { part: b.from.part, ..b.to }))?;
        }
        Ok(())
    }

    /// What refers to memory that is written to now has a copy of its own.
    fn keep_apart(&mut self, vars: usize, moves: &[Move], written: &HashSet<Arr>) -> Result<(), Refusal> {
        for var in 0..vars {
            let mut held = vec![];
            lists(&self.env[var].clone(), &mut vec![], &mut |path, list| {
                let moved = moves.iter().any(|m| m.var == var && m.path == path);
                if !moved && Self::arrays_of(list).iter().any(|arr| written.contains(arr)) {
                    held.push((path.to_vec(), list.clone()));
                }
            });
            for (path, list) in held {
                let copy = Value::List(self.copied(&list)?);
                self.claim(&copy);
                self.put(var, &path, copy)?;
            }
        }
        Ok(())
    }
}

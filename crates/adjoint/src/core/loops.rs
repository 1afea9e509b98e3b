//! Loops: a body that carries values from iteration to iteration.
//!
//! What an iteration changes is found by lowering the body: first as if nothing changed, then with what did, until no
//! more does. What is found is kept by the place of the loop, so that a loop inside another is not looked at anew each
//! time; the number of times that a body is lowered grows with the depth, not with its power.

use super::build::{flag, no, zero};
use super::value::{Choice, List, Place, Value, Var};
use super::{Builder, Refusal, refuse};
use crate::ir::{Atom, Block, Carried, Frame, Head, Loop, Step, Ty, Val};
use proc_macro2::Span;
use std::collections::BTreeMap;

/// How the head of a loop is made.
pub(super) enum Over<'f, 'b> {
    /// For each from the one up to the other; backwards if the flag is set; the type of the variable, and its name.
    Range { lo: Atom, hi: Atom, rev: bool, ty: Ty, name: String },
    /// While this holds.
    While(&'f mut dyn FnMut(&mut Builder<'b>) -> Result<Atom, Refusal>),
}

/// Which leaves of a variable a loop carries: its form at entry, and a flag for each leaf.
#[derive(Clone, Debug)]
pub(super) struct Carry {
    entry: Value,
    leaves: Vec<bool>,
}

pub(super) type Plan = BTreeMap<Var, Carry>;

/// What comes of lowering a loop once.
enum Round {
    Done,
    /// More is carried than was known.
    Again,
    /// Lists come up where nothing was.
    Plant(Vec<(Var, super::seed::Seed)>),
    /// What these variables hold becomes a part of what it is.
    Cut(Vec<(Var, Value)>),
}

/// What is put back where a body is lowered again.
struct Snapshot {
    values: usize,
    arrays: Vec<crate::ir::Array>,
    parents: usize,
    blocks: usize,
    calls: usize,
    out: usize,
    env: Vec<Value>,
    env_names: Vec<std::rc::Rc<str>>,
    growing: Vec<super::list::Growing>,
    aliases: std::collections::HashMap<(Val, String), usize>,
    entry: usize,
    names: std::collections::HashSet<String>,
    numbered: std::collections::HashMap<String, usize>,
    temporaries: std::collections::HashSet<Val>,
    unnamed: std::collections::HashSet<usize>,
    guards: usize,
    targets: usize,
}

impl<'b> Builder<'b> {
    fn snapshot(&self) -> Snapshot {
        Snapshot {
            values: self.values.len(),
            arrays: self.arrays.clone(),
            parents: self.parents.len(),
            blocks: self.blocks,
            calls: self.calls,
            out: self.out.len(),
            env: self.env.clone(),
            env_names: self.env_names.clone(),
            growing: self.growing.clone(),
            aliases: self.aliases.clone(),
            entry: self.entry.len(),
            names: self.names.clone(),
            numbered: self.numbered.clone(),
            temporaries: self.temporaries.clone(),
            unnamed: self.unnamed.clone(),
            guards: self.guards.len(),
            targets: self.targets.len(),
        }
    }

    fn restore(&mut self, s: &Snapshot) {
        self.values.truncate(s.values);
        self.constants.retain(|v| *v < s.values);
        self.arrays.clone_from(&s.arrays);
        self.row_counts.retain(|arr, _| *arr < s.arrays.len());
        self.parents.truncate(s.parents);
        self.blocks = s.blocks;
        self.calls = s.calls;
        self.out.truncate(s.out);
        self.env.clone_from(&s.env);
        self.env_names.clone_from(&s.env_names);
        self.growing.clone_from(&s.growing);
        self.aliases.clone_from(&s.aliases);
        self.entry.truncate(s.entry);
        self.names.clone_from(&s.names);
        self.numbered.clone_from(&s.numbered);
        self.temporaries.clone_from(&s.temporaries);
        self.unnamed.clone_from(&s.unnamed);
        self.guards.truncate(s.guards);
        self.targets.truncate(s.targets);
        self.known.clear();
    }

    /// `for k in 0..n`
    pub(super) fn count_to(
        &mut self,
        n: Atom,
        mut body: impl FnMut(&mut Self, Atom) -> Result<(), Refusal>,
    ) -> Result<(), Refusal> {
        let over = Over::Range { lo: zero(), hi: n, rev: false, ty: Ty::usize(), name: "k".into() };
        self.loop_over(over, &mut |b, k| {
            body(b, k)?;
            Ok(no())
        })
    }

    /// A loop; the body is given the variable of a range, and says whether to leave after this iteration.
    pub(super) fn loop_over(
        &mut self,
        mut over: Over<'_, 'b>,
        body: &mut dyn FnMut(&mut Self, Atom) -> Result<Atom, Refusal>,
    ) -> Result<(), Refusal> {
        self.loops += 1;
        let key = (self.trail.clone(), self.loops);
        let outer = std::mem::replace(&mut self.loops, 0);
        self.trail.push(key.1);
        let mark = std::mem::take(&mut self.mark);
        let mut plan = self.plans.get(&key).cloned().unwrap_or_default();
        // A variable has other entries each time that the loop is met.
        for (v, carry) in &mut plan {
            let now = self.env.get(*v).filter(|now| !comes_with_memory(now, &carry.entry));
            match now.map(|now| self.widened(now, &carry.entry)) {
                Some(Ok(entry)) if leaves(&entry).len() == carry.leaves.len() => carry.entry = entry,
                _ => carry.leaves.clear(),
            }
        }
        plan.retain(|_, carry| !carry.leaves.is_empty());
        let mut snapshot = self.snapshot();
        let mut rounds = 0;
        let result = loop {
            rounds += 1;
            if rounds > 40 {
                break refuse("a loop whose changes are not found");
            }
            self.loops = 0;
            match self.iteration(&mut over, body, &mut plan, &mark, snapshot.values) {
                Ok(Round::Done) => break Ok(()),
                Ok(Round::Again) => self.restore(&snapshot),
                Ok(Round::Plant(seeds)) => {
                    self.restore(&snapshot);
                    let planted = seeds.iter().try_for_each(|(v, seed)| self.plant(*v, seed));
                    if let Err(refusal) = planted {
                        break Err(refusal);
                    }
                    for (v, _) in &seeds {
                        plan.remove(v);
                    }
                    snapshot = self.snapshot();
                }
                Ok(Round::Cut(likes)) => {
                    self.restore(&snapshot);
                    for (v, like) in likes {
                        let mut value = std::mem::replace(&mut self.env[v], Value::Never);
                        let cut = self.cut_like(&mut value, &like);
                        self.env[v] = value;
                        if let Err(refusal) = cut {
                            self.trail.pop();
                            self.loops = outer;
                            return Err(refusal);
                        }
                        plan.remove(&v);
                    }
                    snapshot = self.snapshot();
                }
                Err(refusal) => break Err(refusal),
            }
        };
        self.trail.pop();
        self.loops = outer;
        // Names made in here may be others when the loop is met again: their types are what is kept.
        for carry in plan.values_mut() {
            let mut entry = std::mem::replace(&mut carry.entry, Value::Never);
            entry.with_leaves(&mut |atom| *atom = super::build::dummy(&self.atom_ty(atom)));
            carry.entry = entry;
        }
        self.plans.insert(key, plan);
        result
    }

    /// Lowers a loop with what it is known to carry; whether that was all.
    fn iteration(
        &mut self,
        over: &mut Over<'_, 'b>,
        body: &mut dyn FnMut(&mut Self, Atom) -> Result<Atom, Refusal>,
        plan: &mut Plan,
        mark: &super::Mark,
        known: usize,
    ) -> Result<Round, Refusal> {
        self.known.clear();
        let outer = self.begin_body();
        let vars = self.env.len();
        // The values at the start of an iteration.
        let mut params: Vec<(Var, Val, Atom)> = vec![];
        for (&v, carry) in plan.iter() {
            let name = self.env_names[v].to_string();
            let mut start = carry.entry.clone();
            let (mut k, mut made) = (0, vec![]);
            start.with_leaves(&mut |atom| {
                if carry.leaves[k] {
                    made.push(atom.clone());
                }
                k += 1;
            });
            let mut replacements = vec![];
            for init in made {
                let ty = self.atom_ty(&init);
                let param = self.value(&name, ty, self.span);
                params.push((v, param, init));
                replacements.push(Atom::Val(param));
            }
            let (mut k, mut next) = (0, replacements.into_iter());
            start.with_leaves(&mut |atom| {
                if carry.leaves[k]
                    && let Some(param) = next.next()
                {
                    *atom = param;
                }
                k += 1;
            });
            self.env[v] = start;
        }
        let starts: Vec<Value> = self.env[..vars].to_vec();
        let (head, var) = match over {
            Over::Range { lo, hi, rev, ty, name } => {
                let var = self.value(name, *ty, self.span);
                (Head::Range { var, lo: lo.clone(), hi: hi.clone(), rev: *rev }, Atom::Val(var))
            }
            Over::While(cond) => {
                let mut holds = no();
                let (block, _) = self.arm(|b| {
                    holds = cond(b)?;
                    Ok(Value::UNIT)
                })?;
                self.known.clear();
                (Head::While { block, cond: holds }, no())
            }
        };
        let guards = self.guards.len();
        let exit = body(self, var)?;
        let exit = match self.close_guards(guards, Value::Atom(exit))? {
            Value::Atom(exit) => exit,
            _ => no(),
        };
        self.renew(&starts)?;
        let mut seeds = vec![];
        for (v, before) in starts.iter().enumerate() {
            if let Some(seed) = self.come_up(before, &self.env[v], known)? {
                seeds.push((v, seed));
            }
        }
        if !seeds.is_empty() {
            self.end_body(outer);
            return Ok(Round::Plant(seeds));
        }
        let likes = starts.iter().enumerate().filter(|(v, before)| is_cut(before, &self.env[*v]));
        let likes: Vec<(Var, Value)> = likes.map(|(v, _)| (v, self.env[v].clone())).collect();
        if !likes.is_empty() {
            self.end_body(outer);
            return Ok(Round::Cut(likes));
        }
        // What an iteration has changed.
        let mut complete = true;
        let mut nexts: BTreeMap<Var, Vec<Atom>> = BTreeMap::new();
        for (v, before) in starts.iter().enumerate() {
            let after = &self.env[v];
            if same(before, after) && !plan.contains_key(&v) {
                continue;
            }
            let entry = plan.get(&v).map_or(before, |carry| &carry.entry);
            let (wide, next) = (self.widened(entry, after)?, self.widened(after, entry)?);
            let (entries, all, begun) = (leaves(&wide), leaves(&next), leaves(&self.widened(before, after)?));
            let mut mask = vec![false; entries.len()];
            if let Some(carry) = plan.get(&v)
                && carry.leaves.len() == mask.len()
            {
                mask.clone_from(&carry.leaves);
            }
            let known = plan.get(&v).is_some_and(|carry| carry.leaves.len() == mask.len());
            for k in 0..mask.len() {
                let changed = !begun.get(k).is_some_and(|b| b.same(&all[k]));
                if changed && !mask[k] {
                    (mask[k], complete) = (true, false);
                }
            }
            if !known && mask.iter().any(|m| *m) {
                complete = false;
            }
            if mask.iter().any(|m| *m) {
                plan.insert(v, Carry { entry: wide, leaves: mask.clone() });
            }
            nexts.insert(v, all.into_iter().zip(mask).filter(|(_, m)| *m).map(|(a, _)| a).collect());
        }
        if !complete {
            self.end_body(outer);
            return Ok(Round::Again);
        }
        self.end_lists(self.block);
        let (frame, steps) = self.end_body(outer);
        self.known.clear();
        self.env.truncate(vars);
        self.env_names.truncate(vars);
        let mut carried = vec![];
        let mut params = params.into_iter().peekable();
        for (&v, carry) in plan.iter() {
            let name = self.env_names[v].to_string();
            let mut after = carry.entry.clone();
            let mut outs = vec![];
            for next in nexts.remove(&v).unwrap_or_default() {
                let Some((_, param, init)) = params.next_if(|(w, ..)| *w == v) else {
                    return refuse("what a loop carries");
                };
                let out = self.value(&name, self.values[param].ty, self.span);
                carried.push(Carried { param, init, next, after: out });
                outs.push(Atom::Val(out));
            }
            let (mut k, mut next) = (0, outs.into_iter());
            after.with_leaves(&mut |atom| {
                if carry.leaves[k]
                    && let Some(out) = next.next()
                {
                    *atom = out;
                }
                k += 1;
            });
            self.env[v] = after;
        }
        let exit = Some(exit).filter(|a| flag(a) != Some(false));
        let counted = matches!(head, Head::Range { .. }) && exit.is_none();
        let count = (!counted).then(|| self.value("count", Ty::usize(), Span::call_site()));
        let (checkpoint, keep, independent) = mark.parts();
        let made = Loop {
            frame,
            head,
            carried,
            body: Block { id: steps.0, steps: steps.1 },
            exit,
            count,
            checkpoint,
            keep,
            independent,
        };
        self.check_marks(&made, counted)?;
        self.out.push(Step::Loop(Box::new(made)));
        Ok(Round::Done)
    }

    fn begin_body(&mut self) -> (Frame, usize, Vec<Step>) {
        let outer = (self.frame, self.block, std::mem::take(&mut self.out));
        self.parents.push(self.frame);
        self.frame = self.parents.len() - 1;
        self.blocks += 1;
        self.block = self.blocks;
        outer
    }

    fn end_body(&mut self, (frame, block, out): (Frame, usize, Vec<Step>)) -> (Frame, (usize, Vec<Step>)) {
        let inner = std::mem::replace(&mut self.frame, frame);
        let id = std::mem::replace(&mut self.block, block);
        (inner, (id, std::mem::replace(&mut self.out, out)))
    }
}

/// A value without the texts in it: which they are, is not known before there are any.
fn untold(value: &Value) -> Value {
    let all = |parts: &[Value]| parts.iter().map(untold).collect();
    match value {
        Value::Text(_) => Value::Unseen,
        Value::Tuple(parts) => Value::Tuple(all(parts)),
        Value::Enum(c) => {
            let variants = c.variants.iter().map(|v| v.as_deref().map(all)).collect();
            Value::Enum(Box::new(Choice { tag: c.tag.clone(), variants }))
        }
        Value::Ref(m, place) => match &**place {
            Place::Temp(inner) => Value::Ref(*m, Box::new(Place::Temp(Box::new(untold(inner))))),
            _ => value.clone(),
        },
        value => value.clone(),
    }
}

/// Whether a value has lists, or references, where another has nothing.
fn comes_with_memory(now: &Value, then: &Value) -> bool {
    match (now, then) {
        (Value::Never, then) => super::expr::has_list(then) || matches!(then, Value::Ref(..)),
        (Value::Tuple(x), Value::Tuple(y)) => x.iter().zip(y).any(|(x, y)| comes_with_memory(x, y)),
        (Value::Enum(x), Value::Enum(y)) => x.variants.iter().zip(&y.variants).any(|(p, q)| match (p, q) {
            (None, Some(q)) => q.iter().any(|q| comes_with_memory(&Value::Never, q)),
            (Some(p), Some(q)) => p.iter().zip(q).any(|(p, q)| comes_with_memory(p, q)),
            _ => false,
        }),
        _ => false,
    }
}

fn leaves(value: &Value) -> Vec<Atom> {
    let mut all = vec![];
    value.leaves(&mut |a| all.push(a.clone()));
    all
}

/// Whether two values are the same, by their names.
pub(super) fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Never, Value::Never) => true,
        (Value::Atom(x), Value::Atom(y)) => x.same(y),
        (Value::Tuple(x), Value::Tuple(y)) => x.len() == y.len() && x.iter().zip(y).all(|(x, y)| same(x, y)),
        (Value::Enum(x), Value::Enum(y)) => {
            x.tag.same(&y.tag)
                && x.variants.iter().zip(&y.variants).all(|(p, q)| match (p, q) {
                    (None, None) => true,
                    (Some(p), Some(q)) => p.iter().zip(q).all(|(p, q)| same(p, q)),
                    _ => false,
                })
        }
        (Value::List(x), Value::List(y)) => same_list(x, y),
        (Value::Ref(m, p), Value::Ref(n, q)) => m == n && same_place(p, q),
        (Value::Outside(x), Value::Outside(y)) => x.same(y),
        (Value::Closure(x), Value::Closure(y)) => std::rc::Rc::ptr_eq(x, y),
        (Value::Function(x, s), Value::Function(y, t)) => x == y && s == t,
        (Value::Row(x), Value::Row(y)) => x.name == y.name,
        (Value::Text(x), Value::Text(y)) => x.same(y),
        (Value::Unseen, Value::Unseen) => true,
        _ => false,
    }
}

fn same_list(x: &List, y: &List) -> bool {
    x.cols.same(&y.cols)
        && match (&x.part, &y.part) {
            (None, None) => true,
            (Some((a, n)), Some((b, m))) => a.same(b) && n.same(m),
            _ => false,
        }
}

fn same_place(p: &Place, q: &Place) -> bool {
    match (p, q) {
        (Place::Var(v, s), Place::Var(w, t)) => v == w && s == t,
        (Place::Element(l, i, s), Place::Element(m, j, t)) => s == t && i.same(j) && same_list(l, m),
        (Place::Slice(l), Place::Slice(m)) => same_list(l, m),
        (Place::Temp(v), Place::Temp(w)) => same(v, w),
        (Place::Whole(a), Place::Whole(b)) => a.same(b),
        _ => false,
    }
}

impl Builder<'_> {
    /// A value in the form that has room for another one too: variants that only that has are filled with stand-ins.
    fn widened(&self, a: &Value, b: &Value) -> Result<Value, Refusal> {
        Ok(match (a, b) {
            (Value::Never, Value::Never) => Value::Never,
            (Value::Unseen, _) | (_, Value::Unseen) => Value::Unseen,
            (Value::Never, b) => self.placeholder(b)?,
            (a, Value::Never) => a.clone(),
            (Value::Tuple(x), Value::Tuple(y)) if x.len() == y.len() => {
                Value::Tuple(x.iter().zip(y).map(|(x, y)| self.widened(x, y)).collect::<Result<_, _>>()?)
            }
            (Value::Enum(x), Value::Enum(y)) if x.variants.len() == y.variants.len() => {
                let mut variants = vec![];
                for (p, q) in x.variants.iter().zip(&y.variants) {
                    variants.push(match (p, q) {
                        (None, None) => None,
                        (None, Some(q)) => Some(q.iter().map(|q| self.placeholder(q)).collect::<Result<Vec<_>, _>>()?),
                        (Some(p), None) => Some(p.clone()),
                        (Some(p), Some(q)) => {
                            Some(p.iter().zip(q).map(|(p, q)| self.widened(p, q)).collect::<Result<Vec<_>, _>>()?)
                        }
                    });
                }
                Value::Enum(Box::new(Choice { tag: x.tag.clone(), variants }))
            }
            (Value::Atom(_), Value::Atom(_)) => a.clone(),
            (Value::List(x), Value::List(y)) if x.cols.same(&y.cols) && x.part.is_some() == y.part.is_some() => {
                a.clone()
            }
            (Value::Ref(m, p), Value::Ref(_, q)) => match (&**p, &**q) {
                (Place::Temp(v), Place::Temp(w)) => {
                    Value::Ref(*m, Box::new(Place::Temp(Box::new(self.widened(v, w)?))))
                }
                (p, q) if same_form(p, q) => a.clone(),
                _ => return refuse("a reference that a loop moves elsewhere"),
            },
            (a, b) if same(a, b) => a.clone(),
            (Value::Text(_), _) | (_, Value::Text(_)) => Value::Unseen,
            _ => return refuse("a value whose form a loop changes"),
        })
    }

    /// A value of a form before there is one.
    fn placeholder(&self, v: &Value) -> Result<Value, Refusal> {
        match self.is_outside(v) {
            true => self.stand_in(&untold(v)),
            false => refuse("a list or a reference that comes up in a loop"),
        }
    }

    /// Whether a value holds scalars, and references to what lies outside of the loop, alone.
    fn is_outside(&self, v: &Value) -> bool {
        match v {
            Value::Atom(_) | Value::Text(_) | Value::Unseen => true,
            Value::Tuple(parts) => parts.iter().all(|p| self.is_outside(p)),
            Value::Enum(c) => c.variants.iter().flatten().flatten().all(|p| self.is_outside(p)),
            Value::List(list) => self.list_is_outside(list),
            Value::Ref(_, place) => match &**place {
                Place::Temp(v) => self.is_outside(v),
                Place::Element(list, ..) | Place::Slice(list) => self.list_is_outside(list),
                _ => false,
            },
            _ => false,
        }
    }

    pub(super) fn list_is_outside(&self, list: &List) -> bool {
        let mut outside = true;
        list.cols.arrays(&mut |arr| {
            let mut frame = self.arrays[arr].frame;
            while frame > self.frame {
                frame = self.parents[frame];
            }
            outside &= frame != self.frame || self.frame == 0;
        });
        outside
    }
}

/// Whether a loop makes a list, or a reference to one, one to a part of it.
fn is_cut(before: &Value, after: &Value) -> bool {
    let list = |x: &List, y: &List| x.cols.same(&y.cols) && x.part.is_none() && y.part.is_some();
    match (before, after) {
        (Value::List(x), Value::List(y)) => list(x, y),
        (Value::Tuple(x), Value::Tuple(y)) => x.iter().zip(y).any(|(x, y)| is_cut(x, y)),
        (Value::Enum(x), Value::Enum(y)) => x.variants.iter().zip(&y.variants).any(|(p, q)| match (p, q) {
            (Some(p), Some(q)) => p.iter().zip(q).any(|(p, q)| is_cut(p, q)),
            _ => false,
        }),
        (Value::Ref(_, p), Value::Ref(_, q)) => match (&**p, &**q) {
            (Place::Slice(x), Place::Slice(y)) | (Place::Element(x, ..), Place::Element(y, ..)) => list(x, y),
            (Place::Temp(x), Place::Temp(y)) => is_cut(x, y),
            _ => false,
        },
        _ => false,
    }
}

impl Builder<'_> {
    /// Lists that another value has parts of become parts too: all of what they are.
    fn cut_like(&mut self, value: &mut Value, like: &Value) -> Result<(), Refusal> {
        let list = |b: &mut Self, x: &mut List, y: &List| {
            if x.cols.same(&y.cols) && x.part.is_none() && y.part.is_some() {
                x.part = Some((zero(), b.len(x)?));
            }
            Ok(())
        };
        match (value, like) {
            (Value::List(x), Value::List(y)) => list(self, x, y),
            (Value::Tuple(x), Value::Tuple(y)) => x.iter_mut().zip(y).try_for_each(|(x, y)| self.cut_like(x, y)),
            (Value::Enum(x), Value::Enum(y)) => {
                let both = x.variants.iter_mut().zip(&y.variants);
                let mut both = both.filter_map(|(p, q)| p.as_mut().zip(q.as_ref()));
                both.try_for_each(|(p, q)| p.iter_mut().zip(q).try_for_each(|(p, q)| self.cut_like(p, q)))
            }
            (Value::Ref(_, p), Value::Ref(_, q)) => match (&mut **p, &**q) {
                (Place::Slice(x), Place::Slice(y)) | (Place::Element(x, ..), Place::Element(y, ..)) => list(self, x, y),
                (Place::Temp(x), Place::Temp(y)) => self.cut_like(x, y),
                _ => Ok(()),
            },
            _ => Ok(()),
        }
    }
}

fn same_form(p: &Place, q: &Place) -> bool {
    match (p, q) {
        (Place::Var(v, s), Place::Var(w, t)) => v == w && s == t,
        (Place::Element(l, _, s), Place::Element(m, _, t)) => {
            s == t && l.cols.same(&m.cols) && l.part.is_some() == m.part.is_some()
        }
        (Place::Slice(l), Place::Slice(m)) => l.cols.same(&m.cols) && l.part.is_some() == m.part.is_some(),
        (Place::Whole(a), Place::Whole(b)) => a.same(b),
        _ => false,
    }
}

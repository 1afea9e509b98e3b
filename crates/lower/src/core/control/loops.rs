//! Loops: a body that carries values from iteration to iteration.
//!
//! What an iteration changes is found by lowering the body: first as if nothing changed, then with what did, until no
//! more does. What is found is kept by the place of the loop, so that a loop inside another is not looked at anew each
//! time; the number of times that a body is lowered grows with the depth, not with its power.

use crate::core::build::{flag, no, zero};
use crate::core::join::shapes::{comes_with_memory, is_cut, is_lost, same};
use crate::core::value::{Value, Var};
use crate::core::{Builder, Refusal, refuse};
use crate::ir::{Atom, Block, Carried, Frame, Head, Loop, Step, Ty, Val};
use proc_macro2::Span;
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

/// How the head of a loop is made.
pub(crate) enum Over<'f, 'b> {
    /// For each from the one up to the other; backwards if the flag is set; the type of the variable, and its name.
    Range { lo: Atom, hi: Atom, rev: bool, ty: Ty, name: String },
    /// While this holds.
    While(&'f mut dyn FnMut(&mut Builder<'b>) -> Result<Atom, Refusal>),
}

/// Which leaves of a variable a loop carries: its form at entry, and a flag for each leaf.
#[derive(Clone, Debug)]
pub(crate) struct Carry {
    entry: Value,
    leaves: Vec<bool>,
}

pub(crate) type Plan = BTreeMap<Var, Carry>;

/// What comes of lowering a loop once.
enum Round {
    Done,
    /// More is carried than was known.
    Again,
    /// Lists come up where nothing was.
    Plant(Vec<(Var, crate::core::lists::seed::Seed)>),
    /// What these variables hold becomes a part of what it is.
    Cut(Vec<(Var, Value)>),
}

/// What is put back where a body is lowered again.
pub(crate) struct Snapshot {
    values: usize,
    arrays: Vec<crate::ir::Array>,
    parents: usize,
    blocks: usize,
    calls: usize,
    out: usize,
    env: Vec<Value>,
    env_names: Vec<std::rc::Rc<str>>,
    growing: Vec<crate::core::lists::Growing>,
    aliases: std::collections::HashMap<(Val, String), usize>,
    entry: usize,
    names: std::collections::HashSet<std::rc::Rc<str>>,
    numbered: std::collections::HashMap<std::rc::Rc<str>, usize>,
    temporaries: std::collections::HashSet<Val>,
    unnamed: std::collections::HashSet<usize>,
    guards: usize,
    targets: usize,
    handed: usize,
    nested: usize,
}

impl<'b> Builder<'b> {
    pub(crate) fn snapshot(&self) -> Snapshot {
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
            handed: self.handed.len(),
            nested: self.nested.len(),
        }
    }

    pub(crate) fn restore(&mut self, s: &Snapshot) {
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
        self.handed.truncate(s.handed);
        self.nested.truncate(s.nested);
        self.known.clear();
    }

    /// `for k in 0..n`
    pub(crate) fn count_to(
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
    pub(crate) fn loop_over(
        &mut self,
        mut over: Over<'_, 'b>,
        body: &mut dyn FnMut(&mut Self, Atom) -> Result<Atom, Refusal>,
    ) -> Result<(), Refusal> {
        if let Some(all) = self.rounds_of(&over) {
            return self.rounds(&all, body);
        }
        self.loops += 1;
        // Which variables there are may differ each time that the loop is met.
        let mut layout = DefaultHasher::new();
        self.env_names.hash(&mut layout);
        let key = (self.trail.clone(), self.loops, layout.finish());
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
            // It puts trees into others.
            if let (Some(all), true) = (self.rounds_of(&over), rounds > 1 && !mark.is_set()) {
                self.loops = outer;
                self.trail.pop();
                return self.rounds(&all, body);
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
            entry.with_leaves(&mut |atom| *atom = crate::core::build::dummy(&self.atom_ty(atom)));
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
        mark: &crate::core::Mark,
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
                if starts.iter().zip(&self.env).any(|(before, after)| !same(before, after)) {
                    return refuse("a condition that changes something");
                }
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
        let outside = crate::core::lists::seed::Before { values: known, vars };
        let mut seeds = vec![];
        for (v, before) in starts.iter().enumerate() {
            if let Some(seed) = self.come_up(before, &self.env[v], &outside)? {
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
            // A variant without fields has no leaf that would tell of it.
            let lost = is_lost(before, &wide);
            if !known && mask.iter().any(|m| *m) || lost || !meets_all(before, &wide) {
                complete = false;
            }
            if lost || mask.iter().any(|m| *m) {
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

/// Whether a value knows of each variant that another may be.
fn meets_all(value: &Value, other: &Value) -> bool {
    let all = |a: &[Value], b: &[Value]| a.iter().zip(b).all(|(a, b)| meets_all(a, b));
    match (value, other) {
        (Value::Tuple(a), Value::Tuple(b)) => all(a, b),
        (Value::Enum(a), Value::Enum(b)) => a.variants.iter().zip(&b.variants).all(|pair| match pair {
            (Some(a), Some(b)) => all(a, b),
            (None, Some(_)) => false,
            (_, None) => true,
        }),
        _ => true,
    }
}

fn leaves(value: &Value) -> Vec<Atom> {
    let mut all = vec![];
    value.leaves(&mut |a| all.push(a.clone()));
    all
}

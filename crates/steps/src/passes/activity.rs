//! Which values and arrays carry a derivative: a data-flow fixed point from the active parameters.

use crate::ir::{Access, Arg, Arr, Atom, Block, Call, Init, Op, Pack, Program, Step, Ty, Val, walk, walk_back};
use std::collections::{HashMap, HashSet};
use syn::{Error, Result};

/// What errors say of a number whose derivative would be lost.
pub const LOST: &str = "carries a derivative";

/// Marks values, arrays and calls, and says which of them only constant code may not see.
pub(super) fn mark(p: &mut Program) -> Result<()> {
    let mut body = std::mem::replace(&mut p.body, Block { id: 0, steps: vec![] });
    let given: Vec<bool> = p.arrays.iter().map(|a| a.param && !a.lifted).collect();
    let mut marks = Marks { p, changed: true };
    while marks.changed {
        marks.changed = false;
        marks.block(&mut body);
    }
    p.body = body;
    for (a, constant) in p.arrays.iter().zip(given) {
        if constant && a.lifted {
            let message = format!("the constant parameter `{}` {LOST} here: leave out #[constant]", a.name);
            return Err(Error::new(a.name.span(), message));
        }
    }
    check(p)?;
    useful(p);
    straight(p);
    Ok(())
}

struct Marks<'p> {
    p: &'p mut Program,
    changed: bool,
}

impl Marks<'_> {
    fn flags(&self, a: &Atom) -> (bool, bool) {
        match a {
            Atom::Val(v) => (self.p.values[*v].lifted, self.p.values[*v].active),
            Atom::Lit(_) => (false, false),
        }
    }
    fn val(&mut self, v: Val, (lifted, active): (bool, bool)) {
        let value = &mut self.p.values[v];
        self.changed |= lifted && !value.lifted || active && !value.active;
        value.lifted |= lifted;
        value.active |= active;
    }
    fn arr(&mut self, a: Arr, (lifted, active): (bool, bool)) {
        let array = &mut self.p.arrays[a];
        self.changed |= lifted && !array.lifted || active && !array.active;
        array.lifted |= lifted;
        array.active |= active;
    }
    fn array_flags(&self, a: Arr) -> (bool, bool) {
        (self.p.arrays[a].lifted, self.p.arrays[a].active)
    }

    fn block(&mut self, block: &mut Block) {
        for step in &mut block.steps {
            match step {
                Step::Let(v, _) if self.p.values[*v].still => {}
                Step::Let(v, op) => {
                    let flags = match op {
                        Op::Verbatim(_)
                        | Op::Int(_)
                        | Op::Compare(..)
                        | Op::Not(_)
                        | Op::Ask(..)
                        | Op::Cast(..)
                        | Op::ToBits(..)
                        | Op::OfBits(..)
                        | Op::Stop(_)
                        | Op::Offset(..)
                        | Op::GuardedOffset(..) => {
                            continue;
                        }
                        Op::Read(a, _) | Op::Guarded(a, ..) => self.array_flags(*a),
                        Op::Nothing(_) => continue,
                        Op::Neg(a) | Op::Something(a) => self.flags(a),
                        Op::Bin(_, a, b) => either(self.flags(a), self.flags(b)),
                        Op::Field(..) if matches!(self.p.values[*v].ty, Ty::Int(_) | Ty::Bool) => {
                            continue;
                        }
                        Op::Field(a, ..) | Op::Repeat(a, ..) => self.flags(a),
                        Op::Look(a) => self.array_flags(*a),
                        Op::List(atoms) => atoms.iter().map(|a| self.flags(a)).fold((false, false), either),
                        Op::Pack(pack) => match &**pack {
                            Pack::Rows(arr, _) => self.array_flags(*arr),
                            pack => pack.atoms().iter().map(|a| self.flags(a)).fold((false, false), either),
                        },
                        Op::Make(make) => {
                            let scalars = make.scalars().map(|a| self.flags(a));
                            scalars.chain(make.arrays().map(|a| self.array_flags(a))).fold((false, false), either)
                        }
                        Op::Fun(f, args, _) => {
                            let all = args.iter().map(|a| self.flags(a)).fold((false, false), either);
                            (all.0, all.1 && !f.row().steps)
                        }
                    };
                    self.val(*v, flags);
                }
                Step::Alloc(a, init) => {
                    let flags = match init {
                        Init::Fill(x, _) => self.flags(x),
                        Init::Elements(xs) => xs.iter().map(|x| self.flags(x)).fold((false, false), either),
                        Init::Copy(view) => self.array_flags(view.arr),
                    };
                    self.arr(*a, flags);
                }
                Step::Store(a, _, _, x) | Step::Hold(a, x) => {
                    let flags = self.flags(x);
                    self.arr(*a, flags);
                }
                Step::Put(put) => {
                    let flags = self.flags(&put.value);
                    self.arr(put.arr, flags);
                }
                Step::CopyFrom(to, from) => {
                    let flags = self.array_flags(from.arr);
                    self.arr(to.arr, flags);
                }
                Step::Exchange(a, b) => {
                    let flags = either(self.array_flags(*a), self.array_flags(*b));
                    self.arr(*a, flags);
                    self.arr(*b, flags);
                }
                Step::If { then, other, joins, .. } => {
                    self.block(then);
                    self.block(other);
                    for j in joins {
                        let flags = either(self.flags(&j.then), self.flags(&j.other));
                        self.val(j.out, flags);
                    }
                }
                Step::Loop(l) => {
                    for c in &l.carried {
                        let flags = either(self.flags(&c.init), self.flags(&c.next));
                        self.val(c.param, flags);
                        self.val(c.after, flags);
                    }
                    if let crate::ir::Head::While { block, .. } = &mut l.head {
                        self.block(block);
                    }
                    self.block(&mut l.body);
                }
                Step::Call(c) => {
                    let mut flags = (false, false);
                    for arg in &c.args {
                        arg.each(&mut |arg| {
                            flags = either(
                                flags,
                                match arg {
                                    Arg::Scalar(a) => self.flags(a),
                                    Arg::View(v, _) => self.array_flags(v.arr),
                                    Arg::Owned(a) => self.array_flags(*a),
                                    Arg::Tuple(_) => (false, false),
                                },
                            );
                        });
                    }
                    if !flags.0 && !c.lifted {
                        continue;
                    }
                    c.lifted = true;
                    c.active |= flags.0;
                    let flags = (true, c.active);
                    let (mut vals, mut arrays) = (vec![], vec![]);
                    c.out.numbers(&mut |v| vals.push(v), &mut |a| arrays.push(a));
                    for arg in &c.args {
                        arg.each(&mut |arg| {
                            if let Arg::View(v, access) = arg
                                && access.writes()
                                && (!matches!(access, Access::Number | Access::Lent) || self.p.arrays[v.arr].float)
                            {
                                arrays.push(v.arr);
                            }
                        });
                    }
                    vals.into_iter().for_each(|v| self.val(v, flags));
                    arrays.into_iter().for_each(|a| self.arr(a, flags));
                }
                Step::Alias(a, ..) if !self.p.arrays[*a].float || self.p.arrays[*a].still => {}
                Step::Alias(a, v, _) => {
                    let value = &self.p.values[*v];
                    let flags = (value.lifted, value.active);
                    self.arr(*a, flags);
                }
                Step::Undo(..)
                | Step::Swap(..)
                | Step::Grow(..)
                | Step::Cut(..)
                | Step::Assert(..)
                | Step::Say(..)
                | Step::Bounds(..) => {}
            }
        }
    }
}

fn either(a: (bool, bool), b: (bool, bool)) -> (bool, bool) {
    (a.0 || b.0, a.1 || b.1)
}

/// Constant code must not see what carries a derivative.
fn check(p: &Program) -> Result<()> {
    let mut error = None;
    const NUMBERS: &str = "compute it with numbers only, in types with #[derive(Differentiable)]";
    let mut complain = |name: &proc_macro2::Ident, what: &str, remedy: &str| {
        let own = name.to_string();
        // Names of the author's are told, those of steps are not.
        let numbered = |rest: &str| rest.bytes().all(|b| b.is_ascii_digit() || b == b'_');
        let step = ["t_", "list"].iter().any(|of| own.strip_prefix(of).is_some_and(numbered));
        let name_or_what = if step { "what is computed here".to_owned() } else { format!("`{own}`") };
        let message = format!("{name_or_what} {LOST}, and {what}: {remedy}, or take its value with `stop_gradient`");
        error.get_or_insert(Error::new(name.span(), message));
    };
    walk(&p.body, &mut |step, _| match step {
        Step::Let(v, op @ (Op::Verbatim(_) | Op::Int(_))) => {
            // What is asked of values without derivatives.
            if p.values[*v].still {
                return;
            }
            for u in op.vals().into_iter().filter(|u| p.values[*u].lifted) {
                let mut name = p.values[u].name.clone();
                name.set_span(p.values[*v].name.span());
                complain(&name, "is used here in code that is not differentiated", NUMBERS);
            }
            for a in op.arrays().into_iter().filter(|a| p.arrays[*a].lifted) {
                let mut name = p.arrays[a].name.clone();
                name.set_span(p.values[*v].name.span());
                complain(&name, "is used here in code that is not differentiated", NUMBERS);
            }
        }
        Step::Let(v, Op::Stop(Atom::Val(of))) => {
            if let (Some((_, said)), true) = (&p.values[*v].ends_in, p.values[*of].active) {
                // A value of no name of the author's.
                let value = proc_macro2::Ident::new("t_", p.values[*v].name.span());
                complain(&value, said, "leave that out there");
            }
        }
        Step::Call(c) => {
            for (k, said) in &c.constants {
                let Some(arg) = c.args.get(*k) else { continue };
                let (vals, arrays) = arg.uses();
                let vals = vals.into_iter().filter(|v| p.values[*v].lifted).map(|v| &p.values[v].name);
                let arrays = arrays.into_iter().filter(|a| p.arrays[*a].lifted).map(|a| &p.arrays[a].name);
                if let Some(name) = vals.chain(arrays).next() {
                    complain(name, said, "leave that out there");
                }
            }
        }
        Step::Let(_, op) => {
            let index = match op {
                Op::Read(_, i) => vec![i],
                Op::Offset(a, b, c) => vec![a, b, c],
                Op::Fun(_, _, n) => n.iter().collect(),
                Op::Field(_, path) => path.atoms(),
                _ => vec![],
            };
            for v in index.into_iter().filter_map(Atom::val).filter(|v| p.values[*v].lifted) {
                complain(&p.values[v].name, "an index or an integer parameter cannot", NUMBERS);
            }
        }
        _ => {}
    });
    let structures = p.values.iter().filter(|v| v.ty == Ty::Record && v.active).map(|v| (&v.name, &v.ends_in));
    let lists = p.arrays.iter().filter(|a| a.active).map(|a| (&a.name, &a.ends_in));
    for (name, ends) in structures.chain(lists) {
        if let Some((span, said)) = ends {
            let mut name = name.clone();
            name.set_span(*span);
            complain(&name, said, "leave that out there");
        }
    }
    error.map_or(Ok(()), Err)
}

/// Takes activity from values that no result depends on, such as what is only compared.
fn useful(p: &mut Program) {
    let mut useful: HashSet<Val> = HashSet::new();
    useful.extend(p.ret.scalars().filter_map(Atom::val));
    loop {
        let before = useful.len();
        walk_back(&p.body, &mut |step| match step {
            Step::Alias(_, v, _) => drop(useful.insert(*v)),
            Step::Let(v, op) if useful.contains(v) => useful.extend(op.atoms().into_iter().filter_map(Atom::val)),
            Step::Alloc(_, Init::Fill(x, _)) | Step::Store(_, _, _, x) | Step::Hold(_, x) => {
                useful.extend(x.val());
            }
            Step::Put(put) => useful.extend(put.value.val()),
            Step::Alloc(_, Init::Elements(xs)) => useful.extend(xs.iter().filter_map(Atom::val)),
            Step::If { joins, .. } => {
                for j in joins.iter().filter(|j| useful.contains(&j.out)).cloned().collect::<Vec<_>>() {
                    useful.extend([&j.then, &j.other].into_iter().filter_map(Atom::val));
                }
            }
            Step::Loop(l) => {
                for c in &l.carried {
                    if useful.contains(&c.after) || useful.contains(&c.param) {
                        useful.insert(c.param);
                        useful.extend([&c.init, &c.next].into_iter().filter_map(Atom::val));
                    }
                }
            }
            Step::Call(c) if gives(c, &useful) => {
                c.args.iter().for_each(|a| useful.extend(a.uses().0));
                // The callee is handed an adjoint of each structure that it gives.
                let mut given = vec![];
                c.out.numbers(&mut |v| given.push(v), &mut |_| {});
                useful.extend(given.into_iter().filter(|&v| p.values[v].ty == Ty::Record));
            }
            _ => {}
        });
        if useful.len() == before {
            break;
        }
    }
    for (v, value) in p.values.iter_mut().enumerate() {
        value.active &= useful.contains(&v);
    }
    idle(&mut p.body, &useful);
}

/// Whether something that a call gives or writes is used.
fn gives(c: &Call, useful: &HashSet<Val>) -> bool {
    let mut any = false;
    let (mut arrays, mut vals) = (vec![], vec![]);
    c.out.each(&mut |v| vals.push(v), &mut |a| arrays.push(a));
    for arg in &c.args {
        arg.each(&mut |arg| any |= matches!(arg, Arg::View(_, access) if access.writes()));
    }
    any || !arrays.is_empty() || vals.iter().any(|v| useful.contains(v))
}

/// Calls that only help to decide something have no adjoint.
fn idle(block: &mut Block, useful: &HashSet<Val>) {
    for step in &mut block.steps {
        match step {
            Step::Call(c) => c.active &= gives(c, useful),
            Step::If { then, other, .. } => {
                idle(then, useful);
                idle(other, useful);
            }
            Step::Loop(l) => {
                if let crate::ir::Head::While { block, .. } = &mut l.head {
                    idle(block, useful);
                }
                idle(&mut l.body, useful);
            }
            _ => {}
        }
    }
}

/// Finds the values all of whose adjoint's contributions come from their own block.
fn straight(p: &mut Program) {
    let mut uses: HashMap<Val, Vec<usize>> = HashMap::new();
    let mut add = |a: &Atom, block: usize| {
        if let Atom::Val(v) = a {
            uses.entry(*v).or_default().push(block);
        }
    };
    walk(&p.body, &mut |step, block| {
        let id = block.id;
        match step {
            Step::Let(_, op) => op.atoms().into_iter().for_each(|a| add(a, id)),
            Step::Alloc(_, Init::Fill(a, _)) => add(a, id),
            Step::Alloc(_, Init::Elements(xs)) => xs.iter().for_each(|a| add(a, id)),
            Step::Store(_, _, _, a) | Step::Hold(_, a) => add(a, id),
            Step::Put(put) => add(&put.value, id),
            Step::If { then, other, joins, .. } => {
                for j in joins {
                    add(&j.then, then.id);
                    add(&j.other, other.id);
                }
            }
            Step::Loop(l) => {
                for c in &l.carried {
                    add(&c.init, id);
                    add(&c.next, l.body.id);
                }
            }
            Step::Call(c) => c.args.iter().for_each(|arg| {
                arg.each(&mut |arg| {
                    if let Arg::Scalar(a) = arg {
                        add(a, id);
                    }
                });
            }),
            _ => {}
        }
    });
    p.ret.scalars().for_each(|a| add(a, 0));
    for (v, blocks) in uses {
        let home = p.values[v].block;
        p.values[v].straight = blocks.iter().all(|&b| b == home);
    }
    for v in (0..p.values.len()).filter(|&v| p.is_rich(v)).collect::<Vec<_>>() {
        p.values[v].straight = false;
    }
}

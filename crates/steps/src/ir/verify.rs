//! What every program in lowered form keeps to: checked after each pass where debug assertions are on.
//!
//! Each value is defined once, before it is used, in the block and the frame that it says; arrays exist and are made
//! before they are used; what carries derivatives is the engine's number, and what is computed from numbers of the engine
//! is one. That indices and counts are integers, and conditions flags, is only checked of functions that compile: where
//! the user wrote a float for an index, that is for the compiler to say.

use super::{
    Arg, Arr, Array, Atom, Block, BlockId, Call, Frame, Head, Init, Loop, Op, Program, Ret, RowsOf, Step, Ty, Val, View,
};
use crate::ir::lowered::Leaf;
use std::collections::HashSet;

type Checked = Result<(), String>;

/// How much is known of a program.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub enum Stage {
    Lowered,
    /// It is known what carries derivatives.
    Marked,
    /// It is known to compile, too.
    Typed,
}

impl Program {
    /// Panics if the program is not well-formed, and says after which pass and at which step.
    pub fn check(&self, after: &str, leaves: &[Leaf], stage: Stage) {
        if let Err(fault) = self.verify(leaves, stage) {
            let text = self.text("f", leaves);
            panic!("a fault of this crate, in the steps after `{after}`: {fault}\n\n{text}");
        }
    }

    pub fn verify(&self, leaves: &[Leaf], stage: Stage) -> Checked {
        let mut check = Check {
            p: self,
            marked: stage >= Stage::Marked,
            typed: stage >= Stage::Typed,
            seen: HashSet::new(),
            scope: Scope::default(),
            made: Scope::default(),
            blocks: HashSet::new(),
            frames: HashSet::new(),
            calls: HashSet::new(),
            at: (0, 0),
        };
        check.flags()?;
        leaves.iter().try_for_each(|leaf| check.leaf(leaf))?;
        (0..self.arrays.len()).filter(|&a| self.arrays[a].param).for_each(|a| check.made.insert(a));
        check.enter(self.body.id, 0)?;
        check.steps(&self.body)?;
        check.ret(&self.ret).map_err(|fault| format!("{fault}, where the function returns"))
    }
}

struct Check<'p> {
    p: &'p Program,
    marked: bool,
    typed: bool,
    /// All values that have been defined, and those that are in scope.
    seen: HashSet<Val>,
    scope: Scope,
    /// The arrays in scope.
    made: Scope,
    blocks: HashSet<BlockId>,
    frames: HashSet<Frame>,
    calls: HashSet<usize>,
    /// The block and the frame at hand.
    at: (BlockId, Frame),
}

/// Numbers that are there up to the end of a block.
#[derive(Default)]
struct Scope {
    there: HashSet<usize>,
    order: Vec<usize>,
}

impl Scope {
    fn insert(&mut self, x: usize) {
        if self.there.insert(x) {
            self.order.push(x);
        }
    }
    /// Takes out all but the first `n`.
    fn end(&mut self, n: usize) {
        for x in self.order.drain(n..) {
            self.there.remove(&x);
        }
    }
}

fn fault<X>(what: impl Into<String>) -> Result<X, String> {
    Err(what.into())
}

/// A fault with the step that it is in, the innermost one.
fn placed(p: &Program, step: &Step, fault: String) -> String {
    const IN: &str = ", in `";
    if fault.contains(IN) {
        return fault;
    }
    let text = p.step_text(step);
    format!("{fault}{IN}{}`", text.lines().next().unwrap_or_default())
}

impl Check<'_> {
    fn leaf(&mut self, leaf: &Leaf) -> Checked {
        match leaf {
            Leaf::Scalar(v) => self.define(*v),
            Leaf::Array(a) => self.exists(*a).map(|_| ()),
            Leaf::Tuple(parts) => parts.iter().try_for_each(|l| self.leaf(l)),
        }
    }

    /// What is known of values and arrays does not contradict itself.
    fn flags(&self) -> Checked {
        for value in &self.p.values {
            if value.active && !value.lifted {
                return fault(format!("`{}` carries a derivative and is no number of the engine", value.name));
            }
            if value.active && value.ty != Ty::some_int() && matches!(value.ty, Ty::Int(_) | Ty::Bool) {
                return fault(format!("`{}` carries a derivative and is {:?}", value.name, value.ty));
            }
        }
        for array in &self.p.arrays {
            if array.active && !array.lifted {
                return fault(format!("`{}` carries derivatives and holds no numbers of the engine", array.name));
            }
            if array.frame >= self.p.parents.len() {
                return fault(format!("`{}` is of frame {}, which does not exist", array.name, array.frame));
            }
        }
        Ok(())
    }

    fn name(&self, v: Val) -> String {
        self.p.values.get(v).map_or_else(|| format!("value {v}"), |value| value.name.to_string())
    }

    fn enter(&mut self, block: BlockId, frame: Frame) -> Checked {
        self.at = (block, frame);
        match self.blocks.insert(block) {
            true => Ok(()),
            false => fault(format!("block {block} stands twice")),
        }
    }

    /// The steps of a block; what they define and make is out of scope behind it, but for what `then` looks at.
    fn within(&mut self, block: &Block, frame: Frame, then: impl FnOnce(&mut Self) -> Checked) -> Checked {
        let (at, scope, made) = (self.at, self.scope.order.len(), self.made.order.len());
        self.enter(block.id, frame)?;
        self.steps(block)?;
        then(self)?;
        self.at = at;
        self.scope.end(scope);
        self.made.end(made);
        Ok(())
    }

    fn steps(&mut self, block: &Block) -> Checked {
        for step in &block.steps {
            self.step(step).map_err(|fault| placed(self.p, step, fault))?;
        }
        Ok(())
    }

    fn define(&mut self, v: Val) -> Checked {
        let Some(value) = self.p.values.get(v) else { return fault(format!("value {v} does not exist")) };
        if !self.seen.insert(v) {
            return fault(format!("`{}` is defined twice", value.name));
        }
        if (value.block, value.frame) != self.at {
            let (block, frame) = self.at;
            return fault(format!(
                "`{}` is of block {} in frame {}, and is defined in block {block} in frame {frame}",
                value.name, value.block, value.frame
            ));
        }
        self.scope.insert(v);
        Ok(())
    }

    fn make(&mut self, a: Arr) -> Checked {
        self.exists(a)?;
        self.made.insert(a);
        Ok(())
    }

    fn exists(&self, a: Arr) -> Result<&Array, String> {
        self.p.arrays.get(a).ok_or_else(|| format!("array {a} does not exist"))
    }

    fn value(&self, v: Val) -> Checked {
        match self.scope.there.contains(&v) {
            true => Ok(()),
            false if self.seen.contains(&v) => fault(format!("`{}` is used where it is out of scope", self.name(v))),
            false => fault(format!("`{}` is used before it is defined", self.name(v))),
        }
    }

    fn atom(&self, a: &Atom) -> Checked {
        a.val().map_or(Ok(()), |v| self.value(v))
    }

    fn arr(&self, a: Arr) -> Checked {
        let array = self.exists(a)?;
        match self.made.there.contains(&a) {
            true => Ok(()),
            false => fault(format!("`{}` is used where it is not made", array.name)),
        }
    }

    /// A value that has to be an integer.
    fn int(&self, a: &Atom) -> Checked {
        self.plain(a, "integer", |ty| matches!(ty, Ty::Float | Ty::Bool | Ty::Record))
    }

    /// A value that has to be a flag.
    fn flag(&self, a: &Atom) -> Checked {
        self.plain(a, "flag", |ty| matches!(ty, Ty::Float | Ty::Record))
    }

    /// A value that has to be a constant of a kind.
    fn plain(&self, a: &Atom, kind: &str, other: fn(&Ty) -> bool) -> Checked {
        self.atom(a)?;
        let Some(v) = a.val().filter(|_| self.typed) else { return Ok(()) };
        let value = &self.p.values[v];
        match value.lifted || other(&value.ty) {
            true => fault(format!("`{}` is no {kind}", value.name)),
            false => Ok(()),
        }
    }

    fn view(&self, view: &View) -> Checked {
        self.arr(view.arr)?;
        view.part.iter().flat_map(|(off, len)| [off, len]).try_for_each(|a| self.int(a))
    }

    /// What takes a value of the engine's number is one.
    fn takes(&self, out: Val, from: &Atom) -> Checked {
        match self.marked && self.p.lifted(from) && !self.p.values[out].lifted {
            true => fault(format!("`{}` loses that it is a number of the engine", self.name(out))),
            false => Ok(()),
        }
    }

    fn op(&self, v: Val, op: &Op) -> Checked {
        op.vals().into_iter().try_for_each(|u| self.value(u))?;
        op.arrays().into_iter().try_for_each(|a| self.arr(a))?;
        match op {
            Op::Verbatim(_) => op.lens().into_iter().try_for_each(|a| self.arr(a)),
            Op::Int(int) => {
                op.lens().into_iter().try_for_each(|a| self.arr(a))?;
                let number = |ty: &Ty| matches!(ty, Ty::Float | Ty::Record);
                int.vals().into_iter().try_for_each(|v| self.plain(&Atom::Val(v), "integer or flag", number))
            }
            Op::Read(_, i) => self.int(i),
            Op::Guarded(_, i, lo, hi) => [i, lo, hi].into_iter().try_for_each(|a| self.int(a)),
            Op::Offset(off, i, len) => [off, i, len].into_iter().try_for_each(|a| self.int(a)),
            Op::GuardedOffset(index, range) => index.iter().chain(range).try_for_each(|a| self.int(a)),
            Op::Field(_, path) => path.atoms().into_iter().try_for_each(|i| self.int(i)),
            Op::Repeat(_, n, _) => self.int(n),
            Op::Not(a) => self.flag(a),
            Op::Fun(f, args, n) => {
                n.iter().try_for_each(|n| self.int(n))?;
                let row = f.row();
                match row.arity == args.len() {
                    true => args.iter().try_for_each(|a| self.takes(v, a)),
                    false => fault(format!("`{}` takes {} arguments", row.name, row.arity)),
                }
            }
            Op::Neg(a) => self.takes(v, a),
            Op::Bin(_, a, b) => [a, b].into_iter().try_for_each(|a| self.takes(v, a)),
            _ => Ok(()),
        }
    }

    fn step(&mut self, step: &Step) -> Checked {
        match step {
            Step::Let(v, op) => {
                self.op(*v, op)?;
                self.define(*v)
            }
            Step::If { cond, then, other, joins } => {
                self.flag(cond)?;
                let frame = self.at.1;
                self.within(then, frame, |check| joins.iter().try_for_each(|j| check.atom(&j.then)))?;
                self.within(other, frame, |check| joins.iter().try_for_each(|j| check.atom(&j.other)))?;
                for j in joins {
                    self.define(j.out)?;
                    [&j.then, &j.other].into_iter().try_for_each(|a| self.takes(j.out, a))?;
                }
                Ok(())
            }
            Step::Loop(l) => self.repeat(l),
            Step::Call(c) => self.call(c),
            Step::Alloc(a, init) => {
                match init {
                    Init::Fill(x, n) => {
                        self.atom(x)?;
                        self.int(n)?;
                    }
                    Init::Elements(xs) => xs.iter().try_for_each(|x| self.atom(x))?,
                    Init::Copy(view) => self.view(view)?,
                }
                self.make(*a)
            }
            Step::Store(a, i, _, x) => {
                self.arr(*a)?;
                self.int(i)?;
                self.atom(x)?;
                self.holds(*a, x)
            }
            Step::CopyFrom(to, from) => {
                self.view(to)?;
                self.view(from)
            }
            Step::Undo(a, i, old) => {
                self.arr(*a)?;
                self.int(i)?;
                self.value(*old)
            }
            Step::Swap(a, i, j) => {
                self.arr(*a)?;
                self.int(i)?;
                self.int(j)
            }
            Step::Grow(a, n) | Step::Cut(a, n) => {
                self.arr(*a)?;
                self.int(n)
            }
            Step::Exchange(a, b) => {
                self.arr(*a)?;
                self.arr(*b)
            }
            Step::Assert(_, cond, _) => self.flag(cond),
            Step::Say(_, _, said) => said.iter().try_for_each(|(_, what)| {
                let (vals, arrays) = what.uses();
                vals.into_iter().try_for_each(|v| self.value(v))?;
                arrays.into_iter().try_for_each(|a| self.arr(a))
            }),
            Step::Bounds(end, limit) => {
                self.int(end)?;
                self.int(limit)
            }
            Step::Alias(a, v, _) => {
                self.value(*v)?;
                self.make(*a)
            }
            Step::Hold(a, value) => {
                self.atom(value)?;
                self.make(*a)
            }
            Step::Put(put) => {
                self.arr(put.arr)?;
                self.int(&put.index)?;
                self.atom(&put.value)
            }
        }
    }

    /// An array of constants takes no number of the engine.
    fn holds(&self, a: Arr, x: &Atom) -> Checked {
        match self.marked && self.p.lifted(x) && !self.p.arrays[a].lifted {
            true => fault(format!("`{}` holds constants", self.p.arrays[a].name)),
            false => Ok(()),
        }
    }

    fn repeat(&mut self, l: &Loop) -> Checked {
        let around = self.at;
        if self.p.parents.get(l.frame) != Some(&around.1) || l.frame == 0 {
            return fault(format!("frame {} is not one of frame {}", l.frame, around.1));
        }
        if !self.frames.insert(l.frame) {
            return fault(format!("frame {} stands twice", l.frame));
        }
        l.carried.iter().try_for_each(|c| self.atom(&c.init))?;
        l.checkpoint.iter().flat_map(|c| c.atoms()).try_for_each(|a| self.atom(a))?;
        let (scope, made) = (self.scope.order.len(), self.made.order.len());
        if let Head::Range { lo, hi, .. } = &l.head {
            self.int(lo)?;
            self.int(hi)?;
        }
        self.enter(l.body.id, l.frame)?;
        l.carried.iter().try_for_each(|c| self.define(c.param))?;
        match &l.head {
            Head::Range { var, .. } => self.define(*var)?,
            Head::While { block, cond } => {
                self.enter(block.id, l.frame)?;
                self.steps(block)?;
                self.flag(cond)?;
            }
        }
        self.at = (l.body.id, l.frame);
        self.steps(&l.body)?;
        l.carried.iter().try_for_each(|c| self.atom(&c.next))?;
        l.exit.iter().try_for_each(|a| self.flag(a))?;
        self.at = around;
        self.scope.end(scope);
        self.made.end(made);
        for c in &l.carried {
            self.define(c.after)?;
            for out in [c.param, c.after] {
                [&c.init, &c.next].into_iter().try_for_each(|a| self.takes(out, a))?;
            }
        }
        l.count.map_or(Ok(()), |count| self.define(count))
    }

    fn call(&mut self, c: &Call) -> Checked {
        if !self.calls.insert(c.id) {
            return fault(format!("call {} stands twice", c.id));
        }
        let n = c.args.len();
        if c.changed.iter().any(|&k| k >= n) || c.lent.len() > n {
            return fault("it has no such argument");
        }
        for arg in &c.args {
            let mut wrong = Ok(());
            arg.each(&mut |arg| {
                let one = match arg {
                    Arg::Scalar(a) => self.atom(a),
                    Arg::View(v, _) => self.view(v),
                    Arg::Owned(a) => self.arr(*a),
                    Arg::Tuple(_) => Ok(()),
                };
                if wrong.is_ok() {
                    wrong = one;
                }
            });
            wrong?;
        }
        if c.active && !c.lifted {
            return fault("it carries derivatives and takes no number of the engine");
        }
        let (mut vals, mut arrays) = (vec![], vec![]);
        c.out.each(&mut |v| vals.push(v), &mut |a| arrays.push(a));
        vals.into_iter().try_for_each(|v| self.define(v))?;
        arrays.into_iter().try_for_each(|a| self.make(a))
    }

    fn ret(&self, ret: &Ret) -> Checked {
        match ret {
            Ret::Unit => Ok(()),
            Ret::Scalar(a) => self.atom(a),
            Ret::Array(a) => self.arr(*a),
            Ret::Rows(count, levels) => {
                self.int(count)?;
                levels.iter().try_for_each(|level| match level {
                    RowsOf::Even(n) => self.int(n),
                    RowsOf::Table(t) => self.arr(*t),
                })
            }
            Ret::Tuple(parts) => parts.iter().try_for_each(|r| self.ret(r)),
        }
    }
}

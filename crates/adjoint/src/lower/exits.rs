//! Exits: `return`, `break` and `continue`, also to labels and with values. There are no jumps in the lowered form: an
//! exit sets the flags of what it leaves, and what follows runs under them.

use super::leaves::Leaves;
use super::maybe::Maybe;
use super::{Item, Lowerer, Var, control, fault};
use crate::ir::{Atom, Binary, BlockId, Frame, Op, Ty, Val};
use proc_macro2::Span;
use quote::quote;
use syn::{Expr, ExprBreak, Label, Result};

const UNKNOWN_LABEL: &str = "there is no loop or block with this label around: write its label in front of it";

/// Where a value goes with which a loop or a block is left.
#[derive(Clone, Debug)]
pub(crate) enum Slot {
    Nothing,
    Var(Var),
    Tuple(Vec<Slot>),
    /// An `Option`: whether there is something, and what.
    Maybe(Var, Box<Slot>),
}

/// A loop, or a block with a label, and the flags that are set where it is left.
#[derive(Clone)]
pub(crate) struct Around {
    pub(super) label: Option<String>,
    /// The body of a loop; none for a block.
    pub(super) body: Option<(Frame, BlockId)>,
    /// Set when the loop is to be left after this iteration.
    pub(super) brk: Option<Var>,
    /// Set when the rest of this iteration, or of the block, is not to run.
    pub(super) skip: Option<Var>,
    /// Where the values go with which it is left.
    pub(super) slot: Option<Slot>,
    /// Variables for such values that came up inside the loop, with what they hold when an iteration starts.
    pub(super) late: Vec<(Var, Val)>,
}

fn label_of(label: Option<&Label>) -> Option<String> {
    label.map(|l| l.name.ident.to_string())
}

fn set() -> Atom {
    Atom::Lit(quote!(true))
}

fn unset() -> Atom {
    Atom::Lit(quote!(false))
}

impl Lowerer {
    /// The flags of a piece of syntax that is left so; a loop also has one for being left for good.
    pub(super) fn around(&mut self, label: Option<&Label>, body: Option<(Frame, BlockId)>, leaves: &Leaves) -> Around {
        let ends = leaves.breaks || leaves.returns || !leaves.labels.is_empty();
        let brk = (body.is_some() && ends).then(|| self.var("leave", Ty::Bool, unset()));
        let skip = leaves.any().then(|| self.var("skip", Ty::Bool, unset()));
        Around { label: label_of(label), body, brk, skip, slot: None, late: vec![] }
    }

    /// Gives the loop that was begun last its label and the flags of its body's exits; `brk` is one that is there
    /// already.
    pub(super) fn flags(&mut self, label: Option<&Label>, leaves: &Leaves, brk: Option<Var>) {
        let body = self.around.last().and_then(|a| a.body);
        let mut made = self.around(label, body, leaves);
        made.brk = brk.or(made.brk);
        if let Some(last) = self.around.last_mut() {
            made.late = std::mem::take(&mut last.late);
            *last = made;
        }
    }

    /// The variables that an inner loop carries because it may set them: the flags of what its exits leave, and the
    /// places of their values.
    pub(super) fn set_by(&self, leaves: &Leaves) -> Vec<Var> {
        let mut vars = vec![];
        let target = |label: &String| self.around.iter().rposition(|a| a.label.as_ref() == Some(label));
        if let Some(outermost) = leaves.labels.iter().filter_map(target).min() {
            for a in &self.around[outermost..] {
                vars.extend(a.brk.into_iter().chain(a.skip));
                a.slot.iter().for_each(|s| s.vars(&mut vars));
            }
        }
        vars
    }

    /// `return`, `break`, `continue`.
    pub(super) fn exit(&mut self, e: &Expr) -> Result<()> {
        match e {
            Expr::Return(r) => {
                let item = match r.expr.as_deref() {
                    Some(Expr::Call(c)) => {
                        let want = control::want_of(&self.ret);
                        self.call(c, Some(&want))?
                    }
                    Some(value) => self.item(value)?,
                    None => Item::Unit,
                };
                self.assign_result(item, e)?;
                if let Some(returned) = self.returned {
                    self.current[returned] = set();
                }
                self.leave_with(set());
            }
            Expr::Break(b) => self.break_to(b)?,
            Expr::Continue(c) => {
                if let Some(target) = self.target(c.label.as_ref())? {
                    self.leave_to(target, false);
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn break_to(&mut self, b: &ExprBreak) -> Result<()> {
        let Some(target) = self.target(b.label.as_ref())? else { return Ok(()) };
        if let Some(value) = &b.expr {
            let item = match &**value {
                Expr::Tuple(t) if t.elems.is_empty() => Item::Unit,
                value => self.item(value)?,
            };
            let item = self.settle(item);
            let slot = match self.around[target].slot.take() {
                Some(slot) => self.widened(slot, &item, target, value)?,
                None => self.slot(&item, target, value)?,
            };
            self.around[target].slot = Some(slot.clone());
            self.put(&slot, item, value)?;
        }
        self.leave_to(target, true);
        Ok(())
    }

    /// The loop or block that an exit leaves.
    fn target(&self, label: Option<&syn::Lifetime>) -> Result<Option<usize>> {
        match label {
            None => Ok(self.around.iter().rposition(|a| a.body.is_some())),
            Some(label) => {
                let name = label.ident.to_string();
                match self.around.iter().rposition(|a| a.label.as_ref() == Some(&name)) {
                    Some(k) => Ok(Some(k)),
                    None => fault(label, UNKNOWN_LABEL),
                }
            }
        }
    }

    fn leave_to(&mut self, target: usize, ends: bool) {
        for k in target..self.around.len() {
            let Around { brk, skip, .. } = self.around[k];
            let brk = brk.filter(|_| k > target || ends);
            for flag in brk.into_iter().chain(skip) {
                self.current[flag] = set();
            }
        }
    }

    /// The function returns if `cond`: the innermost loop and all inside it are left.
    pub(super) fn leave_with(&mut self, cond: Atom) {
        let from = self.around.iter().rposition(|a| a.body.is_some()).unwrap_or(0);
        for k in from..self.around.len() {
            let Around { brk, skip, .. } = self.around[k];
            for flag in brk.into_iter().chain(skip) {
                let now = self.current[flag].clone();
                self.current[flag] = if now.same(&unset()) || cond.same(&set()) {
                    cond.clone()
                } else {
                    self.temporary(Ty::Bool, Op::Compare(Binary::BitOr, now, cond.clone()), Span::call_site())
                };
            }
        }
    }

    /// A place for values like an item, known from the target inwards.
    fn slot(&mut self, item: &Item, target: usize, at: &Expr) -> Result<Slot> {
        Ok(match item {
            Item::Unit | Item::Never => Slot::Nothing,
            Item::Tuple(items) => Slot::Tuple(items.iter().map(|i| self.slot(i, target, at)).collect::<Result<_>>()?),
            Item::Scalar(like) => Slot::Var(self.late_variable(like, target)),
            Item::Maybe(m) => {
                let some = self.late_variable(&unset(), target);
                Slot::Maybe(some, Box::new(self.slot(&m.value, target, at)?))
            }
            Item::Inside(_) => {
                return fault(
                    at,
                    "a loop or a block is not left with an `Option` of a structure here: let a variable take it",
                );
            }
            Item::View(_) | Item::Fresh(_) | Item::Nest(_) | Item::Table(_) | Item::Element(..) | Item::Held(_) => {
                let message = "leaving a loop or a block with an array is not supported: write to an array that is made before it";
                return fault(at, message);
            }
            Item::Place(_) | Item::Function(_) | Item::Flow(_) => {
                return fault(at, "a loop or a block is left with numbers here, and with tuples of them");
            }
        })
    }

    /// A variable for values like this one, known from the target inwards.
    fn late_variable(&mut self, like: &Atom, target: usize) -> Var {
        let ty = self.atom_ty(like);
        let var = self.var("value", ty, self.dummy(like));
        self.starts.insert(var, self.current[var].clone());
        for k in target..self.around.len() {
            let Some((frame, block)) = self.around[k].body else { continue };
            let param = self.value("value", ty, Span::call_site());
            (self.values[param].frame, self.values[param].block) = (frame, block);
            self.around[k].late.push((var, param));
        }
        var
    }

    /// A place that has been left with nothing yet gets room for what comes now.
    fn widened(&mut self, slot: Slot, item: &Item, target: usize, at: &Expr) -> Result<Slot> {
        Ok(match (slot, item) {
            (Slot::Maybe(some, inside), Item::Maybe(m)) => {
                Slot::Maybe(some, Box::new(self.widened(*inside, &m.value, target, at)?))
            }
            (Slot::Nothing, item) => self.slot(item, target, at)?,
            (slot, _) => slot,
        })
    }

    fn put(&mut self, slot: &Slot, item: Item, at: &Expr) -> Result<()> {
        match (slot, item) {
            (Slot::Nothing, _) | (_, Item::Never) => Ok(()),
            (Slot::Var(v), Item::Scalar(a)) => {
                self.current[*v] = a;
                Ok(())
            }
            (Slot::Tuple(slots), Item::Tuple(items)) if slots.len() == items.len() => {
                slots.iter().zip(items).try_for_each(|(s, i)| self.put(s, i, at))
            }
            (Slot::Maybe(some, inside), Item::Maybe(m)) => {
                self.current[*some] = m.some;
                self.put(inside, m.value, at)
            }
            _ => fault(at, "the values with which this is left differ in form: write the same parts in each"),
        }
    }

    fn slot_item(&self, slot: &Slot) -> Item {
        match slot {
            Slot::Nothing => Item::Unit,
            Slot::Var(v) => Item::Scalar(self.current[*v].clone()),
            Slot::Tuple(slots) => Item::Tuple(slots.iter().map(|s| self.slot_item(s)).collect()),
            Slot::Maybe(some, inside) => {
                let value = match &**inside {
                    Slot::Nothing => Item::Never,
                    inside => self.slot_item(inside),
                };
                Item::Maybe(Box::new(Maybe { some: self.current[*some].clone(), value }))
            }
        }
    }

    /// What a loop gave that has been left with a value.
    pub(super) fn left_with(&self, around: &Around) -> Item {
        around.slot.as_ref().map_or(Item::Unit, |slot| self.slot_item(slot))
    }

    /// What a variable that came up inside an arm holds outside it.
    pub(super) fn before_arm(&self, v: Var) -> Option<Atom> {
        let start = self.starts.get(&v)?;
        let inner = self.around.iter().rev().find(|a| a.body.is_some());
        let param = inner.and_then(|a| a.late.iter().find(|(w, _)| *w == v));
        Some(param.map_or_else(|| start.clone(), |(_, param)| Atom::Val(*param)))
    }

    /// `'label: { .. }`
    pub(super) fn labelled_block(&mut self, b: &syn::ExprBlock, tail: control::Tail) -> Result<Item> {
        let leaves = super::leaves::leaves_block(&b.block, b.label.as_ref());
        let own = self.var("skip", Ty::Bool, unset());
        let around = Around { skip: Some(own), ..self.around(b.label.as_ref(), None, &leaves) };
        self.around.push(around);
        let item = self.scoped(|l| l.statements(&b.block.stmts, tail));
        let Some(around) = self.around.pop() else { return item };
        let item = item?;
        let Some(slot) = &around.slot else { return Ok(item) };
        let item = self.settle(item);
        // The block's own value, unless it has been left.
        let (left, given) = (self.current[own].clone(), self.slot_item(slot));
        self.branch(&b.block, left, |_| Ok(given), |_| Ok(item))
    }
}

impl Slot {
    fn vars(&self, out: &mut Vec<Var>) {
        match self {
            Slot::Nothing => {}
            Slot::Var(v) => out.push(*v),
            Slot::Tuple(slots) => slots.iter().for_each(|s| s.vars(out)),
            Slot::Maybe(some, inside) => {
                out.push(*some);
                inside.vars(out);
            }
        }
    }
}

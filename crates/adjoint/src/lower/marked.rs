//! Loops with an attribute that says how they are reversed.

use super::code::bound;
use super::{Binding, Lowerer, fault};
use crate::fuse::accumulates;
use crate::ir::{Atom, Checkpoint, Head, Loop, Op, Step, Ty, Val};
use crate::marks::{self, Keep, Schedule};
use proc_macro2::{Ident, Span};
use syn::spanned::Spanned;
use syn::{Attribute, Block, Error, Expr, Local, Result, Stmt};

/// What the attributes of a loop say.
#[derive(Clone, Default)]
pub(super) struct Marks {
    pub(super) checkpoint: Option<Checkpoint>,
    pub(super) keep: Option<Keep>,
    pub(super) independent: Option<marks::Independent>,
}

impl Lowerer {
    /// Lowers a `let` with an attribute.
    pub(super) fn marked_let(&mut self, l: &Local, rest: &[Stmt], keep: Keep) -> Result<()> {
        let (first, steps) = (self.values.len(), self.out.len());
        let plain = Local { attrs: vec![], ..l.clone() };
        self.local_statement(&plain, rest)?;
        let mut found = vec![];
        for name in bound(&l.pat) {
            let Some(binding) = self.look(&name.to_string()).cloned() else { continue };
            if !self.numbers_in(&binding, &mut found) {
                return fault(name, "only numbers are saved or computed again by an attribute on a `let`");
            }
        }
        found.retain(|&v| v >= first);
        if let Keep::Recompute(_) = keep {
            // Elements, and what calls and loops give, it starts from.
            found.extend(self.out[steps..].iter().filter_map(|step| match step {
                Step::Let(v, op) if !matches!(op, Op::Read(..) | Op::Guarded(..)) => Some(*v),
                _ => None,
            }));
        }
        for v in found {
            self.values[v].keep = Some(keep);
        }
        Ok(())
    }

    /// The values that a name stands for now; whether these are all.
    fn numbers_in(&self, binding: &Binding, out: &mut Vec<Val>) -> bool {
        match binding {
            Binding::Const(a) => out.extend(a.val()),
            Binding::Var(v) => out.extend(self.current[*v].val()),
            Binding::Tuple(parts) => return parts.iter().all(|b| self.numbers_in(b, out)),
            _ => return false,
        }
        true
    }

    /// Has the loop that comes next keep what its attributes say.
    pub(super) fn marked(&mut self, attrs: &[Attribute], body: &Block) -> Result<()> {
        self.mark.keep = Keep::of(attrs)?;
        self.mark.independent = marks::Independent::of(attrs, body)?;
        let Some(mark) = marks::Checkpoint::of(attrs)? else { return Ok(()) };
        let (name, number) = match &mark.schedule {
            Schedule::Usual => (None, None),
            Schedule::Slots(n) => (Some("binomial"), Some(n)),
            Schedule::Online(n) => (Some("online"), Some(n)),
            Schedule::Periodic(n) => (Some("periodic"), Some(n)),
            Schedule::Given(schedule) => (Some("given"), Some(schedule)),
            Schedule::Ctz => (Some("ctz"), None),
            Schedule::StoreAll => (Some("store_all"), None),
        };
        let number = number.map(|n| self.constant_of_mark(n)).transpose()?;
        let disk = mark.disk.as_ref().map(|dir| self.constant_of_mark(dir)).transpose()?;
        let schedule = name.map(|name| Ident::new(name, Span::call_site()));
        self.mark.checkpoint = Some(Checkpoint { schedule, number, disk, at: mark.at.span() });
        Ok(())
    }

    fn constant_of_mark(&mut self, e: &Expr) -> Result<Atom> {
        if !self.opaque(e) {
            return fault(e, "a constant is expected here: a number or a name that carries no derivative");
        }
        self.scalar(e)
    }
}

/// A loop whose number of iterations is not known must not have a schedule that wants it.
pub(super) fn check_length(mark: &Checkpoint, known: bool) -> Result<()> {
    let wants = mark.disk.is_some() && mark.schedule.as_ref().is_none_or(|s| s == "binomial");
    if known || !wants {
        return Ok(());
    }
    let message = "how often this loop runs is not known before: write `online = ..` in place of `slots = ..`";
    Err(Error::new(mark.at, message))
}

/// A loop whose iterations are said to be independent must hand on nothing but sums; `names` are those of what it
/// carries.
pub(super) fn check_carried(l: &Loop, names: &[String], ty: &dyn Fn(Val) -> Ty) -> Result<()> {
    let Some(mark) = &l.independent else { return Ok(()) };
    if !matches!(l.head, Head::Range { .. }) || l.count.is_some() {
        let message = "#[independent] goes on a `for` loop that runs to its end: each iteration is told by its number";
        return Err(Error::new(mark.at, message));
    }
    for (c, name) in l.carried.iter().zip(names) {
        if accumulates(l, c.param) {
            continue;
        }
        let list = name.strip_suffix("_len").filter(|list| !mark.names(name) && mark.names(list));
        let (name, message) = match list {
            Some(list) => (
                list,
                format!(
                    "`{list}` changes its length, so the order of the iterations is not free: make it as long as the loop runs, and assign to its elements"
                ),
            ),
            None => {
                let sums = if matches!(ty(c.param), Ty::Int(_)) {
                    "sums of floats by `+=` may, and counts in a float"
                } else {
                    "sums by `+=` may"
                };
                (
                    name.as_str(),
                    format!(
                        "`{name}` goes from one iteration to the next, so their order is not free: {sums}; anything else is written to elements, `y[i] = ..`, or declared inside the loop"
                    ),
                )
            }
        };
        return Err(Error::new(mark.place(name), message));
    }
    Ok(())
}

//! Loops with an attribute that says how they are reversed.

use super::code::bound;
use super::{Binding, Lowerer, fault};
use crate::ir::{Atom, Checkpoint, Op, Step, Val};
use crate::marks::{self, Keep, Schedule};
use proc_macro2::{Ident, Span};
use syn::spanned::Spanned;
use syn::{Attribute, Block, Expr, Local, Result, Stmt};

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

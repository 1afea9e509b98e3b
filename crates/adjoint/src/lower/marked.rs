//! Loops with an attribute that says how they are reversed.

use super::{Lowerer, fault};
use crate::ir::{Atom, Checkpoint};
use crate::marks::{self, Schedule};
use proc_macro2::{Ident, Span};
use syn::spanned::Spanned;
use syn::{Attribute, Error, Expr, Result};

impl Lowerer {
    /// Has the loop that comes next keep what its attributes say.
    pub(super) fn marked(&mut self, attrs: &[Attribute]) -> Result<()> {
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
        self.mark = Some(Checkpoint { schedule, number, disk, at: mark.at.span() });
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

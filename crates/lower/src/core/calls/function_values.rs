//! Functions that are chosen while the function runs: a flag says which, and a call asks it.

use crate::core::build::{no, yes};
use crate::core::join::Arms;
use crate::core::value::{Callable, Choice, Value, Var};
use crate::core::{Builder, Refusal, refuse};
use front::hir::ExprKind;

/// Whether it is called.
pub(crate) fn is_function(value: &Value) -> bool {
    match value {
        Value::Closure(_) | Value::Function(..) | Value::Variant(..) | Value::Row(_) => true,
        Value::Enum(c) => c.variants.iter().all(|v| matches!(v.as_deref(), Some([f]) if is_function(f))),
        _ => false,
    }
}

impl Builder<'_> {
    /// One of two functions, by the arm that gives it.
    pub(crate) fn either_function(&mut self, a: &Value, b: &Value, arms: &mut Arms) -> Result<Value, Refusal> {
        let tag = self.join_atoms("chosen", &no(), &yes(), arms);
        let first = self.join("chosen", a, &Value::Never, arms)?;
        let second = self.join("chosen", &Value::Never, b, arms)?;
        Ok(Value::Enum(Box::new(Choice { tag, variants: vec![Some(vec![first]), Some(vec![second])] })))
    }

    /// What a closure captures is among the variables before this one.
    pub(crate) fn check_captures(&self, value: &Value, vars: Var) -> Result<(), Refusal> {
        let Value::Closure(closure) = value else { return Ok(()) };
        let Callable::Expr(e) = closure.of else { return refuse("a loop as a value") };
        let ExprKind::Closure(code) = &closure.frame.typed.body.exprs[e].kind else { return refuse("a closure") };
        let (moved, locals) = (closure.moved.borrow(), closure.frame.locals.borrow());
        let inside = |local| moved.get(local).or_else(|| locals.get(local)).is_none_or(|var| *var >= vars);
        match code.captures.iter().any(inside) {
            true => refuse("a function that takes what an arm or a loop makes along"),
            false => Ok(()),
        }
    }

    /// Calls what was chosen.
    pub(crate) fn call_either(&mut self, choice: &Choice, args: Vec<Value>) -> Result<Value, Refusal> {
        let function = |k: usize| match choice.variants.get(k).and_then(|v| v.as_deref()) {
            Some([f]) if is_function(f) => Ok(f.clone()),
            _ => refuse("a call of what is no function"),
        };
        let (first, second) = (function(0)?, function(1)?);
        let given = args.clone();
        self.branch(choice.tag.clone(), |b| b.call_value(second, given), |b| b.call_value(first, args))
    }
}

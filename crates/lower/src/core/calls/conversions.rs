//! Conversions of a crate's own: what `?` does to an error, and `into` to what it is called on.

use crate::core::Builder;
use crate::core::Refusal;
use crate::core::value::Value;
use front::items::{FnId, Origin};
use front::ty::Ty as Type;

impl Builder<'_> {
    /// What makes one type of another, where the crate says how; with its generic arguments.
    pub(crate) fn conversion(&mut self, from: &Type, to: &Type) -> Option<(FnId, Vec<Type>)> {
        let args = vec![to.clone(), from.clone()];
        let found = front::infer::method_of(self.program, self.closures, "convert::From", "from", args);
        if let Some((f, generics)) = found
            && self.program.func(f).of.is_some()
            && self.program.func(f).origin == Origin::Crate
        {
            return Some((f, generics));
        }
        // Of types that are not looked into, as texts, the parameter says what is meant.
        let takes = |f: &FnId| {
            let def = self.program.func(*f);
            let of = def.of.is_some() && def.origin == Origin::Crate && def.generics.names.is_empty();
            of && def.params.first().is_some_and(|p| p.ty == *from)
        };
        let named = self.program.methods_named(to, "from");
        let mut all = named.into_iter().map(|method| method.f).filter(takes);
        all.next().map(|f| (f, vec![]))
    }

    /// The reason of an error, as the function gives it that `?` leaves.
    pub(crate) fn converted(&mut self, reason: Value, from: &Type, to: &Type) -> Result<Value, Refusal> {
        if from == to || *to == Type::unknown() {
            return Ok(reason);
        }
        match self.conversion(from, to) {
            Some((f, generics)) => self.inline(f, &generics, vec![reason]),
            // What a box of errors holds nobody sees.
            None if matches!(to, Type::Adt(..)) => Ok(Value::Unseen),
            None => Ok(reason),
        }
    }
}

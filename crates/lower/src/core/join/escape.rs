//! What an arm lends and hands on: a reference to a variable of its own becomes one to what the variable holds, as no
//! other may name it behind the arm.

use crate::core::value::{Place, Value, Var};
use crate::core::{Builder, Refusal};
use crate::ir::Block;

impl Builder<'_> {
    /// What an arm leaves, its variables `env` and its result, without references to variables from `vars` on.
    pub(crate) fn outliving(
        &mut self,
        mut env: Vec<Value>,
        result: Value,
        vars: usize,
        arm: &mut Block,
    ) -> Result<(Vec<Value>, Value), Refusal> {
        let lent: Vec<usize> = (0..vars).filter(|&v| lends(&env[v], vars)).collect();
        if lent.is_empty() && !lends(&result, vars) {
            return Ok((env, result));
        }
        let own = std::mem::replace(&mut self.env, env.clone());
        let found = self.at_end(arm, |b| {
            let result = b.without_lent(result, vars)?;
            let held = lent.iter().map(|&v| b.without_lent(env[v].clone(), vars)).collect::<Result<Vec<_>, _>>()?;
            Ok((held, result))
        });
        self.env = own;
        let (held, result) = found?;
        for (v, value) in lent.into_iter().zip(held) {
            env[v] = value;
        }
        Ok((env, result))
    }

    fn without_lent(&mut self, value: Value, vars: usize) -> Result<Value, Refusal> {
        match value {
            Value::Ref(false, place) => {
                let inner = match *place {
                    Place::Var(v, steps) if v >= vars => self.value_at(&Place::Var(v, steps))?,
                    Place::Temp(inner) => *inner,
                    place => return Ok(Value::Ref(false, Box::new(place))),
                };
                let inner = self.without_lent(inner, vars)?;
                Ok(Value::Ref(false, Box::new(Place::Temp(Box::new(inner)))))
            }
            value => value.with_parts(&mut |part| self.without_lent(part, vars)),
        }
    }
}

/// Whether a value lends a variable from `vars` on, to be read.
fn lends(value: &Value, vars: Var) -> bool {
    match value {
        Value::Ref(false, place) => match &**place {
            Place::Var(v, _) => *v >= vars,
            Place::Temp(inner) => lends(inner, vars),
            _ => false,
        },
        Value::Tuple(parts) => parts.iter().any(|part| lends(part, vars)),
        Value::Enum(choice) => choice.variants.iter().flatten().flatten().any(|part| lends(part, vars)),
        _ => false,
    }
}

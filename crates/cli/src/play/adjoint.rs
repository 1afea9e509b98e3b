//! The adjoint that `#[differentiable]` generates from Rust.

use super::fault::Fault;
use crate::depth;
use crate::drawing::complaints;
use ::adjoint::{Shown, View, show_functions};
use proc_macro2::Span;
use serde_json::{Value, json};

/// The longest text, in bytes.
const LONGEST: usize = 32 << 10;

/// The adjoint of each function, or what is wrong with it.
pub(super) fn answer(asked: &Value) -> Result<Value, Fault> {
    let text = asked["rust"].as_str().ok_or_else(|| Fault::new("the question has no Rust"))?;
    if text.len() > LONGEST {
        let advice = "`wengert adjoint FILE` takes more";
        return Err(Fault::new(format!("the page takes {} KiB of Rust at most", LONGEST >> 10)).advice(advice));
    }
    let mut answer = Value::Null;
    // What is made of the text, spans among it, belongs to the thread that goes with it.
    depth::with_room(|| {
        answer = shown(text);
        Ok(())
    })?;
    Ok(answer)
}

fn shown(text: &str) -> Value {
    let view = View::default();
    let faults = |error: &syn::Error, otherwise: Option<Span>| -> Value {
        let complaints = complaints(error, otherwise, text).into_iter();
        let fault = complaints.map(|one| {
            let fault = Fault::new(one.what).at(text, one.bytes);
            one.instead.map_or_else(|| fault.clone(), |instead| fault.clone().advice(instead)).json()
        });
        fault.collect()
    };
    let tokens = text.parse().map_err(syn::Error::from);
    let all = tokens.and_then(|tokens| depth::check(&tokens)).and_then(|()| show_functions(text, view));
    match all {
        Err(error) => json!({ "functions": [], "errors": faults(&error, None) }),
        Ok(all) if all.is_empty() => {
            let advice = "write `#[differentiable]` above one";
            let fault = Fault::new("no function here has the attribute").advice(advice);
            json!({ "functions": [], "errors": [fault.json()] })
        }
        Ok(all) => {
            let of = |f: &Shown| match &f.adjoint {
                Ok(adjoint) => json!({ "name": f.path, "adjoint": adjoint }),
                Err(error) => json!({ "name": f.path, "errors": faults(error, Some(f.name.span())) }),
            };
            json!({ "functions": all.iter().map(of).collect::<Vec<_>>(), "errors": [] })
        }
    }
}

//! How types are written.

use crate::program::Program;
use crate::ty::{Float, Len, Ty};

/// The type as a user writes it; `_` where nothing is known.
pub fn ty(program: &Program, of: &Ty) -> String {
    let all = |parts: &[Ty]| parts.iter().map(|part| ty(program, part)).collect::<Vec<_>>().join(", ");
    let with = |name: &str, args: &[Ty]| {
        if args.is_empty() { name.to_string() } else { format!("{name}<{}>", all(args)) }
    };
    match of {
        Ty::Never => "!".into(),
        Ty::Bool => "bool".into(),
        Ty::Char => "char".into(),
        Ty::Str => "str".into(),
        Ty::Int(int) => int.name().into(),
        Ty::Float(Float::F32) => "f32".into(),
        Ty::Float(Float::F64) => "f64".into(),
        Ty::Float(Float::Own) => "T".into(),
        Ty::Tuple(parts) if parts.len() == 1 => format!("({},)", all(parts)),
        Ty::Tuple(parts) => format!("({})", all(parts)),
        Ty::Array(of, n) => format!("[{}; {}]", ty(program, of), len(n)),
        Ty::Slice(of) => format!("[{}]", ty(program, of)),
        Ty::Vec(of) => format!("Vec<{}>", ty(program, of)),
        Ty::Boxed(by, of) => format!("{}<{}>", by.path()[1], ty(program, of)),
        Ty::Ref(true, of) => format!("&mut {}", ty(program, of)),
        Ty::Ref(false, of) => format!("&{}", ty(program, of)),
        Ty::Adt(adt, args) => with(&program.adt(*adt).name, args),
        Ty::FnItem(f, args) => format!("fn {}", with(&program.func(*f).name, args)),
        Ty::VariantItem(adt, k, args) => format!("fn {}", with(&program.adt(*adt).variants[*k].name, args)),
        Ty::Closure(k) => format!("closure {k}"),
        Ty::FnPtr(params, ret) => match ty(program, ret).as_str() {
            "()" => format!("fn({})", all(params)),
            ret => format!("fn({}) -> {ret}", all(params)),
        },
        Ty::Const(n) => len(n),
        Ty::Param(k) => format!("parameter {k}"),
        Ty::Rigid(f, k) => program.func(*f).generics.names[*k].to_string(),
        Ty::Assoc(of, _, name) => format!("{}::{name}", ty(program, of)),
        Ty::Dyn(of, args, _) => format!("dyn {}", with(&program.trait_def(*of).name, args)),
        Ty::Var(_) => "_".into(),
        Ty::Opaque(text) if text.is_empty() => "_".into(),
        Ty::Opaque(text) => text.to_string(),
    }
}

fn len(of: &Len) -> String {
    match of {
        Len::Known(n) => n.to_string(),
        Len::Text(text) => text.to_string(),
        Len::Param(k) => format!("parameter {k}"),
        Len::Var(_) => "_".into(),
    }
}

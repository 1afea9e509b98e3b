//! What is known of numbers: operators, casts, intrinsics.

use crate::machine::Machine;
use crate::patterns::width;
use crate::value::{Cell, Place, V, cell};
use front::hir::Binary;
use front::ty::{Float, Int, Ty};
use std::cmp::Ordering;

/// An integer as its type holds it; a panic where it does not.
fn held(n: i128, ty: &Ty) -> V {
    if let Ty::Int(int) = ty {
        assert!(wrapped(n, *int) == n, "overflow of {}", int.name());
    }
    V::Int(n)
}

fn wrapped(n: i128, int: Int) -> i128 {
    match width(int) {
        (128, _) => n,
        (bits, signed) => {
            let low = n & ((1i128 << bits) - 1);
            if signed && low >> (bits - 1) == 1 { low - (1i128 << bits) } else { low }
        }
    }
}

pub(crate) fn binary(op: Binary, a: V, b: V, ty: &Ty) -> V {
    match op {
        Binary::Eq => return V::Bool(order(&a, &b) == Some(Ordering::Equal)),
        Binary::Ne => return V::Bool(order(&a, &b) != Some(Ordering::Equal)),
        Binary::Lt => return V::Bool(order(&a, &b).is_some_and(Ordering::is_lt)),
        Binary::Le => return V::Bool(order(&a, &b).is_some_and(Ordering::is_le)),
        Binary::Gt => return V::Bool(order(&a, &b).is_some_and(Ordering::is_gt)),
        Binary::Ge => return V::Bool(order(&a, &b).is_some_and(Ordering::is_ge)),
        _ => {}
    }
    match (a, b) {
        (V::F64(a), V::F64(b)) => V::F64(match op {
            Binary::Add => a + b,
            Binary::Sub => a - b,
            Binary::Mul => a * b,
            Binary::Div => a / b,
            Binary::Rem => a % b,
            other => panic!("no operator of numbers: {other:?}"),
        }),
        (V::F32(a), V::F32(b)) => V::F32(match op {
            Binary::Add => a + b,
            Binary::Sub => a - b,
            Binary::Mul => a * b,
            Binary::Div => a / b,
            Binary::Rem => a % b,
            other => panic!("no operator of numbers: {other:?}"),
        }),
        (V::Int(a), V::Int(b)) if op == Binary::Shl => cast(V::Int(a << b), ty),
        (V::Int(a), V::Int(b)) => held(
            match op {
                Binary::Add => a + b,
                Binary::Sub => a - b,
                Binary::Mul => a * b,
                Binary::Div => a / b,
                Binary::Rem => a % b,
                Binary::BitAnd => a & b,
                Binary::BitOr => a | b,
                Binary::BitXor => a ^ b,
                Binary::Shr => a >> b,
                other => panic!("no operator of integers: {other:?}"),
            },
            ty,
        ),
        (V::Bool(a), V::Bool(b)) => V::Bool(match op {
            Binary::BitAnd => a & b,
            Binary::BitOr => a | b,
            Binary::BitXor => a ^ b,
            other => panic!("no operator of flags: {other:?}"),
        }),
        (a, b) => panic!("no operands: {op:?} of {a:?} and {b:?}"),
    }
}

/// How two values stand to one another, by their parts.
pub(crate) fn order(a: &V, b: &V) -> Option<Ordering> {
    let all = |x: &[Cell], y: &[Cell]| {
        for (x, y) in x.iter().zip(y) {
            match order(&x.borrow(), &y.borrow()) {
                Some(Ordering::Equal) => {}
                other => return other,
            }
        }
        Some(x.len().cmp(&y.len()))
    };
    match (a, b) {
        (V::Ref(a), b) => order(&a.load(), b),
        (a, V::Ref(b)) => order(a, &b.load()),
        (V::F64(a), V::F64(b)) => a.partial_cmp(b),
        (V::F32(a), V::F32(b)) => a.partial_cmp(b),
        (V::Int(a), V::Int(b)) => a.partial_cmp(b),
        (V::Bool(a), V::Bool(b)) => a.partial_cmp(b),
        (V::Tuple(a), V::Tuple(b)) | (V::List(a), V::List(b)) => all(a, b),
        (V::Adt(_, k, a), V::Adt(_, l, b)) if k == l => all(a, b),
        (V::Adt(_, k, _), V::Adt(_, l, _)) => k.partial_cmp(l),
        (a, b) => panic!("no order of {a:?} and {b:?}"),
    }
}

pub(crate) fn cast(v: V, ty: &Ty) -> V {
    match (v.behind(), ty) {
        (V::Int(n), Ty::Int(int)) => V::Int(wrapped(n, *int)),
        (V::Bool(b), Ty::Int(_)) => V::Int(i128::from(b)),
        (V::F64(x), Ty::Int(int)) => V::Int(saturated(x, *int)),
        (V::F32(x), Ty::Int(int)) => V::Int(saturated(f64::from(x), *int)),
        (V::Int(n), Ty::Float(Float::F32)) => V::F32(n as f32),
        (V::Int(n), Ty::Float(_)) => V::F64(n as f64),
        // `Ordering` is the one enum that is cast.
        (V::Adt(_, k, _), Ty::Int(_)) => V::Int(k as i128 - 1),
        (V::F64(x), Ty::Float(Float::F32)) => V::F32(x as f32),
        (V::F32(x), Ty::Float(Float::F64)) => V::F64(f64::from(x)),
        (v, _) => v,
    }
}

fn saturated(x: f64, int: Int) -> i128 {
    let (bits, signed) = width(int);
    let (low, high) = match signed {
        true => (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1),
        false => (0, if bits > 126 { i128::MAX } else { (1i128 << bits) - 1 }),
    };
    (x as i128).clamp(low, high)
}

/// A constant of std.
pub(crate) fn constant(path: &str, ty: &Ty) -> V {
    let name = path.rsplit("::").next().unwrap_or(path);
    match ty {
        Ty::Int(int) => {
            let (bits, signed) = width(*int);
            V::Int(match (name, signed) {
                ("MAX", true) => (1i128 << (bits - 1)) - 1,
                ("MIN", true) => -(1i128 << (bits - 1)),
                ("MAX", false) => (1i128 << bits) - 1,
                ("MIN", false) => 0,
                other => panic!("no constant: {other:?}"),
            })
        }
        Ty::Float(Float::F32) => V::F32(match name {
            "MAX" => f32::MAX,
            "MIN" => f32::MIN,
            "INFINITY" => f32::INFINITY,
            "PI" => std::f32::consts::PI,
            other => panic!("no constant: {other}"),
        }),
        _ => V::F64(match name {
            "MAX" => f64::MAX,
            "MIN" => f64::MIN,
            "INFINITY" => f64::INFINITY,
            "NEG_INFINITY" => f64::NEG_INFINITY,
            "NAN" => f64::NAN,
            "EPSILON" => f64::EPSILON,
            "PI" => std::f64::consts::PI,
            "TAU" => std::f64::consts::TAU,
            other => panic!("no constant: {other}"),
        }),
    }
}

fn float(name: &str, x: f64, rest: &[V]) -> Option<f64> {
    let number = |k: usize| match rest[k] {
        V::F64(y) => y,
        V::F32(y) => f64::from(y),
        ref other => panic!("no number: {other:?}"),
    };
    Some(match name {
        "sin" => x.sin(),
        "cos" => x.cos(),
        "tan" => x.tan(),
        "exp" => x.exp(),
        "ln" => x.ln(),
        "sqrt" => x.sqrt(),
        "abs" => x.abs(),
        "floor" => x.floor(),
        "ceil" => x.ceil(),
        "round" => x.round(),
        "trunc" => x.trunc(),
        "fract" => x.fract(),
        "signum" => x.signum(),
        "recip" => x.recip(),
        "tanh" => x.tanh(),
        "ln_1p" => x.ln_1p(),
        "exp_m1" => x.exp_m1(),
        "max" => x.max(number(0)),
        "min" => x.min(number(0)),
        "powf" => x.powf(number(0)),
        "hypot" => x.hypot(number(0)),
        "atan2" => x.atan2(number(0)),
        "rem_euclid" => x.rem_euclid(number(0)),
        "clamp" => x.clamp(number(0), number(1)),
        "mul_add" => x.mul_add(number(0), number(1)),
        "powi" => x.powi(i32::try_from(rest[0].int()).expect("an exponent")),
        _ => return None,
    })
}

impl Machine<'_> {
    fn std_adt(&self, path: &str) -> usize {
        match self.program.prelude(path) {
            Some(front::items::ItemId::Adt(adt)) => adt,
            other => panic!("no type {path}: {other:?}"),
        }
    }

    fn ordering(&self, order: Ordering) -> V {
        V::Adt(self.std_adt("cmp::Ordering"), (order as i8 + 1) as usize, vec![])
    }

    fn option(&self, v: Option<V>) -> V {
        let adt = self.std_adt("option::Option");
        match v {
            Some(v) => V::Adt(adt, 1, vec![cell(v)]),
            None => V::Adt(adt, 0, vec![]),
        }
    }

    /// A value in which each `Option` is the prelude's.
    pub(crate) fn option_of(&self, v: &V) -> V {
        let all = |parts: &[Cell]| parts.iter().map(|c| cell(self.option_of(&c.borrow()))).collect();
        match v {
            V::Some(x) => self.option(x.as_ref().map(|c| self.option_of(&c.borrow()))),
            V::Tuple(parts) => V::Tuple(all(parts)),
            V::List(parts) => V::List(all(parts)),
            V::Ref(Place::Cell(c)) => V::Ref(Place::Cell(cell(self.option_of(&c.borrow())))),
            other => other.clone(),
        }
    }

    /// An intrinsic of the prelude.
    pub(crate) fn intrinsic(&mut self, path: &str, generics: &[Ty], args: Vec<V>) -> V {
        let (module, name) = path.split_once("::").expect("a module");
        match (module, name) {
            ("slice" | "vec", "len") => V::Int(args[0].clone().place().elements().len() as i128),
            ("slice", "swap") => {
                let all = args[0].clone().place().elements();
                let (a, b) = (&all[args[1].index()], &all[args[2].index()]);
                if !std::rc::Rc::ptr_eq(a, b) {
                    a.swap(b);
                }
                V::UNIT
            }
            ("slice", "to_vec" | "to_owned") => args[0].clone().place().load(),
            ("boxed" | "rc" | "sync", "new" | "make_mut" | "unwrap_or_clone") => args[0].clone(),
            ("array", "of") => args[0].clone(),
            ("vec", "new" | "with_capacity") => V::list(vec![]),
            ("vec", "push") => {
                let Place::Cell(c) = list_of(args[0].clone().place()) else { panic!("no list") };
                let V::List(all) = &mut *c.borrow_mut() else { panic!("no list") };
                all.push(cell(args[1].copy()));
                V::UNIT
            }
            ("vec", "truncate") => {
                let Place::Cell(c) = list_of(args[0].clone().place()) else { panic!("no list") };
                let V::List(all) = &mut *c.borrow_mut() else { panic!("no list") };
                all.truncate(args[1].index());
                V::UNIT
            }
            _ => self.builtin(name, args, generics.last().unwrap_or(&Ty::UNIT)),
        }
    }

    /// What numbers have, and what every type has.
    pub(crate) fn builtin(&mut self, name: &str, args: Vec<V>, ty: &Ty) -> V {
        let all: Vec<V> = args.iter().map(|v| v.clone().behind()).collect();
        match (name, all.as_slice()) {
            ("clone" | "to_owned" | "to_string", [x]) => x.copy(),
            ("into" | "from", [x]) => cast(x.clone(), ty),
            ("default", []) => match ty {
                Ty::Float(Float::F32) => V::F32(0.0),
                Ty::Float(_) => V::F64(0.0),
                Ty::Int(_) => V::Int(0),
                other => panic!("no default of {other:?}"),
            },
            ("cmp", [x, y]) => self.ordering(order(x, y).expect("an order")),
            ("partial_cmp", [x, y]) => self.option(order(x, y).map(|o| self.ordering(o))),
            ("is_sign_negative", [V::F64(x)]) => V::Bool(x.is_sign_negative()),
            ("is_nan", [V::F64(x)]) => V::Bool(x.is_nan()),
            ("is_finite", [V::F64(x)]) => V::Bool(x.is_finite()),
            ("is_infinite", [V::F64(x)]) => V::Bool(x.is_infinite()),
            ("is_normal", [V::F64(x)]) => V::Bool(x.is_normal()),
            (name, [V::F64(x), rest @ ..]) => match float(name, *x, rest) {
                Some(y) => V::F64(y),
                None => panic!("no method of numbers: {name}"),
            },
            (name, [V::Int(x), rest @ ..]) => {
                let y = || rest[0].int();
                let int = match ty {
                    Ty::Int(int) => *int,
                    _ => Int::I128,
                };
                let fits = |n: i128| (wrapped(n, int) == n).then_some(V::Int(n));
                let (bits, signed) = width(int);
                let (low, high) = match (bits, signed) {
                    (128, _) => (i128::MIN, i128::MAX),
                    (_, true) => (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1),
                    (_, false) => (0, (1i128 << bits) - 1),
                };
                match name {
                    "min" => V::Int(*x.min(&y())),
                    "max" => V::Int(*x.max(&y())),
                    "clamp" => V::Int((*x).clamp(y(), rest[1].int())),
                    "abs" => V::Int(x.abs()),
                    "pow" => V::Int(x.pow(u32::try_from(y()).unwrap())),
                    "abs_diff" => V::Int((x - y()).abs()),
                    "div_ceil" => V::Int((x + y() - 1).div_euclid(y())),
                    "rem_euclid" => V::Int(x.rem_euclid(y())),
                    "saturating_add" => V::Int((x + y()).clamp(low, high)),
                    "saturating_sub" => V::Int((x - y()).clamp(low, high)),
                    "wrapping_add" => V::Int(wrapped(x + y(), int)),
                    "wrapping_mul" => V::Int(wrapped(x.wrapping_mul(y()), int)),
                    "wrapping_sub" => V::Int(wrapped(x - y(), int)),
                    "checked_add" => self.option(fits(x + y())),
                    "checked_sub" => self.option(fits(x - y())),
                    other => panic!("no method of integers: {other}"),
                }
            }
            (name, other) => panic!("no method {name} of {other:?}"),
        }
    }
}

/// The place of a list behind references.
fn list_of(place: Place) -> Place {
    let inner = match &place {
        Place::Cell(c) => match &*c.borrow() {
            V::Ref(inner) => Some(inner.clone()),
            _ => None,
        },
        Place::Part(..) => None,
    };
    inner.map_or(place, list_of)
}

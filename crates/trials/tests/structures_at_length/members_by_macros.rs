//! Methods that macros write: in the braces of a type, of a trait and of its implementation, and macros given to others.

use wengert::prelude::*;

macro_rules! declared {
    ($name:ident) => {
        fn $name(self, k: f64) -> f64;
    };
}

macro_rules! method {
    ($name:ident, $of:expr) => {
        fn $name(self, k: f64) -> f64 {
            $of(self, k)
        }
    };
}

trait Joined {
    fn raised(self, k: f64) -> f64;
    declared!(turned);
}

impl Joined for f64 {
    method!(raised, f64::powf);
    method! { turned, f64::atan2 }
}

struct Scale {
    x: f64,
}

macro_rules! multiples {
    ($($name:ident = $k:expr),*) => {
        $(fn $name(&self) -> f64 {
            self.x * $k
        })*
    };
}

impl Scale {
    multiples!(double = 2.0, triple = 3.0);

    fn both(&self) -> f64 {
        self.double() + self.triple().sin()
    }
}

macro_rules! run {
    ($with:ident) => {
        $with! { (wave, f64::sin), (growth, f64::exp) }
    };
}

macro_rules! declare {
    ($(($name:ident, $of:expr)),*) => {
        trait Elementary {
            $(fn $name(self) -> Self;)*
        }
    };
}

macro_rules! implement {
    ($(($name:ident, $of:expr)),*) => {
        impl Elementary for f64 {
            $(implement! { @one $name, $of })*
        }
    };
    (@one $name:ident, $of:expr) => {
        fn $name(self) -> Self {
            $of(self)
        }
    };
}

run! { declare }
run! { implement }

#[differentiable]
fn by_trait(x: f64, y: f64) -> f64 {
    x.raised(2.5) * y + y.turned(2.0)
}

#[differentiable]
fn by_type(x: f64, y: f64) -> f64 {
    let s = Scale { x };
    s.double() * y + s.both()
}

#[differentiable]
fn by_macros_of_macros(x: f64, y: f64) -> f64 {
    x.wave() * Elementary::growth(y)
}

#[test]
fn methods_by_macros_are_known() {
    held_at!([[0.4, 0.3], [1.4, 0.8], [2.1, 1.7]]; by_trait by_type by_macros_of_macros);
}

//! Items of one name in several modules.

use super::{Crate, prints};

fn gradient(name: &str, rest: &str, files: &[(&str, &str)]) -> String {
    let main = format!("#![allow(dead_code)] use wengert::differentiable;\n{rest}");
    prints(name, &[&[("src/main.rs", main.as_str())], files].concat())
}

const POINT: &str = "pub mod shape {
        #[derive(Clone, Copy, wengert::Differentiable)] pub struct Point { pub x: f64, pub y: f64 }
        impl Point { pub fn at(x: f64) -> Point { Point { x, y: 3.0 } } }
    }";

/// The derivative of `2 x y` by `x` at y = 3, of a structure that is passed on.
const USE: &str = "#[differentiable] fn twice(p: Point) -> Point { Point { x: 2.0 * p.x, y: p.y } }
    #[differentiable] fn f(p: &Point) -> f64 { let q = twice(*p); q.x * q.y }
    fn main() { println!(\"{}\", f::gradient(&Point::at(1.0)).x); }";

#[test]
fn structures_are_those_that_are_imported() {
    let namesake = "mod other { #[derive(Clone, Copy)] pub struct Point { pub x: f64, pub y: f64 }
        pub mod inner { pub struct Point(pub usize); } }";
    for (k, import) in [
        "use shape::Point;",
        "use crate::shape::*;",
        "use shape::Point as Other; type Point = Other;",
        "mod middle { pub use crate::shape::Point; } use middle::*;",
        "mod middle { pub use super::shape as forms; } use self::middle::forms::Point;",
    ]
    .iter()
    .enumerate()
    {
        assert_eq!(
            gradient(&format!("structure_{k}"), &format!("{POINT} {namesake} {import} {USE}"), &[]),
            "6",
            "{import}"
        );
    }
    let inside = format!(
        "{POINT} {namesake} mod used {{ use wengert::differentiable; use super::shape::Point; {} }} fn main() {{ used::main() }}",
        USE.replace("fn main", "pub fn main")
    );
    assert_eq!(gradient("structure_inside", &inside, &[]), "6");
    let nested = format!(
        "{POINT} use shape::Point; {USE} mod deep {{ pub mod er {{ pub struct Point {{ pub x: f64, pub y: f64 }} }} }}"
    );
    assert_eq!(gradient("structure_nested", &nested, &[]), "6");
}

#[test]
fn what_another_module_gives_is_its_own_type() {
    let main = format!(
        "{POINT} pub struct Point {{ pub x: usize }}
         mod made {{ use wengert::differentiable; use crate::shape::Point;
             #[differentiable] pub fn made(x: f64) -> Point {{ Point {{ x: x * x, y: 5.0 * x }} }} }}
         #[differentiable] fn f(x: f64) -> f64 {{ let p = made::made(x); p.x * p.y }}
         fn main() {{ println!(\"{{}}\", f::gradient(1.0)); }}"
    );
    assert_eq!(gradient("given", &main, &[]), "15");
}

#[test]
fn functions_are_those_that_are_imported() {
    let main = "mod a { use wengert::differentiable; #[differentiable] pub fn half(x: f64) -> f64 { 3.0 * x } }
        mod b { pub fn half(n: usize) -> usize { n / 2 } pub fn third(n: usize) -> f64 { n as f64 } }
        mod c { use wengert::differentiable; #[differentiable] pub fn third(x: f64) -> [f64; 2] { [x, x] } }
        use a::half;
        #[differentiable] fn f(x: f64) -> f64 { half(x) * b::half(4) as f64 + b::third(2) * x }
        fn main() { println!(\"{}\", f::gradient(1.0)); }";
    assert_eq!(gradient("functions", main, &[]), "8");
    let body = "mod a { use wengert::differentiable; #[differentiable] pub fn half(x: f64) -> f64 { 3.0 * x } }
        fn half(n: usize) -> usize { n / 2 }
        #[differentiable] fn f(x: f64) -> f64 { use a::half; half(x) }
        fn main() { println!(\"{} {}\", f::gradient(1.0), half(2)); }";
    assert_eq!(gradient("functions_body", body, &[]), "3 1");
}

#[test]
fn enums_constants_and_other_names_for_types_are_those_that_are_imported() {
    let enums = "mod a { #[derive(Clone, Copy, wengert::Differentiable)] pub enum Shape { Round(f64), Flat } }
        mod b { pub enum Shape { Round(f64), Flat } }
        use a::Shape;
        #[differentiable] fn f(s: Shape) -> f64 { match s { Shape::Round(r) => r * r, Shape::Flat => 0.0 } }
        fn main() { println!(\"{}\", match f::gradient(Shape::Round(2.0)) { Shape::Round(r) => r, Shape::Flat => 0.0 }); }";
    assert_eq!(gradient("enums", enums, &[]), "4");
    let named = "mod a { pub type Row = [f64; 2]; } mod b { pub type Row = Vec<f64>; pub struct Wide; }
        use a::Row;
        #[differentiable] fn f(r: &Row) -> f64 { let q: Row = *r; q[0] * q[1] }
        fn main() { println!(\"{}\", f::gradient(&[2.0, 5.0])[0]); }";
    assert_eq!(gradient("named", named, &[]), "5");
    let constants = "mod a { #[derive(Clone, Copy, wengert::Differentiable)] pub struct P { pub x: f64 }
            impl P { pub const ONE: P = P { x: 4.0 }; } }
        mod b { pub struct P; impl P { pub const ONE: usize = 1; } }
        use a::P;
        #[differentiable] fn f(x: f64) -> f64 { let p = P::ONE; p.x * x }
        fn main() { println!(\"{}\", f::gradient(1.0)); }";
    assert_eq!(gradient("constants", constants, &[]), "4");
}

#[test]
fn what_is_configured_is_meant() {
    let main = "#![allow(dead_code)] use wengert::differentiable;
        #[cfg(feature = \"plain\")] mod point { #[derive(Clone, Copy)] pub struct Point { pub x: f64 } }
        #[cfg(not(feature = \"plain\"))] mod point {
            #[derive(Clone, Copy, wengert::Differentiable)] pub struct Point { pub x: f64 } }
        use point::Point;
        #[differentiable] fn f(x: f64) -> f64 { let p = Point { x: x * x }; p.x * 2.0 }
        fn main() { println!(\"{}\", f::gradient(1.0)); }";
    let own = Crate::new("types_configured", &[("src/main.rs", main)]);
    assert_eq!(own.prints(), "4");
}

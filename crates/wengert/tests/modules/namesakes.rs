//! Items of one name in several modules.

use super::{Crate, prints};

fn gradient(name: &str, rest: &str, files: &[(&str, &str)]) -> String {
    let main = format!("#![allow(dead_code)] use wengert::differentiable;\n{rest}");
    prints(name, &[&[("src/main.rs", main.as_str())], files].concat())
}

/// In another file, so that what the function's own file has is nearer.
const POINT: (&str, &str) = (
    "src/shape.rs",
    "#[derive(Clone, Copy, wengert::Differentiable)] pub struct Point { pub x: f64, pub y: f64 }
     impl Point { pub fn at(x: f64) -> Point { Point { x, y: 3.0 } } }",
);

/// The derivative of `2 x y` by `x` at y = 3, of a structure that is passed on.
const USE: &str = "#[differentiable] fn twice(p: Point) -> Point { Point { x: 2.0 * p.x, y: p.y } }
    #[differentiable] fn f(p: &Point) -> f64 { let q = twice(*p); q.x * q.y }
    fn main() { println!(\"{}\", f::gradient(&Point::at(1.0)).x); }";

#[test]
fn structures_are_those_that_are_imported() {
    let namesake = "mod other { #[derive(Clone, Copy)] pub struct Point { pub x: f64, pub y: f64 } }";
    let imports = [
        "use shape::Point;",
        "use crate::shape::*;",
        "use shape::Point as Other; type Point = Other;",
        "mod middle { pub use crate::shape::Point; } use middle::*;",
        "mod middle { pub(crate) use super::shape as forms; } use self::middle::forms::Point;",
    ];
    for (k, import) in imports.into_iter().enumerate() {
        let main = format!("mod shape; {namesake} {import} {USE}");
        assert_eq!(gradient(&format!("structure_{k}"), &main, &[POINT]), "6", "{import}");
    }
    let used = USE.replace("fn main", "pub fn main");
    let inside = "use wengert::differentiable; use super::shape::Point;";
    let main = format!("mod shape; {namesake} mod used {{ {inside} {used} }} fn main() {{ used::main() }}");
    assert_eq!(gradient("structure_inside", &main, &[POINT]), "6");
    let deep = "mod deep { pub mod er { pub struct Point { pub x: usize } } }";
    assert_eq!(gradient("structure_deep", &format!("mod shape; use shape::Point; {USE} {deep}"), &[POINT]), "6");
    let body = "fn other() -> usize { struct Point { x: usize } Point { x: 1 }.x }";
    assert_eq!(gradient("structure_body", &format!("mod shape; use shape::Point; {body} {USE}"), &[POINT]), "6");
    let whole = USE.replace("Point", "shape::Point").replace("shape::shape", "shape");
    assert_eq!(gradient("structure_path", &format!("mod shape; struct Point; {whole}"), &[POINT]), "6");
}

#[test]
fn what_another_module_gives_is_its_own_type() {
    let made = "use wengert::differentiable; use crate::shape::Point;
        #[differentiable] pub fn made(x: f64) -> Point { Point { x: x * x, y: 5.0 * x } }";
    let main = "mod shape; mod made; #[derive(Clone)] pub struct Point { pub x: usize, pub y: usize }
        #[differentiable] fn f(x: f64) -> f64 { let p = made::made(x); p.x * p.y }
        fn main() { println!(\"{}\", f::gradient(1.0)); }";
    assert_eq!(gradient("given", main, &[POINT, ("src/made.rs", made)]), "15");
}

#[test]
fn functions_are_those_that_are_imported() {
    let a = "use wengert::differentiable; #[differentiable] pub fn half(x: f64) -> f64 { 3.0 * x }
        #[differentiable] pub fn pair(x: f64) -> [f64; 2] { [x * x, 5.0 * x] }";
    let main = "mod a; mod b { pub fn half(n: usize) -> usize { n / 2 } pub fn pair(n: usize) -> usize { n } }
        use a::{half, pair};
        #[differentiable] fn f(x: f64) -> f64 { let p = pair(x); half(x) * b::half(4) as f64 + p[0] * p[1] }
        fn main() { println!(\"{}\", f::gradient(1.0)); }";
    assert_eq!(gradient("functions", main, &[("src/a.rs", a)]), "21");
    let body = "mod a; fn half(n: usize) -> usize { n / 2 }
        #[differentiable] fn f(x: f64) -> f64 { use a::half; half(x) }
        fn main() { println!(\"{} {}\", f::gradient(1.0), half(2)); }";
    assert_eq!(gradient("functions_body", body, &[("src/a.rs", a)]), "3 1");
    let ordinary = "mod b; use b::count; mod c { use wengert::differentiable;
            #[differentiable] pub fn count(x: f64) -> f64 { x * x } }
        #[differentiable] fn f(x: f64) -> f64 { let n = count(3); c::count(x) * n as f64 }
        fn main() { println!(\"{}\", f::gradient(1.0)); }";
    assert_eq!(gradient("functions_ordinary", ordinary, &[("src/b.rs", "pub fn count(n: usize) -> usize { n }")]), "6");
}

#[test]
fn enums_constants_and_other_names_for_types_are_those_that_are_imported() {
    let a = "#[derive(Clone, Copy, wengert::Differentiable)] pub enum Shape { Round(f64), Flat }
        #[derive(Clone, Copy, wengert::Differentiable)] pub struct P { pub x: f64 }
        impl P { pub const ONE: P = P { x: 4.0 }; }
        pub type Row = [f64; 2];";
    let enums = "mod a; mod b { pub enum Shape { Round(f64), Flat } } use a::Shape;
        #[differentiable] fn f(s: Shape) -> f64 { match s { Shape::Round(r) => r * r, Shape::Flat => 0.0 } }
        fn main() { println!(\"{}\", match f::gradient(Shape::Round(2.0)) { Shape::Round(r) => r, Shape::Flat => 0.0 }); }";
    assert_eq!(gradient("enums", enums, &[("src/a.rs", a)]), "4");
    let named = "mod a; mod b { pub type Row = (f64, usize); pub struct Wide; } use a::Row;
        #[differentiable] fn f(r: &Row) -> f64 { let q: Row = *r; q[0] * q[1] }
        fn main() { println!(\"{}\", f::gradient(&[2.0, 5.0])[0]); }";
    assert_eq!(gradient("named", named, &[("src/a.rs", a)]), "5");
    let constants = "mod a; mod b { pub struct P; impl P { pub const ONE: usize = 1; } } use a::P;
        #[differentiable] fn f(x: f64) -> f64 { let p = P::ONE; p.x * x }
        fn main() { println!(\"{}\", f::gradient(1.0)); }";
    assert_eq!(gradient("constants", constants, &[("src/a.rs", a)]), "4");
}

#[test]
fn traits_and_blocks_are_of_the_types_that_are_imported() {
    let a = "use wengert::differentiable;
        #[derive(Clone, Copy, wengert::Differentiable)] pub struct P { pub x: f64 }
        #[differentiable] impl P { pub fn norm(&self) -> f64 { self.x * self.x } }";
    let main = "mod a; mod b { pub struct P(pub usize); impl P { pub fn norm(&mut self) -> usize { self.0 } } }
        use a::P;
        #[differentiable] fn f(p: &P) -> f64 { p.norm() * p.x }
        fn main() { println!(\"{}\", f::gradient(&P { x: 2.0 }).x); }";
    assert_eq!(gradient("blocks", main, &[("src/a.rs", a)]), "12");
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

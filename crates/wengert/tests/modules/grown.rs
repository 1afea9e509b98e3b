//! Lists that grow in functions of other modules, far from the one that they are lent to.

use super::Crate;
use std::fmt::Write;

const MAIN: &str = "use wengert::differentiable; mod stock;
    #[differentiable] fn filled(list: &mut Vec<f64>, x: f64) { stock::stocked(list, x); }
    #[differentiable] fn f(x: f64) -> f64 {
        let mut list = vec![x];
        filled(&mut list, x);
        let y = stock::step_0(&mut list, x);
        list.iter().sum::<f64>() * y
    }
    fn main() { println!(\"{} {}\", f(1.0), f::gradient(1.0)); }";

/// What is named in the module is seen there alone.
const STOCK: &str = "use wengert::differentiable;
    fn put(list: &mut Vec<f64>, x: f64) { list.push(2.0 * x); }
    #[differentiable] pub fn stocked(list: &mut Vec<f64>, x: f64) { put(list, x); }";

#[test]
fn lists_grow_where_they_are_handed_to() {
    let mut stock = STOCK.to_owned();
    for k in 0..20 {
        let next = k + 1;
        writeln!(
            stock,
            "#[differentiable] pub fn step_{k}(list: &mut Vec<f64>, x: f64) -> f64 {{ step_{next}(list, x) }}"
        )
        .expect("a text");
    }
    stock
        .push_str("#[differentiable] fn step_20(list: &mut Vec<f64>, x: f64) -> f64 { list.push(x * x); x * list[1] }");
    // The list is x, 2 x, x^2, and y is 2 x^2.
    let own = Crate::new("grown", &[("src/main.rs", MAIN), ("src/stock.rs", &stock)]);
    assert_eq!(own.prints(), "8 26");
}

#[test]
fn functions_that_call_each_other_are_read_once() {
    // Each is handed on by three calls: by ways through them, there are 3^30.
    let mut all = "use wengert::differentiable;".to_owned();
    for k in 0..30 {
        let (a, b) = ((k + 1) % 30, (k * 7 + 3) % 30);
        let body = format!("if n == 0 {{ return x; }} s_{a}(l, x, n - 1) + s_{b}(l, x, 0) * s_{k}(l, x, 0)");
        writeln!(all, "#[differentiable] fn s_{k}(l: &mut Vec<f64>, x: f64, n: usize) -> f64 {{ {body} }}")
            .expect("a text");
    }
    all.push_str(
        "#[differentiable] fn f(x: f64) -> f64 { let mut l = vec![x]; s_0(&mut l, x, 2) * l[0] }
        fn main() { println!(\"{} {}\", f(1.0), f::gradient(1.0)); }",
    );
    // (x + x^2 + x^2) x
    assert_eq!(Crate::new("each_other", &[("src/main.rs", &all)]).prints(), "3 8");
}

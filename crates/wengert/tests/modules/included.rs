//! Texts that are pasted by `include!`: what they say is said in the module that pastes them.

use super::{Crate, prints};
use std::path::Path;

/// What the pasted text calls, names and imports stands around the line that pastes it, and the other way round.
const MAIN: &str = "use wengert::prelude::*; mod inner;
    fn main() {
        println!(\"{} {:?}\", inner::f(2.0, &[1.0, 3.0]), inner::f::gradient(2.0, &[1.0, 3.0]));
        println!(\"{} {}\", inner::held(2.0), inner::held::gradient(2.0));
    }";

const INNER: &str = "use wengert::prelude::*; use crate::inner::laws::*;
    mod laws {
        use wengert::prelude::*;
        #[differentiable] pub fn clipped(x: f64, #[constant] most: f64) -> f64 { if x > most { most } else { x * x } }
        pub const SCALES: [f64; 2] = [2.0, 0.5];
    }
    #[derive(Clone, Copy, Differentiable)] pub struct Pair { a: f64, b: f64 }
    include!(\"pasted.rs\");
    #[differentiable] pub fn held(x: f64) -> f64 { twice(Pair { a: x, b: OWN }) + total(vec![x, x]) }";

const PASTED: &str = "const OWN: f64 = 3.0;
    #[differentiable] fn twice(p: Pair) -> f64 { p.a * p.b + p.a }
    #[differentiable] fn total(mut list: Vec<f64>) -> f64 { grow(&mut list); list.iter().sum() }
    #[differentiable] fn grow(list: &mut Vec<f64>) { let x = list[0]; list.push(x * x); }
    #[differentiable] pub fn f(x: f64, w: &[f64]) -> f64 {
        let all = [clipped(x, 2.5) * clipped(w[0], 9.0), clipped(w[1], 2.5).max(0.0)];
        all.iter().zip(&SCALES).map(|(a, s)| a * s).sum::<f64>() + twice(Pair { a: x, b: 1.0 })
    }";

#[test]
fn a_pasted_text_is_a_part_of_its_module() {
    let files = [("src/main.rs", MAIN), ("src/inner.rs", INNER), ("src/pasted.rs", PASTED)];
    // f = 2 x^2 w0^2 + 0.5 * 2.5 + 2 x; held = 4 x + (2 x + x^2).
    assert_eq!(prints("pasted", &files), "13.25 (10.0, [16.0, 0.0])\n16 10");
}

#[test]
fn a_path_is_put_together_of_the_environment() {
    let main = "use wengert::prelude::*;
        #[differentiable] fn clipped(x: f64, #[constant] most: f64) -> f64 { x.min(most) }
        include!(concat!(env!(\"MADE_HERE\"), \"/made.rs\"));
        fn main() { println!(\"{}\", f::gradient(2.0)); }";
    let made = "#[differentiable] fn f(x: f64) -> f64 { clipped(x, 9.0) * clipped(x, 1.25).max(0.5) }";
    let own = Crate::new("environment", &[("main.rs", main), ("out/made.rs", made)]);
    let out = Path::new(&own.folder).join("out");
    assert_eq!(own.run_with(&[("MADE_HERE", &out)], &[]).unwrap_or_else(|said| panic!("{said}")), "1.25");
}

#[test]
fn a_text_that_pastes_itself_ends() {
    let own = Crate::new(
        "itself",
        &[("main.rs", "include!(\"main.rs\"); fn main() {} #[wengert::differentiable] fn f(x: f64) -> f64 { x }")],
    );
    let said = own.run(&[]).expect_err("the compiler refuses it");
    assert!(said.contains("recursion"), "{said}");
}

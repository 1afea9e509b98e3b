//! Shape mistakes panic at the caller's line, with advice.

// What users write: loops over indices.
#![allow(clippy::needless_range_loop)]

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Once;
use wengert::Differentiable;
use wengert::prelude::*;

thread_local! {
    static WATCHED: Cell<bool> = const { Cell::new(false) };
    static LAST: RefCell<Option<(String, String, u32)>> = const { RefCell::new(None) };
}

/// The message, the file and the line of the panic that `f` ends in.
fn panic_of(f: impl FnOnce()) -> (String, String, u32) {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let usual = take_hook();
        set_hook(Box::new(move |info| {
            if !WATCHED.get() {
                return usual(info);
            }
            let message = info.payload_as_str().unwrap_or_default().to_owned();
            let place = info.location().map_or((String::new(), 0), |l| (l.file().to_owned(), l.line()));
            LAST.set(Some((message, place.0, place.1)));
        }));
    });
    LAST.set(None);
    WATCHED.set(true);
    let ended = catch_unwind(AssertUnwindSafe(f));
    WATCHED.set(false);
    assert!(ended.is_err(), "no panic");
    LAST.take().unwrap_or_default()
}

/// Holds that the call panics with this message, at the line where the call stands.
macro_rules! panics {
    ($call:expr, $message:expr) => {{
        let here = line!();
        let (message, file, line) = panic_of(|| {
            let _ = $call;
        });
        assert_eq!((file.as_str(), line, message.as_str()), (file!(), here, &*$message));
    }};
}

#[differentiable]
fn energy(x: &[f64], v: Vec<f64>) -> f64 {
    let mut s = 0.0;
    for i in 0..x.len() {
        s += x[i] * x[i] * v[0];
    }
    s
}

#[differentiable]
fn scaled(a: f64, y: &mut [f64]) {
    for v in y.iter_mut() {
        *v *= a;
    }
}

#[differentiable]
fn outputs(x: f64, n: usize) -> (f64, [f64; 2], Vec<f64>) {
    (x, [x, x * x], vec![x; n])
}

fn advice(name: &str, len: usize, given: usize) -> String {
    format!("`{name}` has {len} elements, its gradient, direction or weights have {given}: make them as long")
}

#[test]
fn gradients_of_the_wrong_length() {
    let mut ws = Workspace::new();
    let (mut short, mut long) = ([0.0; 1], [0.0; 3]);
    panics!(energy::value_and_gradient_into(&[1.0, 2.0], vec![1.0], &mut long, &mut short, &mut ws), advice("x", 2, 3));
    let mut two = [0.0; 2];
    panics!(energy::value_and_gradient_into(&[1.0, 2.0], vec![1.0], &mut two, &mut long, &mut ws), advice("v", 1, 3));
    panics!(scaled::vjp_into(1.0, &mut [1.0], &[1.0], &mut 0.0, &mut two, &mut ws), advice("y", 1, 2));
}

#[test]
fn directions_of_the_wrong_length() {
    panics!(energy::jvp(&[1.0, 2.0], vec![1.0], &[1.0], &[1.0]), advice("x", 2, 1));
    panics!(energy::jvp(&[1.0, 2.0], vec![1.0], &[1.0, 1.0], &[]), advice("v", 1, 0));
    panics!(energy::hvp(&[1.0, 2.0], vec![1.0], &[1.0, 2.0, 3.0], &[1.0]), advice("x", 2, 3));
    panics!(scaled::jvp(1.0, &mut [1.0], 1.0, &[1.0, 2.0]), advice("y", 1, 2));
}

#[test]
fn weights_of_the_wrong_length() {
    panics!(scaled::vjp(1.0, &mut [1.0, 2.0], &[1.0]), advice("y", 2, 1));
    let message = |k: usize, len: usize, given: usize| {
        format!("result {k} has {len} elements, its weights have {given}: make them as long")
    };
    panics!(outputs::vjp(1.0, 3, 1.0, &[1.0], &[1.0; 3]), message(1, 2, 1));
    panics!(outputs::vjp(1.0, 3, 1.0, &[1.0, 1.0], &[1.0; 4]), message(2, 3, 4));
    let mut ws = Workspace::new();
    panics!(outputs::vjp_into(1.0, 3, 1.0, &[1.0, 1.0], &[], &mut 0.0, &mut ws), message(2, 3, 0));
    assert_eq!(outputs::vjp(2.0, 3, 1.0, &[1.0, 1.0], &[1.0; 3]).1, 9.0, "after all this");
}

/// Holds that the call panics at the line where it stands, with words that say what is wrong.
macro_rules! panics_here {
    ($call:expr) => {{
        let here = line!();
        let (message, file, line) = panic_of(|| {
            let _ = $call;
        });
        assert_eq!((file.as_str(), line), (file!(), here), "{message}");
        assert!(message.contains("make ") || message.contains("same shape"), "{message}");
    }};
}

#[derive(Clone, Debug, Differentiable)]
struct Held {
    a: f64,
    l: Vec<f64>,
}

fn held(n: usize) -> Held {
    Held { a: 1.5, l: vec![2.0; n] }
}

#[differentiable]
impl Held {
    fn energy(&self, k: f64) -> f64 {
        self.a * self.l.iter().map(|x| x * x).sum::<f64>() * k
    }
    fn grown(&self, k: f64) -> Held {
        Held { a: self.a * k, l: self.l.iter().map(|x| x * k).collect() }
    }
}

#[differentiable]
fn of_held(h: &Held, k: f64) -> Held {
    Held { a: h.a * k, l: h.l.iter().map(|x| x * k).collect() }
}

#[differentiable]
fn of_list(h: &[Held], k: f64) -> f64 {
    h.iter().map(|h| h.a * k * h.l[0]).sum()
}

#[differentiable]
fn rows(x: &[Vec<f64>], k: f64) -> Vec<Vec<f64>> {
    x.iter().map(|row| row.iter().map(|x| x * k).collect()).collect()
}

#[differentiable]
fn row_sum(x: &[Vec<f64>], k: f64) -> f64 {
    x.iter().map(|row| row.iter().map(|x| x * x * k).sum::<f64>()).sum()
}

#[differentiable(tape)]
fn recorded(x: &[f64], h: &Held) -> Vec<f64> {
    x.iter().map(|x| x * h.a * h.l[0]).collect()
}

#[differentiable(tape)]
fn recorded_sum(x: &[f64], h: &Held) -> f64 {
    x.iter().map(|x| x * x * h.a * h.l[0]).sum()
}

#[differentiable]
fn perhaps(x: &[f64]) -> Option<Vec<f64>> {
    (x[0] > 0.0).then(|| x.iter().map(|x| x * x).collect())
}

#[test]
fn structures_of_the_wrong_shape() {
    let (two, three) = (held(2), held(3));
    panics_here!(of_held::jvp(&two, 1.0, &three, 1.0));
    panics_here!(of_held::vjp(&two, 1.0, &three));
    panics_here!(two.energy_jvp(1.0, &three, 1.0));
    panics_here!(two.energy_hvp(1.0, &three, 1.0));
    panics_here!(two.grown_vjp(1.0, &three));
    panics_here!(two.grown_jvp(1.0, &three, 1.0));
    let both = [held(2), held(3)];
    panics_here!(of_list::jvp(&both, 1.0, &[held(2)], 1.0));
    panics_here!(of_list::jvp(&both, 1.0, &[held(2), held(2)], 1.0));
    panics_here!(of_list::hvp(&both, 1.0, &[held(2), held(2)], 1.0));
}

#[test]
fn rows_of_the_wrong_shape() {
    let x = [vec![1.0, 2.0], vec![3.0]];
    panics_here!(rows::vjp(&x, 2.0, &[vec![1.0, 2.0]]));
    panics_here!(rows::vjp(&x, 2.0, &[vec![1.0], vec![3.0, 2.0]]));
    panics_here!(rows::jvp(&x, 2.0, &[vec![1.0, 2.0]], 1.0));
    panics_here!(row_sum::jvp(&x, 2.0, &[vec![1.0], vec![3.0, 2.0]], 1.0));
    panics_here!(row_sum::hvp(&x, 2.0, &[vec![1.0, 2.0]], 1.0));
}

#[test]
fn recorded_functions_say_where_too() {
    let (two, three) = (held(2), held(3));
    panics_here!(recorded::vjp(&[1.0, 2.0], &two, &[1.0]));
    panics_here!(recorded::jvp(&[1.0, 2.0], &two, &[1.0], &two));
    panics_here!(recorded::jvp(&[1.0, 2.0], &two, &[1.0, 1.0], &three));
    panics_here!(recorded_sum::hvp(&[1.0, 2.0], &two, &[1.0], &two));
    panics_here!(recorded_sum::hvp(&[1.0, 2.0], &two, &[1.0, 1.0], &three));
    panics_here!(perhaps::vjp(&[1.0, 2.0], &[1.0]));
}

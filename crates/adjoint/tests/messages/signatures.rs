// The attribute.

#[differentiable(fast)]
fn option(x: f64) -> f64 {
    x
}

#[differentiable]
struct Data {
    x: f64,
}

// What kind of function it is.

#[differentiable]
async fn asynchronous(x: f64) -> f64 {
    x
}

#[differentiable]
unsafe fn dangerous(x: f64) -> f64 {
    x
}

#[differentiable]
extern "C" fn foreign(x: f64) -> f64 {
    x
}

#[differentiable]
fn method(&self, x: f64) -> f64 {
    x
}

// Its generic parameters.

#[differentiable]
fn no_number<X: Clone>(x: X) -> X {
    x
}

#[differentiable]
fn bound_on_another_type<T: Real>(x: T) -> T
where
    Vec<T>: Clone,
{
    x
}

#[differentiable]
fn lifetime_in_bound<'a, M: Model<'a>>(x: f64, m: &M) -> f64 {
    x
}

#[differentiable]
fn bound_over_the_number<T: Real, M: Model<T>>(x: T, m: &M) -> T {
    m.at(x)
}

// Traits, and their `impl`s.

#[differentiable]
fn object(m: &dyn Model, x: f64) -> f64 {
    m.at(x)
}

#[differentiable]
impl Display for Data {
    fn fmt(&self, f: &mut Formatter) -> Result {
        Ok(())
    }
}

#[differentiable]
trait Generic {
    type Of<X>;
    fn at(&self, x: f64) -> f64;
}

#[differentiable]
trait Provided {
    fn at(&self, x: f64) -> f64 {
        x.next_up()
    }
}

// Its parameters.

#[differentiable]
fn slice(x: &mut [f64]) -> &mut [f64] {
    x
}

#[differentiable]
fn opaque(x: f64) -> impl Copy {
    x
}

// Names and conditions.

#[differentiable]
fn two_numbers<T: Real, U: Real>(x: T, y: U) -> T {
    x
}

#[differentiable]
fn draw_that_fails(x: f64, #[constant] state: &mut Path) -> Option<f64> {
    Some(x * next(state))
}

#[differentiable]
fn draw_for_a_structure(p: &mut Path, x: f64, #[constant] state: &mut Path) {
    p.x += x * next(state);
}

// Functions many at a time.

#[differentiable(math = "fast")]
fn another_word(x: f64) -> f64 {
    x.exp()
}

#[differentiable(math)]
fn no_word(x: f64) -> f64 {
    x.exp()
}

#[differentiable(math = "vector", tape)]
fn recorded_by_wish(x: f64) -> f64 {
    x.exp()
}

#[differentiable(math = "vector")]
fn of_single_precision(x: &[f32]) -> f32 {
    x.iter().map(|x| x.exp()).sum()
}

#[differentiable(math = "vector")]
fn of_any_number<T: Real>(x: &[T]) -> T {
    x.iter().map(|x| x.exp()).sum()
}

#[differentiable(math = "vector")]
fn of_a_pair([x, y]: [f64; 2]) -> f64 {
    (x * y).exp()
}

struct Reading {
    at: f64,
}

enum Kind {
    First,
    Second,
}

#[differentiable]
fn structure_in_a_tuple(x: f64) -> (f64, Reading) {
    (x, Reading { at: x })
}

#[differentiable]
fn choice_in_an_option(x: f64) -> Option<(f64, Kind)> {
    Some((x, Kind::First))
}

#[differentiable]
fn without_a_copy(x: f64, kind: Kind) -> f64 {
    match kind {
        Kind::First => x,
        Kind::Second => x * x,
    }
}

#[differentiable]
fn deque_that_changes(x: &mut std::collections::VecDeque<f64>) -> f64 {
    x[0]
}

#[differentiable]
fn deque_as_result(x: &[f64]) -> std::collections::VecDeque<f64> {
    x.iter().copied().collect()
}

// What changes behind `&mut` and is no number is kept.

struct Log {
    lines: usize,
}

#[differentiable]
fn kept(x: f64, log: &mut Log) -> f64 {
    log.lines += 1;
    x * x
}

struct Steps {
    taken: usize,
}

#[differentiable]
impl Steps {
    fn next(&mut self, x: f64) -> f64 {
        self.taken += 1;
        x * self.taken as f64
    }
}

//! Log-densities for the sampler nuts-rs, on parameters with constraints.
//!
//! ```no_run
//! use nuts_rs::{DiagNutsSettings, HashMapConfig, Sampler};
//! use std::sync::Arc;
//! use wengert::adapters::nuts::{Constraint, Posterior};
//! use wengert::prelude::*;
//!
//! /// Data from a normal distribution: location and scale, with a flat prior for both.
//! #[differentiable]
//! fn density(p: &[f64], #[constant] data: &[f64]) -> f64 {
//!     let mut sum = 0.0;
//!     for y in data {
//!         sum -= 0.5 * ((y - p[0]) / p[1]).powi(2) + p[1].ln();
//!     }
//!     sum
//! }
//!
//! static DATA: [f64; 4] = [1.0, 2.0, 2.5, 4.0];
//! let model = Posterior::new(|p, g, ws| density::value_and_gradient_into(p, &DATA, g, ws))
//!     .parameter("location", Constraint::Free)
//!     .parameter("scale", Constraint::Above(0.0));
//! let sampler = Sampler::new(Arc::new(model), DiagNutsSettings::default(), HashMapConfig::new(), 2, None);
//! ```

mod constraint;

use crate::generated::Workspace;
pub use constraint::Constraint;
use core::fmt;
use nuts_rs::rand::{Rng, RngExt};
use nuts_rs::{CpuLogpFunc, CpuMath, CpuMathError, HasDims, InitPositionError, LogpError, Model, Storable, Value};
use std::collections::HashMap;
use std::sync::Arc;

/// A model for nuts-rs: a log-density with its gradient, and the constraints of its parameters.
///
/// The sampler moves in unconstrained coordinates u; the density there is f(x(u)) + ln |dx/du|, and its gradient is taken
/// through both terms. Draws are the constrained values, under the names of the parameters.
///
/// ```
/// use wengert::adapters::nuts::{Constraint, Posterior};
/// // An exponential distribution: the logarithm of its density is -x.
/// let model = Posterior::new(|x: &[f64], g: &mut [f64], _| {
///     g[0] = -1.0;
///     -x[0]
/// })
/// .parameter("wait", Constraint::Above(0.0))
/// .spread(0.5);
/// // On u = ln x there is one more term, ln |dx/du| = u.
/// let (mut density, mut gradient) = (model.density(), [0.0]);
/// assert_eq!(density.value_and_gradient_into(&[0.0], &mut gradient), Ok(-1.0));
/// assert_eq!((gradient, density.constrained(&[0.0])), ([0.0], vec![1.0]));
/// ```
pub struct Posterior<F> {
    density: LogDensity<F>,
    spread: f64,
}

impl<F: Fn(&[f64], &mut [f64], &mut Workspace) -> f64 + Clone> Posterior<F> {
    /// A log-density, up to a constant, that writes its gradient at a point and gives its value:
    /// `f::value_and_gradient_into` of a function with `#[differentiable]`. It has as many inputs as the parameters that
    /// follow have numbers.
    pub fn new(density: F) -> Self {
        let shape = Arc::new(Shape::default());
        Posterior { density: LogDensity { f: density, shape, work: Work::default() }, spread: 2.0 }
    }

    /// Another parameter of the density, in the order of its inputs.
    ///
    /// # Panics
    /// If there is one of this name, or the constraint makes no sense: bounds that leave nothing between them, no numbers.
    #[track_caller]
    #[must_use]
    pub fn parameter(mut self, name: &str, constraint: Constraint) -> Self {
        constraint.check();
        let shape = Arc::make_mut(&mut self.density.shape);
        assert!(shape.parameters.iter().all(|p| p.name != name), "two parameters are called `{name}`");
        shape.parameters.push(Parameter { name: name.to_owned(), dimension: format!("{name}_dim"), constraint });
        self
    }

    /// Chains start at random within -`spread` and `spread` in unconstrained coordinates; without this, 2, as in Stan.
    #[must_use]
    pub fn spread(self, spread: f64) -> Self {
        Posterior { spread, ..self }
    }

    /// The density on unconstrained coordinates, with memory of its own: one for each chain.
    pub fn density(&self) -> LogDensity<F> {
        self.density.clone()
    }
}

/// The density on unconstrained coordinates: what one chain runs.
///
/// ```
/// use wengert::adapters::nuts::{Constraint, Posterior};
/// let flat = Posterior::new(|_: &[f64], g: &mut [f64], _| {
///     g.fill(0.0);
///     0.0
/// });
/// let density = flat.parameter("share", Constraint::Between(2.0, 4.0)).density();
/// // Half of the way at u = 0.
/// assert_eq!(density.constrained(&[0.0]), [3.0]);
/// ```
pub struct LogDensity<F> {
    f: F,
    shape: Arc<Shape>,
    work: Work,
}

/// The parameters.
#[derive(Clone, Default)]
struct Shape {
    parameters: Vec<Parameter>,
}

#[derive(Clone, Debug)]
struct Parameter {
    name: String,
    /// The name of its own dimension.
    dimension: String,
    constraint: Constraint,
}

impl Shape {
    fn free(&self) -> usize {
        self.parameters.iter().map(|p| p.constraint.free()).sum()
    }
}

/// Memory of a chain.
#[derive(Default)]
struct Work {
    x: Vec<f64>,
    gradient: Vec<f64>,
    workspace: Workspace,
}

impl<F: Clone> Clone for LogDensity<F> {
    fn clone(&self) -> Self {
        LogDensity { f: self.f.clone(), shape: Arc::clone(&self.shape), work: Work::default() }
    }
}

impl<F> LogDensity<F> {
    /// The constrained values at unconstrained coordinates.
    ///
    /// # Panics
    /// If there is not a coordinate for each.
    #[track_caller]
    pub fn constrained(&self, u: &[f64]) -> Vec<f64> {
        let (found, wanted) = (u.len(), self.shape.free());
        assert!(found == wanted, "{found} coordinates for {wanted} of the parameters: give one for each");
        let mut x = Vec::new();
        self.constrain(u, &mut x);
        x
    }

    fn constrain(&self, u: &[f64], x: &mut Vec<f64>) -> f64 {
        x.clear();
        let mut rest = u;
        let mut jacobian = 0.0;
        for Parameter { constraint, .. } in &self.shape.parameters {
            let (own, others) = rest.split_at(constraint.free());
            jacobian += constraint.constrain(own, x);
            rest = others;
        }
        jacobian
    }
}

impl<F: Fn(&[f64], &mut [f64], &mut Workspace) -> f64> LogDensity<F> {
    /// The density and its gradient at unconstrained coordinates.
    ///
    /// # Errors
    /// If one of them is not finite there: the sampler counts it as a divergence, and goes on.
    pub fn value_and_gradient_into(&mut self, u: &[f64], gradient: &mut [f64]) -> Result<f64, NotFinite> {
        let mut work = core::mem::take(&mut self.work);
        let jacobian = self.constrain(u, &mut work.x);
        work.gradient.clear();
        work.gradient.resize(work.x.len(), 0.0);
        let value = (self.f)(&work.x, &mut work.gradient, &mut work.workspace) + jacobian;
        let (mut at, mut of) = (0, 0);
        for Parameter { constraint, .. } in &self.shape.parameters {
            let (free, numbers) = (constraint.free(), constraint.numbers());
            let weights = &work.gradient[of..of + numbers];
            constraint.pull(&u[at..at + free], weights, &mut gradient[at..at + free]);
            (at, of) = (at + free, of + numbers);
        }
        self.work = work;
        match value.is_finite() && gradient.iter().all(|g| g.is_finite()) {
            true => Ok(value),
            false => Err(NotFinite { value }),
        }
    }
}

/// The density or its gradient is not finite: a divergence, from which the sampler goes on.
///
/// ```
/// use nuts_rs::LogpError;
/// use wengert::adapters::nuts::{Constraint, Posterior};
/// let model = Posterior::new(|x: &[f64], g: &mut [f64], _| {
///     g[0] = 1.0 / x[0];
///     x[0].ln()
/// });
/// let mut density = model.parameter("x", Constraint::Free).density();
/// let error = density.value_and_gradient_into(&[-1.0], &mut [0.0]).unwrap_err();
/// assert!(error.is_recoverable() && error.to_string() == "the log-density is NaN");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NotFinite {
    value: f64,
}

impl fmt::Display for NotFinite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.value.is_finite() {
            true => f.write_str("the gradient of the log-density is not finite"),
            false => write!(f, "the log-density is {}", self.value),
        }
    }
}

impl core::error::Error for NotFinite {}

impl LogpError for NotFinite {
    fn is_recoverable(&self) -> bool {
        true
    }
}

impl<F> HasDims for LogDensity<F> {
    fn dim_sizes(&self) -> HashMap<String, u64> {
        let of = |p: &Parameter| (p.dimension.clone(), p.constraint.numbers() as u64);
        let mut sizes: HashMap<String, u64> = self.shape.parameters.iter().map(of).collect();
        sizes.insert("unconstrained_parameter".to_owned(), self.shape.free() as u64);
        sizes
    }
}

/// The constrained values of one draw.
///
/// ```
/// use nuts_rs::{CpuLogpFunc, Storable, Value, rand};
/// use wengert::adapters::nuts::{Constraint, Posterior};
/// let model = Posterior::new(|_: &[f64], g: &mut [f64], _| {
///     g.fill(0.0);
///     0.0
/// });
/// let mut density = model.parameter("x", Constraint::Free).parameter("y", Constraint::Frees(2)).density();
/// let mut draw = density.expand_vector(&mut rand::rng(), &[1.0, 2.0, 3.0])?;
/// let values = draw.get_all(&density);
/// assert!(matches!(&values[0], ("x", Some(Value::ScalarF64(x))) if *x == 1.0));
/// assert!(matches!(&values[1], ("y", Some(Value::F64(y))) if *y == [2.0, 3.0]));
/// # Ok::<(), nuts_rs::CpuMathError>(())
/// ```
pub struct Draw {
    values: Vec<f64>,
}

impl<F: Send + Sync> Storable<LogDensity<F>> for Draw {
    fn names(parent: &LogDensity<F>) -> Vec<&str> {
        parent.shape.parameters.iter().map(|p| p.name.as_str()).collect()
    }

    fn item_type(_: &LogDensity<F>, _: &str) -> nuts_rs::ItemType {
        nuts_rs::ItemType::F64
    }

    fn dims<'a>(parent: &'a LogDensity<F>, item: &str) -> Vec<&'a str> {
        // A single number has none.
        let of = |p: &&'a Parameter| p.name == item && p.constraint.numbers() > 1;
        parent.shape.parameters.iter().find(of).map(|p| p.dimension.as_str()).into_iter().collect()
    }

    fn get_all<'a>(&'a mut self, parent: &'a LogDensity<F>) -> Vec<(&'a str, Option<Value>)> {
        let mut at = 0;
        let of = |p: &'a Parameter| {
            let own = &self.values[at..at + p.constraint.numbers()];
            at += own.len();
            let value = if let [x] = own { Value::ScalarF64(*x) } else { Value::F64(own.to_vec()) };
            (p.name.as_str(), Some(value))
        };
        parent.shape.parameters.iter().map(of).collect()
    }
}

impl<F> CpuLogpFunc for LogDensity<F>
where
    F: Fn(&[f64], &mut [f64], &mut Workspace) -> f64 + Send + Sync,
{
    type LogpError = NotFinite;
    type FlowParameters = ();
    type ExpandedVector = Draw;

    fn dim(&self) -> usize {
        self.shape.free()
    }

    fn logp(&mut self, position: &[f64], gradient: &mut [f64]) -> Result<f64, NotFinite> {
        self.value_and_gradient_into(position, gradient)
    }

    fn expand_vector<R: Rng + ?Sized>(&mut self, _: &mut R, position: &[f64]) -> Result<Draw, CpuMathError> {
        Ok(Draw { values: self.constrained(position) })
    }
}

impl<F> Model for Posterior<F>
where
    F: Fn(&[f64], &mut [f64], &mut Workspace) -> f64 + Clone + Send + Sync + 'static,
{
    type Math = CpuMath<LogDensity<F>>;

    fn math<R: Rng + ?Sized>(self: Arc<Self>, _: &mut R) -> Result<Self::Math, anyhow::Error> {
        Ok(CpuMath::new(self.density()))
    }

    fn init_position<R: Rng + ?Sized>(
        &self,
        random: &mut R,
        _: u64,
        position: &mut [f64],
    ) -> Result<(), InitPositionError> {
        position.iter_mut().for_each(|u| *u = self.spread * (2.0 * random.random::<f64>() - 1.0));
        Ok(())
    }
}

impl<F> fmt::Debug for Posterior<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Posterior").field("parameters", &self.density.shape.parameters).finish()
    }
}

impl<F> fmt::Debug for LogDensity<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LogDensity").field("parameters", &self.shape.parameters).finish()
    }
}

impl fmt::Debug for Draw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Draw").field(&self.values).finish()
    }
}

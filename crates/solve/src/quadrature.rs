//! Integrals over an interval.

use crate::Error;
use crate::error::{finite, tolerated};
use rules::Real;

/// A function of a variable and of parameters, to be integrated over the variable.
///
/// ```
/// use rules::{Functions, Real};
/// use solve::{Integrand, quadrature};
/// struct Power; // x^theta
/// impl Integrand for Power {
///     fn eval<T: Real>(&self, x: T, theta: &[T]) -> T {
///         x.powf(theta[0])
///     }
/// }
/// assert_eq!(Power.eval(3.0, &[2.0]), 9.0);
/// // d/dtheta of 1 / (1 + theta)
/// let theta = forward::Dual::<f64>::variable(3.0);
/// let whole = quadrature(Power).over(0.0.into(), 1.0.into(), &[theta])?;
/// assert!((whole.value.tangent + 1.0 / 16.0).abs() < 1e-10);
/// # Ok::<(), solve::Error>(())
/// ```
pub trait Integrand {
    /// The value.
    fn eval<T: Real>(&self, x: T, theta: &[T]) -> T;
}

impl<F: Integrand + ?Sized> Integrand for &F {
    fn eval<T: Real>(&self, x: T, theta: &[T]) -> T {
        (**self).eval(x, theta)
    }
}

/// Nodes of the rule of Kronrod with 21 points on (-1, 1) from the outside in, its weights, and those of the rule of Gauss
/// on every second node (Piessens et al. 1983, *QUADPACK*, `qk21`).
const RULE: [(f64, f64, f64); 11] = [
    (0.9956571630258081, 0.011694638867371874, 0.0),
    (0.9739065285171717, 0.03255816230796473, 0.06667134430868814),
    (0.9301574913557082, 0.054755896574351996, 0.0),
    (0.8650633666889845, 0.07503967481091996, 0.1494513491505806),
    (0.7808177265864169, 0.09312545458369761, 0.0),
    (0.6794095682990244, 0.10938715880229764, 0.21908636251598204),
    (0.5627571346686047, 0.12349197626206584, 0.0),
    (0.4333953941292472, 0.13470921731147334, 0.26926671930999635),
    (0.2943928627014602, 0.14277593857706009, 0.0),
    (0.14887433898163122, 0.1477391049013385, 0.29552422471475287),
    (0.0, 0.1494455540029169, 0.0),
];

/// The integral of a function over an interval, by adaptive quadrature, as a function of its bounds and its parameters.
///
/// Tolerances are 1e-10, relative, and 0, absolute, unless they are said.
///
/// ```
/// use rules::{Functions, Real};
/// use solve::{Integrand, quadrature};
/// struct Bell;
/// impl Integrand for Bell {
///     fn eval<T: Real>(&self, x: T, theta: &[T]) -> T {
///         (-theta[0] * x * x).exp()
///     }
/// }
/// let whole = quadrature(Bell).over(f64::NEG_INFINITY, f64::INFINITY, &[2.0])?;
/// assert!((whole.value - (std::f64::consts::PI / 2.0).sqrt()).abs() < 1e-12);
/// # Ok::<(), solve::Error>(())
/// ```
pub fn quadrature<F: Integrand>(f: F) -> Quadrature<F> {
    Quadrature { f, relative: 1e-10, absolute: 0.0, limit: 2000 }
}

/// An integral: made by [`quadrature`].
///
/// ```
/// use rules::{Functions, Real};
/// use solve::{Integrand, quadrature};
/// struct Root; // sqrt(x)
/// impl Integrand for Root {
///     fn eval<T: Real>(&self, x: T, _: &[T]) -> T {
///         x.sqrt()
///     }
/// }
/// let rough = quadrature(Root).tolerances(1e-4, 0.0).over(0.0, 1.0, &[])?;
/// let fine = quadrature(Root).tolerances(1e-10, 0.0).over(0.0, 1.0, &[])?;
/// assert!(rough.parts < fine.parts && (fine.value - 2.0 / 3.0).abs() < 1e-10);
/// assert!(quadrature(Root).tolerances(1e-10, 0.0).limit(2).over(0.0, 1.0, &[]).is_err());
/// # Ok::<(), solve::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Quadrature<F> {
    f: F,
    relative: f64,
    absolute: f64,
    limit: usize,
}

/// The value of an integral.
///
/// ```
/// use rules::Real;
/// use solve::{Integrand, quadrature};
/// struct Square;
/// impl Integrand for Square {
///     fn eval<T: Real>(&self, x: T, _: &[T]) -> T {
///         x * x
///     }
/// }
/// let integral = quadrature(Square).over(0.0, 3.0, &[])?;
/// // The rule is exact for polynomials.
/// assert_eq!(integral.parts, 1);
/// assert!((integral.value - 9.0).abs() < 1e-14 && integral.error < 1e-12);
/// # Ok::<(), solve::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Integral<T> {
    /// The value.
    pub value: T,
    /// An estimate of its error.
    pub error: f64,
    /// How many parts the interval was cut into.
    pub parts: usize,
}

impl<F: Integrand> Quadrature<F> {
    /// The estimated error is at most `absolute`, or `relative` times the value.
    #[must_use]
    pub fn tolerances(self, relative: f64, absolute: f64) -> Self {
        Quadrature { relative, absolute, ..self }
    }

    /// The interval is cut into at most so many parts, instead of 2000.
    #[must_use]
    pub fn limit(self, parts: usize) -> Self {
        Quadrature { limit: parts, ..self }
    }

    /// The integral from `a` to `b`, which may be infinite, on any number.
    ///
    /// The interval is cut on plain numbers, where the estimated error of the value is the largest, and the rule is then
    /// evaluated on the numbers: derivatives by the parameters are those of the integrand, integrated by the same rule.
    /// Derivatives by the bounds are exact: the integrand there. A peak between two of the 21 points of the whole interval is
    /// not seen: where there may be one, add up the integrals to it and from it on.
    ///
    /// # Errors
    /// If the tolerance is not reached or is none, the integrand is not finite at a point of the rule, a bound is NaN, or the number is
    /// one of [`Error::Open`].
    pub fn over<T: Real>(&self, a: T, b: T, theta: &[T]) -> Result<Integral<T>, Error> {
        let plain: Vec<f64> = theta.iter().map(T::value).collect();
        finite("the parameters", &plain)?;
        tolerated(self.relative).and(tolerated(self.absolute))?;
        let (low, high) = (a.value(), b.value());
        if low.is_nan() || high.is_nan() {
            let (index, value) = if low.is_nan() { (0, low) } else { (1, high) };
            return Err(Error::NotFinite { what: "the bounds", index, value });
        }
        let still = a.is_constant() && b.is_constant() && theta.iter().all(|t| t.is_constant());
        if T::ORDER == usize::MAX && !still {
            return Err(Error::Open);
        }
        let (mut value, mut error, mut parts) = (T::from(0.0), 0.0, 0);
        if low != high {
            let line = Line::new(low, high);
            let cut = self.cut(&line, &plain)?;
            parts = cut.len();
            error = cut.iter().map(|part| part.error).sum();
            for part in &cut {
                let half = 0.5 * (part.high - part.low);
                for (t, weight, _) in nodes(part.low, part.high) {
                    value += line.eval(&self.f, t, theta) * (weight * half);
                }
            }
        }
        value += self.beyond(b, theta) - self.beyond(a, theta);
        Ok(Integral { value, error, parts })
    }

    /// The integral from the value of a bound to the bound: zero, with all derivatives.
    fn beyond<T: Real>(&self, bound: T, theta: &[T]) -> T {
        let at = bound.value();
        if bound.is_constant() || at.is_infinite() {
            return T::from(0.0);
        }
        let width = bound - at;
        if T::ORDER <= 1 {
            return width * self.f.eval(T::from(at), theta);
        }
        // The rule is exact to degree 31, and so is this to order 32.
        nodes(0.0, 1.0).map(|(s, weight, _)| width * (0.5 * weight) * self.f.eval(at + width * s, theta)).sum()
    }

    /// Parts with errors that are small enough together.
    fn cut(&self, line: &Line, theta: &[f64]) -> Result<Vec<Part>, Error> {
        let mut parts = vec![self.part(line, theta, 0.0, 1.0)?];
        loop {
            let sum = |of: fn(&Part) -> f64| parts.iter().map(of).sum::<f64>();
            let (value, error, floor) = (sum(|p| p.value), sum(|p| p.error), sum(|p| p.floor));
            let wanted = self.absolute.max(self.relative * value.abs());
            if error <= wanted.max(floor) {
                return Ok(parts);
            }
            let worst = (0..parts.len()).fold(0, |w, k| if parts[k].error > parts[w].error { k } else { w });
            let Part { low, high, .. } = parts[worst];
            let middle = 0.5 * (low + high);
            if parts.len() >= self.limit || middle <= low || middle >= high {
                let what = "the quadrature";
                return Err(Error::NotConverged { what, iterations: parts.len(), reached: error, wanted });
            }
            parts[worst] = self.part(line, theta, low, middle)?;
            parts.push(self.part(line, theta, middle, high)?);
        }
    }

    fn part(&self, line: &Line, theta: &[f64], low: f64, high: f64) -> Result<Part, Error> {
        let half = 0.5 * (high - low);
        let mut values = [0.0; 21];
        let (mut kronrod, mut gauss, mut size) = (0.0, 0.0, 0.0);
        for (value, (t, k, g)) in values.iter_mut().zip(nodes(low, high)) {
            *value = line.eval(&self.f, t, theta);
            if !value.is_finite() {
                return Err(line.fault(&self.f, t, theta, *value));
            }
            (kronrod, gauss, size) = (kronrod + k * *value, gauss + g * *value, size + k * value.abs());
        }
        let mean = 0.5 * kronrod;
        let spread: f64 = values.iter().zip(nodes(low, high)).map(|(v, (_, k, _))| k * (v - mean).abs()).sum();
        let (spread, difference) = (spread * half, ((kronrod - gauss) * half).abs());
        let error = if spread > 0.0 && difference > 0.0 {
            spread * (200.0 * difference / spread).powf(1.5).min(1.0)
        } else {
            difference
        };
        let floor = 50.0 * f64::EPSILON * size * half;
        Ok(Part { low, high, value: kronrod * half, error, floor })
    }
}

/// A part of the interval from 0 to 1.
struct Part {
    low: f64,
    high: f64,
    value: f64,
    error: f64,
    /// What rounding makes of the values alone.
    floor: f64,
}

/// Points and weights of the rule on an interval.
fn nodes(low: f64, high: f64) -> impl Iterator<Item = (f64, f64, f64)> {
    let (middle, half) = (0.5 * (low + high), 0.5 * (high - low));
    RULE.iter().flat_map(move |&(x, k, g)| {
        let count = if x == 0.0 { 1 } else { 2 };
        [-1.0, 1.0].into_iter().take(count).map(move |side| (middle + side * half * x, k, g))
    })
}

/// The way from 0 to 1 onto the interval: straight, or bent to reach infinity.
enum Line {
    Finite {
        low: f64,
        width: f64,
    },
    /// From a point to infinity in this direction.
    Ray {
        from: f64,
        side: f64,
        sign: f64,
    },
    Whole {
        sign: f64,
    },
}

impl Line {
    fn new(low: f64, high: f64) -> Line {
        match (low.is_finite(), high.is_finite()) {
            (true, true) => Line::Finite { low, width: high - low },
            (true, false) => Line::Ray { from: low, side: high.signum(), sign: high.signum() },
            (false, true) => Line::Ray { from: high, side: low.signum(), sign: -low.signum() },
            (false, false) => Line::Whole { sign: high.signum() },
        }
    }

    fn point(&self, t: f64) -> f64 {
        match *self {
            Line::Finite { low, width } => low + width * t,
            Line::Ray { from, side, .. } => from + side * (1.0 - t) / t,
            Line::Whole { .. } => (1.0 - t) / t,
        }
    }

    /// Why what [`eval`](Line::eval) gives is not finite: the integrand is not, or it is still large where the point moves fast.
    fn fault<F: Integrand>(&self, f: &F, t: f64, theta: &[f64], value: f64) -> Error {
        let x = self.point(t);
        let sides = if matches!(self, Line::Whole { .. }) { &[x, -x][..] } else { &[x] };
        let values = sides.iter().map(|&x| (x, f.eval(x, theta)));
        match (values.into_iter().find(|(_, value)| !value.is_finite()), self) {
            (Some((x, value)), _) => Error::Integrand { x, value },
            (None, Line::Finite { .. }) => Error::Integrand { x, value },
            (None, _) => Error::Tail { x },
        }
    }

    /// The integrand at a point, times how fast the point moves there.
    fn eval<F: Integrand, T: Real>(&self, f: &F, t: f64, theta: &[T]) -> T {
        let x = self.point(t);
        match *self {
            Line::Finite { width, .. } => f.eval(T::from(x), theta) * width,
            Line::Ray { sign, .. } => f.eval(T::from(x), theta) * (sign / (t * t)),
            Line::Whole { sign } => (f.eval(T::from(x), theta) + f.eval(T::from(-x), theta)) * (sign / (t * t)),
        }
    }
}

//! References with more digits than an `f64` has, and errors in units in the last place.

use rules::Row;

/// A number as the nearest `f64` and what it lacks, with the condition number of the function there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Exact {
    pub(crate) nearest: f64,
    pub(crate) rest: f64,
    pub(crate) condition: f64,
}

/// One line of the references.
pub(crate) struct Line {
    pub(crate) row: &'static Row,
    pub(crate) n: i32,
    pub(crate) args: Vec<f64>,
    pub(crate) value: Exact,
    pub(crate) first: Vec<Exact>,
    pub(crate) second: Vec<Exact>,
}

impl Line {
    /// The point as it is written in messages: arguments, then the parameter of a family.
    pub(crate) fn point(&self) -> String {
        let args: Vec<String> = self
            .args
            .iter()
            .map(|x| if (1e-3..1e6).contains(&x.abs()) { format!("{x}") } else { format!("{x:e}") })
            .collect();
        if self.row.family { format!("{}; {}", args.join(", "), self.n) } else { args.join(", ") }
    }
}

/// All lines of `references.tsv`.
pub(crate) fn lines() -> Vec<Line> {
    include_str!("../data/references.tsv").lines().skip(1).map(line).collect()
}

fn line(text: &str) -> Line {
    let fields: Vec<&str> = text.split('\t').collect();
    let row = Row::find(fields[0]).unwrap_or_else(|| panic!("there is no row {}", fields[0]));
    let all = |field: &str| field.split(' ').map(Exact::parse).collect();
    Line {
        row,
        n: fields[1].parse().unwrap(),
        args: fields[2].split(' ').map(|x| x.parse().unwrap()).collect(),
        value: Exact::parse(fields[3]),
        first: all(fields[4]),
        second: all(fields[5]),
    }
}

impl Exact {
    /// Reads `digits(condition)`.
    fn parse(text: &str) -> Exact {
        let (digits, condition) = text.strip_suffix(')').and_then(|t| t.split_once('(')).unwrap();
        let nearest: f64 = digits.parse().unwrap();
        let rest = if !nearest.is_finite() || nearest == 0.0 {
            0.0
        } else {
            let (m, e) = decimal(digits);
            let (k, f) = decimal(&format!("{nearest:.35e}"));
            // The exponents differ where rounding crosses a power of ten.
            let (m, k) = if e > f { (m * 10, k) } else { (m, if f > e { k * 10 } else { k }) };
            (m - k) as f64 * 10.0_f64.powi(e.min(f) - 35)
        };
        Exact { nearest, rest, condition: condition.parse().unwrap() }
    }

    /// The error of `got` in units in the last place; 0 where both have left the range on the same side, or are NaN.
    pub(crate) fn ulps(&self, got: f64) -> f64 {
        if got.is_nan() && self.nearest.is_nan() {
            return 0.0;
        }
        if got == self.nearest && (got.is_infinite() || self.rest == 0.0) {
            return 0.0;
        }
        if self.nearest.is_infinite() && got.abs() == f64::MAX {
            return 1.0;
        }
        let error = ((got - self.nearest) - self.rest).abs() / unit(self.nearest);
        if error.is_nan() { f64::INFINITY } else { error }
    }

    /// As [`ulps`](Exact::ulps), divided by the condition number where that is above 4, which is what no algorithm can
    /// help: the contract's measure.
    pub(crate) fn error(&self, got: f64) -> f64 {
        let ulps = self.ulps(got);
        if self.condition > 4.0 { ulps / self.condition } else { ulps }
    }
}

/// The distance between the floating-point numbers around `x`.
pub(crate) fn unit(x: f64) -> f64 {
    let x = x.abs();
    if x == f64::MAX || x.is_infinite() { f64::MAX - f64::MAX.next_down() } else { x.next_up() - x }
}

/// Decimal digits as a whole number of 36 digits times 10^(e - 35).
fn decimal(text: &str) -> (i128, i32) {
    let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
    let exponent: i32 = exponent.parse().unwrap();
    let negative = mantissa.starts_with('-');
    let mantissa = mantissa.trim_start_matches('-');
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{whole}{fraction}");
    let leading = digits.len() - digits.trim_start_matches('0').len();
    let mut significant: String = digits.trim_start_matches('0').chars().take(36).collect();
    while significant.len() < 36 {
        significant.push('0');
    }
    let m: i128 = significant.parse().unwrap();
    (if negative { -m } else { m }, exponent + whole.len() as i32 - 1 - leading as i32)
}

//! Taylor coefficients up to order 20 against references (`references/taylor.py` makes them) and exact ones.

use forward::Taylor;
use rules::{Functions, functions as special};

const K: usize = 20;
type Series = Taylor<f64, K>;

fn function(name: &str) -> fn(Series) -> Series {
    match name {
        "exp" => |x| x.exp(),
        "exp_m1" => |x| x.exp_m1(),
        "ln" => |x| x.ln(),
        "log_base" => |x| Series::from(3.0).log(x),
        "sin" => |x| x.sin(),
        "cos" => |x| x.cos(),
        "tan" => |x| x.tan(),
        "asin" => |x| x.asin(),
        "acos" => |x| x.acos(),
        "atan" => |x| x.atan(),
        "sinh" => |x| x.sinh(),
        "cosh" => |x| x.cosh(),
        "tanh" => |x| x.tanh(),
        "asinh" => |x| x.asinh(),
        "acosh" => |x| x.acosh(),
        "atanh" => |x| x.atanh(),
        "geometric" => |x| 1.0 / (1.0 - x),
        "sqrt" => |x| x.sqrt(),
        "cbrt" => |x| x.cbrt(),
        "power_2.5" => |x| x.powf(2.5),
        "power_-1.5" => |x| x.powf(-1.5),
        "power_7" => |x| x.powf(7.0),
        "power_-3" => |x| x.powi(-3),
        "x_to_x" => |x| x.powf(x),
        "hypot" => |x| x.hypot(2.0),
        "atan2" => |x| x.atan2(2.0),
        "erf" => special::erf,
        "erfc" => special::erfc,
        "gamma" => special::gamma,
        "ln_gamma" => special::ln_gamma,
        "digamma" => special::digamma,
        "beta" => |x| special::beta(x, 2.0 * x),
        "bessel_j_1" => |x| special::bessel_j(x, 1),
        "bessel_y_0" => |x| special::bessel_y(x, 0),
        "sinc" => special::sinc,
        "softplus" => special::softplus,
        "exp_of_sin" => |x| x.sin().exp(),
        "rational" => |x| (x.powi(3) - 2.0 * x + 1.0) / (1.0 + x * x),
        "tan_of_product" => |x| (x * (-x).exp()).tan(),
        "power_of_polynomial" => |x| (1.0 + x + x * x).powi(3),
        "power_of_sine" => |x| (2.0 + x.sin()).powf(1.5),
        _ => panic!("{name} is in the references only"),
    }
}

#[test]
fn against_references() {
    let mut rows = include_str!("references/taylor.tsv").lines().skip(1).map(|line| {
        let mut fields = line.split('\t');
        let name = fields.next().unwrap();
        let mut number = || fields.next().unwrap().parse::<f64>().unwrap();
        (name, number(), number() as usize, number())
    });
    let mut wrong = Vec::new();
    while let Some((name, x, _, c)) = rows.next() {
        let mut want = vec![c];
        want.extend(rows.by_ref().take(K).map(|(_, _, _, c)| c));
        let got: Vec<f64> = function(name)(Series::variable(x)).coefficients().collect();
        for k in 0..=K {
            // A zero between neighbours that are none is a difference of terms of their size.
            let beside = if 0 < k && k < K { (want[k - 1] * want[k + 1]).abs().sqrt() } else { 0.0 };
            let error = (got[k] - want[k]).abs() / want[k].abs().max(beside);
            if error > 1e-12 {
                wrong.push(format!("{name} at {x}: coefficient {k} is {}, not {}: {error:.1e}", got[k], want[k]));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

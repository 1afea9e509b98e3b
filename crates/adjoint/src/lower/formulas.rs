//! Methods of floats that are no rows of the table, as the standard library writes them.

use syn::{Expr, parse_quote};

/// What a method of two numbers stands for.
pub(super) fn formula(name: &str, a: &Expr, b: &Expr) -> Option<Expr> {
    Some(match name {
        // Halves are added where the sum would be too large; what is too small for a half stays whole.
        "midpoint" => parse_quote!({
            let (midpoint_of, midpoint_and) = (#a, #b);
            let (least, most) = (2.0 * f64::MIN_POSITIVE, 0.5 * f64::MAX);
            if midpoint_of.abs() <= most && midpoint_and.abs() <= most {
                (midpoint_of + midpoint_and) / 2.0
            } else if midpoint_of.abs() < least {
                midpoint_of + midpoint_and / 2.0
            } else if midpoint_and.abs() < least {
                midpoint_of / 2.0 + midpoint_and
            } else {
                midpoint_of / 2.0 + midpoint_and / 2.0
            }
        }),
        "div_euclid" => parse_quote!({
            let (dividend, divisor) = (#a, #b);
            let quotient = (dividend / divisor).trunc();
            if dividend % divisor < 0.0 {
                if divisor > 0.0 { quotient - 1.0 } else { quotient + 1.0 }
            } else {
                quotient
            }
        }),
        _ => return None,
    })
}

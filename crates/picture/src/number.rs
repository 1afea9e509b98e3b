//! Numbers as they stand in pictures.

use std::fmt::Display;

/// `x` with so many digits at most, in the shortest form: `0.1`, `6`, `1e-7`, `NaN`.
///
/// ```
/// use picture::number;
/// assert_eq!([number(0.1 + 0.2, 6), number(6.0, 6), number(1e-7, 6), number(2.0 / 3.0, 3)], ["0.3", "6", "1e-7", "0.667"]);
/// ```
pub fn number(x: f64, digits: u8) -> String {
    let rounded = match x.is_finite() {
        true => format!("{x:.0$e}", usize::from(digits.max(1)) - 1).parse().unwrap_or(x),
        false => x,
    };
    let mut buffer = zmij::Buffer::new();
    let text = buffer.format(rounded);
    text.strip_suffix(".0").unwrap_or(text).to_owned()
}

/// Ten to this power, as 10 with a small number above.
///
/// ```
/// assert_eq!(picture::power_of_ten(-3), "10⁻³");
/// ```
pub fn power_of_ten(power: i32) -> String {
    format!("10{}", superscript(power))
}

/// An integer in small figures above the line.
///
/// ```
/// assert_eq!(picture::superscript(1964), "¹⁹⁶⁴");
/// ```
pub fn superscript(n: impl Display) -> String {
    const DIGITS: [char; 10] = [
        '\u{2070}', '\u{b9}', '\u{b2}', '\u{b3}', '\u{2074}', '\u{2075}', '\u{2076}', '\u{2077}', '\u{2078}',
        '\u{2079}',
    ];
    n.to_string().chars().map(|c| c.to_digit(10).map_or('\u{207b}', |digit| DIGITS[digit as usize])).collect()
}

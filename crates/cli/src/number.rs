//! Numbers as text, with all their digits.

/// Appends `x` in the shortest form that reads back as the same number: `0.1`, `6`, `-0`, `1e-7`, `NaN`, `inf`.
pub(crate) fn push(text: &mut String, x: f64) {
    let mut buffer = zmij::Buffer::new();
    let digits = buffer.format(x);
    text.push_str(digits.strip_suffix(".0").unwrap_or(digits));
}

/// `x` with so many significant digits, if they are given.
pub(crate) fn rounded(x: f64, digits: Option<u8>) -> f64 {
    match digits {
        Some(digits) if x.is_finite() => format!("{x:.0$e}", usize::from(digits) - 1).parse().unwrap_or(x),
        _ => x,
    }
}

/// As [`push`], to a string of its own.
pub(crate) fn text(x: f64) -> String {
    let mut text = String::new();
    push(&mut text, x);
    text
}

/// `x` as JSON, which has neither NaN nor infinity: these are strings.
pub(crate) fn json(x: f64) -> serde_json::Value {
    serde_json::Number::from_f64(x).map_or_else(|| text(x).into(), Into::into)
}

/// Several numbers as a JSON array.
pub(crate) fn json_list(xs: &[f64]) -> serde_json::Value {
    xs.iter().copied().map(json).collect()
}

/// Appends `x` as JSON; see [`json`].
pub(crate) fn push_json(text: &mut String, x: f64) {
    if x.is_finite() {
        // With a point, as other writers of JSON do, so that readers take it for a floating-point number.
        text.push_str(zmij::Buffer::new().format_finite(x));
    } else {
        text.push('"');
        push(text, x);
        text.push('"');
    }
}

/// Rounds all floating-point numbers in a JSON value, as [`rounded`]; counts stay as they are.
pub(crate) fn round_json(value: &mut serde_json::Value, digits: Option<u8>) {
    match value {
        serde_json::Value::Number(number) if number.is_f64() => {
            *value = json(rounded(number.as_f64().unwrap_or(f64::NAN), digits));
        }
        serde_json::Value::Array(values) => values.iter_mut().for_each(|value| round_json(value, digits)),
        serde_json::Value::Object(entries) => entries.values_mut().for_each(|value| round_json(value, digits)),
        _ => (),
    }
}

/// JSON with what a terminal would obey in its strings written out, as JSON can: the strings are the same.
pub(crate) fn json_text(value: &serde_json::Value) -> String {
    let text = value.to_string();
    let mut shown = String::with_capacity(text.len());
    let mut units = [0; 2];
    for c in text.chars() {
        match lang::visible(c.encode_utf8(&mut [0; 4])) {
            std::borrow::Cow::Borrowed(_) => shown.push(c),
            _ => c.encode_utf16(&mut units).iter().for_each(|unit| shown.push_str(&format!("\\u{unit:04x}"))),
        }
    }
    shown
}

//! Numbers as text, with all their digits.

/// Appends `x` in the shortest form that reads back as the same number: `0.1`, `6`, `-0`, `1e-7`, `NaN`, `inf`.
pub(crate) fn push(text: &mut String, x: f64) {
    let mut buffer = zmij::Buffer::new();
    let digits = buffer.format(x);
    text.push_str(digits.strip_suffix(".0").unwrap_or(digits));
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

//! What a name stands for, and the name that was probably meant.

use rules::{Kind, Row};

/// The constants that have names; a user's variable of the same name hides them.
const CONSTANTS: [(&str, f64); 5] = [
    ("pi", std::f64::consts::PI),
    ("tau", std::f64::consts::TAU),
    ("e", std::f64::consts::E),
    ("inf", f64::INFINITY),
    ("nan", f64::NAN),
];

/// What other languages call functions of matrices, and what these are here.
const ELSEWHERE: [(&str, &str); 15] = [
    ("inv", "inverse"),
    ("chol", "cholesky"),
    ("tr", "trace"),
    ("t", "transpose"),
    ("eye", "identity"),
    ("eig", "eigenvalues"),
    ("eigh", "eigenvalues"),
    ("eigvals", "eigenvalues"),
    ("eigvalsh", "eigenvalues"),
    ("svd", "singular_values"),
    ("svdvals", "singular_values"),
    ("lstsq", "least_squares"),
    ("slogdet", "logdet"),
    ("determinant", "det"),
    ("linsolve", "solve"),
];

/// The function of matrices that another language calls so.
pub(crate) fn elsewhere(name: &str) -> Option<&'static str> {
    let lower = name.to_lowercase();
    ELSEWHERE.iter().find(|(known, _)| *known == lower).map(|&(_, here)| here)
}

/// The constant of that name.
pub(crate) fn constant(name: &str) -> Option<f64> {
    CONSTANTS.iter().find(|(known, _)| *known == name).map(|&(_, value)| value)
}

/// The names of all constants.
pub(crate) fn constants<'a>() -> impl Iterator<Item = &'a str> {
    CONSTANTS.iter().map(|&(name, _)| -> &'a str { name })
}

/// The function of the table of that name; rows that exist only for other rows are not offered.
pub(crate) fn function(name: &str) -> Option<&'static Row> {
    Row::find(name).filter(|row| row.kind != Kind::Helper)
}

/// The names of all functions of the table.
pub(crate) fn functions<'a>() -> impl Iterator<Item = &'a str> {
    rules::ROWS.iter().filter(|row| row.kind != Kind::Helper).map(|row| -> &'a str { row.name })
}

/// The candidate nearest to `name`, if one is near enough to have been meant.
///
/// Near: differing by case, or by at most a third of the letters inserted, deleted, replaced or swapped.
pub(crate) fn nearest<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let letters = name.chars().count();
    let lower = name.to_lowercase();
    let near = |candidate: &&str| {
        let length = candidate.chars().count();
        length.abs_diff(letters) <= letters.div_ceil(3) && *candidate != name
    };
    let distance = |candidate: &str| match candidate.to_lowercase() {
        same if same == lower => 0,
        other => strsim::damerau_levenshtein(&lower, &other),
    };
    candidates
        .filter(near)
        .map(|candidate| (distance(candidate), candidate))
        .filter(|&(d, _)| d <= (letters + 1) / 3)
        .min_by(|(d, a), (e, b)| {
            let likeness = |x: &str| strsim::jaro_winkler(&lower, x);
            d.cmp(e).then(likeness(b).total_cmp(&likeness(a))).then(a.cmp(b))
        })
        .map(|(_, candidate)| candidate)
}

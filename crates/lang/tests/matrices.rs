//! Matrices in the language: values, shapes, limits.

use lang::{Limits, Program, Workspace};

#[track_caller]
fn gives(source: &str, inputs: &[f64], expected: &[f64]) {
    let program = Program::parse(source).unwrap_or_else(|error| panic!("{source}: {error}"));
    let found = program.eval(inputs, &Limits::default()).unwrap_or_else(|error| panic!("{source}: {error}"));
    assert_eq!(found.len(), expected.len(), "{source}");
    let near = |(a, b): (&f64, &f64)| (a - b).abs() <= 1e-13 * (1.0 + b.abs());
    assert!(found.iter().zip(expected).all(near), "{source}: {found:?}, not {expected:?}");
}

#[track_caller]
fn refused(source: &str, inputs: &[f64], place: &str, message: &str) {
    let run = |program: Program| program.eval(inputs, &Limits::default()).map(|_| ());
    let error = Program::parse(source).and_then(run).expect_err(source);
    assert!(error.to_string().contains(message), "{source}: {error}");
    assert_eq!(&source[error.span()], place, "{source}: {error}");
}

#[test]
fn lists_are_columns_and_lists_of_lists_matrices() {
    gives("let m = [[a, 2], [3, 4]] in [m[0, 0], m[0, 1], m[1, 0], m[1, 1]]", &[7.0], &[7.0, 2.0, 3.0, 4.0]);
    gives(
        "let v = [x, x^2, x^3], r = transpose(v) in [v[2], r[1], rows(v), columns(r)]",
        &[2.0],
        &[8.0, 4.0, 3.0, 3.0],
    );
    gives("let v = [1, 2, 3], m = [v, 2*v] in m[1, 2] + rows(m) + 10*columns(m)", &[], &[6.0 + 2.0 + 30.0]);
    gives("[1, 2][1] + [[5, 6]][0, 1]", &[], &[8.0]);
    // Where a program's result stands, a list is its results.
    gives("[x, 2*x]", &[3.0], &[3.0, 6.0]);
    gives("let i = 1 in [4, 5, 6][i + 1]", &[], &[6.0]);
    gives("rows([])", &[], &[0.0]);
}

#[test]
fn operators_and_functions() {
    gives("let x = solve([[a, 1], [1, b]], [c, d]) in [x[0], x[1]]", &[2.0, 3.0, 4.0, 7.0], &[1.0, 2.0]);
    gives("let m = [[1, 2], [3, 4]], p = m*m - 2*m + m/2 in [p[0, 0], p[1, 0]]", &[], &[5.5, 10.5]);
    gives("sum(-[[1, 2], [3, 4]]) + trace([[1, 2], [3, 4]])", &[], &[-5.0]);
    gives(
        "let m = [[4, 1], [1, 3]] in [det(m), logdet(m), norm(m), dot(m, m)]",
        &[],
        &[11.0, 11f64.ln(), 27f64.sqrt(), 27.0],
    );
    gives("let m = inverse([[4, 1], [1, 3]]) in m[0, 0]*11", &[], &[3.0]);
    gives("let l = eigenvalues([[2, 1], [1, 2]]) in [l[0], l[1]]", &[], &[1.0, 3.0]);
    gives("let m = [[2, 1], [1, 2]], v = eigenvectors(m) in norm(m*v - v*[[1, 0], [0, 3]])", &[], &[0.0]);
    gives("let l = cholesky([[4, 2], [2, 5]]) in [l[0, 0], l[1, 0], l[0, 1], l[1, 1]]", &[], &[2.0, 1.0, 0.0, 2.0]);
    gives("singular_values([[3, 0], [0, -4]])[0] + expm([[0, 1], [0, 0]])[0, 1]", &[], &[5.0]);
    gives("least_squares([[1, 0], [1, 1], [1, 2]], [1, 3, 5])[1]", &[], &[2.0]);
    gives("sum(matmul(identity(n), 3*identity(n)))", &[4.0], &[12.0]);
}

#[test]
fn names_of_functions_are_free_for_inputs() {
    gives("sum + norm*trace", &[1.0, 2.0, 3.0], &[7.0]);
    gives("fn det(a, b) = a - b; det(x, 1)", &[3.0], &[2.0]);
    gives("let sum = \\x. x + 1 in sum(2)", &[], &[3.0]);
}

#[test]
fn matrices_pass_through_functions_and_recursion() {
    gives(
        "fn power(m, n) = if n == 0 then identity(rows(m)) else m*power(m, n - 1); power([[1, 1], [1, 0]], n)[0, 1]",
        &[30.0],
        &[832_040.0],
    );
    gives("let f = (let m = [[x, 0], [0, 2]] in \\v. m*v) in f([1, 1])[0] + f(f([1, 1]))[1]", &[5.0], &[9.0]);
    gives("fn last(v, i) = if i == 0 then v[0] else last(v + [i], i - 1) - 0; last([0], 1000)", &[], &[500_500.0]);
    // What a call has made is forgotten when it returns.
    let program = Program::parse("fn f(n) = if n == 0 then 0 else sum(identity(9)) + f(n - 1); f(1000)").unwrap();
    let limits = Limits { values: 100_000, ..Limits::default() };
    assert!(program.eval::<f64>(&[], &limits).is_ok());
    let looped = "fn f(n) = det(identity(20)); fn g(n) = if n == 0 then 0 else f(n) + g(n - 1); g(3000)";
    let limits = Limits { values: 20_000, ..Limits::default() };
    assert_eq!(Program::parse(looped).unwrap().eval::<f64>(&[], &limits).unwrap(), [3000.0]);
    let mut workspace = Workspace::new();
    let program = Program::parse("det([[x, 1], [1, 1]])").unwrap();
    for x in [2.0, 3.0] {
        let mut y = [0.0];
        program.eval_into(&[x], &Limits::default(), &mut workspace, &mut y).unwrap();
        assert_eq!(y, [x - 1.0]);
    }
}

#[test]
fn what_does_not_fit_is_told_at_its_place() {
    let m = "let m = [[1, 2, 3], [4, 5, 6]] in ";
    refused(&format!("{m}sum(m*m)"), &[], "m*m", "a matrix of 2 x 3 times one of 2 x 3: the inner numbers differ");
    refused(&format!("{m}sum(m + [1, 2])"), &[], "m + [1, 2]", "only matrices of one shape are added");
    refused(&format!("{m}sum(m + 1)"), &[], "m + 1", "a matrix and a number are not added");
    refused(&format!("{m}sum(1/m)"), &[], "1/m", "`solve(a, b)`");
    refused(&format!("{m}det(m)"), &[], "det(m)", "`det` of a matrix of 2 x 3; the matrix is to be square");
    refused(&format!("{m}m[2, 0]"), &[], "m[2, 0]", "no entry [2, 0] in a matrix of 2 x 3");
    refused(&format!("{m}m[0.5, 0]"), &[], "m[0.5, 0]", "no entry [0.5, 0]");
    refused(&format!("{m}m[1]"), &[], "m[1]", "1 places in a matrix of 2 x 3");
    refused(&format!("{m}m[1, 2, 3]"), &[], "m[1, 2, 3]", "an entry has 1 or 2 places, not 3");
    refused(&format!("{m}m"), &[], "m", "a result must be a number, and this is a matrix");
    refused(&format!("{m}sin(m)"), &[], "m", "expected a number, found a matrix");
    refused(&format!("{m}solve(m, [1, 2])[0]"), &[], "solve(m, [1, 2])", "`solve` of matrices of 2 x 3 and 2 x 1");
    refused("sum([[1, 2], [3]])", &[], "[[1, 2], [3]]", "row 1 has 1 entry, row 0 has 2");
    refused("sum([[1, 2], 3])", &[], "[[1, 2], 3]", "item 1 of a list is a number");
    refused("sum([1, [2, 3]])", &[], "[1, [2, 3]]", "item 1 of a list is a matrix of 2 x 1");
    refused("sum([sin])", &[], "[sin]", "item 0 of a list is a function");
    refused("det(3)", &[], "3", "argument 1 of `det` is a number, not a matrix");
    refused("3[0]", &[], "3", "expected a matrix, found a number");
    refused(
        "det([[1]], 2)",
        &[],
        "det([[1]], 2)",
        "`det` takes 1 argument, not 2; call it as `det(m)`: the determinant",
    );
    refused("solv([[1]], [1])", &[], "solv", "did you mean `solve`?");
    refused("det + det([[1]])", &[1.0], "det", "it is an input");
    refused("identity(-1)[0, 0]", &[], "identity(-1)", "an identity of -1 rows");
    refused("if [1] < 2 then 1 else 2", &[], "[1]", "expected a number, found a matrix");
    refused("2 + [1, 2]", &[], "2 + [1, 2]", "a matrix and a number are not added");
    refused("sum([1, 2]^2)", &[], "[1, 2]", "write a power of a matrix as `m*m`");
    refused("sum([[a]]^-1)", &[2.0], "[[a]]", "its inverse as `inverse(m)`");
    refused("sum([a]^a)", &[2.0], "[a]", "write a power of a matrix as `m*m`");
    refused("2^[1, 2]", &[], "[1, 2]", "take an entry");
    refused("if [1, 2] then 1 else 2", &[], "[1, 2]", "compare a number of it");
    refused("[1, 2][1e300]", &[], "[1, 2][1e300]", "no entry [1e300, 0] in a matrix of 2 x 1");
}

#[test]
fn words_of_other_languages_are_met() {
    let names = ["inv", "chol", "tr", "T", "eye", "eigh", "svd", "lstsq", "slogdet", "Inverse", "Solve", "tranpose"];
    let here =
        ["inverse", "cholesky", "trace", "transpose", "identity", "eigenvalues", "singular_values", "least_squares"];
    let here = here.into_iter().chain(["logdet", "inverse", "solve", "transpose"]);
    for (name, here) in names.into_iter().zip(here) {
        refused(&format!("{name}([[1, 2]])"), &[], name, &format!("did you mean `{here}`?"));
    }
    // They are free for functions of one's own.
    gives("fn inv(m) = 1/det(m); inv([[4]])", &[], &[0.25]);
    gives("let t = 3 in t + tr", &[1.0], &[4.0]);
    refused("m'", &[], "'", "write `transpose(m)`");
    refused("a @ b", &[], "@", "write `a*b`");
    refused("let f(x) = [x] in f(1)[0]", &[], "(", "`fn f(x) = ..;`, or name one: `let f = \\x. ..`");
}

#[test]
fn values_that_do_not_work_are_told_with_the_reason() {
    refused(
        "solve([[1, 2], [2, 4]], [a, 1])[0]",
        &[1.0],
        "solve([[1, 2], [2, 4]], [a, 1])",
        "`solve`: the matrix is singular: pivot 1 of the elimination is 0; see whether rows are repeated; a system without",
    );
    refused(
        "inverse([[1, 2], [2, 4]])[0, 0]",
        &[],
        "inverse([[1, 2], [2, 4]])",
        "see whether the matrix is what was meant",
    );
    refused(
        "cholesky([[1, 2], [2, 1]])[0, 0]",
        &[],
        "cholesky([[1, 2], [2, 1]])",
        "not positive definite: pivot 1 is -3; add to the diagonal: `m + x*identity(rows(m))`",
    );
    refused(
        "least_squares([[1, 1], [1, 1]], [a, 1])[0]",
        &[1.0],
        "least_squares([[1, 1], [1, 1]], [a, 1])",
        "leave a column out",
    );
    refused("eigenvalues([[nan, 0], [0, 1]])[0]", &[], "eigenvalues([[nan, 0], [0, 1]])", "NaN");
}

#[test]
fn limits_hold() {
    refused(
        "identity(1e6)[0, 0]",
        &[],
        "identity(1e6)",
        "a matrix of 1000000 x 1000000 makes more than 16777216 values held",
    );
    refused("let m = identity(1500) in (m*m)[0, 0]", &[], "m*m", "more than 100000000 steps");
    let source = "fn f(m, n) = f([m*identity(2), 1], n); f([1], 1)";
    assert!(Program::parse(source).unwrap().eval::<f64>(&[], &Limits::default()).is_err());
    let doubled = "fn f(v) = f([v, v, v, v]*[1, 1]); f([1, 1])[0]";
    assert!(Program::parse(doubled).unwrap().eval::<f64>(&[], &Limits::default()).is_err());
}

//! Derivatives that can differ from zero, and pictures of where they are.

mod common;

use common::{Scratch, printed, report, run};
use expect_test::{Expect, expect};

const CHAIN: &str = "[a - b^2, b - c^2, c - d^2, 7]";
const POINT: [&str; 4] = ["a=1", "b=2", "c=4", "d=8"];

#[track_caller]
fn reads(args: &[&str], expected: Expect) {
    expected.assert_eq(&report(args));
}

fn with<'a>(command: &'a str, program: &'a str, options: &[&'a str]) -> Vec<&'a str> {
    [&[command, program], &POINT[..], options].concat()
}

#[test]
fn entries_of_a_jacobian() {
    reads(
        &with("jacobian", CHAIN, &["--sparse"]),
        expect![[r#"
        result  by  derivative
        y1      a     1
        y1      b    -4
        y2      b     1
        y2      c    -8
        y3      c     1
        y3      d   -16
        SparseJacobian 4 x 4, 6 entries, 38 % dense, 2 colours, forward, in TIME
    "#]],
    );
    reads(
        &with("jacobian", CHAIN, &["--sparse", "--wrt", "d,c", "--mode", "reverse"]),
        expect![[r#"
        result  by  derivative
        y3      d   -16
        y2      c    -8
        y3      c     1
        SparseJacobian 4 x 2, 3 entries, 38 % dense, 2 colours, reverse, in TIME
    "#]],
    );
    reads(
        &["jacobian", "[]", "--sparse"],
        expect![[r#"
        result  by  derivative
        SparseJacobian 0 x 0, 0 entries, 0 % dense, 0 colours, forward, in TIME
    "#]],
    );
    expect![[r#"
        result,by,derivative
        y1,a,1
        y1,b,-4
        y2,b,1
        y2,c,-8
        y3,c,1
        y3,d,-16
    "#]]
    .assert_eq(&printed(&with("jacobian", CHAIN, &["--sparse", "--format", "csv"])));
    let json = printed(&with("jacobian", CHAIN, &["--sparse", "--format", "json"]));
    let json = json.split_once(",\"met\"").expect("what was met").0;
    expect![[r#"{"variables":["a","b","c","d"],"values":[-3.0,-14.0,-60.0,7.0],"entries":[[0,0,1.0],[0,1,-4.0],[1,1,1.0],[1,2,-8.0],[2,2,1.0],[2,3,-16.0]]"#]].assert_eq(json);
}

#[test]
fn entries_of_a_hessian() {
    reads(
        &with("hessian", "a*b + b*c + sin(d)", &["--sparse"]),
        expect![[r#"
        by    and by  derivative
        d/db  d/da     1
        d/dc  d/db     1
        d/dd  d/dd    -0.9893582466233818
        SparseHessian 4 x 4, 3 entries, 19 % dense (lower triangle), 1 colour, direct, in TIME
    "#]],
    );
    let csv = printed(&with("hessian", "a*b + b*c + sin(d)", &["--sparse", "--format", "csv"]));
    expect![[r#"
        by,and by,derivative
        d/db,d/da,1
        d/dc,d/db,1
        d/dd,d/dd,-0.9893582466233818
    "#]]
    .assert_eq(&csv);
}

#[test]
fn pictures() {
    expect![[r#"
        SparseJacobian 4 x 4, 6 entries, 38 % dense, 2 colours, forward
        ⠙⠦
    "#]]
    .assert_eq(&printed(&with("jacobian", CHAIN, &["--pattern"])));
    expect![[r#"
        SparseHessian 4 x 4, 3 entries, 19 % dense (lower triangle), 2 colours, direct
        ⠢⡀
    "#]]
    .assert_eq(&printed(&with("hessian", "a*b + b*c + c*d", &["--pattern"])));
    let picture = Scratch::new("pattern.svg", "");
    let text = report(&with("jacobian", CHAIN, &["--plot", picture.path()]));
    assert!(text.starts_with("result"), "{text}");
    let svg = picture.content();
    assert!(svg.starts_with("<svg") && svg.contains("<title>4 x 4, 6 entries"), "{svg}");
}

#[test]
fn what_cannot_be_is_said() {
    let ran = run(&with("jacobian", CHAIN, &["--plot", "pattern.png"]));
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    assert!(ran.err.contains("--plot pattern.png says no form: end it in .svg"), "{}", ran.err);
    let ran = run(&with("hessian", CHAIN, &["--sparse"]));
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("hessian wants a program with one result, and this one has 4"), "{}", ran.err);
    let ran = run(&["jacobian", "[x, power(x, 3)]", "x=2", "--sparse"]);
    assert_eq!(ran.code, 1);
    let ran = run(&["jacobian", "fn f(x) = f(x + 1); [f(x)]", "x=2", "--sparse", "--max-depth", "100"]);
    assert_eq!(ran.code, 1, "{}", ran.err);
    assert!(ran.err.contains("--max-depth"), "{}", ran.err);
    let ran = run(&["jacobian", "[sqrt(x), y]", "x=0", "y=1", "--sparse"]);
    assert_eq!(ran.code, 0);
    assert!(ran.err.contains("note: "), "{}", ran.err);
}

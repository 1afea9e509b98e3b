//! What `wengert trace` prints.

mod common;

use common::{printed, run, run_with};
use expect_test::{Expect, expect};

const F: &str = "ln(x1) + x1*x2 - sin(x2)";

#[track_caller]
fn traces(args: &[&str], expected: Expect) {
    expected.assert_eq(&printed(&[&["trace"], args].concat()));
}

/// As [`traces`], with this on standard error.
#[track_caller]
fn traces_with(note: &str, args: &[&str], expected: Expect) {
    let ran = run(&[&["trace"], args].concat());
    assert_eq!((ran.code, ran.err.as_str()), (0, note));
    expected.assert_eq(&ran.out);
}

#[test]
fn matrices_are_shown_as_functions_of_numbers() {
    let table = printed(&["trace", "det([[a, 1], [b, 2]])", "a=3", "b=4"]);
    assert!(table.contains("= 2") && table.contains("∂y/∂a"), "{table}");
    let refused = run(&["trace", "eigenvalues([[a, 1], [1, 2]])[0]", "a=3"]);
    assert!(refused.code == 1 && refused.err.contains("cannot be taken apart"), "{}", refused.err);
    let gradient =
        printed(&["grad", "let x = solve([[a, 1], [1, b]], [c, d]) in x[0]*x[1]", "a=2", "b=3", "c=4", "d=7"]);
    assert!(gradient.contains("value   2\n") && gradient.contains("d/da   -1\n"), "{gradient}");
    assert!(printed(&["functions", "solve"]).contains("solve(a, b)"));
}

#[test]
fn the_tables_of_the_textbook() {
    traces(
        &[F, "x1=2", "x2=5"],
        expect![[r#"
        forward primal trace  ↓                            reverse adjoint trace  ↑
        ------------------------------------------------   ---------------------------------------------
        x1                                   = 2           x̄1 = ∂y/∂x1                       = 5.5
        x2                                   = 5           x̄2 = ∂y/∂x2                       = 1.71634
        ------------------------------------------------   ---------------------------------------------
        v1 = ln(x1)  = ln(2)                 = 0.693147    x̄1 = x̄1 + v̄1/x1 = 5 + 1/2         = 5.5
        v2 = x1*x2   = 2*5                   = 10          x̄2 = x̄2 + v̄2*x1 = -0.283662 + 1*2 = 1.71634
                                                           x̄1 = v̄2*x2      = 1*5             = 5
        v3 = sin(x2) = sin(5)                = -0.958924   x̄2 = v̄3*cos(x2) = -1*cos(5)       = -0.283662
        v4 = v1 + v2 = 0.693147 + 10         = 10.6931     v̄2 = v̄4                           = 1
                                                           v̄1 = v̄4                           = 1
        v5 = v4 - v3 = 10.6931 - (-0.958924) = 11.6521     v̄3 = -v̄5                          = -1
                                                           v̄4 = v̄5                           = 1
        ------------------------------------------------   ---------------------------------------------
        y  = v5                              = 11.6521     v̄5 = ȳ                            = 1
    "#]],
    );
    traces(
        &[F, "x1=2", "x2=5", "--wrt", "x1", "--digits", "4"],
        expect![[r#"
        forward primal trace  ↓                      forward tangent trace  ↓
        ------------------------------------------   ------------------------------------
        x1                               = 2         ẋ1                             = 1
        x2                               = 5         ẋ2                             = 0
        ------------------------------------------   ------------------------------------
        v1 = ln(x1)  = ln(2)             = 0.6931    v̇1 = ẋ1/x1         = 1/2       = 0.5
        v2 = x1*x2   = 2*5               = 10        v̇2 = ẋ1*x2 + ẋ2*x1 = 1*5 + 0*2 = 5
        v3 = sin(x2) = sin(5)            = -0.9589   v̇3 = ẋ2*cos(x2)    = 0*cos(5)  = 0
        v4 = v1 + v2 = 0.6931 + 10       = 10.69     v̇4 = v̇1 + v̇2       = 0.5 + 5   = 5.5
        v5 = v4 - v3 = 10.69 - (-0.9589) = 11.65     v̇5 = v̇4 - v̇3       = 5.5 - 0   = 5.5
        ------------------------------------------   ------------------------------------
        y  = v5                          = 11.65     ẏ  = v̇5                        = 5.5
    "#]],
    );
}

#[test]
fn the_tables_of_the_book_are_those_printed() {
    let page = include_str!("../../../docs/command-line.md");
    assert!(page.contains(&printed(&["trace", F, "x1=2", "x2=5"])));
    let primer = include_str!("../../../docs/primer.md");
    assert!(primer.contains(&printed(&["trace", "x*y + sin(x)", "x=0.5", "y=4.2"])));
    let teaching = include_str!("../../../docs/trades/teaching.md");
    assert!(teaching.contains(&printed(&["trace", "x*sin(x)", "x=2", "--step", "--digits", "3"])));
    let program = ["trace", "x*y + sin(x)", "x=0.5", "y=4.2", "--format", "program"];
    assert!(teaching.contains(&printed(&program)));
    assert!(teaching.contains(&printed(&[&program[..], &["--direction", "x=1,y=0"]].concat())));
}

#[test]
fn one_step_at_a_time() {
    traces(
        &["x*sin(x)", "x=2", "--step", "--digits", "3"],
        expect![[r#"
        1  x = 2
        2  v1 = sin(x) = sin(2) = 0.909
        3  v2 = x*v1 = 2*0.909 = 1.82
        4  y = v2 = 1.82
        5  v̄2 = ȳ = 1
        6  x̄ = v̄2*v1 = 1*0.909 = 0.909
        7  v̄1 = v̄2*x = 1*2 = 2
        8  x̄ = x̄ + v̄1*cos(x) = 0.909 + 2*cos(2) = 0.077
        9  x̄ = ∂y/∂x = 0.077
    "#]],
    );
    traces(
        &["x*sin(x)", "x=2", "--step", "--wrt", "x"],
        expect![[r#"
        1  x = 2
        2  ẋ = 1
        3  v1 = sin(x) = sin(2) = 0.909297
        4  v̇1 = ẋ*cos(x) = 1*cos(2) = -0.416147
        5  v2 = x*v1 = 2*0.909297 = 1.81859
        6  v̇2 = ẋ*v1 + v̇1*x = 1*0.909297 + (-0.416147)*2 = 0.0770038
        7  y = v2 = 1.81859
        8  ẏ = v̇2 = 0.0770038
    "#]],
    );
    // Nothing waits for a line where nobody sits at a terminal.
    assert_eq!(run_with(&["trace", "x^2", "x=2", "--step"], b"").out.lines().count(), 6);
}

#[test]
fn tables_for_latex() {
    traces_with(
        "note: 1:11: `x^2.5` is NaN at (-2, 2.5), outside its domain\n",
        &["x/alpha + x^2.5", "x=-2", "alpha=1e-7", "--latex"],
        expect![[r#"
        % \usepackage{amsmath, booktabs}
        \begin{tabular}{l@{}l@{}l@{}l@{\qquad}l@{}l@{}l@{}l}
        \toprule
        \multicolumn{4}{l}{Forward primal trace $\downarrow$} & \multicolumn{4}{l}{Reverse adjoint trace $\uparrow$} \\
        \midrule
        $x$ &  &  & ${}= -2$ & $\bar{x}$ & ${}= \frac{\partial y}{\partial x}$ &  & ${}= \mathrm{NaN}$ \\
        $\mathrm{alpha}$ &  &  & ${}= 1 \cdot 10^{-7}$ & $\bar{\mathrm{alpha}}$ & ${}= \frac{\partial y}{\partial \mathrm{alpha}}$ &  & ${}= 200000000000000$ \\
        \midrule
        $v_{1}$ & ${}= \frac{x}{\mathrm{alpha}}$ & ${}= \frac{-2}{1 \cdot 10^{-7}}$ & ${}= -20000000$ & $\bar{\mathrm{alpha}}$ & ${}= -\bar{v}_{1} \cdot \frac{\frac{x}{\mathrm{alpha}}}{\mathrm{alpha}}$ & ${}= -1 \cdot \frac{\frac{-2}{1 \cdot 10^{-7}}}{1 \cdot 10^{-7}}$ & ${}= 200000000000000$ \\
         & & &  & $\bar{x}$ & ${}= \bar{x} + \frac{\bar{v}_{1}}{\mathrm{alpha}}$ & ${}= \mathrm{NaN} + \frac{1}{1 \cdot 10^{-7}}$ & ${}= \mathrm{NaN}$ \\
        $v_{2}$ & ${}= x^{2.5}$ & ${}= (-2)^{2.5}$ & ${}= \mathrm{NaN}$ & $\bar{x}$ & ${}= 2.5 \cdot \left(\bar{v}_{2} \cdot x^{1.5}\right)$ & ${}= 2.5 \cdot \left(1 \cdot (-2)^{1.5}\right)$ & ${}= \mathrm{NaN}$ \\
        $v_{3}$ & ${}= v_{1} + v_{2}$ & ${}= -20000000 + \mathrm{NaN}$ & ${}= \mathrm{NaN}$ & $\bar{v}_{2}$ & ${}= \bar{v}_{3}$ &  & ${}= 1$ \\
         & & &  & $\bar{v}_{1}$ & ${}= \bar{v}_{3}$ &  & ${}= 1$ \\
        \midrule
        $y$ & ${}= v_{3}$ &  & ${}= \mathrm{NaN}$ & $\bar{v}_{3}$ & ${}= \bar{y}$ &  & ${}= 1$ \\
        \bottomrule
        \end{tabular}
    "#]],
    );
    let forward = printed(&["trace", "x*y", "x=1", "y=2", "--direction", "x=1,y=-1", "--format", "latex"]);
    assert!(forward.contains(r"\dot{v}_{1}") && forward.contains("tangent trace"), "{forward}");
    let rows = forward.lines().filter(|line| line.ends_with(r"\\") && !line.contains("multicolumn"));
    assert!(rows.into_iter().all(|row| row.matches('&').count() == 7), "{forward}");
    assert_eq!(forward.matches('{').count(), forward.matches('}').count(), "{forward}");
}

#[test]
fn what_programs_read() {
    traces(
        &["if x > y then [x*y, y] else [y, x]", "x=3", "y=2", "--format", "json", "--weights", "1,0"],
        expect![[r#"
            {"nodes":[{"name":"x","value":3.0,"adjoint":2.0},{"name":"y","value":2.0,"adjoint":3.0},{"name":"v1","operator":"mul","operands":["x","y"],"partials":[2.0,3.0],"value":6.0,"adjoint":1.0}],"results":[{"name":"z1","node":"v1"},{"name":"z2","node":"y"}],"mode":"reverse","sweep":[{"node":"v1","weight":1.0,"terms":[]},{"node":"y","weight":null,"terms":[{"from":"v1","partial":3.0,"term":3.0,"sum":3.0}]},{"node":"x","weight":null,"terms":[{"from":"v1","partial":2.0,"term":2.0,"sum":2.0}]}],"guards":["x > y was true"],"independent":[["z2","x"]],"met":[]}
        "#]],
    );
}

#[test]
fn branches_and_independences_are_said() {
    traces(
        &["if x < 0 then -x*y else max(x, y)", "x=-2", "y=-3"],
        expect![[r#"
        forward primal trace  ↓   reverse adjoint trace  ↑
        -----------------------   ------------------------
        x                  = -2   x̄  = ∂z/∂x          = 3
        y                  = -3   ȳ  = ∂z/∂y          = 2
        -----------------------   ------------------------
        v1 = -x   = -(-2)  = 2    x̄  = -v̄1   = -(-3)  = 3
        v2 = v1*y = 2*(-3) = -6   ȳ  = v̄2*v1 = 1*2    = 2
                                  v̄1 = v̄2*y  = 1*(-3) = -3
        -----------------------   ------------------------
        z  = v2            = -6   v̄2 = z̄              = 1

        branch: x < 0 was true
    "#]],
    );
    traces_with(
        "note: 1:2: `floor(x)` jumps at 2: it is 1 below and 2 above, its slope taken as 0\n",
        &["[floor(x)*y, y, 7]", "x=2", "y=3", "--weights", "1,2,0"],
        expect![[r#"
        forward primal trace  ↓        reverse adjoint trace  ↑
        ----------------------------   ----------------------------
        x                        = 2   x̄                        = 0
        y                        = 3   ȳ                        = 4
        ----------------------------   ----------------------------
        v1 = floor(x) = floor(2) = 2
        v2 = v1*y     = 2*3      = 6   ȳ  = ȳ + v̄2*v1 = 2 + 1*2 = 4
        ----------------------------   ----------------------------
        z1 = v2                  = 6   v̄2 = z̄1                  = 1
        z2 = y                   = 3   ȳ  = z̄2                  = 2
        z3 = 7                   = 7

        z1 depends on x without a derivative: through steps, conditions or arms not taken
        z2 does not depend on x
        z3 does not depend on x
        z3 does not depend on y
    "#]],
    );
    // The arm that is not taken, and x at its pole, stay silent; y moves alone.
    traces(
        &["select(x + 1, y, 1/x) + x*ln(x)", "x=0", "y=3", "--wrt", "y"],
        expect![[r#"
        forward primal trace  ↓                             forward tangent trace  ↓
        -------------------------------------------------   ------------------------
        x                                          = 0      ẋ                    = 0
        y                                          = 3      ẏ                    = 1
        -------------------------------------------------   ------------------------
        v1 = x + 1             = 0 + 1             = 1      v̇1 = ẋ               = 0
        v2 = 1/x               = 1/0               = inf    v̇2                   = 0
        v3 = ln(x)             = ln(0)             = -inf   v̇3                   = 0
        v4 = select(v1, y, v2) = select(1, 3, inf) = 3      v̇4 = ẏ               = 1
        v5 = x*v3              = 0*(-inf)          = NaN    v̇5 = v̇3*x    = 0*0   = 0
        v6 = v4 + v5           = 3 + NaN           = NaN    v̇6 = v̇4 + v̇5 = 1 + 0 = 1
        -------------------------------------------------   ------------------------
        z  = v6                                    = NaN    ż  = v̇6              = 1
    "#]],
    );
}

#[test]
fn the_results_left_out_are_said() {
    let ran = run(&["trace", "[x, x^2]", "x=2"]);
    assert_eq!(ran.code, 0);
    assert!(ran.err.contains("those of y1, the first of 2 results"), "{}", ran.err);
}

#[test]
fn names_do_not_collide() {
    let out = printed(&["trace", "v1*y + w2*z", "v1=1", "y=2", "w2=3", "z=4"]);
    assert!(out.contains("u3") && out.contains("\nf "), "{out}");
    let many = printed(&["trace", "v1 + w1 + u1 + t1 + s1", "v1=1", "w1=2", "u1=3", "t1=4", "s1=5"]);
    assert!(many.contains("v_4"), "{many}");
}

#[test]
fn long_programs_are_traced() {
    let out = printed(&["trace", "fn f(x, n) = if n == 0 then x else f(x*0.5 + 1, n - 1); f(t, 5000)", "t=1"]);
    assert!(out.contains("v10000 = ") && out.lines().count() > 10_000);
}

#[test]
fn mistakes() {
    let fails = |args: &[&str], code, what: &str| {
        let ran = run(&[&["trace"], args].concat());
        assert_eq!((ran.code, ran.out.as_str()), (code, ""), "{args:?}");
        assert!(ran.err.contains(what), "{args:?}: {}", ran.err);
    };
    fails(&["x*y", "x=1"], 1, "unknown name `y`");
    fails(&["sni(x)", "x=1"], 1, "did you mean `sin`?");
    fails(&["x", "x=ff"], 2, "the value in `x=ff`");
    fails(&["x", "x=1", "--wrt", "z"], 2, "--wrt names `z`; the variables are x");
    fails(&["x", "x=1", "--direction", "x=1,x=2"], 2, "--direction names `x` twice");
    fails(&["x", "x=1", "--weights", "1,2"], 2, "the program has 1 results and there is a weight for 2");
    fails(&["x", "x=1", "--weights", "1", "--wrt", "x"], 2, "cannot be used with");
    fails(&["x", "x=1", "--digits", "0"], 2, "--digits");
    fails(&["x", "x=1", "--output", "no/such/folder/t.txt"], 4, "cannot write no/such/folder/t.txt");
    fails(&["clamp(x, 2, 1)", "x=1"], 1, "lo <= hi");
}

#[test]
fn tables_that_nobody_would_read_are_stopped() {
    let sum = format!("x{}", " + x*sin(x)".repeat(110_000));
    let file = common::Scratch::new("trace-long.wen", sum);
    for command in ["trace", "graph"] {
        let ran = run(&[command, file.path(), "x=3"]);
        assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{command}");
        let wanted = "error: the program has more than 100000 operations: raise --max-operations\n";
        assert_eq!(ran.err, wanted, "{command}");
    }
    let ran = run(&["trace", "x*x*x", "x=3", "--max-operations", "1"]);
    assert!(ran.code == 1 && ran.err.contains("more than 1 operations"), "{}", ran.err);
    let endless = "fn f(x) = f(x + 1); f(x)";
    let ran = run(&["trace", endless, "x=3", "--max-operations", "100"]);
    assert!(
        ran.err.contains("more than 7424 steps, too many for 100 operations: raise --max-operations"),
        "{}",
        ran.err
    );
    let ran = run(&["trace", endless, "x=3", "--max-steps", "100"]);
    assert!(ran.err.contains("more than 100 steps") && ran.err.contains("raise --max-steps"), "{}", ran.err);
}

#[test]
fn the_adjoint_program_and_the_tangent_program() {
    let f = "x*y + sin(x)";
    traces(
        &[f, "x=0.5", "y=4.2", "--format", "program"],
        expect![[r#"
            v1 = x*y
            v2 = sin(x)
            v3 = v1 + v2
            z = v3
            gz = 1
            gv3 = gz
            gv1 = gv3
            gv2 = gv3
            gx = gv2*cos(x)
            gx = gx + gv1*y
            gy = gv1*x
        "#]],
    );
    traces(
        &[f, "x=0.5", "y=4.2", "--direction", "x=1,y=2", "--format", "program"],
        expect![[r#"
            dx = 1
            dy = 2
            v1 = x*y
            dv1 = dx*y + dy*x
            v2 = sin(x)
            dv2 = dx*cos(x)
            v3 = v1 + v2
            dv3 = dv1 + dv2
            z = v3
            dz = dv3
        "#]],
    );
    traces(
        &["[if x > 1 then 2*x else dx, floor(dx)]", "x=2", "dx=1", "--wrt", "x", "--format", "program"],
        expect![[r#"
            # branch: x > 1 was true
            # y2 does not depend on x
            # y1 does not depend on dx
            # y2 depends on dx without a derivative: through steps, conditions or arms not taken
            d_x = 1
            d_dx = 0
            v1 = x*2
            d_v1 = 2*d_x
            v2 = floor(dx)
            d_v2 = 0
            y1 = v1
            d_y1 = d_v1
            y2 = v2
            d_y2 = d_v2
        "#]],
    );
    traces(
        &["[a*ga, exp(a)]", "a=2", "ga=1", "--weights", "0.5,0", "--format", "program"],
        expect![[r#"
            # y2 does not depend on ga
            v1 = a*ga
            v2 = exp(a)
            y1 = v1
            y2 = v2
            g_y1 = 0.5
            g_v1 = g_y1
            g_a = g_v1*ga
            g_ga = g_v1*a
        "#]],
    );
}

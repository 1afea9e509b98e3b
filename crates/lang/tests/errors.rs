//! Every kind of error, as it is shown.

use expect_test::{Expect, expect};
use lang::{Error, Limits, Program};

/// The errors of these programs, which do not compile.
fn rejected(sources: &[&str], expected: Expect) {
    let show = |source: &&str| match Program::parse(source) {
        Ok(_) => format!("{source}: no error\n"),
        Err(error) => shown(source, &error),
    };
    expected.assert_eq(&sources.iter().map(show).collect::<String>());
}

/// The errors of these programs of one input when they run at x = 0.5.
fn stopped(sources: &[&str], limits: &Limits, expected: Expect) {
    let show = |source: &&str| match Program::parse(source).and_then(|program| {
        let inputs = vec![0.5; program.inputs().len()];
        program.eval(&inputs, limits)
    }) {
        Ok(y) => format!("{source}: {y:?}\n"),
        Err(error) => shown(source, &error),
    };
    expected.assert_eq(&sources.iter().map(show).collect::<String>());
}

/// The line, the drawing, and a check that the line is one.
fn shown(source: &str, error: &Error) -> String {
    let line = error.to_string();
    assert_eq!(line.lines().count(), 1, "{line}");
    assert!(!error.advice().is_empty() || error.is_parse(), "no advice: {line}");
    format!("{line}\n{}\n", error.report(source, "f"))
}

#[test]
fn characters_that_mean_nothing() {
    rejected(
        &["x $ 2", "x ** 2", "a && b", "2 − x", "x % 3"],
        expect![[r#"
            1:3: `$` means nothing here; the language has numbers, names, + - * / ^, comparisons and brackets
            error: `$` means nothing here
               ╭─[ f:1:3 ]
               │
             1 │ x $ 2
               │   ┬
               │   ╰── here
               │
               │ Help: the language has numbers, names, + - * / ^, comparisons and brackets
            ───╯

            1:3: `**` means nothing here; powers are written `x^y`
            error: `**` means nothing here
               ╭─[ f:1:3 ]
               │
             1 │ x ** 2
               │   ─┬
               │    ╰── here
               │
               │ Help: powers are written `x^y`
            ───╯

            1:3: `&&` means nothing here; write `and`
            error: `&&` means nothing here
               ╭─[ f:1:3 ]
               │
             1 │ a && b
               │   ─┬
               │    ╰── here
               │
               │ Help: write `and`
            ───╯

            1:3: `−` means nothing here; write `-`
            error: `−` means nothing here
               ╭─[ f:1:3 ]
               │
             1 │ 2 − x
               │   ┬
               │   ╰── here
               │
               │ Help: write `-`
            ───╯

            1:3: `%` means nothing here; the remainder is a function: `rem(x, y)`
            error: `%` means nothing here
               ╭─[ f:1:3 ]
               │
             1 │ x % 3
               │   ┬
               │   ╰── here
               │
               │ Help: the remainder is a function: `rem(x, y)`
            ───╯

        "#]],
    );
}

#[test]
fn brackets_that_do_not_pair() {
    rejected(
        &["2*(x + 1", "(x + 1]", "x + 1)", "[x, (y"],
        expect![[r#"
            1:9: expected `)`, and the program ends; close the bracket
            error: expected `)`, and the program ends
               ╭─[ f:1:9 ]
               │
             1 │ 2*(x + 1
               │   ┬     │
               │   │     ╰─ expected `)`
               │   │
               │   ╰─────── this bracket is never closed
               │
               │ Help: close the bracket
            ───╯

            1:7: expected `)`, found `]`; close the bracket with `)`
            error: expected `)`, found `]`
               ╭─[ f:1:7 ]
               │
             1 │ (x + 1]
               │ ┬     ┬
               │ │     ╰── here
               │ │
               │ ╰──────── this bracket is open
               │
               │ Help: close the bracket with `)`
            ───╯

            1:6: `)` closes nothing; delete it, or open a bracket before it
            error: `)` closes nothing
               ╭─[ f:1:6 ]
               │
             1 │ x + 1)
               │      ┬
               │      ╰── here
               │
               │ Help: delete it, or open a bracket before it
            ───╯

            1:7: expected `)`, and the program ends; close the bracket
            error: expected `)`, and the program ends
               ╭─[ f:1:7 ]
               │
             1 │ [x, (y
               │     ┬ │
               │     │ ╰─ expected `)`
               │     │
               │     ╰─── this bracket is never closed
               │
               │ Help: close the bracket
            ───╯

        "#]],
    );
}

#[test]
fn unexpected_tokens() {
    rejected(
        &[
            "x y",
            "2x + 1",
            "x + * y",
            "sin x",
            "if x = 0 then 1 else 2",
            "if x < 0 then 1",
            "0 < x < 1",
            "let x 2 in x",
            "let in = 2 in x",
            "x, y",
            "x;",
            "fn f(x) = x f(2)",
            "x + fn f(y) = y; f(x)",
            "\\. 3",
            "x +",
            "fn f(x) = x;",
            "",
            "# nothing\n",
            "let y = 3",
            "f(x,, y)",
            "let a = 1,\n    b = 2\nin a +\n   then",
        ],
        expect![[r#"
            1:3: expected an operator, found `y`; to call a function write `x(y)`, to multiply `x*y`
            error: expected an operator, found `y`
               ╭─[ f:1:3 ]
               │
             1 │ x y
               │   ┬
               │   ╰── not expected here
               │
               │ Help: to call a function write `x(y)`, to multiply `x*y`
            ───╯

            1:2: expected an operator, found `x`; a product is written with `*`
            error: expected an operator, found `x`
               ╭─[ f:1:2 ]
               │
             1 │ 2x + 1
               │  ┬
               │  ╰── not expected here
               │
               │ Help: a product is written with `*`
            ───╯

            1:5: expected an expression, found `*`
            error: expected an expression, found `*`
               ╭─[ f:1:5 ]
               │
             1 │ x + * y
               │     ┬
               │     ╰── not expected here
            ───╯

            1:5: expected an operator, found `x`; to call a function write `sin(x)`
            error: expected an operator, found `x`
               ╭─[ f:1:5 ]
               │
             1 │ sin x
               │     ┬
               │     ╰── not expected here
               │
               │ Help: to call a function write `sin(x)`
            ───╯

            1:6: expected an operator or `then`, found `=`; compare with `==`; name a value with `let x = .. in ..`
            error: expected an operator or `then`, found `=`
               ╭─[ f:1:6 ]
               │
             1 │ if x = 0 then 1 else 2
               │      ┬
               │      ╰── not expected here
               │
               │ Help: compare with `==`; name a value with `let x = .. in ..`
            ───╯

            1:16: expected `else`, and the program ends; write `else` after it
            error: expected `else`, and the program ends
               ╭─[ f:1:16 ]
               │
             1 │ if x < 0 then 1
               │                │
               │                ╰─ expected `else`
               │
               │ Help: write `else` after it
            ───╯

            1:7: comparisons do not chain; write `a < b and b < c`
            error: comparisons do not chain
               ╭─[ f:1:7 ]
               │
             1 │ 0 < x < 1
               │       ┬
               │       ╰── a second comparison
               │
               │ Help: write `a < b and b < c`
            ───╯

            1:7: expected `=`, found `2`
            error: expected `=`, found `2`
               ╭─[ f:1:7 ]
               │
             1 │ let x 2 in x
               │       ┬
               │       ╰── not expected here
            ───╯

            1:5: expected a name, found `in`; `in` is a word of the language: take another name
            error: expected a name, found `in`
               ╭─[ f:1:5 ]
               │
             1 │ let in = 2 in x
               │     ─┬
               │      ╰── not expected here
               │
               │ Help: `in` is a word of the language: take another name
            ───╯

            1:2: expected an operator or the end of the program, found `,`; several results are written `[a, b]`
            error: expected an operator or the end of the program, found `,`
               ╭─[ f:1:2 ]
               │
             1 │ x, y
               │  ┬
               │  ╰── not expected here
               │
               │ Help: several results are written `[a, b]`
            ───╯

            1:2: expected an operator or the end of the program, found `;`; only the definition of a function ends in `;`
            error: expected an operator or the end of the program, found `;`
               ╭─[ f:1:2 ]
               │
             1 │ x;
               │  ┬
               │  ╰── not expected here
               │
               │ Help: only the definition of a function ends in `;`
            ───╯

            1:13: expected an operator or `;`, found `f`; the definition of a function ends in `;`, and a product is written with `*`
            error: expected an operator or `;`, found `f`
               ╭─[ f:1:13 ]
               │
             1 │ fn f(x) = x f(2)
               │             ┬
               │             ╰── not expected here
               │
               │ Help: the definition of a function ends in `;`, and a product is written with `*`
            ───╯

            1:5: expected an expression, found `fn`; functions are defined first, each ending in `;`, and the expression comes last
            error: expected an expression, found `fn`
               ╭─[ f:1:5 ]
               │
             1 │ x + fn f(y) = y; f(x)
               │     ─┬
               │      ╰── not expected here
               │
               │ Help: functions are defined first, each ending in `;`, and the expression comes last
            ───╯

            1:2: expected a name, found `.`
            error: expected a name, found `.`
               ╭─[ f:1:2 ]
               │
             1 │ \. 3
               │  ┬
               │  ╰── not expected here
            ───╯

            1:4: expected an expression, and the program ends; write an expression after it
            error: expected an expression, and the program ends
               ╭─[ f:1:4 ]
               │
             1 │ x +
               │    │
               │    ╰─ expected an expression
               │
               │ Help: write an expression after it
            ───╯

            1:13: expected an expression, and the program ends; after its functions a program has one expression, its result
            error: expected an expression, and the program ends
               ╭─[ f:1:13 ]
               │
             1 │ fn f(x) = x;
               │             │
               │             ╰─ expected an expression
               │
               │ Help: after its functions a program has one expression, its result
            ───╯

            1:1: the program is empty; write one, such as `x^2 + 1`
            error: the program is empty
               ╭─[ f:1:1 ]
               │
             1 │
               │ │
               │ ╰─ an expression belongs here
               │
               │ Help: write one, such as `x^2 + 1`
            ───╯

            1:1: the program is empty; write one, such as `x^2 + 1`
            error: the program is empty
               ╭─[ f:1:1 ]
               │
             1 │ # nothing
               │ │
               │ ╰─ an expression belongs here
               │
               │ Help: write one, such as `x^2 + 1`
            ───╯

            1:10: expected `,` or `in`, and the program ends; write `,` or `in` after it
            error: expected `,` or `in`, and the program ends
               ╭─[ f:1:10 ]
               │
             1 │ let y = 3
               │          │
               │          ╰─ expected `,` or `in`
               │
               │ Help: write `,` or `in` after it
            ───╯

            1:5: expected an expression or `)`, found `,`
            error: expected an expression or `)`, found `,`
               ╭─[ f:1:5 ]
               │
             1 │ f(x,, y)
               │     ┬
               │     ╰── not expected here
            ───╯

            4:4: expected an expression, found `then`
            error: expected an expression, found `then`
               ╭─[ f:4:4 ]
               │
             4 │    then
               │    ──┬─
               │      ╰─── not expected here
            ───╯

        "#]],
    );
}

#[test]
fn names_that_nothing_defines() {
    rejected(
        &[
            "x * sni(x)",
            "Sin(x)",
            "q(x)",
            "fn area(r) = pi*r^2; aera(x)",
            "fn f(x) = x + y; f(2)",
            "fn f(radius) = 2*radus; f(x)",
        ],
        expect![[r#"
            1:5: unknown function `sni`; did you mean `sin`?
            error: unknown function `sni`
               ╭─[ f:1:5 ]
               │
             1 │ x * sni(x)
               │     ─┬─
               │      ╰─── no function has this name
               │
               │ Help: did you mean `sin`?
            ───╯

            1:1: unknown function `Sin`; did you mean `sin`?
            error: unknown function `Sin`
               ╭─[ f:1:1 ]
               │
             1 │ Sin(x)
               │ ─┬─
               │  ╰─── no function has this name
               │
               │ Help: did you mean `sin`?
            ───╯

            1:1: unknown function `q`; define it, `fn q(x) = ..;`, or write `q*(..)` for a product
            error: unknown function `q`
               ╭─[ f:1:1 ]
               │
             1 │ q(x)
               │ ┬
               │ ╰── no function has this name
               │
               │ Help: define it, `fn q(x) = ..;`, or write `q*(..)` for a product
            ───╯

            1:22: unknown function `aera`; did you mean `area`?
            error: unknown function `aera`
               ╭─[ f:1:22 ]
               │
             1 │ fn area(r) = pi*r^2; aera(x)
               │                      ──┬─
               │                        ╰─── no function has this name
               │
               │ Help: did you mean `area`?
            ───╯

            1:15: unknown name `y`; a named function sees only its parameters: make `y` one of them
            error: unknown name `y`
               ╭─[ f:1:15 ]
               │
             1 │ fn f(x) = x + y; f(2)
               │               ┬
               │               ╰── nothing defines this
               │
               │ Help: a named function sees only its parameters: make `y` one of them
            ───╯

            1:18: unknown name `radus`; did you mean `radius`?
            error: unknown name `radus`
               ╭─[ f:1:18 ]
               │
             1 │ fn f(radius) = 2*radus; f(x)
               │                  ──┬──
               │                    ╰──── nothing defines this
               │
               │ Help: did you mean `radius`?
            ───╯

        "#]],
    );
}

#[test]
fn wrong_numbers_of_arguments() {
    rejected(
        &["atan2(x)", "clamp(x, 0)", "fn f(a, b) = a*b; f(x)", "powi(x)"],
        expect![[r#"
            1:1: `atan2` takes 2 arguments, not 1; call it as `atan2(a, b)`: The angle of the point (x, y), called as y.atan2(x)
            error: `atan2` takes 2 arguments, not 1
               ╭─[ f:1:1 ]
               │
             1 │ atan2(x)
               │ ────┬───
               │     ╰───── called with 1 argument
               │
               │ Help: call it as `atan2(a, b)`: The angle of the point (x, y), called as y.atan2(x)
            ───╯

            1:1: `clamp` takes 3 arguments, not 2; call it as `clamp(a, b, c)`: `x` kept between `lo` and `hi`; at a bound, and at NaN, the derivative is that of `x`
            error: `clamp` takes 3 arguments, not 2
               ╭─[ f:1:1 ]
               │
             1 │ clamp(x, 0)
               │ ─────┬─────
               │      ╰─────── called with 2 arguments
               │
               │ Help: call it as `clamp(a, b, c)`: `x` kept between `lo` and `hi`; at a bound, and at NaN, the derivative is that of `x`
            ───╯

            1:19: `f` takes 2 arguments, not 1; call it as `f(a, b)`
            error: `f` takes 2 arguments, not 1
               ╭─[ f:1:19 ]
               │
             1 │ fn f(a, b) = a*b; f(x)
               │    ┬              ──┬─
               │    │                ╰─── called with 1 argument
               │    │
               │    ╰──────────────────── it is defined here
               │
               │ Help: call it as `f(a, b)`
            ───╯

            1:1: `powi` takes 2 arguments, not 1; call it as `powi(a, 1)`, the last a literal integer: The integer power x^n, by repeated multiplication
            error: `powi` takes 2 arguments, not 1
               ╭─[ f:1:1 ]
               │
             1 │ powi(x)
               │ ───┬───
               │    ╰───── called with 1 argument
               │
               │ Help: call it as `powi(a, 1)`, the last a literal integer: The integer power x^n, by repeated multiplication
            ───╯

        "#]],
    );
}

#[test]
fn definitions_that_clash() {
    rejected(
        &["fn f(x, x) = x; f(2)", "fn f(x) = x; fn f(y) = y; f(2)"],
        expect![[r#"
            1:9: the parameter `x` is named twice; rename one of them
            error: the parameter `x` is named twice
               ╭─[ f:1:9 ]
               │
             1 │ fn f(x, x) = x; f(2)
               │      ┬  ┬
               │      │  ╰── here
               │      │
               │      ╰───── the first is here
               │
               │ Help: rename one of them
            ───╯

            1:17: the function `f` is defined twice; rename one of them
            error: the function `f` is defined twice
               ╭─[ f:1:17 ]
               │
             1 │ fn f(x) = x; fn f(y) = y; f(2)
               │    ┬            ┬
               │    │            ╰── here
               │    │
               │    ╰─────────────── the first is here
               │
               │ Help: rename one of them
            ───╯

        "#]],
    );
}

#[test]
fn types_known_early() {
    rejected(
        &[
            "x + x(2)",
            "pi(2)",
            "let c = 2 in c(x)",
            "powi(x, n)",
            "let f = powi in f(x)",
            "[x, y][0, 0, 0]",
            "if x < 0 then [x, y] else x",
        ],
        expect![[r#"
            1:5: `x` cannot be called: it is an input; for a product write `x*(..)`
            error: `x` cannot be called: it is an input
               ╭─[ f:1:5 ]
               │
             1 │ x + x(2)
               │     ┬
               │     ╰── not a function
               │
               │ Help: for a product write `x*(..)`
            ───╯

            1:1: `pi` cannot be called: it is a constant; for a product write `pi*(..)`
            error: `pi` cannot be called: it is a constant
               ╭─[ f:1:1 ]
               │
             1 │ pi(2)
               │ ─┬
               │  ╰── not a function
               │
               │ Help: for a product write `pi*(..)`
            ───╯

            1:14: `c` cannot be called: it is a number; for a product write `c*(..)`
            error: `c` cannot be called: it is a number
               ╭─[ f:1:14 ]
               │
             1 │ let c = 2 in c(x)
               │              ┬
               │              ╰── not a function
               │
               │ Help: for a product write `c*(..)`
            ───╯

            1:9: the last argument of `powi` is a literal integer; write a number such as 2; it cannot be computed, because each one is another function
            error: the last argument of `powi` is a literal integer
               ╭─[ f:1:9 ]
               │
             1 │ powi(x, n)
               │         ┬
               │         ╰── not a literal integer
               │
               │ Help: write a number such as 2; it cannot be computed, because each one is another function
            ───╯

            1:9: `powi` takes a literal integer and cannot be passed as a value; write `\x. powi(x, 1)`
            error: `powi` takes a literal integer and cannot be passed as a value
               ╭─[ f:1:9 ]
               │
             1 │ let f = powi in f(x)
               │         ──┬─
               │           ╰─── here
               │
               │ Help: write `\x. powi(x, 1)`
            ───╯

            1:1: an entry has 1 or 2 places, not 3; name row and column, from 0: `m[0, 1]`
            error: an entry has 1 or 2 places, not 3
               ╭─[ f:1:1 ]
               │
             1 │ [x, y][0, 0, 0]
               │ ───────┬───────
               │        ╰───────── here
               │
               │ Help: name row and column, from 0: `m[0, 1]`
            ───╯

            1:27: the branches give 2 results and 1 result; both branches must give as many
            error: the branches give 2 results and 1 result
               ╭─[ f:1:27 ]
               │
             1 │ if x < 0 then [x, y] else x
               │               ───┬──      ┬
               │                  │        ╰── gives 1 result
               │                  │
               │                  ╰─────────── gives 2 results
               │
               │ Help: both branches must give as many
            ───╯

        "#]],
    );
}

#[test]
fn types_at_run_time() {
    stopped(
        &[
            "x + (x < 1)",
            "1 + (\\y. y)",
            "if x then 1 else 2",
            "x < 1",
            "sin",
            "not x",
            "x > 0 and x",
            "let f = \\y. y in -f",
            "let f = x in f(2)",
            "(\\a b. a*b)(x)",
            "let f = atan2 in f(x)",
            "clamp(x, sin, 2)",
            "let f = \\g. g(x) in f(2)",
        ],
        &Limits::default(),
        expect![[r#"
            1:6: expected a number, found a truth value; choose a number with `if .. then 1 else 0`
            error: expected a number, found a truth value
               ╭─[ f:1:6 ]
               │
             1 │ x + (x < 1)
               │      ──┬──
               │        ╰──── this is a truth value
               │
               │ Help: choose a number with `if .. then 1 else 0`
            ───╯

            1:6: expected a number, found a function; call the function: give it its arguments in parentheses
            error: expected a number, found a function
               ╭─[ f:1:6 ]
               │
             1 │ 1 + (\y. y)
               │      ──┬──
               │        ╰──── this is a function
               │
               │ Help: call the function: give it its arguments in parentheses
            ───╯

            1:4: expected a truth value, found a number; compare the number: `x != 0`
            error: expected a truth value, found a number
               ╭─[ f:1:4 ]
               │
             1 │ if x then 1 else 2
               │    ┬
               │    ╰── this is a number
               │
               │ Help: compare the number: `x != 0`
            ───╯

            1:1: a result must be a number, and this is a truth value; choose a number with `if .. then 1 else 0`
            error: a result must be a number, and this is a truth value
               ╭─[ f:1:1 ]
               │
             1 │ x < 1
               │ ──┬──
               │   ╰──── this is a truth value
               │
               │ Help: choose a number with `if .. then 1 else 0`
            ───╯

            1:1: a result must be a number, and this is a function; call the function: give it its arguments in parentheses
            error: a result must be a number, and this is a function
               ╭─[ f:1:1 ]
               │
             1 │ sin
               │ ─┬─
               │  ╰─── this is a function
               │
               │ Help: call the function: give it its arguments in parentheses
            ───╯

            1:5: expected a truth value, found a number; compare the number: `x != 0`
            error: expected a truth value, found a number
               ╭─[ f:1:5 ]
               │
             1 │ not x
               │     ┬
               │     ╰── this is a number
               │
               │ Help: compare the number: `x != 0`
            ───╯

            1:11: expected a truth value, found a number; compare the number: `x != 0`
            error: expected a truth value, found a number
               ╭─[ f:1:11 ]
               │
             1 │ x > 0 and x
               │           ┬
               │           ╰── this is a number
               │
               │ Help: compare the number: `x != 0`
            ───╯

            1:19: expected a number, found a function; call the function: give it its arguments in parentheses
            error: expected a number, found a function
               ╭─[ f:1:19 ]
               │
             1 │ let f = \y. y in -f
               │                   ┬
               │                   ╰── this is a function
               │
               │ Help: call the function: give it its arguments in parentheses
            ───╯

            1:14: expected a function, found a number; only functions are called; a product is written with `*`
            error: expected a function, found a number
               ╭─[ f:1:14 ]
               │
             1 │ let f = x in f(2)
               │              ┬
               │              ╰── this is a number
               │
               │ Help: only functions are called; a product is written with `*`
            ───╯

            1:1: `\a b. a*b` takes 2 arguments, not 1; pass 2 arguments, or another function
            error: `\a b. a*b` takes 2 arguments, not 1
               ╭─[ f:1:1 ]
               │
             1 │ (\a b. a*b)(x)
               │ ─────┬─┬──────
               │      │ ╰──────── called with 1 argument
               │      │
               │      ╰────────── it is defined here
               │
               │ Help: pass 2 arguments, or another function
            ───╯

            1:18: `atan2` takes 2 arguments, not 1; pass 2 arguments, or another function
            error: `atan2` takes 2 arguments, not 1
               ╭─[ f:1:18 ]
               │
             1 │ let f = atan2 in f(x)
               │                  ──┬─
               │                    ╰─── called with 1 argument
               │
               │ Help: pass 2 arguments, or another function
            ───╯

            1:1: argument 2 of `clamp` is a function, not a number; call the function: give it its arguments in parentheses
            error: argument 2 of `clamp` is a function, not a number
               ╭─[ f:1:1 ]
               │
             1 │ clamp(x, sin, 2)
               │ ────────┬───────
               │         ╰───────── in this call
               │
               │ Help: call the function: give it its arguments in parentheses
            ───╯

            1:13: expected a function, found a number; only functions are called; a product is written with `*`
            error: expected a function, found a number
               ╭─[ f:1:13 ]
               │
             1 │ let f = \g. g(x) in f(2)
               │             ┬
               │             ╰── this is a number
               │
               │ Help: only functions are called; a product is written with `*`
            ───╯

        "#]],
    );
}

#[test]
fn preconditions() {
    stopped(
        &["clamp(x, 3, 2)", "let f = clamp in f(x, 3, 2)"],
        &Limits::default(),
        expect![[r#"
            1:1: `clamp(0.5, 3, 2)` breaks its precondition lo <= hi; check the order and the values of the arguments
            error: `clamp(0.5, 3, 2)` breaks its precondition lo <= hi
               ╭─[ f:1:1 ]
               │
             1 │ clamp(x, 3, 2)
               │ ───────┬──────
               │        ╰──────── called with (0.5, 3, 2)
               │
               │ Help: check the order and the values of the arguments
            ───╯

            1:18: `clamp(0.5, 3, 2)` breaks its precondition lo <= hi; check the order and the values of the arguments
            error: `clamp(0.5, 3, 2)` breaks its precondition lo <= hi
               ╭─[ f:1:18 ]
               │
             1 │ let f = clamp in f(x, 3, 2)
               │                  ─────┬────
               │                       ╰────── called with (0.5, 3, 2)
               │
               │ Help: check the order and the values of the arguments
            ───╯

        "#]],
    );
}

#[test]
fn limits_of_a_run() {
    let limits = Limits { steps: 1_000, depth: 100, values: 300 };
    let sources = [
        "fn forever(n) = forever(n + 1); forever(x)",
        "fn fib(n) = if n < 2 then n else fib(n - 1) + fib(n - 2); fib(x + 30)",
        "fn wide(n, a, b, c, d, e) = 1 + wide(n + 1, a, b, c, d, e); wide(x, 1, 2, 3, 4, 5)",
        "(\\f. f(f))(\\f. f(f))",
    ];
    stopped(
        &sources,
        &limits,
        expect![[r#"
        1:17: more than 100 calls inside one another, reached in `forever`; see that the recursion ends, or raise `Limits::depth`
        error: more than 100 calls inside one another, reached in `forever`
           ╭─[ f:1:17 ]
           │
         1 │ fn forever(n) = forever(n + 1); forever(x)
           │                 ───────┬──────
           │                        ╰──────── in this call
           │
           │ Help: see that the recursion ends, or raise `Limits::depth`
        ───╯

        1:34: more than 1000 steps, reached in `fib`; see that the recursion ends, or raise `Limits::steps`
        error: more than 1000 steps, reached in `fib`
           ╭─[ f:1:34 ]
           │
         1 │ fn fib(n) = if n < 2 then n else fib(n - 1) + fib(n - 2); fib(x + 30)
           │                                  ─────┬────
           │                                       ╰────── in this call
           │
           │ Help: see that the recursion ends, or raise `Limits::steps`
        ───╯

        1:33: more than 300 values held at once, reached in `wide`; see that the recursion ends, or raise `Limits::values`
        error: more than 300 values held at once, reached in `wide`
           ╭─[ f:1:33 ]
           │
         1 │ fn wide(n, a, b, c, d, e) = 1 + wide(n + 1, a, b, c, d, e); wide(x, 1, 2, 3, 4, 5)
           │                                 ─────────────┬────────────
           │                                              ╰────────────── in this call
           │
           │ Help: see that the recursion ends, or raise `Limits::values`
        ───╯

        1:16: more than 100 calls inside one another, reached in `\f. f(f)`; see that the recursion ends, or raise `Limits::depth`
        error: more than 100 calls inside one another, reached in `\f. f(f)`
           ╭─[ f:1:16 ]
           │
         1 │ (\f. f(f))(\f. f(f))
           │                ──┬─
           │                  ╰─── in this call
           │
           │ Help: see that the recursion ends, or raise `Limits::depth`
        ───╯

    "#]],
    );
    stopped(
        &["x*x + 1"],
        &Limits { steps: 2, ..limits },
        expect![[r#"
        1:1: the program needs more than 2 steps; raise `Limits::steps`
        error: the program needs more than 2 steps
           ╭─[ f:1:1 ]
           │
         1 │ x*x + 1
           │ ───┬───
           │    ╰───── here
           │
           │ Help: raise `Limits::steps`
        ───╯

    "#]],
    );
    stopped(
        &["x*x + 1"],
        &Limits { values: 1, ..limits },
        expect![[r#"
        1:1: the program needs more than 1 value held at once; raise `Limits::values`
        error: the program needs more than 1 value held at once
           ╭─[ f:1:1 ]
           │
         1 │ x*x + 1
           │ ───┬───
           │    ╰───── here
           │
           │ Help: raise `Limits::values`
        ───╯

    "#]],
    );
}

#[test]
fn long_lines_and_places_of_several_lines() {
    let long = format!("a + b\n+ {}q(x){}", "x + ".repeat(1_000), " + é".repeat(1_000));
    rejected(
        &[&long, "[x,\n  y][0, 0, 0]", "# a comment\n\n\tλ + (β(\n1))"],
        expect![[r#"
            2:4003: unknown function `q`; define it, `fn q(x) = ..;`, or write `q*(..)` for a product
            error: unknown function `q`
               ╭─[ f:2:61 ]
               │
             2 │ x + x + x + x + x + x + x + x + x + x + x + x + x + x + x + q(x) + é + é + é + é + é + é + é + é + é + é + é
               │                                                             ┬
               │                                                             ╰── no function has this name
               │
               │ Help: define it, `fn q(x) = ..;`, or write `q*(..)` for a product
               │
               │ Note: only a part of the line is shown: the place is f:2:4003
            ───╯

            1:1: an entry has 1 or 2 places, not 3; name row and column, from 0: `m[0, 1]`
            error: an entry has 1 or 2 places, not 3
               ╭─[ f:1:1 ]
               │
             1 │ ╭─▶ [x,
             2 │ ├─▶   y][0, 0, 0]
               │ │
               │ ╰────────────────── here
               │
               │     Help: name row and column, from 0: `m[0, 1]`
            ───╯

            3:7: unknown function `β`; define it, `fn β(x) = ..;`, or write `β*(..)` for a product
            error: unknown function `β`
               ╭─[ f:3:7 ]
               │
             3 │     λ + (β(
               │          ┬
               │          ╰── no function has this name
               │
               │ Help: define it, `fn β(x) = ..;`, or write `β*(..)` for a product
            ───╯

        "#]],
    );
    let error = Program::parse(&format!("({}", "x + ".repeat(1_000))).unwrap_err();
    let source = format!("({}", "x + ".repeat(1_000));
    expect![[r#"
        error: expected an expression, and the program ends
           ╭─[ f:1:61 ]
           │
         1 │  x + x + x + x + x + x + x + x + x + x + x + x + x + x + x +
           │                                                             │
           │                                                             ╰─ expected an expression
           │
           │ Help: close the bracket
           │
           │ Note: only a part of the line is shown: the place is f:1:4001
        ───╯
    "#]]
    .assert_eq(&error.report(&source, "f"));
}

#[test]
fn each_kind_can_be_asked_for() {
    let kinds = |source: &str| {
        let outcome = Program::parse(source).and_then(|program| {
            program.eval(&vec![0.5; program.inputs().len()], &Limits { depth: 100, ..Limits::default() })
        });
        let e = outcome.unwrap_err();
        [e.is_parse(), e.is_unknown_name(), e.is_arity(), e.is_type(), e.is_domain(), e.is_inputs(), e.is_limit()]
    };
    let only = |i: usize| std::array::from_fn(|j| i == j);
    assert_eq!(kinds("x +"), only(0));
    assert_eq!(kinds("sni(x)"), only(1));
    assert_eq!(kinds("sin(x, y)"), only(2));
    assert_eq!(kinds("1 + sin"), only(3));
    assert_eq!(kinds("clamp(x, 1, 0)"), only(4));
    assert_eq!(kinds("fn f(x) = f(x); f(x)"), only(6));
    let error = Program::parse("x +\n  sni(y)").unwrap_err();
    assert_eq!((error.line(), error.column(), error.span()), (2, 3, 6..9));
    assert_eq!((error.message(), error.advice()), ("unknown function `sni`", "did you mean `sin`?"));
    assert_eq!(format!("{error:?}"), "UnknownName(2:3: unknown function `sni`; did you mean `sin`?)");
}

#[test]
fn what_a_terminal_obeys_is_written_out() {
    let source = "x # \x1b[2J\r\n + sni(x) # \u{202e}\u{9b}1m\rx\n";
    let error = Program::parse(source).expect_err("an unknown function");
    expect![[r#"
        error: unknown function `sni`
           ╭─[ a\u{1b}[2J\nb:2:4 ]
           │
         2 │  + sni(x) # \u{202e}\u{9b}1m\rx
           │    ─┬─
           │     ╰─── no function has this name
           │
           │ Help: did you mean `sin`?
        ───╯
    "#]]
    .assert_eq(&error.report(source, "a\x1b[2J\nb"));
    // Marks of a place behind what is written out stand below it.
    let behind = "x + \\y. # \x1b\x1b\n (";
    assert!(!Program::parse(behind).expect_err("an open bracket").report(behind, "f").contains('\x1b'));
}

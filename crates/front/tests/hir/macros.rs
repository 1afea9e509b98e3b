macro_rules! square {
    ($x:expr) => {{
        let t = $x;
        t * t
    }};
}

macro_rules! largest {
    ($a:expr) => { $a };
    ($a:expr, $($rest:expr),+) => { { let (a, b) = ($a, largest!($($rest),+)); if a > b { a } else { b } } };
}

macro_rules! add_to {
    ($s:ident, $($x:expr),* $(,)?) => { $($s += $x;)* };
}

macro_rules! swept {
    ($l:lifetime, $i:ident in $n:expr, $body:block) => { $l: for $i in 0..$n { if $i > 3 { break $l; } $body } };
}

struct Point {
    x: f64,
    t: f64,
}

fn hygiene(t: f64) -> f64 {
    square!(t + 1.0) + largest!(t, 2.0 * t, 1.0)
}

fn statements(x: &[f64]) -> f64 {
    let mut s = 0.0;
    add_to!(s, x[0], square!(s));
    macro_rules! own {
        ($v:expr) => {
            let t = Point { x: $v, t: s };
            s += t.x * t.t;
        };
    }
    own!(x[1]);
    swept!('l, k in x.len(), { s += x[k]; });
    s
}

fn said(x: &[f64], n: usize) -> f64 {
    assert!(n > 0, "n is {n}, {:.prec$} {}", x[0], x.len(), prec = n);
    assert_eq!(x.len(), n);
    debug_assert_ne!(n, 3, "{{}} {x:?}");
    println!();
    eprintln!("{:>width$} {0:n$}", x[0], width = 4);
    if n > 9 {
        panic!("not a number");
    }
    let v = dbg!(x[0] * 2.0);
    let text = format!("{v}");
    let place = concat!("a", line!());
    v + text.len() as f64 + place.len() as f64
}

macro_rules! run {
    (@twice $($x:ident)+ => $value:expr) => {{
        let mut y = 0.0;
        $(let $x = 2.0 * $x;)+
        *&mut y = $value;
        y
    }};
    ($($x:ident),* $(; $last:literal)?) => { run!(@twice $($x)+ => 0.0 $(+ $x)* $(- $last)?) };
}

macro_rules! list {
    ($t:ty; $p:pat) => { Option<Vec<$t>> };
    ($p:pat) => { Some($p) };
}

fn rules(a: f64, b: f64, text: &mut String) -> f64 {
    let maybe: list!(f64; _) = None;
    writeln!(text, "{a}").unwrap();
    match maybe {
        list!(v) => v[0] + run!(a, b; 3.0),
        _ => run!(a),
    }
}

fn made(a: f64) -> f64 {
    macro_rules! functions {
        ($($f:ident = $k:literal),*) => { $(fn $f(x: f64) -> f64 { $k * x })* };
    }
    functions!(twice = 2.0, thrice = 3.0);
    twice(thrice(a))
}

struct Point {
    x: f64,
    y: f64,
}

struct Pair(f64, usize, f64);

enum Shape {
    Circle { r: f64 },
    Box(f64, f64),
    Empty,
}

const LIMIT: usize = 3;
struct Unit;

fn fields(p: &Point, q: Pair) -> f64 {
    let Point { x, y: z } = p;
    let Pair(first, .., last) = q;
    let Pair(.., only) = q;
    let Pair { 1: n, .. } = q;
    x * z + first * last + only * n as f64
}

fn shapes(s: &Shape) -> f64 {
    match s {
        Shape::Circle { r } => r * r,
        Shape::Box(w, h) if w > h => w * h,
        Shape::Box(0.0, ref h) | Shape::Box(h, _) => *h,
        Shape::Empty => 0.0,
    }
}

fn constants(n: usize, u: Unit) -> usize {
    let Unit = u;
    match n {
        LIMIT => 1,
        usize::MAX => 2,
        0..LIMIT => 3,
        10.. => 4,
        limit => limit,
    }
}

fn slices(x: &[f64], m: [[f64; 2]; 2]) -> f64 {
    let [[p, _], [_, q]] = m;
    match x {
        [] => p,
        [v] => v * q,
        [v, .., w] if v > w => v * w,
        [v, rest @ ..] => v * rest[0],
    }
}

fn bound(pairs: &[(f64, Option<usize>)], mut n: usize) -> f64 {
    let mut s = 0.0;
    for &(v, k) in pairs {
        if matches!(k, Some(0 | 2) | None if v > 0.0) {
            s += v;
        }
        if let Some(mut j @ 1..=9) = k {
            j += 1;
            n += j;
        }
    }
    let (ref mut a, b) = (s, n);
    *a + b as f64
}

fn parts(mut p: Point, q: Point) -> Point {
    let mut v = [0.0; 2];
    (Point { x: p.x, .. }, [v[0], v[1]]) = (q, [1.0, 2.0]);
    Pair(p.y, _, v[0]) = Pair(v[0], 1, p.y);
    Point { x: v[0], ..p }
}

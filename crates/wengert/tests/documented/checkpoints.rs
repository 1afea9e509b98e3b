//! `#[checkpoint(..)]` on loops: the derivatives are those without it, bit for bit where nothing is added in another
//! order, and so many states are kept.

use std::path::Path;
use wengert::checkpoint::Schedule;
use wengert::prelude::*;
use wengert::{Differentiable, Workspace};

/// One function twice: with attributes in its body, and without.
macro_rules! pair {
    ($kept:ident $free:ident $args:tt { $($before:tt)* } #[$mark:meta] [$($repeat:tt)*] { $($after:tt)* }) => {
        #[differentiable]
        fn $kept $args -> f64 {
            $($before)*
            #[$mark]
            $($repeat)*
            $($after)*
        }
        #[differentiable]
        fn $free $args -> f64 {
            $($before)*
            $($repeat)*
            $($after)*
        }
    };
}

pair! {
    pendulum pendulum_free (x0: f64, k: f64, n: usize, #[constant] plan: Schedule)
    { let (mut x, mut v) = (x0, 0.0); let _ = plan; }
    #[checkpoint(schedule = plan)]
    [for _ in 0..n {
        v -= 0.01 * k * x.sin();
        x += 0.01 * v;
    }]
    { x * v }
}

#[test]
fn every_schedule_has_the_same_derivatives_and_its_number_of_states() {
    let most = |n: usize, plan: Schedule| {
        let (mut ws, mut gx, mut gk) = (Workspace::new(), 0.0, 0.0);
        let value = pendulum::value_and_gradient_into(0.7, 2.0, n, plan, &mut gx, &mut gk, &mut ws);
        assert_eq!((value, (gx, gk)), pendulum_free::value_and_gradient(0.7, 2.0, n, plan), "{n} steps by {plan:?}");
        assert_eq!(
            pendulum::hvp(0.7, 2.0, n, plan, 0.3, 0.4),
            pendulum_free::hvp(0.7, 2.0, n, plan, 0.3, 0.4),
            "{n} steps by {plan:?}"
        );
        ws.most_states()
    };
    for n in [0, 1, 2, 5, 100] {
        for slots in [1, 3, 1000] {
            assert_eq!(most(n, Schedule::binomial(slots)), slots.min(n.saturating_sub(1)), "{n} steps, {slots} slots");
            assert!(most(n, Schedule::online(slots)) <= slots);
        }
    }
    assert_eq!(most(1000, Schedule::binomial(7)), 7);
    assert_eq!(most(1000, Schedule::store_all()), 999);
    assert!(most(1000, Schedule::ctz()) <= 10);
    assert_eq!(most(100, Schedule::periodic(10)), 10 + 8);
}

pair! {
    heat heat_free (u0: &[f64], c: &mut [f64], n: usize)
    { let mut u = u0.to_vec(); let mut w = vec![0.0; u0.len()]; let m = u.len(); }
    #[checkpoint(ctz)]
    [for k in (0..n).rev() {
        for i in 1..m - 1 {
            w[i] = u[i] + c[i] * (u[i - 1] - 2.0 * u[i] + u[i + 1]);
        }
        u.copy_from_slice(&w);
        c[0] += u[1] * k as f64 * 0.01;
        if k % 3 == 0 {
            let t = vec![c[0]; 2];
            u[1] += 0.1 * (t[1] * t[0]).sin();
        }
    }]
    { let mut s = 0.0; for i in 0..m { s += u[i] * u[i] * c[i]; } s }
}

pair! {
    newton newton_free (a: f64, x0: f64)
    { let (mut x, mut k) = (x0, 0); }
    #[checkpoint(online = 3)]
    [while (x * x - a).abs() > 1e-9 {
        if k > 60 {
            break;
        }
        x = 0.5 * (x + a / x);
        k += 1;
    }]
    { x * k as f64 }
}

pair! {
    lists lists_free (x: &[f64], a: f64, n: usize)
    {
        let mut m = vec![x.to_vec(), vec![a; 2]];
        let mut list = vec![a];
        let (mut best, mut flip, mut w) = (None, false, [a; 2]);
    }
    #[checkpoint]
    [for i in 0..n {
        m[i % 2][1] += m[1][0] * x[i % 3] * 0.1;
        m.swap(0, 1);
        list.push(m[0][0] * 0.5 + list[0]);
        if list.len() > 4 {
            list.pop();
            list.remove(0);
            list.push(a * a);
        }
        flip = !flip;
        w.swap(0, 1);
        w[0] *= if flip { a } else { x[0] };
        match best {
            Some(b) if b > w[0] => {}
            _ => best = Some(w[0] * m[0][1]),
        }
        if w[0] > 50.0 {
            return w[0] * best.unwrap_or(a);
        }
    }]
    { list[0] * m[1][1] + best.unwrap_or(a) * w[0] }
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Ball {
    x: f64,
    v: f64,
    bounces: usize,
}

#[differentiable]
impl Ball {
    fn moved(&self, h: f64) -> Ball {
        Ball { x: self.x + h * self.v, v: self.v - h * self.x.sin(), bounces: self.bounces + 1 }
    }
    fn energy(&self) -> f64 {
        self.x * self.x + self.v * self.v * self.bounces as f64
    }
    fn run(&mut self, h: f64, n: usize) {
        #[checkpoint(slots = 2)]
        for _ in 0..n {
            self.x += h * self.v;
            self.v -= h * self.x.cos();
        }
    }
    fn run_free(&mut self, h: f64, n: usize) {
        for _ in 0..n {
            self.x += h * self.v;
            self.v -= h * self.x.cos();
        }
    }
}

pair! {
    bounce bounce_free (ball: Ball, h: f64, n: usize)
    { let mut ball = ball; let mut s = 0.0; }
    #[checkpoint(slots = 3)]
    [for i in 0..n {
        ball = ball.moved(h);
        s += ball.energy() * i as f64;
    }]
    { ball.run(h, n); s + ball.x }
}

pair! {
    nested nested_free (a: f64, n: usize)
    { let mut x = a; }
    #[checkpoint(slots = 2)]
    [for i in 0..n {
        let mut v = [x, a];
        #[checkpoint(periodic = 3)]
        for j in 0..2 * n + i {
            v[j % 2] = (v[0] * v[1]).sin() + 0.1 * x;
        }
        for _ in 0..2 {
            let mut w = vec![x; 3];
            #[checkpoint(store_all)]
            for j in 0..n {
                w[j % 3] = w[0] * 0.5 + v[0];
            }
            x += newton(w[0] * w[0] + 1.0, 3.0) * w[2] * 0.01;
        }
        x = lists(&v, x, i).sin();
    }]
    { x }
}

/// As `nested_free`, without any attribute.
#[differentiable]
fn nested_bare(a: f64, n: usize) -> f64 {
    let mut x = a;
    for i in 0..n {
        let mut v = [x, a];
        for j in 0..2 * n + i {
            v[j % 2] = (v[0] * v[1]).sin() + 0.1 * x;
        }
        for _ in 0..2 {
            let mut w = vec![x; 3];
            for j in 0..n {
                w[j % 3] = w[0] * 0.5 + v[0];
            }
            x += newton_free(w[0] * w[0] + 1.0, 3.0) * w[2] * 0.01;
        }
        x = lists_free(&v, x, i).sin();
    }
    x
}

#[test]
fn states_of_every_kind_come_back() {
    assert_eq!(newton::value_and_gradient(7.0, 30.0), newton_free::value_and_gradient(7.0, 30.0));
    let (u, c, w) = ([0.1, 0.5, -0.3, 0.8], [0.3, 0.1, 0.2, 0.4], [1.0, -2.0, 0.3, 0.2]);
    let ball = Ball { x: 0.3, v: -1.0, bounces: 0 };
    for n in [0, 1, 2, 7, 20] {
        assert_eq!(heat::vjp(&u, &mut c.clone(), n, 1.5, &w), heat_free::vjp(&u, &mut c.clone(), n, 1.5, &w));
        assert_eq!(heat::hvp(&u, &mut c.clone(), n, &w, &u), heat_free::hvp(&u, &mut c.clone(), n, &w, &u));
        for a in [0.7, 1.4, 3.0] {
            assert_eq!(lists::value_and_gradient(&u, a, n), lists_free::value_and_gradient(&u, a, n));
        }
        assert_eq!(bounce::value_and_gradient(ball, 0.1, n), bounce_free::value_and_gradient(ball, 0.1, n));
        assert_eq!(bounce::hvp(ball, 0.1, n, &ball, 0.3), bounce_free::hvp(ball, 0.1, n, &ball, 0.3));
        let (mut kept, mut free) = (ball, ball);
        kept.run(0.1, n);
        free.run_free(0.1, n);
        assert_eq!(kept, free);
        let weight = Ball { x: 1.0, v: 2.0, bounces: 0 };
        assert_eq!(kept.run_vjp(0.1, n, &weight), free.run_free_vjp(0.1, n, &weight));
    }
    for n in 0..4 {
        let bare = nested_bare::value_and_gradient(0.4, n);
        assert_eq!(nested::value_and_gradient(0.4, n), bare);
        assert_eq!(nested_free::value_and_gradient(0.4, n), bare);
        assert_eq!(nested::hvp(0.4, n, 1.0), nested_bare::hvp(0.4, n, 1.0));
    }
}

pair! {
    far far_free (x: &[f64], a: f64, n: usize, #[constant] dir: &Path)
    { let mut v = x.to_vec(); let (mut count, m) = (0usize, v.len()); }
    #[checkpoint(slots = 2, disk = dir)]
    [for i in 0..n {
        v[i % m] += (v[(i + 1) % m] * a).sin();
        count += 2;
    }]
    { let _ = dir; v[0] * v[1] * count as f64 }
}

#[differentiable]
fn far_while(x: &[f64], a: f64, n: usize, #[constant] dir: &Path) -> f64 {
    let mut v = x.to_vec();
    let (mut count, m) = (0usize, v.len());
    #[checkpoint(ctz, disk = dir)]
    while count < 2 * n {
        let i = count / 2;
        v[i % m] += (v[(i + 1) % m] * a).sin();
        count += 2;
    }
    v[0] * v[1] * count as f64
}

#[test]
fn states_on_disk_come_back_and_leave_nothing_behind() {
    let dir = std::env::temp_dir().join(format!("wengert-checkpoints-{}", std::process::id()));
    std::fs::create_dir(&dir).expect("a directory");
    let x = [0.3, 0.5, -0.2];
    for n in [0, 1, 2, 7, 20] {
        let free = far_free::value_and_gradient(&x, 0.3, n, &dir);
        assert_eq!(far::value_and_gradient(&x, 0.3, n, &dir), free);
        assert_eq!(far_while::value_and_gradient(&x, 0.3, n, &dir), free);
        assert_eq!(far::hvp(&x, 0.3, n, &dir, &x, 1.0), far_free::hvp(&x, 0.3, n, &dir, &x, 1.0));
    }
    assert_eq!(std::fs::read_dir(&dir).expect("the directory").count(), 0);
    std::fs::remove_dir(&dir).expect("an empty directory");
    let lost = std::panic::catch_unwind(|| far::gradient(&x, 0.3, 5, &dir)).expect_err("there is no directory");
    let text = lost.downcast_ref::<String>().expect("a text");
    assert!(
        text.starts_with("a loop with #[checkpoint] cannot go on: ") && text.contains("could not be made"),
        "{text}"
    );
}

#[derive(Clone, Differentiable)]
struct Point {
    at: [f64; 2],
    speed: f64,
}

#[derive(Clone, Differentiable)]
struct Cloud {
    heights: Vec<f64>,
    points: Vec<Point>,
    rows: Vec<Vec<f64>>,
    scale: f64,
    steps: usize,
}

impl Cloud {
    fn new(n: usize) -> Cloud {
        // Irregular, so that compressed they take no less.
        let wave = |k: usize, rate: f64| (rate * k as f64 + 0.3).sin();
        let points = (0..n).map(|k| Point { at: [wave(k, 1.7), wave(k, 0.9)], speed: wave(k, 2.3) });
        Cloud {
            heights: (0..n).map(|k| wave(k, 3.1)).collect(),
            points: points.collect(),
            rows: (0..3).map(|k| vec![0.1; k]).collect(),
            scale: 0.9,
            steps: 0,
        }
    }
}

#[differentiable]
impl Cloud {
    fn advance(&mut self, a: f64) {
        for k in 0..self.heights.len() {
            self.heights[k] += a * (self.points[k].at[0] * self.points[k].speed).sin();
            self.points[k].at[0] += a * self.heights[k] * self.scale;
            self.points[k].speed *= 1.0 - a * self.rows[2][1];
        }
        self.rows[2][1] += a;
        self.scale *= 1.0 - 0.1 * a;
        self.steps += 1;
    }
}

thread_local! {
    static MOST: std::cell::Cell<u64> = const { std::cell::Cell::new(0) };
}

/// Notes how many bytes the files in the directories within take, if they are the most so far.
fn watch(dir: &Path) -> usize {
    let list = |dir: &Path| std::fs::read_dir(dir).into_iter().flatten().flatten().collect::<Vec<_>>();
    let files = list(dir).into_iter().flat_map(|inner| list(&inner.path()));
    let bytes = files.filter_map(|file| file.metadata().ok()).map(|data| data.len()).sum();
    MOST.set(MOST.get().max(bytes));
    0
}

pair! {
    clouds clouds_free (cloud: &Cloud, a: f64, n: usize, #[constant] dir: &Path, #[constant] watch: &dyn Fn() -> usize)
    { let mut c = cloud.clone(); let mut seen = 0; let _ = dir; }
    #[checkpoint(ctz, disk = dir)]
    [for _ in 0..n {
        c.advance(a);
        seen += watch();
    }]
    { (c.heights[0] + c.points[1].at[0] * c.scale) * (c.steps + seen) as f64 }
}

#[test]
fn structures_and_second_derivatives_lie_on_disk() {
    let dir = std::env::temp_dir().join(format!("wengert-structures-{}", std::process::id()));
    std::fs::create_dir(&dir).expect("a directory");
    let watch = || watch(&dir);
    let cloud = Cloud::new(50);
    for n in [0, 1, 2, 9] {
        MOST.set(0);
        let (value, (by_cloud, by_a)) = clouds::value_and_gradient(&cloud, 0.2, n, &dir, &watch);
        let (free, (free_cloud, free_a)) = clouds_free::value_and_gradient(&cloud, 0.2, n, &dir, &watch);
        assert_eq!(value, free);
        // What all iterations give is added up in another order.
        assert!((by_a - free_a).abs() <= 1e-15 * (1.0 + free_a.abs()), "{by_a} {free_a}");
        assert_eq!(by_cloud.heights, free_cloud.heights);
        let speeds = |cloud: &Cloud| cloud.points.iter().map(|p| (p.at, p.speed)).collect::<Vec<_>>();
        assert_eq!(speeds(&by_cloud), speeds(&free_cloud));
        assert_eq!(by_cloud.rows, free_cloud.rows);
        // A state has 203 numbers in its lists.
        assert!(n < 9 || MOST.get() > 2 * 203 * 8, "{} bytes", MOST.get());
    }
    let x = [0.3, 0.5, -0.2];
    MOST.set(0);
    let curved = watched::hvp(&x, 0.3, 20, &dir, &watch, &x, 1.0);
    assert_eq!(curved, watched_free::hvp(&x, 0.3, 20, &dir, &watch, &x, 1.0));
    // Three duals and a counter.
    assert!(MOST.get() > 3 * (3 * 16 + 8), "{} bytes", MOST.get());
    assert_eq!(std::fs::read_dir(&dir).expect("the directory").count(), 0);
    std::fs::remove_dir(&dir).expect("an empty directory");
}

pair! {
    watched watched_free (x: &[f64], a: f64, n: usize, #[constant] dir: &Path, #[constant] watch: &dyn Fn() -> usize)
    { let mut v = x.to_vec(); let (mut seen, m) = (0usize, v.len()); let _ = dir; }
    #[checkpoint(ctz, disk = dir)]
    [for i in 0..n {
        v[i % m] += (v[(i + 1) % m] * a).sin();
        seen += watch();
    }]
    { v[0] * v[1] * (1 + seen) as f64 }
}

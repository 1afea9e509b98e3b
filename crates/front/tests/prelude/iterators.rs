//! Adaptors and consumers.

use crate::common::{Random, integers, lists, same};
use crate::walks::{forward, reversed};
use front::prelude::iter::IntoIter;
use front::prelude::{iter, slice, source};
use std::cell::RefCell;
use std::ops::ControlFlow;

#[test]
fn adaptors() {
    let all = lists();
    for (x, y) in all.iter().zip(all.iter().skip(2)) {
        let (i, j) = (|| slice::iter(x), || slice::iter(y));
        let double = |v: &f64| v * 2.0;
        let large = |v: &&f64| **v > 0.5;
        let some = |v: &f64| if *v > 0.5 { Some(v * 2.0) } else { None };
        reversed(|| iter::map(i(), double), || x.iter().map(double));
        reversed(|| iter::zip(i(), y), || x.iter().zip(y));
        reversed(|| iter::zip(iter::map(i(), double), 0..9), || x.iter().map(double).zip(0..9));
        forward(|| iter::zip(i(), 1..), || x.iter().zip(1..));
        reversed(|| iter::enumerate(i()), || x.iter().enumerate());
        reversed(|| iter::rev(i()), || x.iter().rev());
        reversed(|| iter::enumerate(iter::rev(i())), || x.iter().rev().enumerate());
        reversed(|| iter::chain(i(), y), || x.iter().chain(y));
        reversed(|| iter::zip(j(), iter::rev(iter::skip(i(), 1))), || y.iter().zip(x.iter().skip(1).rev()));
        reversed(|| iter::cloned(i()), || x.iter().cloned());
        reversed(|| iter::copied(i()), || x.iter().copied());
        forward(|| iter::cycle(i()), || x.iter().cycle());
        forward(|| iter::cycle(iter::filter(i(), large)), || x.iter().filter(large).cycle());
        forward(|| iter::zip(0..30, iter::cycle(i())), || (0..30).zip(x.iter().cycle()));
        reversed(|| iter::filter(i(), large), || x.iter().filter(large));
        reversed(|| iter::filter_map(i(), some), || x.iter().filter_map(some));
        forward(|| iter::zip(iter::filter(i(), large), y), || x.iter().filter(large).zip(y));
        forward(|| iter::zip(j(), iter::filter(i(), large)), || y.iter().zip(x.iter().filter(large)));
        forward(|| iter::enumerate(iter::filter(i(), large)), || x.iter().filter(large).enumerate());
        reversed(|| iter::fuse(i()), || x.iter().fuse());
        reversed(|| iter::inspect(i(), |_| ()), || x.iter().inspect(|_| ()));
        forward(|| iter::map_while(i(), some), || x.iter().map_while(some));
        forward(|| iter::take_while(i(), large), || x.iter().take_while(large));
        forward(|| iter::skip_while(i(), large), || x.iter().skip_while(large));
        let running = |state: &mut f64, v: &f64| {
            *state += v;
            if *state > 9.0 { None } else { Some(*state) }
        };
        forward(|| iter::scan(i(), 0.5, running), || x.iter().scan(0.5, running));
        reversed(|| iter::peekable(i()), || x.iter().peekable());
        for n in 0..5 {
            reversed(|| iter::skip(i(), n), || x.iter().skip(n));
            reversed(|| iter::take(i(), n), || x.iter().take(n));
            reversed(|| iter::step_by(i(), n + 1), || x.iter().step_by(n + 1));
            reversed(|| iter::skip(iter::map(i(), double), n), || x.iter().map(double).skip(n));
            reversed(|| iter::take(iter::map(i(), double), n), || x.iter().map(double).take(n));
            reversed(|| iter::step_by(iter::map(i(), double), n + 1), || x.iter().map(double).step_by(n + 1));
            reversed(|| iter::take(iter::skip(i(), n), 3), || x.iter().skip(n).take(3));
            reversed(|| iter::skip(iter::take(i(), 3), n), || x.iter().take(3).skip(n));
            reversed(|| iter::step_by(iter::skip(i(), n), 2), || x.iter().skip(n).step_by(2));
            forward(|| iter::take(iter::filter(i(), large), n), || x.iter().filter(large).take(n));
            forward(|| iter::skip(iter::filter(i(), large), n), || x.iter().filter(large).skip(n));
            forward(|| iter::step_by(iter::filter(i(), large), n + 1), || x.iter().filter(large).step_by(n + 1));
            forward(|| iter::skip(iter::cycle(i()), n), || x.iter().cycle().skip(n));
        }
        let rows: Vec<Vec<f64>> = x.iter().map(|v| y[..(v.to_bits() % 4) as usize % (y.len() + 1)].to_vec()).collect();
        reversed(|| iter::flatten(slice::iter(&rows)), || rows.iter().flatten());
        reversed(
            || iter::flatten(IntoIter::into_iter(rows.clone())),
            || IntoIterator::into_iter(rows.clone()).flatten(),
        );
        reversed(|| iter::flatten(iter::map(i(), some)), || x.iter().map(some).flatten());
        reversed(
            || iter::flat_map(slice::iter(&rows), |r| iter::map(slice::iter(r), double)),
            || rows.iter().flat_map(|r| r.iter().map(double)),
        );
        reversed(|| iter::flat_map(0..4usize, |k| 0..k), || (0..4usize).flat_map(|k| 0..k));
    }
}

#[test]
fn peeking() {
    for x in lists() {
        let mut ours = iter::peekable(slice::iter(&x));
        let mut std = x.iter().peekable();
        for k in 0..x.len() + 2 {
            same(ours.peek(), std.peek());
            same(ours.peek_mut(), std.peek_mut());
            same(ours.next_if(|v| **v > 0.5), std.next_if(|v| **v > 0.5));
            same(ours.next_if_eq(&&0.0), std.next_if_eq(&&0.0));
            if k % 2 == 0 {
                same(iter::Iter::next(&mut ours), std.next());
            }
        }
    }
}

#[test]
fn consumers() {
    let mut random = Random(41);
    for x in lists() {
        let i = || slice::iter(&x);
        let large = |v: &f64| *v > 0.5;
        same(iter::fold(i(), 1.0, |a, v| a * 0.5 + v), x.iter().fold(1.0, |a, v| a * 0.5 + v));
        same(iter::rfold(i(), 1.0, |a, v| a * 0.5 + v), x.iter().rfold(1.0, |a, v| a * 0.5 + v));
        same(
            iter::fold(i(), Vec::new(), |mut a, v| {
                a.push(*v);
                a
            }),
            x.clone(),
        );
        let up_to = |a: f64, v: &f64| if *v > 9.0 { None } else { Some(a + v) };
        same(iter::try_fold(&mut i(), 0.0, up_to), x.iter().try_fold(0.0, up_to));
        same(iter::try_rfold(&mut i(), 0.0, up_to), x.iter().try_rfold(0.0, up_to));
        let or_fail = |a: f64, v: &f64| if *v > 9.0 { Err(*v) } else { Ok(a + v) };
        same(iter::try_fold(&mut i(), 0.0, or_fail), x.iter().try_fold(0.0, or_fail));
        let flow = |v: &f64| if *v > 9.0 { ControlFlow::Break(*v) } else { ControlFlow::Continue(()) };
        same(iter::try_for_each(&mut i(), flow), x.iter().try_for_each(flow));
        same(iter::reduce(iter::copied(i()), |a, v| a * 0.5 + v), x.iter().copied().reduce(|a, v| a * 0.5 + v));
        let (mut mine, mut theirs) = (Vec::new(), Vec::new());
        iter::for_each(i(), |v| mine.push(*v));
        x.iter().for_each(|v| theirs.push(*v));
        same(mine, theirs);
        same(iter::sum(i()), x.iter().sum::<f64>());
        same(iter::sum::<_, f64>(iter::copied(i())), x.iter().copied().sum());
        same(iter::sum::<_, f32>(iter::map(i(), |v| *v as f32)), x.iter().map(|v| *v as f32).sum());
        same(iter::product(i()), x.iter().product::<f64>());
        same(iter::product::<_, f64>(iter::copied(i())), x.iter().copied().product());
        let some = |v: &f64| if v.is_finite() { Some(*v) } else { None };
        let fine = |v: &f64| if v.is_finite() { Ok(*v) } else { Err(*v) };
        same(iter::sum(iter::map(i(), some)), x.iter().map(some).sum::<Option<f64>>());
        same(iter::sum(iter::map(i(), fine)), x.iter().map(fine).sum::<Result<f64, f64>>());
        same(iter::product(iter::map(i(), some)), x.iter().map(some).product::<Option<f64>>());
        same(iter::product(iter::map(i(), fine)), x.iter().map(fine).product::<Result<f64, f64>>());
        same(iter::collect::<_, Vec<&f64>>(i()), x.iter().collect());
        same(iter::collect::<_, Option<Vec<f64>>>(iter::map(i(), some)), x.iter().map(some).collect());
        same(iter::collect::<_, Result<Vec<f64>, f64>>(iter::map(i(), fine)), x.iter().map(fine).collect());
        same(iter::collect::<_, ()>(iter::map(i(), |_| ())), x.iter().map(|_| ()).collect());
        let pair = |v: &f64| (*v, v * 2.0);
        same(iter::unzip::<_, _, _, Vec<_>, Vec<_>>(iter::map(i(), pair)), x.iter().map(pair).unzip());
        let twice = |v| (pair(v), *v);
        let ours = iter::unzip::<_, _, _, (Vec<_>, Vec<_>), Vec<_>>(iter::map(i(), twice));
        same(ours, x.iter().map(twice).unzip());
        same(iter::collect::<_, (Vec<_>, Vec<_>)>(iter::map(i(), pair)), x.iter().map(pair).collect());
        same(iter::partition::<_, Vec<&f64>, _>(i(), |v| large(v)), x.iter().partition(|v| large(v)));
        same(iter::count(i()), x.iter().count());
        same(iter::count(iter::filter(i(), |v| large(v))), x.iter().filter(|v| large(v)).count());
        same(iter::last(i()), x.iter().last());
        same(iter::last(iter::filter(i(), |v| large(v))), x.iter().filter(|v| large(v)).last());
        let (mut ours, mut std) = (i(), x.iter());
        for _ in 0..6 {
            let n = random.below(3);
            same(iter::nth(&mut ours, n), std.nth(n));
            same(iter::nth_back(&mut ours, n), std.nth_back(n));
            same(iter::find(iter::by_ref(&mut ours), |v| large(v)), std.by_ref().find(|v| large(v)));
            same(iter::rfind(&mut ours, |v| large(v)), std.rfind(|v| large(v)));
        }
        same(iter::all(&mut i(), large), x.iter().all(large));
        same(iter::all(&mut i(), |v| v.is_finite()), x.iter().all(|v| v.is_finite()));
        same(iter::any(&mut i(), large), x.iter().any(large));
        same(iter::find_map(&mut i(), some), x.iter().find_map(some));
        same(iter::position(&mut i(), large), x.iter().position(large));
        same(iter::rposition(&mut i(), large), x.iter().rposition(large));
        let (ours, std) = (iter::enumerate(i()), x.iter().enumerate());
        same(iter::max_by(ours.clone(), |a, b| a.1.total_cmp(b.1)), std.clone().max_by(|a, b| a.1.total_cmp(b.1)));
        same(iter::min_by(ours.clone(), |a, b| a.1.total_cmp(b.1)), std.clone().min_by(|a, b| a.1.total_cmp(b.1)));
        let order = |a: &(usize, &f64), b: &(usize, &f64)| a.1.partial_cmp(b.1).unwrap_or(std::cmp::Ordering::Equal);
        same(iter::max_by(ours.clone(), order), std.clone().max_by(order));
        same(iter::min_by(ours.clone(), order), std.clone().min_by(order));
        for y in [&x, &random.list(3), &x[..x.len() / 2].to_vec()] {
            same(iter::partial_cmp(i(), y), x.iter().partial_cmp(y));
            same(iter::eq(i(), y), x.iter().eq(y));
            same(iter::ne(i(), y), x.iter().ne(y));
            same(iter::lt(i(), y), x.iter().lt(y));
            same(iter::le(i(), y), x.iter().le(y));
            same(iter::gt(i(), y), x.iter().gt(y));
            same(iter::ge(i(), y), x.iter().ge(y));
        }
        same(iter::is_sorted(i()), x.iter().is_sorted());
        same(iter::is_sorted_by(i(), |a, b| a < b), x.iter().is_sorted_by(|a, b| a < b));
        same(iter::is_sorted_by_key(i(), |a| -a), x.iter().is_sorted_by_key(|a| -a));
    }
    for x in integers() {
        let i = || slice::iter(&x);
        let (ours, std) = (iter::enumerate(i()), x.iter().enumerate());
        same(iter::max(i()), x.iter().max());
        same(iter::min(i()), x.iter().min());
        same(iter::max_by_key(ours.clone(), |p| *p.1), std.clone().max_by_key(|p| *p.1));
        same(iter::min_by_key(ours.clone(), |p| *p.1), std.clone().min_by_key(|p| *p.1));
        same(iter::sum(i()), x.iter().sum::<i32>());
        same(iter::product(iter::take(i(), 9)), x.iter().take(9).product::<i32>());
        let y = random.small(x.len());
        same(iter::cmp(i(), &y), x.iter().cmp(&y));
        same(iter::cmp(i(), &x), x.iter().cmp(&x));
        same(iter::cmp(i(), &x[..x.len() / 2]), x.iter().cmp(&x[..x.len() / 2]));
        same(iter::sum::<_, u64>(source::once(3)), 3);
    }
}

/// The calls of a function of the user's are those that std makes, in their order.
#[test]
fn effects() {
    let mine = RefCell::new(Vec::new());
    let theirs = RefCell::new(Vec::new());
    let log = |out: &RefCell<Vec<usize>>, k: usize| {
        out.borrow_mut().push(k);
        k
    };
    let ours = || iter::map(0..9usize, |k| log(&mine, k));
    let std = || (0..9usize).map(|k| log(&theirs, k));
    same(iter::sum(iter::skip(ours(), 3)), std().skip(3).sum::<usize>());
    same(iter::sum(iter::take(ours(), 3)), std().take(3).sum::<usize>());
    same(iter::sum(iter::step_by(ours(), 3)), std().step_by(3).sum::<usize>());
    same(iter::sum(iter::rev(ours())), std().rev().sum::<usize>());
    same(iter::sum(iter::rev(iter::take(ours(), 4))), std().take(4).rev().sum::<usize>());
    same(iter::count(ours()), std().count());
    same(iter::last(ours()), std().last());
    same(iter::nth(&mut ours(), 4), std().nth(4));
    same(iter::any(&mut ours(), |k| k == 4), std().any(|k| k == 4));
    same(iter::find(&mut ours(), |k| *k == 4), std().find(|k| *k == 4));
    same(iter::collect::<_, Vec<_>>(iter::zip(ours(), 0..4)), std().zip(0..4).collect());
    same(iter::sum(iter::take_while(ours(), |k| *k < 4)), std().take_while(|k| *k < 4).sum::<usize>());
    same(iter::sum(iter::skip_while(ours(), |k| *k < 4)), std().skip_while(|k| *k < 4).sum::<usize>());
    same(iter::sum(iter::chain(ours(), ours())), std().chain(std()).sum::<usize>());
    same(iter::collect::<_, Vec<_>>(iter::take(iter::cycle(ours()), 12)), std().cycle().take(12).collect());
    same(mine.into_inner(), theirs.into_inner());
}

//! Slices.

use crate::common::{Random, changes, integers, lists, panics, same};
use crate::walks::{forward, reversed};
use front::prelude::{array, iter, lists, slice};
use std::cmp::Ordering;

/// A list that lives on, for iterators that change it.
fn leaked<T: Clone>(x: &[T]) -> &'static mut [T] {
    Vec::leak(x.to_vec())
}

#[test]
fn read() {
    let mut random = Random(11);
    for list in lists() {
        let x = &list[..];
        let n = x.len();
        reversed(|| slice::iter(x), || x.iter());
        reversed(|| slice::iter_mut(leaked(x)), || leaked(x).iter_mut());
        same(slice::is_empty(x), x.is_empty());
        same(slice::from_ref(&n), std::slice::from_ref(&n));
        same(slice::first(x), x.first());
        for other in lists() {
            same(slice::partial_cmp(x, &other), x.partial_cmp(&other[..]));
            let whole = |list: &[f64]| list.iter().map(|v| v.total_cmp(&0.5) as i32).collect::<Vec<_>>();
            same(slice::cmp(&whole(x), &whole(&other)), whole(x).cmp(&whole(&other)));
        }
        same(slice::last(x), x.last());
        changes(x, |a| slice::first_mut(a).map(|x| *x += 1.0), |b| b.first_mut().map(|x| *x += 1.0));
        changes(x, |a| slice::last_mut(a).map(|x| *x += 1.0), |b| b.last_mut().map(|x| *x += 1.0));
        same(slice::split_first(x), x.split_first());
        same(slice::split_last(x), x.split_last());
        let swap = |parts: Option<(&mut f64, &mut [f64])>| parts.map(|(a, b)| b.iter_mut().for_each(|x| *x *= *a));
        changes(x, |a| swap(slice::split_first_mut(a)), |b| swap(b.split_first_mut()));
        changes(x, |a| swap(slice::split_last_mut(a)), |b| swap(b.split_last_mut()));
        same(slice::first_chunk::<f64, 2>(x), x.first_chunk::<2>());
        same(slice::last_chunk::<f64, 2>(x), x.last_chunk::<2>());
        same(slice::as_slice(x), x);
        same(slice::split_first_chunk::<f64, 2>(x), x.split_first_chunk::<2>());
        same(slice::split_last_chunk::<f64, 2>(x), x.split_last_chunk::<2>());
        same(slice::strip_prefix(x, &x[..n / 2]), x.strip_prefix(&x[..n / 2]));
        same(slice::strip_suffix(x, &x[n / 2..]), x.strip_suffix(&x[n / 2..]));
        same(slice::iter(x).as_slice(), x.iter().as_slice());
        changes(x, |a| slice::as_mut_slice(a).swap_with_slice(&mut vec![1.0; n]), |b| b.fill(1.0));
        same(slice::as_ref(x), x);
        changes(x, |a| slice::as_mut(a).reverse(), |b| AsMut::<[f64]>::as_mut(b).reverse());
        for k in 0..n + 2 {
            panics(|| slice::split_at(x, k), || x.split_at(k));
            same(slice::split_at_checked(x, k), x.split_at_checked(k));
            let halves = |parts: Option<(&mut [f64], &mut [f64])>| {
                parts.map(|(a, b)| {
                    a.reverse();
                    b.fill(7.0);
                })
            };
            if k <= n {
                changes(x, |a| halves(Some(slice::split_at_mut(a, k))), |b| halves(Some(b.split_at_mut(k))));
            }
            changes(x, |a| halves(slice::split_at_mut_checked(a, k)), |b| halves(b.split_at_mut_checked(k)));
            same(slice::get(x, k), x.get(k));
            same(slice::get(x, k..), x.get(k..));
            same(slice::get(x, ..k), x.get(..k));
            same(slice::get(x, ..=k), x.get(..=k));
            same(slice::get(x, ..), x.get(..));
            let j = random.below(n + 2);
            same(slice::get(x, j..k), x.get(j..k));
            same(slice::get(x, j..=k), x.get(j..=k));
            changes(x, |a| slice::get_mut(a, k).map(|x| *x = 3.0), |b| b.get_mut(k).map(|x| *x = 3.0));
            changes(x, |a| slice::get_mut(a, j..k).map(|x| x.fill(3.0)), |b| b.get_mut(j..k).map(|x| x.fill(3.0)));
        }
        same(slice::repeat(x, 3), x.repeat(3));
        let rows: Vec<Vec<f64>> = (0..n % 5).map(|k| x[k..].to_vec()).collect();
        same(slice::concat(&rows), rows.concat());
        same(slice::join(&rows, &1.5), rows.join(&1.5));
        same(slice::join(&rows, &[1.5, 2.5][..]), rows.join(&[1.5, 2.5][..]));
        let fixed: Vec<[f64; 2]> = x.windows(2).map(|w| [w[0], w[1]]).collect();
        same(slice::concat(&fixed), fixed.concat());
        let parts: Vec<&[f64]> = x.chunks(3).collect();
        same(slice::concat(&parts), parts.concat());
    }
}

#[test]
fn parts() {
    for list in lists() {
        let x = &list[..];
        for size in [1, 2, 3, 4, 7, 40] {
            reversed(|| slice::windows(x, size), || x.windows(size));
            reversed(|| slice::chunks(x, size), || x.chunks(size));
            reversed(|| slice::chunks_exact(x, size), || x.chunks_exact(size));
            reversed(|| slice::rchunks(x, size), || x.rchunks(size));
            reversed(|| slice::rchunks_exact(x, size), || x.rchunks_exact(size));
            reversed(|| slice::chunks_mut(leaked(x), size), || leaked(x).chunks_mut(size));
            reversed(|| slice::chunks_exact_mut(leaked(x), size), || leaked(x).chunks_exact_mut(size));
            reversed(|| slice::rchunks_mut(leaked(x), size), || leaked(x).rchunks_mut(size));
            reversed(|| slice::rchunks_exact_mut(leaked(x), size), || leaked(x).rchunks_exact_mut(size));
            same(slice::chunks_exact(x, size).remainder(), x.chunks_exact(size).remainder());
            same(slice::rchunks_exact(x, size).remainder(), x.rchunks_exact(size).remainder());
            same(
                slice::chunks_exact_mut(leaked(x), size).into_remainder(),
                leaked(x).chunks_exact_mut(size).into_remainder(),
            );
            same(
                slice::rchunks_exact_mut(leaked(x), size).into_remainder(),
                leaked(x).rchunks_exact_mut(size).into_remainder(),
            );
        }
        forward(|| slice::split(x, |v| *v > 1.0), || x.split(|v| *v > 1.0));
        forward(|| slice::split_inclusive(x, |v| *v > 1.0), || x.split_inclusive(|v| *v > 1.0));
        reversed(|| slice::array_windows::<_, 2>(x), || x.array_windows::<2>());
        if let Some(last) = x.last_chunk::<3>() {
            same(lists::window::<_, 3>(x, x.len() - 3), last);
        }
        forward(|| slice::chunk_by(x, |a, b| a <= b), || x.chunk_by(|a, b| a <= b));
    }
}

#[test]
fn search() {
    let mut random = Random(12);
    for list in lists() {
        let x = &list[..];
        let n = x.len();
        let y = random.number();
        same(slice::contains(x, &y), x.contains(&y));
        same(slice::contains(x, &0.0), x.contains(&0.0));
        let k = random.below(n + 1);
        same(slice::starts_with(x, &x[..k]), x.starts_with(&x[..k]));
        same(slice::ends_with(x, &x[k..]), x.ends_with(&x[k..]));
        same(slice::starts_with(x, &[0.0, 1.0]), x.starts_with(&[0.0, 1.0]));
        same(slice::is_sorted(x), x.is_sorted());
        same(slice::is_sorted_by(x, |a, b| a < b), x.is_sorted_by(|a, b| a < b));
        same(slice::is_sorted_by_key(x, |a| -a), x.is_sorted_by_key(|a| -a));
        let mut sorted = x.to_vec();
        sorted.sort_by(f64::total_cmp);
        same(slice::is_sorted(&sorted), sorted.is_sorted());
        for y in x.iter().copied().chain([0.0, -0.0, 1e9, f64::NAN]) {
            same(
                slice::partition_point(&sorted, |v| v.total_cmp(&y).is_lt()),
                sorted.partition_point(|v| v.total_cmp(&y).is_lt()),
            );
            same(slice::binary_search_by(&sorted, |v| v.total_cmp(&y)), sorted.binary_search_by(|v| v.total_cmp(&y)));
        }
    }
    for mut x in integers() {
        x.sort();
        for y in -4..5 {
            same(slice::binary_search(&x, &y), x.binary_search(&y));
            same(slice::binary_search_by_key(&x, &(2 * y), |v| 2 * v), x.binary_search_by_key(&(2 * y), |v| 2 * v));
        }
    }
}

#[test]
fn change() {
    let mut random = Random(13);
    for list in lists() {
        let x = &list[..];
        let n = x.len();
        let other = random.list(n);
        changes(x, |a| slice::reverse(a), |b| b.reverse());
        changes(x, |a| slice::fill(a, 2.0), |b| b.fill(2.0));
        let count = || {
            let mut k = 0.0;
            move || {
                k += 1.0;
                k
            }
        };
        changes(x, |a| slice::fill_with(a, count()), |b| b.fill_with(count()));
        changes(x, |a| slice::copy_from_slice(a, &other), |b| b.copy_from_slice(&other));
        changes(x, |a| slice::clone_from_slice(a, &other), |b| b.clone_from_slice(&other));
        let (mut mine, mut theirs) = (other.clone(), other.clone());
        changes(x, |a| slice::swap_with_slice(a, &mut mine), |b| b.swap_with_slice(&mut theirs));
        same(mine, theirs);
        for k in 0..n + 1 {
            changes(x, |a| slice::rotate_left(a, k), |b| b.rotate_left(k));
            changes(x, |a| slice::rotate_right(a, k), |b| b.rotate_right(k));
            let (j, to) = (random.below(k + 1), random.below(n + 1));
            let (mut mine, mut theirs) = (x.to_vec(), x.to_vec());
            panics(|| slice::copy_within(&mut mine, j..k, to), || theirs.copy_within(j..k, to));
            same(mine, theirs);
        }
        panics(|| slice::rotate_left(&mut x.to_vec(), n + 1), || x.to_vec().rotate_left(n + 1));
        panics(|| slice::copy_from_slice(&mut x.to_vec(), &[1.0; 100]), || x.to_vec().copy_from_slice(&[1.0; 100]));
    }
}

#[test]
fn sort() {
    let mut random = Random(14);
    for keys in integers() {
        let x: Vec<(i32, usize)> = keys.iter().enumerate().map(|(k, &key)| (key, k)).collect();
        changes(&keys, |a| slice::sort(a), |b| b.sort());
        changes(&keys, |a| slice::sort_unstable(a), |b| b.sort_unstable());
        changes(&x, |a| slice::sort_by(a, |p, q| q.0.cmp(&p.0)), |b| b.sort_by(|p, q| q.0.cmp(&p.0)));
        changes(&x, |a| slice::sort_by_key(a, |p| -p.0), |b| b.sort_by_key(|p| -p.0));
        changes(&x, |a| slice::sort_by_cached_key(a, |p| p.0 % 2), |b| b.sort_by_cached_key(|p| p.0 % 2));
        changes(&x, |a| slice::sort_unstable_by(a, |p, q| q.cmp(p)), |b| b.sort_unstable_by(|p, q| q.cmp(p)));
        changes(&x, |a| slice::sort_unstable_by_key(a, |p| (-p.0, p.1)), |b| b.sort_unstable_by_key(|p| (-p.0, p.1)));
        same(slice::sorted(&keys, |a, b| a.cmp(b)), {
            let mut order: Vec<usize> = (0..keys.len()).collect();
            order.sort_by_key(|&k| keys[k]);
            order
        });
        if !keys.is_empty() {
            let k = random.below(keys.len());
            let apart = |(a, m, b): (&mut [i32], &mut i32, &mut [i32])| {
                a.sort();
                b.sort();
                *m
            };
            changes(&keys, |a| apart(slice::select_nth_unstable(a, k)), |b| apart(b.select_nth_unstable(k)));
            let by = |a: &i32, b: &i32| b.cmp(a);
            changes(
                &keys,
                |a| apart(slice::select_nth_unstable_by(a, k, by)),
                |b| apart(b.select_nth_unstable_by(k, by)),
            );
            let key = |a: &i32| a + 1;
            changes(
                &keys,
                |a| apart(slice::select_nth_unstable_by_key(a, k, key)),
                |b| apart(b.select_nth_unstable_by_key(k, key)),
            );
        }
    }
    for list in lists() {
        let x = &list[..];
        changes(x, |a| slice::sort_by(a, |p, q| p.total_cmp(q)), |b| b.sort_by(|p, q| p.total_cmp(q)));
        let y: Vec<f64> = x.iter().map(|v| if v.is_nan() { 0.5 } else { *v }).collect();
        let order = |p: &f64, q: &f64| q.partial_cmp(p).unwrap_or(Ordering::Equal);
        changes(&y, |a| slice::sort_by(a, order), |b| b.sort_by(order));
        let rows: Vec<Vec<f64>> = y.chunks(2).map(|c| c.to_vec()).collect();
        changes(
            &rows,
            |a| slice::sort_by(a, |p, q| p[0].total_cmp(&q[0])),
            |b| b.sort_by(|p, q| p[0].total_cmp(&q[0])),
        );
        if x.len() <= 20 {
            // The same pairs are asked for, so that what is no order gives the same as well.
            let no_order = |asked: &mut Vec<f64>, p: &f64, q: &f64| {
                asked.extend([*p, *q]);
                p.partial_cmp(q).unwrap_or(Ordering::Equal)
            };
            changes(
                x,
                |a| {
                    let mut asked = vec![];
                    slice::sort_by(a, |p, q| no_order(&mut asked, p, q));
                    asked
                },
                |b| {
                    let mut asked = vec![];
                    b.sort_by(|p, q| no_order(&mut asked, p, q));
                    asked
                },
            );
        }
    }
}

#[test]
fn arrays() {
    let mut random = Random(15);
    for _ in 0..9 {
        let x: [f64; 5] = std::array::from_fn(|_| random.number());
        same(array::from_fn::<_, 5, _>(|k| x[k] * k as f64), std::array::from_fn(|k| x[k] * k as f64));
        same(array::map(x, |v| v.sin()), x.map(|v| v.sin()));
        same(array::map(x, |v| vec![v]), x.map(|v| vec![v]));
        same(array::each_ref(&x), x.each_ref());
        same(array::as_slice(&x), x.as_slice());
        let (mut mine, mut theirs) = (x, x);
        array::each_mut(&mut mine).into_iter().for_each(|v| *v *= 2.0);
        theirs.each_mut().into_iter().for_each(|v| *v *= 2.0);
        same(mine, theirs);
        same(array::as_mut_slice(&mut mine), theirs.as_mut_slice());
        reversed(|| iter::IntoIter::into_iter(x), || x.into_iter());
        reversed(|| iter::IntoIter::into_iter(&x), || (&x).into_iter());
        reversed(|| iter::IntoIter::into_iter(x.map(|v| vec![v])), || x.map(|v| vec![v]).into_iter());
    }
}

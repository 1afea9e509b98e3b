//! `Vec`, conversions, `std::mem`.

use crate::common::{Random, changes, integers, lists, panics, same};
use crate::walks::reversed;
use front::prelude::deque::VecDeque;
use front::prelude::{any, convert, hint, iter, mem, vec};

#[test]
fn vectors() {
    let mut random = Random(21);
    for list in lists() {
        let x = &list[..];
        let n = x.len();
        let other = random.list(3);
        reversed(|| iter::IntoIter::into_iter(list.clone()), || list.clone().into_iter());
        let mine: Vec<f64> = iter::FromIter::from_iter(iter::map(0..n, |k| x[k]));
        same(mine, Vec::from_iter((0..n).map(|k| x[k])));
        same(vec::as_slice(&list), list.as_slice());
        changes(x, |a| vec::as_mut_slice(a).reverse(), |b| b.as_mut_slice().reverse());
        changes(x, |a| any::clone_from(a, &other), |b| b.clone_from(&other));
        same(any::borrow(&list).len(), std::borrow::Borrow::<[f64]>::borrow(&list).len());
        changes(x, |a| vec::pop(a), |b| b.pop());
        changes(x, |a| vec::pop_if(a, |v| *v > 0.0), |b| b.pop_if(|v| *v > 0.0));
        changes(x, |a| vec::clear(a), |b| b.clear());
        changes(x, |a| vec::resize(a, 7, 1.5), |b| b.resize(7, 1.5));
        changes(x, |a| vec::resize_with(a, 7, || 2.5), |b| b.resize_with(7, || 2.5));
        changes(x, |a| vec::extend(a, iter::map(0..n, |k| x[k])), |b| b.extend((0..n).map(|k| x[k])));
        changes(x, |a| vec::extend(a, &other), |b| b.extend(&other));
        changes(x, |a| iter::Extend::extend(a, &other), |b| b.extend(&other));
        changes(x, |a| iter::Extend::extend(a, other.clone()), |b| b.extend(other.clone()));
        changes(x, |a| vec::extend_from_slice(a, &other), |b| b.extend_from_slice(&other));
        let (mut mine, mut theirs) = (other.clone(), other.clone());
        changes(x, |a| vec::append(a, &mut mine), |b| b.append(&mut theirs));
        same(mine, theirs);
        changes(x, |a| vec::retain(a, |v| *v > 0.0), |b| b.retain(|v| *v > 0.0));
        let halve = |v: &mut f64| {
            *v /= 2.0;
            *v > 0.0
        };
        changes(x, |a| vec::retain_mut(a, halve), |b| b.retain_mut(halve));
        changes(x, |a| vec::dedup(a), |b| b.dedup());
        changes(x, |a| vec::reserve(a, 9), |b| b.reserve(9));
        changes(x, |a| vec::reserve_exact(a, 9), |b| b.reserve_exact(9));
        changes(x, |a| vec::shrink_to_fit(a), |b| b.shrink_to_fit());
        let pairs: Vec<[f64; 2]> = x.windows(2).map(|w| [w[0], w[1]]).collect();
        same(vec::into_flattened(pairs.clone()), pairs.into_flattened());
        for k in 0..n + 2 {
            let both = |ours: &dyn Fn(&mut Vec<f64>) -> Option<f64>, std: &dyn Fn(&mut Vec<f64>) -> Option<f64>| {
                let (mut mine, mut theirs) = (x.to_vec(), x.to_vec());
                panics(|| ours(&mut mine), || std(&mut theirs));
                same(mine, theirs);
            };
            both(&|a| Some(vec::remove(a, k)), &|b| Some(b.remove(k)));
            both(&|a| Some(vec::swap_remove(a, k)), &|b| Some(b.swap_remove(k)));
            let insert = |a: &mut Vec<f64>, k| {
                vec::insert(a, k, 4.5);
                None
            };
            let insert_of_std = |b: &mut Vec<f64>, k| {
                b.insert(k, 4.5);
                None
            };
            both(&|a| insert(a, k), &|b| insert_of_std(b, k));
            if k <= n {
                let j = random.below(k + 1);
                changes(x, |a| vec::split_off(a, k), |b| b.split_off(k));
                changes(x, |a| iter::collect::<_, Vec<_>>(vec::drain(a, j..k)), |b| b.drain(j..k).collect());
                changes(x, |a| iter::collect::<_, Vec<_>>(vec::drain(a, ..k)), |b| b.drain(..k).collect());
                changes(x, |a| iter::collect::<_, Vec<_>>(vec::drain(a, k..)), |b| b.drain(k..).collect());
                changes(x, |a| iter::collect::<_, Vec<_>>(vec::drain(a, ..)), |b| b.drain(..).collect());
                changes(
                    x,
                    |a| iter::collect::<_, Vec<_>>(vec::splice(a, j..k, other.clone())),
                    |b| b.splice(j..k, other.clone()).collect(),
                );
                changes(
                    x,
                    |a| iter::collect::<_, Vec<_>>(vec::extract_if(a, j..k, |v| *v > 0.0)),
                    |b| b.extract_if(j..k, |v| *v > 0.0).collect(),
                );
                changes(x, |a| vec::extend_from_within(a, j..k), |b| b.extend_from_within(j..k));
            }
        }
    }
    for x in integers() {
        changes(&x, |a| vec::dedup(a), |b| b.dedup());
        changes(&x, |a| vec::dedup_by_key(a, |v| *v / 2), |b| b.dedup_by_key(|v| *v / 2));
        let merge = |v: &mut i32, before: &mut i32| {
            let close = (*v - *before).abs() < 2;
            if close {
                *before += 1;
            }
            close
        };
        changes(&x, |a| vec::dedup_by(a, merge), |b| b.dedup_by(merge));
    }
}

#[test]
fn conversions() {
    for list in lists() {
        let x = &list[..];
        same(<Vec<f64> as convert::From<_>>::from(x), Vec::from(x));
        same(<Vec<f64> as convert::From<_>>::from([1.0, 2.0]), Vec::from([1.0, 2.0]));
        same(<Vec<f64> as convert::From<_>>::from(&[1.0, 2.0]), Vec::from(&[1.0, 2.0]));
        same(vec::into_boxed_slice(list.clone()), list.clone().into_boxed_slice().into_vec());
        same(vec::into_vec(list.clone()), list.clone().into_boxed_slice().into_vec());
        same(vec::is_empty(&list), list.is_empty());
        same(<Option<f64> as convert::From<_>>::from(1.0), Option::from(1.0));
        let mine: Vec<f64> = convert::Into::into(x);
        same(mine, x.into());
        let (mine, theirs): (Result<[f64; 3], _>, Result<[f64; 3], _>) = (convert::TryInto::try_into(x), x.try_into());
        same(mine.ok(), theirs.ok());
        same(<&[f64; 3] as convert::TryFrom<_>>::try_from(x).ok(), <&[f64; 3]>::try_from(x).ok());
        same(<[f64; 3] as convert::TryFrom<_>>::try_from(list.clone()), <[f64; 3]>::try_from(list.clone()));
    }
}

#[test]
fn places() {
    for list in lists() {
        let (mut mine, mut theirs) = (list.clone(), list.clone());
        same(mem::replace(&mut mine, vec![1.0]), std::mem::replace(&mut theirs, vec![1.0]));
        same(mem::take(&mut mine), std::mem::take(&mut theirs));
        let (mut a, mut b) = (list.clone(), list.clone());
        mem::swap(&mut a, &mut mine);
        std::mem::swap(&mut b, &mut theirs);
        same((a, mine), (b, theirs));
        same(convert::identity(list.clone()), std::convert::identity(list.clone()));
        same(hint::black_box(list.clone()), std::hint::black_box(list.clone()));
        same(mem::drop(list.clone()), std::mem::drop(list.clone()));
        same(mem::forget(list.clone()), ());
    }
}

#[test]
fn deques() {
    let mut random = Random(22);
    for _ in 0..300 {
        let (mut mine, mut theirs) = (VecDeque::new(), std::collections::VecDeque::new());
        for _ in 0..25 {
            let (x, k) = (random.number(), random.below(6));
            let n = theirs.len();
            match random.below(24) {
                0..4 => same(mine.push_back(x), theirs.push_back(x)),
                4..8 => same(mine.push_front(x), theirs.push_front(x)),
                8 | 9 => same(mine.pop_back(), theirs.pop_back()),
                10 | 11 => same(mine.pop_front(), theirs.pop_front()),
                12 if k <= n => same(mine.insert(k, x), theirs.insert(k, x)),
                13 => same(mine.remove(k), theirs.remove(k)),
                14 if k < n => same(mine.swap(0, k), theirs.swap(0, k)),
                15 if k <= n => same(mine.rotate_left(k), theirs.rotate_left(k)),
                16 if k <= n => same(mine.rotate_right(k), theirs.rotate_right(k)),
                17 => same(mine.retain(|v| *v > 0.0), theirs.retain(|v| *v > 0.0)),
                18 => same(mine.resize(k, x), theirs.resize(k, x)),
                19 => same(mine.truncate(k), theirs.truncate(k)),
                20 => same(mine.extend([x, 1.0]), theirs.extend([x, 1.0])),
                21 if k <= n => same(iter::collect::<_, Vec<_>>(mine.drain(..k)), theirs.drain(..k).collect()),
                22 => {
                    mine.make_contiguous().reverse();
                    theirs.make_contiguous().reverse();
                }
                23 if k == 0 => same(mine.clear(), theirs.clear()),
                _ => {
                    iter::for_each(mine.iter_mut(), |v| *v += x);
                    theirs.iter_mut().for_each(|v| *v += x);
                }
            }
            same((mine.len(), mine.is_empty()), (theirs.len(), theirs.is_empty()));
            same((mine.front(), mine.back()), (theirs.front(), theirs.back()));
            same((mine.get(k), mine.contains(&1.0)), (theirs.get(k), theirs.contains(&1.0)));
            if k < theirs.len() {
                same(mine[k], theirs[k]);
                mine[k] += 1.0;
                theirs[k] += 1.0;
                *mine.get_mut(k).unwrap() += 1.0;
                *theirs.get_mut(k).unwrap() += 1.0;
            }
            mine.front_mut().map(|v| *v *= 2.0);
            theirs.front_mut().map(|v| *v *= 2.0);
            mine.back_mut().map(|v| *v *= 3.0);
            theirs.back_mut().map(|v| *v *= 3.0);
            reversed(|| mine.iter(), || theirs.iter());
            let n = theirs.len();
            reversed(|| mine.range(n / 2..), || theirs.range(n / 2..));
            iter::for_each(mine.range_mut(..n / 2), |v| *v += 0.5);
            theirs.range_mut(..n / 2).for_each(|v| *v += 0.5);
        }
        reversed(|| iter::IntoIter::into_iter(mine.clone()), || theirs.clone().into_iter());
        let list: Vec<f64> = convert::From::from(mine.clone());
        same(list, theirs.iter().copied().collect());
        let mut other = VecDeque::with_capacity(3);
        other.append(&mut mine);
        same(iter::collect::<_, Vec<_>>(other.iter()), theirs.iter().collect());
        same(mine.len(), 0);
        let copy: VecDeque<f64> = iter::collect(iter::copied(other.iter()));
        same(iter::collect::<_, Vec<_>>(copy.iter()), theirs.iter().collect());
        same(
            iter::collect::<_, Vec<_>>(<VecDeque<f64> as convert::From<_>>::from([1.0, 2.0]).iter()),
            vec![&1.0, &2.0],
        );
        other.make_contiguous();
        same(other.as_slices().0.to_vec(), theirs.iter().copied().collect());
    }
}

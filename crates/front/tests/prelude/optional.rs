//! `Option`, `Result`, `Ordering`, `ControlFlow`, `bool`, cells.

use crate::common::{Random, panics, same};
use crate::walks::reversed;
use front::prelude::{boolean, cell, control, iter, option, ordering, result};
use std::cmp::Ordering;
use std::ops::ControlFlow;

/// What may be missing, and often is.
fn maybe(random: &mut Random) -> Option<f64> {
    let x = random.number();
    if random.below(3) == 0 { None } else { Some(x) }
}

fn outcome(random: &mut Random) -> Result<f64, i32> {
    let x = random.number();
    if random.below(3) == 0 { Err(random.below(9) as i32) } else { Ok(x) }
}

#[test]
fn options() {
    let mut random = Random(31);
    for _ in 0..60 {
        let (x, y) = (maybe(&mut random), maybe(&mut random));
        let z = random.number();
        same(option::is_some(&x), x.is_some());
        same(option::is_none(&x), x.is_none());
        same(option::is_some_and(x, |v| v > 0.0), x.is_some_and(|v| v > 0.0));
        same(option::is_none_or(x, |v| v > 0.0), x.is_none_or(|v| v > 0.0));
        same(option::as_ref(&x), x.as_ref());
        same(option::unwrap_or(x, z), x.unwrap_or(z));
        same(option::unwrap_or_else(x, || z), x.unwrap_or_else(|| z));
        same(option::unwrap_or_default(x), x.unwrap_or_default());
        same(option::map(x, |v| v * 2.0), x.map(|v| v * 2.0));
        same(option::map_or(x, z, |v| v * 2.0), x.map_or(z, |v| v * 2.0));
        same(option::map_or_else(x, || z, |v| v * 2.0), x.map_or_else(|| z, |v| v * 2.0));
        same(option::ok_or(x, 3), x.ok_or(3));
        same(option::ok_or_else(x, || 3), x.ok_or_else(|| 3));
        same(option::and(x, y), x.and(y));
        same(
            option::and_then(x, |v| if v > 0.0 { Some(v) } else { None }),
            x.and_then(|v| if v > 0.0 { Some(v) } else { None }),
        );
        same(option::filter(x, |v| *v > 0.0), x.filter(|v| *v > 0.0));
        same(option::or(x, y), x.or(y));
        same(option::or_else(x, || y), x.or_else(|| y));
        same(option::xor(x, y), x.xor(y));
        same(option::zip(x, y), x.zip(y));
        same(option::copied(x.as_ref()), x.as_ref().copied());
        same(option::cloned(x.as_ref()), x.as_ref().cloned());
        same(option::flatten(Some(x)), Some(x).flatten());
        same(option::flatten(None::<Option<f64>>), None);
        same(option::unzip(x.zip(y)), x.zip(y).unzip());
        panics(|| option::unwrap(x), || x.unwrap());
        panics(|| option::expect(x, "so"), || x.expect("so"));
        let (mut mine, mut theirs) = (Vec::new(), Vec::new());
        same(option::inspect(x, |v| mine.push(*v)), x.inspect(|v| theirs.push(*v)));
        same(mine, theirs);
        let list = x.map(|v| vec![v, z]);
        same(option::as_deref(&list), list.as_deref());
        same(option::as_deref(&list.clone().map(Box::new)), Some(&list).and_then(|l| l.as_ref()));
        for inner in [Ok(z), Err(4)] {
            same(option::transpose(x.map(|_| inner)), x.map(|_| inner).transpose());
        }
        reversed(|| option::one(x), || x.into_iter());
        reversed(|| option::iter(&x), || x.iter());
        reversed(|| iter::IntoIter::into_iter(x), || x.into_iter());
        reversed(|| iter::IntoIter::into_iter(&x), || (&x).into_iter());
        let changes = |ours: &dyn Fn(&mut Option<f64>) -> Option<f64>,
                       std: &dyn Fn(&mut Option<f64>) -> Option<f64>| {
            let (mut mine, mut theirs) = (x, x);
            same(ours(&mut mine), std(&mut theirs));
            same(mine, theirs);
        };
        let negate = |v: &mut f64| {
            *v = -*v;
            Some(*v)
        };
        changes(&|a| option::as_mut(a).and_then(negate), &|b| b.as_mut().and_then(negate));
        changes(&|a| iter::last(iter::map(option::iter_mut(a), |v| negate(v)))?, &|b| {
            b.iter_mut().map(negate).last()?
        });
        changes(&|a| negate(option::insert(a, z)), &|b| negate(b.insert(z)));
        changes(&|a| negate(option::get_or_insert(a, z)), &|b| negate(b.get_or_insert(z)));
        changes(&|a| negate(option::get_or_insert_with(a, || z)), &|b| negate(b.get_or_insert_with(|| z)));
        changes(&|a| negate(option::get_or_insert_default(a)), &|b| negate(b.get_or_insert_default()));
        changes(&|a| option::take(a), &|b| b.take());
        changes(&|a| option::take_if(a, |v| *v > 0.0), &|b| b.take_if(|v| *v > 0.0));
        changes(&|a| option::replace(a, z), &|b| b.replace(z));
        let (mut mine, mut theirs) = (list.clone(), list.clone());
        option::as_deref_mut(&mut mine).map(|l| l.reverse());
        theirs.as_deref_mut().map(|l| l.reverse());
        same(mine, theirs);
    }
}

#[test]
fn results() {
    let mut random = Random(32);
    for _ in 0..60 {
        let (x, y) = (outcome(&mut random), outcome(&mut random));
        let z = random.number();
        same(result::is_ok(&x), x.is_ok());
        same(result::is_err(&x), x.is_err());
        same(result::is_ok_and(x, |v| v > 0.0), x.is_ok_and(|v| v > 0.0));
        same(result::is_err_and(x, |e| e > 4), x.is_err_and(|e| e > 4));
        same(result::ok(x), x.ok());
        same(result::err(x), x.err());
        same(result::as_ref(&x), x.as_ref());
        same(result::map(x, |v| v * 2.0), x.map(|v| v * 2.0));
        same(result::map_or(x, z, |v| v * 2.0), x.map_or(z, |v| v * 2.0));
        same(result::map_or_else(x, |e| e as f64, |v| v * 2.0), x.map_or_else(|e| e as f64, |v| v * 2.0));
        same(result::map_err(x, |e| e + 1), x.map_err(|e| e + 1));
        same(result::unwrap_or(x, z), x.unwrap_or(z));
        same(result::unwrap_or_else(x, |e| e as f64), x.unwrap_or_else(|e| e as f64));
        same(result::unwrap_or_default(x), x.unwrap_or_default());
        same(result::and(x, y), x.and(y));
        same(
            result::and_then(x, |v| if v > 0.0 { Ok(v) } else { Err(-1) }),
            x.and_then(|v| if v > 0.0 { Ok(v) } else { Err(-1) }),
        );
        same(result::or(x, y), x.or(y));
        same(
            result::or_else(x, |e| if e > 4 { Ok(z) } else { Err(e) }),
            x.or_else(|e| if e > 4 { Ok(z) } else { Err(e) }),
        );
        same(result::copied(x.as_ref()), x.as_ref().copied());
        same(result::cloned(x.as_ref()), x.as_ref().cloned());
        same(result::flatten(Ok(x)), x);
        same(result::flatten(Err::<Result<f64, i32>, i32>(3)), Err(3));
        panics(|| result::unwrap(x), || x.unwrap());
        panics(|| result::expect(x, "so"), || x.expect("so"));
        panics(|| result::unwrap_err(x), || x.unwrap_err());
        panics(|| result::expect_err(x, "so"), || x.expect_err("so"));
        let (mut mine, mut theirs) = (Vec::new(), Vec::new());
        same(result::inspect(x, |v| mine.push(*v)), x.inspect(|v| theirs.push(*v)));
        same(mine, theirs);
        let (mut mine, mut theirs) = (Vec::new(), Vec::new());
        same(result::inspect_err(x, |e| mine.push(*e)), x.inspect_err(|e| theirs.push(*e)));
        same(mine, theirs);
        for inner in [Some(z), None] {
            same(result::transpose(x.map(|_| inner)), x.map(|_| inner).transpose());
        }
        reversed(|| result::iter(&x), || x.iter());
        reversed(|| iter::IntoIter::into_iter(x), || x.into_iter());
        reversed(|| iter::IntoIter::into_iter(&x), || (&x).into_iter());
        let (mut mine, mut theirs) = (x, x);
        same(result::as_mut(&mut mine).map(|v| *v += 1.0).ok(), theirs.as_mut().map(|v| *v += 1.0).ok());
        iter::for_each(result::iter_mut(&mut mine), |v| *v *= 2.0);
        theirs.iter_mut().for_each(|v| *v *= 2.0);
        same(mine, theirs);
        let list = x.map(|v| vec![v, z]);
        same(result::as_deref(&list), list.as_deref());
        let (mut mine, mut theirs) = (list.clone(), list.clone());
        result::as_deref_mut(&mut mine).map(|l| l.reverse()).ok();
        theirs.as_deref_mut().map(|l| l.reverse()).ok();
        same(mine, theirs);
    }
}

#[test]
fn orders() {
    let all = [Ordering::Less, Ordering::Equal, Ordering::Greater];
    for x in all {
        same(ordering::is_eq(x), x.is_eq());
        same(ordering::is_ne(x), x.is_ne());
        same(ordering::is_lt(x), x.is_lt());
        same(ordering::is_gt(x), x.is_gt());
        same(ordering::is_le(x), x.is_le());
        same(ordering::is_ge(x), x.is_ge());
        same(ordering::reverse(x), x.reverse());
        for y in all {
            same(ordering::then(x, y), x.then(y));
            same(ordering::then_with(x, || y), x.then_with(|| y));
        }
    }
}

#[test]
fn flows() {
    let all: [ControlFlow<i32, f64>; 2] = [ControlFlow::Break(3), ControlFlow::Continue(-0.0)];
    for x in all {
        same(control::is_break(&x), x.is_break());
        same(control::is_continue(&x), x.is_continue());
        same(control::break_value(x), x.break_value());
        same(control::continue_value(x), x.continue_value());
        same(control::map_break(x, |b| b + 1), x.map_break(|b| b + 1));
        same(control::map_continue(x, |c| c + 1.0), x.map_continue(|c| c + 1.0));
    }
}

#[test]
fn booleans() {
    for so in [false, true] {
        same(boolean::then(so, || 2.5), so.then(|| 2.5));
        same(boolean::then_some(so, 2.5), so.then_some(2.5));
        for other in [false, true] {
            same(boolean::cmp(&so, &other), so.cmp(&other));
            same(boolean::partial_cmp(&so, &other), so.partial_cmp(&other));
        }
    }
}

#[test]
fn the_other_way_round() {
    use front::prelude::cmp::{Ord as _, PartialEq as _, PartialOrd as _, Reverse};
    let mut random = Random(34);
    for _ in 0..60 {
        let (a, b) = (random.below(5) as i32, random.below(5) as i32);
        let (mine, theirs) = ((Reverse(a), Reverse(b)), (std::cmp::Reverse(a), std::cmp::Reverse(b)));
        same(mine.0.cmp(&mine.1), std::cmp::Ord::cmp(&theirs.0, &theirs.1));
        same(mine.0.partial_cmp(&mine.1), std::cmp::PartialOrd::partial_cmp(&theirs.0, &theirs.1));
        same(mine.0.eq(&mine.1), theirs.0 == theirs.1);
    }
}

/// Places that are changed by whoever sees them.
#[test]
fn cells() {
    let mut random = Random(41);
    for _ in 0..100 {
        let (x, y) = (random.number(), random.number());
        let (mut mine, mut theirs) = (cell::Cell::new(x), std::cell::Cell::new(x));
        same(mine.get(), theirs.get());
        same(mine.set(y), theirs.set(y));
        mine.update(|v| v * x);
        theirs.set(theirs.get() * x);
        same(mine.replace(x), theirs.replace(x));
        *mine.get_mut() += y;
        *theirs.get_mut() += y;
        same(mine.take(), theirs.take());
        same(mine.into_inner(), theirs.into_inner());
        let (mut mine, mut theirs) = (cell::RefCell::new(vec![x]), std::cell::RefCell::new(vec![x]));
        mine.borrow_mut().push(y);
        theirs.borrow_mut().push(y);
        same(mine.borrow().clone(), theirs.borrow().clone());
        mine.get_mut().push(x);
        theirs.get_mut().push(x);
        same(mine.replace(vec![y]), theirs.replace(vec![y]));
        same(mine.take(), theirs.take());
        same(mine.into_inner(), theirs.into_inner());
    }
}

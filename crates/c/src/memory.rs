//! The caller's memory: pointers with lengths, looked at before they are used.
#![allow(unsafe_code, reason = "the caller's memory is reached by pointers")]

use crate::functions::WengertFunction;
use crate::status::{Fault, WengertStatus};
use runtime::Quantity;
use std::cell::RefCell;
use std::ffi::{CStr, c_char};
use std::slice;

/// Numbers to read.
#[derive(Clone, Copy)]
pub(crate) struct Given(pub(crate) *const f64, pub(crate) usize);

/// Places to write.
#[derive(Clone, Copy)]
pub(crate) struct Places(pub(crate) *mut f64, pub(crate) usize);

/// No numbers.
pub(crate) const NONE: Given = Given(std::ptr::null(), 0);

thread_local! {
    /// Results that go to more than one place.
    static TOGETHER: RefCell<Vec<f64>> = const { RefCell::new(Vec::new()) };
}

/// # Safety
/// Unless null, `f` is a function that was not freed.
// SAFETY: what callers promise stands above.
pub(crate) unsafe fn function<'a>(f: *const WengertFunction) -> Result<&'a WengertFunction, Fault> {
    // SAFETY: as the caller promises.
    unsafe { f.as_ref() }.ok_or_else(|| null("the function"))
}

/// # Safety
/// Unless null, `text` ends with a zero.
// SAFETY: what callers promise stands above.
pub(crate) unsafe fn text<'a>(text: *const c_char, what: &str) -> Result<&'a str, Fault> {
    if text.is_null() {
        return Err(null(what));
    }
    // SAFETY: as the caller promises.
    unsafe { CStr::from_ptr(text) }
        .to_str()
        .map_err(|_| Fault::new(WengertStatus::Parse, format!("{what} is not UTF-8; give text in that encoding")))
}

/// # Safety
/// Unless null, there is as much memory to write to.
// SAFETY: what callers promise stands above.
pub(crate) unsafe fn place<'a, T>(place: *mut T, what: &str) -> Result<&'a mut T, Fault> {
    // SAFETY: as the caller promises.
    unsafe { place.as_mut() }.ok_or_else(|| null(what))
}

/// # Safety
/// Unless null, there are as many items there.
// SAFETY: what callers promise stands above.
pub(crate) unsafe fn items<'a, T>(first: *const T, count: usize, what: &str) -> Result<&'a [T], Fault> {
    if count == 0 {
        return Ok(&[]);
    }
    if first.is_null() {
        return Err(null(what));
    }
    // SAFETY: as the caller promises; it is not null.
    Ok(unsafe { slice::from_raw_parts(first, count) })
}

fn null(what: &str) -> Fault {
    Fault::new(WengertStatus::Null, format!("{what} is a null pointer"))
}

/// Evaluates a quantity at one point, or at many, into one or two places; the first of two may be null.
///
/// # Safety
/// Unless null, `f` is a function that was not freed, and there are as many numbers and places as is said.
// SAFETY: what callers promise stands above.
pub(crate) unsafe fn evaluate(
    f: *const WengertFunction,
    what: Quantity,
    many: bool,
    points: Given,
    seeds: Given,
    (first, second): (Option<Places>, Places),
) -> Result<(), Fault> {
    // SAFETY: as the caller promises.
    let f = &unsafe { function(f) }?.0;
    // SAFETY: as the caller promises.
    let (points, seeds) = unsafe { (items(points.0, points.1, "the point")?, items(seeds.0, seeds.1, "the seeds")?) };
    let kept = first.filter(|first| !first.0.is_null());
    let read = [span(points.as_ptr(), points.len()), span(seeds.as_ptr(), seeds.len())];
    let written = [kept.map_or((0, 0), |p| span(p.0, p.1)), span(second.0, second.1)];
    let meet = |a: (usize, usize), b: (usize, usize)| a.0 < b.1 && b.0 < a.1;
    if written.iter().any(|&w| read.iter().any(|&r| meet(r, w))) || meet(written[0], written[1]) {
        let message = "results would be written over what is read or over each other; give memory of its own to each";
        return Err(Fault::new(WengertStatus::Overlap, message));
    }
    if second.1 > 0 && second.0.is_null() {
        return Err(null("the place for results"));
    }
    let run = |out: &mut [f64]| match many {
        false => f.eval_into(what, points, seeds, out),
        true => f.eval_batch_into(what, points, seeds, out),
    };
    if first.is_none() {
        // SAFETY: as the caller promises; what is read does not overlap.
        let out = if second.1 == 0 { &mut [] } else { unsafe { slice::from_raw_parts_mut(second.0, second.1) } };
        return Ok(run(out)?);
    }
    let (n, m) = (f.inputs().len(), f.outputs());
    if if many { n == 0 || !points.len().is_multiple_of(n) } else { points.len() != n } {
        // Says what is wrong with them.
        return Ok(run(&mut [])?);
    }
    let count = if many { points.len().checked_div(n).unwrap_or(0) } else { 1 };
    let head = match what {
        Quantity::Gradient => 1,
        Quantity::Hvp => n,
        _ => m,
    };
    let tail = what.results(n, m) - head;
    let wanted = [(kept.map(|place| place.1), head), (Some(second.1), tail)];
    for (places, each) in wanted {
        if let Some(places) = places.filter(|&places| places != count * each) {
            let message = format!("{places} places were given for {} numbers; give one for each", count * each);
            return Err(Fault::new(WengertStatus::Shape, message));
        }
    }
    TOGETHER.with(|together| {
        let mut together = together.try_borrow_mut().map_err(|_| Fault::new(WengertStatus::Panic, "memory in use"))?;
        together.clear();
        together.resize(count * (head + tail), 0.0);
        let done = run(&mut together);
        for (i, row) in together.chunks_exact((head + tail).max(1)).enumerate() {
            let (h, t) = row.split_at(head);
            if let Some(first) = kept {
                // SAFETY: there are as many places as were counted above, and they are not those of the row.
                unsafe { first.0.add(i * head).copy_from_nonoverlapping(h.as_ptr(), head) };
            }
            // SAFETY: as above.
            unsafe { second.0.add(i * tail).copy_from_nonoverlapping(t.as_ptr(), tail) };
        }
        Ok(done?)
    })
}

fn span(first: *const f64, count: usize) -> (usize, usize) {
    let at = first.addr();
    (at, at.saturating_add(count.saturating_mul(size_of::<f64>())))
}

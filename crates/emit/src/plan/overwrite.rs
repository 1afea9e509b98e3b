//! Adjoints of arrays that are overwritten, not cleared and added to.
//!
//! A loop `k[i] = ..` takes, on its way back, the adjoint of each element and clears it, and the next loop back that reads
//! `k[i]` adds to what was cleared. Where it is known that nothing else comes between, that loop assigns and the other does not
//! clear: of three passes over memory one is left. What the assignments leave out is cleared behind the loop.
//!
//! Only arrays of the function's own are looked at, and of these only such as are touched side by side, in the steps of one
//! block: that is what buffers of time steps are like (the stages of Runge-Kutta methods).

use crate::ir::{Arr, Atom, Block, BlockId, Head, Init, Int, Lies, Loop, Mode, Op, Program, Step, Storage, Ty, Val};
use crate::plan::Plan;
use crate::plan::fuse::returns;
use crate::plan::order::{Def, Order};
use crate::syntax::marks::Keep;
use std::collections::{BTreeSet, HashMap, HashSet};

#[derive(Default)]
pub(crate) struct Overwritten {
    /// Reads whose element has no adjoint yet when theirs comes in.
    pub(crate) assigned: HashSet<Val>,
    /// Writes, by array and by the variable of the loop that is their index, whose adjoint need not be cleared; the loop
    /// that assigns next, if there is one.
    pub(crate) spent: HashMap<(Arr, Val), Option<Assigns>>,
}

/// The elements that a loop assigns: `lo + offset .. hi + offset`.
#[derive(Clone)]
pub(crate) struct Assigns {
    pub(crate) lo: Atom,
    pub(crate) hi: Atom,
    pub(crate) offset: i64,
}

/// What a step does to the adjoint of an array on the way back.
enum Touch {
    /// Takes and clears the elements of a range, by a loop with this variable.
    Fill { var: Val, lo: Atom, hi: Atom },
    /// Takes and clears one element.
    Point(i64),
    /// Adds to the elements of a range, once to each, for this read.
    Sum { read: Val, range: Assigns },
    /// Adds to some elements.
    Sums,
}

/// What no way to overwrite is known of.
struct Opaque;

/// Finds them; the plan says how loops are reversed.
pub(crate) fn find(p: &Program, order: &Order, plan: &Plan) -> Overwritten {
    let (mut found, mut touching) = (Overwritten::default(), Touching::new());
    let all = note(p, &p.body, &mut touching);
    let own = |a: &Arr| {
        let array = &p.arrays[*a];
        let plain =
            matches!((&array.storage, &array.lies), (Storage::Heap, Lies::Apart)) && array.active && array.float;
        let local = !(array.param || array.result || array.grows || array.undone || array.still);
        plain && local && !returns(&p.ret, *a)
    };
    for a in all.into_iter().filter(own) {
        _ = Search { p, order, plan, touching: &touching, a }.block(&p.body, false, &mut found);
    }
    found
}

/// By block and array, the steps that have to do with the array's adjoint, inside too.
type Touching = HashMap<BlockId, HashMap<Arr, Vec<usize>>>;

/// Fills it for a block and those in it; gives the arrays.
fn note(p: &Program, block: &Block, touching: &mut Touching) -> BTreeSet<Arr> {
    let mut here = HashMap::<Arr, Vec<usize>>::new();
    for (k, step) in block.steps.iter().enumerate() {
        let mut arrays = touched(p, step);
        for inner in step.blocks() {
            arrays.extend(note(p, inner, touching));
        }
        arrays.into_iter().for_each(|a| here.entry(a).or_default().push(k));
    }
    let all = here.keys().copied().collect();
    touching.insert(block.id, here);
    all
}

/// The arrays with whose adjoint a step has to do, without the steps inside it.
fn touched(p: &Program, step: &Step) -> BTreeSet<Arr> {
    let mut arrays = BTreeSet::new();
    match step {
        Step::Let(v, Op::Read(a, _)) => arrays.extend(p.values[*v].active.then_some(*a)),
        Step::Let(_, op) => arrays.extend(op.arrays()),
        Step::CopyFrom(to, from) => arrays.extend([to.arr, from.arr]),
        Step::Alloc(a, Init::Copy(from)) => arrays.extend([*a, from.arr]),
        Step::Call(c) => c.args.iter().for_each(|arg| arrays.extend(arg.uses().1)),
        Step::Grow(a, _) | Step::Cut(a, _) | Step::Undo(a, ..) => arrays.extend([*a]),
        _ => {}
    }
    if !matches!(step, Step::If { .. } | Step::Loop(_)) {
        arrays.extend(step.writes());
    }
    arrays
}

/// The search through the steps that touch one array.
struct Search<'p> {
    p: &'p Program,
    order: &'p Order,
    plan: &'p Plan,
    touching: &'p Touching,
    a: Arr,
}

impl Search<'_> {
    /// Looks at a block that holds all steps that touch the array; `again` if it runs again with the same array.
    fn block(&self, block: &Block, again: bool, found: &mut Overwritten) -> Result<(), Opaque> {
        let (mut touches, mut again) = (vec![], again);
        let touching: Vec<&Step> = self.touching_in(block).collect();
        for (k, step) in touching.iter().enumerate() {
            if let Step::Alloc(a, init) = step
                && *a == self.a
            {
                let still = k == 0
                    && match init {
                        Init::Fill(x, _) => !self.p.active(x),
                        Init::Elements(xs) => !xs.iter().any(|x| self.p.active(x)),
                        Init::Copy(_) => false,
                    };
                if !still {
                    return Err(Opaque);
                }
                again = false;
                continue;
            }
            match self.touch(step) {
                Ok(touch) => touches.push(touch),
                // All of it may happen in one loop.
                Err(Opaque) => match step {
                    Step::Loop(l)
                        if touching.iter().all(|s| std::ptr::eq(*s, *step) || matches!(s, Step::Alloc(..))) =>
                    {
                        if !self.is_usual(l, true) {
                            return Err(Opaque);
                        }
                        return self.block(&l.body, true, found);
                    }
                    _ => return Err(Opaque),
                },
            }
        }
        touches.reverse();
        self.decide(&touches, again, block, found);
        Ok(())
    }

    /// Whether a loop is reversed by its body, iteration by iteration; any loop that goes `around` what is looked at may
    /// run so, those inside go over a range.
    fn is_usual(&self, l: &Loop, around: bool) -> bool {
        let ranges = matches!(l.head, Head::Range { .. }) && l.exit.is_none() && l.count.is_none();
        l.checkpoint.is_none()
            && l.independent.is_none()
            && !matches!(l.keep, Some(Keep::Recompute(_)))
            && !self.plan.sparse.contains_key(&l.frame)
            && (around || ranges && !self.plan.fused.contains(&l.frame))
    }

    /// The steps of a block that have to do with the array's adjoint.
    fn touching_in<'b>(&self, block: &'b Block) -> impl Iterator<Item = &'b Step> {
        let places = self.touching.get(&block.id).and_then(|here| here.get(&self.a));
        places.into_iter().flatten().map(|&k| &block.steps[k])
    }

    /// What a block reads and stores of the array, inside too.
    fn uses<'b>(&self, block: &'b Block, uses: &mut Uses<'b>) -> Result<(), Opaque> {
        for step in self.touching_in(block) {
            match step {
                Step::Let(v, Op::Read(_, i)) => uses.reads.push((*v, i)),
                Step::Store(_, i, mode, _) => uses.stores.push((i, *mode)),
                Step::If { then, other, .. } => {
                    self.uses(then, uses)?;
                    self.uses(other, uses)?;
                }
                Step::Loop(l) if matches!(l.head, Head::Range { .. }) => self.uses(&l.body, uses)?,
                _ => return Err(Opaque),
            }
        }
        Ok(())
    }

    fn touch(&self, step: &Step) -> Result<Touch, Opaque> {
        let l = match step {
            Step::Let(_, Op::Read(..) | Op::Guarded(..)) => return Ok(Touch::Sums),
            Step::Store(_, Atom::Lit(k), Mode::Set, _) => {
                return Int::Atom(Atom::Lit(k.clone())).literal().map(Touch::Point).ok_or(Opaque);
            }
            Step::Loop(l) if self.is_usual(l, false) => l,
            _ => return Err(Opaque),
        };
        let Head::Range { var, lo, hi, .. } = &l.head else { return Err(Opaque) };
        let mut uses = Uses::default();
        self.uses(&l.body, &mut uses)?;
        let Uses { reads, stores } = uses;
        if !stores.is_empty() {
            let first = self.touching_in(&l.body).next();
            let [(i, Mode::Set)] = stores.as_slice() else { return Err(Opaque) };
            let alone = matches!(first, Some(Step::Store(..))) && reads.iter().all(|(_, j)| j.same(i));
            let own = i.val() == Some(*var) && self.p.values[*var].ty == Ty::usize();
            return match alone && own {
                true => Ok(Touch::Fill { var: *var, lo: lo.clone(), hi: hi.clone() }),
                false => Err(Opaque),
            };
        }
        let [(read, index)] = reads.as_slice() else { return Ok(Touch::Sums) };
        let at_top = self.touching_in(&l.body).any(|step| matches!(step, Step::Let(v, _) if v == read));
        let range = index.val().map(|v| self.shift(v)).filter(|(base, _)| *base == Base::Value(*var));
        Ok(match range {
            Some((_, offset)) if at_top && self.p.values[*var].ty == Ty::usize() => {
                Touch::Sum { read: *read, range: Assigns { lo: lo.clone(), hi: hi.clone(), offset } }
            }
            _ => Touch::Sums,
        })
    }

    /// A value as another, or a length, and a constant.
    fn shift(&self, v: Val) -> (Base, i64) {
        match self.order.defs.get(&v) {
            Some((_, Def::Let(Op::Int(Int::Len(a))))) if self.p.arrays[*a].param && !self.p.arrays[*a].grows => {
                (Base::Length(*a), 0)
            }
            Some((_, Def::Let(Op::Int(int)))) => match int.shift() {
                Some((u, by)) => {
                    let (base, more) = self.shift(u);
                    (base, more + by)
                }
                None => (Base::Value(v), 0),
            },
            _ => (Base::Value(v), 0),
        }
    }

    fn bound(&self, a: &Atom, by: i64) -> Bound {
        let (base, at) = match a {
            Atom::Val(v) => self.shift(*v),
            lit => (Base::Zero, Int::Atom(lit.clone()).literal()?),
        };
        Some((base, at + by))
    }

    /// Whether one bound is at most another, for certain.
    fn at_most(a: Bound, b: Bound) -> bool {
        a.zip(b).is_some_and(|((base, at), (other, to))| base == other && at <= to)
    }

    /// Whether ranges that were cleared, one after the other, cover one that was added to.
    fn covers(&self, cleared: &[(Bound, Bound)], (lo, hi): (Bound, Bound)) -> bool {
        let len = self.p.arrays[self.a].len.as_ref().and_then(|len| self.bound(len, 0));
        let mut from = lo;
        for _ in 0..=cleared.len() {
            // The range that goes on from here; the end of the array is behind any other.
            let next = cleared.iter().find(|(start, end)| {
                let starts = Self::at_most(*start, from) || matches!(start, Some((Base::Zero, at)) if *at <= 0);
                starts && !Self::at_most(*end, from)
            });
            let Some((_, end)) = next else { return false };
            if Self::at_most(hi, *end) || len.is_some() && *end == len {
                return true;
            }
            from = *end;
        }
        false
    }

    /// Follows the touches as they come on the way back; `again` if the first comes after the last.
    fn decide(&self, touches: &[Touch], again: bool, home: &Block, found: &mut Overwritten) {
        // Whether all is clear when the block is entered: it is at first, and later if it is left so.
        let mut clear = vec![];
        let left = self.follow(touches, Some(vec![]), &mut clear);
        if again && left.is_none_or(|dirty| !dirty.is_empty()) {
            clear.clear();
            self.follow(touches, None, &mut clear);
        }
        let is_assigned = |touch: &Touch| matches!(touch, Touch::Sum { read, .. } if clear.contains(read));
        let frame = self.order.bodies.get(&home.id).copied().unwrap_or(0);
        let stays = |a: &Atom| a.val().is_none_or(|v| self.p.values[v].frame != frame);
        for (k, touch) in touches.iter().enumerate() {
            let Touch::Fill { var, lo, .. } = touch else { continue };
            let start = self.bound(lo, 0);
            let apart = |touch: &Touch| match (touch, start) {
                (Touch::Point(k), Some((Base::Zero, lo))) => *k < lo,
                _ => false,
            };
            let later = touches[k + 1..].iter().map(|t| (t, false));
            let wrapped = touches[..k].iter().filter(|_| again).map(|t| (t, true));
            match later.chain(wrapped).find(|(t, _)| !apart(t)) {
                None if !again => drop(found.spent.insert((self.a, *var), None)),
                Some((t @ Touch::Sum { range, .. }, wraps))
                    if is_assigned(t) && (!wraps || stays(&range.lo) && stays(&range.hi)) =>
                {
                    found.spent.insert((self.a, *var), Some(range.clone()));
                }
                _ => {}
            }
        }
        found.assigned.extend(clear);
    }

    /// The ranges that hold something at the end, from those at the beginning; none if that is not known. `clear` takes the
    /// reads that find nothing.
    fn follow(&self, touches: &[Touch], dirty: Option<Vec<Range>>, clear: &mut Vec<Val>) -> Option<Vec<Range>> {
        let (mut dirty, mut cleared) = (dirty, vec![]);
        for touch in touches {
            match touch {
                Touch::Sum { read, range } => {
                    if dirty.as_ref().is_some_and(Vec::is_empty) {
                        clear.push(*read);
                    }
                    let range = (self.bound(&range.lo, range.offset), self.bound(&range.hi, range.offset));
                    dirty.iter_mut().for_each(|list| list.push(range));
                    cleared.clear();
                }
                Touch::Sums => {
                    dirty = None;
                    cleared.clear();
                }
                Touch::Fill { lo, hi, .. } => cleared.push((self.bound(lo, 0), self.bound(hi, 0))),
                Touch::Point(k) => cleared.push((Some((Base::Zero, *k)), Some((Base::Zero, *k + 1)))),
            }
            let whole = (Some((Base::Zero, 0)), self.p.arrays[self.a].len.as_ref().and_then(|len| self.bound(len, 0)));
            match &mut dirty {
                Some(list) => list.retain(|range| !self.covers(&cleared, *range)),
                None if self.covers(&cleared, whole) => dirty = Some(vec![]),
                None => {}
            }
        }
        dirty
    }
}

/// What a bound is counted from.
#[derive(Clone, Copy, PartialEq)]
enum Base {
    Zero,
    Value(Val),
    Length(Arr),
}

/// What a loop reads and stores of an array, and at which indices.
#[derive(Default)]
struct Uses<'b> {
    reads: Vec<(Val, &'b Atom)>,
    stores: Vec<(&'b Atom, Mode)>,
}

/// What it is counted from and by how much it differs, where that is known.
type Bound = Option<(Base, i64)>;
type Range = (Bound, Bound);

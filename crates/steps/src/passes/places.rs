//! Where the adjoints of lists lie that are fields of parameters.
//!
//! A list of its own for the adjoint, filled with zeros and added at the end, costs each call of a method the whole
//! list, whatever elements the method reads: `curve.rate(t)`, which looks at two nodes, would cost all of them. So the
//! adjoint lies in that of the structure: as a slice where nothing else of the function uses the structure's adjoint,
//! which is fastest in loops, else by its path, which borrows nothing.

use crate::ir::{Arr, Atom, Lies, Op, Program, Projections, Step, Val, walk};

/// Finds the places of all lists that are fields.
pub(super) fn mark(p: &mut Program) {
    let mut lists = vec![];
    walk(&p.body, &mut |step, _| {
        if let Step::Alias(a, v, path) = step
            && p.arrays[*a].active
        {
            lists.push((*a, *v, path.clone()));
        }
    });
    for (a, v, path) in lists {
        let by_path = !p.arrays[a].still && !p.ret.gives(v) && !is_shared_out(p, a);
        p.arrays[a].lies = match is_alone(p, v, &path) {
            true => Lies::Slice,
            false if by_path => Lies::Path(v, path),
            false => Lies::Apart,
        };
    }
}

/// Whether nobody else reaches the adjoint of a list in that of its structure.
fn is_alone(p: &Program, v: Val, path: &Projections) -> bool {
    let mut alone = true;
    walk(&p.body, &mut |step, _| match step {
        // A length, or an answer that is constant, has no adjoint.
        Step::Let(u, _) if !p.values[*u].active => {}
        Step::Let(_, Op::Field(Atom::Val(of), other)) if *of == v => alone &= !other.overlaps(path),
        Step::Alias(_, u, other) if *u == v => alone &= other.same(path) || !other.overlaps(path),
        Step::Let(_, op) => alone &= !op.vals().contains(&v),
        Step::Call(c) => alone &= !c.args.iter().any(|arg| arg.uses().0.contains(&v)),
        Step::If { joins, .. } => {
            alone &= joins.iter().all(|j| j.then.val() != Some(v) && j.other.val() != Some(v));
        }
        Step::Loop(l) => {
            alone &= l.carried.iter().all(|c| c.init.val() != Some(v) && c.next.val() != Some(v));
        }
        _ => {}
    });
    alone && !p.ret.gives(v)
}

/// Whether a loop uses the list that may run on threads, each with an adjoint of its own.
fn is_shared_out(p: &Program, a: Arr) -> bool {
    let mut shared = false;
    walk(&p.body, &mut |step, _| {
        if let Step::Loop(l) = step
            && l.independent.is_some()
        {
            let mut arrays = Default::default();
            crate::ir::uses::reads_of(&l.body, &mut Default::default(), &mut arrays);
            shared |= arrays.contains(&a);
        }
    });
    shared
}

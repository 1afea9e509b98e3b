//! Long programs in parts, and what these keep for one another.

use crate::function::Function;
use crate::program::{Instruction, Program};
use rules::{Kind, Op};

/// The operations of one kernel, at most: compilers take more than linear time in the length of a function.
const PART: usize = 4096;
/// The operations of a program, at most.
pub(super) const MOST: usize = 1_000_000;
/// What a call counts, in operations.
const CALL: usize = 12;

/// Where a program is cut.
pub(super) struct Parts {
    /// The number of the first operation of each part.
    pub(super) starts: Vec<usize>,
    /// For each operation whose value another part reads, its place.
    pub(super) places: Vec<Option<u32>>,
    pub(super) room: usize,
    /// The largest number of values that are needed at one time.
    pub(super) live: usize,
    /// All operations, with what calls count.
    pub(super) operations: usize,
}

/// Whether a function is an operation of the processor.
pub(super) fn is_simple(function: &Function) -> bool {
    function.op().is_some_and(|op| op.row().kind == Kind::Operator && op != Op::Rem || op == Op::Select)
}

impl Parts {
    pub(super) fn of(program: &Program) -> Parts {
        let first = program.values() - program.len();
        let last = last_reads(program);
        let mut parts = Parts { starts: vec![0], places: vec![None; program.len()], room: 0, live: 0, operations: 0 };
        // How many operations before each are read by it or later.
        let mut needed = vec![0usize; program.len() + 1];
        let (mut alive, mut ends) = (0usize, vec![0usize; program.len() + 1]);
        for j in 0..program.len() {
            alive -= ends[j];
            needed[j] = alive;
            if let Some(end) = last[j] {
                alive += 1;
                ends[(end + 1).min(program.len())] += 1;
            }
            parts.live = parts.live.max(alive);
        }
        let (mut size, mut window) = (0, None);
        let mut j = 0;
        while j < program.len() {
            let Instruction::Apply { function, .. } = program.instruction((first + j) as u32) else { break };
            let cost = if is_simple(function) { 1 } else { CALL };
            size += cost;
            parts.operations += cost;
            if 4 * size > 3 * PART && window.is_none_or(|best: usize| needed[j] <= needed[best]) {
                window = Some(j);
            }
            if size > PART {
                let cut = window.take().unwrap_or(j).max(parts.starts[parts.starts.len() - 1] + 1);
                parts.starts.push(cut);
                // What stands after the cut counts again, for the new part.
                for k in cut..=j {
                    if let Instruction::Apply { function, .. } = program.instruction((first + k) as u32) {
                        parts.operations -= if is_simple(function) { 1 } else { CALL };
                    }
                }
                (size, j) = (0, cut);
                continue;
            }
            j += 1;
        }
        parts.give_places(&last);
        parts
    }

    /// The part that an operation stands in.
    pub(super) fn part(&self, j: usize) -> usize {
        self.starts.partition_point(|&start| start <= j) - 1
    }

    fn give_places(&mut self, last: &[Option<usize>]) {
        let mut free = Vec::new();
        let mut leaving: Vec<Vec<u32>> = vec![Vec::new(); self.starts.len() + 1];
        let mut next = 0;
        for part in 0..self.starts.len() {
            // What the parts before this one have read for the last time.
            free.append(&mut leaving[part]);
            let end = self.starts.get(part + 1).copied().unwrap_or(last.len());
            for (j, &last) in last.iter().enumerate().take(end).skip(self.starts[part]) {
                let Some(reader) = last.map(|reader| self.part(reader)).filter(|&reader| reader > part) else {
                    continue;
                };
                let place = free.pop().unwrap_or_else(|| {
                    next += 1;
                    next - 1
                });
                self.places[j] = Some(place);
                leaving[reader + 1].push(place);
            }
        }
        self.room = next as usize;
    }
}

/// For each operation the last one that reads it; outputs and late guards are read by the last of all.
fn last_reads(program: &Program) -> Vec<Option<usize>> {
    let first = program.values() - program.len();
    let mut last = vec![None; program.len()];
    let mut read = |id: u32, by: usize| {
        if let Some(j) = (id as usize).checked_sub(first) {
            last[j] = last[j].max(Some(by));
        }
    };
    for (j, instruction) in program.instructions().skip(first).enumerate() {
        if let Instruction::Apply { args, .. } = instruction {
            args.iter().for_each(|&a| read(a, j));
        }
    }
    let end = program.len().saturating_sub(1);
    program.guards().iter().for_each(|g| [g.a, g.b].into_iter().for_each(|a| read(a, g.at.min(end))));
    program.outputs().iter().for_each(|&id| read(id, end));
    last
}

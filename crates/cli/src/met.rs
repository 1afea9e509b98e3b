//! What a run meets on its way: kinks, jumps, edges of domains, comparisons of equal values, operations without a
//! derivative; each with its place in the source, and with what the derivative was taken as there.

mod meeting;
mod scout;

use crate::problem::Problem;
use lang::Workspace;
pub(crate) use meeting::{Meeting, Meetings};
use rules::Op;
use scout::Scout;
pub(crate) use scout::Watch;
use std::collections::HashMap;

/// Looks at runs of one program.
pub(crate) struct Lookout<'a> {
    problem: &'a Problem,
    /// Which inputs are differentiated by.
    active: Vec<bool>,
    /// Which results count.
    counts: Vec<bool>,
    /// For every function of the table whether something may be met at it.
    rough: Vec<bool>,
    may_meet: bool,
}

impl<'a> Lookout<'a> {
    /// For derivatives by the problem's variables.
    pub(crate) fn new(problem: &'a Problem) -> Self {
        let mut active = vec![false; problem.program.inputs().len()];
        problem.wrt.iter().for_each(|&i| active[i] = true);
        Lookout::by(problem, active)
    }

    /// For derivatives by some of the inputs.
    pub(crate) fn by(problem: &'a Problem, active: Vec<bool>) -> Self {
        let mut rough = vec![false; rules::ROWS.len()];
        problem.program.operations().into_iter().for_each(|op| rough[op as usize] = is_rough(op));
        let may_meet = problem.program.compares() || rough.contains(&true);
        Lookout { problem, active, counts: vec![true; problem.program.outputs()], rough, may_meet }
    }

    /// Only what leads to these results counts.
    pub(crate) fn of(self, counts: Vec<bool>) -> Self {
        Lookout { counts, ..self }
    }

    /// What the scouts of this lookout report to.
    pub(crate) fn watch(&self) -> Watch<'_> {
        Watch::new(&self.rough, false)
    }

    /// For a look at many points.
    pub(crate) fn patrol<'w>(&'w self, watch: &'w Watch<'w>) -> Patrol<'w> {
        Patrol { lookout: self, watch, workspace: Workspace::new() }
    }

    /// All that a run at this point meets; `finite`: whether its results are. Costs a run on a number of its own where
    /// the program has an operation to meet something at, and another where it does.
    pub(crate) fn all(&self, x: &[f64], finite: bool) -> Meetings {
        if finite && !self.patrol(&self.watch()).meets(x) {
            return Meetings::default();
        }
        let watch = Watch::new(&self.rough, true);
        let outputs = self.run(x, &watch, &mut Workspace::new());
        let (mut all, mut places): (Vec<Meeting>, HashMap<_, usize>) = (Vec::new(), HashMap::new());
        for found in watch.found(&outputs) {
            let key = (found.met, found.bytes.clone());
            match places.get(&key) {
                Some(&i) => all[i].again(),
                None => {
                    places.insert(key, all.len());
                    all.push(Meeting::new(found, &self.problem.source));
                }
            }
        }
        Meetings(all)
    }

    /// Runs the program on scouts; gives the nodes of the results. A run that fails has failed on other numbers before.
    fn run<'w>(&self, x: &[f64], watch: &'w Watch<'w>, workspace: &mut Workspace<Scout<'w>>) -> Vec<u32> {
        let Problem { program, limits, .. } = self.problem;
        let inputs: Vec<Scout<'w>> = x.iter().zip(&self.active).map(|(&x, &active)| watch.input(x, active)).collect();
        let mut outputs = vec![Scout::from(f64::NAN); program.outputs()];
        let _ = program.eval_watched(&inputs, limits, workspace, &mut outputs, |bytes| watch.at(bytes));
        outputs.iter().zip(&self.counts).filter(|(_, counts)| **counts).map(|(y, _)| y.node()).collect()
    }
}

/// Looks at points one after the other.
pub(crate) struct Patrol<'w> {
    lookout: &'w Lookout<'w>,
    watch: &'w Watch<'w>,
    workspace: Workspace<Scout<'w>>,
}

impl Patrol<'_> {
    /// Whether a run at this point meets anything; derivatives that are not finite are seen in the results. Costs
    /// nothing where the program has no operation to meet anything at, else about a run on `f64`.
    pub(crate) fn meets(&mut self, x: &[f64]) -> bool {
        self.lookout.may_meet && {
            self.watch.restart();
            self.lookout.run(x, self.watch, &mut self.workspace);
            self.watch.has_met()
        }
    }
}

/// Where functions are likely not to be smooth: at zero, at one, at integers, where arguments are equal.
const SPECIAL: [f64; 6] = [-1.0, 0.0, 0.5, 1.0, 1.5, 2.0];

/// Whether a function is not smooth all over its domain: whether something is met at a point that the table has for it,
/// or at special ones.
fn is_rough(op: Op) -> bool {
    let row = op.row();
    let every = vec![true; rules::ROWS.len()];
    let meets = |point: &[f64], n: i32| {
        let watch = Watch::new(&every, false);
        let inputs: Vec<Scout<'_>> = point.iter().map(|&x| watch.input(x, true)).collect();
        (row.admits)(point) && {
            op.apply(&inputs, n);
            watch.has_met()
        }
    };
    let special = (0..SPECIAL.len().pow(row.arity as u32)).map(|mut number| {
        let coordinate = |_| {
            let x = SPECIAL[number % SPECIAL.len()];
            number /= SPECIAL.len();
            x
        };
        (0..row.arity).map(coordinate).collect::<Vec<f64>>()
    });
    let mut points = row.points.iter().map(|point| point.to_vec()).chain(special);
    points.any(|point| row.parameters.iter().any(|&n| meets(&point, n)))
}

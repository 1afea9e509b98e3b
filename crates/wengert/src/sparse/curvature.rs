//! Hessians of weighted sums of outputs by colours: forward over reverse, a tape on duals for every few colours.
//!
//! The sum is swept as a whole, once for each pass: what several outputs share is swept once, not once for each of them or
//! for each entry.

use super::Error;
use super::compressed::{Holds, fewest};
use super::dense::as_many;
use super::lanes::{MOST_BELOW, Pass, passes};
use super::options::{Options, Recovery};
use super::probe::{Products, has_symmetric, lacking};
use super::substitution::Substitution;
use crate::pool::{on_static_tape, with_kept};
use ::sparse::color::{Source, Star, acyclic, columns, symmetric};
use ::sparse::{Coloring, Pattern};
use core::fmt;
use forward::Dual;
use reverse::Var;
use rules::Real;

/// The functions whose outputs are added up.
pub(super) trait Summands {
    /// Appends all outputs.
    fn each<T: Real + 'static>(&self, x: &[T], outputs: &mut Vec<T>);
}

/// What the Hessian of a weighted sum of outputs is read from.
pub(super) struct Curvature {
    star: Coloring,
    /// Where each entry of the lower triangle is read.
    sources: Vec<Source>,
    substitution: Option<Substitution>,
    pub(super) local: bool,
    /// Whether these are not all entries, so that nothing can be checked.
    pub(super) part: bool,
    check: bool,
}

/// What an evaluation writes.
pub(super) struct Results<'r> {
    /// The gradient of the sum, and behind it its value.
    pub(super) gradient: &'r mut [f64],
    /// The entries of the lower triangle.
    pub(super) values: &'r mut [f64],
}

/// Room for the outputs and for the product with the random direction.
#[derive(Default)]
struct Exact(Vec<f64>);

impl Curvature {
    /// For the lower triangle of a symmetric pattern.
    pub(super) fn new(lower: &Pattern, holds: Holds, options: &Options) -> Result<Self, Error> {
        let whole = lower.symmetrized()?;
        let star: Result<Star, _> =
            fewest(options, |order| symmetric(&whole, order), |star| star.as_ref().map_or(0, |s| s.coloring().count()));
        let star = star?;
        let below = whole.iter().zip(star.sources()).filter(|&((i, j), _)| i >= j);
        let sources = below.map(|(_, &source)| source).collect();
        let substitution = match options.recovery {
            Recovery::Direct => None,
            Recovery::Substitution => {
                let trees = fewest(
                    options,
                    |order| acyclic(&whole, order),
                    |trees| trees.as_ref().map_or(0, |t| t.coloring().count()),
                )?;
                Some(Substitution::new(lower, trees)).filter(|s| s.coloring().count() < star.coloring().count())
            }
        };
        let check = options.check.unwrap_or(holds != Holds::Everywhere);
        Ok(Curvature {
            star: star.coloring().clone(),
            sources,
            substitution,
            local: holds == Holds::Here,
            part: false,
            check,
        })
    }

    /// For some entries of the lower triangle of a symmetric pattern: each is read in its column's product, in which nothing
    /// else may fall into its row.
    pub(super) fn of_part(whole: &Pattern, part: &Pattern, holds: Holds) -> Result<Self, Error> {
        let mut needed = vec![false; whole.columns()];
        part.iter().for_each(|(_, j)| needed[j] = true);
        // A row for each two columns that must differ; what is not needed is not seeded.
        let others = |i: usize, j: usize| whole.column(i).iter().copied().filter(move |&k| k != j);
        let pairs = part.iter().flat_map(|(i, j)| others(i, j).map(move |k| [j, k])).filter(|&[_, k]| needed[k]);
        let own = part.iter().map(|(_, j)| [j, j]);
        let rows = pairs.chain(own).enumerate().flat_map(|(row, pair)| pair.map(|j| (row, j)));
        let count = part.iter().map(|(i, _)| whole.column(i).len() + 1).sum();
        let conflicts = Pattern::from_coordinates(count, whole.columns(), rows)?;
        let star = fewest(&Options::new(), |order| columns(&conflicts, order), Coloring::count);
        let sources = part.iter().map(|(i, j)| Source { row: i as u32, color: star.colors()[j] }).collect();
        Ok(Curvature { star, sources, substitution: None, local: holds == Holds::Here, part: true, check: false })
    }

    /// The colours that an evaluation takes.
    pub(super) fn coloring(&self) -> &Coloring {
        self.substitution.as_ref().map_or(&self.star, Substitution::coloring)
    }

    /// Where each entry of the lower triangle is read.
    pub(super) fn sources(&self) -> &[Source] {
        &self.sources
    }

    pub(super) fn recovery(&self) -> Recovery {
        if self.substitution.is_some() { Recovery::Substitution } else { Recovery::Direct }
    }

    /// How the values come about, in a few words.
    pub(super) fn describe(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.coloring().count();
        let s = if count == 1 { "" } else { "s" };
        let by = if self.substitution.is_some() { "substitution" } else { "direct" };
        let here = if self.local { ", local" } else { "" };
        write!(f, "{count} colour{s}, {by}{here}")
    }

    /// The gradient, the value and the Hessian of the weighted sum at `x`; without `check`, as the options said.
    pub(super) fn eval<F: Summands>(
        &self,
        f: &F,
        lower: &Pattern,
        x: &[f64],
        weights: &[f64],
        results: &mut Results<'_>,
        check: Option<bool>,
    ) -> Result<(), Error> {
        let check = check.unwrap_or(self.check);
        with_kept(|Exact(exact)| {
            exact.clear();
            exact.resize(x.len(), 0.0);
            let mut run = Run { f, x, weights, results: &mut *results, exact: check.then_some(&mut *exact) };
            let done = match &self.substitution {
                Some(substitution) => substitution.eval(&mut run)?,
                None => false,
            };
            if !done {
                run.products(&self.star, |pass, adjoint, values| {
                    for (value, source) in values.iter_mut().zip(&self.sources) {
                        if let Some(lane) = pass.lane(source.color) {
                            *value = adjoint(source.row as usize, lane);
                        }
                    }
                })?;
            }
            if check { self.compare(f, lower, x, weights, results.values, exact) } else { Ok(()) }
        })
    }

    /// Whether the entries give the product that the function has without them.
    fn compare<F: Summands>(
        &self,
        f: &F,
        lower: &Pattern,
        x: &[f64],
        weights: &[f64],
        values: &[f64],
        exact: &[f64],
    ) -> Result<(), Error> {
        with_kept(|products: &mut Products| {
            products.clear(exact.len(), exact.len());
            for ((i, j), &value) in lower.iter().zip(values) {
                products.add(i, value, j);
                if i != j {
                    products.add(j, value, i);
                }
            }
            let lacks = |i| lacking(column(f, x, weights, i).into_iter(), |j| has_symmetric(lower, i, j));
            products.compare(exact, lacks, |i, j, d| Error::lacks(i.max(j), i.min(j), d, self.local))
        })
    }
}

/// One evaluation.
pub(super) struct Run<'r, 's, F> {
    f: &'r F,
    pub(super) x: &'r [f64],
    weights: &'r [f64],
    pub(super) results: &'r mut Results<'s>,
    exact: Option<&'r mut Vec<f64>>,
}

/// Room for a recording's outputs, and for their seeds.
struct Recorded<T: 'static> {
    duals: Vec<T>,
    outputs: Vec<Var<'static, T>>,
}

impl<T> Default for Recorded<T> {
    fn default() -> Self {
        Recorded { duals: Vec::new(), outputs: Vec::new() }
    }
}

impl<F: Summands> Run<'_, '_, F> {
    /// The products of the Hessian with the sums of the columns of each colour, pass by pass: `read` is told the pass, what
    /// gives the component of a row in a lane, and the values. Writes the gradient and the value too.
    pub(super) fn products(
        &mut self,
        coloring: &Coloring,
        mut read: impl FnMut(&Pass<'_>, &dyn Fn(usize, usize) -> f64, &mut [f64]),
    ) -> Result<(), Error> {
        let (colors, count) = (coloring.colors(), coloring.count());
        // One pass at least, for the gradient.
        for range in passes((count + usize::from(self.exact.is_some())).max(1), MOST_BELOW) {
            let pass = Pass::new(colors, count, range);
            match pass.range.len() {
                ..=4 => self.pass::<4>(&pass, &mut read)?,
                _ => self.pass::<8>(&pass, &mut read)?,
            }
        }
        Ok(())
    }

    fn pass<const N: usize>(
        &mut self,
        pass: &Pass<'_>,
        read: &mut impl FnMut(&Pass<'_>, &dyn Fn(usize, usize) -> f64, &mut [f64]),
    ) -> Result<(), Error> {
        with_kept(|Recorded { duals, outputs }: &mut Recorded<Dual<f64, [f64; N]>>| {
            duals.clear();
            duals.extend(self.x.iter().enumerate().map(|(j, &x)| Dual::seeded_lanes(x, pass.seeds(j))));
            on_static_tape(duals, |recorder, vars| {
                outputs.clear();
                self.f.each(vars, outputs);
                let outputs = as_many(outputs, self.weights.len())?;
                let terms = outputs.iter().zip(self.weights);
                let mut adjoints = recorder.adjoints.borrow_mut();
                recorder.tape.adjoints_seeded_into(terms.clone().map(|(&y, &w)| (y, Dual::fixed(w), 1)), &mut adjoints);
                let Some((value, gradient)) = self.results.gradient.split_last_mut() else { return Ok(()) };
                // What a weight of zero stands before does not count, whatever it is.
                *value = terms.filter(|&(_, &w)| w != 0.0).map(|(y, &w)| w * y.inner().value).sum();
                for (g, &x) in gradient.iter_mut().zip(vars) {
                    *g = adjoints.wrt(x).value;
                }
                if let (Some(lane), Some(exact)) = (pass.probe(), &mut self.exact) {
                    for (exact, &x) in exact.iter_mut().zip(vars) {
                        *exact = adjoints.wrt(x).tangent[lane];
                    }
                }
                read(pass, &|row, lane| adjoints.wrt(vars[row]).tangent[lane], self.results.values);
                Ok(())
            })
        })
    }
}

/// Column `j` of the Hessian, n values: for proof that an entry is lacking.
fn column<F: Summands>(f: &F, x: &[f64], weights: &[f64], j: usize) -> Vec<f64> {
    let lane = |(k, &x): (usize, &f64)| if k == j { Dual::lane(x, 0) } else { Dual::fixed(x) };
    let duals: Vec<Dual<f64, [f64; 4]>> = x.iter().enumerate().map(lane).collect();
    on_static_tape(&duals, |recorder, vars| {
        let mut outputs = Vec::new();
        f.each(vars, &mut outputs);
        let mut adjoints = recorder.adjoints.borrow_mut();
        let seeds = outputs.iter().zip(weights).map(|(&y, &w)| (y, Dual::fixed(w), 1));
        recorder.tape.adjoints_seeded_into(seeds, &mut adjoints);
        vars.iter().map(|&x| adjoints.wrt(x).tangent[0]).collect()
    })
}

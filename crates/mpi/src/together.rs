//! Chains of steps that all ranks take together.

use crate::Ranks;
use core::fmt;
use core::ops::Range;
use wengert::checkpoint::{Error, State};
use wengert::{At, Chain, OnTape, Real, Step, Var, chain_with};

/// A step that ends the chain where the ranks have failed: see [`Ranks::chain_with`].
///
/// ```
/// use wengert::{Chain, Step};
/// use wengert_mpi::{Ranks, Together};
/// fn last(ranks: &Ranks) -> Result<f64, wengert::checkpoint::Error> {
///     // Each rank adds what all have.
///     let mut chain = ranks.chain(1.0, 3, |_, x| ranks.on(x).all_reduce_sum(&[x])[0]);
///     ends(&mut chain)
/// }
/// fn ends<P>(chain: &mut Chain<'_, f64, Together<P>>) -> Result<f64, wengert::checkpoint::Error>
/// where
///     Together<P>: Step<f64>,
/// {
///     chain.last()
/// }
/// for last in wengert_mpi::threads(2, |ranks| last(&ranks)) {
///     assert_eq!(last?, 8.0);
/// }
/// # Ok::<(), wengert::checkpoint::Error>(())
/// ```
pub struct Together<P> {
    ranks: Ranks,
    step: P,
}

impl Ranks {
    /// A [`chain`](wengert::chain()) of steps in which this rank does something with the others: as that one, and where
    /// something goes wrong between the ranks, the chain ends with the error, before it saves what came of it.
    ///
    /// All ranks take the same number of steps by the same schedule, and ask for derivatives as often.
    ///
    /// ```
    /// use wengert::prelude::*;
    /// let slopes = wengert_mpi::threads(2, |ranks| {
    ///     let mut mixing = ranks.chain(1.0 + ranks.rank() as f64, 10, |_, x| {
    ///         x + 0.1 * (ranks.on(x).all_reduce_sum(&[x])[0] - 2.0 * x)
    ///     });
    ///     mixing.gradient(|_, x| x * x)
    /// });
    /// for slope in slopes {
    ///     assert!((slope?.state - 3.0).abs() < 0.2);
    /// }
    /// # Ok::<(), wengert::checkpoint::Error>(())
    /// ```
    #[track_caller]
    pub fn chain<'a, S, F>(&self, state: S, steps: u64, step: F) -> Chain<'a, S, Together<OnTape<F, S::Number>>>
    where
        S: State<Number: Real>,
        F: for<'t> FnMut(&At<'t, S::Number>, S::Of<Var<'t, S::Number>>) -> S::Of<Var<'t, S::Number>>,
    {
        self.chain_with(state, steps, OnTape::new(step))
    }

    /// As [`chain`](Ranks::chain), with a step of any kind: see [`chain_with`](wengert::chain_with()).
    ///
    /// ```
    /// use std::ops::Range;
    /// use wengert::Step;
    /// use wengert::checkpoint::Error;
    /// use wengert_mpi::Ranks;
    ///
    /// /// x becomes the sum of the numbers of all ranks, with its way back by hand.
    /// struct Sum(Ranks);
    /// impl Step<f64> for Sum {
    ///     fn advance(&mut self, steps: Range<u64>, x: &mut f64, _: &[f64]) -> Result<(), Error> {
    ///         steps.for_each(|_| *x = self.0.on(0.0).all_reduce_sum(&[*x])[0]);
    ///         Ok(())
    ///     }
    ///     fn reverse(&mut self, _: u64, _: &mut f64, _: &[f64], adjoint: &mut f64, _: &mut [f64]) -> Result<f64, Error> {
    ///         *adjoint = self.0.on(0.0).all_reduce_sum(&[*adjoint])[0];
    ///         Ok(0.0)
    ///     }
    /// }
    /// let slopes = wengert_mpi::threads(2, |ranks| ranks.chain_with(1.0, 3, Sum(ranks.clone())).pull(&1.0));
    /// for slope in slopes {
    ///     assert_eq!(slope?.state, 8.0);
    /// }
    /// # Ok::<(), Error>(())
    /// ```
    pub fn chain_with<'a, S, P>(&self, state: S, steps: u64, step: P) -> Chain<'a, S, Together<P>>
    where
        S: State<Number: Real>,
        P: Step<S>,
    {
        chain_with(state, steps, Together { ranks: self.clone(), step })
    }
}

impl<P> Together<P> {
    fn check(&self) -> Result<(), Error> {
        self.ranks.check().map_err(|error| Error::other(error.to_string()))
    }
}

impl<S: State<Number: Real>, P: Step<S>> Step<S> for Together<P> {
    fn advance(&mut self, steps: Range<u64>, state: &mut S, parameters: &[S::Number]) -> Result<(), Error> {
        self.step.advance(steps, state, parameters)?;
        self.check()
    }

    fn reverse(
        &mut self,
        step: u64,
        state: &mut S,
        parameters: &[S::Number],
        adjoint: &mut S,
        gradient: &mut [S::Number],
    ) -> Result<S::Number, Error> {
        let observed = self.step.reverse(step, state, parameters, adjoint, gradient)?;
        self.check().map(|()| observed)
    }
}

impl<P> fmt::Debug for Together<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Together").field("ranks", &self.ranks).finish_non_exhaustive()
    }
}

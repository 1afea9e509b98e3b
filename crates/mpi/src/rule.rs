//! The one rule of all communication: linear, its own tangent, and the transpose on the way back.

use crate::frame::Way;
use crate::map::Map;
use crate::{Error, Ranks};
use wengert::extend::{ArrayRule, Number};

/// A map as an operation on lists: the numbers that this rank gives, and one that says where it is recorded.
///
/// Every level of derivatives applies it again one level down, to values together with their tangents, or to adjoints, until
/// `f64`s are sent; so it serves every number, whatever that holds, with one message. A rank that gets nothing gets a zero,
/// for the record to stand for.
#[derive(Clone)]
pub(crate) struct Exchange {
    pub(crate) ranks: Ranks,
    pub(crate) map: Map,
    /// Whether it is the way back of an operation, which others do not take for one forwards, and what numbers consist of.
    pub(crate) way: Way,
}

impl ArrayRule for Exchange {
    type Error = Error;
    const ITERATES: bool = false;
    const LINEAR: bool = true;
    const COLLECTIVE: bool = true;

    fn bundled(&self, many: usize) -> Self {
        let parts = self.way.parts * many as u32;
        Exchange { way: Way { parts, ..self.way }, ..self.clone() }
    }

    fn evaluate(&self, x: &[&[f64]]) -> Result<Vec<f64>, Error> {
        if Self::is_apart() {
            return Err(Error::unsupported(
                "a rule of one's own that communicates is no tangent of its function: name a function on any number beside it, \
                 `#[differentiable(rule = r, value = v)]`, or record the body, `#[differentiable(tape)]`",
            ));
        }
        let found = self.map.run(&self.ranks, self.way, x[0])?;
        Ok(if found.is_empty() { vec![0.0; self.way.of(1)] } else { found })
    }

    fn elementwise<T: Number>(&self, _: &[&[T]]) -> Result<Vec<T>, Error> {
        Err(Error::unsupported(
            "communication goes through plain numbers, duals, series and tapes: a recorded program, a formula and a lazy \
             tangent cannot hold it",
        ))
    }

    fn push<T: Number>(&self, x: &[&[T]], _: &[T], dx: &[Option<&[T]>]) -> Result<Vec<T>, Error> {
        let still;
        let moved = match dx[0] {
            Some(moved) => moved,
            None => {
                still = vec![T::constant(T::Scalar::default()); x[0].len()];
                &still
            }
        };
        T::apply_array(self, &[moved, x[1]])
    }

    fn pull<T: Number>(&self, x: &[&[T]], _: &[T], w: &[T], _: &[bool]) -> Result<Vec<Option<Vec<T>>>, Error> {
        let rank = self.ranks.rank();
        let w = &w[..self.way.of(self.map.outputs(rank))];
        let way = Way { back: !self.way.back, ..self.way };
        let back = Exchange { ranks: self.ranks.clone(), map: self.map.transposed(), way };
        let mut found = T::apply_array(&back, &[w, x[1]])?;
        found.truncate(self.way.of(self.map.inputs(rank)));
        Ok(vec![Some(found), None])
    }
}

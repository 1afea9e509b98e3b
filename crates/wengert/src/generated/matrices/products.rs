//! Products: their way back is two products, into the adjoints.

use super::{Constant, Given, constant};
use crate::generated::{Seed, Workspace};
use linalg::{Shape, on_lists};
use rules::Real;

macro_rules! products {
    ($($name:ident $a_transposed:literal $b_transposed:literal;)+) => {$(
        /// The product of this name, for generated code.
        #[allow(non_camel_case_types)]
        #[derive(Clone, Copy, Debug)]
        pub struct $name {}

        #[allow(clippy::too_many_arguments)]
        impl $name {
            #[doc(hidden)]
            #[track_caller]
            pub fn __value<T: Real>(
                ar: usize, ac: usize, a: impl Given<T>, br: usize, bc: usize, b: impl Given<T>,
            ) -> Vec<T> {
                let of = [(Shape::new(ar, ac), $a_transposed), (Shape::new(br, bc), $b_transposed)];
                let (mut a_room, mut b_room) = (Vec::new(), Vec::new());
                let x = [a.opened(&mut a_room).0, b.opened(&mut b_room).0];
                let mut out = vec![constant(0.0); on_lists::product(of).len()];
                on_lists::product_into([(of[0], x[0]), (of[1], x[1])], &mut out, false);
                out
            }

            #[doc(hidden)]
            #[track_caller]
            pub fn __forward<T: Real>(
                ar: usize, ac: usize, a: impl Given<T>, br: usize, bc: usize, b: impl Given<T>,
                ws: &mut Workspace<T>,
            ) -> Vec<T> {
                ws.note_overwrites(0);
                let of = [(Shape::new(ar, ac), $a_transposed), (Shape::new(br, bc), $b_transposed)];
                let (mut a_room, mut b_room) = (Vec::new(), Vec::new());
                let x = [a.opened(&mut a_room).0, b.opened(&mut b_room).0];
                let mut out = ws.filled(constant(0.0), on_lists::product(of).len());
                on_lists::product_into([(of[0], x[0]), (of[1], x[1])], &mut out, false);
                out
            }

            #[doc(hidden)]
            pub fn __reverse<T: Real>(
                ar: usize, ac: usize, a: impl Given<T>, br: usize, bc: usize, b: impl Given<T>,
                seeds: Option<Seed<&[T]>>,
                _: &mut Workspace<T>,
            ) {
                let of = [(Shape::new(ar, ac), $a_transposed), (Shape::new(br, bc), $b_transposed)];
                let Some(Seed(w)) = seeds.filter(|w| w.0.len() == on_lists::product(of).len()) else { return };
                let (mut a_room, mut b_room) = (Vec::new(), Vec::new());
                let ((a, da), (b, db)) = (a.opened(&mut a_room), b.opened(&mut b_room));
                on_lists::product_back([(of[0], a, da), (of[1], b, db)], w);
            }
        }

        /// The same of constants.
        #[doc(hidden)]
        #[track_caller]
        pub fn $name(ar: usize, ac: usize, a: &[f64], br: usize, bc: usize, b: &[f64]) -> Vec<f64> {
            $name::__value::<f64>(ar, ac, Constant(a), br, bc, Constant(b))
        }
    )+};
}

products! {
    matmul false false;
    transposed_matmul true false;
    matmul_transposed false true;
}

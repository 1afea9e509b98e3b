//! Programs on structures, each as one would write it: types with operators and methods, lists of structures that are
//! changed where they lie, calls several levels deep.

pub mod filter;
pub mod network;
pub mod scene;
pub mod space;

use crate::contest::Numbers;
use wengert::{Bundle, Differentiable};

macro_rules! numbers {
    ($($T:ty)+) => {$(
        impl Numbers for $T {
            fn append(&self, out: &mut Vec<f64>) {
                self.over::<f64, _>(&mut |x| x).each(&mut |x| out.push(x));
            }
        }
    )+};
}
numbers!(space::Vec3 space::Body space::Quaternion scene::Scene network::Network filter::Matrix);

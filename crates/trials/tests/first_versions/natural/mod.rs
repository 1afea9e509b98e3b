//! Programs as they are written in the fields that use derivatives.

mod finance;
mod optim;
mod physics;
mod robotics;
mod stats;

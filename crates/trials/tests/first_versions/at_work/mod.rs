//! Programs as people who model things for a living write them first.

mod control;
mod inference;
mod mechanics;
mod numerics;
mod pricing;

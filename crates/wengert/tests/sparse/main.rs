//! Sparse derivatives: of blocks and by colours, held against dense ones.

mod blocks;

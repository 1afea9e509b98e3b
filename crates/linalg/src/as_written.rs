//! What `#[differentiable(tape)]` finds where a function of this crate is called in a body: the function itself, which takes any
//! number. It looks for derivatives beside the function, in a module of the same name.

macro_rules! as_written {
    ($($name:ident)*) => {
        $(#[doc(hidden)]
        pub mod $name {
            pub use crate::operations::$name as __as_written;
        })*
    };
}

as_written! {
    cholesky cumulative_product cumulative_sum det dot eigen eigenvalues expm expm_multiply inverse kron ldlt least_squares ln_spd
    log_softmax log_sum_exp logdet logm lu lyapunov matmul matmul_transposed norm nuclear_norm outer pinv polar power_spd
    qr quadratic_form shifted singular_values spectral_projector softmax solve solve_spd solve_triangular spectral_norm sqrtm svd sylvester symmetric_eigen
    symmetric_function trace transposed_matmul
}

//! The functions that are inferred in `infer_programs`, run: those that take and give numbers, and lists of them, and use
//! nothing but what is read.

#![allow(clippy::all, unused, unreachable_pub)]

use crate::arguments::Case;

mod finance {
    include!("../programs/finance.rs");

    pub(super) fn all() -> Vec<crate::arguments::Case> {
        use crate::arguments::{case1, case2, case3, case4, case5};
        vec![
            case1("norm_cdf", norm_cdf),
            case5("black_scholes", black_scholes),
            case2("npv", npv),
            case2("irr", irr),
            case5("bond", bond),
            case4("portfolio", portfolio),
            case1("drawdown", drawdown),
            case2("sharpe", sharpe),
            case2("var_historical", var_historical),
            case5("implied_vol", implied_vol),
            case2("ema", ema),
            case3("cds", cds),
            case2("book", book),
            case3("amortize", amortize),
        ]
    }
}

mod idioms {
    include!("../programs/idioms.rs");

    pub(super) fn all() -> Vec<crate::arguments::Case> {
        use crate::arguments::{case1, case2, case3, case4, case5};
        vec![
            case1("sum_list", sum_list),
            case2("ordering", ordering),
            case2("search", search),
            case3("interpolate", interpolate),
            case1("state", state),
            case2("labelled", labelled),
            case1("block", block),
            case2("taken", taken),
            case1("slices", slices),
            case1("tuples", tuples),
            case2("bits", bits),
            case1("shadowed", shadowed),
            case2("recursion", recursion),
            case1("flow", flow),
            case3("borrowed", borrowed),
            case1("built", built),
            case1("never", never),
            case2("initialised_later", initialised_later),
            case1("counting", counting),
        ]
    }
}

mod iterators {
    include!("../programs/iterators.rs");

    pub(super) fn all() -> Vec<crate::arguments::Case> {
        use crate::arguments::{case1, case2, case3, case4, case5};
        vec![
            case1("pairwise", pairwise),
            case1("nested", nested),
            case1("triangle", triangle),
            case2("energy", energy),
            case2("moving", moving),
            case1("chunked", chunked),
            case2("blocks", blocks),
            case1("cumulative", cumulative),
            case2("until", until),
            case1("after", after),
            case1("best", best),
            case2("closest", closest),
            case1("split", split),
            case1("signs", signs),
            case1("checked", checked),
            case1("tried", tried),
            case1("collatz", collatz),
            case1("generated", generated),
            case2("repeated", repeated),
            case2("backwards", backwards),
            case1("peeked", peeked),
            case1("manual", manual),
            case2("all_and_any", all_and_any),
            case2("found", found),
            case1("transposed", transposed),
            case2("matmul", matmul),
            case1("sorted", sorted),
            case1("owned", owned),
            case2("queue", queue),
            case2("stepped", stepped),
            case2("looped", looped),
            case2("uses_lazy", uses_lazy),
            case1("counted", counted),
            case1("min_max", min_max),
            case1("integers", integers),
            case2("sums", sums),
            case3("strided", strided),
            case3("zipped", zipped),
            case1("inspected", inspected),
            case2("boxed", boxed),
            case1("pointers", pointers),
            case1("composed", composed),
        ]
    }
}

mod robotics {
    include!("../programs/robotics.rs");

    pub(super) fn all() -> Vec<crate::arguments::Case> {
        use crate::arguments::{case1, case2, case3, case4, case5};
        vec![
            case1("wrap", wrap),
            case2("bezier", bezier),
            case2("length", length),
            case1("signed_area", signed_area),
            case2("nearest", nearest),
            case3("minimum_jerk", minimum_jerk),
            case5("lqr_cost", lqr_cost),
        ]
    }
}

mod science {
    include!("../programs/science.rs");

    pub(super) fn all() -> Vec<crate::arguments::Case> {
        use crate::arguments::{case1, case2, case3, case4, case5};
        vec![
            case5("rk4", rk4),
            case3("ising", ising),
            case2("kepler", kepler),
            case5("heat", heat),
            case1("laplacian", laplacian),
            case2("partition_function", partition_function),
            case2("arrhenius", arrhenius),
            case4("lennard_jones", lennard_jones),
            case1("spectrum", spectrum),
            case1("power", power),
            case2("planck", planck),
            case3("decay_chain", decay_chain),
            case4("lorenz", lorenz),
            case2("quaternion", quaternion),
        ]
    }
}

mod statistics {
    include!("../programs/statistics.rs");

    pub(super) fn all() -> Vec<crate::arguments::Case> {
        use crate::arguments::{case1, case2, case3, case4, case5};
        vec![
            case1("mean", mean),
            case1("variance", variance),
            case2("quantile", quantile),
            case3("log_likelihood", log_likelihood),
            case4("mixture", mixture),
            case1("log_sum_exp", log_sum_exp),
            case1("softmax", softmax),
            case2("cross_entropy", cross_entropy),
            case2("ols", ols),
            case3("residuals", residuals),
            case2("r_squared", r_squared),
            case3("logistic", logistic),
            case1("cholesky", cholesky),
            case4("gaussian_process", gaussian_process),
            case3("kernel_density", kernel_density),
            case4("histogram", histogram),
            case1("entropy", entropy),
            case2("autocorrelation", autocorrelation),
            case3("arma", arma),
            case4("garch", garch),
            case2("spearman", spearman),
            case4("forward_algorithm", forward_algorithm),
            case1("weighted_median", weighted_median),
            case2("huber", huber),
            case2("poisson", poisson),
        ]
    }
}

/// The texts, and their functions.
pub(crate) fn all() -> Vec<(&'static str, Vec<Case>)> {
    vec![
        (include_str!("../programs/finance.rs"), finance::all()),
        (include_str!("../programs/idioms.rs"), idioms::all()),
        (include_str!("../programs/iterators.rs"), iterators::all()),
        (include_str!("../programs/robotics.rs"), robotics::all()),
        (include_str!("../programs/science.rs"), science::all()),
        (include_str!("../programs/statistics.rs"), statistics::all()),
    ]
}

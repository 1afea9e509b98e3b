//! How a trap is written: its least number of inputs, the function `f`, and its twin `any`.

/// Tests `f` against `any`, planned and with all of the planner switched off. The random programs take the options in
/// turn; every copy of a function costs seconds to compile.
macro_rules! trap {
    ($name:ident, $least:expr, { $($plain:tt)* } $($twin:tt)*) => {
        mod $name {
            use wengert::prelude::*;
            $($twin)*
            mod planned {
                use wengert::prelude::*;
                #[differentiable]
                $($plain)*
            }
            mod unplanned {
                use wengert::prelude::*;
                #[differentiable(no_fuse, no_recompute, no_forwarding, no_closed_form, no_tune)]
                $($plain)*
            }
            #[test]
            fn agrees() {
                trials::hold(&[
                    trial!(planned, $least),
                    trial!(unplanned, $least),
                ]);
            }
        }
    };
}

/// The function of a module as a program of the library.
macro_rules! trial {
    ($module:ident, $least:expr) => {
        trials::Trial {
            index: 0,
            seed: 0,
            text: concat!(module_path!(), "::", stringify!($module)),
            least: &[$least],
            inputs: |case| case.lens[0],
            plain: |_, x| vec![$module::f(x)],
            twin: |_, x| vec![any(x)],
            engine: Some(trials::Engine {
                eval: |_, x| vec![$module::f::eval::<f64>(x)],
                jvp: Some(|_, x, v| {
                    let (y, d) = $module::f::jvp(x, v);
                    (vec![y], vec![d])
                }),
                vjp: |_, x, w| {
                    let (y, g) = $module::f::vjp(x, w[0]);
                    (vec![y], g)
                },
                vjp_into: Some(|_, x, w| {
                    let mut g = vec![0.0; x.len()];
                    let mut workspace = wengert::Workspace::new();
                    $module::f::vjp_into(x, w[0], &mut g, &mut workspace);
                    let y = $module::f::vjp_into(x, w[0], &mut g, &mut workspace);
                    (vec![y], g)
                }),
                jacobian: None,
                single: Some(trials::Single {
                    written: |_| 0,
                    gradient: |_, x| {
                        let (y, g) = $module::f::value_and_gradient(x);
                        (vec![y], g)
                    },
                    gradient_into: Some(|_, x| {
                        let mut g = vec![0.0; x.len()];
                        let mut workspace = wengert::Workspace::new();
                        $module::f::value_and_gradient_into(x, &mut g, &mut workspace);
                        let y = $module::f::value_and_gradient_into(x, &mut g, &mut workspace);
                        (vec![y], g)
                    }),
                    hvp: Some(|_, x, v| $module::f::hvp(x, v)),
                    hessian: None,
                }),
            }),
        }
    };
}

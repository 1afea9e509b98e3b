//! In what OpenCL C and CUDA differ.

use super::Precision;
use crate::emit::definitions::PREFIX;

/// How many bytes of constants a device has room for, at least.
pub(super) const CONSTANT_BYTES: usize = 1 << 16;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialect {
    OpenCl,
    Cuda,
}

impl Dialect {
    pub(super) fn name(self) -> &'static str {
        match self {
            Dialect::OpenCl => "OpenCL C",
            Dialect::Cuda => "CUDA",
        }
    }

    /// Definitions in terms of what the dialect has.
    pub(super) fn bits(self) -> &'static str {
        match self {
            Dialect::OpenCl => {
                "static ulong wengert_bits(double x) { return as_ulong(x); }\n\n\
                 static double wengert_from_bits(ulong x) { return as_double(x); }"
            }
            Dialect::Cuda => {
                "static ulong wengert_bits(double x) { return (ulong)__double_as_longlong(x); }\n\n\
                 static double wengert_from_bits(ulong x) { return __longlong_as_double((long long)x); }"
            }
        }
    }

    /// What stands before everything.
    pub(super) fn preamble(self, doubles: bool) -> &'static str {
        match self {
            Dialect::OpenCl if doubles => {
                "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n#pragma OPENCL FP_CONTRACT OFF\n\n"
            }
            Dialect::OpenCl => "#pragma OPENCL FP_CONTRACT OFF\n\n",
            Dialect::Cuda => {
                "#ifndef INFINITY\n#define INFINITY __int_as_float(0x7f800000)\n#endif\n#ifndef NAN\n\
                 #define NAN __int_as_float(0x7fffffff)\n#endif\ntypedef unsigned long long ulong;\n\n"
            }
        }
    }

    /// A definition of the files, which are C, as the dialect has it: what is `static const` there is a table.
    pub(super) fn translated(self, text: &str) -> String {
        match self {
            Dialect::OpenCl => {
                let text = text.replace("static const ", "constant ");
                text.replace("const double *", "constant double *").replace("const float *", "constant float *")
            }
            Dialect::Cuda => {
                let line = |line: &str| match line.strip_prefix("static ") {
                    Some(rest) if rest.starts_with("const ") => format!("static __constant__ {rest}\n"),
                    Some(rest) => format!("static __device__ {rest}\n"),
                    None => format!("{line}\n"),
                };
                text.lines().map(line).collect::<String>().trim_end().to_owned()
            }
        }
    }

    /// A table of the program's constants.
    pub(super) fn constants(self, name: &str, number: &str, list: &[String]) -> String {
        let space = match self {
            Dialect::OpenCl => "constant",
            Dialect::Cuda => "static __constant__ const",
        };
        format!("{space} {number} {name}[{}] = {{{}}};\n\n", list.len(), list.join(", "))
    }

    /// The first lines of a kernel; the names are those of lanes, from, x_stride, to, y_stride, x, shared, v, y,
    /// status and lane.
    pub(super) fn head(self, name: &str, number: &str, own: &[String; 11]) -> String {
        let [lanes, from, x_stride, to, y_stride, x, shared, v, y, status, lane] = own;
        let (start, global, constant, alone, index) = match self {
            Dialect::OpenCl => ("kernel void", "global ", "constant ", "restrict ", "get_global_id(0)"),
            Dialect::Cuda => {
                let index = "blockIdx.x * (ulong)blockDim.x + threadIdx.x";
                ("extern \"C\" __global__ void", "", "const ", "__restrict__ ", index)
            }
        };
        format!(
            "{start} {name}(ulong {lanes}, ulong {from}, ulong {x_stride}, ulong {to}, ulong {y_stride},\n    \
             {global}const {number} *{alone}{x}, {constant}{number} *{alone}{shared}, {global}{number} *{alone}{v},\n    \
             {global}{number} *{alone}{y}, {global}int *{alone}{status}) {{\n    \
             const ulong {lane} = {index};\n    if ({lane} >= {lanes}) {{\n        return;\n    }}\n    \
             {x} += {from} + {lane}, {v} += {lane}, {y} += {to} + {lane}, {status} += {to} + {lane};\n"
        )
    }
}

impl Precision {
    /// The type.
    pub(super) fn number(self) -> &'static str {
        match self {
            Precision::Double => "double",
            Precision::Single => "float",
        }
    }

    pub(super) fn bytes(self) -> usize {
        match self {
            Precision::Double => 8,
            Precision::Single => 4,
        }
    }

    pub(super) fn constant(self, c: f64) -> String {
        match self {
            Precision::Double => crate::emit::c::constant(c),
            Precision::Single => {
                let c = c as f32;
                match c {
                    c if !c.is_finite() => crate::emit::c::constant(f64::from(c)),
                    c if c.is_sign_negative() => format!("({c:?}f)"),
                    c => format!("{c:?}f"),
                }
            }
        }
    }

    /// Whether a constant is finite once it is rounded.
    pub(super) fn is_finite(self, c: f64) -> bool {
        match self {
            Precision::Double => c.is_finite(),
            Precision::Single => (c as f32).is_finite(),
        }
    }

    /// What the names of functions begin with that are computed in this type.
    pub(super) fn prefix(self) -> String {
        match self {
            Precision::Double => PREFIX.to_owned(),
            Precision::Single => format!("{PREFIX}single_"),
        }
    }
}

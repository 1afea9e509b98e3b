//! On which duals a derivative in a body runs: first on those that do not follow where seeds reach, which cost less; where
//! a NaN comes out, on those that do.
//!
//! A NaN that does not come out of a run was left behind by a choice between values. Where these depend on derivatives in
//! turn, they may be NaN for want of knowledge outside: those are counted for the driver, which runs again then too.
//!
//! A path of 10 000 slopes by `f::jvp`, differentiated forward, takes 3.5 times as long as by hand, on watched duals alone
//! 18.6; by `f::gradient` and backwards 2.6, not 3.9.

use proc_macro2::TokenStream;
use quote::quote;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Carrier {
    Unwatched,
    Watched,
}

impl Carrier {
    pub(super) const BOTH: [Carrier; 2] = [Carrier::Unwatched, Carrier::Watched];

    /// The dual over a number.
    pub(super) fn of(self, number: &TokenStream) -> TokenStream {
        match self {
            Carrier::Unwatched => quote!(::wengert::generated::Unwatched<#number>),
            Carrier::Watched => quote!(::wengert::Dual<#number>),
        }
    }

    /// Where the derivative is, in a dual.
    pub(super) fn tangent(self) -> TokenStream {
        match self {
            Carrier::Unwatched => quote!(.tangent.0[0]),
            Carrier::Watched => quote!(.tangent),
        }
    }
}

/// A run on duals.
pub(super) struct Run {
    pub(super) run: TokenStream,
    /// Whether what comes out has a NaN.
    pub(super) nans: Vec<TokenStream>,
    pub(super) result: TokenStream,
}

/// A run on unwatched duals, and again on others where it has to be. What records is run on once. On a number
/// that does not follow seeds itself there is no other run: who runs on it runs again.
pub(super) fn on_both(number: &TokenStream, run: &dyn Fn(Carrier) -> Run) -> TokenStream {
    let [first, again] = Carrier::BOTH.map(run);
    let Run { run, nans, result } = first;
    let (again, last) = (again.run, again.result);
    quote! {
        'nested__: {
            let first__ = ::wengert::generated::where_unwatched::<#number, _>(|| {
                let doubts__ = ::wengert::generated::doubts();
                #run
                let again__ = ::wengert::generated::where_followed::<#number, _>(|| {
                    (::wengert::generated::doubts() != doubts__) #(| #nans)*
                });
                match again__ {
                    ::core::option::Option::Some(true) => ::core::option::Option::None,
                    _ => ::core::option::Option::Some(#result),
                }
            });
            if let ::core::option::Option::Some(::core::option::Option::Some(result__)) = first__ {
                break 'nested__ result__;
            }
            ::wengert::generated::certain(::wengert::generated::where_followed::<#number, _>(move || {
                ::wengert::generated::rarely(move || {
                    #again
                    #last
                })
            }))
        }
    }
}

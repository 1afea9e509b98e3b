//! The attribute: the stages in a row, and what is written beside an item.
//!
//! Nothing below asks for an expansion, but [`crate::core`] by the functions that it is handed.

pub(crate) mod blocks;
pub(crate) mod checked;
pub(crate) mod nested;
mod open;
mod rule;
mod tape;
pub(crate) mod traits;

use crate::emit::{Emitter, Mode};
use crate::ir::{self, lowered::Lowered};
use crate::plan::{self, Variant, independent, order, undo};
use crate::signature::forms::{self, Forms};
use crate::signature::options::{Options, Wanted};
use crate::signature::{self, bounds, changed, normal, state};
use crate::syntax::generated::mentions;
use crate::syntax::{self, depth, marks, spines};
use crate::{around, core, emit, passes, recorded};
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::{ItemFn, Result};

/// The expansion of the attribute: the function as it was written, and its derivatives beside it; or the function and
/// an error at the place that is not supported.
pub fn differentiable(options: TokenStream, item: TokenStream) -> TokenStream {
    if let Err(error) = depth::shallow(&item) {
        let error = error.to_compile_error();
        return quote!(#item #error);
    }
    around::begin();
    let split = |input: syn::parse::ParseStream| Ok((input.call(syn::Attribute::parse_outer)?, input.parse()?));
    if let Ok((mut attrs, rest)) = syn::parse::Parser::parse2(split, item.clone())
        && let Some((mark, said)) = attrs.iter().find_map(|a| Some((a, marks::stray(a)?)))
    {
        let (error, rest): (_, TokenStream) = (syn::Error::new_spanned(mark, said).to_compile_error(), rest);
        attrs.retain(|a| marks::stray(a).is_none());
        return quote!(#(#attrs)* #rest #error);
    }
    if let Ok(mut block) = syn::parse2::<syn::ItemImpl>(item.clone()) {
        // Its body is read where it is called, or is a function for those who cannot read it.
        if block.trait_.as_ref().is_some_and(|(_, path, _)| syntax::adds(path)) {
            return item;
        }
        for item in &mut block.items {
            if let syn::ImplItem::Fn(f) = item {
                spines::cut(&mut f.block);
            }
        }
        return match syn::parse2(options).and_then(|options| blocks::expand(&mut block, options)) {
            Ok(beside) => quote!(#[allow(dead_code)] #block #beside),
            Err(error) => {
                let error = error.to_compile_error();
                quote!(#block #error)
            }
        };
    }
    if let Ok(mut item) = syn::parse2::<syn::ItemTrait>(item.clone()) {
        for item in &mut item.items {
            if let syn::TraitItem::Fn(syn::TraitItemFn { default: Some(block), .. }) = item {
                spines::cut(block);
            }
        }
        return match syn::parse2(options).and_then(|options| traits::expand(&mut item, options)) {
            Ok(beside) => quote!(#[allow(dead_code)] #item #beside),
            Err(error) => {
                let error = error.to_compile_error();
                quote!(#item #error)
            }
        };
    }
    let mut f: ItemFn = match syn::parse2(item.clone()) {
        Ok(f) => f,
        Err(_) if syn::parse2::<syn::Item>(item.clone()).is_ok() => {
            let error = syn::Error::new_spanned(
                &item,
                "#[differentiable] goes on a function, an `impl` or a trait: write `fn`, `impl` or `trait`",
            );
            let error = error.to_compile_error();
            return quote!(#item #error);
        }
        Err(error) => return error.to_compile_error(),
    };
    if let Some(block) = around::block_around() {
        let message = format!("a method is differentiated with its `{block}`: put #[differentiable] on the `{block}`");
        let error = syn::Error::new(f.sig.ident.span(), message).to_compile_error();
        return quote!(#f #error);
    }
    spines::cut(&mut f.block);
    let whole = f.clone();
    match syn::parse2(options).and_then(|options| expand(&mut f, options)) {
        // Who only asks for derivatives never calls the function itself.
        Ok(beside) => quote!(#[allow(dead_code)] #f #beside),
        Err(error) => {
            if open::is_open(&whole.sig.ident, &whole.sig, None) || open::is_of_open_type(&error) {
                return open::without_derivatives(whole);
            }
            let (error, beside) = (error.to_compile_error(), in_the_place_of(&whole));
            quote!(#f #error #beside)
        }
    }
}

/// What stands beside a function with an error, so that what calls it is not told of that again; nothing where its types
/// may be what is wrong.
fn in_the_place_of(f: &ItemFn) -> Option<TokenStream> {
    const KNOWN: [&str; 14] =
        ["f64", "bool", "usize", "u8", "u16", "u32", "u64", "i8", "i16", "i32", "i64", "isize", "mut", "Vec"];
    let known = |ty: &syn::Type| syntax::identifiers_of(quote!(#ty)).iter().all(|word| KNOWN.contains(&&**word));
    let takes = f.sig.inputs.iter().all(|input| matches!(input, syn::FnArg::Typed(t) if known(&t.ty)));
    let gives = match &f.sig.output {
        syn::ReturnType::Type(_, ty) => known(ty),
        syn::ReturnType::Default => true,
    };
    let plain = f.sig.generics.params.is_empty() && takes && gives;
    let wanted = Wanted { forms: Some(Forms::ALL), strict: true, ..Wanted::default() };
    if plain { expand(&mut stub(f), wanted).ok() } else { None }
}

/// What the functions that are called there are given.
const EXPANSION: core::Expansion =
    core::Expansion { function: expand, block: blocks::expand, method: blocks::as_function };

/// A function of so many steps leaves a trace, whoever calls it.
const FEW: usize = 8;

/// A method's function that only panics, in the place of one that is not understood.
pub(crate) fn stub(f: &ItemFn) -> ItemFn {
    let mut stub = f.clone();
    let message = "this function has an error";
    stub.block = syn::parse_quote!({
        return ::core::panic!(#message);
    });
    stub
}

/// The functions that other generated functions call, of a function without a body.
fn expand_signature(f: &ItemFn) -> Result<TokenStream> {
    let simple = &mut normal::simple(f)?;
    changed::given_back(simple);
    let sig = signature::read(simple)?;
    let lowered = core::parameters(simple, &sig)?;
    let (program, leaves, items) = (lowered.program, lowered.leaves, lowered.items);
    let order = order::Order::new(&program);
    let plan = plan::plan(&program, &order, Options::default(), Variant::Joint, None);
    let emitter = || Emitter::new(&program, &order, &plan, &sig, &leaves, &items, Mode::Eval);
    let functions = [emitter().value(), emitter().forward_again(), emitter().reverse_again("__joint")];
    let name = &sig.name;
    Ok(quote!(impl #name { #(#functions)* }))
}

pub(crate) fn expand(f: &mut ItemFn, wanted: Wanted) -> Result<TokenStream> {
    let mut as_written = around::configured(f);
    state::mark(&mut as_written)?;
    signature::take_marks(f);
    marks::take(&mut f.block);
    marks::check(&as_written.block)?;
    if wanted.rule.is_none()
        && wanted.leads.is_none()
        && let Some(stepped) = state::Stepped::of(&as_written)?
    {
        return stepped.expand(wanted, expand);
    }
    if wanted.options.vector && (wanted.rule.is_some() || wanted.options.tape) {
        let message = "`math = \"vector\"` is for functions whose derivatives are made: take it away here";
        return Err(syn::Error::new(f.sig.ident.span(), message));
    }
    let mut simple = normal::simple(&as_written)?;
    let text = simple.clone();
    // Of a type whose derive is an error there is nothing else to say.
    let is_unfit = |input: &syn::FnArg| matches!(input, syn::FnArg::Typed(t) if lower::derive::is_unfit(syntax::types::plain(&t.ty)));
    if simple.sig.inputs.iter().any(is_unfit) {
        return Ok(TokenStream::new());
    }
    if let syn::ReturnType::Type(_, ty) = &simple.sig.output
        && around::is_left_alone(ty)
        && !blocks::writes(&simple.sig)
    {
        return Ok(TokenStream::new());
    }
    signature::gives_what_it_may(&simple)?;
    changed::given_back(&mut simple);
    let mut sig = signature::read(&mut simple)?;
    bound(f, &sig);
    sig.reverse_only = wanted.options.reverse_only;
    sig.vector = wanted.options.vector;
    sig.forms = match wanted.forms {
        Some(forms) => forms,
        None if wanted.rule.is_some() => Forms::ALL,
        None => forms::wanted(&sig.name, &f.vis),
    };
    // The function itself calls it.
    sig.forms.eval |= sig.vector;
    // The gradient of what may not be there is a weighted one.
    sig.forms.vjp |= sig.maybe && sig.forms.gradient;
    // What takes functions, or what has a trait, is recorded by what calls it.
    if wanted.options.tape && sig.typed.is_empty() {
        return tape::derivatives(f, &text, &simple, &sig);
    }
    // Of matrices, what has no generated code is recorded, where an operation is one record.
    let goes_on_tape = wanted.rule.is_none() && !wanted.strict && !wanted.options.vector;
    if goes_on_tape && around::uses_matrices(f) {
        let own = normal::of_numbers_and_lists(&as_written);
        let lowered = core::function(&own, &sig, wanted.options, EXPANSION).map_err(|refused| refused.error);
        let beside = lowered.and_then(|lowered| derivatives(f, &simple, &sig, lowered, wanted.options));
        if let Ok(beside) = beside.or_else(|_| tape::derivatives(f, &text, &simple, &sig)) {
            return Ok(beside);
        }
    }
    let Some(rule) = &wanted.rule else {
        // The attributes are read there.
        let own = normal::of_numbers_and_lists(&as_written);
        let lowered = match &wanted.leads {
            Some(leads) => core::leads(&own, &sig, leads).map_err(core::Refused::from),
            None => core::function(&own, &sig, wanted.options, EXPANSION),
        };
        let lowered = match lowered {
            // No form of it would compile.
            Err(refused) if refused.wrong || open::is_of_open_type(&refused.error) => return Err(refused.error),
            lowered => lowered.map_err(|refused| refused.error),
        };
        let beside = lowered.and_then(|lowered| derivatives(f, &simple, &sig, lowered, wanted.options));
        if wanted.options.vector {
            let beside = beside?;
            let body = emit::api::delegate::delegate(f, &sig)?;
            return Ok(quote!(#beside #body));
        }
        return match wanted.strict {
            true => beside,
            false => beside.or_else(|error| tape::instead(error, f, &text, &simple, &sig)),
        };
    };
    let core = rule::Core::new(f, &sig, rule)?;
    let calls = core::calls(&simple, &sig, &core.name().clone().into(), false)?;
    let (beside, core) = (derivatives(f, &simple, &sig, calls, wanted.options)?, core.functions());
    Ok(quote!(#beside #core))
}

/// Types with a trait of the user's that are taken with derivatives have them in the function as it is written too: so
/// do the blocks of the types that are generic over them.
fn bound(f: &mut ItemFn, sig: &signature::Signature) {
    let own = f.sig.generics.type_params().filter(|t| !bounds::traits(&t.bounds).is_empty());
    let active =
        |name: &Ident| sig.params.iter().any(|p| p.active && syntax::types::mentions(&p.ty, &name.to_string()));
    let names: Vec<Ident> = own.map(|t| t.ident.clone()).filter(active).collect();
    let scalar = &sig.scalar;
    for t in f.sig.generics.type_params_mut().filter(|t| names.contains(&t.ident)) {
        t.bounds.push(syn::parse_quote!(::wengert::Differentiable<#scalar>));
    }
}

/// Whether what may be another value the next time is there and is kept: a loop that runs again asks again.
fn asks_once(program: &ir::Program) -> bool {
    let mut once = program.values.iter().any(ir::Value::is_once);
    ir::walk(&program.body, &mut |step, _| {
        once &= !matches!(step, ir::Step::Loop(l) if l.checkpoint.is_some() || matches!(l.keep, Some(marks::Keep::Recompute(_))));
    });
    once
}

/// The derivatives of a function, beside it.
fn derivatives(
    f: &ItemFn,
    simple: &ItemFn,
    sig: &signature::Signature,
    lowered: Lowered,
    options: Options,
) -> Result<TokenStream> {
    let Lowered { mut program, leaves, items, beside: closures, within, nested, .. } = prepared(lowered, sig, options)?;
    let nested = nested.iter().map(nested::function).collect::<Result<Vec<_>>>()?;
    let mut order = order::Order::new(&program);
    independent::check(&program, &order)?;
    if options.recompute {
        let first = plan::plan(&program, &order, options, Variant::Joint, None);
        if undo::undo(&mut program, &order, &first) {
            passes::check(&program, "undo", &leaves, true);
            order = order::Order::new(&program);
        }
    }
    let plan = |variant, needs| plan::plan(&program, &order, options, variant, needs);
    let (joint, split) = (plan(Variant::Joint, None), plan(Variant::Split, None));
    if let Some(at) = [&joint, &split].iter().find_map(|plan| plan.refused.first()) {
        let message = "this cannot be computed again: it comes from a call, a loop or an array that changes; put #[recompute] on what is computed from it";
        return Err(syn::Error::new(*at, message));
    }
    let emitter = |plan, mode| Emitter::new(&program, &order, plan, sig, &leaves, &items, mode);
    if checked::only() {
        let mut whole = emitter(&joint, Mode::Eval);
        let mut functions = whole.signatures();
        if sig.forms.calls {
            functions.extend(recorded::as_written(f, simple, sig));
        }
        let mut functions = checked::without_bodies(functions);
        // What only the compiler knows to be right, it sees in the function on any number.
        if checked::leaves_something(&program) {
            functions.push(whole.known_to_the_compiler());
        }
        return Ok(together(sig, simple, &functions, (within, closures), &nested));
    }
    let fused = plan(Variant::Fused, Some(&joint.needs));
    let gambles = !fused.checks.covers.is_empty() || !fused.checks.overwrites.is_empty();
    let mut again = emitter(&joint, Mode::Eval).is_rich() && !emitter(&split, Mode::Forward).leaves_record();
    if asks_once(&program) {
        if again {
            let message = "what is called here may give another value each time, and nothing is kept of it";
            return Err(syn::Error::new(sig.name.span(), message));
        }
    } else {
        again |= !sig.forms.traced && !sig.vector && program.values.len() > FEW;
    }
    let run = if gambles { "__plain" } else { "__joint" };
    let (forms, mut whole) = (sig.forms, emitter(&joint, Mode::Eval));
    let mut functions = vec![];
    if whole.evaluates() {
        functions.push(emitter(&joint, Mode::Eval).eval());
    }
    if forms.calls {
        functions.push(emitter(&joint, Mode::Eval).value());
        functions.push(whole.called());
    }
    if forms.calls {
        functions.extend(recorded::as_written(f, simple, sig));
    }
    // What a caller hands a structure to may run again on the way back; not where it changes lists that are lent to it.
    let lent = sig.params.iter().any(signature::lent::is_list);
    if lent && (again || !emitter(&split, Mode::Forward).keeps_apart()) {
        return Err(syn::Error::new(sig.name.span(), "what is lent here, and changed, cannot be put back"));
    }
    let ways = forms.calls.then(|| match again {
        true => [emitter(&joint, Mode::Eval).forward_again(), emitter(&joint, Mode::Eval).reverse_again(run)],
        false => {
            [emitter(&split, Mode::Forward).forward_function(), emitter(&split, Mode::Reverse).reverse_function(run)]
        }
    });
    // The way back runs jointly where what was kept does not come apart.
    let runs_again = ways.as_ref().is_some_and(|[_, back]| mentions(back, run) > 0);
    let jointly = forms.run() || runs_again || forms.calls && whole.is_rich() && !lent;
    if jointly {
        let joint = emitter(&fused, Mode::Joint).joint_function("__joint");
        // The parameter is the one mention.
        whole.idle = !gambles && mentions(&joint, "ws") == 1;
        functions.push(joint);
    }
    functions.extend(ways.into_iter().flatten());
    if jointly && gambles {
        functions.push(emitter(&joint, Mode::Joint).joint_function("__plain"));
    }
    if whole.is_long() {
        let types = whole.known_types();
        functions = functions.into_iter().map(|f| emit::scopes::level(f, &types)).collect();
    }
    functions.push(whole.api(gambles));
    let in_vectors = if sig.vector && forms.run() { Some(whole.run_in_vectors(gambles)?) } else { None };
    #[cfg(feature = "show")]
    if options.steps {
        functions.push(plan::print::steps(&program, &leaves, &sig.name, &fused, &split)?);
    }
    let beside = together(sig, simple, &functions, (within, closures), &nested);
    Ok(quote!(#beside #in_vectors))
}

/// The functions beside a function, with the types of closures and what these alone see, and the functions inside it of
/// which derivatives are taken.
fn together(
    sig: &signature::Signature,
    simple: &ItemFn,
    functions: &[TokenStream],
    (within, closures): (Vec<TokenStream>, Vec<TokenStream>),
    nested: &[TokenStream],
) -> TokenStream {
    let alone = within.is_empty();
    let (within, closures) = if alone { (within, closures) } else { ([within, closures].concat(), vec![]) };
    let beside = beside(&sig.name, &simple.vis, functions, &within);
    quote!(#beside #(#closures)* #(#nested)*)
}

/// A function in steps, after the passes that come before the plan.
fn prepared(mut lowered: Lowered, sig: &signature::Signature, options: Options) -> Result<Lowered> {
    let steps = lowered.program.values.len();
    if steps > core::LONGEST && !options.large {
        let message = core::too_long(&steps.to_string(), lowered.repeated.as_ref());
        return Err(syn::Error::new(sig.name.span(), message));
    }
    passes::run(&mut lowered.program, &lowered.leaves, &sig.scalar)?;
    if sig.vector {
        crate::plan::strips::mark(&mut lowered.program);
    }
    // Methods of these traits are called.
    for of in sig.typed.iter().flat_map(|t| t.own()) {
        lowered.items.push(syn::parse_quote!(#[allow(unused_imports)] use #of as _;));
    }
    Ok(lowered)
}

/// The type under a function's name, with the functions beside it, and what these alone see.
fn beside(name: &Ident, vis: &syn::Visibility, functions: &[TokenStream], within: &[TokenStream]) -> TokenStream {
    let doc = match name.to_string().starts_with('_') {
        true => format!(" The derivatives of `{name}`."),
        false => format!(" The derivatives of the function [`{name}`](fn@{name})."),
    };
    let functions = quote! {
        #[allow(warnings, clippy::all)]
        impl #name {
            #(#functions)*
        }
    };
    let (vis, leading) = around::seen_beside(name, vis, &functions);
    let functions = match within.is_empty() {
        true => functions,
        false => quote!(#[allow(dead_code)] const _: () = { #(#within)* #functions };),
    };
    quote! {
        #[doc = #doc]
        #[allow(non_camel_case_types)]
        #[allow(dead_code)]
        #[derive(Clone, Copy, Debug)]
        #vis struct #name {}
        #functions
        #leading
    }
}

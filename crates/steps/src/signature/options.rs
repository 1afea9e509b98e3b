//! What is written in the attribute's parentheses.

use crate::signature::forms::Forms;
use proc_macro2::Ident;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Error, Path, Result, Token, parenthesized};

/// Switches of the planner, all on for users, off one by one in tests; and what is generated.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Loops whose results no adjoint needs run forward and backward at once.
    pub fuse: bool,
    /// Values are recomputed where that is cheaper than saving them.
    pub recompute: bool,
    /// A read of an element that was just stored takes the stored value.
    pub forwarding: bool,
    /// Counters are computed from the iteration's number.
    pub closed_form: bool,
    /// Loops are written for the machine: in blocks, and with overlapping adjoints in registers.
    pub tune: bool,
    /// Only what goes back once is generated: no tangents, no second derivatives, no function for other engines.
    pub reverse_only: bool,
    /// However long the function is.
    pub large: bool,
    /// The function is recorded while it runs, on a tape.
    pub tape: bool,
    /// Functions are computed by the kernels of `wengert::vector`.
    pub vector: bool,
    /// The steps are written too, for people.
    pub steps: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            fuse: true,
            recompute: true,
            forwarding: true,
            closed_form: true,
            tune: true,
            reverse_only: false,
            large: false,
            tape: false,
            vector: false,
            steps: false,
        }
    }
}

/// The attribute: the options, and a rule of the user's own.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    pub options: Options,
    pub rule: Option<Rule>,
    /// Which functions are written, if that is said.
    pub forms: Option<Forms>,
    /// Whether what is not supported is an error, and not recorded instead.
    pub strict: bool,
    /// Whether the function leads to one that takes by value what it changes.
    pub leads: Option<crate::signature::state::Leads>,
}

/// The function that goes back through another one.
#[derive(Clone, Debug)]
pub struct Rule {
    pub path: Path,
    /// Whether it is given the value too.
    pub with_value: bool,
    /// The function on any number, where the rule is not asked for tangents.
    pub value: Option<Path>,
}

impl Parse for Wanted {
    fn parse(input: ParseStream) -> Result<Wanted> {
        let mut wanted = Wanted::default();
        let mut value = None;
        while !input.is_empty() {
            wanted.part(input, &mut value)?;
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        match (&mut wanted.rule, value) {
            (Some(rule), value) => rule.value = value,
            (None, Some(value)) => {
                return Err(Error::new_spanned(value, "`value` stands beside a rule: write `rule = r, value = v`"));
            }
            (None, None) => {}
        }
        Ok(wanted)
    }
}

impl Wanted {
    fn part(&mut self, input: ParseStream, value: &mut Option<Path>) -> Result<()> {
        let name: Ident = input.parse()?;
        let options = &mut self.options;
        match name.to_string().as_str() {
            "no_fuse" => options.fuse = false,
            "no_recompute" => options.recompute = false,
            "no_forwarding" => options.forwarding = false,
            "no_closed_form" => options.closed_form = false,
            "no_tune" => options.tune = false,
            "reverse_only" => options.reverse_only = true,
            "large" => options.large = true,
            "tape" => options.tape = true,
            "all" => self.forms = Some(Forms::ALL),
            "only" => self.forms = Some(only(input)?),
            "math" => {
                let wrong = |at| Error::new(at, "write `math = \"vector\"`, or leave it out");
                input.parse::<Token![=]>().map_err(|_| wrong(name.span()))?;
                let which: syn::LitStr = input.parse().map_err(|_| wrong(name.span()))?;
                if which.value() != "vector" {
                    return Err(wrong(which.span()));
                }
                options.vector = true;
            }
            which @ ("rule" | "rule_of_value") => {
                let rule = Rule { path: function(input, &name)?, with_value: which == "rule_of_value", value: None };
                if self.rule.replace(rule).is_some() {
                    return Err(Error::new(name.span(), "one rule is enough"));
                }
            }
            "value" => {
                if value.replace(function(input, &name)?).is_some() {
                    return Err(Error::new(name.span(), "one function for values is enough"));
                }
            }
            other => {
                let message = format!("unknown option `{other}`: write `#[differentiable]` alone");
                return Err(Error::new(name.span(), message));
            }
        }
        Ok(())
    }
}

/// The function that an option names.
fn function(input: ParseStream, option: &Ident) -> Result<Path> {
    let mine = if option == "value" { "my_value" } else { "my_rule" };
    let missing = || Error::new(option.span(), format!("the function is missing: write `{option} = {mine}`"));
    input.parse::<Token![=]>().map_err(|_| missing())?;
    input.parse().map_err(|_| missing())
}

/// The functions that are named in parentheses.
fn only(input: ParseStream) -> Result<Forms> {
    let list;
    parenthesized!(list in input);
    let mut forms = Forms { said: true, ..Forms::NONE };
    for name in Punctuated::<Ident, Token![,]>::parse_terminated(&list)? {
        let message = "there is no such function: `only` takes gradient, vjp, jvp, hvp, hessian, jacobian, function, \
                       eval, and calls, which lets other differentiable functions call this one";
        forms.add(&name.to_string()).ok_or_else(|| Error::new(name.span(), message))?;
    }
    Ok(forms)
}

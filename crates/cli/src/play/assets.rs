//! The parts of the page, which lie in the program.

/// A file of the page.
pub(super) struct Asset {
    name: &'static str,
    pub(super) kind: &'static str,
    pub(super) text: &'static str,
}

const STYLE: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";

macro_rules! assets {
    ($($name:literal $file:literal $kind:expr,)*) => {
        const ASSETS: &[Asset] =
            &[$(Asset { name: $name, kind: $kind, text: include_str!(concat!("page/", $file)) }),*];
    };
}

assets! {
    "" "index.html" "text/html; charset=utf-8",
    "style.css" "style.css" STYLE,
    "editor.css" "editor.css" STYLE,
    "views.css" "views.css" STYLE,
    "drawings.css" "drawings.css" STYLE,
    "narrow.css" "narrow.css" STYLE,
    "main.js" "main.js" SCRIPT,
    "state.js" "state.js" SCRIPT,
    "ask.js" "ask.js" SCRIPT,
    "editor.js" "editor.js" SCRIPT,
    "variables.js" "variables.js" SCRIPT,
    "element.js" "element.js" SCRIPT,
    "axes.js" "axes.js" SCRIPT,
    "derivatives.js" "derivatives.js" SCRIPT,
    "graph.js" "graph.js" SCRIPT,
    "trace.js" "trace.js" SCRIPT,
    "curves.js" "curves.js" SCRIPT,
    "contours.js" "contours.js" SCRIPT,
    "adjoint.js" "adjoint.js" SCRIPT,
    "save.js" "save.js" SCRIPT,
}

/// The part of that name; the page itself has none.
pub(super) fn find(name: &str) -> Option<&'static Asset> {
    ASSETS.iter().find(|asset| asset.name == name)
}

//! The page of `wengert play` in a browser: typed into, dragged, read, and compared with the library.
//!
//! Where there is no Chromium it says so and passes. With `PLAY_PICTURES` naming a folder, a picture of each view is left
//! there.

#[path = "page/browser.rs"]
mod browser;
#[path = "play/server.rs"]
mod server;

use browser::{Browser, installed};
use serde_json::{Value, json};
use server::Server;
use std::path::{Path, PathBuf};
use wengert::prelude::*;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    // What is asked for by a part of its name is asked of all test programs.
    let named = words.iter().filter(|word| !word.starts_with('-'));
    if words.iter().any(|word| word == "--list") || named.into_iter().any(|word| !"page".contains(word.as_str())) {
        return;
    }
    let Some(program) = installed() else {
        println!("page: skipped, there is no Chromium on this machine");
        return;
    };
    let server = Server::start(&["--max-seconds", "30"]);
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("page-{}", server.port));
    let mut page = Page { browser: Browser::start(&program, &folder), server };
    page.numbers_are_those_of_the_library();
    page.errors_are_underlined();
    page.the_keyboard_is_enough();
    page.sweeps_go_step_by_step();
    page.plots_are_dragged();
    page.rust_has_its_adjoint();
    page.numbers_of_any_size_are_drawn();
    page.files_are_handed_out();
    page.a_link_holds_the_state();
    page.narrow_windows_do_not_scroll_sideways();
    if let Some(folder) = std::env::var_os("PLAY_PICTURES") {
        page.pictures(Path::new(&folder));
    }
    assert!(page.browser.complaints.is_empty(), "{:#?}", page.browser.complaints);
    println!("page: passed in {}", program.display());
}

/// Whether two engines agree: forward and reverse mode round differently.
#[track_caller]
fn close(found: &[f64], wanted: &[f64]) {
    let near = |(a, b): (&f64, &f64)| (a - b).abs() <= 8.0 * f64::EPSILON * b.abs();
    assert!(found.len() == wanted.len() && found.iter().zip(wanted).all(near), "{found:?} {wanted:?}");
}

fn numbers(list: &Value) -> Vec<f64> {
    list.as_array().expect("a list").iter().map(|x| x.as_f64().expect("a number")).collect()
}

struct Page {
    browser: Browser,
    server: Server,
}

impl Page {
    /// Goes to this state, as a link on the page would.
    fn open(&mut self, state: &str) {
        let here = format!("location.href.startsWith({})", json!(self.server.address()));
        if state.is_empty() || self.browser.value(&here) != true {
            return self.load(state);
        }
        let script = format!(
            "new Promise((done) => {{ history.replaceState(null, '', location.pathname); \
             addEventListener('hashchange', () => done(), {{ once: true }}); location.hash = {}; }})",
            json!(state)
        );
        self.browser.value(&script);
        self.browser.wait("document.body.dataset.state === 'idle'");
    }

    /// Opens the page anew with this state in its address.
    fn load(&mut self, state: &str) {
        self.browser.open("about:blank");
        let address = format!("{}#{state}", self.server.address());
        self.browser.open(&address);
        self.browser.wait("document.body?.dataset.state === 'idle'");
    }

    /// A number that the page shows, with all its digits.
    #[track_caller]
    fn number(&mut self, selector: &str) -> f64 {
        let text = self.browser.value(&format!("document.querySelector({}).title", json!(selector)));
        text.as_str().and_then(|text| text.parse().ok()).unwrap_or_else(|| panic!("{selector}: {text}"))
    }

    fn gradient(&mut self, names: &[&str]) -> Vec<f64> {
        names.iter().map(|name| self.number(&format!(".gradient [data-variable={name}] td.number"))).collect()
    }

    fn numbers_are_those_of_the_library(&mut self) {
        self.browser.window(1280, 860, false);
        self.open("");
        self.browser.write("#program", "x*sin(x*y) + exp(z)/x");
        self.browser.wait("document.querySelector('#value-z')");
        for (name, x) in [("x", "1.25"), ("y", "-0.5"), ("z", "0.75")] {
            self.browser.write(&format!("#value-{name}"), x);
        }
        let x = [1.25, -0.5, 0.75];
        let f = |v: &[f64]| v[0] * (v[0] * v[1]).sin() + v[2].exp() / v[0];
        self.browser.wait(&format!("document.querySelector('output[data-result]')?.title === '{}'", f(&x)));
        let (value, gradient) = value_and_gradient(|v| v[0] * (v[0] * v[1]).sin() + v[2].exp() / v[0], &x);
        assert_eq!(self.number("output[data-result]"), value);
        close(&self.gradient(&["x", "y", "z"]), &gradient);
        let second = hessian(|v| v[0] * (v[0] * v[1]).sin() + v[2].exp() / v[0], &x);
        let script = "[...document.querySelectorAll('.hessian td.number')].map((cell) => Number(cell.title))";
        close(&numbers(&self.browser.value(script)), second.as_slice());
        let script = "[...document.querySelectorAll('.series tbody tr')].map((row) => Number(row.lastChild.title))";
        let series = numbers(&self.browser.value(script));
        assert_eq!(series.len(), 6);
        close(&series[..2], &[value, gradient[0]]);

        // A slider is dragged to its right end.
        let [left, y] = self.browser.middle("#slider-y");
        self.browser.mouse("mousePressed", left, y);
        self.browser.mouse("mouseMoved", left + 20.0, y);
        self.browser.mouse("mouseMoved", left + 600.0, y);
        self.browser.mouse("mouseReleased", left + 600.0, y);
        let at = [1.25, 5.0, 0.75];
        self.browser.wait(&format!("document.querySelector('output[data-result]').title === '{}'", f(&at)));
        let (_, gradient) = value_and_gradient(|v| v[0] * (v[0] * v[1]).sin() + v[2].exp() / v[0], &at);
        close(&self.gradient(&["x", "y", "z"]), &gradient);
    }

    fn errors_are_underlined(&mut self) {
        self.open("");
        self.browser.write("#program", "x*sni(x)");
        self.browser.wait("document.querySelector('#editor .wrong')?.textContent === 'sni'");
        self.browser.wait("document.querySelector('#fault').textContent.includes('did you mean `sin`?')");
        assert_eq!(self.browser.value("document.querySelector('#program').getAttribute('aria-invalid')"), "true");
        self.browser.write("#program", "x*(x + ");
        self.browser.wait("document.querySelector('#fault').textContent.includes('expression')");
        self.browser.wait("document.querySelector('#editor .wrong')");
        self.browser.write("#program", "x*sin(x)");
        self.browser.wait("document.querySelector('#fault').textContent === ''");
        self.browser.wait("!document.querySelector('#editor .wrong')");
        // Markup in a program is text.
        self.browser.write("#program", "<img src=x onerror=alert(1)>");
        self.browser.wait("document.querySelector('#fault').textContent !== ''");
        assert_eq!(self.browser.value("document.querySelectorAll('img').length"), 0);
    }

    fn the_keyboard_is_enough(&mut self) {
        self.open("program=a^2&at.a=3");
        self.browser.value("document.querySelector('#tab-derivatives').focus()");
        self.browser.press("ArrowRight", 39);
        self.browser.wait("document.activeElement.id === 'tab-graph' && document.querySelector('svg.graph')");
        self.browser.press("End", 35);
        self.browser.wait("document.activeElement.id === 'tab-adjoint' && document.querySelector('#rust')");
        self.browser.press("Home", 36);
        self.browser
            .wait("document.activeElement.id === 'tab-derivatives' && document.querySelector('output[data-result]')");
        self.browser.value("document.querySelector('#slider-a').focus()");
        self.browser.press("ArrowRight", 39);
        self.browser.wait("Number(document.querySelector('#value-a').value) > 3");
        let a = self.browser.value("Number(document.querySelector('#value-a').value)").as_f64().expect("a number");
        self.browser.wait(&format!("document.querySelector('output[data-result]').title === '{}'", a * a));
        assert_eq!(self.gradient(&["a"]), [2.0 * a]);
    }

    fn sweeps_go_step_by_step(&mut self) {
        self.open("program=ln(x1)%2Bx1*x2-sin(x2)&at.x1=2&at.x2=5&view=graph");
        self.browser.wait("document.querySelectorAll('svg.graph [data-node]').length === 7");
        assert_eq!(self.browser.value("document.querySelectorAll('.node.reached').length"), 0);
        self.browser.click("[aria-label='one step on']");
        self.browser.wait("document.querySelectorAll('.node.reached').length === 1");
        self.browser.click("[aria-label='all steps']");
        self.browser.wait("document.querySelectorAll('.node.reached').length === 7");
        let of = |name: &str| {
            format!(
                "[...document.querySelectorAll('svg.graph .node')].find((n) => n.querySelector('.title')?.textContent === '{name}')"
            )
        };
        assert_eq!(
            self.browser.value(&format!("{}.querySelector('.derivative').textContent", of("x1"))),
            "\u{2202}y/\u{2202}x1 = 5.5"
        );
        // Pointed at, a node shows its terms.
        self.browser.value(&format!("{}.focus()", of("x1")));
        self.browser.wait("document.querySelectorAll('.terms tr').length === 3");
        let terms = self
            .browser
            .value("[...document.querySelectorAll('.terms td:last-child')].map((cell) => Number(cell.textContent))");
        assert_eq!(terms.as_array().map(Vec::len), Some(3));
        assert_eq!(terms[2], 5.5);
        assert_eq!(terms[0].as_f64().zip(terms[1].as_f64()).map(|(a, b)| a + b), Some(5.5));
        assert_eq!(self.browser.value("document.querySelectorAll('.edge.used').length"), 2);
        self.browser.value("[...document.querySelectorAll('.switches button')].at(-1).click()");
        self.browser.wait("document.querySelector('svg.graph.forward')");
        self.browser.click("[aria-label='all steps']");
        // The sine does not depend on x1.
        self.browser.wait("document.querySelectorAll('.node.reached').length === 5");
        self.browser.click("#tab-trace");
        self.browser.wait("document.querySelector('table.trace.forward td.result:last-child')");
        let last = "[...document.querySelectorAll('table.trace td.result')].at(-1).textContent";
        assert_eq!(self.browser.value(last), "= 5.5");
    }

    fn plots_are_dragged(&mut self) {
        self.open("program=x%5E2*y&at.x=1&at.y=2&view=curves&range.x=0..4&range.y=-3..3");
        self.browser.wait("document.querySelector('svg.curves .function')");
        let [x, y] = self.browser.middle("svg.curves");
        self.browser.mouse("mousePressed", x, y);
        self.browser.mouse("mouseMoved", x + 90.0, y);
        self.browser.mouse("mouseReleased", x + 90.0, y);
        self.browser.wait("document.querySelector('#value-x').value !== '1' && document.body.dataset.state === 'idle'");
        let at = self.browser.value("Number(document.querySelector('#value-x').value)").as_f64().expect("a number");
        assert!((2.0..4.0).contains(&at), "{at}");
        let slope = self.browser.value("[...document.querySelectorAll('svg.curves .name')].map((name) => name.textContent).find((text) => text.includes('\u{2202}')).split(' = ')[1]");
        let slope: f64 = slope.as_str().and_then(|text| text.parse().ok()).expect("a number");
        assert!((slope - 4.0 * at).abs() < 1e-6, "{slope} {at}");
        self.browser.click("#tab-contours");
        self.browser.wait("document.querySelectorAll('svg.contours .level').length > 4");
        self.browser.wait("document.querySelectorAll('svg.contours .arrow').length > 50");
        let [x, y] = self.browser.middle("svg.contours");
        self.browser.mouse("mousePressed", x, y);
        self.browser.mouse("mouseReleased", x, y);
        self.browser.wait("document.querySelector('#value-y').value !== '2'");
    }

    fn rust_has_its_adjoint(&mut self) {
        self.open("view=adjoint");
        self.browser.wait("document.querySelector('#body .code')?.textContent.includes('fn energy_adjoint')");
        self.browser.write("#rust", "#[differentiable]\nfn f(x: f64) -> f64 {\n    y * x\n}\n");
        self.browser.wait("document.querySelector('#rust-fault .complaint')");
        self.browser.wait("document.querySelector('.tall .wrong')?.textContent === 'y'");
        self.browser.write("#rust", "#[differentiable]\nfn f(x: f64) -> f64 {\n    x.sin() * x\n}\n");
        self.browser.wait("document.querySelector('#body .code')?.textContent.includes('fn f_adjoint')");
        self.browser.wait("!document.querySelector('.tall .wrong')");
    }

    fn numbers_of_any_size_are_drawn(&mut self) {
        for program in [
            "1e17%2B20*x",
            "1e308*x*y",
            "1e-320*x",
            "0*x*y",
            "1/x%2By",
            "ln(x)%2By",
            "x%2By%2B1e300",
            "floor(x)*y",
            "nan*x*y",
        ] {
            for view in ["curves", "contours"] {
                self.open(&format!("program={program}&view={view}"));
                self.browser.wait("document.querySelector('#body').childElementCount > 0");
                assert!(self.browser.complaints.is_empty(), "{program} {view}: {:#?}", self.browser.complaints);
            }
        }
    }

    fn files_are_handed_out(&mut self) {
        self.open("program=x*y&at.x=2&at.y=3&view=graph&step=9");
        let save = |what: &str| {
            format!("[...document.querySelectorAll('.save')].find((b) => b.textContent === '{what}').click()")
        };
        self.browser.wait("document.querySelector('svg.graph')");
        self.browser.value(&save("SVG"));
        let text = String::from_utf8(self.browser.downloaded("graph.svg")).expect("UTF-8");
        assert!(text.starts_with("<svg") && text.contains("\u{2202}z/\u{2202}x = 3"), "{text}");
        assert!(!text.contains("var(") && !text.contains("class="), "{text}");
        self.browser.value(&save("PNG"));
        assert!(self.browser.downloaded("graph.png").starts_with(b"\x89PNG"));
        for (view, drawing) in [("curves", "curves.png"), ("contours", "contours.png")] {
            self.browser.click(&format!("#tab-{view}"));
            self.browser.wait(&format!("document.querySelector('svg.{view}')"));
            self.browser.value(&save("PNG"));
            assert!(self.browser.downloaded(drawing).len() > 5000, "{drawing}");
        }
        self.browser.click("#tab-derivatives");
        self.browser.wait("document.querySelector('output[data-result]')");
        self.browser.value(&save("CSV"));
        let csv = String::from_utf8(self.browser.downloaded("derivatives.csv")).expect("UTF-8");
        assert_eq!(csv, "result,value,d_x,d_y\nz,6,3,2\nd_x,3,0,1\nd_y,2,1,0\n");
        self.browser.value(&save("LaTeX"));
        let latex = String::from_utf8(self.browser.downloaded("derivatives.tex")).expect("UTF-8");
        assert!(latex.contains(r"\begin{align*}") && latex.contains(r"\begin{pmatrix}"), "{latex}");
    }

    fn a_link_holds_the_state(&mut self) {
        self.open("");
        self.browser.write("#program", "a*b + 1");
        self.browser.wait("document.querySelector('#value-b')");
        self.browser.write("#value-a", "2.5");
        self.browser.write("#value-b", "-4");
        self.browser.wait("document.querySelector('output[data-result]').title === '-9'");
        self.browser.click("#tab-trace");
        self.browser.wait("document.querySelector('table.trace')");
        self.browser.wait("location.hash.includes('view=trace')");
        let hash = self.browser.value("location.hash.slice(1)");
        self.load(hash.as_str().expect("a text"));
        self.browser.wait("document.querySelector('table.trace')");
        assert_eq!(self.browser.value("document.querySelector('#program').value"), "a*b + 1");
        assert_eq!(
            self.browser.value("['a', 'b'].map((name) => document.querySelector(`#value-${name}`).value)"),
            json!(["2.5", "-4"])
        );
    }

    fn narrow_windows_do_not_scroll_sideways(&mut self) {
        self.browser.window(360, 740, false);
        for view in ["derivatives", "graph", "trace", "curves", "contours", "adjoint"] {
            self.open(&format!("view={view}"));
            self.browser.wait("document.querySelector('#body').childElementCount > 0");
            let over = self.browser.value("document.documentElement.scrollWidth - innerWidth");
            assert_eq!(over, 0, "{view}");
        }
        self.browser.window(1280, 860, false);
    }

    /// A picture of each view, to be looked at.
    fn pictures(&mut self, folder: &Path) {
        std::fs::create_dir_all(folder).expect("a folder");
        let valley = "program=(1-x)%5E2%2B10*(y-x%5E2)%5E2&at.x=-0.5&at.y=0.8&range.x=-2..2&range.y=-1..3";
        let book = "program=ln(x1)%2Bx1*x2-sin(x2)&at.x1=2&at.x2=5&step=5";
        let rust = "#[differentiable]\nfn f(x: f64) -> f64 {\n    y * x\n}\n".replace('\n', "%0A").replace('#', "%23");
        let views = [
            ("derivatives", "at.x=1.2&at.y=0.8".to_owned()),
            ("several", "program=%5Br*cos(a),r*sin(a)%5D&at.r=2".to_owned()),
            ("note", "program=abs(x)%2Bx*y&at.x=0".to_owned()),
            ("error", "program=let%20a%20%3D%202*x%20in%0Asni(a)%20%2B%20y".to_owned()),
            ("graph", format!("{book}&view=graph")),
            ("graph-forward", format!("{book}&view=graph&sweep=forward&along=x2")),
            ("graph-large", "program=fn%20root(a,x,n)%3Dif%20n%3D%3D0%20then%20x%20else%20root(a,(x%2Ba/x)/2,n-1);root(a,1,9)&at.a=2&view=graph&step=40".to_owned()),
            ("trace", format!("{book}&view=trace")),
            ("curves", "view=curves&at.x=1.2&at.y=1".to_owned()),
            ("poles", "program=tan(x)&view=curves&at.x=0.5".to_owned()),
            ("contours", format!("{valley}&view=contours")),
            ("adjoint", "view=adjoint".to_owned()),
            ("adjoint-error", format!("view=adjoint&rust={rust}")),
        ];
        // Those of the book.
        self.browser.window(1080, 720, false);
        for (name, state) in
            [("play-graph", format!("{book}&view=graph")), ("play-contours", format!("{valley}&view=contours"))]
        {
            self.open(&state);
            std::fs::write(folder.join(format!("{name}.png")), self.browser.picture()).expect("a file");
        }
        for (dark, width, height) in [(false, 1280, 860), (true, 1280, 860), (false, 390, 1500)] {
            self.browser.window(width, height, dark);
            for (name, state) in &views {
                self.open(state);
                let kind = if dark {
                    "dark"
                } else if width < 500 {
                    "narrow"
                } else {
                    "light"
                };
                std::fs::write(folder.join(format!("{name}-{kind}.png")), self.browser.picture()).expect("a file");
            }
        }
    }
}

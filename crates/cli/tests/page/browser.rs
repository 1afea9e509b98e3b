//! Chromium without a window, driven by the DevTools protocol over two pipes.
//!
//! The protocol: <https://chromedevtools.github.io/devtools-protocol/>. Messages are JSON with a zero byte after each; the
//! browser reads them from its descriptor 3 and writes to 4, which a shell makes of standard input and output.

#![allow(unreachable_pub, reason = "a module of a test")]

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

/// How long to wait for what is sure to come.
const PATIENCE: Duration = Duration::from_secs(60);

/// A browser with one page.
pub struct Browser {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    folder: PathBuf,
    session: Option<String>,
    last: u64,
    /// What the page complained about.
    pub complaints: Vec<String>,
}

/// The browser of this machine, if there is one.
pub fn installed() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let names = ["chromium", "chromium-browser", "google-chrome"];
    std::env::split_paths(&path).flat_map(|folder| names.map(|name| folder.join(name))).find(|file| file.is_file())
}

impl Browser {
    /// Starts the browser with an empty page; `folder` takes its files and what it downloads.
    pub fn start(program: &Path, folder: &Path) -> Browser {
        let _ = std::fs::remove_dir_all(folder);
        std::fs::create_dir_all(folder).expect("a folder");
        let mut child = Command::new("sh")
            .args(["-c", "exec \"$0\" \"$@\" 3<&0 4>&1 0</dev/null 1>/dev/null 2>/dev/null"])
            .arg(program)
            .args(["--headless", "--remote-debugging-pipe", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"])
            .args(["--no-first-run", "--disable-extensions", "--disable-background-networking", "--disable-sync"])
            .args(["--disable-component-update", "--disable-dev-shm-usage", "--force-color-profile=srgb"])
            .arg(format!("--user-data-dir={}", folder.join("profile").display()))
            .arg("about:blank")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("a shell");
        let (to, from) = (child.stdin.take().expect("a pipe"), BufReader::new(child.stdout.take().expect("a pipe")));
        let (folder, complaints) = (folder.to_owned(), Vec::new());
        let mut browser = Browser { child, to, from, folder, session: None, last: 0, complaints };
        let target = browser.call("Target.createTarget", json!({ "url": "about:blank" }));
        let attached =
            browser.call("Target.attachToTarget", json!({ "targetId": target["targetId"], "flatten": true }));
        browser.session = attached["sessionId"].as_str().map(str::to_owned);
        for domain in ["Page", "Runtime", "Log"] {
            browser.call(&format!("{domain}.enable"), json!({}));
        }
        let downloads = browser.folder.join("downloads");
        std::fs::create_dir_all(&downloads).expect("a folder");
        browser.call("Browser.setDownloadBehavior", json!({ "behavior": "allow", "downloadPath": downloads }));
        browser
    }

    /// Calls a method, and gives its result.
    #[track_caller]
    pub fn call(&mut self, method: &str, parameters: Value) -> Value {
        self.last += 1;
        let mut message = json!({ "id": self.last, "method": method, "params": parameters });
        if let Some(session) = self.session.as_ref().filter(|_| !method.starts_with("Browser.")) {
            message["sessionId"] = json!(session);
        }
        self.to.write_all(format!("{message}\0").as_bytes()).expect("the browser reads");
        self.to.flush().expect("the browser reads");
        loop {
            let mut bytes = Vec::new();
            self.from.read_until(0, &mut bytes).expect("the browser answers");
            bytes.pop();
            let message: Value = serde_json::from_slice(&bytes).expect("the browser says JSON, and is there");
            if message["id"] == self.last {
                assert!(message["error"].is_null(), "{method}: {}", message["error"]);
                return message["result"].clone();
            }
            match message["method"].as_str() {
                Some("Runtime.exceptionThrown") => {
                    self.complaints.push(message["params"]["exceptionDetails"].to_string());
                }
                Some("Log.entryAdded") if message["params"]["entry"]["level"] == "error" => {
                    self.complaints.push(message["params"]["entry"].to_string());
                }
                _ => {}
            }
        }
    }

    /// Opens an address.
    pub fn open(&mut self, address: &str) {
        self.call("Page.navigate", json!({ "url": address }));
    }

    /// What an expression of the page is.
    #[track_caller]
    pub fn value(&mut self, expression: &str) -> Value {
        let parameters = json!({ "expression": expression, "returnByValue": true, "awaitPromise": true });
        let found = self.call("Runtime.evaluate", parameters);
        assert!(found["exceptionDetails"].is_null(), "{expression}: {}", found["exceptionDetails"]);
        found["result"]["value"].clone()
    }

    /// Waits until an expression of the page holds.
    #[track_caller]
    pub fn wait(&mut self, expression: &str) {
        let start = Instant::now();
        while self.value(&format!("Boolean({expression})")) != true {
            let body = || "document.body.innerText";
            assert!(start.elapsed() < PATIENCE, "never: {expression}\n{}\n{:?}", self.value(body()), self.complaints);
            std::thread::sleep(Duration::from_millis(15));
        }
    }

    /// Waits until an element is there, and clicks at its middle.
    #[track_caller]
    pub fn click(&mut self, selector: &str) {
        let [x, y] = self.middle(selector);
        self.mouse("mousePressed", x, y);
        self.mouse("mouseReleased", x, y);
    }

    /// The middle of an element, once it is there.
    #[track_caller]
    pub fn middle(&mut self, selector: &str) -> [f64; 2] {
        let element = format!("document.querySelector({})", json!(selector));
        self.wait(&element);
        let script = format!(
            "(() => {{ const e = {element}; e.scrollIntoView({{ block: 'nearest' }}); const r = e.getBoundingClientRect(); \
             return [r.x + r.width / 2, r.y + r.height / 2]; }})()"
        );
        let at = self.value(&script);
        [0, 1].map(|i| at[i].as_f64().expect("a number"))
    }

    /// An event of the mouse.
    pub fn mouse(&mut self, kind: &str, x: f64, y: f64) {
        let parameters = json!({ "type": kind, "x": x, "y": y, "button": "left", "buttons": 1, "clickCount": 1 });
        self.call("Input.dispatchMouseEvent", parameters);
    }

    /// Puts a text in the place of what a field holds, as if it was typed.
    #[track_caller]
    pub fn write(&mut self, selector: &str, text: &str) {
        let element = format!("document.querySelector({})", json!(selector));
        self.wait(&element);
        self.value(&format!("{element}.focus(), {element}.select()"));
        self.call("Input.insertText", json!({ "text": text }));
    }

    /// Presses a key that has a name.
    pub fn press(&mut self, key: &str, code: u32) {
        for kind in ["keyDown", "keyUp"] {
            let parameters = json!({ "type": kind, "key": key, "code": key, "windowsVirtualKeyCode": code });
            self.call("Input.dispatchKeyEvent", parameters);
        }
    }

    /// The size of the window, and whether it is dark around it.
    pub fn window(&mut self, width: u32, height: u32, dark: bool) {
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.call("Emulation.setDeviceMetricsOverride", size);
        let scheme = if dark { "dark" } else { "light" };
        let feature = json!({ "features": [{ "name": "prefers-color-scheme", "value": scheme }] });
        self.call("Emulation.setEmulatedMedia", feature);
    }

    /// What was downloaded under this name, once it is there.
    #[track_caller]
    pub fn downloaded(&self, name: &str) -> Vec<u8> {
        let file = self.folder.join("downloads").join(name);
        let start = Instant::now();
        loop {
            match std::fs::read(&file) {
                Ok(bytes) if !bytes.is_empty() => return bytes,
                _ => assert!(start.elapsed() < PATIENCE, "{name} was not saved"),
            }
            std::thread::sleep(Duration::from_millis(15));
        }
    }

    /// A picture of the page as it is, as PNG.
    pub fn picture(&mut self) -> Vec<u8> {
        let shot = self.call("Page.captureScreenshot", json!({ "format": "png" }));
        decoded(shot["data"].as_str().expect("a picture"))
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// Bytes from base64, as RFC 4648 has it.
fn decoded(text: &str) -> Vec<u8> {
    let digit = |byte: u8| match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' => 62,
        _ => 63,
    };
    let mut bytes = Vec::new();
    for four in text.trim_end_matches('=').as_bytes().chunks(4) {
        let bits = four.iter().fold(0u32, |bits, &byte| bits << 6 | u32::from(digit(byte))) << (6 * (4 - four.len()));
        bytes.extend(&bits.to_be_bytes()[1..four.len()]);
    }
    bytes
}

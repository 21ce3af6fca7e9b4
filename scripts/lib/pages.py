"""Opens report pages in headless Chromium and checks what a person would see.

Usage: pages.py AXE SHOTS NAMES PAGE...

AXE is axe.min.js, SHOTS the folder for screenshots and PDFs, NAMES lists names that have to stand on the page of the
night "awkward" as they are, PAGE is a report.html or stock.svg; of a page the name of its folder says what it shows. Prints PAGE: what is wrong for each problem, and exits 1 if there is any.

The browser is driven over a pipe by the Chrome DevTools Protocol: one JSON message, one NUL byte.
"""

import base64
import json
import os
import pathlib
import select
import subprocess
import sys
import tempfile
import time

PHONE, DESKTOP = (390, 844), (1280, 900)
SECONDS_MAX = 60

# What is to hold on a page; each gives a list of complaints.
OVERFLOW = """
(() => {
  const wide = document.documentElement.clientWidth;
  const found = [];
  if (document.documentElement.scrollWidth > wide) found.push('the page scrolls sideways');
  for (const one of document.body.querySelectorAll('*')) {
    if (one.closest('.scroll > *') || one.closest('.skip') || one.closest('svg > *')) continue;
    const box = one.getBoundingClientRect();
    if (box.width && (box.right > wide + 0.5 || box.left < -0.5)) {
      found.push(`<${one.tagName.toLowerCase()} class="${one.getAttribute('class') || ''}"> sticks out`);
    }
  }
  return found;
})()
"""
CONTENT = """
(() => {
  const found = [];
  const all = (query) => [...document.querySelectorAll(query)];
  for (const chart of all('svg:not([aria-hidden=true])')) {
    const label = chart.getAttribute('aria-label') || '';
    if (label.length < 8) found.push('a chart has no text');
    if (!chart.querySelector('path[d]:not([d=""]), rect')) found.push(`an empty chart: ${label}`);
    if (chart.getBoundingClientRect().height < 40) found.push(`a flat chart: ${label}`);
    if (!chart.closest('figure')?.querySelector('figcaption')?.textContent.trim()) found.push('a figure has no caption');
  }
  for (const table of all('table')) {
    if (table.querySelectorAll('thead th:not([scope=col]), tbody th:not([scope=row])').length) found.push('a scope is missing');
    for (const row of table.rows) {
      if (row.cells.length !== table.rows[0].cells.length) found.push('a row is not as wide as its header');
    }
  }
  if (all('h1').length !== 1) found.push('not one h1');
  const levels = all('h1, h2, h3').map((one) => Number(one.tagName[1]));
  levels.forEach((level, at) => { if (at && level > levels[at - 1] + 1) found.push('a heading level is skipped'); });
  for (const link of all('a')) {
    if (!document.querySelector(link.getAttribute('href'))) found.push(`${link.textContent} leads nowhere`);
  }
  if (document.scripts.length) found.push('there is a script');
  if (/undefined|Optional\\(|nil\\b/.test(document.body.textContent)) found.push('a value was not filled in');
  return found;
})()
"""
PICTURE = """
(() => {
  const found = [];
  const [, , wide, high] = document.documentElement.getAttribute('viewBox').split(' ').map(Number);
  for (const text of document.querySelectorAll('text')) {
    const box = text.getBBox();
    if (box.x < 0 || box.x + box.width > wide || box.y + box.height > high) found.push(`'${text.textContent}' sticks out`);
  }
  return found;
})()
"""
AXE_RUN = """
axe.run(document, {resultTypes: ['violations']}).then((result) => result.violations.map(
  (one) => `axe: ${one.id}: ${one.help}: ${one.nodes.slice(0, 3).map((node) => node.html.slice(0, 120)).join(' ')}`))
"""


class Browser:
    """One headless Chromium, and one tab at a time."""

    def __init__(self, folder):
        to_read, self.write_end = os.pipe()
        self.read_end, to_write = os.pipe()

        def wire():
            os.dup2(to_read, 10)
            os.dup2(to_write, 11)
            os.dup2(10, 3)
            os.dup2(11, 4)

        self.log = open(folder / "chromium.log", "wb")
        self.process = subprocess.Popen(
            ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
             "--disable-background-networking", "--no-first-run", "--remote-debugging-pipe",
             f"--user-data-dir={folder / 'profile'}", "about:blank"],
            preexec_fn=wire, pass_fds=(3, 4), stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log)
        os.close(to_read)
        os.close(to_write)
        self.buffer = b""
        self.number = 0
        self.events = []
        self.session = None

    def receive(self):
        deadline = time.monotonic() + SECONDS_MAX
        while b"\0" not in self.buffer:
            if not select.select([self.read_end], [], [], max(0, deadline - time.monotonic()))[0]:
                raise TimeoutError("the browser does not answer")
            data = os.read(self.read_end, 1 << 20)
            if not data:
                raise ConnectionError("the browser has gone")
            self.buffer += data
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.write_end, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self.events.append(answer)

    def wait_for(self, name):
        while not any(event.get("method") == name for event in self.events):
            self.events.append(self.receive())

    def open(self, url, size, scheme):
        """Opens a page in a tab of its own."""
        self.session = None
        self.events = []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")
        self.call("Emulation.setDeviceMetricsOverride", width=size[0], height=size[1], deviceScaleFactor=1,
                  mobile=size == PHONE)
        self.media("screen", scheme)
        self.events = []
        self.call("Page.navigate", url=url)
        self.wait_for("Page.loadEventFired")
        return target

    def media(self, media, scheme):
        self.call("Emulation.setEmulatedMedia", media=media, features=[{"name": "prefers-color-scheme", "value": scheme}])

    def evaluate(self, script):
        result = self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in result:
            raise RuntimeError(result["exceptionDetails"].get("exception", {}).get("description", "a script failed"))
        return result["result"].get("value")

    def complaints(self, url):
        """What the browser itself said of the page, and what the page asked for besides itself."""
        found = []
        for event in self.events:
            parameters = event.get("params", {})
            if event.get("method") == "Runtime.exceptionThrown":
                found.append("an exception was thrown")
            elif event.get("method") == "Log.entryAdded" and parameters["entry"]["level"] in ("error", "warning"):
                found.append(f"console: {parameters['entry']['text']}")
            elif event.get("method") == "Runtime.consoleAPICalled":
                found.append(f"console: {parameters['type']}")
            elif event.get("method") == "Network.requestWillBeSent" and parameters["request"]["url"] != url:
                found.append(f"asks for {parameters['request']['url']}")
        return found

    def close(self, target):
        self.session = None
        self.call("Target.closeTarget", targetId=target)

    def quit(self):
        os.close(self.write_end)
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.log.close()


def screens(page):
    """The widths and colour schemes to look at a page in: all for the nights that show most, else two extremes."""
    if page.parent.name in ("disaster-ko", "awkward-ko"):
        return [(size, scheme) for size in (PHONE, DESKTOP) for scheme in ("light", "dark")]
    return [(PHONE, "light"), (DESKTOP, "dark")]


def check_page(browser, page, axe, names, shots):
    """Checks a report.html in several widths and colour schemes, and in print."""
    problems = []
    url = page.resolve().as_uri()
    for size, scheme in screens(page):
        name = f"{page.parent.name}-{'phone' if size == PHONE else 'desktop'}-{scheme}"
        target = browser.open(url, size, scheme)
        found = browser.evaluate(OVERFLOW) + browser.evaluate(CONTENT) + browser.complaints(url)
        if page.parent.name.startswith("awkward"):
            text = browser.evaluate("document.body.textContent")
            found += [f"the name {one!r} is not there as it is" for one in names if one not in text]
        browser.evaluate(axe)
        found += browser.evaluate(AXE_RUN)
        shot = browser.call("Page.captureScreenshot", format="png", captureBeyondViewport=True)
        (shots / f"{name}.png").write_bytes(base64.b64decode(shot["data"]))
        problems += [f"{name}: {one}" for one in found]
        if (size, scheme) == (DESKTOP, "dark"):
            problems += check_print(browser, page, shots)
        browser.close(target)
    return problems


def check_print(browser, page, shots):
    """Checks what comes out on paper: nothing is cut off, and a dark screen does not make dark paper."""
    name = page.parent.name
    browser.call("Emulation.setDeviceMetricsOverride", width=720, height=1000, deviceScaleFactor=1, mobile=False)
    browser.media("print", "dark")
    found = browser.evaluate(OVERFLOW)
    # The colour that this gives is white: rgb(255, 255, 255).
    if browser.evaluate("getComputedStyle(document.body).backgroundColor") != "rgb(255, 255, 255)":
        found.append("the paper is not white")
    pdf = base64.b64decode(browser.call("Page.printToPDF", printBackground=False, paperWidth=8.27, paperHeight=11.69)["data"])
    (shots / f"{name}.pdf").write_bytes(pdf)
    if not pdf.startswith(b"%PDF") or len(pdf) < 10_000:
        found.append("there is no PDF")
    return [f"{name}-print: {one}" for one in found]


def check_picture(browser, picture, shots):
    """Checks a stock.svg by itself."""
    problems = []
    url = picture.resolve().as_uri()
    for scheme in ("light", "dark"):
        name = f"{picture.parent.name}-stock-{scheme}"
        target = browser.open(url, (720, 900), scheme)
        found = browser.evaluate(PICTURE) + browser.complaints(url)
        shot = browser.call("Page.captureScreenshot", format="png")
        (shots / f"{name}.png").write_bytes(base64.b64decode(shot["data"]))
        browser.close(target)
        problems += [f"{name}: {one}" for one in found]
    return problems


def main():
    axe, shots = pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"), pathlib.Path(sys.argv[2])
    names = pathlib.Path(sys.argv[3]).read_text(encoding="utf-8").splitlines()
    pages = [pathlib.Path(name) for name in sys.argv[4:]]
    with tempfile.TemporaryDirectory(prefix="juice-batch-pages-", ignore_cleanup_errors=True) as folder:
        browser = Browser(pathlib.Path(folder))
        try:
            problems = []
            for page in pages:
                if page.suffix == ".svg":
                    problems += check_picture(browser, page, shots)
                else:
                    problems += check_page(browser, page, axe, names, shots)
        finally:
            browser.quit()
    for problem in problems:
        print(problem)
    print(f"{len(pages)} pages, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())

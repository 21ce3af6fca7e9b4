"""Goes all ways of the counter's two screens in headless Chromium, as the people of a shop do.

Usage: counter_pages.py PROGRAM AXE SHOTS [--full]

PROGRAM is juice-batch, AXE axe.min.js, SHOTS the folder for screenshots. Each way is gone with and without script, at a phone, a
tablet and a desk, in both languages: with --full in all of their combinations. Prints what is wrong, and exits 1 if anything is.
"""

import base64
import csv
import glob
import itertools
import os
import pathlib
import signal
import sys
import tempfile
import time

from browser import AXE_RUN, DESKTOP, OVERFLOW, PHONE, Browser
from screens import Counter

TABLET, TALL, NARROW, WIDE, SIDEWAYS = (1024, 768), (768, 1024), (360, 640), (1920, 1080), (812, 375)
SMALL_TABLET = 600, 960
# The built-in menu with prices, at a shop that says its name.
MENU = """juice,fruit,quantity,price
딸기쥬스,딸기,16,6500
바나나쥬스,바나나,2,5500
키위쥬스,키위,3,6000
파인애플쥬스,파인애플,2,12500.50
딸바쥬스,딸기,10,5800
딸바쥬스,바나나,1,
망고쥬스,망고,3,7000
망고키위쥬스,망고,2,7200
망고키위쥬스,키위,1,
"""
PRICES = "--menu", "menu.csv", "--shop", "쥬스나라 강남역점"
SECONDS_MAX = 10
# Open screens are fresh within a second; a browser that is short of processors gets some more.
FRESH_SECONDS_MAX = 1.5
WORDS = {
    "ko": {"short": "재료가 모자라요. 재고를 수정할까요?", "before": "이미 기록했습니다", "closed": "마감했습니다", "lost": "연결이 끊겼습니다",
           "lacks": "딸기쥬스 1잔: 딸기 6개가 모자랍니다.", "late": "1건은 아직 기록되었는지 모릅니다", "two": "바나나쥬스 2잔 나왔습니다!"},
    "en": {"short": "재료가 모자라요. 재고를 수정할까요?", "before": "Booked before", "closed": "closed", "lost": "out of reach",
           "lacks": "딸기쥬스 ×1: missing 딸기 6.", "late": "Not known yet to be booked: 1", "two": "바나나쥬스 2잔 나왔습니다!"},
}
KIWI, STRAWBERRY, BANANA, PINEAPPLE = 3, 1, 2, 4
# A list that has just changed takes nothing back for so long.
LIST_SECONDS = 0.5
# Presses that are further apart are answered each by itself.
BURST_SECONDS = 1.6
# What of the answer and the question has to be scrolled to.
HIDDEN = """
(() => {
  const box = (document.getElementById('box') || document.getElementById('answer')).getBoundingClientRect();
  const found = box.top < 0 || box.bottom > innerHeight + 0.5 ? ['the answer'] : [];
  for (const one of document.querySelectorAll('#answer .said, .missing, #yes, #no')) {
    const inner = one.getBoundingClientRect();
    if (inner.top < box.top - 0.5 || inner.bottom > box.bottom + 0.5) found.push(one.textContent);
  }
  return found;
})()
"""
# Words of figures and tables that stick out of their place, or are broken within.
CUT = """
[...document.querySelectorAll('dd, td, thead th, .tally tbody th, .juices span, .fruits span')].filter((one) => {
  const range = document.createRange();
  range.selectNodeContents(one);
  const text = range.getBoundingClientRect();
  const frame = (one.closest('.day, main') || document.body).getBoundingClientRect();
  const words = one.textContent.trim().split(/\\s+/).length;
  const lines = new Set([...range.getClientRects()].map((line) => Math.round(line.top))).size;
  return text.right > frame.right + 0.5 || lines > words;
}).map((one) => `${one.textContent} is cut`)
"""
# Where each button is, to see whether any has moved.
PLACES = "JSON.stringify([...document.querySelectorAll('button, a.button')].filter((one) => !one.closest('#box'))" \
    ".map((one) => [one.textContent, one.getBoundingClientRect().x, one.getBoundingClientRect().y]))"
# Hears what a page sounds and how it vibrates.
EARS = """
window.heard = [];
const make = AudioContext.prototype.createOscillator;
AudioContext.prototype.createOscillator = function () { heard.push(make.call(this)); return heard.at(-1); };
Object.defineProperty(Navigator.prototype, 'vibrate', { value: (pulses) => { heard.push(pulses); return true; } });
"""
HEARD = "heard.map((one) => one.frequency ? one.frequency.value : one)"
MANGO_FRUIT, STRAWBERRY_FRUIT = 5, 1


class Wrong(Exception):
    """Something is not as it should be."""


class Till(Counter):
    """A counter in a folder of its own, which can be started again."""

    def __init__(self, program, language, options=()):
        self.program, self.language, self.options = program, language, options
        self.folder = tempfile.TemporaryDirectory(prefix="juice-batch-counter-")
        pathlib.Path(self.folder.name, "menu.csv").write_text(MENU, encoding="utf-8")
        super().__init__(program, self.folder.name, language, options=options)

    def again(self, port=0):
        super().__init__(self.program, self.folder.name, self.language, port, options=self.options)

    def rows(self):
        """The rows of the journal: action, item and quantity of each."""
        path = glob.glob(os.path.join(self.folder.name, "journal", "*.csv"))[0]
        with open(path, encoding="utf-8", newline="") as file:
            return [(row["action"], row["item"], int(row["quantity"])) for row in csv.DictReader(file)]

    def remove(self):
        self.end(signal.SIGKILL)
        self.folder.cleanup()


class Tab:
    """A tab of a browser with cookies of its own."""

    def __init__(self, browser, size, has_script, scheme="light"):
        self.browser = browser
        browser.session = None
        self.context = browser.call("Target.createBrowserContext")["browserContextId"]
        self.target = browser.call("Target.createTarget", url="about:blank", browserContextId=self.context)["targetId"]
        self.session = browser.call("Target.attachToTarget", targetId=self.target, flatten=True)["sessionId"]
        self.complaints = []
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")
        self.resize(size)
        self.call("Emulation.setEmulatedMedia", media="screen",
                  features=[{"name": "prefers-color-scheme", "value": scheme}])
        self.call("Emulation.setScriptExecutionDisabled", value=not has_script)

    def call(self, method, **parameters):
        self.browser.session = self.session
        return self.browser.call(method, **parameters)

    def resize(self, size):
        self.call("Emulation.setDeviceMetricsOverride", width=size[0], height=size[1], deviceScaleFactor=1,
                  mobile=size in (PHONE, NARROW, SIDEWAYS, SMALL_TABLET))

    def evaluate(self, script):
        self.browser.session = self.session
        return self.browser.evaluate(script)

    def go(self, url):
        self.call("Page.navigate", url=url)
        self.until("document.readyState === 'complete'", f"{url} is loaded")

    def back(self):
        """Presses the browser's own button: a script of the page can be gone with it before it has answered."""
        history = self.call("Page.getNavigationHistory")
        before = history["entries"][history["currentIndex"] - 1]
        self.call("Page.navigateToHistoryEntry", entryId=before["id"])

    def until(self, expression, what, seconds=SECONDS_MAX):
        """Waits until an expression holds."""
        deadline = time.monotonic() + seconds
        while True:
            try:
                if self.evaluate(f"!!({expression})"):
                    return
            except RuntimeError:
                # A page on its way to the next one.
                pass
            if time.monotonic() > deadline:
                text = self.evaluate("document.body.innerText")
                raise Wrong(f"not within {seconds} s: {what}; the page says {text[:300]!r}")
            time.sleep(0.02)

    def click(self, selector, count=1):
        """Clicks what is found, where a finger would; twice quickly if `count` is 2."""
        self.until(f"document.readyState === 'complete' && document.querySelector({selector!r})", f"there is {selector}")
        box = self.evaluate(
            f"(() => {{ const one = document.querySelector({selector!r});"
            " one.scrollIntoView({block: 'center'}); const box = one.getBoundingClientRect();"
            " return [box.x + box.width / 2, box.y + box.height / 2, box.width, box.height]; })()")
        if min(box[2:]) < 40:
            raise Wrong(f"{selector} is {box[2]:.0f}×{box[3]:.0f}, too small for a finger")
        for number in range(count):
            for kind in ("mousePressed", "mouseReleased"):
                self.call("Input.dispatchMouseEvent", type=kind, x=box[0], y=box[1], button="left", clickCount=number + 1)

    def key(self, key):
        text = {"text": key} if len(key) == 1 else {}
        code = {"Escape": 27, "Enter": 13, "ArrowRight": 39}.get(key, ord(key[0]))
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, windowsVirtualKeyCode=code,
                      **(text if kind == "keyDown" else {}))

    def said(self, text, what):
        self.until(f"document.querySelector('#answer')?.innerText.includes({text!r})", what)

    def look(self, axe, name, shots):
        """Takes a picture, and says what is wrong with the page to look at."""
        found = self.evaluate(OVERFLOW)
        if axe:
            self.evaluate(axe)
            found += self.evaluate(AXE_RUN)
        shot = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=True)
        (shots / f"{name}.png").write_bytes(base64.b64decode(shot["data"]))
        return [f"{name}: {one}" for one in found]

    def close(self):
        self.browser.session = None
        self.browser.call("Target.disposeBrowserContext", browserContextId=self.context)


class Way:
    """All that is done at the screens of one counter."""

    def __init__(self, browser, program, axe, shots, size, has_script, language):
        self.name = f"{size[0]}-{'script' if has_script else 'plain'}-{language}"
        self.browser, self.program, self.axe, self.shots = browser, program, axe, shots
        self.size, self.has_script, self.language = size, has_script, language
        self.words = WORDS[language]
        self.problems = []

    def go(self):
        self.counter = Till(self.program, self.language)
        try:
            self.tab = Tab(self.browser, self.size, self.has_script)
            self.tab.go(self.counter.link)
            self.tab.go(self.counter.address + "/")
            for step in (self.order, self.reload, self.question, self.take_back, self.fall, self.twice, self.back, self.count,
                         self.keys, self.two_browsers, self.lost, self.signals, self.day, self.end):
                try:
                    step()
                except Wrong as problem:
                    self.problems.append(f"{self.name}: {step.__name__}: {problem}")
                    # The next step is not to fail as well.
                    self.tab.go(self.counter.address + "/")
        finally:
            self.tab.close()
            self.counter.remove()
        return self.problems

    def look(self, name):
        self.problems += self.tab.look(self.axe if self.has_script else None, f"{self.name}-{name}", self.shots)

    def booked(self, wanted):
        """The last rows of the journal are these."""
        deadline = time.monotonic() + SECONDS_MAX
        while self.counter.rows()[-len(wanted):] != wanted:
            if time.monotonic() > deadline:
                raise Wrong(f"the journal ends with {self.counter.rows()[-len(wanted):]}, not with {wanted}")
            time.sleep(0.02)

    def press(self, juice, said, count=1):
        self.tab.click(f"[data-juice='{juice}']", count)
        self.tab.said(said, f"juice {juice} is answered")

    def order(self):
        self.look("empty")
        self.press(KIWI, "키위쥬스 나왔습니다! 맛있게 드세요!")
        self.booked([("order", "키위쥬스", 1)])
        self.tab.until("document.querySelector('[data-fruit=\"4\"]').innerText.includes('7')", "there are 7 kiwis")

    def reload(self):
        before = self.counter.rows()
        self.tab.call("Page.reload")
        self.tab.until("document.readyState === 'complete'", "the page is there again")
        time.sleep(0.1)
        if self.counter.rows() != before:
            raise Wrong("a reload booked something")

    def question(self):
        self.press(STRAWBERRY, self.words["short"])
        self.booked([("order", "딸기쥬스", 1)])
        self.tab.said(self.words["lacks"], "what lacks is told")
        hidden = self.tab.evaluate(HIDDEN)
        if hidden:
            raise Wrong(f"out of sight: {hidden}")
        self.look("question")
        self.tab.click("#yes")
        self.tab.until("document.querySelector('#stock')", "the stock screen is there")
        short = self.tab.evaluate("[...document.querySelectorAll('li.short')].map((one) => one.dataset.fruit)")
        if short != [str(STRAWBERRY_FRUIT)]:
            raise Wrong(f"marked as short are {short}")
        self.tab.until(f"document.activeElement.id === 'now-{STRAWBERRY_FRUIT}'", "the fruit that is short is in focus")
        self.look("stock")
        for number in range(6):
            self.tab.click(f"li[data-fruit='{STRAWBERRY_FRUIT}'] .step:last-child")
            self.tab.until(f"document.querySelector('#now-{STRAWBERRY_FRUIT}')?.value === '{11 + number}'", "the cell counts up")
        change = self.tab.evaluate(f"document.querySelector('li[data-fruit=\"{STRAWBERRY_FRUIT}\"] .change').innerText")
        if change != "10 → 16, +6":
            raise Wrong(f"the change is {change!r}")
        self.tab.click("#close")
        self.tab.until("document.querySelector('#juices')", "the orders are there again")
        self.booked([("restock", "딸기", 6)])
        self.tab.until("document.activeElement.dataset.again", "the order that was short is offered again")
        self.look("again")
        self.tab.click("[data-again]")
        self.tab.said("딸기쥬스 나왔습니다! 맛있게 드세요!", "the order that was short is made")
        self.booked([("order", "딸기쥬스", 1)])

    def fall(self):
        """Fewer pieces are booked only once it is said why; Esc leaves without booking."""
        def edit(fruit, pieces):
            self.tab.click("#to-stock")
            self.tab.until("document.querySelector('#stock') && document.readyState === 'complete'", "the stock screen is there")
            cell = f"document.querySelector('#now-{fruit}')"
            self.tab.evaluate(f"{cell}.value = '{pieces}', {cell}.dispatchEvent(new Event('input', {{bubbles: true}}))")

        before = self.counter.rows()
        if self.has_script:
            edit(MANGO_FRUIT, 5)
            self.tab.key("Escape")
            self.tab.until("document.querySelector('#juices')", "Esc leaves")
        edit(MANGO_FRUIT, 9)
        self.tab.click("#close")
        self.tab.until("document.querySelector('#recount')", "it is asked why there are fewer")
        if self.counter.rows() != before:
            raise Wrong(f"booked before it was said why: {self.counter.rows()[len(before):]}")
        self.look("fall")
        self.tab.click("#discard")
        self.tab.until("document.querySelector('#juices')", "the orders are there again")
        self.booked([("discard", "망고", 1)])

    def take_back(self):
        if self.has_script:
            # The list has just changed: a finger that comes down there now meant something else.
            before = self.counter.rows()
            time.sleep(BURST_SECONDS)
            self.press(PINEAPPLE, "파인애플쥬스 나왔습니다!")
            self.tab.click("#latest button")
            time.sleep(LIST_SECONDS + 0.1)
            if self.counter.rows() != before + [("order", "파인애플쥬스", 1)]:
                raise Wrong(f"taken back by a finger that came down on a changing list: {self.counter.rows()[len(before):]}")
            self.tab.click("#latest button")
            self.booked([("cancel", "파인애플쥬스", 1)])
            time.sleep(LIST_SECONDS + 0.1)
        self.tab.click("#latest button")
        self.booked([("cancel", "딸기쥬스", 1)])
        self.tab.until("document.querySelector('[data-fruit=\"1\"]').innerText.includes('16')", "there are 16 strawberries")

    def twice(self):
        """Every tap is a cup with a script; without one the second click on a page is the first one again."""
        before, cups = self.counter.rows(), 2 if self.has_script else 1
        time.sleep(BURST_SECONDS if self.has_script else 0)
        self.press(BANANA, self.words["two"] if self.has_script else "바나나쥬스 나왔습니다!", count=2)
        time.sleep(0.2)
        if self.counter.rows() != before + [("order", "바나나쥬스", 1)] * cups:
            raise Wrong(f"a double click booked {self.counter.rows()[len(before):]}")

    def back(self):
        """Whoever goes back in a browser without script, and presses once more, is told that it was booked before."""
        if self.has_script:
            return
        self.tab.go(self.counter.address + "/")
        self.press(BANANA, "바나나쥬스 나왔습니다!")
        before = self.counter.rows()
        self.tab.back()
        self.tab.until("!location.search && document.readyState === 'complete'", "the page before is there")
        self.tab.click(f"[data-juice='{BANANA}']")
        self.tab.until("location.search", "it is answered")
        if self.tab.evaluate(f"document.querySelector('#answer').innerText.includes({self.words['before']!r})"):
            if self.counter.rows() != before:
                raise Wrong("it was booked twice")
        elif self.counter.rows() != before + [("order", "바나나쥬스", 1)]:
            raise Wrong("a fresh page did not book")

    def count(self):
        self.tab.click("#to-stock")
        self.tab.until("document.querySelector('#stock')", "the stock screen is there")
        cell = f"document.querySelector('#now-{MANGO_FRUIT}')"
        self.tab.evaluate(f"{cell}.value = '7', {cell}.dispatchEvent(new Event('input', {{bubbles: true}}))")
        self.tab.click("button[value=count]")
        self.tab.until("document.querySelector('#juices')", "the orders are there again")
        self.booked([("count", "망고", 7)])

    def keys(self):
        if not self.has_script:
            return
        self.tab.until("document.readyState === 'complete'", "the script is there")
        self.tab.key(str(KIWI))
        self.tab.said("키위쥬스 나왔습니다!", "a digit orders")
        self.booked([("order", "키위쥬스", 1)])
        for left in ["4", "1"]:
            self.tab.until(f"document.querySelector('[data-fruit=\"4\"] .stock').innerText.startsWith('{left}')",
                           f"of the kiwis {left} are left")
            self.tab.key(str(KIWI))
        self.tab.said(self.words["short"], "the kiwis are sold out")
        self.tab.key("Escape")
        self.tab.until("!document.querySelector('#yes')", "Esc says no")

    def two_browsers(self):
        other = Tab(self.browser, DESKTOP, self.has_script)
        try:
            if self.has_script:
                self.tab.click("form[action='/link'] button")
                self.tab.until("document.body.innerText.includes('/open?token=')", "another link is shown")
                self.look("link")
                link = self.tab.evaluate("document.body.innerText.match(/http:\\S+token=\\S+/)[0]")
                other.go(link)
                self.tab.go(self.counter.address + "/")
                other.go(self.counter.address + "/")
                before = self.tab.evaluate("document.querySelector('[data-fruit=\"3\"]').innerText")
                other.click("[data-juice='4']")
                self.tab.until(f"document.querySelector('[data-fruit=\"3\"]').innerText !== {before!r}",
                               "the other screen's order is seen here", FRESH_SECONDS_MAX)
            else:
                other.go(self.counter.address + "/")
                if other.evaluate("!!document.querySelector('#juices')"):
                    raise Wrong("a browser without a link sees the counter")
        finally:
            other.close()

    def lost(self):
        """A counter that is killed is missed; it goes on where it was."""
        if not self.has_script:
            return
        rows = self.counter.rows()
        places = self.tab.evaluate(PLACES)
        self.counter.end(signal.SIGKILL)
        self.tab.until(f"document.querySelector('#alarm').innerText.includes({self.words['lost']!r})", "the counter is missed")
        if self.tab.evaluate(PLACES) != places:
            raise Wrong("the notice that the counter is lost has moved a button")
        self.tab.click(f"[data-juice='{PINEAPPLE}']")
        self.tab.until(f"document.querySelector('#sending').innerText.includes({self.words['late']!r})", "the press is said to be late")
        if self.tab.evaluate(f"document.querySelector('[data-juice=\"{PINEAPPLE}\"] .times').innerText") != "×1":
            raise Wrong("the button does not show that its press is on its way")
        self.look("lost")
        self.counter.again(port=int(self.counter.host.rsplit(":", 1)[1]))
        # The screen stays paired, and its page sends what has no answer yet.
        self.booked([*rows[-1:], ("order", "파인애플쥬스", 1)])
        self.tab.until("document.querySelector('#sending').innerText === ''", "the press is answered")
        time.sleep(0.2)
        if len(self.counter.rows()) != len(rows) + 1:
            raise Wrong("a press that was sent again is booked twice")

    def signals(self):
        """Nothing sounds or vibrates, unless this browser was told so; served and short each for itself."""
        if not self.has_script:
            return
        def hears(wanted, when):
            if self.tab.evaluate(HEARD) != wanted:
                raise Wrong(f"{when} {self.tab.evaluate(HEARD)} was heard, not {wanted}")

        self.tab.call("Page.addScriptToEvaluateOnNewDocument", source=EARS)
        self.tab.go(self.counter.address + "/")
        self.press(PINEAPPLE, "파인애플쥬스 나왔습니다!")
        time.sleep(BURST_SECONDS)
        self.press(KIWI, self.words["short"])
        hears([], "before anything was switched on")
        self.tab.go(self.counter.address + "/day")
        if self.tab.evaluate("document.querySelectorAll('#signals:not([hidden]) input:not(:checked)').length") != 4:
            raise Wrong("the four switches are not there, or not off")
        for name in ("served-sound", "short-vibration"):
            self.tab.click(f"label:has([data-signal={name}])")
        hears([880, [120, 80, 120]], "at the switches")
        self.look("signals")
        self.tab.go(self.counter.address + "/")
        self.press(PINEAPPLE, "파인애플쥬스 나왔습니다!")
        hears([880], "with an order that was served")
        time.sleep(BURST_SECONDS)
        self.press(KIWI, self.words["short"])
        hears([880, [120, 80, 120]], "with an order that was short")

    def day(self):
        self.tab.go(self.counter.address + "/")
        self.tab.click(".today a")
        self.tab.until("document.querySelector('.byHour')", "the day so far is shown")
        self.look("day")
        self.tab.click(".choice a")
        self.tab.until("document.querySelector('#juices')", "the orders are there again")

    def end(self):
        self.tab.click("a[href='/closing']")
        self.tab.until("document.querySelector(\"form[action='/close']\")", "it is asked whether to close")
        self.look("closing")
        self.tab.click("form[action='/close'] button")
        self.tab.until(f"document.body.innerText.includes({self.words['closed']!r})", "the day is closed")
        self.look("closed")
        if self.counter.process.wait(SECONDS_MAX) != 0:
            raise Wrong(f"the counter ended with {self.counter.process.returncode}")
        if not self.tab.evaluate("document.querySelector('.tally tfoot')?.innerText"):
            raise Wrong("the figures are gone with the counter")
        self.report()

    def report(self):
        """The page holds the report, and can save it though the counter is gone."""
        folder = pathlib.Path(self.counter.folder.name)
        written = list(folder.glob("reports/*/report.html"))
        if str(written[0].relative_to(folder)) not in self.tab.evaluate("document.querySelector('.place')?.innerText || ''"):
            raise Wrong("it is not said where the report lies")
        saved = folder / "saved"
        self.browser.session = None
        self.browser.call("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(saved),
                          browserContextId=self.tab.context)
        self.tab.click("#report")
        deadline = time.monotonic() + SECONDS_MAX
        while [file.read_bytes() for file in saved.glob("report-*.html")] != [written[0].read_bytes()]:
            if time.monotonic() > deadline:
                raise Wrong(f"the report cannot be saved: {list(saved.glob('*'))}")
            time.sleep(0.05)


def looks(browser, program, axe, shots):
    """All pages in every width, light and dark, with prices and without: nothing sticks out, and a tablet need not scroll."""
    problems = []
    for language, options in itertools.product(("ko", "en"), ((), PRICES)):
        counter = Till(program, language, options)
        link = counter.link
        for scheme in ("light", "dark"):
            tab = Tab(browser, TABLET, True, scheme)
            if link is None:
                counter.end(signal.SIGHUP)
                counter.again()
            tab.go(counter.link)
            link = None
            for place in ("", "stock", "day", "closing"):
                tab.go(f"{counter.address}/{place}")
                if scheme == "light" and not place:
                    # One burst, of which some cups are made and others are short.
                    for juice in (KIWI, KIWI, BANANA, 5, 5, STRAWBERRY):
                        tab.click(f"[data-juice='{juice}']")
                    tab.until("document.querySelector('#yes')", "the burst is short")
                    time.sleep(0.3)
                for size in (NARROW, PHONE, SMALL_TABLET, TALL, SIDEWAYS, TABLET, DESKTOP, WIDE):
                    tab.resize(size)
                    time.sleep(0.05)
                    shown = ("prices-" if options else "") + (place or "orders")
                    name = f"look-{language}-{scheme}-{shown}-{size[0]}x{size[1]}"
                    hidden = [] if place else tab.evaluate(HIDDEN)
                    if hidden:
                        problems.append(f"{name}: out of sight: {hidden}")
                    problems += [f"{name}: {one}" for one in tab.evaluate(CUT)]
                    problems += tab.look(axe if size in (PHONE, DESKTOP) else None, name, shots)
                    scroll = tab.evaluate("document.documentElement.scrollHeight - innerHeight")
                    if size in (TABLET, TALL) and scroll > 0 and not place:
                        problems.append(f"{name}: {scroll} pixels have to be scrolled")
            tab.close()
        counter.remove()
    return problems


def main():
    program, axe, shots = sys.argv[1], pathlib.Path(sys.argv[2]).read_text(encoding="utf-8"), pathlib.Path(sys.argv[3])
    every = list(itertools.product((PHONE, TABLET, DESKTOP), (True, False), ("ko", "en")))
    few = [(PHONE, True, "ko"), (TABLET, False, "en"), (DESKTOP, True, "en"), (PHONE, False, "ko")]
    chosen = every if "--full" in sys.argv[4:] else few
    with tempfile.TemporaryDirectory(prefix="juice-batch-pages-", ignore_cleanup_errors=True) as folder:
        browser = Browser(pathlib.Path(folder))
        try:
            problems = looks(browser, program, axe, shots)
            for size, has_script, language in chosen:
                problems += Way(browser, program, axe, shots, size, has_script, language).go()
        finally:
            browser.quit()
    for problem in problems:
        print(problem)
    print(f"{len(chosen)} ways, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())

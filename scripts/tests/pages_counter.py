"""The counter's two pages in headless Chromium: all that the staff of a shop can do in them, and their layout."""

import csv
import itertools
import pathlib
import re
import signal
import tempfile
import time

import pytest
from browser import DESKTOP, NARROW, PHONE, SECONDS_MAX, SIDEWAYS, SMALL_TABLET, TABLET, TALL, WIDE, Tab

from screens import Counter
from shop import PROGRAM, wait_for

# The built-in menu with prices; the shop has a name.
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
# An open screen shows a change within a second; a browser on a busy machine is given more time.
FRESH_SECONDS_MAX = 1.5
SHORT = "재료가 모자라요. 재고를 수정할까요?"
WORDS = {
    "ko": {"closed": "마감했습니다", "lost": "연결이 끊겼습니다",
           "lacks": "딸기쥬스 1잔: 딸기 6개가 모자랍니다.", "late": "1건은 기록되었는지 아직 알 수 없습니다"},
    "en": {"closed": "closed", "lost": "Cannot reach the counter",
           "lacks": "딸기쥬스 ×1: not enough fruit. Missing: 딸기 6.", "late": "Requests not confirmed yet: 1"},
}
STRAWBERRY, BANANA, KIWI, PINEAPPLE, MIXED = range(1, 6)
STRAWBERRY_FRUIT, MANGO_FRUIT = 1, 5
# The time after a change of the list of bookings in which it accepts no undo.
LIST_SECONDS = 0.5
# The time between two presses from which each of them has its own answer.
BURST_SECONDS = 1.6
# Returns the parts of the answer and the question that are not visible without scrolling.
HIDDEN = """
(() => {
  const box = (document.getElementById('box') || document.getElementById('answer')).getBoundingClientRect();
  const outside = (inner, top, bottom) => inner.top < top - 0.5 || inner.bottom > bottom + 0.5;
  const hidden = [...document.querySelectorAll('#answer .said, .missing, #yes, #no')]
    .filter((one) => outside(one.getBoundingClientRect(), box.top, box.bottom)).map((one) => one.textContent);
  return outside(box, 0, innerHeight) ? ['the answer', ...hidden] : hidden;
})()
"""
# Returns the texts in figures and tables that extend beyond their boxes or are broken inside a word.
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
# Returns the text and the position of each button, to check that none has moved.
PLACES = "JSON.stringify([...document.querySelectorAll('button, a.button')].filter((one) => !one.closest('#box'))" \
    ".map((one) => [one.textContent, one.getBoundingClientRect().x, one.getBoundingClientRect().y]))"
JUICES = "[...document.querySelectorAll('#juices button')].map((one) => one.getBoundingClientRect())" \
    ".map((one) => [one.x, one.y + scrollY, one.width, one.height].map(Math.round).join()).join(' ')"
# Records the tones and the vibrations of a page.
EARS = """
window.heard = [];
const make = AudioContext.prototype.createOscillator;
AudioContext.prototype.createOscillator = function () { heard.push(make.call(this)); return heard.at(-1); };
Object.defineProperty(Navigator.prototype, 'vibrate', { value: (pulses) => { heard.push(pulses); return true; } });
"""
HEARD = "heard.map((one) => one.frequency ? one.frequency.value : one)"

SIZES = NARROW, PHONE, SMALL_TABLET, TALL, SIDEWAYS, TABLET, DESKTOP, WIDE
# The combinations of screen size, script and language in which each path is tested: EVERY with --full, else FEW.
EVERY = [*itertools.product((PHONE, TABLET, DESKTOP), (True, False), ("ko", "en"))]
FEW = [(PHONE, True, "ko"), (TABLET, False, "en"), (DESKTOP, True, "en"), (PHONE, False, "ko")]
# The language, the options and the color scheme in which the layout is tested: all with --full, else each pair of values.
EVERY_LOOK = [*itertools.product(("ko", "en"), ((), PRICES), ("light", "dark"))]
FEW_LOOKS = [("ko", (), "light"), ("ko", PRICES, "dark"), ("en", (), "dark"), ("en", PRICES, "light")]


def pytest_generate_tests(metafunc):
    is_full = metafunc.config.getoption("full")
    if "look" in metafunc.fixturenames:
        looks = EVERY_LOOK if is_full else FEW_LOOKS
        metafunc.parametrize("look", looks, ids=[f"{word}-{'prices' if options else 'plain'}-{scheme}" for word, options, scheme in looks])
    if "way" in metafunc.fixturenames:
        ways = EVERY if is_full else FEW
        metafunc.parametrize("way", ways, ids=[f"{size[0]}-{'script' if script else 'plain'}-{word}" for size, script, word in ways])


class Till(Counter):
    """A counter in its own folder, which can be started again."""

    def __init__(self, language, options=()):
        self.language, self.options = language, options
        self.home = tempfile.TemporaryDirectory(prefix="juice-batch-counter-")
        self.folder = pathlib.Path(self.home.name)
        (self.folder / "menu.csv").write_text(MENU, encoding="utf-8")
        self.again()

    def again(self, port=0):
        super().__init__(PROGRAM, self.folder, self.language, port, options=self.options)

    def __exit__(self, *_):
        self.end(signal.SIGKILL)
        self.home.cleanup()

    def journal(self):
        (path,) = self.folder.glob("journal/*.csv")
        return list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))

    def rows(self):
        """The rows of the shift log: the action, item and quantity of each."""
        return [(row["action"], row["item"], int(row["quantity"])) for row in self.journal()]


def with_script(step):
    return lambda way: way.has_script and step(way)


class Way:
    """The actions of a user at the screens of one counter, in one browser, and the checks of their results."""

    def __init__(self, browser, tab, counter, name, language):
        self.browser, self.tab, self.counter, self.name = browser, tab, counter, name
        self.words, self.has_script = WORDS[language], tab.has_script
        self.problems = []
        tab.go(counter.link)
        self.home()

    def home(self):
        self.tab.go(self.counter.address + "/")

    def look(self, name):
        self.problems += self.tab.look(f"{self.name}-{name}")

    def booked(self, *wanted):
        """Waits until the shift log ends with the rows `wanted`."""
        wait_for(lambda: self.counter.rows()[-len(wanted):] == [*wanted], SECONDS_MAX,
                 lambda: f"{wanted} is not at the end of {self.counter.rows()[-4:]}")

    def unchanged(self, before, *added, seconds=0.1):
        """Checks that after `seconds` the shift log contains only the rows `before` and `added`."""
        time.sleep(seconds)
        assert self.counter.rows() == before + [*added]

    def press(self, juice, said, count=1):
        self.tab.click(f"[data-juice='{juice}']", count)
        self.said(said)

    def said(self, text, place="#answer"):
        self.shows(place, f"?.innerText.includes({text!r})")

    def shows(self, selector, condition=""):
        self.tab.until(f"document.readyState === 'complete' && document.querySelector({selector!r}){condition}")

    def text(self, selector):
        return self.tab.evaluate(f"document.querySelector({selector!r})?.innerText")

    def edit(self, fruit, pieces):
        self.tab.click("#to-stock")
        self.shows("#stock")
        cell = f"document.querySelector('#now-{fruit}')"
        self.tab.evaluate(f"{cell}.value = '{pieces}', {cell}.dispatchEvent(new Event('input', {{bubbles: true}}))")

    def back_at_orders(self):
        self.shows("#juices")

    def order(self):
        self.press(KIWI, "키위쥬스 나왔습니다! 맛있게 드세요!")
        self.booked(("order", "키위쥬스", 1))
        self.said("7", "[data-fruit='4']")

    def question(self):
        self.press(STRAWBERRY, SHORT)
        self.booked(("order", "딸기쥬스", 1))
        self.said(self.words["lacks"])
        assert self.tab.evaluate(HIDDEN) == []
        self.look("question")
        self.tab.click("#yes")
        self.shows("#stock")
        short = self.tab.evaluate("[...document.querySelectorAll('li.short')].map((one) => one.dataset.fruit)")
        assert short == [str(STRAWBERRY_FRUIT)]
        self.tab.until(f"document.activeElement.id === 'now-{STRAWBERRY_FRUIT}'")
        self.look("stock")
        for number in range(6):
            self.tab.click(f"li[data-fruit='{STRAWBERRY_FRUIT}'] .step:last-child")
            self.shows(f"#now-{STRAWBERRY_FRUIT}", f"?.value === '{11 + number}'")
        assert self.text(f"li[data-fruit='{STRAWBERRY_FRUIT}'] .change") == "10 → 16, +6"
        self.tab.click("#close")
        self.back_at_orders()
        self.booked(("restock", "딸기", 6))
        # The page offers to repeat the short order.
        self.tab.until("document.activeElement.dataset.again")
        self.look("again")
        self.tab.click("[data-again]")
        self.said("딸기쥬스 나왔습니다! 맛있게 드세요!")
        self.booked(("order", "딸기쥬스", 1))

    def take_back(self):
        if self.has_script:
            # The list has just changed, so a tap was meant for another booking.
            before = self.counter.rows()
            time.sleep(BURST_SECONDS)
            self.press(PINEAPPLE, "파인애플쥬스 나왔습니다!")
            self.tab.click("#latest button")
            self.unchanged(before, ("order", "파인애플쥬스", 1), seconds=LIST_SECONDS + 0.1)
            self.tab.click("#latest button")
            self.booked(("cancel", "파인애플쥬스", 1))
            time.sleep(LIST_SECONDS + 0.1)
        self.tab.click("#latest button")
        self.booked(("cancel", "딸기쥬스", 1))
        self.said("16", "[data-fruit='1']")

    def twice(self):
        """With script, every tap is a cup; without script, a second click on the same page repeats the first request."""
        before, cups = self.counter.rows(), 2 if self.has_script else 1
        time.sleep(BURST_SECONDS if self.has_script else 0)
        self.press(BANANA, "바나나쥬스 2잔 나왔습니다!" if self.has_script else "바나나쥬스 나왔습니다!", count=2)
        self.unchanged(before, *[("order", "바나나쥬스", 1)] * cups, seconds=0.2)

    def fall(self):
        """A decrease of stock is booked only after the user has chosen the reason; Esc cancels it."""
        before = self.counter.rows()
        if self.has_script:
            self.edit(MANGO_FRUIT, 5)
            self.tab.page.keyboard.press("Escape")
            self.back_at_orders()
        self.edit(MANGO_FRUIT, 9)
        self.tab.click("#close")
        self.shows("#recount")
        assert self.counter.rows() == before, "booked before it was said why"
        self.look("fall")
        self.tab.click("#discard")
        self.back_at_orders()
        self.booked(("discard", "망고", 1))
        self.edit(MANGO_FRUIT, 7)
        self.tab.click("button[value=count]")
        self.back_at_orders()
        self.booked(("count", "망고", 7))

    @with_script
    def keys(self):
        key = self.tab.page.keyboard.press
        key(str(KIWI))
        self.said("키위쥬스 나왔습니다!")
        self.booked(("order", "키위쥬스", 1))
        for left in ["4", "1"]:
            self.shows("[data-fruit='4'] .stock", f".innerText.startsWith('{left}')")
            key(str(KIWI))
        self.said(SHORT)
        key("Escape")
        self.tab.until("!document.querySelector('#yes')")

    def two_browsers(self):
        with Tab(self.browser, DESKTOP, has_script=self.has_script) as other:
            if not self.has_script:
                other.go(self.counter.address + "/")
                assert not other.evaluate("!!document.querySelector('#juices')"), "a browser without a link sees the counter"
                return
            other.go(another_link(self.tab))
            self.home()
            other.go(self.counter.address + "/")
            before = self.text("[data-fruit='3']")
            other.click(f"[data-juice='{PINEAPPLE}']")
            self.tab.until(f"document.querySelector('[data-fruit=\"3\"]').innerText !== {before!r}", FRESH_SECONDS_MAX)

    @with_script
    def lost(self):
        """The page shows that a killed counter cannot be reached; a new counter continues the shift."""
        before, places = self.counter.rows(), self.tab.evaluate(PLACES)
        self.counter.end(signal.SIGKILL)
        self.said(self.words["lost"], "#alarm")
        assert self.tab.evaluate(PLACES) == places, "the notice that the counter is lost has moved a button"
        self.tab.click(f"[data-juice='{PINEAPPLE}']")
        self.said(self.words["late"], "#sending")
        assert self.text(f"[data-juice='{PINEAPPLE}'] .times") == "×1"
        self.look("lost")
        self.counter.again(port=int(self.counter.host.rsplit(":", 1)[1]))
        # The screen stays paired, and its page sends the requests again that have no answer.
        self.booked(*before, ("order", "파인애플쥬스", 1))
        self.shows("#sending", ".innerText === ''")
        self.unchanged(before, ("order", "파인애플쥬스", 1), seconds=0.2)

    @with_script
    def signals(self):
        """Tones and vibrations are off unless turned on in this browser; they differ for served and short orders."""
        self.tab.page.add_init_script(EARS)
        self.home()
        self.serve_and_lack()
        assert self.tab.evaluate(HEARD) == []
        self.tab.go(self.counter.address + "/day")
        assert self.tab.evaluate("document.querySelectorAll('#signals:not([hidden]) input:not(:checked)').length") == 4
        for name in ("served-sound", "short-vibration"):
            self.tab.click(f"label:has([data-signal={name}])")
        assert self.tab.evaluate(HEARD) == [880, [120, 80, 120]]
        self.look("signals")
        self.home()
        self.serve_and_lack()
        assert self.tab.evaluate(HEARD) == [880, [120, 80, 120]]

    def serve_and_lack(self):
        self.press(PINEAPPLE, "파인애플쥬스 나왔습니다!")
        time.sleep(BURST_SECONDS)
        self.press(KIWI, SHORT)

    def day(self):
        self.home()
        self.tab.click(".today a")
        self.shows(".byHour")
        self.tab.click(".choice a")
        self.back_at_orders()

    def end(self):
        """The page contains the report, and can save it even if the counter has ended."""
        self.tab.click("a[href='/closing']")
        self.shows("form[action='/close']")
        self.tab.click("form[action='/close'] button")
        self.said(self.words["closed"], "body")
        self.look("closed")
        assert self.counter.process.wait(SECONDS_MAX) == 0
        assert self.text(".tally tfoot"), "the figures are gone with the counter"
        (written,) = self.counter.folder.glob("reports/*/report.html")
        assert str(written.relative_to(self.counter.folder)) in self.text(".place")
        with self.tab.page.expect_download() as saved:
            self.tab.click("#report")
        assert re.fullmatch(r"report-.*\.html", saved.value.suggested_filename)
        assert pathlib.Path(saved.value.path()).read_bytes() == written.read_bytes()


def another_link(tab):
    """An open screen makes a link with which another screen is paired."""
    tab.click("form[action='/link'] button")
    tab.until("document.body.innerText.includes('/open?token=')")
    return tab.evaluate("document.body.innerText.match(/http:\\S+token=\\S+/)[0]")


def test_way(way, request, chromium):
    size, has_script, language = way
    name = request.node.callspec.id
    with Till(language) as counter, Tab(chromium, size, has_script=has_script) as tab:
        gone = Way(chromium, tab, counter, name, language)
        for step in (gone.order, gone.question, gone.take_back, gone.twice, gone.fall, gone.keys, gone.two_browsers,
                     gone.lost, gone.signals, gone.day, gone.end):
            step()
    assert not gone.problems


def test_look(look, request, chromium):
    """On all pages, nothing extends beyond the width of the screen, and a tablet shows them without scrolling."""
    language, options, scheme = look
    problems, juices = [], {}
    with Till(language, options) as counter, Tab(chromium, TABLET, scheme) as tab:
        tab.go(counter.link)
        tab.go(counter.address + "/")
        for size in SIZES:
            tab.resize(size)
            juices[size] = tab.evaluate(JUICES)
        for place in ("", "stock", "day", "closing"):
            tab.go(f"{counter.address}/{place}")
            if not place:
                # Quick presses, of which some are served and others are short.
                for juice in (KIWI, KIWI, BANANA, MIXED, MIXED, STRAWBERRY):
                    tab.click(f"[data-juice='{juice}']")
                tab.until("document.querySelector('#yes')")
                time.sleep(0.3)
            for size in SIZES:
                tab.resize(size)
                time.sleep(0.05)
                name = f"look-{request.node.callspec.id}-{place or 'orders'}-{size[0]}x{size[1]}"
                found = tab.evaluate(CUT) + ([] if place else tab.evaluate(HIDDEN))
                problems += [f"{name}: {one}" for one in found] + tab.look(name, with_axe=size in (PHONE, DESKTOP))
                assert place or tab.evaluate(JUICES) == juices[size], f"{name}: the bookings have moved a juice"
                if size in (TABLET, TALL) and not place:
                    assert tab.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0, "it has to be scrolled"
    assert not problems

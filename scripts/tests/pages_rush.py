"""Fast taps at three screens of a counter, while answers are slow or lost and the counter is killed.

Every tap must be in the shift log once, and a screen must show that it is waiting as long as a request has no answer.
"""

import collections
import contextlib
import signal
import time

from browser import DESKTOP, PHONE, TABLET, Tab

from pages_counter import FRESH_SECONDS_MAX, Till, another_link

# The screens, each with the latency of its connection in milliseconds.
SCREENS = [(PHONE, 0), (TABLET, 300), (DESKTOP, 2_000)]
LOSS = 0.05
TAP_MS = 80, 400
SETTLED_SECONDS_MAX = 30
TAPS = """
(() => {
  window.taps = 0;
  const tap = () => {
    if (window.taps >= %d) return;
    window.taps++;
    const buttons = [...document.querySelectorAll("[data-juice]")];
    buttons[Math.floor(Math.random() * buttons.length)].click();
    setTimeout(tap, %d + Math.random() * %d);
  };
  tap();
})()
"""
# Whether requests are still without an answer, and the screen does not show this.
LOOKS_DONE = "JSON.parse(sessionStorage.getItem('presses') || '[]').length > 0 && !document.querySelector('#box.waiting')"
STOCKS = "[...document.querySelectorAll('[data-fruit] .stock')].map((one) => one.innerText).join()"


def make_slow(tab, latency_ms, chance, record_outcome):
    """Delays the requests of a screen, and loses some answers to its presses."""
    tab.devtools.send("Network.emulateNetworkConditions", {
        "offline": False, "latency": latency_ms, "downloadThroughput": -1, "uploadThroughput": -1})

    def lose(route):
        if chance.random() >= LOSS:
            route.continue_()
            return
        with contextlib.suppress(Exception):
            # The counter may have been killed.
            route.fetch()
            record_outcome("answer lost")
        route.abort()

    tab.page.route("**/presses", lose)


def rush(counter, tabs, taps, kill_seconds):
    """Taps at the screens until all taps are done, and kills the counter meanwhile."""
    for tab in tabs:
        tab.evaluate(TAPS % (taps, TAP_MS[0], TAP_MS[1] - TAP_MS[0]))
    due = time.monotonic() + kill_seconds
    while any(tab.evaluate("window.taps") < taps for tab in tabs):
        if time.monotonic() > due:
            counter.end(signal.SIGKILL)
            time.sleep(0.5)
            counter.again(port=int(counter.host.rsplit(":", 1)[1]))
            due = time.monotonic() + kill_seconds
        assert not any(tab.evaluate(LOOKS_DONE) for tab in tabs), "presses are on their way, and a screen does not say so"
        time.sleep(0.05)
    for tab in tabs:
        tab.until("sessionStorage.getItem('presses') === '[]'", SETTLED_SECONDS_MAX)


def test_rush(chromium, is_full, chance, record_outcome):
    taps, kill_seconds = (200, 20) if is_full else (50, 6)
    with Till("ko") as counter, contextlib.ExitStack() as stack:
        tabs = [stack.enter_context(Tab(chromium, size)) for size, _ in SCREENS]
        link = counter.link
        for tab, (_, latency_ms) in zip(tabs, SCREENS):
            tab.go(link)
            tab.go(counter.address + "/")
            link = another_link(tab)
            tab.go(counter.address + "/")
            make_slow(tab, latency_ms, chance, record_outcome)
        rush(counter, tabs, taps, kill_seconds)
        booked = collections.Counter(row["id"] for row in counter.journal())
        assert not [id for id, count in booked.items() if count > 1], "booked twice"
        assert len(booked) == taps * len(tabs)
        time.sleep(FRESH_SECONDS_MAX + max(latency_ms for _, latency_ms in SCREENS) / 1000)
        assert len({tab.evaluate(STOCKS) for tab in tabs}) == 1, "the screens show different stock"

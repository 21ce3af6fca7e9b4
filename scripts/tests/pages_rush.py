"""Fast taps at three screens of a counter, while answers are slow or lost and the counter is killed.

Every tap must be in the shift log once, and a screen must show that it is waiting as long as a request has no answer.
"""

import asyncio
import collections
import contextlib
import random
import re
import signal
import threading
import time
import urllib.parse

from browser import DESKTOP, PHONE, TABLET, Tab

from pages_counter import FRESH_SECONDS_MAX, Till, another_link

# The latency of the connection of each screen.
LATENCIES_MS = 0, 300, 2_000
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


class SlowLine:
    """A proxy for a counter that delays requests and answers, and loses some answers."""

    def __init__(self, loop, port, latency_ms):
        self.server_port, self.latency, self.chance = port, latency_ms / 1000, random.Random(latency_ms)
        self.arrived, self.lost = set(), 0
        self.server = asyncio.run_coroutine_threadsafe(asyncio.start_server(self.serve, "127.0.0.1", 0), loop).result()
        self.port = self.server.sockets[0].getsockname()[1]

    @staticmethod
    async def message(reader):
        """Reads a request or an answer with its head and body."""
        head = await reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"(?i)\r\ncontent-length: (\d+)", head)
        return head + (await reader.readexactly(int(length[1])) if length else b"")

    async def serve(self, reader, writer):
        with contextlib.suppress(OSError, asyncio.IncompleteReadError, asyncio.CancelledError):
            await self.hand_on(reader, writer)
        writer.close()

    async def hand_on(self, reader, writer):
        """Forwards the requests of a connection in turn; both port numbers must have the same number of digits."""
        mine, its = f"{self.port}".encode(), f"{self.server_port}".encode()
        from_counter, to_counter = None, None
        try:
            while True:
                request = (await self.message(reader)).replace(b":" + mine, b":" + its).replace(b"-" + mine, b"-" + its)
                await asyncio.sleep(self.latency / 2)
                if to_counter is None:
                    from_counter, to_counter = await asyncio.open_connection("127.0.0.1", self.server_port)
                to_counter.write(request)
                answer = await self.message(from_counter)
                if request.startswith(b"POST /presses "):
                    fields = urllib.parse.parse_qs(request.split(b"\r\n\r\n", 1)[1].decode())
                    self.arrived |= {press.split(":")[0] for press in fields["presses"][0].split(",")}
                    if self.chance.random() < LOSS:
                        self.lost += 1
                        return
                await asyncio.sleep(self.latency / 2)
                writer.write(answer.replace(b":" + its, b":" + mine).replace(b"-" + its, b"-" + mine))
                await writer.drain()
        finally:
            if to_counter:
                to_counter.close()


def slow_lines(port):
    """A proxy for each latency; a separate thread serves all of them until the tests end."""
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, daemon=True).start()
    return [SlowLine(loop, port, latency) for latency in LATENCIES_MS]


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


def test_rush(chromium, is_full, record_outcome):
    taps, kill_seconds = (200, 20) if is_full else (50, 6)
    with Till("ko") as counter, contextlib.ExitStack() as stack:
        port = int(counter.host.rsplit(":", 1)[1])
        lines = slow_lines(port)
        assert len({len(str(one)) for one in (port, *(line.port for line in lines))}) == 1, "ports of other lengths; try again"
        tabs = [stack.enter_context(Tab(chromium, size)) for size in (PHONE, TABLET, DESKTOP)]
        link = counter.link
        for line, tab in zip(lines, tabs):
            tab.go(link.replace(str(port), str(line.port)))
            tab.go(f"http://127.0.0.1:{line.port}/")
            link = another_link(tab).replace(str(line.port), str(port))
            tab.go(f"http://127.0.0.1:{line.port}/")
        rush(counter, tabs, taps, kill_seconds)
        booked = collections.Counter(row["id"] for row in counter.journal())
        assert not [id for id, count in booked.items() if count > 1], "booked twice"
        assert not [line.latency for line in lines if line.arrived - set(booked)], "arrived, and not booked"
        assert len(booked) == taps * len(tabs)
        time.sleep(FRESH_SECONDS_MAX + max(LATENCIES_MS) / 1000)
        assert len({tab.evaluate(STOCKS) for tab in tabs}) == 1, "the screens show different stock"
    for line in lines:
        for _ in range(line.lost):
            record_outcome("answer lost")

"""Taps at three screens of a counter as fast as people do in a rush, while answers are slow or lost and the counter is killed.

Usage: counter_rush.py PROGRAM [--full]

Each screen has a latency of its own: none, 300 and 2,000 ms. One answer in twenty is lost behind the booking. The counter is
killed and started again; --full taps 200 times a screen and kills every 20 seconds, otherwise it is 50 times and one kill.
Every tap has to be in the shift log once, and no screen may look as if all were done while a press of its has no answer.
Prints what is wrong, and exits 1 if anything is.
"""

import asyncio
import collections
import csv
import glob
import os
import pathlib
import random
import re
import signal
import sys
import tempfile
import threading
import time
import urllib.parse

from browser import DESKTOP, PHONE, Browser
from counter_pages import TABLET, Tab, Till

LATENCIES_MS = 0, 300, 2_000
LOSS = 0.05
TAP_MS = 80, 400
SETTLED_SECONDS_MAX = 30
FRESH_SECONDS_MAX = 1.5

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
# Whether the screen looks as if nothing was on its way, though something is.
LOOKS_DONE = "JSON.parse(sessionStorage.getItem('presses') || '[]').length > 0 && !document.querySelector('#box.waiting')"


class SlowLine:
    """A proxy in front of a counter, with a latency, that loses answers."""

    def __init__(self, loop, port, latency_ms, chance):
        self.server_port, self.latency, self.chance = port, latency_ms / 1000, chance
        self.arrived, self.lost = set(), 0
        self.server = asyncio.run_coroutine_threadsafe(asyncio.start_server(self.serve, "127.0.0.1", 0), loop).result()
        self.port = self.server.sockets[0].getsockname()[1]

    @staticmethod
    async def message(reader):
        """A request or an answer, head and body; nothing if the other side has gone."""
        head = await reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"(?i)\r\ncontent-length: (\d+)", head)
        return head + (await reader.readexactly(int(length[1])) if length else b"")

    async def serve(self, reader, writer):
        """Hands requests on one after the other; the names of both ports have the same length."""
        mine, its = f"{self.port}".encode(), f"{self.server_port}".encode()
        there = None
        try:
            while True:
                request = (await self.message(reader)).replace(b":" + mine, b":" + its).replace(b"-" + mine, b"-" + its)
                await asyncio.sleep(self.latency / 2)
                there = there or await asyncio.open_connection("127.0.0.1", self.server_port)
                there[1].write(request)
                answer = await self.message(there[0])
                if request.startswith(b"POST /presses "):
                    fields = urllib.parse.parse_qs(request.split(b"\r\n\r\n", 1)[1].decode())
                    self.arrived |= {press.split(":")[0] for press in fields["presses"][0].split(",")}
                    if self.chance.random() < LOSS:
                        self.lost += 1
                        return
                await asyncio.sleep(self.latency / 2)
                writer.write(answer.replace(b":" + its, b":" + mine).replace(b"-" + its, b"-" + mine))
                await writer.drain()
        except (OSError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass
        finally:
            writer.close()
            if there:
                there[1].close()


def rows(counter):
    path = glob.glob(os.path.join(counter.folder.name, "journal", "*.csv"))[0]
    with open(path, encoding="utf-8", newline="") as file:
        return collections.Counter(row["id"] for row in csv.DictReader(file))


class Rush:
    """Three screens at one counter."""

    def __init__(self, browser, program, taps, kill_seconds):
        self.browser, self.taps, self.kill_seconds = browser, taps, kill_seconds
        self.problems = []
        self.counter = Till(program, "ko")
        self.port = int(self.counter.host.rsplit(":", 1)[1])
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()
        self.lines = [SlowLine(self.loop, self.port, latency, random.Random(latency)) for latency in LATENCIES_MS]
        if len({len(str(port)) for port in [self.port, *(line.port for line in self.lines)]}) != 1:
            raise ValueError("the ports have not the same number of digits; try again")
        self.tabs = [Tab(browser, size, True) for size in (PHONE, TABLET, DESKTOP)]
        link = self.counter.link
        for line, tab in zip(self.lines, self.tabs):
            tab.go(link.replace(str(self.port), str(line.port)))
            tab.go(f"http://127.0.0.1:{line.port}/")
            tab.click("form[action='/link'] button")
            tab.until("document.body.innerText.includes('/open?token=')", "another link is shown")
            link = tab.evaluate("document.body.innerText.match(/http:\\S+token=\\S+/)[0]").replace(
                str(line.port), str(self.port))
            tab.go(f"http://127.0.0.1:{line.port}/")

    def go(self):
        """Taps until all is done, and kills meanwhile."""
        for tab in self.tabs:
            tab.evaluate(TAPS % (self.taps, TAP_MS[0], TAP_MS[1] - TAP_MS[0]))
        kills, due = 0, time.monotonic() + self.kill_seconds
        while any(tab.evaluate("window.taps") < self.taps for tab in self.tabs):
            if time.monotonic() > due:
                self.counter.end(signal.SIGKILL)
                time.sleep(0.5)
                self.counter.again(port=self.port)
                kills, due = kills + 1, time.monotonic() + self.kill_seconds
            self.look()
            time.sleep(0.05)
        for tab in self.tabs:
            tab.until("sessionStorage.getItem('presses') === '[]'", "all presses are answered", SETTLED_SECONDS_MAX)
        self.judge()
        return kills

    def look(self):
        for place, tab in enumerate(self.tabs):
            if tab.evaluate(LOOKS_DONE):
                self.problems.append(f"screen {place}: presses are on their way, and it does not say so")

    def judge(self):
        booked = rows(self.counter)
        twice = [id for id, count in booked.items() if count > 1]
        if twice:
            self.problems.append(f"booked twice: {twice[:3]}")
        for line in self.lines:
            missing = line.arrived - set(booked)
            if missing:
                self.problems.append(f"arrived and not booked, at {line.latency} s: {sorted(missing)[:3]}")
        wanted = self.taps * len(self.tabs)
        if len(booked) != wanted:
            self.problems.append(f"{wanted} taps came to {len(booked)} rows")
        stocks = "[...document.querySelectorAll('[data-fruit] .stock')].map((one) => one.innerText).join()"
        time.sleep(FRESH_SECONDS_MAX + max(LATENCIES_MS) / 1000)
        shown = {tab.evaluate(stocks) for tab in self.tabs}
        if len(shown) != 1:
            self.problems.append(f"the screens show different stock: {shown}")

    def remove(self):
        for tab in self.tabs:
            tab.close()
        asyncio.run_coroutine_threadsafe(self.end(), self.loop).result()
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()
        self.counter.remove()

    async def end(self):
        """Ends what the lines are at."""
        for line in self.lines:
            line.server.close()
        await asyncio.sleep(0.1)
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def main():
    taps, kill_seconds = (200, 20) if "--full" in sys.argv[2:] else (50, 6)
    with tempfile.TemporaryDirectory(prefix="juice-batch-rush-", ignore_cleanup_errors=True) as folder:
        browser = Browser(pathlib.Path(folder))
        try:
            rush = Rush(browser, sys.argv[1], taps, kill_seconds)
            try:
                kills = rush.go()
            finally:
                rush.remove()
        finally:
            browser.quit()
    for problem in rush.problems:
        print(problem)
    lost = sum(line.lost for line in rush.lines)
    print(f"{taps * len(LATENCIES_MS)} taps at {len(LATENCIES_MS)} screens, {kills} kills, {lost} answers lost, "
          f"{len(rush.problems)} problems")
    return 1 if rush.problems else 0


if __name__ == "__main__":
    sys.exit(main())

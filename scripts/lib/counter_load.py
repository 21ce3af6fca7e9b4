"""Presses at a counter from several screens, evenly, and measures the answers.

Usage: counter_load.py PROGRAM SECONDS RATE [--unbound]

RATE is presses a second, of all screens together. Exits 1 if a press was not answered, the shift not closed, or, unless it is
--unbound, what is promised of time and memory not kept.
"""

import random
import re
import signal
import sys
import tempfile
import threading
import time

from screens import SECONDS_MAX, Counter, Screen

SCREENS = 8
JUICES = 7
ANSWER_MS_MAX = 250
PEAK_MIB_MAX = 64


class Presses:
    """What several screens pressed, and how long each answer took, in seconds."""

    def __init__(self, counter, seconds, rate):
        self.seconds, self.rate = seconds, rate
        self.took = []
        self.problems = []
        self.start = time.monotonic()
        threads = [threading.Thread(target=self.work, args=(Screen(counter), number)) for number in range(SCREENS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(seconds + SECONDS_MAX)

    def work(self, screen, number):
        chance = random.Random(number)
        due = self.start + number / self.rate
        try:
            while due < self.start + self.seconds:
                time.sleep(max(0, due - time.monotonic()))
                due += SCREENS / self.rate
                before = time.perf_counter()
                page, juice = f"{chance.getrandbits(64):016x}", chance.randint(1, JUICES)
                if screen.press("/order", {"page": page, "juice": juice}) is None:
                    raise ValueError("a press was not answered")
                self.took.append(time.perf_counter() - before)
        except ValueError as problem:
            self.problems.append(problem)


def peak_mib(process):
    with open(f"/proc/{process.pid}/status", encoding="ascii") as file:
        return int(re.search(r"VmHWM:\s+(\d+)", file.read())[1]) / 1024


def main(program, seconds, rate, bound=""):
    with tempfile.TemporaryDirectory(prefix="juice-batch-load-") as folder, Counter(program, folder) as counter:
        presses = Presses(counter, int(seconds), int(rate))
        peak = peak_mib(counter.process)
        ended = counter.end(signal.SIGTERM)
    took = sorted(presses.took)
    if presses.problems or not took:
        print(f"not all presses were answered: {presses.problems}")
        return 1
    percentile = took[len(took) * 99 // 100] * 1000
    print(f"{len(took)} presses, median {took[len(took) // 2] * 1000:.2f} ms, 99 % within {percentile:.1f} ms, longest "
          f"{took[-1] * 1000:.1f} ms, peak {peak:.1f} MiB")
    if ended.returncode not in (0, 4):
        print(f"the counter ended with {ended.returncode}: {ended.stderr.decode()[-2000:]}")
        return 1
    if bound != "--unbound" and (percentile >= ANSWER_MS_MAX or peak >= PEAK_MIB_MAX):
        print(f"promised: 99 % within {ANSWER_MS_MAX} ms, and a peak below {PEAK_MIB_MAX} MiB")
        return 1
    return 0


sys.exit(main(*sys.argv[1:]))

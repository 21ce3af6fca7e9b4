"""Counters that are killed while several screens press: what was answered is in the run of their shift, once and as it was
said; what was refused is not."""

import functools
import random
import signal
import threading
import time

from counter_faults import counter_faults
from screens import SECONDS_MAX, Screen
from shift import Book, close, start
from shop import Broken, Shop

SCREENS = 4
# A shift is closed after so many kills, and the next one opened.
KILLS_OF_A_SHIFT = 50
LIFE_MS_MAX = 60


def crowd(counter, book, life_s, screens=SCREENS):
    """Lets screens press until the counter is killed, after so long."""
    problems = []

    def work(screen):
        try:
            while book.press(screen):
                pass
        except (Broken, ValueError) as problem:
            problems.append(problem)
    threads = [threading.Thread(target=work, args=(Screen(counter),)) for _ in range(screens)]
    for thread in threads:
        thread.start()
    time.sleep(life_s)
    counter.end(signal.SIGKILL)
    for thread in threads:
        thread.join(SECONDS_MAX)
    if problems:
        raise problems[0]


def killed(test, number, kills):
    """A shift whose counter is killed again and again."""
    shop, book = Shop(test), Book(random.Random(f"{test.seed} {number}"))
    for _ in range(kills):
        with start(shop) as counter:
            crowd(counter, book, book.chance.uniform(0, LIFE_MS_MAX) / 1000)
    close(shop, book)
    shop.remove()
    return ["killed"] * kills + ["answered"] * len(book.said) + ["left open"] * len(book.open)


def counters(test):
    """Kills, then what fails of a counter's calls."""
    deaths = test.options.deaths
    shifts = [(number, min(KILLS_OF_A_SHIFT, deaths - number)) for number in range(0, deaths, KILLS_OF_A_SHIFT)]
    outcomes = test.each(shifts, functools.partial(killed, test))
    faults = counter_faults(test)
    for found in faults:
        for outcome, count in found.items():
            outcomes[outcome] = outcomes.get(outcome, 0) + count
    return f"{deaths} kills, {sum(sum(found.values()) for found in faults)} faults", outcomes

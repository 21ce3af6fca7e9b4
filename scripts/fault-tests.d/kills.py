"""Runs that are killed: at their system calls, twice in a row, and at random moments."""

import random
import signal
import time

from calls import inject, system_calls
from shop import SECONDS_MAX, Broken, Night, Shop

THREADS = [1, 2, 3]
VERIFY = ["verify", "--ledger", "l.sqlite"]
RANDOM_MOMENTS = 24


def kills(test):
    """Two thirds of the kills are the only one of their run; for the others, what recovers is killed as well."""
    night = Night(test)
    chance = random.Random(test.seed)
    points = single_points(test, night, test.options.kills * 2 // 3, chance)
    pairs = double_points(test, night, test.options.kills - len(points), chance)

    def single(threads, name, number):
        shop = night.shop.copy()
        killed = inject(shop, Shop.command, name, "signal=SIGKILL", number, threads)
        # The threads of a run may share its calls out otherwise; then it was not killed.
        Shop.check(killed, {-signal.SIGKILL, 4})
        exit = shop.again(night.after, "after a kill and one more run")
        shop.remove()
        if killed.returncode == 4:
            return "not reached"
        return "had not committed" if exit == 4 else "had committed"

    def double(first, command, second):
        shop = night.shop.copy()
        # Which of its last calls a run makes depends on when its helpers end, so a few are not reached.
        Shop.check(inject(shop, Shop.command, first[0], "signal=SIGKILL", first[1]), {-signal.SIGKILL, 4})
        killed = inject(shop, command, second[0], "signal=SIGKILL", second[1])
        Shop.check(killed, {-signal.SIGKILL, 0, 4, 5})
        shop.again(night.after, "after two kills and one more run")
        shop.remove()
        return f"{command[0]} behind a kill " + ("killed" if killed.returncode < 0 else "not reached")

    outcomes = {**test.each(points, single), **test.each(pairs, double)}
    night.shop.remove()
    return f"{len(points)} at system calls, {len(pairs)} pairs", outcomes


def single_points(test, night, count, chance):
    """Kills spread over all system calls of runs with each number of threads; a few before the program's own start."""
    points = []
    for index, threads in enumerate(THREADS):
        shop = night.shop.copy()
        calls, own = system_calls(shop, Shop.command, threads)
        shop.remove()
        share = count // len(THREADS) + (index < count % len(THREADS))
        early = min(share // 20, own)
        places = [chance.randrange(own) for _ in range(early)]
        late = share - early
        places += [own + (number * (len(calls) - own) + chance.randrange(len(calls) - own)) // late % (len(calls) - own)
                   for number in range(late)]
        points += [(threads, *calls[place]) for place in places]
    return points


def double_points(test, night, count, chance):
    """Kills of a run, most of them around its commit, each with kills all over what recovers from it."""
    shop = night.shop.copy()
    calls, own = system_calls(shop, Shop.command)
    shop.remove()
    exchange = max(place for place, call in enumerate(calls) if call[0] == "renameat2")
    firsts = max(1, min(count, 60, count // 10))
    pairs = []
    for number in range(firsts):
        place = chance.randrange(own, len(calls)) if number % 3 == 0 else chance.randrange(exchange - 60, len(calls))
        command = VERIFY if number % 3 == 1 else Shop.command
        shop = night.shop.copy()
        inject(shop, Shop.command, calls[place][0], "signal=SIGKILL", calls[place][1])
        recovery, recovery_own = system_calls(shop, command)
        shop.remove()
        share = count // firsts + (number < count % firsts)
        width = len(recovery) - recovery_own
        # The last calls of a process change nothing any more, the first ones little.
        seconds = [recovery[recovery_own + (step * width + chance.randrange(width)) // share] for step in range(share)]
        pairs += [(calls[place], command, second) for second in seconds]
    return pairs


def longer(test):
    """A shop whose second run has 20,000 rows."""
    rows = "".join(f"R-{row},restock,키위,{row % 7 + 1}\nO-{row},order,키위쥬스,1\n" for row in range(10_000))
    shop = Shop(test)
    shop.write("second.csv", "id,action,item,quantity\n" + rows)
    shop.once(["run", "first.csv", *Shop.target], {0})
    return shop


def at_random(test):
    base = longer(test)
    undisturbed = base.copy()
    start = time.monotonic()
    undisturbed.once(Shop.command, {0})
    duration = time.monotonic() - start
    wanted = undisturbed.state()
    undisturbed.remove()
    chance = random.Random(test.seed)
    signals = [signal.SIGKILL, signal.SIGTERM, signal.SIGINT]
    moments = [(signals[index % 3], chance.uniform(0, 2 * duration)) for index in range(RANDOM_MOMENTS)]

    def attempt(number, moment):
        shop = base.copy()
        process = shop.start(Shop.command)
        time.sleep(moment)
        process.send_signal(number)
        process.communicate(timeout=SECONDS_MAX)
        # Before its first own instruction a process has the signal's own effect.
        if process.returncode not in (0, -number, 128 + number):
            raise Broken(f"exit {process.returncode} after signal {number}")
        shop.once(Shop.command, {0, 5})
        shop.expect(wanted, f"after signal {number} and one more run")
        shop.remove()
        return "done" if process.returncode == 0 else "ended by it"

    outcomes = test.each(moments, attempt)
    base.remove()
    return f"{len(moments)} moments", outcomes

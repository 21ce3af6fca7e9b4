"""A shift of a counter: how it is started and closed, and what was said at it."""

import csv
import glob
import os
import resource
import subprocess
import threading

from screens import Counter
from shop import ENVIRONMENT, Broken

CLOSE = ["counter", "close", "--ledger", "l.sqlite", "--language", "en"]
JUICES = 7


def start(shop, limit=None, **how):
    """A counter in a shop, whose files may not grow beyond `limit`."""
    return Counter(shop.test.program, shop.folder, env={**os.environ, **ENVIRONMENT},
                   preexec_fn=limit and (lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))), **how)


class Book:
    """What was said at a counter, by the id of the row that it is booked under."""

    def __init__(self, chance):
        self.chance = chance
        self.lock = threading.Lock()
        self.said = {}
        self.pressed = set()
        # Pressed, and nobody knows what came of it.
        self.open = []

    def press(self, screen):
        """Presses something; false once the counter has gone."""
        with self.lock:
            kind = self.chance.random()
            served = [id for id, word in self.said.items() if word == "served" and id + "-back" not in self.pressed]
            if kind < 0.2 and self.open:
                # Somebody loads the page again.
                id, place, fields = self.open.pop()
            elif kind < 0.4 and served:
                taken = self.chance.choice(served)
                id, place, fields = taken + "-back", "/take-back", {"id": taken}
            else:
                page, juice = f"{self.chance.getrandbits(64):016x}", self.chance.randint(1, JUICES)
                id, place, fields = f"{page}-{juice}", "/order", {"page": page, "juice": juice}
            self.pressed.add(id)
        answer = screen.press(place, fields)
        with self.lock:
            if answer is None:
                self.open.append((id, place, fields))
                return False
            word = self.word(answer)
            before = self.said.get(id)
            if before not in (None, word) and before != "refused":
                raise Broken(f"{id} was {before}, and then {word}")
            self.said[id] = word
        return True

    @staticmethod
    def word(answer):
        text = answer["answer"]
        if answer["isShort"]:
            return "short"
        if "나왔습니다" in text:
            return "served"
        return "cancelled" if "cups cancelled" in text else "refused"

    def check(self, reports):
        """Holds it against the reports of the shift's run."""
        rows = {}
        for name, word in [("success.csv", None), ("failure.csv", "short")]:
            with open(os.path.join(reports, name), encoding="utf-8", newline="") as file:
                for row in csv.DictReader(file):
                    if row["id"] in rows:
                        raise Broken(f"{row['id']} is in the run twice")
                    rows[row["id"]] = word or {"order": "served", "cancel": "cancelled"}[row["action"]]
                    if word and row["code"] != "insufficient_stock":
                        raise Broken(f"{row['id']} is {row['code']}")
        for id, word in self.said.items():
            if (word == "refused") != (id not in rows) or word not in ("refused", rows.get(id)):
                raise Broken(f"{id} was said to be {word}, and is {rows.get(id)}")
        if not set(rows) <= self.pressed:
            raise Broken(f"nobody pressed {sorted(set(rows) - self.pressed)[:3]}")


def close(shop, book):
    """Closes the shift, and holds its run against what was said."""
    for folder in glob.glob(shop.path("reports", "*", "")):
        subprocess.run(["rm", "-r", folder], check=True)
    shop.once(CLOSE, {0})
    book.check(glob.glob(shop.path("reports", "*", ""))[0])
    shop.verify()

"""Writes the inputs of the runs whose pages are checked; they are the same each time."""

import csv
import random
import re

JUICES = ["딸기쥬스", "바나나쥬스", "키위쥬스", "파인애플쥬스", "딸바쥬스", "망고쥬스", "망고키위쥬스"]
FRUITS = ["딸기", "바나나", "파인애플", "키위", "망고"]
HEADER = ["주문번호", "구분", "품목", "수량"]
# Names and ids with characters that have a meaning in HTML, Markdown, CSV or a terminal.
AWKWARD = [
    "a|b", "*x*", "**x**", "_y_", "`z`", "``z", "[l](http://e.x)", "![i](u.png)", "<script>alert(1)</script>", "<b>", "</td>",
    "~~s~~", "# h", "- x", "1. x", "> q", "www.e.x", "http://e.x", "mailto:a@b.cz", "a@b.cz", ":smile:", "\\", "x\\", "\\|", "$x$",
    "$$x$$", "&lt;", "&", "'", '"', '" onload="x', "{{x}}", "<!-- x", "]]>", "---", "|---|", "=x", "\u202ecba", "a\u2066b", "\x1b[31m",
    "a\nb", "<\u0338script>", '"\u0301 x=', "e\u0301", "긴 이름 " * 6, "x" * 90, "a" * 20 + "|" + "b" * 20,
]
# Rows that are rejected, two rows with the same id, a count, and a discard of more than the stock.
WRONG = [["", "주문", "딸기주수", "1"], ["", "예약", "키위쥬스", "1"], ["", "주문", "망고쥬스", "한 잔"], ["", "", "", "1"],
         ["A-1", "주문", "바나나쥬스", "1"], ["A-1", "주문", "바나나쥬스", "2"], ["", "주문", "키위쥬스"],
         ["", "실사", "키위", "7"], ["", "폐기", "망고", "900"]]


def night(count, seed, restock_percent, wrong_percent):
    """The rows of a nightly run."""
    chance = random.Random(seed)
    for number in range(count):
        percent = chance.randrange(100)
        if percent < restock_percent:
            yield ["", "입고", chance.choice(FRUITS), chance.randrange(10, 50)]
        elif percent < restock_percent + wrong_percent:
            yield chance.choice(WRONG)
        else:
            yield [f"N-{number}", "주문", chance.choice(JUICES), chance.randrange(1, 4)]


def timed(day, count, seed, fruits):
    """The rows of a day, with times, for a menu with one juice for each fruit."""
    chance = random.Random(seed)
    for number in range(count):
        start = [f"2026-11-{day:02} {9 + number * 12 // count:02}:{number % 60:02}", f"{day}-{number}"]
        kinds = [("입고", "", chance.randrange(10, 80)), ("폐기", "", chance.randrange(1, 4)), ("실사", "", chance.randrange(20)),
                 ("주문", "쥬스", chance.randrange(1, 4)), ("주문", "주수", 1)]
        action, ending, quantity = chance.choices(kinds, [14, 4, 1, 80, 1])[0]
        yield [*start, action, chance.choice(fruits) + ending, quantity]


def visible_names():
    """The awkward names as a page shows them, with control characters as escapes."""
    return [re.sub("[\x00-\x1f\u202e\u2066]", lambda one: f"\\u{{{ord(one[0]):x}}}", name.strip()) for name in AWKWARD]


def write_all(folder):
    """Writes NAME.csv for each run, NAME.menu.csv if the run has its own menu, and the files of a month."""
    def write(name, header, rows):
        with open(folder / f"{name}.csv", "w", encoding="utf-8", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows([header, *rows])

    def menu(name, fruits, quantities, price="4500", cost="300"):
        rows = [[fruit + "쥬스", fruit, count, price, cost] for fruit, count in zip(fruits, quantities)]
        write(f"{name}.menu", ["juice", "fruit", "quantity", "price", "fruit_cost"], rows)

    write("empty", HEADER, [])
    write("perfect", HEADER, [*(["", "입고", fruit, 2000] for fruit in FRUITS), *night(80, 1, 5, 0)])
    write("disaster", HEADER, night(400, 2, 6, 20))
    write("long", HEADER, night(30_000, 3, 10, 1))
    # Thirty days of a shop with fourteen fruits, a day of a shop with one fruit, and one with the longest possible names and
    # very large amounts.
    many = [*FRUITS, "블루베리", "오렌지", "자몽", "레몬", "수박", "사과", "포도", "복숭아", "체리"]
    long_names = ["긴이름과일" * 6 + letter for letter in "가각갂갃간"]
    menu("month", many, [2 + number * 5 % 11 for number in range(len(many))])
    menu("single", many, [3])
    menu("names", long_names, [5] * 5, "123456789.5", "9999999")
    for day in range(1, 31):
        write(f"month-{day:02}", ["시각", *HEADER], timed(day, 120, 40 + day, many))
    write("single", ["시각", *HEADER], timed(20, 60, 4, many[:1]))
    write("names", ["시각", *HEADER], timed(20, 200, 5, long_names))
    # Short orders with each awkward text: as a name if a menu allows it, else as an id.
    on_menu = [name for name in AWKWARD if not set(":;|\n\x1b\u202e\u2066") & set(name) and name.strip("-")]
    write("awkward.menu", ["juice", "fruit", "quantity"], ([name + " 쥬스", name, 11] for name in on_menu))
    ids = [[name, "주문", on_menu[0] + " 쥬스", 1] for name in AWKWARD if name not in on_menu]
    write("awkward", HEADER, [*ids, *(["", "주문", name + " 쥬스", 1] for name in on_menu)])

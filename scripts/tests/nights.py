"""Writes the inputs of the runs whose pages are checked; they are the same each time."""

import csv

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


def picker(seed):
    """A function that picks a pseudorandom element of a list, by a linear congruential generator with this seed."""
    state = seed

    def pick(choices):
        nonlocal state
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        return choices[(state >> 32) % len(choices)]

    return pick


def write(path, rows):
    with open(path, "w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(rows)


def night(count, seed, restock_percent, wrong_percent):
    """The rows of a nightly run."""
    pick = picker(seed)
    for number in range(count):
        chance = pick(range(100))
        if chance < restock_percent:
            yield ["", "입고", pick(FRUITS), 10 + pick(range(40))]
        elif chance < restock_percent + wrong_percent:
            yield pick(WRONG)
        else:
            yield [f"N-{number}", "주문", pick(JUICES), 1 + pick(range(3))]


def timed(day, count, seed, fruits):
    """The rows of a day, with times, for a menu with one juice for each fruit."""
    pick = picker(seed)
    for number in range(count):
        time = f"2026-11-{day:02} {9 + number * 12 // count:02}:{number % 60:02}"
        chance = pick(range(100))
        if chance < 19:
            action, quantities = ("입고", range(10, 80)) if chance < 14 else ("폐기", range(1, 4)) if chance < 18 else ("실사", range(20))
            yield [time, f"{day}-{number}", action, pick(fruits), pick(quantities)]
        else:
            yield [time, f"{day}-{number}", "주문", pick(fruits) + ("쥬스" if chance < 99 else "주수"), 1 + pick(range(3))]


def visible(text):
    """The name as a page shows it, with control characters as escapes."""
    return "".join(f"\\u{{{ord(one):x}}}" if ord(one) < 32 or one in "\u202e\u2066" else one for one in text)


def write_all(folder):
    """Writes NAME.csv for each run, NAME.menu.csv if the run has its own menu, and the files of a month; and awkward.names, the
    names of the run "awkward" as a page shows them."""
    def plain(name, rows):
        write(folder / f"{name}.csv", [HEADER, *rows])

    def with_times(name, rows):
        write(folder / f"{name}.csv", [["시각", *HEADER], *rows])

    def menu(name, fruits, quantities, price="4500", cost="300"):
        rows = [[fruit + "쥬스", fruit, count, price, cost] for fruit, count in zip(fruits, quantities)]
        write(folder / f"{name}.menu.csv", [["juice", "fruit", "quantity", "price", "fruit_cost"], *rows])

    plain("empty", [])
    plain("perfect", [*(["", "입고", fruit, 2000] for fruit in FRUITS), *night(80, 1, 5, 0)])
    plain("disaster", night(400, 2, 6, 20))
    plain("long", night(30_000, 3, 10, 1))
    # Thirty days of a shop with fourteen fruits, and one day of a shop with one fruit.
    fruits = [*FRUITS, "블루베리", "오렌지", "자몽", "레몬", "수박", "사과", "포도", "복숭아", "체리"]
    menu("month", fruits, [2 + number * 5 % 11 for number in range(len(fruits))])
    for day in range(1, 31):
        with_times(f"month-{day:02}", timed(day, 120, 40 + day, fruits))
    menu("single", fruits[:1], [3])
    with_times("single", timed(20, 60, 4, fruits[:1]))
    # A shop with the longest possible names and very large amounts.
    long_names = ["긴이름과일" * 6 + letter for letter in "가각갂갃간"]
    menu("names", long_names, [5] * 5, "123456789.5", "9999999")
    with_times("names", timed(20, 200, 5, long_names))
    # Short orders with each awkward text: as a name if a menu allows it, else as an id.
    on_menu = [name for name in AWKWARD if not set(":;|\n\x1b\u202e\u2066") & set(name) and name.strip("-")]
    write(folder / "awkward.menu.csv", [["juice", "fruit", "quantity"], *([name + " 쥬스", name, 11] for name in on_menu)])
    ids = [[name, "주문", on_menu[0] + " 쥬스", 1] for name in AWKWARD if name not in on_menu]
    plain("awkward", [*ids, *(["", "주문", name + " 쥬스", 1] for name in on_menu)])
    (folder / "awkward.names").write_text("".join(visible(name.strip()) + "\n" for name in AWKWARD), encoding="utf-8")

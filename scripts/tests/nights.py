"""Writes the inputs of scripts/check-pages: nights at the shop, the same each time.

There is NAME.csv for each night; month-01.csv to month-30.csv are those of a month, with month.menu.csv. In awkward.csv names on the menu (awkward.menu.csv) and ids try to break out of a page;
awkward.names lists them as a page shows them.
"""

import csv

JUICES = ["딸기쥬스", "바나나쥬스", "키위쥬스", "파인애플쥬스", "딸바쥬스", "망고쥬스", "망고키위쥬스"]
FRUITS = ["딸기", "바나나", "파인애플", "키위", "망고"]
HEADER = ["주문번호", "구분", "품목", "수량"]
AWKWARD = [
    "a|b", "*x*", "**x**", "_y_", "`z`", "``z", "[l](http://e.x)", "![i](u.png)", "<script>alert(1)</script>", "<b>", "</td>",
    "~~s~~", "# h", "- x", "1. x", "> q", "www.e.x", "http://e.x", "mailto:a@b.cz", "a@b.cz", ":smile:", "\\", "x\\", "\\|", "$x$",
    "$$x$$", "&lt;", "&", "'", '"', '" onload="x', "{{x}}", "<!-- x", "]]>", "---", "|---|", "=x", "\u202ecba", "a\u2066b", "\x1b[31m",
    "a\nb", "<\u0338script>", '"\u0301 x=', "e\u0301", "긴 이름 " * 6, "x" * 90, "a" * 20 + "|" + "b" * 20,
]


def numbers(seed):
    """Numbers from 0 to 2^32, by a linear congruence."""
    state = seed
    while True:
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        yield state >> 32


def night(count, seed, restock_percent, wrong_percent):
    """The rows of a night."""
    random = numbers(seed)
    pick = lambda choices: choices[next(random) % len(choices)]
    for number in range(count):
        chance = next(random) % 100
        if chance < restock_percent:
            yield ["", "입고", pick(FRUITS), str(10 + next(random) % 40)]
        elif chance < restock_percent + wrong_percent:
            yield pick([["", "주문", "딸기주수", "1"], ["", "예약", "키위쥬스", "1"], ["", "주문", "망고쥬스", "한 잔"], ["", "", "", "1"],
                        ["A-1", "주문", "바나나쥬스", "1"], ["A-1", "주문", "바나나쥬스", "2"], ["", "주문", "키위쥬스"],
                        ["", "실사", "키위", "7"], ["", "폐기", "망고", "900"]])
        else:
            yield [f"N-{number}", "주문", pick(JUICES), str(1 + next(random) % 3)]


def write(path, rows):
    with open(path, "w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([HEADER, *rows])


def visible(text):
    """What a page shows of a name: what hides is written out."""
    shown = ""
    for character in text:
        hidden = ord(character) < 32 or character in "\u202e\u2066"
        shown += f"\\u{{{ord(character):x}}}" if hidden else character
    return shown


def write_all(folder):
    write(folder / "empty.csv", [])
    write(folder / "perfect.csv", [["", "입고", fruit, "2000"] for fruit in FRUITS] + list(night(80, 1, 5, 0)))
    write(folder / "disaster.csv", night(400, 2, 6, 20))
    write(folder / "long.csv", night(30_000, 3, 10, 1))
    write_month(folder)
    write_names(folder)
    write_awkward(folder)


def menu(path, fruits, quantities):
    """Writes a menu of a juice for each fruit, with prices."""
    with open(path, "w", encoding="utf-8", newline="") as file:
        rows = [[fruit + "쥬스", fruit, str(count), "4500", "300"] for fruit, count in zip(fruits, quantities)]
        csv.writer(file, lineterminator="\n").writerows([["juice", "fruit", "quantity", "price", "fruit_cost"], *rows])


def timed(day, count, seed, fruits):
    """The rows of a day with times, on a menu of a juice for each fruit."""
    random = numbers(seed)
    pick = lambda choices: choices[next(random) % len(choices)]
    for number in range(count):
        time = f"2026-11-{day:02} {9 + number * 12 // count:02}:{number % 60:02}"
        chance = next(random) % 100
        if chance < 14:
            row = ["입고", pick(fruits), str(10 + next(random) % 70)]
        elif chance < 18:
            row = ["폐기", pick(fruits), str(1 + next(random) % 3)]
        elif chance < 19:
            row = ["실사", pick(fruits), str(next(random) % 20)]
        else:
            row = ["주문", pick(fruits) + ("쥬스" if chance < 99 else "주수"), str(1 + next(random) % 3)]
        yield [time, f"{day}-{number}", *row]


def write_timed(path, rows):
    with open(path, "w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([["시각", *HEADER], *rows])


def write_month(folder):
    """Thirty days of a shop with fourteen fruits, and one of a shop with one."""
    fruits = FRUITS + ["블루베리", "오렌지", "자몽", "레몬", "수박", "사과", "포도", "복숭아", "체리"]
    menu(folder / "month.menu.csv", fruits, [2 + number * 5 % 11 for number in range(len(fruits))])
    for day in range(1, 31):
        write_timed(folder / f"month-{day:02}.csv", timed(day, 120, 40 + day, fruits))
    menu(folder / "single.menu.csv", fruits[:1], [3])
    write_timed(folder / "single.csv", timed(20, 60, 4, fruits[:1]))


def write_names(folder):
    """A shop whose names are as long as names can be, and whose sums are as well."""
    fruits = ["긴이름과일" * 6 + chr(ord("가") + number) for number in range(5)]
    with open(folder / "names.menu.csv", "w", encoding="utf-8", newline="") as file:
        rows = [["juice", "fruit", "quantity", "price", "fruit_cost"]]
        rows += [[fruit + "쥬스", fruit, "5", "123456789.5", "9999999"] for fruit in fruits]
        csv.writer(file, lineterminator="\n").writerows(rows)
    write_timed(folder / "names.csv", timed(20, 200, 5, fruits))


def write_awkward(folder):
    """Orders that all lack fruit: with awkward names where a menu takes them, with awkward ids where it does not."""
    forbidden = set(":;|\n\x1b\u202e\u2066")
    on_menu = [name for name in AWKWARD if not forbidden & set(name) and name.strip("-")]
    ids = [name for name in AWKWARD if name not in on_menu]
    with open(folder / "awkward.menu.csv", "w", encoding="utf-8", newline="") as file:
        rows = [["juice", "fruit", "quantity"], *([name + " 쥬스", name, "11"] for name in on_menu)]
        csv.writer(file, lineterminator="\n").writerows(rows)
    orders = [[name, "주문", on_menu[0] + " 쥬스", "1"] for name in ids]
    write(folder / "awkward.csv", orders + [["", "주문", name + " 쥬스", "1"] for name in on_menu])
    names = [visible(name.strip()) for name in AWKWARD]
    (folder / "awkward.names").write_text("\n".join(names) + "\n", encoding="utf-8")

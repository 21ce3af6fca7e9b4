"""Makes chains for the tests of the cluster, the same each time.

A night, from 1, is what comes of files: those of the second night are others. A shop in ten has a damaged file, one in nine none,
one in seven two; head office's export has a part for every second shop, for one that nobody knows, and rows without a shop.
"""

import json
import os

JUICES = ["딸기쥬스", "바나나쥬스", "키위쥬스", "파인애플쥬스", "딸바쥬스", "망고쥬스", "망고키위쥬스"]
FRUITS = ["딸기", "바나나", "파인애플", "키위", "망고"]
# All files are of one time: what a run says of a file without a date depends on it.
MODIFIED_S = 1795400000


def orders(shop, rows, night):
    """A shop's rows of a night."""
    made = [("", "입고", fruit, str(40 + 7 * shop % 50)) for fruit in FRUITS]
    for number in range(rows - len(made)):
        chance = (number * 7919 + shop * 104729 + night * 1299709) % 100
        juice = JUICES[(chance + number) % len(JUICES)] if chance < 97 else "수박쥬스"
        made.append((f"{night}-{shop}-{number}", "주문", juice, str(1 + chance % 3)))
    return made


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    os.utime(path, (MODIFIED_S, MODIFIED_S))


def table(rows, *header):
    return "".join(",".join(row) + "\n" for row in [header, *rows])


def make(folder, shops, rows, night):
    """Makes a chain, or brings the files of a further night."""
    if night == 1:
        said = {"매장0": {"folder": "first"}, "옛매장": {"closed": "2026-01-01"}}
        text = json.dumps({"columns": {"shop": "매장"}, "shops": said}, ensure_ascii=False)
        write(folder / "chain.json", text)
        (folder / "옛매장").mkdir()
    exported = []
    for shop in range(shops):
        own = folder / ("first" if shop == 0 else f"매장{shop}")
        (own / "inbox").mkdir(parents=True, exist_ok=True)
        if shop % 10 == 3:
            write(own / "inbox" / f"broken-{night}.csv", 'id,구분,품목,수량\n1,주문,"딸기쥬스,1\n')
        if shop % 9 != 4:
            write(own / "inbox" / f"sales-{night}.csv", table(orders(shop, rows, night), "id", "구분", "품목", "수량"))
        if shop % 7 == 2:
            write(own / "inbox" / "retry.csv", table(orders(shop, 8, night + 10), "id", "구분", "품목", "수량"))
        if shop % 2 == 0:
            exported += [(f"매장{shop}", f"x{one[0]}" if one[0] else "", *one[1:]) for one in orders(shop, 10, night + 20)]
    exported += [("모르는 매장", "", "주문", "키위쥬스", "1"), ("", "", "주문", "키위쥬스", "1")]
    write(folder / "inbox" / f"head-{night}.csv", table(exported, "매장", "id", "구분", "품목", "수량"))

"""A random chain before its night, and what its export's rows are by shop."""

import os

DATE = "2026-11-23"
NEXT = "2026-11-24"
NAMES = ["강남점", "서면점", "제주점", "Busan", "대전점", "광주점", "전주점", "포항점", "울산점", "인천점", "수원점", "춘천점"]
JUICES = ["딸기쥬스", "바나나쥬스", "키위쥬스", "망고쥬스", "없는쥬스"]
HEADER = ["매장", "id", "action", "item", "quantity"]
# The rows of a file of a shop's own, and of one that comes late.
OWN = "id,action,item,quantity\nq1,order,망고쥬스,1\n"
LATE = "id,action,item,quantity\nl1,restock,키위,50\nl2,order,키위쥬스,1\n"
# Bytes of a text begin with a byte order mark where Python's codec writes none.
MARKS = {"utf-16-le": b"\xff\xfe", "utf-16-be": b"\xfe\xff"}


def write(folder, name, content):
    path = f"{folder}/{name}"
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(content if isinstance(content, bytes) else content.encode())


class Chain:
    """In the folder are the shops' own files, and an export in a random encoding, with any delimiter and line end."""

    def __init__(self, folder, rng):
        self.folder = folder
        self.shops = rng.sample(NAMES, rng.randint(5, len(NAMES)))
        self.own, self.refused, self.menu, self.damaged = self.shops[1:5]
        self.encoding = rng.choice(["utf-8", "utf-8-sig", "cp949", *MARKS])
        self.delimiter = rng.choice([",", ";", "\t"])
        self.end = rng.choice(["\r\n", "\n"])
        rows = []
        for number in range(60):
            name = f'"{rng.choice(JUICES)}"' if number % 5 else '"망고\r\n쥬스"'
            rows.append((rng.choice(self.shops), [f"o{number}", "order", name, str(rng.randint(1, 3))]))
        rows += [("모르는곳", ["u1", "order", "키위쥬스", "1"]), ("", ["u2", "order", "키위쥬스", "1"])]
        rows.append((self.shops[0], ["u3"]))
        rng.shuffle(rows)
        self.rows = rows
        write(folder, "chain.json", '{"columns": {"shop": "매장"}, "language": "en"}\n')
        write(folder, "inbox/orders.csv", self.export(rows))
        for shop in self.shops:
            os.makedirs(f"{folder}/{shop}/inbox")
        write(folder, f"{self.own}/inbox/a.csv", OWN)
        write(folder, f"{self.refused}/inbox/bad.csv", "foo,bar\n1,2\n")
        write(folder, f"{self.menu}/menu.csv", "nonsense\n")

    def line(self, *cells):
        return self.delimiter.join(cells) + self.end

    def export(self, rows):
        """The bytes of an export of some rows."""
        text = self.line(*HEADER) + "".join(self.line(shop, *cells) for shop, cells in rows)
        return MARKS.get(self.encoding, b"") + text.encode(self.encoding)

    def rows_of(self, shop):
        """Those that go to it: all but the one without its cells."""
        return [row for row in self.rows if row[0] == shop and len(row[1]) == 4]

    def rows_of_nobody(self):
        return [row for row in self.rows if row[0] not in self.shops or len(row[1]) != 4]

    def lines_of(self, shop):
        """The lines of the export on which its rows begin, by those of a file that has only them."""
        lines, line, alone = {}, 2, 2
        for row in self.rows:
            height = self.line(row[0], *row[1]).count("\n")
            if row in self.rows_of(shop):
                lines[str(alone)] = str(line)
                alone += height
            line += height
        return lines

"""Random CSV files, a third of them damaged, read by the program and by Python's csv module in strict mode: both refuse, or both read
the same cells. Python takes a quote within a plain cell for a character, so that the program alone may refuse a file that has one."""

import csv
import io
import random

from books import Books

WHITE_SPACE = "\t\n\v\f\r \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a" \
    "\u2028\u2029\u202f\u205f\u3000"
PARTS = ["", "a", "b c", "딸기", " ", "\"", "\"\"", ",", ";", "\n", "\r\n", "\r", "'", "=1", "é", "🍓", "\t"]
# Columns of failure.csv in front of those of the input.
OWN_COLUMNS = 10


def random_file(rng):
    """The text of a file, its delimiter, and how many columns it has."""
    delimiter, width = rng.choice(",,,;\t|"), rng.randint(2, 6)
    header = delimiter.join(f"c{number}" for number in range(width))
    line_ends = [rng.choice(["\n", "\r\n", "\r"])] if rng.random() < 0.8 else ["\n", "\r\n", "\r"]
    text = header + rng.choice(line_ends)
    for _ in range(rng.randint(0, 8)):
        cells = []
        for _ in range(width if rng.random() < 0.95 else width + rng.choice([-1, 1])):
            cell = "".join(rng.choice([*PARTS, delimiter]) for _ in range(rng.choice([0, 1, 1, 1, 2, 3, 6])))
            is_quoted = any(part in cell for part in (delimiter, "\"", "\n", "\r")) or rng.random() < 0.2
            cells.append('"' + cell.replace('"', '""') + '"' if is_quoted else cell)
        text += delimiter.join(cells) + rng.choice(line_ends)
    if rng.random() < 0.3:
        at = rng.randint(len(header), len(text))
        put = rng.choice([None, '"', delimiter, "\n"])
        text = text[:at] + (put or "") + text[at + (put is None):]
    return text, delimiter, width


def read_by_python(text, delimiter, width):
    """The rows that are not blank, each with whether it fits the header; None where Python refuses the file, or no row fits."""
    try:
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True))[1:]
    except csv.Error:
        return None
    rows = [row for row in rows if any(cell.strip(WHITE_SPACE) for cell in row)]
    found = [(True, row[1:width]) if len(row) == width else (False, row) for row in rows]
    # The program refuses a table none of whose rows has as many cells as the header.
    return found if not found or any(fits for fits, _ in found) else None


def read_by_program(books, text, delimiter):
    """The same from the program's reports; None where it refuses the file."""
    with open(books.path("in.csv"), "w", encoding="utf-8", newline="") as file:
        file.write(text)
    words = ["run", "in.csv", "--column", "item=c0", "--column", "id=", "--delimiter", delimiter, "--fail-on", "none", "--quiet",
             "--output", "out"]
    if books.run(words, {0, 65}).returncode == 65:
        return None
    rows = []
    for name in ("success.csv", "failure.csv"):
        with open(books.path("out", name), encoding="utf-8", newline="") as file:
            table = list(csv.reader(file, strict=True))
        first = OWN_COLUMNS if name == "failure.csv" else sum(cell.startswith("재고_") for cell in table[0]) + 7
        for row in table[1:]:
            fits = first != OWN_COLUMNS or row[6] != "wrong_field_count"
            raw = row[first:] if fits else next(csv.reader(io.StringIO(row[9], newline=""), strict=True))
            rows.append((int(row[1]), fits, raw))
    return [(fits, cells) for _, fits, cells in sorted(rows)]


def has_quote_in_plain_cell(text, delimiter):
    """Whether a quote stands in a cell that does not begin with one: what Python lets pass."""
    state = "start"
    for char in text:
        if state == "quoted":
            state = "closed" if char == '"' else "quoted"
        elif char == '"':
            if state == "plain":
                return True
            state = "quoted"
        else:
            state = "start" if char in (delimiter, "\n", "\r") else "plain"
    return False


def test_file(file, request, record_outcome):
    text, delimiter, width = random_file(random.Random(request.config.getoption("seed") + file))
    books = Books()
    ours, theirs = read_by_program(books, text, delimiter), read_by_python(text, delimiter, width)
    assert ours == theirs or ours is None and has_quote_in_plain_cell(text, delimiter), text
    record_outcome("refused" if ours is None else "read")

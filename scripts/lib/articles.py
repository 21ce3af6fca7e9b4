"""Writes the manual pages of the file formats, section 5, from articles of the manual.

Usage: articles.py VERSION DATE FOLDER

Only the Markdown that the articles use is supported: headings, paragraphs, lists, tables and code. A table becomes a list,
since its columns would be too wide for a terminal.
"""

import pathlib
import re
import sys

MANUAL = pathlib.Path(__file__).resolve().parents[2] / "Sources/juice-batch/Manual.docc"

# The names of the manual pages, and the articles from which they are made.
PAGES = {
    "juice-batch-input": "Input",
    "juice-batch-menu": "MenuAndStock",
    "juice-batch.json": "Settings",
    "juice-batch-reports": "Reports",
}

# Additional names under which pages are installed, and the pages.
ALIASES = {"juice-batch-stock": "juice-batch-menu"}

INLINE = re.compile(
    r"`(?P<code>[^`]+)`|\*\*(?P<strong>.+?)\*\*|\*(?P<soft>[^*]+)\*|<doc:(?P<doc>[^>#]+)[^>]*>|\[(?P<link>[^\]]+)\]\([^)]*\)"
)
BLOCK_START = re.compile(r"#|```|\||- |\d+\. |<!--|@")


def escaped(text):
    """The text with the characters escaped that roff would not print unchanged."""
    text = text.replace("\\", r"\e").replace("-", r"\-")
    return "\n".join(r"\&" + line if line[:1] in (".", "'") else line for line in text.split("\n"))


def bold(text):
    return rf"\fB{escaped(text)}\fP"


def preformatted(text):
    """The text with its line breaks kept, without the indentation that all its lines share."""
    lines = text.split("\n")
    margin = min(len(line) - len(line.lstrip()) for line in lines if line.strip())
    return [".nf", *(escaped(line[margin:]) or r"\&" for line in lines), ".fi"]


def title_line(name, section, date, version, kind):
    return f'.TH {escaped(name.upper())} {section} "{date}" "juice-batch {escaped(version)}" "{kind}"'


def see_also(pages, heading="SEE ALSO"):
    """The section that lists other manual pages, given as pairs of name and section."""
    return [f'.SH "{heading}"', ",\n".join(f"{bold(name)}({section})" for name, section in pages)]


def inline(text):
    """The text of a paragraph, a cell or a heading, with its Markdown converted to roff."""
    made = ""
    end = 0
    for match in INLINE.finditer(text):
        made += escaped(text[end : match.start()])
        end = match.end()
        kind, found = next((kind, found) for kind, found in match.groupdict().items() if found)
        if kind in ("code", "strong"):
            made += bold(found)
        elif kind == "soft":
            made += rf"\fI{escaped(found)}\fP"
        elif kind == "doc":
            made += reference(found)
        else:
            made += escaped(found)
    made += escaped(text[end:])
    return r"\&" + made if made[:1] in (".", "'") else made


def reference(target):
    """The text that replaces a link to an article: the name of its manual page, or else its title."""
    name = target.rsplit("/", 1)[-1]
    for page, article in PAGES.items():
        if article == name:
            return bold(page) + "(5)"
    source = next(MANUAL.parents[1].glob(f"**/*.docc/{name}.md"))
    title = source.read_text(encoding="utf-8").split("\n", 1)[0].lstrip("# ").strip("`")
    return rf"\(lq{escaped(title)}\(rq in the manual"


def cells(row):
    return [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", row)[1:-1]]


def table(rows):
    """A table as a list: the first cell of a row is the term, and the header precedes each other cell."""
    header = cells(rows[0])
    lines = []
    for row in rows[2:]:
        first, *others = cells(row)
        lines += [".TP", inline(f"**{first}**" if not first.startswith("`") else first)]
        told = [(name, cell) for name, cell in zip(header[1:], others) if cell]
        for number, (name, cell) in enumerate(told):
            lines += [".br"] if number else []
            lines.append(inline(cell if len(header) == 2 else f"{name}: {cell}"))
    return lines


def taken(lines, start, belongs):
    """The line `start` and the following lines for which `belongs` is true, and the index after them."""
    end = start + 1
    while end < len(lines) and belongs(lines[end]):
        end += 1
    return lines[start:end], end


def block(lines, start):
    """The block that begins at the line `start`, in roff, and the index of the line after it."""
    line = lines[start]
    if line.startswith("```"):
        inner, end = taken(lines, start, lambda text: text != "```")
        shown = preformatted("\n".join(inner[1:])) if len(inner) > 1 else []
        return [".PP", ".RS 4", *shown, ".RE"], end + 1
    if line.startswith("|"):
        rows, end = taken(lines, start, lambda text: text.startswith("|"))
        return table(rows), end
    item = re.match(r"- |\d+\. ", line)
    if item:
        words, end = taken(lines, start, lambda text: text.startswith("  "))
        mark = r"\(bu" if item[0] == "- " else item[0].strip()
        text = " ".join(word.strip() for word in words)[len(item[0]) :]
        return [f".IP {mark} 4", inline(text)], end
    words, end = taken(lines, start, lambda text: text.strip() and not BLOCK_START.match(text))
    return [".PP", inline(" ".join(words))], end


def sections(article):
    """The title, the abstract, and the sections of an article in roff, by their headings and in order."""
    lines = (MANUAL / f"{article}.md").read_text(encoding="utf-8").split("\n")
    title, abstract = lines[0].lstrip("# "), lines[2]
    found = {}
    place = 3
    while place < len(lines):
        line = lines[place]
        if line.startswith("## "):
            current = found.setdefault(line[3:], [])
            place += 1
        elif line.startswith("### "):
            current.append(f'.SS "{inline(line[4:])}"')
            place += 1
        elif not line.strip() or line.startswith("<!--"):
            place += 1
        else:
            made, place = block(lines, place)
            # A heading starts a paragraph without .PP.
            current += made[1:] if made[0] == ".PP" and (not current or current[-1].startswith(".SS")) else made
    return title, abstract, found


def page(name, article, version, date):
    _, abstract, found = sections(article)
    names = [name, *(alias for alias, of in ALIASES.items() if of == name)]
    lines = [
        title_line(name, 5, date, version, "File Formats"),
        ".SH NAME",
        rf"{escaped(', '.join(names))} \- {inline(abstract[:1].lower() + abstract[1:].rstrip('.'))}",
    ]
    for heading, body in found.items():
        lines += [f'.SH "{"DESCRIPTION" if heading == "Overview" else inline(heading.upper())}"', *body]
    others = [(other, 5) for other in PAGES if other != name]
    lines += see_also([("juice-batch", 1), ("juice-batch-run", 1), *others])
    return "\n".join(lines) + "\n"


def main():
    version, date, folder = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
    for name, article in PAGES.items():
        text = page(name, article, version, date)
        for file in [name, *(alias for alias, of in ALIASES.items() if of == name)]:
            (folder / f"{file}.5").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()

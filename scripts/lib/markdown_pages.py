"""Checks report.md as GitHub renders it: cmark-gfm makes the HTML, and that must be tables and text of ours only.

Usage: markdown_pages.py NAMES REPORT...

NAMES lists names that have to stand in the report of the night "awkward" as they are. Prints REPORT: what is wrong for
each problem, and exits 1 if there is any.
"""

import html.parser
import pathlib
import subprocess
import sys

OURS = {"h1", "h2", "h3", "p", "strong", "ol", "ul", "li", "pre", "code", "table", "thead", "tbody", "tr", "th", "td", "img", "details",
        "summary", "input"}


class Page(html.parser.HTMLParser):
    """The tags and texts of a rendered report."""

    def __init__(self):
        super().__init__()
        self.problems = []
        self.open = []
        self.text = ""
        self.tables = []

    def handle_starttag(self, tag, attributes):
        if tag not in OURS:
            self.problems.append(f"<{tag}> comes from a name")
        if tag == "img":
            if dict(attributes).get("src") != "stock.svg":
                self.problems.append(f"a picture from elsewhere: {attributes}")
            return
        if tag == "table":
            self.tables.append([])
        if tag == "tr":
            self.tables[-1].append(0)
        if tag in ("td", "th"):
            self.tables[-1][-1] += 1
        if tag != "input":
            self.open.append(tag)

    def handle_endtag(self, tag):
        if tag in ("img", "input"):
            return
        if not self.open or self.open.pop() != tag:
            self.problems.append(f"</{tag}> closes something else")

    def handle_comment(self, data):
        # An empty one keeps what looks like an address from becoming a link.
        if data.strip():
            self.problems.append(f"a comment: {data}")

    def handle_data(self, data):
        self.text += data


def check(report, names):
    source = report.read_text(encoding="utf-8")
    extensions = [word for name in ("table", "autolink", "strikethrough", "tagfilter", "tasklist") for word in ("-e", name)]
    made = subprocess.run(
        ["cmark-gfm", "--unsafe", *extensions], input=source, capture_output=True, text=True, check=True).stdout
    page = Page()
    page.feed(made)
    problems = page.problems
    # A rule of dashes stands under the header of each table, and nowhere else.
    rules = sum(line.startswith("| ---") for line in source.splitlines())
    if len(page.tables) != rules:
        problems.append(f"{rules} tables were written, {len(page.tables)} are seen")
    for table in page.tables:
        if len(set(table)) != 1 or len(table) < 2:
            problems.append(f"a table with rows of {sorted(set(table))} cells")
    if report.parent.name.startswith("awkward"):
        for name in names:
            # Markdown shows what hides as U+FFFD, and one blank for several.
            plain = name.split("\\u{")[0].strip()
            if plain not in page.text:
                problems.append(f"the name {name!r} is not there as it is")
    if len(source.encode()) > 60_000:
        problems.append("it is longer than 60 kB")
    return problems


def main():
    names = pathlib.Path(sys.argv[1]).read_text(encoding="utf-8").splitlines()
    reports = [pathlib.Path(name) for name in sys.argv[2:]]
    count = 0
    for report in reports:
        for problem in check(report, names):
            print(f"{report.parent.name}/report.md: {problem}")
            count += 1
    print(f"{len(reports)} reports, {count} problems")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())

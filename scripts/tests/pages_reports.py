"""report.html, plan.html, index.html and stock.svg of some runs in headless Chromium, at the widths of phones and desktops, in
light and dark, and in print; and report.md, rendered by cmark-gfm as on GitHub."""

import itertools
import pathlib
import re
import subprocess
import urllib.parse
import xml.etree.ElementTree

import nights
import pytest
from browser import DESKTOP, OVERFLOW, PHONE, TALL, Tab

from shop import PROGRAM, ROOT, make_once, run

# The widths at which the most detailed pages are checked, each with a color scheme; with --full, each width in both.
SCREENS = {(360, 740): "light", PHONE: "light", TALL: "dark", DESKTOP: "dark"}
# The widths and color schemes that axe-core checks; its findings depend on the colors, and hardly on the width.
AUDITED = [(PHONE, "light"), (DESKTOP, "dark")]
REPORTS = ["disaster-ko", "disaster-en", "awkward-ko", "awkward-en", "single-en", "names-ko", "month-ko", "empty-ko", "perfect-ko",
           "long-ko", "ledger-ko"]
PAGES = [*(f"{name}/report.html" for name in REPORTS), "plan/plan.html", "index-ko/index.html", "index-en/index.html"]
OWN_HTML = re.compile(r"(</?details>|<summary>[^<]*</summary>|<!--\s*-->|\s)*")
# The kinds of nodes that a report.md may contain, besides its own HTML; any other kind comes from a name.
OURS = {"document", "heading", "paragraph", "text", "softbreak", "strong", "list", "item", "tasklist", "code", "code_block", "image",
        "table", "table_header", "table_row", "table_cell"}
BYTES_MAX = 60_000

# Returns a list of the problems in the content of a page, such as charts without a text.
CONTENT = """
(() => {
  const found = [];
  const all = (query) => [...document.querySelectorAll(query)];
  for (const chart of all('svg:not([aria-hidden=true])')) {
    const label = chart.getAttribute('aria-label') || '';
    if (label.length < 8) found.push('a chart has no text');
    if (!chart.querySelector('path[d]:not([d=""]), rect')) found.push(`an empty chart: ${label}`);
    if (chart.getBoundingClientRect().height < 40) found.push(`a flat chart: ${label}`);
    if (!chart.closest('figure')?.querySelector('figcaption')?.textContent.trim()) found.push('a figure has no caption');
  }
  for (const table of all('table')) {
    if (table.querySelectorAll('thead th:not([scope=col]), tbody th:not([scope=row])').length) found.push('a scope is missing');
    for (const row of table.rows) {
      if (row.cells.length !== table.rows[0].cells.length) found.push('a row is not as wide as its header');
    }
  }
  if (all('h1').length !== 1) found.push('not one h1');
  for (const link of all('a[href^="#"]')) {
    if (!document.querySelector(link.getAttribute('href'))) found.push(`${link.textContent} leads nowhere`);
  }
  const long = all('table[data-find]').length > 0;
  if (document.scripts.length !== (long ? 1 : 0)) found.push('a script where none is needed, or none where one is');
  if (long && !all('thead button').length) found.push('the script did not run');
  if (/undefined|Optional\\(|nil\\b/.test(document.body.textContent)) found.push('a value was not filled in');
  return found;
})()
"""
# Checks that the first figure is in the upper part of the page, at the width of a phone.
FIRST_FIGURES = """
[...document.querySelectorAll('.figures .value')].slice(0, 1).filter((one) => one.getBoundingClientRect().bottom > 600)
  .map(() => 'the first figure stands below 600 pixels')
"""
# Checks that sales, purchases and tasks begin on the first screen of a phone.
FIRST_SCREEN = """
['figures', 'buy', 'todo'].map((id) => document.getElementById(id)).filter((one) => one)
  .filter((one) => (one.matches('dl') ? one : one.querySelector('h2')).getBoundingClientRect().bottom > innerHeight)
  .map((one) => `${one.id} is not on the first screen`)
"""
# The pages of ordinary shops, for which FIRST_SCREEN is checked.
ANSWERING = ("month-ko", "index-ko", "index-en")
# Returns the numbers and dates that are broken into several lines.
UNBROKEN = """
(() => {
  const found = [];
  const range = document.createRange();
  for (const one of document.querySelectorAll('td.n, .figures .value, time')) {
    range.selectNodeContents(one);
    const tops = new Set([...range.getClientRects()].filter((box) => box.width).map((box) => Math.round(box.top)));
    if (tops.size > 1) found.push(`'${one.textContent}' is broken`);
    if (one.closest('.figures') && one.scrollWidth > one.clientWidth + 1) found.push(`'${one.textContent}' leaves its card`);
  }
  return found;
})()
"""
# Opens all collapsed parts, so that they are checked as well.
UNFOLD = "document.querySelectorAll('details').forEach((one) => { one.open = true; })"
CUT_OFF = """
[...document.querySelectorAll('.scroll')].filter((one) => one.scrollWidth > one.clientWidth + 1)
  .map((one) => `the table '${one.getAttribute('aria-label')}' is cut off`)
"""
# Sorts each table by each column in both directions, and filters it; returns a problem if a row is missing afterwards.
SORTING = """
(() => {
  const found = [];
  for (const table of document.querySelectorAll('table[data-find]')) {
    const rows = () => [...table.tBodies[0].rows].map((row) => row.textContent);
    const before = rows();
    const last = [...table.tHead.rows[0].cells].at(-1);
    last.querySelector('button').click();
    const once = last.getAttribute('aria-sort');
    last.querySelector('button').click();
    if (!once || once === last.getAttribute('aria-sort')) found.push('a second click does not turn the order round');
    if (rows().sort().join() !== before.sort().join()) found.push('sorting lost a row');
    const find = table.parentElement.previousElementSibling;
    if (find?.matches('input[type=search]')) {
      const count = () => [...table.tBodies[0].rows].filter((row) => !row.hidden).length;
      find.value = 'no such text anywhere';
      find.dispatchEvent(new Event('input'));
      if (count()) found.push('what is not there was found');
      find.value = '';
      find.dispatchEvent(new Event('input'));
      if (count() !== before.length) found.push('rows stay hidden');
    }
  }
  return found;
})()
"""
PICTURE = """
[...document.querySelectorAll('text')].filter((text) => {
  const {x, y, width, height} = text.getBBox(), whole = document.documentElement.viewBox.baseVal;
  return x < 0 || x + width > whole.width || y + height > whole.height;
}).map((text) => `'${text.textContent}' sticks out`)
"""
# Returns the visible links; the links of a report to an index are hidden unless the report was opened from an index.
LINKS = """
[...document.querySelectorAll('a:not([href^="#"])')]
  .filter((one) => getComputedStyle(one).visibility !== 'hidden').map((one) => one.getAttribute('href'))
"""


def make_pages(folder):
    folder.mkdir()
    nights.write_all(folder)

    def call(*words):
        run(0, "env", "-C", folder, PROGRAM, *words)

    def night(name, language, page, *options, date="2026-11-20"):
        call("run", f"{name}.csv", "--output", page, "--language", language, "--quiet", "--fail-on", "none", "--column",
             "id=주문번호", *(["--date", date] if date else []), *options)

    for language in ("ko", "en"):
        night("disaster", language, f"disaster-{language}")
        night("awkward", language, f"awkward-{language}", "--menu", "awkward.menu.csv")
        index = f"index-{language}"
        # An index of the runs of a month, a second run of one day, a run without a date, and a folder without reports.
        (folder / index / '<b>"x" & a name that is long enough to have to be broken somewhere, whatever the width').mkdir(parents=True)
        for day in range(1, 29):
            name = "empty" if day == 14 else "disaster" if day % 10 in (3, 6, 9) else "perfect"
            # The ids of each day differ, so that no two files are the same.
            text = (folder / f"{name}.csv").read_text(encoding="utf-8").replace("\nN-", f"\n{day}-")
            (folder / f"night-{day:02}.csv").write_text(text, encoding="utf-8")
            night(f"night-{day:02}", language, f"{index}/2026-11-{day:02}/{name}", date=f"2026-11-{day:02}")
        call("run", f"{index}/2026-11-03/disaster/failure.csv", "--output", f"{index}/2026-11-04/again", "--date", "2026-11-04",
             "--quiet", "--fail-on", "none", "--language", language)
        night("perfect", language, f"{index}/no-date", date=None)
        call("index", index, "--language", language)
    night("single", "en", "single-en", "--menu", "single.menu.csv", "--column", "time=시각")
    night("names", "ko", "names-ko", "--menu", "names.menu.csv", "--column", "time=시각", "--shop", "가" * 33)
    month = ["--menu", "month.menu.csv", "--ledger", "month.sqlite"]
    for day in range(1, 31):
        night(f"month-{day:02}", "ko", "month-ko", *month, "--column", "time=시각", "--shop", "쥬스나라 강남점", date=f"2026-11-{day:02}")
    call("plan", *month, "--days", 7, "--language", "ko", "--output", "plan")
    for name in ("empty", "perfect", "long"):
        night(name, "ko", f"{name}-ko")
    # With a ledger, a page shows earlier runs; the page of the last run is checked.
    for name in ("perfect", "disaster", "long"):
        night(name, "ko", "ledger-ko", "--ledger", "shop.sqlite")


@pytest.fixture
def pages(shared):
    return make_once(shared, "pages", make_pages)


def screens(page, is_full):
    """The widths and color schemes in which a page is checked."""
    if not page.startswith(("disaster-ko", "month-ko", "index", "awkward-ko", "names-ko")):
        return AUDITED
    return itertools.product(SCREENS, ("light", "dark")) if is_full else SCREENS.items()


@pytest.mark.parametrize("page", PAGES)
def test_page(page, pages, chromium, is_full):
    problems = []
    for size, scheme in screens(page, is_full):
        name = f"{page.split('/')[0]}-{size[0]}-{scheme}"
        with Tab(chromium, size, scheme) as tab:
            tab.go((pages / page).as_uri())
            if size == PHONE and page.startswith(ANSWERING):
                problems += tab.evaluate(FIRST_SCREEN)
            tab.evaluate(UNFOLD)
            problems += tab.look(name, with_axe=(size, scheme) in AUDITED)
            scripts = [CONTENT, UNBROKEN, *([FIRST_FIGURES] if size[0] < 500 else []), SORTING]
            found = [one for script in scripts for one in tab.evaluate(script)] + tab.complaints
            if page.startswith("awkward"):
                text = tab.evaluate("document.body.textContent")
                found += [f"the name {one!r} is not there as it is" for one in nights.visible_names() if one not in text]
            links = tab.evaluate(LINKS)
            assert links or not page.startswith("index")
            found += [f"{one} is not there" for one in links if not beside(pages / page, one).is_file()]
            if (size, scheme) == (DESKTOP, "dark"):
                found += print_out(tab, page.split("/")[0])
            problems += [f"{name}: {one}" for one in found]
    assert not problems


def beside(page, link):
    return (page.parent / urllib.parse.unquote(link.partition("#")[0])).resolve()


@pytest.mark.parametrize("index", ["index-ko", "index-en"])
def test_reports_and_index_lead_to_each_other(index, pages, chromium):
    page = pages / index / "index.html"
    with Tab(chromium, PHONE, "light") as tab:
        tab.go(page.as_uri())
        links = [one for one in tab.evaluate(LINKS) if "#" in one]
        places = tab.evaluate("[...document.querySelectorAll('[id]')].map((one) => one.id)")
        assert len(links) > 28
        for link in links:
            report = beside(page, link).read_text(encoding="utf-8")
            back = re.search(f'<nav class="around" id="{link.partition("#")[2]}".*</nav>', report)[0]
            assert {beside(beside(page, link), to) for to in re.findall('href="([^"]*)"', back)} == {page.resolve()}
        # A day in the middle of the month has a previous and a next day.
        middle = next(one for one in links if one.startswith("2026-11-15/"))
        tab.go(f"{page.parent.as_uri()}/{middle.replace('#up', '#none')}")
        assert not tab.evaluate(LINKS)
        tab.go(f"{page.parent.as_uri()}/{middle}")
        back = tab.evaluate(LINKS)
        assert len(back) == 4 and all(one.partition("#")[2] in places for one in back)
        # The links stay visible after a link within the page was followed.
        tab.evaluate("location.hash = '#juices'")
        assert len(tab.evaluate(LINKS)) == 4


def print_out(tab, name):
    """Problems of the printed page: parts that are cut off, or a dark background."""
    tab.resize((720, 1000))
    tab.page.emulate_media(media="print", color_scheme="dark")
    found = tab.evaluate(OVERFLOW) + tab.evaluate(UNBROKEN) + tab.evaluate(CUT_OFF)
    if tab.evaluate("getComputedStyle(document.body).backgroundColor") != "rgb(255, 255, 255)":
        found.append("the paper is not white")
    pdf = tab.page.pdf(path=ROOT / ".build/pages" / f"{name}.pdf", format="A4")
    assert pdf.startswith(b"%PDF") and len(pdf) > 10_000
    return [f"in print: {one}" for one in found]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["disaster-ko", "long-ko"])
def test_picture(name, scheme, pages, chromium):
    with Tab(chromium, (720, 900), scheme) as tab:
        tab.go((pages / name / "stock.svg").as_uri())
        assert tab.evaluate(PICTURE) + tab.complaints == []


@pytest.mark.parametrize("name", REPORTS)
def test_markdown(name, pages):
    """GitHub renders all tables as tables, and no name is read as Markdown or HTML."""
    source = pathlib.Path(pages, name, "report.md").read_text(encoding="utf-8")
    assert len(source.encode()) <= BYTES_MAX
    extensions = [word for one in ("table", "autolink", "strikethrough", "tagfilter", "tasklist") for word in ("-e", one)]
    page = subprocess.run(["cmark-gfm", "--to", "xml", *extensions], input=source, capture_output=True, text=True, check=True).stdout
    kinds = [(node.tag.rpartition("}")[2], node) for node in xml.etree.ElementTree.fromstring(page).iter()]
    for kind, node in kinds:
        # An empty comment prevents text that looks like an address from becoming a link.
        is_ours = OWN_HTML.fullmatch(node.text) if "html" in kind else kind in OURS
        assert is_ours and node.get("destination", "stock.svg") == "stock.svg", f"{kind} {node.text} comes from a name"
    tables = [[len(row) for row in node] for kind, node in kinds if kind == "table"]
    # Only the line under the header of a table begins with dashes.
    assert len(tables) == sum(line.startswith("| ---") for line in source.splitlines())
    assert all(len(set(table)) == 1 and len(table) > 1 for table in tables)
    if name.startswith("awkward"):
        # Control characters are shown as U+FFFD, and several spaces as one.
        text = "".join(node.text or "" for kind, node in kinds if "html" not in kind)
        assert not [one for one in nights.visible_names() if one.split("\\u{")[0].strip() not in text]

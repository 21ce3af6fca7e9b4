"""Opens report pages in headless Chromium and checks what a person would see.

Usage: pages.py AXE SHOTS NAMES PAGE...

AXE is axe.min.js, SHOTS the folder for screenshots and PDFs, NAMES lists names that have to stand on the page of the
night "awkward" as they are, PAGE is a report.html, an index.html or a stock.svg; of a page the name of its folder says what it
shows. Prints PAGE: what is wrong for each problem, and exits 1 if there is any.
"""

import base64
import pathlib
import sys
import tempfile
import urllib.parse

from browser import AXE_RUN, DESKTOP, OVERFLOW, PHONE, Browser

# The widths of phones, of a tablet and of a desk; `PHONE` and `DESKTOP` among them.
SIZES = {"small phone": (360, 740), "phone": PHONE, "tablet": (768, 1024), "desk": DESKTOP}

# What is to hold on a page; each gives a list of complaints.
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
  const levels = all('h1, h2, h3').map((one) => Number(one.tagName[1]));
  levels.forEach((level, at) => { if (at && level > levels[at - 1] + 1) found.push('a heading level is skipped'); });
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
# What people look for first stands where they look first; the page is asked of at the width of a phone.
FIRST_FIGURES = """
(() => {
  const first = document.querySelector('.figures .value');
  return first && first.getBoundingClientRect().bottom > 600 ? ['the first figure stands below 600 pixels'] : [];
})()
"""
# Numbers and days stand in one line each, and what can be scrolled on a screen is not cut off on paper.
UNBROKEN = """
(() => {
  const found = [];
  const range = document.createRange();
  for (const one of document.querySelectorAll('td.n, td.d span, .figures .value, .needs strong, time')) {
    range.selectNodeContents(one);
    const tops = new Set([...range.getClientRects()].filter((box) => box.width).map((box) => Math.round(box.top)));
    if (tops.size > 1) found.push(`'${one.textContent}' is broken`);
    if (one.closest('.figures') && one.scrollWidth > one.clientWidth + 1) found.push(`'${one.textContent}' leaves its card`);
  }
  return found;
})()
"""
# What is folded away is looked at, too.
UNFOLD = "document.querySelectorAll('details').forEach((one) => { one.open = true; })"
CUT_OFF = """
[...document.querySelectorAll('.scroll')].filter((one) => one.scrollWidth > one.clientWidth + 1)
  .map((one) => `the table '${one.getAttribute('aria-label')}' is cut off`)
"""
# Sorting by a column, either way, and looking for something: every row is there again afterwards.
SORTING = """
(() => {
  const found = [];
  for (const table of document.querySelectorAll('table[data-find]')) {
    const rows = () => [...table.tBodies[0].rows].map((row) => row.textContent);
    const before = rows();
    const heads = [...table.tHead.rows[0].cells];
    const last = heads.at(-1);
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
(() => {
  const found = [];
  const [, , wide, high] = document.documentElement.getAttribute('viewBox').split(' ').map(Number);
  for (const text of document.querySelectorAll('text')) {
    const box = text.getBBox();
    if (box.x < 0 || box.x + box.width > wide || box.y + box.height > high) found.push(`'${text.textContent}' sticks out`);
  }
  return found;
})()
"""


def screens(page):
    """The widths and colour schemes to look at a page in: all for the nights that show most, else two extremes."""
    if page.parent.name in ("disaster-ko", "month-ko") or page.name == "index.html":
        return [(size, scheme) for size in SIZES.values() for scheme in ("light", "dark")]
    if page.parent.name in ("awkward-ko", "names-ko"):
        return [(size, "light") for size in SIZES.values()] + [(DESKTOP, "dark")]
    return [(PHONE, "light"), (DESKTOP, "dark")]


def check_page(browser, page, axe, names, shots):
    """Checks a report.html in several widths and colour schemes, and in print."""
    problems = []
    url = page.resolve().as_uri()
    for size, scheme in screens(page):
        name = f"{page.parent.name}-{size[0]}-{scheme}"
        target = browser.open(url, size, scheme)
        shot = browser.call("Page.captureScreenshot", format="png", captureBeyondViewport=True)
        (shots / f"{name}.png").write_bytes(base64.b64decode(shot["data"]))
        browser.evaluate(UNFOLD)
        found = browser.evaluate(OVERFLOW) + browser.evaluate(CONTENT) + browser.evaluate(UNBROKEN) + browser.complaints(url)
        if size[0] < 500:
            found += browser.evaluate(FIRST_FIGURES)
        if page.parent.name.startswith("awkward"):
            text = browser.evaluate("document.body.textContent")
            found += [f"the name {one!r} is not there as it is" for one in names if one not in text]
        found += check_links(browser, page)
        browser.evaluate(axe)
        found += browser.evaluate(AXE_RUN)
        found += browser.evaluate(SORTING)
        problems += [f"{name}: {one}" for one in found]
        if (size, scheme) == (DESKTOP, "dark"):
            problems += check_print(browser, page, shots)
        browser.close(target)
    return problems


def check_links(browser, page):
    """Checks that what a page leads to beside it is there."""
    links = browser.evaluate("[...document.querySelectorAll('a:not([href^=\"#\"])')].map((one) => one.getAttribute('href'))")
    missing = [one for one in links if not (page.parent / urllib.parse.unquote(one)).is_file()]
    if page.name == "index.html" and not links:
        missing = ["a page of nights"]
    return [f"{one} is not there" for one in missing]


def check_print(browser, page, shots):
    """Checks what comes out on paper: nothing is cut off, and a dark screen does not make dark paper."""
    name = page.parent.name
    browser.call("Emulation.setDeviceMetricsOverride", width=720, height=1000, deviceScaleFactor=1, mobile=False)
    browser.media("print", "dark")
    found = browser.evaluate(OVERFLOW) + browser.evaluate(UNBROKEN) + browser.evaluate(CUT_OFF)
    # The colour that this gives is white: rgb(255, 255, 255).
    if browser.evaluate("getComputedStyle(document.body).backgroundColor") != "rgb(255, 255, 255)":
        found.append("the paper is not white")
    pdf = base64.b64decode(browser.call("Page.printToPDF", printBackground=False, paperWidth=8.27, paperHeight=11.69)["data"])
    (shots / f"{name}.pdf").write_bytes(pdf)
    if not pdf.startswith(b"%PDF") or len(pdf) < 10_000:
        found.append("there is no PDF")
    return [f"{name}-print: {one}" for one in found]


def check_picture(browser, picture, shots):
    """Checks a stock.svg by itself."""
    problems = []
    url = picture.resolve().as_uri()
    for scheme in ("light", "dark"):
        name = f"{picture.parent.name}-stock-{scheme}"
        target = browser.open(url, (720, 900), scheme)
        found = browser.evaluate(PICTURE) + browser.complaints(url)
        shot = browser.call("Page.captureScreenshot", format="png")
        (shots / f"{name}.png").write_bytes(base64.b64decode(shot["data"]))
        browser.close(target)
        problems += [f"{name}: {one}" for one in found]
    return problems


def main():
    axe, shots = pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"), pathlib.Path(sys.argv[2])
    names = pathlib.Path(sys.argv[3]).read_text(encoding="utf-8").splitlines()
    pages = [pathlib.Path(name) for name in sys.argv[4:]]
    with tempfile.TemporaryDirectory(prefix="juice-batch-pages-", ignore_cleanup_errors=True) as folder:
        browser = Browser(pathlib.Path(folder))
        try:
            problems = []
            for page in pages:
                if page.suffix == ".svg":
                    problems += check_picture(browser, page, shots)
                else:
                    problems += check_page(browser, page, axe, names, shots)
        finally:
            browser.quit()
    for problem in problems:
        print(problem)
    print(f"{len(pages)} pages, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())

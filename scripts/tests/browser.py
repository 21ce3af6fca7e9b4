"""Headless Chromium, driven by Playwright, and the checks of every page."""

import os
import pathlib
import re
import time

from playwright.sync_api import Error

from shop import ROOT

PHONE, DESKTOP = (390, 844), (1280, 900)
TABLET, TALL, NARROW, WIDE, SIDEWAYS, SMALL_TABLET = (1024, 768), (768, 1024), (360, 640), (1920, 1080), (812, 375), (600, 960)
MOBILE = {PHONE, NARROW, SIDEWAYS, SMALL_TABLET}
SECONDS_MAX = 10
# What sticks out of a page: a list of complaints.
OVERFLOW = """
(() => {
  const wide = document.documentElement.clientWidth;
  const found = [];
  if (document.documentElement.scrollWidth > wide) found.push('the page scrolls sideways');
  for (const one of document.body.querySelectorAll('*')) {
    if (one.closest('.scroll > *') || one.closest('.skip') || one.closest('svg > *')) continue;
    const box = one.getBoundingClientRect();
    if (box.width && (box.right > wide + 0.5 || box.left < -0.5)) {
      found.push(`<${one.tagName.toLowerCase()} class="${one.getAttribute('class') || ''}"> sticks out`);
    }
  }
  return found;
})()
"""
# What axe-core says of a page, once its script is there.
AXE_RUN = """
axe.run(document, {resultTypes: ['violations']}).then((result) => result.violations.map(
  (one) => `axe: ${one.id}: ${one.help}: ${one.nodes.slice(0, 3).map((node) => node.html.slice(0, 120)).join(' ')}`))
"""
CENTER = """(selector) => {
  const one = document.querySelector(selector);
  one.scrollIntoView({block: 'center'});
  const box = one.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2, box.width, box.height];
}"""


class Tab:
    """A tab with cookies of its own, and what was wrong with its pages."""

    axe = pathlib.Path(os.environ["JUICE_BATCH_AXE"]).read_text(encoding="utf-8")

    def __init__(self, browser, size, scheme="light", has_script=True):
        self.context = browser.new_context(no_viewport=True, color_scheme=scheme, java_script_enabled=has_script)
        self.page = self.context.new_page()
        self.devtools = self.context.new_cdp_session(self.page)
        self.has_script = has_script
        # What the browser itself says, and what the page asks for besides itself.
        self.complaints = []
        self.page.on("console", lambda message: self.complaints.append(f"console: {message.text}"))
        self.page.on("pageerror", lambda error: self.complaints.append(f"an exception: {error}"))
        self.page.on("request", lambda request: request.is_navigation_request() or self.complaints.append(f"asks for {request.url}"))
        self.evaluate = self.page.evaluate
        self.resize(size)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.context.close()

    def go(self, url):
        """Opens a page; the one before may still be on its way to the one that a link leads to."""
        deadline = time.monotonic() + SECONDS_MAX
        while True:
            try:
                self.page.goto(url)
                return
            except Error as error:
                is_interrupted = re.search("interrupted by another navigation|net::ERR_ABORTED", str(error))
                assert is_interrupted and time.monotonic() < deadline, f"{url} cannot be opened: {error}"
            time.sleep(0.05)

    def resize(self, size):
        self.devtools.send("Emulation.setDeviceMetricsOverride", {
            "width": size[0], "height": size[1], "deviceScaleFactor": 1, "mobile": size in MOBILE})

    def until(self, expression, seconds=SECONDS_MAX):
        """Waits until an expression holds."""
        deadline = time.monotonic() + seconds
        while True:
            try:
                if self.evaluate(f"!!({expression})"):
                    return
            except Error:
                # A page on its way to the next one.
                pass
            assert time.monotonic() < deadline, f"not within {seconds} s: {expression}\n{self.evaluate('document.body.innerText')[:300]}"
            time.sleep(0.02)

    def click(self, selector, count=1):
        """Clicks what is found, where a finger would; twice quickly if `count` is 2."""
        self.until(f"document.readyState === 'complete' && document.querySelector({selector!r})")
        x, y, *size = self.evaluate(CENTER, selector)
        assert min(size) >= 40, f"{selector} is {size}, too small for a finger"
        self.page.mouse.click(x, y, click_count=count)

    def look(self, name, with_axe=True):
        """Takes a picture, which is kept, and says what is wrong with the page to look at."""
        found = self.evaluate(OVERFLOW)
        if with_axe and self.has_script:
            self.evaluate(self.axe)
            found += self.evaluate(AXE_RUN)
        self.page.screenshot(path=ROOT / ".build/pages" / f"{name}.png", full_page=True)
        return [f"{name}: {one}" for one in found]

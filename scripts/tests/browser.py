"""Tabs of headless Chromium, controlled by Playwright, and checks that apply to every page."""

import contextlib
import os
import pathlib
import re

from playwright.sync_api import Error

from shop import ROOT, wait_for

PHONE, DESKTOP = (390, 844), (1280, 900)
TABLET, TALL, NARROW, WIDE, SIDEWAYS, SMALL_TABLET = (1024, 768), (768, 1024), (360, 640), (1920, 1080), (812, 375), (600, 960)
MOBILE = {PHONE, NARROW, SIDEWAYS, SMALL_TABLET}
SECONDS_MAX = 10
# Returns a list of the elements that extend beyond the width of the page.
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
# Returns a list of the violations that axe-core finds in a page; the page must have loaded axe-core. Contrast, which takes most of
# the time, is checked on two of the texts that look the same; axe-core does not judge the contrast of single letters.
AXE_RUN = """
(() => {
  const looks = new Map(), counts = new Map();
  for (const one of document.querySelectorAll('*')) {
    const style = getComputedStyle(one), text = [...one.childNodes].map((node) => node.nodeType === 3 ? node.data.trim() : '').join('');
    looks.set(one, ['color', 'backgroundColor', 'backgroundImage', 'opacity', 'visibility', 'position', 'fontSize', 'fontWeight',
      'textShadow', 'clipPath'].map((name) => style[name]).concat(one.matches(':disabled'), looks.get(one.parentElement)).join());
    const look = [looks.get(one), one.tagName, Math.min(text.length, 2), one.checkVisibility()].join();
    counts.set(look, (counts.get(look) || 0) + 1);
    if (counts.get(look) <= 2) one.dataset.audited = '';
  }
  axe.configure({rules: [{id: 'color-contrast', selector: '[data-audited]'}]});
  return axe.run(document, {resultTypes: ['violations']}).then((result) => result.violations.map(
    (one) => `axe: ${one.id}: ${one.help}: ${one.nodes.slice(0, 3).map((node) => node.html.slice(0, 120)).join(' ')}`));
})()
"""
CENTER = """(selector) => {
  const one = document.querySelector(selector);
  one.scrollIntoView({block: 'center'});
  const box = one.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2, box.width, box.height];
}"""


class Tab:
    """A browser tab with its own cookies, and the problems of its pages."""

    axe = pathlib.Path(os.environ["JUICE_BATCH_AXE"]).read_text(encoding="utf-8")
    saves_pictures = False

    def __init__(self, browser, size, scheme="light", has_script=True):
        self.context = browser.new_context(no_viewport=True, color_scheme=scheme, java_script_enabled=has_script)
        self.page = self.context.new_page()
        self.devtools = self.context.new_cdp_session(self.page)
        self.has_script = has_script
        # Messages on the console, exceptions, and requests for anything but the page itself.
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
        """Opens a page, and tries again if a navigation that is still in progress interrupts this."""
        def is_opened():
            try:
                self.page.goto(url)
                return True
            except Error as error:
                if not re.search("interrupted by another navigation|net::ERR_ABORTED", str(error)):
                    raise
                return False

        wait_for(is_opened, SECONDS_MAX, lambda: f"{url} cannot be opened")

    def resize(self, size):
        self.devtools.send("Emulation.setDeviceMetricsOverride", {
            "width": size[0], "height": size[1], "deviceScaleFactor": 1, "mobile": size in MOBILE})

    def until(self, expression, seconds=SECONDS_MAX):
        def is_true():
            # The expression cannot be evaluated during a navigation.
            with contextlib.suppress(Error):
                return self.evaluate(f"!!({expression})")

        wait_for(is_true, seconds, lambda: f"not within {seconds} s: {expression}\n{self.evaluate('document.body.innerText')[:300]}")

    def click(self, selector, count=1):
        """Clicks the center of an element, which must be large enough for a finger; double-clicks if `count` is 2."""
        self.until(f"document.readyState === 'complete' && document.querySelector({selector!r})")
        x, y, *size = self.evaluate(CENTER, selector)
        assert min(size) >= 40, f"{selector} is {size}, too small for a finger"
        self.page.mouse.click(x, y, click_count=count)

    def look(self, name, with_axe=True):
        """Returns the problems of the page's layout, and those that axe-core finds."""
        found = self.evaluate(OVERFLOW)
        if with_axe and self.has_script:
            self.evaluate(self.axe)
            found += self.evaluate(AXE_RUN)
        if self.saves_pictures:
            self.page.screenshot(path=ROOT / ".build/pages" / f"{name}.png", full_page=True)
        return [f"{name}: {one}" for one in found]

"""Drives headless Chromium, and asks of a page what a person would see.

The browser is driven over a pipe by the Chrome DevTools Protocol: one JSON message, one NUL byte.
"""

import json
import os
import select
import subprocess
import time

PHONE, DESKTOP = (390, 844), (1280, 900)
SECONDS_MAX = 60

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


class Browser:
    """One headless Chromium, and one tab at a time."""

    def __init__(self, folder):
        to_read, self.write_end = os.pipe()
        self.read_end, to_write = os.pipe()

        def wire():
            os.dup2(to_read, 10)
            os.dup2(to_write, 11)
            os.dup2(10, 3)
            os.dup2(11, 4)

        self.log = open(folder / "chromium.log", "wb")
        self.process = subprocess.Popen(
            ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
             "--disable-background-networking", "--no-first-run", "--remote-debugging-pipe",
             f"--user-data-dir={folder / 'profile'}", "about:blank"],
            preexec_fn=wire, pass_fds=(3, 4), stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log)
        os.close(to_read)
        os.close(to_write)
        self.buffer = b""
        self.number = 0
        self.events = []
        self.session = None

    def receive(self):
        deadline = time.monotonic() + SECONDS_MAX
        while b"\0" not in self.buffer:
            if not select.select([self.read_end], [], [], max(0, deadline - time.monotonic()))[0]:
                raise TimeoutError("the browser does not answer")
            data = os.read(self.read_end, 1 << 20)
            if not data:
                raise ConnectionError("the browser has gone")
            self.buffer += data
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.write_end, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self.events.append(answer)

    def wait_for(self, name):
        while not any(event.get("method") == name for event in self.events):
            self.events.append(self.receive())

    def open(self, url, size, scheme):
        """Opens a page in a tab of its own."""
        self.session = None
        self.events = []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")
        self.call("Emulation.setDeviceMetricsOverride", width=size[0], height=size[1], deviceScaleFactor=1,
                  mobile=size == PHONE)
        self.media("screen", scheme)
        self.events = []
        self.call("Page.navigate", url=url)
        self.wait_for("Page.loadEventFired")
        return target

    def media(self, media, scheme):
        self.call("Emulation.setEmulatedMedia", media=media, features=[{"name": "prefers-color-scheme", "value": scheme}])

    def evaluate(self, script):
        result = self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in result:
            raise RuntimeError(result["exceptionDetails"].get("exception", {}).get("description", "a script failed"))
        return result["result"].get("value")

    def complaints(self, url):
        """What the browser itself said of the page, and what the page asked for besides itself."""
        found = []
        for event in self.events:
            parameters = event.get("params", {})
            if event.get("method") == "Runtime.exceptionThrown":
                found.append("an exception was thrown")
            elif event.get("method") == "Log.entryAdded" and parameters["entry"]["level"] in ("error", "warning"):
                found.append(f"console: {parameters['entry']['text']}")
            elif event.get("method") == "Runtime.consoleAPICalled":
                found.append(f"console: {parameters['type']}")
            elif event.get("method") == "Network.requestWillBeSent" and parameters["request"]["url"] != url:
                found.append(f"asks for {parameters['request']['url']}")
        return found

    def close(self, target):
        self.session = None
        self.call("Target.closeTarget", targetId=target)

    def quit(self):
        os.close(self.write_end)
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.log.close()

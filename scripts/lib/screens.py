"""Starts the counter as a process, and sends it requests as the screens of the counter do."""

import functools
import http.client
import json
import os
import re
import signal
import subprocess
import urllib.parse

SECONDS_MAX = 120


class Silent(Exception):
    """The error that a counter ended without printing its link."""


class Counter:
    """A running counter with a ledger in a folder; it is killed at the end of a `with` block."""

    def __init__(self, program, folder, language="en", port=0, before=(), ledger="l.sqlite", options=(), **how):
        self.process = subprocess.Popen(
            [*before, program, "counter", "--ledger", ledger, "--listen", f"127.0.0.1:{port}", "--language", language,
             *options],
            cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
            **how)
        found = None
        while found is None:
            line = self.process.stdout.readline().decode()
            if not line:
                raise Silent(f"the counter said no address: {self.process.stderr.read().decode()[-500:]}")
            found = re.search(r"http://(127\.0\.0\.1:\d+)(/open\?token=\S+)", line)
        self.link, self.host, self.path = found.group(0, 1, 2)
        self.address = f"http://{self.host}"

    @functools.cached_property
    def cookie(self):
        """The session cookie of a screen; the link of the counter, which works once, is used for it."""
        connection = http.client.HTTPConnection(self.host, timeout=SECONDS_MAX)
        connection.request("GET", self.path, headers={"Connection": "close"})
        return connection.getresponse().headers["Set-Cookie"].split(";")[0]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end(signal.SIGKILL)

    def end(self, number):
        if self.process.poll() is None:
            os.killpg(self.process.pid, number)
        out, error = self.process.communicate(timeout=SECONDS_MAX)
        return subprocess.CompletedProcess(self.process.args, self.process.returncode, out, error)


class Screen:
    def __init__(self, counter):
        self.connection = http.client.HTTPConnection(counter.host, timeout=SECONDS_MAX)
        self.headers = {"Cookie": counter.cookie, "Origin": counter.address, "Accept": "application/json",
                        "Content-Type": "application/x-www-form-urlencoded"}
        self.connection.request("GET", "/state", headers=self.headers)
        self.shift = json.loads(self.connection.getresponse().read())["shift"]

    def press(self, place, fields):
        """Sends a request; returns the answer, or None if the counter has ended."""
        try:
            self.connection.request("POST", place, urllib.parse.urlencode({**fields, "shift": self.shift}), self.headers)
            response = self.connection.getresponse()
            body = response.read()
        except (OSError, http.client.HTTPException):
            return None
        if response.status != 200:
            raise ValueError(f"{place} {fields}: {response.status} {body[:300]}")
        return json.loads(body)

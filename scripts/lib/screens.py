"""A counter as a process, and screens that press at it."""

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
    """A counter that tells no link."""


class Counter:
    """A counter on a ledger of a folder; at the end of a `with` it is killed."""

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
        self.link = found[0]
        self.host, self.path = found.groups()
        self.address = f"http://{self.host}"

    @functools.cached_property
    def cookie(self):
        """What lets a screen in, for which the link is used up."""
        connection = http.client.HTTPConnection(self.host, timeout=SECONDS_MAX)
        connection.request("GET", self.path)
        cookie = connection.getresponse().headers["Set-Cookie"].split(";")[0]
        connection.close()
        return cookie

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end(signal.SIGKILL)

    def end(self, number):
        """Sends a signal, and waits for the end."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, number)
        out, error = self.process.communicate(timeout=SECONDS_MAX)
        return subprocess.CompletedProcess(self.process.args, self.process.returncode, out, error)


class Screen:
    """Presses at a counter, over a connection that it keeps."""

    def __init__(self, counter):
        self.connection = http.client.HTTPConnection(counter.host, timeout=SECONDS_MAX)
        self.headers = {"Cookie": counter.cookie, "Origin": counter.address, "Accept": "application/json",
                        "Content-Type": "application/x-www-form-urlencoded"}

    def press(self, place, fields):
        """What is answered; None if the counter has gone meanwhile."""
        try:
            self.connection.request("POST", place, urllib.parse.urlencode(fields), self.headers)
            response = self.connection.getresponse()
            body = response.read()
        except (OSError, http.client.HTTPException):
            return None
        if response.status != 200:
            raise ValueError(f"{place} {fields}: {response.status} {body[:300]}")
        return json.loads(body)

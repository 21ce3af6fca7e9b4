"""Tests of the systemd units: systemd accepts them, they are hardened, and their sandboxes allow all necessary system calls."""

import http.client
import re
import shutil
import signal
import subprocess

from shop import PROGRAM, run

EXPOSURE_MAX = 2.0
# The template units for one of several shops, and for chains.
SHOP_NIGHT = "juice-batch@.service"
SHOP_STATUS = "juice-batch-status@.service"
CHAIN_NIGHT = "juice-batch-chain@.service"
CHAIN_STATUS = "juice-batch-chain-status@.service"
ALERT = "juice-batch-alert@.service"
# The time of each timer, in Seoul.
TIMERS = {"juice-batch.timer": "03:30", "juice-batch@.timer": "03:30", "juice-batch-status.timer": "06:00",
          "juice-batch-status@.timer": "06:00", "juice-batch-chain@.timer": "03:30", "juice-batch-chain-status@.timer": "06:00"}
# The maximum exposure of the alert unit; it has network access, since the alarm program sends a text.
ALERT_EXPOSURE_MAX = 3.5
NIGHT, COUNTER, STATUS = (f"juice-batch{name}.service" for name in ("", "-counter", "-status"))
TRACE = ["strace", "-f", "-qq", "-e", "signal=none", "-o"]


def read_unit(installed, name):
    return (installed / "lib/systemd/system" / name).read_text(encoding="utf-8")


def test_units(installed, tmp_path):
    units = tmp_path / "system"
    shutil.copytree(installed / "lib/systemd/system", units)
    services = (NIGHT, SHOP_NIGHT, COUNTER, STATUS, SHOP_STATUS, CHAIN_NIGHT, CHAIN_STATUS)
    for service in (*services, ALERT):
        security = run(0, "systemd-analyze", "security", "--offline=true", "--no-pager", units / service)
        exposure = re.search(r"Overall exposure level for [^:]*: ([0-9.]+)", security)
        assert exposure and float(exposure[1]) <= (ALERT_EXPOSURE_MAX if service == ALERT else EXPOSURE_MAX), security
    # systemd-analyze requires that the program exists at the path in the unit.
    for unit in units.glob("juice-batch*"):
        text = re.sub("=/usr/local/(bin|lib)", rf"={installed}/\1", unit.read_text())
        unit.write_text(re.sub("^Documentation=.*\n", "", text, flags=re.MULTILINE))
    run(0, "systemd-analyze", "verify", "--man=no", *(units / name for name in (*TIMERS, *services, ALERT)))
    for timer, hour in TIMERS.items():
        times = re.findall(r"^OnCalendar=(.*)", (units / timer).read_text(), re.MULTILINE)
        assert times == [f"*-*-* {hour}:00 Asia/Seoul"]
        run(0, "systemd-analyze", "calendar", *times)
    for service in services:
        assert "OnFailure=juice-batch-alert@%n.service\n" in (units / service).read_text()
    assert "OnFailure" not in (units / ALERT).read_text(), "an alert that fails would tell of itself for ever"


def test_instance_units_use_their_own_folder(installed):
    """A template unit equals the unit for a single shop, except for the folder, the name and the settings file."""
    for alone, shared in ((NIGHT, SHOP_NIGHT), (STATUS, SHOP_STATUS)):
        one, several = (read_unit(installed, name) for name in (alone, shared))
        own = several.replace("EnvironmentFile=-/etc/juice-batch/%i.conf\n", "").replace("/shops/%i", "").replace(" %i", "")
        assert own == one and not re.search("@[a-z]+@|%", own.replace("@%n.service", "").replace("=-%E/", ""))
        assert several.count("/shops/%i") == 3 and several.count("%i.conf") == 1


def test_chain_units_match_shop_units(installed):
    """The units for chains are as hardened as those for shops, and differ only in the command, the folder and the name."""
    for alone, shared, command in ((NIGHT, CHAIN_NIGHT, "juice-batch chain run"),
                                   (STATUS, CHAIN_STATUS, "juice-batch status --folder")):
        one, chain = (read_unit(installed, name).splitlines() for name in (alone, shared))
        assert f"ExecStart=/usr/local/bin/{command} /var/lib/juice-batch/chains/%i" in "\n".join(chain)
        differing = {line.split("=")[0] for line in set(one) ^ set(chain) if not line.startswith("#")}
        assert differing == {"Description", "ExecStart", "EnvironmentFile", "WorkingDirectory", "StateDirectory"}


def system_calls(name):
    """The system calls in a set of systemd, such as @system-service."""
    found = set()
    for line in run(0, "systemd-analyze", "syscall-filter", name).splitlines():
        member = re.match(r"    ([@a-z0-9_]\S*)", line)
        if member:
            found |= system_calls(member[1]) if member[1].startswith("@") else {member[1]}
    return found


def forbidden_calls(installed, trace, service, calls_min=40):
    """The system calls in a trace that a service forbids.

    Two calls are left out: fchown, which SQLite calls only as root, and setpriority, which may fail without harm.
    """
    made = set(re.findall(r"^[0-9]+ +(?:<\.\.\. )?([a-z0-9_]+)(?:\(| resumed)", trace.read_text(errors="replace"),
                          re.MULTILINE)) - {"fchown", "setpriority"}
    assert len(made) > calls_min, "strace saw nothing"
    unit = read_unit(installed, service)
    allowed = re.findall("^SystemCallFilter=(@.*)", unit, re.MULTILINE)[0].split() + ["@default"]
    forbidden = re.findall("^SystemCallFilter=~(.*)", unit, re.MULTILINE)[0].split()
    permitted = set().union(*map(system_calls, allowed)) - set().union(*map(system_calls, forbidden))
    return made - permitted


def test_sandbox_allows_a_nightly_run(installed, shop, tmp_path):
    shop.deliver("a.csv", "item", "키위쥬스")
    trace = tmp_path / "trace"
    run(0, *TRACE, trace, PROGRAM, "nightly", "--folder", shop.folder, "--settle", "0.1")
    assert forbidden_calls(installed, trace, NIGHT) == set()


def test_sandbox_allows_status(installed, shop, tmp_path):
    """The sandbox of the status unit allows the system calls of status."""
    shop.deliver("a.csv", "item", "키위쥬스")
    shop.night(0)
    trace = tmp_path / "trace"
    run(0, *TRACE, trace, PROGRAM, "status", "--folder", shop.folder, "--fail-on", "none")
    assert forbidden_calls(installed, trace, STATUS, calls_min=20) == set()


def test_sandbox_allows_a_counter(installed, tmp_path):
    """The sandbox allows a counter to open a shift, to book an order and to be stopped; the shift can then be closed."""
    trace = tmp_path / "trace"
    unit = read_unit(installed, COUNTER)
    stop = getattr(signal, re.findall("^KillSignal=(.*)", unit, re.MULTILINE)[0])
    counter = subprocess.Popen(
        [*TRACE, trace, PROGRAM, "counter", "--ledger", "shop.sqlite", "--listen", "127.0.0.1:0"], cwd=tmp_path, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, start_new_session=True)
    address, path = re.search(r"http://([0-9.:]+)(/open\S+)", counter.stdout.readline().decode()).groups()
    connection = http.client.HTTPConnection(address, timeout=30)
    connection.request("GET", path)
    response = connection.getresponse()
    response.read()
    headers = {"Cookie": response.headers["Set-Cookie"].split(";")[0], "Origin": f"http://{address}",
               "Content-Type": "application/x-www-form-urlencoded"}
    connection.request("POST", "/order", "page=0123456789abcdef&juice=3", headers)
    assert connection.getresponse().status == 303
    tracees = subprocess.run(["pgrep", "-P", str(counter.pid)], capture_output=True, text=True, check=True).stdout.split()
    subprocess.run(["kill", f"-{stop.value}", *tracees], check=True)
    assert counter.wait(30) == 129
    assert set(re.findall("^SuccessExitStatus=(.*)", unit, re.MULTILINE)[0].split()) == {"SIGHUP", "129"}
    assert forbidden_calls(installed, trace, COUNTER) == set()
    run(0, PROGRAM, "counter", "close", "--ledger", tmp_path / "shop.sqlite", "--output", tmp_path / "reports")
    assert (tmp_path / "reports/success.csv").read_text().count("키위쥬스") >= 1

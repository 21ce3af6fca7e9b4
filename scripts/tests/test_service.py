"""Tests of the installed systemd units, and of those that juice-batch init writes for a user: systemd accepts them, they are
hardened, and their sandboxes allow all necessary system calls."""

import pathlib
import re
import shlex
import shutil
import signal

import pytest

from screens import Counter, Screen
from shop import PROGRAM, run

NIGHT, COUNTER, STATUS = (f"juice-batch{name}.service" for name in ("", "-counter", "-status"))
# The template units for one of several shops, and for chains.
SHOP_NIGHT, SHOP_STATUS, CHAIN_NIGHT, CHAIN_STATUS = (f"juice-batch{name}@.service" for name in ("", "-status", "-chain", "-chain-status"))
ALERT = "juice-batch-alert@.service"
SERVICES = (NIGHT, SHOP_NIGHT, COUNTER, STATUS, SHOP_STATUS, CHAIN_NIGHT, CHAIN_STATUS)
# The time of each timer, in Seoul.
TIMERS = {f"juice-batch{name}.timer": time for name, time in (
    ("", "03:30"), ("@", "03:30"), ("-status", "06:00"), ("-status@", "06:00"), ("-chain@", "03:30"), ("-chain-status@", "06:00"))}
# The maximum exposures; the alert unit has network access, since the alarm program sends a text.
EXPOSURE_MAX, ALERT_EXPOSURE_MAX = 2.0, 3.5
TRACE = ["strace", "-f", "-qq", "-e", "signal=none", "-o"]


def read_unit(installed, name):
    return (installed / "lib/systemd/system" / name).read_text(encoding="utf-8")


def test_units(installed, tmp_path):
    units = tmp_path / "system"
    shutil.copytree(installed / "lib/systemd/system", units)
    for service in (*SERVICES, ALERT):
        security = run(0, "systemd-analyze", "security", "--offline=true", "--no-pager", units / service)
        exposure = re.search(r"Overall exposure level for [^:]*: ([0-9.]+)", security)
        assert exposure and float(exposure[1]) <= (ALERT_EXPOSURE_MAX if service == ALERT else EXPOSURE_MAX), security
        is_reported = "OnFailure=juice-batch-alert@%n.service\n" in read_unit(installed, service)
        assert is_reported == (service != ALERT), "an alert that fails would tell of itself for ever"
    # systemd-analyze requires that the program exists at the path in the unit.
    for unit in units.glob("juice-batch*"):
        text = re.sub("=/usr/local/(bin|lib)", rf"={installed}/\1", unit.read_text())
        unit.write_text(re.sub("^Documentation=.*\n", "", text, flags=re.MULTILINE))
    run(0, "systemd-analyze", "verify", "--man=no", *(units / name for name in (*TIMERS, *SERVICES, ALERT)))
    for timer, hour in TIMERS.items():
        times = re.findall(r"^OnCalendar=(.*)", (units / timer).read_text(), re.MULTILINE)
        assert times == [f"*-*-* {hour}:00 Asia/Seoul"]
        run(0, "systemd-analyze", "calendar", *times)


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
    found = set()
    for line in run(0, "systemd-analyze", "syscall-filter", name).splitlines():
        if member := re.match(r"    ([@a-z0-9_]\S*)", line):
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


@pytest.mark.parametrize(("service", "words", "calls_min"), [
    (NIGHT, ["nightly", "--settle", "0.1"], 40), (STATUS, ["status", "--fail-on", "none"], 20)])
def test_sandbox_allows_a_command(service, words, calls_min, installed, shop, tmp_path):
    shop.deliver("a.csv", "item", "키위쥬스")
    if service == STATUS:
        shop.night(0)
    trace = tmp_path / "trace"
    run(0, *TRACE, trace, PROGRAM, *words, "--folder", shop.folder)
    assert forbidden_calls(installed, trace, service, calls_min) == set()


def test_sandbox_allows_a_counter(installed, tmp_path):
    """The sandbox allows a counter to open a shift, to book an order and to be stopped; the shift can then be closed."""
    trace = tmp_path / "trace"
    unit = read_unit(installed, COUNTER)
    stop = getattr(signal, re.findall("^KillSignal=(.*)", unit, re.MULTILINE)[0])
    with Counter(PROGRAM, tmp_path, before=[*TRACE, trace]) as counter:
        assert Screen(counter).press("/order", {"page": "0123456789abcdef", "juice": 3})
        run(0, "kill", f"-{stop.value}", *run(0, "pgrep", "-P", counter.process.pid).split())
        assert counter.process.wait(30) == 129
    assert set(re.findall("^SuccessExitStatus=(.*)", unit, re.MULTILINE)[0].split()) == {"SIGHUP", "129"}
    assert forbidden_calls(installed, trace, COUNTER) == set()
    run(0, PROGRAM, "counter", "close", "--ledger", tmp_path / "l.sqlite", "--output", tmp_path / "reports")
    assert (tmp_path / "reports/success.csv").read_text().count("키위쥬스") >= 1


ENDS = [".service", ".timer", "-status.service", "-status.timer", "-alert@.service"]
NAMES = ["gangnam", "a b", "50% $HOME 'x' \"y\" \\", "강남"]


@pytest.mark.parametrize("name", NAMES)
def test_init_units(tmp_path, name):
    """systemd accepts the units, and they start a nightly run of the initialized folder; the alert unit passes the shop's status
    to the alarm program."""
    folder, hook = tmp_path / name, tmp_path / "hook"
    run(0, PROGRAM, "init", folder, "--night", "04:30", "--language", "en")
    units = sorted((folder / "units").iterdir())
    (name,) = {unit.stem for unit in units if unit.suffix == ".timer" and not unit.stem.endswith("-status")}
    assert {unit.name for unit in units} == {"alert", *(name + end for end in ENDS)}
    copies = {end: pathlib.Path(shutil.copy(folder / "units" / (name + end), tmp_path)) for end in ENDS}
    run(0, "systemd-analyze", "verify", "--user", "--man=no", *copies.values(), XDG_RUNTIME_DIR=tmp_path)
    for end in (".timer", "-status.timer"):
        run(0, "systemd-analyze", "calendar", setting(copies[end], "OnCalendar"))
    for end, words in ((".service", ["nightly", "--folder", str(folder)]),
                       ("-status.service", ["status", "--folder", str(folder), "--fail-on", "none"])):
        program, *others = started(copies[end])
        assert pathlib.Path(program).resolve() == pathlib.Path(PROGRAM).resolve()
        assert others == words
    hook.write_text(f'#!/bin/sh\n{{ echo "$1"; cat; }} >{tmp_path}/told\n', encoding="utf-8")
    hook.chmod(0o755)
    alert = started(copies["-alert@.service"])
    run(0, *[word.replace("%i", "night.service").replace("%E/juice-batch/alert", str(hook)) for word in alert])
    assert re.match("night.service\n.*No nightly run", (tmp_path / "told").read_text(encoding="utf-8"), re.DOTALL)


def test_init_syncs_its_files(tmp_path):
    """init syncs each file that it writes, and then the folder of the file."""
    folder, trace = tmp_path / "shop", tmp_path / "trace"
    run(0, "strace", "-f", "-y", "-qq", "-e", "trace=fsync", "-o", trace, PROGRAM, "init", folder)
    synced = re.findall(r"fsync\([0-9]+<([^>]*)>\) += 0", trace.read_text(encoding="utf-8"))
    for name in ("menu.csv", "juice-batch.json"):
        assert str(folder) in [path.rstrip("/") for path in synced[synced.index(f"{folder}/{name}") + 1:]], synced


def setting(unit, name):
    return re.search(f"^{name}=(.*)", unit.read_text(encoding="utf-8"), re.MULTILINE)[1]


def started(service):
    """The words of a unit's ExecStart, by the rules of systemd.service(5) for quotes, % and $."""
    return [word.replace("%%", "%").replace("$$", "$") for word in shlex.split(setting(service, "ExecStart"))]

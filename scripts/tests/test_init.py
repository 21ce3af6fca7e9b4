"""The systemd user units that juice-batch init writes."""

import pathlib
import re
import shlex

import pytest

from shop import PROGRAM, run

ENDS = [".service", ".timer", "-status.service", "-status.timer", "-alert@.service"]
NAMES = ["gangnam", "a b", "50% $HOME 'x' \"y\" \\", "강남"]


@pytest.mark.parametrize("name", NAMES)
def test_init_units(tmp_path, name):
    """systemd accepts the units, and they start a nightly run of the initialized folder."""
    folder = tmp_path / name
    run(0, PROGRAM, "init", folder, "--night", "04:30", "--language", "en")
    units = sorted((folder / "units").iterdir())
    (name,) = {unit.stem for unit in units if unit.suffix == ".timer" and not unit.stem.endswith("-status")}
    assert {unit.name for unit in units} == {"alert", *(name + end for end in ENDS)}
    copies = {}
    for end in ENDS:
        copies[end] = tmp_path / (name + end)
        copies[end].write_bytes((folder / "units" / (name + end)).read_bytes())
    run(0, "systemd-analyze", "verify", "--user", "--man=no", *copies.values(), XDG_RUNTIME_DIR=tmp_path)
    for end in (".timer", "-status.timer"):
        run(0, "systemd-analyze", "calendar", calendar(copies[end]))
    for end, words in ((".service", ["nightly", "--folder", str(folder)]),
                       ("-status.service", ["status", "--folder", str(folder), "--fail-on", "none"])):
        program, *others = started(copies[end])
        assert pathlib.Path(program).resolve() == pathlib.Path(PROGRAM).resolve()
        assert others == words


def test_init_alert_unit_calls_the_hook(tmp_path):
    """The alert unit passes the shop's status to the alarm program."""
    folder, hook = tmp_path / "shop", tmp_path / "hook"
    run(0, PROGRAM, "init", folder, "--night", "04:30", "--language", "en")
    hook.write_text(f'#!/bin/sh\n{{ echo "$1"; cat; }} >{tmp_path}/told\n', encoding="utf-8")
    hook.chmod(0o755)
    (alert,) = (folder / "units").glob("*-alert@.service")
    run(0, *[word.replace("%i", "night.service").replace("%E/juice-batch/alert", str(hook)) for word in started(alert)])
    unit, _, *told = (tmp_path / "told").read_text(encoding="utf-8").splitlines()
    assert unit == "night.service"
    assert "No nightly run" in "".join(told)


def test_init_syncs_its_files(tmp_path):
    """init syncs each file that it writes, and then the folder of the file."""
    folder, trace = tmp_path / "shop", tmp_path / "trace"
    run(0, "strace", "-f", "-y", "-qq", "-e", "trace=fsync", "-o", trace, PROGRAM, "init", folder)
    synced = re.findall(r"fsync\([0-9]+<([^>]*)>\) += 0", trace.read_text(encoding="utf-8"))
    for name in ("menu.csv", "juice-batch.json"):
        assert str(folder) in [path.rstrip("/") for path in synced[synced.index(f"{folder}/{name}") + 1:]], synced


def calendar(timer):
    lines = timer.read_text(encoding="utf-8").splitlines()
    return next(line.removeprefix("OnCalendar=") for line in lines if line.startswith("OnCalendar="))


def started(service):
    """The words of a unit's ExecStart, by the rules of systemd.service(5) for quotes, % and $."""
    lines = service.read_text(encoding="utf-8").splitlines()
    command = next(line.removeprefix("ExecStart=") for line in lines if line.startswith("ExecStart="))
    return [word.replace("%%", "%").replace("$$", "$") for word in shlex.split(command)]

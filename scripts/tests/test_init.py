"""The systemd user units that juice-batch init writes."""

import pathlib
import re
import shlex
import shutil

import pytest

from shop import PROGRAM, run

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

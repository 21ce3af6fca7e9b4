"""The units that juice-batch init writes for a user's own systemd."""

import pathlib
import shlex

import pytest

from shop import PROGRAM, run

NAMES = ["gangnam", "a b", "50% $HOME 'x' \"y\" \\", "강남"]


@pytest.mark.parametrize("name", NAMES)
def test_init_units(tmp_path, name):
    """systemd takes them, and what it is told to start is a night of the folder that was begun."""
    folder = tmp_path / name
    run(0, PROGRAM, "init", folder, "--night", "04:30", "--language", "en")
    units = sorted((folder / "units").iterdir())
    assert [unit.suffix for unit in units] == [".service", ".timer"]
    copies = [tmp_path / unit.name for unit in units]
    for unit, copy in zip(units, copies):
        copy.write_bytes(unit.read_bytes())
    run(0, "systemd-analyze", "verify", "--user", "--man=no", *copies, XDG_RUNTIME_DIR=tmp_path)
    run(0, "systemd-analyze", "calendar", calendar(copies[1]))
    words = started(copies[0])
    assert pathlib.Path(words[0]).resolve() == pathlib.Path(PROGRAM).resolve()
    assert words[1:] == ["nightly", "--folder", str(folder)]


def calendar(timer):
    lines = timer.read_text(encoding="utf-8").splitlines()
    return next(line.removeprefix("OnCalendar=") for line in lines if line.startswith("OnCalendar="))


def started(service):
    """The words of ExecStart, by the rules of systemd.service(5) for quotes, % and $."""
    lines = service.read_text(encoding="utf-8").splitlines()
    command = next(line.removeprefix("ExecStart=") for line in lines if line.startswith("ExecStart="))
    return [word.replace("%%", "%").replace("$$", "$") for word in shlex.split(command)]

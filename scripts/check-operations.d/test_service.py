"""The units of systemd: that they are right, how exposed they are, and that a night may do what it does."""

import re
import shutil

from shop import PROGRAM, ROOT, run

EXPOSURE_MAX = 2.0
SERVICE = ROOT / "scripts/systemd/juice-batch.service"


def test_units(installed, tmp_path):
    units = tmp_path / "system"
    shutil.copytree(installed / "lib/systemd/system", units)
    security = run(0, "systemd-analyze", "security", "--offline=true", "--no-pager", units / "juice-batch.service")
    exposure = re.search(r"Overall exposure level for [^:]*: ([0-9.]+)", security)
    assert exposure and float(exposure[1]) <= EXPOSURE_MAX, security
    # The program has to be where the unit says for this question.
    for unit in units.glob("juice-batch.*"):
        text = unit.read_text().replace("=/usr/local/bin", f"={installed}/bin")
        unit.write_text(re.sub("^Documentation=.*\n", "", text, flags=re.MULTILINE))
    run(0, "systemd-analyze", "verify", "--man=no", units / "juice-batch.timer")
    times = re.findall(r"^OnCalendar=\*-\*-\* 03:30:00 (.*)", (units / "juice-batch.timer").read_text(), re.MULTILINE)
    assert times == ["Asia/Seoul"]
    run(0, "systemd-analyze", "calendar", "*-*-* 03:30:00 Asia/Seoul")


def system_calls(name):
    """The system calls of a set such as @system-service."""
    found = set()
    for line in run(0, "systemd-analyze", "syscall-filter", name).splitlines():
        member = re.match(r"    ([@a-z0-9_]\S*)", line)
        if member:
            found |= system_calls(member[1]) if member[1].startswith("@") else {member[1]}
    return found


def test_the_service_may_do_what_it_does(shop, tmp_path):
    """A night makes no system call that its service forbids; but for fchown, which SQLite calls for root only, and
    setpriority, which root alone is granted, so that Swift's threads go on without."""
    shop.deliver("a.csv", "item", "키위쥬스")
    trace = tmp_path / "trace"
    run(0, "strace", "-f", "-qq", "-e", "signal=none", "-o", trace, ROOT / "scripts/nightly", "--folder", shop.folder,
        "--settle", "0.1", JUICE_BATCH_PROGRAM=PROGRAM)
    made = set(re.findall(r"^[0-9]+ +(?:<\.\.\. )?([a-z0-9_]+)(?:\(| resumed)", trace.read_text(errors="replace"),
                          re.MULTILINE)) - {"fchown", "setpriority"}
    assert len(made) > 40, "strace saw nothing"
    unit = SERVICE.read_text()
    allowed = re.findall("^SystemCallFilter=(@.*)", unit, re.MULTILINE)[0].split() + ["@default"]
    forbidden = re.findall("^SystemCallFilter=~(.*)", unit, re.MULTILINE)[0].split()
    permitted = set().union(*map(system_calls, allowed)) - set().union(*map(system_calls, forbidden))
    assert made - permitted == set()

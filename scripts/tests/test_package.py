"""Tests of scripts/package: the contents of the Debian package and the tarball, installing, upgrading, removing and purging."""

import gzip
import json
import os
import re
import shutil
import tarfile
import time

import pytest

from package import (OLDER, Boot, Tree, cannot_boot, debian_package, dependencies, field, has_swift_inside, lintian, make_older,
                     make_once, make_package, make_tree, missing_for_a_tree, needed_libraries, owner_of)
from shop import PROGRAM, ROOT, run

pytestmark = [
    pytest.mark.skipif(not has_swift_inside(), reason="the program is no build for release"),
    pytest.mark.skipif(not shutil.which("dpkg-shlibdeps"), reason="there is no dpkg-dev"),
]

# Some Swift packages that the bill of materials must contain, with their licences.
SWIFT = {"grdb.swift": "MIT", "swift-argument-parser": "Apache-2.0 WITH Swift-exception", "swift-nio": "Apache-2.0"}
# Files that Debian requires, or that scripts/install puts into another folder.
IN_THE_TREE = """
usr/bin/juice-batch usr/share/man/man1/juice-batch.1.gz usr/share/man/man5/juice-batch-input.5.gz
usr/share/zsh/vendor-completions/_juice-batch usr/lib/systemd/system/juice-batch.service usr/lib/juice-batch/alert
usr/lib/sysusers.d/juice-batch.conf usr/lib/tmpfiles.d/juice-batch.conf
usr/share/doc/juice-batch/copyright usr/share/doc/juice-batch/changelog.Debian.gz
""".split()

SAMPLE = ROOT / "samples/nightly"
STOCK = SAMPLE / "expected/reports/orders/stock.csv"


@pytest.fixture
def made(shared):
    """The folder with the output of scripts/package for the program under test."""
    return make_once(shared, "package", make_package)


@pytest.fixture
def package(made):
    return debian_package(made)


def test_package_is_the_same_twice(made, tmp_path):
    """The packages have the same bytes for any user, folder and time."""
    again = tmp_path / "again"
    make_package(again, umask="077", TZ="America/New_York", HOME=tmp_path, LC_ALL="C")
    names = sorted(file.name for file in made.iterdir())
    assert len(names) == 5
    for name in names:
        assert (made / name).read_bytes() == (again / name).read_bytes(), name
    run(0, "bash", "-c", 'cd "$1" && sha256sum --check --strict SHA256SUMS', "check", made)


def test_package_metadata(made, package, tmp_path):
    tree = tmp_path / "tree"
    run(0, "dpkg-deb", "--raw-extract", package, tree)
    for file in IN_THE_TREE:
        assert (tree / file).stat().st_size > 0, file
    assert field(package, "Version") == run(0, PROGRAM, "--version").strip().replace("-", "~") + "-1"
    assert re.search(r"libcsv3 \(>= [0-9.]+\)", field(package, "Depends"))
    assert re.search("쥬스 가게의 주문과 재고", field(package, "Description"))
    assert "TO BE FILLED IN BY THE OWNER" in (tree / "usr/share/doc/juice-batch/copyright").read_text(encoding="utf-8")
    assert str(ROOT) not in run(0, "strings", "--all", tree / "usr/bin/juice-batch"), "the place of the build is in it"
    assert "no symbols" in run(0, "nm", tree / "usr/bin/juice-batch")
    assert "juice-batch (" in gzip.open(tree / "usr/share/doc/juice-batch/changelog.Debian.gz", "rt").read()
    # Both contain the same program; the units of the tarball have the paths below /usr/local.
    with tarfile.open(next(made.glob("*.tar.gz"))) as tarball:
        files = {member.name.split("/", 1)[1]: member for member in tarball if member.isfile()}
        assert tarball.extractfile(files["bin/juice-batch"]).read() == (tree / "usr/bin/juice-batch").read_bytes()
        unit = tarball.extractfile(files["lib/systemd/system/juice-batch.service"]).read().decode()
        manifest = tarball.extractfile(files["share/juice-batch/manifest"]).read().decode().splitlines()
    assert "ExecStart=/usr/local/bin/juice-batch nightly " in unit
    listed = {path.removeprefix("/usr/local/") for path in manifest if not path.endswith("/")}
    assert listed == files.keys() - {"share/juice-batch/manifest"}


def test_bill_of_materials(made):
    """The bill of materials lists each Swift package and each library with which the program was linked."""
    bill = json.loads(next(made.glob("*.cdx.json")).read_text(encoding="utf-8"))
    assert (bill["bomFormat"], bill["specVersion"], bill["version"]) == ("CycloneDX", "1.5", 1)
    assert re.fullmatch("urn:uuid:[0-9a-f-]{36}", bill["serialNumber"])
    parts = {part["name"]: part for part in bill["components"]}
    assert len(parts) == len(bill["components"])
    assert bill["dependencies"] == [{"ref": "juice-batch", "dependsOn": [part["bom-ref"] for part in parts.values()]}]
    pins = json.loads((ROOT / "Package.resolved").read_text(encoding="utf-8"))["pins"]
    versions = {pin["identity"]: pin["state"].get("version") for pin in pins}
    for name, licence in SWIFT.items():
        assert parts[name]["version"] == versions[name], name
        told = parts[name]["licenses"][0]
        assert licence in (told.get("expression"), told.get("license", {}).get("id")), name
    assert {"swift", "swift-foundation"} <= parts.keys(), "Swift's own libraries are in it"
    for library in needed_libraries(PROGRAM):
        owner = owner_of(library)
        assert parts[owner]["version"] == run(0, "dpkg-query", "--show", "--showformat=${Version}\n", owner).split()[0]
        assert parts[owner]["purl"].startswith("pkg:deb/"), library


@pytest.mark.skipif(not shutil.which("lintian"), reason="there is no lintian")
def test_lintian_finds_no_error(package):
    found = lintian(package)
    assert not [line for line in found if line.startswith("E:")], found


SEOUL_IS_AT_REST = """
until [ "$(systemctl show --property ActiveState --value juice-batch@seoul.service)" = inactive ]; do sleep 0.2; done
"""
needs_a_tree = pytest.mark.skipif(missing_for_a_tree() != "", reason=missing_for_a_tree())


@pytest.fixture
def tree(shared, package, tmp_path):
    """A clean Debian tree with the dependencies of the package."""
    made = make_once(shared, "debian", lambda folder: make_tree(folder, dependencies(package)))
    run(0, "cp", "--archive", made, tmp_path / "tree")
    return Tree(tmp_path / "tree")


@needs_a_tree
def test_package_in_a_clean_tree(tree, package, tmp_path):
    """After installing, running, upgrading, removing and purging, only the ledger and the reports of the shop are left."""
    before = tree.files()
    tree.install(make_older(package, tmp_path))
    assert OLDER in tree.call(0, "dpkg-query", "--show", "juice-batch")
    assert "/var/lib/juice-batch" in tree.call(0, "getent", "passwd", "juice-batch")
    inbox = "/var/lib/juice-batch/inbox"
    assert tree.call(0, "stat", "-c", "%U:%G %a", inbox) == "juice-batch:juice-batch 2770\n"
    assert not [*tree.folder.glob("etc/systemd/system/**/juice-batch*")], "something is enabled by itself"

    # The sample "nightly" is run as the user of the shop.
    shutil.copy(SAMPLE / "orders.csv", f"{tree.folder}{inbox}/friday.csv")
    tree.call(3, "setpriv", "--reuid=juice-batch", "--regid=juice-batch", "--clear-groups", "juice-batch", "nightly", "--folder",
              "/var/lib/juice-batch", "--settle", "0.1", "--fail-on", "shortage")
    stock = ("juice-batch", "stock", "--ledger", "/var/lib/juice-batch/shop.sqlite", "--csv")
    books = tree.call(0, *stock)
    assert books.splitlines()[1:] == STOCK.read_text(encoding="utf-8").splitlines()[1:]
    tree.call(0, "systemctl", "enable", "juice-batch.timer", "juice-batch@seoul.timer")

    installed = [path for path in tree.files() if "/doc/juice-batch/old.txt" not in path]
    tree.install(package)
    assert field(package, "Version") in tree.call(0, "dpkg-query", "--show", "juice-batch")
    assert tree.files() == installed, "an upgrade lost or left something"
    assert tree.call(0, "dpkg", "--verify", "juice-batch") == ""
    assert tree.call(0, *stock) == books

    tree.call(0, "dpkg", "--remove", "juice-batch")
    wants = tree.folder / "etc/systemd/system/timers.target.wants"
    enabled = [wants / f"juice-batch{shop}.timer" for shop in ("", "@seoul")]
    assert all(link.is_symlink() for link in enabled), "what is enabled is settings, until it is purged"
    assert "/var/lib/juice-batch stays" in tree.call(0, "dpkg", "--purge", "juice-batch")
    after = tree.files()
    left = [path for path in after if path not in before]
    assert left and all(path.startswith("var/lib/juice-batch") for path in left), left
    assert set(before) <= set(after)
    assert (tree.folder / "var/lib/juice-batch/shop.sqlite").exists()


@needs_a_tree
def test_nights_under_systemd(tree, package, tmp_path):
    """systemd starts a nightly run that was missed at boot, and that of one of several shops by its timer."""
    if reason := cannot_boot(tree):
        pytest.skip(reason)
    tree.install(package)
    shops = tree.folder / "var/lib/juice-batch", tree.folder / "var/lib/juice-batch/shops/seoul"
    for mode, folder in ("0750", "seoul"), ("2770", "seoul/inbox"):
        tree.call(0, "install", "-d", "-o", "juice-batch", "-g", "juice-batch", "-m", mode,
                  f"/var/lib/juice-batch/shops/{folder}")
    for shop in shops:
        shutil.copy(SAMPLE / "orders.csv", shop / "inbox/friday.csv")
    tree.call(0, "systemctl", "enable", "juice-batch.timer", "juice-batch@seoul.timer")
    stamp = tree.folder / "var/lib/systemd/timers/stamp-juice-batch.timer"
    stamp.parent.mkdir(parents=True, exist_ok=True)
    stamp.touch()
    os.utime(stamp, (time.time() - 2 * 86_400,) * 2)
    soon = tree.folder / "etc/systemd/system/juice-batch@seoul.timer.d/soon.conf"
    soon.parent.mkdir(parents=True)
    soon.write_text("[Timer]\nOnCalendar=\nOnCalendar=*:*:0/5\nAccuracySec=1\n", encoding="utf-8")
    with Boot(tree, tmp_path / "output") as system:
        for shop in shops:
            system.wait_for(f"{shop.relative_to(tree.folder)}/done/*/friday.csv", 90)
        said = system.call(0, "journalctl", "--no-pager", "--unit", "juice-batch*")
        assert system.call(0, "systemctl", "list-units", "--failed", "--no-legend", "juice-batch*") == "", said
        # A nightly run that is stopped counts as failed, so the timer that starts one every five seconds is stopped first.
        system.call(0, "systemctl", "stop", "juice-batch@seoul.timer")
        system.call(0, "timeout", "30", "sh", "-c", SEOUL_IS_AT_REST)
        # Removing the package stops all units that were started.
        system.call(0, "dpkg", "--remove", "juice-batch")
        assert system.call(0, "systemctl", "list-units", "--no-legend", "juice-batch*") == ""
    for shop in shops:
        assert (next(shop.glob("reports/*/friday/stock.csv"))).read_bytes() == STOCK.read_bytes(), said
        assert shop.stat().st_mode & 0o777 == 0o750


HOOK = """#!/bin/sh
cat >"/var/lib/juice-batch/told-$1.new" && mv "/var/lib/juice-batch/told-$1.new" "/var/lib/juice-batch/told-$1"
"""


@needs_a_tree
def test_alerts_under_systemd(tree, package, tmp_path):
    """The alarm program is called after a failed nightly run, and by the status timer of a shop without nightly runs."""
    if reason := cannot_boot(tree):
        pytest.skip(reason)
    tree.install(package)
    books = tree.folder / "var/lib/juice-batch"
    for folder in ("seoul", "seoul/inbox"):
        tree.call(0, "install", "-d", "-o", "juice-batch", "-g", "juice-batch", f"/var/lib/juice-batch/shops/{folder}")
    for shop in (books, books / "shops/seoul"):
        (shop / "juice-batch.json").write_text('{"language": "en"}\n', encoding="utf-8")
    (books / "inbox/broken.csv").write_text('item\n"x\n', encoding="utf-8")
    tree.call(0, "install", "-d", "/etc/juice-batch")
    hook = tree.folder / "etc/juice-batch/alert"
    hook.write_text(HOOK, encoding="utf-8")
    hook.chmod(0o755)
    tree.call(0, "systemctl", "enable", "juice-batch-status@seoul.timer")
    soon = tree.folder / "etc/systemd/system/juice-batch-status@seoul.timer.d/soon.conf"
    soon.parent.mkdir(parents=True)
    soon.write_text("[Timer]\nOnCalendar=\nOnCalendar=*:*:0/5\nAccuracySec=1\n", encoding="utf-8")
    told = {unit: f"var/lib/juice-batch/told-{unit}" for unit in ("juice-batch.service", "juice-batch-status@seoul.service")}
    with Boot(tree, tmp_path / "output") as system:
        system.wait_for(told["juice-batch-status@seoul.service"], 90)
        system.call(0, "systemctl", "stop", "juice-batch-status@seoul.timer")
        system.call(1, "systemctl", "start", "juice-batch.service")
        system.wait_for(told["juice-batch.service"], 30)
        said = system.call(0, "journalctl", "--no-pager", "--unit", "juice-batch*")
        alerts = system.call(0, "systemctl", "list-units", "--failed", "--no-legend", "juice-batch-alert@*")
        assert alerts == "", said
    for unit, reason in (("juice-batch.service", "The last nightly run ended with exit code 65 (an input was refused). See its output."),
                         ("juice-batch-status@seoul.service",
                          "No nightly run has been recorded yet. Check that its timer or cron job is enabled.")):
        lines = (tree.folder / told[unit]).read_text(encoding="utf-8").splitlines()
        assert lines[0] == f"{unit}: {reason}" and lines[2] == reason, said
        assert unit != "juice-batch.service" or "broken.csv: cannot be applied (exit code 65)" in lines, "not the night's last words"

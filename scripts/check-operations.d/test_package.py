"""The Debian package, the tarball, and what is in them: made, looked at, installed, upgraded, removed and purged."""

import gzip
import json
import re
import shutil
import tarfile

import pytest

from package import (Tree, debian_package, dependencies, field, has_swift_inside, lintian, make_package, missing_for_a_tree,
                     needed_libraries, owner_of)
from shop import PROGRAM, ROOT, run

pytestmark = pytest.mark.skipif(not has_swift_inside(), reason="the program is no build for release")

# Packages of Swift that the program cannot do without.
SWIFT = {"grdb.swift": "MIT", "swift-argument-parser": "Apache-2.0 WITH Swift-exception", "swift-nio": "Apache-2.0"}
IN_THE_TREE = """
usr/bin/juice-batch usr/bin/juice-batch-nightly usr/share/man/man1/juice-batch.1.gz usr/share/man/man5/juice-batch-input.5.gz
usr/share/bash-completion/completions/juice-batch usr/share/zsh/vendor-completions/_juice-batch
usr/share/fish/vendor_completions.d/juice-batch.fish usr/lib/systemd/system/juice-batch.service
usr/lib/systemd/system/juice-batch@.service usr/lib/systemd/system/juice-batch@.timer usr/lib/sysusers.d/juice-batch.conf
usr/lib/tmpfiles.d/juice-batch.conf usr/share/doc/juice-batch/copyright usr/share/doc/juice-batch/changelog.Debian.gz
""".split()


def test_package_is_the_same_twice(tmp_path):
    """Whoever packs it, where and when."""
    made = make_package(tmp_path / "a", TZ="Asia/Seoul", LC_ALL="C")
    again = "umask 077 && exec \"$@\""
    (tmp_path / "b").mkdir()
    run(0, "bash", "-c", again, "again", ROOT / "scripts/package", tmp_path / "b", JUICE_BATCH_PROGRAM=PROGRAM,
        TZ="America/New_York", HOME=tmp_path, LC_ALL="C.UTF-8")
    names = sorted(file.name for file in made.iterdir())
    assert len(names) == 5
    for name in names:
        assert (made / name).read_bytes() == (tmp_path / "b" / name).read_bytes(), name
    run(0, "bash", "-c", "cd \"$1\" && sha256sum --check --strict SHA256SUMS", "check", made)


def test_package_says_what_it_is(tmp_path):
    made = make_package(tmp_path / "made")
    package = debian_package(made)
    tree = tmp_path / "tree"
    run(0, "dpkg-deb", "--raw-extract", package, tree)
    for file in IN_THE_TREE:
        assert (tree / file).stat().st_size > 0, file
    assert field(package, "Version") == run(0, PROGRAM, "--version").strip() + "-1"
    assert re.search(r"libcsv3 \(>= [0-9.]+\)", field(package, "Depends"))
    assert re.search("쥬스 가게의 주문과 재고", field(package, "Description"))
    assert "TO BE FILLED IN BY THE OWNER" in (tree / "usr/share/doc/juice-batch/copyright").read_text(encoding="utf-8")
    assert str(ROOT) not in run(0, "strings", "--all", tree / "usr/bin/juice-batch"), "the place of the build is in it"
    assert "no symbols" in run(0, "nm", tree / "usr/bin/juice-batch")
    assert "juice-batch (" in gzip.open(tree / "usr/share/doc/juice-batch/changelog.Debian.gz", "rt").read()
    # Both hold the same program, and the tarball's units the paths of the place where it is unpacked.
    with tarfile.open(next(made.glob("*.tar.gz"))) as tarball:
        files = {member.name.split("/", 1)[1]: member for member in tarball if member.isfile()}
        assert tarball.extractfile(files["bin/juice-batch"]).read() == (tree / "usr/bin/juice-batch").read_bytes()
        unit = tarball.extractfile(files["lib/systemd/system/juice-batch.service"]).read().decode()
        manifest = tarball.extractfile(files["share/juice-batch/manifest"]).read().decode().splitlines()
    assert "ExecStart=/usr/local/bin/juice-batch-nightly " in unit
    listed = {path.removeprefix("/usr/local/") for path in manifest if not path.endswith("/")}
    assert listed == files.keys() - {"share/juice-batch/manifest"}


def test_bill_of_materials(tmp_path):
    """The bill names each package of Swift and each library that the program was linked with, and not what it was not."""
    made = make_package(tmp_path / "made")
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
def test_lintian_finds_no_error(tmp_path):
    found = lintian(debian_package(make_package(tmp_path)))
    assert not [line for line in found if line.startswith("E:")], found


@pytest.mark.skipif(missing_for_a_tree() != "", reason=missing_for_a_tree())
def test_package_in_a_clean_tree(tmp_path):
    """Installed, run, upgraded, removed and purged: nothing is left but the books of the shop."""
    package = debian_package(make_package(tmp_path / "new"))
    older = debian_package(make_package(tmp_path / "old", "--version", "0.0.1"))
    tree = Tree(tmp_path / "tree", dependencies(package))
    before = tree.files()
    tree.call(0, "dpkg", "--install", tree.take(older))
    assert "juice-batch" in tree.call(0, "getent", "passwd", "juice-batch")
    inbox = "/var/lib/juice-batch/inbox"
    assert tree.call(0, "stat", "-c", "%U:%G %a", inbox) == "juice-batch:juice-batch 2770\n"
    assert not [*tree.folder.glob("etc/systemd/system/**/juice-batch*")], "something is enabled by itself"

    # The first sample, by the shop's user, in a night and by itself.
    shutil.copy(ROOT / "samples/nightly/orders.csv", f"{tree.folder}{inbox}/friday.csv")
    as_shop = ("setpriv", "--reuid=juice-batch", "--regid=juice-batch", "--clear-groups")
    tree.call(3, *as_shop, "juice-batch-nightly", "--folder", "/var/lib/juice-batch", "--settle", "0.1")
    books = tree.call(0, "juice-batch", "stock", "--ledger", "/var/lib/juice-batch/shop.sqlite", "--csv")
    expected = (ROOT / "samples/nightly/expected/reports/orders/stock.csv").read_text(encoding="utf-8")
    assert books.splitlines()[1:] == expected.splitlines()[1:]
    tree.call(0, "systemctl", "enable", "juice-batch.timer", "juice-batch@seoul.timer")

    installed = tree.files()
    assert "0.0.1-1" in tree.call(0, "dpkg-query", "--show", "juice-batch")
    tree.call(0, "dpkg", "--install", tree.take(package))
    assert f"{field(package, 'Version')}" in tree.call(0, "dpkg-query", "--show", "juice-batch")
    assert tree.files() == installed, "an upgrade lost or left something"
    assert tree.call(0, "dpkg", "--verify", "juice-batch") == ""
    assert tree.call(0, "juice-batch", "stock", "--ledger", "/var/lib/juice-batch/shop.sqlite", "--csv") == books

    tree.call(0, "dpkg", "--remove", "juice-batch")
    said = tree.call(0, "dpkg", "--purge", "juice-batch")
    assert "/var/lib/juice-batch stays" in said
    left = [path.split()[0] for path in tree.files() if path not in before]
    assert left and all(path.startswith("var/lib/juice-batch") for path in left), left
    assert set(before) <= set(tree.files())
    assert (tree.folder / "var/lib/juice-batch/shop.sqlite").exists()

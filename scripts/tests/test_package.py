"""Tests of scripts/package: the contents of the Debian package and the tarball, installing, upgrading, removing and purging."""

import gzip
import json
import os
import pathlib
import platform
import re
import shutil
import subprocess
import tarfile
import time

import pytest

from shop import PROGRAM, ROOT, make_once, run, wait_for

# Packing takes half a minute, and the packages of Debian must be downloaded the first time.
PACKING_SECONDS_MAX = 900
OLDER = "0.0.1-1"
SYSTEM = platform.freedesktop_os_release()
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
SHOPS = "/var/lib/juice-batch"
AS_SHOP = ["-o", "juice-batch", "-g", "juice-batch"]
# A shell script that moves its process into a new control group below each folder in $1, and then runs the other arguments.
MOVE = """
for folder in $1; do
    mkdir "$folder/juice-batch-$$" && echo $$ >"$folder/juice-batch-$$/cgroup.procs" || exit
done
shift
exec "$@"
"""
# The folders in which control groups for systemd can be created, of version 1 or 2.
CONTROL_GROUPS = [folder for folder in ("/sys/fs/cgroup", "/sys/fs/cgroup/systemd", "/sys/fs/cgroup/unified")
                  if os.access(f"{folder}/cgroup.procs", os.W_OK)]


def has_swift_inside():
    """Whether the program runs without Swift's libraries, like the release build."""
    return "libswiftCore" not in run(0, "ldd", PROGRAM)


def missing_for_a_tree():
    """The reason why no clean Debian tree can be made here; empty if it can be made."""
    if SYSTEM["ID"] != "debian":
        return "the package is for the system that it was linked on, which is no Debian"
    if os.geteuid() != 0:
        return "only root can install a Debian tree"
    return "" if shutil.which("debootstrap") else "there is no debootstrap"


pytestmark = [
    pytest.mark.skipif(not has_swift_inside(), reason="the program is no build for release"),
    pytest.mark.skipif(not shutil.which("dpkg-shlibdeps"), reason="there is no dpkg-dev"),
]
needs_a_tree = pytest.mark.skipif(missing_for_a_tree() != "", reason=missing_for_a_tree())


def make_package(folder, umask="022", **variables):
    run(0, "bash", "-c", f'umask {umask} && exec "$@"', "package", ROOT / "scripts/package", folder,
        seconds=PACKING_SECONDS_MAX, JUICE_BATCH_PROGRAM=PROGRAM, **variables)


def make_older(package, folder):
    """Makes an earlier version of the package, with a lower version number and an additional file."""
    run(0, "dpkg-deb", "--raw-extract", package, folder / "older")
    control = folder / "older/DEBIAN/control"
    control.write_text(re.sub("^Version: .*", f"Version: {OLDER}", control.read_text(), flags=re.M), encoding="utf-8")
    (folder / "older/usr/share/doc/juice-batch/old.txt").write_text("old\n", encoding="utf-8")
    run(0, "dpkg-deb", "--root-owner-group", "-Znone", "--build", folder / "older", folder / "older.deb")
    return folder / "older.deb"


def field(package, name):
    return run(0, "dpkg-deb", "--field", package, name).strip()


def owner_of(library):
    place = re.search(rf"{re.escape(library)} => (\S+)|(/\S*{re.escape(library)}) ", run(0, "ldd", PROGRAM))
    name = pathlib.Path(place[1] or place[2]).resolve().name
    return re.split("[: ]", run(0, "dpkg-query", "--search", f"*/{name}"))[0]


class Tree:
    """A Debian system in a folder, in which commands run by chroot."""

    def __init__(self, folder):
        self.folder = folder

    @staticmethod
    def make(folder, packages):
        """Installs a minimal Debian with some packages into a folder."""
        cache = ROOT / ".build/debian-packages"
        cache.mkdir(parents=True, exist_ok=True)
        run(0, "debootstrap", "--variant=minbase", f"--cache-dir={cache}", f"--include={','.join(packages)}",
            SYSTEM["VERSION_CODENAME"], folder, seconds=PACKING_SECONDS_MAX)

    def call(self, expected, *command):
        inside = 'mount -t proc proc "$0/proc" && exec chroot "$0" "$@"'
        return run(expected, "unshare", "--mount", "sh", "-c", inside, self.folder, "env", "--ignore-environment",
                   "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL=C.UTF-8", *command)

    def install(self, package):
        shutil.copy(package, self.folder / "root")
        return self.call(0, "dpkg", "--install", f"/root/{package.name}")

    def add_shop(self, name):
        for mode, folder in ("0750", name), ("2770", f"{name}/inbox"):
            self.call(0, "install", "-d", *AS_SHOP, "-m", mode, f"{SHOPS}/shops/{folder}")
        return self.folder / f"var/lib/juice-batch/shops/{name}"

    def often(self, timer):
        """Enables a timer, and makes it start its unit every five seconds."""
        self.call(0, "systemctl", "enable", timer)
        soon = self.folder / f"etc/systemd/system/{timer}.d/soon.conf"
        soon.parent.mkdir(parents=True)
        soon.write_text("[Timer]\nOnCalendar=\nOnCalendar=*:*:0/5\nAccuracySec=1\n", encoding="utf-8")

    def files(self):
        """The files of the tree, without those in which the system records installed packages, users and logs."""
        kept = re.compile(r"(?:proc|sys|dev|run|tmp|root)/|var/(?:log|cache|lib/dpkg|lib/systemd)/|"
                          r"etc/(?:passwd|group|g?shadow|\.pwd\.lock|subuid|subgid)")
        found = run(0, "find", self.folder, "-xdev", "-mindepth", 1, "-printf", "%P %y %m %l\\n")
        return sorted(path for path in found.splitlines() if not kept.match(path))


class Boot:
    """The system of a tree that systemd-nspawn boots, or in which it runs one command, in its own namespaces without a network."""

    def __init__(self, tree, output, *words):
        self.tree, self.output = tree, output
        command = ["systemd-nspawn", "--quiet", f"--directory={tree.folder}", "--private-network", "--console=pipe"]
        # systemd creates a control group for it; without systemd, the command creates one itself, so that two can run at once.
        if not pathlib.Path("/run/systemd/system").exists():
            command = ["sh", "-c", MOVE, "spawn", " ".join(CONTROL_GROUPS), *command, "--register=no", "--keep-unit"]
        with open(output, "wb") as file:
            self.process = subprocess.Popen([*command, *words], stdin=subprocess.DEVNULL, stdout=file, stderr=file)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        # On this signal, systemd-nspawn shuts the system down.
        self.process.terminate()
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        for folder in CONTROL_GROUPS:
            for group, _, _ in os.walk(f"{folder}/juice-batch-{self.process.pid}", topdown=False):
                os.rmdir(group)

    def said(self):
        return self.output.read_text(encoding="utf-8", errors="replace")

    def call(self, expected, *command):
        first = run(0, "pgrep", "--parent", self.process.pid).split()[0]
        return run(expected, "nsenter", "--target", first, "--all", *command)

    def units(self, *options):
        return self.call(0, "systemctl", "list-units", "--no-legend", *options)

    def wait_for(self, file, seconds):
        wait_for(lambda: [*self.tree.folder.glob(file)], seconds, lambda: f"no {file}:\n{self.said()[-3000:]}",
                 lambda: self.process.poll() is None)


@pytest.fixture
def made(shared):
    return make_once(shared, "package", make_package)


@pytest.fixture
def package(made):
    return next(made.glob("*.deb"))


@pytest.fixture
def tree(shared, package, tmp_path):
    """A clean Debian tree with the dependencies of the package, of which the first choice is installed."""
    needed = [re.match(r"\s*([a-z0-9.+-]+)", choice)[1] for choice in field(package, "Depends").split(",")]
    made = make_once(shared, "debian", lambda folder: Tree.make(folder, needed))
    run(0, "cp", "--archive", made, tmp_path / "tree")
    return Tree(tmp_path / "tree")


@pytest.fixture
def bootable(tree, package, tmp_path):
    """A tree with the package, which can be booted."""
    if not shutil.which("systemd-nspawn"):
        pytest.skip("there is no systemd-nspawn")
    with Boot(tree, tmp_path / "tried", "true") as tried:
        if tried.process.wait(120) != 0:
            pytest.skip(f"systemd-nspawn cannot start: {tried.said()}")
    tree.install(package)
    return tree


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
    for library in re.findall(r"\(NEEDED\).*\[(.*)\]", run(0, "readelf", "--dynamic", "--wide", PROGRAM)):
        owner = owner_of(library)
        assert parts[owner]["version"] == run(0, "dpkg-query", "--show", "--showformat=${Version}\n", owner).split()[0]
        assert parts[owner]["purl"].startswith("pkg:deb/"), library


@pytest.mark.skipif(not shutil.which("lintian"), reason="there is no lintian")
def test_lintian_finds_no_error(package):
    checked = subprocess.run(["lintian", "--allow-root", "--no-cfg", package], capture_output=True, text=True, check=False)
    assert checked.returncode in (0, 2) and not re.search("^E:", checked.stdout, re.M), checked.stdout + checked.stderr


@needs_a_tree
def test_package_in_a_clean_tree(tree, package, tmp_path):
    """After installing, running, upgrading, removing and purging, only the ledger and the reports of the shop are left."""
    before = tree.files()
    tree.install(make_older(package, tmp_path))
    assert OLDER in tree.call(0, "dpkg-query", "--show", "juice-batch")
    assert SHOPS in tree.call(0, "getent", "passwd", "juice-batch")
    assert tree.call(0, "stat", "-c", "%U:%G %a", f"{SHOPS}/inbox") == "juice-batch:juice-batch 2770\n"
    assert not [*tree.folder.glob("etc/systemd/system/**/juice-batch*")], "something is enabled by itself"

    # The sample "nightly" is run as the user of the shop.
    shutil.copy(SAMPLE / "orders.csv", f"{tree.folder}{SHOPS}/inbox/friday.csv")
    tree.call(3, "setpriv", "--reuid=juice-batch", "--regid=juice-batch", "--clear-groups", "juice-batch", "nightly", "--folder",
              SHOPS, "--settle", "0.1", "--fail-on", "shortage")
    stock = ("juice-batch", "stock", "--ledger", f"{SHOPS}/shop.sqlite", "--csv")
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
    assert f"{SHOPS} stays" in tree.call(0, "dpkg", "--purge", "juice-batch")
    after = tree.files()
    left = [path for path in after if path not in before]
    assert left and all(path.startswith("var/lib/juice-batch") for path in left), left
    assert set(before) <= set(after)
    assert (tree.folder / "var/lib/juice-batch/shop.sqlite").exists()


HOOK = """#!/bin/sh
cat >"/var/lib/juice-batch/told-$1.new" && mv "/var/lib/juice-batch/told-$1.new" "/var/lib/juice-batch/told-$1"
"""
FAILED = "The last nightly run ended with exit code 65 (an input was refused). See the output of that run."
NEVER = "No nightly run has been recorded yet. Check that its timer or cron job is enabled."


@needs_a_tree
def test_units_under_systemd(bootable, tmp_path):
    """systemd starts a nightly run that was missed at boot, and that of one of several shops by its timer. It calls the alarm
    program after a failed nightly run, and by the status timer of a shop without nightly runs."""
    tree, night, status = bootable, "juice-batch@seoul", "juice-batch-status@busan"
    books, *others = tree.folder / "var/lib/juice-batch", tree.add_shop("seoul"), tree.add_shop("busan")
    for shop in (books, others[0]):
        shutil.copy(SAMPLE / "orders.csv", shop / "inbox/friday.csv")
    for shop in (books, others[1]):
        (shop / "juice-batch.json").write_text('{"language": "en"}\n', encoding="utf-8")
    hook = tree.folder / "etc/juice-batch/alert"
    hook.parent.mkdir()
    hook.write_text(HOOK, encoding="utf-8")
    hook.chmod(0o755)
    tree.call(0, "systemctl", "enable", "juice-batch.timer")
    tree.often(f"{night}.timer")
    tree.often(f"{status}.timer")
    stamp = tree.folder / "var/lib/systemd/timers/stamp-juice-batch.timer"
    stamp.parent.mkdir(parents=True, exist_ok=True)
    stamp.touch()
    os.utime(stamp, (time.time() - 2 * 86_400,) * 2)
    with Boot(tree, tmp_path / "output", "--boot") as system:
        for shop in (books, others[0]):
            system.wait_for(f"{shop.relative_to(tree.folder)}/done/*/friday.csv", 90)
        system.wait_for(f"var/lib/juice-batch/told-{status}.service", 90)
        # A nightly run that is stopped counts as failed, so the timer that starts one every five seconds is stopped first.
        system.call(0, "systemctl", "stop", f"{night}.timer", f"{status}.timer")
        state = ("systemctl", "show", "--property", "ActiveState", "--value", f"{night}.service")
        wait_for(lambda: system.call(0, *state) == "inactive\n", 30, lambda: "still running")
        said = system.call(0, "journalctl", "--no-pager", "--unit", "juice-batch*")
        assert f"{status}.service" in (failed := system.units("--failed", "juice-batch*")) and failed.count("\n") == 1, said
        (books / "inbox/broken.csv").write_text('item\n"x\n', encoding="utf-8")
        system.call(1, "systemctl", "start", "juice-batch.service")
        system.wait_for("var/lib/juice-batch/told-juice-batch.service", 30)
        assert system.units("--failed", "juice-batch-alert@*") == ""
        # Removing the package stops all units that were started.
        system.call(0, "dpkg", "--remove", "juice-batch")
        assert system.units("juice-batch*", "--state=active") == ""
    for shop in (books, others[0]):
        assert (next(shop.glob("reports/*/friday/stock.csv"))).read_bytes() == STOCK.read_bytes(), said
        assert shop.stat().st_mode & 0o777 == 0o750
    for unit, reason in (("juice-batch", FAILED), (status, NEVER)):
        lines = (books / f"told-{unit}.service").read_text(encoding="utf-8").splitlines()
        assert lines[0] == f"{unit}.service: {reason}" and lines[2] == reason, said
        assert reason == NEVER or "broken.csv: cannot be applied (exit code 65)" in lines, "not the night's last words"

"""Helpers of test_package.py: the output of scripts/package, and a clean Debian tree in which it is installed."""

import fcntl
import os
import pathlib
import platform
import re
import shutil
import subprocess
import time

from shop import PROGRAM, ROOT, run

# Packing takes half a minute, and the packages of Debian must be downloaded the first time.
PACKING_SECONDS_MAX = 900
OLDER = "0.0.1-1"
SYSTEM = platform.freedesktop_os_release()

# A shell script that moves its process into a new control group below each folder in $1, and then runs the other arguments.
MOVE = """
for folder in $1; do
    mkdir "$folder/juice-batch-$$" && echo $$ >"$folder/juice-batch-$$/cgroup.procs" || exit
done
shift
exec "$@"
"""


def make_package(folder, umask="022", **variables):
    """Packs the program under test with scripts/package."""
    run(0, "bash", "-c", f'umask {umask} && exec "$@"', "package", ROOT / "scripts/package", folder,
        seconds=PACKING_SECONDS_MAX, JUICE_BATCH_PROGRAM=PROGRAM, **variables)


def make_older(package, folder):
    """Makes an earlier version of the package, with a lower version number and an additional file."""
    run(0, "dpkg-deb", "--raw-extract", package, folder / "older")
    control = folder / "older/DEBIAN/control"
    control.write_text(re.sub("^Version: .*", f"Version: {OLDER}", control.read_text(encoding="utf-8"), flags=re.M),
                       encoding="utf-8")
    (folder / "older/usr/share/doc/juice-batch/old.txt").write_text("old\n", encoding="utf-8")
    made = folder / "older.deb"
    run(0, "dpkg-deb", "--root-owner-group", "-Znone", "--build", folder / "older", made)
    return made


def make_once(folder, name, make):
    """A file or folder that the tests of all processes share; the first process makes it, while the others wait."""
    with open(folder / f"{name}.lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / name).exists():
            make(folder / f"{name}.new")
            (folder / f"{name}.new").rename(folder / name)
    return folder / name


def debian_package(folder):
    return next(folder.glob("*.deb"))


def field(package, name):
    return run(0, "dpkg-deb", "--field", package, name).strip()


def has_swift_inside():
    """Whether the program runs without Swift's libraries, like the release build."""
    return "libswiftCore" not in run(0, "ldd", PROGRAM)


def lintian(package):
    """The problems that lintian finds in a package, one on each line."""
    checked = subprocess.run(["lintian", "--allow-root", "--no-cfg", str(package)], capture_output=True, text=True, check=False)
    assert checked.returncode in (0, 2), checked.stderr
    return checked.stdout.splitlines()


def needed_libraries(program):
    """The shared libraries that a program needs directly."""
    return re.findall(r"\(NEEDED\).*\[(.*)\]", run(0, "readelf", "--dynamic", "--wide", program))


def owner_of(library):
    """The Debian package that contains a shared library of the program."""
    place = re.search(rf"{re.escape(library)} => (\S+)|(/\S*{re.escape(library)}) ", run(0, "ldd", PROGRAM))
    name = pathlib.Path(place[1] or place[2]).resolve().name
    return re.split("[: ]", run(0, "dpkg-query", "--search", f"*/{name}"))[0]


def missing_for_a_tree():
    """The reason why no clean Debian tree can be made here; empty if it can be made."""
    if SYSTEM["ID"] != "debian":
        return "the package is for the system that it was linked on, which is no Debian"
    if os.geteuid() != 0:
        return "only root can install a Debian tree"
    return "" if shutil.which("debootstrap") else "there is no debootstrap"


def dependencies(package):
    """The first choice of each of a package's dependencies."""
    return [re.match(r"\s*([a-z0-9.+-]+)", choice)[1] for choice in field(package, "Depends").split(",")]


def make_tree(folder, packages):
    """Installs a minimal Debian with some packages into a folder."""
    cache = ROOT / ".build/debian-packages"
    cache.mkdir(parents=True, exist_ok=True)
    subprocess.run(["debootstrap", "--variant=minbase", f"--cache-dir={cache}", f"--include={','.join(packages)}",
                    SYSTEM["VERSION_CODENAME"], str(folder)], check=True, stdout=subprocess.DEVNULL,
                   timeout=PACKING_SECONDS_MAX)


class Tree:
    """A Debian system in a folder, in which commands run by chroot."""

    def __init__(self, folder):
        self.folder = folder

    def call(self, expected, *command):
        """Runs a command in the tree, with a minimal environment."""
        inside = 'mount -t proc proc "$0/proc" && exec chroot "$0" "$@"'
        return run(expected, "unshare", "--mount", "sh", "-c", inside, self.folder, "env", "--ignore-environment",
                   "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL=C.UTF-8", *command)

    def install(self, package):
        shutil.copy(package, self.folder / "root")
        return self.call(0, "dpkg", "--install", f"/root/{package.name}")

    def files(self):
        """The files of the tree, without those in which the system records installed packages, users and logs."""
        kept = re.compile(r"(?:proc|sys|dev|run|tmp|root)/|var/(?:log|cache|lib/dpkg|lib/systemd)/|"
                          r"etc/(?:passwd|group|g?shadow|\.pwd\.lock|subuid|subgid)")
        found = run(0, "find", self.folder, "-xdev", "-mindepth", 1, "-printf", "%P %y %m %l\\n")
        return sorted(path for path in found.splitlines() if not kept.match(path))


class Boot:
    """The booted system of a tree: systemd runs as the first process in its own namespaces, without a network."""

    def __init__(self, tree, output):
        self.tree = tree
        self.output = output

    def __enter__(self):
        with open(self.output, "wb") as file:
            self.process = subprocess.Popen(spawning(self.tree, "--boot"), stdin=subprocess.DEVNULL, stdout=file, stderr=file)
        return self

    def __exit__(self, *_):
        # On this signal, systemd-nspawn shuts the system down.
        self.process.terminate()
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        remove_groups(self.process.pid)

    def call(self, expected, *command):
        """Runs a command in the booted system."""
        first = run(0, "pgrep", "--parent", self.process.pid).split()[0]
        return run(expected, "nsenter", "--target", first, "--all", *command)

    def wait_for(self, file, seconds):
        """Waits until a file exists that matches a pattern in the tree."""
        end = time.monotonic() + seconds
        while not [*self.tree.folder.glob(file)]:
            said = self.output.read_text(encoding="utf-8", errors="replace")
            assert self.process.poll() is None and time.monotonic() < end, f"no {file}:\n{said[-3000:]}"
            time.sleep(0.2)


def cannot_boot(tree):
    """The reason why the system of a tree cannot be booted here; empty if it can be booted."""
    if not shutil.which("systemd-nspawn"):
        return "there is no systemd-nspawn"
    tried = subprocess.Popen(spawning(tree, "true"), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                             text=True)
    said = tried.communicate(timeout=120)[0]
    remove_groups(tried.pid)
    return "" if tried.returncode == 0 else f"systemd-nspawn cannot start: {said.strip()}"


def spawning(tree, *words):
    """The command that runs systemd-nspawn on a tree. If this machine does not run systemd, which would create a control group
    for it, the command creates one itself, so that two can run at once."""
    command = ["systemd-nspawn", "--quiet", f"--directory={tree.folder}", "--private-network", "--console=pipe"]
    if pathlib.Path("/run/systemd/system").exists():
        return [*command, *words]
    return ["sh", "-c", MOVE, "spawn", " ".join(control_groups()), *command, "--register=no", "--keep-unit", *words]


def control_groups():
    """The folders in which control groups for systemd can be created, of version 1 or 2."""
    folders = ("/sys/fs/cgroup", "/sys/fs/cgroup/systemd", "/sys/fs/cgroup/unified")
    return [folder for folder in folders if os.access(f"{folder}/cgroup.procs", os.W_OK)]


def remove_groups(process):
    """Removes the empty control groups of a process that has ended."""
    for folder in control_groups():
        for group, _, _ in os.walk(f"{folder}/juice-batch-{process}", topdown=False):
            os.rmdir(group)

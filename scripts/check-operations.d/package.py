"""What scripts/package makes, and a clean Debian tree to install it in."""

import os
import pathlib
import platform
import re
import shutil
import subprocess

from shop import PROGRAM, ROOT, run

SYSTEM = platform.freedesktop_os_release()


def make_package(folder, *arguments, **variables):
    """Packs the program under test."""
    run(0, ROOT / "scripts/package", *arguments, folder, JUICE_BATCH_PROGRAM=PROGRAM, **variables)
    return folder


def debian_package(folder):
    return next(folder.glob("*.deb"))


def field(package, name):
    return run(0, "dpkg-deb", "--field", package, name).strip()


def has_swift_inside():
    """Whether the program runs where there is no Swift, as the build for release does."""
    return "libswiftCore" not in run(0, "ldd", PROGRAM)


def lintian(package):
    """What lintian finds wrong, a line each."""
    checked = subprocess.run(["lintian", "--allow-root", "--no-cfg", str(package)], capture_output=True, text=True, check=False)
    assert checked.returncode in (0, 2), checked.stderr
    return checked.stdout.splitlines()


def needed_libraries(program):
    """The shared libraries that a program names itself."""
    return re.findall(r"\(NEEDED\).*\[(.*)\]", run(0, "readelf", "--dynamic", "--wide", program))


def owner_of(library):
    """The Debian package of a shared library."""
    place = re.search(rf"{re.escape(library)} => (\S+)|(/\S*{re.escape(library)}) ", run(0, "ldd", PROGRAM))
    name = pathlib.Path(place[1] or place[2]).resolve().name
    return re.split("[: ]", run(0, "dpkg-query", "--search", f"*/{name}"))[0]


def missing_for_a_tree():
    """Why no clean Debian tree can be made here; empty if it can."""
    if SYSTEM["ID"] != "debian":
        return "the package is for the system that it was linked on, which is no Debian"
    if os.geteuid() != 0:
        return "only root can install a Debian tree"
    return "" if shutil.which("debootstrap") else "there is no debootstrap"


def dependencies(package):
    """The first choice of each of a package's dependencies."""
    return [re.match(r"\s*([a-z0-9.+-]+)", choice)[1] for choice in field(package, "Depends").split(",")]


class Tree:
    """A Debian with nothing but what is essential, and what a package depends on."""

    def __init__(self, folder, packages):
        self.folder = folder
        cache = ROOT / ".build/debian-packages"
        cache.mkdir(parents=True, exist_ok=True)
        subprocess.run(["debootstrap", "--variant=minbase", f"--cache-dir={cache}", f"--include={','.join(packages)}",
                        SYSTEM["VERSION_CODENAME"], str(folder)], check=True, stdout=subprocess.DEVNULL, timeout=600)

    def call(self, expected, *command):
        """Runs a command in it, with as little of this machine's surroundings as a new one has."""
        return run(expected, "env", "--ignore-environment", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL=C.UTF-8",
                   "DEBIAN_FRONTEND=noninteractive", "chroot", self.folder, *command)

    def take(self, package):
        """Lays a package into it, and gives the place as the tree knows it."""
        shutil.copy(package, self.folder / "root")
        return pathlib.Path("/root") / package.name

    def files(self):
        """All that is in it, but for what only the system keeps of what was installed: lists of packages and users, logs."""
        kept = re.compile(r"(?:proc|sys|dev|run|tmp|root)/|var/(?:log|cache|lib/dpkg|lib/systemd)/|"
                          r"etc/(?:passwd|group|g?shadow|\.pwd\.lock|subuid|subgid)")
        found = run(0, "find", self.folder, "-xdev", "-mindepth", 1, "-printf", "%P %y %m %l\\n")
        return sorted(path for path in found.splitlines() if not kept.match(path))

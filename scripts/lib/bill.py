"""Writes the bill of materials of a program, the licences of its components, and the copyright file of its Debian package.

Usage: bill.py PROGRAM VERSION BILL NOTICES COPYRIGHT

Writes the files BILL and COPYRIGHT, and the licences into the folder NOTICES. The Swift packages are those of Package.resolved
and the toolchain's libraries; the shared libraries are those that the loader finds for PROGRAM. The bill is CycloneDX 1.5 in
JSON; its time is $SOURCE_DATE_EPOCH.
"""

import datetime
import hashlib
import json
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import urllib.parse
import uuid

ROOT = pathlib.Path(__file__).resolve().parents[2]
CHECKOUTS = ROOT / ".build/checkouts"
DEBIAN_COPYRIGHT = ROOT / "scripts/debian/copyright"

# The libraries of the Swift toolchain that are linked into the program, and their licences.
RUNTIME = {
    "swift": "Apache-2.0 WITH Swift-exception",
    "swift-corelibs-foundation": "Apache-2.0 WITH Swift-exception",
    "swift-foundation": "Apache-2.0 WITH Swift-exception",
    "swift-foundation-icu": "Unicode-3.0",
    "swift-corelibs-libdispatch": "Apache-2.0 WITH Swift-exception",
}
# Text by which each licence is recognized; a licence that includes the text of another one comes first.
LICENCES = [
    ("Apache-2.0 WITH Swift-exception", "Runtime Library Exception"),
    ("Apache-2.0", "Apache License"),
    ("MIT", "Permission is hereby granted, free of charge"),
]


def printed(*command):
    return subprocess.run([*map(str, command)], check=True, capture_output=True, text=True).stdout


def swift_packages():
    """The packages of Package.resolved: the name, version, revision, URL, licence and licence files of each."""
    pins = json.loads((ROOT / "Package.resolved").read_text(encoding="utf-8"))["pins"]
    for pin in sorted(pins, key=lambda pin: pin["identity"]):
        folder = CHECKOUTS / pathlib.PurePosixPath(pin["location"]).name.removesuffix(".git")
        files = sorted(path for path in folder.iterdir() if re.match("(LICENSE|NOTICE)", path.name))
        text = "".join(path.read_text(encoding="utf-8") for path in files if path.name.startswith("LICENSE"))
        licence = next((name for name, words in LICENCES if words in text), None)
        yield pin["identity"], pin["state"].get("version"), pin["state"]["revision"], pin["location"], licence, files


def swift_component(name, version, revision, location, licence, _):
    path = urllib.parse.urlsplit(location).path.strip("/").removesuffix(".git")
    return component(name, version, f"pkg:swift/github.com/{path}@{version}", licence,
                     externalReferences=[{"type": "vcs", "url": location, "comment": revision}])


def debian_components(program):
    """The Debian packages of the shared libraries that the loader finds."""
    system, libraries = platform.freedesktop_os_release(), {}
    for name, path in re.findall(r"^\s*(\S+)(?: => (\S+))? \(0x", printed("ldd", program), re.M):
        file = pathlib.Path(path or name)
        if file.exists():
            libraries.setdefault(owner_of(file), set()).add(file.name)
    for package, names in sorted(libraries.items()):
        version, machine = printed("dpkg-query", "--show", "--showformat=${Version} ${Architecture}", package).split()
        name = package.split(":")[0]
        # The licences of Debian packages are described in their copyright files, in free text.
        place = f"pkg:deb/{system['ID']}/{name}@{urllib.parse.quote(version, safe='')}?arch={machine}"
        if "VERSION_ID" in system:
            place += f"&distro={system['ID']}-{system['VERSION_ID']}"
        facts = [*(("library", library) for library in sorted(names)), ("copyright", f"/usr/share/doc/{name}/copyright")]
        yield component(name, version, place, None, properties=properties(facts))


def owner_of(file):
    """The Debian package that owns a file; dpkg may list the file below /lib instead of /usr/lib."""
    pattern = "*" + str(file.resolve()).removeprefix("/usr")
    found = subprocess.run(["dpkg-query", "--search", pattern], capture_output=True, text=True, check=False)
    if found.returncode != 0:
        sys.exit(f"bill.py: no Debian package owns {file}; is the program a build for release?")
    return found.stdout.split(": ")[0]


def properties(facts):
    return [{"name": f"juice-batch:{name}", "value": value} for name, value in facts]


def component(name, version, place, licence, **more):
    made = {"type": "library", "bom-ref": place, "name": name}
    if version:
        made["version"] = version
    if licence:
        made["licenses"] = [{"expression": licence}] if " " in licence else [{"license": {"id": licence}}]
    return {**made, "purl": place, **more}


def bill_of(program, version, components, facts):
    """The bill of materials as JSON data; its serial number is derived from the program's bytes."""
    digest = hashlib.sha256(pathlib.Path(program).read_bytes()).hexdigest()
    time = datetime.datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), datetime.timezone.utc)
    own = {"type": "application", "bom-ref": "juice-batch", "name": "juice-batch", "version": version,
           "hashes": [{"alg": "SHA-256", "content": digest}], "properties": properties(facts.items())}
    return {
        "bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_OID, digest)}",
        "metadata": {"timestamp": time.strftime("%Y-%m-%dT%H:%M:%SZ"), "component": own},
        "components": components,
        "dependencies": [{"ref": "juice-batch", "dependsOn": [part["bom-ref"] for part in components]}],
    }


def write_notices(packages, folder):
    """Copies the licence files of the components, which must be distributed with the program, into a folder for each."""
    toolchain = pathlib.Path(shutil.which("swift") or "/").resolve().parents[1] / "share/swift/LICENSE.txt"
    for name, files in [*((package[0], package[-1]) for package in packages), ("swift", [toolchain] if toolchain.exists() else [])]:
        for file in files:
            (folder / name).mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, folder / name / file.name)


def copyright_text(packages):
    text = DEBIAN_COPYRIGHT.read_text(encoding="utf-8").rstrip("\n") + "\n"
    inside = "".join(f" {name} {version}: {licence or 'see its files'}\n" for name, version, _, _, licence, _ in packages)
    return text + (
        "\nFiles: usr/bin/juice-batch\nCopyright: TO BE FILLED IN BY THE OWNER\nLicense: TO-BE-FILLED-IN-BY-THE-OWNER\n"
        "Comment: The program holds Swift's libraries and the packages below; what their licences want to be given along is\n"
        " in /usr/share/doc/juice-batch/notices. Debian has the Apache License in /usr/share/common-licenses/Apache-2.0.\n"
        " .\n" + inside)


def main(program, version, bill, notices, copyright_file):
    packages = [*swift_packages()]
    facts = dict(re.findall("^(commit|compiler): (.*)", printed(program, "--version", "--verbose", "--language", "en"), re.M))
    compiler = facts.get("compiler", "").removeprefix("Swift ").replace("unknown", "")
    components = [swift_component(*package) for package in packages]
    components += [component(name, compiler, f"pkg:generic/{name}" + (f"@{compiler}" if compiler else ""), licence)
                   for name, licence in RUNTIME.items()]
    components += debian_components(program)
    made = bill_of(program, version, components, facts)
    pathlib.Path(bill).write_text(json.dumps(made, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
    write_notices(packages, pathlib.Path(notices))
    pathlib.Path(copyright_file).write_text(copyright_text(packages), encoding="utf-8")


main(*sys.argv[1:])

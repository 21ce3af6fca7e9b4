"""A sample project in which each rule of scripts/lint is broken once and found."""

import os
import pathlib
import subprocess

import pytest

from shop import ROOT

SHOP, CORE, TESTS = "Sources/JuiceShop", "Sources/JuiceCore", "Tests/ShopTests"
CODE, BROKEN = f"{SHOP}/JuiceShop.docc/Code.md", f"{SHOP}/Nights/Broken.swift"
# Without a violation; the project itself, which is linted as well, has much that looks like some.
CLEAN = {
    ".gitignore": "/.build/\n",
    "Package.swift": '''\
import PackageDescription

let package = Package(
    name: "shop",
    targets: [
        .systemLibrary(name: "CLinux"), .target(name: "JuiceCore"),
        .target(name: "JuiceShop", dependencies: ["JuiceCore"]),
    ])
''',
    f"{SHOP}/Nights/Night.swift": "internal import JuiceCore\n\nstruct Night {\n    let shift: Shift\n}\n",
    f"{SHOP}/Shifts/Shift.swift": "struct Shift {\n    static let max = 2\n}\n",
    CODE: '''\
# Code

<!-- folders -->
| folder | files | content | uses |
| --- | ---: | --- | --- |
| **JuiceShop** | 2 | text | JuiceCore |
| Nights | 1 | text | Shifts |
| Shifts | 1 | text |  |
<!-- /folders -->
''',
    "scripts/hello": "#!/usr/bin/env bash\nset -euo pipefail\nprintf '%s\\n' \"$1\"\n",
}
LINES = "".join(f"    print({number})\n" for number in range(71))


def edit(path, one, other):
    """Replaces a text of a file."""
    def change():
        text = pathlib.Path(path).read_text(encoding="utf-8")
        assert one in text
        pathlib.Path(path).write_text(text.replace(one, other), encoding="utf-8")
    return change


def write(path, text):
    pathlib.Path(path).parent.mkdir(parents=True, exist_ok=True)
    pathlib.Path(path).write_text(text, encoding="utf-8")


# What is found, and how it came about: a file and its text, or something else that is done.
CASES = [
    ("[Indentation]", BROKEN, "package func shut() {\n  print(1)\n}\n"),
    ("[NoBlockComments]", BROKEN, "/* Shuts! /* or not */ try! */\npackage let isShut = true\n"),
    (": force-unwrap: ", f"{TESTS}/A.swift", "import Testing\n\n@Test func opens() {\n    let shop: Int? = 1\n    #expect(shop! == 1)\n}\n"),
    (": force-unwrap: ", BROKEN, 'func text(_ name: Int?) -> String {\n    "\\(name!)"\n}\n'),
    (": force-unwrap: ", BROKEN, "let last = list()!.last\n"),
    (": force-unwrap: ", BROKEN, "struct Shop {\n    var name: String!\n}\n"),
    (": force-try: ", BROKEN, "let shop = try! open()\n"),
    (": force-cast: ", BROKEN, "let shop = thing as! Shop\n"),
    (": any: ", BROKEN, "let shop: [String: Any] = [:]\n"),
    (": unfinished: ", BROKEN, "// TO" + "DO: more fruit\n"),
    (": disabled-test: ", f"{TESTS}/A.swift", '@Test(.disabled("later"))\nfunc opens() {}\n'),
    (": doc-parameter: ", BROKEN, "/// Opens.\n///\n/// - Parameter hour: when.\nfunc open(minute: Int) {}\n"),
    (": pronoun: ", f"{TESTS}/A.swift", "@Test func opens() {}  // Nobody knows when.\n"),
    (": summary: ", BROKEN, "/// Of a shop.\nlet shop = 1\n"),
    (": summary: ", BROKEN, "/// Whether it is open now.\nlet isOpen = true\n"),
    (": summary: ", BROKEN, "struct Shop {\n    /// How many hours a\n    /// day.\n    ///\n    /// All.\n    let hours: Int\n}\n"),
    (": folder-cycle: Nights uses Shifts", f"{SHOP}/Shifts/Shift.swift", "struct Shift {\n    let night: Night\n}\n"),
    (": folder-cycle: Nights uses Shifts", lambda: (
        write(f"{SHOP}/Nights/Hours.swift", "extension Int {\n    var hours: Int { self }\n}\n"),
        write(f"{SHOP}/Shifts/End.swift", "let end = 24.hours\n"))),
    (": import: ", f"{CORE}/Core.swift", "internal import JuiceShop\ninternal import GRDB\n"),
    (": import: ", f"{CORE}/Core.swift", "private import Glibc\nprivate import CLinux\n"),
    (": import: nothing says", "Sources/Cellar/Cellar.swift", "struct Cellar {}\n"),
    (": no-folder: ", f"{SHOP}/Guest.swift", "struct Guest {}\n"),
    (": same-name: ", f"{CORE}/Shift.swift", "public enum Shift {}\n"),
    (": folder-table: nothing says", edit(CODE, "| text |", "|  |")),
    (": folder-table: the code", edit(CODE, "Shifts", "Swifts")),
    (": format-rules: UseEarlyExits is not", edit(".swift-format", '    "UseEarlyExits": true,\n', "")),
    (': format-rules: "UseEarlyExits": is off', edit(".swift-format", '"UseEarlyExits": true', '"UseEarlyExits": false')),
    (": long-body: ", BROKEN, f"package func count() {{\n{LINES}}}\n"),
    (": long-body: ", BROKEN, f"package var total: Int {{\n{LINES}}}\n"),
    (": long-file: ", BROKEN, "".join(f"// {number}\n" for number in range(501))),
    (": top-level: ", "문서/x.md", "x\n"),
    (": not-executable: ", lambda: os.chmod("scripts/hello", 0o644)),
    ("[SC2086]", edit("scripts/hello", '"', "")),
    ("[no-untyped-def]", "scripts/spark/juice_chain/night.py", "def count(rows):\n    return 1\n"),
]


@pytest.fixture
def project(tmp_path, monkeypatch):
    """The project as the current folder; it is linted by what is given."""
    monkeypatch.chdir(tmp_path)
    subprocess.run(["git", "init", "--quiet", "."], check=True)
    for path, text in {**CLEAN, ".swift-format": (ROOT / ".swift-format").read_text(encoding="utf-8")}.items():
        write(path, text)
    os.chmod("scripts/hello", 0o755)
    return lambda: subprocess.run([ROOT / "scripts/lint", tmp_path], stdout=subprocess.PIPE, text=True, check=False)


def test_clean_project_has_no_violation(project):
    linted = project()
    assert (linted.returncode, linted.stdout) == (0, "")


@pytest.mark.parametrize("case", CASES, ids=[f"{number}{case[0]}" for number, case in enumerate(CASES)])
def test_broken_rule_is_found(case, project):
    venv = os.environ.get("JUICE_BATCH_SPARK_VENV", str(ROOT / ".build/spark-venv"))
    if case[0] == "[no-untyped-def]" and not os.path.exists(f"{venv}/installed.txt"):
        pytest.skip("mypy is not installed")
    if len(case) == 3:
        write(*case[1:])
    else:
        case[1]()
    linted = project()
    assert linted.returncode == 1 and case[0] in linted.stdout, linted.stdout

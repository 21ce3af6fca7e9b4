#!/usr/bin/env python3
"""Lists which folders of the code use which other folders, and finds violations of the layers.

Usage: folders.py [--update] FILE

A folder is Sources/TARGET/FOLDER. A file uses another file if it names a type that the other file declares at its top level,
or calls a free function or uses a member of an extension that only the other file declares. Prints FILE: rule: text for each
violation in the project in the current folder, and exits with 1 if there is any:

  folder-cycle  folders of a target that use each other, directly or indirectly
  import        a target that imports a target, or a module of C, that Package.swift does not list for it
  no-folder     a Swift file in no folder of a target that has folders
  same-name     two types of the same name in the package
  folder-table  the table in the Markdown file FILE, between the lines <!-- folders --> and <!-- /folders -->, is out of date,
                or the content of a folder is not described in it

--update writes the table into FILE instead; the descriptions of content are written by hand, and kept.
"""

import collections
import graphlib
import itertools
import pathlib
import re
import sys

from swift_rules import Source

MODIFIERS = r"(?:@\w+(?:\([^)\n]*\))?[ \t]+|(?:package|public|internal)(?:\(set\))?[ \t]+)*"
IMPORT = re.compile(rf"^[ \t]*{MODIFIERS}(?:(?:private|fileprivate)[ \t]+)?import[ \t]+"
                    r"(?:(?:struct|class|enum|protocol|typealias|func|let|var)[ \t]+)?([\w-]+)", re.M)
EXTENSION = re.compile(rf"{MODIFIERS}(?:nonisolated[ \t]+)?extension\b")
HIDDEN = re.compile(r"^(?:@\w+(?:\([^)]*\))?\s+)*(?:private|fileprivate)\s")
TYPE = re.compile(r"\b(?:struct|class|enum|protocol|actor|typealias|associatedtype)\s+([A-Za-z_]\w*)")
MEMBER = re.compile(r"\b(?:func|let|var|case)\s+`?([A-Za-z_]\w*)")
# A name after three dots, as in a range, is not a member.
TYPE_USE = re.compile(r"(?<![\w`])(?<!(?<!\.)\.)[A-Z]\w*")
MEMBER_USE = re.compile(r"(?:(?<!\.)\.|(?<![\w.])(?=\w+\())([A-Za-z_]\w*)")

BEGIN, END = "<!-- folders -->", "<!-- /folders -->"

TARGET = re.compile(r'\.(?:executableTarget|target|systemLibrary)\(\s*name: "([^"]+)"(?:,\s*dependencies: \[([^\]]*)\])?')
# The other targets that each target may import, by Package.swift, in its order: those at the core come first.
MAY_IMPORT = {name: set(re.findall(r'"([^"]+)"', re.sub(r"\.product\([^)]*\)", "", dependencies)))
              for name, dependencies in TARGET.findall(pathlib.Path("Package.swift").read_text(encoding="utf-8"))}
KNOWN = set(MAY_IMPORT)


class File:
    """A Swift file with the types and members, or free functions, that it declares for other files, and those that it uses."""

    def __init__(self, path):
        self.path = path
        self.target, *folders = path.parts[1:-1]
        self.folder = folders[0] if folders else ""
        code = Source(path.read_text(encoding="utf-8")).code
        self.imports = set(IMPORT.findall(code))
        self.types, self.members = declared(code)
        self.own_members = set(MEMBER.findall(code))
        # A name after a module's name and a dot is not a member.
        code = re.sub(rf"\b(?:{'|'.join(map(re.escape, MAY_IMPORT))})\.(?=\w)", "", code)
        # A type that the file declares itself, at any level, does not refer to another file.
        self.used_types = set(TYPE_USE.findall(code)) - set(TYPE.findall(code))
        self.used_members = set(MEMBER_USE.findall(code)) - self.own_members


def declared(code):
    """The types that are declared at the top level and not private, and the free functions and members of extensions."""
    types, members = set(), set()
    depth, in_extension = 0, False
    for line in code.split("\n"):
        text = line.strip()
        if depth == 0 and text:
            in_extension = EXTENSION.match(text) is not None
            if not in_extension and not HIDDEN.match(text):
                types.update(TYPE.findall(text))
                members.update([] if TYPE.search(text) else MEMBER.findall(text))
        elif depth == 1 and in_extension and not HIDDEN.match(text):
            members.update(MEMBER.findall(text))
        depth += sum(text.count(mark) for mark in "{([") - sum(text.count(mark) for mark in "})]")
    return types, members


def folder_edges(files):
    """For each target, the pairs of folders of which the first uses the second, with the pairs of files that cause it."""
    declaring = collections.Counter(name for file in files for name in file.own_members)
    edges = collections.defaultdict(lambda: collections.defaultdict(set))
    for file, other in itertools.permutations(files, 2):
        if file.target == other.target and file.folder != other.folder:
            # A member is found by its name alone, so only a name that one file declares is unambiguous.
            members = [name for name in file.used_members & other.members if declaring[name] == 1]
            if members or file.used_types & other.types:
                edges[file.target][file.folder, other.folder].add(f"{file.path.name} > {other.path.name}")
    return edges


def violations(files, edges):
    for target, pairs in sorted(edges.items()):
        graph = collections.defaultdict(set)
        for one, other in pairs:
            graph[one].add(other)
        try:
            graphlib.TopologicalSorter(graph).prepare()
        except graphlib.CycleError as error:
            # The error lists each node before the node that depends on it, so the order is reversed.
            cycle = error.args[1][::-1]
            text = "; ".join(f"{one or target} uses {other or target} ({', '.join(sorted(pairs[one, other])[:3])})"
                             for one, other in sorted(zip(cycle, cycle[1:])))
            yield f"Sources/{target}: folder-cycle: {text}"
    with_folders = {file.target for file in files if file.folder}
    for target in sorted({file.target for file in files} - set(MAY_IMPORT)):
        yield f"Sources/{target}: import: nothing says what it may import"
    places = {}
    for file in files:
        for other in sorted(file.imports & KNOWN - MAY_IMPORT.get(file.target, KNOWN)):
            yield f"{file.path}: import: {file.target} stands below {other}, or beside it"
        if file.target in with_folders and not file.folder:
            yield f"{file.path}: no-folder: in no folder of {file.target}"
        for name in sorted(file.types):
            if places.setdefault(name, file.path) != file.path:
                yield f"{file.path}: same-name: {name} is declared in {places[name]} as well"


def draw(files, edges, descriptions):
    """The table of all targets and folders; in each target, a folder comes before the folders that it uses."""
    lines = ["| folder | files | content | uses |", "| --- | ---: | --- | --- |"]

    def row(target, folder, own, used):
        name = folder or f"**{target}**"
        lines.append(f"| {name} | {len(own)} | {descriptions.get((target, name), '')} | {', '.join(sorted(used))} |")

    for target in reversed(list(MAY_IMPORT)):
        if not (own := [file for file in files if file.target == target]):
            continue
        row(target, None, own, set().union(*(file.imports for file in own)) & KNOWN)
        folders = sorted({file.folder for file in own if file.folder})
        below = {folder: {b for a, b in edges[target] if a == folder and b} for folder in folders}
        while folders:
            free = [folder for folder in folders if not any(folder in below[other] for other in folders if other != folder)]
            folder = (free or folders)[0]
            folders.remove(folder)
            row(target, folder, [file for file in own if file.folder == folder], below[folder])
    return lines


def show_in(path, files, edges, is_update):
    """Writes the table into a file, or checks that the file contains it; yields the texts of violations."""
    lines = path.read_text(encoding="utf-8").split("\n")
    if [line for line in lines if line in (BEGIN, END)] != [BEGIN, END]:
        yield f"{path}: folder-table: no lines {BEGIN} and {END}, one of each, in this order"
        return
    begin, end = lines.index(BEGIN) + 1, lines.index(END)
    descriptions, target = {}, None
    for cells in filter(None, (re.fullmatch(r"\| (\S+) \| \d+ \| (.*?) ?\| .*\|", line) for line in lines[begin:end])):
        target = cells[1].strip("*") if cells[1].startswith("**") else target
        descriptions[target, cells[1]] = cells[2]
        if not cells[2]:
            yield f"{path}: folder-table: nothing says what {cells[1]} holds"
    table = draw(files, edges, descriptions)
    if table != lines[begin:end]:
        if is_update:
            path.write_text("\n".join([*lines[:begin], *table, *lines[end:]]), encoding="utf-8")
        else:
            yield f"{path}: folder-table: the code has changed; scripts/lib/folders.py --update {path}"


def main(words):
    if len(words) not in (1, 2) or words[0] in ("-h", "--help") or len(words) == 2 and words[0] != "--update":
        print(__doc__.strip())
        return 0 if words[:1] == ["--help"] else 64
    files = [File(path) for path in sorted(pathlib.Path("Sources").rglob("*.swift"))]
    edges = folder_edges(files)
    said = [*show_in(pathlib.Path(words[-1]), files, edges, is_update=len(words) == 2), *violations(files, edges)]
    print("".join(line + "\n" for line in said), end="")
    return 1 if said else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

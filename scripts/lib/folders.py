#!/usr/bin/env python3
"""Lists which folders of the code use which, and finds what runs against the direction.

Usage: folders.py [--draw | --files TARGET | --check FILE | --update FILE] [ROOT]

A folder is one within a target: Sources/TARGET/FOLDER. A file uses another one when it names a type, a free function or a
constant that the other one declares at its top level, or a member that only the other one declares, in an extension.
Prints FILE: rule: text for each violation, and exits 1 if there is any:

  folder-cycle  folders of a target that use each other, directly or by way of others
  import        a target that imports one which stands above it, or beside it, or which has no place in MAY_IMPORT
  no-folder     a Swift file in no folder of a target that has folders
  same-name     two types of one name in the package

  --draw          print the table of all folders instead
  --files TARGET  print, for each file of a target, the files of the target that it uses
  --check FILE    print a violation if the table in a Markdown file is another one, or leaves out what a folder holds
                  (folder-table); it stands between the lines <!-- folders --> and <!-- /folders -->
  --update FILE   write the table into that file; what a folder holds is written there by hand and kept
"""

import argparse
import collections
import pathlib
import re
import sys

from swift_rules import Blanker

# What each target may import of the others, and nothing else: the way runs toward the core and C.
MAY_IMPORT = {
    "FlatMemory": set(),
    "CSV": {"CCSV", "FlatMemory"},
    "JuiceCore": {"FlatMemory"},
    "JuiceBatch": {"CSV", "JuiceCore", "FlatMemory", "CBuild", "CLibcrypto", "CLinux"},
    "JuiceReports": {"JuiceBatch", "JuiceCore", "CSV", "FlatMemory"},
    "JuiceLedger": {"JuiceBatch", "JuiceCore", "CSV", "CSQLite"},
    "JuiceShop": {"JuiceLedger", "JuiceReports", "JuiceBatch", "JuiceCore", "CSV"},
    "JuiceCounter": {"JuiceShop", "JuiceReports", "JuiceBatch", "JuiceCore"},
    "juice-batch": {"JuiceCounter", "JuiceShop", "JuiceLedger", "JuiceReports", "JuiceBatch", "JuiceCore", "CSV"},
}

MODIFIERS = r"(?:@\w+(?:\([^)\n]*\))?[ \t]+|(?:package|public|internal)(?:\(set\))?[ \t]+)*"
IMPORT = re.compile(
    rf"^[ \t]*{MODIFIERS}(?:(?:private|fileprivate)[ \t]+)?import[ \t]+"
    r"(?:(?:struct|class|enum|protocol|typealias|func|let|var)[ \t]+)?([\w-]+)",
    re.M,
)
HIDDEN = re.compile(r"^(?:@\w+(?:\([^)]*\))?\s+)*(?:private|fileprivate)\s")
TYPE = re.compile(r"\b(?:struct|class|enum|protocol|actor|typealias|associatedtype)\s+([A-Za-z_]\w*)")
VALUE = re.compile(r"\b(?:func|let|var|case)\s+`?([A-Za-z_]\w*)")
MEMBER = re.compile(r"\b(?:func|var|let)\s+`?([A-Za-z_]\w*)")
GENERIC = re.compile(r"\b(?:func|init|struct|class|enum|actor|typealias|subscript)\b\s*\w*\s*<([^>]*)>")
# Names that something within the file has for itself: what stands before a colon, in a pattern, or before `in`.
LABEL = re.compile(r"\b([A-Za-z_]\w*):")
TUPLE = re.compile(r"\b(?:let|var|for)\s*\(([^)]*)\)")
BEFORE_IN = re.compile(r"\b([A-Za-z_]\w*(?:\s*,\s*[A-Za-z_]\w*)*)\s+in\b")
NAME = re.compile(r"[A-Za-z_]\w*")

# What a name looks like where it stands for a type, for a value, is called, or belongs to what stands before the point; three
# points are a range, and what follows stands alone.
ALONE = r"(?<![\w`])(?<!(?<!\.)\.)"
TYPE_USE = re.compile(rf"{ALONE}[A-Z]\w*")
VALUE_USE = re.compile(rf"{ALONE}[A-Za-z_]\w*\b(?!:)")
CALL_USE = re.compile(rf"{ALONE}([A-Za-z_]\w*)\(")
MEMBER_USE = re.compile(r"(?<!\.)\.([A-Za-z_]\w*)")

BEGIN, END = "<!-- folders -->", "<!-- /folders -->"


class File:
    """A Swift file: what it declares for others, and what it names."""

    def __init__(self, path, root):
        self.path = path
        self.shown = str(path.relative_to(root))
        parts = path.relative_to(root / "Sources").parts
        self.target = parts[0]
        self.folder = parts[1] if len(parts) > 2 else ""
        code = Blanker(path.read_text(encoding="utf-8")).run()
        self.imports = set(IMPORT.findall(code))
        self.types, self.values, self.members = declared(code)
        self.note_own_names(code)
        self.note_uses(code)

    def note_own_names(self, code):
        """Names that mean something of the file's own, wherever they are declared in it."""
        self.own_values = set(VALUE.findall(code))
        self.own_types = set(TYPE.findall(code))
        for parameters in GENERIC.findall(code):
            self.own_types.update(NAME.findall(re.sub(r":[^,]*", "", parameters)))
        self.local_values = self.own_values | set(LABEL.findall(code))
        for names in TUPLE.findall(code) + BEFORE_IN.findall(code):
            self.local_values.update(NAME.findall(names))

    def note_uses(self, code):
        # What a module's name stands before is no member.
        code = re.sub(rf"\b(?:{'|'.join(map(re.escape, MAY_IMPORT))})\.(?=\w)", "", code)
        self.type_uses = set(TYPE_USE.findall(code)) - self.own_types
        self.value_uses = set(VALUE_USE.findall(code)) - self.local_values
        self.value_uses |= set(CALL_USE.findall(code)) - self.own_values
        self.member_uses = set(MEMBER_USE.findall(code)) - self.own_values


def declared(code):
    """The types and free values that stand at the top level and are not private, and the members that extensions add."""
    types, values, members = set(), set(), set()
    depth, in_extension = 0, False
    for line in code.split("\n"):
        text = line.strip()
        if depth == 0 and text:
            in_extension = re.match(rf"{MODIFIERS}(?:nonisolated[ \t]+)?extension\b", text) is not None
            if not in_extension and not HIDDEN.match(text):
                types.update(TYPE.findall(text))
                if not TYPE.search(text):
                    values.update(MEMBER.findall(text))
        elif depth == 1 and in_extension and not HIDDEN.match(text):
            members.update(MEMBER.findall(text))
        depth += sum(text.count(mark) for mark in "{([") - sum(text.count(mark) for mark in "})]")
    return types, values, members


def uses_of(files):
    """For each file the files whose declarations it names, those of its own target first."""
    types, values, members = (collections.defaultdict(list) for _ in range(3))
    declaring = collections.Counter(name for file in files for name in file.own_values)
    for file in files:
        for names, owners in ((file.types, types), (file.values, values), (file.members, members)):
            for name in names:
                # A member is looked for by its name alone, so only one that has the name for itself is found.
                if owners is not members or declaring[name] == 1:
                    owners[name].append(file)
    uses = collections.defaultdict(set)
    for file in files:
        for names, owners in ((file.type_uses, types), (file.value_uses, values), (file.member_uses, members)):
            for name in names & owners.keys():
                own = [other for other in owners[name] if other.target == file.target]
                uses[file].update(own or [other for other in owners[name] if other.target in file.imports])
        uses[file].discard(file)
    return uses


def circles(edges):
    """The groups of nodes that lead back to themselves (Tarjan's strongly connected components)."""
    order, low, stack, found = {}, {}, [], []

    def visit(node):
        order[node] = low[node] = len(order)
        stack.append(node)
        for other in sorted(edges.get(node, ())):
            if other not in order:
                visit(other)
                low[node] = min(low[node], low[other])
            elif other in stack:
                low[node] = min(low[node], order[other])
        if low[node] == order[node]:
            group = stack[stack.index(node) :]
            del stack[stack.index(node) :]
            if len(group) > 1:
                found.append(sorted(group))

    for node in sorted(edges):
        if node not in order:
            visit(node)
    return found


def folder_edges(files, uses):
    """By target: which folder uses which, and by what pair of files."""
    edges = collections.defaultdict(lambda: collections.defaultdict(set))
    for file in files:
        for other in uses[file]:
            if other.target == file.target and other.folder != file.folder:
                edges[file.target][(file.folder, other.folder)].add((file.path.name, other.path.name))
    return edges


def violations(files, uses):
    for target, edges in sorted(folder_edges(files, uses).items()):
        graph = collections.defaultdict(set)
        for one, other in edges:
            graph[one].add(other)
        for group in circles(graph):
            inside = [(pair, edges[pair]) for pair in sorted(edges) if set(pair) <= set(group)]
            text = "; ".join(
                f"{one or target} uses {other or target} ({', '.join(' > '.join(use) for use in sorted(found)[:3])})"
                for (one, other), found in inside
            )
            yield f"Sources/{target}: folder-cycle: {text}"
    known = set(MAY_IMPORT).union(*MAY_IMPORT.values()) | {file.target for file in files}
    for target in sorted({file.target for file in files} - set(MAY_IMPORT)):
        yield f"Sources/{target}: import: nothing says what it may import"
    with_folders = {file.target for file in files if file.folder}
    places = collections.defaultdict(list)
    for file in files:
        for other in sorted(file.imports & known - MAY_IMPORT.get(file.target, known)):
            yield f"{file.shown}: import: {file.target} stands below {other}, or beside it"
        if file.target in with_folders and not file.folder:
            yield f"{file.shown}: no-folder: in no folder of {file.target}"
        for name in file.types:
            places[name].append(file.shown)
    for name, paths in sorted(places.items()):
        for path in paths[1:]:
            yield f"{path}: same-name: {name} is declared in {paths[0]} as well"


def draw(files, uses, descriptions):
    """The table of all targets and folders; in each target, the folders that others stand on come last.

    What a folder holds is written by hand in the table itself, and kept: `descriptions` has it by target and folder.
    """
    edges = folder_edges(files, uses)
    known = set(MAY_IMPORT).union(*MAY_IMPORT.values())
    lines = ["| folder | files | what it holds | uses |", "| --- | ---: | --- | --- |"]

    def row(target, folder, count, used):
        name = f"**{target}**" if folder is None else folder
        lines.append(f"| {name} | {count} | {descriptions.get((target, folder), '')} | {', '.join(sorted(used))} |")

    for target in reversed(list(MAY_IMPORT)):
        own = [file for file in files if file.target == target]
        if not own:
            continue
        row(target, None, len(own), set().union(*(file.imports for file in own)) & known)
        folders = sorted({file.folder for file in own if file.folder})
        below = {folder: {b for a, b in edges[target] if a == folder and b} for folder in folders}
        while folders:
            free = [folder for folder in folders if not any(folder in below[other] for other in folders if other != folder)]
            folder = (free or folders)[0]
            folders.remove(folder)
            row(target, folder, sum(file.folder == folder for file in own), below[folder])
    return "\n".join(lines)


def described(text):
    """What a table says that each target and folder holds, by target and folder; a target by itself has the folder None."""
    found, target = {}, None
    for line in text.split("\n"):
        cells = re.fullmatch(r"\| (\S+) \| \d+ \| (.*?) ?\| .*\|", line)
        if cells is None:
            continue
        if cells[1].startswith("**"):
            target = cells[1].strip("*")
        found[target, None if cells[1].startswith("**") else cells[1]] = cells[2]
    return found


def with_table(text, table):
    """A Markdown text with the table between its marks; None where it has no marks."""
    lines = text.split("\n")
    if lines.count(BEGIN) != 1 or lines.count(END) != 1 or lines.index(END) < lines.index(BEGIN):
        return None
    return "\n".join([*lines[: lines.index(BEGIN) + 1], table, *lines[lines.index(END) :]])


def show_in(path, files, uses, is_update):
    """Writes the table into a file, or says whether it stands there; yields the text of a violation."""
    text = path.read_text(encoding="utf-8")
    table = draw(files, uses, described(text))
    wanted = with_table(text, table)
    if wanted is None:
        yield f"{path}: folder-table: no lines {BEGIN} and {END}, one of each, in this order"
        return
    if wanted != text and is_update:
        path.write_text(wanted, encoding="utf-8")
    elif wanted != text:
        yield f"{path}: folder-table: the code has changed; scripts/lib/folders.py --update {path}"
    for (target, folder), description in described(table).items():
        if not description:
            yield f"{path}: folder-table: nothing says what {target}{'/' + folder if folder else ''} holds"


def main():
    parser = argparse.ArgumentParser(usage=__doc__.strip(), add_help=False)
    parser.add_argument("-h", "--help", action="store_true")
    mode = parser.add_mutually_exclusive_group()
    mode.add_argument("--draw", action="store_true")
    mode.add_argument("--files")
    mode.add_argument("--check", type=pathlib.Path)
    mode.add_argument("--update", type=pathlib.Path)
    parser.add_argument("root", nargs="?", default=".", type=pathlib.Path)
    options = parser.parse_args()
    if options.help:
        print(__doc__.strip())
        return 0
    root = options.root.resolve()
    files = [File(path, root) for path in sorted((root / "Sources").rglob("*.swift"))]
    uses = uses_of(files)
    if options.draw:
        print(draw(files, uses, {}))
        return 0
    if options.files:
        for file in files:
            if file.target == options.files:
                names = sorted(other.path.stem for other in uses[file] if other.target == file.target)
                print(f"{file.folder or file.target}/{file.path.stem}: {' '.join(names)}")
        return 0
    shown = options.check or options.update
    if shown:
        found = list(show_in(shown, files, uses, is_update=options.update is not None))
    else:
        found = list(violations(files, uses))
    print("\n".join(found), end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

"""Draws which rooms of the code use which, and finds what runs against the direction.

Usage: rooms.py [--draw | --files TARGET] [ROOT]

A room is a folder within a target: Sources/TARGET/ROOM. A file uses another one when it names a type, or a free function,
constant or operator, that the other one declares. Prints FILE: rule: text for each violation, and exits 1 if there is any:

  room-circle   rooms of a target that use each other, directly or by way of others
  import        a target that imports one which stands above it, or beside it
  homeless      a Swift file that stands in no room of a target that has rooms
  same-name     two types of one name in the package

  --draw          print the picture of all rooms instead
  --files TARGET  print, for each file of a target, the files of the target that it uses
"""

import collections
import pathlib
import re
import sys

from swift_rules import Blanker

# What each target may import of the others, and nothing else: the way runs toward the core and C.
MAY_IMPORT = {
    "CSV": {"CCSV"},
    "JuiceCore": set(),
    "JuiceBatch": {"CSV", "JuiceCore", "CLibcrypto", "CLinux"},
    "JuiceReports": {"JuiceBatch", "JuiceCore", "CSV"},
    "JuiceLedger": {"JuiceBatch", "JuiceCore", "CSV"},
    "JuiceShop": {"JuiceLedger", "JuiceReports", "JuiceBatch", "JuiceCore", "CSV"},
    "juice-batch": {"JuiceShop", "JuiceLedger", "JuiceReports", "JuiceBatch", "JuiceCore", "CSV"},
}

WORD = re.compile(r"(?<![\w`])[A-Za-z_]\w*")
IMPORT = re.compile(r"^(?:\s*(?:package|public|internal|private|@\w+)\s+)*import\s+(?:\w+\s+)?([\w-]+)", re.M)
TYPE = re.compile(r"\b(?:struct|class|enum|protocol|actor|typealias)\s+([A-Za-z_]\w*)")
FREE = re.compile(r"\b(?:func|let|var)\s+([A-Za-z_]\w*)")
HIDDEN = re.compile(r"\b(?:private|fileprivate)\b")


class File:
    """A Swift file: what it declares at its top level for others, and what it names."""

    def __init__(self, path, root):
        self.path = path
        parts = path.relative_to(root / "Sources").parts
        self.target = parts[0]
        self.room = parts[1] if len(parts) > 2 else ""
        code = Blanker(path.read_text(encoding="utf-8")).run()
        self.imports = set(IMPORT.findall(code))
        self.words = set(WORD.findall(code))
        self.types, self.free = declared(code)

    @property
    def place(self):
        return self.room or self.target


def declared(code):
    """The types and the free functions and constants that stand at the top level and are not private."""
    types, free = set(), set()
    depth = 0
    for line in code.split("\n"):
        if depth == 0 and not HIDDEN.search(line):
            types.update(TYPE.findall(line))
            if not re.search(r"\b(?:extension|case)\b", line):
                free.update(FREE.findall(line))
        depth += line.count("{") - line.count("}") + line.count("(") - line.count(")")
    return types, free


def uses_of(files):
    """For each file the files whose declarations it names, those of its own target first."""
    owners = collections.defaultdict(list)
    for file in files:
        for name in file.types | file.free:
            owners[name].append(file)
    uses = collections.defaultdict(set)
    for file in files:
        for word in file.words:
            found = [other for other in owners.get(word, []) if other is not file and word not in file.types | file.free]
            own = [other for other in found if other.target == file.target]
            uses[file].update(own or [other for other in found if other.target in file.imports])
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


def room_edges(files, uses):
    """By target: which room uses which, and by what pair of files."""
    edges = collections.defaultdict(lambda: collections.defaultdict(set))
    for file in files:
        for other in uses[file]:
            if other.target == file.target and other.room != file.room:
                edges[file.target][(file.room, other.room)].add((file.path.name, other.path.name))
    return edges


def violations(files, uses, root):
    for target, edges in sorted(room_edges(files, uses).items()):
        graph = collections.defaultdict(set)
        for one, other in edges:
            graph[one].add(other)
        for group in circles(graph):
            inside = [(pair, edges[pair]) for pair in sorted(edges) if set(pair) <= set(group)]
            text = "; ".join(
                f"{one} uses {other} ({', '.join(' > '.join(use) for use in sorted(found)[:3])})"
                for (one, other), found in inside
            )
            yield f"Sources/{target}: room-circle: {text}"
    own = {file.target for file in files}
    for file in files:
        shown = file.path.relative_to(root)
        for other in sorted(file.imports & (own | set(MAY_IMPORT)) - MAY_IMPORT.get(file.target, own)):
            yield f"{shown}: import: {file.target} stands below {other}, or beside it"
        has_rooms = any(other.room for other in files if other.target == file.target)
        if has_rooms and not file.room:
            yield f"{shown}: homeless: in no room of {file.target}"
    places = collections.defaultdict(list)
    for file in files:
        for name in file.types:
            places[name].append(str(file.path.relative_to(root)))
    for name, paths in sorted(places.items()):
        if len(paths) > 1:
            yield f"{paths[1]}: same-name: {name} is declared in {paths[0]} as well"


def draw(files, uses):
    """The picture: each target with its rooms, those that others stand on last."""
    edges = room_edges(files, uses)
    lines = []
    for target in reversed(list(MAY_IMPORT)):
        own = [file for file in files if file.target == target]
        if not own:
            continue
        imports = sorted(set().union(*(file.imports for file in own)) & set(MAY_IMPORT))
        lines.append(f"{target}{'  ▶ ' + ' '.join(imports) if imports else ''}")
        rooms = sorted({file.room for file in own if file.room})
        below = {room: {b for a, b in edges[target] if a == room} for room in rooms}
        while rooms:
            free = [room for room in rooms if not any(room in below[other] for other in rooms if other != room)]
            room = (free or rooms)[0]
            rooms.remove(room)
            count = sum(file.room == room for file in own)
            text = f"    {room} ({count})"
            lines.append(text + (f"{' ' * max(1, 22 - len(text))}▶ {' '.join(sorted(below[room]))}" if below[room] else ""))
        lines.append("")
    return "\n".join(lines).rstrip()


def main(arguments):
    if arguments[:1] and arguments[0] in ("-h", "--help"):
        print(__doc__.strip())
        return 0
    target = arguments[1] if arguments[:1] == ["--files"] else None
    rest = [word for word in arguments if not word.startswith("--") and word != target]
    root = pathlib.Path(rest[0] if rest else ".").resolve()
    files = [File(path, root) for path in sorted((root / "Sources").rglob("*.swift"))]
    uses = uses_of(files)
    if "--draw" in arguments:
        print(draw(files, uses))
        return 0
    if target:
        for file in files:
            if file.target == target:
                names = sorted(other.path.stem for other in uses[file] if other.target == target)
                print(f"{file.place}/{file.path.stem}: {' '.join(names)}")
        return 0
    found = list(violations(files, uses, root))
    print("\n".join(found), end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

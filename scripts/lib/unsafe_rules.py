#!/usr/bin/env python3
"""Finds unsafe constructs in Swift files that no list allows.

Usage: unsafe_rules.py LIST FILE...

What no compiler checks is found by name and sorted into kinds:

  view      bytes that another value owns, to be read: UnsafeBufferPointer, withUnsafeBytes, withUTF8
  pointer   an address to read from, without a length: UnsafePointer, UnsafeRawPointer, loadUnaligned
  memory    an address to write to: UnsafeMutablePointer and the like, withUnsafeMutableBytes
  retype    memory or a value taken for another type: bindMemory, assumingMemoryBound, unsafeBitCast
  reference what C holds, or holds of ours: OpaquePointer, Unmanaged
  sendable  a promise about threads: @unchecked Sendable, nonisolated(unsafe), unowned(unsafe)
  other     whatever else calls itself unsafe

A line of LIST is one of these; what begins with # is a comment:

  KIND in FOLDER...: REASON     every file of Sources/FOLDER, or of Tests for the folder Tests
  FILE KIND...: REASON          the file of this name, wherever it lies

Prints PLACE: rule: text for each violation, and exits 1 if there is any. The rules:

  unsafe       a construct that the list does not allow
  unsafe-list  a line that allows what no file does, that repeats another one, that names no file or several, or gives no
               reason
"""

import collections
import pathlib
import re
import sys

from swift_rules import Blanker

# The first kind that fits is a construct's own.
KINDS = [
    ("view", r"Unsafe(?:Raw)?BufferPointer|with(?:UnsafeBytes|UnsafeBufferPointer|UTF8|ContiguousStorage\w*)"),
    ("pointer", r"Unsafe(?:Raw)?Pointer|withUnsafePointer|loadUnaligned"),
    ("memory", r"UnsafeMutable\w+|withUnsafeMutable\w+|withContiguousMutable\w+|withUnsafeTemporaryAllocation"),
    ("retype", r"bindMemory|assumingMemoryBound|withMemoryRebound|unsafe(?:Bit|Down)Cast|unsafelyUnwrapped"),
    ("reference", r"OpaquePointer|Unmanaged|AutoreleasingUnsafeMutablePointer"),
    ("sendable", r"@unchecked|nonisolated\(unsafe\)|unowned\(unsafe\)|@preconcurrency"),
    ("other", r"@?unsafe\w*|Unsafe\w+|withUnsafe\w+"),
]
CONSTRUCT = re.compile("|".join(rf"(?P<{kind}>(?<!\w)(?:{names})(?!\w))" for kind, names in KINDS))
ENTRY = re.compile(r"(?:(?P<kind>\w+) in (?P<folders>[^:]+)|(?P<file>\S+\.swift) (?P<kinds>[^:]+)):\s*(?P<reason>.*)")


def folder_of(path):
    """Sources/FOLDER's name, or Tests."""
    parts = pathlib.PurePath(path).parts
    return parts[1] if parts[0] == "Sources" and len(parts) > 2 else parts[0]


def constructs(paths):
    """By file and kind: the lines and names of the constructs."""
    found = {}
    for path in paths:
        code = Blanker(pathlib.Path(path).read_text(encoding="utf-8")).run()
        kinds = collections.defaultdict(list)
        for construct in CONSTRUCT.finditer(code):
            kinds[construct.lastgroup].append((code.count("\n", 0, construct.start()) + 1, construct.group()))
        found[path] = kinds
    return found


def allowances(list_path):
    """Yields (line, allowance) for each line; an allowance is (kind, folder, file), or the text of a violation."""
    seen = set()
    known = {kind for kind, _ in KINDS}
    for number, line in enumerate(pathlib.Path(list_path).read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        entry = ENTRY.fullmatch(line.strip())
        if entry is None or not entry["reason"]:
            yield number, "no `KIND in FOLDER...: REASON` and no `FILE KIND...: REASON`"
            continue
        if entry["file"]:
            allowed = [(kind, None, entry["file"]) for kind in entry["kinds"].split()]
        else:
            allowed = [(entry["kind"], folder, None) for folder in entry["folders"].split()]
        for allowance in allowed:
            if allowance[0] not in known:
                yield number, f"{allowance[0]} is no kind of construct"
            elif allowance in seen:
                yield number, f"{allowance[0]} of {allowance[1] or allowance[2]} is allowed already"
            else:
                seen.add(allowance)
                yield number, allowance


def violations(list_path, paths):
    """Yields the text of each violation."""
    found = constructs(paths)
    named = collections.defaultdict(list)
    for path in paths:
        named[pathlib.PurePath(path).name].append(path)
    allowed = set()
    for number, allowance in allowances(list_path):
        if isinstance(allowance, str):
            yield f"{list_path}:{number}: unsafe-list: {allowance}"
            continue
        kind, folder, name = allowance
        files = named[name] if name else [path for path in paths if folder_of(path) == folder]
        uses = [path for path in files if kind in found[path]]
        if name and len(files) != 1:
            yield f"{list_path}:{number}: unsafe-list: {len(files)} files are called {name}"
        elif not uses:
            yield f"{list_path}:{number}: unsafe-list: {name or folder} has no {kind}"
        elif name and (kind, folder_of(files[0])) in allowed:
            yield f"{list_path}:{number}: unsafe-list: {kind} of {name} is allowed already, as in all of its folder"
        allowed.update((kind, path) for path in uses)
        if folder:
            allowed.add((kind, folder))
    for path in paths:
        for kind, places in found[path].items():
            if (kind, path) not in allowed:
                line, text = places[0]
                yield f"{path}:{line}: unsafe: {text} ({kind}), which {list_path} does not allow here"


def main(arguments):
    if len(arguments) < 2 or arguments[0] in ("-h", "--help"):
        print(__doc__.strip())
        return 0 if arguments[:1] in (["-h"], ["--help"]) else 64
    texts = list(violations(arguments[0], arguments[1:]))
    print("\n".join(texts), end="\n" if texts else "")
    return 1 if texts else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

#!/usr/bin/env python3
"""Rules for Swift files that swift format does not check, or does not check in tests.

Usage: swift_rules.py FILE...

Prints PLACE: rule: text for each violation, and exits 1 if there is any. Comments and the text of literals are blanked out before
code is looked at.
"""

import pathlib
import re
import sys

BODY_LINES_MAX = 70
FILE_LINES_MAX = 500
SUMMARY_WORDS_MIN = 4
RULES = [
    ("force-try", r"\btry!", "try! ends the program on an error"),
    ("force-cast", r"\bas!", "as! ends the program on another type"),
    # A `!` right behind an operand, unless it begins `!=`.
    ("force-unwrap", r"""(?<=[\w)\]}`">])(?<!\btry)(?<!\bas)!+(?!=)""", "a force unwrap or an implicitly unwrapped optional"),
    # Where a library's protocol demands it, a typealias gives it a name and its documentation the reason.
    ("any", r"(?<![\w.`])(?<!= )Any\b", "Any says nothing about the type"),
    ("disabled-test", r"\.disabled\(", "a disabled test tests nothing"),
]
COMMENTS = [
    ("unfinished", r"\b(TODO|FIXME|XXX)\b", "finish it or leave it out"),
    # What stands for a thing or a role that the comment should name: the caller, another process, the operator.
    ("pronoun", r"(?i)\b(somebody|someone|nobody|anybody|whoever|everybody|lets it happen)\b", "name the thing or the role"),
]
# What begins a summary that names nothing: it goes on where the declaration's name or another comment ends.
FRAGMENT = re.compile(
    r"(What|How|Where|Who|Whose|Which|When|Of|Those|Nil|As|By|In|For|From|Since|Until|Likewise|It|Its|They|The same"
    r"|(?:Whether|All of) (?:it|they|them))\b")
DECLARATION = re.compile(r"( *)(?:@\w+(?:\([^)]*\))? |[a-z]+(?:\([a-z]+\))? )*(?:func|init|deinit|subscript|var)\b")
# A line of documentation that begins a list of parameters, documents one, or is an item of some list.
DOCUMENTED = re.compile(r"- (?:Parameter(?:(s)| (\w+))|(\w+)):")
# What begins a comment or a literal, and parentheses, between which a literal interpolates code.
OPENING = re.compile(r'//.*|/\*|#*"""|#*"|#+/|/(?![\s*/=])|[()]')
REGEX = re.compile(r"/(?:\\.|\[(?:\\.|[^\]\n])*\]|[^/\n\\\[])+(?<!\s)/")
REGEX_BEFORE = re.compile(r"(?:^|[(,=:\[{&|!?;]|\breturn|\bcase|\bin|\btry|\bawait)\s*$")


class Source:
    """Swift source: `code` is its text with comments and the text of literals blanked out, but not what they interpolate.
    `comments` are the offset and the text of each comment."""

    def __init__(self, text):
        self.text, self.parts, self.copied, self.comments = text, [], 0, []
        self.scan(0, is_interpolated=False)
        self.blank(len(text), len(text))
        self.code = "".join(self.parts)

    def line(self, offset):
        return self.text.count("\n", 0, offset) + 1

    def blank(self, start, end):
        """Copies what stands before `start`, and blanks from there to `end`, which it returns."""
        self.parts += [self.text[self.copied:start], re.sub(r"[^\n]", " ", self.text[start:end])]
        self.copied = end
        return end

    def blank_to(self, start, at, closing):
        return self.blank(start, self.text.find(closing, at) % (len(self.text) + 1) + len(closing))

    def scan(self, at, is_interpolated):
        """Goes through code up to its end, or to the parenthesis that closes an interpolation; returns where that is."""
        depth = 0
        while mark := OPENING.search(self.text, at):
            (start, at), found = mark.span(), mark[0]
            if found in ("(", ")"):
                depth += 1 if found == "(" else -1
                if is_interpolated and depth < 0:
                    return at
            elif found.startswith("/") and found != "/":
                at = self.blank(start, at) if found != "/*" else self.blank_to(start, at, "*/")
                self.comments.append((start, self.text[start:at]))
            elif found.endswith('"'):
                at = self.skip_string(at, found)
            elif found.startswith("#"):
                at = self.blank_to(start, at, found[::-1])
            elif (regex := REGEX.match(self.text, start)) and REGEX_BEFORE.search(self.text, self.text.rfind("\n", 0, start) + 1, start):
                at = self.blank(start, regex.end())
        return len(self.text)

    def skip_string(self, at, opening):
        """Blanks a string literal but for its quotes and the code it interpolates; returns where it ends."""
        pounds = opening.rstrip('"')
        close, escape = opening[len(pounds):] + pounds, "\\" + pounds
        ends = re.compile(re.escape(close) + "|" + re.escape(escape) + "(.)" + ("|\n" if '"""' not in opening else ""), re.DOTALL)
        while mark := ends.search(self.text, at):
            if mark[1] == "(":
                self.blank(at, mark.end() - 1)
                at = self.scan(mark.end(), is_interpolated=True)
            else:
                at = self.blank(at, mark.end() if mark[1] else mark.start())
                if not mark[1]:
                    return mark.end()
        return self.blank(at, len(self.text))


def blocks(source):
    """The documentation of each declaration: its lines, the offset of the first, and where the declaration begins."""
    found = {}
    for offset, comment in source.comments:
        if comment.startswith("///"):
            # Comments are blank by now, so all of a declaration's have the same code after them.
            after = re.compile(r"\s*").match(source.code, offset + len(comment)).end()
            found.setdefault(after, []).append((offset, comment[3:].strip()))
    return [([line for _, line in lines], lines[0][0], after) for after, lines in found.items()]


def unknown_parameters(source, lines, after):
    """The names that are documented as parameters and that the declaration does not have."""
    declaration = re.compile(r"(?<![\w.`#])(?:func|init|subscript)\b[^(]*").search(source.code, after)
    is_list, depth, end = False, 0, after
    for mark in re.compile(r"[()]").finditer(source.code, declaration.end() if declaration else after):
        depth, end = depth + (1 if mark[0] == "(" else -1), mark.end()
        if depth == 0:
            break
    signature = source.code[after:end]
    for line in lines:
        plural, name, item = found.groups() if (found := DOCUMENTED.match(line)) else (None, None, None)
        if plural or item and item[0].isupper():
            is_list = bool(plural)
        elif name := name or (item if is_list else None):
            if not re.search(rf"\b{name}\s*:", signature):
                yield name


def long_bodies(source):
    """Lines and lengths of declarations whose bodies are too long, by their indentation, which swift format sees to."""
    lines = source.code.split("\n")
    for number, line in enumerate(lines):
        if not (found := DECLARATION.match(line)):
            continue
        indent, start = found[1], number
        while start + 1 < len(lines) and not lines[start].endswith("{") and re.match(rf"{indent}(    |\)|->)", lines[start + 1]):
            start += 1
        if not lines[start].endswith("{"):
            continue
        end = next((at for at in range(start + 1, len(lines)) if lines[at].startswith(indent + "}")), start)
        if end - start - 1 > BODY_LINES_MAX:
            yield number + 1, end - start - 1


def check(path, source):
    """Yields (line, rule, text) for each violation in a file."""
    is_in_sources = "Sources" in path.parts
    for rule, pattern, text in RULES:
        yield from ((source.line(found.start()), rule, text) for found in re.finditer(pattern, source.code))
    for offset, comment in source.comments:
        for rule, pattern, text in COMMENTS:
            for found in re.finditer(pattern, comment):
                yield source.line(offset + found.start()), rule, f"{found[0]}: {text}"
    for lines, offset, after in blocks(source):
        for name in unknown_parameters(source, lines, after):
            yield source.line(offset), "doc-parameter", f"{name} is documented, but no parameter"
        summary = " ".join(lines[:lines.index("")] if "" in lines else lines)
        if is_in_sources and not summary.startswith("- "):
            if len(summary.split()) < SUMMARY_WORDS_MIN:
                yield source.line(offset), "summary", f"fewer than {SUMMARY_WORDS_MIN} words: say what it is, or leave it out"
            elif found := FRAGMENT.match(summary):
                yield source.line(offset), "summary", f"begins with {found[0]}: name what it is or does"
    for line, count in long_bodies(source):
        yield line, "long-body", f"a body of {count} lines; at most {BODY_LINES_MAX}"
    count = source.text.rstrip("\n").count("\n") + 1
    if is_in_sources and count > FILE_LINES_MAX:
        yield FILE_LINES_MAX + 1, "long-file", f"{count} lines; at most {FILE_LINES_MAX}"


def main(*paths):
    found = [f"{path}:{line}: {rule}: {text}" for path in map(pathlib.Path, paths)
             for line, rule, text in sorted(check(path, Source(path.read_text(encoding="utf-8"))))]
    print("".join(line + "\n" for line in found), end="")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

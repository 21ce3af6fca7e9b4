#!/usr/bin/env python3
"""Rules for Swift files that swift format does not check.

Usage: swift_rules.py FILE...

Prints FILE:LINE: rule: text for each violation, and exits 1 if there is any. Lines count from 1.

Comments and string literals are blanked out before looking, but not the code that a string
interpolates. So this is no parser, yet it does not trip over "wow!", `a != b` or `!isEmpty`.
"""

import re
import sys

BODY_LINES_MAX = 70
FILE_LINES_MAX = 500

# A `!` right behind an operand, unless it begins `!=`: a force unwrap, or a type such as `Int!`.
UNWRAP = re.compile(r"""(?<=[\w)\]}`">])!+(?!=)""")
WORDS = [
    ("force-try", re.compile(r"\btry!"), "try! ends the program on an error"),
    ("force-cast", re.compile(r"\bas!"), "as! ends the program on another type"),
    # Where a library's protocol demands it, a typealias gives it a name and its documentation the reason.
    ("any", re.compile(r"(?<![\w.`])(?<!= )Any\b"), "Any says nothing about the type"),
    ("disabled-test", re.compile(r"\.disabled\("), "a disabled test tests nothing"),
]
# What stands in a comment for a thing or a role that it should name: the caller, another process, the operator.
PRONOUN = re.compile(r"\b(somebody|someone|nobody|anybody|whoever|everybody|lets it happen)\b", re.IGNORECASE)
SUMMARY_WORDS_MIN = 4
# What begins a summary that names nothing: it goes on where the declaration's name or another comment ends.
FRAGMENT = re.compile(r"(What|How|Where|Who|Whose|Which|When|Of|Those|Nil|As|By|In|For|From|Since|Until|Likewise)\b")
UNFINISHED = re.compile(r"\b(TODO|FIXME|XXX)\b")
DECLARATION = re.compile(r"(?<![\w.`#])(func\b|init\b(?=\s*[?!]?\s*[(<])|deinit\b|subscript\b(?=\s*[(<])|var\b)")
# What may begin a line that no longer belongs to the declaration above it.
NEXT_DECLARATION = re.compile(
    r"""(?x)\s*(@|\#|}|(package|public|internal|private|fileprivate|open|static|class|mutating|nonmutating|final|override
    |required|convenience|lazy|weak|unowned|indirect|nonisolated|consuming|borrowing|prefix|postfix|infix|import
    |func|var|let|init|deinit|subscript|case|associatedtype|typealias|struct|enum|extension|protocol|actor)\b)"""
)
# A line of documentation that begins a list of parameters, documents one, or is an item of some list.
DOCUMENTED = re.compile(r"///\s*- (?:Parameter(?:(s)| (\w+))|(\w+)):")
REGEX_BEFORE = re.compile(r"(?:^|[(,=:\[{&|!?;]|\breturn|\bcase|\bin|\btry|\bawait)\s*$")


class Blanker:
    """Copies Swift source, with the text of comments and literals replaced by spaces."""

    def __init__(self, source):
        self.source = source
        self.at = 0
        self.code = []
        self.comments = []

    def blank(self, end):
        text = self.source[self.at : end]
        self.code.append(re.sub(r"[^\n]", " ", text))
        self.at = end

    def run(self):
        self.copy_code(interpolated=False)
        return "".join(self.code)

    def copy_code(self, interpolated):
        """Copies code up to its end, or to the parenthesis that closes an interpolation."""
        depth = 0
        while self.at < len(self.source):
            rest = self.source[self.at : self.at + 2]
            if rest == "//":
                end = self.source.find("\n", self.at)
                self.note_comment(len(self.source) if end < 0 else end)
            elif rest == "/*":
                self.note_comment(self.end_of_block_comment())
            elif literal := re.compile(r'(#*)("""|")').match(self.source, self.at):
                self.skip_string(literal)
            elif (regex := self.end_of_regex()) is not None:
                self.blank(regex)
            else:
                character = self.source[self.at]
                depth += (character == "(") - (character == ")")
                self.code.append(character)
                self.at += 1
                if interpolated and depth < 0:
                    return

    def note_comment(self, end):
        self.comments.append((self.at, self.source[self.at : end]))
        self.blank(end)

    def end_of_block_comment(self):
        depth = 0
        for mark in re.compile(r"/\*|\*/").finditer(self.source, self.at):
            depth += 1 if mark.group() == "/*" else -1
            if depth == 0:
                return mark.end()
        return len(self.source)

    def end_of_regex(self):
        extended = re.compile(r"(#+)/").match(self.source, self.at)
        if extended:
            end = self.source.find("/" + extended.group(1), extended.end())
            return None if end < 0 else end + 1 + len(extended.group(1))
        plain = re.compile(r"/(?![\s*/=])(?:\\.|\[(?:\\.|[^\]\n])*\]|[^/\n\\\[])+(?<!\s)/").match(self.source, self.at)
        if plain is None:
            return None
        line_start = self.source.rfind("\n", 0, self.at) + 1
        before = "".join(self.code)[line_start:]
        return plain.end() if REGEX_BEFORE.search(before) else None

    def skip_string(self, opening):
        """Blanks a string literal but for its quotes and the code it interpolates."""
        pounds, quotes = opening.groups()
        escape, close = "\\" + pounds, quotes + pounds
        self.blank(opening.end() - 1)
        self.code.append('"')
        self.at += 1
        while self.at < len(self.source):
            if self.source.startswith(close, self.at):
                self.blank(self.at + len(close) - 1)
                self.code.append('"')
                self.at += 1
                return
            if self.source.startswith(escape + "(", self.at):
                self.blank(self.at + len(escape))
                self.code.append("(")
                self.at += 1
                self.copy_code(interpolated=True)
            elif self.source.startswith(escape, self.at):
                self.blank(min(self.at + len(escape) + 1, len(self.source)))
            elif self.source[self.at] == "\n" and quotes == '"':
                return
            else:
                self.blank(self.at + 1)


def find_body(code, start):
    """Returns where the braces of the declaration at `start` open and close, or None without a body."""
    depth = 0
    at = start
    is_variable = code.startswith("var", start)
    while at < len(code):
        character = code[at]
        if character in "([":
            depth += 1
        elif character in ")]":
            depth -= 1
            if depth < 0:
                return None
        elif depth == 0 and character in "};":
            return None
        elif depth == 0 and is_variable and character == "=":
            return None
        elif depth == 0 and character == "\n" and (is_variable or NEXT_DECLARATION.match(code, at + 1)):
            return None
        elif depth == 0 and character == "{":
            return at, end_of_braces(code, at)
        at += 1
    return None


def end_of_braces(code, start):
    depth = 0
    for brace in re.compile(r"[{}]").finditer(code, start):
        depth += 1 if brace.group() == "{" else -1
        if depth == 0:
            return brace.start()
    return len(code)


def unknown_parameters(code, comments):
    """Yields (offset, name) for each parameter that is documented and that the declaration below does not have."""
    blocks = {}
    for offset, comment in comments:
        if comment.startswith("///"):
            # Comments are blank by now, so all of a declaration's have the same code after them.
            after = re.compile(r"\s*").match(code, offset + len(comment)).end()
            blocks.setdefault(after, []).append((offset, comment))
    for start, lines in blocks.items():
        signature, is_list = None, False
        for offset, comment in lines:
            found = DOCUMENTED.match(comment)
            list_of_parameters, name, item = found.groups() if found else (None, None, None)
            if list_of_parameters or item and item[0].isupper():
                is_list = bool(list_of_parameters)
                continue
            name = name or (item if is_list else None)
            if name and signature is None:
                signature = signature_at(code, start)
            if name and not re.search(rf"\b{name}\s*:", signature):
                yield offset, name


def summaries(code, comments):
    """Yields (offset, text) of the first paragraph of each documentation that begins with text, not with a parameter."""
    blocks = {}
    for offset, comment in comments:
        if comment.startswith("///"):
            after = re.compile(r"\s*").match(code, offset + len(comment)).end()
            blocks.setdefault(after, []).append((offset, comment[3:].strip()))
    for lines in blocks.values():
        text = [line for _, line in lines]
        summary = " ".join(text[: text.index("")] if "" in text else text)
        if not summary.startswith("- "):
            yield lines[0][0], summary


def unclear_comments(code, comments):
    """Yields (offset, rule, text) for comments that a reader who sees nothing else cannot understand."""
    for offset, comment in comments:
        for found in PRONOUN.finditer(comment):
            yield offset + found.start(), "pronoun", f"{found.group()}: name the thing or the role"
    for offset, summary in summaries(code, comments):
        if len(summary.split()) < SUMMARY_WORDS_MIN:
            yield offset, "summary", f"fewer than {SUMMARY_WORDS_MIN} words: say what it is in a sentence, or leave it out"
        elif found := FRAGMENT.match(summary):
            yield offset, "summary", f"begins with {found.group()}: name what it is or does"


def signature_at(code, start):
    """Returns the declaration of a function up to the end of its parameters."""
    declaration = DECLARATION.search(code, start)
    return code[start : end_of_signature(code, declaration.end())] if declaration else ""


def end_of_signature(code, at):
    """Returns where the first pair of parentheses behind `at` closes."""
    depth = 0
    for mark in re.compile(r"[()]").finditer(code, at):
        depth += 1 if mark.group() == "(" else -1
        if depth == 0:
            return mark.end()
    return len(code)


def check_file(path):
    """Yields (line, rule, text) for each violation."""
    with open(path, encoding="utf-8") as file:
        source = file.read()
    blanker = Blanker(source)
    code = blanker.run()
    assert len(code) == len(source), f"{path}: lost count of characters"

    def line_of(offset):
        return source.count("\n", 0, offset) + 1

    for rule, pattern, text in WORDS:
        for found in pattern.finditer(code):
            yield line_of(found.start()), rule, text
    without_forced_words = re.sub(r"\b(try|as)!", r"\1 ", code)
    for found in UNWRAP.finditer(without_forced_words):
        yield line_of(found.start()), "force-unwrap", "a force unwrap or an implicitly unwrapped optional"
    for offset, comment in blanker.comments:
        for found in UNFINISHED.finditer(comment):
            yield line_of(offset + found.start()), "unfinished", f"{found.group()}: finish it or leave it out"
    for offset, name in unknown_parameters(code, blanker.comments):
        yield line_of(offset), "doc-parameter", f"{name} is documented, but no parameter"
    for offset, rule, text in unclear_comments(code, blanker.comments):
        if rule != "summary" or is_in_sources(path):
            yield line_of(offset), rule, text
    for found in DECLARATION.finditer(code):
        body = find_body(code, found.start())
        if body is not None:
            lines = line_of(body[1]) - line_of(body[0]) - 1
            if lines > BODY_LINES_MAX:
                yield line_of(found.start()), "long-body", f"a body of {lines} lines; at most {BODY_LINES_MAX}"
    lines = source.count("\n") + (not source.endswith("\n"))
    if lines > FILE_LINES_MAX and is_in_sources(path):
        yield FILE_LINES_MAX + 1, "long-file", f"{lines} lines; at most {FILE_LINES_MAX}"


def is_in_sources(path):
    return "Sources" in path.split("/")


def main(paths):
    if not paths or paths[0] in ("-h", "--help"):
        print(__doc__.strip())
        return 0 if paths else 64
    violations = 0
    for path in paths:
        for line, rule, text in sorted(check_file(path)):
            print(f"{path}:{line}: {rule}: {text}")
            violations += 1
    return 1 if violations else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

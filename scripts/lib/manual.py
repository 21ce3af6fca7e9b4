"""Writes the manual pages of juice-batch: of its commands from their help texts, and of the file formats from articles.

Usage: manual.py PROGRAM DATE FOLDER

The pages are written to FOLDER/man1 and FOLDER/ko/man1, for the program and each subcommand, and to FOLDER/man5. The
generate-manual plugin of swift-argument-parser is not used, since it does not support sections such as EXAMPLES, its output
fails mandoc -Tlint, and it first builds the whole package for release. Articles are converted by cmark-gfm.
"""

import json
import os
import pathlib
import re
import subprocess
import sys

MANUAL = pathlib.Path(__file__).resolve().parents[2] / "Sources/juice-batch/Manual.docc"
# The names of the pages of formats, the articles from which they are made, and other names under which they are installed.
FORMATS = {"juice-batch-input": "Input", "juice-batch-menu": "MenuAndStock", "juice-batch.json": "Settings",
           "juice-batch-reports": "Reports"}
ALIASES = {"juice-batch-menu": ["juice-batch-stock"]}
# The articles with sections that are added to the pages of commands.
ARTICLES = {"juice-batch nightly": ("NightlyRuns", ["SET UP", "WHEN SOMETHING IS WRONG", "BACKUP AND RESTORE"])}
HEADING = re.compile(r"[A-Z][A-Z ]+|[가-힣]+( [가-힣]+)*")
# The Korean translations of the words that this script adds to the pages, by the English words.
KOREAN = {
    "NAME": "이름", "SYNOPSIS": "사용법", "EXAMPLES": "예시", "DESCRIPTION": "설명", "SUBCOMMANDS": "명령", "ARGUMENTS": "인자",
    "OPTIONS": "옵션", "SEE ALSO": "같이 보기", "User Commands": "사용자 명령", "subcommand": "명령", "option": "옵션",
    "default": "기본값", "off": "끔",
    # Help texts of the argument parser's own options.
    "Show help information.": "도움말을 보입니다.", "Show the version.": "버전을 보입니다.",
}


def escaped(text):
    """The text with the characters escaped that roff would not print unchanged."""
    text = text.replace("\\", r"\e").replace("-", r"\-")
    return "\n".join(r"\&" + line if line[:1] in (".", "'") else line for line in text.split("\n"))


def bold(text):
    return rf"\fB{escaped(text)}\fP"


def preformatted(text):
    """The text with its line breaks kept, without the indentation that all its lines share."""
    lines = text.split("\n")
    margin = min(len(line) - len(line.lstrip()) for line in lines if line.strip())
    return [".nf", *(escaped(line[margin:]) or r"\&" for line in lines), ".fi"]


def write(path, section, date, version, kind, abstract, body, pages, names=(), say=str):
    """Writes a page; `pages` are the names and sections of other pages."""
    title = f'.TH {escaped(path.stem.upper())} {section} "{date}" "juice-batch {escaped(version)}" "{say(kind)}"'
    name = rf"{escaped(', '.join([path.stem, *names]))} \- {abstract}"
    others = ",\n".join(f"{bold(other)}({number})" for other, number in pages)
    lines = [title, f".SH {say('NAME')}", name, *body, f'.SH "{say("SEE ALSO")}"', others]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def listed(table):
    """A table as paragraphs, since its columns would be too wide for a terminal: the first cell of a row is the term, and the
    header precedes each other cell."""
    header, _, *rows = [[cell.strip().replace(r"\|", "|") for cell in re.split(r"(?<!\\)\|", row)[1:-1]]
                        for row in table[0].splitlines()]
    for first, *others in rows:
        told = [cell if len(header) == 2 else f"{name}: {cell}" for name, cell in zip(header[1:], others) if cell]
        yield f"@TP {first if first.startswith('`') else f'**{first}**'}\n" + "\n@BR\n".join(told)


def reference(link):
    """The text that replaces a link: the name of the article's manual page, or else its own text, which may be a title."""
    article = (MANUAL / link[2].split("#")[0]).resolve()
    for page, name in FORMATS.items():
        if article == MANUAL / f"{name}.md":
            return f"**{page}**(5)"
    title = article.read_text(encoding="utf-8").split("\n", 1)[0] if article.suffix == ".md" else ""
    return f"“{link[1]}” in the manual" if title.lstrip("# ").strip("`") == link[1] else link[1]


def sections(article):
    """The abstract of an article, and its sections in roff by their headings, in order."""
    _, _, abstract, text = (MANUAL / f"{article}.md").read_text(encoding="utf-8").split("\n", 3)
    text = re.sub(r"<!--.*?-->", "", text, flags=re.S)
    text = re.sub(r"(?<!`)\[([^\]]+)\]\(([^)]*)\)", reference, text)
    text = re.sub(r"(?:^\|.*\n)+", lambda table: "\n\n".join(listed(table)) + "\n", text, flags=re.M)
    text = re.sub(r"^#(#+) ", r"\1 ", text, flags=re.M)
    roff = subprocess.run(["cmark-gfm", "--to", "man"], input=text, capture_output=True, text=True, check=True).stdout
    # A heading starts a paragraph without .PP, and an example needs no font of its own.
    for pattern, other in ((r"^\.PP\n@TP ", r".TP\n"), (r"^(\.S[HS]\n.*\n)\.PP\n", r"\1"), (r"^\.nf\n\\f\[C\]\n((.*\n)*?)\\f\[\]\n", r".nf\n\1"),
                           (r"\\f\[C\]", r"\\fB"), ("^@BR$", ".br")):
        roff = re.sub(pattern, other, roff, flags=re.M)
    _, *parts = re.split(r"^\.SH\n(.*)\n", roff, flags=re.M)
    return abstract, {heading.upper(): [body.strip()] for heading, body in zip(parts[::2], parts[1::2])}


def value_of(argument):
    return rf"\fI{escaped(argument['valueName'])}\fP"


def shown(command, key):
    """The arguments or subcommands that the help of a command shows, except for the subcommand help."""
    return [entry for entry in command.get(key) or []
            if entry.get("shouldDisplay", True) and entry.get("commandName") != "help"]


def paragraphs(discussion):
    """The paragraphs of a discussion by their headings; paragraphs before the first heading have the heading ''."""
    found, heading = {}, ""
    for line in (discussion or "").split("\n"):
        if HEADING.fullmatch(line):
            heading = line
        elif line.strip() or found.get(heading):
            found.setdefault(heading, []).append(line)
    return {heading: "\n".join(lines).rstrip() for heading, lines in found.items()}


def synopsis(name, command, say):
    words = [bold(name), *([rf"\fI{say('subcommand')}\fP"] if shown(command, "subcommands") else [])]
    for argument in shown(command, "arguments"):
        # Arguments that are passed on to another command are already covered by [option ...].
        if argument["kind"] == "positional" and argument["parsingStrategy"] != "allUnrecognized":
            words.append(value_of(argument) + (" ..." if argument["isRepeating"] else ""))
    return " ".join([*words, rf"[\fI{say('option')}\fP ...]"])


def with_opposites(options):
    """The options, with a flag and its opposite, which have the same description, merged into one entry."""
    merged = []
    for option in options:
        if merged and option["kind"] == "flag" and merged[-1].get("abstract") == option.get("abstract"):
            merged[-1] = {**option, **merged[-1], "names": merged[-1]["names"] + option["names"]}
        else:
            merged.append(option)
    return merged


def term(argument, say):
    """The entry of an argument: its names, its description and its default value."""
    names = [("-" if name["kind"] == "short" else "--") + name["name"] for name in argument.get("names") or []]
    value = [] if argument["kind"] == "flag" else [value_of(argument)]
    text = say(argument.get("abstract") or "")
    if "defaultValue" in argument:
        default = "off" if argument["defaultValue"].startswith("--no-") else argument["defaultValue"]
        text = f"{text.rstrip('.')} ({say('default')}: {say(default)})."
    if argument.get("discussion"):
        text += " " + argument["discussion"]
    return [".TP", " ".join([*([", ".join(map(bold, names))] if names else []), *value]), escaped(text)]


def command_body(name, command, say):
    """The sections of a command's page; examples come first."""
    parts = paragraphs(command.get("discussion"))
    yield from (f".SH {say('SYNOPSIS')}", synopsis(name, command, say))
    if examples := parts.pop(say("EXAMPLES"), None):
        yield from (f".SH {say('EXAMPLES')}", *preformatted(examples))
    if description := parts.pop("", None):
        yield from (f".SH {say('DESCRIPTION')}", escaped(description))
    arguments = shown(command, "arguments")
    entries = {
        "SUBCOMMANDS": [[".TP", bold(one["commandName"]), escaped(one["abstract"])] for one in shown(command, "subcommands")],
        "ARGUMENTS": [term(one, say) for one in arguments if one["kind"] == "positional"],
        "OPTIONS": [term(one, say) for one in with_opposites([one for one in arguments if one["kind"] != "positional"])],
    }
    for heading, found in entries.items():
        yield from [f".SH {say(heading)}", *(line for entry in found for line in entry)] if found else []
    for heading, text in parts.items():
        yield from (f'.SH "{heading}"', *preformatted(text))
    # The articles are written in English.
    if name in ARTICLES and say is str:
        article, headings = ARTICLES[name]
        found = sections(article)[1]
        yield from (line for heading in headings for line in (f'.SH "{heading}"', *found[heading]))


def main():
    program, date, folder = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])

    def printed(language, *words):
        return subprocess.run([program, *words], env={**os.environ, "JUICE_BATCH_LANGUAGE": language}, capture_output=True,
                              text=True, check=True).stdout

    version = printed("en", "--version").strip()
    formats = [(name, 5) for name in FORMATS]
    for language, say in (("en", str), ("ko", lambda text: KOREAN.get(text, text))):
        root = json.loads(printed(language, "--experimental-dump-help"))["command"]
        commands = {"juice-batch": root, **{f"juice-batch {one['commandName']}": one for one in shown(root, "subcommands")}}
        for name, command in commands.items():
            others = [(other.replace(" ", "-"), 1) for other in commands if other != name]
            path = folder / language.replace("en", "") / "man1" / f"{name.replace(' ', '-')}.1"
            body = command_body(name, command, say)
            write(path, 1, date, version, "User Commands", escaped(command["abstract"]), body, [*others, *formats], say=say)
    for name, article in FORMATS.items():
        abstract, found = sections(article)
        body = [line for heading, text in found.items() for line in (f'.SH "{heading.replace("OVERVIEW", "DESCRIPTION")}"', *text)]
        others = [("juice-batch", 1), ("juice-batch-run", 1), *(page for page in formats if page[0] != name)]
        path, names = folder / "man5" / f"{name}.5", ALIASES.get(name, [])
        write(path, 5, date, version, "File Formats", escaped(abstract[:1].lower() + abstract[1:].rstrip(".")), body, others, names)
        for alias in names:
            (path.parent / f"{alias}.5").write_bytes(path.read_bytes())


if __name__ == "__main__":
    main()

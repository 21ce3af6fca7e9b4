"""Writes the manual pages of juice-batch from the help texts of its argument parser.

Usage: juice-batch --experimental-dump-help | python3 manual.py VERSION DATE FOLDER [LANGUAGE]

The program and each subcommand have a page, in roff with the man macros; examples come first. LANGUAGE is the language of the
help texts, en or ko (default: en). The generate-manual plugin of swift-argument-parser is not used, since it does not support
sections such as EXAMPLES, its output fails mandoc -Tlint, and it first builds the whole package for release.
"""

import json
import pathlib
import re
import sys

import articles
from articles import bold, escaped, preformatted, see_also, title_line

HEADING = re.compile(r"[A-Z][A-Z ]+|[가-힣]+( [가-힣]+)*")

# The Korean translations of the words that this script adds to the pages, by the English words.
KOREAN = {
    "NAME": "이름",
    "SYNOPSIS": "사용법",
    "EXAMPLES": "예시",
    "DESCRIPTION": "설명",
    "SUBCOMMANDS": "명령",
    "ARGUMENTS": "인자",
    "OPTIONS": "옵션",
    "SEE ALSO": "같이 보기",
    "User Commands": "사용자 명령",
    "subcommand": "명령",
    "option": "옵션",
    "default": "기본값",
    "off": "끔",
    # Help texts of the argument parser's own options.
    "Show help information.": "도움말을 보입니다.",
    "Show the version.": "버전을 보입니다.",
}

# The articles with sections that are added to the pages of commands.
ARTICLES = {"juice-batch nightly": ("NightlyRuns", ["Set up", "When something is wrong", "Backup and restore"])}


def in_english(text):
    return text


def in_korean(text):
    return KOREAN.get(text, text)


def value_of(argument):
    return rf"\fI{escaped(argument['valueName'])}\fP"


def spelled(name):
    return ("-" if name["kind"] == "short" else "--") + name["name"]


def shown(command, key):
    """The arguments or subcommands that the help of a command shows, except for the subcommand help."""
    return [
        entry
        for entry in command.get(key) or []
        if entry.get("shouldDisplay", True) and entry.get("commandName") != "help"
    ]


def sections(discussion):
    """The paragraphs of a discussion by their headings; paragraphs before the first heading have the heading ''."""
    found = {}
    heading = ""
    for line in (discussion or "").split("\n"):
        if HEADING.fullmatch(line):
            heading = line
        elif line.strip() or found.get(heading):
            found.setdefault(heading, []).append(line)
    return {heading: "\n".join(lines).rstrip() for heading, lines in found.items()}


def synopsis(name, command, say):
    words = [bold(name)]
    if shown(command, "subcommands"):
        words.append(rf"\fI{say('subcommand')}\fP")
    for argument in shown(command, "arguments"):
        # Arguments that are passed on to another command are already covered by [option ...].
        if argument["kind"] == "positional" and argument["parsingStrategy"] != "allUnrecognized":
            words.append(value_of(argument) + (" ..." if argument["isRepeating"] else ""))
    options = rf"[\fI{say('option')}\fP ...]"
    return " ".join([*words, options])


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
    if argument["kind"] == "positional":
        head = value_of(argument)
    else:
        value = "" if argument["kind"] == "flag" else " " + value_of(argument)
        head = ", ".join(bold(spelled(name)) for name in argument["names"]) + value
    text = say(argument.get("abstract") or "")
    if "defaultValue" in argument:
        value = "off" if argument["defaultValue"].startswith("--no-") else argument["defaultValue"]
        text = f"{text.rstrip('.')} ({say('default')}: {say(value)})."
    if argument.get("discussion"):
        text += " " + argument["discussion"]
    return [".TP", head, escaped(text)]


def page(name, command, version, date, others, say):
    parts = sections(command.get("discussion"))
    title = name.replace(" ", "-")
    lines = [
        title_line(title, 1, date, version, say("User Commands")),
        f".SH {say('NAME')}",
        rf"{escaped(title)} \- {escaped(command['abstract'])}",
        f".SH {say('SYNOPSIS')}",
        synopsis(name, command, say),
    ]
    if say("EXAMPLES") in parts:
        lines += [f".SH {say('EXAMPLES')}", *preformatted(parts.pop(say("EXAMPLES")))]
    if "" in parts:
        lines += [f".SH {say('DESCRIPTION')}", escaped(parts.pop(""))]
    if shown(command, "subcommands"):
        lines.append(f".SH {say('SUBCOMMANDS')}")
        for subcommand in shown(command, "subcommands"):
            lines += [".TP", bold(subcommand["commandName"]), escaped(subcommand["abstract"])]
    positional = [argument for argument in shown(command, "arguments") if argument["kind"] == "positional"]
    options = with_opposites(
        [argument for argument in shown(command, "arguments") if argument["kind"] != "positional"]
    )
    for heading, arguments in (("ARGUMENTS", positional), ("OPTIONS", options)):
        if arguments:
            lines += [f".SH {say(heading)}", *(line for argument in arguments for line in term(argument, say))]
    for heading, text in parts.items():
        lines += [f'.SH "{heading}"', *preformatted(text)]
    # The articles are written in English.
    if name in ARTICLES and say is in_english:
        article, headings = ARTICLES[name]
        found = articles.sections(article)[2]
        lines += [line for heading in headings for line in (f'.SH "{heading.upper()}"', *found[heading])]
    pages = [*((other, 1) for other in others), *((page, 5) for page in articles.PAGES)]
    lines += see_also(pages, say("SEE ALSO"))
    return "\n".join(lines) + "\n"


def main():
    version, date, folder = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
    say = in_korean if sys.argv[4:] == ["ko"] else in_english
    root = json.load(sys.stdin)["command"]
    pages = {root["commandName"]: root}
    for subcommand in shown(root, "subcommands"):
        pages[f"{root['commandName']} {subcommand['commandName']}"] = subcommand
    for name, command in pages.items():
        others = [other.replace(" ", "-") for other in pages if other != name]
        text = page(name, command, version, date, others, say)
        (folder / (name.replace(" ", "-") + ".1")).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()

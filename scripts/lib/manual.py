"""Writes the manual pages of juice-batch from what its argument parser says of itself.

Usage: juice-batch --experimental-dump-help | python3 manual.py VERSION DATE FOLDER

A page for the program and one for each subcommand, in roff with the man macros; examples come first. (The generate-manual
plugin of swift-argument-parser knows no sections such as EXAMPLES, leaves what mandoc -Tlint complains of, and builds the
whole package for release before it starts.)
"""

import json
import pathlib
import re
import sys

import articles
from roff import bold, escaped, preformatted, see_also, title_line

HEADING = re.compile(r"[A-Z][A-Z ]+")

# Commands that are installed as a program of their own, too, and what the manual says of them beyond their help.
LAUNCHED = {"juice-batch nightly": ("NightlyRuns", ["What it takes", "As a service", "Backup and restore"])}


def value_of(argument):
    return rf"\fI{escaped(argument['valueName'])}\fP"


def spelled(name):
    return ("-" if name["kind"] == "short" else "--") + name["name"]


def shown(command, key):
    """The arguments or subcommands that help shows, help itself aside."""
    return [
        entry
        for entry in command.get(key) or []
        if entry.get("shouldDisplay", True) and entry.get("commandName") != "help"
    ]


def sections(discussion):
    """The paragraphs of a discussion under their headings; those before the first one have the heading ''."""
    found = {}
    heading = ""
    for line in (discussion or "").split("\n"):
        if HEADING.fullmatch(line):
            heading = line
        elif line.strip() or found.get(heading):
            found.setdefault(heading, []).append(line)
    return {heading: "\n".join(lines).rstrip() for heading, lines in found.items()}


def synopsis(name, command):
    words = [bold(name)]
    if shown(command, "subcommands"):
        words.append(r"\fIsubcommand\fP")
    for argument in shown(command, "arguments"):
        # What is handed on to another command stands as options already.
        if argument["kind"] == "positional" and argument["valueName"] != "option":
            words.append(value_of(argument) + (" ..." if argument["isRepeating"] else ""))
    words.append(r"[\fIoption\fP ...]")
    lines = [" ".join(words)]
    if name in LAUNCHED:
        lines += [".br", rf"{bold(name.replace(' ', '-'))} [\fIoption\fP ...]"]
    return lines


def with_opposites(options):
    """The options, with a flag and its opposite, which say the same of themselves, as one."""
    merged = []
    for option in options:
        if merged and option["kind"] == "flag" and merged[-1].get("abstract") == option.get("abstract"):
            merged[-1] = {**option, **merged[-1], "names": merged[-1]["names"] + option["names"]}
        else:
            merged.append(option)
    return merged


def term(argument):
    """An argument with its description, its values and its default."""
    if argument["kind"] == "positional":
        head = value_of(argument)
    else:
        value = "" if argument["kind"] == "flag" else " " + value_of(argument)
        head = ", ".join(bold(spelled(name)) for name in argument["names"]) + value
    text = argument.get("abstract") or ""
    if "defaultValue" in argument:
        text += f" (default: {argument['defaultValue']})"
    return [".TP", head, escaped(text)]


def page(name, command, version, date, others):
    parts = sections(command.get("discussion"))
    title = name.replace(" ", "-")
    lines = [
        title_line(title, 1, date, version, "User Commands"),
        ".SH NAME",
        rf"{escaped(title)} \- {escaped(command['abstract'])}",
        ".SH SYNOPSIS",
        *synopsis(name, command),
    ]
    if "EXAMPLES" in parts:
        lines += [".SH EXAMPLES", *preformatted(parts.pop("EXAMPLES"))]
    if "" in parts:
        lines += [".SH DESCRIPTION", escaped(parts.pop(""))]
    if shown(command, "subcommands"):
        lines.append(".SH SUBCOMMANDS")
        for subcommand in shown(command, "subcommands"):
            lines += [".TP", bold(subcommand["commandName"]), escaped(subcommand["abstract"])]
    positional = [argument for argument in shown(command, "arguments") if argument["kind"] == "positional"]
    options = with_opposites(
        [argument for argument in shown(command, "arguments") if argument["kind"] != "positional"]
    )
    for heading, arguments in (("ARGUMENTS", positional), ("OPTIONS", options)):
        if arguments:
            lines += [".SH " + heading, *(line for argument in arguments for line in term(argument))]
    for heading, text in parts.items():
        lines += [f'.SH "{heading}"', *preformatted(text)]
    if name in LAUNCHED:
        article, headings = LAUNCHED[name]
        found = articles.sections(article)[2]
        lines += [line for heading in headings for line in (f'.SH "{heading.upper()}"', *found[heading])]
    lines += see_also([*((other, 1) for other in others), *((page, 5) for page in articles.PAGES)])
    return "\n".join(lines) + "\n"


def main():
    version, date, folder = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
    root = json.load(sys.stdin)["command"]
    pages = {root["commandName"]: root}
    for subcommand in shown(root, "subcommands"):
        pages[f"{root['commandName']} {subcommand['commandName']}"] = subcommand
    for name, command in pages.items():
        others = [other.replace(" ", "-") for other in pages if other != name]
        text = page(name, command, version, date, others)
        (folder / (name.replace(" ", "-") + ".1")).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()

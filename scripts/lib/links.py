"""Follows the links of Markdown pages to files of the project, and to headings within them.

Usage: links.py PAGE...

Addresses elsewhere (https:) and links of DocC (doc:) are left alone. Prints PAGE:LINE: what is wrong, and exits 1 if there
is anything.
"""

import pathlib
import re
import sys
import urllib.parse

LINK = re.compile(r"\[[^\]]*\]\(([^()\s]+)\)")
CODE = re.compile(r"`[^`]*`")
ELSEWHERE = re.compile(r"[a-z]+:")


def text_lines(page):
    """The lines of a page outside its code blocks, with their numbers from 1."""
    is_code = False
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), start=1):
        if line.startswith("```"):
            is_code = not is_code
        elif not is_code:
            yield number, line


def anchors(page):
    """What GitHub calls the headings of a page."""
    found = set()
    for _, line in text_lines(page):
        if line.startswith("#"):
            title = line.lstrip("#").strip().lower()
            found.add(re.sub(r"[^\w\- ]", "", title).replace(" ", "-"))
    return found


def mistake(page, target):
    """What is wrong with a link of a page; None if it leads somewhere."""
    path, _, anchor = urllib.parse.unquote(target).partition("#")
    goal = page.parent / path if path else page
    if not goal.exists():
        return f"there is no {goal}"
    if anchor and anchor not in anchors(goal):
        return f"{goal} has no heading '#{anchor}'"
    return None


def main():
    count = 0
    for page in map(pathlib.Path, sys.argv[1:]):
        for number, line in text_lines(page):
            for target in LINK.findall(CODE.sub("", line)):
                wrong = None if ELSEWHERE.match(target) else mistake(page, target)
                if wrong:
                    print(f"{page}:{number}: {wrong}")
                    count += 1
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())

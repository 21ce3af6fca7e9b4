"""Text as roff prints it, with the man macros: what manual.py and articles.py share."""


def escaped(text):
    """Text as roff prints it unchanged."""
    text = text.replace("\\", r"\e").replace("-", r"\-")
    return "\n".join(r"\&" + line if line[:1] in (".", "'") else line for line in text.split("\n"))


def bold(text):
    return rf"\fB{escaped(text)}\fP"


def preformatted(text):
    """Lines that stay lines, without the margin that they have in common."""
    lines = text.split("\n")
    margin = min(len(line) - len(line.lstrip()) for line in lines if line.strip())
    return [".nf", *(escaped(line[margin:]) or r"\&" for line in lines), ".fi"]


def title_line(name, section, date, version, kind):
    return f'.TH {escaped(name.upper())} {section} "{date}" "juice-batch {escaped(version)}" "{kind}"'


def see_also(pages, heading="SEE ALSO"):
    """The section that names other pages, each a pair of name and section."""
    return [f'.SH "{heading}"', ",\n".join(f"{bold(name)}({section})" for name, section in pages)]

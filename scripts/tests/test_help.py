"""Tests of the manual pages, the completions, and the defaults of options in --help."""

import json
import re

import pytest
from shop import PROGRAM, run

COMPLETE = r"""
source "$1"
COMP_WORDS=(juice-batch "$2") COMP_CWORD=1 COMP_LINE="juice-batch $2" COMP_POINT=${#COMP_LINE} COMP_TYPE=9
$(complete -p juice-batch | sed -e 's/.*-F \([^ ]*\).*/\1/') juice-batch "$2" juice-batch
printf '%s\n' "${COMPREPLY[@]}"
"""


def read_page(page):
    return re.sub(".\b", "", run(0, "mandoc", "-Tutf8", page))


@pytest.mark.parametrize(("folder", "examples", "heading", "first", "sentences"), [
    ("", "EXAMPLES", "[A-Z]+", ["NAME", "SYNOPSIS", "EXAMPLES"], ["--max-rejected n"]),
    ("ko/", "예시", "[가-힣]+", ["이름", "사용법", "예시"], ["--max-rejected 개수", "도움말을 보입니다."])])
def test_manual_pages(folder, examples, heading, first, sentences, installed):
    pages = {path.name: path for path in installed.glob(f"share/man/{folder}man1/*.1")}
    # Both languages have the same pages.
    assert len(pages) > 10 and pages.keys() == {path.name for path in installed.glob("share/man/man1/*.1")}
    run(0, "mandoc", "-Tlint", "-Wwarning", *pages.values(), *installed.glob("share/man/man5/*.5"))
    for name, path in pages.items():
        page = read_page(path)
        assert re.search(f"^{examples}", page, re.MULTILINE), f"{name} has no examples"
        # Examples contain the shop's own words; the manual's articles for owners have Korean titles.
        own = re.sub("“[^”]*”|원|옵션|딸기|설향|홍대점|강남점", "", page)
        assert not re.search("^[A-Z ]+$" if folder else "[가-힣]", own, re.MULTILINE), f"{name} is partly in the other language"
    page = read_page(pages["juice-batch-run.1"])
    assert re.findall(f"^{heading}$", page, re.MULTILINE)[:3] == first
    assert all(sentence in page for sentence in sentences)


@pytest.mark.parametrize(("language", "default"), [("en", r"\((default: |required\))"), ("ko", r"\((기본값: |필수\))")])
def test_every_option_names_its_default(language, default):
    def options(command, path):
        """The options of a command and of its subcommands, and whether their descriptions state the default."""
        shown = [one for one in command.get("arguments", []) if one["shouldDisplay"] and one["kind"] != "positional"]
        # A flag and its inverse are one option; the parser shows the default with one of them.
        told = {one["abstract"] for one in command.get("arguments", []) if "defaultValue" in one}
        for one in shown:
            if (name := one["preferredName"]["name"]) not in ("help", "version"):
                yield f"{path} --{name}", one["abstract"] in told or re.search(default, one["abstract"])
        for subcommand in command.get("subcommands", []):
            yield from options(subcommand, f"{path} {subcommand['commandName']}")

    dump = json.loads(run(0, PROGRAM, "--experimental-dump-help", JUICE_BATCH_LANGUAGE=language))
    found = [*options(dump["command"], "juice-batch")]
    assert len(found) >= 20 and not [option for option, is_told in found if not is_told]


def test_completions(installed, tmp_path):
    bash = installed / "share/bash-completion/completions/juice-batch"
    fish = installed / "share/fish/vendor_completions.d/juice-batch.fish"
    run(0, "bash", "-n", bash)
    run(0, "zsh", "-n", installed / "share/zsh/site-functions/_juice-batch")
    assert run(0, "bash", "-c", COMPLETE, "complete", bash, "ru") == "run\n"
    completed = run(0, "fish", "--no-config", "--command", f"source {fish}; complete --do-complete 'juice-batch ru'",
                    HOME=tmp_path)
    assert [line.split("\t")[0] for line in completed.splitlines()] == ["run"]

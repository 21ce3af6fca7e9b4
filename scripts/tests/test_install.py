"""Tests of scripts/install: installing, installing again, and uninstalling."""

import re

import pytest

from shop import PROGRAM, run

# Installed files that no other test reads; of the documents, only those that link to all others are listed.
INSTALLED = """
bin/juice-batch lib/juice-batch/alert lib/sysusers.d/juice-batch.conf lib/tmpfiles.d/juice-batch.conf share/juice-batch/manifest
share/man/man5/juice-batch-input.5 share/man/man5/juice-batch-menu.5 share/man/man5/juice-batch-reports.5
share/man/man5/juice-batch-stock.5 share/man/man5/juice-batch.json.5
share/doc/juice-batch/README.md share/doc/juice-batch/report.png share/doc/juice-batch/manual/juice-batch.md
share/doc/juice-batch/examples/crontab share/doc/juice-batch/examples/orders.csv share/doc/juice-batch/examples/juice-batch.rules.yml
""".split()


def test_install_and_uninstall(installation):
    prefix = installation.prefix
    (prefix / "bin").mkdir(parents=True)
    (prefix / "share/man").mkdir(parents=True)
    (prefix / "bin/other").write_text("mine\n")
    before = installation.tree()
    installation.call()
    for file in INSTALLED:
        assert (prefix / file).stat().st_size > 0, file
    assert (prefix / "bin/juice-batch").stat().st_mode & 0o777 == 0o755
    assert run(0, prefix / "bin/juice-batch", "--version") == run(0, PROGRAM, "--version")
    for folder in ["lib", "share/man", "share/doc/juice-batch/examples"]:
        for file in (path for path in (prefix / folder).rglob("*") if path.is_file()):
            text = file.read_text(encoding="utf-8")
            assert not re.search("@(prefix|shop|name|hardening)@", text), f"{file} is not filled in"
            assert str(installation.destination) not in text, f"{file} names the wrong place"
    first = installation.tree()

    # Installing again changes nothing, except that files which this version no longer has are removed.
    with open(prefix / "share/juice-batch/manifest", "a", encoding="utf-8") as manifest:
        manifest.write("/usr/local/bin/juice-batch-old\n")
    (prefix / "bin/juice-batch-old").touch()
    installation.call()
    assert installation.tree() == first

    note = prefix / "share/doc/juice-batch/note"
    note.write_text("mine\n")
    installation.call("--uninstall")
    assert note.read_text() == "mine\n"
    note.unlink()
    for folder in [note.parent, note.parent.parent]:
        folder.rmdir()
    assert installation.tree() == before
    installation.call("--uninstall", expected=66)


@pytest.mark.parametrize("words", [*(["--prefix", prefix] for prefix in ("relative", "/", "/a b", "/a/../b", "/a|b", "")),
                                   ["--prefix"], ["everything"]])
def test_install_refuses_arguments(installation, words):
    installation.call(*words, expected=64)
    assert not installation.destination.exists()


def test_uninstall_refuses_strange_paths(installation):
    for words in (["--prefix", "/opt/juice"], ["--prefix=/opt/juice", "--uninstall"]):
        installation.call(*words)
    assert installation.tree() == []
    installation.call("--prefix", "/opt/juice")
    with open(installation.destination / "opt/juice/share/juice-batch/manifest", "a", encoding="utf-8") as manifest:
        manifest.write("/etc/passwd\n")
    assert "names /etc/passwd, which" in installation.call("--prefix=/opt/juice", "--uninstall", expected=65)
    assert (installation.destination / "opt/juice/bin/juice-batch").exists(), "a manifest of strange paths was followed"

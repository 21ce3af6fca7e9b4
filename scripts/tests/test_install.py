"""Tests of scripts/install: installing, installing again, and uninstalling."""

import re

import pytest

from shop import PROGRAM, run

# The files that must be installed; of the documents, only those that link to all others are listed.
INSTALLED = """
bin/juice-batch
share/man/man1/juice-batch.1 share/man/man1/juice-batch-check.1 share/man/man1/juice-batch-config.1
share/man/man1/juice-batch-diff.1 share/man/man1/juice-batch-history.1 share/man/man1/juice-batch-inspect.1
share/man/man1/juice-batch-menu.1 share/man/man1/juice-batch-nightly.1 share/man/man1/juice-batch-reverse.1
share/man/man1/juice-batch-run.1 share/man/man1/juice-batch-stock.1 share/man/man1/juice-batch-verify.1
share/man/ko/man1/juice-batch.1 share/man/ko/man1/juice-batch-run.1
share/man/man5/juice-batch-input.5 share/man/man5/juice-batch-menu.5 share/man/man5/juice-batch-reports.5
share/man/man5/juice-batch-stock.5 share/man/man5/juice-batch.json.5
share/bash-completion/completions/juice-batch share/zsh/site-functions/_juice-batch
share/fish/vendor_completions.d/juice-batch.fish
lib/systemd/system/juice-batch.service lib/systemd/system/juice-batch.timer lib/systemd/system/juice-batch@.service
lib/systemd/system/juice-batch@.timer lib/systemd/system/juice-batch-status.service
lib/systemd/system/juice-batch-status.timer lib/systemd/system/juice-batch-status@.service
lib/systemd/system/juice-batch-status@.timer lib/systemd/system/juice-batch-alert@.service lib/juice-batch/alert
lib/systemd/system/juice-batch-chain@.service lib/systemd/system/juice-batch-chain@.timer
lib/systemd/system/juice-batch-chain-status@.service lib/systemd/system/juice-batch-chain-status@.timer
share/doc/juice-batch/examples/juice-batch.rules.yml share/man/man1/juice-batch-status.1
lib/sysusers.d/juice-batch.conf lib/tmpfiles.d/juice-batch.conf
share/doc/juice-batch/README.md share/doc/juice-batch/report.png share/doc/juice-batch/manual/juice-batch.md
share/doc/juice-batch/examples/crontab share/doc/juice-batch/examples/orders.csv
share/juice-batch/manifest
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


@pytest.mark.parametrize("prefix", ["relative", "/", "/a b", "/a/../b", "/a|b", ""])
def test_install_refuses_a_prefix(installation, prefix):
    installation.call("--prefix", prefix, expected=64)
    assert not installation.destination.exists()


def test_install_refuses(installation):
    installation.call("--prefix", expected=64)
    installation.call("everything", expected=64)
    installation.call("--prefix", "/opt/juice")
    installation.call("--prefix=/opt/juice", "--uninstall")
    assert installation.tree() == []
    installation.call("--prefix", "/opt/juice")
    with open(installation.destination / "opt/juice/share/juice-batch/manifest", "a", encoding="utf-8") as manifest:
        manifest.write("/etc/passwd\n")
    assert "names /etc/passwd, which" in installation.call("--prefix=/opt/juice", "--uninstall", expected=65)
    assert (installation.destination / "opt/juice/bin/juice-batch").exists(), "a manifest of strange paths was followed"

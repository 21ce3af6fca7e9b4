"""The fixtures of all tests, the numbers of random cases, and a summary of the outcomes."""

import collections
import os
import pathlib
import random
import shutil
import sys
import tempfile

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "lib"))
pytest.register_assert_rewrite("books", "shop")

from books import Books, Night  # noqa: E402
from shop import Installation, Shop  # noqa: E402

# Test parameters with values from 0, and the number of their values: by default, and with --full.
COUNTS = {"kill": (100, 1332), "pair": (8, 60), "flip": (80, 4000), "shift": (2, 20), "disk": (2, 4), "restore": (20, 400),
          "restore_fault": (10, 200), "killed_night": (40, 2000), "chain_number": (3, 40), "claims_case": (500, 1500)}


def pytest_addoption(parser):
    parser.addoption("--full", action="store_true")
    parser.addoption("--pictures", action="store_true")
    parser.addoption("--seed", type=int, default=1)
    parser.addoption("--times", type=int, default=1)


def counts_of(config):
    return {name: pair[config.getoption("full")] * config.getoption("times") for name, pair in COUNTS.items()}


def pytest_generate_tests(metafunc):
    for name in COUNTS.keys() & set(metafunc.fixturenames):
        metafunc.parametrize(name, range(counts_of(metafunc.config)[name]))


def pytest_terminal_summary(terminalreporter):
    """Prints how often each recorded outcome occurred."""
    found = collections.Counter((report.nodeid.split("[")[0].split("::")[-1], outcome)
                                for report in terminalreporter.getreports("passed") if report.when == "call"
                                for _, outcome in report.user_properties)
    for (test, outcome), count in sorted(found.items()):
        terminalreporter.write_line(f"{test}: {outcome}: {count}")


@pytest.fixture(scope="session")
def counts(request):
    return counts_of(request.config)


@pytest.fixture(scope="session")
def is_full(request):
    return request.config.getoption("full")


@pytest.fixture
def chance(request):
    """The random generator of a test, which depends only on --seed and the test's name."""
    return random.Random(f"{request.config.getoption('seed')} {request.node.name}")


@pytest.fixture
def record_outcome(record_property):
    return lambda outcome: record_property("outcome", outcome)


@pytest.fixture(scope="session", autouse=True)
def _base():
    with tempfile.TemporaryDirectory(prefix="juice-batch-books-") as folder:
        # Some tests run the program as another user, who must be able to access the folder.
        os.chmod(folder, 0o755)
        Books.base = pathlib.Path(folder)
        yield


@pytest.fixture(autouse=True)
def _without_copies():
    before = len(Books.made)
    yield
    for folder in Books.made[before:]:
        shutil.rmtree(folder, ignore_errors=True)
    del Books.made[before:]


@pytest.fixture(scope="session")
def night():
    return Night()


@pytest.fixture
def books(night):
    return night.books.copy()


@pytest.fixture(scope="session")
def chromium(request):
    from browser import Tab
    from playwright.sync_api import sync_playwright

    Tab.saves_pictures = request.config.getoption("pictures")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium-headless-shell"), args=["--no-sandbox", "--disable-gpu", "--hide-scrollbars"])
        yield browser
        browser.close()


@pytest.fixture
def installation(tmp_path):
    return Installation(tmp_path / "root")


@pytest.fixture(scope="session")
def installed(tmp_path_factory):
    """The prefix of a shared installation, which tests must not change."""
    installation = Installation(tmp_path_factory.mktemp("installed"))
    installation.call()
    return installation.prefix


@pytest.fixture
def shop(tmp_path):
    return Shop(tmp_path / "shop")


@pytest.fixture(scope="session")
def shared(tmp_path_factory):
    folder = tmp_path_factory.getbasetemp()
    return folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder

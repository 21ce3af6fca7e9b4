"""What each test may ask for."""

import os

import pytest

from shop import Installation, Shop


@pytest.fixture
def installation(tmp_path):
    """Where a test may install and uninstall as it likes."""
    return Installation(tmp_path / "root")


@pytest.fixture(scope="session")
def installed(tmp_path_factory):
    """The prefix of an installation to look at, not to be changed."""
    installation = Installation(tmp_path_factory.mktemp("installed"))
    installation.call()
    return installation.prefix


@pytest.fixture
def shop(tmp_path):
    """A shop in which nothing has been done yet."""
    return Shop(tmp_path / "shop")


@pytest.fixture(scope="session")
def shared(tmp_path_factory):
    """A folder that is the same for the tests of all processes."""
    folder = tmp_path_factory.getbasetemp()
    return folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder

"""Failing system calls in a run, also in a run that must first move an earlier run's reports to their folder.

There must be a message and the right exit code; nothing may be applied, and earlier reports must be complete.
"""

import pytest

from books import FAULTS, SECOND_RUN, THIRD_RUN, judged, points, tree

# Without --full, one of STEP or STEP_RECOVERING faults is tested; all faults of RARE calls are tested, since they are critical.
STEP, STEP_RECOVERING = 8, 12
RARE = {"renameat2", "unlink", "rmdir"}


@pytest.fixture(scope="module")
def calls(night):
    # This is also the test of a run after a fault that has changed nothing.
    night.waiting().again(night.after_third, THIRD_RUN)
    return {False: night.books.system_calls(SECOND_RUN), True: night.waiting().system_calls(THIRD_RUN)}


@pytest.mark.parametrize("recovers", [False, True])
@pytest.mark.parametrize("name", FAULTS)
def test_fault(name, recovers, night, calls, chance, is_full, record_outcome):
    command, wanted = (THIRD_RUN, night.after_third) if recovers else (SECOND_RUN, night.after)
    step = 1 if is_full or name in RARE else STEP_RECOVERING if recovers else STEP
    found = points(*calls[recovers], {name})
    for _, error, number in found[chance.randrange(min(step, max(1, len(found))))::step]:
        books = night.waiting() if recovers else night.books.copy()
        before = tree(books.folder)
        result = books.inject(command, name, f"error={error}", number)
        outcome = judged(result, {0} if recovers else {4}, error)
        if outcome == "refused, nothing applied" and recovers:
            # The table report_set may have changed, but no third run was added.
            assert {**books.ledger(), "report_set": []} == {**night.after["ledger"], "report_set": []}, result.stderr
            assert books.reports() in (night.before["reports"], night.after["reports"])
        elif outcome == "refused, nothing applied":
            assert (books.ledger(), books.reports()) == (night.before["ledger"], night.before["reports"]), result.stderr
        if tree(books.folder) != before:
            books.again(wanted, command)
        record_outcome(("recovering: " if recovers else "") + outcome)

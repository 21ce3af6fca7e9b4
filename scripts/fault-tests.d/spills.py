"""Runs whose rows are sorted by time and do not fit into memory: what is spilled lies beside the output, and leaves nothing."""

import os
import re
import signal
import tempfile

from calls import inject
from shop import Broken, Shop

COMMAND = ["run", "long.csv", *Shop.target, "--sequence", "time"]
# More than the memory that rows may take before they are spilled, in long cells, of which fewer are to be read.
ROWS, CELLS, CELL_BYTES = 300, 4, 62_000
# A place where nothing can be made.
NOWHERE = ["env", "TMPDIR=/nonexistent"]


def spills(test):
    base = long_shop(test)
    undisturbed = base.copy()
    # Beside the output there is room, whatever there is elsewhere.
    undisturbed.once(COMMAND, {0}, before=NOWHERE)
    wanted = undisturbed.state()
    undisturbed.remove()
    dry = base.copy()
    dry.once([*COMMAND, "--dry-run"], {73}, before=NOWHERE)
    dry.once([*COMMAND, "--dry-run"], {0})
    dry.expect(base.state(), "after a dry run")
    dry.remove()
    traced = base.copy()
    calls = spill_calls(traced)
    traced.remove()
    writes = [call for call in calls if call[0] == "pwrite64"]
    reads = [call for call in calls if call[0] == "pread64"]
    if len(writes) < 3 or len(reads) < 2:
        raise Broken(f"{len(writes)} writes and {len(reads)} reads are no spill")
    points = [(f"error={error}", *writes[place]) for error, place in [("ENOSPC", 0), ("EIO", 1), ("EDQUOT", -1)]]
    points += [("error=ENOSPC", *writes[len(writes) // 2]), ("error=EIO", *reads[0]), ("error=EIO", *reads[-1])]
    points += [("signal=SIGKILL", *call) for call in (writes[0], writes[len(writes) // 2], reads[0])]
    points += [("signal=SIGTERM", *writes[1])]

    def attempt(what, name, number):
        shop = base.copy()
        before = shop.state()
        result = inject(shop, COMMAND, name, what, number)
        Shop.check(result, {"signal=SIGKILL": {-signal.SIGKILL}, "signal=SIGTERM": {143}}.get(what, {74}))
        if what.startswith("error") and (b"success.csv" in result.stderr or not result.stderr.strip()):
            raise Broken(f"not the spill failed: {result.stderr.decode()}")
        if [name for name in os.listdir(shop.folder) if "spool" in name]:
            raise Broken(f"left behind: {os.listdir(shop.folder)}")
        if result.returncode > 0:
            shop.expect(before, f"after {what}")
        shop.again(wanted, f"after {what} and one more run", COMMAND)
        shop.remove()
        return f"{what}: exit {result.returncode}"

    outcomes = test.each(points, attempt)
    base.remove()
    return f"{len(points)} of {len(calls)} calls", outcomes


def long_shop(test):
    """A shop with an export whose rows stand in no order, and take more memory than they may."""
    cells = ",".join("x" * CELL_BYTES for _ in range(CELLS))
    rows = "".join(f"2026-11-20 {minute // 60:02}:{minute % 60:02},키위,1,{cells}\n"
                   for minute in (row * 37 % ROWS for row in range(ROWS)))
    shop = Shop(test)
    shop.write("long.csv", "time,item,quantity,a,b,c,d\n" + rows)
    shop.once(["run", "first.csv", *Shop.target], {0})
    return shop


def spill_calls(shop):
    """The calls that write and read what is spilled, as pairs of a name and which call of that name in its thread."""
    log = tempfile.mktemp(prefix="strace-", dir=shop.test.base)
    shop.once([*COMMAND, "--threads", "1"], {0},
              before=["strace", "-f", "-y", "-qq", "-e", "trace=pwrite64,pread64", "-s", "0", "-o", log])
    counts, found = {}, []
    with open(log, encoding="utf-8", errors="replace") as lines:
        for line in lines:
            match = re.match(r"(\d+) +(pwrite64|pread64)\(", line)
            if not match:
                continue
            counts[match.groups()] = counts.get(match.groups(), 0) + 1
            # A file without a name is shown as one that has been deleted.
            if re.match(r"[^,]*>\(deleted\),", line):
                found.append((match[2], counts[match.groups()]))
    os.unlink(log)
    return found

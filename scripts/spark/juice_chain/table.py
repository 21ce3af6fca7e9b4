"""The table of facts: a row a shop and night, in Parquet or in a Delta table, as the shops' nights have left them."""

import json
import shutil
import uuid
from collections.abc import Iterable, Iterator
from pathlib import Path

import pyarrow
import pyarrow.parquet

from .disk import Disk

SCHEMA = pyarrow.schema(
    [
        ("date", pyarrow.string()),
        ("shop", pyarrow.string()),
        ("folder", pyarrow.string()),
        ("state", pyarrow.string()),
        ("code", pyarrow.int32()),
        ("runs", pyarrow.int32()),
        ("rows", pyarrow.int64()),
        ("success", pyarrow.int64()),
        ("cups_served", pyarrow.int64()),
        ("cups_short", pyarrow.int64()),
        # All of it, the line that facts.json is.
        ("facts", pyarrow.string()),
    ]
)
Row = dict[str, str | int]


def rows(chain: str, date: str, folders: Iterable[str]) -> Iterator[Row]:
    """The rows of some shops, those that have left facts of a night."""
    for folder in folders:
        text = Disk().read(Path(chain) / folder / "reports" / date / "facts.json")
        if text is None:
            continue
        facts = json.loads(text)
        sums = {
            name: sum(run[name] for run in facts["runs"]) for name in ("rows", "success", "cups_served", "cups_short")
        }
        yield {
            **{name: facts[name] for name in ("date", "shop", "folder", "state", "code")},
            "runs": len(facts["runs"]),
            **sums,
            "facts": text.decode().rstrip("\n"),
        }


def record(table: Path, date: str, found: Iterable[Row]) -> int:
    """Writes the facts of a night to a table's folder, in place of those that it has of that night; how many rows."""
    made = pyarrow.Table.from_pylist(sorted(found, key=lambda row: str(row["folder"])), schema=SCHEMA)
    night = table / f"date={date}"
    new = table / f".{uuid.uuid4().hex}"
    new.mkdir(parents=True)
    try:
        pyarrow.parquet.write_table(made.drop_columns(["date"]), new / "facts.parquet")
        night.mkdir(exist_ok=True)
        (new / "facts.parquet").replace(night / "facts.parquet")
    finally:
        shutil.rmtree(new, ignore_errors=True)
    return int(made.num_rows)


def record_delta(table: str, chain: str, date: str, found: Iterable[Row]) -> bool:
    """The same in a Delta table; false if it has just these rows of the night already.

    The transaction's name is chain and date. Its version rises where a night has come to something else since.
    """
    import deltalake

    made = pyarrow.Table.from_pylist(sorted(found, key=lambda row: str(row["folder"])), schema=SCHEMA)
    app = f"juice-batch {chain} {date}"
    version = 0
    if deltalake.DeltaTable.is_deltatable(table):
        old = deltalake.DeltaTable(table)
        version = old.transaction_version(app) or 0
        known = old.to_pyarrow_table(filters=[("date", "=", date)]).select(SCHEMA.names).cast(SCHEMA)
        if version and known.sort_by("folder").equals(made):
            return False
    properties = deltalake.CommitProperties(app_transactions=[deltalake.Transaction(app, version + 1)])
    if version:
        deltalake.write_deltalake(
            table, made, mode="overwrite", predicate=f"date = '{date}'", commit_properties=properties
        )
    else:
        deltalake.write_deltalake(table, made, mode="append", partition_by=["date"], commit_properties=properties)
    return True


def lines(table: Path, date: str) -> Iterator[str]:
    """The facts of a night from a table in Parquet, a line a shop: what `chain rollup --facts` takes."""
    for line in pyarrow.parquet.read_table(table / f"date={date}" / "facts.parquet")["facts"].to_pylist():
        yield f"{line}\n"

-- One row: the program that created the ledger, and the seed of the hashes that represent ids.
CREATE TABLE ledger (
    number INTEGER PRIMARY KEY CHECK (number = 1),
    made_by TEXT NOT NULL,
    seed_low INTEGER NOT NULL,
    seed_high INTEGER NOT NULL,
    sha256 TEXT NOT NULL CHECK (length(sha256) = 64)
) STRICT;
-- The runs, by number. `rejected_ids` and `short_ids` are hashes of its rows in `failed_ids`, or empty.
CREATE TABLE run (
    number INTEGER PRIMARY KEY CHECK (number >= 1),
    reverses INTEGER REFERENCES run (number) CHECK (reverses < number),
    settles INTEGER REFERENCES run (number) CHECK (settles IS NULL OR settles < number AND reverses IS NULL),
    why TEXT CHECK (why IS NULL OR settles IS NOT NULL),
    recorded_at TEXT NOT NULL,
    rows INTEGER NOT NULL,
    success INTEGER NOT NULL CHECK (success >= 0),
    shortage INTEGER NOT NULL CHECK (shortage >= 0),
    rejected INTEGER NOT NULL CHECK (rejected >= 0),
    skipped INTEGER NOT NULL CHECK (skipped >= 0),
    cups_served INTEGER NOT NULL CHECK (cups_served >= 0),
    ids INTEGER NOT NULL CHECK (ids BETWEEN 0 AND success),
    ids_sha256 TEXT NOT NULL CHECK (length(ids_sha256) = 64),
    rejected_ids TEXT NOT NULL,
    short_ids TEXT NOT NULL,
    sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
    CHECK (rows = success + shortage + rejected + skipped)
) STRICT;
-- The fruits and juices, with the names that they had on the menu of the run that added them.
CREATE TABLE item (
    number INTEGER PRIMARY KEY CHECK (number BETWEEN 1 AND 1048575),
    kind TEXT NOT NULL CHECK (kind IN ('fruit', 'juice')),
    key TEXT NOT NULL,
    name TEXT NOT NULL,
    since INTEGER NOT NULL REFERENCES run (number),
    UNIQUE (kind, key)
) STRICT;
-- The stock of each fruit: the current one, and the opening stock when the fruit was added.
CREATE TABLE stock (
    fruit INTEGER PRIMARY KEY REFERENCES item (number),
    opening INTEGER NOT NULL CHECK (opening BETWEEN 0 AND 1000000000000),
    pieces INTEGER NOT NULL CHECK (pieces BETWEEN 0 AND 1000000000000)
) STRICT;
-- The effect of a run on the stock of a fruit; `given_back` is what cancels returned.
CREATE TABLE movement (
    run INTEGER NOT NULL REFERENCES run (number),
    fruit INTEGER NOT NULL REFERENCES stock (fruit),
    opening INTEGER NOT NULL CHECK (opening BETWEEN 0 AND 1000000000000),
    restocked INTEGER NOT NULL,
    discarded INTEGER NOT NULL,
    counted INTEGER NOT NULL,
    used INTEGER NOT NULL,
    closing INTEGER NOT NULL CHECK (closing BETWEEN 0 AND 1000000000000),
    given_back INTEGER NOT NULL,
    PRIMARY KEY (run, fruit)
) STRICT, WITHOUT ROWID;
-- The content of each run's line in the run log.
CREATE TABLE run_log (
    run INTEGER PRIMARY KEY REFERENCES run (number),
    content TEXT NOT NULL
) STRICT;
-- One row: the run log as it was after the last run, so that an unchanged log need not be read again.
CREATE TABLE checked_log (
    number INTEGER PRIMARY KEY CHECK (number = 1),
    lines INTEGER NOT NULL CHECK (lines >= 1),
    identity TEXT NOT NULL,
    digests_sha256 TEXT NOT NULL CHECK (length(digests_sha256) = 64)
) STRICT;
-- The inputs of a run. An input with successful rows other than asserts is a known input. A later input may
-- begin with `records` rows of it, over which there is one hash. `rejected` contains the lines of its rejected
-- rows, as in `3,17-19`; `unnamed_columns` is the number of its columns that have no role and that no setting
-- names; `retries` is the run whose failure.csv the input is, unchanged.
CREATE TABLE input (
    run INTEGER NOT NULL REFERENCES run (number),
    place INTEGER NOT NULL CHECK (place >= 1),
    name TEXT NOT NULL,
    sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
    bytes INTEGER NOT NULL CHECK (bytes >= 0),
    rows INTEGER NOT NULL,
    blank INTEGER NOT NULL CHECK (blank >= 0),
    success INTEGER NOT NULL CHECK (success BETWEEN 0 AND rows),
    asserts INTEGER NOT NULL CHECK (asserts BETWEEN 0 AND success),
    records INTEGER NOT NULL CHECK (records >= 0),
    records_hash TEXT NOT NULL,
    prints_hash TEXT NOT NULL,
    rejected TEXT NOT NULL,
    unnamed_columns INTEGER NOT NULL CHECK (unnamed_columns >= 0),
    retries INTEGER REFERENCES run (number) CHECK (retries < run),
    PRIMARY KEY (run, place)
) STRICT, WITHOUT ROWID;
-- The rejected rows with ids of a run, or its short ones, which are kept for recent runs; a later run that applies
-- such a row is recognized by the id. Each row has five numbers of eight bytes: the index of its input, from 0, its
-- line, and three that represent its id, as in `used_id`.
CREATE TABLE failed_ids (
    run INTEGER NOT NULL REFERENCES run (number),
    short INTEGER NOT NULL CHECK (short IN (0, 1)),
    ids BLOB NOT NULL,
    PRIMARY KEY (run, short)
) STRICT;
-- The fingerprints of the rows of recent inputs, in order, eight bytes each. Long rows take less space in a
-- table with row ids.
CREATE TABLE record_print (
    run INTEGER NOT NULL,
    place INTEGER NOT NULL,
    prints BLOB NOT NULL,
    PRIMARY KEY (run, place),
    FOREIGN KEY (run, place) REFERENCES input (run, place)
) STRICT;
-- The rejected rows of another run that a run closes: the position of their input in that run, and their lines.
CREATE TABLE settled (
    run INTEGER NOT NULL REFERENCES run (number),
    place INTEGER NOT NULL CHECK (place >= 1),
    lines TEXT NOT NULL,
    PRIMARY KEY (run, place)
) STRICT, WITHOUT ROWID;
-- The cups of a juice that a run served and cancelled; a reversal has the figures with the opposite sign.
CREATE TABLE cups (
    run INTEGER NOT NULL REFERENCES run (number),
    juice INTEGER NOT NULL REFERENCES cancellable (juice),
    served INTEGER NOT NULL,
    cancelled INTEGER NOT NULL,
    PRIMARY KEY (run, juice)
) STRICT, WITHOUT ROWID;
-- The cups of a juice that all runs which were not reversed have served, minus those that they cancelled.
CREATE TABLE cancellable (
    juice INTEGER PRIMARY KEY REFERENCES item (number),
    cups INTEGER NOT NULL CHECK (cups >= 0)
) STRICT;
-- The newest times of the rows of a run, in seconds since 1970, by kind of time.
CREATE TABLE newest_time (
    run INTEGER NOT NULL REFERENCES run (number),
    kind INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 7),
    seconds INTEGER NOT NULL,
    PRIMARY KEY (run, kind)
) STRICT, WITHOUT ROWID;
-- The newest business day of a run that applied inputs, its source, and the date in the input's name if that differs.
-- `orders` are those that reached the stock, `short` those of them that were short; retries are counted separately. The
-- amounts are in hundredths, and NULL if a price was missing; `currency` is NULL if the menu had no prices.
CREATE TABLE business (
    run INTEGER PRIMARY KEY REFERENCES run (number),
    date TEXT,
    source TEXT CHECK (date IS NULL OR source IS NOT NULL AND source IN ('given', 'rows', 'name', 'clock')),
    named TEXT,
    orders INTEGER NOT NULL CHECK (orders >= 0),
    short INTEGER NOT NULL CHECK (short BETWEEN 0 AND orders),
    retries INTEGER NOT NULL CHECK (retries >= 0),
    retries_short INTEGER NOT NULL CHECK (retries_short BETWEEN 0 AND retries),
    currency TEXT,
    sales INTEGER,
    lost_sales INTEGER
) STRICT;
-- The orders, without retries, and the cups, sales and costs, in hundredths, of each business day of a run. An amount
-- is NULL if a price was missing, or if the menu had none.
CREATE TABLE run_day (
    run INTEGER NOT NULL REFERENCES business (run),
    date TEXT NOT NULL,
    orders INTEGER NOT NULL CHECK (orders >= 0),
    short INTEGER NOT NULL CHECK (short BETWEEN 0 AND orders),
    cups_served INTEGER NOT NULL CHECK (cups_served >= 0),
    sales INTEGER,
    lost_sales INTEGER,
    fruit_cost INTEGER,
    PRIMARY KEY (run, date)
) STRICT, WITHOUT ROWID;
-- The demand for a fruit on a business day of a run, whether served or not, without retries.
CREATE TABLE demand (
    run INTEGER NOT NULL,
    date TEXT NOT NULL,
    fruit INTEGER NOT NULL REFERENCES stock (fruit),
    pieces INTEGER NOT NULL CHECK (pieces >= 1),
    PRIMARY KEY (run, date, fruit),
    FOREIGN KEY (run, date) REFERENCES run_day (run, date)
) STRICT, WITHOUT ROWID;
-- The ids that runs which were not reversed have used, as hashes.
CREATE TABLE used_id (
    prefix INTEGER NOT NULL,
    high INTEGER NOT NULL,
    low INTEGER NOT NULL,
    use INTEGER NOT NULL CHECK (use >= 0),
    run INTEGER NOT NULL REFERENCES run (number),
    PRIMARY KEY (prefix, high, low)
) STRICT, WITHOUT ROWID;
-- The report sets that have not been put in place.
CREATE TABLE report_set (
    run INTEGER PRIMARY KEY REFERENCES run (number),
    state TEXT NOT NULL CHECK (state IN ('staged', 'beside', 'lost')),
    target TEXT NOT NULL,
    staging TEXT NOT NULL,
    device INTEGER NOT NULL,
    inode INTEGER NOT NULL,
    sha256 TEXT NOT NULL CHECK (length(sha256) = 64)
) STRICT;
-- The open shift; at most one row.
CREATE TABLE shift (
    number INTEGER PRIMARY KEY CHECK (number = 1),
    run INTEGER NOT NULL CHECK (run >= 0),
    opened_at TEXT NOT NULL,
    date TEXT NOT NULL,
    journal TEXT NOT NULL,
    device INTEGER NOT NULL,
    inode INTEGER NOT NULL,
    menu TEXT NOT NULL,
    process INTEGER NOT NULL
) STRICT;
-- The figures of a chain's run, which the chain's report reads, with a digest of their own.
CREATE TABLE facts (
    run INTEGER PRIMARY KEY REFERENCES run (number),
    night TEXT NOT NULL CHECK (length(night) = 10),
    content TEXT NOT NULL,
    sha256 TEXT NOT NULL CHECK (length(sha256) = 64)
) STRICT;
CREATE UNIQUE INDEX run_by_reversal ON run (reverses) WHERE reverses IS NOT NULL;
-- For queries that read all runs: the index has a third of the table's size.
CREATE INDEX run_by_number ON run (number, sha256, ids);
CREATE INDEX movement_by_fruit ON movement (fruit, run);
CREATE INDEX input_by_content ON input (substr(sha256, 1, 8));
CREATE INDEX input_by_size ON input (bytes);
CREATE INDEX facts_by_night ON facts (night, run);
CREATE INDEX run_day_by_date ON run_day (date);
CREATE INDEX newest_time_by_kind ON newest_time (kind, seconds);

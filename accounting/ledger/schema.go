package ledger

// migrations bring the ledger's tables from version i to version i+1.
var migrations = []string{`
CREATE TABLE ledger_head (
	id       INTEGER PRIMARY KEY CHECK (id = 1),
	changes  INTEGER NOT NULL, -- transactions committed since the ledger began
	datasets INTEGER NOT NULL, -- rows of ledger_datasets
	seal     INTEGER NOT NULL
) STRICT;

CREATE TABLE ledger_datasets (
	fingerprint   TEXT PRIMARY KEY, -- of the ratings: a function of private data, which never leaves this file
	number        INTEGER NOT NULL, -- from 1: what the data set is called outside
	name          TEXT NOT NULL,    -- as last named, for people
	limit_epsilon REAL,             -- NULL: no limit
	limit_delta   REAL,
	limit_mu      REAL,
	settled       TEXT NOT NULL,    -- exact sum of mu² over ended runs: hexadecimal, in units of 2^-256
	runs          INTEGER NOT NULL, -- admitted so far
	running       INTEGER NOT NULL, -- rows of ledger_runs without an outcome
	seal          INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE ledger_runs (
	id         INTEGER PRIMARY KEY AUTOINCREMENT,
	dataset    TEXT NOT NULL REFERENCES ledger_datasets,
	name       TEXT NOT NULL,    -- of the data set, as the run's user named it
	method     TEXT NOT NULL,
	accountant TEXT NOT NULL,
	epsilon    REAL NOT NULL,    -- of the plan
	delta      REAL NOT NULL,
	mu         REAL NOT NULL,    -- of the plan: reserved while the run has no outcome
	simulation INTEGER NOT NULL, -- 1: known noise, protects nobody
	settings   TEXT NOT NULL,    -- JSON object
	owner      TEXT NOT NULL,    -- of the process that runs it
	started    TEXT NOT NULL,    -- UTC
	ended      TEXT,
	outcome    TEXT,             -- NULL while it runs
	spent_mu   REAL NOT NULL,    -- of the charges
	charges    INTEGER NOT NULL,
	seal       INTEGER NOT NULL
) STRICT;
CREATE INDEX ledger_runs_by_dataset ON ledger_runs (dataset, id);
CREATE INDEX ledger_runs_running ON ledger_runs (dataset) WHERE outcome IS NULL;

CREATE TABLE ledger_charges (
	run         INTEGER NOT NULL REFERENCES ledger_runs,
	number      INTEGER NOT NULL, -- from 1
	name        TEXT NOT NULL,
	kind        TEXT NOT NULL,
	proof       TEXT NOT NULL,    -- file of the proof, docs/privacy/counts.md; counts alone where an old version wrote it
	sensitivity REAL NOT NULL,
	sigma       REAL NOT NULL,
	mu          REAL NOT NULL,
	spent_mu    REAL NOT NULL,    -- of the run, this charge included
	charged     TEXT NOT NULL,    -- UTC
	seal        INTEGER NOT NULL,
	PRIMARY KEY (run, number)
) STRICT, WITHOUT ROWID;
`, `
-- The pure epsilon of local reports; NULL for all else. Seals cover it where it is not NULL, so that older rows keep theirs.
ALTER TABLE ledger_runs ADD COLUMN pure_epsilon REAL;    -- of the plan
ALTER TABLE ledger_charges ADD COLUMN pure_epsilon REAL; -- of the round
`, `
-- Where a data set stands is told without reading every run: those of local reports are few, or all there is.
CREATE INDEX ledger_runs_local ON ledger_runs (dataset) WHERE pure_epsilon IS NOT NULL;
`, `
-- The part of delta that thresholds may fail with; NULL for all else. Sealed where it is not NULL, as pure_epsilon is.
ALTER TABLE ledger_runs ADD COLUMN failure REAL;           -- of the plan
ALTER TABLE ledger_datasets ADD COLUMN limit_failure REAL; -- of limit_delta, for the thresholds of all runs
ALTER TABLE ledger_datasets ADD COLUMN failure REAL;       -- sum over ended runs that were charged
`}

// schemaPart is the ledger's row of the table "schema".
const schemaPart = "ledger"

package store

// migrations bring the store's tables from version i to version i+1.
var migrations = []string{`
CREATE TABLE runs (
	id              INTEGER PRIMARY KEY AUTOINCREMENT,
	origin          TEXT NOT NULL,    -- the command that started it: train, sweep, dashboard
	label           TEXT NOT NULL DEFAULT '',
	pinned          INTEGER NOT NULL DEFAULT 0,
	method          TEXT NOT NULL,
	data            TEXT NOT NULL,    -- name, as its user gave it
	fingerprint     TEXT NOT NULL,    -- of the ratings: a function of private data, which never leaves this file
	split           TEXT NOT NULL,    -- training, validation and test share
	split_seed      TEXT NOT NULL,    -- as text, because SQLite's integers are signed
	trust           TEXT NOT NULL,    -- model of trust that its epsilon holds under; none where it is not private
	private         INTEGER NOT NULL,
	simulation      INTEGER NOT NULL, -- 1: known noise, protects nobody
	seed            TEXT,             -- NULL: noise from the operating system
	accountant      TEXT,             -- of the plan, like the next three; NULL where nothing is released
	epsilon         REAL,
	delta           REAL,
	mu              REAL,
	metrics_share   REAL NOT NULL,    -- of the budget, that releases the validation errors
	asked           TEXT NOT NULL,    -- JSON object: parameters that were given
	settings        TEXT NOT NULL,    -- JSON object: every parameter, resolved
	steps           INTEGER NOT NULL DEFAULT 0,
	train_rmse      REAL,             -- NULL where not measured
	valid_rmse      REAL,
	test_rmse       REAL,
	metrics         TEXT NOT NULL,    -- JSON object: other figures, by name
	metrics_private INTEGER NOT NULL, -- 1: the errors are releases
	seconds         REAL NOT NULL DEFAULT 0,
	ledger_run      INTEGER,          -- ledger_runs.id; NULL where nothing was charged
	sweep           INTEGER REFERENCES sweeps ON DELETE SET NULL,
	point           INTEGER,          -- of the sweep, from 0
	owner           TEXT NOT NULL,    -- of the process that runs it
	started         TEXT NOT NULL,    -- UTC
	ended           TEXT,
	outcome         TEXT,             -- NULL while it runs
	error           TEXT NOT NULL DEFAULT '',
	program         TEXT NOT NULL,    -- version that ran it
	schema          INTEGER NOT NULL, -- version of the store that it was written with
	words           TEXT NOT NULL     -- lower case: what a plain word of a filter is looked for in
) STRICT;
CREATE INDEX runs_by_method ON runs (method);
CREATE INDEX runs_by_data ON runs (data);
CREATE INDEX runs_by_epsilon ON runs (epsilon);
CREATE INDEX runs_by_test ON runs (test_rmse);
CREATE INDEX runs_by_valid ON runs (valid_rmse);
CREATE INDEX runs_by_seconds ON runs (seconds);
CREATE INDEX runs_pinned ON runs (id) WHERE pinned;
CREATE INDEX runs_under_way ON runs (owner) WHERE outcome IS NULL;
CREATE INDEX runs_by_sweep ON runs (sweep) WHERE sweep IS NOT NULL;
CREATE UNIQUE INDEX runs_points ON runs (sweep, point) WHERE sweep IS NOT NULL AND outcome = 'done';

CREATE TABLE run_steps (
	run        INTEGER NOT NULL REFERENCES runs ON DELETE CASCADE,
	step       INTEGER NOT NULL, -- from 1
	of         INTEGER NOT NULL,
	train_rmse REAL,             -- NULL where not measured
	valid_rmse REAL,
	deviation  REAL NOT NULL,    -- s.d. of the noise in valid_rmse
	epsilon    REAL,             -- spent so far; NULL when the method is not private
	seconds    REAL NOT NULL,    -- since the run began
	PRIMARY KEY (run, step)
) STRICT, WITHOUT ROWID;

CREATE TABLE run_releases ( -- of runs that no ledger was charged for; those of others are in ledger_charges
	run         INTEGER NOT NULL REFERENCES runs ON DELETE CASCADE,
	number      INTEGER NOT NULL, -- from 1
	name        TEXT NOT NULL,
	kind        TEXT NOT NULL,
	proof       TEXT NOT NULL,    -- file of the proof, docs/privacy/counts.md; counts alone where an old version wrote it
	sensitivity REAL NOT NULL,
	sigma       REAL NOT NULL,
	mu          REAL NOT NULL,
	spent_mu    REAL NOT NULL,    -- by the run, this release included
	pure_epsilon REAL,            -- of a round of local reports; NULL for all else
	PRIMARY KEY (run, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE sweeps (
	id         INTEGER PRIMARY KEY AUTOINCREMENT,
	definition TEXT NOT NULL,    -- JSON: what it varies, and over which ratings
	hash       TEXT NOT NULL,    -- of the definition
	data       TEXT NOT NULL,    -- fingerprints of the ratings: never leave this file
	points     INTEGER NOT NULL,
	owner      TEXT NOT NULL,    -- of the process that runs it; empty when none does
	started    TEXT NOT NULL,    -- UTC
	ended      TEXT,
	outcome    TEXT              -- done or replaced; NULL while points are missing
) STRICT;
CREATE INDEX sweeps_by_hash ON sweeps (hash);
`, `
ALTER TABLE runs ADD COLUMN range_released INTEGER NOT NULL DEFAULT 0;     -- 1: the run released the rating range itself
ALTER TABLE runs ADD COLUMN catalogue_released INTEGER NOT NULL DEFAULT 0; -- 1: and the items
ALTER TABLE runs ADD COLUMN failure REAL NOT NULL DEFAULT 0;               -- the part of delta that the catalogue may fail with
`}

// schemaPart is the store's row of the table "schema".
const schemaPart = "runs"

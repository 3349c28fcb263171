-- Runs of scheduled jobs, in servers and as commands. One without an end goes on, or its process was killed.
CREATE TABLE iam_job_runs (
  id          uuid PRIMARY KEY,
  job         text COLLATE "C" NOT NULL,
  runner      text COLLATE "C" NOT NULL CHECK (runner IN ('server', 'command')),
  tick        timestamptz,
  started_at  timestamptz NOT NULL,
  ended_at    timestamptz,
  outcome     text COLLATE "C" CHECK (outcome IN ('done', 'finding', 'failed', 'interrupted')),
  exit_code   smallint,
  detail      text NOT NULL DEFAULT '',
  CHECK ((ended_at IS NULL) = (outcome IS NULL))
);
CREATE INDEX iam_job_runs_by_job ON iam_job_runs (job, started_at);
CREATE INDEX iam_job_runs_open ON iam_job_runs (job) WHERE ended_at IS NULL;

-- What runs add up to, which outlives them: the metrics of every server are read from here.
CREATE TABLE iam_job_totals (
  job           text COLLATE "C" PRIMARY KEY,
  failures      bigint NOT NULL DEFAULT 0,
  ended_at      timestamptz,
  seconds       double precision,
  succeeded_at  timestamptz,
  found_at      timestamptz
) WITH (fillfactor = 50);

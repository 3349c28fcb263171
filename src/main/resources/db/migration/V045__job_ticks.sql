-- Which moment of each job's schedule was last done, and which server does the next one, until when.
CREATE TABLE iam_job_ticks (
  job         text COLLATE "C" PRIMARY KEY,
  done_tick   timestamptz,
  holder      uuid,
  held_until  timestamptz
) WITH (fillfactor = 50);

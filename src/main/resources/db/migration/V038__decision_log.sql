-- Recorded decisions, in blocks of one tenant and one minute. The id is the first decision's: a UUID of version 7,
-- which begins with the time, so that a partition is a day of them. A row is written once. The body is the records, one
-- JSON object for each line, deflated; root is that of the Merkle tree over them; filter is a Bloom filter over names.
CREATE TABLE iam_decisions (
  organization_id  uuid NOT NULL,
  id               uuid NOT NULL,
  last_id          uuid NOT NULL,
  decisions        integer NOT NULL CHECK (decisions > 0),
  denied           integer NOT NULL,
  step_up          integer NOT NULL,
  filter           bytea NOT NULL,
  body             bytea NOT NULL,
  root             bytea NOT NULL,
  PRIMARY KEY (organization_id, id)
) PARTITION BY RANGE (id);
CREATE INDEX iam_decisions_by_last ON iam_decisions (organization_id, last_id);
-- Both are deflated or random already.
ALTER TABLE iam_decisions ALTER COLUMN body SET STORAGE EXTERNAL, ALTER COLUMN filter SET STORAGE EXTERNAL;

-- Catches what lies outside all days that were made, so that a log without a partition does not deny everything.
CREATE TABLE iam_decisions_default PARTITION OF iam_decisions DEFAULT;

-- How many decisions there were, as the writers of the log append them.
CREATE TABLE iam_decision_counts_new (
  organization_id  uuid NOT NULL,
  minute           timestamptz NOT NULL,
  application      text COLLATE "C" NOT NULL,
  key              text COLLATE "C" NOT NULL,
  reason           text COLLATE "C" NOT NULL,
  logged           boolean NOT NULL,
  number           bigint NOT NULL
);
CREATE INDEX iam_decision_counts_new_by_minute ON iam_decision_counts_new (organization_id, minute);

-- The same once they are folded, for each minute, hour and day: by reason, and denials by what was asked. A count is in
-- iam_decision_counts_new or in these, never in both.
CREATE TABLE iam_decision_totals (
  organization_id  uuid NOT NULL,
  step             text COLLATE "C" NOT NULL CHECK (step IN ('minute', 'hour', 'day')),
  start            timestamptz NOT NULL,
  application      text COLLATE "C" NOT NULL,
  reason           text COLLATE "C" NOT NULL,
  number           bigint NOT NULL,
  unlogged         bigint NOT NULL,
  PRIMARY KEY (organization_id, step, start, application, reason)
) WITH (fillfactor = 70);

CREATE TABLE iam_decision_denials (
  organization_id  uuid NOT NULL,
  step             text COLLATE "C" NOT NULL CHECK (step IN ('minute', 'hour', 'day')),
  start            timestamptz NOT NULL,
  application      text COLLATE "C" NOT NULL,
  key              text COLLATE "C" NOT NULL,
  number           bigint NOT NULL,
  PRIMARY KEY (organization_id, step, start, application, key)
) WITH (fillfactor = 70);

-- Makes the partitions of some days and drops those before another, as the owner of the tables. What the default
-- partition caught of a day moves into it.
CREATE FUNCTION iam_ensure_decision_partitions(first_day date, last_day date, drop_before date)
RETURNS TABLE (made integer, dropped integer)
LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  prefix constant text := 'iam_decisions_';
  day date;
  partition text;
  low uuid;
  high uuid;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext(prefix));
  PERFORM set_config('lock_timeout', '500ms', true);
  made := 0;
  dropped := 0;
  FOR day IN SELECT d::date FROM generate_series(first_day, last_day, interval '1 day') d LOOP
    partition := prefix || to_char(day, 'YYYYMMDD');
    IF to_regclass(partition) IS NULL THEN
      low := iam_first_id(day::timestamp AT TIME ZONE 'UTC');
      high := iam_first_id((day + 1)::timestamp AT TIME ZONE 'UTC');
      EXECUTE format('CREATE TABLE %I (LIKE iam_decisions INCLUDING ALL)', partition);
      -- Nothing is added to the default partition between the move and the attachment.
      LOCK TABLE ONLY iam_decisions_default IN ACCESS EXCLUSIVE MODE;
      EXECUTE format(
        'WITH moved AS (DELETE FROM iam_decisions_default WHERE id >= %L AND id < %L RETURNING *)'
        ' INSERT INTO %I SELECT * FROM moved', low, high, partition);
      EXECUTE format(
        'ALTER TABLE iam_decisions ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', partition, low, high);
      made := made + 1;
    END IF;
  END LOOP;
  FOR partition IN
    SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'iam_decisions'::regclass AND c.relname ~ '^iam_decisions_[0-9]{8}$'
      AND c.relname < prefix || to_char(drop_before, 'YYYYMMDD')
  LOOP
    BEGIN
      LOCK TABLE ONLY iam_decisions IN ACCESS EXCLUSIVE MODE;
      EXECUTE format('DROP TABLE %I', partition);
      dropped := dropped + 1;
    EXCEPTION WHEN lock_not_available THEN
      RAISE NOTICE '% is in use and stays until the next run', partition;
    END;
  END LOOP;
  DELETE FROM iam_decisions_default WHERE id < iam_first_id(drop_before::timestamp AT TIME ZONE 'UTC');
  RETURN NEXT;
END
$$;
REVOKE EXECUTE ON FUNCTION iam_ensure_decision_partitions(date, date, date) FROM PUBLIC;

-- The function finds the tables of this schema, whatever search path its caller has.
DO $$
BEGIN
  EXECUTE format(
    'ALTER FUNCTION iam_ensure_decision_partitions(date, date, date) SET search_path = %I, pg_temp',
    current_schema());
END
$$;

SELECT iam_ensure_decision_partitions(d - 1, d + 7, d - 1)
FROM (SELECT (now() AT TIME ZONE 'UTC')::date AS d) today;

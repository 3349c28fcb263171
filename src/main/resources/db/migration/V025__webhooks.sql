-- Who wants to be told of which events. The secrets are sealed; a deleted webhook has none any more.
CREATE TABLE iam_webhooks (
  id                          uuid NOT NULL,
  organization_id             uuid NOT NULL REFERENCES iam_organizations (id),
  url                         text COLLATE "C" NOT NULL,
  event_filters               text[] COLLATE "C" NOT NULL CHECK (cardinality(event_filters) > 0),
  ordering                    text NOT NULL CHECK (ordering IN ('none', 'per_target')),
  status                      text NOT NULL CHECK (status IN ('active', 'disabled', 'deleted')),
  disabled_reason             text,
  sealed_secret               bytea,
  sealed_previous_secret      bytea,
  previous_secret_expires_at  timestamptz,
  revision                    bigint NOT NULL DEFAULT 1,
  created_at                  timestamptz NOT NULL,
  updated_at                  timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  CONSTRAINT iam_webhooks_id_unique UNIQUE (id),
  CONSTRAINT iam_webhooks_secret CHECK ((status = 'deleted') = (sealed_secret IS NULL)),
  CONSTRAINT iam_webhooks_previous_whole CHECK (
    num_nonnulls(sealed_previous_secret, previous_secret_expires_at) IN (0, 2))
);
CREATE INDEX iam_webhooks_shown ON iam_webhooks (organization_id, id) WHERE status <> 'deleted';
CREATE INDEX iam_webhooks_active ON iam_webhooks (id) WHERE status = 'active';

-- A row while a receiver fails: since when, and when it was last seen to. It tells what was seen, nobody
-- administers it.
CREATE TABLE iam_webhook_failures (
  webhook_id       uuid PRIMARY KEY REFERENCES iam_webhooks (id),
  failing_since    timestamptz NOT NULL,
  last_failure_at  timestamptz NOT NULL
);

-- A row while a webhook that was disabled or deleted may have unfinished deliveries, which become dead
-- letters: so that nobody looks through all webhooks that ever were.
CREATE TABLE iam_webhook_burials (
  webhook_id  uuid PRIMARY KEY REFERENCES iam_webhooks (id),
  since       timestamptz NOT NULL
);

-- How far the messages of an organization were fanned out, for those that ever had a webhook. seq rises
-- in commit order, because it is assigned under the lock of the audit chain's head: nothing with a smaller
-- one can appear later. So the messages themselves are written once and never updated.
CREATE TABLE iam_outbox_lanes (
  organization_id  uuid PRIMARY KEY REFERENCES iam_organizations (id),
  done_seq         bigint NOT NULL
) WITH (fillfactor = 50);
ALTER TABLE iam_outbox_messages DROP COLUMN status;

-- The largest number of an organization's messages that ended their time: who has seen less missed some.
CREATE TABLE iam_outbox_pruned (
  organization_id  uuid PRIMARY KEY REFERENCES iam_organizations (id),
  pruned_through   bigint NOT NULL
);
CREATE INDEX iam_outbox_messages_by_time ON iam_outbox_messages USING brin (created_at);

-- A message on its way to one webhook. Ids are UUIDs of version 7, which begin with the time: a partition
-- is a day of them. 'pending' is due at next_attempt_at unless somebody holds a lease; 'waiting' is behind
-- another message about the same target.
CREATE TABLE iam_webhook_deliveries (
  id               uuid NOT NULL,
  organization_id  uuid NOT NULL,
  webhook_id       uuid NOT NULL,
  seq              bigint NOT NULL,
  event_type       text COLLATE "C" NOT NULL,
  target           text COLLATE "C",
  status           text COLLATE "C" NOT NULL
    CHECK (status IN ('waiting', 'pending', 'delivered', 'dead')),
  tries            integer NOT NULL DEFAULT 0,
  next_attempt_at  timestamptz NOT NULL,
  replayed_at      timestamptz,
  lease_until      timestamptz,
  lease_token      uuid,
  finished_at      timestamptz,
  last_error       text,
  attempts         jsonb NOT NULL DEFAULT '[]',
  PRIMARY KEY (id),
  CHECK (status <> 'waiting' OR target IS NOT NULL)
) PARTITION BY RANGE (id);
CREATE INDEX iam_webhook_deliveries_due ON iam_webhook_deliveries (webhook_id, next_attempt_at)
  WHERE status = 'pending';
CREATE INDEX iam_webhook_deliveries_open ON iam_webhook_deliveries (organization_id, status, id)
  WHERE status <> 'delivered';
CREATE INDEX iam_webhook_deliveries_by_webhook ON iam_webhook_deliveries (webhook_id, id);
CREATE INDEX iam_webhook_deliveries_by_target
  ON iam_webhook_deliveries (webhook_id, target, status, seq)
  WHERE target IS NOT NULL AND status IN ('waiting', 'pending');
CREATE INDEX iam_webhook_deliveries_dead ON iam_webhook_deliveries (webhook_id, id)
  WHERE status = 'dead';

-- The smallest id of a moment.
CREATE FUNCTION iam_first_id(moment timestamptz) RETURNS uuid
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (lpad(to_hex(floor(extract(epoch FROM moment) * 1000)::bigint), 12, '0')
  || repeat('0', 20))::uuid;

-- Makes the partitions of some days and drops those before another. It runs as the owner of the tables,
-- because the service's own role may not make any. A table is attached, not made in place: that would wait
-- for every reader. A drop that would wait is left for the next time, and so is a partition that holds
-- deliveries that are not finished: somebody has to end them first, and see to those that wait behind them.
CREATE FUNCTION iam_ensure_delivery_partitions(first_day date, last_day date, drop_before date)
RETURNS TABLE (made integer, dropped integer)
LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  prefix constant text := 'iam_webhook_deliveries_';
  day date;
  partition text;
  look text;
  unfinished boolean;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext(prefix));
  PERFORM set_config('lock_timeout', '500ms', true);
  made := 0;
  dropped := 0;
  FOR day IN SELECT d::date FROM generate_series(first_day, last_day, interval '1 day') d LOOP
    partition := prefix || to_char(day, 'YYYYMMDD');
    IF to_regclass(partition) IS NULL THEN
      EXECUTE format(
        'CREATE TABLE %I (LIKE iam_webhook_deliveries INCLUDING ALL)'
        ' WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05)', partition);
      EXECUTE format(
        'ALTER TABLE iam_webhook_deliveries ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
        partition,
        iam_first_id(day::timestamp AT TIME ZONE 'UTC'),
        iam_first_id((day + 1)::timestamp AT TIME ZONE 'UTC'));
      made := made + 1;
    END IF;
  END LOOP;
  FOR partition IN
    SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'iam_webhook_deliveries'::regclass
      AND c.relname < prefix || to_char(drop_before, 'YYYYMMDD')
  LOOP
    -- Two looks, each into a small index, and none that holds others up unless there is something to drop.
    look := format(
      'SELECT EXISTS (SELECT FROM %1$I WHERE status = ''pending'') OR EXISTS (SELECT FROM %1$I'
      ' WHERE target IS NOT NULL AND status IN (''waiting'', ''pending''))', partition);
    EXECUTE look INTO unfinished;
    CONTINUE WHEN unfinished;
    BEGIN
      -- What a drop locks too, and first, as every query does.
      LOCK TABLE ONLY iam_webhook_deliveries IN ACCESS EXCLUSIVE MODE;
      EXECUTE look INTO unfinished;
      CONTINUE WHEN unfinished;
      EXECUTE format('DROP TABLE %I', partition);
      dropped := dropped + 1;
    EXCEPTION WHEN lock_not_available THEN
      RAISE NOTICE '% is in use and stays until the next run', partition;
    END;
  END LOOP;
  RETURN NEXT;
END
$$;
REVOKE EXECUTE ON FUNCTION iam_ensure_delivery_partitions(date, date, date) FROM PUBLIC;

-- The function finds the tables of this schema, whoever calls it with whatever search path.
DO $$
BEGIN
  EXECUTE format(
    'ALTER FUNCTION iam_ensure_delivery_partitions(date, date, date) SET search_path = %I, pg_temp',
    current_schema());
END
$$;

SELECT iam_ensure_delivery_partitions(d - 1, d + 7, d - 1)
FROM (SELECT (now() AT TIME ZONE 'UTC')::date AS d) today;

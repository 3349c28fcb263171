-- The same key as in V020. PostgreSQL plans the expression of a generated column for each statement, and took the function in SQL apart each
-- time. A function in PL/pgSQL is compiled once in a session. Nothing that is stored changes.
CREATE OR REPLACE FUNCTION iam_relation_key(
  organization uuid, object_type text, object_id text, relation text, subject_type text, subject_id text, subject_relation text)
RETURNS bytea LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  RETURN pg_catalog.sha256(pg_catalog.convert_to(pg_catalog.jsonb_build_array(
    organization, object_type, object_id, relation, subject_type, subject_id, subject_relation)::text, 'UTF8'));
END
$$;

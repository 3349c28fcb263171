-- Puts another body in the place of a block's, in which an erasure left hashes of some records, as the owner of the
-- tables: the service may add blocks and change none. The verification of sealed decisions refuses a body that no record
-- of the audit chain is about. Changes nothing, and returns false, if the body is not the one that was read.
CREATE FUNCTION iam_erase_decisions(
  organization uuid, block uuid, read_sha256 bytea, erased_body bytea, erased_filter bytea)
RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  UPDATE iam_decisions SET body = erased_body, filter = erased_filter
  WHERE organization_id = organization AND id = block AND sha256(body) = read_sha256;
  RETURN FOUND;
END
$$;
REVOKE EXECUTE ON FUNCTION iam_erase_decisions(uuid, uuid, bytea, bytea, bytea) FROM PUBLIC;

-- The function finds the tables of this schema, whatever search path its caller has.
DO $$
BEGIN
  EXECUTE format(
    'ALTER FUNCTION iam_erase_decisions(uuid, uuid, bytea, bytea, bytea) SET search_path = %I, pg_temp',
    current_schema());
END
$$;

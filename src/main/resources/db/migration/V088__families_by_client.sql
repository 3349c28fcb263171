-- Apart from V086, whose locks keep readers waiting until its end; this one keeps writers alone.
CREATE INDEX iam_refresh_families_by_client ON iam_refresh_families (client_id, policy_version);

package io.iamplane.testing;

import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import java.sql.SQLException;

/** Service accounts in large numbers that one account controls. */
public final class ControlledAccounts {

  private ControlledAccounts() {}

  /** Adds so many more accounts that one controls. */
  public static void add(OrganizationId tenant, SubjectRef hand, int accounts) throws SQLException {
    new Volume(tenant)
        .insert(
            accounts,
            """
            INSERT INTO iam_clients (organization_id, client_id, subject_type, subject_id, status,
              scopes, secret_salt, secret_hash, controllers, created_at, updated_at)
            SELECT '%s', gen_random_uuid(), 'service_account', gen_random_uuid(), 'active', '{}',
              decode(repeat('00', 16), 'hex'), decode(repeat('00', 32), 'hex'), ARRAY['%s'], now(),
              now()
            """
                .formatted(tenant, hand));
    Volume.analyze("iam_clients");
  }
}

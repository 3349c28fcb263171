package io.iamplane.change;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.chain.verifier.ChainVerifier;
import io.iamplane.chain.verifier.Verification;
import io.iamplane.database.Sql;
import io.iamplane.directory.organization.Organization;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.stream.LongStream;

/** Invariants of a tenant's rows. */
@ApplicationScoped
public class WholeSpine {

  private static final ChainVerifier.Plan FULL = new ChainVerifier.Plan(true, List.of(), null);

  private final ChainVerifier verifier;
  private final Sql sql;

  WholeSpine(ChainVerifier verifier, Sql sql) {
    this.verifier = verifier;
    this.sql = sql;
  }

  /**
   * Versions, records and messages without holes and none twice, messages in the order of versions,
   * and a chain that verifies.
   *
   * @param changes how many were made since the tenant's creation
   */
  public void assertWhole(Organization tenant, long changes) {
    List<Long> numbers = LongStream.rangeClosed(1, changes + 1).boxed().toList();
    assertThat(numbers(tenant, "version", "iam_policy_changes")).isEqualTo(numbers);
    assertThat(numbers(tenant, "seq", "iam_audit_records")).isEqualTo(numbers);
    assertThat(numbers(tenant, "seq", "iam_outbox_messages")).isEqualTo(numbers);
    assertThat(numbers(tenant, "version", "iam_policy_versions"))
        .as("the version that counts")
        .containsExactly(changes + 1);
    assertThat(
            sql.list(
                "SELECT (body::jsonb -> 'data' ->> 'policy_version')::bigint AS n"
                    + " FROM iam_outbox_messages WHERE organization_id = ? ORDER BY seq",
                row -> row.getLong("n"),
                tenant.id().value()))
        .as("events in the order of versions")
        .isEqualTo(numbers);
    assertChain(tenant);
  }

  public void assertChain(Organization tenant) {
    Verification chain = verifier.verify(tenant.id(), FULL);
    assertThat(chain.valid()).as("chain: %s", chain).isTrue();
  }

  /** The keys of a tenant's users, each of which has one record that tells of its creation. */
  public List<String> users(Organization tenant) {
    List<String> created =
        sql.list(
            "SELECT target_id FROM iam_audit_records WHERE organization_id = ?"
                + " AND event_type = 'iam.user.created' ORDER BY target_id",
            row -> row.getString("target_id"),
            tenant.id().value());
    assertThat(
            sql.list(
                "SELECT id::text AS id FROM iam_users WHERE organization_id = ? ORDER BY id::text",
                row -> row.getString("id"),
                tenant.id().value()))
        .as("a record for each user, and none twice")
        .isEqualTo(created);
    return sql.list(
        "SELECT external_id FROM iam_users WHERE organization_id = ?",
        row -> row.getString("external_id"),
        tenant.id().value());
  }

  private List<Long> numbers(Organization tenant, String column, String table) {
    return sql.list(
        "SELECT %1$s AS n FROM %2$s WHERE organization_id = ? ORDER BY %1$s"
            .formatted(column, table),
        row -> row.getLong("n"),
        tenant.id().value());
  }
}

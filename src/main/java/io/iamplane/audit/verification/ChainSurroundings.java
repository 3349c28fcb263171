package io.iamplane.audit.verification;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.chain.EventType;
import io.iamplane.chain.verifier.Finding;
import io.iamplane.chain.verifier.FindingCause;
import io.iamplane.database.Sql;
import io.iamplane.database.Transactions;
import io.iamplane.directory.organization.Organization;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Checks the surroundings of a chain that holds: its organization's row, with a key and a kind that
 * are immutable and stand in the first record, and, with the platform's chain, the triggers that
 * protect every chain.
 */
@Singleton
class ChainSurroundings {

  private final Sql sql;
  private final AuditTriggers triggers;
  private final Transactions transactions;
  private final ObjectMapper mapper;

  ChainSurroundings(
      Sql sql, AuditTriggers triggers, Transactions transactions, ObjectMapper mapper) {
    this.sql = sql;
    this.triggers = triggers;
    this.transactions = transactions;
    this.mapper = mapper;
  }

  private record Row(String key, String kind, @Nullable String created) {}

  Optional<Finding> find(OrganizationId organization) {
    return transactions.call(() -> {
      Row row = row(organization).orElse(null);
      if (row == null) {
        return Optional.empty();
      }
      boolean isPlatform = row.kind().equals(Organization.Kind.PLATFORM.wire());
      return altered(row).or(() -> isPlatform ? triggers.find() : Optional.empty());
    });
  }

  private Optional<Row> row(OrganizationId organization) {
    return sql.first(
        """
        SELECT o.key, o.kind, r.canonical FROM iam_organizations o
        LEFT JOIN iam_audit_records r
          ON r.organization_id = o.id AND r.seq = 1 AND r.event_type = ?
        WHERE o.id = ?
        """,
        row -> new Row(row.getString("key"), row.getString("kind"), row.getString("canonical")),
        EventType.ORGANIZATION_CREATED.wire(),
        organization.value());
  }

  private Optional<Finding> altered(Row row) {
    JsonNode created = created(row);
    return differs("key", created, row.key()).or(() -> differs("kind", created, row.kind()));
  }

  private static Optional<Finding> differs(String member, JsonNode created, String now) {
    JsonNode then = created.path(member);
    return then.isMissingNode() || then.asText().equals(now)
        ? Optional.empty()
        : Optional.of(
            new Finding(
                FindingCause.ORGANIZATION_ALTERED,
                1,
                member + " " + then.asText(),
                member + " " + now));
  }

  private JsonNode created(Row row) {
    try {
      return row.created() == null
          ? mapper.missingNode()
          : mapper.readTree(row.created()).path("after");
    } catch (JsonProcessingException e) {
      // A first record that a partial run did not read; a full one finds it.
      return mapper.missingNode();
    }
  }
}

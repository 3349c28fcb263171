package io.iamplane.grant.duty;

import io.iamplane.change.RowKey;
import io.iamplane.change.RowStore;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.WireName;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.annotations.Mutability;
import org.hibernate.type.SqlTypes;
import org.hibernate.type.descriptor.java.Immutability;
import org.jspecify.annotations.Nullable;

/** A row of {@code iam_duty_rules}; never leaves this package. */
@Entity
@Table(name = "iam_duty_rules")
class DutyRuleEntity implements RowStore.Row<DutyRule> {

  @EmbeddedId RowKey id;
  String name;

  @JdbcTypeCode(SqlTypes.ARRAY)
  String[] permissions;

  @Nullable Integer atMost;
  String mode;

  @JdbcTypeCode(SqlTypes.JSON)
  @Mutability(Immutability.class)
  List<Map<String, String>> exceptions;

  long revision;
  Instant createdAt;
  Instant updatedAt;

  static DutyRuleEntity of(OrganizationId organization, DutyRule rule) {
    DutyRuleEntity row = new DutyRuleEntity();
    row.id = RowKey.of(organization, rule.id().value());
    return row;
  }

  @Override
  public void take(DutyRule rule, Instant at) {
    name = rule.name();
    permissions = rule.permissions().toArray(String[]::new);
    atMost = rule.atMost();
    mode = rule.mode().wire();
    exceptions =
        rule.exceptions().stream()
            .map(each ->
                Map.of(
                    "subject",
                    each.subject().toString(),
                    "until",
                    each.until().toString(),
                    "justification",
                    each.justification()))
            .toList();
    revision = rule.revision();
    createdAt = rule.createdAt();
    updatedAt = at;
  }

  @Override
  public DutyRule value() {
    return new DutyRule(
        new DutyRuleId(id.id()),
        name,
        List.of(permissions),
        atMost,
        WireName.of(DutyRule.Mode.class, mode),
        exceptions.stream().map(DutyRuleEntity::exemption).toList(),
        revision,
        createdAt);
  }

  private static DutyRule.Exemption exemption(Map<String, String> stored) {
    return new DutyRule.Exemption(
        SubjectRef.parse(Objects.requireNonNull(stored.get("subject"))).orElseThrow(),
        Instant.parse(Objects.requireNonNull(stored.get("until"))),
        Objects.requireNonNull(stored.get("justification")));
  }
}

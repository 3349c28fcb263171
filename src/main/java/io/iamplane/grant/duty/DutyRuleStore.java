package io.iamplane.grant.duty;

import io.iamplane.change.Recording;
import io.iamplane.change.RowKey;
import io.iamplane.change.RowStore;
import io.iamplane.change.TenantStore;
import io.iamplane.database.Keyset;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Page;
import io.iamplane.shared.PageRequest;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.WireName;
import jakarta.inject.Singleton;
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

/** The rows of {@code iam_duty_rules}. */
@Singleton
class DutyRuleStore extends TenantStore<DutyRuleStore.DutyRuleEntity, DutyRule> {

  private static final String SELECT = "SELECT * FROM iam_duty_rules WHERE organization_id = ?";

  List<DutyRule> all(OrganizationId organization) {
    return all("id.organizationId = ?1 order by id.id", organization.value());
  }

  boolean hasOtherNamed(OrganizationId organization, DutyRuleId id, String name) {
    return count(
            "id.organizationId = ?1 and name = ?2 and id.id <> ?3",
            organization.value(),
            name,
            id.value())
        > 0;
  }

  Page<DutyRule> page(OrganizationId organization, PageRequest page, @Nullable String mode) {
    return Page.cut(
        rows(DutyRuleEntity.class, query(organization, page, mode)),
        page.limit(),
        rule -> rule.id().toString());
  }

  static Keyset query(OrganizationId organization, PageRequest page, @Nullable String mode) {
    return Keyset.of(SELECT, "id", organization.value())
        .filter("mode = ?", mode)
        .after(page.afterId())
        .rows(page.limit() + 1);
  }

  int number(OrganizationId organization) {
    return (int) count("id.organizationId = ?1", organization.value());
  }

  void insert(Recording recording, DutyRule rule) {
    DutyRuleEntity row = new DutyRuleEntity();
    row.id = RowKey.of(recording.organization(), rule.id().value());
    insert(recording, row, rule);
  }

  void update(Recording recording, DutyRule rule) {
    update(recording, rule.id().value(), rule);
  }

  void delete(Recording recording, DutyRuleId id) {
    delete(recording, RowKey.of(recording.organization(), id.value()));
  }

  @Entity
  @Table(name = "iam_duty_rules")
  static class DutyRuleEntity implements RowStore.Row<DutyRule> {

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
}

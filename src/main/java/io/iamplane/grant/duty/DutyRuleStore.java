package io.iamplane.grant.duty;

import io.iamplane.change.Recording;
import io.iamplane.change.RowKey;
import io.iamplane.change.TenantStore;
import io.iamplane.database.Keyset;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Page;
import io.iamplane.shared.PageRequest;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The rows of {@code iam_duty_rules}. */
@Singleton
class DutyRuleStore extends TenantStore<DutyRuleEntity, DutyRule> {

  private static final String SELECT = "SELECT * FROM iam_duty_rules WHERE organization_id = ?";

  Optional<DutyRule> byId(OrganizationId organization, DutyRuleId id) {
    return byId(organization, id.value());
  }

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
    insert(recording, DutyRuleEntity.of(recording.organization(), rule), rule);
  }

  void update(Recording recording, DutyRule rule) {
    update(recording, rule.id().value(), rule);
  }

  void delete(Recording recording, DutyRuleId id) {
    delete(recording, RowKey.of(recording.organization(), id.value()));
  }
}

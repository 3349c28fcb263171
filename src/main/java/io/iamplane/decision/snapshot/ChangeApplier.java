package io.iamplane.decision.snapshot;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.catalog.application.Application;
import io.iamplane.change.EndedTokens;
import io.iamplane.change.PolicyChangeListener.PolicyChange;
import io.iamplane.change.TokenHolder;
import io.iamplane.decision.engine.fact.Fact;
import io.iamplane.decision.engine.fact.FactChange;
import io.iamplane.directory.organization.Organization;
import io.iamplane.grant.duty.DutyRule;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Leads a policy from one version to the next, by the images that the change left behind. The cost
 * follows the change, not the tenant.
 */
@Singleton
class ChangeApplier {

  private final ObjectMapper mapper;

  ChangeApplier(ObjectMapper mapper) {
    this.mapper = mapper;
  }

  /**
   * @throws ReloadNeeded when the change can only be understood by reloading the tenant
   */
  TenantPolicy apply(TenantPolicy policy, long version, List<PolicyChange> changes) {
    TenantPolicy next = policy;
    List<FactChange> facts = new ArrayList<>();
    RowFacts rows = policy.rowFacts();
    for (PolicyChange change : changes) {
      switch (change.targetType()) {
        case "organization" -> next = next.with(organization(change));
        case "duty_rule" -> next = duties(next, change);
        case EndedTokens.TARGET -> {
          EndedTokens ended = read(change.after(), EndedTokens.class);
          next = next.ending(new TokenHolder(ended.holder()), ended.floor(version));
        }
        case "application" -> {
          next = applications(next, change, facts);
          rows = next.rowFacts();
        }
        // No decision reads these; they were recorded along with changes that one does.
        case "client",
            "token",
            "manifest",
            "organization_administrator",
            "activation",
            "access_request",
            "anomaly",
            "recommendation",
            "access_review",
            "access_review_item" -> {}
        default -> add(facts, change, rows);
      }
    }
    try {
      TenantPolicy applied = next.at(next.snapshot().apply(version, facts));
      if (applied.isWornOut()) {
        throw new ReloadNeeded("the policy keeps too many names of removed facts", null);
      }
      return applied;
    } catch (IllegalStateException | IllegalArgumentException e) {
      throw new ReloadNeeded("the changes do not match the loaded policy", e);
    }
  }

  private Organization organization(PolicyChange change) {
    if (change.after() == null) {
      throw new ReloadNeeded("the organization did not exist before this change", null);
    }
    return read(change.after(), Organization.class);
  }

  private TenantPolicy duties(TenantPolicy policy, PolicyChange change) {
    return change.after() == null
        ? policy.without(read(change.before(), DutyRule.class).id())
        : policy.with(read(change.after(), DutyRule.class));
  }

  private TenantPolicy applications(
      TenantPolicy policy, PolicyChange change, List<FactChange> facts) {
    Application before = policy.applications().get(readAny(change).key());
    if (change.after() == null) {
      return without(policy, before, facts);
    }
    Application after = read(change.after(), Application.class);
    if (before != null && !before.attributes().equals(after.attributes())) {
      // The conditions of all its grants mean something else now.
      throw new ReloadNeeded("declared attributes changed", null);
    }
    if (before != null && !after.attributes().isEmpty() && !before.types().equals(after.types())) {
      // The conditions of relations that its model declared, or declares now, do too.
      throw new ReloadNeeded("the model of an application with declared attributes changed", null);
    }
    if (before == null && !after.attributes().isEmpty()) {
      throw new ReloadNeeded("an application with declared attributes was created", null);
    }
    if (before != null) {
      CatalogFacts.of(before).forEach(fact -> facts.add(FactChange.removed(fact)));
    }
    CatalogFacts.of(after).forEach(fact -> facts.add(FactChange.added(fact)));
    Map<String, Application> applications = new HashMap<>(policy.applications());
    applications.put(after.key(), after);
    return policy.with(applications);
  }

  /** An application is never removed; its creation may be undone. */
  private static TenantPolicy without(
      TenantPolicy policy, @Nullable Application before, List<FactChange> facts) {
    if (before == null || !before.attributes().isEmpty()) {
      throw new ReloadNeeded(
          "the creation of an application with declared attributes was undone", null);
    }
    CatalogFacts.of(before).forEach(fact -> facts.add(FactChange.removed(fact)));
    Map<String, Application> applications = new HashMap<>(policy.applications());
    applications.remove(before.key());
    return policy.with(applications);
  }

  private Application readAny(PolicyChange change) {
    return read(change.after() == null ? change.before() : change.after(), Application.class);
  }

  private void add(List<FactChange> facts, PolicyChange change, RowFacts rows) {
    RowKind<?> kind = RowKind.OF_FACTS.get(change.targetType());
    if (kind == null) {
      throw new ReloadNeeded("unknown target type " + change.targetType(), null);
    }
    Fact before = change.before() == null ? null : rows.of(read(change.before(), kind.type()));
    Fact after = change.after() == null ? null : rows.of(read(change.after(), kind.type()));
    if (before != null || after != null) {
      facts.add(new FactChange(before, after));
    }
  }

  <T> T read(@Nullable Object image, Class<T> type) {
    if (type.isInstance(image)) {
      return type.cast(image);
    }
    try {
      return mapper.treeToValue(
          image instanceof JsonNode json ? json : mapper.valueToTree(image), type);
    } catch (JsonProcessingException e) {
      throw new ReloadNeeded("an image is not a valid " + type.getSimpleName(), e);
    }
  }

  /** The tenant has to be reloaded; nothing is wrong with that but its cost. */
  static final class ReloadNeeded extends RuntimeException {

    private static final long serialVersionUID = 1;

    ReloadNeeded(String message, @Nullable Throwable cause) {
      super(message, cause);
    }
  }
}

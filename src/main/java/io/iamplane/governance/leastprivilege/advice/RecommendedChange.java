package io.iamplane.governance.leastprivilege.advice;

import io.iamplane.grant.Grant;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The change that a recommendation is about; empty when people have to find one.
 *
 * @param revoke grants that end
 * @param roles roles of the tenant that are made first
 * @param grants that take the place of some that end
 */
@RegisterForReflection
public record RecommendedChange(
    List<UUID> revoke, List<ProposedRole> roles, List<ReplacingGrant> grants) {

  public static final RecommendedChange NONE =
      new RecommendedChange(List.of(), List.of(), List.of());

  public RecommendedChange {
    revoke = List.copyOf(revoke);
    roles = List.copyOf(roles);
    grants = List.copyOf(grants);
  }

  @RegisterForReflection
  public record ProposedRole(
      String key, String label, List<String> permissions, boolean privileged) {}

  /**
   * A grant that takes the place of another, with its subject, resource, condition and times.
   *
   * @param like the other one
   * @param roleKey the role that it gives; null: the same privilege
   * @param endsInDays when it ends at the latest, counted from its beginning; null: as the other
   */
  @RegisterForReflection
  public record ReplacingGrant(UUID like, @Nullable String roleKey, @Nullable Integer endsInDays) {}

  public static RecommendedChange revoking(Collection<Grant> grants) {
    return new RecommendedChange(
        grants.stream().map(grant -> grant.id().value()).toList(), List.of(), List.of());
  }

  public boolean changesNothing() {
    return revoke.isEmpty() && roles.isEmpty() && grants.isEmpty();
  }
}

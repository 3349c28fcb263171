package io.iamplane.preview;

import io.iamplane.decision.engine.question.Decision;
import io.iamplane.decision.engine.question.Match;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a user may do without any context.
 *
 * @param permissions by full key
 */
@RegisterForReflection
public record EffectivePermissionsView(
    long policyVersion, Map<String, EffectivePermission> permissions) {

  /**
   * Why one permission is held.
   *
   * @param via the role, or the permission itself, that was granted; or the relation that holds
   * @param grantId the grant, to the user or to a group; null for a relation
   */
  @RegisterForReflection
  public record EffectivePermission(String via, @Nullable String grantId) {

    static EffectivePermission of(Match match) {
      return new EffectivePermission(match.key(), match.type().equals("grant") ? match.id() : null);
    }
  }

  static EffectivePermissionsView of(long version, Map<String, Decision> decisions) {
    SortedMap<String, EffectivePermission> permissions = new TreeMap<>();
    decisions.forEach((key, decision) -> {
      if (decision.allowed()) {
        permissions.put(key, EffectivePermission.of(decision.matched().getFirst()));
      }
    });
    return new EffectivePermissionsView(version, permissions);
  }
}

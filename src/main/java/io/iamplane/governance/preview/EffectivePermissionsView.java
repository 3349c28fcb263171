package io.iamplane.governance.preview;

import io.iamplane.decision.engine.question.Decision;
import io.iamplane.decision.engine.question.Match;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The permissions of a user without any context.
 *
 * @param permissions by full key
 */
@RegisterForReflection
public record EffectivePermissionsView(
    long policyVersion, Map<String, EffectivePermission> permissions) {

  /**
   * The source of one permission.
   *
   * @param via the granted role or permission, or the relation
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

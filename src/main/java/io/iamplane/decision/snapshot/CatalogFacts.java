package io.iamplane.decision.snapshot;

import io.iamplane.catalog.application.Application;
import io.iamplane.catalog.controlplane.ControlPlane;
import io.iamplane.catalog.controlplane.ControlPlane.SeededRole;
import io.iamplane.catalog.permission.CatalogStatus;
import io.iamplane.catalog.permission.Permission;
import io.iamplane.catalog.role.Role;
import io.iamplane.decision.engine.fact.ApplicationFact;
import io.iamplane.decision.engine.fact.Fact;
import io.iamplane.decision.engine.fact.ModelFact;
import io.iamplane.decision.engine.fact.PermissionFact;
import io.iamplane.decision.engine.fact.RoleFact;
import io.iamplane.language.pattern.InvalidPermissionException;
import io.iamplane.language.pattern.PermissionPattern;
import io.iamplane.language.relation.RelationModel;
import io.iamplane.shared.Aal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Converts catalogue entries to facts of the engine. */
final class CatalogFacts {

  private CatalogFacts() {}

  static List<Fact> controlPlane(boolean platform) {
    List<Fact> facts = new ArrayList<>();
    facts.add(new ApplicationFact(ControlPlane.APPLICATION, true));
    for (var permission : ControlPlane.permissions(platform)) {
      facts.add(
          new PermissionFact(
              permission.key(),
              ControlPlane.APPLICATION,
              null,
              null,
              null,
              PermissionFact.Risk.HIGH,
              Aal.AAL1));
    }
    for (SeededRole role : ControlPlane.roles()) {
      facts.add(role(role.key(), role.permissions(platform), Set.of(), role.privileged()));
    }
    return facts;
  }

  static List<Fact> of(Application application) {
    List<Fact> facts = new ArrayList<>();
    facts.add(
        new ApplicationFact(application.key(), application.status() == Application.Status.ACTIVE));
    RelationModel model = application.model();
    if (model != null) {
      facts.add(new ModelFact(application.key(), model));
    }
    return facts;
  }

  /** Null when it is deprecated: the engine does not know it then. */
  static @Nullable PermissionFact of(Permission permission) {
    return permission.status() == CatalogStatus.DEPRECATED
        ? null
        : new PermissionFact(
            permission.key(),
            permission.application(),
            permission.resource(),
            permission.action(),
            permission.relation(),
            switch (permission.risk()) {
              case LOW -> PermissionFact.Risk.LOW;
              case MEDIUM -> PermissionFact.Risk.MEDIUM;
              case HIGH -> PermissionFact.Risk.HIGH;
              case CRITICAL -> PermissionFact.Risk.CRITICAL;
            },
            permission.requiredAal());
  }

  /** Null when it is deprecated: the engine does not know it then. */
  static @Nullable RoleFact of(Role role) {
    return role.status() == CatalogStatus.DEPRECATED
        ? null
        : role(role.key(), role.permissions(), role.includes(), role.privileged());
  }

  private static RoleFact role(
      String key, Collection<String> permissions, Collection<String> includes, boolean privileged) {
    Set<String> keys = new HashSet<>();
    Set<RoleFact.Pattern> patterns = new HashSet<>();
    for (String text : permissions) {
      PermissionPattern pattern = parse(text);
      if (pattern instanceof PermissionPattern.Prefix prefix) {
        patterns.add(new RoleFact.Pattern(prefix.prefix()));
      } else {
        keys.add(text);
      }
    }
    return new RoleFact(key, keys, patterns, Set.copyOf(includes), privileged);
  }

  private static PermissionPattern parse(String text) {
    try {
      return PermissionPattern.parse(text);
    } catch (InvalidPermissionException e) {
      throw new IllegalStateException("a stored role contains an invalid permission", e);
    }
  }
}

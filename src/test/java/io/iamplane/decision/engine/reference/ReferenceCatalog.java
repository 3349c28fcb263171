package io.iamplane.decision.engine.reference;

import io.iamplane.decision.engine.fact.ApplicationFact;
import io.iamplane.decision.engine.fact.ConditionUse;
import io.iamplane.decision.engine.fact.Fact;
import io.iamplane.decision.engine.fact.GrantFact;
import io.iamplane.decision.engine.fact.GrantFact.Privilege;
import io.iamplane.decision.engine.fact.ModelFact;
import io.iamplane.decision.engine.fact.PermissionFact;
import io.iamplane.decision.engine.fact.RoleFact;
import io.iamplane.decision.engine.question.Asked;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.engine.question.DecisionRequest.Party;
import io.iamplane.decision.engine.question.ReasonCode;
import io.iamplane.decision.engine.reference.ReferenceDirectory.Link;
import io.iamplane.language.relation.RelationModel;
import io.iamplane.language.relation.SubjectType;
import io.iamplane.shared.Aal;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The catalogue, as lists. */
final class ReferenceCatalog {

  private final List<ApplicationFact> applications;
  private final List<PermissionFact> permissions;
  private final List<RoleFact> roles;
  private final List<ModelFact> models;

  /** Results for roles and permissions so far. */
  private final Map<String, Boolean> contained = new HashMap<>();

  ReferenceCatalog(List<Fact> facts) {
    applications = ReferenceDirectory.only(facts, ApplicationFact.class);
    permissions = ReferenceDirectory.only(facts, PermissionFact.class);
    roles = ReferenceDirectory.only(facts, RoleFact.class);
    models = ReferenceDirectory.only(facts, ModelFact.class);
  }

  /** The catalogue entry of a question. */
  record Found(
      String application,
      @Nullable PermissionFact permission,
      List<PermissionFact> bound,
      @Nullable String relation) {

    Aal requiredAal() {
      Stream<PermissionFact> all = permission == null ? bound.stream() : Stream.of(permission);
      return all.map(PermissionFact::requiredAal).max(Comparator.naturalOrder()).orElse(Aal.AAL1);
    }
  }

  @Nullable RelationModel model(String application) {
    return models.stream()
        .filter(fact -> fact.application().equals(application))
        .map(ModelFact::model)
        .findFirst()
        .orElse(null);
  }

  private boolean active(@Nullable String application) {
    return applications.stream().anyMatch(a -> a.key().equals(application) && a.active());
  }

  @Nullable ReasonCode unknown(DecisionRequest request) {
    String named = request.asked().application();
    boolean must = request.asked() instanceof Asked.Action;
    if ((must || named != null) && !active(named)) {
      return ReasonCode.APPLICATION_UNKNOWN;
    }
    Optional<Found> found = lookUp(request);
    if (found.isEmpty()) {
      return ReasonCode.PERMISSION_UNKNOWN;
    }
    return active(found.get().application()) ? null : ReasonCode.APPLICATION_UNKNOWN;
  }

  Found find(DecisionRequest request) {
    return lookUp(request).orElseThrow();
  }

  private Optional<Found> lookUp(DecisionRequest request) {
    Party resource = request.resource();
    return switch (request.asked()) {
      case Asked.Permission asked ->
          permissions.stream()
              .filter(p -> p.key().equals(asked.fullKey()))
              .filter(
                  p -> asked.application() == null || p.application().equals(asked.application()))
              .findFirst()
              .map(p -> new Found(p.application(), p, List.of(), relationOf(p, resource)));
      case Asked.Relation asked -> relation(asked.name(), asked.application(), resource);
      case Asked.Action asked ->
          permissions.stream()
              .filter(p -> p.application().equals(asked.application()))
              .filter(p -> resource != null && resource.type().equals(p.resourceType()))
              .filter(p -> asked.name().equals(p.action()))
              .min(Comparator.comparing(PermissionFact::key))
              .map(p -> new Found(p.application(), p, List.of(), relationOf(p, resource)))
              .or(() -> relation(asked.name(), asked.application(), resource));
    };
  }

  private Optional<Found> relation(
      String name, @Nullable String application, @Nullable Party resource) {
    if (resource == null) {
      return Optional.empty();
    }
    List<String> declaring =
        models.stream()
            .filter(m -> active(m.application()))
            .filter(m -> application == null || m.application().equals(application))
            .filter(m -> declares(m.model(), resource.type(), name))
            .map(ModelFact::application)
            .toList();
    return declaring.size() == 1
        ? Optional.of(bound(declaring.getFirst(), resource.type(), name))
        : Optional.empty();
  }

  private static @Nullable String relationOf(PermissionFact permission, @Nullable Party resource) {
    return resource != null && resource.type().equals(permission.resourceType())
        ? permission.relation()
        : null;
  }

  private static boolean declares(RelationModel model, String type, String name) {
    var definition = model.type(type);
    return definition != null && definition.declares(name);
  }

  private Found bound(String application, String type, String name) {
    List<PermissionFact> bound =
        permissions.stream()
            .filter(p -> p.application().equals(application))
            .filter(p -> type.equals(p.resourceType()) && name.equals(p.relation()))
            .toList();
    return new Found(application, null, bound, name);
  }

  /** A denial of a permission also concerns the relation that allows it. */
  boolean concerns(GrantFact grant, Found found, boolean deny) {
    if (grant.application() != null && !grant.application().equals(found.application())) {
      return false;
    }
    if (found.permission() != null) {
      return contains(grant.privilege(), found.permission().key());
    }
    return deny && found.bound().stream().anyMatch(p -> contains(grant.privilege(), p.key()));
  }

  private boolean contains(Privilege privilege, String permission) {
    return switch (privilege.kind()) {
      case PERMISSION -> privilege.key().equals(permission);
      case ROLE ->
          contained.computeIfAbsent(
              privilege.key() + " " + permission,
              _ -> roleContains(Set.of(privilege.key()), permission, 16));
    };
  }

  private boolean roleContains(Set<String> keys, String permission, int depthLeft) {
    for (RoleFact role : roles) {
      if (keys.contains(role.key())) {
        boolean own =
            role.permissions().contains(permission)
                || role.patterns().stream().anyMatch(p -> p.matches(permission));
        if (own || depthLeft > 0 && roleContains(role.includes(), permission, depthLeft - 1)) {
          return true;
        }
      }
    }
    return false;
  }

  boolean isParent(Link link, String application) {
    if (!link.relation().equals("parent") || link.userset() != null || link.everyone()) {
      return false;
    }
    String condition = link.condition() instanceof ConditionUse use ? use.name() : null;
    return models.stream()
        .filter(m -> m.application().equals(application))
        .map(m -> m.model().types().get(link.object().type()))
        .anyMatch(type ->
            type != null
                && type.relations()
                    .getOrDefault("parent", List.of())
                    .contains(SubjectType.of(link.subject().type()).with(condition)));
  }
}

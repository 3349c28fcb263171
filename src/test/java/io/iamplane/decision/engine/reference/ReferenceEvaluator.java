package io.iamplane.decision.engine.reference;

import io.iamplane.decision.engine.answer.ReasonCode;
import io.iamplane.decision.engine.fact.ApplicationFact;
import io.iamplane.decision.engine.fact.Fact;
import io.iamplane.decision.engine.fact.GrantFact;
import io.iamplane.decision.engine.fact.GrantFact.Effect;
import io.iamplane.decision.engine.fact.GrantFact.Lifetime;
import io.iamplane.decision.engine.fact.GrantFact.Privilege;
import io.iamplane.decision.engine.fact.GrantFact.Scope;
import io.iamplane.decision.engine.fact.ModelFact;
import io.iamplane.decision.engine.fact.PermissionFact;
import io.iamplane.decision.engine.fact.RoleFact;
import io.iamplane.decision.engine.fact.SubjectFact;
import io.iamplane.decision.engine.reference.ReferenceDirectory.Link;
import io.iamplane.decision.engine.request.Asked;
import io.iamplane.decision.engine.request.DecisionRequest;
import io.iamplane.decision.engine.request.DecisionRequest.Party;
import io.iamplane.language.condition.Attributes;
import io.iamplane.language.condition.Attributes.Root;
import io.iamplane.language.condition.Condition.Outcome;
import io.iamplane.language.relation.RelationModel;
import io.iamplane.language.relation.SubjectType;
import io.iamplane.shared.Aal;
import io.iamplane.shared.SubjectRef;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The algorithm of the decision page, read line by line over plain lists. */
public final class ReferenceEvaluator {

  private final ReferenceDirectory directory;
  private final List<ApplicationFact> applications;
  private final List<PermissionFact> permissions;
  private final List<RoleFact> roles;
  private final List<GrantFact> grants;
  private final List<ModelFact> models;

  /**
   * An answer.
   *
   * @param matched the deciding grant's id, or null
   */
  public record Answer(ReasonCode reason, @Nullable String matched, @Nullable Aal requiredAal) {}

  public ReferenceEvaluator(List<Fact> facts) {
    directory = new ReferenceDirectory(facts);
    applications = ReferenceDirectory.only(facts, ApplicationFact.class);
    permissions = ReferenceDirectory.only(facts, PermissionFact.class);
    roles = ReferenceDirectory.only(facts, RoleFact.class);
    grants =
        ReferenceDirectory.only(facts, GrantFact.class).stream()
            .sorted(Comparator.comparing(GrantFact::id))
            .toList();
    models = ReferenceDirectory.only(facts, ModelFact.class);
  }

  /** What was asked, found in the catalogue. */
  private record Found(
      String application,
      @Nullable PermissionFact permission,
      List<PermissionFact> bound,
      @Nullable String relation) {

    Aal requiredAal() {
      Stream<PermissionFact> all = permission == null ? bound.stream() : Stream.of(permission);
      return all.map(PermissionFact::requiredAal).max(Comparator.naturalOrder()).orElse(Aal.AAL1);
    }
  }

  public Answer decide(DecisionRequest request, Instant now) {
    ReasonCode unknown = unknown(request);
    if (unknown != null) {
      return new Answer(unknown, null, null);
    }
    Found found = find(request);
    SubjectRef subject = directory.resolve(ref(request.subject()));
    SubjectFact entry = directory.entry(subject);
    if (request.subject().id().equals("*") || !directory.known(subject)) {
      return new Answer(ReasonCode.SUBJECT_UNKNOWN, null, found.requiredAal());
    }
    if (entry != null && !entry.active()) {
      return new Answer(ReasonCode.SUBJECT_INACTIVE, null, found.requiredAal());
    }
    Attributes attributes = attributes(request, found, subject, now);
    Map<SubjectRef, Outcome> groups = groups(subject, attributes, now);
    Map<SubjectRef, Outcome> scopes = scopes(request, found, attributes, now);
    Optional<GrantFact> deny = Optional.empty();
    Optional<GrantFact> permit = Optional.empty();
    for (GrantFact grant : grants) {
      if (!inForce(grant, now)) {
        continue;
      }
      Outcome who = who(grant, subject, groups);
      Outcome where = where(grant, request, scopes);
      Outcome condition = Logic.of(grant.condition(), attributes);
      Outcome all = Logic.and(who, Logic.and(where, condition));
      if (grant.effect() == Effect.DENY && all != Outcome.FALSE && concerns(grant, found, true)) {
        deny = deny.or(() -> Optional.of(grant));
      }
      if (grant.effect() == Effect.PERMIT
          && all == Outcome.TRUE
          && concerns(grant, found, false)) {
        permit = permit.or(() -> Optional.of(grant));
      }
    }
    if (deny.isPresent()) {
      return new Answer(ReasonCode.EXPLICIT_DENY, deny.get().id(), found.requiredAal());
    }
    ReasonCode reason = ReasonCode.NO_MATCHING_GRANT;
    if (permit.isPresent()) {
      reason = ReasonCode.GRANTED_BY_GRANT;
    } else if (related(request, found, subject, groups, attributes, now)) {
      reason = ReasonCode.GRANTED_BY_RELATION;
    }
    if (reason != ReasonCode.NO_MATCHING_GRANT
        && request.currentAal().compareTo(found.requiredAal()) < 0) {
      reason = ReasonCode.STEP_UP_REQUIRED;
    }
    return new Answer(
        reason, permit.map(GrantFact::id).orElse(null), found.requiredAal());
  }

  private boolean active(@Nullable String application) {
    return applications.stream().anyMatch(a -> a.key().equals(application) && a.active());
  }

  private @Nullable ReasonCode unknown(DecisionRequest request) {
    String named =
        switch (request.asked()) {
          case Asked.Permission asked -> asked.application();
          case Asked.Relation asked -> asked.application();
        };
    if (named != null && !active(named)) {
      return ReasonCode.APPLICATION_UNKNOWN;
    }
    Optional<Found> found = lookUp(request);
    if (found.isEmpty()) {
      return ReasonCode.PERMISSION_UNKNOWN;
    }
    return active(found.get().application()) ? null : ReasonCode.APPLICATION_UNKNOWN;
  }

  private Found find(DecisionRequest request) {
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
      case Asked.Relation asked -> {
        if (resource == null) {
          yield Optional.empty();
        }
        List<String> declaring =
            models.stream()
                .filter(m -> active(m.application()))
                .filter(
                    m -> asked.application() == null || m.application().equals(asked.application()))
                .filter(m -> declares(m.model(), resource.type(), asked.name()))
                .map(ModelFact::application)
                .toList();
        yield declaring.size() == 1
            ? Optional.of(bound(declaring.getFirst(), resource.type(), asked.name()))
            : Optional.empty();
      }
    };
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

  private static SubjectRef ref(Party party) {
    return new SubjectRef(party.type(), party.id());
  }

  private Attributes attributes(
      DecisionRequest request, Found found, SubjectRef subject, Instant now) {
    Map<Root, Map<String, Object>> roots = new HashMap<>();
    roots.put(Root.SUBJECT, party(subject, request.subject()));
    Party resource = request.resource();
    if (resource != null) {
      roots.put(Root.RESOURCE, party(directory.resolve(ref(resource)), resource));
    }
    Map<String, Object> action = new HashMap<>();
    if (found.permission() == null) {
      action.put("name", Objects.requireNonNull(found.relation()));
    } else {
      String name = found.permission().action();
      action.put("name", name == null ? found.permission().key() : name);
      action.put("permission", found.permission().key());
    }
    roots.put(Root.ACTION, ReferenceAttributes.layered(action, request.action()));
    roots.put(Root.CONTEXT, request.context());
    roots.put(
        Root.REQUEST,
        Map.of(
            "time", now,
            "application", found.application(),
            "current_aal", request.currentAal().wire()));
    return new ReferenceAttributes(roots);
  }

  private Map<String, Object> party(SubjectRef resolved, Party party) {
    SubjectFact entry = directory.entry(resolved);
    return ReferenceAttributes.layered(
        Map.of("type", resolved.type(), "id", resolved.id()),
        entry == null ? Map.of() : entry.attributes(),
        party.properties());
  }

  private Map<SubjectRef, Outcome> groups(
      SubjectRef subject, Attributes attributes, Instant now) {
    Map<SubjectRef, Outcome> in = new HashMap<>();
    boolean changed = true;
    while (changed) {
      changed = false;
      for (Link link : directory.memberships()) {
        if (!link.validAt(now) || !directory.passesOn(link.object())) {
          continue;
        }
        boolean itself =
            link.everyone()
                ? link.subject().type().equals(subject.type())
                : link.subject().equals(subject);
        Outcome member =
            itself ? Outcome.TRUE : in.getOrDefault(link.subject(), Outcome.FALSE);
        Outcome before = in.getOrDefault(link.object(), Outcome.FALSE);
        Outcome after =
            Logic.or(before, Logic.and(member, Logic.of(link.condition(), attributes)));
        if (after != before) {
          in.put(link.object(), after);
          changed = true;
        }
      }
    }
    return in;
  }

  private Map<SubjectRef, Outcome> scopes(
      DecisionRequest request, Found found, Attributes attributes, Instant now) {
    Map<SubjectRef, Outcome> covering = new HashMap<>();
    if (request.resource() == null) {
      return covering;
    }
    covering.put(directory.resolve(ref(request.resource())), Outcome.TRUE);
    boolean changed = true;
    while (changed) {
      changed = false;
      for (Link link : directory.links()) {
        if (!isParent(link, found.application()) || !link.validAt(now)) {
          continue;
        }
        Outcome below = covering.getOrDefault(link.object(), Outcome.FALSE);
        Outcome before = covering.getOrDefault(link.subject(), Outcome.FALSE);
        Outcome after =
            Logic.or(before, Logic.and(below, Logic.of(link.condition(), attributes)));
        if (after != before) {
          covering.put(link.subject(), after);
          changed = true;
        }
      }
    }
    return covering;
  }

  private boolean isParent(Link link, String application) {
    if (!link.relation().equals("parent") || link.userset() != null || link.everyone()) {
      return false;
    }
    return models.stream()
        .filter(m -> m.application().equals(application))
        .map(m -> m.model().types().get(link.object().type()))
        .anyMatch(
            type ->
                type != null
                    && type.relations()
                        .getOrDefault("parent", List.of())
                        .contains(SubjectType.of(link.subject().type())));
  }

  private Outcome who(GrantFact grant, SubjectRef subject, Map<SubjectRef, Outcome> groups) {
    if (grant.subject().id().equals("*")) {
      return grant.subject().type().equals(subject.type()) ? Outcome.TRUE : Outcome.FALSE;
    }
    SubjectRef holder = directory.resolve(grant.subject());
    return holder.equals(subject) ? Outcome.TRUE : groups.getOrDefault(holder, Outcome.FALSE);
  }

  private Outcome where(
      GrantFact grant, DecisionRequest request, Map<SubjectRef, Outcome> scopes) {
    Scope scope = grant.scope();
    if (scope == null) {
      return Outcome.TRUE;
    }
    if (scope.wholeType()) {
      return request.resource() != null && request.resource().type().equals(scope.type())
          ? Outcome.TRUE
          : Outcome.FALSE;
    }
    SubjectRef resource = directory.resolve(new SubjectRef(scope.type(), scope.id()));
    return scopes.getOrDefault(resource, Outcome.FALSE);
  }

  private static boolean inForce(GrantFact grant, Instant now) {
    Lifetime lifetime = grant.lifetime();
    boolean begun = lifetime.from() == null || !now.isBefore(lifetime.from());
    boolean ended = lifetime.until() != null && !now.isBefore(lifetime.until());
    boolean activated =
        !lifetime.activationRequired()
            || lifetime.activatedAt() != null && !now.isBefore(lifetime.activatedAt());
    return grant.status() == GrantFact.Status.ACTIVE && begun && !ended && activated;
  }

  /** A denial of a permission also concerns the relation that allows it. */
  private boolean concerns(GrantFact grant, Found found, boolean deny) {
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
      case ROLE -> roleContains(Set.of(privilege.key()), permission, 16);
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

  private boolean related(
      DecisionRequest request,
      Found found,
      SubjectRef subject,
      Map<SubjectRef, Outcome> groups,
      Attributes attributes,
      Instant now) {
    String relation = found.relation();
    Party resource = request.resource();
    if (relation == null || resource == null) {
      return false;
    }
    return models.stream()
        .filter(m -> m.application().equals(found.application()))
        .anyMatch(
            m ->
                new ReferenceRelations(directory, m.model(), subject, groups, attributes, now)
                        .holds(directory.resolve(ref(resource)), relation)
                    == Outcome.TRUE);
  }
}

package io.iamplane.decision.engine.matrix;

import io.iamplane.decision.engine.fact.ConditionUse;
import io.iamplane.decision.engine.fact.Fact;
import io.iamplane.decision.engine.fact.GrantFact;
import io.iamplane.decision.engine.fact.GrantFact.Effect;
import io.iamplane.decision.engine.fact.GrantFact.Lifetime;
import io.iamplane.decision.engine.fact.GrantFact.Privilege;
import io.iamplane.decision.engine.fact.GrantFact.Status;
import io.iamplane.decision.engine.fact.RelationFact;
import io.iamplane.decision.engine.fact.SubjectFact;
import io.iamplane.decision.matrix.MatrixFile;
import io.iamplane.decision.matrix.MatrixGrant;
import io.iamplane.decision.matrix.MatrixGroup;
import io.iamplane.decision.matrix.MatrixObject;
import io.iamplane.decision.matrix.MatrixRelation;
import io.iamplane.decision.matrix.MatrixServiceAccount;
import io.iamplane.decision.matrix.MatrixUser;
import io.iamplane.language.condition.AttributeSchema;
import io.iamplane.language.condition.Condition;
import io.iamplane.language.condition.ConditionSyntaxException;
import io.iamplane.language.condition.Conditions;
import io.iamplane.shared.SubjectRef;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A file's policy as facts. Entries of the directory get ids of their own, as a store would give
 * them, and stay known by their external ids; grants get ids in the file's order.
 */
final class MatrixFacts {

  private static final Instant LONG_AGO = Instant.parse("2000-01-01T00:00:00Z");

  private final List<Fact> facts = new ArrayList<>();
  private final CatalogFacts catalog = new CatalogFacts(facts::add);
  private final Map<String, String> labels = new HashMap<>();
  private final MatrixFile file;

  private MatrixFacts(MatrixFile source) {
    source.understoodManifests().forEach(catalog::add);
    source.roles().forEach(catalog::add);
    file = source.withIds(directory(source));
    file.objects().forEach(each -> facts.add(entry(each)));
    file.groups().forEach(this::addMembers);
    file.grants().forEach(each -> facts.add(grant(each)));
    file.relations().forEach(each -> facts.add(relation(each)));
  }

  static MatrixFacts of(MatrixFile source) {
    return new MatrixFacts(source);
  }

  /** The file, with ids where it has placeholders. */
  MatrixFile file() {
    return file;
  }

  List<Fact> facts() {
    return List.copyOf(facts);
  }

  /** A grant's label by its id. */
  @Nullable String label(@Nullable String id) {
    return id == null ? null : labels.get(id);
  }

  private Map<String, String> directory(MatrixFile source) {
    Map<String, String> ids = new HashMap<>();
    for (MatrixUser user : source.users()) {
      enter(SubjectRef.USER, user.externalId(), user.active(), user.attributes(), ids);
    }
    for (MatrixServiceAccount account : source.serviceAccounts()) {
      enter(SubjectRef.SERVICE_ACCOUNT, account.externalId(), account.active(), Map.of(), ids);
    }
    for (MatrixGroup group : source.groups()) {
      enter(SubjectRef.GROUP, group.externalId(), group.active(), Map.of(), ids);
    }
    return ids;
  }

  private void enter(
      String type,
      String externalId,
      boolean active,
      Map<String, Object> attributes,
      Map<String, String> ids) {
    String id = "0197-%04d".formatted(ids.size() + 1);
    facts.add(new SubjectFact(new SubjectRef(type, id), externalId, active, attributes));
    if (ids.put(type + ":" + externalId, id) != null) {
      throw new IllegalArgumentException("there are two of " + type + ":" + externalId);
    }
  }

  private static SubjectFact entry(MatrixObject object) {
    return new SubjectFact(
        new SubjectRef(object.type(), object.id()), null, object.active(), object.properties());
  }

  private void addMembers(MatrixGroup group) {
    for (String member : group.members()) {
      facts.add(RelationFact.membership(nextId("m"), group.externalId(), ref(member), null));
    }
  }

  private GrantFact grant(MatrixGrant grant) {
    String id = nextId("g");
    labels.put(id, grant.id());
    Privilege.Kind kind = Privilege.Kind.valueOf(grant.privilegeType().toUpperCase(Locale.ROOT));
    SubjectRef resource = grant.resource() == null ? null : ref(grant.resource());
    return new GrantFact(
        id,
        ref(grant.subject()),
        new Privilege(kind, grant.privilegeKey()),
        Effect.valueOf(grant.effect().toUpperCase(Locale.ROOT)),
        grant.application(),
        resource,
        condition(grant.id(), grant.condition(), catalog.schemaOf(grant.privilegeKey())),
        new Lifetime(
            grant.validFrom(),
            grant.validUntil(),
            grant.activationRequired(),
            grant.activated() ? LONG_AGO : null,
            null),
        Status.valueOf(grant.status().toUpperCase(Locale.ROOT)));
  }

  private RelationFact relation(MatrixRelation relation) {
    SubjectRef object = ref(relation.object());
    int userset = relation.subject().lastIndexOf('#');
    SubjectRef subject =
        ref(userset < 0 ? relation.subject() : relation.subject().substring(0, userset));
    String of = userset < 0 ? null : relation.subject().substring(userset + 1);
    return new RelationFact(
        nextId("r"),
        new RelationFact.Subject(subject, of),
        relation.relation(),
        object,
        condition(relation, object),
        relation.validFrom(),
        relation.validUntil());
  }

  private @Nullable Condition condition(MatrixRelation relation, SubjectRef object) {
    MatrixRelation.Named named = relation.namedCondition();
    return named != null
        ? new ConditionUse(named.name(), named.values())
        : condition(
            relation.toString(),
            relation.condition(),
            catalog.schemaOf(object.type(), relation.relation()));
  }

  private String nextId(String kind) {
    return "%s%05d".formatted(kind, facts.size());
  }

  private static SubjectRef ref(String text) {
    return SubjectRef.parse(text)
        .orElseThrow(() -> new IllegalArgumentException("'" + text + "' is not type:id"));
  }

  private static @Nullable Condition condition(
      String on, @Nullable String text, AttributeSchema schema) {
    if (text == null) {
      return null;
    }
    try {
      return Conditions.compile(text, schema);
    } catch (ConditionSyntaxException e) {
      throw new IllegalArgumentException(on + ": " + e.getMessage(), e);
    }
  }
}

package io.iamplane.migrate.target;

import io.iamplane.migrate.PeerObject;
import io.iamplane.migrate.PeerRelation;
import io.iamplane.migrate.PeerSubject;
import io.iamplane.migrate.PeerTuple;
import io.iamplane.migrate.PeerType;
import io.iamplane.migrate.target.Bringable.Name;
import io.iamplane.shared.SubjectRef;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Writes stored relations of another system as relations of this product. */
public final class TupleWriter {

  private static final int MAX_GROUP_KEY = 250;
  private static final int MAX_ID = 1_024;

  private final TargetModel model;
  private final TargetNames names;
  private final ImportReport report;

  /**
   * The report receives the relations that are left out: as a note if the other system's model does
   * not allow them, so that they had no effect there either; else as refused.
   */
  public TupleWriter(TargetModel model, ImportReport report) {
    this.model = model;
    this.names = model.kept().names();
    this.report = report;
  }

  /** The relations here; none when it is left out. */
  public List<TargetRelation> write(PeerTuple tuple) {
    PeerType type = model.source().types().get(tuple.object().type());
    PeerRelation relation = type == null ? null : type.relations().get(tuple.relation());
    if (relation == null || relation.subjects().stream().noneMatch(each -> allows(each, tuple))) {
      report.note(tuple.place(), tuple + ": left out, because the model does not allow it");
      return List.of();
    }
    String fault = faultOf(tuple);
    if (fault != null) {
      report.refuse(tuple.place(), tuple + ": " + fault);
      return List.of();
    }
    Name name = new Name(tuple.object().type(), tuple.relation());
    String stored = model.kept().stored().get(name);
    TargetRelation plain =
        new TargetRelation(
            object(tuple.object()),
            stored == null ? Objects.requireNonNull(names.name(name.type(), name.name())) : stored,
            object(tuple.subject()),
            tuple.subjectRelation() == null
                ? null
                : names.name(tuple.subject().type(), tuple.subjectRelation()),
            null,
            null,
            tuple.expires());
    TargetRelation own = conditional(plain, tuple);
    List<String> objects = model.kept().objects().getOrDefault(name, List.of());
    int part = objects.isEmpty() ? -1 : TraversedObjects.partOf(relation, tuple);
    if (own == null || part < 0) {
      return own == null ? List.of() : List.of(own);
    }
    TargetRelation traversed = conditional(plain.toObject(objects.get(part)), tuple);
    return traversed == null ? List.of(own) : List.of(own, traversed);
  }

  /** A membership has a condition of its own; another relation names the model's. */
  private @Nullable TargetRelation conditional(TargetRelation plain, PeerTuple tuple) {
    String condition = tuple.condition();
    if (condition == null) {
      return plain;
    }
    TargetConditions conditions = model.kept().conditions();
    if (plain.isMembership()) {
      TargetConditions.Written<String> text = conditions.text(condition, tuple.context());
      return text.term() == null ? refused(tuple, text) : plain.on(text.term(), null);
    }
    TargetConditions.Written<TargetRelation.Named> use = conditions.use(condition, tuple.context());
    return use.term() == null ? refused(tuple, use) : plain.on(null, use.term());
  }

  private @Nullable TargetRelation refused(PeerTuple tuple, TargetConditions.Written<?> written) {
    report.refuse(tuple.place(), tuple + ": " + written.obstacle());
    return null;
  }

  private static boolean allows(PeerSubject subject, PeerTuple tuple) {
    return subject.type().equals(tuple.subject().type())
        && Objects.equals(subject.relation(), tuple.subjectRelation())
        && subject.wildcard() == tuple.isForEveryone()
        && Objects.equals(subject.condition(), tuple.condition())
        && subject.expires() == (tuple.expires() != null);
  }

  private @Nullable String faultOf(PeerTuple tuple) {
    for (PeerObject each : List.of(tuple.object(), tuple.subject())) {
      String id = each.id();
      boolean group = object(each).type().equals(SubjectRef.GROUP);
      int most = group ? MAX_GROUP_KEY : MAX_ID;
      int length = group ? id.length() : id.getBytes(StandardCharsets.UTF_8).length;
      if (id.isBlank()
          || length > most
          || !id.equals(id.strip())
          || id.chars().anyMatch(Character::isISOControl)) {
        return "an id of type '%s' must have 1 to %d %s, no control characters and no leading or"
                .formatted(each.type(), most, group ? "characters" : "bytes of UTF-8")
            + " trailing white space";
      }
    }
    for (Map.Entry<String, @Nullable Object> each : tuple.context().entrySet()) {
      if (holdsNull(each.getValue())) {
        return "the value of '%s' for condition '%s' must not be or contain null"
            .formatted(each.getKey(), tuple.condition());
      }
    }
    return tuple.object().id().equals(PeerTuple.EVERYONE) ? "an object id must not be '*'" : null;
  }

  /** Looks for null, which is no value here: without it the request would give one. */
  private static boolean holdsNull(@Nullable Object value) {
    return switch (value) {
      case null -> true;
      case List<?> all -> all.stream().anyMatch(TupleWriter::holdsNull);
      case Map<?, ?> all -> all.values().stream().anyMatch(TupleWriter::holdsNull);
      default -> false;
    };
  }

  /** An object by its name here. */
  public SubjectRef object(PeerObject object) {
    String type = Objects.requireNonNullElse(names.type(object.type()), object.type());
    return new SubjectRef(type, object.id());
  }

  /** A name of a type here; as it is when the model has none such. */
  public String name(String type, String name) {
    return Objects.requireNonNullElse(names.name(type, name), name);
  }
}

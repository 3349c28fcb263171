package io.iamplane.migrate;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A stored relation.
 *
 * @param context the values that are stored with the condition; texts, numbers, booleans, lists,
 *     maps and null
 * @param expires the first moment at which it no longer holds
 */
public record PeerTuple(
    PeerObject object,
    String relation,
    PeerObject subject,
    @Nullable String subjectRelation,
    @Nullable String condition,
    Map<String, @Nullable Object> context,
    @Nullable Instant expires,
    FilePlace place) {

  /** Everyone of a type. */
  public static final String EVERYONE = "*";

  /** Without condition and end. */
  public static PeerTuple of(
      PeerObject object,
      String relation,
      PeerObject subject,
      @Nullable String subjectRelation,
      FilePlace place) {
    return new PeerTuple(object, relation, subject, subjectRelation, null, Map.of(), null, place);
  }

  /** The same on a condition, up to an end. */
  public PeerTuple with(
      @Nullable String name, Map<String, @Nullable Object> values, @Nullable Instant end) {
    return new PeerTuple(object, relation, subject, subjectRelation, name, values, end, place);
  }

  public boolean isForEveryone() {
    return subject.id().equals(EVERYONE) && subjectRelation == null;
  }

  @Override
  public String toString() {
    String userset = subjectRelation == null ? "" : "#" + subjectRelation;
    return "%s#%s@%s%s".formatted(object, relation, subject, userset);
  }
}

package io.iamplane.migrate.export;

import io.iamplane.shared.SubjectRef;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A relation or membership to be written, with the external names of accounts.
 *
 * @param subjectRelation of a userset; a group as a member of a group is {@code member}
 * @param condition written out with it; null if it has none
 * @param named the model's condition that it names; null if it names none
 * @param timed true if it begins or ends
 * @param active true if both entries are present and active
 */
public record ExportedRelation(
    SubjectRef subject,
    @Nullable String subjectRelation,
    String relation,
    SubjectRef object,
    @Nullable String condition,
    @Nullable Named named,
    boolean timed,
    boolean active) {

  /** A condition of the model and its stored values, as JSON has them. */
  public record Named(String name, Map<String, Object> values) {
    public Named {
      values = Map.copyOf(values);
    }
  }

  /** {@code user:ann}, {@code user:*}, {@code group:staff#member}. */
  String user() {
    return subjectRelation == null ? subject.toString() : subject + "#" + subjectRelation;
  }

  @Override
  public String toString() {
    return user() + " " + relation + " " + object;
  }
}

package io.iamplane.peer.export;

import io.iamplane.shared.SubjectRef;
import org.jspecify.annotations.Nullable;

/**
 * A relation or membership that is to be written, by the names under which the accounts are known
 * outside.
 *
 * @param subjectRelation of a userset; a group as a member of a group is {@code member}
 * @param condition its text or its name; null when it has none
 * @param timed whether it begins or ends
 * @param active whether both entries are there and active
 */
public record ExportedRelation(
    SubjectRef subject,
    @Nullable String subjectRelation,
    String relation,
    SubjectRef object,
    @Nullable String condition,
    boolean timed,
    boolean active) {

  /** {@code user:ann}, {@code user:*}, {@code group:staff#member}. */
  String user() {
    return subjectRelation == null ? subject.toString() : subject + "#" + subjectRelation;
  }

  @Override
  public String toString() {
    return user() + " " + relation + " " + object;
  }
}

package io.iamplane.audit.erasure;

import io.iamplane.shared.SubjectRef;
import java.util.Collection;
import java.util.List;

/**
 * What an erasure removed.
 *
 * @param subject whose values, by id
 * @param values how many values were deleted from the audit logs
 * @param messages how many announcements were blanked
 * @param changes how many images of earlier versions were blanked
 * @param copies how many texts elsewhere that named the person were erased
 * @param remaining places that still name the person, accepted by the caller
 */
public record Erasure(
    SubjectRef subject,
    int values,
    int messages,
    int changes,
    int copies,
    Collection<String> remaining) {

  static Erasure values(SubjectRef subject, int values) {
    return new Erasure(subject, values, 0, 0, 0, List.of());
  }

  Erasure plus(int moreValues) {
    return new Erasure(subject, values + moreValues, messages, changes, copies, remaining);
  }

  Erasure withCopies(int moreCopies) {
    return new Erasure(subject, values, messages, changes, copies + moreCopies, remaining);
  }
}

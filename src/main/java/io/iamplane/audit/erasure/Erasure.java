package io.iamplane.audit.erasure;

import io.iamplane.shared.SubjectRef;
import java.util.Collection;
import java.util.List;

/**
 * The result of an erasure.
 *
 * @param subject the erased subject, by id
 * @param values the number of values deleted from the audit logs
 * @param messages the number of blanked announcements
 * @param changes the number of blanked images of earlier versions
 * @param copies the number of erased texts elsewhere that named the person
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

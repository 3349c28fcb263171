package io.iamplane.auditor;

import io.iamplane.shared.SubjectRef;

/**
 * What an erasure removed.
 *
 * @param subject whose values, by id
 * @param values how many values were deleted from the audit logs
 * @param messages how many announcements were blanked
 * @param changes how many images of earlier versions were blanked
 */
public record Erasure(SubjectRef subject, int values, int messages, int changes) {

  Erasure plus(int moreValues) {
    return new Erasure(subject, values + moreValues, messages, changes);
  }
}

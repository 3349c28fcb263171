package io.iamplane.auditor;

import io.quarkus.runtime.annotations.RegisterForReflection;

/**
 * What an erasure removed.
 *
 * @param subject whose values, by id
 * @param values how many values were deleted from the audit log
 * @param messages how many announcements were blanked
 * @param changes how many images of earlier versions of the policy were blanked
 */
@RegisterForReflection
public record ErasureView(String subject, int values, int messages, int changes) {

  public static ErasureView of(Erasure erasure) {
    return new ErasureView(
        erasure.subject().toString(), erasure.values(), erasure.messages(), erasure.changes());
  }
}

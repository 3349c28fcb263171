package io.iamplane.audit.erasure;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.List;

/**
 * What an erasure removed.
 *
 * @param subject whose values, by id
 * @param values how many values were deleted from the audit log
 * @param messages how many announcements were blanked
 * @param changes how many images of earlier versions of the policy were blanked
 * @param copies how many texts elsewhere that named the person were erased: justifications,
 *     excerpts of deliveries, answers to repeated requests
 * @param remaining places that go on naming the person, at most 50
 */
@RegisterForReflection
public record ErasureView(
    String subject, int values, int messages, int changes, int copies, List<String> remaining) {

  public static ErasureView of(Erasure erasure) {
    return new ErasureView(
        erasure.subject().toString(),
        erasure.values(),
        erasure.messages(),
        erasure.changes(),
        erasure.copies(),
        List.copyOf(erasure.remaining()));
  }
}

package io.iamplane.audit.erasure;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.iamplane.decision.erasure.DecisionErasureView;
import io.iamplane.shared.SubjectRef;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of an erasure.
 *
 * @param subject the erased subject, by id
 * @param values the number of values deleted from the audit log
 * @param messages the number of blanked announcements
 * @param changes the number of blanked images of earlier versions of the policy
 * @param copies the number of erased texts elsewhere that named the person: justifications,
 *     excerpts of deliveries, answers to repeated requests
 * @param remaining places that go on naming the person, at most 50
 * @param decisions the erasure from the log of decisions; repeat the request to see how far it is.
 *     Absent for a subject that is no user
 */
@RegisterForReflection
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ErasureView(
    String subject,
    int values,
    int messages,
    int changes,
    int copies,
    List<String> remaining,
    @Nullable DecisionErasureView decisions) {

  static ErasureView values(SubjectRef subject, int values) {
    return new ErasureView(subject.toString(), values, 0, 0, 0, List.of(), null);
  }

  ErasureView plus(int moreValues) {
    return new ErasureView(
        subject, values + moreValues, messages, changes, copies, remaining, decisions);
  }

  ErasureView withCopies(int moreCopies) {
    return new ErasureView(
        subject, values, messages, changes, copies + moreCopies, remaining, decisions);
  }

  ErasureView withDecisions(@Nullable DecisionErasureView state) {
    return new ErasureView(subject, values, messages, changes, copies, remaining, state);
  }
}

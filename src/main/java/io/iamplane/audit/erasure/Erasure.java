package io.iamplane.audit.erasure;

import io.iamplane.decision.erasure.DecisionErasureView;
import io.iamplane.shared.SubjectRef;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * The result of an erasure, with the members of {@link ErasureView}; {@code decisions} is empty for
 * a subject that is no user.
 *
 * @param remaining places that still name the person, accepted by the caller
 */
public record Erasure(
    SubjectRef subject,
    int values,
    int messages,
    int changes,
    int copies,
    Collection<String> remaining,
    Optional<DecisionErasureView> decisions) {

  static Erasure values(SubjectRef subject, int values) {
    return new Erasure(subject, values, 0, 0, 0, List.of(), Optional.empty());
  }

  Erasure plus(int moreValues) {
    return new Erasure(
        subject, values + moreValues, messages, changes, copies, remaining, decisions);
  }

  Erasure withCopies(int moreCopies) {
    return new Erasure(
        subject, values, messages, changes, copies + moreCopies, remaining, decisions);
  }

  Erasure withDecisions(Optional<DecisionErasureView> state) {
    return new Erasure(subject, values, messages, changes, copies, remaining, state);
  }
}

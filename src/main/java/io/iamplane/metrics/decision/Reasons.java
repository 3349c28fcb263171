package io.iamplane.metrics.decision;

import io.iamplane.decision.engine.question.ReasonCode;
import io.iamplane.decision.log.Outcome;
import java.util.Arrays;

/** The reasons as the counts hold them. */
final class Reasons {

  /** The reasons that allow, or would at a higher assurance. */
  static final String[] NO_DENIALS =
      Arrays.stream(ReasonCode.values())
          .filter(reason -> Outcome.of(reason) != Outcome.DENY)
          .map(ReasonCode::wire)
          .toArray(String[]::new);

  private Reasons() {}
}

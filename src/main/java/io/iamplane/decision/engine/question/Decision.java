package io.iamplane.decision.engine.question;

import io.iamplane.shared.Aal;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The engine's answer. A caller that reads only {@link #allowed()} is safe.
 *
 * <p>Of several grants that decide alike, the first by id is the match, so the same policy gives
 * the same match, independent of the order of loading.
 */
public final class Decision {

  private final ReasonCode reason;
  private final long policyVersion;
  private final @Nullable Aal requiredAal;
  private final @Nullable Supplier<Match> cause;
  private final int conditionErrors;

  /** Takes the deciding fact, not yet in words; null when nothing in the policy decided. */
  public Decision(
      ReasonCode reason,
      long policyVersion,
      @Nullable Aal requiredAal,
      @Nullable Supplier<Match> cause,
      int conditionErrors) {
    this.reason = reason;
    this.policyVersion = policyVersion;
    this.requiredAal = requiredAal;
    this.cause = cause;
    this.conditionErrors = conditionErrors;
  }

  public boolean allowed() {
    return reason == ReasonCode.GRANTED_BY_GRANT || reason == ReasonCode.GRANTED_BY_RELATION;
  }

  public ReasonCode reason() {
    return reason;
  }

  public boolean requiresStepUp() {
    return reason == ReasonCode.STEP_UP_REQUIRED;
  }

  /** The assurance that the thing asked demands; null when the thing asked is unknown. */
  public @Nullable Aal requiredAal() {
    return requiredAal;
  }

  public long policyVersion() {
    return policyVersion;
  }

  /** The answer in the place of an allowance when the caller needs a higher assurance. */
  public Decision withStepUp(Aal required) {
    return new Decision(
        ReasonCode.STEP_UP_REQUIRED, policyVersion, required, cause, conditionErrors);
  }

  public int conditionErrors() {
    return conditionErrors;
  }

  /** Returns the deciding grant or relation; empty for none. Made on demand. */
  public List<Match> matched() {
    return cause == null ? List.of() : List.of(cause.get());
  }

  @Override
  public String toString() {
    return reason.wire() + " " + matched();
  }
}

package io.iamplane.decision.log;

import io.iamplane.catalog.controlplane.ControlPlane;
import io.iamplane.decision.engine.question.ReasonCode;
import io.iamplane.shared.OrganizationId;
import java.time.Instant;

/**
 * The number of decisions of one kind in a minute.
 *
 * @param minute in minutes since 1970
 * @param application the key; empty for one that is unknown
 * @param key the permission, or {@code type#relation}; empty for one that is unknown
 * @param logged true if they are in the log; false if their record was not taken
 */
public record DecisionCount(
    OrganizationId organization,
    long minute,
    String application,
    String key,
    ReasonCode reason,
    boolean logged,
    long number) {

  /** A denial that found no room. Metrics keep the control plane's own apart from all others. */
  static DecisionCount unlogged(Asking asking, Instant at, ReasonCode reason) {
    String application = asking.kind() == Asking.Kind.GATE ? ControlPlane.APPLICATION : "";
    long minute = LoggedDecision.minute(at);
    return new DecisionCount(asking.organization(), minute, application, "", reason, false, 1);
  }

  DecisionCount numbered(long other) {
    return new DecisionCount(organization, minute, application, key, reason, logged, other);
  }
}

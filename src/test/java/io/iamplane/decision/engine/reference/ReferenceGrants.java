package io.iamplane.decision.engine.reference;

import io.iamplane.decision.engine.fact.GrantFact;
import io.iamplane.decision.engine.fact.GrantFact.Lifetime;
import java.time.Instant;

/** The validity of grants. */
final class ReferenceGrants {

  private ReferenceGrants() {}

  static boolean inForce(GrantFact grant, Instant now) {
    Lifetime lifetime = grant.lifetime();
    boolean begun = lifetime.from() == null || !now.isBefore(lifetime.from());
    boolean ended = lifetime.until() != null && !now.isBefore(lifetime.until());
    boolean activated =
        !lifetime.activationRequired()
            || lifetime.activatedAt() != null
                && !now.isBefore(lifetime.activatedAt())
                && (lifetime.activatedUntil() == null || now.isBefore(lifetime.activatedUntil()));
    return grant.status() == GrantFact.Status.ACTIVE && begun && !ended && activated;
  }
}

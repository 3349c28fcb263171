package io.iamplane.decision.engine;

import io.iamplane.decision.engine.fact.GrantFact;
import io.iamplane.decision.engine.fact.GrantFact.Effect;
import io.iamplane.decision.engine.fact.GrantFact.Lifetime;
import io.iamplane.decision.engine.fact.GrantFact.Privilege;
import io.iamplane.decision.engine.fact.GrantFact.Status;
import io.iamplane.language.condition.Condition;
import io.iamplane.shared.SubjectRef;
import org.jspecify.annotations.Nullable;

/** Active grants without end. */
public final class TestGrants {

  private TestGrants() {}

  public static GrantFact permit(
      String id,
      SubjectRef subject,
      Privilege privilege,
      @Nullable SubjectRef scope,
      @Nullable Condition condition) {
    return new GrantFact(
        id,
        subject,
        privilege,
        Effect.PERMIT,
        null,
        scope,
        condition,
        Lifetime.ALWAYS,
        Status.ACTIVE);
  }
}

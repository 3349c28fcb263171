package io.iamplane.decision.snapshot;

import io.iamplane.decision.engine.fact.GrantFact;
import io.iamplane.grant.Grant;
import io.iamplane.language.condition.AttributeSchema;
import org.jspecify.annotations.Nullable;

/** Converts grants to facts of the engine. */
final class GrantFacts {

  private GrantFacts() {}

  /** Null when it is revoked: it can never count again. */
  static @Nullable GrantFact of(Grant grant, AttributeSchema schema) {
    GrantFact.Status status =
        switch (grant.status()) {
          case ACTIVE -> GrantFact.Status.ACTIVE;
          case SUSPENDED -> GrantFact.Status.SUSPENDED;
          case REVOKED -> GrantFact.Status.REVOKED;
        };
    return status == GrantFact.Status.REVOKED
        ? null
        : new GrantFact(
            grant.id().toString(),
            grant.subject(),
            switch (grant.privilegeType()) {
              case ROLE -> GrantFact.Privilege.role(grant.privilegeKey());
              case PERMISSION -> GrantFact.Privilege.permission(grant.privilegeKey());
            },
            switch (grant.effect()) {
              case PERMIT -> GrantFact.Effect.PERMIT;
              case DENY -> GrantFact.Effect.DENY;
            },
            grant.application(),
            grant.resource(),
            FactConditions.compile(grant.condition(), schema, "grant " + grant.id()),
            new GrantFact.Lifetime(
                grant.validFrom(),
                grant.validUntil(),
                grant.activationRequired(),
                grant.activatedAt(),
                grant.activatedUntil()),
            status);
  }
}

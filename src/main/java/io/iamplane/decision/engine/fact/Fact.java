package io.iamplane.decision.engine.fact;

/** One row of a tenant's policy. */
public sealed interface Fact
    permits SubjectFact,
        ApplicationFact,
        PermissionFact,
        RoleFact,
        GrantFact,
        ModelFact,
        RelationFact {}

package io.iamplane.decision.engine.fact;

/** One row of a tenant's policy. */
public sealed interface Fact
    permits SubjectFact,
        MembershipFact,
        ApplicationFact,
        PermissionFact,
        RoleFact,
        GrantFact,
        ModelFact,
        RelationFact {}

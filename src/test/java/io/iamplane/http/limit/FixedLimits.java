package io.iamplane.http.limit;

/** Ceilings of a test. */
record FixedLimits(
    Admin admin, Tenant tenant, Oauth oauth, Decision decision, Authentication authentication)
    implements LimitConfig {}

package io.iamplane.http.limit;

/** Ceilings of a test. */
record FixedLimits(int admin, int tenant, int oauth, int decision, int authentication)
    implements LimitConfig {}

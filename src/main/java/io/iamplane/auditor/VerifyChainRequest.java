package io.iamplane.auditor;

import io.quarkus.runtime.annotations.RegisterForReflection;
import org.jspecify.annotations.Nullable;

/**
 * How to verify.
 *
 * @param full every record, not only those since the last checkpoint; false when absent
 */
@RegisterForReflection
public record VerifyChainRequest(@Nullable Boolean full) {}
